//! The command `vacation`.
use command::{AddedHelp, Arg, ArgKind, HelpTarget, verb, verbs};

verb! {
    Vacation {
        name: "vacation",
        offers: &[
            ("3 days", "from now"),
            ("10 days", "from now"),
            ("from tomorrow 10 days", "beginning tomorrow"),
            ("end", "be back now"),
            ("cancel", "withdraw a planned one"),
        ],
        does: Arranges { Looks: |it| it.length.is_empty() },
        about: Oneself, may: who(Anyone), is: [MeetsPeople, StopsOwnTime],
        purpose: Remind, menu: Me, filler: Names,
        says: "Stop your clocks for up to 30 days in any 365",
        help: "Your opponents see that you're away; you can still play. `vacation end` ends it \
               early; `vacation cancel` cancels a planned one. Vacations must be at least 3 days \
               apart.",
        examples: &[
            "vacation",
            "vacation 10 days",
            "vacation from tomorrow 10 days",
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

/// What it adds to the help of commands of the kernel.
pub(crate) const HELPS: &[AddedHelp] = &[AddedHelp {
    to: HelpTarget::Verb(verbs::Back::VERB),
    help: "On vacation, `back` without a number ends it.",
    examples: &[],
}];
