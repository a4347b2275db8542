//! Commands for looking at matches and at what was played.
use crate::{Arg, ArgKind, verb};

verb! {
    Games {
        name: "games",
        does: Looks,
        about: Oneself, may: who(Anyone), is: [Published],
        purpose: Look, menu: Alone, filler: Usual,
        says: "List running matches (yours to move first) and open challenges",
        help: "`live` shows the matches that run on this server, with their boards.",
        examples: &["games", "games @bob", "games live"],
        args: {
            live: bool = Arg {
                name: "live",
                says: "All matches that run on this server",
                kind: ArgKind::Flag,
            },
            who: Option<String> = Arg { name: "who", says: "The player (default: you)", kind: ArgKind::Who },
        },
    }
}
