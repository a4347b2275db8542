//! Arguments that several commands have.
use super::{Arg, ArgKind, NumberForm, words::Answer};

pub const MATCH: Arg = Arg {
    name: "match",
    says: "The number of the match; needed only if you're playing several",
    kind: ArgKind::Match,
};
pub const PAGE: Arg = Arg {
    name: "page",
    says: "The page to show",
    kind: ArgKind::Number { least: 1, most: 9999, form: NumberForm::Named },
};
pub const GAME: Arg = Arg { name: "game", says: "Which game", kind: ArgKind::Game };
pub const SURE: Arg = Arg { name: "yes", says: "Skip the confirmation", kind: ArgKind::Flag };
pub const WORD: Arg = Arg {
    name: "word",
    says: "A word of your own, mixed into the dice so that nobody can rig them",
    kind: ArgKind::Word,
};
pub const PRIVATE: Arg = Arg {
    name: "private",
    says: "Nobody else can look it up; this room sees its turns as usual",
    kind: ArgKind::Flag,
};
pub const DAYS: Arg = Arg {
    name: "days",
    says: "Days per turn",
    kind: ArgKind::Number { least: 1, most: 60, form: NumberForm::Named },
};
pub const CLOCK: Arg = Arg {
    name: "clock",
    says: "A clock: live, fast, daily, usual, slow, none, a time per turn (`12h`), or a bank (`3d+1d/5d`)",
    kind: ArgKind::Word,
};
pub const HARD: Arg = Arg {
    name: "hard",
    says: "Running out of time loses at once, without a claim",
    kind: ArgKind::Flag,
};
pub const SIDE: Arg =
    Arg { name: "side", says: "The side you want to play, or `random`", kind: ArgKind::Word };
pub const UNRATED: Arg = Arg { name: "unrated", says: "Don't change ratings", kind: ArgKind::Flag };
pub const ROOM_TIME: Arg = Arg {
    name: "vote",
    says: "The whole room plays: it votes for each turn, for as long as this (`12h`)",
    kind: ArgKind::Word,
};
pub(crate) const CHALLENGE: Arg =
    Arg { name: "challenge", says: "The number of the challenge", kind: ArgKind::Challenge };
pub const ANSWER: Arg =
    Arg { name: "answer", says: "Your answer", kind: ArgKind::OneOf(Answer::WORDS) };
/// What the answers mean, in every command that takes one.
pub(crate) const ANSWERS: &[(&str, &str)] =
    &[("accept", "say yes"), ("decline", "say no"), ("withdraw", "take back what you asked")];
