//! The command `share`.
use command::{Arg, ArgKind, args::MATCH, verb, verbs::Off};
use model::ids::MatchId;

verb! {
    Share {
        name: "share",
        offers: &[
            ("off", "end the address"),
        ],
        does: Arranges,
        about: Match, may: who(Player), is: [],
        purpose: Look, menu: Shows, filler: Usual,
        says: "Give a match a web address where anyone can watch it",
        help: "Only its players can; a private match needs both. The page shows every step, and nothing the room can't see. `off` ends it, and the address stops working.",
        examples: &["share", "share #12", "share #12 off"],
        args: {
            of: Option<MatchId> = MATCH,
            how: Option<Off> = Arg { name: "how", says: "`off` to stop", kind: ArgKind::OneOf(Off::WORDS) },
        },
    }
}
