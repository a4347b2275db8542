//! Hands a seat to somebody else, and gives it back.
use engine::{match_rules::StepMark, seat::Seat};
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
    text::Text,
    time::ReminderState,
};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch, seam},
    matches, reliability, seats,
    telling::{self, news::TurnNews},
    timing,
};
use store::{EndedTurn, HandedSeat, HandedTo, MatchRow, Person};

use super::{
    ask::close_offers,
    rows::{self, SeatOffer},
    words::{self, Sees},
};

/// Hands a seat to a person, or to the bot, and tells the room and its owner.
pub(crate) fn hand_over(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    seat: Seat,
    holder: &Person,
    kind: HandedTo,
    until: Option<i64>,
) -> Result<(), RequestError> {
    let of = loaded.row.id;
    let line = hand_quietly(cx, loaded, seat, holder, kind, until)?;
    let loaded = matches::find::load(cx, stored(cx, of)?)?;
    show(cx, &loaded, vec![line])?;
    if let Some(hand) = loaded.table.hand(seat).filter(|_| holder.is_person()) {
        telling::turn::confide(cx, &loaded, Reply::only(holder.id, Text::sentence(hand)))?;
    }
    let owner = *loaded.row.owners().get(seat);
    if kind == HandedTo::Away || cx.asker() == Some(owner) {
        return Ok(());
    }
    let room = seats::room_of_seat(cx.tx, &loaded.row, seat)?;
    let sees = loaded.row.handed_now(seat).map_or(Sees::Nothing, |it| seen_by(&loaded, it));
    let text = words::is_played_for_you(of, loaded.game(), holder, kind, sees);
    let reply = Reply::only(owner, text);
    let reply = reply.private(Privacy::Personal).choices([words::back_button(of)]);
    Ok(cx.say_in(room, reply)?)
}

/// Hands a seat to a person, or to the bot, and returns the line that says so.
pub(crate) fn hand_quietly(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    seat: Seat,
    holder: &Person,
    kind: HandedTo,
    until: Option<i64>,
) -> Result<Text, RequestError> {
    let (of, now) = (loaded.row.id, cx.now);
    if kind != HandedTo::Away && loaded.row.timer.is_late(seat, now) {
        let took = loaded.row.timer.spent(seat, now);
        reliability::turn_ended(cx, &loaded, seat, EndedTurn { took, in_time: false })?;
    }
    let mut row = loaded.row.clone();
    if row.handed_now(seat).is_some() {
        row = taken_back(cx, of, seat)?;
    }
    let owner = cx.tx.person(*row.seats.get(seat))?;
    let by_owner = |offer: &SeatOffer| offer.by == owner.id && offer.to == Some(holder.id);
    let is_named = kind != HandedTo::Friend || rows::seat_offers(cx.tx, of)?.iter().any(by_owner);
    // What somebody decided ahead stays theirs, and nobody plays by it now.
    seam::leaves_seat(cx, of, owner.id)?;
    let side = row.terms.game.sides()[seat.index()];
    close_offers(cx, &row, None, &words::plays_for(holder, side, &owner, kind, Sees::Nothing))?;
    cx.tx.drop_settlement(of)?;
    let step = loaded.step.step;
    let handed = HandedSeat {
        seat,
        owner: owner.id,
        holder: holder.id,
        kind,
        from: now,
        from_step: step,
        until,
        ended: None,
        moved: false,
        shown: !is_named && loaded.table.hand(seat).is_some(),
    };
    cx.tx.hand_over(of, &handed)?;
    let MatchRow { timer, .. } = row;
    let mut row = stored(cx, of)?;
    row.timer = timer;
    match kind {
        HandedTo::Bot => {
            let asked_by = cx.me.id;
            let seed = cx.memory.luck.stand_in(of);
            cx.tx.add_practice(of, asked_by, seed)?;
            cx.tx.told_practice(of, step)?;
            cx.calls.push(of);
            row.timer.stop_counting(now);
        }
        HandedTo::Friend | HandedTo::Away => {
            let clock = row.terms.clock;
            row.timer.allow(seat, clock.as_ref(), now);
        }
    }
    begin_time(cx, &mut row, seat)?;
    Ok(words::plays_for(holder, side, &owner, kind, seen_by(&loaded, &handed)))
}

/// Gives a seat back to its owner and shows the board below a line.
pub(crate) fn give_back(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    seat: Seat,
    line: Text,
) -> Result<(), RequestError> {
    let held = stored(cx, of)?.handed_now(seat).copied();
    let mut row = taken_back(cx, of, seat)?;
    begin_time(cx, &mut row, seat)?;
    let loaded = matches::find::load(cx, row)?;
    let mut lines = vec![line];
    if let Some(held) = held.filter(|held| seen_by(&loaded, held) != Sees::Nothing) {
        let (holder, owner) = (cx.tx.person(held.holder)?, cx.tx.person(held.owner)?);
        lines.push(words::has_seen(&holder, &owner));
    }
    show(cx, &loaded, lines)
}

