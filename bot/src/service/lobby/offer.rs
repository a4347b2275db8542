//! How a challenge is told: to whom, on what terms, and what hangs on it.
use crate::service::{
    Fault, RequestContext,
    lobby::challenge::{OPEN_DAYS, draws_lots},
    terms::beginning,
};
use crate::{
    reply::{Audience, Begins, Choice, Privacy, Reply},
    span,
    store::{Challenge, Chat, Person, RoomId},
    text::Text,
    time::duration,
};

impl RequestContext<'_> {
    /// Tells of a challenge where it was made.
    pub(in crate::service) fn tell_of_offer(
        &mut self,
        challenge: &Challenge,
        whom: Option<&Person>,
        more: Vec<Text>,
    ) -> Result<(), Fault> {
        let id = challenge.id;
        // As they are called where it is offered, wherever that is said.
        let chat = self.chat_in(challenge.room)?;
        let me = self.tx.person_in(chat, self.me.id)?;
        let whom = whom.map(|it| self.tx.person_in(chat, it.id)).transpose()?;
        let whom = whom.as_ref();
        let mut lines = vec![self.challenge_line(challenge)?];
        lines.extend(more);
        if let Some(whom) = whom
            && chat == Chat::Console
            && self.tx.last_rooms(whom.id)?.is_empty()
        {
            let says = format!("{} is new here and can start with ", whom.name);
            lines.push(span![says, Text::code(format!("{}: help", whom.handle)), "."]);
        }
        if let Some(whom) = whom
            && let Some(until) = self.away_until(whom)?
        {
            let left = duration(until - self.now);
            lines.push(Text::plain(format!("{} is on vacation for another {left}.", whom.name)));
        }
        if challenge.terms.has_start() {
            lines.push(Text::plain("A match from a set position isn't rated. It begins here:"));
            lines.extend(beginning(&challenge.terms)?);
        }
        for person in [Some(&me), whom].into_iter().flatten() {
            lines.extend(self.called_off_line(person)?.map(Text::Plain));
        }
        if let (Some(whom), true) = (whom, challenge.terms.rated) {
            lines.extend(self.stakes(challenge.terms.game, [&me, whom])?);
        }
        let open = format!("Challenge {id}, open for {OPEN_DAYS} days.");
        lines.push(match draws_lots(challenge) {
            true => span![
                format!("{open} Dice commitment "),
                Text::code(challenge.secret.commitment_to(&challenge.tag, &challenge.bond.text)),
                "."
            ],
            false => Text::plain(open),
        });
        let [yes, no] = ["accept", "decline"].map(|it| format!("{it} {id}"));
        if let Some(whom) = whom {
            self.await_answer(whom.id, &yes, Some(&no));
        }
        let accept = Choice::new("Accept", yes);
        let decline = Choice::new("Decline", no);
        let mut reply = Reply::room(Text::Lines(lines));
        if challenge.terms.has_start() {
            reply = reply.begins(Begins::of(&challenge.terms, &me.settings.theme)?);
        }
        let reply = match whom {
            Some(whom) => reply.mention(whom.id).choices([accept, decline]),
            None if challenge.terms.rated => {
                reply.choices([accept, Choice::new("What's at stake?", format!("stakes {id}"))])
            }
            None => reply.choices([accept]),
        };
        self.say_there(challenge.room, reply)
    }

    /// Speaks in a room; the one who asked from elsewhere is told, too, and nobody else there.
    pub(in crate::service) fn say_there(
        &mut self,
        room: RoomId,
        reply: Reply,
    ) -> Result<(), Fault> {
        if room != self.room.id {
            let to = Audience::Only(self.me.id);
            let privacy = Privacy::Personal;
            self.say(Reply { to, privacy, mentions: Vec::new(), menu: None, ..reply.clone() });
        }
        Ok(self.say_in(room, reply)?)
    }
}
