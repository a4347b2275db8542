//! Whom the names in a line mean, among people that a chat knows: each is written over once, as whole words, by an id.
#[cfg(test)]
mod tests;

use std::ops::Range;

use engine::games::GameId;
use model::text::folded_name;

use super::{
    ArgKind, Commands, Line, Means,
    parse::{places, plain},
    reading::is_setting,
};

/// The most words of a name.
const MOST_WORDS: usize = 5;

/// What stands around a name, and isn't its own.
const QUOTES: [char; 5] = ['"', '“', '”', '„', '«'];

/// What may follow a name.
const AFTER: [char; 9] = ['.', '!', ',', ';', ':', '?', ')', '"', '”'];

/// Somebody whom a line may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nameable {
    /// The id by which the chat knows them: `@kim:example.org`.
    pub id: String,
    /// The part of the id that people type: `kim`.
    pub short: String,
    /// The name shown.
    pub name: String,
}

/// A name as it is compared.
struct SaidName {
    folded: String,
    /// Whether it has the sign of a mention, as ids do.
    marked: bool,
    /// Whether its beginning is enough: it is marked or quoted, and the command is about a person.
    begins: bool,
}

impl Line {
    /// Writes the ids of people over their names, and reads the line again. Names are marked with `@`, or said where the command expects
    /// a person. Returns the ids.
    pub fn name_people(&mut self, commands: &Commands, people: &[Nameable]) -> Vec<String> {
        let text = self.text().to_owned();
        let words: Vec<Range<usize>> = places(&text).collect();
        let (mut who, takes) = (self.who(commands), self.takes_a_person(commands));
        let (mut out, mut ids, mut copied, mut at) = (String::new(), Vec::new(), 0, 0);
        while let Some(word) = words.get(at) {
            let typed = &text[word.clone()];
            let marked = typed.starts_with('@');
            let quoted = typed.trim_start_matches('@').starts_with(QUOTES);
            let expected = quoted && takes && ids.is_empty()
                || who.as_ref().is_some_and(|who| is_same(who, typed));
            // The first word is the command.
            let asked = expected && (0 < at || marked);
            if asked {
                who = None;
            }
            let found = (marked || asked).then(|| whom(people, &text, &words[at..], asked));
            let Some((person, count)) = found.flatten() else {
                at += 1;
                continue;
            };
            let end = words[at + count - 1].end;
            out.push_str(&text[copied..word.start]);
            out.push_str(&person.id);
            // Elsewhere it is part of a sentence.
            copied = if asked || quoted { end } else { text[..end].trim_end_matches(AFTER).len() };
            ids.push(person.id.clone());
            at += count;
        }
        if !ids.is_empty() {
            out.push_str(&text[copied..]);
            *self = commands.line(out, self.asks);
        }
        ids
    }

    /// Returns the names in it: those with `@`, and whom its command is about.
    pub fn people(&self, commands: &Commands) -> Vec<String> {
        let words = self.text().split_whitespace();
        let marked = words.filter(|word| word.starts_with('@')).map(str::to_owned);
        marked.chain(self.who(commands)).collect()
    }

    /// Tells whether it may name somebody.
    pub fn may_name_people(&self, commands: &Commands) -> bool {
        self.takes_a_person(commands)
            || self.text().split_whitespace().any(|word| word.starts_with('@'))
    }

    /// Tells whether its command may be about a person.
    fn takes_a_person(&self, commands: &Commands) -> bool {
        let spec = match &self.means {
            Means::Refused(_) => {
                self.text().split_whitespace().next().and_then(|first| commands.find(&plain(first)))
            }
            Means::Command(_) | Means::Words(_) => self.meant().map(|said| said.verb().spec()),
        };
        spec.is_some_and(|spec| spec.args.iter().any(|arg| arg.kind == ArgKind::Who))
    }

