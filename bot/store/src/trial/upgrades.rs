//! Databases from before features had parts of their own, each brought to the newest form.
use std::{collections::BTreeMap, fs, path::Path};

use rusqlite::Connection;

use super::laws::texts;
use crate::{
    Database, StoreError, Sync, TableParts,
    postgres::TrialServer,
    tables::{SchemaStep, Tables},
    versions::DIVIDED,
};

/// The oldest version that is read.
const OLDEST: usize = 39;

/// The kernel as it was with all tables. `tests/before_parts` has its steps as they were.
pub(crate) static UNDIVIDED: Tables = Tables {
    part: "kernel",
    steps: &[
        SchemaStep::new(39, include_str!("../../tests/before_parts/039_start.sql"))
            .on_postgres(include_str!("../../tests/before_parts/039_start.postgres.sql")),
        SchemaStep::new(40, include_str!("../../tests/before_parts/040_people_found.sql")),
        SchemaStep::new(41, include_str!("../../tests/before_parts/041_shown_hands.sql")),
        SchemaStep::new(
            42,
            include_str!("../../tests/before_parts/042_addresses_and_browsers.sql"),
        )
        .on_postgres(include_str!(
            "../../tests/before_parts/042_addresses_and_browsers.postgres.sql"
        )),
        SchemaStep::new(43, include_str!("../../tests/before_parts/043_rooms.sql"))
            .on_postgres(include_str!("../../tests/before_parts/043_rooms.postgres.sql")),
        SchemaStep::new(44, include_str!("../../tests/before_parts/044_parts.sql")),
    ],
    specs: &[],
};

/// What a database consists of.
struct Contents {
    /// The form of each column, index and whatever else belongs to a table, by the table's name, a dot and its own.
    forms: BTreeMap<String, String>,
    /// How many rows each table has.
    rows: BTreeMap<String, u64>,
}

/// Makes a database of each version from before features had parts of their own, with a row in every table, and opens it with lists of
/// parts, one after another. Says where it then differs from a new one with the last list, and which rows it lost. Where there is a
/// server for tests, the same is tried there. Files are left in the folder.
///
/// # Errors
/// If a database can't be made or opened.
pub fn upgrade_faults(lists: &[TableParts], folder: &Path) -> Result<Vec<String>, StoreError> {
    let in_files = |name: &str| Ok(Database::from(&*folder.join(name)));
    let mut faults = faults_in(lists, folder, &in_files)?;
    if let Some(server) = TrialServer::named() {
        let there = |name: &str| server.empty_database(&folder.join(name));
        faults.extend(faults_in(lists, folder, &there)?);
    }
    Ok(faults)
}

fn faults_in(
    lists: &[TableParts],
    folder: &Path,
    place: &dyn Fn(&str) -> Result<Database, StoreError>,
) -> Result<Vec<String>, StoreError> {
    let Some(newest) = lists.last() else { return Ok(Vec::new()) };
    let fresh = place("fresh.db")?;
    drop(fresh.open(Sync::Normal, newest)?);
    let fresh = contents(&fresh)?;
    let mut faults = Vec::new();
    for version in OLDEST..DIVIDED {
        let database = place(&format!("{version}.db"))?;
        make_undivided(&database, version, folder)?;
        let before = contents(&database)?;
        for parts in lists {
            drop(database.open(Sync::Normal, parts)?);
            let (found, known) = database.examine(parts)?;
            if found != known {
                faults.push(format!("{version}: {found} steps of {known} were taken"));
            }
        }
        let after = contents(&database)?;
        let found = [changed_rows(newest, &before, &after), other_forms(&fresh, &after)].concat();
        faults.extend(found.iter().map(|fault| format!("{version}: {fault}")));
    }
    Ok(faults)
}

/// Says which tables don't have the rows that they had, or had none.
fn changed_rows(parts: TableParts, before: &Contents, after: &Contents) -> Vec<String> {
    let is_dropped = |table: &str| {
        let mut specs = parts.iter().flat_map(|part| part.specs);
        specs.any(|spec| spec.is_dropped && spec.name == table)
    };
    // That of the versions has others.
    let tables = before.rows.iter().filter(|(table, _)| *table != "parts" && !is_dropped(table));
    let changed = tables.filter(|(table, had)| after.rows.get(*table) != Some(had) || **had == 0);
    changed.map(|(table, had)| format!("the {had} rows of `{table}`")).collect()
}

/// Says what has another form than in a new database. Tables that a new one doesn't have are left out.
fn other_forms(fresh: &Contents, after: &Contents) -> Vec<String> {
    let is_in_both =
        |name: &str| name.split_once('.').is_some_and(|(table, _)| fresh.rows.contains_key(table));
    let names = fresh.forms.keys().chain(after.forms.keys()).filter(|name| is_in_both(name));
    let others = names.filter(|name| fresh.forms.get(*name) != after.forms.get(*name));
    others.map(|name| format!("the form of `{name}`")).collect()
}

