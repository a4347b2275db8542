//! Copies everything from one database to another, whichever kind each is.
use std::{fs, path::Path};

use rusqlite::types::Value;

use super::{
    Database, Inner, Store, StoreError, Sync, TableParts, Tx,
    sql::{SqlRow, ToSql},
    tables,
};

/// How many rows are stored at once.
const BATCH: usize = 100;

/// A copy of a database.
pub struct MovedDatabase {
    /// The copy, still open.
    pub store: Store,
    /// How many tables and rows it has, as many as the other.
    pub tables: usize,
    pub rows: u64,
}

impl Database {
    /// Copies this database to an empty one, in one transaction, and counts the rows of both. This
    /// one stays as it is; no bot may be using either.
    ///
    /// # Errors
    /// If this one isn't of the newest version or has rows in tables of a part that isn't in the list,
    /// the other isn't empty, either can't be opened, or the copy fails; then the other stays empty.
    pub fn move_to(
        &self,
        to: &Database,
        sync: Sync,
        parts: TableParts,
    ) -> Result<MovedDatabase, StoreError> {
        let (found, known) = self.examine(parts)?;
        if found != known {
            return Err(StoreError::Unfit {
                path: self.to_string().into(),
                detail: format!(
                    "it has version {found} of the schema, and only version {known} can be moved. Start this program on it once, so that it is converted"
                ),
            });
        }
        if let Database::File(path) = to
            && path.exists()
        {
            return Err(StoreError::Exists(path.clone()));
        }
        let mut from = self.open_existing(sync, parts)?;
        let mut store = to.open(sync, parts)?;
        match from.transaction(|from| store.transaction(|to| copy(from, to))) {
            Ok(rows) => Ok(MovedDatabase { store, tables: copied(parts).count(), rows }),
            Err(err) => {
                drop(store);
                if let Database::File(path) = to {
                    discard(path);
                }
                Err(err)
            }
        }
    }
}

impl Store {
    /// Warns of tables that no part looks after: what they hold about people stays when these have their data deleted.
    pub(super) fn warn_of_unknown_tables(&mut self) -> Result<(), StoreError> {
        let unknown = self.transaction_once(|tx| tx.unknown_tables())?;
        if !unknown.is_empty() {
            let tables = unknown.join(", ");
            tracing::warn!(
                tables,
                "no part of this program has these tables: what they hold stays, also about people who have their data deleted"
            );
        }
        Ok(())
    }
}

/// Removes the file of a copy that failed, and what SQLite put next to it.
fn discard(path: &Path) {
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        // Why the copy failed matters more.
        let _ = fs::remove_file(name);
    }
}

/// Copies all rows; returns how many there are.
fn copy(from: &Tx<'_>, to: &Tx<'_>) -> Result<u64, StoreError> {
    for (table, _) in copied(to.tables()) {
        if to.count_rows(table)? != 0 {
            return Err(StoreError::Exists(to.path.to_owned()));
        }
    }
    let unknown = from.unknown_tables()?;
    if !unknown.is_empty() {
        return Err(StoreError::Unfit {
            path: from.path.to_owned(),
            detail: format!(
                "its tables `{}` are of parts that this program doesn't have, and would be missing in the copy. Move it with a program that has them",
                unknown.join("`, `")
            ),
        });
    }
    let mut rows = 0;
    for (table, order) in copied(to.tables()) {
        copy_table(from, to, table, order)?;
        let (here, there) = (from.count_rows(table)?, to.count_rows(table)?);
        if here != there {
            let detail = format!("{there} of {here} rows of `{table}` arrived");
            return Err(StoreError::Corrupt { path: to.path.to_owned(), detail });
        }
        rows += here;
    }
    to.set_last_reply(from.last_reply()?)?;
    Ok(rows)
}

/// Returns the tables that are copied, and the order of their rows.
pub(super) fn copied(
    parts: TableParts,
) -> impl DoubleEndedIterator<Item = (&'static str, &'static str)> {
    tables::specs(parts).filter_map(|spec| Some((spec.name, spec.order?)))
}

