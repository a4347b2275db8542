//! Commands that explain the bot and the games, and personal settings.
use crate::{Arg, ArgKind, verb};

verb! {
    Rules {
        name: "rules",
        does: Looks,
        about: Room, may: who(Anyone), is: [Published, AtLink],
        purpose: Look, menu: Alone, filler: Topics,
        says: "Explain a game, or one topic of its rules",
        help: "`rules house` covers what's the same in every game: undo, draws, clocks, fair dice.",
        examples: &["rules trapdoor", "rules trapdoor knobs", "rules house fairness"],
        args: {
            game: Option<String> = Arg { name: "game", says: "The game, or `house`", kind: ArgKind::Topic(&[]) },
            topic: String = Arg { name: "topic", says: "The topic", kind: ArgKind::Rest },
        },
    }
}

verb! {
    Help {
        name: "help",
        does: Looks,
        about: Room, may: always(Anyone), is: [Published, AtLink],
        purpose: Look, menu: Alone, filler: Topics,
        says: "Show what I can do, or how one command works",
        help: "`help all` lists every command.",
        examples: &["help", "help all", "help challenge"],
        args: {
            command: Option<String> = Arg { name: "command", says: "The command", kind: ArgKind::Topic(&[]) },
        },
    }
}

verb! {
    Settings {
        name: "settings",
        does: Keeps { Looks: |it| it.name.is_none() && it.value.is_empty() },
        about: Oneself, may: who(Anyone), is: [Published],
        purpose: Room, menu: Me, filler: Names,
        says: "Show or change your settings",
        // Those who know the settings add them to the help.
        help: "Said alone, it lists them.",
        examples: &["settings", "settings theme dark", "settings quiet 22-7"],
        args: {
            name: Option<String> = Arg { name: "name", says: "The setting", kind: ArgKind::Topic(&[]) },
            value: String = Arg { name: "value", says: "The new value", kind: ArgKind::Rest },
        },
    }
}
