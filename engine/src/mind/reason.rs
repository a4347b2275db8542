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
    /// Whether the other side loses it.
    pub taken: bool,
}

impl Gain {
    /// Returns what happens if the count rises by so many.
    pub(super) fn rises(&self, by: usize) -> String {
        self.with(self.does, by)
    }

    /// Returns what happens if both sides lose as many.
    pub(super) fn exchanges(&self, by: usize) -> String {
        self.with("exchanges", by)
    }

    /// Says who meets it when the count rises for a seat, and what happens to them, such as `loses a
    /// piece` or `scores a goal`.
    pub fn event(&self, seat: Seat) -> (Seat, String) {
        match self.loses(1) {
            Some(loses) => (seat.other(), loses),
            None => (seat, self.rises(1)),
        }
    }

    /// Returns what happens to the other side; none if it loses nothing.
    pub(super) fn loses(&self, by: usize) -> Option<String> {
        self.taken.then(|| self.with("loses", by))
    }

    fn with(&self, does: &str, by: usize) -> String {
        match by {
            1 => format!("{does} {}", self.one),
            _ => format!("{does} {by} {}", self.many),
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

/// Returns what rose between two positions, and by how much.
pub(super) fn rises(before: &[Gain], after: &[Gain]) -> Vec<(Gain, usize)> {
    let both = before.iter().zip(after);
    both.map(|(before, after)| (*after, after.count.saturating_sub(before.count)))
        .filter(|it| 0 < it.1)
        .collect()
}

/// Says how often something happens; none if it is rare.
fn often(count: usize, of: usize, does: &str) -> Option<String> {
    let share = count as f64 / of.max(1) as f64;
    match share {
        share if share < LIKELY => None,
        _ if count == of => Some(format!("It {does}.")),
        _ => Some(format!("It {does} about {:.0}% of the time.", 100.0 * share)),
    }
}
