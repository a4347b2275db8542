//! Why an action isn't open now.
pub(super) mod moves;

use super::{
    Action, Alien, AlienSquare, Binding, Card, Phase, Travel, field::Stack, words::read::off_board,
    words::side,
};
use crate::{quote::sentence, refusal::Refusal, seat::Seat};

impl Alien {
    /// Lets an action pass, or refuses it.
    pub(super) fn allows(&self, action: &Action) -> Result<(), Refusal> {
        let fits = match (self.phase, action) {
            (Phase::Move, Action::Move(travel)) => self.is_move(travel),
            (Phase::Card, Action::Card(play)) => {
                let card = play.card();
                self.usable().any(|it| it == card) && self.is_play(play)
            }
            (Phase::Doom, Action::Doom(way)) => self.field.shoved_to(*way).is_some(),
            (Phase::Cheat, Action::Order(cards)) => {
                self.order_beginning(cards).is_some_and(|beginning| beginning.len() == cards.len())
            }
            (Phase::Crown { seat, next: _ }, Action::Crown(at)) => self.ready(seat).contains(at),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.refuse(action)) }
    }

    pub(super) fn refuse(&self, action: &Action) -> Refusal {
        let says = match (self.phase, action) {
            (Phase::Over(_), _) => return Refusal::over(),
            (Phase::Card, Action::Card(play)) if !self.usable().any(|it| it == play.card()) => {
                return self.refuse_card(play.card());
            }
            (Phase::Card, Action::Card(play)) => self.why_no_play(play),
            (Phase::Move, Action::Move(travel)) => {
                let squares: Vec<AlienSquare> =
                    [travel.from].into_iter().chain(travel.path.iter().copied()).collect();
                self.why_no_move(&squares, &self.moves())
            }
            (Phase::Doom, Action::Doom(way)) => off_board(*way),
            (Phase::Move, _) => "Make an ordinary move first.".to_owned(),
            (Phase::Card, _) => sentence(format!("Choose a card: {}", self.up_in_words(" or "))),
            (Phase::Doom, _) => "You must move the monolith a second time.".to_owned(),
            (Phase::Cheat, _) => "Those aren't the cards in the pile.".to_owned(),
            (Phase::Crown { .. }, _) => "You must crown a pawn first.".to_owned(),
        };
        Refusal::illegal(says).instead(self.offers(""))
    }

    /// Says why a card can't be chosen.
    pub(super) fn refuse_card(&self, card: Card) -> Refusal {
        let says = if self.deck.up.contains(&card) {
            format!("{card} needs a 2x2 area with checkers of both sides.")
        } else {
            sentence(format!("{card} isn't face up; these are: {}", self.up_in_words(" and ")))
        };
        Refusal::illegal(says).instead(self.offers(""))
    }

    /// Says why an ordinary move isn't open.
    pub(super) fn why_no_move(&self, squares: &[AlienSquare], legal: &[Travel]) -> String {
        let me = self.turn;
        let [from, after @ ..] = squares else { return "Name a square.".to_owned() };
        if let Some(why) = self.why_not_mine(*from, me) {
            return why;
        }
        let binding = self.binding(legal);
        if let Some(Binding::Fate(at)) = binding.filter(|it| *it != Binding::Fate(*from)) {
            return format!("Fate binds you: the checker on {at} must move.");
        }
        let mut own = Vec::new();
        self.field.travels(*from, &self.homes(), &mut own);
        let meant = after.last().and_then(|to| own.iter().find(|travel| travel.to() == *to));
        let wanders = binding == Some(Binding::Wanderlust);
        match (meant, legal.first()) {
            (Some(travel), _) if wanders && !self.obeys(Binding::Wanderlust, travel) => {
                let row = self.home_of(me).row();
                format!("Wanderlust binds you: a checker must leave {row}.")
            }
            (Some(_), Some(due)) if due.jumps => {
                format!("You must jump: {}.", due.write())
            }
            _ => match own.iter().find(|travel| legal.contains(travel)) {
                _ if after.is_empty() && own.is_empty() => format!("{from} has nowhere to go."),
                _ => self.why_no_way(*from, after),
            },
        }
    }

    /// Says why a player's own checker can't go there.
    pub(super) fn why_no_way(&self, from: AlienSquare, after: &[AlienSquare]) -> String {
        let (Some(stack), Some(&to)) = (self.field.stack(from), after.first()) else {
            return format!("{from} can't move like that now.");
        };
        let home = self.home_of(stack.seat);
        if from == to {
            return "A move must end on another square.".to_owned();
        }
        let Some(way) = from.way_to(to) else {
            return self.why_no_jump(from, to, stack);
        };
        if from.is_dark() != to.is_dark() {
            return "An ordinary move goes diagonally.".to_owned();
        }
        if stack.height == 1 && !way.leaves(home) {
            let far = home.opposite().row();
            return format!("{}'s pawns move only towards {far}.", side(stack.seat));
        }
        if !self.field.lets(stack.seat, from, way) {
            let enemy = side(stack.seat.other());
            return format!("{enemy}'s wall stands between {from} and {to}.");
        }
        self.why_taken(to)
    }

    fn why_no_jump(&self, from: AlienSquare, to: AlienSquare, stack: &Stack) -> String {
        let apart = |one: u8, other: u8| one.abs_diff(other);
        let leap = [apart(from.file(), to.file()), apart(from.rank(), to.rank())];
        if leap != [2, 2] {
            return "A checker steps one square diagonally, or jumps an enemy there.".to_owned();
        }
        let over = from.between(to);
        let forward = from.way_to(over).is_some_and(|it| it.leaves(self.home_of(stack.seat)));
        if let Some(why) = self.why_no_victim(stack, over) {
            why
        } else if stack.height == 1 && !forward {
            "Pawns jump only forward.".to_owned()
        } else if self.field.is_free(to) {
            format!("A wall stands between {from} and {to}.")
        } else {
            self.why_taken(to)
        }
    }

    /// Says why a checker can't jump what is on a square, if it can't.
    pub(super) fn why_no_victim(&self, stack: &Stack, over: AlienSquare) -> Option<String> {
        match self.field.stack(over) {
            None => Some(format!("There is nothing to jump on {over}.")),
            Some(jumped) if jumped.seat == stack.seat => {
                Some(format!("The checker on {over} is your own; only enemies are jumped."))
            }
            Some(jumped) if jumped.height == 3 && stack.height < 3 => {
                Some(format!("Only emperors can jump the emperor on {over}."))
            }
            Some(_) => None,
        }
    }

    /// Says what fills a square.
    pub(super) fn why_taken(&self, at: AlienSquare) -> String {
        match self.field.stack(at) {
            Some(stack) => {
                format!("{at} is taken by a {} {}.", side(stack.seat).to_lowercase(), stack.name())
            }
            None if self.field.water.contains(at) => format!(
                "{at} is water, so nothing can enter \
                                                              it."
            ),
            None if self.field.fire.contains(at) => {
                format!("{at} is on fire, so nothing can enter it.")
            }
            None if self.field.covered(at) => {
                format!("The monolith covers {at}, so nothing can enter it.")
            }
            None => format!("{at} can't be reached like that."),
        }
    }

    /// Says why a side can't move a checker, if it can't.
    pub(super) fn why_not_mine(&self, at: AlienSquare, seat: Seat) -> Option<String> {
        match self.field.stack(at) {
            None => Some(format!("No checker stands on {at}.")),
            Some(stack) if stack.seat != seat => {
                Some(format!("The checker on {at} is {}'s.", side(seat.other())))
            }
            Some(stack) if stack.hippo => {
                Some(format!("A Galactic Hippo sits on {at}, so that checker can't move."))
            }
            Some(_) => None,
        }
    }
}
