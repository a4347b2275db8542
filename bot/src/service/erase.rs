//! Takes somebody out of what waits to be said and out of the adapters' notes.
use super::{Asking, Fault, remind::digest_of};
use crate::{
    reply::{Audience, Choice, File, Menu, Picture, Reply},
    store::{Chat, FORMER, Note, Person, PersonId},
    text::Text,
};

/// Whom nothing may tell of any more.
struct Traces {
    id: PersonId,
    /// What they were called, and the chat's id of them: each as a whole word.
    words: Vec<String>,
}

impl Asking<'_> {
    /// Takes everything that tells who somebody is out of the database. Their seats stay, with nobody's name on them.
    pub(super) fn erase(&mut self, person: &Person) -> Result<Person, Fault> {
        let selves = self.tx.selves(person.id)?;
        let mut words: Vec<String> =
            selves.iter().flat_map(|it| [it.name.clone(), it.handle.clone()]).collect();
        words.extend(self.reword(person.id, &words)?);
        let traces = Traces { id: person.id, words };
        self.lists.retain(|(_, who), _| *who != person.id);
        self.questions.retain(|(_, who), _| *who != person.id);
        let gone = self.tx.erase_person(person.id)?;
        self.tx.forget_moment(&digest_of(person.id))?;
        for Person { chat, handle, .. } in &selves {
            self.tx.forget_messages(*chat, handle)?;
            for name in self.tx.room_names(*chat)? {
                if traces.are_in(&name) {
                    self.tx.rename_rooms(*chat, &name, "a room")?;
                }
            }
            let notes = self.tx.notes()?.into_iter().filter(|it| it.chat == *chat);
            let notes: Vec<Note> = notes.collect();
            // Where an adapter spoke with them alone is as good as their name.
            let alone = notes.iter().find(|it| it.key == format!("direct/{handle}"));
            let alone = alone.and_then(|it| serde_json::from_str::<String>(&it.value).ok());
            for note in notes {
                let of_theirs = [Some(handle), alone.as_ref()].into_iter().flatten();
                if of_theirs.into_iter().any(|it| holds(&note.key, it) || holds(&note.value, it)) {
                    self.tx.keep_note(note.chat, &note.key, None)?;
                } else if traces.are_in(&note.value) {
                    self.tx.keep_note(note.chat, &note.key, Some(&traces.cleared(&note.value)))?;
                }
            }
        }
        for chat in Chat::ALL {
            for row in self.tx.outbox(chat)? {
                let kept = serde_json::from_str(&row.body).ok().and_then(|it| traces.without(it));
                match kept {
                    Some(reply) => {
                        let body = serde_json::to_string(&reply)
                            .map_err(|err| Fault::Broken(err.to_string()))?;
                        self.tx.rewrite(row.id, &body)?;
                    }
                    // It was for them alone, or cannot be read and so not be cleaned.
                    None => self.tx.delivered(row.id)?,
                }
            }
        }
        Ok(gone)
    }
}

impl Traces {
    fn are_in(&self, text: &str) -> bool {
        self.words.iter().any(|it| holds(text, it))
    }

    fn cleared(&self, text: &str) -> String {
        self.words.iter().fold(text.to_owned(), |text, word| replaced(&text, word))
    }

    fn clear(&self, text: &mut String) {
        *text = self.cleared(text);
    }

    /// Returns a reply that does not tell of the person; nothing where it was for them alone.
    fn without(&self, mut reply: Reply) -> Option<Reply> {
        let Reply {
            to,
            privacy: _,
            text,
            picture,
            sheet,
            file,
            menu,
            mentions,
            refused: _,
            turn_of: _,
        } = &mut reply;
        if *to == Audience::Only(self.id) {
            return None;
        }
        self.clear_text(text);
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
            moving: _,
            asked: _,
        }) = picture
        {
            names.iter_mut().chain([alt]).for_each(|it| self.clear(it));
        }
        if sheet.as_ref().is_some_and(|it| self.are_in(&it.alt)) {
            *sheet = None;
        }
        if let Some(File { name: _, body }) = file {
            self.clear(body);
        }
        if let Some(Menu { choices, asked_at: _ }) = menu {
            for Choice { label, says } in choices {
                self.clear(label);
                self.clear(says);
            }
        }
        mentions.retain(|it| *it != self.id);
        Some(reply)
    }

    fn clear_text(&self, text: &mut Text) {
        match text {
            Text::Plain(it) | Text::Strong(it) | Text::Code(it) | Text::Block(it) => self.clear(it),
            Text::Person { id, name } | Text::Identity { id, name } if *id == self.id => {
                *name = FORMER.to_owned();
            }
            Text::Person { id: _, name } | Text::Identity { id: _, name } => self.clear(name),
            Text::Span(items) | Text::Lines(items) | Text::List(items) => {
                items.iter_mut().for_each(|it| self.clear_text(it));
            }
        }
    }
}

/// Returns where a word begins in a text, not as a part of a longer one.
fn places(text: &str, word: &str) -> Vec<usize> {
    let in_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let alone = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        !in_word(before.chars().next_back()) && !in_word(after.chars().next())
    };
    if word.is_empty() {
        return Vec::new();
    }
    text.match_indices(word).map(|it| it.0).filter(alone).collect()
}

/// Tells whether a text has a word in it, not as a part of a longer one.
pub(super) fn holds(text: &str, word: &str) -> bool {
    !places(text, word).is_empty()
}

fn replaced(text: &str, word: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for at in places(text, word) {
        out.push_str(&text[done..at]);
        out.push_str(FORMER);
        done = at + word.len();
    }
    out + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span;

    #[test]
    fn a_name_is_replaced_as_a_whole_word_only() {
        assert_eq!(
            replaced("Ann, Anna and Ann's: Ann", "Ann"),
            format!("{FORMER}, Anna and {FORMER}'s: {FORMER}")
        );
        assert_eq!(replaced("ä Ä", "Ä"), format!("ä {FORMER}"));
        assert_eq!(replaced("@a:x.org", "@a:x"), format!("{FORMER}.org"));
        assert!(!holds("", "") && !holds("x", ""));
    }

    #[test]
    fn a_reply_tells_of_nobody_who_is_gone() {
        let traces = Traces { id: PersonId(1), words: vec!["Ann".to_owned(), "ann".to_owned()] };
        assert_eq!(traces.without(Reply::only(PersonId(1), "Ann")), None);
        let person = |id| Text::Person { id: PersonId(id), name: "Ann".to_owned() };
        let reply = Reply::room(Text::Lines(vec![span![person(1), " spins"], person(2)]))
            .mention(PersonId(1))
            .mention(PersonId(2))
            .file("a.txt", "by Ann")
            .choices([Choice::new("Board", "challenge @ann trapdoor")]);
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
