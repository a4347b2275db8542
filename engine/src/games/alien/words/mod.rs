//! What players type and are asked: written actions, prompts, endings.
mod labels;
pub(super) mod read;
pub(super) mod read_card;
pub(super) mod tell;
pub(super) mod typed;

use super::{
    Action, Alien, Binding, Card, CardPlay, End, Phase, Planet, Travel, moves::QUIET_TURNS,
    options::KINGS,
};
use crate::{
    game::{Outcome, Prompt, PromptKind, Status},
    quote::{counted, lower_case},
    seat::Seat,
};

/// What else may be typed after Cheater!, besides the listed choices.
pub(in crate::games::alien) const ORDERS: &str = "`hand` shows the whole pile. Type `order` and cards from the top, such as \
                      `order ring fire`; the rest keep their order. `keep` changes nothing.";

impl Alien {
    pub(super) fn status_in_words(&self) -> Status<End> {
        let mut kind = PromptKind::Turn;
        let ask = match self.phase {
            Phase::Over(end) => return Status::Over(outcome(end)),
            Phase::Move => self.ask_move(),
            Phase::Card => self.ask_card(),
            Phase::Doom => "move the monolith a second time (Doom)".to_owned(),
            Phase::Cheat => {
                kind = PromptKind::Sealed;
                "put the pile in order, or keep it (Cheater!)".to_owned()
            }
            Phase::Crown { seat, next: _ } => {
                let (pool, ready) = (self.pool(seat), self.ready(seat).len());
                let s = if pool == 1 { "" } else { "s" };
                format!("choose a pawn to crown ({pool} piece{s} for {ready} pawns)")
            }
        };
        Status::Waiting(vec![Prompt { seat: self.seat(), kind, ask }])
    }

    fn ask_move(&self) -> String {
        let moves = self.moves();
        let jumps = moves.first().is_some_and(|it| it.jumps);
        match self.binding(&moves) {
            Some(Binding::Fate(at)) if jumps => format!("jump with the checker on {at} (Fate)"),
            Some(Binding::Fate(at)) => format!("move the checker on {at} (Fate)"),
            Some(Binding::Wanderlust) => {
                let row = self.home_of(self.turn).row();
                let verb = if jumps { "jump with" } else { "move" };
                format!("{verb} a checker away from {row} (Wanderlust)")
            }
            None => {
                let ask = if jumps { "jump (you must)" } else { "move a checker" };
                format!(
                    "{ask}{}",
                    self.void_in_words().map_or(String::new(), |words| format!(" ({words})"))
                )
            }
        }
    }

    /// Says that the order in force is void, if it is (B-R31).
    fn void_in_words(&self) -> Option<String> {
        Some(match self.order? {
            Binding::Fate(at) => format!("Fate is void: {at} can't move"),
            Binding::Wanderlust => {
                let row = self.home_of(self.turn).row();
                format!("Wanderlust is void: nobody can leave {row}")
            }
        })
    }

    /// Says what the order in force asks for, if it can be obeyed.
    pub(super) fn order_in_words(&self) -> Option<String> {
        self.binding(&self.moves()).map(|binding| match binding {
            Binding::Fate(at) => format!("Fate: {at} must move."),
            Binding::Wanderlust => {
                format!("Wanderlust: a checker must leave {}.", self.home_of(self.turn).row())
            }
        })
    }

    fn ask_card(&self) -> String {
        let usable: Vec<String> = self.usable().map(|card| self.counted(card)).collect();
        let ask = format!("choose a card: {}", usable.join(" or "));
        // Only this card can be without effect.
        if self.deck.up.contains(&Card::Antimatter) && self.mixed_areas().next().is_none() {
            return format!("{ask} (Antimatter has no target)");
        }
        ask
    }

    /// Names a card, and how many of it are face up if there are several.
    fn counted(&self, card: Card) -> String {
        match self.deck.up.iter().filter(|it| **it == card).count() {
            0 | 1 => card.name().to_owned(),
            2 => format!("{card} (there are two)"),
            count => format!("{card} (there are {count})"),
        }
    }

    /// Returns the order that the side to move can obey, and therefore must, given the open moves.
    pub(super) fn binding(&self, moves: &[Travel]) -> Option<Binding> {
        self.order.filter(|order| moves.first().is_some_and(|travel| self.obeys(*order, travel)))
    }

    pub(super) fn up_in_words(&self, and: &str) -> String {
        self.deck.up.iter().map(|it| it.name()).collect::<Vec<_>>().join(and)
    }

