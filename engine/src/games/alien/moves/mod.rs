//! The course of a match: opening, the three parts of a turn, crowning, victory and draws.
pub(super) mod effects;
pub(super) mod monolith;
pub(super) mod plays;
pub(super) mod ruin;
pub(super) mod travel;

use super::{
    Action, Alien, AlienSquare, Binding, BoardRim, Deck, Deeds, End, Event, Field, Hidden,
    LastMove, Next, Options, Phase, Planet, Travel,
};
use crate::{
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// How many turns in a row without lasting change, by each side, make a draw (B-R42).
pub(super) const QUIET_TURNS: u8 = 40;

impl Alien {
    /// Sets up a match: planets first, then the cards.
    pub(super) fn start(options: &Options, step: &mut Step<'_, Event>) -> Result<Alien, Refusal> {
        options.check()?;
        let mut left = Planet::ALL.to_vec();
        let mut draw = |what: &str, left: &mut Vec<Planet>| {
            let faces = u32::try_from(left.len()).unwrap_or(u32::MAX);
            step.roll(what, faces).map(|n| left.remove(n as usize - 1))
        };
        let first = draw("Black's planet", &mut left)?;
        let second = draw("White's planet", &mut left)?;
        step.tell(Event::Drawn);
        let deck = Deck::shuffled(options.decks, step)?;
        if let Some(&up) = deck.up.first() {
            step.tell(Event::Dealt { up });
        }
        Ok(Alien {
            options: options.clone(),
            field: Field::start(options.pieces),
            deck,
            planets: Hidden(BySeat { first, second }),
            ruled_out: BySeat::default(),
            deeds: BySeat::<Deeds>::default(),
            home: BoardRim::South,
            // Black has the first seat and begins (B-R3).
            turn: Seat::First,
            turns: 0,
            phase: Phase::Move,
            moved: None,
            order: None,
            shoved: false,
            quiet: BySeat::default(),
            stirred: false,
        })
    }

    /// Returns the seat that owes a decision.
    pub(super) fn seat(&self) -> Seat {
        match self.phase {
            Phase::Crown { seat, next: _ } => seat,
            _ => self.turn,
        }
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        !matches!(self.phase, Phase::Over(_)) && seat == self.seat()
    }

    /// Returns the home edges of both sides.
    pub(super) fn homes(&self) -> BySeat<BoardRim> {
        BySeat { first: self.home.opposite(), second: self.home }
    }

    pub(super) fn home_of(&self, seat: Seat) -> BoardRim {
        *self.homes().get(seat)
    }

    /// Lists the squares of a seat's far row once the board has been turned by a quarter.
    pub(super) fn far_row(&self, seat: Seat, clockwise: bool) -> Vec<AlienSquare> {
        let far = self.home_of(seat).turned(clockwise).opposite();
        AlienSquare::all().filter(|square| square.rows_from(far) == 0).collect()
    }

    /// Lists the ordinary moves of the side to move, within orders and compulsory jumps.
    pub(super) fn moves(&self) -> Vec<Travel> {
        let all = self.travels(self.turn, |_| true);
        let bound: Vec<Travel> = match self.order {
            None => Vec::new(),
            Some(order) => all.iter().filter(|travel| self.obeys(order, travel)).cloned().collect(),
        };
        // An order that can't be obeyed is void (B-R31).
        due(if bound.is_empty() { all } else { bound })
    }

    /// Tells whether [`Alien::moves`] holds a move.
    pub(super) fn is_move(&self, travel: &Travel) -> bool {
        if self.order.is_some() {
            return self.moves().contains(travel);
        }
        let homes = self.homes();
        let own = |at: AlienSquare| self.field.stack(at).is_some_and(|it| it.seat == self.turn);
        let mut open = Vec::new();
        if own(travel.from) {
            self.field.travels(travel.from, &homes, &mut open);
        }
        // A jump that is due comes before any step.
        open.contains(travel)
            && (travel.jumps
                || !self.field.of(self.turn).any(|(at, _)| self.field.has_jump(at, &homes)))
    }

    /// Tells whether a move does what an order asks for (B-R32, B-R56).
    pub(super) fn obeys(&self, order: Binding, travel: &Travel) -> bool {
        let home = self.home_of(self.turn);
        match order {
            Binding::Fate(at) => travel.from == at,
            Binding::Wanderlust => {
                travel.from.rows_from(home) == 0 && travel.to().rows_from(home) != 0
            }
        }
    }

    /// Lists steps and jumps of a side's checkers that pass, whether or not a jump is due.
    pub(super) fn travels(&self, seat: Seat, passes: impl Fn(AlienSquare) -> bool) -> Vec<Travel> {
        let homes = self.homes();
        let mut out = Vec::new();
        for (at, _) in self.field.of(seat).filter(|it| passes(it.0)) {
            self.field.travels(at, &homes, &mut out);
        }
        out
    }

    /// Carries out an action, or says which rule forbids it.
    pub(super) fn carry_out(
        &mut self,
        _: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.allows(action)?;
        self.carry_on(action, step)
    }

    /// Carries out an allowed action.
    pub(super) fn carry_on(
        &mut self,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let seat = self.seat();
        // A step never leaves traces and a crown always does, so only cards need checking.
        let before =
            matches!(action, Action::Card(_) | Action::Doom(_)).then(|| self.field.traces());
        let next = match (action, self.phase) {
            (Action::Move(travel), _) => {
                self.order = None;
                self.travel(travel, step);
                self.moved = Some(LastMove { from: travel.from, at: travel.to() });
                Next::TurnUp
            }
            (Action::Card(play), _) => match self.play(play, step) {
                Some(next) => next,
                None => {
                    self.phase = Phase::Cheat;
                    return Ok(());
                }
            },
            (Action::Doom(way), _) => {
                self.field.shove(*way, step);
                Next::End
            }
            (Action::Order(cards), _) => {
                self.set_pile(seat, cards, step);
                Next::End
            }
            (Action::Crown(at), Phase::Crown { seat: _, next }) => {
                self.crown(*at, step);
                next
            }
            // Allowed only when a crown is due.
            (Action::Crown(_), _) => return Err(self.refuse(action)),
        };
        self.stirred |= match action {
            Action::Move(travel) => travel.jumps,
            Action::Crown(_) => true,
            _ => before.is_some_and(|it| it != self.field.traces()),
        };
        self.go_on(next, step)
    }

    /// Moves a checker and removes what it jumps.
    pub(super) fn travel(&mut self, travel: &Travel, step: &mut Step<'_, Event>) {
        let Some(stack) = self.field.take(travel.from) else { return };
        let over: Vec<AlienSquare> = travel.over().collect();
        let taken: Vec<_> =
            over.into_iter().filter_map(|at| Some((at, self.field.take(at)?))).collect();
        if stack.height == 3 {
            // A match has 24 pieces, brought back at most once a turn.
            let count = u32::try_from(taken.len()).unwrap_or(u32::MAX);
            let felled = &mut self.deeds.get_mut(stack.seat).felled;
            *felled = felled.saturating_add(count);
        }
        self.field.put(travel.to(), stack);
        step.tell(Event::Moved {
            seat: stack.seat,
            height: stack.height,
            travel: travel.clone(),
            taken,
        });
    }

    /// Crowns what it can, looks for a winner, and continues with the turn.
    pub(super) fn go_on(&mut self, next: Next, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        self.stirred |= self.crown_all(step);
        if let Some(end) = self.judge() {
            self.finish(end, step);
            return Ok(());
        }
        if let Some(seat) = [self.turn, self.turn.other()].into_iter().find(|seat| self.torn(*seat))
        {
            self.phase = Phase::Crown { seat, next };
            return Ok(());
        }
        match next {
            Next::TurnUp => {
                if let Some(card) = self.deck.turn_up() {
                    step.reveal();
                    step.tell(Event::TurnedUp { by: self.turn, card });
                }
                self.phase = Phase::Card;
                if self.usable().next().is_none() {
                    step.tell(Event::Stuck { by: self.turn });
                    return self.end_turn(step);
                }
                Ok(())
            }
            Next::Doom => {
                self.phase = Phase::Doom;
                Ok(())
            }
            Next::Shuffle => {
                self.shuffle(step)?;
                self.end_turn(step)
            }
            Next::End => self.end_turn(step),
        }
    }

    /// Counts the pieces of a side that aren't on the board.
    pub(super) fn pool(&self, seat: Seat) -> u8 {
        self.options.pieces.saturating_sub(self.field.standing(seat))
    }

    /// Lists a side's pawns that wait on its far row, the longest waiting first.
    pub(super) fn ready(&self, seat: Seat) -> Vec<AlienSquare> {
        let far = self.home_of(seat).opposite();
        let ready =
            self.field.of(seat).filter(|&(at, stack)| stack.height == 1 && at.rows_from(far) == 0);
        let mut ready: Vec<_> =
            ready.map(|(at, stack)| (stack.waits.unwrap_or(u32::MAX), at)).collect();
        ready.sort_unstable();
        ready.into_iter().map(|it| it.1).collect()
    }

    /// Tells whether a side has to choose which pawn to crown.
    fn torn(&self, seat: Seat) -> bool {
        let pool = self.pool(seat);
        0 < pool && usize::from(pool) < self.ready(seat).len()
    }

    /// Crowns every pawn for which there is a piece and no choice (B-R13, B-R14), and notes which wait. Tells whether any was
    /// crowned.
    fn crown_all(&mut self, step: &mut Step<'_, Event>) -> bool {
        let mut any = false;
        for seat in [self.turn, self.turn.other()] {
            let ready = self.ready(seat);
            if ready.len() <= usize::from(self.pool(seat)) {
                ready.iter().for_each(|at| self.crown(*at, step));
                any |= !ready.is_empty();
            }
            // What stood there when the match was set up has waited longest.
            self.note_waiting(seat, self.turns.saturating_add(1));
        }
        any
    }

    /// Notes since which turn a side's pawns have waited for a crown.
    pub(super) fn note_waiting(&mut self, seat: Seat, now: u32) {
        let waiting = self.ready(seat);
        let held = *self.field.held().get(seat);
        for at in held.squares() {
            let Some(stack) = self.field.stack_mut(at) else { continue };
            stack.waits = waiting.contains(&at).then(|| stack.waits.unwrap_or(now));
        }
    }

    fn crown(&mut self, at: AlienSquare, step: &mut Step<'_, Event>) {
        let Some(stack) = self.field.stack_mut(at) else { return };
        stack.height = 2;
        stack.waits = None;
        let seat = stack.seat;
        step.tell(Event::Crowned { seat, at });
    }

    /// Looks for a winner, the side to move first, and notes which planets nobody can be from.
    fn judge(&mut self) -> Option<End> {
        self.rule_out();
        let bare = BySeat::new(|seat| self.field.of(seat).next().is_none());
        if bare.first && bare.second {
            return Some(End::Desert);
        }
        [self.turn, self.turn.other()].into_iter().find_map(|seat| {
            let planet = *self.planets.0.get(seat);
            if *bare.get(seat.other()) {
                Some(End::Bare(seat.other()))
            } else if self.fulfils(planet, seat) {
                Some(End::Planet(seat, planet))
            } else {
                (self.options.goal() <= self.kings(seat)).then(|| self.options.end_by_kings(seat))
            }
        })
    }

    /// Notes the planets with which a side would win now: the player who isn't from there shows it
    /// by not winning.
    pub(super) fn rule_out(&mut self) {
        for seat in Seat::BOTH {
            let own = *self.planets.0.get(seat);
            let not = |planet: &Planet| *planet != own && self.fulfils(*planet, seat);
            let shown: Vec<Planet> = Planet::ALL.into_iter().filter(not).collect();
            let known = self.ruled_out.get_mut(seat);
            known.extend(shown);
            known.sort_unstable();
            known.dedup();
        }
    }

    /// Counts kings and emperors, with those that will be crowned whatever the owner chooses.
    pub(super) fn kings(&self, seat: Seat) -> u32 {
        let kings = self.field.of(seat).filter(|it| 2 <= it.1.height).count();
        let soon = self.ready(seat).len().min(self.pool(seat).into());
        u32::try_from(kings + soon).unwrap_or(u32::MAX)
    }

    fn finish(&mut self, end: End, step: &mut Step<'_, Event>) {
        if let End::Kings(seat) | End::Crowned(seat, _) = end {
            // Who gets the last crown no longer matters: the longest waiting gets it.
            let pool = usize::from(self.pool(seat));
            let ready = self.ready(seat);
            ready.iter().take(pool).for_each(|at| self.crown(*at, step));
        }
        self.phase = Phase::Over(end);
        step.reveal();
        step.tell(Event::Revealed { planets: self.planets.0 });
    }

    fn end_turn(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        if self.stirred {
            self.quiet = BySeat::default();
        } else {
            let quiet = self.quiet.get_mut(self.turn);
            *quiet = quiet.saturating_add(1);
        }
        (self.stirred, self.moved) = (false, None);
        if !self.options.endless && QUIET_TURNS <= self.quiet.first.min(self.quiet.second) {
            self.finish(End::Quiet, step);
            return Ok(());
        }
        if self.deck.pile.0.is_empty() {
            // So that every turn begins with one card face up and one to be turned up (B-R22).
            self.shuffle(step)?;
        }
        self.turn = self.turn.other();
        self.turns = self.turns.saturating_add(1);
        self.phase = Phase::Move;
        let moves = self.moves();
        match self.order {
            _ if moves.is_empty() => self.finish(End::Blocked(self.turn), step),
            Some(order) if self.binding(&moves).is_none() => {
                step.tell(Event::Void { seat: self.turn, order });
            }
            _ => {}
        }
        Ok(())
    }

    /// Shuffles all cards and turns the first one up.
    pub(super) fn shuffle(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        self.deck = Deck::shuffled(self.options.decks, step)?;
        if let Some(&up) = self.deck.up.first() {
            step.tell(Event::Shuffled { up });
        }
        Ok(())
    }
}

/// Keeps only the jumps, if there are any: they are compulsory.
pub(super) fn due(mut moves: Vec<Travel>) -> Vec<Travel> {
    if moves.iter().any(|it| it.jumps) {
        moves.retain(|it| it.jumps);
    }
    moves
}
