//! Codes for linking two accounts, and pending confirmations.
use crate::service::people::words;
use std::collections::HashMap;

use engine::refusal::Refusal;
use rand::RngExt as _;

use crate::{
    command::SIGNS,
    store::{Chat, PersonId},
};

/// How long a code and its confirmation are valid, in seconds.
pub(in crate::service) const VALID: i64 = 10 * 60;
/// How many wrong codes a person may try in that time.
const TRIES: u32 = 5;
/// Eight of the signs give a million million codes.
pub(in crate::service) const SIGNS_IN_CODE: usize = 8;

/// The current codes, failed attempts, and pending confirmations.
#[derive(Default)]
pub(in crate::service) struct Codes {
    shown: HashMap<PersonId, ShownCode>,
    wrong: HashMap<PersonId, Wrong>,
    /// By the person who typed the code.
    asked: HashMap<PersonId, LinkAsked>,
}

struct ShownCode {
    code: String,
    chat: Chat,
    until: i64,
}

struct Wrong {
    tries: u32,
    until: i64,
}

/// Someone typed a code and is asked to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct LinkAsked {
    /// Whose code it was, and the chat that showed it.
    pub(in crate::service) with: PersonId,
    pub(in crate::service) chat: Chat,
    pub(in crate::service) until: i64,
}

impl Codes {
    /// Makes a code for a person, replacing any earlier one.
    pub(in crate::service) fn make(&mut self, who: PersonId, chat: Chat, now: i64) -> String {
        let mut rng = rand::rng();
        let signs = (0..SIGNS_IN_CODE).map(|_| char::from(SIGNS[rng.random_range(0..SIGNS.len())]));
        let code: String = signs.collect();
        self.shown.retain(|_, it| now < it.until);
        self.shown.insert(who, ShownCode { code: code.clone(), chat, until: now + VALID });
        code
    }

    /// Returns whose code it is and the chat that showed it, and invalidates it.
    ///
    /// # Errors
    /// If there is no such code, or there were too many attempts.
    pub(in crate::service) fn take(
        &mut self,
        said: &str,
        by: PersonId,
        now: i64,
    ) -> Result<(PersonId, Chat), Refusal> {
        self.may_try(by, now)?;
        let fits = |it: &ShownCode| it.code == said && now < it.until;
        let found = self.shown.iter().find(|(_, it)| fits(it)).map(|(&who, it)| (who, it.chat));
        match found {
            Some((who, chat)) => {
                self.shown.remove(&who);
                Ok((who, chat))
            }
            None => {
                self.failed(by, now);
                Err(words::unknown_code())
            }
        }
    }

    /// Checks whether a person may try a code of any kind.
    ///
    /// # Errors
    /// If there were too many wrong ones.
    pub(in crate::service) fn may_try(&mut self, by: PersonId, now: i64) -> Result<(), Refusal> {
        self.wrong.retain(|_, it| now < it.until);
        match self.wrong.get(&by).is_some_and(|it| TRIES <= it.tries) {
            true => Err(words::too_many_codes()),
            false => Ok(()),
        }
    }

    /// Counts a wrong code.
    pub(in crate::service) fn failed(&mut self, by: PersonId, now: i64) {
        let wrong = self.wrong.entry(by).or_insert(Wrong { tries: 0, until: now + VALID });
        wrong.tries += 1;
    }

    pub(in crate::service) fn ask(&mut self, who: PersonId, asked: LinkAsked) {
        self.asked.insert(who, asked);
    }

    /// Returns the person's pending confirmation, and removes it.
    pub(in crate::service) fn answered(&mut self, who: PersonId, now: i64) -> Option<LinkAsked> {
        self.asked.remove(&who).filter(|it| now < it.until)
    }

    /// Removes confirmations that name a person, and returns who was asked.
    pub(in crate::service) fn take_back(&mut self, with: PersonId, now: i64) -> Vec<PersonId> {
        let named = self.asked.extract_if(|_, it| it.with == with && now < it.until);
        named.map(|(who, _)| who).collect()
    }

    /// Forgets a person's code and confirmations.
    pub(in crate::service) fn forget(&mut self, who: PersonId) {
        self.shown.remove(&who);
        self.wrong.remove(&who);
        self.asked.retain(|of, it| *of != who && it.with != who);
    }
}

#[cfg(test)]
mod tests {
    use engine::refusal::Code;

    use super::*;

    #[test]
    fn a_code_counts_once_and_for_ten_minutes() {
        let (ann, bob) = (PersonId(1), PersonId(2));
        let mut codes = Codes::default();
        let code = codes.make(ann, Chat::Discord, 0);
        assert_eq!(code.len(), SIGNS_IN_CODE);
        assert_eq!(codes.take(&code, bob, VALID - 1), Ok((ann, Chat::Discord)));
        assert!(codes.take(&code, bob, VALID - 1).is_err());
        let old = codes.make(ann, Chat::Discord, 0);
        assert!(codes.take(&old, bob, VALID).is_err());
        let first = codes.make(ann, Chat::Discord, 0);
        let second = codes.make(ann, Chat::Discord, 0);
        assert!(codes.take(&first, bob, 1).is_err() && codes.take(&second, bob, 1).is_ok());
    }

    #[test]
    fn guessing_ends_after_a_few_tries() {
        let (ann, bob) = (PersonId(1), PersonId(2));
        let mut codes = Codes::default();
        for _ in 0..TRIES {
            assert_eq!(codes.take("X", bob, 5).unwrap_err().code, Code::Unknown);
        }
        let code = codes.make(ann, Chat::Discord, 5);
        assert_eq!(codes.take(&code, bob, 6).unwrap_err().code, Code::TooMuch);
        assert_eq!(codes.take(&code, bob, 5 + VALID).unwrap_err().code, Code::Unknown);
    }

    #[test]
    fn a_question_is_answered_once_and_forgotten_with_either_side() {
        let [ann, bob, cid] = [1, 2, 3].map(PersonId);
        let asked = LinkAsked { with: ann, chat: Chat::Discord, until: 10 };
        let mut codes = Codes::default();
        codes.ask(bob, asked);
        assert_eq!((codes.answered(bob, 5), codes.answered(bob, 5)), (Some(asked), None));
        codes.ask(bob, asked);
        assert_eq!(codes.answered(bob, 10), None, "too late");
        for gone in [ann, bob] {
            let code = codes.make(gone, Chat::Discord, 0);
            codes.ask(bob, asked);
            codes.forget(gone);
            assert_eq!(codes.answered(bob, 5), None);
            assert!(codes.take(&code, cid, 5).is_err());
        }
        codes.ask(bob, asked);
        assert_eq!(codes.take_back(ann, 5), [bob]);
    }
}
