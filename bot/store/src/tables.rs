//! What a part of the program keeps: its tables, how a database gets them, and what becomes of their rows. Copies of a database, what
//! people can export, and what deleting, linking and unlinking does all follow from it.
//!
//! A part that is given up stays in the list, with a last step that drops its tables and [`TableSpec::dropped`] for each: a database with a
//! part that the program doesn't know is refused, because its rows would outlive the data of their people.
use model::ids::{PersonId, RoomId};

use super::{CardAt, Person, StoreError, Tx};

/// The parts of the program that have tables: the kernel's own first, and each after those that its tables refer to.
pub type TableParts = &'static [&'static Tables];

/// The tables of one part.
pub struct Tables {
    /// Its name in the database, which never changes.
    pub part: &'static str,
    /// What brings its tables to their newest form, one after another.
    pub steps: &'static [SchemaStep],
    /// Its tables, each after those that it refers to. A table that was dropped stays, as [`TableSpec::dropped`].
    pub specs: &'static [TableSpec],
}

/// What brings the tables of a part to the next version. It never changes once it was released.
#[derive(Clone, Copy)]
pub struct SchemaStep {
    /// The version that it leads to.
    pub version: usize,
    pub sqlite: &'static str,
    /// For PostgreSQL, where that doesn't follow from the text for SQLite. A line `\i` stands for what does follow.
    pub postgres: Option<&'static str>,
    /// Which version of the kernel had it, where it was once the kernel's: a database that had come so far has taken it.
    pub of_kernel: Option<usize>,
}

