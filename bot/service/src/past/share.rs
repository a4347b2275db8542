//! Sharing: an address where anyone can look at a match, until its players end it.
use crate::{
    Fault, RequestContext, Service, past::words, play::typed::heading, random_source::random_key,
    words::no_pages,
};
use command::verbs;
use model::reply::{Privacy, Reply};
use store::Share;

impl Service {
    /// Sets the address of shared pages; without one, matches can't be shared.
    pub fn share_at(&mut self, address: Option<String>) {
        self.memory.pages = address.map(|it| it.trim_end_matches('/').to_owned());
    }
}

impl RequestContext<'_> {
    pub(crate) fn share(&mut self, said: &verbs::Share) -> Result<(), Fault> {
        let loaded = self.any_match(said.of)?;
        let seat = self.seat_in(&loaded)?;
        let (id, private) = (loaded.row.id, loaded.row.terms.private);
        if let Some(verbs::Off::Off) = said.how {
            if !self.tx.end_share(id)? {
                return Err(words::not_shared(id).into());
            }
            self.say(self.answer(words::no_longer_shared(&heading(&loaded))));
            return Ok(());
        }
        let Some(pages) = self.memory.pages.as_ref() else {
            let forms = [format!("replay #{id}"), format!("export #{id}")];
            return Err(no_pages().instead(forms).into());
        };
        let before = self.tx.share_of(id)?;
        self.tx.agree_to_share(id, seat, &random_key())?;
        let gone = || Fault::Broken(format!("the address of match {id} is gone"));
        let share: Share = self.tx.share_of(id)?.ok_or_else(gone)?;
        let (heading, off) = (heading(&loaded), words::stop_sharing_button(id));
        if !share.is_open(private) {
            let other = loaded.people.get(seat.other());
            if before.is_none() {
                let wish = words::wants_to_share(&heading, &self.me.name, id);
                let asked = Reply::only(other.id, wish).private(Privacy::Personal);
                self.say_in(loaded.row.room, asked.choices([words::share_button(id)]))?;
            }
            let text = words::other_must_share(&heading, &other.name, id);
            self.say(self.answer(text).choices([off]));
            return Ok(());
        }
        let text = words::shared_at(&heading, format!("{pages}/m/{}", share.key));
        let openly = self.openly(&loaded.row)?;
        let reply = if openly { Reply::room(text) } else { self.answer(text) };
        self.say(reply.choices([off]));
        Ok(())
    }
}
