//! Changing a card to what it stands for now: by the press that decided it, otherwise by an edit
//! that nothing waits for.
use std::sync::Arc;

use store::{CardAt, ToldMessage};

use super::{
    Asked, Dispatcher, Job, Place,
    chat::{Answer, ChatAdapter, StandingMessage},
    deliver::strike_out,
    failure::Failure,
    queue_key::QueueKey,
    rendered::RenderedReply,
};
use crate::{
    receipt::Receipt,
    send_task::{DeliveryResult, SendTask, Sent},
};

/// A card still to be edited, and what it will say.
pub struct CardEdit<C: ChatAdapter> {
    reply: Arc<RenderedReply<C>>,
    card: CardAt,
}

/// Changes a card. If there is none, nothing is sent; what matters is also sent as a message.
pub(super) async fn change<C: ChatAdapter>(task: &SendTask<'_, C>) -> DeliveryResult {
    let SendTask { chat, reply, asked, .. } = task;
    let pressed = |of| {
        let asked = asked.as_ref()?;
        let (place, message) =
            (asked.place.id(task.can.threads).to_owned(), asked.pressed.clone()?);
        Some(CardAt { of, room: reply.outgoing.room.clone(), place, message })
    };
    let card = match &reply.outgoing.reply.card {
        Some(card) if card.copy => pressed(card.of.clone()),
        Some(_) | None => reply.context.card.clone(),
    };
    let Some(card) = card else {
        return DeliveryResult::struck_out(&reply.outgoing);
    };
    let is_pressed = |asked: &&&Asked<C::Interaction>| {
        asked.interaction.is_some() && asked.pressed.as_ref() == Some(&card.message)
    };
    if let Some(asked) = asked.as_ref().filter(is_pressed) {
        match chat.answer(reply, asked, Answer::Changed).await {
            Ok(Some(_)) => {
                let receipt = Receipt { told: told(reply, &card), ..strike_out(&reply.outgoing) };
                let (absent, place) = (Vec::new(), Place::default());
                return DeliveryResult::Sent(Box::new(Sent { receipt, absent, place }));
            }
            Ok(None) => {}
            Err(err) => tracing::info!(%err, "the press couldn't change the card; an edit will"),
        }
    }
    let queue = QueueKey::Cards(card.place.clone());
    let edit = CardEdit { reply: reply.clone(), card };
    chat.dispatcher().push(chat, queue, Job::Card(edit));
    DeliveryResult::Waits
}

/// Returns the message of a card that tells of a match from now on.
fn told<C: ChatAdapter>(reply: &RenderedReply<C>, card: &CardAt) -> Option<(ToldMessage, bool)> {
    let of = reply.outgoing.reply.tells_of?;
    // In a thread everything stays.
    let in_room = C::CHAT.takes_back() && !reply.context.answers_only && card.place == card.room;
    let CardAt { room, place, message, .. } = card.clone();
    in_room.then_some((ToldMessage { of, room, place, message }, false))
}

/// Edits a card.
pub(super) async fn changed<C: ChatAdapter>(
    chat: &Arc<C>,
    CardEdit { reply, card }: &CardEdit<C>,
) -> Result<(), Failure> {
    let answers_only = reply.context.answers_only;
    match chat.replace(StandingMessage::Card { card, answers_only }, reply).await {
        Err(err) if C::classify(&err).passes() => return Err(Failure::of::<C>(&err)),
        Err(err) => tracing::info!(%err, "a card stays as it is"),
        Ok(()) => {}
    }
    let mut receipt = strike_out(&reply.outgoing);
    receipt.told = told(reply, card);
    let outdated = chat.dispatcher().record(receipt).await?;
    Dispatcher::clear_away(chat, outdated);
    Ok(())
}
