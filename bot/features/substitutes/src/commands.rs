//! The command `substitute`.
use command::{AddedHelp, Arg, ArgKind, HelpTarget, Property, args::MATCH, verb, verbs, words};
use model::ids::MatchId;

words! {
    /// Who plays for an absent player, or what to do about such an offer.
    SubstituteWord {
        Anybody = "anybody",
        Bot = "bot",
        Take = "take",
        Decline = "decline",
        Off = "off"
    }
}

verb! {
    Substitute {
        name: "substitute",
        offers: &[
            ("anybody", "ask everybody here"),
            ("bot", "let me play on"),
            ("take", "take the seat"),
            ("decline", "turn the seat down"),
            ("off", "give the seat back, or stop asking"),
        ],
        does: Arranges,
        about: Match, may: who(Onlooker), is: [NeedsRunningMatch, MeetsPeople],
        purpose: Stop, menu: Ends, filler: Usual,
        says: "Find somebody who plays on for a player who is away",
        help: "Once your opponent's time has run out, or after a week of silence without a clock: \
               `substitute @carol` asks Carol, `substitute anybody` asks the room, and \
               `substitute bot` lets me play on, unrated. In a league or series you can hand over \
               your own seat instead of resigning. `substitute take` takes an offered seat, and \
               `substitute off` gives it back.",
        examples: &[
            "substitute @carol",
            "substitute #12 anybody",
            "substitute #12 bot",
            "substitute #12 take",
            "substitute #12 decline",
            "substitute #12 off",
        ],
        args: {
            of: Option<MatchId> = MATCH,
            how: Option<SubstituteWord> = Arg {
                name: "how",
                says: "`anybody`, `bot`, or your answer to an offer",
                kind: ArgKind::OneOf(SubstituteWord::WORDS),
            },
            who: Option<String> = Arg {
                name: "who",
                says: "The person you ask to take the seat",
                kind: ArgKind::Who,
            },
        },
    }
}

/// What it adds to the help of other commands.
pub(crate) const HELPS: &[AddedHelp] = &[
    AddedHelp {
        to: HelpTarget::Verb(verbs::Claim::VERB),
        help: "`substitute` finds somebody to play on.",
        examples: &[],
    },
    AddedHelp {
        to: HelpTarget::Each(Property::StopsOwnTime),
        help: "With `substitute @carol` Carol plays for you until you're back, once she agrees.",
        examples: &["vacation 10 days substitute @carol"],
    },
];
