//! What is asked about a position: the fighters, their wounds and their chances.
use super::{Amtgard, Phase, field::Fighter, words::writ};
use crate::{
    checkers::{
        Color, PieceKind,
        question::{self, Checkers, MoveDue, last_row, square_at},
    },
    question::{Question, Relation, Thing},
    scene::Cell,
    seat::{Observer, Seat},
};

impl Checkers for Amtgard {
    fn moving(&self) -> MoveDue {
        match &self.phase {
            Phase::Order | Phase::Chain(_) | Phase::Over(_) => MoveDue::Now,
            Phase::Kits(_) => MoveDue::Not("the kits are chosen first".to_owned()),
            Phase::Stances { attack, .. } | Phase::Outside { attack, .. } => {
                MoveDue::Not(format!("the duel {} comes first", writ(*attack)))
            }
        }
    }

    fn with_move(&self, seat: Seat) -> Amtgard {
        let mut other = self.clone();
        // Who has won may only go on.
        if !(matches!(self.phase, Phase::Chain(_)) && self.turn == Color::from(seat)) {
            (other.turn, other.phase, other.before) = (seat.into(), Phase::Order, None);
        }
        other
    }

    fn without(&self, at: Cell) -> Amtgard {
        let mut other = self.clone();
        square_at(at).and_then(|at| other.field.take(at));
        other
    }

    fn steps(&self, of: Cell, on: Cell) -> Vec<Cell> {
        let (Some(of), Some(on)) = (square_at(of), square_at(on)) else { return Vec::new() };
        let Some(fighter) = self.field.at(of) else { return Vec::new() };
        let free = fighter.ways().filter_map(|way| on.step(way));
        let free = free.filter(|at| *at == of || self.field.at(*at).is_none());
        free.map(crate::checkers::scene::cell).collect()
    }

    fn crowning(&self, seat: Seat) -> Vec<Cell> {
        last_row(seat)
    }

    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String> {
        let says = |seat: Seat| {
            let side = Color::from(seat);
            let kings = self.field.of(side).filter(|it| it.rank == PieceKind::King).count();
            format!(
                "{} has {} fighters, {kings} of them kings.",
                to.name(seat),
                self.field.count(side)
            )
        };
        let mut out = vec![
            format!("{} wins when {} has no fighters left.", to.name(seat), to.name(seat.other())),
            says(seat.other()),
            says(seat),
        ];
        out.extend(self.turns_left().into_iter().flatten());
        out
    }
}

impl Amtgard {
    /// Answers what is asked about the position.
    pub(super) fn answer_asked(&self, asked: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        let placed = self.with_names_placed(asked);
        let asked = placed.as_ref().unwrap_or(asked);
        match asked.relation {
            Relation::Wounded => self.wounds(asked, to),
            Relation::Chance => self.chances(asked),
            Relation::Count if asked.has(&["turn", "turns", "long"]) => self.turns_left(),
            _ => question::answer(self, asked, to),
        }
    }

    /// Says how many turns are over; none where they aren't counted.
    fn turns_left(&self) -> Option<Vec<String>> {
        let turns = self.options.turns?;
        Some(vec![format!(
            "After {turns} turns each the fighters are counted; {} are over.",
            self.turns / 2
        )])
    }

    /// Writes fighters that are named by their squares; none if the question names nobody.
    fn with_names_placed(&self, asked: &Question) -> Option<Question> {
        let place = |thing: &Thing| match thing {
            Thing::Name(name) => {
                let called = |fighter: &&Fighter| {
                    fighter.name.as_ref().is_some_and(|own| own.to_lowercase() == *name)
                };
                let at = self.field.all().find(called)?.at;
                Some(Thing::Square(at.to_string()))
            }
            _ => None,
        };
        let mut placed = asked.clone();
        let mut found = false;
        for thing in placed.by.iter_mut().chain(&mut placed.to) {
            if let Some(square) = place(thing) {
                (*thing, found) = (square, true);
            }
        }
        found.then_some(placed)
    }

    /// Says who is wounded, on the named squares or of the named side.
    fn wounds(&self, asked: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        let squares: Vec<&str> = asked.squares().collect();
        if squares.is_empty() {
            let hurt = self.field.all().filter(|it| it.body.wound.is_some());
            let says: Vec<String> = hurt
                .filter_map(|fighter| {
                    Some(format!("{} ({})", fighter.at, fighter.body.wound?.name()))
                })
                .collect();
            return Some(vec![if says.is_empty() {
                "Nobody is wounded.".to_owned()
            } else {
                format!("Wounded: {}.", says.join(", "))
            }]);
        }
        let said = squares.into_iter().map(|name| {
            let fighter = name.parse().ok().and_then(|at| self.field.at(at));
            let Some(fighter) = fighter else { return format!("{name} is empty.") };
            let whose = to.name(fighter.side.into());
            if asked.has(&["armour"]) {
                let points = fighter.body.armour.iter().map(|it| u32::from(*it)).sum::<u32>();
                return match points {
                    0 => format!("No: {whose}'s fighter on {name} has no armour."),
                    1 => format!("Yes: {whose}'s fighter on {name} has 1 point of armour left."),
                    _ => format!("Yes: {whose}'s fighter on {name} has {points} points of armour left in all."),
                };
            }
            match fighter.body.wound {
                Some(limb) => {
                    format!("Yes: {whose}'s fighter on {name} is wounded in the {}.", limb.name())
                }
                None => format!("No: {whose}'s fighter on {name} has no wound."),
            }
        });
        Some(said.collect())
    }

    /// Says the chance of the attacks that are asked about: of the first square on the second, or all that could be ordered.
    fn chances(&self, asked: &Question) -> Option<Vec<String>> {
        let named = |things: &[Thing]| -> Vec<_> {
            let squares = things.iter().filter_map(|thing| match thing {
                Thing::Square(name) => name.parse().ok(),
                _ => None,
            });
            squares.collect()
        };
        let (by, to) = (named(&asked.by), named(&asked.to));
        let side = asked.by.iter().find_map(|thing| match thing {
            Thing::Side(seat) => Some(Color::from(*seat)),
            _ => None,
        });
        let of = |at| self.field.at(at).map(|fighter| fighter.side);
        let sides: Vec<Color> =
            match (by.first().copied().and_then(of), to.first().copied().and_then(of), side) {
                (Some(side), ..) => vec![side],
                (None, Some(owner), _) => vec![!owner],
                (None, None, Some(side)) => vec![side],
                (None, None, None) => asked.asker.map(Color::from).into_iter().collect(),
            };
        let attacks: Vec<_> = sides
            .iter()
            .flat_map(|side| {
                self.field.attacks(*side).into_iter().map(move |attack| (*side, attack))
            })
            .filter(|(_, attack)| by.is_empty() || by.contains(&attack.from))
            .filter(|(_, attack)| to.is_empty() || to.contains(&attack.over))
            .collect();
        if attacks.is_empty() && asked.squares().next().is_none() {
            return None;
        }
        if attacks.is_empty() {
            let reason = by.first().and_then(|from| self.field.at(*from)).zip(to.first()).map(
                |(fighter, at)| {
                    self.reason_on_the_field(fighter, *at, super::words::read::Sign::Attack)
                },
            );
            let says =
                reason.unwrap_or_else(|| "No such attack is open as the board stands.".to_owned());
            return Some(vec![format!("None: {says}")]);
        }
        let said = attacks
            .into_iter()
            .filter_map(|(side, attack)| self.odds_in_words(side, &writ(attack)).ok());
        Some(said.take(MOST).collect())
    }
}

/// The most attacks whose chances are told.
const MOST: usize = 6;
