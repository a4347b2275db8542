//! What controls show, such as `b6 → c5`, and what each does.
use crate::games::alien::{
    Action, Alien, AlienSquare, Binding, Card, CardPlay, Phase, Ray, Travel, field::Stack,
};
use crate::{
    checkers::label::{captures, way},
    game::{Emphasis, Group, Label, label::joined},
    quote::{lower_case, series},
    seat::Seat,
};

impl Alien {
    pub(in crate::games::alien) fn label_of(&self, seat: Seat, action: &Action) -> Label {
        match action {
            Action::Move(travel) => Label::new(route(travel))
                .explained(self.explained(travel))
                .weighing(u8::from(captures(travel.over()).is_some())),
            Action::Card(play) => self.label_of_play(seat, play),
            Action::Doom(to) => {
                Label::new(format!("Move the monolith {}", to.name())).explained(self.onto(*to))
            }
            Action::Order(cards) => {
                let moved =
                    self.deck.top_first().zip(cards).filter(|&(top, card)| top != *card).count();
                match (cards.first(), moved) {
                    (Some(first), 1..) => {
                        let first = first.name();
                        let others = self.order_beginning(&cards[..1]).as_ref() == Some(cards);
                        let rest = if others {
                            "the others stay as they lie"
                        } else {
                            "the others follow in your order"
                        };
                        Label::new(format!("Put {first} on top")).explained(rest)
                    }
                    _ => Label::new("Keep the pile as it is").with(Emphasis::Aside),
                }
            }
            Action::Crown(at) => Label::new(format!("Crown the pawn on {at}")),
        }
    }

    fn label_of_play(&self, seat: Seat, play: &CardPlay) -> Label {
        let card = play.card().name();
        let on = |at: &AlienSquare| format!("Play {card} on {at}");
        let area = |at: &AlienSquare| match AlienSquare::at(at.file() + 1, at.rank() + 1) {
            Some(corner) => format!("Play {card} on {at} to {corner}"),
            None => on(at),
        };
        let (says, explains) = match play {
            CardPlay::Flood(at) if self.field.fire.contains(*at) => {
                (on(at), "puts out the fire".to_owned())
            }
            CardPlay::Flood(at) => (on(at), "fills an empty square with water".to_owned()),
            CardPlay::Fire(at) if self.field.water.contains(*at) => {
                (on(at), "dries up the water".to_owned())
            }
            CardPlay::Fire(at) => (on(at), "sets an empty square on fire".to_owned()),
            CardPlay::Emperor { pawn, king } => (
                format!("Play {card}: pawn {pawn} onto king {king}"),
                format!("makes an emperor on {king}"),
            ),
            CardPlay::Revive(at) => (on(at), "brings a lost piece back as a pawn".to_owned()),
            CardPlay::Place(at) => (area(at), "the monolith lands there".to_owned()),
            CardPlay::Shove(to) => (format!("Play {card}: move it {}", to.name()), self.onto(*to)),
            CardPlay::Doom(to) => (
                format!("Play {card}: first move {}", to.name()),
                format!("{}, then it moves once more", self.onto(*to)),
            ),
            CardPlay::Hippo(at) => (on(at), format!("sits down on {}", self.whose(seat, *at))),
            CardPlay::Snookle(at) => (on(at), format!("rides on {}", self.whose(seat, *at))),
            CardPlay::Reshuffle(travel) | CardPlay::Leap(travel) => {
                (format!("Play {card}: {}", route(travel)), self.explained(travel))
            }
            CardPlay::Shift { from, to } => (
                format!("Play {card}: {}", way(from, &[to])),
                format!("shifts {}", self.whose(seat, *from)),
            ),
            CardPlay::Queen { from, to } => (
                format!("Play {card}: {}", way(from, &[to])),
                format!("{} flies there", self.whose(seat, *from)),
            ),
            CardPlay::Wormhole { from, to } => (
                format!("Play {card}: {}", way(from, &[to])),
                "the checker you moved goes there".to_owned(),
            ),
            CardPlay::Wanderlust | CardPlay::Cheater => {
                (format!("Play {card}"), effect(play.card()))
            }
            CardPlay::Build([one, other]) => {
                (format!("Play {card}: build {one} and {other}"), "two new walls".to_owned())
            }
            CardPlay::Raze(edges) => {
                let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
                (
                    format!("Play {card}: pull down {}", series(&edges)),
                    "pulls down enemy walls".to_owned(),
                )
            }
            CardPlay::Fate(at) => (on(at), format!("{} has to move next", self.whose(seat, *at))),
            CardPlay::Double { lifted, travel } => (
                format!("Play {card}: {lifted} hides, {}", route(travel)),
                joined([
                    Some(format!("{} hides for this move", self.whose(seat, *lifted))),
                    captures(travel.over()),
                ]),
            ),
            CardPlay::Ring(at) => (on(at), format!("{} gets a ring", self.whose(seat, *at))),
            CardPlay::Antimatter(at) => (area(at), self.emptied(seat, *at)),
            CardPlay::Rotate { clockwise } => {
                let turn = if *clockwise { "clockwise" } else { "counter-clockwise" };
                let far = self.far_row(seat, *clockwise);
                let ends: Vec<String> =
                    far.first().into_iter().chain(far.last()).map(ToString::to_string).collect();
                (
                    format!("Play {card} {turn}"),
                    format!("your far row becomes {}", ends.join(" to ")),
                )
            }
            CardPlay::Nothing(_) => {
                (format!("Play {card} without effect"), "the card is used up".to_owned())
            }
        };
        let emphasis = match play {
            CardPlay::Nothing(_) => Emphasis::Aside,
            _ => Emphasis::Plain,
        };
        Label::new(says).explained(explains).with(emphasis).signed(sign_of(play.card()))
    }

