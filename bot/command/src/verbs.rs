//! The verbs: one struct for each row of the table; and a command, which is a row with the values of its arguments.
use content::short_forms::SYNONYMS;
use engine::refusal::Refusal;
use model::ids::{ChallengeId, MatchId};

use super::{
    AddedArg, Arg, ArgKind, CommandPart, CommandSpec, Does, Property, Verb, VerbField, args::SURE,
    reading::ArgReader, value::Value,
};

pub use super::{
    table::{help::*, lobby::*, look::*, people::*, play::*},
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
    /// The value of each argument of its row, in the order of the table.
    values: Vec<Option<Value>>,
    /// The values given for arguments that other parts add.
    added: Vec<(&'static AddedArg, Value)>,
}

impl<V: VerbRow> From<V> for Command {
    fn from(said: V) -> Command {
        Command { verb: Verb::of(V::SPEC), values: said.write(), added: Vec::new() }
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
        Next::SPEC,
        Board::SPEC,
        Hand::SPEC,
        Undo::SPEC,
        Draw::SPEC,
        Resign::SPEC,
        Abort::SPEC,
        Claim::SPEC,
        Back::SPEC,
        Rematch::SPEC,
        Games::SPEC,
        Stakes::SPEC,
        Profile::SPEC,
        Rules::SPEC,
        Help::SPEC,
        Settings::SPEC,
        Mydata::SPEC,
        Admin::SPEC,
    ],
    synonyms: SYNONYMS,
    words: &[],
    args: &[],
    helps: &[],
};

impl Verb {
    /// Returns the command without any argument.
    pub fn bare(self) -> Command {
        Command::of(self, vec![None; self.spec().args.len()])
    }
}

impl Command {
    /// Makes a command from the values of its arguments, in the order of the table.
    pub(super) fn of(verb: Verb, values: Vec<Option<Value>>) -> Command {
        let spec = verb.spec();
        let (mut own, mut added) = (Vec::new(), Vec::new());
        for (arg, value) in spec.args.iter().zip(values) {
            match spec.added.iter().find(|it| it.arg.name == arg.name) {
                Some(of) => added.extend(value.map(|value| (*of, value))),
                None => own.push(value),
            }
        }
        Command { verb, values: (spec.usual)(own), added }
    }

    pub fn verb(&self) -> Verb {
        self.verb
    }

    /// Returns the arguments that have a value, in the order in which they are written.
    pub fn given(&self) -> Vec<(Arg, &Value)> {
        let own = self.verb.spec().own_args().zip(&self.values);
        let mut all: Vec<(Arg, Option<&Value>)> =
            own.map(|(arg, value)| (*arg, value.as_ref())).collect();
        for (added, value) in &self.added {
            let before = all.iter().position(|it| it.0.name == added.before);
            all.insert(before.unwrap_or(all.len()), (added.arg, Some(value)));
        }
        all.into_iter().filter_map(|(arg, value)| Some((arg, value?))).collect()
    }

    /// Returns the value of an argument that a part adds to its command.
    pub fn added<T: VerbField>(&self, arg: &AddedArg) -> T {
        T::read(self.added.iter().find(|it| it.0 == arg).map(|it| it.1.clone()))
    }

    /// Gives an argument that a part adds to its command.
    #[must_use]
    pub fn adding(mut self, arg: &'static AddedArg, value: impl VerbField) -> Command {
        self.added.extend(value.write().map(|value| (arg, value)));
        self
    }

    /// Takes over what another command has for arguments that parts add.
    #[must_use]
    pub fn with_added_of(mut self, said: &Command) -> Command {
        self.added.clone_from(&said.added);
        self
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
        let free = self.given().into_iter().filter_map(|(arg, value)| match (arg.kind, value) {
            (ArgKind::Rest | ArgKind::UnnamedTerms, Value::Text(words)) => Some(words.clone()),
            _ => None,
        });
        free.collect()
    }

    /// Returns the named match.
    pub fn of_match(&self) -> Option<MatchId> {
        self.given().into_iter().find_map(|(_, value)| match value {
            Value::Match(id) => Some(*id),
            _ => None,
        })
    }

    /// Returns the named challenge.
    pub fn of_challenge(&self) -> Option<ChallengeId> {
        self.given().into_iter().find_map(|(_, value)| match value {
            Value::Challenge(id) => Some(*id),
            _ => None,
        })
    }

    /// Returns the named person.
    pub fn who(&self) -> Option<String> {
        self.given().into_iter().find_map(|given| match given {
            (arg, Value::Text(name)) if arg.kind == ArgKind::Who => Some(name.clone()),
            _ => None,
        })
    }

    /// Returns the words for a game.
    pub fn words(&self) -> String {
        if let Some(play) = self.read::<Play>() {
            return play.words;
        }
        let judged = self.verb.is(Property::JudgesMove).then(|| {
            self.given().into_iter().find_map(|given| match given {
                (Arg { kind: ArgKind::Rest, .. }, Value::Text(words)) => Some(words.clone()),
                _ => None,
            })
        });
        judged.flatten().unwrap_or_default()
    }

    /// Adds a match number, if the command takes one and has none.
    #[must_use]
    pub fn in_match(mut self, of: MatchId) -> Command {
        let place = self.verb.spec().own_args().position(|it| it.kind == ArgKind::Match);
        if let Some(place @ None) = place.and_then(|place| self.values.get_mut(place)) {
            *place = Some(Value::Match(of));
        }
        self
    }

    /// Adds words after those that no other argument takes: `play #12` and `b6-a5`.
    #[must_use]
    pub fn and(&self, words: &str) -> Command {
        let takes = |arg: &Arg| matches!(arg.kind, ArgKind::UnnamedTerms | ArgKind::Rest);
        let mut values = self.values.clone();
        let place = self.verb.spec().own_args().position(takes);
        match place.and_then(|at| values.get_mut(at)) {
            Some(Some(Value::Text(before))) => *before = format!("{before} {words}"),
            Some(place) => *place = Some(Value::Text(words.to_owned())),
            None => {}
        }
        Command { values: (self.verb.spec().usual)(values), ..self.clone() }
    }

    /// Tells whether it has no argument but a match.
    pub fn is_bare(&self) -> bool {
        self.given().iter().all(|given| matches!(given.1, Value::Match(_)))
    }

    /// Tells whether it may be offered on a guess.
    pub fn may_be_guessed(&self) -> bool {
        !self.is::<Admin>() && !self.confirms()
    }

    /// Tells whether it confirms something or agrees to it, so that it is only offered where that is
    /// asked.
    fn confirms(&self) -> bool {
        let accepts =
            |value: &Value| matches!(value, Value::Word(it) if *it == Answer::Accept.word());
        self.is_sure() || self.given().into_iter().any(|(_, value)| accepts(value))
    }

    /// Tells whether it answers that the sayer is sure.
    pub fn is_sure(&self) -> bool {
        self.given()
            .into_iter()
            .any(|(arg, value)| arg.name == SURE.name && *value == Value::Flag(true))
    }

    /// Returns the command without its confirmation, so that it asks.
    #[must_use]
    pub fn unconfirmed(&self) -> Command {
        let mut values = self.values.clone();
        for (arg, value) in self.verb.spec().own_args().zip(&mut values) {
            if arg.name == SURE.name {
                *value = None;
            }
        }
        Command { values: (self.verb.spec().usual)(values), ..self.clone() }
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
            "board #12 side=white text=no",
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
            ("play c3-d4", "play #5 c3-d4"),
            ("accept 7", "accept 7"),
            ("profile", "profile"),
        ] {
            let said = Commands::kernel().parse(line).unwrap().unwrap().in_match(MatchId(5));
            assert_eq!(said.line(), then);
        }
    }
}
