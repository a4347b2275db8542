//! Which cards can be played, and how.
use crate::games::alien::{
    Action, Alien, AlienSquare, Card, CardPlay, Edge, Phase, Ray,
    field::{HIPPOS, WALLS},
    moves::due,
    words,
};
use crate::{chance::Dice, game::Choices, seat::Seat};

impl Alien {
    /// Lists what a seat may do now.
    pub(in crate::games::alien) fn choices_of(&self, seat: Seat) -> Choices<Action> {
        if !self.waits_for(seat) {
            return Choices::none();
        }
        match self.phase {
            Phase::Move => Choices::listed(self.moves().into_iter().map(Action::Move).collect()),
            Phase::Card => {
                let plays = self.usable().flat_map(|card| self.plays(card));
                Choices::listed(plays.map(Action::Card).collect())
            }
            Phase::Doom => {
                let ways = Ray::STRAIGHT.into_iter();
                let ways = ways.filter(|ray| self.field.shoved_to(*ray).is_some());
                Choices::listed(ways.map(Action::Doom).collect())
            }
            Phase::Cheat => {
                let orders = self.short_orders().into_iter();
                Choices {
                    listed: orders.map(Action::Order).collect(),
                    grammar: Some(words::ORDERS),
                }
            }
            Phase::Crown { seat, next: _ } => {
                Choices::listed(self.ready(seat).into_iter().map(Action::Crown).collect())
            }
            Phase::Over(_) => Choices::none(),
        }
    }

    /// Picks some action: first the card, so that one with many targets isn't picked more often.
    pub(in crate::games::alien) fn some_action(
        &self,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        let mut pick = |count: usize| {
            let count = u32::try_from(count).ok().filter(|it| 0 < *it)?;
            dice.below("a choice", count).ok().map(|it| it as usize)
        };
        if self.phase == Phase::Card && self.waits_for(seat) {
            let cards: Vec<Card> = self.usable().collect();
            let card = *cards.get(pick(cards.len())?)?;
            let mut plays = self.plays(card);
            return Some(Action::Card(plays.swap_remove(pick(plays.len())?)));
        }
        let mut listed = self.choices_of(seat).listed;
        Some(listed.swap_remove(pick(listed.len())?))
    }

    /// Lists the cards face up that may be chosen, each kind once (B-R20, B-R21).
    pub(in crate::games::alien) fn usable(&self) -> impl Iterator<Item = Card> {
        let up = &self.deck.up;
        let kinds =
            up.iter().enumerate().filter(|(n, card)| !up[..*n].contains(card)).map(|it| *it.1);
        kinds.filter(|card| *card != Card::Antimatter || self.mixed_areas().next().is_some())
    }

    /// Lists the ways to play a card; never empty for one that may be chosen.
    pub(in crate::games::alien) fn plays(&self, card: Card) -> Vec<CardPlay> {
        let mut plays = self.useful_plays(card);
        // A card that can do nothing is used anyway; where the text says "may", that is a choice
        // (B.5).
        if card != Card::Antimatter && (plays.is_empty() || is_optional(card)) {
            plays.push(CardPlay::Nothing(card));
        }
        plays
    }

