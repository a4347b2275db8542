//! How computer players see the game: material, crowns and the progress of planets.
use super::{
    Action, Alien, AlienSquare, CardPlay, End, Phase, Planet, options::KINGS, planets::CENTRE,
};
use crate::{
    chance::Dice,
    game::Step,
    mind::{Gain, Level, SearchGame, Skill, ToAct},
    seat::Seat,
};

/// What checkers are worth by their height, in pawns.
const HEIGHTS: [f64; 3] = [1.0, 1.9, 2.7];
/// The share of a checker's worth that is left under a hippo.
const UNDER_A_HIPPO: f64 = 0.4;
/// What each row forward is worth to a pawn.
const ROW: f64 = 0.05;
/// What kings and emperors are worth on the way to five of them, by how many there are. Where fewer win, a side has a start of
/// the rest.
const CROWNS: [f64; 6] = [0.0, 0.1, 0.4, 0.95, 2.2, 4.0];
/// The share of a lead that is left, by how many moves a side has: if it has none on its turn, the match is a draw. Pawns that
/// block each other lead to that even while a side has many.
const STUCK: [f64; 6] = [0.32, 0.53, 0.70, 0.83, 0.92, 0.98];
/// The worth of a planet whose condition is nearly fulfilled, in pawns.
const PLANET: f64 = 2.2;
/// The lead in pawns at which a match is nearly decided.
const SWAY: f64 = 4.0;
/// The most targets of one card that are considered.
const TARGETS: usize = 24;

/// Until so many turns have ended, the match has hardly begun.
const OPENING: u32 = 8;

impl SearchGame for Alien {
    const COMES_TO: [f64; 5] = [0.05, 0.09, 0.2, 0.42, 0.76];
    const LUCK_COMES_TRUE: f64 = 0.5;

    fn stage(&self) -> ToAct {
        match self.phase {
            Phase::Over(end) => ToAct::Over(match end {
                End::Bare(loser) => Some(loser.other()),
                End::Planet(winner, _) | End::Kings(winner) | End::Crowned(winner, _) => {
                    Some(winner)
                }
                End::Desert | End::Blocked(_) | End::Quiet => None,
            }),
            _ => ToAct::Turn(self.seat()),
        }
    }

    fn evaluate(&self) -> f64 {
        let [first, second] = Seat::BOTH.map(|seat| self.holds(seat) + self.hopes(seat));
        let lead = (first - second) / SWAY;
        let value = lead / (1.0 + lead * lead).sqrt();
        value * Seat::BOTH.map(|seat| self.freedom(seat)).iter().product::<f64>()
    }

    fn gain(&self) -> f64 {
        let of = |seat| self.field.of(seat).map(|it| f64::from(it.1.height)).sum::<f64>();
        of(Seat::First) - of(Seat::Second)
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        let left = |seat| self.field.of(seat).map(|it| usize::from(it.1.height)).sum::<usize>();
        let taken = usize::from(self.options.pieces).saturating_sub(left(seat.other()));
        let kings = self.field.of(seat).filter(|it| 2 <= it.1.height).count();
        vec![
            Gain { count: taken, does: "takes", one: "a piece", many: "pieces", taken: true },
            Gain { count: kings, does: "crowns", one: "a pawn", many: "pawns", taken: false },
        ]
    }

    fn remark(&self, seat: Seat, _: &Action, after: Option<[&Self; 2]>) -> Option<String> {
        let [after, _] = after?;
        let emperors = |game: &Alien| game.field.of(seat).filter(|it| it.1.height == 3).count();
        let kings = after.kings(seat);
        if self.kings(seat) < kings && 1 < self.options.kings {
            return Some(format!("reaches {kings} of the {} kings that win", self.options.kings));
        }
        (emperors(self) < emperors(after)).then(|| "makes an emperor".to_owned())
    }

    fn is_opening(&self) -> bool {
        self.turns < OPENING
    }