fn contents(database: &Database) -> Result<Contents, StoreError> {
    let (forms, tables) = match database {
        Database::File(_) => (
            "SELECT tbl_name || '.' || name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'",
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        ),
        Database::Server(_) => (
            "SELECT table_name || '.' || column_name || ' ' || concat_ws(' ', data_type, is_nullable, column_default, is_identity)
             FROM information_schema.columns WHERE table_schema = current_schema()
             UNION ALL SELECT tablename || '.' || indexname || ' ' || indexdef FROM pg_indexes WHERE schemaname = current_schema()
             UNION ALL SELECT conrelid::regclass || '.' || conname || ' ' || pg_get_constraintdef(oid)
             FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
             UNION ALL SELECT tgrelid::regclass || '.' || tgname || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
        ),
    };
    let form = |row: String| {
        let (name, form) = row.split_once(' ')?;
        let lines = form.lines().filter(|line| !line.trim_start().starts_with("--"));
        // A table that got another name or column has other blanks and quotes.
        let letters = lines.flat_map(str::chars).filter(|letter| !" \n\"()".contains(*letter));
        Some((name.to_owned(), letters.collect()))
    };
    let forms = ask(database, forms)?.into_iter().filter_map(form).collect();
    let count = |table: String| format!("SELECT '{table} ' || count(*) FROM {table}");
    let counts: Vec<String> = ask(database, tables)?.into_iter().map(count).collect();
    let counted = |row: String| {
        let (table, count) = row.split_once(' ')?;
        Some((table.to_owned(), count.parse().ok()?))
    };
    let counts = ask(database, &counts.join(" UNION ALL "))?;
    let rows = counts.into_iter().filter_map(counted).collect();
    Ok(Contents { forms, rows })
}

/// Makes a database of a version from before features had parts of their own, with a row in every table.
///
/// # Errors
/// If it can't be made.
pub fn make_undivided(
    database: &Database,
    version: usize,
    folder: &Path,
) -> Result<(), StoreError> {
    let later =
        UNDIVIDED.steps.iter().filter(|step| OLDEST < step.version && step.version <= version);
    match database {
        Database::File(path) => {
            unpack_oldest(path)?;
            let steps: String = later.map(|step| step.sqlite).collect();
            let sql = format!("{steps}; PRAGMA user_version = {version}");
            connect(path)?.execute_batch(&sql).map_err(|err| StoreError::from_sqlite(path, err))
        }
        Database::Server(_) => {
            let rows = folder.join("rows.db");
            unpack_oldest(&rows)?;
            let rows = inserts(&Database::from(&*rows))?;
            let start = UNDIVIDED.steps[0].postgres();
            let steps: String = later.map(SchemaStep::postgres).collect();
            let sql = format!(
                "{start}; SET session_replication_role = replica; {rows} RESET session_replication_role;
                 {steps}; INSERT INTO draughtsman (version) VALUES ({version})"
            );
            ask(database, &sql).map(drop)
        }
    }
}

/// Writes the statements that insert all rows of a file.
fn inserts(file: &Database) -> Result<String, StoreError> {
    let mut sql = String::new();
    for table in contents(file)?.rows.into_keys() {
        let columns = ask(file, &format!("SELECT name FROM pragma_table_info('{table}')"))?;
        // A server has another way to write bytes.
        let value = |column: &String| {
            format!(
                "CASE typeof({column}) WHEN 'blob' THEN replace(quote({column}), 'X''', '''\\x') ELSE quote({column}) END"
            )
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let rows = ask(file, &format!("SELECT {} FROM {table}", values.join(" || ', ' || ")))?;
        for row in rows {
            let columns = columns.join(", ");
            sql.push_str(&format!("INSERT INTO {table} ({columns}) VALUES ({row});\n"));
        }
    }
    Ok(sql)
}

/// Unpacks a database of the oldest version that is read, with a row in every table.
fn unpack_oldest(file: &Path) -> Result<(), StoreError> {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/databases/39.db.zst");
    fs::read(packed)
        .and_then(|bytes| zstd::decode_all(&*bytes))
        .and_then(|bytes| fs::write(file, bytes))
        .map_err(|err| StoreError::from_io(file, err))
}

/// Runs statements; returns the first column of the rows.
fn ask(database: &Database, sql: &str) -> Result<Vec<String>, StoreError> {
    match database {
        Database::File(path) => {
            texts(&connect(path)?, sql).map_err(|err| StoreError::from_sqlite(path, err))
        }
        Database::Server(address) => TrialServer::run(address, sql),
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    Connection::open(path).map_err(|err| StoreError::from_sqlite(path, err))
}
