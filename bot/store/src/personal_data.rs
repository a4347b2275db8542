//! What is stored about a person, row by row, for `mydata export`. Which columns those are is said with each table.
use model::ids::PersonId;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use super::{StoreError, Tx, sql::SqlRow, tables};

impl Tx<'_> {
    /// Returns what is stored about a person: the rows of each table.
    pub fn kept_of(&self, person: PersonId) -> Result<Value, StoreError> {
        let mut kept = Map::new();
        for spec in tables::specs(self.tables()) {
            let mut all = Vec::new();
            for export in spec.exports {
                let mut columns = export.columns.to_owned();
                for (name, expression) in export.written {
                    columns.push_str(&format!(", {} AS {name}", expression()));
                }
                let names: Vec<&str> = tables::names(export.columns)
                    .chain(export.written.iter().map(|it| it.0))
                    .collect();
                let sql = format!("SELECT {columns} FROM {} WHERE {}", spec.name, export.rows);
                all.extend(self.all(&sql, [person], |row| as_json(row, &names))?);
            }
            if !spec.exports.is_empty() {
                kept.insert(spec.name.to_owned(), all.into());
            }
        }
        Ok(Value::Object(kept))
    }
}

fn as_json(row: &SqlRow<'_>, columns: &[&str]) -> rusqlite::Result<Value> {
    let mut out = Map::new();
    for (n, name) in columns.iter().enumerate() {
        let value = match row.get_ref(n)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(it) => it.into(),
            ValueRef::Real(it) => it.into(),
            ValueRef::Text(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                if text.starts_with(['{', '[']) {
                    serde_json::from_str(&text).unwrap_or_else(|_| text.into())
                } else {
                    text.into()
                }
            }
            ValueRef::Blob(bytes) => bytes.len().into(),
        };
        out.insert((*name).to_owned(), value);
    }
    Ok(Value::Object(out))
}
