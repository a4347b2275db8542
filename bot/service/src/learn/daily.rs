//! The puzzle of the day: posted to rooms that asked for it, with the solution of the one before.
use engine::{games::GameId, mind::Level};

use super::{puzzle::puzzle_sheet, words};
use crate::{Fault, RequestContext, Service};
use content::puzzles::{self, Puzzle};
use model::{
    reply::{Privacy, Reply},
    time::time_of_day,
};
use store::{DailyPuzzle, StoreError};

impl RequestContext<'_> {
    /// Sets when this room gets its puzzles, or stops them.
    pub(crate) fn set_daily_puzzle(&mut self, value: &str) -> Result<(), Fault> {
        let room = self.room.id;
        let lower = value.to_lowercase();
        let (first, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
        match first {
            "" => {}
            "off" | "none" | "stop" => {
                if !self.tx.drop_daily_puzzle(room)? {
                    return Err(words::no_daily_puzzle().into());
                }
            }
            "daily" => {
                let (time, game) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                let minute = time_of_day(time).ok_or_else(|| words::daily_form(time))?;
                let game = match game.trim() {
                    "" => None,
                    said => {
                        let game = GameId::named(said);
                        let has = |it: &GameId| !puzzles::of(*it).is_empty();
                        Some(game.filter(has).ok_or_else(|| words::no_puzzles_named(said))?)
                    }
                };
                if self.room.answers_only {
                    return Err(words::cannot_post_daily().into());
                }
                let zone = self.me.settings.zone.clone();
                let due = zone.next(minute, self.now).ok_or_else(|| words::daily_form(time))?;
                self.tx.put_daily_puzzle(&DailyPuzzle { room, game, minute, zone, due })?;
            }
            other => return Err(words::daily_form(other).into()),
        }
        let now = self.tx.daily_puzzle(room)?;
        let text = words::daily_settings(now.as_ref());
        self.say(Reply::only(self.me.id, text).private(Privacy::Personal));
        Ok(())
    }

    /// Posts the puzzle of the day here, and the solution of the one before.
    fn post_daily_puzzle(&mut self, daily: &DailyPuzzle) -> Result<(), Fault> {
        let room = self.room.id;
        // After an outage the days that were missed are left out.
        let due = daily.zone.next(daily.minute, self.now);
        let due = due.ok_or_else(|| Fault::Broken("there is no next day".to_owned()))?;
        self.tx.put_daily_puzzle(&DailyPuzzle { due, ..daily.clone() })?;
        let before = self.tx.puzzle_days(room)?;
        let Some(puzzle) = chosen(daily, &before) else { return Ok(()) };
        let Puzzle { game, name, .. } = puzzle;
        self.tx.add_puzzle_day(room, self.now, *game, name)?;
        let rating = self.tx.puzzle_rating(*game, name)?;
        let text = words::puzzle_of_the_day(*game, puzzle.seat()?, rating.as_ref());
        let table = puzzle.table()?;
        let sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), "");
        let reply = Reply { sheet, ..Reply::room(text) };
        self.say(reply.choices([words::try_it(*game, name)]));
        let last = before.first().and_then(|(game, name)| puzzles::named(*game, name));
        let Some(last) = last else { return Ok(()) };
        let (tried, solved) = self.tx.puzzle_solvers(last.game, &last.name)?;
        let text = words::yesterday(&last.solution, last.chances, tried, solved);
        let answer = last.answer(&last.solution)?;
        let sheet = puzzle_sheet(last, answer.table.as_ref(), None, "");
        self.say(Reply { sheet, ..Reply::room(text) });
        Ok(())
    }
}

impl Service {
    /// Posts the puzzles of the day that are due, each in a transaction of its own.
    pub(crate) fn post_puzzles(&mut self, now: i64) -> Result<(), StoreError> {
        for daily in self.store.transaction(|tx| tx.due_puzzles(now))? {
            let room = daily.room;
            let posted = self.of_its_own(
                now,
                |tx| Ok(Some((tx.room(room)?, tx.level_person(Level::One)?))),
                |context| context.post_daily_puzzle(&daily),
            );
            if posted.is_none() {
                // It would fail again at once.
                let due = daily.zone.next(daily.minute, now).unwrap_or(i64::MAX);
                let later = DailyPuzzle { due, ..daily };
                self.store.transaction(|tx| tx.put_daily_puzzle(&later))?;
            }
        }
        Ok(())
    }
}

/// Chooses a puzzle that the room hasn't had: every game in turn, unless one was chosen. When all
/// were there, they begin again.
fn chosen(daily: &DailyPuzzle, before: &[(GameId, String)]) -> Option<&'static Puzzle> {
    let games: Vec<GameId> = match daily.game {
        Some(game) => vec![game],
        None => GameId::ALL.iter().copied().filter(|it| !puzzles::of(*it).is_empty()).collect(),
    };
    let count = before.len();
    let game = *games.get(count % games.len().max(1))?;
    let all = puzzles::of(game);
    let had = |it: &Puzzle| before.iter().any(|(of, name)| *of == it.game && *name == it.name);
    // Each room has an order of its own.
    let from = (daily.room.0.unsigned_abs() as usize).wrapping_mul(37).wrapping_add(count * 7);
    let order = || (0..all.len()).map(|nth| &all[(from + nth) % all.len()]);
    order().find(|it| !had(it)).or_else(|| order().next())
}
