//! Compressed JSON: a byte for the format, then zstd with a dictionary: one trained on steps, or
//! the JSON of an earlier step of the same match, from which little differs.
//!
//! A released dictionary never changes, because older rows need it. A better one gets a number of
//! its own and is used from then on.
use std::{
    io,
    sync::{LazyLock, Mutex, PoisonError},
};

use rusqlite::{
    ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};
use serde::{Serialize, de::DeserializeOwned};
use zstd::{
    bulk::{Compressor, Decompressor},
    dict::{DecoderDictionary, EncoderDictionary},
};

/// The first dictionary.
const FIRST: &[u8] = include_bytes!("packed/1.dict");

/// How much of the first dictionary goes before a base: how often each byte occurs, and the most
/// common words.
const BEGINNING: usize = 2048;

/// The byte of the first format.
const KIND: u8 = 1;

/// The byte of what is packed by its differences from a base.
const BY_BASE: u8 = 2;

/// A higher level than the default: a step gets a quarter smaller, for a third of a millisecond at
/// most.
const LEVEL: i32 = 12;

/// The longest JSON that is decompressed: far more than any step has.
const LONGEST: usize = 64 << 20;

static PACKER: LazyLock<Mutex<Option<Compressor<'static>>>> = LazyLock::new(|| {
    static MADE: LazyLock<EncoderDictionary<'static>> =
        LazyLock::new(|| EncoderDictionary::copy(FIRST, LEVEL));
    Mutex::new(Compressor::with_prepared_dictionary(&MADE).ok())
});

static UNPACKER: LazyLock<Mutex<Option<Decompressor<'static>>>> = LazyLock::new(|| {
    static MADE: LazyLock<DecoderDictionary<'static>> =
        LazyLock::new(|| DecoderDictionary::copy(FIRST));
    Mutex::new(Decompressor::with_prepared_dictionary(&MADE).ok())
});

/// What packs and unpacks by a base.
static BASED: LazyLock<Mutex<Option<(Compressor<'static>, Decompressor<'static>)>>> =
    LazyLock::new(|| Mutex::new(Compressor::new(LEVEL).ok().zip(Decompressor::new().ok())));

/// Anything serialisable, stored compressed.
pub(super) struct Packed<T>(pub(super) T);

impl<T: Serialize> ToSql for Packed<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(write(&self.0, None)?.into())
    }
}

impl<T: DeserializeOwned> FromSql for Packed<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Packed<T>> {
        read(value.as_blob()?, None).map(Packed).map_err(FromSqlError::other)
    }
}

/// Packs a value, by its differences from a base if there is one.
pub(super) fn write<T: Serialize>(value: &T, base: Option<&[u8]>) -> rusqlite::Result<Vec<u8>> {
    let failed = |err: io::Error| rusqlite::Error::ToSqlConversionFailure(err.into());
    let json = serde_json::to_vec(value).map_err(|err| failed(err.into()))?;
    let mut bytes = vec![if base.is_some() { BY_BASE } else { KIND }];
    bytes.extend(pack(&json, base).map_err(failed)?);
    Ok(bytes)
}

/// Reads what [`write`] made; the base is packed too, by itself.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8], base: Option<&[u8]>) -> io::Result<T> {
    let base = base.map(|it| unpack(it, None)).transpose()?;
    let json = unpack(bytes, base.as_deref())?;
    // The decoding error may contain the text, which may be a secret.
    serde_json::from_slice(&json).map_err(|err| {
        let (line, column) = (err.line(), err.column());
        io::Error::other(format!(
            "no packed JSON of a {} (line {line}, column {column})",
            std::any::type_name::<T>()
        ))
    })
}

/// Returns the JSON of what is packed by itself, as a base for others.
pub(super) fn base(bytes: &[u8]) -> io::Result<Vec<u8>> {
    unpack(bytes, None)
}