    fn useful_plays(&self, card: Card) -> Vec<CardPlay> {
        let (field, me) = (&self.field, self.turn);
        let own = || field.of(me);
        let enemies = || field.of(me.other());
        let free = |square: &AlienSquare| field.is_free(*square);
        let own_squares = || own().map(|it| it.0);
        match card {
            Card::Flood => AlienSquare::all()
                .filter(|square| free(square) || field.fire.contains(*square))
                .map(CardPlay::Flood)
                .collect(),
            Card::Fire => AlienSquare::all()
                .filter(|square| free(square) || field.water.contains(*square))
                .map(CardPlay::Fire)
                .collect(),
            Card::Emperor => {
                let pawns = own().filter(|&(_, stack)| stack.height == 1 && !stack.hippo);
                let with = |(pawn, _)| {
                    let kings = own().filter(|it| it.1.height == 2);
                    kings.map(move |(king, _)| CardPlay::Emperor { pawn, king })
                };
                pawns.flat_map(with).collect()
            }
            Card::Revive if self.pool(me) == 0 => Vec::new(),
            Card::Revive => {
                let home = self.home_of(me);
                let squares = AlienSquare::all()
                    .filter(|square| square.is_dark() && square.rows_from(home) < 4);
                squares.filter(free).map(CardPlay::Revive).collect()
            }
            Card::Monolith if field.monolith.is_some() => {
                self.shoves().map(CardPlay::Shove).collect()
            }
            Card::Monolith => AlienSquare::all()
                .filter(|square| field.is_area_free(*square))
                .map(CardPlay::Place)
                .collect(),
            Card::Doom => self.shoves().map(CardPlay::Doom).collect(),
            Card::Hippo if HIPPOS <= field.hippos() => Vec::new(),
            Card::Hippo => {
                let bare = enemies().filter(|&(_, stack)| stack.snookles == 0 && !stack.hippo);
                bare.map(|it| CardPlay::Hippo(it.0)).collect()
            }
            Card::Snookle => own_squares().map(CardPlay::Snookle).collect(),
            Card::Reshuffle => {
                let other = |at| self.moved.is_none_or(|it| it.at != at);
                let moves = due(self.travels(me, other));
                moves.into_iter().map(CardPlay::Reshuffle).collect()
            }
            Card::Translation => self.translations(),
            Card::Wormhole => self.flights_of_the_moved(),
            Card::Wanderlust => vec![CardPlay::Wanderlust],
            Card::Queen => {
                let flights = |from| {
                    field.flights(from).into_iter().map(move |to| CardPlay::Queen { from, to })
                };
                own_squares().flat_map(flights).collect()
            }
            Card::Fortify => self.fortifications(),
            Card::Fate => enemies().map(|it| CardPlay::Fate(it.0)).collect(),
            Card::Double => enemies().flat_map(|(at, _)| self.doubles(at)).collect(),
            Card::Ring => own_squares().map(CardPlay::Ring).collect(),
            Card::Antimatter => self.mixed_areas().map(CardPlay::Antimatter).collect(),
            Card::Cheater if self.deck.pile.0.is_empty() => Vec::new(),
            Card::Cheater => vec![CardPlay::Cheater],
            Card::Rotate => [true, false].map(|clockwise| CardPlay::Rotate { clockwise }).into(),
        }
    }

    fn shoves(&self) -> impl Iterator<Item = Ray> {
        Ray::STRAIGHT.into_iter().filter(|ray| self.field.shoved_to(*ray).is_some())
    }

    fn translations(&self) -> Vec<CardPlay> {
        let homes = self.homes();
        let shift = |from| self.field.shifts(from).map(move |to| CardPlay::Shift { from, to });
        let mut plays: Vec<CardPlay> = self.field.stacks().map(|it| it.0).flat_map(shift).collect();
        let mut jumps = Vec::new();
        for (at, _) in self.field.of(self.turn) {
            self.field.straight_jumps(at, &homes, &mut jumps);
        }
        plays.extend(jumps.into_iter().map(CardPlay::Leap));
        plays
    }

    /// Lists where Wormhole can take the checker that has moved (B-R28, B-R29).
    fn flights_of_the_moved(&self) -> Vec<CardPlay> {
        let Some(moved) = self.moved else { return Vec::new() };
        let alike = |square: &AlienSquare| {
            square.is_dark() == moved.from.is_dark() && self.field.is_free(*square)
        };
        AlienSquare::all()
            .filter(alike)
            .map(|to| CardPlay::Wormhole { from: moved.at, to })
            .collect()
    }

    fn fortifications(&self) -> Vec<CardPlay> {
        let mut plays = Vec::new();
        if self.field.wall_count() < WALLS {
            let shut = self.field.shut();
            let open = |edge: &Edge| shut & (1 << edge.index()) == 0;
            let pairs = Edge::pairs().iter().filter(|pair| pair.iter().all(open));
            plays.extend(pairs.map(|it| CardPlay::Build(*it)));
        }
        let hostile: Vec<Edge> = self.field.walls(self.turn.other()).collect();
        if let [only] = hostile[..] {
            plays.push(CardPlay::Raze(vec![only]));
        }
        for (n, one) in hostile.iter().enumerate() {
            plays.extend(hostile[n + 1..].iter().map(|other| CardPlay::Raze(vec![*one, *other])));
        }
        plays
    }

