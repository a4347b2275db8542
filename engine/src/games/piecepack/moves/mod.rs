//! The rules: whose turn it is, what may be done, and the result (C.4).
pub(super) mod adjust;
pub(super) mod place;
pub(super) mod shot;
pub(super) mod tremor;

use super::{
    Action, Aim, Coin, Due, End, Event, Foul, Kicker, KickerFormation, KickerSpot, Phase,
    Piecepack, Shot, ShotKind,
    field::{CENTRE, Corner, FOUL_SHIFT, KICKERS, MOVED, Point},
    options::{LIMIT, Options},
};
use crate::{
    chance::Dice,
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// The powers that are listed; any from 1 to 100 may be typed.
pub(super) const STEPS: [u8; 5] = [20, 40, 60, 80, 100];

impl Piecepack {
    /// Throws for the start; the higher throw begins and plays the arms (C.4.1).
    pub(super) fn start(
        options: &Options,
        step: &mut Step<'_, Event>,
    ) -> Result<Piecepack, Refusal> {
        let mut throws = Vec::new();
        let starter = loop {
            let [first, second] = ["South's die", "North's die"].map(|die| step.roll(die, 6));
            let throw = BySeat { first: first? as u8, second: second? as u8 };
            throws.push(throw);
            match throw.first.cmp(&throw.second) {
                std::cmp::Ordering::Less => break Seat::Second,
                std::cmp::Ordering::Greater => break Seat::First,
                std::cmp::Ordering::Equal => {}
            }
        };
        step.tell(Event::Began { throws, starter });
        Ok(Piecepack {
            options: options.clone(),
            starter,
            ball: CENTRE,
            kickers: BySeat::new(|_| [Kicker::Waiting; KICKERS as usize]),
            score: BySeat::default(),
            phase: Phase::Placing { first: starter, then: Due::Turn(starter) },
            quiet: 0,
            tried: BySeat::default(),
        })
    }

    /// Returns the seat to act; in a match that is over, the first.
    pub(super) fn seat(&self) -> Seat {
        match self.phase {
            Phase::Placing { first, .. } => self.owing(first, Kicker::Waiting),
            Phase::Returning { first, .. } => self.owing(first, Kicker::Through),
            Phase::Due(due) => due.seat(),
            Phase::Over(_) => Seat::First,
        }
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        !matches!(self.phase, Phase::Over(_)) && seat == self.seat()
    }

    /// Returns the side that has to deal with its kickers in a state first.
    fn owing(&self, first: Seat, state: Kicker) -> Seat {
        let owes = |seat: Seat| self.kickers.get(seat).contains(&state);
        if owes(first) || !owes(first.other()) { first } else { first.other() }
    }

    pub(super) fn kicker(&self, seat: Seat, number: u8) -> Option<Kicker> {
        let nth = usize::from(number).checked_sub(1)?;
        self.kickers.get(seat).get(nth).copied()
    }

    pub(super) fn set_kicker(&mut self, seat: Seat, number: u8, kicker: Kicker) {
        let nth = usize::from(number).checked_sub(1);
        if let Some(place) = nth.and_then(|nth| self.kickers.get_mut(seat).get_mut(nth)) {
            *place = kicker;
        }
    }

    /// Lists the numbers of a side's kickers in some state.
    pub(super) fn numbers(&self, seat: Seat, is_so: impl Fn(Kicker) -> bool) -> Vec<u8> {
        (1..=KICKERS).filter(|&number| self.kicker(seat, number).is_some_and(&is_so)).collect()
    }

    pub(super) fn on_field(&self, seat: Seat) -> Vec<u8> {
        self.numbers(seat, |kicker| kicker.at().is_some())
    }

    /// Returns where a coin lies.
    pub(super) fn lies(&self, coin: Coin) -> Option<Point> {
        match coin {
            Coin::Ball => Some(self.ball),
            Coin::Kicker(seat, number) => self.kicker(seat, number)?.at(),
        }
    }

    /// Lists the coins on the field, the ball first, then South's and North's by number.
    pub(super) fn coins(&self) -> Vec<(Coin, Point)> {
        let kickers = Seat::BOTH
            .into_iter()
            .flat_map(|seat| (1..=KICKERS).map(move |it| Coin::Kicker(seat, it)));
        let all = [Coin::Ball].into_iter().chain(kickers);
        all.filter_map(|coin| Some((coin, self.lies(coin)?))).collect()
    }

    /// Lists a good part of what may be done now; see [`Piecepack::grammar`] for the rest.
    pub(super) fn listed(&self) -> Vec<Action> {
        let seat = self.seat();
        let mut out = Vec::new();
        match self.phase {
            Phase::Over(_) => {}
            Phase::Placing { .. } => {
                out.extend(KickerFormation::ALL.map(Action::Form));
            }
            Phase::Returning { .. } => {
                for kicker in self.numbers(seat, |it| it == Kicker::Through) {
                    let spots = self.open_corners().into_iter().map(KickerSpot::In);
                    out.extend(spots.map(|to| Action::Return { kicker, to }));
                }
            }
            Phase::Due(Due::Turn(_)) => {
                for kicker in self.on_field(seat) {
                    let own = Coin::Kicker(seat, kicker);
                    let aims = self.aims(seat, own, false);
                    out.extend(each(aims, |aim, power| Action::Flick { kicker, aim, power }));
                }
                for kicker in self.numbers(seat, |it| it == Kicker::Out) {
                    let spots = self.open_corners().into_iter().map(KickerSpot::In);
                    out.extend(spots.map(|to| Action::CallIn { kicker, to }));
                }
            }
            Phase::Due(Due::FreeKick(_)) => {
                let aims = self.aims(seat, Coin::Ball, true);
                out.extend(each(aims, |aim, power| Action::FreeKick { aim, power }));
            }
            Phase::Due(Due::Throw(..)) => {
                let aims = self.aims(seat, Coin::Ball, true);
                out.extend(each(aims, |aim, power| Action::Throw { from: None, aim, power }));
            }
        }
        out
    }

    /// Lists useful targets of a coin: the ball, the goal, the other side's kickers and perhaps one's own. A throw
    /// that scores counts for the other side (C.4.6), so it is aimed at the middle of the field instead.
    pub(super) fn aims(&self, seat: Seat, coin: Coin, own: bool) -> Vec<Aim> {
        let kickers = |of: Seat| self.on_field(of).into_iter().map(move |it| Coin::Kicker(of, it));
        let mates: Vec<Coin> = if own { kickers(seat).collect() } else { Vec::new() };
        let coins = [Coin::Ball].into_iter().chain(mates).chain(kickers(seat.other()));
        let mut aims: Vec<Aim> = coins.filter(|it| *it != coin).map(Aim::Coin).collect();
        match coin {
            Coin::Ball if self.is_throw() => aims.insert(0, Aim::Spot(CENTRE)),
            Coin::Ball => aims.insert(0, Aim::Goal),
            // Behind the ball.
            Coin::Kicker(..) => aims.insert(1, Aim::Goal),
        }
        aims
    }

    /// Tells whether a corner throw is due, now or once kickers are put back.
    fn is_throw(&self) -> bool {
        let (Phase::Due(due) | Phase::Returning { then: due, .. }) = self.phase else {
            return false;
        };
        matches!(due, Due::Throw(..))
    }

    /// Carries out an action, or says which rule forbids it.
    pub(super) fn carry_out(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.allows(action)?;
        self.act_unasked(seat, action, step)
    }

    /// Carries out an allowed action.
    pub(super) fn act_unasked(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Place(ref at) => self.place(seat, at.clone(), step),
            Action::Form(formation) => {
                let at = self.formed(seat, formation);
                self.place(seat, at, step);
            }
            Action::Flick { kicker, aim, power } => {
                let coin = Coin::Kicker(seat, kicker);
                let shot = self.shoot(seat, ShotKind::Flick, coin, aim, power, step)?;
                self.resolve(shot, step);
            }
            Action::FreeKick { aim, power } => {
                let shot = self.shoot(seat, ShotKind::FreeKick, Coin::Ball, aim, power, step)?;
                self.resolve(shot, step);
            }
            Action::Throw { from, aim, power } => {
                if let Phase::Due(Due::Throw(_, corner)) = self.phase {
                    self.ball = from.unwrap_or_else(|| thrown_from(corner));
                }
                let shot = self.shoot(seat, ShotKind::Throw, Coin::Ball, aim, power, step)?;
                self.resolve(shot, step);
            }
            Action::CallIn { kicker, to } => {
                let at = self.spot(to);
                self.set_kicker(seat, kicker, Kicker::On(at));
                step.tell(Event::CalledIn { by: seat, kicker, at });
                self.quiet += 1;
                self.phase = self.unless_limit(Due::Turn(seat.other()));
            }
            Action::Return { kicker, to } => {
                let at = self.spot(to);
                self.set_kicker(seat, kicker, Kicker::On(at));
                step.tell(Event::Returned { by: seat, kicker, at });
            }
        }
        self.go_on();
        Ok(())
    }

    fn place(&mut self, seat: Seat, at: Vec<(u8, Point)>, step: &mut Step<'_, Event>) {
        for &(kicker, at) in &at {
            self.set_kicker(seat, kicker, Kicker::On(at));
        }
        step.tell(Event::Placed { by: seat, at });
    }

    /// Continues once nothing is left to set up or put back.
    pub(super) fn go_on(&mut self) {
        let left =
            |state: Kicker| Seat::BOTH.iter().any(|&seat| self.kickers.get(seat).contains(&state));
        match self.phase {
            Phase::Placing { then, .. } if !left(Kicker::Waiting) => self.phase = Phase::Due(then),
            Phase::Returning { then, .. } if !left(Kicker::Through) => {
                self.phase = Phase::Due(then)
            }
            _ => {}
        }
    }

    /// Judges a shot once everything rests, in the order of C.4.3.
    fn resolve(&mut self, shot: Shot, step: &mut Step<'_, Event>) {
        let Shot { by, kind, coin, .. } = shot;
        let foul = judged(&shot);
        let gone = self.ball.in_goal_of();
        step.tell(Event::Shot(Box::new(shot)));
        let scored = gone.map(|into| {
            // The side that kicked (C-R6); but a throw never counts for the thrower (C.4.6).
            let of = if kind == ShotKind::Throw { by.other() } else { into.other() };
            *self.score.get_mut(of) += 1;
            step.tell(Event::Goal { of, into, score: self.score });
            of
        });
        if let Some(why) = foul {
            let out = match (kind, coin) {
                // The flicked kicker, whichever coin caused the foul (C-R13).
                (ShotKind::Flick, Coin::Kicker(_, kicker)) => Some(kicker),
                _ => None,
            };
            if let Some(kicker) = out {
                self.set_kicker(by, kicker, Kicker::Out);
            }
            step.tell(Event::Foul { by, out, why });
        }
        let fouled = foul.map(|_| Due::FreeKick(by.other()));
        if let Some(of) = scored {
            self.quiet = 0;
            let goals = self.options.goals;
            if goals <= *self.score.get(of) {
                self.phase = Phase::Over(End::by_goals(of, goals));
                return;
            }
            let conceder = of.other();
            // A goal and a foul in one shot: both count (C-R7, C-R8).
            self.reset(conceder, fouled.unwrap_or(Due::Turn(conceder)));
            return;
        }
        self.quiet += 1;
        let corner = Corner::ALL.into_iter().find(|it| it.holds(self.ball));
        let then = match (fouled, corner) {
            // The fouled side keeps its kick, wherever the ball lies (C-R9).
            (Some(due), _) => due,
            (None, Some(corner)) => {
                let of = corner.owner();
                step.tell(Event::Corner { of, corner });
                self.clear(corner, step);
                Due::Throw(of, corner)
            }
            (None, None) => Due::Turn(by.other()),
        };
        for seat in [by, by.other()] {
            for kicker in self.numbers(seat, |it| it == Kicker::Through) {
                step.tell(Event::Through { of: seat, kicker });
            }
        }
        self.phase = match self.unless_limit(then) {
            Phase::Due(then) => Phase::Returning { first: by, then },
            over => over,
        };
    }

    /// Fouls out the kickers that touch the box of a throw (`C-R22`).
    fn clear(&mut self, corner: Corner, step: &mut Step<'_, Event>) {
        for of in Seat::BOTH {
            let touches = |kicker: Kicker| kicker.at().is_some_and(|at| corner.touches(at));
            for kicker in self.numbers(of, touches) {
                self.set_kicker(of, kicker, Kicker::Out);
                step.tell(Event::Cleared { of, kicker });
            }
        }
    }

    /// Starts again after a goal; fouled-out kickers stay out (`C-R14`, `C-R23`).
    fn reset(&mut self, conceder: Seat, then: Due) {
        self.ball = CENTRE;
        for seat in Seat::BOTH {
            for kicker in self.kickers.get_mut(seat) {
                *kicker = if *kicker == Kicker::Out { Kicker::Out } else { Kicker::Waiting };
            }
        }
        self.phase = Phase::Placing { first: conceder, then };
    }

    /// Ends a match with a limit after too many turns without a goal (`C-R28`).
    fn unless_limit(&self, then: Due) -> Phase {
        if !self.options.limit || self.quiet < LIMIT {
            return Phase::Due(then);
        }
        let BySeat { first, second } = self.score;
        Phase::Over(End::Limit(match first.cmp(&second) {
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Equal => None,
        }))
    }

    /// Picks something a player might do: mostly a flick that drives the ball towards the goal, sometimes anything.
    pub(super) fn some_action(&self, seat: Seat, dice: &mut Dice) -> Option<Action> {
        let mut below = |n: usize| {
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            dice.below("a choice", n).map_or(0, |it| it as usize)
        };
        if let Phase::Due(due) = self.phase
            && below(4) != 0
        {
            let power = [45, 60, 75][below(3)];
            let sound = match due {
                Due::Turn(_) => self.sound_flick(seat, power),
                Due::FreeKick(_) => Some(Action::FreeKick { aim: Aim::Goal, power }),
                Due::Throw(..) => None,
            };
            if let Some(action) = sound {
                return Some(action);
            }
        }
        let listed = self.listed();
        let pick = below(listed.len());
        listed.into_iter().nth(pick)
    }
}

