//! The table of commands.
mod people;
mod practice;
mod share;

use super::{Arg, Kind, Spec, Verb};

const MATCH: Arg = Arg {
    name: "match",
    says: "The number of the match; needed only if you're playing several",
    kind: Kind::Match,
};
const PAGE: Arg =
    Arg { name: "page", says: "The page to show", kind: Kind::Number { least: 1, most: 9999 } };
const GAME: Arg = Arg { name: "game", says: "Which game", kind: Kind::Game };
const SURE: Arg = Arg { name: "yes", says: "Skip the confirmation", kind: Kind::Flag };
const WORD: Arg = Arg {
    name: "word",
    says: "A word of your own, mixed into the dice so that nobody can rig them",
    kind: Kind::Word,
};

const PRIVATE: Arg =
    Arg { name: "private", says: "Only the players can look up the match", kind: Kind::Flag };
const DAYS: Arg =
    Arg { name: "days", says: "Days per move", kind: Kind::Number { least: 1, most: 60 } };
const CLOCK: Arg = Arg {
    name: "clock",
    says: "A clock: live, fast, daily, usual, slow, none, a time a move (`12h`), or a bank (`3d+1d/5d`)",
    kind: Kind::Word,
};
const HARD: Arg = Arg {
    name: "hard",
    says: "Running out of time loses at once, without a claim by the other side",
    kind: Kind::Flag,
};
const SIDE: Arg =
    Arg { name: "side", says: "The side you want to play, or `random`", kind: Kind::Word };
const UNRATED: Arg = Arg { name: "unrated", says: "Don't change ratings", kind: Kind::Flag };

