//! What chance gave in the matches that count, and what players' results are without it: their skill.
//! Each match is looked at once, after its end, when nothing else waits.
use engine::{
    games::GameId,
    mind::{Level, LuckCount},
    refusal::Refusal,
    scene::SkillShare,
    seat::BySeat,
    table::Table,
};
use model::{
    ids::MatchId,
    pool::{Priority, Work},
};
use store::{LuckAndPlay, MatchRow, PlaySum, StepRow, StoreError};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        insights::{Insight, InsightSubject, Wanted},
    },
    practice,
};

/// Of how many matches a skill is said.
const ENOUGH: u32 = 3;

/// Standard deviations of a 95% interval.
const SURE: f64 = 1.96;

/// The square of how far one more match would be off that nobody knows: a win or a loss instead of an even result.
/// It keeps a few equal results from looking certain.
const UNKNOWN: f64 = 0.25;

/// The seed of the throws that luck is compared with.
const SEED: u64 = 0x6c75_636b;

impl Service {
    /// Goes on with the next match whose luck isn't known.
    pub(crate) fn count_luck(&mut self, now: i64) -> Result<(), StoreError> {
        let Some(of) = self.store.transaction(|tx| tx.match_without_luck())? else {
            return Ok(());
        };
        let whence = |tx: &store::Tx<'_>| {
            let row = tx.match_row(of)?;
            row.map(|row| Ok((tx.room(row.room)?, tx.level_person(Level::One)?))).transpose()
        };
        match self.of_its_own(now, whence, |context| go_on(context, of)) {
            Some(Some(wanted)) => self.think_unasked(*wanted),
            Some(None) => {}
            // It would fail again at once.
            None => self.store.transaction(|tx| match tx.match_row(of)? {
                Some(row) => tx.put_luck(of, &without(&row, 0.0)),
                None => Ok(()),
            })?,
        }
        Ok(())
    }
}

/// Stores what chance gave in a match, or returns the thinking that is needed before.
fn go_on(
    cx: &mut RequestContext<'_>,
    of: MatchId,
) -> Result<Option<Box<Wanted>>, RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(None) };
    let game = row.terms.game;
    let last = cx.tx.last_step(of)?;
    let at = engine::chance::StepKey { step: last.step, take: last.take };
    let key = practice::insight::insight_key(cx, of, at, InsightSubject::Luck)?;
    let steps = cx.tx.steps(of)?;
    let insight =
        practice::insight::insight(cx, key, Priority::Late, None, || Ok(counting(game, steps)));
    let luck = match insight {
        Err(RequestError::Thinks(wanted)) => return Ok(Some(wanted)),
        Ok(Insight::Luck(luck)) => luck,
        Ok(other) => return Err(RequestError::Broken(format!("no luck, but {other:?}"))),
        Err(fault) => return Err(fault),
    };
    cx.tx.put_luck(of, &without(&row, luck))?;
    Ok(None)
}

/// Splits a match's result into what chance gave the first seat and the rest.
fn without(row: &MatchRow, luck: f64) -> BySeat<LuckAndPlay> {
    let winner = row.end.as_ref().and_then(|end| end.outcome.as_ref()?.winner);
    let drawn = row.end.as_ref().is_none_or(|end| end.outcome.is_none()) || winner.is_none();
    BySeat::new(|seat| {
        let points = if drawn { 0.5 } else { f64::from(winner == Some(seat)) };
        let luck = if seat == engine::seat::Seat::First { luck } else { -luck };
        LuckAndPlay { luck, play: points - luck }
    })
}

/// Counts a match's luck, step by step.
fn counting(game: GameId, steps: Vec<StepRow>) -> Work<Result<Insight, Refusal>> {
    let mut steps = steps.into_iter();
    let mut luck = LuckCount::default();
    let mut before: Option<Box<dyn Table>> = None;
    Box::new(move || {
        let Some(step) = steps.next() else { return Some(Ok(Insight::Luck(luck.first))) };
        let counted = practice::review::taken_up(game, &step).and_then(|after| {
            if let (Some(before), Some(seat)) = (&before, step.seat) {
                let mean = before.before_throw(seat, &step.written, SEED)?;
                luck.add(mean, &*after, SEED);
            }
            before = Some(after);
            Ok(())
        });
        counted.err().map(Err)
    })
}

/// Returns somebody's points a match without luck, in percent; none before enough matches, and where chance has no
/// say.
pub(crate) fn skill(sum: &PlaySum) -> Option<SkillShare> {
    let PlaySum { matches, luck, play, play_squares } = *sum;
    if matches < ENOUGH || luck == 0.0 {
        return None;
    }
    let count = f64::from(matches);
    let mean = play / count;
    let spread = (play_squares - count * mean * mean).max(0.0) + UNKNOWN;
    let percent = |share: f64| (100.0 * share).round() as i32;
    Some(SkillShare {
        percent: percent(mean),
        give: percent(SURE * (spread / count / count).sqrt()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_is_the_mean_without_luck_and_never_certain() {
        let sum = |matches, luck, play, play_squares| PlaySum { matches, luck, play, play_squares };
        // Three wins, each with a fifth of a point of luck.
        let share = skill(&sum(3, 0.6, 2.4, 1.92)).unwrap();
        assert_eq!((share.percent, share.give), (80, 33));
        // A hundred even results that vary by half a point.
        let share = skill(&sum(100, -1.0, 51.0, 51.0)).unwrap();
        assert_eq!((share.percent, share.give), (51, 10));
        assert_eq!(skill(&sum(2, 0.6, 1.4, 0.98)), None, "too few");
        assert_eq!(skill(&sum(9, 0.0, 5.0, 4.0)), None, "no dice");
    }
}
