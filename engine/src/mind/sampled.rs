//! Sampled shots: if every outcome differs, as with a tremor, each candidate is tried a few times,
//! and the better half again, until few are left (sequential halving; Karnin, Koren and Somekh 2013).
use super::{Rated, SearchGame, Skill, ToAct, sign};
use crate::{
    chance::Dice,
    seat::{BySeat, Seat},
};

/// How many candidates are left at the end.
const LEFT: usize = 3;

/// Rates the actions of a seat by their average result; also returns how many positions were
/// searched.
pub(crate) fn rate<G: SearchGame>(
    game: &G,
    seat: Seat,
    skill: &Skill,
    dice: &mut Dice,
) -> (Vec<Rated<G::Action>>, u32) {
    let sign = sign(seat);
    let game = game.determinize(BySeat::new(|it| it == seat), dice);
    let candidates = game.candidates(seat, skill.wide.into(), dice);
    let mut spent = 0;
    let mut tried: Vec<(G::Action, f64, u32)> =
        candidates.into_iter().map(|action| (action, 0.0, 0)).collect();
    let mut from = tried.len();
    if from <= 1 {
        let value = sign * game.expects();
        let rated = tried.into_iter().map(|(action, _, _)| Rated { action, value, visits: 1 });
        return (rated.collect(), 1);
    }
    let rounds = (from as u32).ilog2().max(1);
    let share = skill.nodes / rounds;
    loop {
        let each = (share / from as u32 / skill.cost()).max(1);
        // The same tremor for all: only the aim differs.
        let hands: Vec<u64> = (0..each).map(|_| dice.number()).collect();
        for (action, sum, count) in &mut tried[..from] {
            for hand in &hands {
                let (value, cost) = outcome(&game, seat, action, skill, *hand);
                *sum += sign * value;
                *count += 1;
                spent += cost;
            }
        }
        let mean = |&(_, sum, tries): &(G::Action, f64, u32)| sum / f64::from(tries.max(1));
        tried[..from].sort_by(|one, other| mean(other).total_cmp(&mean(one)));
        if from <= LEFT || skill.nodes <= spent {
            break;
        }
        from = from.div_ceil(2).max(LEFT);
    }
    let rated = tried.into_iter().map(|(action, sum, count)| Rated {
        action,
        value: sum / f64::from(count.max(1)),
        visits: count,
    });
    (rated.collect(), spent)
}

/// Tries an action with one tremor; a deeper search includes the other side's best reply.
fn outcome<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    skill: &Skill,
    hand: u64,
) -> (f64, u32) {
    let mut dice = Dice::thinking(hand);
    let Some(next) = game.tried(seat, action, &mut dice) else { return (-sign(seat), 1) };
    let ToAct::Turn(reply) = next.stage() else { return (next.expects(), 1) };
    if skill.depth < 2 || reply == seat {
        return (next.expects(), 1);
    }
    let candidates = next.candidates(reply, skill.replies.into(), &mut dice);
    let mut spent = 1;
    let mut best: Option<f64> = None;
    for idea in candidates {
        spent += 1;
        if let Some(after) = next.tried(reply, &idea, &mut dice) {
            let value = sign(reply) * after.expects();
            best = Some(best.map_or(value, |it| it.max(value)));
        }
    }
    // The best of many tries flatters the reply, so the present worth counts as much.
    let now = next.expects();
    (best.map_or(now, |best| 0.5 * (now + sign(reply) * best)), spent)
}
