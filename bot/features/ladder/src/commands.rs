//! The command `ladder`.
use command::{Arg, ArgKind, args::GAME, verb, words};
use engine::games::GameId;

words! {
    /// What to do with a ladder.
    LadderWord { Join = "join", Leave = "leave" }
}

verb! {
    Ladder {
        name: "ladder",
        offers: &[
            ("join", "take the last place"),
            ("leave", "give up your place"),
        ],
        does: Ends {
            Looks: |it| it.what.is_none() && it.who.is_none(),
            Arranges: |it| it.what != Some(LadderWord::Leave),
        },
        about: Room, may: who(Anyone), is: [],
        purpose: People, menu: Compete, filler: Usual,
        says: "Climb a server's ladder: beat someone above you and take their place",
        help: "You join at the bottom. Challenge someone up to three places above you; if you win, \
               you take their place, and those between move down one. After two weeks without a \
               match for the ladder you slide down a place; vacations don't count.",
        examples: &["ladder", "ladder trapdoor", "ladder join trapdoor", "ladder @bob", "ladder leave"],
        args: {
            what: Option<LadderWord> = Arg {
                name: "what",
                says: "Join or leave (default: show the ladder)",
                kind: ArgKind::OneOf(LadderWord::WORDS),
            },
            game: Option<GameId> = GAME,
            who: Option<String> = Arg {
                name: "who",
                says: "Who to challenge, up to three places above you",
                kind: ArgKind::Who,
            },
        },
    }
}
