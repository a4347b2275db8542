//! Dribbling: single steps with pushes and hand-offs (A.5.3).
use std::collections::{BTreeSet, VecDeque};

use crate::game::Step;
use crate::games::metasoccer::{
    BallTransfer, Event, Metasoccer,
    dice::{Chess, Risk, Roll},
    field::Spot,
    moves::course::Push,
    squad::{Id, Ids},
    why::reasons::Objection,
};

/// One step of a dribble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum DribbleStep {
    Step {
        who: Id,
        from: Spot,
        to: Spot,
        push: Option<Push>,
    },
    /// The ball continues to a teammate, the dribbler stays.
    Hand {
        from: Id,
        to: Id,
        start: Spot,
        end: Spot,
    },
}

/// A dribble under way.
#[derive(Clone)]
pub(in crate::games::metasoccer) struct Dribble {
    /// The match after the steps so far.
    game: Metasoccer,
    pub(in crate::games::metasoccer) legs: Vec<DribbleStep>,
    used: Vec<Spot>,
    taken: Ids,
    who: Id,
    at: Spot,
    pub(in crate::games::metasoccer) goal: bool,
}

impl Metasoccer {
    /// Tells whether the roll lets the checker with the ball dribble.
    pub(in crate::games::metasoccer) fn may_dribble(&self) -> Result<(), Objection> {
        let by_roll = match self.play.roll {
            Some(Roll::Chess(Chess::King, _)) => true,
            Some(Roll::Risk(Risk::Joker, _)) => self.play.acts == 0,
            _ => false,
        };
        if !self.attacks() {
            return Err(Objection::NoBall);
        }
        if !by_roll {
            return Err(Objection::Roll);
        }
        if self.throws_in() {
            return Err(Objection::Thrower);
        }
        match self.squad.ball.zip(self.squad.ball_at()) {
            Some((who, at)) if self.play.moved.has(who) => Err(Objection::Moved(at)),
            _ => Ok(()),
        }
    }

    /// Begins a dribble.
    fn dribble(&self) -> Result<Dribble, Objection> {
        self.may_dribble()?;
        let (who, at) = self.squad.ball.zip(self.squad.ball_at()).ok_or(Objection::NoBall)?;
        let taken = Ids::from_iter([who]);
        let used = vec![at];
        Ok(Dribble { game: self.clone(), legs: Vec::new(), used, taken, who, at, goal: false })
    }

    /// Follows a dribble over squares, the one it starts on first.
    pub(in crate::games::metasoccer) fn dribbled(
        &self,
        path: &[Spot],
    ) -> Result<Dribble, Objection> {
        let mut dribble = self.dribble()?;
        match path {
            [start, rest @ ..] if *start == dribble.at && !rest.is_empty() => {
                for &to in rest {
                    dribble.step(to)?;
                }
                Ok(dribble)
            }
            [start, ..] if *start == dribble.at => Err(Objection::Stuck(*start)),
            [start, ..] => Err(Objection::DribbleFar(dribble.at, *start)),
            [] => Err(Objection::NoBall),
        }
    }

    /// Lists a shortest dribble to every square and every checker that can be reached.
    pub(in crate::games::metasoccer) fn dribbles(&self) -> Vec<Vec<Spot>> {
        let Ok(start) = self.dribble() else { return Vec::new() };
        let mut known = BTreeSet::from([(start.who, start.at)]);
        let mut out = Vec::new();
        let mut queue = VecDeque::from([start]);
        while let Some(dribble) = queue.pop_front() {
            for to in dribble.at.neighbours() {
                let Ok(leg) = dribble.leg(to) else { continue };
                let goes_on = match leg {
                    DribbleStep::Step { who, .. } => who,
                    DribbleStep::Hand { to: mate, .. } => mate,
                };
                if !known.insert((goes_on, to)) {
                    continue;
                }
                let mut next = dribble.clone();
                next.take(leg, to);
                out.push(next.used.clone());
                queue.push_back(next);
            }
        }
        out
    }

