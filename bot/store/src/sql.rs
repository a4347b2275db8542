//! Parameters and rows of statements, whichever database runs them. A part of the program with tables of its own writes its statements
//! with these too, as functions that take a [`crate::Tx`].
//!
//! Values are rusqlite's: an integer, a number, a text, bytes, or nothing. What can be one of them is said by traits of our own,
//! because neither rusqlite's traits nor the ids belong to this crate.
use std::cell::Cell;

use model::ids::{ChallengeId, MatchId, OutboxId, PersonId, RoomId};
use rusqlite::{CachedStatement, Error, StatementStatus, types::Value};
pub use rusqlite::{
    Result as RowResult,
    types::{FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use super::postgres;
pub use super::{
    challenges::terms,
    columns::{Json, Word},
};

/// What a statement can be given.
pub trait ToSql {
    /// Returns it as a value.
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>>;
}

/// What a column can hold.
pub trait FromSql: Sized {
    /// Reads it from a value.
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self>;
}

macro_rules! as_rusqlite {
    (write: $($to:ty)*; read: $($from:ty)*) => {
        $(impl ToSql for $to {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                rusqlite::ToSql::to_sql(self)
            }
        })*
        $(impl FromSql for $from {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$from> {
                rusqlite::types::FromSql::column_result(value)
            }
        })*
    };
}

as_rusqlite! {
    write: bool u8 u16 i32 i64 u32 u64 usize f64 str String [u8] Vec<u8> Value;
    read: bool u8 u16 i32 i64 u32 u64 usize f64 String Vec<u8> Value
}

impl<T: ToSql + ?Sized> ToSql for &T {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        (**self).to_sql()
    }
}

impl<T: ToSql> ToSql for Option<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.as_ref().map_or(Ok(ToSqlOutput::Owned(Value::Null)), ToSql::to_sql)
    }
}

impl<T: FromSql> FromSql for Option<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Option<T>> {
        match value {
            ValueRef::Null => Ok(None),
            value => T::column_result(value).map(Some),
        }
    }
}

/// Lets numbers of rows stand in statements: `ids! { LeagueId }`.
#[macro_export]
macro_rules! ids {
    ($($id:ident)*) => {$(
        impl $crate::sql::ToSql for $id {
            fn to_sql(&self) -> $crate::sql::RowResult<$crate::sql::ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl $crate::sql::FromSql for $id {
            fn column_result(
                value: $crate::sql::ValueRef<'_>,
            ) -> $crate::sql::FromSqlResult<$id> {
                value.as_i64().map($id)
            }
        }
    )*};
}

ids! { PersonId RoomId MatchId ChallengeId OutboxId }

/// Lists values of different kinds for a statement.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$(&$value as &dyn $crate::sql::ToSql),*] as &[&dyn $crate::sql::ToSql] };
}

/// Lists named values for a statement: `":room": room`.
#[macro_export]
macro_rules! named_params {
    ($($name:literal: $value:expr),* $(,)?) => {
        &[$(($name, &$value as &dyn $crate::sql::ToSql)),*] as &[(&str, &dyn $crate::sql::ToSql)]
    };
}

pub use crate::{ids, named_params, params};

/// The parameters of a statement, by position or by name.
pub trait Params {
    /// Calls `f` with each of them, in order.
    fn each<'a>(&'a self, f: &mut Binder<'a, '_>) -> rusqlite::Result<()>;
}

/// Takes the name of a parameter, if it has one, and its value.
pub type Binder<'a, 'b> = dyn FnMut(Option<&'a str>, &'a dyn ToSql) -> rusqlite::Result<()> + 'b;

impl Params for [&(dyn ToSql + Send + Sync); 0] {
    fn each<'a>(&'a self, _: &mut Binder<'a, '_>) -> rusqlite::Result<()> {
        Ok(())
    }
}

macro_rules! lists {
    ($($len:literal)*) => {$(
        impl<T: ToSql> Params for [T; $len] {
            fn each<'a>(&'a self, f: &mut Binder<'a, '_>) -> rusqlite::Result<()> {
                self.iter().try_for_each(|it| f(None, it))
            }
        }
    )*};
}

lists! { 1 2 3 }

impl Params for &[&dyn ToSql] {
    fn each<'a>(&'a self, f: &mut Binder<'a, '_>) -> rusqlite::Result<()> {
        self.iter().try_for_each(|it| f(None, *it))
    }
}

impl Params for &[(&str, &dyn ToSql)] {
    fn each<'a>(&'a self, f: &mut Binder<'a, '_>) -> rusqlite::Result<()> {
        self.iter().try_for_each(|(name, it)| f(Some(name), *it))
    }
}

