//! Notes: what a player writes down about a match, shown to nobody else.
use command::verbs;
use engine::quote::is_unseen;
use model::{
    ids::MatchId,
    reply::Reply,
    text::{Text, shortened},
};

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, seat::heading},
    play::words,
};

/// The longest note, in characters.
const LONGEST: usize = 1000;

/// How many notes a list shows.
const LISTED: usize = 10;

/// How much of each note a list shows, in characters.
const SHOWN: usize = 120;

/// Writes, shows and deletes the asker's notes.
pub(crate) fn note(cx: &mut RequestContext<'_>, said: &verbs::Note) -> Result<(), RequestError> {
    let text = cleaned(&said.text);
    if said.of.is_none() && text.is_empty() {
        return list_notes(cx);
    }
    let loaded = match said.of {
        Some(_) => matches::find::any_match(cx, said.of)?,
        None => matches::find::my_match(cx, None, |_, _| false)?,
    };
    matches::seat::seat_in(cx, &loaded)?;
    let of = loaded.row.id;
    let says = match text.to_lowercase().as_str() {
        "" => match cx.tx.note(of, cx.me.id)? {
            Some(text) => words::notes::note(&text),
            None => return Err(words::notes::no_note(of).into()),
        },
        "delete" => match cx.tx.drop_note(of, cx.me.id)? {
            true => words::notes::note_deleted(of),
            false => return Err(words::notes::no_note(of).into()),
        },
        _ if LONGEST < text.chars().count() => {
            return Err(words::notes::note_too_long(LONGEST, text.chars().count()).into());
        }
        _ => {
            let before = cx.tx.note(of, cx.me.id)?;
            cx.tx.put_note(of, cx.me.id, &text, cx.now)?;
            let overheard = cx.request().is_some_and(|it| it.overheard);
            words::notes::noted(of, before.as_deref(), overheard)
        }
    };
    let named = Text::plain(heading(&loaded));
    let has_note = cx.tx.note(of, cx.me.id)?.is_some();
    let reply = Reply::only(cx.me.id, Text::Lines(vec![named, says]));
    cx.say(reply.choices(has_note.then(|| words::notes::delete_note_button(of))));
    Ok(())
}

/// Shows the asker their note on a match that they look at, to them alone.
pub(crate) fn show_note(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    if loaded.seat_of(cx.me.id).is_none() {
        return Ok(());
    }
    if let Some(text) = cx.tx.note(loaded.row.id, cx.me.id)? {
        let says = words::notes::note_on(loaded.row.id, &text);
        cx.say(Reply::only(cx.me.id, says));
    }
    Ok(())
}

fn list_notes(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    authority::decide::clear_verb(cx, ActionTarget::Oneself)?;
    let all: Vec<(MatchId, String)> = cx.tx.notes_of(cx.me.id)?;
    if all.is_empty() {
        return Err(words::notes::no_notes().into());
    }
    let more = all.len().saturating_sub(LISTED);
    let short = |(of, text): (MatchId, String)| (of, shortened(&text, SHOWN));
    let listed: Vec<(MatchId, String)> = all.into_iter().take(LISTED).map(short).collect();
    cx.say(Reply::only(cx.me.id, words::notes::notes(&listed, more)));
    Ok(())
}

/// Returns a text in one line, without invisible characters.
fn cleaned(said: &str) -> String {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    said.chars().filter(|&it| !is_unseen(it)).collect()
}
