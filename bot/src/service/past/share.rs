//! Sharing: an address where anyone can look at a match, until its players end it.
use engine::refusal::{Code, Refusal};

use crate::service::{
    Fault, RequestContext, Service, play::typed::heading, random_source::random_key,
    words::no_pages,
};
use crate::{
    command::verbs,
    reply::{Choice, Privacy, Reply},
    span,
    store::Share,
    text::Text,
};

impl Service {
    /// Sets the address of shared pages; without one, matches can't be shared.
    pub fn share_at(&mut self, address: Option<String>) {
        self.pages = address.map(|it| it.trim_end_matches('/').to_owned());
    }
}

impl RequestContext<'_> {
    pub(in crate::service) fn share(&mut self, said: &verbs::Share) -> Result<(), Fault> {
        let loaded = self.any_match(said.of)?;
        let seat = self.seat_in(&loaded)?;
        let (id, private) = (loaded.row.id, loaded.row.terms.private);
        if let Some(verbs::Off::Off) = said.how {
            if !self.tx.end_share(id)? {
                let says = format!("Match #{id} isn't shared.");
                return Err(Refusal::new(Code::NotNow, says)
                    .instead([format!("share #{id}")])
                    .into());
            }
            let text = format!("{} Its address no longer works.", heading(&loaded));
            self.say(self.answer(text));
            return Ok(());
        }
        let Some(pages) = self.pages.as_ref() else {
            let forms = [format!("replay #{id}"), format!("export #{id}")];
            return Err(no_pages().instead(forms).into());
        };
        let before = self.tx.share_of(id)?;
        self.tx.agree_to_share(id, seat, &random_key())?;
        let gone = || Fault::Broken(format!("the address of match {id} is gone"));
        let share: Share = self.tx.share_of(id)?.ok_or_else(gone)?;
        let off = Choice::new("Stop sharing", format!("share #{id} off"));
        if !share.is_open(private) {
            let other = loaded.people.get(seat.other());
            let wish = span![
                heading(&loaded),
                format!(
                    " {} would like to share it on the web. It's private, so nobody can see it until you say ",
                    self.me.name
                ),
                Text::code(format!("share #{id}")),
                ", too."
            ];
            if before.is_none() {
                let choices = [Choice::new("Share it", format!("share #{id}"))];
                let asked = Reply::only(other.id, wish).private(Privacy::Personal).choices(choices);
                self.say_in(loaded.row.room, asked)?;
            }
            let text = span![
                heading(&loaded),
                format!(" It's private, so {} has to say ", other.name),
                Text::code(format!("share #{id}")),
                ", too. Until then nobody can see it."
            ];
            self.say(self.answer(text).choices([off]));
            return Ok(());
        }
        let text = span![
            heading(&loaded),
            " Anyone with this address can see every step: ",
            format!("{pages}/m/{}", share.key)
        ];
        let openly = self.openly(&loaded.row)?;
        let reply = if openly { Reply::room(text) } else { self.answer(text) };
        self.say(reply.choices([off]));
        Ok(())
    }
}
