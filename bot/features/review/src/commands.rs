//! The command `review`.
use command::{Arg, ArgKind, NumberForm, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Review {
        name: "review",
        does: Looks,
        about: Match, may: who(Onlooker), is: [],
        purpose: Look, menu: Shows, filler: Usual,
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
