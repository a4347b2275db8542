//! Codes that are said elsewhere, for linking accounts or rooms.
//!
//! They are stored as hashes that take long to make. A code has 40 random bits, so with a quick hash
//! all of them could be tried in minutes. With this one, a copy of the database helps nobody in the
//! ten minutes that a code is valid.
use command::{Line, Means, SIGNS};
use engine::refusal::Refusal;
use model::{ids::PersonId, slow_hash::slow_hash};
use rand::RngExt as _;
use store::{HashedCode, Reader, StoreError, Tx};

use crate::{
    Request, RequestError,
    context::{
        RequestContext,
        fault::Trace,
        memory::{CodeToHash, HashedAhead, NewCode},
        seam::{CodeKind, Features},
    },
    words,
};

/// How long a code and its confirmation are valid, in seconds.
pub const VALID: i64 = 10 * 60;
/// How many wrong codes a person may try in that time.
const TRIES: u32 = 5;
/// Eight of the signs give a million million codes.
const SIGNS_IN_CODE: usize = 8;
/// How often a code is hashed: some 30 milliseconds.
const ROUNDS: u32 = 100_000;

impl NewCode {
    /// Makes a code. Codes that are valid at the same time share their salt, so that one that is said
    /// is hashed once.
    fn new(salts: Vec<String>) -> NewCode {
        let mut rng = rand::rng();
        let signs = (0..SIGNS_IN_CODE).map(|_| char::from(SIGNS[rng.random_range(0..SIGNS.len())]));
        let signs: String = signs.collect();
        let salt = salts.into_iter().next();
        let salt = salt.unwrap_or_else(|| hex::encode(rand::rng().random::<[u8; 16]>()));
        let hash = hashed(&signs, &salt);
        NewCode { signs, hashed: HashedCode { salt, hash } }
    }

    /// Returns the code as people read it, in two halves.
    pub fn shown(&self) -> String {
        let (first, second) = self.signs.split_at(SIGNS_IN_CODE / 2);
        format!("{first}-{second}")
    }
}

/// Returns the signs of a code that was typed.
pub fn signs_said(said: &str) -> String {
    said.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase()
}

/// Hashes what a request needs, beside the service. Nothing if it needs no hash, or if its sender may
/// try no more codes.
pub(crate) fn hash_ahead(
    reader: &mut Reader,
    features: &Features,
    request: &Request,
) -> Option<HashedAhead> {
    let (kind, needed) = needed(features, &request.line)?;
    let (now, person) = (request.now, (request.chat, &request.from.handle));
    let salts = reader.look(|tx| {
        let me = tx.person_by_handle(person.0, person.1)?;
        let tried = me.map_or(Ok(0), |me| tx.wrong_codes(me.id, now))?;
        Ok::<_, StoreError>(if TRIES <= tried { None } else { Some((kind.salts)(tx, now)?) })
    });
    let salts = salts.ok()??;
    Some(match needed {
        CodeToHash::New => HashedAhead::New(NewCode::new(salts)),
        CodeToHash::Said(signs) => HashedAhead::Said(hashes_of(&signs, &salts)),
    })
}

/// Tells whether a line needs a hash.
pub(crate) fn needs_hash(features: &Features, line: &Line) -> bool {
    needed(features, line).is_some()
}

fn needed(features: &Features, line: &Line) -> Option<(&'static CodeKind, CodeToHash)> {
    let said = match &line.means {
        Means::Command(said) | Means::Words(Ok(Some(said))) if !line.asks => said,
        Means::Command(_) | Means::Words(_) | Means::Refused(_) => return None,
    };
    let mut kinds = features.iter().filter_map(|feature| feature.codes.as_ref());
    let (kind, code) = kinds.find_map(|kind| Some((kind, (kind.said)(said)?)))?;
    match signs_said(&code) {
        signs if signs.is_empty() => Some((kind, CodeToHash::New)),
        // Other words answer a question.
        signs if is_code(&signs) => Some((kind, CodeToHash::Said(signs))),
        _ => None,
    }
}

