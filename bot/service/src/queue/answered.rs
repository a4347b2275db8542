//! What a chat asks of the service when somebody has said something, and what it gets.
use model::{ids::MatchId, reply::Audience};
use store::PrivatePlace;
use tokio::sync::oneshot;

use crate::{Outgoing, Request, RequestOutcome, RoomQuestion, Service};

/// A request, and what its chat needs besides the replies.
#[derive(Clone, Debug)]
pub struct QueuedRequest {
    pub request: Request,
    /// Whether the chat has to know if the line may hold a secret choice.
    pub asks_if_secret: bool,
    /// Whether the chat repeats the request once a computer player has thought about it. Otherwise that answer is news.
    pub repeats: bool,
    /// Whether only the asker and the bot are in the room, so that it is stored as the asker's private one.
    pub in_private: bool,
}

/// The service's answer to a request.
#[derive(Debug, Default)]
pub struct Answered {
    /// The replies for this chat.
    pub replies: Vec<AnsweredReply>,
    /// Whether the line may hold a secret choice, if that was asked.
    pub may_be_secret: bool,
    /// Signals when to repeat the request; there are no replies until then.
    pub thinks: Option<oneshot::Receiver<()>>,
    /// What a chat must say about a room before the request can be handled.
    pub(super) asks_room: Option<RoomQuestion>,
    /// The matches of the asker, if they have deleted their data.
    pub forgotten: Option<Vec<MatchId>>,
}

/// One reply of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredReply {
    pub outgoing: Outgoing,
    /// Whether the asker alone gets it, where they asked.
    pub own: bool,
}

impl From<Request> for QueuedRequest {
    fn from(request: Request) -> QueuedRequest {
        QueuedRequest { request, asks_if_secret: false, repeats: false, in_private: false }
    }
}

impl Answered {
    /// Has a request handled, in the service's turn.
    pub(super) fn of(service: &mut Service, question: &QueuedRequest) -> Answered {
        let QueuedRequest { request, asks_if_secret, repeats, in_private } = question;
        let metrics = service.metrics();
        let may_be_secret = *asks_if_secret
            && metrics
                .guarded("a look for secrets", || service.may_be_secret(request))
                .unwrap_or(true);
        let handled = metrics.guarded("a request", || service.handle_or_ask(request));
        let RequestOutcome { mut said, forgotten, asks_room, verb: _ } =
            handled.unwrap_or_else(|| service.answer_panic(request));
        let thinks = if *repeats { service.hold() } else { None };
        if thinks.is_some() {
            said.clear();
        }
        if *in_private {
            let place = PrivatePlace { place: request.room.handle.clone(), declined_at: None };
            let (chat, asker) = (request.chat, &request.from.handle);
            // Only after handling: the request may have deleted this person's data.
            if let Err(err) = service.keep(|tx| tx.keep_private_place(chat, asker, &place)) {
                tracing::error!(%err, "whose private room this is can't be kept");
            }
        }
        let replies = said.into_iter().map(|(_, outgoing)| {
            let own = is_own(service, request, &outgoing);
            AnsweredReply { outgoing, own }
        });
        let replies = replies.collect();
        Answered { replies, may_be_secret, thinks, asks_room, forgotten }
    }

    /// Tells whether a reply is a refusal.
    pub fn is_refused(&self) -> bool {
        self.replies.iter().any(|it| it.outgoing.reply.refused.is_some())
    }
}

fn is_own(service: &mut Service, request: &Request, outgoing: &Outgoing) -> bool {
    if outgoing.room != request.room.handle || outgoing.reply.is_watched() {
        return false;
    }
    match outgoing.reply.to {
        Audience::Room => false,
        Audience::Asker => true,
        Audience::Only(person) => {
            let handles = service.handles(request.chat, &[person]).unwrap_or_default();
            handles.first().is_some_and(|handle| handle.as_ref() == Some(&request.from.handle))
        }
    }
}
