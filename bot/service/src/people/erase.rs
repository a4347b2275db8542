//! Removes a person from undelivered replies and from the adapters' notes.
use std::collections::BTreeSet;

use model::ids::{Chat, MatchId};
use store::{NAMELESS, Person};

use crate::{
    RequestError,
    context::{RequestContext, seam},
    names_in_texts::PersonTraces,
    people,
};

/// Removes everything that identifies a person from the database. Their seats stay, without a
/// name.
pub fn erase(cx: &mut RequestContext<'_>, person: &Person) -> Result<Person, RequestError> {
    let selves = cx.tx.selves(person.id)?;
    let mut words: Vec<String> =
        selves.iter().flat_map(|account| [account.name.clone(), account.handle.clone()]).collect();
    words.extend(people::anonymise::reword(cx, person.id, &words)?);
    let traces = PersonTraces::new(person.id, words);
    cx.memory.lists.retain(|(_, who), _| *who != person.id);
    cx.memory.questions.retain(|(_, who), _| *who != person.id);
    seam::unnamed(cx, person.id, i64::MIN)?;
    seam::forgets(cx, &traces)?;
    let gone = cx.tx.erase_person(person.id)?;
    cx.tx.forget_moments_of(person.id)?;
    cx.tx.note_erasure(cx.now)?;
    for Person { chat, handle, .. } in &selves {
        cx.tx.forget_messages(*chat, handle)?;
        for name in cx.tx.room_names(*chat)? {
            if traces.are_in(&name) {
                cx.tx.rename_rooms(*chat, &name, NAMELESS)?;
            }
        }
    }
    forget_kept(cx, person, &selves, &traces)?;
    for chat in Chat::ALL {
        for row in cx.tx.outbox(chat)? {
            let kept = serde_json::from_str(&row.body).ok().and_then(|body| traces.without(body));
            match kept {
                Some(reply) => {
                    let body = serde_json::to_string(&reply)
                        .map_err(|err| RequestError::Broken(err.to_string()))?;
                    cx.tx.rewrite(row.id, &body)?;
                }
                // It was only for them, or it can't be decoded and cleaned.
                None => cx.tx.delivered(row.id)?,
            }
        }
    }
    Ok(gone)
}

/// Deletes what the adapters store about a person: their private rooms, which identify them,
/// and messages and menus that name them.
fn forget_kept(
    cx: &mut RequestContext<'_>,
    person: &Person,
    selves: &[Person],
    traces: &PersonTraces,
) -> Result<(), RequestError> {
    for account in selves {
        cx.places.extend(cx.tx.forget_places(account.id)?);
    }
    let own: BTreeSet<MatchId> = cx.tx.matches_of(person.id)?.into_iter().map(|it| it.id).collect();
    for chat in Chat::ALL {
        for board in cx.tx.boards(chat)? {
            if own.contains(&board.of) || traces.are_in(&board.plain) {
                cx.tx.forget_board(chat, &board.message)?;
            }
        }
    }
    cx.tx.forget_menus(|menu| traces.are_said_in(menu))?;
    cx.tx.forget_sentences_with(|sentence| traces.are_in(sentence))?;
    Ok(())
}