/// Finds the message that shows a row in a room, by the row's key: where it is, and which it is.
pub type FindMessage =
    fn(&Tx<'_>, [i64; 2], RoomId) -> Result<Option<(String, String)>, StoreError>;

/// A table: how it is copied, and what becomes of the rows about people.
#[derive(Clone, Copy)]
pub struct TableSpec {
    pub name: &'static str,
    /// By what its rows are ordered in a copy; none if it isn't copied.
    pub order: Option<&'static str>,
    /// What people get of it when they export their data.
    pub exports: &'static [RowExport],
    /// The columns that nobody gets, with commas between them, and the reasons; `*` for all. Those of [`TableSpec::people`] need none: the
    /// export itself says whose row it is.
    pub unexported: &'static [(&'static str, &'static str)],
    /// The columns that hold people.
    pub people: &'static [PersonColumn],
    /// The columns with rooms that move with everything in them, and the rest of the key where there may be only one such row: then what
    /// the room has stays.
    pub rooms: &'static [(&'static str, Option<&'static str>)],
    /// The column with the id of a server that may move, and the rest of the key.
    pub servers: Option<(&'static str, &'static str)>,
    /// How messages are found that show its rows in rooms.
    pub cards: Option<KeptCards>,
    pub is_dropped: bool,
}

/// The messages that show rows of a table in rooms, [`CardOf::Row`](model::ids::CardOf::Row).
#[derive(Clone, Copy)]
pub struct KeptCards {
    /// What the key of a row is called in [`CardOf::Row`](model::ids::CardOf::Row). No two tables have the same. They are in messages that wait, so they never
    /// change.
    pub key: [&'static str; 2],
    /// Stores which message shows a row in a room.
    pub keep: fn(&Tx<'_>, [i64; 2], RoomId, &CardAt) -> Result<(), StoreError>,
    /// Returns where the message is that shows a row in a room, and which it is, if that is known.
    pub find: FindMessage,
}

/// A column of an export that is written by SQL of its own: its name, and what makes the SQL.
pub type WrittenColumn = (&'static str, fn() -> String);

/// A form in which people export rows of a table.
#[derive(Clone, Copy)]
pub struct RowExport {
    /// The condition for the rows of the person `?1`.
    pub rows: &'static str,
    /// The columns, with commas between them. One that is calculated has its name at the end: `1 AS one`.
    pub columns: &'static str,
    /// Columns whose expressions are written by functions.
    pub written: &'static [WrittenColumn],
}

/// A column that holds a person, or leads to one.
#[derive(Clone, Copy)]
pub struct PersonColumn {
    pub name: &'static str,
    pub erased: OnErase,
    pub linked: OnLink,
    pub unlinked: OnUnlink,
}

/// What happens when a person's data is deleted.
#[derive(Clone, Copy)]
pub enum OnErase {
    Delete,
    SetNull,
    Keep,
    Call(fn(&Tx<'_>, PersonId) -> Result<(), StoreError>),
}

/// What happens to the rows of a person who becomes one with another, given first.
#[derive(Clone, Copy)]
pub enum OnLink {
    Rename,
    /// Renamed, but deleted where the other has a row with the same rest of the key: these columns, with commas between them.
    RenameOnce(&'static str),
    Delete,
    /// Deleted, and so are the other's.
    DeleteBoth,
    Keep,
    Call(fn(&Tx<'_>, PersonId, PersonId) -> Result<(), StoreError>),
}

/// What an account gets that is parted from a person, given first.
#[derive(Clone, Copy)]
pub enum OnUnlink {
    /// What is of its chat: so says the row's column `chat`, the room in `room`, or the room of the match in `match_id`.
    WithChat,
    WithRoom,
    WithMatch,
    /// What is of its chat by a condition with `{here}`, which stands for: the column `room` before it names a room of the chat.
    Where(&'static str),
    /// The same as the person: these columns, as in [`RowExport::columns`].
    Copy(&'static str),
    /// Nothing.
    Stay,
    /// Nothing, and the person loses it too.
    Delete,
    Call(fn(&Tx<'_>, PersonId, &Person) -> Result<(), StoreError>),
}

impl Tables {
    /// Returns the newest version.
    pub fn newest(&self) -> usize {
        self.steps.last().map_or(0, |step| step.version)
    }
}

impl SchemaStep {
    /// Makes a step whose text for PostgreSQL follows from that for SQLite.
    pub const fn new(version: usize, sqlite: &'static str) -> SchemaStep {
        SchemaStep { version, sqlite, postgres: None, of_kernel: None }
    }

    /// Gives it a text of its own for PostgreSQL.
    pub const fn on_postgres(self, text: &'static str) -> SchemaStep {
        SchemaStep { postgres: Some(text), ..self }
    }

    /// Says which version of the kernel had it.
    pub const fn of_kernel(self, version: usize) -> SchemaStep {
        SchemaStep { of_kernel: Some(version), ..self }
    }
}

impl TableSpec {
    /// Makes a table whose rows are copied in an order.
    pub const fn new(name: &'static str, order: &'static str) -> TableSpec {
        TableSpec { order: Some(order), ..TableSpec::not_copied(name) }
    }

    /// Makes a table that is about what runs now, and so isn't copied.
    pub const fn not_copied(name: &'static str) -> TableSpec {
        TableSpec {
            name,
            order: None,
            exports: &[],
            unexported: &[],
            people: &[],
            rooms: &[],
            servers: None,
            cards: None,
            is_dropped: false,
        }
    }

    /// Makes a table that there was, whose name isn't given again.
    pub const fn dropped(name: &'static str) -> TableSpec {
        TableSpec { is_dropped: true, ..TableSpec::not_copied(name) }
    }

    /// Says what people get from the table.
    pub const fn exports(self, exports: &'static [RowExport]) -> TableSpec {
        TableSpec { exports, ..self }
    }

    /// Says what nobody gets, and why.
    pub const fn unexported(
        self,
        unexported: &'static [(&'static str, &'static str)],
    ) -> TableSpec {
        TableSpec { unexported, ..self }
    }

    /// Says which columns hold people.
    pub const fn people(self, people: &'static [PersonColumn]) -> TableSpec {
        TableSpec { people, ..self }
    }

    /// Says how the messages are found that show its rows.
    pub const fn cards(self, cards: KeptCards) -> TableSpec {
        TableSpec { cards: Some(cards), ..self }
    }

    /// Says which column holds servers that may move: their rows move along, and what the new place has already stays.
    pub const fn servers(self, servers: (&'static str, &'static str)) -> TableSpec {
        TableSpec { servers: Some(servers), ..self }
    }

    /// Says which columns hold rooms that move.
    pub const fn rooms(self, rooms: &'static [(&'static str, Option<&'static str>)]) -> TableSpec {
        TableSpec { rooms, ..self }
    }
}

impl RowExport {
    /// Exports columns of the rows that `rows` finds.
    pub const fn new(rows: &'static str, columns: &'static str) -> RowExport {
        RowExport { rows, columns, written: &[] }
    }

    /// Exports columns of the rows whose column `person` has the person.
    pub const fn own(columns: &'static str) -> RowExport {
        RowExport::new("person = ?1", columns)
    }

    /// Exports columns of the rows about matches where the person has a seat, by the column `match_id`.
    pub const fn of_matches(columns: &'static str) -> RowExport {
        RowExport::new("match_id IN (SELECT match_id FROM seats WHERE person = ?1)", columns)
    }

    /// Adds columns whose expressions are written by functions.
    pub const fn written(self, written: &'static [WrittenColumn]) -> RowExport {
        RowExport { written, ..self }
    }
}

/// Makes a column that holds a person.
pub const fn person(
    name: &'static str,
    erased: OnErase,
    linked: OnLink,
    unlinked: OnUnlink,
) -> PersonColumn {
    PersonColumn { name, erased, linked, unlinked }
}

/// Returns the tables of all parts that a database of the newest version has.
pub(super) fn specs(parts: TableParts) -> impl DoubleEndedIterator<Item = &'static TableSpec> {
    parts.iter().flat_map(|part| part.specs).filter(|spec| !spec.is_dropped)
}

/// Returns the columns of people in all tables.
pub(super) fn people(
    parts: TableParts,
) -> impl Iterator<Item = (&'static TableSpec, &'static PersonColumn)> {
    specs(parts).flat_map(|spec| spec.people.iter().map(move |column| (spec, column)))
}

/// Returns the names of columns: of each what comes last.
pub(super) fn names(columns: &str) -> impl Iterator<Item = &str> {
    columns
        .split(", ")
        .filter(|column| !column.is_empty())
        .map(|column| column.rsplit(' ').next().unwrap_or(column))
}

/// Writes an expression for a JSON object with a key and a value, two expressions, of each row of a query. `rows` comes after `FROM`.
pub fn json_object(key: &str, value: &str, rows: &str) -> String {
    format!(
        "(SELECT '{{' || string_agg(json_quote({key}) || ':' || {value}, ',') || '}}' FROM {rows})"
    )
}

/// Writes the statement that puts `?1` for `?2` into a column, but not where a row with the rest of that key exists already.
pub(super) fn renaming(table: &str, column: &str, rest: &str) -> String {
    let same: String =
        names(rest).map(|column| format!(" AND known.{column} = {table}.{column}")).collect();
    format!(
        "UPDATE {table} SET {column} = ?1 WHERE {column} = ?2
         AND NOT EXISTS (SELECT 1 FROM {table} known WHERE known.{column} = ?1{same})"
    )
}
