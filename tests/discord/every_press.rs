//! What is shown can be pressed, and what is hinted can be said: everything that a new server, its matches and their answers show is
//! pressed and typed once.
use std::collections::{HashSet, VecDeque};

use engine::games::GameId;
use it::sample::{is_full, part};
use serde_json::{Value, json};

use crate::{
    people::{ANN, BOB, EVE, Person},
    server::Program,
    whole::Match,
    world::{CHANNEL, Discord, Message},
};

/// What says that a press or a hint leads nowhere.
const NOWHERE: [&str; 7] = [
    "has changed since",
    "I don't understand",
    "There's no option",
    "There's no command",
    "has no `",
    "doesn't take",
    "Something went wrong",
];
/// How many presses and hints are tried, if not all are.
const SOME: usize = 200;

/// Something to press or to say.
struct Try {
    /// The label and the line, without numbers.
    key: String,
    by: Person,
    what: What,
}

enum What {
    /// A control of a message.
    Press(u64, String),
    /// A picker of a message: its id, and its type.
    Pick(u64, String, u64),
    Say(Value),
}

struct Everything {
    discord: Discord,
    seen: HashSet<String>,
    next: VecDeque<Try>,
    /// What ends or deletes something comes last.
    last: VecDeque<Try>,
    /// The last message that was looked at.
    looked: u64,
    faults: Vec<String>,
}

impl Everything {
    /// Notes all that messages since the last one show.
    fn look(&mut self) {
        let shown: Vec<Message> = self.discord.world(|world| world.messages.clone());
        let newest = shown.iter().map(|it| it.id).max().unwrap_or_default();
        for message in &shown {
            let by = reader(message);
            for (label, id) in message.choices() {
                self.note(format!("{label} {id}"), by, What::Press(message.id, id));
            }
            for part in message.parts() {
                if let Some(kind @ 5..=8) = part["type"].as_u64() {
                    let id = part["custom_id"].as_str().expect("an id").to_owned();
                    self.note(id.clone(), by, What::Pick(message.id, id, kind));
                }
            }
            if self.looked < message.id {
                for hint in hints(message.content()) {
                    if let Some(data) = self.said(&hint) {
                        self.note(hint, by, What::Say(data));
                    }
                }
            }
        }
        self.looked = newest;
    }

    fn note(&mut self, key: String, by: Person, what: What) {
        let key: String =
            key.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
        if self.seen.insert(key.clone()) {
            let ends = ["yes", "resign", "cancel", "delete", "abort", "annul", "end", "close"];
            let is_grave = key.split([' ', ':']).any(|word| ends.contains(&word));
            let queue = if is_grave { &mut self.last } else { &mut self.next };
            queue.push_back(Try { key, by, what });
        }
    }

    /// Returns the data of a command that is hinted: `/match accept word:J2PE`.
    fn said(&self, hint: &str) -> Option<Value> {
        let words: Vec<&str> = hint.trim_start_matches('/').split(' ').collect();
        let named = words.iter().position(|word| word.contains(':')).unwrap_or(words.len());
        let commands = self.discord.world(|world| world.commands.values().next().cloned())?;
        let mut entry =
            commands.as_array()?.iter().find(|entry| entry["name"] == words[0])?.clone();
        for name in &words[1..named] {
            let parts = entry["options"].as_array()?.clone();
            entry = parts.into_iter().find(|part| part["name"] == *name)?;
        }
        let known = entry["options"].as_array().cloned().unwrap_or_default();
        let mut options: Vec<Value> = Vec::new();
        let mut at = named;
        while at < words.len() {
            let (name, first) = words[at].split_once(':')?;
            let option = known.iter().find(|option| option["name"] == name)?;
            let is_next = |word: &str| {
                word.split_once(':')
                    .is_some_and(|(name, _)| known.iter().any(|known| known["name"] == name))
            };
            let mut value = first.to_owned();
            at += 1;
            while at < words.len() && !is_next(words[at]) {
                value = format!("{value} {}", words[at]);
                at += 1;
            }
            let value = match option["type"].as_u64() {
                Some(4) => json!(value.trim_start_matches('#').parse::<u64>().ok()?),
                Some(5) => json!(true),
                Some(6) => json!(BOB.id.to_string()),
                Some(11) => return None,
                _ => json!(value),
            };
            options.push(json!({ "name": name, "type": option["type"], "value": value }));
        }
        let given = |name: &Value| options.iter().any(|option| option["name"] == *name);
        if known.iter().any(|option| option["required"] == true && !given(&option["name"])) {
            return None;
        }
        let mut data = json!({ "id": "4", "name": words[0], "type": 1, "options": options });
        if 1 < named {
            data["options"] = json!([{ "name": words[1], "type": 1, "options": options }]);
        }
        Some(data)
    }

