//! The rows about people: how they play, what is kept of them, how they are kept in order.
use super::{
    super::{Arg, Kind, Spec, Verb},
    CHALLENGE, MATCH, PAGE, SURE,
};

pub(super) const STAKES: Spec = Spec {
    verb: Verb::Stakes,
    name: "stakes",
    says: "Show what a challenge would bring you: for a win, a draw, a loss",
    help: "",
    examples: &["stakes", "stakes 7"],
    args: &[CHALLENGE],
};

pub(super) const LEADERBOARD: Spec = Spec {
    verb: Verb::Leaderboard,
    name: "leaderboard",
    says: "Show who plays best here, on this server or everywhere",
    help: "People with fewer than ten matches, and people who have been away, come below.",
    examples: &[
        "leaderboard",
        "leaderboard trapdoor",
        "leaderboard trapdoor everywhere",
        "leaderboard 2",
    ],
    args: &[
        Arg { name: "game", says: "Which game; all together when left out", kind: Kind::Game },
        Arg {
            name: "scope",
            says: "Whose results",
            kind: Kind::OneOf(&["here", "server", "everywhere"]),
        },
        PAGE,
    ],
};

pub(super) const SEASON: Spec = Spec {
    verb: Verb::Season,
    name: "season",
    says: "Show how this season stands on this server, and who won the ones before",
    help: "A season is a quarter of a year. Everybody begins it anew, and only matches played on this server count in it.",
    examples: &["season", "season trapdoor", "season 2026-Q3"],
    args: &[
        Arg { name: "game", says: "Which game; all together when left out", kind: Kind::Game },
        PAGE,
        Arg { name: "which", says: "An earlier season, such as `2026-Q3`", kind: Kind::Topic },
    ],
};

pub(super) const PROFILE: Spec = Spec {
    verb: Verb::Profile,
    name: "profile",
    says: "Show somebody's ratings, how they have gone, and the last results",
    help: "Whoever would rather not be looked up says `settings hidden on`.",
    examples: &["profile", "profile @bob", "profile @bob trapdoor"],
    args: &[
        Arg { name: "who", says: "Whose; yours when left out", kind: Kind::Who },
        Arg { name: "game", says: "Which game; all when left out", kind: Kind::Game },
    ],
};

pub(super) const VERSUS: Spec = Spec {
    verb: Verb::Versus,
    name: "versus",
    says: "Show how you and somebody have done against each other",
    help: "",
    examples: &["versus @bob"],
    args: &[Arg { name: "who", says: "Against whom", kind: Kind::Who }],
};

pub(super) const LINK: Spec = Spec {
    verb: Verb::Link,
    name: "link",
    says: "Be one person in two chats: one rating, one list of games",
    help: "`link` shows a code, only to you. Say `link` and the code in the other chat within ten minutes; there you are asked once \
           more, and told in both chats. `unlink` makes you two again.",
    examples: &["link", "link K7QF-2M9X", "link yes", "link no"],
    args: &[Arg {
        name: "code",
        says: "The code that was shown in the other chat, or `yes` or `no`",
        kind: Kind::Topic,
    }],
};

pub(super) const UNLINK: Spec = Spec {
    verb: Verb::Unlink,
    name: "unlink",
    says: "Be two people in two chats again: each keeps what was played there",
    help: "Asks you once more, unless you say `yes` at once. Both keep your settings; ratings are made anew.",
    examples: &["unlink", "unlink yes"],
    args: &[SURE],
};

pub(super) const MYDATA: Spec = Spec {
    verb: Verb::Mydata,
    name: "mydata",
    says: "Give you everything kept about you, or delete it",
    help: "`export` makes a file of it. `delete` asks once more, then takes your name and id out of everything; those you played \
           with keep their results, against a former player.",
    examples: &["mydata", "mydata export", "mydata delete"],
    args: &[
        Arg {
            name: "what",
            says: "Whether to have it or to have it deleted",
            kind: Kind::OneOf(&["export", "delete"]),
        },
        SURE,
    ],
};

pub(super) const ADMIN: Spec = Spec {
    verb: Verb::Admin,
    name: "admin",
    says: "Show or change how this room is run, or keep order in it; for its moderators",
    help: "`threads` on: each match gets a thread of its own, where the chat has them. `prefix`: what begins a command, where \
           the chat has none of its own. `channels add`, `remove`, `all`: the channels of this server in which games may be begun; \
           said in the channel that is meant. `limit`: how many matches may run for each person, or in each channel. \
           `end`: a match that is stuck, with a result that counts for no rating. `annul`: a match that is stuck, or the result of one that \
           has ended. Both players are told, with your note; you cannot decide a match that you play in. \
           `ban`, `unban`: whether somebody may use me here.",
    examples: &[
        "admin",
        "admin threads on",
        "admin prefix ?",
        "admin channels add",
        "admin limit person 3",
        "admin end #12 draw",
        "admin annul #12 both are on holiday",
        "admin ban @bob",
    ],
    args: &[
        Arg {
            name: "what",
            says: "What to set or do",
            kind: Kind::OneOf(&[
                "threads", "prefix", "channels", "limit", "end", "annul", "ban", "unban",
            ]),
        },
        MATCH,
        Arg { name: "who", says: "Whom to ban or to let back", kind: Kind::Who },
        SURE,
        Arg {
            name: "value",
            says: "What it shall be, such as `on`, `person 3`, `white`; or a note to both players",
            kind: Kind::Rest,
        },
    ],
};
