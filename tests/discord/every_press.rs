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
    world::{BOT, CHANNEL, Discord, Message},
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
/// The kind of answer that opens a form.
const FORM: u64 = 9;
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
    /// A form that a message opened, with what is filled into one of its fields, and whether that can be right.
    Fill {
        on: u64,
        form: Value,
        field: String,
        value: String,
        right: bool,
    },
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

    /// Notes a form to be filled in: a right value of each field, and a wrong one where Discord takes any.
    fn note_form(&mut self, form: &Value, by: Person, on: u64) {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        for row in form["components"].as_array().cloned().unwrap_or_default() {
            let part = row.get("component").unwrap_or(&row["components"][0]);
            let options = part["options"].as_array().cloned().unwrap_or_default();
            let values = match part["type"].as_u64() {
                Some(5) => vec![(BOB.id.to_string(), true), (by.id.to_string(), false)],
                Some(4) if row.get("component").is_none() => {
                    let right = self.words_for(form).map(|words| (words, true));
                    right.into_iter().chain([("zz9-q".to_owned(), false)]).collect()
                }
                Some(4) => {
                    vec![("unrated".to_owned(), true), ("clock=sometimes".to_owned(), false)]
                }
                _ => {
                    let other = options.iter().find(|option| option["default"] != true);
                    vec![(text(&other.expect("another")["value"]), true)]
                }
            };
            let field = text(&part["custom_id"]);
            for (value, right) in values {
                let key = format!("{} {field} {right}", form["title"]);
                let (form, field) = (form.clone(), field.clone());
                self.note(key, by, What::Fill { on, form, field, value, right });
            }
        }
    }

    /// Returns what can be typed into a form that makes a move.
    fn words_for(&self, form: &Value) -> Option<String> {
        let id = form["custom_id"].as_str()?;
        let line = &id[id.find("play #")?..];
        let line = line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        self.discord.world(|world| {
            let mut choices = world.messages.iter().rev().flat_map(Message::choices);
            choices.find_map(|choice| Some(choice.1.split_once(&format!("{line} "))?.1.to_owned()))
        })
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
                Some(6) if value == "@bot" => json!(BOT.to_string()),
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
        let (mut is_right, pressed) = (true, what.pressed());
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
            What::Fill { on, form, field, value, right } => {
                is_right = right;
                let Some(message) = find(on) else { return };
                let by = by.at(message.channel);
                match form["components"][0].get("component") {
                    Some(_) => by.submits(&self.discord, &form, &message, &[(&field, &[&value])]),
                    None => by.fills_in(&self.discord, &form, &value),
                }
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
        // What is wrong is refused in its own words.
        let nowhere = if is_right { &NOWHERE[..] } else { &NOWHERE[NOWHERE.len() - 1..] };
        for content in &said {
            if let Some(nowhere) = nowhere.iter().find(|words| content.contains(**words)) {
                self.faults.push(format!("{}, {key}: {nowhere}: {content}", by.name));
            }
        }
        if !is_right && said.iter().all(String::is_empty) {
            self.faults.push(format!("{}, {key}: no word of what is wrong", by.name));
        }
        let form = self.discord.world(|world| {
            let of = &world.interactions[&token];
            of.first.filter(|first| first.0 == FORM).map(|_| of.first_body["data"].clone())
        });
        if let Some((form, on)) = form.zip(pressed) {
            self.note_form(&form, by, on);
        }
    }
}

impl What {
    /// Returns the message that is pressed.
    fn pressed(&self) -> Option<u64> {
        match self {
            What::Press(on, _) => Some(*on),
            What::Pick(..) | What::Say(_) | What::Fill { .. } => None,
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
        let entries = if groups.is_empty() {
            vec![(format!("/{name}"), command.clone())]
        } else {
            groups
                .into_iter()
                .map(|part| (format!("/{name} {}", part["name"].as_str().unwrap()), part))
                .collect()
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