    /// Returns whom its command is about. A line may be refused for the rest of a name, so its first word may be one, too.
    fn who(&self, commands: &Commands) -> Option<String> {
        match &self.means {
            Means::Command(_) | Means::Words(_) => self.meant()?.who(),
            Means::Refused(_) if self.takes_a_person(commands) => {
                let first = self.text().split_whitespace().nth(1);
                let is_name = |word: &&str| word.starts_with('@') || !is_of_the_command(word);
                first.filter(is_name).map(str::to_owned)
            }
            Means::Refused(_) => None,
        }
    }
}

/// Returns the person whose name begins with the first of some words, and how many words it has.
fn whom<'a>(
    people: &'a [Nameable],
    text: &str,
    words: &[Range<usize>],
    asked: bool,
) -> Option<(&'a Nameable, usize)> {
    let first = &text[words.first()?.clone()];
    let quoted = first.trim_start_matches('@').starts_with(QUOTES);
    let own = |word: &&Range<usize>| !is_of_the_command(&text[(*word).clone()]);
    let (least, most) = if quoted {
        let ends = |word: &Range<usize>| {
            text[word.clone()].trim_end_matches(['.', '!', ',', ';', ':']).ends_with(QUOTES)
        };
        let count = 1 + words.iter().take(MOST_WORDS).position(ends)?;
        (count, count)
    } else {
        (1, 1 + words.iter().skip(1).take(MOST_WORDS - 1).take_while(own).count())
    };
    let name = |count: usize| {
        let parts = words[..count].iter().map(|word| folded(&text[word.clone()]));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        let marked = first.trim_start_matches(QUOTES).starts_with('@');
        SaidName { folded: parts.join(" "), marked, begins: asked && (marked || quoted) }
    };
    for count in (least..=most).rev() {
        match exactly(people, &name(count))[..] {
            [] => {}
            [one] => return Some((one, count)),
            // Nobody passes for another.
            _ => return None,
        }
    }
    let said = name(least);
    let begins = |person: &&Nameable| {
        [&person.short, &person.name].iter().any(|name| folded(name).starts_with(&said.folded))
    };
    let mut found = people.iter().filter(begins).filter(|_| said.begins);
    let one = found.next().filter(|_| !said.folded.is_empty() && found.next().is_none());
    one.map(|one| (one, least))
}

/// Returns the people who have a name. A whole id is nobody else's, and neither is a part of an id with its sign; a name that is shown
/// can be anyone's.
fn exactly<'a>(people: &'a [Nameable], said: &SaidName) -> Vec<&'a Nameable> {
    let SaidName { folded: name, marked, begins: _ } = said;
    let all = |fits: &dyn Fn(&Nameable) -> bool| -> Vec<&'a Nameable> {
        people.iter().filter(|person| fits(person)).collect()
    };
    if name.is_empty() {
        return Vec::new();
    }
    let by_id = all(&|person| folded(&person.id) == *name);
    if !by_id.is_empty() {
        return by_id;
    }
    let by_short = all(&|person| folded(&person.short) == *name);
    if *marked && by_short.len() == 1 {
        return by_short;
    }
    all(&|person| folded(&person.short) == *name || folded(&person.name) == *name)
}

/// Writes a name as it is compared: without signs around it, and with blanks for `_`.
fn folded(name: &str) -> String {
    let name = name.trim_end_matches(AFTER).trim_matches(QUOTES).trim_start_matches('@');
    let name = folded_name(name.trim_matches(QUOTES)).replace('_', " ");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tells whether a typed word is the name that a command has read.
fn is_same(who: &str, typed: &str) -> bool {
    who.trim_end_matches(AFTER) == typed.trim_end_matches(AFTER)
}

/// Tells whether a word goes on with a command, and not with a name: a game or an option.
fn is_of_the_command(word: &str) -> bool {
    GameId::named(word).is_some() || is_setting(&plain(word)) || word.starts_with(['#', '@'])
}
