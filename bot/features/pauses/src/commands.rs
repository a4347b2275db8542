//! The commands `pause` and `resume`.
use command::{
    args::{ANSWER, MATCH},
    verb,
    verbs::Answer,
};
use model::ids::MatchId;

verb! {
    Pause {
        name: "pause",
        does: Arranges,
        about: Match, may: who(Player), is: [AsksOther, NeedsRunningMatch, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Ask to pause a match, or answer such a request",
        help: "If both agree, clocks and reminders stop until one of you says `resume`.",
        examples: &["pause", "pause accept", "pause #12 decline"],
        args: {
            of: Option<MatchId> = MATCH,
            answer: Option<Answer> = ANSWER,
        },
    }
}

verb! {
    Resume {
        name: "resume",
        does: Arranges,
        about: Match, may: who(Player), is: [NeedsRunningMatch, AtLink],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Resume a paused match",
        help: "Either side can. The clock continues where it stopped. If it's your opponent's \
               turn, they get notice first: a day, or a third of the clock if that's shorter, \
               and never in their quiet hours.",
        examples: &["resume", "resume #12"],
        args: {
            of: Option<MatchId> = MATCH,
        },
    }
}
