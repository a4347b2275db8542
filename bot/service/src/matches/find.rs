//! Finds the person, match and challenge a request means.
use command::{Command, Line, Property, say};
use engine::{games::GameId, quote::short, refusal::Refusal, seat::Seat, table::Table};
use model::{
    ids::{Chat, MatchId, RoomId},
    reply::{Choice, Privacy},
};
use store::{MatchRow, Person, StepRow};

use crate::{
    PersonName, RequestError,
    authority::{self, ActionTarget},
    context::{
        RequestContext,
        loaded::LoadedMatch,
        meet::meet,
        seam::{self, OfferPlace},
    },
    seats, words,
};

/// Loads a match at its last step.
pub fn load(cx: &RequestContext<'_>, row: MatchRow) -> Result<LoadedMatch, RequestError> {
    let step = cx.tx.last_step(row.id)?;
    load_at(cx, row, step)
}

/// Loads a match at its last step, if the asker may do what they want with it.
pub fn load_if_allowed(
    cx: &RequestContext<'_>,
    row: MatchRow,
) -> Result<LoadedMatch, RequestError> {
    authority::decide::clear_verb(cx, ActionTarget::Match(&row))?;
    load(cx, row)
}

/// Loads a match at some step.
pub fn load_at(
    cx: &RequestContext<'_>,
    row: MatchRow,
    step: StepRow,
) -> Result<LoadedMatch, RequestError> {
    let table =
        row.terms.game.resume(&step.after).map_err(|err| {
            RequestError::Broken(format!("match {} can't be loaded: {err}", row.id))
        })?;
    load_with(cx, row, step, table)
}

/// Returns the table of a game after a step.
pub fn table_after(game: GameId, step: &StepRow) -> Result<Box<dyn Table>, RequestError> {
    game.resume(&step.after).map_err(RequestError::Broken)
}

/// Loads a match at the step with this table.
pub(crate) fn load_with(
    cx: &RequestContext<'_>,
    row: MatchRow,
    step: StepRow,
    table: Box<dyn Table>,
) -> Result<LoadedMatch, RequestError> {
    // People are named as in the match's chat, wherever the question comes from.
    let chat = chat_in(cx, row.room)?;
    let loaded = LoadedMatch::of(cx.tx, chat, row, step, table)?;
    cx.keep_private(loaded.privacy_for(cx.me.id));
    if !openly(cx, &loaded.row)? {
        cx.keep_private(Privacy::Personal);
    }
    Ok(loaded)
}

pub fn chat_in(cx: &RequestContext<'_>, room: RoomId) -> Result<Chat, RequestError> {
    Ok(if room == cx.room.id { cx.room.chat } else { cx.tx.room(room)?.chat })
}

/// Tells whether everyone in this room may read about a match: not if it is private, and not if
/// the asker plays it in another chat, because that tells their name there.
pub fn openly(cx: &RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    let own = row.seats.find(|&it| it == cx.me.id).is_some();
    let elsewhere =
        own && chat_in(cx, row.room)? != cx.room.chat && !seats::is_played_here(cx, row)?;
    Ok(!row.terms.private && !elsewhere)
}

/// Returns the person among the arguments, storing them if they are new to the chat.
pub fn who(cx: &RequestContext<'_>, name: Option<&String>) -> Result<Option<Person>, RequestError> {
    name.map(|it| find_person(cx, it)).transpose()
}

/// Finds a person by mention, handle or name.
pub fn find_person(cx: &RequestContext<'_>, said: &str) -> Result<Person, RequestError> {
    let chat = cx.room.chat;
    let name = said.trim_start_matches('<').trim_end_matches('>').trim_start_matches(['@', '!']);
    let mentioned = cx.request().into_iter().flat_map(|it| &it.mentioned);
    // Some chats have `@` in the handle itself.
    let marked = format!("@{name}");
    let is_handle = |handle: &str| handle == name || handle == marked;
    let mut mentioned = mentioned.filter(|person| {
        is_handle(&person.handle) || person.name.to_lowercase() == name.to_lowercase()
    });
    if let Some(who) = mentioned.next() {
        return if who.bot { Err(words::is_a_bot(&who.name).into()) } else { met(cx, who) };
    }
    for handle in [name, marked.as_str()] {
        if let Some(person) = cx.tx.person_by_handle(chat, handle)? {
            return Ok(person);
        }
    }
    let mut named = cx.tx.people_named(chat, name)?;
    match named.len() {
        0 => Err(words::nobody_called(name, chat).into()),
        1 => Ok(named.remove(0)),
        _ => Err(words::several_people(name).into()),
    }
}

