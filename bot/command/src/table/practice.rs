//! Commands about the bot as a player: practice, advice, reviews.
use engine::games::GameId;
use model::ids::MatchId;

use crate::{
    Arg, ArgKind, NumberForm,
    args::{GAME, MATCH, PRIVATE, SIDE, VOTE, WORD},
    verb,
    words::Strength,
};

verb! {
    Practice {
        name: "practice",
        does: Ends { Arranges: |it| it.options != "stop" },
        about: Room, may: offers(Anyone), is: [Published],
        purpose: Start, menu: Alone, filler: Usual,
        says: "Play against me",
        help: "I play at five levels: 1 Beginner, 2 Casual, 3 Steady, 4 Strong, 5 Expert. Without one I follow your results, as with `auto`: one level up after you win, one down after you lose. There is no clock and no rating; `undo` and `hint` are free. You can have ten such matches running. With two levels I play both sides while you watch; `practice stop` ends it. With `vote=12h` the whole room plays against me.",
        examples: &[
            "practice trapdoor",
            "practice alien 3",
            "practice trapdoor continental level=auto side=white",
            "practice trapdoor 2 vs 4",
            "practice trapdoor 3 vote=12h",
            "practice stop",
        ],
        args: {
            game: Option<GameId> = GAME,
            level: Option<Strength> = Arg {
                name: "level",
                says: "My level; `auto` follows your results",
                kind: ArgKind::OneOf(Strength::WORDS),
            },
            options: String = Arg {
                name: "options",
                says: "Variations of the game, such as `snap`; or two levels, `2 vs 4`",
                kind: ArgKind::UnnamedTerms,
            },
            side: Option<String> = SIDE,
            private: bool = PRIVATE,
            vote: Option<String> = VOTE,
            word: Option<String> = WORD,
        },
    }
}

verb! {
    Hint {
        name: "hint",
        does: Looks,
        about: Match, may: who(Player), is: [AtLink],
        purpose: Move, menu: Match, filler: Usual,
        says: "Suggest a move, in private",
        help: "In unrated matches, on your turn. `why` explains it.",
        examples: &["hint", "hint #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}

verb! {
    Why {
        name: "why",
        does: Looks,
        about: Match, may: who(Player), is: [AtLink],
        purpose: Move, menu: Match, filler: Usual,
        says: "Explain my hint, or compare a move of yours with it",
        help: "In unrated matches, on your turn. Only you see the answer. After a puzzle it explains the solution.",
        examples: &["why", "why c3-d4", "why #12 c3-d4"],
        args: {
            of: Option<MatchId> = MATCH,
            words: String = Arg {
                name: "words",
                says: "A move to compare with mine, such as `c3-d4`",
                kind: ArgKind::Rest,
            },
        },
    }
}

verb! {
    Review {
        name: "review",
        does: Looks,
        about: Match, may: who(Onlooker), is: [],
        purpose: Look, menu: Match, filler: Usual,
        says: "Look back at a match: its curve, where it turned, and who was lucky",
        help: "For finished matches. With a step: the board before it, and what was better.",
        examples: &["review", "review #12", "review #12 31"],
        args: {
            of: Option<MatchId> = MATCH,
            step: Option<u32> = Arg {
                name: "step",
                says: "One step of the match",
                kind: ArgKind::Number { least: 0, most: u32::MAX, form: NumberForm::Bare },
            },
        },
    }
}
