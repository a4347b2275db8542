//! The command `watch`.
use command::{Arg, ArgKind, args::MATCH, verb, words};
use model::ids::MatchId;

words! {
    /// Where a person wants to hear about a match, if at all.
    Where { Here = "here", Off = "off" }
}

verb! {
    Watch {
        name: "watch",
        offers: &[
            ("here", "post each turn in this room, for moderators"),
            ("off", "stop watching"),
        ],
        does: Keeps,
        about: Match, may: who(Onlooker), is: [],
        purpose: Look, menu: Shows, filler: Usual,
        says: "Watch a match: you hear about each turn",
        help: "You hear about each turn in private. Moderators can say `here` to post the turns to \
               the room. It stops when the match ends, or with `off`.",
        examples: &["watch", "watch #12", "watch #12 here", "watch #12 off", "watch off"],
        args: {
            of: Option<MatchId> = MATCH,
            how: Option<Where> = Arg {
                name: "how",
                says: "`here` to post turns to the room; `off` to stop",
                kind: ArgKind::OneOf(Where::WORDS),
            },
        },
    }
}
