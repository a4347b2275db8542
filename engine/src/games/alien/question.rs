//! What is asked about a position: the checkers, what lies on their squares, and the cards.
use super::{Alien, AlienSquare, Card, Phase, planets::Planet};
use crate::{
    checkers::question::{self, Checkers, MoveDue},
    question::{Question, Relation, Thing},
    quote::lower_case,
    scene::Cell,
    seat::{Observer, Seat},
};

impl Checkers for Alien {
    fn moving(&self) -> MoveDue {
        match self.phase {
            Phase::Move | Phase::Over(_) => MoveDue::Now,
            Phase::Card => {
                MoveDue::Not("the ordinary move of this turn is made, and a card is due".to_owned())
            }
            Phase::Doom => MoveDue::Not("the monolith has to move a second time".to_owned()),
            Phase::Cheat => MoveDue::Not("the pile is being put in order".to_owned()),
            Phase::Crown { .. } => MoveDue::Not("a pawn has to be crowned first".to_owned()),
        }
    }

    fn with_move(&self, seat: Seat) -> Alien {
        let bound = if self.phase == Phase::Move { self.turn } else { self.turn.other() };
        let mut other = self.clone();
        (other.turn, other.phase, other.moved) = (seat, Phase::Move, None);
        other.order = self.order.filter(|_| seat == bound);
        other
    }

    fn without(&self, at: Cell) -> Alien {
        let mut other = self.clone();
        square(at).and_then(|at| other.field.take(at));
        other
    }

    fn steps(&self, of: Cell, on: Cell) -> Vec<Cell> {
        let (Some(of), Some(on)) = (square(of), square(on)) else { return Vec::new() };
        let mut field = self.field.clone();
        let Some(stack) = field.take(of) else { return Vec::new() };
        field.put(on, stack);
        let mut travels = Vec::new();
        field.travels(on, &self.homes(), &mut travels);
        let steps = travels.into_iter().filter(|travel| !travel.jumps);
        steps.map(|travel| super::scene::cell(travel.to())).collect()
    }

    fn crowning(&self, seat: Seat) -> Vec<Cell> {
        let far = self.home_of(seat).opposite();
        AlienSquare::all().filter(|at| at.rows_from(far) == 0).map(super::scene::cell).collect()
    }

    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String> {
        let (name, other) = (to.name(seat), to.name(seat.other()));
        let left = self.field.of(seat.other()).count();
        vec![
            format!(
                "{name} has {} of the {} kings and emperors that win.",
                self.kings(seat),
                self.options.goal()
            ),
            format!("{other} has {left} checkers left, and {name} wins when there are none."),
            "What a planet still needs, only its player knows: `hand`.".to_owned(),
        ]
    }

    fn peril(&self, at: Cell) -> Option<String> {
        let stack = self.field.stack(square(at)?)?;
        stack.hippo.then(|| format!("A Galactic Hippo sits on {at}, so that checker can't move."))
    }
}

impl Alien {
    /// Answers what is asked about the position.
    pub(super) fn answer_asked(&self, asked: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        let is_of = |kind: &str| {
            asked
                .by
                .iter()
                .chain(&asked.to)
                .any(|thing| matches!(thing, Thing::Kind(named) if named == kind))
        };
        match asked.relation {
            Relation::Count if is_of("card") => Some(vec![format!(
                "{} cards are left in the pile, {} face up and {} used.",
                self.deck.pile.0.len(),
                self.deck.up.len(),
                self.deck.spent.len()
            )]),
            Relation::Meaning => Some(self.cards(asked)),
            Relation::WhyNot => {
                // The one that can't be used is meant, if there is one.
                let mut up = self.deck.up.iter().copied();
                let odd = up.rfind(|card| !self.usable().any(|usable| usable == *card));
                let odd = odd.or(self.deck.up.last().copied()).filter(|_| is_of("card"));
                let card = named(asked).or(odd);
                match card.filter(|_| asked.squares().next().is_none()) {
                    Some(card) => Some(vec![self.why_no_card(card)]),
                    None => question::answer(self, asked, to),
                }
            }
            Relation::Progress
                if Planet::ALL.into_iter().any(|planet| asked.has(&[planet.word()])) =>
            {
                None
            }
            _ => question::answer(self, asked, to),
        }
    }

    /// Says what the named card does, or each that lies face up.
    fn cards(&self, asked: &Question) -> Vec<String> {
        let told = |card: Card| format!("{}: {}", card.name(), lower_case(card.said().effect));
        match named(asked) {
            Some(card) if self.deck.up.contains(&card) => vec![told(card)],
            Some(card) => vec![told(card), format!("{} isn't face up now.", card.name())],
            None if self.deck.up.is_empty() => vec!["No card lies face up.".to_owned()],
            None => self.deck.up.iter().map(|card| told(*card)).collect(),
        }
    }

    /// Says why a card can't be chosen, or that it can.
    fn why_no_card(&self, card: Card) -> String {
        match self.phase {
            Phase::Card if self.usable().any(|it| it == card) => {
                format!("Nothing forbids it: `card {}` and what it is for.", card.word())
            }
            Phase::Move => "Make an ordinary move first; a card is chosen after it.".to_owned(),
            _ => self.refuse_card(card).says,
        }
    }
}

/// Returns the card that a question names.
fn named(asked: &Question) -> Option<Card> {
    Card::ALL.into_iter().find(|card| asked.has(&[card.word()]))
}

fn square(at: Cell) -> Option<AlienSquare> {
    AlienSquare::at(at.column, at.row)
}
