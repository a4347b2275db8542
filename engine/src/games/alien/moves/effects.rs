//! What the cards do.
use crate::games::alien::{
    Alien, AlienSquare, Binding, Card, CardPlay, Event, Hidden, Next, field::Stack,
};
use crate::{game::Step, seat::Seat};

impl Alien {
    /// Uses a card; returns how the turn continues, or nothing while the pile is being put in
    /// order.
    pub(in crate::games::alien) fn play(
        &mut self,
        play: &CardPlay,
        step: &mut Step<'_, Event>,
    ) -> Option<Next> {
        let by = self.turn;
        let clears = match play {
            CardPlay::Flood(at) => self.field.fire.contains(*at),
            CardPlay::Fire(at) => self.field.water.contains(*at),
            CardPlay::Snookle(at) => self.field.stack(*at).is_some_and(|it| it.hippo),
            _ => false,
        };
        self.deck.spend(play.card());
        step.tell(Event::Played { by, play: play.clone(), clears });
        match play {
            CardPlay::Flood(at) if clears => drop(self.field.fire.remove(*at)),
            CardPlay::Flood(at) => self.field.water.insert(*at),
            CardPlay::Fire(at) if clears => drop(self.field.water.remove(*at)),
            CardPlay::Fire(at) => self.field.fire.insert(*at),
            CardPlay::Emperor { pawn, king } => {
                // The pawn is the third piece; the pool has no part in it (B-R16).
                self.field.take(*pawn);
                self.change(*king, |stack| stack.height = 3);
            }
            CardPlay::Revive(at) => {
                self.field.put(*at, Stack::new(by, 1));
                let revived = &mut self.deeds.get_mut(by).revived;
                *revived = revived.saturating_add(1);
            }
            CardPlay::Place(at) => {
                self.field.place_monolith(*at, step);
                self.shoved = false;
            }
            CardPlay::Shove(way) => {
                self.field.shove(*way, step);
                self.shoved = true;
            }
            CardPlay::Doom(way) => {
                self.field.shove(*way, step);
                self.shoved = true;
                return Some(Next::Doom);
            }
            CardPlay::Hippo(at) => self.change(*at, |stack| stack.hippo = true),
            CardPlay::Snookle(at) => self.change(*at, |stack| {
                // A Snookle frees whom a hippo sits on (B-R45).
                stack.hippo = false;
                stack.snookles = stack.snookles.saturating_add(1);
            }),
            CardPlay::Ring(at) => {
                self.change(*at, |stack| stack.rings = stack.rings.saturating_add(1))
            }
            CardPlay::Reshuffle(travel) => {
                self.travel(travel, step);
                return Some(Next::Shuffle);
            }
            CardPlay::Leap(travel) => self.travel(travel, step),
            CardPlay::Double { lifted, travel } => {
                let agent = self.field.take(*lifted);
                self.travel(travel, step);
                if let Some(agent) = agent {
                    self.field.put(*lifted, agent);
                }
            }
            CardPlay::Shift { from, to }
            | CardPlay::Wormhole { from, to }
            | CardPlay::Queen { from, to } => {
                self.carry(*from, *to);
            }
            CardPlay::Wanderlust => self.order = Some(Binding::Wanderlust),
            CardPlay::Fate(at) => self.order = Some(Binding::Fate(*at)),
            CardPlay::Build(edges) => edges.iter().for_each(|edge| self.field.build(by, *edge)),
            CardPlay::Raze(edges) => {
                for edge in edges {
                    self.field.raze(*edge);
                }
            }
            CardPlay::Antimatter(at) => self.annihilate(*at, step),
            CardPlay::Cheater => {
                // The pile comes out, to one player.
                step.reveal();
                return None;
            }
            CardPlay::Rotate { clockwise } => self.home = self.home.turned(*clockwise),
            CardPlay::Nothing(Card::Reshuffle) => return Some(Next::Shuffle),
            CardPlay::Nothing(_) => {}
        }
        Some(Next::End)
    }

    fn change(&mut self, at: AlienSquare, change: impl FnOnce(&mut Stack)) {
        if let Some(stack) = self.field.stack_mut(at) {
            change(stack);
        }
    }

    /// Carries a checker to another square.
    fn carry(&mut self, from: AlienSquare, to: AlienSquare) {
        let Some(stack) = self.field.take(from) else { return };
        self.field.put(to, stack);
    }

    fn annihilate(&mut self, at: AlienSquare, step: &mut Step<'_, Event>) {
        let mut gone = Vec::new();
        for square in at.block().into_iter().flatten() {
            self.field.water.remove(square);
            self.field.fire.remove(square);
            gone.extend(self.field.take(square).map(|stack| (square, stack)));
        }
        step.tell(Event::Vanished { gone });
    }

    /// Puts the pile in order, from its top. What was done is told to nobody: the one who did it knows, and sees it in their hand.
    pub(in crate::games::alien) fn set_pile(
        &mut self,
        seat: Seat,
        cards: &[Card],
        step: &mut Step<'_, Event>,
    ) {
        self.deck.pile = Hidden(cards.iter().rev().copied().collect());
        *self.deck.known.get_mut(seat) = true;
        *self.deck.known.get_mut(seat.other()) = false;
        step.tell(Event::Cheated { by: seat });
    }
}
