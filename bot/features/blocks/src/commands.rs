//! The command `block`.
use command::{Arg, ArgKind, verb, words};

words! {
    /// What to do about somebody who is blocked.
    BlockWord { Off = "off" }
}

verb! {
    Block {
        name: "block",
        offers: &[
            ("off", "let them challenge you again"),
        ],
        does: Keeps { Looks: |it| it.who.is_none() },
        about: Oneself, may: always(Anyone), is: [MeetsPeople, InSecret],
        purpose: People, menu: Mine, filler: Nothing,
        says: "Want nothing more of somebody: no challenges, no requests",
        help: "Nothing new begins between you, in any chat; what you play together goes on. They \
               aren't told. `block` alone lists them, and `block off @carol` ends it.",
        examples: &["block @carol", "block", "block off @carol"],
        args: {
            how: Option<BlockWord> = Arg {
                name: "how",
                says: "`off` to end it",
                kind: ArgKind::OneOf(BlockWord::WORDS),
            },
            who: Option<String> = Arg {
                name: "who",
                says: "The person",
                kind: ArgKind::Who,
            },
        },
    }
}
