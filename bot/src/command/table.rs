//! The table of commands.
mod people;

use super::{Arg, Kind, Spec, Verb};

const MATCH: Arg = Arg {
    name: "match",
    says: "The number of a match; needed only where you play several",
    kind: Kind::Match,
};
const GAME: Arg = Arg { name: "game", says: "Which game", kind: Kind::Game };
const SURE: Arg = Arg { name: "yes", says: "You are sure", kind: Kind::Flag };
const WORD: Arg = Arg {
    name: "word",
    says: "A word of yours, mixed into the dice so that nobody can choose them",
    kind: Kind::Word,
};

const PRIVATE: Arg =
    Arg { name: "private", says: "Only its players may look the match up", kind: Kind::Flag };

/// Every command, in the order in which help shows them.
pub const COMMANDS: &[Spec] = &[
    Spec {
        verb: Verb::Challenge,
        name: "challenge",
        says: "Offer a game to somebody, or to anyone",
        help: "Without a name anyone here may accept. `help challenge` lists what may be agreed, `rules trapdoor options` explains it; \
               `days` sets a clock of so many days a move. The offer stays open for two weeks, also through restarts.",
        examples: &[
            "challenge @bob trapdoor",
            "challenge trapdoor continental snap days=3",
            "challenge @bob trapdoor side=white unrated",
        ],
        args: &[
            Arg {
                name: "who",
                says: "Whom you challenge; nobody for anyone here",
                kind: Kind::Who,
            },
            GAME,
            Arg {
                name: "options",
                says: "Variations of the game, such as `snap`",
                kind: Kind::Loose,
            },
            Arg {
                name: "days",
                says: "Days for each move",
                kind: Kind::Number { least: 1, most: 60 },
            },
            Arg {
                name: "side",
                says: "The side you want, by its name, or `random`",
                kind: Kind::Word,
            },
            Arg { name: "unrated", says: "Leave the ratings alone", kind: Kind::Flag },
            PRIVATE,
            WORD,
        ],
    },
    Spec {
        verb: Verb::Accept,
        name: "accept",
        says: "Accept a challenge",
        help: "With a number where several are open.",
        examples: &["accept", "accept 7", "accept 7 word=pumpkin"],
        args: &[CHALLENGE, WORD],
    },
    Spec {
        verb: Verb::Decline,
        name: "decline",
        says: "Decline a challenge",
        help: "",
        examples: &["decline", "decline 7"],
        args: &[CHALLENGE],
    },
    Spec {
        verb: Verb::Cancel,
        name: "cancel",
        says: "Take back a challenge of yours",
        help: "",
        examples: &["cancel", "cancel 7"],
        args: &[CHALLENGE],
    },
    Spec {
        verb: Verb::Play,
        name: "play",
        says: "Do one thing in the game in which it is your turn",
        help: "The word `play` may be left out. `moves` lists what is possible; a number picks from that list.",
        examples: &["play spin", "play c3-d4", "play #12 G1>R"],
        args: &[
            MATCH,
            Arg { name: "words", says: "What you do, such as `c3-d4`", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Moves,
        name: "moves",
        says: "List what you may do now",
        help: "A number then picks from the list. With a beginning: only what begins so.",
        examples: &["moves", "moves #12", "moves c3"],
        args: &[
            MATCH,
            Arg { name: "begins", says: "How it begins, such as `c3`", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Board,
        name: "board",
        says: "Draw a match again",
        help: "Any match that is not private can be looked at by its number, wherever it is played.",
        examples: &["board", "board #12", "board side=white text"],
        args: &[
            MATCH,
            Arg { name: "side", says: "Whose side is at the bottom", kind: Kind::Word },
            Arg { name: "text", says: "Also in words and characters", kind: Kind::Flag },
        ],
    },
    Spec {
        verb: Verb::Hand,
        name: "hand",
        says: "Show, only to you, what only you may see",
        help: "",
        examples: &["hand", "hand #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Undo,
        name: "undo",
        says: "Take back your last decision, or answer the other side's wish to",
        help: "At once while nobody has answered and no chance fell since; otherwise the other side is asked. \
               What chance brought is never thrown again the same.",
        examples: &["undo", "undo accept", "undo decline"],
        args: &[MATCH, ANSWER],
    },
    Spec {
        verb: Verb::Draw,
        name: "draw",
        says: "Offer a draw, or answer an offer",
        help: "An offer lapses when the offerer's next turn ends.",
        examples: &["draw", "draw offer", "draw accept", "draw decline"],
        args: &[
            MATCH,
            Arg {
                name: "answer",
                says: "`offer`, or your answer to the other side's offer",
                kind: Kind::OneOf(&["offer", "accept", "decline"]),
            },
        ],
    },
    Spec {
        verb: Verb::Resign,
        name: "resign",
        says: "Give up a match",
        help: "Asks you once more, unless you say `yes` at once.",
        examples: &["resign", "resign yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Abort,
        name: "abort",
        says: "Call a match off in its first turns; it counts for nobody",
        help: "Asks you once more, unless you say `yes` at once.",
        examples: &["abort", "abort yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Claim,
        name: "claim",
        says: "Claim a match whose other side has run out of time",
        help: "",
        examples: &["claim", "claim #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Rematch,
        name: "rematch",
        says: "Offer the same again with sides changed, or accept such an offer",
        help: "The other side need not be here: the offer waits.",
        examples: &["rematch", "rematch #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Games,
        name: "games",
        says: "List running matches, those that wait for you first, and open challenges",
        help: "",
        examples: &["games", "games @bob"],
        args: &[Arg { name: "who", says: "Whose; yours when left out", kind: Kind::Who }],
    },
    Spec {
        verb: Verb::History,
        name: "history",
        says: "Tell a match from its start, in words",
        help: "",
        examples: &["history", "history #12", "history 2"],
        args: &[
            MATCH,
            Arg { name: "page", says: "Which page", kind: Kind::Number { least: 1, most: 9999 } },
        ],
    },
    Spec {
        verb: Verb::Export,
        name: "export",
        says: "Save a match as a file",
        help: "`json` holds all that is needed to check the dice, once the match is over; `pdn` is for draughts programs.",
        examples: &["export", "export pdn", "export #12 json"],
        args: &[
            MATCH,
            Arg { name: "form", says: "Which form", kind: Kind::OneOf(&["json", "pdn"]) },
        ],
    },
    Spec {
        verb: Verb::Import,
        name: "import",
        says: "Go on from the end, or from any step, of a match in a file",
        help: "Attach or paste what `export` gave, as JSON or PDN. You offer the position to somebody, or to anyone; such matches are \
               never rated, and what is hidden in the position is dealt anew.",
        examples: &["import @bob", "import @bob step=12 side=white", "import trapdoor"],
        args: &[
            Arg {
                name: "who",
                says: "Whom you challenge; nobody for anyone here",
                kind: Kind::Who,
            },
            Arg {
                name: "game",
                says: "Which game a PDN is of, where several have that form",
                kind: Kind::Game,
            },
            Arg {
                name: "step",
                says: "After which step to go on; the last one when left out",
                kind: Kind::Number { least: 0, most: 9999 },
            },
            Arg {
                name: "side",
                says: "The side you want, by its name, or `random`",
                kind: Kind::Word,
            },
            PRIVATE,
            WORD,
            Arg { name: "text", says: "The file, pasted", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Watch,
        name: "watch",
        says: "Look on at a match: its turns are told to you, too, without disturbing anybody",
        help: "You are told in private; `here`, for whoever may manage a room, tells the whole room. It ends with the match, or with \
               `off`.",
        examples: &["watch", "watch #12", "watch #12 here", "watch #12 off", "watch off"],
        args: &[
            MATCH,
            Arg {
                name: "how",
                says: "`here` for the whole room; `off` to stop",
                kind: Kind::OneOf(&["here", "off"]),
            },
        ],
    },
    people::STAKES,
    people::LEADERBOARD,
    people::SEASON,
    people::PROFILE,
    people::VERSUS,
    Spec {
        verb: Verb::Rules,
        name: "rules",
        says: "Explain a game, or a topic of its rules",
        help: "`rules house` tells what holds in every game: undo, draws, clocks, fair dice.",
        examples: &["rules trapdoor", "rules trapdoor knobs", "rules house fairness"],
        args: &[
            Arg { name: "game", says: "Which game, or `house`", kind: Kind::Topic },
            Arg { name: "topic", says: "Which topic", kind: Kind::Topic },
        ],
    },
    Spec {
        verb: Verb::Help,
        name: "help",
        says: "Say what I can do, or how one command works",
        help: "",
        examples: &["help", "help challenge"],
        args: &[Arg { name: "command", says: "Which command", kind: Kind::Topic }],
    },
    Spec {
        verb: Verb::Verify,
        name: "verify",
        says: "Show that the dice of a match were fair",
        help: "While a match runs: the commitment and the players' words. Afterwards also the secret, and the match is \
               played through again from it.",
        examples: &["verify", "verify #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Settings,
        name: "settings",
        says: "Show or change how things look for you",
        help: "`theme` light, dark or high-contrast; `text` on or off; `orientation` own, first or second; `hidden` on keeps your ratings \
               and results from leaderboards and from others.",
        examples: &["settings", "settings theme dark", "settings text on", "settings hidden on"],
        args: &[
            Arg {
                name: "name",
                says: "Which setting",
                kind: Kind::OneOf(&["theme", "text", "orientation", "hidden"]),
            },
            Arg { name: "value", says: "What it shall be", kind: Kind::Topic },
        ],
    },
    people::MYDATA,
    people::ADMIN,
];

const CHALLENGE: Arg = Arg {
    name: "challenge",
    says: "Which challenge, by its number",
    kind: Kind::Number { least: 1, most: u32::MAX },
};

const ANSWER: Arg = Arg {
    name: "answer",
    says: "Your answer to the other side",
    kind: Kind::OneOf(&["accept", "decline"]),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    #[test]
    fn the_table_fits_every_chat() {
        assert!(COMMANDS.len() <= 100);
        for spec in COMMANDS {
            let word = |it: &str| {
                (1..=32).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_lowercase())
            };
            let line = |it: &str| (1..=100).contains(&it.chars().count());
            assert!(word(spec.name) && line(spec.says), "{}", spec.name);
            assert!(spec.args.len() <= 25);
            for arg in spec.args {
                assert!(word(arg.name) && line(arg.says), "{} {}", spec.name, arg.name);
            }
            assert_eq!(
                COMMANDS.iter().filter(|it| it.name == spec.name || it.verb == spec.verb).count(),
                1
            );
        }
    }

    #[test]
    fn every_example_is_read_as_its_own_command() {
        for spec in COMMANDS {
            assert!(!spec.examples.is_empty());
            for example in spec.examples {
                let said = parse(example).unwrap().unwrap();
                assert_eq!(said.verb, spec.verb, "{example}");
            }
        }
    }
}
