//! Notes: what a player writes down about a match, shown to nobody else.
use engine::quote::is_unseen;

use crate::{
    Fault, RequestContext,
    authority::Touched,
    find::LoadedMatch,
    play::{typed::heading, words},
};
use command::verbs;
use model::{
    ids::MatchId,
    reply::Reply,
    text::{Text, shortened},
};

/// The longest note, in characters.
const LONGEST: usize = 1000;

/// How many notes a list shows.
const LISTED: usize = 10;

/// How much of each note a list shows, in characters.
const SHOWN: usize = 120;

impl RequestContext<'_> {
    /// Writes, shows and deletes the asker's notes.
    pub(crate) fn note(&mut self, said: &verbs::Note) -> Result<(), Fault> {
        let text = cleaned(&said.text);
        if said.of.is_none() && text.is_empty() {
            return self.list_notes();
        }
        let loaded = match said.of {
            Some(_) => self.any_match(said.of)?,
            None => self.my_match(None, |_, _| false)?,
        };
        self.seat_in(&loaded)?;
        let of = loaded.row.id;
        let says = match text.to_lowercase().as_str() {
            "" => match self.tx.note(of, self.me.id)? {
                Some(text) => words::note(&text),
                None => return Err(words::no_note(of).into()),
            },
            "delete" => match self.tx.drop_note(of, self.me.id)? {
                true => words::note_deleted(of),
                false => return Err(words::no_note(of).into()),
            },
            _ if LONGEST < text.chars().count() => {
                return Err(words::note_too_long(LONGEST, text.chars().count()).into());
            }
            _ => {
                let before = self.tx.note(of, self.me.id)?;
                self.tx.put_note(of, self.me.id, &text, self.now)?;
                let overheard = self.request().is_some_and(|it| it.overheard);
                words::noted(of, before.as_deref(), overheard)
            }
        };
        let named = Text::plain(heading(&loaded));
        let has_note = self.tx.note(of, self.me.id)?.is_some();
        let reply = Reply::only(self.me.id, Text::Lines(vec![named, says]));
        self.say(reply.choices(has_note.then(|| words::delete_note_button(of))));
        Ok(())
    }

    /// Shows the asker their note on a match that they look at, to them alone.
    pub(crate) fn show_note(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        if loaded.seat_of(self.me.id).is_none() {
            return Ok(());
        }
        if let Some(text) = self.tx.note(loaded.row.id, self.me.id)? {
            let says = words::note_on(loaded.row.id, &text);
            self.say(Reply::only(self.me.id, says));
        }
        Ok(())
    }

    fn list_notes(&mut self) -> Result<(), Fault> {
        self.clear_verb(Touched::Oneself)?;
        let all: Vec<(MatchId, String)> = self.tx.notes_of(self.me.id)?;
        if all.is_empty() {
            return Err(words::no_notes().into());
        }
        let more = all.len().saturating_sub(LISTED);
        let short = |(of, text): (MatchId, String)| (of, shortened(&text, SHOWN));
        let listed: Vec<(MatchId, String)> = all.into_iter().take(LISTED).map(short).collect();
        self.say(Reply::only(self.me.id, words::notes(&listed, more)));
        Ok(())
    }
}

/// Returns a text in one line, without invisible characters.
fn cleaned(said: &str) -> String {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    said.chars().filter(|&it| !is_unseen(it)).collect()
}