/// Tells whether signs may be a code.
pub fn is_code(signs: &str) -> bool {
    signs.len() == SIGNS_IN_CODE
}

/// Returns the hashes that a code may be stored as; none if it can't be one.
fn hashes_of(signs: &str, salts: &[String]) -> Vec<String> {
    if !is_code(signs) {
        return Vec::new();
    }
    salts.iter().map(|salt| hashed(signs, salt)).collect()
}

fn hashed(signs: &str, salt: &str) -> String {
    #[cfg(test)]
    tests::note_thread();
    hex::encode(slow_hash(signs.as_bytes(), salt.as_bytes(), ROUNDS))
}

/// Makes a code with a hash, which usually was made before the turn of the request.
pub fn new_code(cx: &mut RequestContext<'_>, salts: Vec<String>) -> NewCode {
    match cx.memory.hashed.take() {
        Some(HashedAhead::New(code)) => code,
        Some(HashedAhead::Said(_)) | None => NewCode::new(salts),
    }
}

/// Returns the hashes that a code may be stored as, as [`new_code`].
pub fn hashes_said(cx: &mut RequestContext<'_>, signs: &str, salts: &[String]) -> Vec<String> {
    match cx.memory.hashed.take() {
        Some(HashedAhead::Said(hashes)) => hashes,
        Some(HashedAhead::New(_)) | None => hashes_of(signs, salts),
    }
}

/// Checks whether the asker may try a code of any kind.
///
/// # Errors
/// If there were too many wrong ones.
pub fn may_try_codes(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    if TRIES <= cx.tx.wrong_codes(cx.me.id, cx.now)? {
        Err(words::too_many_codes().into())
    } else {
        Ok(())
    }
}

/// Counts a wrong code, for the refusal that it gets.
pub fn wrong_code(cx: &mut RequestContext<'_>, refusal: Refusal) -> RequestError {
    cx.traces.push(Trace::WrongCode);
    refusal.into()
}

impl Trace {
    /// Stores what a refused request leaves behind.
    pub fn keep(self, tx: &Tx<'_>, asker: PersonId, now: i64) -> Result<(), RequestError> {
        match self {
            Trace::WrongCode => tx.add_wrong_code(asker, now, now + VALID)?,
            Trace::Stays(of, keep) => keep(tx, of)?,
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use std::{
        sync::{Mutex, PoisonError},
        thread::{self, ThreadId},
    };

    use super::*;

    /// The threads that have hashed a code.
    static HASHED_BY: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

    pub(super) fn note_thread() {
        HASHED_BY.lock().unwrap_or_else(PoisonError::into_inner).push(thread::current().id());
    }

    /// Returns how many codes a thread has hashed.
    pub fn hashed_by(thread: ThreadId) -> usize {
        let by = HASHED_BY.lock().unwrap_or_else(PoisonError::into_inner);
        by.iter().filter(|it| **it == thread).count()
    }

    #[test]
    fn a_code_is_found_by_its_hash_however_it_is_typed_and_the_hash_does_not_show_it() {
        let code = NewCode::new(Vec::new());
        let HashedCode { salt, hash } = &code.hashed;
        assert_eq!(code.shown().len(), SIGNS_IN_CODE + 1);
        let said = signs_said(&format!(" {} ", code.shown().to_lowercase()));
        assert_eq!(said, code.signs);
        let salts = ["another".to_owned(), salt.clone()];
        assert_eq!(hashes_of(&said, &salts).last(), Some(hash));
        assert!(!hash.contains(&code.signs) && hash.len() == 64);
        let next = NewCode::new(vec![salt.clone()]);
        assert!(next.hashed.salt == *salt && next.hashed.hash != *hash);
        assert_ne!(NewCode::new(Vec::new()).hashed.salt, *salt);
        assert_eq!(hashes_of("AAAA", &salts), [""; 0]);
    }

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // Made with `hashlib.pbkdf2_hmac("sha256", b"23456789", b"salt", 100000)` of Python.
        let known = "3b260acf48f25792ca10113b38460ea4587412216c3bd07448ac65de9782f4a1";
        assert_eq!(hashed("23456789", "salt"), known);
    }
}
