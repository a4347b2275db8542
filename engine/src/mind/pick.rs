//! From rated actions to the one that is played: the best, or at lower levels one that is nearly as good.
use super::{Level, Player, Rated, SearchGame, Skill, sign};
use crate::{chance::Dice, seat::Seat};

/// From this worth on, a win is certain.
const WON: f64 = 0.98;

/// Parts of a throw for a choice by weight.
const PARTS: u32 = 1 << 20;

/// The most choices the greedy player tries.
const GREEDY: usize = 200;

/// Decides what a player does; also returns what the seat expects and how many positions were searched.
pub(super) fn decide<G: SearchGame>(
    game: &G,
    seat: Seat,
    player: Player,
    dice: &mut Dice,
) -> Option<(G::Action, f64, u32)> {
    let level = match player {
        Player::Random => {
            return Some((game.sample(seat, dice)?, sign(seat) * game.expects(), 1));
        }
        Player::Greedy => return greedy(game, seat, dice),
        Player::Level(level) => level,
    };
    let skill = game.skill(level);
    let (rated, nodes) = game.rate(seat, &skill, dice);
    let wastes = |action: &G::Action| game.wastes(seat, action);
    let picked = pick(&rated, &skill, Level::Two <= level, wastes, dice)?;
    let action = game.by_hand(seat, picked.action.clone(), level, dice);
    Some((action, picked.value, nodes))
}

/// Returns the best of rated actions: of a counting search the one that was tried most, as its
/// value is the surest; otherwise the most valuable.
pub(super) fn best<A>(rated: &[Rated<A>]) -> Option<&Rated<A>> {
    let tries = rated.iter().map(|it| it.visits).max()?;
    let most = rated.iter().find(|candidate| candidate.visits == tries && 1 < tries);
    most.or_else(|| most_valuable(rated))
}

/// Of equals the first: about later ones a search may know only that they are no better.
fn most_valuable<'a, A: 'a>(rated: impl IntoIterator<Item = &'a Rated<A>>) -> Option<&'a Rated<A>> {
    rated.into_iter().reduce(|one, other| if one.value < other.value { other } else { one })
}

/// Picks one: without those with few tries, much worse than the best or wasteful, the better the
/// likelier.
fn pick<'a, A>(
    rated: &'a [Rated<A>],
    skill: &Skill,
    wins: bool,
    wastes: impl Fn(&A) -> bool,
    dice: &mut Dice,
) -> Option<&'a Rated<A>> {
    if skill.temperature <= 0.0 {
        return best(rated);
    }
    let tries = rated.iter().map(|it| it.visits).max()?;
    let tried: Vec<&Rated<A>> =
        rated.iter().filter(|candidate| tries <= 10 * candidate.visits).collect();
    let best = most_valuable(tried.iter().copied())?;
    if wins && WON <= best.value {
        return Some(best);
    }
    let mut near = tried;
    near.retain(|it| best.value - skill.margin() < it.value);
    near.retain(|candidate| std::ptr::eq(*candidate, best) || !wastes(&candidate.action));
    let weight =
        |candidate: &&Rated<A>| libm::exp((candidate.value - best.value) / skill.temperature);
    let total: f64 = near.iter().map(weight).sum();
    let mut left = total * f64::from(dice.below("a choice", PARTS).ok()?) / f64::from(PARTS);
    for candidate in &near {
        left -= weight(candidate);
        if left < 0.0 {
            return Some(candidate);
        }
    }
    near.last().copied()
}

/// Takes the biggest gain now, or any of several equal ones.
fn greedy<G: SearchGame>(game: &G, seat: Seat, dice: &mut Dice) -> Option<(G::Action, f64, u32)> {
    let mut best: Vec<(G::Action, f64)> = Vec::new();
    let mut nodes = 0;
    for action in game.candidates(seat, GREEDY, dice) {
        let mut fell = Dice::thinking(dice.number());
        let Some(next) = game.tried(seat, &action, &mut fell) else { continue };
        nodes += 1;
        let gain = sign(seat)
            * match next.stage() {
                super::ToAct::Over(_) => 1e6 * next.expects(),
                _ => next.gain(),
            };
        match best.first() {
            Some(&(_, most)) if gain < most => {}
            Some(&(_, most)) if gain == most => best.push((action, gain)),
            _ => best = vec![(action, gain)],
        }
    }
    let n = u32::try_from(best.len()).ok().filter(|it| 0 < *it)?;
    let at = dice.below("a choice", n).ok()?;
    let (action, _) = best.swap_remove(at as usize);
    Some((action, sign(seat) * game.expects(), nodes))
}
