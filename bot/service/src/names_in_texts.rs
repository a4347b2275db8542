//! Where a person's names stand in texts that others keep.
use std::collections::BTreeMap;

use model::{
    ids::PersonId,
    reply::{Audience, Choice, File, Menu, Picture, Reply},
    text::Text,
};
use serde_json::Value;
use store::FORMER;

/// The person to be erased.
pub struct PersonTraces {
    pub id: PersonId,
    /// Their names and chat ids, each as a whole word with its replacement.
    pub words: BTreeMap<String, String>,
}

impl PersonTraces {
    pub fn new(id: PersonId, words: Vec<String>) -> PersonTraces {
        PersonTraces {
            id,
            words: words.into_iter().map(|word| (word, FORMER.to_owned())).collect(),
        }
    }

    pub fn are_in(&self, text: &str) -> bool {
        self.words.keys().any(|it| holds(text, it))
    }

    /// Tells whether any text of a value names them. Strings are decoded, because in JSON a line
    /// break before a name is written as a letter.
    pub(crate) fn are_said_in(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.are_in(text),
            Value::Array(items) => items.iter().any(|item| self.are_said_in(item)),
            Value::Object(items) => {
                items.iter().any(|(key, item)| self.are_in(key) || self.are_said_in(item))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    pub fn cleared(&self, text: &str) -> String {
        replaced(text, &self.words)
    }

    fn clear(&self, text: &mut String) {
        *text = self.cleared(text);
    }

    /// Returns a reply without the person's name; nothing if it was only for them.
    pub fn without(&self, mut reply: Reply) -> Option<Reply> {
        let Reply {
            to,
            privacy: _,
            text,
            picture,
            sheet,
            begins,
            file,
            menu,
            mentions,
            refused: _,
            guessed: _,
            board,
            done,
            about: _,
            card: _,
            roles,
            opens: _,
            stored_as: _,
            tells_of: _,
        } = &mut reply;
        if *to == Audience::Only(self.id) {
            return None;
        }
        // Nobody is given a role any more; taking one away needs the id until it is done.
        for role in roles {
            role.to.take_if(|handle| self.words.contains_key(handle));
        }
        self.clear_text(text);
        let around = board.iter_mut().flat_map(|board| [&mut board.earlier, &mut board.left]);
        for text in around.chain([done]).flatten() {
            self.clear_text(text);
        }
        if let Some(Picture {
            names,
            alt,
            of: _,
            step: _,
            take: _,
            eyes: _,
            facing: _,
            theme: _,
            clocks: _,
            left: _,
            moving: _,
            asked: _,
            suggested: _,
            chosen: _,
            beside,
            since: _,
            reading: _,
        }) = picture
        {
            names.iter_mut().chain([alt]).for_each(|text| self.clear(text));
            for other in beside {
                other.names.iter_mut().chain([&mut other.alt]).for_each(|text| self.clear(text));
            }
        }
        let start = begins.as_ref().and_then(|it| it.start.as_ref());
        if start.is_some_and(|start| self.are_in(&start.state.to_string())) {
            *begins = None;
        }
        if sheet.as_ref().is_some_and(|sheet| self.are_in(&sheet.alt)) {
            *sheet = None;
        }
        if let Some(File { name: _, body }) = file {
            self.clear(body);
        }
        if let Some(Menu { choices, listed, .. }) = menu {
            for Choice { label, says, explains, typed, emphasis: _, sign: _ } in
                choices.iter_mut().chain(listed)
            {
                [label, explains, typed].into_iter().for_each(|text| self.clear(text));
                says.edit(|line| self.clear(line));
            }
        }
        mentions.retain(|it| *it != self.id);
        Some(reply)
    }

    fn clear_text(&self, text: &mut Text) {
        text.each(&mut |part| match part {
            Text::Plain(words)
            | Text::Strong(words)
            | Text::Small(words)
            | Text::Code(words)
            | Text::Block(words) => self.clear(words),
            Text::Person { id, name } | Text::Identity { id, name } if *id == self.id => {
                *name = FORMER.to_owned();
            }
            Text::Person { id: _, name } | Text::Identity { id: _, name } => self.clear(name),
            Text::Role(_) | Text::Address(_) | Text::Time { .. } => {}
            Text::Span(_) | Text::Lines(_) | Text::List(_) => {}
        });
    }
}

/// Tells whether a text contains a whole word.
pub fn holds(text: &str, word: &str) -> bool {
    !word.is_empty() && text.match_indices(word).any(|(at, _)| is_at(text, at, word))
}

/// Replaces words, the longest first, without replacing within replacements.
pub fn replaced(text: &str, words: &BTreeMap<String, String>) -> String {
    let mut longest: Vec<(&String, &String)> = words.iter().filter(|it| !it.0.is_empty()).collect();
    longest.sort_by_key(|&(word, _)| std::cmp::Reverse(word.len()));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        match longest.iter().find(|(word, _)| is_at(text, at, word)) {
            Some((word, other)) => {
                out.push_str(other);
                at += word.len();
            }
            None => {
                out.push(next);
                at += next.len_utf8();
            }
        }
    }
    out
}

/// Tells whether a whole word starts at a place in a text.
pub fn is_at(text: &str, at: usize, word: &str) -> bool {
    let in_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let (before, from) = text.split_at(at);
    from.strip_prefix(word)
        .is_some_and(|after| !in_word(before.chars().next_back()) && !in_word(after.chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use command::say;
    use model::span;

    #[test]
    fn a_name_is_replaced_as_a_whole_word_only() {
        let cleared = |text: &str, word: &str| {
            PersonTraces::new(PersonId(1), vec![word.to_owned()]).cleared(text)
        };
        assert_eq!(
            cleared("Ann, Anna and Ann's: Ann", "Ann"),
            format!("{FORMER}, Anna and {FORMER}'s: {FORMER}")
        );
        assert_eq!(cleared("ä Ä", "Ä"), format!("ä {FORMER}"));
        assert_eq!(cleared("@a:x.org", "@a:x"), format!("{FORMER}.org"));
        assert_eq!(cleared("a player", "player"), format!("a {FORMER}"), "once");
        assert!(!holds("", "") && !holds("x", ""));
    }

    #[test]
    fn a_reply_tells_of_nobody_who_is_gone() {
        let traces = PersonTraces::new(PersonId(1), vec!["Ann".to_owned(), "ann".to_owned()]);
        assert_eq!(traces.without(Reply::only(PersonId(1), "Ann")), None);
        let person = |id| Text::Person { id: PersonId(id), name: "Ann".to_owned() };
        let reply = Reply::room(Text::Lines(vec![span![person(1), " spins"], person(2)]))
            .mention(PersonId(1))
            .mention(PersonId(2))
            .file("a.txt", "by Ann")
            .choices([Choice::new("Board", say!(Challenge { who: "@ann" }))]);
        let left = format!("{:?}", traces.without(reply).unwrap());
        assert!(
            !left.contains("Ann")
                && !left.contains("ann")
                && !left.contains("PersonId(1), PersonId(2)"),
            "{left}"
        );
        assert!(left.contains("spins") && left.contains("PersonId(2)"));
    }
}
