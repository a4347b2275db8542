//! How computer players see the game: fighters without names, duels as chance nodes with their odds, stances and kits as small games
//! where both choose at once.
mod node;

use std::cell::RefCell;

use self::node::{Book, DuelNode, NodeOrder};
use super::{
    Action, Amtgard, Color, Phase,
    duel::DuelEnding,
    field::{Attack, Fighter},
    kits::{Kit, Kits, Stance},
    odds::fates,
    options::DuelRule,
    why::REAL_DUELS,
};
use crate::{
    chance::Dice,
    checkers::{PieceKind, mind::near_crown},
    mind::{
        Gain, Level, Rated, SearchGame, Skill, ToAct,
        expectimax::{self, Tree},
        matrix, sign,
    },
    refusal::Refusal,
    seat::Seat,
};

/// With so many fighters on their feet, the match has hardly begun.
const OPENING: usize = 22;

impl SearchGame for Amtgard {
    const COMES_TO: [f64; 5] = [0.05, 0.13, 0.26, 0.49, 0.9];
    const LUCK_COMES_TRUE: f64 = 0.65;

    fn playable(&self) -> Result<(), Refusal> {
        match self.options.duel {
            DuelRule::Dice | DuelRule::Stance => Ok(()),
            DuelRule::Reeve => {
                Err(Refusal::illegal(REAL_DUELS).instead(["duel=dice", "duel=stance"]))
            }
        }
    }

    fn stage(&self) -> ToAct {
        match &self.phase {
            Phase::Over(end) => ToAct::Over(end.winner().map(Seat::from)),
            _ => match Color::BOTH.map(|color| self.waits_for(color)) {
                [true, true] => ToAct::Both,
                [true, false] => ToAct::Turn(Seat::First),
                _ => ToAct::Turn(Seat::Second),
            },
        }
    }

    fn evaluate(&self) -> f64 {
        let book = RefCell::new(Book::default());
        DuelNode::of(self, &book).evaluate()
    }

    fn gain(&self) -> f64 {
        let of = |color| {
            let each = |fighter: &Fighter| if fighter.rank == PieceKind::King { 2.0 } else { 1.0 };
            self.field.of(color).map(each).sum::<f64>()
        };
        of(Color::Black) - of(Color::White)
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        let side = Color::from(seat);
        let kings = self.field.of(side).filter(|it| it.rank == PieceKind::King).count();
        let taken = ALL.saturating_sub(self.field.of(!side).count());
        vec![
            Gain { count: taken, does: "takes", one: "a fighter", many: "fighters", taken: true },
            Gain { count: kings, does: "crowns", one: "a man", many: "men", taken: false },
        ]
    }

    fn remark(&self, _: Seat, action: &Action, after: Option<[&Self; 2]>) -> Option<String> {
        let attack = match action {
            Action::Attack(attack) => *attack,
            Action::Move { from, to } => {
                let man = self.field.at(*from).filter(|it| it.rank == PieceKind::Man)?;
                let [_, end] = after?;
                let stays = self.field.count(man.side) == end.field.count(man.side);
                return near_crown(man.side, *to).filter(|_| stays);
            }
            _ => return None,
        };
        let odds = self.odds(attack, Stance::Steady, Stance::Steady).ok()?;
        let takes = 100.0 * odds.won;
        let falls = 100.0 * (odds.repelled + odds.both_fell);
        let steady = match self.options.duel {
            DuelRule::Stance => " if both are steady",
            DuelRule::Dice | DuelRule::Reeve => "",
        };
        let is_hurt = self.field.at(attack.over).is_some_and(|it| it.body.wound.is_some());
        let wounded = if is_hurt { "attacks a wounded fighter and " } else { "" };
        Some(format!(
            "{wounded}takes the fighter {takes:.0}% of the time and costs the attacker {falls:.0}%{steady}"
        ))
    }

    fn is_opening(&self) -> bool {
        OPENING <= Color::BOTH.map(|color| self.field.of(color).count()).iter().sum()
    }

    fn candidates(&self, seat: Seat, _: usize, _: &mut Dice) -> Vec<Action> {
        let mut all = self.actions(seat.into());
        all.retain(|action| !matches!(action, Action::Stance { standing: true, .. }));
        all
    }

