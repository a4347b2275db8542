//! Commands about people: ratings, accounts, data, moderation.
use engine::games::GameId;
use model::ids::MatchId;

use crate::{
    Arg, ArgKind,
    args::{MATCH, SURE},
    verb,
    words::{DataWish, Order},
};

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
    Mydata {
        name: "mydata",
        offers: &[
            ("export", "get it as a file"),
            ("delete", "delete it; I ask first"),
        ],
        does: Deletes {
            Looks: |it| it.what.is_none() && !it.sure,
            Keeps: |it| it.what == Some(DataWish::Export),
        },
        about: Oneself, may: always(Anyone), is: [],
        purpose: Room, menu: Mine, filler: Usual,
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
        offers: &[
            ("threads", "a thread for each match"),
            ("prefix", "what commands start with, in chats without slash commands"),
            ("channels", "where games can be started"),
            ("limit", "how many matches at once"),
            ("practice", "matches against me"),
            ("fold", "what remains of a match that is over"),
            ("log", "tell in this channel what moderators do"),
            ("chronicle", "post in this channel how each match ends"),
            ("game", "what a challenge here plays that names no game"),
            ("clock", "the clock of challenges here that name none"),
        ],
        does: Moderates,
        about: Room, may: always(Anyone), is: [MeetsPeople, ForModerators],
        purpose: Room, menu: Alone, filler: Nothing,
        says: "Show or change this room's settings, and moderate matches",
        help: "For moderators. `threads`: a thread for each match. `prefix`: what commands start \
               with, in chats without slash commands. `channels add`, `remove` or `all`: where games \
               can be started; say it in that channel. `practice on` or `off`: matches against me in this room. \
               `fold`: what I said here about a match becomes one card once it is over; `fold keep` leaves everything, \
               `fold remove` takes the card away as well, a day later. `log here`: each thing that moderators of this server do is told in this channel, `log off` \
               ends that. `chronicle here`: one card for each match that ends on this server is posted in this \
               channel, `chronicle off` ends that; another channel may be named, as in `log #mods`. `game trapdoor`: what a challenge here plays that names no \
               game. `clock 1 day`: the clock of challenges here that name none; `off` ends both. `limit`: matches per person or per channel, and as many against me; `limit trust` allows newcomers three, \
               and one more for each match they have finished.",
        examples: &[
            "admin",
            "admin threads on",
            "admin prefix ?",
            "admin channels add",
            "admin limit person 3",
            "admin practice off",
            "admin log here",
            "admin chronicle here",
            "admin game trapdoor",
            "admin clock 1 day",
            "admin fold keep",
            "admin fold fold",
            "admin fold remove",
            "admin channels remove",
            "admin channels all",
            "admin limit trust",
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
