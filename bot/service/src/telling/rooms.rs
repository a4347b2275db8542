//! What each room of a match is told.
use std::collections::BTreeMap;

use engine::seat::Seat;
use model::{
    ids::{Chat, PersonId, RoomId},
    reply::{Audience, BoardReaders, Privacy, Reply},
};
use store::{MatchRow, Person, READING};

use crate::{
    RequestError, RoomPresence,
    context::{RequestContext, loaded::LoadedMatch, seam},
    names_in_texts::PersonTraces,
    seats, telling,
};

/// Returns where a person plays a match of somebody else's private room: in their own, or where
/// they said so; nothing if they can be in that room.
pub(crate) fn shut_out_of(
    cx: &RequestContext<'_>,
    home: RoomId,
    handle: &str,
) -> Result<Option<RoomId>, RequestError> {
    let room = cx.tx.room(home)?;
    if cx.tx.alone_in(room.chat, &room.handle)?.is_none_or(|owner| owner == handle) {
        return Ok(None);
    }
    if cx.request().is_some_and(|request| {
        request.from.handle == handle && request.company == RoomPresence::Alone
    }) {
        return Ok(Some(cx.room.id));
    }
    let own = cx.tx.private_place(room.chat, handle)?;
    let own = own.map(|own| cx.tx.room_by_handle(room.chat, &own.place)).transpose()?.flatten();
    Ok(own.map(|it| it.id))
}

/// Lets a player who acts from a private room of their own take part from there, if the match is
/// played in somebody else's.
pub(crate) fn play_from_here(cx: &RequestContext<'_>, row: &MatchRow) -> Result<(), RequestError> {
    let alone = cx.request().filter(|it| it.company == RoomPresence::Alone);
    let seat = row.seats.find(|&it| it == cx.me.id);
    let (Some(request), Some(seat), false) = (alone, seat, seats::is_played_here(cx, row)?) else {
        return Ok(());
    };
    let away = cx.tx.away_rooms(row.id)?.into_iter().any(|it| it.0 == seat);
    if !away && shut_out_of(cx, row.room, &request.from.handle)?.is_some() {
        cx.tx.add_away_room(row.id, seat, cx.room.id)?;
    }
    Ok(())
}

/// Tells the rooms of a match: its own, and those from which its players take part.
pub fn say_in_rooms(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    asked: Option<&[Seat]>,
    reply: Reply,
) -> Result<(), RequestError> {
    for (room, own) in parts(cx, row, asked, &reply)? {
        cx.say_in(room, own)?;
    }
    Ok(())
}

/// Returns what each room of a match is told: with the pings for its own players, and the
/// controls if one of them is asked.
pub fn parts(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    asked: Option<&[Seat]>,
    reply: &Reply,
) -> Result<Vec<(RoomId, Reply)>, RequestError> {
    let away = cx.tx.away_rooms(row.id)?;
    let mut parts: Vec<(RoomId, Reply)> = Vec::new();
    for (_, room) in &away {
        if parts.iter().all(|it| it.0 != *room) {
            let own = part(reply, row, asked, |seat| away.contains(&(seat, *room)));
            parts.push((*room, own));
        }
    }
    // Nothing can be said where the bot lost the room.
    if cx.tx.room(row.room)?.lost.is_none() {
        parts.push((
            row.room,
            match &away[..] {
                [] => reply.clone(),
                away => part(reply, row, asked, |seat| away.iter().all(|it| it.0 != seat)),
            },
        ));
    }
    if away.is_empty() {
        return Ok(parts);
    }
    // What was typed is answered by a board below it.
    let typed = cx.request().is_some_and(|it| it.pressed.is_none());
    for (room, own) in &mut parts {
        if let Some(board) = own.board.as_mut().filter(|_| own.mentions.is_empty()) {
            board.in_place |= !(typed && *room == cx.room.id);
        }
    }
    Ok(parts)
}