impl Action {
    /// Tells whether a coin is set going.
    pub(super) fn flicks(&self) -> bool {
        matches!(self, Action::Flick { .. } | Action::FreeKick { .. } | Action::Throw { .. })
    }
}

/// Returns the power that is offered first: a harder throw would slide into another corner box.
pub(super) fn sound_power(due: Due) -> u8 {
    match due {
        Due::Turn(_) | Due::FreeKick(_) => 60,
        Due::Throw(..) => 20,
    }
}

/// Returns where a throw is taken from if nothing else is said: the inner corner of the box.
pub(super) fn thrown_from(corner: Corner) -> Point {
    corner.seen(Point::new(super::field::BARELY, super::field::BARELY))
}

fn each(aims: Vec<Aim>, make: impl Fn(Aim, u8) -> Action) -> Vec<Action> {
    aims.into_iter().flat_map(|aim| STEPS.map(|power| make(aim, power))).collect()
}

/// Says which foul a shot was (C.4.5).
fn judged(shot: &Shot) -> Option<Foul> {
    if shot.jolt.is_some_and(|it| FOUL_SHIFT <= it.1) {
        return Some(Foul::Border);
    }
    let moved = |is_meant: &dyn Fn(Coin) -> bool| {
        shot.tracks.iter().any(|track| {
            let far = track.start().far2(track.end());
            is_meant(track.coin) && (track.gone || i64::from(MOVED).pow(2) <= far)
        })
    };
    // In a free kick or a throw it is the ball that is flicked (C-R20).
    let is_theirs = |coin: Coin| matches!(coin, Coin::Kicker(of, _) if of != shot.by);
    let harmed =
        shot.kind == ShotKind::Flick && moved(&is_theirs) && !moved(&|it| it == Coin::Ball);
    harmed.then_some(Foul::Kicker)
}
