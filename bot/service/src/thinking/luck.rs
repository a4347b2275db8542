//! What chance gave in the matches that count: each is looked at once, after its end, when nothing else
//! waits.
use engine::{
    chance::StepKey,
    games::GameId,
    mind::{self, Level},
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::Table,
};
use model::{
    ids::MatchId,
    pool::{Priority, Work},
};
use store::{LuckAndPlay, MatchRow, StepRow, Tx};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        insights::{QuestionKey, Wanted},
        seam::DueJob,
    },
    thinking::{analysis::taken_up, insight::insight},
};

/// The seed of the throws that luck is compared with.
const SEED: u64 = 0x6c75_636b;

/// What chance gave to the first seat, in points.
struct MatchLuck(f64);

/// Goes on with the matches whose luck isn't known: one after the other is thought about.
pub(crate) const LUCK: DueJob = DueJob {
    name: "luck",
    due: |tx, _| Ok(tx.matches_without_luck()?.into_iter().map(|it| it.0).collect()),
    next: None,
    act: |service, number, now| count_luck(service, MatchId(number), now),
};

fn count_luck(service: &mut Service, of: MatchId, now: i64) -> Result<(), RequestError> {
    let under_way = &service.memory.insights.unasked;
    if under_way.iter().any(|it| it.asks::<MatchLuck>()) {
        return Ok(());
    }
    let whence = |tx: &Tx<'_>| {
        let row = tx.match_row(of)?;
        row.map(|row| Ok((tx.room(row.room)?, tx.level_person(Level::One)?))).transpose()
    };
    let wanted = service.unasked_and_told(now, whence, |context| go_on(context, of))?;
    if let Some(wanted) = wanted.flatten() {
        service.think_unasked(*wanted);
    }
    Ok(())
}

/// Stores what chance gave in a match, or returns the thinking that is needed before.
fn go_on(cx: &mut RequestContext<'_>, of: MatchId) -> Result<Option<Box<Wanted>>, RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(None) };
    let game = row.terms.game;
    let last = cx.tx.last_step(of)?;
    let at = StepKey { step: last.step, take: last.take };
    let key = QuestionKey::new::<MatchLuck>(cx, of, at)?;
    let steps = cx.tx.steps(of)?;
    let luck = match insight(cx, key, Priority::Late, None, || Ok(counting(game, steps))) {
        Err(RequestError::Thinks(wanted)) => return Ok(Some(wanted)),
        Ok(found) => found.0,
        // Computer players can't judge such a match.
        Err(RequestError::Refused(_)) => 0.0,
        Err(fault) => return Err(fault),
    };
    cx.tx.put_luck(of, &without(&row, luck))?;
    Ok(None)
}

/// Splits a match's result into what chance gave the first seat and the rest.
fn without(row: &MatchRow, luck: f64) -> BySeat<LuckAndPlay> {
    let winner = row.end.as_ref().and_then(|end| end.outcome.as_ref()?.winner);
    BySeat::new(|seat| {
        let points = winner.map_or(0.5, |winner| f64::from(winner == seat));
        let luck = if seat == Seat::First { luck } else { -luck };
        LuckAndPlay { luck, play: points - luck }
    })
}

/// Counts a match's luck, step by step.
fn counting(game: GameId, steps: Vec<StepRow>) -> Work<Result<MatchLuck, Refusal>> {
    let mut steps = steps.into_iter();
    let mut luck = 0.0;
    let mut before: Option<Box<dyn Table>> = None;
    Box::new(move || {
        let Some(step) = steps.next() else { return Some(Ok(MatchLuck(luck))) };
        let counted = taken_up(game, &step).and_then(|after| {
            if let (Some(before), Some(seat)) = (&before, step.seat) {
                let mean = before.before_throw(seat, &step.written, SEED)?;
                luck += mind::luck(mean, &*after, SEED);
            }
            before = Some(after);
            Ok(())
        });
        counted.err().map(Err)
    })
}
