//! The commands `hint` and `why`.
use command::{Arg, ArgKind, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Hint {
        name: "hint",
        does: Looks,
        about: Match, may: who(Player), is: [AtLink, HelpsExercises],
        purpose: Move, menu: Shows, filler: Usual,
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
        about: Match, may: who(Player), is: [AtLink, JudgesMove],
        purpose: Move, menu: Shows, filler: Usual,
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
