//! The command `remind`.
use command::{Arg, ArgKind, args::MATCH, verb};
use model::ids::MatchId;

verb! {
    Remind {
        name: "remind",
        offers: &[
            ("usual", "with half and one eighth of your time left"),
            ("every 6h", "every six hours"),
            ("every 1d", "once a day"),
            ("snooze 12h", "not for twelve hours"),
            ("off", "no reminders"),
        ],
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
