//! Commands that explain the bot and the games, and personal settings.
use super::verb;
use crate::{Arg, ArgKind, words::SettingName};

verb! {
    Rules {
        name: "rules",
        does: Looks,
        says: "Explain a game, or one topic of its rules",
        help: "`rules house` covers what's the same in every game: undo, draws, clocks, fair dice.",
        examples: &["rules trapdoor", "rules trapdoor knobs", "rules house fairness"],
        args: {
            game: Option<String> = Arg { name: "game", says: "The game, or `house`", kind: ArgKind::Topic },
            topic: String = Arg { name: "topic", says: "The topic", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Help {
        name: "help",
        does: Looks,
        says: "Show what I can do, or how one command works",
        help: "`help all` lists every command.",
        examples: &["help", "help all", "help challenge"],
        args: {
            command: Option<String> = Arg { name: "command", says: "The command", kind: ArgKind::Topic },
        },
    }
}

verb! {
    Settings {
        name: "settings",
        does: Keeps { Looks: |it| it.name.is_none() && it.value.is_empty() },
        says: "Show or change your settings",
        help: "`theme`: light, dark, high-contrast or paper. `text`: boards also as text. `reading`: how \
               much of a board is read aloud: short, normal or full. `orientation`: own, first or second. `auto`: off leaves forced steps, such as a spin, to you. \
               `hidden`: on hides your ratings and results from others. `calls`: off keeps others from saying who wins your matches. `zone`: your city. \
               `quiet`: hours without reminders. `warnings`: how much time is left when you are warned. \
               `news`: on tells you once, in private, what waits when you have been away for three weeks. With linked accounts, `name` picks the chat \
               whose name for you is shown everywhere, and `reminders` the chat that reminds you.",
        examples: &[
            "settings",
            "settings theme dark",
            "settings text on",
            "settings reading short",
            "settings auto off",
            "settings hidden on",
            "settings calls off",
            "settings zone Europe/Berlin",
            "settings quiet 22-7",
            "settings warnings 1h 10m",
            "settings news on",
        ],
        args: {
            name: Option<SettingName> = Arg {
                name: "name",
                says: "The setting",
                kind: ArgKind::OneOf(SettingName::WORDS),
            },
            value: String = Arg { name: "value", says: "The new value", kind: ArgKind::Rest },
        },
    }
}