fn copy_table(from: &Tx<'_>, to: &Tx<'_>, table: &str, order: &str) -> Result<(), StoreError> {
    let columns = from.columns(table)?;
    let mut waiting: Vec<Value> = Vec::new();
    let sql = format!("SELECT {} FROM {table} ORDER BY {order}", columns.join(", "));
    let mut failed = None;
    from.each(&format!("moved_{table}"), &sql, |row| {
        for place in 0..columns.len() {
            waiting.push(row.get_ref(place)?.into());
        }
        if waiting.len() < BATCH * columns.len() {
            return Ok(true);
        }
        let done = to.insert(table, &columns, &std::mem::take(&mut waiting));
        failed = done.err();
        Ok(failed.is_none())
    })?;
    match failed {
        Some(err) => Err(err),
        None => to.insert(table, &columns, &waiting),
    }
}

impl Tx<'_> {
    /// Calls `read` with every row of a query, a few at a time, until it returns false. No other query
    /// has its name.
    fn each(
        &self,
        name: &str,
        sql: &str,
        mut read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), StoreError> {
        if self.is_in_file() {
            return self.query(sql, &[], read);
        }
        self.change(&format!("DECLARE {name} NO SCROLL CURSOR FOR {sql}"), [])?;
        loop {
            let (mut some, mut on) = (false, true);
            self.query(&format!("FETCH {BATCH} FROM {name}"), &[], |row| {
                some = true;
                on = read(row)?;
                Ok(on)
            })?;
            if !some || !on {
                break;
            }
        }
        self.change(&format!("CLOSE {name}"), [])?;
        Ok(())
    }

    /// Inserts rows, given as all their values one after another.
    fn insert(&self, table: &str, columns: &[String], values: &[Value]) -> Result<(), StoreError> {
        let row = format!("({})", vec!["?"; columns.len()].join(", "));
        for some in values.chunks(BATCH * columns.len()) {
            let rows = vec![&*row; some.len() / columns.len()].join(", ");
            let sql = format!("INSERT INTO {table} ({}) VALUES {rows}", columns.join(", "));
            let some: Vec<&dyn ToSql> = some.iter().map(|it| it as &dyn ToSql).collect();
            self.change(&sql, &*some)?;
        }
        Ok(())
    }

    /// Returns the tables with rows that are of no part in the list: an earlier kernel had them. What begins with an underscore is of
    /// programs that copy the file.
    pub(super) fn unknown_tables(&self) -> Result<Vec<String>, StoreError> {
        let sql = if self.is_in_file() {
            "SELECT name FROM sqlite_schema
                 WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY name"
        } else {
            "SELECT CAST(relname AS TEXT) FROM pg_class
                 WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p') AND relname <> 'draughtsman'
                 AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') ORDER BY 1"
        };
        let mut found: Vec<String> = self.all(sql, [], |row| row.get(0))?;
        found.retain(|name| !tables::specs(self.tables()).any(|spec| spec.name == name));
        let mut unknown = Vec::new();
        for table in found {
            if self.count_rows(&table)? != 0 {
                unknown.push(table);
            }
        }
        Ok(unknown)
    }

    fn count_rows(&self, table: &str) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {table}");
        Ok(self.one(&sql, [], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns the columns of a table that both kinds of databases have.
    fn columns(&self, table: &str) -> Result<Vec<String>, StoreError> {
        let sql = if self.is_in_file() {
            "SELECT name FROM pragma_table_info(?)"
        } else {
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                 WHERE table_schema = current_schema() AND CAST(table_name AS TEXT) = ? AND column_name <> 'rowid' ORDER BY ordinal_position"
        };
        self.all(sql, [table], |row| row.get(0))
    }

    /// Returns the last id that a reply got: none gets it again.
    fn last_reply(&self) -> Result<i64, StoreError> {
        let sql = if self.is_in_file() {
            "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"
        } else {
            "SELECT last_value FROM outbox_id_seq WHERE is_called"
        };
        Ok(self.one(sql, [], |row| row.get(0))?.unwrap_or(0))
    }

    pub(super) fn set_last_reply(&self, last: i64) -> Result<(), StoreError> {
        if !self.is_in_file() {
            let sql = "SELECT setval('outbox_id_seq', greatest(CAST(?1 AS BIGINT), 1), CAST(?1 AS BIGINT) > 0)";
            self.one(sql, [last], |_| Ok(()))?;
            return Ok(());
        }
        self.change("DELETE FROM sqlite_sequence WHERE name = 'outbox'", [])?;
        self.change("INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)", [last])?;
        Ok(())
    }

    /// Tells whether the database is an SQLite file, or in memory.
    pub(super) fn is_in_file(&self) -> bool {
        match self.inner {
            Inner::File(_) => true,
            Inner::Remote(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Chat, EndedTurn, KERNEL_ALONE,
            tests::example::{challenge, ended, new_match, rating, step, touched, within, world},
            trial::trial_database,
        },
        *,
    };

    /// All rows of all tables.
    fn rows(tx: &Tx<'_>) -> Vec<(String, Vec<Vec<Value>>)> {
        let table = |(table, order): (&str, &str)| {
            let columns = tx.columns(table).unwrap();
            let sql = format!("SELECT {} FROM {table} ORDER BY {order}", columns.join(", "));
            let read =
                |row: &SqlRow<'_>| (0..columns.len()).map(|n| Ok(row.get_ref(n)?.into())).collect();
            (table.to_owned(), tx.all(&sql, [], read).unwrap())
        };
        copied(tx.tables()).map(table).collect()
    }

    fn fill(tx: &Tx<'_>) {
        let world = world(tx);
        tx.add_challenge(&challenge(&world)).unwrap();
        let row = touched(tx, &new_match(&world), 10);
        // More than are stored at once.
        for n in 0..250 {
            tx.add_step(&step(row.id, n, 0)).unwrap();
        }
        let of = row.id;
        ended(tx, row, 20, true);
        for person in [world.ann, world.ben] {
            tx.put_rating(person, None, &rating(1500.1)).unwrap();
        }
        for took in [30, 10, 20] {
            tx.add_turn(world.ann, of, EndedTurn { took, in_time: true }, 5).unwrap();
        }
        // The last reply is gone, and its id isn't given again.
        for _ in 0..3 {
            let id = tx.post(Chat::Discord, world.room, r#"{"a":"\u0000ß"}"#, 5).unwrap();
            tx.delivered(id).unwrap();
        }
        let there = tx.meet_person(Chat::Matrix, "@ann:x", "Ann").unwrap().id;
        // The row that others point to is the later one.
        tx.link(there, world.ann).unwrap();
    }

    #[test]
    fn everything_arrives_there_and_back_and_the_first_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let first = Database::from(&*folder.path().join("first.db"));
        let before = within(&mut first.open(Sync::Normal, KERNEL_ALONE).unwrap(), |tx| {
            fill(tx);
            rows(tx)
        });
        assert!(before.iter().any(|table| table.0 == "steps" && table.1.len() == 250));
        let there = trial_database(&folder.path().join("there.db")).unwrap();
        let back = Database::from(&*folder.path().join("back.db"));
        for (from, to) in [(&first, &there), (&there, &back)] {
            let mut moved = from.move_to(to, Sync::Normal, KERNEL_ALONE).unwrap();
            assert_eq!(moved.rows, before.iter().map(|it| it.1.len() as u64).sum::<u64>());
            assert_eq!(within(&mut moved.store, rows), before);
        }
        assert_eq!(within(&mut first.open(Sync::Normal, KERNEL_ALONE).unwrap(), rows), before);
        for database in [&there, &back] {
            within(&mut database.open(Sync::Normal, KERNEL_ALONE).unwrap(), |tx| {
                let room = tx.meet_room(Chat::Discord, "r1", "games", "s1").unwrap().id;
                assert_eq!(tx.post(Chat::Discord, room, "1", 5).unwrap().0, 4);
                assert_eq!(tx.next_challenge().unwrap().0, 2);
                assert_eq!(tx.add_match(&new_match(&world(tx))).unwrap().0, 2);
            });
        }
    }

    #[test]
    fn what_holds_something_is_no_place_to_move_to() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| trial_database(&folder.path().join(name)).unwrap();
        let (from, full) = (at("from.db"), at("full.db"));
        for database in [&from, &full] {
            within(&mut database.open(Sync::Normal, KERNEL_ALONE).unwrap(), fill);
        }
        let err = from.move_to(&full, Sync::Normal, KERNEL_ALONE).err().unwrap();
        assert!(matches!(err, StoreError::Exists(_)), "{err}");
        let missing = Database::from(&*folder.path().join("missing.db"));
        let to = Database::from(&*folder.path().join("to.db"));
        assert!(missing.move_to(&to, Sync::Normal, KERNEL_ALONE).is_err());
        assert!(!folder.path().join("to.db").exists(), "nothing is created for nothing");
    }
}
