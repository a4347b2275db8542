//! Compressed JSON: a format byte, then zstd with a dictionary. The dictionary is either trained on steps, or it is the JSON of earlier
//! steps of the same match, which differ little.
//!
//! A released dictionary never changes, because older rows need it. A better one gets a number of
//! its own and is used from then on.
use std::{
    io,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use rusqlite::types::{FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Serialize, de::DeserializeOwned};
use zstd::{
    bulk::{Compressor, Decompressor},
    dict::{DecoderDictionary, EncoderDictionary},
};

use crate::sql::{FromSql, ToSql};

/// The first dictionary.
const FIRST: &[u8] = include_bytes!("packed/1.dict");

/// How many bytes of the first dictionary older versions put before one earlier step: byte frequencies and the most common words.
const BEGINNING: usize = 2048;

/// The format byte of JSON packed with the first dictionary.
const KIND: u8 = 1;

/// The format byte of older versions, which packed with the beginning of the dictionary and one earlier step.
const BY_ONE: u8 = 2;

/// The format byte of JSON packed with earlier steps as its dictionary.
const BY_EARLIER: u8 = 3;

/// A higher level than the default: a step gets a quarter smaller, for a third of a millisecond at
/// most.
const LEVEL: i32 = 12;

/// The level with earlier steps, where a higher one gains nothing.
const LEVEL_BY_EARLIER: i32 = 6;

/// The longest JSON that is decompressed: far more than any step has.
const LONGEST: usize = 64 << 20;

static PACKER: LazyLock<Mutex<Option<Compressor<'static>>>> = LazyLock::new(|| {
    static MADE: LazyLock<EncoderDictionary<'static>> =
        LazyLock::new(|| EncoderDictionary::copy(FIRST, LEVEL));
    Mutex::new(Compressor::with_prepared_dictionary(&MADE).ok().and_then(nameless))
});

static UNPACKER: LazyLock<Mutex<Option<Decompressor<'static>>>> = LazyLock::new(|| {
    static MADE: LazyLock<DecoderDictionary<'static>> =
        LazyLock::new(|| DecoderDictionary::copy(FIRST));
    Mutex::new(Decompressor::with_prepared_dictionary(&MADE).ok())
});

/// Packs with earlier steps as the dictionary.
static PACKER_BY_EARLIER: LazyLock<Mutex<Option<Compressor<'static>>>> =
    LazyLock::new(|| Mutex::new(Compressor::new(LEVEL_BY_EARLIER).ok().and_then(nameless)));

/// Unpacks with earlier steps as the dictionary.
static UNPACKER_BY_EARLIER: LazyLock<Mutex<Option<Decompressor<'static>>>> =
    LazyLock::new(|| Mutex::new(Decompressor::new().ok()));

/// Anything serialisable, stored compressed.
pub(super) struct Packed<T>(pub(super) T);

impl<T: Serialize> ToSql for Packed<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let failed = |err: io::Error| rusqlite::Error::ToSqlConversionFailure(err.into());
        let packed = json(&self.0).and_then(|json| pack(&json, None));
        Ok(packed.map_err(failed)?.into())
    }
}

impl<T: DeserializeOwned> FromSql for Packed<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Packed<T>> {
        let json = unpack(value.as_blob()?, None).map_err(FromSqlError::other)?;
        read(&json).map(Packed).map_err(FromSqlError::other)
    }
}

/// Returns the JSON of a value, before packing.
pub(super) fn json<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(value)?)
}

/// Reads JSON written by [`json`].
pub(super) fn read<T: DeserializeOwned>(json: &[u8]) -> io::Result<T> {
    // The decoding error may contain the text, which may be a secret.
    serde_json::from_slice(json).map_err(|err| {
        let (line, column) = (err.line(), err.column());
        io::Error::other(format!(
            "no packed JSON of a {} (line {line}, column {column})",
            std::any::type_name::<T>()
        ))
    })
}

