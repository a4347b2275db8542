//! The menu of commands that Discord shows behind `/`: which entry has which command, and how a line that people type is written and read
//! there.
use std::collections::HashMap;

use command::{
    Arg, ArgKind, Command, CommandSpec, Commands, MenuPlace, Property, Value, Verb, verbs,
};

use super::words;

/// Entries below one name.
pub(super) struct MenuGroup {
    pub(super) menu: MenuPlace,
    pub(super) name: &'static str,
    pub(super) says: &'static str,
    /// What it was called before, so that it is understood.
    formerly: Option<&'static str>,
    /// Its entries that are for several commands each.
    pub(super) shared: &'static [SharedEntry],
}

/// An entry for several commands: one chooses which, and says the rest as it is typed.
pub(super) struct SharedEntry {
    pub(super) menu: MenuPlace,
    pub(super) name: &'static str,
    pub(super) says: &'static str,
}

pub(super) const GROUPS: [MenuGroup; 3] = [
    MenuGroup {
        menu: MenuPlace::Match,
        name: "match",
        says: words::ABOUT_MATCHES,
        formerly: None,
        shared: &[
            SharedEntry { menu: MenuPlace::Shows, name: "show", says: words::SHOWS },
            SharedEntry { menu: MenuPlace::Ends, name: "end", says: words::ENDS },
            SharedEntry { menu: MenuPlace::Offers, name: "offers", says: words::OFFERS },
        ],
    },
    MenuGroup {
        menu: MenuPlace::Compete,
        name: "compete",
        says: words::ABOUT_COMPETING,
        formerly: None,
        shared: &[SharedEntry { menu: MenuPlace::Here, name: "here", says: words::HERE }],
    },
    MenuGroup {
        menu: MenuPlace::Me,
        name: "my",
        says: words::ABOUT_YOU,
        formerly: Some("me"),
        shared: &[SharedEntry { menu: MenuPlace::Mine, name: "more", says: words::MORE }],
    },
];

/// The option of a shared entry that chooses the command.
pub(super) const WHAT: &str = "what";
/// The option of a shared entry that has the rest of the line.
pub(super) const REST: &str = "words";

/// The name of the moderators' command, because other bots also have `admin`.
pub(super) const FOR_MODERATORS: &str = "draughtsman";

/// Where a command is in the menu.
#[derive(Clone, Copy)]
pub(super) enum MenuEntry {
    Alone,
    In(&'static MenuGroup),
    Shared(&'static MenuGroup, &'static SharedEntry),
}

impl MenuEntry {
    /// Returns the entry of a command.
    pub(super) fn of(verb: Verb) -> MenuEntry {
        let place = verb.spec().menu;
        for group in &GROUPS {
            if group.menu == place {
                return MenuEntry::In(group);
            }
            if let Some(shared) = group.shared.iter().find(|it| it.menu == place) {
                return MenuEntry::Shared(group, shared);
            }
        }
        MenuEntry::Alone
    }

    /// Returns what is typed behind the slash to find a command: `match undo`.
    pub(super) fn path(self, spec: &'static CommandSpec) -> String {
        match self {
            MenuEntry::Alone => top_name(spec).to_owned(),
            MenuEntry::In(group) => format!("{} {}", group.name, spec.name),
            MenuEntry::Shared(group, shared) => format!("{} {}", group.name, shared.name),
        }
    }
}

/// Returns the registered name of a command that has an entry of its own.
pub(super) fn top_name(spec: &'static CommandSpec) -> &'static str {
    if spec.verb() == verbs::Admin::VERB { FOR_MODERATORS } else { spec.name }
}

/// Finds a command by its registered name.
pub(super) fn registered(commands: &Commands, name: &str) -> Option<&'static CommandSpec> {
    commands.iter().find(|spec| top_name(spec) == name || spec.name == name)
}

/// Finds a shared entry by its name.
pub(super) fn shared_entry(name: &str) -> Option<&'static SharedEntry> {
    GROUPS.iter().flat_map(|it| it.shared).find(|it| it.name == name)
}

/// Returns the commands of a shared entry.
pub(super) fn shared(
    commands: &Commands,
    entry: &'static SharedEntry,
) -> impl Iterator<Item = &'static CommandSpec> + Clone {
    commands.iter().filter(|spec| spec.menu == entry.menu)
}

/// Tells whether moves complete the words of a command.
pub(super) fn takes_moves(verb: Verb) -> bool {
    verb.is_one_of(&[verbs::Play::VERB, verbs::Moves::VERB]) || verb.is(Property::JudgesMove)
}