/// Returns a person the chat knows. A new person is stored if something is offered to them or
/// decided about them; there is nothing to show about them otherwise.
fn met(cx: &RequestContext<'_>, who: &PersonName) -> Result<Person, RequestError> {
    let chat = cx.room.chat;
    let meets = cx.verb.is(Property::MeetsPeople);
    match cx.tx.person_by_handle(chat, &who.handle)? {
        None if !meets && chat.is_local() => Err(words::nobody_called(&who.name, chat).into()),
        None if !meets => Err(words::never_met(&who.name).into()),
        Some(_) | None => Ok(meet(cx.tx, chat, who)?),
    }
}

/// Finds a running match of the asker: the one with the number, the only one, or the only one
/// that `prefers` selects.
pub fn my_match(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
    prefers: impl Fn(&MatchRow, Seat) -> bool,
) -> Result<LoadedMatch, RequestError> {
    if let Some(row) = named_match(cx, named)? {
        let loaded = load(cx, row)?;
        let id = loaded.row.id;
        if loaded.row.end.is_some() {
            let back = cx.memory.features.offers(OfferPlace::LookBack(Some(id)));
            let mut instead = vec![say!(Rematch { of: id }).line()];
            instead.extend(back.iter().map(|choice| choice.says.to_string()));
            instead.push(say!(Board { of: id }).line());
            return Err(words::match_is_over(id).instead(instead).into());
        }
        return Ok(loaded);
    }
    let mut rows = mine_here(cx)?;
    if 1 < rows.len() {
        let mut picked = rows.iter().filter(|row| prefers(row, seat_on(cx, row)));
        match (picked.next().cloned(), picked.next()) {
            (Some(one), None) => return load_if_allowed(cx, one),
            _ => return Err(which(cx, &rows)?.into()),
        }
    }
    match rows.pop() {
        Some(row) => load_if_allowed(cx, row),
        None => Err(none_running(cx)?.into()),
    }
}

/// Refuses what is about a running match where the asker has none; what can follow their last one here is offered.
pub(crate) fn none_running(cx: &RequestContext<'_>) -> Result<Refusal, RequestError> {
    let last = match cx.tx.latest_of(cx.me.id, cx.room.id)? {
        Some(row) if row.end.is_some() => load(cx, row)?,
        _ => return Ok(words::none_running()),
    };
    let id = last.row.id;
    let again = can_be_played_again(cx, &last)?.then(|| say!(Rematch { of: id }).line());
    let back = cx.memory.features.offers(OfferPlace::LookBack(Some(id)));
    let back = back.iter().map(|choice| choice.says.to_string());
    let instead = again.into_iter().chain(back).chain([say!(Challenge).line()]);
    Ok(words::match_is_over(id).instead(instead))
}

/// Finds a finished match: the one with the number, or the asker's last one here.
pub fn last_match(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
) -> Result<LoadedMatch, RequestError> {
    if let Some(row) = named_match(cx, named)? {
        return load(cx, row);
    }
    for row in cx.tx.finished_of(cx.me.id, None, 20)? {
        if seats::is_played_here(cx, &row)? {
            return load_if_allowed(cx, row);
        }
    }
    Err(words::none_finished().into())
}

/// Finds a match to look at: the one with the number, the asker's here, or the last one of this
/// room.
pub fn any_match(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
) -> Result<LoadedMatch, RequestError> {
    if let Some(row) = named_match(cx, named)? {
        return load(cx, row);
    }
    let mut mine = mine_here(cx)?;
    match mine.len() {
        0 => {}
        1 => return load_if_allowed(cx, mine.remove(0)),
        _ => return Err(which(cx, &mine)?.into()),
    }
    let last = match cx.tx.latest_of(cx.me.id, cx.room.id)? {
        Some(row) => Some(row),
        None => cx.tx.latest_in(cx.room.id)?,
    };
    match last {
        Some(row) => load_if_allowed(cx, row),
        None => Err(words::none_played().into()),
    }
}

