//! Commands about people: ratings, accounts, data, moderation.
use engine::games::GameId;
use model::ids::MatchId;

use crate::{
    Arg, ArgKind,
    args::{MATCH, PAGE, SURE},
    verb,
    words::{BoardWord, DataWish, Order, Reach},
};

verb! {
    Leaderboard {
        name: "leaderboard",
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
    Profile {
        name: "profile",
        does: Looks,
        about: Room, may: who(Anyone), is: [ReadsLong],
        purpose: People, menu: Me, filler: Usual,
        says: "Show a player's ratings, their history and the latest results",
        help: "To hide your own, say `settings hidden on`.",
        examples: &["profile", "profile @bob", "profile @bob trapdoor"],
        args: {
            who: Option<String> = Arg { name: "who", says: "The player (default: you)", kind: ArgKind::Who },
            game: Option<GameId> = Arg { name: "game", says: "The game (default: all)", kind: ArgKind::Game },
        },
    }
}

verb! {
    Versus {
        name: "versus",
        does: Looks,
        about: Room, may: who(Anyone), is: [ReadsLong],
        purpose: People, menu: Me, filler: Usual,
        says: "Show your results against another player",
        help: "",
        examples: &["versus @bob"],
        args: {
            who: Option<String> = Arg { name: "who", says: "The other player", kind: ArgKind::Who },
        },
    }
}

verb! {
    Link {
        name: "link",
        does: Keeps,
        about: Oneself, may: who(Anyone), is: [],
        purpose: People, menu: Me, filler: Usual,
        says: "Link your accounts in two chats: one rating, one list of games",
        help: "`link` shows you a private code. Within ten minutes, say `link` and the code in your \
               other chat, then confirm there. `unlink` separates the accounts again. `link board` \
               shows you the address of a page where you play your matches on the board; `link \
               board new` makes another, and `link board off` ends it.",
        examples: &["link", "link K7QF-2M9X", "link yes", "link board", "link board off"],
        args: {
            code: Option<String> = Arg {
            name: "code",
            says: "The code shown in your other chat, `yes` or `no`, or `board`",
            kind: ArgKind::Topic(&[]),
        },
            of: Option<MatchId> = MATCH,
            how: Option<BoardWord> = Arg {
                name: "how",
                says: "With `board`: `new` for another address, `off` to end it",
                kind: ArgKind::OneOf(BoardWord::WORDS),
            },
        },
    }
}

verb! {
    Unlink {
        name: "unlink",
        does: Ends,
        about: Oneself, may: always(Anyone), is: [],
        purpose: People, menu: Me, filler: Usual,
        says: "Separate linked accounts; each keeps the games from its chat",
        help: "You're asked to confirm unless you add `yes`. Both keep your settings; ratings are \
               recalculated.",
        examples: &["unlink", "unlink yes"],
        args: {
            sure: bool = SURE,
        },
    }
}

verb! {
    Mydata {
        name: "mydata",
        does: Deletes {
            Looks: |it| it.what.is_none() && !it.sure,
            Keeps: |it| it.what == Some(DataWish::Export),
        },
        about: Oneself, may: always(Anyone), is: [],
        purpose: Room, menu: Me, filler: Usual,
        says: "Get all data stored about you, or delete it",
        help: "`export` sends it as a file. `delete` asks you to confirm, then removes your name and \
               id everywhere; your opponents keep their results, against a “former player”.",
        examples: &["mydata", "mydata export", "mydata delete"],
        args: {
            what: Option<DataWish> = Arg {
                name: "what",
                says: "`export` to get it, `delete` to delete it",
                kind: ArgKind::OneOf(DataWish::WORDS),
            },
            sure: bool = SURE,
        },
    }
}

verb! {
    Admin {
        name: "admin",
        does: Moderates,
        about: Room, may: always(Anyone), is: [MeetsPeople, ForModerators],
        purpose: Room, menu: Alone, filler: Nothing,
        says: "Show or change this room's settings, and moderate matches",
        help: "For moderators. `threads`: a thread for each match. `prefix`: what commands start \
               with, in chats without slash commands. `channels add`, `remove` or `all`: where games \
               can be started; say it in that channel. `practice on` or `off`: matches against me in this room. \
               `limit`: matches per person or per channel, and as many against me; `limit trust` allows newcomers three, \
               and one more for each match they have finished. \
               `pages on` or `off`: a web page with this server's leaderboards. \
               `end`: give a stuck match an unrated result. `annul`: call off a stuck match, or \
               cancel a result. Both players are told, with your note; you can't decide your own \
               match. `ban`, `unban`: who can use me here. `pair`: show the open challenges and boards \
               of a room in another chat here, and those of this room there; `unpair` ends it.",
        examples: &[
            "admin",
            "admin threads on",
            "admin prefix ?",
            "admin channels add",
            "admin limit person 3",
            "admin practice off",
            "admin limit trust",
            "admin pages on",
            "admin end #12 draw",
            "admin annul #12 both are on holiday",
            "admin ban @bob",
            "admin pair",
        ],
        args: {
            what: Option<Order> = Arg {
                name: "what",
                says: "What to change or do",
                kind: ArgKind::OneOf(Order::WORDS),
            },
            of: Option<MatchId> = MATCH,
            who: Option<String> = Arg { name: "who", says: "Who to ban or unban", kind: ArgKind::Who },
            sure: bool = SURE,
            value: String = Arg {
                name: "value",
                says: "The new value, such as `on`, `person 3` or `white`, or a note to both players",
                kind: ArgKind::Rest,
            },
        },
    }
}
