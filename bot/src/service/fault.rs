//! Why a request was not carried out, and how the one who asked is told.
use engine::refusal::{Code, Refusal};

use super::{
    Outgoing, Request, Service,
    deliver::{Addressed, post},
    first_time, meet, meet_room,
    practice::insight::Wanted,
};
use crate::{
    reply::{Privacy, Reply},
    store::{Chat, PersonId, StoreError},
    text::Text,
};

/// Stops a request and rolls its transaction back.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Told to the one who asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Told with a number; the rest is for the log.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An internal error: the same.
    #[error("{0}")]
    Broken(String),
    /// It has to be thought about first; the request is carried out again then.
    #[error("it has to be thought about first")]
    Thinks(Box<Wanted>),
}

impl Service {
    /// Makes a refusal of a fault; what went wrong inside is logged with a number that the reply names.
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
                let says = err.says();
                Refusal::new(Code::Broken, format!("{says} (Error {number}.)"))
            }
            // Only requests of people are thought about.
            Fault::Thinks(wanted) => {
                self.refuse(Fault::Broken(format!("nobody waits for {wanted:?}")))
            }
            Fault::Broken(what) => {
                self.mishaps += 1;
                let number = self.mishaps;
                tracing::error!(number, what, "a request failed");
                Refusal::new(
                    Code::Broken,
                    format!(
                        "Something went wrong, and nothing was changed. Please report error \
                         {number} to the host of this bot."
                    ),
                )
            }
        }
    }

    /// Answers a refusal in a transaction of its own, so that the same message is not carried out later.
    pub(super) fn answer_refusal(
        &mut self,
        request: &Request,
        refusal: &Refusal,
        privacy: Privacy,
    ) -> Result<Vec<(Chat, Outgoing)>, Fault> {
        self.store.transaction(|tx| {
            if !first_time(tx, request)? {
                return Ok(Vec::new());
            }
            let room = meet_room(tx, request)?;
            let me = meet(tx, request.chat, &request.from)?;
            tx.note_speaking(&room, &request.from.handle, request.now)?;
            let reply = refused(me.id, refusal).private(privacy);
            post(tx, vec![Addressed { room, reply, about: None }], request.now)
        })
    }
}

/// Words a refusal for the one who asked.
pub(super) fn refused(asker: PersonId, refusal: &Refusal) -> Reply {
    const OFFERED: usize = 3;
    let Refusal { code, says, instead } = refusal;
    let mut lines = vec![Text::sentence(says)];
    if !instead.is_empty() {
        let words = instead.iter().map(String::as_str);
        lines.push(crate::span!["Try: ", Text::codes(words, OFFERED)]);
    }
    Reply::only(asker, Text::Lines(lines)).refused(*code)
}
