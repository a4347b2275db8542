//! Why a request couldn't be handled, and how that is answered.
use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
};

use engine::{
    chance::Ply,
    quote::sentence_case,
    refusal::{Code, Refusal},
};

use super::{
    Outgoing, PersonName, Request, RequestContext, Service,
    deliver::{Addressed, post},
    first_time,
    lobby::offer::settled_card,
    meet, meet_room,
    practice::insight::Wanted,
    subjects,
    time::settle::Settled,
    words,
};
use command::{Line, Verb};
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId},
    reply::{Audience, Choice, Privacy, Reply, StandingCard},
    text::{Text, clean_name},
};
use store::StoreError;

/// Stops a request and rolls back its transaction.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Shown to the asker.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Shown with a number; the log has the details.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An internal error, shown the same way.
    #[error("{0}")]
    Broken(String),
    /// A computer player has to think first; then the request is handled again.
    #[error("it has to be thought about first")]
    Thinks(Box<Wanted>),
}

impl Service {
    /// Handles a request, or answers why it can't be handled.
    pub(super) fn answer(
        &mut self,
        request: &Request,
        settled: Vec<Settled>,
    ) -> Vec<(Chat, Outgoing)> {
        let mut manner = Manner::open();
        self.verb = Verb::Play;
        let run = catch_unwind(AssertUnwindSafe(|| {
            self.carry_out(request, settled, &mut manner, |context| context.run())
        }));
        let fault = match run {
            Ok(Ok(replies)) => return replies,
            Ok(Err(Fault::Thinks(wanted))) => match self.think_about(request, *wanted) {
                Ok(meanwhile) => return meanwhile,
                Err(fault) => fault,
            },
            Ok(Err(fault)) => fault,
            Err(_) => {
                self.figures.panics.count();
                Fault::Broken("a panic".to_owned())
            }
        };
        let refusal = self.refuse(fault);
        match self.answer_refusal(request, &refusal, &manner) {
            Ok(replies) => replies,
            Err(err) => {
                tracing::error!(%err, "a refusal couldn't be saved");
                let known = self
                    .store
                    .transaction(|tx| tx.person_by_handle(request.chat, &request.from.handle));
                let reply = match known {
                    Ok(Some(person)) => refused(person.id, &refusal, &manner, request),
                    // A person who can't be stored can only be answered in public.
                    Ok(None) | Err(_) => Reply {
                        to: Audience::Room,
                        ..refused(PersonId(0), &refusal, &manner, request)
                    },
                };
                let room = request.room.handle.clone();
                vec![(request.chat, Outgoing { id: None, room, reply })]
            }
        }
    }

    /// Words a fault as a refusal; an internal error is logged with the number the reply gives.
    pub(super) fn refuse(&mut self, fault: Fault) -> Refusal {
        match fault {
            Fault::Refused(Refusal { code: Code::Broken, says, instead: _ }) => {
                self.refuse(Fault::Broken(says))
            }
            Fault::Refused(refusal) => refusal,
            Fault::Store(err) => {
                self.mishaps += 1;
                let number = self.mishaps;
                tracing::error!(number, %err, "the store failed");
                words::store_failed(err.says(), number)
            }
            // Only people's requests make the bot think.
            Fault::Thinks(wanted) => {
                self.refuse(Fault::Broken(format!("nobody waits for {wanted:?}")))
            }
            Fault::Broken(what) => {
                self.mishaps += 1;
                let number = self.mishaps;
                tracing::error!(number, what, "a request failed");
                words::internal_error(number)
            }
        }
    }

    /// Stores a refusal in a transaction of its own, so that the same message isn't handled later.
    pub(super) fn answer_refusal(
        &mut self,
        request: &Request,
        refusal: &Refusal,
        manner: &Manner,
    ) -> Result<Vec<(Chat, Outgoing)>, Fault> {
        self.store.transaction_about(&subjects(request), |tx| {
            if !first_time(tx, request)? {
                return Ok(Vec::new());
            }
            let room = meet_room(tx, request)?;
            let me = meet(tx, request.chat, &request.from)?;
            tx.note_speaking(&room, &request.from.handle, request.now)?;
            for trace in &manner.traces {
                trace.keep(tx, me.id, request.now)?;
            }
            let mut replies = Vec::new();
            let pressed = manner.closed.filter(|_| request.pressed.is_some());
            if let Some(challenge) = pressed.map(|it| tx.challenge(it)).transpose()?.flatten() {
                let became = Text::sentence(&refusal.says);
                let mut reply = settled_card(tx, &challenge, became)?;
                reply.card = reply.card.map(|it| StandingCard { copy: true, ..it });
                replies.push(Addressed { room: room.clone(), reply, about: None });
            }
            let reply = refused(me.id, refusal, manner, request);
            replies.push(Addressed { room, reply, about: None });
            post(tx, replies, request.now)
        })
    }
}