    /// Takes the one at a place out of the list.
    fn take(&mut self, at: usize) -> Option<Try> {
        match self.next.len() {
            0 => self.last.pop_front(),
            length => self.next.remove(at % length),
        }
    }

    /// Does one of them, and checks what is answered.
    fn attempt(&mut self, Try { key, by, what }: Try) {
        let find = |id: u64| {
            self.discord.world(|world| world.messages.iter().find(|it| it.id == id).cloned())
        };
        let token = match what {
            What::Say(data) => by.says(&self.discord, data),
            What::Press(on, id) => {
                let Some(message) = find(on) else { return };
                if !message.choices().iter().any(|it| it.1 == id) {
                    return;
                }
                by.at(message.channel).presses_id(&self.discord, &message, &id)
            }
            What::Pick(on, id, kind) => {
                let Some(message) = find(on) else { return };
                let value = if kind == 8 { CHANNEL + 1 } else { BOB.id };
                by.at(message.channel).picks(&self.discord, &message, &id, kind, &[value])
            }
        };
        let said = self.discord.wait(&format!("an answer to {key}"), |world| {
            let of = &world.interactions[&token];
            let (kind, _) = of.first?;
            let own: Vec<String> = world
                .messages
                .iter()
                .filter(|message| message.by.contains(&token))
                .map(|message| message.content().to_owned())
                .collect();
            let is_promised = kind == 5 && own.is_empty() && !of.removed;
            (!is_promised).then_some(own)
        });
        for content in said {
            if let Some(nowhere) = NOWHERE.iter().find(|words| content.contains(**words)) {
                self.faults.push(format!("{}, {key}: {nowhere}: {content}", by.name));
            }
        }
    }
}

/// Returns who is asked by a message: the one who sees it, or who is named first.
fn reader(message: &Message) -> Person {
    let people = [ANN, BOB, EVE];
    let only = people.into_iter().find(|person| message.only == Some(person.id));
    let line = |person: &Person| {
        let names = [format!("<@{}>", person.id), format!("{} (", person.name)];
        message.content().lines().any(|line| names.iter().any(|name| line.starts_with(name)))
    };
    only.or_else(|| people.into_iter().find(line)).unwrap_or(ANN)
}

/// Returns the commands that a message names, to be clicked or typed.
fn hints(content: &str) -> Vec<String> {
    let clicked = content.split("</").skip(1).filter_map(|part| part.split_once(':'));
    let clicked = clicked.map(|(path, _)| format!("/{path}"));
    let typed = content.split('`').skip(1).step_by(2).filter(|it| it.starts_with('/'));
    clicked.chain(typed.map(str::to_owned)).collect()
}

#[test]
fn everything_that_is_shown_can_be_pressed_and_everything_hinted_can_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    for (number, game) in (1..).zip(GameId::ALL) {
        Match::begin(&discord, *game, number);
    }
    let (seen, next, last) = (HashSet::new(), VecDeque::new(), VecDeque::new());
    let mut all =
        Everything { discord: discord.clone(), seen, next, last, looked: 0, faults: Vec::new() };
    // Every entry of the menu, and each command of those that are for several.
    let commands = discord.world(|world| world.commands.values().next().cloned()).expect("a list");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for command in
        list(&commands).iter().filter(|command| command["type"].as_u64().unwrap_or(1) == 1)
    {
        let name = command["name"].as_str().expect("a name");
        let groups: Vec<Value> =
            list(&command["options"]).into_iter().filter(|part| part["type"] == 1).collect();
        let entries = match groups.is_empty() {
            true => vec![(format!("/{name}"), command.clone())],
            false => groups
                .into_iter()
                .map(|part| (format!("/{name} {}", part["name"].as_str().unwrap()), part))
                .collect(),
        };
        for (path, entry) in entries {
            let what = list(&entry["options"]).into_iter().find(|option| option["name"] == "what");
            let whats = what.map(|what| list(&what["choices"])).unwrap_or_default();
            let lines = whats
                .iter()
                .map(|choice| format!("{path} what:{}", choice["value"].as_str().unwrap()))
                .chain([path.clone()]);
            for line in lines {
                if let Some(data) = all.said(&line) {
                    all.note(line, ANN, What::Say(data));
                }
            }
        }
    }
    all.look();
    // Others are tried each day.
    let day = part(0..64).first().copied().unwrap_or_default();
    let most = if is_full() { usize::MAX } else { SOME };
    let mut tried = 0;
    while tried < most
        && let Some(one) = all.take(if is_full() { 0 } else { day * 31 + tried * 7 })
    {
        all.attempt(one);
        all.look();
        tried += 1;
    }
    println!("{tried} tried, {} left", all.next.len() + all.last.len());
    assert!(SOME <= tried, "{tried}");
    assert!(all.faults.is_empty(), "{} of {tried}:\n{}", all.faults.len(), all.faults.join("\n"));
    discord.was_used_well();
}
