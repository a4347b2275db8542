//! The board of a turn as the answer to the press that caused it.
use delivery::{Change, RenderedReply};
use serenity::model::Permissions;

use super::{
    answer::InteractionAnswer,
    answers_only::Presence,
    bot::{Bot, channel_of, number},
    callback::PostedMessage,
    error::DiscordError,
    interaction::InteractionKind,
    message::DiscordMessage,
    rest_client::RestClient,
};

/// Sends the board of a turn as the answer to the press that caused it: the pressed board is
/// edited into the new one, or shrinks to a line with the new one as a follow-up. Neither
/// counts against the channel's rate limit. Returns `None` if that isn't possible.
pub(super) async fn by_press(
    reply: &RenderedReply<Bot>,
    answer: &InteractionAnswer,
    (place, change): (&str, Change),
    rest: &RestClient,
) -> Result<Option<PostedMessage>, DiscordError> {
    let (Some(pressed), [page]) = (answer.pressed, &reply.body.pages[..]) else {
        return Ok(None);
    };
    let may = answer.may.unwrap_or(Permissions::all());
    if !may.attach_files() {
        return Ok(None);
    }
    let stands = reply.context.board.as_ref();
    let is_board = stands.and_then(|board| number(&board.message)) == Some(pressed.get());
    let (pressed_here, line) = match (answer.kind, change) {
        // The board stands elsewhere and is edited there; a private menu is closed.
        (kind, Change::InPlace) if !is_board => {
            if kind == InteractionKind::Private {
                answer.close(rest, &one_line(&reply.body.done)).await?;
            }
            return Ok(None);
        }
        // If only the asker can see messages, an ephemeral one can be the board.
        (InteractionKind::Board | InteractionKind::Private, Change::InPlace) => {
            let channel_id = channel_of(place)?;
            let updated = answer.update(rest, page).await?;
            return Ok(updated.then_some(PostedMessage { id: pressed, channel_id }));
        }
        (InteractionKind::Board, Change::HandOver) => {
            (true, stands.map_or("", |board| board.plain.as_str()))
        }
        // The ephemeral menu shows the result of the press, so it can't be pressed twice.
        (InteractionKind::Private, _) => (false, reply.body.done.as_str()),
        (InteractionKind::Board, Change::New) => {
            // The board was posted before a restart, so only this press can edit it.
            let of = reply.outgoing.reply.board_of();
            let stands = answer.presence != Presence::Member && answer.shows == of;
            if !stands || !answer.strip(rest).await? {
                return Ok(None);
            }
            return answer.then(rest, page).await.map(Some);
        }
        (InteractionKind::Command, _) => return Ok(None),
    };
    let line = one_line(line);
    let done = if pressed_here {
        answer.update(rest, &line).await?
    } else {
        answer.close(rest, &line).await?
    };
    if !done {
        return Ok(None);
    }
    if pressed_here {
        reply.progress.shrunk.get_or_init(|| pressed.to_string());
    }
    answer.then(rest, page).await.map(Some)
}

/// Creates a message of one line. Discord rejects an empty one.
fn one_line(line: &str) -> DiscordMessage {
    DiscordMessage::words(if line.is_empty() { "…" } else { line })
}