/// A row of a result.
pub enum SqlRow<'a> {
    /// With the place where a column is looked for first.
    File(&'a rusqlite::Row<'a>, &'a Cell<usize>),
    Remote(&'a ::postgres::Row),
}

/// How a column is named: by its place or its name.
pub trait Column: Copy {
    /// Returns its place among `count` columns, looking from one place on and then before it: rows are read in order.
    fn place<'n>(
        self,
        from: usize,
        count: usize,
        name: impl Fn(usize) -> &'n str,
    ) -> rusqlite::Result<usize>;
}

impl Column for usize {
    fn place<'n>(
        self,
        _: usize,
        _: usize,
        _: impl Fn(usize) -> &'n str,
    ) -> rusqlite::Result<usize> {
        Ok(self)
    }
}

impl Column for &str {
    fn place<'n>(
        self,
        from: usize,
        count: usize,
        name: impl Fn(usize) -> &'n str,
    ) -> rusqlite::Result<usize> {
        let mut places = (from..count).chain(0..from.min(count));
        let found = places.find(|&place| name(place) == self);
        found.ok_or_else(|| Error::InvalidColumnName(self.to_owned()))
    }
}

impl SqlRow<'_> {
    /// Returns the value of a column.
    ///
    /// # Errors
    /// If there is no such column, or its value is another kind of value.
    pub fn get<C: Column, T: FromSql>(&self, column: C) -> rusqlite::Result<T> {
        let place = self.place(column)?;
        let value = self.get_ref(place)?;
        T::column_result(value).map_err(|err| {
            let kind = value.data_type();
            match err {
                FromSqlError::InvalidType => {
                    Error::InvalidColumnType(place, self.name(place), kind)
                }
                FromSqlError::OutOfRange(it) => Error::IntegralValueOutOfRange(place, it),
                FromSqlError::Other(err) => Error::FromSqlConversionFailure(place, kind, err),
                other => Error::FromSqlConversionFailure(place, kind, Box::new(other)),
            }
        })
    }

    fn place(&self, column: impl Column) -> rusqlite::Result<usize> {
        match self {
            SqlRow::File(row, next) => {
                let row = row.as_ref();
                let name = |place| row.column_name(place).unwrap_or_default();
                let place = column.place(next.get(), row.column_count(), name)?;
                next.set(place + 1);
                Ok(place)
            }
            SqlRow::Remote(row) => {
                let columns = row.columns();
                column.place(0, columns.len(), |place| columns[place].name())
            }
        }
    }

    /// Returns the name of a column.
    fn name(&self, place: usize) -> String {
        match self {
            SqlRow::File(row, _) => row.as_ref().column_name(place).unwrap_or_default().to_owned(),
            SqlRow::Remote(row) => {
                row.columns().get(place).map_or_else(String::new, |column| column.name().to_owned())
            }
        }
    }

    /// Returns the value of a column as it is.
    ///
    /// # Errors
    /// If there is no such column.
    pub(super) fn get_ref(&self, column: impl Column) -> rusqlite::Result<ValueRef<'_>> {
        let place = self.place(column)?;
        match self {
            SqlRow::File(row, _) => row.get_ref(place),
            SqlRow::Remote(row) => postgres::cell(row, place),
        }
    }
}

/// Calls `read` with every row of a statement's result until it returns false.
pub(super) fn query(
    statement: &mut CachedStatement<'_>,
    params: &impl Params,
    mut read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<bool>,
) -> rusqlite::Result<()> {
    bind(statement, params)?;
    let mut rows = statement.raw_query();
    let next = Cell::new(0);
    while let Some(row) = rows.next()? {
        if !read(&SqlRow::File(row, &next))? {
            break;
        }
    }
    drop(rows);
    count(statement);
    Ok(())
}

/// Runs a statement without a result; returns how many rows it changed.
pub(super) fn execute(
    statement: &mut CachedStatement<'_>,
    params: &impl Params,
) -> rusqlite::Result<usize> {
    bind(statement, params)?;
    let changed = statement.raw_execute();
    count(statement);
    changed
}

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Returns how many steps SQLite has taken for this thread.
pub(super) fn steps() -> u64 {
    STEPS.get()
}

fn count(statement: &CachedStatement<'_>) {
    let taken = statement.reset_status(StatementStatus::VmStep);
    STEPS.set(STEPS.get() + u64::try_from(taken).unwrap_or_default());
}

fn bind(statement: &mut CachedStatement<'_>, params: &impl Params) -> rusqlite::Result<()> {
    let mut given = 0;
    params.each(&mut |name, value| {
        given += 1;
        let place = match name {
            None => given,
            Some(name) => statement
                .parameter_index(name)?
                .ok_or_else(|| Error::InvalidParameterName(name.to_owned()))?,
        };
        if place <= statement.parameter_count() {
            statement.raw_bind_parameter(place, value.to_sql()?)
        } else {
            Err(Error::InvalidParameterCount(given, statement.parameter_count()))
        }
    })?;
    match statement.parameter_count() {
        known if known == given => Ok(()),
        known => Err(Error::InvalidParameterCount(given, known)),
    }
}
