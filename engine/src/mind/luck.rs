//! What chance gave in a match: the chances after each throw, less their mean over all throws. The mean
//! of that is nothing, however well or badly positions are judged; judging them well only makes the
//! results without it vary less (a control variate, as in Zinkevich et al.'s DIVAT and Burch et al.'s
//! AIVAT).
use super::{SearchGame, Skill, ToAct, chance, pick, sign};
use crate::{
    chance::Dice,
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::Table,
};

/// How many throws make a mean.
const THROWS: u32 = 16;

/// Returns what chance gave the first seat in a step, in points; nothing if it had no say. `mean` is
/// [`before_throw`](crate::table::Thinker::before_throw) of the match before the step; `after` is the match after it.
pub fn luck(mean: Option<f64>, after: &dyn Table, seed: u64) -> f64 {
    mean.map_or(0.0, |mean| after.glance(seed) - mean)
}

/// Judges a match quickly, with all secrets known: the first seat's chance, as far as what chance
/// gives comes true.
pub(crate) fn glance<G: SearchGame>(game: &G, seed: u64) -> f64 {
    let worth = match (game.stage(), G::LUCK_SEEN_BY) {
        (ToAct::Turn(seat), Some(level)) => {
            let skill = Skill { temperature: 0.0, ..game.skill(level) };
            let (rated, _) = game.rate(seat, &skill, &mut Dice::thinking(seed));
            pick::best(&rated).map_or_else(|| game.expects(), |best| sign(seat) * best.value)
        }
        _ => game.expects(),
    };
    0.5 + G::LUCK_COMES_TRUE * (chance::<G>(worth) - 0.5)
}

/// Returns the mean of [`glance`] over the throws of an action, and over what neither side knows;
/// none if chance has no say.
///
/// # Errors
/// If the action isn't possible.
pub(crate) fn before_throw<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    seed: u64,
) -> Result<Option<f64>, Refusal> {
    let dice = &mut Dice::thinking(seed);
    let mut thrown = false;
    let mut all = Vec::new();
    for _ in 0..THROWS {
        let mut next = game.determinize(BySeat::new(|_| true), dice);
        let mut fell = Dice::thinking(dice.number());
        next.act(seat, action, &mut Step::new(&mut fell))?;
        thrown |= !fell.thrown().is_empty() || next.mark() != game.mark();
        all.push(next);
    }
    let sum = || all.iter().map(|next| glance(next, seed)).sum::<f64>();
    Ok(thrown.then(|| sum() / f64::from(THROWS)))
}
