//! The command `league`.
use command::{
    Arg, ArgKind, NumberForm,
    args::{CLOCK, GAME, HARD, SURE, UNRATED},
    unnamed_terms::SaidTerms,
    verb, words,
};
use engine::games::GameId;

words! {
    /// What to do with a league.
    LeagueWord {
        New = "new",
        Join = "join",
        Begin = "begin",
        Table = "table",
        Leave = "leave",
        Invite = "invite",
        End = "end"
    }
}

verb! {
    League {
        name: "league",
        offers: &[
            ("new", "found a league"),
            ("join", "join one"),
            ("begin", "begin its first round"),
            ("table", "show who leads"),
            ("leave", "leave it"),
            ("invite", "get its code, for other rooms"),
            ("end", "end it early"),
        ],
        does: Ends {
            Looks: |it| matches!(it.what, None | Some(LeagueWord::Table)),
            Arranges: |it| !matches!(it.what, Some(LeagueWord::Leave | LeagueWord::End)),
        },
        about: Room, may: who(Anyone), is: [],
        purpose: People, menu: Compete, filler: Usual,
        says: "Play everyone in a group: a league of 3 to 12 people",
        help: "`new` starts a league that people join until you `begin` it. You play in it too, \
               unless you add `watch`. Every round begins by \
               itself and has a number of days (7, unless you say `days`); the matches of a round \
               are ordinary ones. `groups of 4` makes groups, with promotion and relegation after \
               each season. `rules house leagues` has the rules. `invite` shows you a code that \
               people say in another room, or on another chat, to join from there.",
        examples: &[
            "league",
            "league new trapdoor",
            "league new alien quick clock=2d days=10 groups=4",
            "league new draughts watch",
            "league join 3",
            "league begin 3",
            "league table 3",
            "league leave 3",
            "league end 3",
        ],
        args: {
            what: Option<LeagueWord> = Arg {
                name: "what",
                says: "What to do (default: show the leagues here)",
                kind: ArgKind::OneOf(LeagueWord::WORDS),
            },
            league: Option<u32> = Arg {
                name: "league",
                says: "The number of the league; needed only if there are several",
                kind: ArgKind::Number { least: 1, most: 999_999, form: NumberForm::Bare },
            },
            game: Option<GameId> = GAME,
            options: String = Arg {
                name: "options",
                says: "Variations of the game for a new league, or the code to join one",
                kind: ArgKind::UnnamedTerms,
            },
            days: Option<u32> = Arg {
                name: "days",
                says: "How many days a round has (default: 7)",
                kind: ArgKind::Number { least: 1, most: 60, form: NumberForm::Named },
            },
            watch: bool = Arg {
                name: "watch",
                says: "Start a league without playing in it",
                kind: ArgKind::Flag,
            },
            groups: Option<u32> = Arg {
                name: "groups",
                says: "How many people a group has; without it, everyone plays everyone",
                kind: ArgKind::Number { least: 3, most: 6, form: NumberForm::Of },
            },
            clock: Option<String> = CLOCK,
            hard: bool = HARD,
            unrated: bool = UNRATED,
            sure: bool = SURE,
        },
    }
}

impl<'a> From<&'a League> for SaidTerms<'a> {
    fn from(said: &'a League) -> SaidTerms<'a> {
        // Its days are those of a round.
        let League { options, clock, hard, unrated, .. } = said;
        let (clock, hard, unrated) = (clock.as_deref(), *hard, *unrated);
        SaidTerms { options, clock, hard, unrated, ..SaidTerms::default() }
    }
}
