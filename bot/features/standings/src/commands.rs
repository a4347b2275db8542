//! The commands `leaderboard`, `season` and `versus`.
use command::{Arg, ArgKind, args::PAGE, verb};
use engine::games::GameId;

use super::words;

command::words! {
    /// Whose ratings a leaderboard shows.
    Reach { Here = "here", Server = "server", Everywhere = "everywhere" }
}

verb! {
    Leaderboard {
        name: "leaderboard",
        offers: &[
            ("here", "players of this server"),
            ("server", "players of this server, in so many words"),
            ("everywhere", "all players"),
        ],
        refuses: |word| ["skill", "luck"].contains(&word).then(words::skill_stands_there),
        does: Looks,
        about: Room, may: who(Anyone), is: [ReadsLong, Published],
        purpose: People, menu: Alone, filler: Usual,
        says: "Show the best players, on this server or everywhere",
        help: "Players with fewer than ten matches, or long away, are listed below.",
        examples: &[
            "leaderboard",
            "leaderboard trapdoor",
            "leaderboard trapdoor everywhere",
            "leaderboard 2",
        ],
        args: {
            game: Option<GameId> = Arg { name: "game", says: "The game (default: all together)", kind: ArgKind::Game },
            scope: Option<Reach> = Arg {
                name: "scope",
                says: "`here` for this server, or `everywhere`",
                kind: ArgKind::OneOf(Reach::WORDS),
            },
            page: Option<u32> = PAGE,
        },
    }
}

verb! {
    Season {
        name: "season",
        does: Looks,
        about: Room, may: who(Anyone), is: [ReadsLong],
        purpose: People, menu: Compete, filler: Usual,
        says: "Show this season's standings on this server, and past winners",
        help: "A season is a quarter of a year. Everyone starts fresh, and only matches on this \
               server count.",
        examples: &["season", "season trapdoor", "season 2026-Q3"],
        args: {
            game: Option<GameId> = Arg { name: "game", says: "The game (default: all together)", kind: ArgKind::Game },
            page: Option<u32> = PAGE,
            which: Option<String> = Arg { name: "which", says: "A past season, such as `2026-Q3`", kind: ArgKind::Topic(&[]) },
        },
    }
}

verb! {
    Versus {
        name: "versus",
        does: Looks,
        about: Room, may: who(Anyone), is: [ReadsLong],
        purpose: People, menu: Mine, filler: Usual,
        says: "Show your results against another player",
        help: "",
        examples: &["versus @bob"],
        args: {
            who: Option<String> = Arg { name: "who", says: "The other player", kind: ArgKind::Who },
        },
    }
}
