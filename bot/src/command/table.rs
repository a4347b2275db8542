//! The table of commands.
mod people;
mod practice;
mod share;

use super::{Arg, Kind, Spec, Verb};

const MATCH: Arg = Arg {
    name: "match",
    says: "The number of a match; needed only where you play several",
    kind: Kind::Match,
};
const PAGE: Arg =
    Arg { name: "page", says: "Which page", kind: Kind::Number { least: 1, most: 9999 } };
const GAME: Arg = Arg { name: "game", says: "Which game", kind: Kind::Game };
const SURE: Arg = Arg { name: "yes", says: "You are sure", kind: Kind::Flag };
const WORD: Arg = Arg {
    name: "word",
    says: "A word of yours, mixed into the dice so that nobody can choose them",
    kind: Kind::Word,
};

const PRIVATE: Arg =
    Arg { name: "private", says: "Only its players may look the match up", kind: Kind::Flag };
const DAYS: Arg =
    Arg { name: "days", says: "Days for each move", kind: Kind::Number { least: 1, most: 60 } };
const CLOCK: Arg = Arg {
    name: "clock",
    says: "A clock: live, fast, daily, usual, slow, none, a time a move (`12h`), or a bank (`3d+1d/5d`)",
    kind: Kind::Word,
};
const HARD: Arg = Arg {
    name: "hard",
    says: "Whoever runs out of time loses at once; otherwise the other side may claim",
    kind: Kind::Flag,
};
const SIDE: Arg =
    Arg { name: "side", says: "The side you want, by its name, or `random`", kind: Kind::Word };
const UNRATED: Arg = Arg { name: "unrated", says: "Leave the ratings alone", kind: Kind::Flag };