    /// Carries out a dribble: everyone who took part has moved.
    pub(in crate::games::metasoccer) fn carry_dribble(
        &mut self,
        dribble: Dribble,
        step: &mut Step<'_, Event>,
    ) {
        let mut way: Vec<Spot> = Vec::new();
        for leg in &dribble.legs {
            match *leg {
                DribbleStep::Step { who, from, to, push } => {
                    if let Some(push) = push {
                        flush(&mut way, who, step);
                        self.shove(push, step);
                    }
                    if way.is_empty() {
                        way.push(from);
                    }
                    way.push(to);
                    self.squad.put(who, to);
                    self.play.moved.put(who);
                }
                DribbleStep::Hand { from, to, start, end } => {
                    flush(&mut way, from, step);
                    self.squad.ball = Some(to);
                    self.play.passed = true;
                    self.play.moved.put(from);
                    self.play.moved.put(to);
                    step.tell(Event::Passed { from, to, start, end, how: BallTransfer::Hand });
                }
            }
        }
        flush(&mut way, dribble.who, step);
        self.play.acts += 1;
    }
}

/// Tells the steps collected so far.
fn flush(way: &mut Vec<Spot>, who: Id, step: &mut Step<'_, Event>) {
    if !way.is_empty() {
        step.tell(Event::Moved { who, path: std::mem::take(way), ball: true });
    }
}

impl Dribble {
    /// Checks one more step without taking it.
    fn leg(&self, to: Spot) -> Result<DribbleStep, Objection> {
        let Dribble { game, legs, used, taken, who, at, goal } = self;
        let (who, at) = (*who, *at);
        let number = game.number();
        if *goal {
            return Err(Objection::Off(to));
        }
        if usize::from(number) <= legs.len() {
            return Err(Objection::DribbleLong(number));
        }
        if at.far(to) != 1 {
            return Err(Objection::DribbleFar(at, to));
        }
        if used.contains(&to) {
            return Err(Objection::DribbleUsed(to));
        }
        let stands = game.squad.on(to);
        if let Some(mate) =
            stands.filter(|player| player.seat == who.seat && game.options.field.holds(to))
        {
            if taken.has(mate) {
                return Err(Objection::DribbleTwice(to));
            }
            if game.is_offside(mate.seat, to) {
                return Err(Objection::Offside(to));
            }
            return Ok(DribbleStep::Hand { from: who, to: mate, start: at, end: to });
        }
        // A checker that was brought back may take the ball, but not move on.
        if game.play.moved.has(who) {
            return Err(Objection::DribbleStays(at));
        }
        let target = game.is_target(who.seat, to);
        if !target && !game.options.field.holds(to) {
            let indirect = game.options.field.goal(to) == Some(who.seat.other());
            return Err(if indirect { Objection::Indirect } else { Objection::Off(to) });
        }
        let push = match (stands, at.way_to(to)) {
            (Some(other), Some(way)) => Some(game.push(other, to, to.step(way))?),
            _ => None,
        };
        Ok(DribbleStep::Step { who, from: at, to, push })
    }

    fn step(&mut self, to: Spot) -> Result<(), Objection> {
        let leg = self.leg(to)?;
        self.take(leg, to);
        Ok(())
    }

    /// Takes a checked step.
    fn take(&mut self, leg: DribbleStep, to: Spot) {
        match leg {
            DribbleStep::Step { who, from: _, to, push } => {
                if let Some(Push { who: other, from: _, to: beyond }) = push {
                    self.game.squad.put(other, beyond);
                    self.game.play.pushed.put(other);
                }
                self.game.squad.put(who, to);
                self.goal = self.game.is_target(who.seat, to);
            }
            DribbleStep::Hand { from: _, to: mate, start: _, end: _ } => {
                self.who = mate;
                self.taken.put(mate);
                self.game.squad.ball = Some(mate);
                self.game.play.passed = true;
            }
        }
        self.at = to;
        self.used.push(to);
        self.legs.push(leg);
    }
}
