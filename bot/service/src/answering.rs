//! Answers requests: carries them out, and words what went wrong.
use engine::refusal::{Code, Refusal};
use model::{
    ids::Chat,
    reply::{Audience, StandingCard},
    text::Text,
};

use crate::{
    Outgoing, Request, RequestOutcome, Service,
    context::{
        self,
        fault::{ErrorReply, RequestError},
        meet::arrive,
        memory::Settled,
        outgoing::{Addressed, post},
        seam,
    },
    dispatch,
    lobby::challenge_card::settled_card,
    rate_limit, subjects, words,
};

impl Service {
    /// Handles a request, or answers why it can't be handled. Returns nothing if something is due first; `settled` is what was done of
    /// that, once it was.
    pub(crate) fn answer(
        &mut self,
        request: &Request,
        settled: Option<Vec<Settled>>,
    ) -> Option<RequestOutcome> {
        let mut error_reply = ErrorReply::open();
        let run = self.metrics().guarded("a request", || {
            self.in_transaction(request, settled, &mut error_reply, |context| {
                dispatch::commands::run(context)
            })
        });
        let fault = match run {
            Some(Ok(outcome)) => {
                let replies = &outcome.said;
                context::questions::note_offered(&mut self.memory, replies, request.now);
                return Some(outcome);
            }
            Some(Err(RequestError::IsDueFirst)) => return None,
            Some(Err(RequestError::AsksChat(room))) => {
                let nothing = RequestOutcome::of(error_reply.verb, Vec::new());
                return Some(RequestOutcome { asks_room: Some(room), ..nothing });
            }
            Some(Err(RequestError::Thinks(wanted))) => match self.think_about(request, *wanted) {
                Ok(meanwhile) => return Some(RequestOutcome::of(error_reply.verb, meanwhile)),
                Err(fault) => fault,
            },
            Some(Err(fault)) => fault,
            None => RequestError::Broken("a panic".to_owned()),
        };
        let said = self.answer_fault(request, fault, &error_reply);
        context::questions::note_offered(&mut self.memory, &said, request.now);
        Some(RequestOutcome::of(error_reply.verb, said))
    }

    /// Answers a request that the bot failed at beside its transaction.
    pub(crate) fn answer_panic(&mut self, request: &Request) -> RequestOutcome {
        let (fault, open) = (RequestError::Broken("a panic".to_owned()), ErrorReply::open());
        RequestOutcome::of(open.verb, self.answer_fault(request, fault, &open))
    }

    /// Answers why a request can't be handled.
    fn answer_fault(
        &mut self,
        request: &Request,
        fault: RequestError,
        error_reply: &ErrorReply,
    ) -> Vec<(Chat, Outgoing)> {
        let commands = self.memory.commands;
        let refusal = self.refuse(fault);
        match self.answer_refusal(request, &refusal, error_reply) {
            Ok(replies) => replies,
            Err(err) => {
                tracing::error!(%err, "a refusal couldn't be saved");
                let known = self
                    .store
                    .transaction(|tx| tx.person_by_handle(request.chat, &request.from.handle));
                let to = match known {
                    Ok(Some(person)) => Audience::Only(person.id),
                    // A person who can't be stored can only be answered in public.
                    Ok(None) | Err(_) => Audience::Room,
                };
                let reply = context::fault::refused(commands, to, &refusal, error_reply, request);
                let room = request.room.handle.clone();
                vec![(request.chat, Outgoing { id: None, room, reply })]
            }
        }
    }

    /// Words a fault as a refusal; an internal error is logged with the number the reply gives.
    pub fn refuse(&mut self, fault: RequestError) -> Refusal {
        match fault {
            RequestError::Refused(Refusal { code: Code::Broken, says, instead: _ }) => {
                self.refuse(RequestError::Broken(says))
            }
            RequestError::Refused(refusal) => refusal,
            RequestError::Store(err) => {
                self.mishaps += 1;
                let number = self.mishaps;
                tracing::error!(number, %err, "the store failed");
                words::store_failed(err.says(), number)
            }
            // Only people's requests make the bot think.
            RequestError::Thinks(wanted) => {
                self.refuse(RequestError::Broken(format!("nobody waits for {wanted:?}")))
            }
            RequestError::IsDueFirst => {
                self.refuse(RequestError::Broken("what was due was done before".to_owned()))
            }
            RequestError::AsksChat(room) => {
                self.refuse(RequestError::Broken(format!("nobody asks for {room:?}")))
            }
            RequestError::Broken(what) => {
                self.mishaps += 1;
                let number = self.mishaps;
                tracing::error!(number, what, "a request failed");
                words::internal_error(number)
            }
        }
    }

    /// Stores a refusal in a transaction of its own, so that the same message isn't handled later.
    pub(crate) fn answer_refusal(
        &mut self,
        request: &Request,
        refusal: &Refusal,
        error_reply: &ErrorReply,
    ) -> Result<Vec<(Chat, Outgoing)>, RequestError> {
        let memory = &mut self.memory;
        self.store.transaction_about(&subjects(request), |tx| {
            let Some((room, me)) = arrive(tx, request)? else { return Ok(Vec::new()) };
            seam::came(tx, memory, &room, &me, request.now)?;
            for trace in &error_reply.traces {
                trace.keep(tx, me.id, request.now)?;
            }
            let mut replies = Vec::new();
            let pressed = error_reply.closed.filter(|_| request.pressed.is_some());
            if let Some(challenge) =
                pressed.map(|challenge| tx.challenge(challenge)).transpose()?.flatten()
            {
                let became = Text::sentence(&refusal.says);
                let mut reply = settled_card(tx, &challenge, became)?;
                reply.card = reply.card.map(|card| StandingCard { copy: true, ..card });
                replies.push(Addressed { room: room.clone(), reply, about: None });
            }
            let to = Audience::Only(me.id);
            let mut reply =
                context::fault::refused(memory.commands, to, refusal, error_reply, request);
            rate_limit::spare_room_of_refusal(memory, request, &room, me.id, &mut reply);
            replies.push(Addressed { room, reply, about: None });
            post(tx, replies, request.now)
        })
    }
}
