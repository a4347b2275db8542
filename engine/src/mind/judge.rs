//! How an action compares with the best one.
use super::{ANALYST, SearchGame, Skill, ToAct, chance, outlook::is_forced, sign, worth};
use crate::{
    chance::Dice,
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// Over how many throws an action is averaged that a search didn't look at, if each is searched, and if it isn't.
const SEARCHED: usize = 8;
const LOOKED_AT: usize = 48;

/// How a decision compares with the best one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The first seat's chance with the action, before any throw; none if both sides choose at once.
    pub expected: Option<f64>,
    /// Whether there was no other choice.
    pub only: bool,
    pub better: Option<String>,
    pub lost: f64,
    /// How much better it is than the next best; 0 if it isn't the best.
    pub margin: f64,
    /// The same as the search sees it, before it is turned into a chance: a share of the way from a
    /// loss to a win.
    pub clear_by: f64,
}

/// Compares an action with the best one, as a strong player sees both.
///
/// # Errors
/// If computer players can't judge this match, or the action isn't possible.
pub(crate) fn judge<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    seed: u64,
) -> Result<Judged, Refusal> {
    game.playable()?;
    if game.stage() != ToAct::Turn(seat) {
        return Ok(Judged::default());
    }
    // With this heat, no action is too bad to be searched in full.
    let skill = Skill { temperature: 1.0, ..game.skill(ANALYST) };
    let (rated, _) = game.rate(seat, &skill, &mut Dice::thinking(seed));
    let tries = rated.iter().map(|it| it.visits).max().unwrap_or(0);
    let sure = || rated.iter().filter(|candidate| tries <= 10 * candidate.visits);
    let best = sure().max_by(|one, other| one.value.total_cmp(&other.value));
    let own = rated.iter().find(|candidate| candidate.action == *action && 0 < candidate.visits);
    let chance = chance::<G>;
    let Some(own) = own else {
        // The search looked at others. Both are judged alike, by what comes after them.
        let value = expected(game, seat, action, seed)?;
        let best = best.filter(|best| best.action != *action);
        let best_value = best.map(|best| expected(game, seat, &best.action, seed)).transpose()?;
        let lost = best_value.map_or(0.0, |best| chance(best) - chance(value));
        let better = best.filter(|_| 0.0 < lost).map(|best| game.write(&best.action));
        let expected = Some(chance(sign(seat) * value));
        return Ok(Judged { expected, better, lost: lost.max(0.0), ..Judged::default() });
    };
    let expected = Some(chance(sign(seat) * own.value));
    let lost = best.map_or(0.0, |best| chance(best.value) - chance(own.value));
    let others = sure().filter(|it| it.action != *action);
    let next = others.map(|it| it.value).max_by(f64::total_cmp);
    Ok(match best.filter(|best| best.action != *action && 0.0 < lost) {
        Some(better) => {
            let better = Some(game.write(&better.action));
            Judged { expected, better, lost, ..Judged::default() }
        }
        None => {
            let margin = next.map_or(0.0, |next| (chance(own.value) - chance(next)).max(0.0));
            let clear_by = next.map_or(0.0, |next| ((own.value - next) / 2.0).max(0.0));
            let only = is_forced(game, seat);
            Judged { expected, only, margin, clear_by, ..Judged::default() }
        }
    })
}

/// Compares an action with the best one by what its seat knows.
///
/// # Errors
/// As [`judge`].
pub(crate) fn compare<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    seed: u64,
) -> Result<Judged, Refusal> {
    let known = game.determinize(BySeat::new(|it| it == seat), &mut Dice::thinking(seed));
    judge(&known, seat, action, seed)
}

/// Returns what a seat expects after an action, from -1 to 1: the mean over what chance may bring.
fn expected<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    seed: u64,
) -> Result<f64, Refusal> {
    let dice = &mut Dice::thinking(seed);
    // Where chance says more than a search, a position's own worth is what the search goes by too.
    let searches = G::LUCK_SEEN_BY.is_some();
    let mut all: Vec<f64> = Vec::new();
    while all.len() < if searches { SEARCHED } else { LOOKED_AT } {
        let mut next = game.clone();
        let mut fell = Dice::thinking(dice.number());
        next.act(seat, action, &mut Step::new(&mut fell))?;
        let worth = if searches { worth(&next, seed)? } else { next.expects() };
        all.push(sign(seat) * worth);
        if fell.thrown().is_empty() {
            break;
        }
    }
    Ok(all.iter().sum::<f64>() / all.len() as f64)
}