    pub(super) fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Move(travel) => travel.write(),
            Action::Card(play) => write_play(play),
            Action::Doom(way) => format!("doom {}", way.name()),
            Action::Order(cards) => self.write_order(cards),
            Action::Crown(at) => format!("crown {at}"),
        }
    }

    /// Writes only as much of an order as is needed: the other cards keep their order.
    fn write_order(&self, cards: &[Card]) -> String {
        let pile: Vec<Card> = self.deck.top_first().collect();
        let count =
            (0..=cards.len()).find(|n| completed(&pile, &cards[..*n]).as_deref() == Some(cards));
        match count {
            Some(0) => "keep".to_owned(),
            count => {
                let words = cards[..count.unwrap_or(cards.len())].iter().map(|it| it.word());
                format!("order {}", words.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// Puts some cards of the pile on top of the others; none if they aren't all in it.
    pub(super) fn order_beginning(&self, cards: &[Card]) -> Option<Vec<Card>> {
        completed(&self.deck.top_first().collect::<Vec<_>>(), cards)
    }

    /// Says what only a seat may know: its planet, and the pile if it saw it.
    pub(super) fn hand_of(&self, seat: Seat) -> String {
        let planet = *self.planets.0.get(seat);
        let (now, goal) = (self.progress(planet, seat), planet.goal());
        let how = lower_case(planet.condition().trim_end_matches('.'));
        let now = now.min(goal);
        let mut out =
            format!("Planet {}: you win with {how}; {now} of {goal} so far.", planet.name());
        let pile: Vec<&str> = self.deck.top_first().map(Card::name).collect();
        if self.sees_pile(seat) && !pile.is_empty() {
            out.push_str(&format!(" The pile from its top: {}.", pile.join(", ")));
        }
        out
    }

    /// Says which planet a seat had, and what it lacked to win, to everybody.
    pub(super) fn planet_of(&self, seat: Seat, who: &str) -> String {
        let planet = *self.planets.0.get(seat);
        let (wins, goal) = (planet.condition_of("its"), planet.goal());
        let had = self.progress(planet, seat).min(goal);
        format!("{who} was from {}, which wins with {wins}. It had {had} of {goal}.", planet.name())
    }

    /// Tells whether a seat knows the order of the pile.
    pub(super) fn sees_pile(&self, seat: Seat) -> bool {
        *self.deck.known.get(seat) || (self.phase == Phase::Cheat && self.turn == seat)
    }
}

/// Says how a planet wins, to its player.
pub(super) fn win_with(planet: Planet) -> String {
    format!("You win with {}", lower_case(planet.condition()))
}

fn completed(pile: &[Card], cards: &[Card]) -> Option<Vec<Card>> {
    let mut rest = pile.to_vec();
    for card in cards {
        let at = rest.iter().position(|it| it == card)?;
        rest.remove(at);
    }
    Some([cards, &rest].concat())
}

fn write_play(play: &CardPlay) -> String {
    let card = play.card().word();
    match play {
        CardPlay::Flood(at)
        | CardPlay::Fire(at)
        | CardPlay::Revive(at)
        | CardPlay::Place(at)
        | CardPlay::Hippo(at)
        | CardPlay::Snookle(at)
        | CardPlay::Fate(at)
        | CardPlay::Ring(at)
        | CardPlay::Antimatter(at)
        | CardPlay::Wormhole { from: _, to: at } => format!("card {card} {at}"),
        CardPlay::Emperor { pawn, king } => format!("card {card} {pawn} {king}"),
        CardPlay::Shove(way) | CardPlay::Doom(way) => format!("card {card} {}", way.name()),
        CardPlay::Reshuffle(travel) | CardPlay::Leap(travel) => {
            format!("card {card} {}", travel.write())
        }
        CardPlay::Shift { from, to } | CardPlay::Queen { from, to } => {
            format!("card {card} {from}-{to}")
        }
        CardPlay::Build([one, other]) => format!("card {card} {one} {other}"),
        CardPlay::Raze(edges) => {
            let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
            format!("card {card} remove {}", edges.join(" "))
        }
        CardPlay::Double { lifted, travel } => format!("card {card} {lifted} {}", travel.write()),
        CardPlay::Wanderlust | CardPlay::Cheater => format!("card {card}"),
        CardPlay::Rotate { clockwise: true } => format!("card {card} cw"),
        CardPlay::Rotate { clockwise: false } => format!("card {card} ccw"),
        CardPlay::Nothing(_) => format!("card {card} nothing"),
    }
}

pub(super) fn side(seat: Seat) -> &'static str {
    <Alien as crate::game::Game>::SIDES[seat.index()]
}

fn outcome(end: End) -> Outcome<End> {
    let winner = match end {
        End::Bare(loser) => Some(loser.other()),
        End::Planet(seat, _) | End::Kings(seat) | End::Crowned(seat, _) => Some(seat),
        End::Desert | End::Blocked(_) | End::Quiet => None,
    };
    Outcome { winner, why: end }
}

/// Says that a side has as many kings as it takes.
fn has_kings(seat: Seat, kings: u8) -> String {
    format!("{} has {} kings and emperors", side(seat), counted(kings.into()))
}

/// Says why a match ended, as the end of a sentence.
pub(super) fn why(end: End) -> String {
    match end {
        End::Bare(loser) => format!("{} has no checkers left", side(loser)),
        End::Planet(seat, planet) => {
            let what = planet.condition_of("its");
            format!("{} is from {} and has {what}", side(seat), planet.name())
        }
        End::Kings(seat) => has_kings(seat, KINGS),
        End::Crowned(seat, kings) => has_kings(seat, kings),
        End::Desert => "neither side has a checker left".to_owned(),
        End::Blocked(seat) => format!("{} can't move", side(seat)),
        End::Quiet => {
            let turns = counted(QUIET_TURNS.into());
            format!("{turns} turns by each side without lasting change")
        }
    }
}