    pub(in crate::games::alien) fn group_of(&self, begins: &str) -> Group {
        let plain = begins.trim_end_matches('*').trim_end();
        if plain.is_empty() && begins.is_empty() {
            let asks = match (self.phase, self.binding(&self.moves())) {
                (Phase::Card, _) => "Which card?",
                (Phase::Doom, _) => "Which way?",
                (Phase::Cheat, _) => "Which card on top?",
                (Phase::Crown { .. }, _) => "Which pawn?",
                (Phase::Move, Some(Binding::Fate(_))) => "Where to?",
                _ => "Which move?",
            };
            return Group::new("", asks);
        }
        let Some(rest) = plain.strip_prefix("card") else {
            return self.group_of_moves(plain).unwrap_or_else(|| Group::typed(begins));
        };
        let mut words = rest.split_whitespace();
        let Some(card) = words.next().and_then(Card::named) else {
            return Group::new("Play a card", "Which card?");
        };
        let name = card.name();
        let rest: Vec<&str> = words.collect();
        let group = match &rest[..] {
            [] => Group::new(format!("Play {name}"), asked_by(card)),
            ["remove", ..] => Group::new(format!("Play {name}: pull down walls"), "Which walls?"),
            [file] if matches!(file.as_bytes(), [b'a'..=b'h']) => {
                Group::new(format!("Play {name} on file {file}"), "Which square?")
            }
            rest => {
                let at = rest.join(" ");
                let at = at.trim_end_matches(['-', 'x', '/']);
                Group::new(format!("Play {name}: {at} …"), "And then?")
            }
        };
        let group = group.signed(sign_of(card));
        if rest.is_empty() { group.explained(effect(card)) } else { group }
    }

    fn group_of_moves(&self, plain: &str) -> Option<Group> {
        let squares = plain.trim_end_matches(['-', 'x']);
        if let Some((from, _)) = squares.split_once(['-', 'x']) {
            return Some(Group::new(format!("{from} → …"), "And then?"));
        }
        match squares.parse::<AlienSquare>() {
            Ok(from) => {
                let stack = self.field.stack(from)?;
                Some(Group::new(format!("The {} on {from}", stack.name()), "Where to?"))
            }
            Err(_) => {
                let file = matches!(squares.as_bytes(), [b'a'..=b'h']);
                file.then(|| Group::new(format!("Checkers on file {squares}"), "Which checker?"))
            }
        }
    }

    /// Says the result of a move.
    fn explained(&self, travel: &Travel) -> String {
        let arrives =
            self.field.stack(travel.from).filter(|it| it.height == 1).is_some_and(|stack| {
                let far = self.home_of(stack.seat).opposite();
                travel.from.rows_from(far) != 0 && travel.to().rows_from(far) == 0
            });
        joined([captures(travel.over()), arrives.then(|| "reaches the far row".to_owned())])
    }

    /// Names a checker to a seat: `your king`, `White's pawn`.
    fn whose(&self, seat: Seat, at: AlienSquare) -> String {
        match self.field.stack(at) {
            Some(stack) if stack.seat == seat => format!("your {}", stack.name()),
            Some(stack) => format!("{}'s {}", super::side(stack.seat), stack.name()),
            None => format!("the checker on {at}"),
        }
    }

    /// Says where the monolith moves to.
    fn onto(&self, way: Ray) -> String {
        let squares: Vec<String> =
            self.field.entered(way).iter().map(ToString::to_string).collect();
        format!("onto {}", series(&squares))
    }

    /// Counts the checkers Antimatter would take.
    fn emptied(&self, seat: Seat, at: AlienSquare) -> String {
        let within = |&(square, _): &(AlienSquare, &Stack)| {
            let [file, rank] =
                [square.file().checked_sub(at.file()), square.rank().checked_sub(at.rank())];
            matches!((file, rank), (Some(0 | 1), Some(0 | 1)))
        };
        let count = |of: Seat| self.field.of(of).filter(within).count();
        format!(
            "takes {} of yours and {} of {}'s",
            count(seat),
            count(seat.other()),
            super::side(seat.other())
        )
    }
}

fn route(travel: &Travel) -> String {
    way(travel.from, &travel.path[..])
}

/// Names the drawing on a card.
fn sign_of(card: Card) -> String {
    format!("card-{}", card.word())
}

/// Says what a card does, as a list continues with it.
fn effect(card: Card) -> String {
    lower_case(card.said().effect.trim_end_matches('.'))
}

/// Asks for what a card needs.
fn asked_by(card: Card) -> &'static str {
    match card {
        Card::Flood | Card::Fire | Card::Revive | Card::Wormhole => "Which square?",
        Card::Emperor => "Which pawn?",
        Card::Monolith | Card::Antimatter => "Where?",
        Card::Doom => "Which way?",
        Card::Rotate => "Which edge becomes your far row?",
        Card::Hippo | Card::Snookle | Card::Fate | Card::Ring => "Which checker?",
        Card::Reshuffle | Card::Translation | Card::Queen => "Which move?",
        Card::Fortify => "Which walls?",
        Card::Double => "Who hides?",
        Card::Wanderlust | Card::Cheater => "Play it?",
    }
}
