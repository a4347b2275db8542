//! The commands about the bot as a partner: to play against it, to be advised, to look back.
use super::{
    super::{Arg, Kind, Spec, Verb},
    GAME, MATCH, PRIVATE, SIDE, WORD,
};

const LEVELS: [&str; 11] =
    ["auto", "1", "2", "3", "4", "5", "beginner", "casual", "steady", "strong", "expert"];

pub(super) const PRACTICE: Spec = Spec {
    verb: Verb::Practice,
    name: "practice",
    says: "Play against me",
    help: "I play at five levels: 1 Beginner, 2 Casual, 3 Steady, 4 Strong, 5 Expert. Without one I follow your last results, as with \
           `auto`: one level higher after you win, one lower after you lose. There is no clock and no rating; `undo` and `hint` cost nothing. \
           You may have ten such matches running. With two levels you look on while I play both sides; `practice stop` ends that.",
    examples: &[
        "practice trapdoor",
        "practice alien 3",
        "practice trapdoor continental level=auto side=white",
        "practice trapdoor 2 vs 4",
        "practice stop",
    ],
    args: &[
        GAME,
        Arg {
            name: "level",
            says: "How well I play; `auto` follows your last results",
            kind: Kind::OneOf(&LEVELS),
        },
        Arg {
            name: "options",
            says: "Variations of the game, such as `snap`; or two levels, `2 vs 4`",
            kind: Kind::Loose,
        },
        SIDE,
        PRIVATE,
        WORD,
    ],
};

pub(super) const HINT: Spec = Spec {
    verb: Verb::Hint,
    name: "hint",
    says: "Say, only to you, what I would do in your place",
    help: "In unrated matches, while it is your turn. `why` says what I expect.",
    examples: &["hint", "hint #12"],
    args: &[MATCH],
};

pub(super) const WHY: Spec = Spec {
    verb: Verb::Why,
    name: "why",
    says: "Say what I expect of my hint, or what a move of yours is worth",
    help: "In unrated matches, while it is your turn. Only you read the answer.",
    examples: &["why", "why c3-d4", "why #12 c3-d4"],
    args: &[
        MATCH,
        Arg {
            name: "words",
            says: "A move to compare with mine, such as `c3-d4`",
            kind: Kind::Rest,
        },
    ],
};

pub(super) const REVIEW: Spec = Spec {
    verb: Verb::Review,
    name: "review",
    says: "Look back at a match: its curve, where it turned, and who was lucky",
    help: "For matches that are over. With a step: the board before it, and what was better there.",
    examples: &["review", "review #12", "review #12 31"],
    args: &[
        MATCH,
        Arg {
            name: "step",
            says: "One step of the match",
            kind: Kind::Number { least: 1, most: u32::MAX },
        },
    ],
};
