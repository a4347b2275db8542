//! Codes for linking two accounts and for pairing two rooms.
//!
//! They are stored as hashes that take long to make. A code has 40 random bits, so with a quick hash
//! all of them could be tried in minutes. With this one, a copy of the database helps nobody in the
//! ten minutes that a code is valid.
use command::{
    Line, Means, SIGNS,
    verbs::{self, Order},
};
use engine::refusal::Refusal;
use model::{
    ids::{Chat, PersonId},
    slow_hash::slow_hash,
};
use rand::RngExt as _;
use store::{HashedCode, Reader, StoreError, Tx};

use crate::{
    Request, RequestError,
    context::{
        RequestContext,
        fault::Trace,
        memory::{CodeToHash, HashedAhead, NewCode},
    },
    words,
};

/// How long a code and its confirmation are valid, in seconds.
pub(crate) const VALID: i64 = 10 * 60;
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
pub(crate) fn signs_said(said: &str) -> String {
    said.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase()
}

/// What is said instead of a code about the address of one's own boards. No code has an O.
pub(crate) const BOARD: &str = "BOARD";

/// For whom a code is: an account, or a room.
enum Holder {
    Account,
    Room,
}

/// Hashes what a request needs, beside the service. Nothing if it needs no hash, or if its sender may
/// try no more codes.
pub(crate) fn hash_ahead(reader: &mut Reader, request: &Request) -> Option<HashedAhead> {
    let (holder, needed) = needed(&request.line)?;
    let (now, person) = (request.now, (request.chat, &request.from.handle));
    let salts = reader.look(|tx| {
        let me = tx.person_by_handle(person.0, person.1)?;
        let tried = me.map_or(Ok(0), |me| tx.wrong_codes(me.id, now))?;
        Ok::<_, StoreError>(match holder {
            _ if TRIES <= tried => None,
            Holder::Account => Some(tx.link_salts(now)?),
            Holder::Room => Some(tx.pair_salts(now)?),
        })
    });
    let salts = salts.ok()??;
    Some(match needed {
        CodeToHash::New => HashedAhead::New(NewCode::new(salts)),
        CodeToHash::Said(signs) => HashedAhead::Said(hashes_of(&signs, &salts)),
    })
}

/// Tells whether a line needs a hash.
pub(crate) fn needs_hash(line: &Line) -> bool {
    needed(line).is_some()
}

fn needed(line: &Line) -> Option<(Holder, CodeToHash)> {
    let said = match &line.means {
        Means::Command(said) | Means::Words(Ok(Some(said))) if !line.asks => said,
        Means::Command(_) | Means::Words(_) | Means::Refused(_) => return None,
    };
    let pair = |said: verbs::Admin| (said.what == Some(Order::Pair)).then_some(said.value);
    let (holder, code) = match said.read::<verbs::Link>() {
        Some(link) => (Holder::Account, link.code.unwrap_or_default()),
        None => (Holder::Room, said.read().and_then(pair)?),
    };
    match signs_said(&code) {
        signs if signs.is_empty() => Some((holder, CodeToHash::New)),
        // Other words answer a question.
        signs if signs.len() == SIGNS_IN_CODE => Some((holder, CodeToHash::Said(signs))),
        _ => None,
    }
}

/// Returns the hashes that a code may be stored as; none if it can't be one.
fn hashes_of(signs: &str, salts: &[String]) -> Vec<String> {
    if signs.len() != SIGNS_IN_CODE {
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
pub(crate) fn hashes_said(
    cx: &mut RequestContext<'_>,
    signs: &str,
    salts: &[String],
) -> Vec<String> {
    match cx.memory.hashed.take() {
        Some(HashedAhead::Said(hashes)) => hashes,
        Some(HashedAhead::New(_)) | None => hashes_of(signs, salts),
    }
}

/// Makes a code for the asker, replacing any earlier one.
pub(crate) fn new_link_code(
    cx: &mut RequestContext<'_>,
    chat: Chat,
) -> Result<String, RequestError> {
    let salts = cx.tx.link_salts(cx.now)?;
    let code = new_code(cx, salts);
    cx.tx.put_link_code(cx.me.id, chat, &code.hashed, cx.now + VALID)?;
    Ok(code.shown())
}

/// Returns whose code it is and the chat that showed it, and invalidates it, even if the request
/// is refused.
///
/// # Errors
/// If there is no such code, or there were too many attempts.
pub fn take_link_code(
    cx: &mut RequestContext<'_>,
    signs: &str,
) -> Result<(PersonId, Chat), RequestError> {
    may_try_codes(cx)?;
    let salts = &cx.tx.link_salts(cx.now)?;
    for hash in hashes_said(cx, signs, salts) {
        if let Some((of, chat)) = cx.tx.take_link_code(&hash, cx.now)? {
            cx.traces.push(Trace::UsedCode(of));
            return Ok((of, chat));
        }
    }
    // Nobody finds a code with words that can't be one.
    match signs.len() == SIGNS_IN_CODE {
        true => Err(wrong_code(cx, words::unknown_code())),
        false => Err(words::unknown_code().into()),
    }
}

/// Checks whether the asker may try a code of any kind.
///
/// # Errors
/// If there were too many wrong ones.
pub(crate) fn may_try_codes(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    match TRIES <= cx.tx.wrong_codes(cx.me.id, cx.now)? {
        true => Err(words::too_many_codes().into()),
        false => Ok(()),
    }
}

/// Counts a wrong code, for the refusal that it gets.
pub(crate) fn wrong_code(cx: &mut RequestContext<'_>, refusal: Refusal) -> RequestError {
    cx.traces.push(Trace::WrongCode);
    refusal.into()
}

impl Trace {
    /// Stores what a refused request leaves behind.
    pub fn keep(self, tx: &Tx<'_>, asker: PersonId, now: i64) -> Result<(), RequestError> {
        match self {
            Trace::WrongCode => tx.add_wrong_code(asker, now, now + VALID)?,
            Trace::UsedCode(of) => tx.drop_link_code(of)?,
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

    use command::Commands;

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
    fn the_word_for_ones_own_boards_is_no_code() {
        assert!(BOARD.bytes().any(|letter| !SIGNS.contains(&letter)));
        assert!(needed(&Commands::kernel().read("link board off")).is_none());
    }

    #[test]
    fn only_new_and_typed_codes_need_a_hash() {
        let needs = |line: &str| needs_hash(&Commands::kernel().read(line));
        for line in ["link", "link K7QX-3FPD", "admin pair", "admin pair k7qx3fpd"] {
            assert!(needs(line), "{line}");
        }
        for line in ["link yes", "link no", "link K7Q", "admin unpair", "games", "c3-d4"] {
            assert!(!needs(line), "{line}");
        }
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
