//! Values on their way to the server and back. All numbers are 64 bits wide, and yes and no are 1 and 0.
use std::error::Error;

use postgres::{
    Row,
    types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked},
};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};

type Fault = Box<dyn Error + Send + Sync>;

/// A value to send, in the form that the statement wants it.
#[derive(Debug)]
pub(super) struct SentValue(pub(super) Value);

impl SentValue {
    /// Takes the value of a parameter. What isn't a number becomes nothing, as with SQLite.
    ///
    /// # Errors
    /// If it has none.
    pub(super) fn of(value: &dyn crate::sql::ToSql) -> rusqlite::Result<SentValue> {
        let value = match value.to_sql()? {
            ToSqlOutput::Borrowed(it) => it.into(),
            ToSqlOutput::Owned(it) => it,
            _ => return Err(rusqlite::Error::ToSqlConversionFailure("not a plain value".into())),
        };
        Ok(SentValue(match value {
            Value::Real(number) if number.is_nan() => Value::Null,
            // PostgreSQL's texts can't hold this character.
            Value::Text(text) if text.contains('\0') => Value::Text(text.replace('\0', "\u{fffd}")),
            other => other,
        }))
    }
}

impl ToSql for SentValue {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Fault> {
        let refused = || Err(format!("a value can't be sent as {ty}").into());
        match &self.0 {
            Value::Null => return Ok(IsNull::Yes),
            Value::Integer(number) => match *ty {
                Type::INT8 => out.extend_from_slice(&number.to_be_bytes()),
                Type::INT4 => out.extend_from_slice(&i32::try_from(*number)?.to_be_bytes()),
                Type::FLOAT8 => out.extend_from_slice(&(*number as f64).to_be_bytes()),
                Type::TEXT => out.extend_from_slice(number.to_string().as_bytes()),
                _ => return refused(),
            },
            Value::Real(number) => match *ty {
                Type::FLOAT8 => out.extend_from_slice(&number.to_be_bytes()),
                _ => return refused(),
            },
            Value::Text(text) => match *ty {
                Type::TEXT => out.extend_from_slice(text.as_bytes()),
                _ => return refused(),
            },
            Value::Blob(bytes) => match *ty {
                Type::BYTEA => out.extend_from_slice(bytes),
                _ => return refused(),
            },
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A value of a row, where the client has it.
struct ReadValue<'a>(ValueRef<'a>);

impl<'a> FromSql<'a> for ReadValue<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<ReadValue<'a>, Fault> {
        Ok(ReadValue(match *ty {
            Type::INT8 => ValueRef::Integer(i64::from_be_bytes(raw.try_into()?)),
            Type::INT4 => ValueRef::Integer(i32::from_be_bytes(raw.try_into()?).into()),
            Type::BOOL => ValueRef::Integer(i64::from(raw == [1])),
            Type::FLOAT8 => ValueRef::Real(f64::from_be_bytes(raw.try_into()?)),
            Type::TEXT | Type::NAME | Type::VARCHAR => ValueRef::Text(raw),
            Type::BYTEA => ValueRef::Blob(raw),
            ref other => return Err(format!("a value of the type {other} can't be read").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<ReadValue<'a>, Fault> {
        Ok(ReadValue(ValueRef::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// Returns the value in a column of a row.
///
/// # Errors
/// If there is no such column, or a value of its type is none of ours.
pub(crate) fn cell(row: &Row, column: usize) -> rusqlite::Result<ValueRef<'_>> {
    let found = row.try_get::<_, ReadValue<'_>>(column);
    found.map(|it| it.0).map_err(|err| match row.columns().get(column) {
        None => rusqlite::Error::InvalidColumnIndex(column),
        Some(_) => rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Null,
            err.into(),
        ),
    })
}
