//! Sharing: an address where anyone can look at a match, until its players end it.
use command::{say, verbs};
use model::reply::{Privacy, Reply};
use store::Share;

use crate::{
    RequestError, Service,
    context::{RequestContext, random_source::random_key},
    matches::{self, seat::heading},
    past::words,
    words::no_pages,
};

impl Service {
    /// Sets the address of shared pages; without one, matches can't be shared.
    pub fn share_at(&mut self, address: Option<String>) {
        self.memory.pages = address.map(|address| address.trim_end_matches('/').to_owned());
    }
}

pub fn share(cx: &mut RequestContext<'_>, said: &verbs::Share) -> Result<(), RequestError> {
    let loaded = matches::find::any_match(cx, said.of)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let (id, private) = (loaded.row.id, loaded.row.terms.private);
    if let Some(verbs::Off::Off) = said.how {
        if !cx.tx.end_share(id)? {
            return Err(words::not_shared(id).into());
        }
        cx.say(cx.answer(words::no_longer_shared(&heading(&loaded))));
        return Ok(());
    }
    let Some(pages) = cx.memory.pages.as_ref() else {
        let forms = [say!(Replay { of: id }), say!(Export { of: id })];
        return Err(no_pages().instead(forms).into());
    };
    let before = cx.tx.share_of(id)?;
    cx.tx.agree_to_share(id, seat, &random_key())?;
    let gone = || RequestError::Broken(format!("the address of match {id} is gone"));
    let share: Share = cx.tx.share_of(id)?.ok_or_else(gone)?;
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
