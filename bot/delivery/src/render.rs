//! Prepares a reply: asks the service for what is needed, draws pictures, and renders it for the
//! chat.
use std::sync::Arc;

use model::{
    reply::{Audience, Reply},
    text::Text,
};
use service::{DeliveryContext, Outgoing, RequestError};
use store::{DeliveryTurn, MenuAt, ThreadAt};

use super::{
    Asked, Delivery, Thread,
    board::{self, Change},
    chat::{Abilities, ChatAdapter, Threads},
    failure::Failure,
    menus::MenuToKeep,
    place,
    rendered::{Progress, RenderedReply},
    words,
};

/// A reply, unless another process delivers it.
pub(super) enum RenderOutcome<C: ChatAdapter> {
    Ready(Box<RenderedReply<C>>),
    Gone,
}

/// Asks the service for the context of a reply, stores its menus, and renders it.
pub(super) async fn render<C: ChatAdapter>(
    chat: &Arc<C>,
    delivery: &Delivery<C>,
    alone: bool,
) -> Result<RenderOutcome<C>, Failure> {
    let outgoing = delivery.outgoing.clone();
    let (about, can, now) = (outgoing.clone(), chat.abilities(), model::host_clock::now());
    // The service doesn't need the chat's interaction.
    let asked = delivery.asked.as_ref().map(|it| it.plain());
    let presses = chat.clone();
    let context = chat.dispatcher().ask(move |service| {
        let mut context = service.context(C::CHAT, &about)?;
        if context.turn != DeliveryTurn::Now {
            return Ok((context, None));
        }
        context.threads &= !alone;
        if alone {
            context.prefix.clear();
        }
        if !context.threads && can.threads == Threads::FromBoard {
            context.thread = None;
        }
        let sentences = C::sentences(&about.reply);
        if !sentences.is_empty() {
            service.keep(|tx| tx.keep_sentences(&sentences, now.as_second()))?;
        }
        let pressed = presses.dispatcher().presses.on(context.board.as_ref(), &can);
        if can.numbers && about.reply.to == Audience::Room {
            let menus = menus_of(&about, &context, (asked.as_ref(), pressed.as_deref()), &can);
            let by = asked.as_ref().map(|it| it.by.as_str());
            service.keep(|tx| tx.keep_menus(C::CHAT, &menus, by))?;
        }
        Ok::<_, RequestError>((context, pressed))
    });
    let (context, pressed) = context.await?;
    match context.turn {
        DeliveryTurn::Now => {}
        DeliveryTurn::Later => return Err(Failure::behind_another()),
        DeliveryTurn::Behind => return Err(Failure::before_an_earlier_one()),
        DeliveryTurn::Gone => return Ok(RenderOutcome::Gone),
    }
    let whole = outgoing.reply.whole();
    let drawing = match &outgoing.reply.picture {
        Some(picture) => {
            Some(chat.dispatcher().service().drawing(picture).await.map_err(Failure::of_service)?)
        }
        None => None,
    };
    let painted = match drawing.transpose().map_err(|err| format!("{err:?}")) {
        Ok(drawing) => chat.paint(drawing, &outgoing.reply).await.map_err(|err| format!("{err:#}")),
        Err(why) => Err(why),
    };
    let (painted, text) = match painted {
        Ok(painted) => (painted, whole),
        Err(why) => {
            tracing::error!(why, "a picture can't be drawn");
            let words = in_words(&outgoing.reply, whole);
            (C::Pictures::default(), words)
        }
    };
    let body = chat.render(&outgoing, &context, &text, painted).await;
    let body = body.map_err(|err| Failure::of::<C>(&err))?;
    let (late, progress) = (delivery.late, Progress::default());
    let reply = RenderedReply { outgoing, context, body, late, pressed, progress };
    Ok(RenderOutcome::Ready(Box::new(reply)))
}

/// Returns the menus of a reply in its room. `before` is the standing board if it was pressed earlier.
fn menus_of(
    outgoing: &Outgoing,
    context: &DeliveryContext,
    (asked, before): (Option<&Asked<()>>, Option<&str>),
    can: &Abilities,
) -> Vec<MenuAt> {
    let places = place::in_room(&outgoing.reply, &outgoing.room, thread(context), asked, can);
    let pressed = before.or(asked.and_then(|it| it.pressed.as_deref()));
    let Some(first) = places.first() else { return Vec::new() };
    let standing = context.board.as_ref();
    let change = board::change(&outgoing.reply, standing, first, pressed, can);
    let changed = standing.filter(|_| change == Change::InPlace);
    MenuToKeep { outgoing, handles: &context.handles }.wherever(first, changed, asked)
}

/// Returns the match's thread, if there is one.
pub(super) fn thread(context: &DeliveryContext) -> Option<Thread> {
    let ThreadAt { thread, last, .. } = context.thread.as_ref()?;
    Some(Thread { id: thread.clone()?, last: last.clone() })
}

/// Adds the text alternative of a picture, unless the reply already has it.
pub fn in_words(reply: &Reply, whole: Text) -> Text {
    let board = reply.picture.iter().map(|it| it.alt.as_str());
    let alts = board.chain(reply.sheet.iter().map(|it| it.alt.as_str()));
    let said = whole.bare();
    let unsaid: Vec<Text> =
        alts.filter(|alt| !said.contains(alt)).map(|alt| Text::Block(alt.to_owned())).collect();
    if unsaid.is_empty() {
        return whole;
    }
    Text::Lines([whole, words::in_words_instead()].into_iter().chain(unsaid).collect())
}