/// Reads what was typed as it stands in the menu, `/match accept word:J2PE`, as the line that people say elsewhere; other lines stay.
/// Former names are understood.
pub(super) fn as_said(commands: &Commands, typed: &str) -> String {
    let line = typed.strip_prefix('/').unwrap_or(typed).trim_start();
    let mut words = line.split(' ').filter(|it| !it.is_empty()).peekable();
    let Some(first) = words.next() else { return typed.to_owned() };
    let group = GROUPS.iter().find(|group| group.name == first || group.formerly == Some(first));
    let mut name = first;
    if group.is_some() {
        match words.next() {
            Some(second) => name = second,
            None => return typed.to_owned(),
        }
    }
    let mut given: Vec<(&str, Vec<&str>)> = vec![("", Vec::new())];
    for word in words {
        match word.split_once(':') {
            Some((option, value)) if option.bytes().all(|it| it.is_ascii_lowercase()) => {
                given.push((option, vec![value]));
            }
            _ => given.last_mut().expect("it begins with one").1.push(word),
        }
    }
    if group.is_some() && shared_entry(name).is_some() {
        let what = given.iter().position(|it| it.0 == WHAT);
        match what.map(|at| given.remove(at).1) {
            Some(what) => name = what.first().copied().unwrap_or_default(),
            None => return typed.to_owned(),
        }
    }
    let is_own =
        |spec: &&CommandSpec| group.is_some() || typed.starts_with('/') || spec.name != name;
    let Some(spec) = registered(commands, name).filter(is_own) else { return typed.to_owned() };
    let mut line = spec.name.to_owned();
    for (option, value) in given {
        let value = value.join(" ");
        let arg = spec.args.iter().find(|it| it.name == option);
        let said = match arg.map(|it| it.kind) {
            _ if value.is_empty() => continue,
            Some(ArgKind::Flag) if ["true", "yes"].contains(&value.to_lowercase().as_str()) => {
                option.to_owned()
            }
            Some(ArgKind::Match) => format!("#{}", value.trim_start_matches('#')),
            Some(ArgKind::Flag | ArgKind::Word | ArgKind::Code | ArgKind::Number { .. }) => {
                format!("{option}={value}")
            }
            None if !option.is_empty() && option != REST => format!("{option}:{value}"),
            _ => value,
        };
        line = format!("{line} {said}");
    }
    line
}

/// How a line is written where people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// A link that opens the entry.
    Link(String),
    /// What is typed into the field of messages, with its options.
    Typed(String),
}

/// The entries as Discord has them, by which hints are written.
#[derive(Default)]
pub(super) struct MenuLinks {
    commands: Option<&'static Commands>,
    /// The id of each registered command, by its name.
    ids: HashMap<String, String>,
}

impl MenuLinks {
    /// Takes them from what Discord answered when they were registered.
    pub(super) fn new(commands: &'static Commands, registered: &serde_json::Value) -> MenuLinks {
        let each = registered.as_array().into_iter().flatten().filter_map(|command| {
            let id = command["id"].as_str()?;
            let is_id = id.bytes().all(|it| it.is_ascii_digit());
            is_id.then(|| Some((command["name"].as_str()?.to_owned(), id.to_owned())))?
        });
        MenuLinks { commands: Some(commands), ids: each.collect() }
    }

    /// Writes a line as it can be said here; nothing if it is no command of the menu.
    pub(super) fn hint(&self, line: &str) -> Option<Hint> {
        let commands = self.commands?;
        let spec = commands.find(line.split(' ').next()?)?;
        let entry = MenuEntry::of(spec.verb());
        let path = entry.path(spec);
        let said = if line == spec.name {
            spec.verb().bare()
        } else {
            // A file isn't typed.

            commands.parse(line).ok().flatten().filter(|said| said.verb() == spec.verb())?
        };
        let id = self.ids.get(path.split(' ').next()?)?;
        let options = options(&said);
        if let MenuEntry::Shared(..) = entry {
            let rest = if options.is_empty() { String::new() } else { format!(" {options}") };
            return Some(Hint::Typed(format!("/{path} {WHAT}:{}{rest}", spec.name)));
        }
        Some(match options.as_str() {
            "" => Hint::Link(format!("</{path}:{id}>")),
            options => Hint::Typed(format!("/{path} {options}")),
        })
    }
}

/// Writes what a command has as options: `word:J2PE`.
fn options(said: &Command) -> String {
    let is_shared = matches!(MenuEntry::of(said.verb()), MenuEntry::Shared(..));
    let (mut options, mut rest) = (Vec::new(), Vec::new());
    for (arg, value) in said.given() {
        if is_shared && !has_own_option(arg) {
            rest.push(value.typed(&arg))
        } else {
            options.push(format!("{}:{}", arg.name, as_option(&arg, value)))
        }
    }
    if !rest.is_empty() {
        options.push(format!("{REST}:{}", rest.join(" ")));
    }
    options.join(" ")
}

/// Tells whether a shared entry has an argument of its commands as an option of its own.
pub(super) fn has_own_option(arg: Arg) -> bool {
    matches!(arg.kind, ArgKind::Match | ArgKind::Who)
}

/// Writes a value as Discord shows it in an option.
fn as_option(arg: &Arg, value: &Value) -> String {
    match value {
        Value::Game(game) => game.title().to_owned(),
        Value::Match(id) => id.to_string(),
        Value::Challenge(id) => id.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => (*word).to_owned(),
        Value::Flag(true) => "True".to_owned(),
        Value::Flag(false) => "False".to_owned(),
        Value::Text(text) if arg.kind == ArgKind::Who && !text.starts_with(['@', '<', '#']) => {
            format!("@{text}")
        }
        Value::Text(text) => text.clone(),
    }
}
