//! A row of the table of commands: its words, and all that is asked about a command anywhere.
use std::{fmt, hash};

use engine::{games::GameId, refusal::Refusal};

use super::{Arg, ArgKind, args::ANSWERS, commands::AddedArg, value::Value};

/// A command, the same in every chat.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// One lower-case word of at most 32 letters, which no other command has.
    pub name: &'static str,
    /// The most that it does; [`Command::does`](crate::Command::does) tells what it does as it was said.
    pub does: Does,
    /// Tells with which games it can do something; its argument offers these.
    pub takes: fn(GameId) -> bool,
    /// Words that its arguments may be, each with what it means.
    pub offers: &'static [(&'static str, &'static str)],
    /// Refuses a word for which it has no argument, and names what people want who say it; nothing for any other word.
    pub refuses: fn(&str) -> Option<Refusal>,
    /// Writes values in their usual form: `1` for `beginner`.
    pub usual: fn(Vec<Option<Value>>) -> Vec<Option<Value>>,
    /// Tells what it does with these values.
    pub does_with: fn(Vec<Option<Value>>) -> Does,
    pub about: About,
    pub may: Permission,
    pub is: &'static [Property],
    pub purpose: Purpose,
    pub menu: MenuPlace,
    pub filler: Filler,
    /// What it does, in words; at most 100 characters.
    pub says: &'static str,
    /// More, for `help <name>`; may be empty.
    pub help: &'static str,
    /// Examples, without prefix.
    pub examples: &'static [&'static str],
    pub args: &'static [Arg],
    /// Those of its arguments that other parts add to it.
    pub added: &'static [&'static AddedArg],
}

impl CommandSpec {
    pub fn verb(&'static self) -> Verb {
        Verb(self)
    }

    /// Returns the games that its argument offers: those that it can do something with.
    pub fn games(&self) -> impl Iterator<Item = GameId> + Clone {
        let takes = self.takes;
        GameId::ALL.iter().copied().filter(move |game| takes(*game))
    }

    /// Returns the arguments of its row, without those that other parts add.
    pub(super) fn own_args(&self) -> impl Iterator<Item = &'static Arg> + use<> {
        let added = self.added;
        self.args.iter().filter(move |arg| added.iter().all(|it| it.arg.name != arg.name))
    }

    pub fn is(&self, property: Property) -> bool {
        self.is.contains(&property)
    }

    /// Says what one of the words means that its arguments may be; empty if that isn't said.
    pub fn means(&self, word: &str) -> &'static str {
        let own = self.offers.iter().find(|it| it.0 == word);
        own.or_else(|| ANSWERS.iter().find(|it| it.0 == word)).map_or("", |it| it.1)
    }
}

/// What a command does: its row of the table.
#[derive(Clone, Copy)]
pub struct Verb(&'static CommandSpec);

impl Verb {
    pub const fn of(spec: &'static CommandSpec) -> Verb {
        Verb(spec)
    }

    /// Returns the row of the verb in the table.
    pub fn spec(self) -> &'static CommandSpec {
        self.0
    }

    /// Returns the name of the command.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub fn is(self, property: Property) -> bool {
        self.0.is(property)
    }

    /// Returns its argument that is a file.
    pub fn file(self) -> Option<&'static Arg> {
        self.0.args.iter().find(|arg| arg.kind == ArgKind::File)
    }

    /// Tells whether it is one of these.
    pub fn is_one_of(self, verbs: &[Verb]) -> bool {
        verbs.contains(&self)
    }
}

impl PartialEq for Verb {
    fn eq(&self, other: &Verb) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Verb {}

impl hash::Hash for Verb {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Shows something, and changes nothing.
    Looks,
    /// Changes what is the asker's alone: settings, notes, how far they are in an exercise.
    Keeps,
    /// Begins something, or asks other people for it.
    Arranges,
    /// Takes a seat, makes a step of a match or an exercise, or takes it back.
    Plays,
    /// Ends a match, a challenge, or a part in something; or offers or agrees to end it.
    Ends,
    /// Deletes what is stored.
    Deletes,
    /// Decides about other people or the room.
    Moderates,
}

impl Does {
    /// Tells whether it is done and offered only to a person whose words mean just that, and nothing else.
    pub fn needs_its_own_words(self) -> bool {
        match self {
            Does::Looks | Does::Keeps | Does::Arranges => false,
            Does::Plays | Does::Ends | Does::Deletes | Does::Moderates => true,
        }
    }
}

/// What a command is about, which permission is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The asker's own matches or data; only they get the answer.
    Oneself,
    /// The room where it is typed.
    Room,
    Challenge,
    Match,
}

