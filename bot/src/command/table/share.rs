//! The rows about looking on at matches and handing them round.
use super::{
    super::{Arg, Kind, Spec, Verb},
    CLOCK, DAYS, HARD, MATCH, PAGE, PRIVATE, SIDE, WORD,
};

pub(super) const HISTORY: Spec = Spec {
    verb: Verb::History,
    name: "history",
    says: "Tell a match from its start, in words",
    help: "",
    examples: &["history", "history #12", "history 2"],
    args: &[MATCH, PAGE],
};

pub(super) const REPLAY: Spec = Spec {
    verb: Verb::Replay,
    name: "replay",
    says: "Show a match, or a stretch of it, as a film",
    help: "A GIF that plays once and rests on its last picture. `history` tells the numbers of the steps; `speed` goes from 0.2, slow, to \
           10, fast. Of a stretch of more than 300 steps some are left out, and that is said. Any match that is not private can be \
           watched by its number.",
    examples: &["replay", "replay #12", "replay #12 from=40 to=80", "replay speed=2"],
    args: &[
        MATCH,
        Arg {
            name: "from",
            says: "The step it begins with",
            kind: Kind::Number { least: 0, most: 99_999 },
        },
        Arg {
            name: "to",
            says: "The step it ends with",
            kind: Kind::Number { least: 0, most: 99_999 },
        },
        Arg { name: "speed", says: "How fast; 1 as usual, 2 twice as fast", kind: Kind::Word },
    ],
};

pub(super) const EXPORT: Spec = Spec {
    verb: Verb::Export,
    name: "export",
    says: "Save a match as a file",
    help: "`json` holds all that is needed to check the dice, once the match is over; `pdn` is for draughts programs.",
    examples: &["export", "export pdn", "export #12 json"],
    args: &[MATCH, Arg { name: "form", says: "Which form", kind: Kind::OneOf(&["json", "pdn"]) }],
};

pub(super) const IMPORT: Spec = Spec {
    verb: Verb::Import,
    name: "import",
    says: "Go on from the end, or from any step, of a match in a file",
    help: "Attach or paste what `export` gave, as JSON or PDN. You offer the position to somebody, or to anyone; such matches are \
           never rated, and what is hidden in the position is dealt anew.",
    examples: &[
        "import @bob",
        "import @bob step=12 side=white clock=usual",
        "import trapdoor days=2",
    ],
    args: &[
        Arg { name: "who", says: "Whom you challenge; nobody for anyone here", kind: Kind::Who },
        Arg {
            name: "game",
            says: "Which game a PDN is of, where several have that form",
            kind: Kind::Game,
        },
        Arg {
            name: "step",
            says: "After which step to go on; the last one when left out",
            kind: Kind::Number { least: 0, most: 9999 },
        },
        DAYS,
        CLOCK,
        HARD,
        SIDE,
        PRIVATE,
        WORD,
        Arg { name: "file", says: "What `export` gave: JSON or PDN", kind: Kind::File },
        Arg { name: "text", says: "The file, pasted", kind: Kind::Rest },
    ],
};

pub(super) const WATCH: Spec = Spec {
    verb: Verb::Watch,
    name: "watch",
    says: "Look on at a match: its turns are told to you, too, without disturbing anybody",
    help: "You are told in private; `here`, for whoever may manage a room, tells the whole room. It ends with the match, or with \
           `off`.",
    examples: &["watch", "watch #12", "watch #12 here", "watch #12 off", "watch off"],
    args: &[
        MATCH,
        Arg {
            name: "how",
            says: "`here` for the whole room; `off` to stop",
            kind: Kind::OneOf(&["here", "off"]),
        },
    ],
};