fn pack(json: &[u8], base: Option<&[u8]>) -> io::Result<Vec<u8>> {
    if let Some(base) = base {
        let mut based = BASED.lock().unwrap_or_else(PoisonError::into_inner);
        let (packer, _) = based.as_mut().ok_or_else(no_dictionary)?;
        packer.set_dictionary(LEVEL, &with_beginning(base))?;
        return packer.compress(json);
    }
    let mut packer = PACKER.lock().unwrap_or_else(PoisonError::into_inner);
    packer.as_mut().ok_or_else(no_dictionary)?.compress(json)
}

fn unpack(bytes: &[u8], base: Option<&[u8]>) -> io::Result<Vec<u8>> {
    match (bytes.split_first(), base) {
        (Some((&BY_BASE, packed)), Some(base)) => {
            let longest = longest(packed);
            let mut based = BASED.lock().unwrap_or_else(PoisonError::into_inner);
            let (_, unpacker) = based.as_mut().ok_or_else(no_dictionary)?;
            unpacker.set_dictionary(&with_beginning(base))?;
            unpacker.decompress(packed, longest)
        }
        (Some((&BY_BASE, _)), None) => Err(io::Error::other("what it was packed by is missing")),
        (Some((&KIND, packed)), _) => {
            let longest = longest(packed);
            let mut unpacker = UNPACKER.lock().unwrap_or_else(PoisonError::into_inner);
            unpacker.as_mut().ok_or_else(no_dictionary)?.decompress(packed, longest)
        }
        (Some((kind, _)), _) => {
            Err(io::Error::other(format!("packed in a way ({kind}) of a later version")))
        }
        (None, _) => Err(io::Error::other("nothing is packed")),
    }
}

fn with_beginning(base: &[u8]) -> Vec<u8> {
    [&FIRST[..BEGINNING], base].concat()
}

/// Returns how long it is unpacked, as its beginning says.
fn longest(packed: &[u8]) -> usize {
    let told = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
    told.and_then(|it| usize::try_from(it).ok()).unwrap_or(LONGEST).min(LONGEST)
}

fn no_dictionary() -> io::Error {
    io::Error::other("no memory for the dictionary")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn there_and_back(value: &Value) -> (usize, Value) {
        let packed = Packed(value);
        let ToSqlOutput::Owned(rusqlite::types::Value::Blob(bytes)) = packed.to_sql().unwrap()
        else {
            panic!("a blob is written");
        };
        let read = Packed::<Value>::column_result(ValueRef::Blob(&bytes)).unwrap();
        (bytes.len(), read.0)
    }

    #[test]
    fn what_is_packed_comes_back_as_it_was() {
        let long: Vec<f64> = (0..5000).map(|n| f64::from(n).sqrt()).collect();
        for value in
            [json!(null), json!([1, {"a": "ß\u{0}🎲"}]), json!(long), json!("x".repeat(100_000))]
        {
            let (_, read) = there_and_back(&value);
            assert_eq!(read, value);
        }
        assert!(there_and_back(&json!("x".repeat(100_000))).0 < 200);
    }

    #[test]
    fn what_was_packed_otherwise_or_is_damaged_is_refused() {
        for bytes in [&b""[..], &[1], &[2, 3, 4], &[1, 3, 4, 5, 6, 7, 8]] {
            assert!(Packed::<Value>::column_result(ValueRef::Blob(bytes)).is_err(), "{bytes:?}");
        }
        let base = write(&json!([1, 2, 3, 4]), None).unwrap();
        let by_base = write(&json!([1, 2, 3, 5]), Some(b"[1,2,3,4]")).unwrap();
        assert_eq!(read::<Value>(&by_base, Some(&base)).unwrap(), json!([1, 2, 3, 5]));
        assert!(read::<Value>(&by_base, None).is_err());
        assert!(read::<Value>(&by_base, Some(&by_base)).is_err(), "no base has a base");
    }

    #[test]
    fn the_dictionary_is_the_one_that_was_released() {
        let hash = hex::encode(Sha256::digest(FIRST));
        assert_eq!(hash, "c5a2ac05d47585aa73234e40bc538acdb70f8e7b6a6830893f601f39381d810d");
    }
}
