//! Commands about time: pauses, reminders, vacations.
use model::ids::MatchId;

use crate::{
    Arg, ArgKind,
    args::{ANSWER, MATCH},
    verb,
    words::Answer,
};

verb! {
    Pause {
        name: "pause",
        does: Arranges,
        about: Match, may: who(Player), is: [NeedsRunningMatch, AtLink],
        purpose: Stop, menu: Match, filler: Usual,
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
        purpose: Stop, menu: Match, filler: Usual,
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

verb! {
    Remind {
        name: "remind",
        does: Keeps { Looks: |it| it.how.is_empty() },
        about: Oneself, may: who(Anyone), is: [],
        purpose: Remind, menu: Me, filler: Topics,
        says: "Show or change when you're reminded of your turn",
        help: "`usual` reminds you when half and one eighth of your time is left. `every 6h` \
               repeats, at most ten times a turn; `snooze 12h` silences one match or all for \
               that long. Several waiting matches come as one list a day, and quiet hours are \
               respected: `settings quiet 22-7`, `settings zone Berlin`.",
        examples: &[
            "remind",
            "remind every 6h",
            "remind snooze 12h",
            "remind #12 snooze 2d",
            "remind snooze off",
            "remind off",
        ],
        args: {
            of: Option<MatchId> = MATCH,
            how: String = Arg {
                name: "how",
                says: "`usual`, `every 6h`, `off` or `snooze 12h`",
                kind: ArgKind::Rest,
            },
        },
    }
}

verb! {
    Vacation {
        name: "vacation",
        does: Arranges { Looks: |it| it.length.is_empty() },
        about: Oneself, may: who(Anyone), is: [MeetsPeople],
        purpose: Remind, menu: Me, filler: Names,
        says: "Stop your clocks for up to 30 days in any 365",
        help: "Your opponents see that you're away; you can still play. `vacation end` ends it \
               early; `vacation cancel` cancels a planned one. With `substitute @carol` Carol plays \
               for you until you're back, once she agrees. Vacations must be at least 3 days \
               apart.",
        examples: &[
            "vacation",
            "vacation 10 days",
            "vacation from tomorrow 10 days",
            "vacation 10 days substitute @carol",
            "vacation end",
            "vacation cancel",
        ],
        args: {
            length: String = Arg {
            name: "length",
            says: "Such as `10 days`, `from tomorrow 10 days`, `end` or `cancel`",
            kind: ArgKind::Rest,
        },
        },
    }
}