/// Returns what one of the rooms of a match is told, with the seats that are played from there.
pub fn part(
    reply: &Reply,
    row: &MatchRow,
    asked: Option<&[Seat]>,
    own: impl Fn(Seat) -> bool,
) -> Reply {
    let mut part = reply.clone();
    if part.to != Audience::Room {
        return part;
    }
    part.mentions.retain(|who| row.seats.find(|it| it == who).is_none_or(&own));
    let is_asked = match asked {
        Some(asked) => asked.iter().any(|it| own(*it)),
        None => reply.mentions.is_empty() || !part.mentions.is_empty(),
    };
    if !is_asked {
        part.menu = None;
        if let Some(board) = &mut part.board
            && board.readers == BoardReaders::Asked
        {
            board.readers = BoardReaders::Unasked;
        }
    }
    part
}

/// Sends a message to a room, and to the asker if they are elsewhere.
pub fn say_there(
    cx: &mut RequestContext<'_>,
    room: RoomId,
    reply: Reply,
) -> Result<(), RequestError> {
    if room != cx.room.id {
        let to = Audience::Only(cx.me.id);
        let privacy = Privacy::Personal;
        let own = Reply { to, privacy, mentions: Vec::new(), menu: None, ..reply.clone() };
        cx.say(Reply { card: None, ..own });
    }
    Ok(cx.say_in(room, reply)?)
}

/// Names the players of a match in a reply as another chat knows them, where the names differ.
pub fn renamed(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    chat: Chat,
    mut reply: Reply,
) -> Result<Reply, RequestError> {
    let mut words = BTreeMap::new();
    for seat in Seat::BOTH {
        let there = cx.tx.person_in(chat, *loaded.row.seats.get(seat))?.name;
        let here = loaded.names.get(seat);
        if *here != there {
            words.insert(here.clone(), there);
        }
    }
    if words.is_empty() {
        return Ok(reply);
    }
    // What buttons say is no name.
    let menu = reply.menu.take();
    let traces = PersonTraces { id: PersonId(0), words };
    let renamed = traces.without(reply.clone()).unwrap_or(reply);
    Ok(Reply { menu, ..renamed })
}

/// Describes a board as its reader wants it, in a room that is one player's own.
pub(crate) fn for_reader(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
    mut reply: Reply,
) -> Result<Reply, RequestError> {
    let Some(picture) = reply.picture.as_mut().filter(|it| it.beside.is_empty()) else {
        return Ok(reply);
    };
    let wants = |person: &&Person| {
        person.settings.get(&READING).is_some_and(|wanted| wanted != picture.reading)
    };
    let Some(reader) = [&loaded.people.first, &loaded.people.second].into_iter().find(wants) else {
        return Ok(reply);
    };
    let room = cx.tx.room(room)?;
    let owner = cx.tx.alone_in(room.chat, &room.handle)?;
    if owner.is_some() && owner == cx.tx.handle_in(room.chat, reader.id)? {
        picture.reading = reader.settings.get(&READING).unwrap_or_default();
        telling::drawing::describe(picture, loaded);
    }
    Ok(reply)
}

/// Adds the buttons for people who don't play to a board in a room.
pub fn with_onlookers_buttons(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
    mut reply: Reply,
) -> Result<Reply, RequestError> {
    if reply.board.is_some() && reply.to == Audience::Room {
        let choices = seam::for_onlookers(cx, loaded, room)?;
        if !choices.is_empty() {
            reply.menu.get_or_insert_default().choices.extend(choices);
        }
    }
    Ok(reply)
}

/// Tells whether the asker is asked for something in a match, or it is over.
pub fn is_asked(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> bool {
    loaded.row.end.is_some()
        || loaded.seat_of(cx.me.id).is_some_and(|seat| loaded.table.status().waits_for(seat))
}

/// Leaves everyone only the last ping of the replies from this one on.
pub fn ping_once(cx: &mut RequestContext<'_>, from: usize) {
    let mut seen = Vec::new();
    for addressed in cx.replies.iter_mut().skip(from).rev() {
        addressed.reply.mentions.retain(|who| !seen.contains(who));
        seen.extend(addressed.reply.mentions.iter().copied());
    }
}