    /// Tells whether a card can be played like this; faster than listing every way.
    pub(in crate::games::alien) fn is_play(&self, play: &CardPlay) -> bool {
        match play {
            CardPlay::Double { lifted, travel: _ } => {
                let enemy = self.field.stack(*lifted).is_some_and(|it| it.seat != self.turn);
                enemy && self.doubles(*lifted).contains(play)
            }
            CardPlay::Build(edges) => {
                let shut = self.field.shut();
                self.field.wall_count() < WALLS
                    && edges.iter().all(|edge| shut & (1 << edge.index()) == 0)
                    && Edge::pairs().contains(edges)
            }
            _ => self.plays(play.card()).contains(play),
        }
    }

    /// Lists the second moves while an enemy is lifted (B-R24, B-R25).
    pub(in crate::games::alien) fn doubles(&self, lifted: AlienSquare) -> Vec<CardPlay> {
        let mut without = self.field.clone();
        without.take(lifted);
        let homes = self.homes();
        let mut moves = Vec::new();
        for (at, _) in without.of(self.turn) {
            without.travels(at, &homes, &mut moves);
        }
        moves.retain(|travel| travel.to() != lifted);
        due(moves).into_iter().map(|travel| CardPlay::Double { lifted, travel }).collect()
    }

    /// Lists the 2x2 areas that hold checkers of both sides.
    pub(in crate::games::alien) fn mixed_areas(&self) -> impl Iterator<Item = AlienSquare> {
        let held = self.field.held();
        held.first.blocks().and(held.second.blocks()).squares()
    }

    /// Lists the pile's order, and each order with another card on top.
    fn short_orders(&self) -> Vec<Vec<Card>> {
        let pile: Vec<Card> = self.deck.top_first().collect();
        let first = |(n, card): (usize, &Card)| (!pile[..n].contains(card)).then_some(*card);
        let kinds: Vec<Card> = pile.iter().enumerate().filter_map(first).collect();
        let to_top = |card: Card| {
            let mut order = pile.clone();
            let at = order.iter().position(|it| *it == card).unwrap_or(0);
            order[..=at].rotate_right(1);
            order
        };
        let others = kinds.into_iter().filter(|card| pile.first() != Some(card)).map(to_top);
        [pile.clone()].into_iter().chain(others).collect()
    }
}

/// Tells whether a player may use a card without doing what it offers.
pub(in crate::games::alien) fn is_optional(card: Card) -> bool {
    matches!(
        card,
        Card::Emperor | Card::Revive | Card::Wormhole | Card::Queen | Card::Fortify | Card::Cheater
    )
}

impl CardPlay {
    /// Returns the card it plays.
    pub(in crate::games::alien) fn card(&self) -> Card {
        match self {
            CardPlay::Flood(_) => Card::Flood,
            CardPlay::Fire(_) => Card::Fire,
            CardPlay::Emperor { .. } => Card::Emperor,
            CardPlay::Revive(_) => Card::Revive,
            CardPlay::Place(_) | CardPlay::Shove(_) => Card::Monolith,
            CardPlay::Doom(_) => Card::Doom,
            CardPlay::Hippo(_) => Card::Hippo,
            CardPlay::Snookle(_) => Card::Snookle,
            CardPlay::Reshuffle(_) => Card::Reshuffle,
            CardPlay::Shift { .. } | CardPlay::Leap(_) => Card::Translation,
            CardPlay::Wormhole { .. } => Card::Wormhole,
            CardPlay::Wanderlust => Card::Wanderlust,
            CardPlay::Queen { .. } => Card::Queen,
            CardPlay::Build(_) | CardPlay::Raze(_) => Card::Fortify,
            CardPlay::Fate(_) => Card::Fate,
            CardPlay::Double { .. } => Card::Double,
            CardPlay::Ring(_) => Card::Ring,
            CardPlay::Antimatter(_) => Card::Antimatter,
            CardPlay::Cheater => Card::Cheater,
            CardPlay::Rotate { .. } => Card::Rotate,
            CardPlay::Nothing(card) => *card,
        }
    }
}
