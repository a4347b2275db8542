//! The verbs: one struct for each row of the table; and a command, which is a row with the values of its arguments.
use engine::refusal::Refusal;
use model::ids::{ChallengeId, MatchId};

use super::{
    Arg, ArgKind, CommandPart, CommandSpec, Does, Verb, args::SURE, reading::ArgReader,
    value::Value,
};

pub use super::{
    table::{help::*, lobby::*, people::*, play::*, practice::*, share::*, time::*},
    value::FileArg,
    words::*,
};

/// What a row of the table implements; see [`verb!`](crate::verb).
pub trait VerbRow: Sized {
    const SPEC: &'static CommandSpec;

    /// Tells what it does as it was said.
    fn does(&self) -> Does;

    /// Makes the verb from the values of its arguments, in order.
    fn read(values: Vec<Option<Value>>) -> Self;

    /// Makes the verb from what is typed behind its name.
    ///
    /// # Errors
    /// If the arguments don't fit.
    fn with_args(typed: &str) -> Result<Self, Refusal> {
        Ok(Self::read(ArgReader::new(Self::SPEC, typed).read()?.values))
    }

    /// Returns the values of its arguments, in order.
    fn write(&self) -> Vec<Option<Value>>;
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    verb: Verb,
    /// The value of each argument, in the order of the table.
    values: Vec<Option<Value>>,
}

impl<V: VerbRow> From<V> for Command {
    fn from(said: V) -> Command {
        Command { verb: Verb::of(V::SPEC), values: said.write() }
    }
}

/// The commands of the kernel.
pub const KERNEL: CommandPart<'static> = CommandPart {
    specs: &[
        Challenge::SPEC,
        Invite::SPEC,
        Accept::SPEC,
        Decline::SPEC,
        Counter::SPEC,
        Cancel::SPEC,
        Play::SPEC,
        Moves::SPEC,
        Vote::SPEC,
        Next::SPEC,
        Board::SPEC,
        Hand::SPEC,
        Undo::SPEC,
        Draw::SPEC,
        Resign::SPEC,
        Abort::SPEC,
        Claim::SPEC,
        Substitute::SPEC,
        Back::SPEC,
        Pause::SPEC,
        Resume::SPEC,
        Remind::SPEC,
        Vacation::SPEC,
        Rematch::SPEC,
        Games::SPEC,
        Practice::SPEC,
        Hint::SPEC,
        Why::SPEC,
        Review::SPEC,
        History::SPEC,
        Replay::SPEC,
        Export::SPEC,
        Import::SPEC,
        Watch::SPEC,
        Share::SPEC,
        Stakes::SPEC,
        Leaderboard::SPEC,
        Season::SPEC,
        Profile::SPEC,
        Versus::SPEC,
        Rules::SPEC,
        Help::SPEC,
        Verify::SPEC,
        Settings::SPEC,
        Link::SPEC,
        Unlink::SPEC,
        Mydata::SPEC,
        Admin::SPEC,
    ],
    synonyms: include_str!("../../../data/synonyms.txt"),
    words: &[],
};

impl Verb {
    /// Returns the command without any argument.
    pub(super) fn bare(self) -> Command {
        Command::of(self, vec![None; self.spec().args.len()])
    }
}

impl Command {
    /// Makes a command from the values of its arguments, in the order of the table.
    pub(super) fn of(verb: Verb, values: Vec<Option<Value>>) -> Command {
        Command { verb, values: (verb.spec().usual)(values) }
    }

    pub fn verb(&self) -> Verb {
        self.verb
    }

    /// Returns the value of each argument, in the order of the table.
    pub fn values(&self) -> Vec<Option<Value>> {
        self.values.clone()
    }

    /// Returns it as a value of its own type, if it is of that verb.
    pub fn read<V: VerbRow>(&self) -> Option<V> {
        self.is::<V>().then(|| V::read(self.values.clone()))
    }

    /// Tells whether it is of a verb.
    pub fn is<V: VerbRow>(&self) -> bool {
        self.verb == Verb::of(V::SPEC)
    }

    /// Tells what it does as it was said.
    pub fn does(&self) -> Does {
        (self.verb.spec().does_with)(self.values.clone())
    }

    /// Returns the words in it that could be anything: reasons, notes, terms.
    pub(super) fn free_words(&self) -> Vec<String> {
        let given = self.verb().spec().args.iter().zip(self.values());
        let free = given.filter_map(|(arg, value)| match (arg.kind, value) {
            (ArgKind::Rest | ArgKind::UnnamedTerms, Some(Value::Text(words))) => Some(words),
            _ => None,
        });
        free.collect()
    }

