//! Linking accounts in two chats: a code shown in one is typed in the other.

use crate::{
    Fault, RequestContext,
    deliver::Addressed,
    lobby::meet::meet,
    people::{
        codes::{VALID, signs_said},
        stricter::stricter,
        words,
    },
    time::remind::digest_of,
};
use command::verbs;
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Reply},
    text::Text,
};
use store::Person;

impl RequestContext<'_> {
    pub(crate) fn link(&mut self, said: &verbs::Link) -> Result<(), Fault> {
        let chat = self.room.chat;
        match &*signs_said(said.code.as_deref().unwrap_or("")) {
            "" => {
                let code = self.new_link_code(chat)?;
                let again = Reply::only(self.me.id, words::link_code_gone());
                let again = again.choices([words::link_again_button()]);
                let reply = Reply::only(self.me.id, words::link_code(&code));
                self.say(Reply { stored_as: Some(Box::new(again)), ..reply });
                Ok(())
            }
            "YES" | "Y" => match self.tx.take_link_request(self.me.id, self.now)? {
                Some(with) => self.link_with(with),
                None => Err(words::no_link_request().into()),
            },
            "NO" | "N" => self.link_no(),
            code => {
                let (with, shown_in) = self.take_link_code(code)?;
                if shown_in == chat {
                    return Err(words::code_for_other_chat(chat).into());
                }
                self.ask_to_link(with, shown_in)
            }
        }
    }

    /// Asks the person who typed a code to confirm, and tells the person who showed it.
    fn ask_to_link(&mut self, with: PersonId, shown_in: Chat) -> Result<(), Fault> {
        let other = self.tx.person_in(shown_in, with)?;
        self.check_link(&other)?;
        self.tx.put_link_request(self.me.id, other.id, self.now + VALID)?;
        let text = words::link_asked(&other.name, shown_in);
        let [yes, no] = ["yes", "no"].map(|it| verbs::Link { code: Some(it.to_owned()) }.into());
        self.await_answer(self.me.id, yes, Some(no))?;
        self.say(Reply::only(self.me.id, text).choices(words::link_buttons()));
        let text = words::code_used(&self.me.name, self.room.chat);
        let reply = Reply::only(other.id, text).choices([words::link_no_button()]);
        self.say_in_chat(other.id, shown_in, reply)
    }

    /// Cancels the asker's confirmation, or the one that uses their code.
    fn link_no(&mut self) -> Result<(), Fault> {
        let mut named = self.tx.take_link_requests_for(self.me.id, self.now)?;
        let own = self.tx.take_link_request(self.me.id, self.now)?;
        if named.is_empty() && own.is_none() {
            return Err(words::no_link_request().into());
        }
        self.say(Reply::only(self.me.id, words::accounts_stay_separate()));
        named.extend(own);
        for who in named {
            let text = words::other_said_no();
            for room in self.tx.last_rooms(who)?.into_iter().take(1) {
                let reply = Reply::only(who, text);
                self.replies.push(Addressed { room, reply, about: None });
            }
        }
        Ok(())
    }

    /// Refuses to link the asker with someone who is gone, or who has another account in a chat
    /// they share.
    fn check_link(&self, other: &Person) -> Result<(), Fault> {
        if other.gone {
            return Err(words::owner_is_gone().into());
        }
        if other.id == self.me.id {
            return Err(words::already_linked().into());
        }
        // Across chats people meet in leagues.
        if self.tx.have_met(self.me.id, other.id)? {
            return Err(words::have_played_each_other(&other.name).into());
        }
        for chat in Chat::ALL {
            let both = [self.me.id, other.id].map(|it| self.tx.handle_in(chat, it));
            let [mine, theirs] = both;
            if mine?.is_some() && theirs?.is_some() {
                return Err(words::both_on(chat).into());
            }
        }
        Ok(())
    }

    /// Links the asker and `other`, as the person first seen. All ratings are recalculated from the
    /// matches. They haven't played each other.
    fn link_with(&mut self, other: PersonId) -> Result<(), Fault> {
        let other = self.tx.person(other)?;
        self.check_link(&other)?;
        self.change_identity(&[self.me.id, other.id])?;
        let (main, joined) = match self.me.id < other.id {
            true => (self.me.clone(), other),
            false => (other, self.me.clone()),
        };
        let settings = stricter(&main.settings, &joined.settings);
        self.tx.link(main.id, joined.id)?;
        self.tx.set_settings(main.id, &settings)?;
        self.forget_asked(joined.id);
        let selves = self.tx.selves(main.id)?;
        self.rate_anew_for(&selves)?;
        self.me = self.tx.person_in(self.room.chat, main.id)?;
        self.take_up_time()?;
        let names: Vec<String> =
            selves.iter().map(|it| words::name_on(&it.name, it.chat)).collect();
        let mut lines = vec![words::linked(&names, self.room.chat)];
        let before = [&main.settings, &joined.settings];
        lines.extend(words::stricter_settings(&settings, before).map(Text::Plain));
        self.say_in_all_chats(Text::Lines(lines))
    }

    pub(crate) fn unlink(&mut self, said: &verbs::Unlink) -> Result<(), Fault> {
        let selves = self.tx.selves(self.me.id)?;
        if selves.len() < 2 {
            return Err(words::none_linked().into());
        }
        let names: Vec<String> =
            selves.iter().map(|it| words::name_on(&it.name, it.chat)).collect();
        if !said.sure {
            let text = words::unlink_asked(&names);
            self.await_answer(self.me.id, verbs::Unlink { sure: true }.into(), None)?;
            let choices = [words::unlink_button()];
            self.say(Reply::only(self.me.id, text).choices(choices));
            return Ok(());
        }
        let main = self.me.id;
        let own: Vec<PersonId> = selves.iter().map(|it| it.id).collect();
        self.change_identity(&own)?;
        let parted = self.tx.unlink(main)?;
        let last_list = self.tx.moment(&digest_of(main))?;
        for own in &parted {
            self.readdress(main, own)?;
            if let Some(at) = last_list {
                self.tx.set_moment(&digest_of(own.id), at)?;
            }
        }
        self.forget_asked(main);
        self.rate_anew_for(&selves)?;
        if let Some(request) = self.request() {
            self.me = meet(self.tx, request.chat, &request.from)?;
        }
        let text = words::unlinked(&names);
        for own in &selves {
            self.say_in_chat(own.id, own.chat, Reply::only(own.id, text.clone()))?;
        }
        Ok(())
    }

    /// Readdresses a person's undelivered replies from another row.
    fn readdress(&mut self, from: PersonId, to: &Person) -> Result<(), Fault> {
        let change = |id: &mut PersonId| {
            if *id == from {
                *id = to.id;
            }
        };
        for row in self.tx.outbox(to.chat)? {
            let Ok(mut reply) = serde_json::from_str::<Reply>(&row.body) else { continue };
            if let Audience::Only(id) = &mut reply.to {
                change(id);
            }
            reply.mentions.iter_mut().for_each(change);
            reply.text.each_person(&mut |id, _| change(id));
            let body =
                serde_json::to_string(&reply).map_err(|err| Fault::Broken(err.to_string()))?;
            self.tx.rewrite(row.id, &body)?;
        }
        Ok(())
    }

    /// Forgets lists and questions of a row that is now another person's.
    fn forget_asked(&mut self, person: PersonId) {
        self.memory.lists.retain(|(_, who), _| *who != person);
        self.memory.questions.retain(|(_, who), _| *who != person);
    }

    /// Applies the asker's settings and vacations to the clocks of all their matches.
    fn take_up_time(&mut self) -> Result<(), Fault> {
        if let Some(until) = self.away_until(&self.me)? {
            self.rest_everywhere(until, self.now)?;
        }
        for mut row in self.tx.running_of(self.me.id)? {
            self.schedule(&mut row)?;
            self.tx.update_match(&row)?;
        }
        Ok(())
    }

    /// Tells the asker something in every chat where they are known.
    fn say_in_all_chats(&mut self, text: Text) -> Result<(), Fault> {
        let me = self.me.id;
        self.say(Reply::only(me, text.clone()));
        for room in self.tx.last_rooms(me)? {
            if room.chat != self.room.chat {
                let reply = Reply::only(me, text.clone());
                self.replies.push(Addressed { room, reply, about: None });
            }
        }
        Ok(())
    }

    /// Tells someone something in a chat: here, or in the room where they last spoke.
    fn say_in_chat(&mut self, who: PersonId, chat: Chat, reply: Reply) -> Result<(), Fault> {
        if chat == self.room.chat && who == self.me.id {
            self.say(reply);
        } else if let Some(room) = self.tx.last_rooms(who)?.into_iter().find(|it| it.chat == chat) {
            self.replies.push(Addressed { room, reply, about: None });
        }
        Ok(())
    }
}