    fn skill(&self, level: Level) -> Skill {
        let (nodes, depth, temperature) = match level {
            Level::One => (2_000, 2, 0.098),
            Level::Two => (4_000, 2, 0.051),
            Level::Three => (10_000, 3, 0.0335),
            // An attacker who loses is removed, so it matters what follows an attack.
            Level::Four if self.options.damned => (25_000, 4, 0.011),
            Level::Four => (20_000, 3, 0.011),
            // Otherwise it would begin every match alike.
            Level::Five if self.is_opening() => (40_000, 4, 0.003),
            Level::Five => (40_000, 4, 0.0),
        };
        Skill { nodes, depth, temperature, ..Skill::usual(level) }
    }

    fn rate(&self, seat: Seat, skill: &Skill, dice: &mut Dice) -> (Vec<Rated<Action>>, u32) {
        match self.phase {
            Phase::Kits(_) => (drawn(self.kits(), dice), 16),
            Phase::Stances { attack, .. } => (drawn(self.stances(attack, seat.into()), dice), 9),
            _ => {
                let book = RefCell::new(Book::default());
                let (rated, nodes) = expectimax::rate(&DuelNode::of(self, &book), &[], seat, skill);
                let action = |order: NodeOrder| match order {
                    NodeOrder::Move(from, to) => Action::Move { from, to },
                    NodeOrder::Attack(attack) => Action::Attack(attack),
                    NodeOrder::Stop => Action::Stop,
                    NodeOrder::Pass => Action::Pass,
                };
                let rated = rated.into_iter().map(|rated| Rated {
                    action: action(rated.action),
                    value: rated.value,
                    visits: rated.visits,
                });
                (rated.collect(), nodes)
            }
        }
    }
}

/// The most fighters of a side.
const ALL: usize = 32;

/// Draws one action from a mixed strategy.
fn drawn((mixed, value): (Vec<(Action, f64)>, f64), dice: &mut Dice) -> Vec<Rated<Action>> {
    const PARTS: u32 = 1 << 20;
    let mut left = f64::from(dice.below("a mixture", PARTS).unwrap_or(0)) / f64::from(PARTS);
    let mut picked = 0;
    for (n, (_, part)) in mixed.iter().enumerate().filter(|it| 0.0 < it.1.1) {
        picked = n;
        left -= part;
        if left < 0.0 {
            break;
        }
    }
    mixed
        .into_iter()
        .nth(picked)
        .map(|(action, _)| Rated { action, value, visits: 1 })
        .into_iter()
        .collect()
}

impl Amtgard {
    /// Mixes stances for the current duel, by the odds of each pair and the value of the match after it.
    fn stances(&self, attack: Attack, side: Color) -> (Vec<(Action, f64)>, f64) {
        let book = RefCell::new(Book::default());
        let node = DuelNode::of(self, &book);
        let gains = |one: Stance, other: Stance| -> f64 {
            let (Some(attacker), Some(defender)) =
                (self.field.at(attack.from), self.field.at(attack.over))
            else {
                return 0.0;
            };
            let duel = fates(&self.duelist(attacker, one), &self.duelist(defender, other));
            duel.iter().map(|fate| fate.part * node.settled(attack, fate).evaluate()).sum()
        };
        let attacks = self.field.at(attack.from).is_some_and(|it| it.side == side);
        let sign = sign(side.into());
        let table: Vec<Vec<f64>> = Stance::ALL
            .map(|own| {
                let pair = |other| if attacks { gains(own, other) } else { gains(other, own) };
                Stance::ALL.map(|other| sign * pair(other)).to_vec()
            })
            .to_vec();
        let mixed = matrix::solve(&table);
        let action = |stance| Action::Stance { stance, standing: false };
        (Stance::ALL.map(action).into_iter().zip(mixed.rows).collect(), mixed.value)
    }

    /// Mixes kits for a whole side, by how a fighter with one fares against another, attacking and attacked.
    fn kits(&self) -> (Vec<(Action, f64)>, f64) {
        let Some(anybody) = self.field.all().next() else { return (Vec::new(), 0.0) };
        let with = |kit: Kit| self.duelist(&Fighter { kit, ..anybody.clone() }, Stance::Steady);
        let won = |one: Kit, other: Kit| -> f64 {
            let fell = |it: &&super::odds::Fate| it.ending == DuelEnding::Won;
            fates(&with(one), &with(other)).iter().filter(fell).map(|it| it.part).sum()
        };
        let table: Vec<Vec<f64>> = Kit::ALL
            .map(|own| Kit::ALL.map(|other| won(own, other) - won(other, own)).to_vec())
            .to_vec();
        let mixed = matrix::solve(&table);
        let action = |kit| Action::Kits(Kits::all(kit));
        (Kit::ALL.map(action).into_iter().zip(mixed.rows).collect(), mixed.value)
    }
}