/// Every command, in the order in which help shows them.
pub const COMMANDS: &[Spec] = &[
    Spec {
        verb: Verb::Challenge,
        name: "challenge",
        says: "Offer a game to somebody, or to anyone",
        help: "Without a name anyone here may accept, and `places=5` lets five people do so. `rules trapdoor options` explains what may be \
               agreed; `days` sets a clock of so many days a move, `clock` one with a bank (`rules house clock`). The offer stays open for two \
               weeks, also through restarts.",
        examples: &[
            "challenge @bob trapdoor",
            "challenge trapdoor continental snap days=3",
            "challenge @bob trapdoor clock=3d+1d/5d hard",
            "challenge trapdoor clock=usual places=5",
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
            DAYS,
            CLOCK,
            HARD,
            SIDE,
            UNRATED,
            Arg {
                name: "places",
                says: "How many people may accept, where it is for anyone",
                kind: Kind::Number { least: 1, most: 20 },
            },
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
        help: "You may say why.",
        examples: &["decline", "decline 7", "decline 7 no time this week"],
        args: &[CHALLENGE, Arg { name: "reason", says: "Why", kind: Kind::Rest }],
    },
    Spec {
        verb: Verb::Counter,
        name: "counter",
        says: "Answer a challenge with another offer",
        help: "What you do not say stays as it was offered. A word about the variations of the game replaces them all.",
        examples: &["counter 7 days=2", "counter 7 continental snap", "counter clock=none unrated"],
        args: &[
            CHALLENGE,
            Arg {
                name: "options",
                says: "Variations of the game, instead of those offered",
                kind: Kind::Loose,
            },
            DAYS,
            CLOCK,
            HARD,
            SIDE,
            UNRATED,
            WORD,
        ],
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
        help: "At once while it is still your turn and nothing has come out since; otherwise the other side is asked. \
               Dice are thrown afresh afterwards, and a pile nobody knows is shuffled again.",
        examples: &["undo", "undo accept", "undo decline"],
        args: &[MATCH, ANSWER],
    },
    Spec {
        verb: Verb::Draw,
        name: "draw",
        says: "Offer a draw, or answer an offer",
        help: "An offer lapses when the offerer's next turn ends. After two that were declined, wait for your next turn.",
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
        help: "Before each side's second turn has ended this calls the match off. Asks you once more, unless you say `yes` at once.",
        examples: &["resign", "resign yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Abort,
        name: "abort",
        says: "Call a match off in its first turns; it counts for nobody",
        help: "Until each side's second turn has ended. After three in 30 days the next one counts as resigned and costs you rating. Asks you once more, \
               unless you say `yes` at once.",
        examples: &["abort", "abort yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Claim,
        name: "claim",
        says: "Claim a match whose other side has run out of time",
        help: "Without a clock: once they have been silent for 14 days. Where they have left: for 3 days. With a hard clock nobody needs \
               to: I end the match myself.",
        examples: &["claim", "claim #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Pause,
        name: "pause",
        says: "Ask for a pause of a match, or answer such a wish",
        help: "When both agree no clock runs and nobody is reminded, until one of you says `resume`.",
        examples: &["pause", "pause accept", "pause #12 decline"],
        args: &[MATCH, ANSWER],
    },
    Spec {
        verb: Verb::Resume,
        name: "resume",
        says: "Go on after a pause",
        help: "Either side may; the clock goes on where it stood. Where it is the other side's turn they get notice first: a day, or a \
               third of a quicker clock, and never within their quiet hours.",
        examples: &["resume", "resume #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Remind,
        name: "remind",
        says: "Show or change when you are reminded of your turns",
        help: "`usual`: when half, and when one eighth, of your time is left. `every 6h`: again and again, from once an hour to once in \
               30 days, ten times a turn at most. `off`: never. `snooze 12h`: not for so long, in one match or in all; `snooze off` ends \
               it. Where several matches wait you get one list a day. Nobody is disturbed in their quiet hours: `settings quiet 22-7`, \
               `settings zone Berlin`.",
        examples: &[
            "remind",
            "remind every 6h",
            "remind snooze 12h",
            "remind #12 snooze 2d",
            "remind snooze off",
            "remind off",
        ],
        args: &[
            MATCH,
            Arg {
                name: "how",
                says: "`usual`, `every 6h`, `off` or `snooze 12h`",
                kind: Kind::Rest,
            },
        ],
    },
    Spec {
        verb: Verb::Vacation,
        name: "vacation",
        says: "Stop your clocks for some days; 30 in any 365",
        help: "Your opponents see that you are away. You may still play. `vacation end` comes back early; `vacation cancel` strikes out what is \
               planned. There are 3 days at least between two vacations.",
        examples: &[
            "vacation",
            "vacation 10 days",
            "vacation from 2026-07-01 10 days",
            "vacation end",
            "vacation cancel",
        ],
        args: &[Arg {
            name: "length",
            says: "How long, such as `10 days`, from when, such as `from 2026-07-01 10 days`, `end`",
            kind: Kind::Rest,
        }],
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
    practice::PRACTICE,
    practice::HINT,
    practice::WHY,
    practice::REVIEW,
    share::HISTORY,
    share::REPLAY,
    share::EXPORT,
    share::IMPORT,
    share::WATCH,
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
            Arg { name: "topic", says: "Which topic", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Help,
        name: "help",
        says: "Say what I can do, or how one command works",
        help: "Where others read along the answer is short; `help all` lists every command.",
        examples: &["help", "help all", "help challenge"],
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
        help: "`theme` light, dark or high-contrast; `text` on or off; `orientation` own, first or second; `auto` off leaves you to press what leaves no choice, such as a spin; `hidden` on keeps your ratings \
               and results from leaderboards and from others; `zone` the city where you live; `quiet` the hours in which no reminder comes, or off. \
               For those who are linked: `name` own, or the chat whose name for you all show; `reminders` the chat in which you are \
               reminded, or last for where you spoke last.",
        examples: &[
            "settings",
            "settings theme dark",
            "settings text on",
            "settings auto off",
            "settings hidden on",
            "settings zone Europe/Berlin",
            "settings quiet 22-7",
        ],
        args: &[
            Arg {
                name: "name",
                says: "Which setting",
                kind: Kind::OneOf(&[
                    "theme",
                    "text",
                    "orientation",
                    "auto",
                    "hidden",
                    "zone",
                    "quiet",
                    "name",
                    "reminders",
                ]),
            },
            Arg { name: "value", says: "The new value", kind: Kind::Rest },
        ],
    },
    people::LINK,
    people::UNLINK,
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
