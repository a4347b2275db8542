//! What an action gains at once, in words.
use super::{SearchGame, ToAct};
use crate::{
    chance::Dice,
    seat::{BySeat, Seat},
};

/// How many throws are tried when chance decides.
const TRIES: usize = 200;

/// From this share on, a gain is likely enough to name.
const LIKELY: f64 = 0.05;

/// Something that a seat wants to have more of, such as goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    pub count: usize,
    /// What an action does that raises the count, such as `scores`.
    pub does: &'static str,
    /// What for one, and for several.
    pub one: &'static str,
    pub many: &'static str,
}

impl Gain {
    /// Returns what happens if the count rises by so many.
    fn rises(&self, by: usize) -> String {
        match by {
            1 => format!("{} {}", self.does, self.one),
            _ => format!("{} {by} {}", self.does, self.many),
        }
    }
}

/// Says what an action gains at once, such as `It takes 2 pieces.`; none if that isn't the point.
pub(crate) fn reason<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    dice: &mut Dice,
) -> Option<String> {
    let known = BySeat::new(|it| it == seat);
    let mut ends = Vec::new();
    while ends.len() < TRIES {
        let before = game.determinize(known, dice);
        let mut fell = Dice::thinking(dice.number());
        ends.push(before.tried(seat, action, &mut fell)?);
        if fell.thrown().is_empty() {
            break;
        }
    }
    let wins = |game: &&G| game.stage() == ToAct::Over(Some(seat));
    if let Some(says) = often(ends.iter().filter(wins).count(), ends.len(), "wins the match") {
        return Some(says);
    }
    let after: Vec<Vec<Gain>> = ends.iter().map(|it| it.gains(seat)).collect();
    game.gains(seat).iter().enumerate().find_map(|(n, now)| {
        let rise =
            |gains: &Vec<Gain>| gains.get(n)?.count.checked_sub(now.count).filter(|it| 0 < *it);
        let rises: Vec<usize> = after.iter().filter_map(rise).collect();
        often(rises.len(), after.len(), &now.rises(*rises.iter().min()?))
    })
}

/// Says how often something happens; none if it is rare.
fn often(count: usize, of: usize, does: &str) -> Option<String> {
    let share = count as f64 / of.max(1) as f64;
    match share {
        share if share < LIKELY => None,
        _ if count == of => Some(format!("It {does}.")),
        _ => Some(format!("It {does} in about {:.0}% of cases.", 100.0 * share)),
    }
}
