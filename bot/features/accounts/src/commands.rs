//! The commands `link` and `unlink`.
use command::{
    Arg, ArgKind, Command,
    args::{MATCH, SURE},
    verb, words,
};
use model::ids::MatchId;

words! {
    /// What to do with the address of one's own boards.
    BoardWord { Off = "off", New = "new" }
}

verb! {
    Link {
        name: "link",
        offers: &[
            ("board", "a web page where you play on the board"),
            ("yes", "link the accounts"),
            ("no", "don't link them"),
            ("off", "end the address of your boards"),
            ("new", "another address for your boards"),
        ],
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
        purpose: People, menu: Mine, filler: Usual,
        says: "Separate linked accounts; each keeps the games from its chat",
        help: "You're asked to confirm unless you add `yes`. Both keep your settings; ratings are \
               recalculated.",
        examples: &["unlink", "unlink yes"],
        args: {
            sure: bool = SURE,
        },
    }
}

/// Returns what a command says for the code of an account, empty for a new one.
pub(crate) fn code_in(said: &Command) -> Option<String> {
    said.read::<Link>().map(|said| said.code.unwrap_or_default())
}
