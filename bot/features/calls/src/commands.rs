//! The commands `call` and `calls`.
use command::{
    Arg, ArgKind,
    args::{MATCH, PAGE},
    verb,
};
use model::ids::MatchId;

verb! {
    CallWinner {
        name: "call",
        does: Keeps,
        about: Match, may: who(Onlooker), is: [InSecret],
        purpose: Look, menu: Here, filler: Usual,
        says: "Say who wins a match that you don't play",
        help: "Where moderators have turned calls on. Add how sure you are, in percent: `call #12 \
               ann 70`; without a number it's 75. Only you see it until the match is over. You have \
               one call on each match, and can change it until the next step. Points compare it \
               with what I thought of that position: `rules house calls`. `call #12 next` is about \
               this turn and the next.",
        examples: &["call #12 ann 70", "call #12 black", "call #12", "call #12 next yes 70"],
        args: {
            of: Option<MatchId> = MATCH,
            words: String = Arg { name: "words", says: "Who wins, and how sure you are, such as `ann 70`", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Calls {
        name: "calls",
        does: Looks,
        about: Room, may: who(Onlooker), is: [],
        purpose: Look, menu: Here, filler: Usual,
        says: "Show who calls matches best in this room, or the calls on one match",
        help: "The table counts a season: a quarter of a year. With a number it shows what people \
               here called on that match, once it's over; until then only your own call.",
        examples: &["calls", "calls #12", "calls 2026-Q3"],
        args: {
            of: Option<MatchId> = MATCH,
            page: Option<u32> = PAGE,
            which: Option<String> = Arg { name: "which", says: "A past season, such as `2026-Q3`", kind: ArgKind::Topic(&[]) },
        },
    }
}