/// Every command, in the order help shows them.
pub const COMMANDS: &[Spec] = &[
    Spec {
        verb: Verb::Challenge,
        name: "challenge",
        says: "Challenge someone, or anyone, to a game",
        help: "Leave the name out and anyone here can accept; `places=5` lets five people accept. \
               Choose variations (`rules trapdoor options`), and a time limit with `days` or \
               `clock` (`rules house clock`). A challenge stays open for two weeks.",
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
                says: "Who to challenge; leave out to let anyone accept",
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
                says: "How many people can accept an open challenge",
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
        help: "Add its number if several are open.",
        examples: &["accept", "accept 7", "accept 7 word=pumpkin"],
        args: &[CHALLENGE, WORD],
    },
    Spec {
        verb: Verb::Decline,
        name: "decline",
        says: "Decline a challenge",
        help: "You can add a reason.",
        examples: &["decline", "decline 7", "decline 7 no time this week"],
        args: &[CHALLENGE, Arg { name: "reason", says: "Why", kind: Kind::Rest }],
    },
    Spec {
        verb: Verb::Counter,
        name: "counter",
        says: "Reply to a challenge with a counter-offer",
        help: "Say only what should change; the rest stays as offered. If you name any variation, \
               your list replaces the offered one.",
        examples: &["counter 7 days=2", "counter 7 continental snap", "counter clock=none unrated"],
        args: &[
            CHALLENGE,
            Arg {
                name: "options",
                says: "Variations of the game, replacing those offered",
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
        says: "Cancel your challenge",
        help: "",
        examples: &["cancel", "cancel 7"],
        args: &[CHALLENGE],
    },
    Spec {
        verb: Verb::Play,
        name: "play",
        says: "Make a move",
        help: "You can leave out the word `play`. `moves` lists what you can do, and a number \
               picks from that list.",
        examples: &["play spin", "play c3-d4", "play #12 G1>R"],
        args: &[MATCH, Arg { name: "words", says: "Your move, such as `c3-d4`", kind: Kind::Rest }],
    },
    Spec {
        verb: Verb::Moves,
        name: "moves",
        says: "List your legal moves",
        help: "Play one by its number. Add the start of a move to list only moves that begin with \
               it.",
        examples: &["moves", "moves #12", "moves c3"],
        args: &[
            MATCH,
            Arg { name: "begins", says: "The start of a move, such as `c3`", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Board,
        name: "board",
        says: "Show the board",
        help: "You can look at any match by its number, unless it's private.",
        examples: &["board", "board #12", "board side=white text"],
        args: &[
            MATCH,
            Arg { name: "side", says: "The side shown at the bottom", kind: Kind::Word },
            Arg { name: "text", says: "Also as text", kind: Kind::Flag },
        ],
    },
    Spec {
        verb: Verb::Hand,
        name: "hand",
        says: "Show your secrets, to you alone",
        help: "",
        examples: &["hand", "hand #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Undo,
        name: "undo",
        says: "Take back your last move, or answer a request to",
        help: "During your own turn it happens at once, unless something new was revealed; \
               otherwise the other side is asked. Afterwards dice are rolled afresh and unknown \
               piles reshuffled.",
        examples: &["undo", "undo accept", "undo decline"],
        args: &[MATCH, ANSWER],
    },
    Spec {
        verb: Verb::Draw,
        name: "draw",
        says: "Offer a draw, or answer a draw offer",
        help: "An offer expires when your next turn ends. After two refusals, wait for your next \
               turn.",
        examples: &["draw", "draw offer", "draw accept", "draw decline"],
        args: &[
            MATCH,
            Arg {
                name: "answer",
                says: "`offer`, or your answer to an offer",
                kind: Kind::OneOf(&["offer", "accept", "decline"]),
            },
        ],
    },
    Spec {
        verb: Verb::Resign,
        name: "resign",
        says: "Resign a match",
        help: "Until both sides have finished two turns, this calls the match off instead. You're \
               asked to confirm unless you add `yes`.",
        examples: &["resign", "resign yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Abort,
        name: "abort",
        says: "Call off a match in its first turns, so it doesn't count",
        help: "Possible until both sides have finished two turns. After three in 30 days, the \
               next counts as resigning and costs you rating. You're asked to confirm unless you \
               add `yes`.",
        examples: &["abort", "abort yes"],
        args: &[MATCH, SURE],
    },
    Spec {
        verb: Verb::Claim,
        name: "claim",
        says: "Win a match because the other side ran out of time",
        help: "Without a clock, you can claim after 14 days of silence, or 3 if they've left. \
               With a hard clock there's no need: I end the match myself.",
        examples: &["claim", "claim #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Pause,
        name: "pause",
        says: "Ask to pause a match, or answer a request to",
        help: "If both agree, clocks and reminders stop until one of you says `resume`.",
        examples: &["pause", "pause accept", "pause #12 decline"],
        args: &[MATCH, ANSWER],
    },
    Spec {
        verb: Verb::Resume,
        name: "resume",
        says: "Resume a paused match",
        help: "Either side can. The clock continues where it stopped. If it's the other side's \
               turn, they get notice first: a day, or a third of the clock if that's shorter, \
               and never in their quiet hours.",
        examples: &["resume", "resume #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Remind,
        name: "remind",
        says: "Show or change when you're reminded of your turn",
        help: "`usual` reminds you when half and one eighth of your time is left. `every 6h` \
               repeats, at most ten times a turn; `snooze 12h` silences one match or all for \
               that long. Several waiting matches come as one list a day, and quiet hours are \
               respected: `settings quiet 22-7`, `settings zone Berlin`.",
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
        says: "Stop your clocks for up to 30 days in any 365",
        help: "Your opponents see that you're away; you can still play. `vacation end` ends it \
               early; `vacation cancel` cancels a planned one. Vacations must be at least 3 days \
               apart.",
        examples: &[
            "vacation",
            "vacation 10 days",
            "vacation from 2026-07-01 10 days",
            "vacation end",
            "vacation cancel",
        ],
        args: &[Arg {
            name: "length",
            says: "Such as `10 days`, `from 2026-07-01 10 days`, `end` or `cancel`",
            kind: Kind::Rest,
        }],
    },
    Spec {
        verb: Verb::Rematch,
        name: "rematch",
        says: "Offer a rematch with sides swapped, or accept one",
        help: "The offer waits until your opponent is back.",
        examples: &["rematch", "rematch #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Games,
        name: "games",
        says: "List running matches (yours to move first) and open challenges",
        help: "",
        examples: &["games", "games @bob"],
        args: &[Arg { name: "who", says: "The player (default: you)", kind: Kind::Who }],
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
    share::SHARE,
    people::STAKES,
    people::LEADERBOARD,
    people::SEASON,
    people::PROFILE,
    people::VERSUS,
    Spec {
        verb: Verb::Rules,
        name: "rules",
        says: "Explain a game, or one topic of its rules",
        help: "`rules house` covers what's the same in every game: undo, draws, clocks, fair dice.",
        examples: &["rules trapdoor", "rules trapdoor knobs", "rules house fairness"],
        args: &[
            Arg { name: "game", says: "The game, or `house`", kind: Kind::Topic },
            Arg { name: "topic", says: "The topic", kind: Kind::Rest },
        ],
    },
    Spec {
        verb: Verb::Help,
        name: "help",
        says: "Show what I can do, or how one command works",
        help: "`help all` lists every command.",
        examples: &["help", "help all", "help challenge"],
        args: &[Arg { name: "command", says: "The command", kind: Kind::Topic }],
    },
    Spec {
        verb: Verb::Verify,
        name: "verify",
        says: "Check that the dice of a match were fair",
        help: "While a match runs, this shows the commitment and the players' words. Afterwards \
               it also shows the secret, and replays the whole match from it.",
        examples: &["verify", "verify #12"],
        args: &[MATCH],
    },
    Spec {
        verb: Verb::Settings,
        name: "settings",
        says: "Show or change your settings",
        help: "`theme`: light, dark, high-contrast or paper. `text`: boards also as text. `orientation`: \
               own, first or second. `auto`: off leaves forced steps, such as a spin, to you. \
               `hidden`: on hides your ratings and results from others. `zone`: your city. \
               `quiet`: hours without reminders. With linked accounts, `name` picks the chat \
               whose name for you is shown everywhere, and `reminders` the chat that reminds you.",
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
                says: "The setting",
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
    says: "The number of the challenge",
    kind: Kind::Number { least: 1, most: u32::MAX },
};

const ANSWER: Arg =
    Arg { name: "answer", says: "Your answer", kind: Kind::OneOf(&["accept", "decline"]) };

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
