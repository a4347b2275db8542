//! Commands about the bot as a player: practice, advice, reviews.
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
    help: "I play at five levels: 1 Beginner, 2 Casual, 3 Steady, 4 Strong, 5 Expert. Without one I follow your results, as with `auto`: one level up after you win, one down after you lose. There is no clock and no rating; `undo` and `hint` are free. You can have ten such matches running. With two levels I play both sides while you watch; `practice stop` ends it.",
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
            says: "My level; `auto` follows your results",
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
    says: "Suggest a move, in private",
    help: "In unrated matches, on your turn. `why` explains it.",
    examples: &["hint", "hint #12"],
    args: &[MATCH],
};

pub(super) const WHY: Spec = Spec {
    verb: Verb::Why,
    name: "why",
    says: "Explain my hint, or compare a move of yours with it",
    help: "In unrated matches, on your turn. Only you see the answer.",
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
    help: "For finished matches. With a step: the board before it, and what was better.",
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
