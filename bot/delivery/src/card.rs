//! Changing a card to what it stands for now: by the press that decided it, otherwise by an edit
//! that nothing waits for.
use std::sync::Arc;

use model::ids::MatchId;
use store::BoardMessage;

use super::{
    Dispatcher, Job,
    chat::{Answer, ChatAdapter, RenderedReply},
    deliver::strike_out,
    failure::Failure,
};
use crate::send_task::{DeliveryResult, SendTask};

/// A card still to be edited, and what it will say.
pub struct CardEdit<C: ChatAdapter> {
    reply: Arc<RenderedReply<C>>,
    stands: BoardMessage,
}

/// Changes a card. If there is none, nothing is sent; what matters is also sent as a message.
pub(super) async fn change<C: ChatAdapter>(task: &SendTask<'_, C>) -> DeliveryResult {
    let SendTask { chat, reply, asked, .. } = task;
    let card = match reply.outgoing.reply.card.is_some_and(|it| it.copy) {
        true => asked
            .and_then(|it| Some((it.place.id(task.can.threads).to_owned(), it.pressed.clone()?))),
        false => reply.context.card.as_ref().map(|it| (it.place.clone(), it.message.clone())),
    };
    let Some((place, message)) = card else {
        return DeliveryResult::struck_out(&reply.outgoing);
    };
    let here = asked.filter(|it| it.interaction.is_some() && it.pressed.as_ref() == Some(&message));
    if let Some(asked) = here {
        match chat.answer(reply, asked, Answer::Changed).await {
            Ok(Some(_)) => return DeliveryResult::struck_out(&reply.outgoing),
            Ok(None) => {}
            Err(err) => tracing::info!(%err, "the press couldn't change the card; an edit will"),
        }
    }
    let queue = format!("cards {place}");
    let (plain, html) = (String::new(), String::new());
    let (room, answers_only) = (reply.outgoing.room.clone(), reply.context.answers_only);
    let stands = BoardMessage { of: MatchId(0), room, place, message, plain, html, answers_only };
    let card = CardEdit { reply: reply.clone(), stands };
    chat.dispatcher().push(chat, &queue, Job::Card(card));
    DeliveryResult::Waits
}

/// Edits a card.
pub(super) async fn changed<C: ChatAdapter>(
    chat: &Arc<C>,
    card: &CardEdit<C>,
) -> Result<(), Failure> {
    let CardEdit { reply, stands } = card;
    match chat.replace(stands, Some(reply)).await {
        Err(err) if C::classify(&err).passes() => return Err(Failure::of::<C>(&err)),
        Err(err) => tracing::info!(%err, "a card stays as it is"),
        Ok(()) => {}
    }
    let passed = chat.dispatcher().landed(strike_out(&reply.outgoing)).await?;
    Dispatcher::shrink(chat, passed);
    Ok(())
}
