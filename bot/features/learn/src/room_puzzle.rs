//! The puzzle that a room has in common: who solved it, as its message lists them, and how many days
//! in a row somebody there did.
use std::collections::BTreeSet;

use content::puzzles::{self, Puzzle};
use engine::mind::Level;
use model::{
    ids::{CardOf, PersonId, RoomId},
    reply::{Reply, StandingCard},
    text::Text,
    time::DAY,
};
use service::{RequestError, context::RequestContext, context::seam::DueJob};
use store::{HIDDEN, Person, Room, Settings, Tx};

use super::{
    puzzle::puzzle_sheet,
    rows::{self, PuzzleDay, PuzzleTry},
    words,
};

/// How many seconds pass at least before a message shows again who solved the puzzle.
const SHOWN_EVERY: i64 = 30;

/// How old the puzzle of a room is at most that still gets one every day.
const FRESH: i64 = 2 * DAY;

/// The most people whom a message names.
const NAMED: usize = 10;

/// Somebody who solved a room's puzzle, as the room is told.
pub(crate) struct RoomSolver {
    pub(crate) name: String,
    pub(crate) tries: u32,
    /// How many seconds they took.
    pub(crate) took: i64,
    /// On how many days in a row they had solved one.
    pub(crate) days: u32,
}

/// Records that a person begins a puzzle here, if it is this room's puzzle of the day. Until the
/// next one comes it counts for the room where they began it. Their time runs from when it was shown
/// to them, or, without that, from when it was posted.
pub(super) fn begun(
    cx: &RequestContext<'_>,
    row: PuzzleTry,
    shown: bool,
) -> Result<PuzzleTry, RequestError> {
    if row.solved_at.is_some() || row.shown {
        return Ok(row);
    }
    let elsewhere = row.room.map(|room| day_of(cx, room, &row)).transpose()?.flatten();
    if elsewhere.is_some() {
        return Ok(row);
    }
    Ok(match day_of(cx, cx.room.id, &row)? {
        Some(day) => {
            let begun_at = Some(if shown { cx.now } else { day.at });
            PuzzleTry { room: Some(day.room), begun_at, ..row }
        }
        None => PuzzleTry { room: None, ..row },
    })
}

/// Counts a puzzle that was just solved for the room where it was begun.
pub(super) fn is_solved(cx: &RequestContext<'_>, row: &PuzzleTry) -> Result<(), RequestError> {
    let Some(room) = row.room else { return Ok(()) };
    let Some(day) = day_of(cx, room, row)? else { return Ok(()) };
    let soon = cx.now.max(day.shown_at.min(cx.now) + SHOWN_EVERY);
    let show_at = day.show_at.or(Some(soon));
    Ok(rows::put_puzzle_day(cx.tx, &PuzzleDay { solved: true, show_at, ..day })?)
}

/// Has the messages changed that list a person whose name goes or changes. Those from before a moment
/// stay.
pub(crate) fn show_again(
    cx: &RequestContext<'_>,
    person: PersonId,
    since: i64,
) -> Result<(), RequestError> {
    let mut at = cx.now;
    for day in rows::solved_in_rooms(cx.tx, person)? {
        if since <= day.at {
            let show_at = Some(day.show_at.map_or(at, |soon| soon.min(at)));
            rows::put_puzzle_day(cx.tx, &PuzzleDay { show_at, ..day })?;
            at += SHOWN_EVERY;
        }
    }
    Ok(())
}

/// Returns on how many days in a row somebody of a room solved its puzzle. That of the latest day
/// may still be solved.
pub(crate) fn room_streak(days: &[PuzzleDay]) -> u32 {
    let Some(latest) = days.first() else { return 0 };
    let solved: BTreeSet<i64> = days.iter().filter(|it| it.solved).map(|it| it.day).collect();
    let from = if solved.contains(&latest.day) { latest.day } else { latest.day - 1 };
    let row = (0..).take_while(|back| solved.contains(&(from - back)));
    u32::try_from(row.count()).unwrap_or(u32::MAX)
}

/// Tells of the room with the most days in a row among those whose puzzles the person has begun.
pub(crate) fn best_streak(
    cx: &RequestContext<'_>,
    person: &Person,
) -> Result<Vec<Text>, RequestError> {
    let mut rooms = Vec::new();
    for tried in rows::puzzle_tries(cx.tx, person.id)? {
        rooms.extend(tried.room.filter(|room| !rooms.contains(room)));
    }
    let mut best: Option<(u32, Room)> = None;
    for id in rooms {
        let days = rows::puzzle_days(cx.tx, id)?;
        let goes_on = rows::daily_puzzle(cx.tx, id)?.is_some()
            && days.first().is_some_and(|day| cx.now < day.at + FRESH);
        let streak = room_streak(&days);
        if goes_on && 1 < streak && best.as_ref().is_none_or(|(most, _)| *most < streak) {
            best = Some((streak, cx.tx.room(id)?));
        }
    }
    let line = best.map(|(streak, room)| words::puzzles::streak(&room.name, streak));
    Ok(line.into_iter().collect())
}

