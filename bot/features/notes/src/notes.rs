//! Notes: what a player writes down about a match, shown to nobody else.
use engine::quote::is_unseen;
use model::{
    ids::MatchId,
    reply::Reply,
    text::{Text, shortened},
};

use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, seat::heading},
    names_in_texts::PersonTraces,
};

use crate::{commands::Note, rows, words};

/// The longest note, in characters.
const LONGEST: usize = 1000;

/// How many notes a list shows.
const LISTED: usize = 10;

/// How much of each note a list shows, in characters.
const SHOWN: usize = 120;

/// Writes, shows and deletes the asker's notes.
pub(crate) fn note(cx: &mut RequestContext<'_>, said: &Note) -> Result<(), RequestError> {
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
        "" => match rows::note(cx.tx, of, cx.me.id)? {
            Some(text) => words::note(&text),
            None => return Err(words::no_note(of).into()),
        },
        "delete" => {
            if !rows::drop_note(cx.tx, of, cx.me.id)? {
                return Err(words::no_note(of).into());
            }
            words::note_deleted(of)
        }
        _ if LONGEST < text.chars().count() => {
            return Err(words::note_too_long(LONGEST, text.chars().count()).into());
        }
        _ => {
            let before = rows::note(cx.tx, of, cx.me.id)?;
            rows::put_note(cx.tx, of, cx.me.id, &text, cx.now)?;
            let overheard = cx.request().is_some_and(|request| request.overheard);
            words::noted(of, before.as_deref(), overheard)
        }
    };
    let named = Text::plain(heading(&loaded));
    let has_note = rows::note(cx.tx, of, cx.me.id)?.is_some();
    let reply = Reply::only(cx.me.id, Text::Lines(vec![named, says]));
    cx.say(reply.choices(has_note.then(|| words::delete_note_button(of))));
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
    if let Some(text) = rows::note(cx.tx, loaded.row.id, cx.me.id)? {
        let says = words::note_on(loaded.row.id, &text);
        cx.say(Reply::only(cx.me.id, says));
    }
    Ok(())
}

/// Takes the names of a person whose data is deleted out of the notes of others, who keep them.
pub(crate) fn forget(
    cx: &mut RequestContext<'_>,
    traces: &PersonTraces,
) -> Result<(), RequestError> {
    for (of, by, text) in rows::all_notes(cx.tx)? {
        if traces.are_in(&text) {
            rows::reword_note(cx.tx, of, by, &traces.cleared(&text))?;
        }
    }
    Ok(())
}

fn list_notes(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    authority::decide::clear_verb(cx, ActionTarget::Oneself)?;
    let all: Vec<(MatchId, String)> = rows::notes_of(cx.tx, cx.me.id)?;
    if all.is_empty() {
        return Err(words::no_notes().into());
    }
    let more = all.len().saturating_sub(LISTED);
    let short = |(of, text): (MatchId, String)| (of, shortened(&text, SHOWN));
    let listed: Vec<(MatchId, String)> = all.into_iter().take(LISTED).map(short).collect();
    cx.say(Reply::only(cx.me.id, words::notes(&listed, more)));
    Ok(())
}

/// Returns a text in one line, without invisible characters.
fn cleaned(said: &str) -> String {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    said.chars().filter(|&letter| !is_unseen(letter)).collect()
}