/// Packs JSON, with earlier JSON as the dictionary if there is some.
pub(super) fn pack(json: &[u8], earlier: Option<&[u8]>) -> io::Result<Vec<u8>> {
    let (kind, packed) = match earlier {
        Some(earlier) => {
            let mut packer = locked(&PACKER_BY_EARLIER);
            let packer = packer.as_mut().ok_or_else(no_dictionary)?;
            packer.set_dictionary(LEVEL_BY_EARLIER, earlier)?;
            (BY_EARLIER, packer.compress(json)?)
        }
        None => {
            let mut packer = locked(&PACKER);
            (KIND, packer.as_mut().ok_or_else(no_dictionary)?.compress(json)?)
        }
    };
    Ok([&[kind], &*packed].concat())
}

/// Unpacks JSON, with the earlier JSON that was its dictionary.
pub(super) fn unpack(bytes: &[u8], earlier: Option<&[u8]>) -> io::Result<Vec<u8>> {
    match (bytes.split_first(), earlier) {
        (Some((&BY_EARLIER, packed)), Some(earlier)) => unpack_by(earlier, packed),
        (Some((&BY_ONE, packed)), Some(earlier)) => unpack_by(&with_beginning(earlier), packed),
        (Some((&(BY_EARLIER | BY_ONE), _)), None) => {
            Err(io::Error::other("what it was packed by is missing"))
        }
        (Some((&KIND, packed)), _) => {
            let longest = longest(packed);
            locked(&UNPACKER).as_mut().ok_or_else(no_dictionary)?.decompress(packed, longest)
        }
        (Some((kind, _)), _) => {
            Err(io::Error::other(format!("packed in a way ({kind}) of a later version")))
        }
        (None, _) => Err(io::Error::other("nothing is packed")),
    }
}

fn unpack_by(dictionary: &[u8], packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut unpacker = locked(&UNPACKER_BY_EARLIER);
    let unpacker = unpacker.as_mut().ok_or_else(no_dictionary)?;
    unpacker.set_dictionary(dictionary)?;
    unpacker.decompress(packed, longest(packed))
}

/// Leaves the dictionary's id out of the zstd frame, because the format byte says which one it is.
fn nameless(mut packer: Compressor<'static>) -> Option<Compressor<'static>> {
    packer.include_dictid(false).ok().map(|()| packer)
}

fn with_beginning(earlier: &[u8]) -> Vec<u8> {
    [&FIRST[..BEGINNING], earlier].concat()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the unpacked length in bytes from the frame header, limited to [`LONGEST`].
fn longest(packed: &[u8]) -> usize {
    let told = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
    told.and_then(|told| usize::try_from(told).ok()).unwrap_or(LONGEST).min(LONGEST)
}

fn no_dictionary() -> io::Error {
    io::Error::other("no memory for the dictionary")
}

/// Packs like older versions.
#[cfg(test)]
pub(super) fn pack_by_one(json: &[u8], base: &[u8]) -> Vec<u8> {
    let mut packer = Compressor::with_dictionary(LEVEL, &with_beginning(base)).unwrap();
    [&[BY_ONE], &*packer.compress(json).unwrap()].concat()
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
        let earlier = b"[1,2,3,4]";
        let packed = pack(b"[1,2,3,5]", Some(earlier)).unwrap();
        for packed in [packed, pack_by_one(b"[1,2,3,5]", earlier)] {
            assert_eq!(unpack(&packed, Some(earlier)).unwrap(), b"[1,2,3,5]");
            assert!(unpack(&packed, None).is_err());
        }
    }

    #[test]
    fn the_dictionary_is_the_one_that_was_released() {
        let hash = hex::encode(Sha256::digest(FIRST));
        assert_eq!(hash, "c5a2ac05d47585aa73234e40bc538acdb70f8e7b6a6830893f601f39381d810d");
    }
}
