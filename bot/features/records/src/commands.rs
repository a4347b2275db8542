//! The commands `history`, `replay`, `export` and `import`.
use command::{
    Arg, ArgKind, NumberForm,
    args::{CLOCK, DAYS, HARD, MATCH, PAGE, PRIVATE, SIDE, WORD},
    verb,
    verbs::FileArg,
    words,
};
use engine::games::GameId;
use model::ids::MatchId;

words! {
    /// The form of an exported match.
    Form { Json = "json", Pdn = "pdn" }
}

verb! {
    History {
        name: "history",
        does: Looks,
        about: Match, may: who(Onlooker), is: [ReadsLong, AtLink, AtMessages],
        purpose: Look, menu: Shows, filler: Usual,
        says: "Show the moves of a match in words",
        help: "",
        examples: &["history", "history #12", "history 2"],
        args: {
            of: Option<MatchId> = MATCH,
            page: Option<u32> = Arg {
                kind: ArgKind::Number { least: 1, most: 9999, form: NumberForm::Bare },
                ..PAGE
            },
        },
    }
}

verb! {
    Replay {
        name: "replay",
        does: Looks,
        about: Match, may: who(Onlooker), is: [ReadsLong],
        purpose: Look, menu: Shows, filler: Usual,
        says: "Show all or part of a match as a film",
        help: "You get a GIF. `history` shows the step numbers; `speed` goes from 0.2 \
               (slow) to 10 (fast). Films of more than 300 steps skip some. You can show any match \
               by its number, unless it's private.",
        examples: &["replay", "replay #12", "replay #12 from=40 to=80", "replay speed=2"],
        args: {
            of: Option<MatchId> = MATCH,
            from: Option<u32> = Arg {
                name: "from",
                says: "The first step to show",
                kind: ArgKind::Number { least: 0, most: 99_999, form: NumberForm::Named },
            },
            to: Option<u32> = Arg {
                name: "to",
                says: "The last step to show",
                kind: ArgKind::Number { least: 0, most: 99_999, form: NumberForm::Named },
            },
            speed: Option<String> = Arg { name: "speed", says: "The speed: 1 is normal, 2 twice as fast", kind: ArgKind::Word },
        },
    }
}

verb! {
    Export {
        name: "export",
        offers: &[
            ("json", "everything, to resume it later"),
            ("pdn", "the moves, for other programs"),
        ],
        does: Looks,
        about: Match, may: who(Onlooker), is: [ReadsLong],
        purpose: Room, menu: Shows, filler: Usual,
        says: "Save a match as a file",
        help: "`json` has everything needed to check the dice once the match is over; `pdn` is for \
               draughts programs.",
        examples: &["export", "export pdn", "export #12 json"],
        args: {
            of: Option<MatchId> = MATCH,
            form: Option<Form> = Arg { name: "form", says: "The file format", kind: ArgKind::OneOf(Form::WORDS) },
        },
    }
}

verb! {
    Import {
        name: "import",
        // Without a record there is nothing to read.
        games: |game| game.fit("").is_some(),
        does: Arranges,
        about: Room, may: offers(Anyone), is: [MeetsPeople, Challenges],
        purpose: Start, menu: Match, filler: Nothing,
        says: "Resume a saved match from any step",
        help: "Attach or paste a file from `export`, JSON or PDN. You challenge someone, or anyone, \
               from that position. Such matches are never rated, and anything hidden is dealt again.",
        examples: &[
            "import @bob",
            "import @bob step=12 side=white clock=usual",
            "import trapdoor days=2",
        ],
        args: {
            who: Option<String> = Arg {
                name: "who",
                says: "Who to challenge; leave out to let anyone accept",
                kind: ArgKind::Who,
            },
            game: Option<GameId> = Arg { name: "game", says: "The game of a PDN, if it could be several", kind: ArgKind::Game },
            step: Option<u32> = Arg {
                name: "step",
                says: "The step, or move of a PDN, to resume from (default: the last)",
                kind: ArgKind::Number { least: 0, most: 9999, form: NumberForm::Named },
            },
            record: Option<u32> = Arg {
                name: "record",
                says: "Which game of a PDN with several, from 1",
                kind: ArgKind::Number { least: 1, most: 9999, form: NumberForm::Named },
            },
            days: Option<u32> = DAYS,
            clock: Option<String> = CLOCK,
            hard: bool = HARD,
            side: Option<String> = SIDE,
            private: bool = PRIVATE,
            word: Option<String> = WORD,
            file: FileArg = Arg { name: "file", says: "A saved match: JSON up to 4 MB, PDN up to 256 kB", kind: ArgKind::File },
            text: String = Arg { name: "text", says: "The contents of the file", kind: ArgKind::Rest },
        },
    }
}
