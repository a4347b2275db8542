//! Parameters and rows of statements, whichever database runs them.
//!
//! Values are rusqlite's: an integer, a number, a text, bytes, or nothing.
#[cfg(feature = "postgres")]
use rusqlite::types::FromSqlError;
use rusqlite::{
    CachedStatement, Error, ToSql,
    types::{FromSql, ValueRef},
};

#[cfg(feature = "postgres")]
use super::remote;

/// The parameters of a statement, by position or by name.
pub(super) trait Params {
    /// Calls `f` with each of them, in order.
    fn each<'a>(&'a self, f: &mut Binder<'a, '_>) -> rusqlite::Result<()>;
}

/// Takes the name of a parameter, if it has one, and its value.
pub(super) type Binder<'a, 'b> =
    dyn FnMut(Option<&'a str>, &'a dyn ToSql) -> rusqlite::Result<()> + 'b;

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
pub(super) enum SqlRow<'a> {
    File(&'a rusqlite::Row<'a>),
    #[cfg(feature = "postgres")]
    Remote(&'a ::postgres::Row),
}

/// How a column is named: by its place or its name.
pub(super) trait Column: rusqlite::RowIndex {
    /// Returns its place in a row of a server.
    #[cfg(feature = "postgres")]
    fn place(&self, row: &::postgres::Row) -> rusqlite::Result<usize>;
}

impl Column for usize {
    #[cfg(feature = "postgres")]
    fn place(&self, _: &::postgres::Row) -> rusqlite::Result<usize> {
        Ok(*self)
    }
}

impl Column for &str {
    #[cfg(feature = "postgres")]
    fn place(&self, row: &::postgres::Row) -> rusqlite::Result<usize> {
        let found = row.columns().iter().position(|it| it.name() == *self);
        found.ok_or_else(|| Error::InvalidColumnName((*self).to_owned()))
    }
}

impl SqlRow<'_> {
    /// Returns the value of a column.
    ///
    /// # Errors
    /// If there is no such column, or its value is another kind of value.
    pub(super) fn get<C: Column, T: FromSql>(&self, column: C) -> rusqlite::Result<T> {
        match self {
            SqlRow::File(row) => row.get(column),
            #[cfg(feature = "postgres")]
            SqlRow::Remote(row) => {
                let place = column.place(row)?;
                let value = remote::cell(row, place)?;
                T::column_result(value).map_err(|err| {
                    let kind = value.data_type();
                    match err {
                        FromSqlError::InvalidType => {
                            let name = row.columns().get(place).map_or("", |it| it.name());
                            Error::InvalidColumnType(place, name.to_owned(), kind)
                        }
                        FromSqlError::OutOfRange(it) => Error::IntegralValueOutOfRange(place, it),
                        FromSqlError::Other(err) => {
                            Error::FromSqlConversionFailure(place, kind, err)
                        }
                        other => Error::FromSqlConversionFailure(place, kind, Box::new(other)),
                    }
                })
            }
        }
    }

    /// Returns the value of a column as it is.
    ///
    /// # Errors
    /// If there is no such column.
    pub(super) fn get_ref(&self, column: impl Column) -> rusqlite::Result<ValueRef<'_>> {
        match self {
            SqlRow::File(row) => row.get_ref(column),
            #[cfg(feature = "postgres")]
            SqlRow::Remote(row) => remote::cell(row, column.place(row)?),
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
    while let Some(row) = rows.next()? {
        if !read(&SqlRow::File(row))? {
            break;
        }
    }
    Ok(())
}

/// Runs a statement without a result; returns how many rows it changed.
pub(super) fn execute(
    statement: &mut CachedStatement<'_>,
    params: &impl Params,
) -> rusqlite::Result<usize> {
    bind(statement, params)?;
    statement.raw_execute()
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
        match place <= statement.parameter_count() {
            true => statement.raw_bind_parameter(place, value),
            false => Err(Error::InvalidParameterCount(given, statement.parameter_count())),
        }
    })?;
    match statement.parameter_count() {
        known if known == given => Ok(()),
        known => Err(Error::InvalidParameterCount(given, known)),
    }
}
