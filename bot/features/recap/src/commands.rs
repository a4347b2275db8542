//! The command `recap`.
use command::{Arg, ArgKind, verb};

verb! {
    Recap {
        name: "recap",
        offers: &[
            ("season", "this season instead of this year"),
        ],
        does: Arranges { Looks: |it| !it.share },
        about: Room, may: who(Anyone), is: [],
        purpose: People, menu: Mine, filler: Usual,
        says: "Show your year or season as a picture, for you alone or to share",
        help: "Only you see it, with all of your matches. `share` shows it to this room, once a day, \
               with your public matches alone. Matches against the bot don't count.",
        examples: &["recap", "recap 2026", "recap season", "recap season share"],
        args: {
            which: Option<String> = Arg { name: "which", says: "A year, `season`, or a past season such as `2026-Q3` (default: this year)", kind: ArgKind::Topic(&["season"]) },
            share: bool = Arg { name: "share", says: "Show it to this room", kind: ArgKind::Flag },
        },
    }
}