/// How to answer a refused request.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// The privacy of the answer.
    pub(super) privacy: Privacy,
    /// The position that alternatives are for.
    pub(super) asked_at: Option<(MatchId, Ply)>,
    /// Labelled controls for some alternatives.
    pub(super) controls: Vec<Choice>,
    /// What it leaves behind.
    pub(super) traces: Vec<Trace>,
    /// The closed challenge to the room, whose card there may have been pressed.
    pub(super) closed: Option<ChallengeId>,
}

/// What a request leaves in the database even if it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// The asker said a wrong code.
    WrongCode,
    /// The asker said the code of this person, which doesn't count again.
    UsedCode(PersonId),
}

impl Manner {
    /// Answers a request that was refused before anything was read.
    pub(super) fn open() -> Manner {
        let (traces, closed) = (Vec::new(), None);
        Manner { privacy: Privacy::Open, asked_at: None, controls: Vec::new(), traces, closed }
    }

    /// Makes a button for an alternative: a known control, or its text.
    ///
    /// `said` is the refused line. Returns nothing for an incomplete line, a move without a match,
    /// or an example that names people the asker hasn't named.
    fn press(&self, words: &str, said: &str) -> Option<Choice> {
        let known = |it: &&Choice| it.says == words || it.typed == words;
        if let Some(choice) = self.controls.iter().find(known) {
            return Some(choice.clone());
        }
        let unnamed = |it: &str| it.starts_with(['@', '<']) && !said.contains(it);
        if words.contains(['|', '…']) || words.split_whitespace().any(unnamed) {
            return None;
        }
        match command::parse(words) {
            Ok(Some(_)) => Some(Choice::new(sentence_case(words), words)),
            Ok(None) if words.starts_with('#') => Some(Choice::new(words, words)),
            Ok(None) => {
                let (of, _) = self.asked_at?;
                let choice = Choice::new(sentence_case(words), format!("play #{of} {words}"));
                Some(Choice { typed: words.to_owned(), ..choice })
            }
            Err(_) => None,
        }
    }
}

impl RequestContext<'_> {
    /// Returns how to answer a refusal, as far as known.
    pub(super) fn manner(&mut self) -> Manner {
        Manner {
            privacy: self.privacy.get(),
            closed: self.closed.get(),
            asked_at: self.asked_at.get(),
            controls: self.controls.take(),
            traces: mem::take(&mut self.traces),
        }
    }
}

/// Words a refusal for the asker, with buttons for what would work.
///
/// `request` is what was refused.
pub(super) fn refused(
    asker: PersonId,
    refusal: &Refusal,
    manner: &Manner,
    request: &Request,
) -> Reply {
    const OFFERED: usize = 3;
    const PRESSED: usize = 10;
    let Refusal { code, says, instead } = refusal;
    // If the asker has to choose one of several, all buttons are listed.
    let offered = if *code == Code::Ambiguous { PRESSED } else { OFFERED };
    let mut lines = vec![Text::sentence(named(says, &request.mentioned))];
    if !instead.is_empty() {
        lines.push(words::try_instead(instead, offered));
    }
    let said = match &request.line {
        Line::Typed(line) => line.as_str(),
        Line::Said(_) => "",
    };
    let presses = instead.iter().filter_map(|it| manner.press(it, said)).take(PRESSED);
    let reply = Reply::only(asker, Text::Lines(lines)).refused(*code).private(manner.privacy);
    let mut reply = reply.choices(presses);
    if let Some(menu) = &mut reply.menu {
        (menu.of, menu.asked_at) = manner.asked_at.unzip();
        menu.asks = words::what_instead();
    }
    reply
}

/// Writes people whom a line mentions by their names instead of their ids.
fn named(says: &str, people: &[PersonName]) -> String {
    people.iter().fold(says.to_owned(), |says, it| {
        let name = format!("@{}", clean_name(&it.name));
        let marks = [format!("<@{}>", it.handle), format!("<@!{}>", it.handle)];
        marks.iter().fold(says, |says, mark| says.replace(mark, &name))
    })
}