    fn mark(&self) -> u64 {
        self.deck.up.iter().fold(1, |sum: u64, card| sum.wrapping_mul(31) + 1 + *card as u64)
    }

    fn candidates(&self, seat: Seat, wide: usize, dice: &mut Dice) -> Vec<Action> {
        if self.phase != Phase::Card {
            return self.choices_of(seat).listed;
        }
        let most = TARGETS.min(wide);
        let mut candidates = Vec::new();
        for card in self.usable() {
            let mut plays = self.plays(card);
            // If `Nothing` is possible, it comes last.
            let nothing = plays.pop_if(|play| matches!(play, CardPlay::Nothing(_)));
            if most < plays.len() {
                // A few of very many, whichever.
                for n in 0..most {
                    let left = u32::try_from(plays.len() - n).unwrap_or(u32::MAX);
                    let at = n + dice.below("a target", left).map_or(0, |it| it as usize);
                    plays.swap(n, at);
                }
                plays.truncate(most);
            }
            candidates.extend(plays.into_iter().chain(nothing).map(Action::Card));
        }
        candidates
    }

    fn tried(&self, _: Seat, action: &Action, dice: &mut Dice) -> Option<Alien> {
        let mut next = self.clone();
        next.carry_on(action, &mut Step::new(dice)).ok()?;
        Some(next)
    }

    fn skill(&self, level: Level) -> Skill {
        let two = 1 < self.options.decks;
        let (nodes, wide, temperature) = match level {
            Level::One => (1, 100, 0.4),
            Level::Two => (1, 40, 0.09),
            Level::Three => (45, 24, 0.04),
            Level::Four if two => (2_200, 32, 0.02),
            Level::Four => (2_200, 32, 0.002),
            // With more cards to turn up, it sees further if it tries fewer.
            Level::Five if two => (45_000, 20, 0.0),
            Level::Five => (45_000, 40, 0.0),
        };
        Skill { nodes, wide, temperature, ..Skill::usual(level) }
    }
}

impl Alien {
    /// What a side has on the board, in pawns.
    fn holds(&self, seat: Seat) -> f64 {
        let home = self.home_of(seat);
        let each = |(at, stack): (AlienSquare, &super::Stack)| {
            let height = HEIGHTS[usize::from(stack.height.clamp(1, 3)) - 1];
            let forward = if stack.height == 1 { ROW * f64::from(at.rows_from(home)) } else { 0.0 };
            let part = if stack.hippo { UNDER_A_HIPPO } else { 1.0 };
            part * (height + forward)
        };
        let start = KINGS.saturating_sub(self.options.kings);
        let kings = (self.kings(seat) as usize + usize::from(start)).min(CROWNS.len() - 1);
        self.field.of(seat).map(each).sum::<f64>() + CROWNS[kings]
    }

    /// The share of a lead that is left, because this side may be unable to move: 0 to 1.
    fn freedom(&self, seat: Seat) -> f64 {
        let homes = self.homes();
        let mut moves = Vec::with_capacity(2 * STUCK.len());
        for (at, _) in self.field.of(seat) {
            self.field.travels(at, &homes, &mut moves);
            if STUCK.len() <= moves.len() {
                return 1.0;
            }
        }
        STUCK.get(moves.len()).copied().unwrap_or(1.0)
    }

    /// The worth of a side's planet, in pawns.
    fn hopes(&self, seat: Seat) -> f64 {
        let planet = *self.planets.0.get(seat);
        let part = f64::from(self.progress(planet, seat)) / f64::from(planet.goal());
        let part = match planet {
            // The nearer the monolith to the middle the better.
            Planet::Jupiter => match (self.field.monolith, CENTRE) {
                (Some(at), Some(centre)) => {
                    let far = at.file().abs_diff(centre.file()) + at.rank().abs_diff(centre.rank());
                    0.8 - 0.1 * f64::from(far.min(6))
                }
                _ => 0.2,
            },
            _ => part,
        };
        PLANET * part * part
    }
}
