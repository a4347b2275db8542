//! Being one person in two chats: a code that is shown in one and said in the other.
use std::collections::HashMap;

use engine::refusal::{Code, Refusal};
use rand::RngExt as _;

use super::{Asking, Fault, ranks::rate_anew};
use crate::{
    command::Args,
    reply::Reply,
    span,
    store::{Chat, PersonId},
    text::Text,
};

/// How long a code may be used, in seconds.
const VALID: i64 = 10 * 60;
/// How many wrong codes somebody may say in that time.
const TRIES: u32 = 5;
/// Letters and figures that are not taken for each other. With eight of them there are a million million codes.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const SIGNS_IN_CODE: usize = 8;

/// The codes that were shown, and the tries at them.
#[derive(Default)]
pub(super) struct Codes {
    shown: HashMap<PersonId, Shown>,
    wrong: HashMap<PersonId, Wrong>,
}

struct Shown {
    code: String,
    chat: Chat,
    until: i64,
}

struct Wrong {
    tries: u32,
    until: i64,
}

impl Codes {
    /// Makes a code for somebody in place of any earlier one.
    fn make(&mut self, who: PersonId, chat: Chat, now: i64) -> String {
        let mut rng = rand::rng();
        let signs = (0..SIGNS_IN_CODE).map(|_| char::from(SIGNS[rng.random_range(0..SIGNS.len())]));
        let code: String = signs.collect();
        self.shown.retain(|_, it| now < it.until);
        self.shown.insert(who, Shown { code: code.clone(), chat, until: now + VALID });
        code
    }

    /// Returns whose code it is and in which chat it was shown. It cannot be used again.
    ///
    /// # Errors
    /// When there is no such code, or too many were tried.
    fn take(&mut self, said: &str, by: PersonId, now: i64) -> Result<(PersonId, Chat), Refusal> {
        self.wrong.retain(|_, it| now < it.until);
        if self.wrong.get(&by).is_some_and(|it| TRIES <= it.tries) {
            let says =
                "Too many wrong codes. Wait ten minutes, then ask for a new one with `link`.";
            return Err(Refusal::new(Code::TooMuch, says));
        }
        let fits = |it: &Shown| it.code == said && now < it.until;
        let found = self.shown.iter().find(|(_, it)| fits(it)).map(|(&who, it)| (who, it.chat));
        match found {
            Some((who, chat)) => {
                self.shown.remove(&who);
                Ok((who, chat))
            }
            None => {
                let wrong = self.wrong.entry(by).or_insert(Wrong { tries: 0, until: now + VALID });
                wrong.tries += 1;
                let says = "I know no such code. It counts for ten minutes and once; `link` in your other chat shows a new one.";
                Err(Refusal::new(Code::Unknown, says).instead(["link"]))
            }
        }
    }
}

impl Asking<'_> {
    pub(super) fn link(&mut self, args: &Args) -> Result<(), Fault> {
        let chat = self.request.chat;
        let said: String = args.text("code").chars().filter(char::is_ascii_alphanumeric).collect();
        if said.is_empty() {
            let code = self.codes.make(self.me.id, chat, self.now);
            let (first, second) = code.split_at(SIGNS_IN_CODE / 2);
            let text = span![
                "Say ",
                Text::code(format!("link {first}-{second}")),
                " to me in your other chat within ten minutes: then you are one person in both, with one rating and one list of games. \
                 Show the code to nobody, for whoever says it becomes you."
            ];
            self.say(Reply::only(self.me.id, text));
            return Ok(());
        }
        let (other, shown_in) = self.codes.take(&said.to_uppercase(), self.me.id, self.now)?;
        if shown_in == chat {
            let says = format!(
                "That code is for another chat than {}; saying it here links nothing. Ask for a new one.",
                chat.name()
            );
            return Err(Refusal::illegal(says).instead(["link"]).into());
        }
        self.link_with(other)
    }

    /// Makes the asker and `other` one person: the one who was met first. Their ratings, and so everybody's, are made anew from the
    /// matches. They cannot have played each other, because they have no chat in common.
    fn link_with(&mut self, other: PersonId) -> Result<(), Fault> {
        let other = self.tx.person(other)?;
        if other.id == self.me.id {
            let says = "You are one person in both chats already.";
            return Err(Refusal::new(Code::NotNow, says).into());
        }
        for chat in Chat::ALL {
            let both = [self.me.id, other.id].map(|it| self.tx.handle_in(chat, it));
            let [mine, theirs] = both;
            if mine?.is_some() && theirs?.is_some() {
                let says = format!(
                    "Both are known in {} already, and nobody is two people there.",
                    chat.name()
                );
                return Err(Refusal::illegal(says).into());
            }
        }
        let (main, joined) = match self.me.id < other.id {
            true => (self.me.clone(), other),
            false => (other, self.me.clone()),
        };
        self.tx.link(main.id, joined.id)?;
        rate_anew(self.tx)?;
        self.me = main.clone();
        let text = span![
            "Done: here and there you are now one person, called ",
            Text::strong(main.name.as_str()),
            ". Your games are in one list, and your ratings are made of all of them."
        ];
        self.say(Reply::only(main.id, text));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
}
