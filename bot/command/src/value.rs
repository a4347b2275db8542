//! Values of arguments, and the fields of verbs made from them.
use engine::games::GameId;
use model::ids::{ChallengeId, MatchId};

use super::{Arg, ArgKind, NumberForm, code_said};

/// The value of an argument; it fits the argument's [`ArgKind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Game(GameId),
    Match(MatchId),
    Challenge(ChallengeId),
    Number(u32),
    /// One of the words of [`ArgKind::OneOf`].
    Word(&'static str),
    Flag(bool),
    Text(String),
}

impl Value {
    /// Writes the value as it is typed for an argument.
    pub fn typed(&self, arg: &Arg) -> String {
        let Arg { name, says: _, kind } = arg;
        let value = match self {
            Value::Game(game) => game.name().to_owned(),
            Value::Match(id) => format!("#{id}"),
            Value::Challenge(id) => id.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => (*word).to_owned(),
            Value::Flag(true) => return (*name).to_owned(),
            Value::Flag(false) => "no".to_owned(),
            Value::Text(text) => text.clone(),
        };
        match kind {
            ArgKind::Number { form: NumberForm::Bare, .. } => value,
            ArgKind::Number { form: NumberForm::Of, .. } => format!("{name} of {value}"),
            ArgKind::Code if code_said(&value).is_some() => value,
            ArgKind::Flag | ArgKind::Number { .. } | ArgKind::Word | ArgKind::Code => {
                format!("{name}={value}")
            }
            _ => value,
        }
    }
}

/// A field of a verb, read from the value of its argument; a test checks that the kinds match.
pub trait VerbField {
    /// Reads the value, if one was given.
    fn read(value: Option<Value>) -> Self;

    /// Returns the value that gives this field.
    fn write(&self) -> Option<Value>;
}

/// A file argument: the file comes with the request, not with the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileArg;

impl VerbField for FileArg {
    fn read(_: Option<Value>) -> FileArg {
        FileArg
    }
    fn write(&self) -> Option<Value> {
        None
    }
}

/// Without a value: empty.
impl VerbField for String {
    fn read(value: Option<Value>) -> String {
        <Option<String> as VerbField>::read(value).unwrap_or_default()
    }
    fn write(&self) -> Option<Value> {
        (!self.is_empty()).then(|| Value::Text(self.clone()))
    }
}

/// Without a value: off.
impl VerbField for bool {
    fn read(value: Option<Value>) -> bool {
        value == Some(Value::Flag(true))
    }
    fn write(&self) -> Option<Value> {
        self.then_some(Value::Flag(true))
    }
}

/// What the value of an argument is read as: a number, a game, one of a few words.
pub trait ArgValue: Sized {
    /// Reads a value. None of another kind comes here.
    fn of_value(value: Value) -> Option<Self>;

    /// Returns the value that is read as this.
    fn value(&self) -> Value;
}

impl<T: ArgValue> VerbField for Option<T> {
    fn read(value: Option<Value>) -> Self {
        value.and_then(T::of_value)
    }
    fn write(&self) -> Option<Value> {
        self.as_ref().map(T::value)
    }
}

/// Reads values of one kind as what they hold.
macro_rules! holds {
    ($($of:ty = $kind:ident),*) => {
        $(impl ArgValue for $of {
            fn of_value(value: Value) -> Option<$of> {
                match value {
                    Value::$kind(held) => Some(held),
                    _ => None,
                }
            }
            fn value(&self) -> Value {
                Value::$kind(self.clone())
            }
        })*
    };
}

holds!(
    GameId = Game,
    MatchId = Match,
    ChallengeId = Challenge,
    u32 = Number,
    bool = Flag,
    String = Text
);
