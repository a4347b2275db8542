//! Why a request couldn't be handled, and how that is answered.
use std::mem;

use command::{Command, Commands, Value, Verb, say, verbs};
use engine::{
    chance::StepKey,
    quote::{sentence_case, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId, PersonId},
    reply::{Audience, Choice, Privacy, Reply},
    text::{Text, clean_name},
};
use store::{StoreError, Tx};

use crate::{
    PersonName, Request,
    context::{RequestContext, insights::Wanted, request::RoomQuestion},
    words,
};

/// Stops a request and rolls back its transaction.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// Shown to the asker.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Shown with a number; the log has the details.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An internal error, shown the same way.
    #[error("{0}")]
    Broken(String),
    /// A computer player has to think first; then the request is handled again.
    #[error("it has to be thought about first")]
    Thinks(Box<Wanted>),
    /// What is due in the asker's matches comes first; then the request is handled again.
    #[error("something is due first")]
    IsDueFirst,
    /// A chat has to say first what the asker may do in another room; then the request is handled again.
    #[error("a chat has to be asked about a room first")]
    AsksChat(RoomQuestion),
}

impl RequestError {
    /// Tells whether it concerns the whole request, and not only what was just done for it: nothing can be stored, or the request has to be
    /// handled again.
    pub(crate) fn is_about_all(&self) -> bool {
        match self {
            RequestError::Store(err) => err.is_everywhere(),
            RequestError::Refused(_) | RequestError::Broken(_) => false,
            RequestError::Thinks(_) | RequestError::IsDueFirst | RequestError::AsksChat(_) => true,
        }
    }

    /// Says in the log what failed where nobody asked. A refusal may quote what was said, which may be a secret choice, so only its kind
    /// is said.
    pub(crate) fn in_log(&self) -> String {
        match self {
            RequestError::Refused(refusal) => refusal.code.name().to_owned(),
            fault => fault.to_string(),
        }
    }
}

/// How to answer a refused request.
#[derive(Clone, Debug)]
pub struct ErrorReply {
    /// The privacy of the answer.
    pub(super) privacy: Privacy,
    /// The position that alternatives are for.
    pub(super) asked_at: Option<(MatchId, StepKey)>,
    /// Labelled controls for some alternatives.
    pub(super) controls: Vec<Choice>,
    /// What it leaves behind.
    pub traces: Vec<Trace>,
    /// The closed challenge to the room, whose card there may have been pressed.
    pub closed: Option<ChallengeId>,
    /// What was refused, for the counters.
    pub verb: Verb,
}

