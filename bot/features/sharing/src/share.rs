//! Makes the address of a match known, and ends it.
use command::verbs::Off;
use model::reply::{Privacy, Reply};
use service::{
    RequestError,
    context::{RequestContext, random_source::random_key},
    matches::{self, seat::heading},
    words::no_pages,
};
use store::{MatchRow, StoreError, Tx};

use super::{
    commands,
    rows::{self, MatchShare},
    words,
};

pub(crate) fn share(
    cx: &mut RequestContext<'_>,
    said: &commands::Share,
) -> Result<(), RequestError> {
    let loaded = matches::find::any_match(cx, said.of)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let (id, private) = (loaded.row.id, loaded.row.terms.private);
    if let Some(Off::Off) = said.how {
        if !rows::end_share(cx.tx, id)? {
            return Err(words::not_shared(id).into());
        }
        cx.say(cx.answer(words::no_longer_shared(&heading(&loaded))));
        return Ok(());
    }
    let Some(pages) = cx.memory.pages.as_ref() else {
        let past = cx.memory.features.past();
        let forms = past.map(|past| [(past.film)(id, None), (past.file)(Some(id))]);
        return Err(no_pages().instead(forms.into_iter().flatten()).into());
    };
    let before = rows::share_of(cx.tx, id)?;
    rows::agree_to_share(cx.tx, id, seat, &random_key())?;
    let gone = || RequestError::Broken(format!("the address of match {id} is gone"));
    let share: MatchShare = rows::share_of(cx.tx, id)?.ok_or_else(gone)?;
    let (heading, off) = (heading(&loaded), words::stop_sharing_button(id));
    if !share.is_open(private) {
        let other = loaded.people.get(seat.other());
        if before.is_none() {
            let wish = words::wants_to_share(&heading, &cx.me.name, id);
            let asked = Reply::only(other.id, wish).private(Privacy::Personal);
            cx.say_in(loaded.row.room, asked.choices([words::share_button(id)]))?;
        }
        let text = words::other_must_share(&heading, &other.name, id);
        cx.say(cx.answer(text).choices([off]));
        return Ok(());
    }
    let text = words::shared_at(&heading, format!("{pages}/m/{}", share.key));
    let openly = matches::find::openly(cx, &loaded.row)?;
    let reply = if openly { Reply::room(text) } else { cx.answer(text) };
    cx.say(reply.choices([off]));
    Ok(())
}

/// Returns the key of a match's address, if anyone may look there.
pub(crate) fn open_key(tx: &Tx<'_>, row: &MatchRow) -> Result<Option<String>, StoreError> {
    let share = rows::share_of(tx, row.id)?;
    Ok(share.filter(|share| share.is_open(row.terms.private)).map(|share| share.key))
}

/// Finds the match of a key, if anyone may look at it.
pub(crate) fn open_match(tx: &Tx<'_>, key: &str) -> Result<Option<MatchRow>, StoreError> {
    let Some(share) = rows::share_at(tx, key)? else { return Ok(None) };
    let row = tx.match_row(share.of)?;
    Ok(row.filter(|row| share.is_open(row.terms.private)))
}