/// The conditions for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    pub who: Permitted,
    /// Only in rooms that the moderators allow for games. What can be read elsewhere too is for the
    /// asker alone there.
    pub in_allowed_rooms: bool,
    /// Even for someone who is banned.
    pub despite_ban: bool,
    /// It puts something new into the room, wherever it is said: only where the asker could say it,
    /// too.
    pub speaks: bool,
}

impl Permission {
    pub const fn who(who: Permitted) -> Permission {
        Permission { who, in_allowed_rooms: false, despite_ban: false, speaks: false }
    }

    /// For what begins something.
    pub const fn begins(who: Permitted) -> Permission {
        Permission { in_allowed_rooms: true, ..Permission::who(who) }
    }

    /// For what begins something by saying it in the room.
    pub const fn offers(who: Permitted) -> Permission {
        Permission { speaks: true, ..Permission::begins(who) }
    }

    pub const fn always(who: Permitted) -> Permission {
        Permission { despite_ban: true, ..Permission::who(who) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permitted {
    Anyone,
    /// Anyone; for a private match only its players.
    Onlooker,
    Player,
    /// A player, or anyone whose room plays.
    Mover,
    /// The person who began the match for their room, or a moderator there.
    Caller,
    Challenger,
    /// The person who may accept a challenge.
    Challenged,
    /// The challenger, or a person who may accept.
    Party,
    /// A person who manages the room, or is alone in it.
    Manager,
    Governor,
    /// A moderator who doesn't play in the match.
    Referee,
    /// The person who started the league, or a moderator of its room.
    Organiser,
}

/// What else a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// About a match that is running, so that it comes too late once that has ended.
    NeedsRunningMatch,
    /// It may read much, which is done beside other requests.
    ReadsLong,
    /// One of those that people begin with, described to clients that complete commands.
    Published,
    /// It settles the message whose button it is.
    SettlesMessage,
    /// It offers something to people or decides about them, so that they needn't have said anything.
    MeetsPeople,
    /// It challenges a person, who may be unknown here, or anyone.
    Challenges,
    ForModerators,
    /// A person may say it at the address of their own boards.
    AtLink,
    /// It is about the match that a message names: chats with a menu at messages have it there.
    AtMessages,
    /// Its words are for nobody else.
    InSecret,
    /// It begins a match against the bot: `play against me`.
    AgainstBot,
    /// Its words are a move, which it judges; without any it may be about an exercise, too.
    JudgesMove,
    /// Without a match it helps with an exercise, where that counts.
    HelpsExercises,
    /// It reads as a condition does: without `then` behind it the line may be a question, such as `if I take it, what happens`.
    ReadsAsCondition,
    /// It asks the other player of a match for something, or answers that.
    AsksOther,
    /// One says with it that one is away, so that one's time stops.
    StopsOwnTime,
}

/// What people want a command for, as help sorts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Start,
    Move,
    Look,
    Stop,
    Remind,
    People,
    Room,
}

/// Where a chat with a short menu of commands has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPlace {
    /// An entry of its own.
    Alone,
    /// An entry of its own among those about a match, about competitions, or about the person.
    Match,
    Compete,
    Me,
    /// In the one entry for whatever ends or stops a match.
    Ends,
    /// In the one entry for whatever shows something of a match.
    Shows,
    /// In the one entry for answers to challenges, and other offers.
    Offers,
    /// In the one entry for whatever else is about the person.
    Mine,
    /// In the one entry for what a room does together.
    Here,
}

/// Which words without a meaning of their own are skipped among its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filler {
    Usual,
    /// None: the words are for a game or for people.
    Nothing,
    /// `learn to play trapdoor`.
    Lessons,
    /// `settings my theme`.
    Names,
    /// `help with undo`.
    Topics,
}
