//! The puzzle of the day: posted to rooms that asked for it.
use content::puzzles::{self, Puzzle};
use engine::{games::GameId, mind::Level};
use model::{
    ids::RoomId,
    reply::{Privacy, Reply},
    time::time_of_day,
};
use store::{DailyPuzzle, PuzzleDay, Tx, ZONE};

use super::{room_puzzle, words};
use crate::{RequestError, context::RequestContext, due::DueJob};

/// Sets when this room gets its puzzles, or stops them.
pub(crate) fn set_daily_puzzle(
    cx: &mut RequestContext<'_>,
    value: &str,
) -> Result<(), RequestError> {
    let room = cx.room.id;
    let lower = value.to_lowercase();
    let (first, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
    match first {
        "" => {}
        "off" | "none" | "stop" => {
            if !cx.tx.drop_daily_puzzle(room)? {
                return Err(words::puzzles::no_daily_puzzle().into());
            }
        }
        "daily" => {
            let (time, game) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            let minute = time_of_day(time).ok_or_else(|| words::puzzles::daily_form(time))?;
            let game = match game.trim() {
                "" => None,
                said => {
                    let game = GameId::named(said);
                    let has = |game: &GameId| !puzzles::of(*game).is_empty();
                    Some(game.filter(has).ok_or_else(|| words::puzzles::no_puzzles_named(said))?)
                }
            };
            if cx.room.answers_only {
                return Err(words::puzzles::cannot_post_daily().into());
            }
            let zone = cx.me.settings.get(&ZONE);
            let due = zone.next(minute, cx.now).ok_or_else(|| words::puzzles::daily_form(time))?;
            cx.tx.put_daily_puzzle(&DailyPuzzle { room, game, minute, zone, due })?;
        }
        other => return Err(words::puzzles::daily_form(other).into()),
    }
    let now = cx.tx.daily_puzzle(room)?;
    let text = words::puzzles::daily_settings(now.as_ref());
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal));
    Ok(())
}

/// Posts the puzzle of the day here.
fn post_daily_puzzle(cx: &mut RequestContext<'_>, daily: &DailyPuzzle) -> Result<(), RequestError> {
    let room = cx.room.id;
    // After an outage the days that were missed are left out.
    let due = daily.zone.next(daily.minute, cx.now);
    let due = due.ok_or_else(|| RequestError::Broken("there is no next day".to_owned()))?;
    cx.tx.put_daily_puzzle(&DailyPuzzle { due, ..daily.clone() })?;
    let before = cx.tx.puzzle_days(room)?;
    let Some(puzzle) = chosen(daily, &before) else { return Ok(()) };
    let last = before.first();
    if let Some(last) = last.filter(|it| it.show_at.is_some()) {
        // Nobody can solve it any more.
        room_puzzle::show_solvers(cx, last)?;
    }
    let today = PuzzleDay {
        room,
        // The clock may have been a little ahead when the last one came.
        at: last.map_or(cx.now, |last| cx.now.max(last.at + 1)),
        game: puzzle.game,
        puzzle: puzzle.name.clone(),
        day: daily.zone.day_number(cx.now),
        solved: false,
        show_at: None,
        shown_at: cx.now,
    };
    cx.tx.add_puzzle_day(&today)?;
    let reply = room_puzzle::card(cx, &today, puzzle, false)?;
    cx.say(reply);
    Ok(())
}

/// Posts the puzzles of the day.
pub(crate) const PUZZLES: DueJob = DueJob {
    name: "puzzles",
    due: |tx, now| Ok(tx.due_puzzles(now)?.into_iter().map(|it| it.0).collect()),
    next: Some(|tx, now| tx.next_puzzle(now)),
    act: |service, number, now| {
        let whence =
            |tx: &Tx<'_>| Ok(Some((tx.room(RoomId(number))?, tx.level_person(Level::One)?)));
        service.unasked_and_told(now, whence, |context| {
            match context.tx.daily_puzzle(context.room.id)?.filter(|it| it.due <= now) {
                Some(daily) => post_daily_puzzle(context, &daily),
                None => Ok(()),
            }
        })?;
        Ok(())
    },
};

/// Chooses a puzzle that the room hasn't had: every game in turn, unless one was chosen. When all
/// were there, they begin again.
fn chosen(daily: &DailyPuzzle, before: &[PuzzleDay]) -> Option<&'static Puzzle> {
    let games: Vec<GameId> = match daily.game {
        Some(game) => vec![game],
        None => GameId::ALL.iter().copied().filter(|game| !puzzles::of(*game).is_empty()).collect(),
    };
    let count = before.len();
    let game = *games.get(count % games.len().max(1))?;
    let all = puzzles::of(game);
    let had = |puzzle: &Puzzle| {
        before.iter().any(|day| day.game == puzzle.game && day.puzzle == puzzle.name)
    };
    // Each room has an order of its own.
    let from = (daily.room.0.unsigned_abs() as usize).wrapping_mul(37).wrapping_add(count * 7);
    let order = || (0..all.len()).map(|nth| &all[(from + nth) % all.len()]);
    order().find(|it| !had(it)).or_else(|| order().next())
}
