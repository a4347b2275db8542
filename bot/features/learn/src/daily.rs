//! The puzzle of the day: posted to rooms that asked for it.
use command::{Permitted, verbs};
use content::puzzles::{self, Puzzle};
use engine::{games::GameId, mind::Level};
use model::{
    ids::RoomId,
    reply::{Privacy, Reply},
    time::leading_time,
};
use service::{
    RequestError,
    context::{
        RequestContext,
        seam::{DueJob, RoomSettingRow},
    },
    room_settings,
};
use store::{Tx, ZONE};

use super::{
    room_puzzle,
    rows::{self, DailyPuzzle, PuzzleDay},
    words,
};

/// When a room gets its puzzles.
pub(crate) const OF_ROOM: RoomSettingRow = RoomSettingRow {
    name: words::puzzles::ORDER.word(),
    help: "`puzzle daily 18:00`: a puzzle in this room every day at that time, in your time zone, of one game if you name it; \
           `puzzle off` ends it.",
    example: "admin puzzle daily 18:00 trapdoor",
    may: Some(Permitted::Manager),
    posts: true,
    picks: None,
    set: set_daily_puzzle,
    shows: Some(|cx| {
        let daily = rows::daily_puzzle(cx.tx, cx.room.id)?;
        let value =
            daily.map_or_else(|| "off".to_owned(), |daily| words::puzzles::daily_form_of(&daily));
        Ok(Some(room_settings::words::setting(words::puzzles::ORDER.word(), &value)))
    }),
};

/// Sets when this room gets its puzzles, or stops them.
fn set_daily_puzzle(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let room = cx.room.id;
    let lower = said.value.to_lowercase();
    let (first, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
    match first {
        "" => {}
        "off" | "none" | "stop" => {
            if !rows::drop_daily_puzzle(cx.tx, room)? {
                return Err(words::puzzles::no_daily_puzzle().into());
            }
        }
        "daily" => {
            let form = || words::puzzles::daily_form(rest.split_whitespace().next().unwrap_or(""));
            let (minute, game) = leading_time(rest).ok_or_else(form)?;
            let game = match game {
                "" => None,
                said => {
                    let game = GameId::named(said);
                    let has = |game: &GameId| !puzzles::of(*game).is_empty();
                    Some(game.filter(has).ok_or_else(|| words::puzzles::no_puzzles_named(said))?)
                }
            };
            let zone = cx.me.settings.get(&ZONE);
            let due = zone.next(minute, cx.now).ok_or_else(form)?;
            rows::put_daily_puzzle(cx.tx, &DailyPuzzle { room, game, minute, zone, due })?;
        }
        other => return Err(words::puzzles::daily_form(other).into()),
    }
    let now = rows::daily_puzzle(cx.tx, room)?;
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
    rows::put_daily_puzzle(cx.tx, &DailyPuzzle { due, ..daily.clone() })?;
    let before = rows::puzzle_days(cx.tx, room)?;
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
    rows::add_puzzle_day(cx.tx, &today)?;
    let reply = room_puzzle::card(cx, &today, puzzle, false)?;
    cx.say(reply);
    Ok(())
}

/// Posts the puzzles of the day.
pub(crate) const PUZZLES: DueJob = DueJob {
    name: "puzzles",
    due: |tx, now| Ok(rows::due_puzzles(tx, now)?.into_iter().map(|it| it.0).collect()),
    next: Some(rows::next_puzzle),
    act: |service, number, now| {
        let whence =
            |tx: &Tx<'_>| Ok(Some((tx.room(RoomId(number))?, tx.level_person(Level::One)?)));
        service.unasked_and_told(now, whence, |context| {
            match rows::daily_puzzle(context.tx, context.room.id)?.filter(|it| it.due <= now) {
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
