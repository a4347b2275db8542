//! The command `verify`.
use command::{args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Verify {
        name: "verify",
        does: Looks,
        about: Match, may: who(Onlooker), is: [],
        purpose: Room, menu: Shows, filler: Usual,
        says: "Check that the dice of a match were fair",
        help: "While a match runs, this shows the commitment and the players' words. Afterwards \
               it also shows the secret, and replays the whole match from it.",
        examples: &["verify", "verify #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}