/// Tells what a substitute sees of what the owner of the seat keeps secret.
fn seen_by(loaded: &LoadedMatch, handed: &HandedSeat) -> Sees {
    let hidden = handed.kind != HandedTo::Bot && loaded.table.hand(handed.seat).is_some();
    match (hidden, loaded.row.terms.rated && handed.shown) {
        (false, _) => Sees::Nothing,
        (true, false) => Sees::Secrets,
        (true, true) => Sees::SecretsUnrated,
    }
}

/// Gives the seats of a match that has ended back to their owners. Returns what is said about that.
pub(crate) fn at_the_end(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
) -> Result<Vec<Text>, RequestError> {
    let of = loaded.row.id;
    close_offers(cx, &loaded.row, None, &words::is_over())?;
    if loaded.row.handed.is_empty() {
        return Ok(Vec::new());
    }
    let held = loaded.people.clone();
    loaded.name_owners(cx.tx, matches::find::chat_in(cx, loaded.row.room)?)?;
    for seat in Seat::BOTH {
        if loaded.row.handed_now(seat).is_some() {
            end_handing(cx, &loaded.row, seat)?;
        }
    }
    let MatchRow { seats, handed, .. } = stored(cx, of)?;
    (loaded.row.seats, loaded.row.handed) = (seats, handed);
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let (holder, owner) = (held.get(seat), loaded.people.get(seat));
        if holder.id != owner.id {
            lines.push(words::played_for(holder, owner));
        }
    }
    let row = &loaded.row;
    if row.terms.rated && row.end.as_ref().is_some_and(|it| it.outcome.is_some()) {
        lines.extend(match (row.is_rated(), row.is_lost_by_holders()) {
            (false, _) if row.handed.iter().any(|it| it.kind == HandedTo::Bot) => {
                Some(words::bot_has_played())
            }
            (false, _) => Some(words::secret_was_shown()),
            (true, false) => Some(words::is_unrated()),
            (true, true) => None,
        });
    }
    Ok(lines)
}

/// Gives a seat back to its owner, with time to move.
pub(crate) fn taken_back(
    cx: &RequestContext<'_>,
    of: MatchId,
    seat: Seat,
) -> Result<MatchRow, RequestError> {
    let before = stored(cx, of)?;
    let kind = before.handed_now(seat).map(|it| it.kind);
    end_handing(cx, &before, seat)?;
    let mut row = stored(cx, of)?;
    let clock = row.terms.clock;
    match kind {
        Some(HandedTo::Bot) => row.timer.count_again(clock.as_ref(), cx.now),
        _ => row.timer.allow(seat, clock.as_ref(), cx.now),
    }
    Ok(row)
}

/// Stores that somebody no longer plays for the owner of a seat.
fn end_handing(cx: &RequestContext<'_>, row: &MatchRow, seat: Seat) -> Result<(), RequestError> {
    let Some(handed) = row.handed_now(seat) else {
        return Err(RequestError::Broken(format!("no seat of match {} is handed over", row.id)));
    };
    let marks: Vec<StepMark> = cx.tx.marks(row.id)?;
    let since = marks.iter().skip(handed.from_step as usize);
    let moved = since.clone().any(|mark| mark.seat == seat && mark.decided);
    seam::leaves_seat(cx, row.id, handed.holder)?;
    cx.tx.give_back(row.id, handed, moved, cx.now)?;
    if handed.kind == HandedTo::Bot {
        cx.tx.end_practice(row.id)?;
    }
    Ok(())
}

/// Starts the time of somebody who has just got a seat, and stores the match.
fn begin_time(cx: &RequestContext<'_>, row: &mut MatchRow, seat: Seat) -> Result<(), RequestError> {
    *row.nudges.get_mut(seat) = ReminderState::default();
    timing::begin_nudging(cx, row, seat);
    row.settles_at = None;
    timing::schedule(cx, row)?;
    Ok(cx.tx.update_match(row)?)
}

/// Shows the board below some lines.
fn show(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    lines: Vec<Text>,
) -> Result<(), RequestError> {
    let before = cx.replies.len();
    telling::turn::next_turn(cx, loaded, TurnNews::of(None, lines), &[])?;
    // Nobody is pinged for what they did themselves.
    let asker = cx.asker();
    for told in cx.replies.iter_mut().skip(before) {
        told.reply.mentions.retain(|person| Some(*person) != asker);
    }
    Ok(())
}

fn stored(cx: &RequestContext<'_>, of: MatchId) -> Result<MatchRow, RequestError> {
    let row = cx.tx.match_row(of)?;
    row.ok_or_else(|| RequestError::Broken(format!("match {of} isn't stored")))
}