    /// Returns the named match.
    pub fn of_match(&self) -> Option<MatchId> {
        self.values().into_iter().flatten().find_map(|value| match value {
            Value::Match(id) => Some(id),
            _ => None,
        })
    }

    /// Returns the named challenge.
    pub fn of_challenge(&self) -> Option<ChallengeId> {
        self.values().into_iter().flatten().find_map(|value| match value {
            Value::Challenge(id) => Some(id),
            _ => None,
        })
    }

    /// Returns the named person.
    pub fn who(&self) -> Option<String> {
        let mut all = self.verb().spec().args.iter().zip(self.values());
        all.find_map(|given| match given {
            (arg, Some(Value::Text(name))) if arg.kind == ArgKind::Who => Some(name),
            _ => None,
        })
    }

    /// Returns the words for a game.
    pub fn words(&self) -> String {
        let play = self.read::<Play>().map(|it| it.words);
        play.or_else(|| Some(self.read::<Why>()?.words)).unwrap_or_default()
    }

    /// Adds a match number, if the command takes one and has none.
    #[must_use]
    pub fn in_match(self, of: MatchId) -> Command {
        let verb = self.verb();
        let place = verb.spec().args.iter().position(|it| it.kind == ArgKind::Match);
        let mut values = self.values();
        match place.and_then(|place| values.get_mut(place)) {
            Some(place @ None) => *place = Some(Value::Match(of)),
            Some(Some(_)) | None => return self,
        }
        Command::of(verb, values)
    }

    /// Adds words after those that no other argument takes: `play #12` and `b6-a5`.
    #[must_use]
    pub fn and(&self, words: &str) -> Command {
        let verb = self.verb();
        let takes = |arg: &Arg| matches!(arg.kind, ArgKind::UnnamedTerms | ArgKind::Rest);
        let mut values = self.values();
        let place = verb.spec().args.iter().position(takes);
        match place.and_then(|at| values.get_mut(at)) {
            Some(Some(Value::Text(before))) => *before = format!("{before} {words}"),
            Some(place) => *place = Some(Value::Text(words.to_owned())),
            None => {}
        }
        Command::of(verb, values)
    }

    /// Tells whether it has no argument but a match.
    pub fn is_bare(&self) -> bool {
        self.values().iter().flatten().all(|value| matches!(value, Value::Match(_)))
    }

    /// Tells whether it may be offered on a guess.
    pub fn may_be_guessed(&self) -> bool {
        !self.is::<Admin>() && !self.confirms()
    }

    /// Tells whether it confirms something or agrees to it, so that it is only offered where that is
    /// asked.
    fn confirms(&self) -> bool {
        let args = self.verb().spec().args.iter();
        args.zip(self.values()).any(|(arg, value)| match value {
            Some(Value::Flag(true)) => arg.name == SURE.name,
            Some(Value::Word(word)) => word == Answer::Accept.word(),
            _ => false,
        })
    }

    /// Returns the command without its confirmation, so that it asks.
    #[must_use]
    pub fn unconfirmed(&self) -> Command {
        let verb = self.verb();
        let mut values = self.values();
        for (arg, value) in verb.spec().args.iter().zip(&mut values) {
            if arg.name == SURE.name {
                *value = None;
            }
        }
        Command::of(verb, values)
    }

    /// Writes the command as it is typed.
    pub fn line(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Commands;

    #[test]
    fn what_was_said_is_written_as_it_is_read() {
        let examples = Commands::kernel().iter().flat_map(|it| it.examples).copied();
        let more = [
            "undo #12 accept",
            "draw #12 offer",
            "resign #12 yes",
            "admin end #12 yes draw for both",
            "replay #12 to=80",
            "board #12 side=white text=no",
            "link no",
            "history #12 2",
            "review #12 31",
            "challenge @bob trapdoor best of 3",
            "accept K7QX vote",
            "accept 7 word=pumpkin",
        ];
        for line in examples.chain(more) {
            let said = Commands::kernel().parse(line).unwrap().unwrap();
            let written = said.line();
            assert_eq!(
                Commands::kernel().parse(&written).unwrap().unwrap(),
                said,
                "{line}: {written}"
            );
        }
    }

    #[test]
    fn a_match_is_put_in_where_one_can_be_named_and_none_is() {
        for (line, then) in [
            ("board", "board #5"),
            ("board #2", "board #2"),
            ("why c3-d4", "why #5 c3-d4"),
            ("accept 7", "accept 7"),
            ("leaderboard", "leaderboard"),
        ] {
            let said = Commands::kernel().parse(line).unwrap().unwrap().in_match(MatchId(5));
            assert_eq!(said.line(), then);
        }
    }
}
