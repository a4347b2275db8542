//! Beam search over one turn: when a roll allows many small actions in any order, the most promising
//! beginnings are followed until the turn is over or nothing improves.
use super::{Rated, SearchGame, Skill, ToAct, sign};
use crate::{
    chance::Dice,
    seat::{BySeat, Seat},
};

/// Over how many throws an action with chance is averaged.
const THROWS: u32 = 12;

/// A beginning of a turn.
struct Opening<G> {
    game: G,
    /// The first action, by its number.
    first: usize,
    value: f64,
}

/// Rates the actions of a seat by the best turn that begins with each; also returns how many positions were searched. `wide` is
/// how many beginnings are followed, `depth` how many actions.
pub(crate) fn rate<G: SearchGame>(
    game: &G,
    seat: Seat,
    skill: &Skill,
    dice: &mut Dice,
) -> (Vec<Rated<G::Action>>, u32) {
    let game = game.determinize(BySeat::new(|it| it == seat), dice);
    let mut spent = 0;
    let mut rated: Vec<Rated<G::Action>> = Vec::new();
    let mut beam: Vec<Opening<G>> = Vec::new();
    for action in game.candidates(seat, usize::MAX, dice) {
        let Some((value, next)) = judged(&game, seat, &action, dice, &mut spent) else { continue };
        let first = rated.len();
        beam.extend(next.map(|game| Opening { game, first, value }));
        rated.push(Rated { action, value, visits: 1 });
    }
    for _ in 1..skill.depth {
        beam.sort_by(|one, other| other.value.total_cmp(&one.value));
        beam.truncate(skill.wide.into());
        let mut longer = Vec::new();
        for Opening { game, first, value: so_far } in &beam {
            for action in game.candidates(seat, usize::MAX, dice) {
                if skill.nodes <= spent {
                    break;
                }
                let Some((value, next)) = judged(game, seat, &action, dice, &mut spent) else {
                    continue;
                };
                rated[*first].value = rated[*first].value.max(value);
                // Actions that don't improve anything aren't followed.
                let next = next.filter(|_| *so_far <= value);
                longer.extend(next.map(|game| Opening { game, first: *first, value }));
            }
        }
        if longer.is_empty() || skill.nodes <= spent {
            break;
        }
        beam = longer;
    }
    rated.sort_by(|one, other| other.value.total_cmp(&one.value));
    (rated, spent)
}

/// Tries an action: what the seat expects after it, averaged over chance, and the match if it is still its turn.
fn judged<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    dice: &mut Dice,
    spent: &mut u32,
) -> Option<(f64, Option<G>)> {
    let mut fell = Dice::thinking(dice.number());
    let next = game.tried(seat, action, &mut fell)?;
    *spent += 1;
    let value = sign(seat) * next.expects();
    if fell.thrown().is_empty() {
        let goes_on = next.stage() == ToAct::Turn(seat);
        return Some((value, goes_on.then_some(next)));
    }
    let more = (1..THROWS).filter_map(|_| {
        *spent += 1;
        let next = game.tried(seat, action, &mut Dice::thinking(dice.number()))?;
        Some(sign(seat) * next.expects())
    });
    Some(((value + more.sum::<f64>()) / f64::from(THROWS), None))
}
