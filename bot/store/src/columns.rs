//! How values are stored: ids as numbers, enums as words, everything of the engine as JSON.
use rusqlite::types::{FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{
    Serialize,
    de::{DeserializeOwned, IntoDeserializer, value},
};
use serde_json::Value;

use crate::sql::{FromSql, ToSql};

/// An enum, stored as serde's name for it.
pub struct Word<T>(pub T);

/// Anything serialisable, stored as JSON.
pub struct Json<T>(pub T);

/// Why a column couldn't be read. It says where and not what, because the text may be a secret.
#[derive(Debug, thiserror::Error)]
enum UnreadableColumn {
    #[error("no {of} is called {word:?}")]
    Word { of: &'static str, word: String },
    #[error("no JSON of a {of} (line {line}, column {column})")]
    Json { of: &'static str, line: usize, column: usize },
}

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0).map_err(unwritten)? {
            Value::String(word) => Ok(word.into()),
            other => Err(unwritten(format!("{other} is no word"))),
        }
    }
}

impl<T: DeserializeOwned> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<T>> {
        let word = value.as_str()?;
        let read: Result<T, value::Error> = T::deserialize(word.into_deserializer());
        let of = std::any::type_name::<T>();
        read.map(Word)
            .map_err(|_| FromSqlError::other(UnreadableColumn::Word { of, word: word.to_owned() }))
    }
}

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(serde_json::to_string(&self.0).map_err(unwritten)?.into())
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Json<T>> {
        let of = std::any::type_name::<T>();
        serde_json::from_str(value.as_str()?).map(Json).map_err(|err| {
            FromSqlError::other(UnreadableColumn::Json {
                of,
                line: err.line(),
                column: err.column(),
            })
        })
    }
}

fn unwritten(err: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(err.into())
}
