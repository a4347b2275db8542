//! The next match that waits for a person: named below the turn they ended, and shown by `next`.
use command::{say, verbs};
use engine::{game::Status, seat::Seat};
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, BoardUpdate, Reply},
    text::Text,
};
use store::{READING, StoreError, TEXT, Tx};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        room_play::{room_play, shared_turns},
        seam::{self, HeardWords, OfferPlace},
    },
    matches,
    play::words,
    seats,
    telling::{
        self,
        turn::{in_words, named_shortly},
    },
    words::no_match_here,
};

impl Service {
    /// Posts the boards of a room's running matches, with their controls, in a chat that keeps no
    /// messages after it ends.
    pub fn show_turns(&mut self, chat: Chat, room: &str, now: i64) -> Result<(), StoreError> {
        let running = self.store.transaction(|tx| match tx.room_by_handle(chat, room)? {
            Some(room) => tx.running_in(room.id),
            None => Ok(Vec::new()),
        })?;
        for row in running {
            let whence = |tx: &Tx<'_>| Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?)));
            self.of_its_own(now, whence, |context| show_turn(context, row.id));
        }
        Ok(())
    }
}

/// Shows the room whose turn it is in a match, with the board and the controls.
fn show_turn(cx: &mut RequestContext<'_>, of: MatchId) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let loaded = matches::find::load(cx, row)?;
    let waits =
        |seat: &Seat| loaded.table.status().waits_for(*seat) && loaded.level(*seat).is_none();
    let Some(seat) = Seat::BOTH.into_iter().find(waits) else { return Ok(()) };
    cx.me = loaded.people.get(seat).clone();
    let reply = turn_alone(cx, &loaded, seat)?;
    let is_private = match loaded.table.status() {
        Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
        Status::Over(_) => true,
    };
    cx.say(if is_private {
        reply
    } else {
        Reply { to: Audience::Room, board: Some(BoardUpdate::of(of)), ..reply }
    });
    Ok(())
}

/// Shows the asker the next match that waits for them, with controls.
pub(crate) fn next_match(
    cx: &mut RequestContext<'_>,
    said: &verbs::Next,
) -> Result<(), RequestError> {
    if let Some(of) = said.of {
        check_own(cx, of)?;
    }
    let mut waiting = telling::next::in_line(cx, cx.me.id)?;
    let shared = shared_turns(cx)?;
    waiting.extend(shared.iter().map(|turn| (turn.row.clone(), turn.seat)));
    let after = waiting.iter().position(|(row, _)| Some(row.id) == said.of);
    let place = after.map_or(0, |at| (at + 1) % waiting.len());
    if waiting.is_empty() {
        if said.of.is_none() && seam::heard(cx, HeardWords::Command("next"))? {
            return Ok(());
        }
        let reply = cx.answer(words::next::nothing_waits());
        let alone = cx.memory.features.offers(OfferPlace::Alone(None));
        cx.say(reply.choices([words::next::my_matches()].into_iter().chain(alone)));
        return Ok(());
    }
    let only = after.is_some() && waiting.len() == 1;
    waiting.rotate_left(place);
    let (row, seat) = waiting.remove(0);
    let loaded = matches::find::load(cx, row)?;
    let reply = turn_alone(cx, &loaded, seat)?;
    let reply = if only {
        telling::next::below(reply, Text::small(words::next::only_this_waits(loaded.row.id)))
    } else {
        waiting.retain(|(row, seat)| *row.seats.get(*seat) == cx.me.id);
        let mut reply = telling::next::with_next(cx, reply, &loaded, &waiting, None)?;
        if !shared.is_empty()
            && let Some((line, button)) = (room_play(cx)?.next)(cx, loaded.row.id, &shared)?
        {
            reply = telling::next::below(reply, line);
            let button = waiting.is_empty().then_some(button);
            reply.menu.get_or_insert_default().choices.extend(button);
        }
        reply
    };
    cx.say(reply);
    seam::shown(cx, &loaded)
}

/// Shows the asker alone a match that waits for them: the board and their choices.
fn turn_alone(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Reply, RequestError> {
    let prompts = match loaded.table.status() {
        Status::Waiting(prompts) => prompts,
        Status::Over(_) => Vec::new(),
    };
    let named = Text::small(named_shortly(loaded));
    if let Some(prompt) =
        prompts.iter().find(|prompt| prompt.seat == seat && prompt.kind.is_private())
    {
        let reply = telling::turn::aside(cx, loaded, prompt);
        let text = Text::Lines(vec![named, reply.text]);
        let picture = reply.picture.or_else(|| {
            Some(telling::turn::picture(cx, loaded, None, loaded.people.get(seat), seat))
        });
        return Ok(Reply { text, picture, ..reply });
    }
    let mut picture = telling::turn::picture(cx, loaded, None, &cx.me, seat);
    picture.reading = cx.me.settings.get(&READING).unwrap_or_default();
    telling::drawing::mark(&mut picture, loaded, "");
    let mut lines = vec![named];
    lines.extend(telling::turn::who_is_asked(cx, loaded, &prompts)?);
    if cx.me.settings.get(&TEXT) {
        lines.extend(in_words(loaded, &picture, picture.reading));
    }
    Ok(telling::controls::with_menu(cx.answer(Text::Lines(lines)).picture(picture), loaded, seat))
}

/// Refuses the number of a match that the asker doesn't play, alone or with others.
fn check_own(cx: &RequestContext<'_>, of: MatchId) -> Result<(), RequestError> {
    let row = cx.tx.match_row(of)?.filter(|it| matches::find::may_see(cx, it));
    let Some(row) = row else { return Err(no_match_here(of).into()) };
    match row.seats.find(|&it| it == cx.me.id) {
        Some(_) => Ok(()),
        None if seats::shared_seat(cx, &row)?.is_some() => Ok(()),
        None => Err(matches::words::not_playing(of).instead([say!(Next)]).into()),
    }
}