/// What a request leaves in the database even if it is refused.
#[derive(Clone, Copy, Debug)]
pub enum Trace {
    /// The asker said a wrong code.
    WrongCode,
    /// What a function stores about a person: that their code was said, which doesn't count again.
    Stays(PersonId, fn(&Tx<'_>, PersonId) -> Result<(), StoreError>),
}

impl ErrorReply {
    /// Answers a request that was refused before anything was read.
    pub fn open() -> ErrorReply {
        ErrorReply {
            privacy: Privacy::Open,
            asked_at: None,
            controls: Vec::new(),
            traces: Vec::new(),
            closed: None,
            verb: verbs::Play::VERB,
        }
    }

    /// Makes a button for an alternative: a known control, or its text.
    ///
    /// `said` is the refused line. Returns nothing for an incomplete line, a move without a match,
    /// or an example that names people the asker hasn't named.
    fn press(&self, commands: &Commands, words: &str, said: &str) -> Option<Choice> {
        let known = |choice: &&Choice| {
            [&*choice.says, &choice.typed, &short(&choice.says)].contains(&words)
        };
        if let Some(choice) = self.controls.iter().find(known) {
            return Some(choice.clone());
        }
        let unnamed = |word: &str| word.starts_with(['@', '<']) && !said.contains(word);
        if words.contains(['|', '…']) || words.split_whitespace().any(unnamed) {
            return None;
        }
        if let Some(asked) = commands.question_line(words).filter(|_| words.ends_with('?')) {
            return Some(Choice::new(sentence_case(words), asked));
        }
        match commands.parse(words) {
            Ok(Some(said)) => Some(Choice::new(label(&said, words), said)),
            Ok(None) if words.starts_with('#') => Some(Choice::new(words, say!(Play { words }))),
            Ok(None) => {
                let (of, _) = self.asked_at?;
                let choice = Choice::new(sentence_case(words), say!(Play { of, words }));
                Some(Choice { typed: words.to_owned(), ..choice })
            }
            Err(_) => None,
        }
    }
}

/// Returns how to answer a refusal, as far as known.
pub(crate) fn error_reply(cx: &mut RequestContext<'_>) -> ErrorReply {
    ErrorReply {
        privacy: cx.privacy.get(),
        closed: cx.closed.get(),
        verb: cx.verb,
        asked_at: cx.asked_at.get(),
        controls: cx.controls.take(),
        traces: mem::take(&mut cx.traces),
    }
}

/// Words a refusal for the asker, or for the room, with buttons for what would work.
///
/// `request` is what was refused.
pub fn refused(
    commands: &Commands,
    to: Audience,
    refusal: &Refusal,
    error_reply: &ErrorReply,
    request: &Request,
) -> Reply {
    const OFFERED: usize = 3;
    const CHOICES: usize = 10;
    let Refusal { code, says, instead } = refusal;
    // Nobody who only asks finds what ends or plays something under their hand.
    let is_grave = |line: &&String| {
        let said = commands.parse(line).ok().flatten();
        said.is_some_and(|said| said.does().needs_its_own_words())
    };
    let fits = instead.iter().filter(|line| !request.line.asks || !is_grave(line));
    let instead: Vec<String> = fits.cloned().collect();
    // If the asker has to choose one of several, or one value, all are listed.
    let offered =
        if *code == Code::Ambiguous || are_values(commands, &instead) { CHOICES } else { OFFERED };
    let mut lines = vec![Text::sentence(named(says, &request.mentioned))];
    if !instead.is_empty() {
        lines.push(words::try_instead(&instead, offered));
    }
    let said = request.line.text();
    let presses =
        instead.iter().filter_map(|line| error_reply.press(commands, line, said)).take(offered);
    let reply = Reply { to, ..Reply::room(Text::Lines(lines)) };
    let reply = reply.refused(*code).private(error_reply.privacy);
    let mut reply = reply.choices(presses);
    if let Some(menu) = &mut reply.menu {
        for choice in &mut menu.choices {
            choice.label = named(&choice.label, &request.mentioned);
        }
        (menu.of, menu.asked_at) = error_reply.asked_at.unzip();
        menu.asks = words::what_instead();
    }
    reply
}

/// Tells whether commands differ in their last word alone: the values of one thing.
fn are_values(commands: &Commands, lines: &[String]) -> bool {
    let before = |line: &String| {
        let is_command = matches!(commands.parse(line), Ok(Some(_)));
        line.rsplit_once(' ').filter(|_| is_command).map(|it| it.0.to_owned())
    };
    let mut all = lines.iter().map(before);
    match all.next().flatten() {
        Some(first) => all.all(|before| before.as_ref() == Some(&first)),
        None => false,
    }
}

/// Writes a command as the label of a button, its game by the title.
fn label(said: &Command, words: &str) -> String {
    let game = said.given().into_iter().find_map(|(_, value)| match value {
        Value::Game(game) => Some(*game),
        _ => None,
    });
    let titled = words.split(' ').map(|word| match game {
        Some(game) if word == game.name() => game.title(),
        _ => word,
    });
    sentence_case(&titled.collect::<Vec<_>>().join(" "))
}

/// Writes people whom a line mentions by their names instead of their ids.
fn named(says: &str, people: &[PersonName]) -> String {
    people.iter().fold(says.to_owned(), |says, person| {
        let name = format!("@{}", clean_name(&person.name));
        let marks = [format!("<@{}>", person.handle), format!("<@!{}>", person.handle)];
        marks.iter().fold(says, |says, mark| says.replace(mark, &name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_gets_the_kind_of_a_refusal_and_none_of_its_words() {
        let quoting = Refusal::illegal("`card fire a7` isn't in your hand.");
        assert_eq!(RequestError::from(quoting).in_log(), "illegal");
        assert_eq!(RequestError::Broken("step 3".to_owned()).in_log(), "step 3");
    }
}