/// Makes the message of a room's puzzle, with those who solved it, and the solution of the one before.
pub(super) fn card(
    cx: &RequestContext<'_>,
    day: &PuzzleDay,
    puzzle: &Puzzle,
    changed: bool,
) -> Result<Reply, RequestError> {
    let mut days = rows::puzzle_days(cx.tx, day.room)?;
    days.retain(|it| it.at <= day.at);
    let solvers = rows::room_solvers(cx.tx, day)?;
    let mut named = Vec::new();
    for (person, row) in &solvers {
        let who = cx.tx.person_in(cx.room.chat, *person)?;
        if who.settings.get(&HIDDEN) || who.gone {
            continue;
        }
        let PuzzleTry { misses, begun_at, solved_at, days, .. } = row;
        named.push(RoomSolver {
            name: who.name,
            tries: misses.saturating_add(1),
            took: begun_at.zip(*solved_at).map_or(0, |(from, to)| to - from),
            days: days.unwrap_or_default(),
        });
    }
    named.truncate(NAMED);
    let rating = rows::puzzle_rating(cx.tx, puzzle.game, &puzzle.name)?;
    let last = days.get(1).and_then(|day| puzzles::named(day.game, &day.puzzle));
    let last = match last {
        Some(last) => Some((last, rows::puzzle_solvers(cx.tx, last.game, &last.name)?)),
        None => None,
    };
    let text = words::puzzles::puzzle_of_the_day(
        (puzzle.game, puzzle.seat()?, rating.as_ref()),
        room_streak(&days),
        &named,
        solvers.len(),
        last,
    );
    let table = puzzle.table()?;
    let sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), &Settings::default());
    let reply = Reply { sheet, ..Reply::room(text) };
    let try_it = words::puzzles::try_it(puzzle.game, &puzzle.name);
    let solution = last.map(|(last, _)| words::puzzles::last_solution(last));
    let mut reply = reply.choices([try_it].into_iter().chain(solution));
    reply.card = Some(StandingCard { of: card_of(day), changed, copy: false });
    Ok(reply)
}

/// Changes the message of a room's puzzle to who has solved it now.
pub(super) fn show_solvers(
    cx: &mut RequestContext<'_>,
    day: &PuzzleDay,
) -> Result<(), RequestError> {
    let shown = PuzzleDay { show_at: None, shown_at: cx.now, ..day.clone() };
    rows::put_puzzle_day(cx.tx, &shown)?;
    let edits = cx.memory.edits(cx.room.chat);
    // When its message is known, it is changed then.
    let posted = cx.tx.card(cx.room.chat, &cx.room.handle, &card_of(day))?.is_some();
    if let Some(puzzle) = puzzles::named(day.game, &day.puzzle).filter(|_| edits && posted) {
        let reply = card(cx, day, puzzle, true)?;
        cx.say(reply);
    }
    Ok(())
}

/// Shows who solved the puzzles of rooms, where that changed a while ago.
pub(crate) const SOLVERS: DueJob = DueJob {
    name: "solvers",
    due: |tx, now| Ok(rows::rooms_to_show(tx, now)?.into_iter().map(|it| it.0).collect()),
    next: Some(rows::next_puzzle_to_show),
    act: |service, number, now| {
        let whence =
            |tx: &Tx<'_>| Ok(Some((tx.room(RoomId(number))?, tx.level_person(Level::One)?)));
        service.unasked_and_told(now, whence, |context| {
            for day in rows::puzzles_to_show(context.tx, context.room.id, context.now)? {
                show_solvers(context, &day)?;
            }
            Ok(())
        })?;
        Ok(())
    },
};

fn card_of(day: &PuzzleDay) -> CardOf {
    rows::card_of(day.room, day.at)
}

/// Returns the day of a room whose puzzle this is, while it can be solved.
fn day_of(
    cx: &RequestContext<'_>,
    room: RoomId,
    row: &PuzzleTry,
) -> Result<Option<PuzzleDay>, RequestError> {
    let day = rows::latest_puzzle(cx.tx, room)?;
    Ok(day.filter(|day| day.game == row.game && day.puzzle == row.puzzle))
}

#[cfg(test)]
mod tests {
    use engine::games::GameId;

    use super::*;

    fn days(solved: &[(i64, bool)]) -> Vec<PuzzleDay> {
        let of = |&(day, solved): &(i64, bool)| PuzzleDay {
            room: RoomId(1),
            at: day * 86_400,
            game: GameId::ALL[0],
            puzzle: "1.2".to_owned(),
            day,
            solved,
            show_at: None,
            shown_at: 0,
        };
        solved.iter().map(of).collect()
    }

    #[test]
    fn a_room_loses_its_row_of_days_only_when_a_day_is_over() {
        for (solved, row) in [
            (&[][..], 0),
            (&[(9, false)], 0),
            (&[(9, true)], 1),
            (&[(9, true), (8, true), (7, false), (6, true)], 2),
            (&[(9, false), (8, true), (7, true)], 2),
            (&[(9, false), (8, false), (7, true)], 0),
            // No puzzle came on the eighth.
            (&[(9, true), (7, true)], 1),
            (&[(9, false), (7, true)], 0),
            // Two came on the ninth, because the time was changed.
            (&[(9, false), (9, true), (8, true)], 2),
        ] {
            assert_eq!(room_streak(&days(solved)), row, "{solved:?}");
        }
    }
}