/// Returns the asker's running matches in this room, or if there are none, those elsewhere.
pub fn mine_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let all = cx.tx.running_of(cx.me.id)?;
    let mut here = Vec::new();
    for row in &all {
        if seats::is_played_here(cx, row)? {
            here.push(row.clone());
        }
    }
    Ok(if here.is_empty() { all } else { here })
}

/// Asks which of several matches is meant, offering the same line with each number.
pub fn which(cx: &RequestContext<'_>, rows: &[MatchRow]) -> Result<Refusal, RequestError> {
    const LISTED: usize = 8;
    cx.keep_private(privacy_of(cx, rows));
    let mut instead = Vec::new();
    let mut says = Vec::new();
    for row in rows.iter().take(LISTED) {
        let seat = seat_on(cx, row);
        let others = names_of_others(cx, row, seat)?;
        let label = words::match_against(row.id, row.terms.game, &others);
        says.push(label.clone());
        let again = again_with(cx, row.id);
        instead.push(short(&again.line()));
        cx.controls.borrow_mut().push(Choice::new(label, again));
    }
    let more = rows.len().saturating_sub(LISTED);
    Ok(words::several_matches(&says, more).instead(instead))
}

/// Returns the privacy of a list of the asker's matches: matches in other rooms and private
/// ones are their own business.
pub(crate) fn privacy_of<'a>(
    cx: &RequestContext<'_>,
    rows: impl IntoIterator<Item = &'a MatchRow>,
) -> Privacy {
    let own = |row: &MatchRow| row.terms.private || row.room != cx.room.id;
    if rows.into_iter().any(own) { Privacy::Personal } else { Privacy::Open }
}

/// Names everyone who plays against a seat.
pub(crate) fn names_of_others(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    seat: Seat,
) -> Result<String, RequestError> {
    let names = row.seats.others(seat).map(|&person| Ok(cx.tx.person(person)?.name));
    Ok(names.collect::<Result<Vec<_>, RequestError>>()?.join(" and "))
}

fn seat_on(cx: &RequestContext<'_>, row: &MatchRow) -> Seat {
    row.seats.find(|&it| it == cx.me.id).unwrap_or(Seat::First)
}

/// Returns what was said, with the number of a match.
fn again_with(cx: &RequestContext<'_>, of: MatchId) -> Command {
    if let Some(said) = &cx.said {
        return said.clone().in_match(of);
    }
    let line = cx.request().map(|request| &request.line);
    let mark = if line.is_some_and(|line| line.asks) { "?" } else { "" };
    say!(Play { of, words: format!("{}{mark}", line.map_or("", Line::text)) })
}

/// Tells whether the asker may look at a match: a private one is for its players only.
pub(crate) fn may_see(cx: &RequestContext<'_>, row: &MatchRow) -> bool {
    !row.terms.private || row.seats.find(|&it| it == cx.me.id).is_some()
}

fn named_match(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
) -> Result<Option<MatchRow>, RequestError> {
    let Some(id) = named else { return Ok(None) };
    let row = cx.tx.match_row(id)?.ok_or_else(|| words::no_match_here(id))?;
    authority::decide::clear_verb(cx, ActionTarget::Match(&row))?;
    Ok(Some(row))
}

/// Tells whether a match that has ended offers a rematch. Some competitions plan their matches,
/// and a room doesn't decide by a press.
pub(crate) fn can_be_played_again(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<bool, RequestError> {
    let part = cx.tx.competition_of(loaded.row.id)?;
    let kind = part.as_ref().and_then(|(competition, _)| seam::kind_of(cx, competition));
    let planned = kind.is_some_and(|kind| kind.plans);
    let someone_gone = loaded.people.first.gone || loaded.people.second.gone;
    Ok(!planned && !someone_gone && loaded.row.terms.room_time.is_none())
}
