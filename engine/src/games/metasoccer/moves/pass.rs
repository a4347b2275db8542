//! Passing and offside: who can be reached, also during a run (A.5.4, A.5.5).
use crate::games::metasoccer::{
    BallTransfer, Event, Metasoccer, PlayKind,
    dice::{Chess, Risk, Roll},
    field::{Spot, Way},
    moves::course::{Course, Hop, RunPath},
    squad::Id,
    why::reasons::Objection,
};
use crate::{game::Step, seat::Seat};

impl Metasoccer {
    /// Tells whether a checker of a side may not receive the ball on a square (A.5.5).
    pub(in crate::games::metasoccer) fn is_offside(&self, seat: Seat, at: Spot) -> bool {
        if self.play.kind == PlayKind::Corner {
            return false;
        }
        self.offside_rank(seat).is_some_and(|line| line < self.options.field.rank_of(seat, at))
    }

    /// Returns the rank of the last opponent but the goalie, counted from the attackers' own goal line; beyond it is
    /// offside. None if the opponents have no field checker left.
    pub(in crate::games::metasoccer) fn offside_rank(&self, seat: Seat) -> Option<i8> {
        let field = self.options.field;
        let others = self.squad.fielded(field, seat.other()).filter(|it| !it.0.is_goalie());
        others.map(|(_, spot)| field.rank_of(seat, spot)).max()
    }

    /// Checks whether the carrier can pass to a square by the roll.
    pub(in crate::games::metasoccer) fn can_pass(&self, to: Spot) -> Result<Id, Objection> {
        let (carrier, start) =
            self.squad.ball.zip(self.squad.ball_at()).ok_or(Objection::NoBall)?;
        if !self.attacks() {
            return Err(Objection::NoBall);
        }
        let receiver = self.squad.on(to).ok_or(Objection::Empty(to))?;
        if receiver.seat != carrier.seat {
            return Err(Objection::NotYours(to));
        }
        if receiver == carrier {
            return Err(Objection::HasBall(to));
        }
        if !self.options.field.holds(to) {
            return Err(Objection::OutOfBounds(to));
        }
        self.pass_left()?;
        self.in_reach(carrier.seat, start, to)?;
        if self.is_offside(carrier.seat, to) {
            return Err(Objection::Offside(to));
        }
        Ok(receiver)
    }

    /// Checks whether the roll and the turn still allow a pass.
    pub(in crate::games::metasoccer) fn pass_left(&self) -> Result<(), Objection> {
        if self.play.passed {
            return Err(Objection::PassUsed);
        }
        match self.play.roll {
            _ if self.throws_in() => Err(Objection::Roll),
            Some(Roll::Risk(Risk::Pass, _)) => Ok(()),
            Some(Roll::Risk(Risk::Joker, _))
                if self.play.acts == 0 && self.play.kind != PlayKind::Penalty =>
            {
                Ok(())
            }
            Some(Roll::Chess(Chess::King, _)) => Err(Objection::KingDribbles),
            Some(Roll::Chess(..)) if self.play.kind != PlayKind::Penalty => Ok(()),
            _ => Err(Objection::Roll),
        }
    }

    /// Checks whether a square is in reach of the ball by the roll.
    fn in_reach(&self, seat: Seat, start: Spot, to: Spot) -> Result<(), Objection> {
        let number = self.number();
        match self.play.roll {
            Some(Roll::Risk(Risk::Pass, _)) => Ok(()),
            Some(Roll::Risk(Risk::Joker, _)) => {
                let leaps = start.leaps_to(to);
                // A Pawn's reach is within a Queen's, and a King's step is a dribble.
                if leaps { Ok(()) } else { self.reaches(Chess::Queen, number, seat, start, to) }
            }
            Some(Roll::Chess(face, _)) => self.reaches(face, number, seat, start, to),
            _ => Err(Objection::Roll),
        }
    }

    /// Checks whether a face leads from one square to another over free squares, within the number.
    pub(in crate::games::metasoccer) fn reaches(
        &self,
        face: Chess,
        number: u8,
        seat: Seat,
        start: Spot,
        to: Spot,
    ) -> Result<(), Objection> {
        let far = Objection::OutOfReach(to);
        if face == Chess::Knight {
            return if start.leaps_to(to) { Ok(()) } else { Err(far) };
        }
        let way = start.way_to(to).filter(|&way| face.ways(seat).any(|it| it == way)).ok_or(far)?;
        if i16::from(face.reach(number)) < i16::from(start.far(to)) {
            return Err(far);
        }
        let mut at = start.step(way);
        while at != to {
            if !self.squad.is_free(at) {
                return Err(Objection::Between(to, at));
            }
            at = at.step(way);
        }
        Ok(())
    }

    /// Lists the squares of teammates the carrier can pass to.
    pub(in crate::games::metasoccer) fn receivers(&self) -> Vec<Spot> {
        if self.pass_left().is_err() || !self.attacks() {
            return Vec::new();
        }
        let mates = self.squad.fielded(self.options.field, self.play.side);
        mates.map(|it| it.1).filter(|&at| self.can_pass(at).is_ok()).collect()
    }

    /// Passes the ball.
    pub(in crate::games::metasoccer) fn carry_pass(
        &mut self,
        to: Id,
        how: BallTransfer,
        step: &mut Step<'_, Event>,
    ) {
        let Some((from, start)) = self.squad.ball.zip(self.squad.ball_at()) else { return };
        let Some(end) = self.squad.at(to) else { return };
        self.squad.ball = Some(to);
        self.play.passed = true;
        self.play.acts += 1;
        step.tell(Event::Passed { from, to, start, end, how });
    }

    /// Checks whether a run can take the ball on the way; returns the run up to there, and all of the run.
    pub(in crate::games::metasoccer) fn fly(
        &self,
        from: Spot,
        way: Way,
        pass: Spot,
    ) -> Result<(Hop, Hop), Objection> {
        let who = self.squad.on(from).ok_or(Objection::Empty(from))?;
        let Some(Roll::Chess(face, number)) = self.play.roll.filter(|_| !self.throws_in()) else {
            return Err(Objection::NotFlying);
        };
        if !face.is_line() || self.play.kind == PlayKind::Penalty {
            return Err(Objection::NotFlying);
        }
        if !self.attacks() {
            return Err(Objection::NoBall);
        }
        self.may_move(who, from)?;
        if self.squad.ball == Some(who) {
            return Err(Objection::HasBall(from));
        }
        self.pass_left()?;
        if !face.ways(who.seat).any(|it| it == way) {
            return Err(Objection::NoWay(face, from, from.step(way)));
        }
        let run = |ball: Option<usize>| self.course(who, from, way, number, ball);
        let bare = run(None);
        let at = match bare.path.iter().position(|it| *it == pass) {
            Some(at) => at + 1,
            None if pass == from => 0,
            None => return Err(Objection::NotOnRun(pass)),
        };
        let course = run(Some(at));
        if course.path.is_empty() {
            return Err(Objection::Stuck(from));
        }
        let last = at == bare.path.len();
        let part = Course {
            path: bare.path.first_ones(at),
            push: bare.push.filter(|_| last),
            goal: false,
        };
        // The line is checked with the runner where it takes the ball.
        let mut then = self.clone();
        then.squad.put(who, pass);
        if let Some(push) = part.push {
            then.squad.put(push.who, push.to);
        }
        let start = self.squad.ball_at().ok_or(Objection::NoBall)?;
        then.reaches(face, number, who.seat, start, pass)?;
        if then.is_offside(who.seat, pass) {
            return Err(Objection::Offside(pass));
        }
        // The rest of the run may go into the goal, even from an indirect kick.
        then.play.passed = true;
        let left = number - u8::try_from(at).unwrap_or(number);
        let stopped = part.push.is_some();
        let rest = if stopped {
            Course { path: RunPath::empty(pass), push: None, goal: false }
        } else {
            then.course(who, pass, way, left, Some(0))
        };
        if at == 0 && rest.path.is_empty() {
            return Err(Objection::Stuck(from));
        }
        let hop = |from, course| Hop { who, from, course, aside: None };
        Ok((hop(from, part), hop(pass, rest)))
    }

    /// Lists every run that can take the ball on the fly, with the square where it does.
    pub(in crate::games::metasoccer) fn flights(&self) -> Vec<(Spot, Way, Spot)> {
        let Some(Roll::Chess(face, number)) = self.play.roll else { return Vec::new() };
        if !face.is_line() || self.pass_left().is_err() || !self.attacks() {
            return Vec::new();
        }
        let Some(start) = self.squad.ball_at() else { return Vec::new() };
        let mut out = Vec::new();
        // Most squares aren't on a line with the ball, and are skipped quickly.
        let lines = |to: Spot| {
            let way = start
                .way_to(to)
                .filter(|_| start.far(to) <= i8::try_from(number).unwrap_or(i8::MAX));
            way.is_some_and(|way| face.ways(self.play.side).any(|other| other == way))
        };
        for (_, from) in self.squad.fielded(self.options.field, self.play.side) {
            for way in face.ways(self.play.side) {
                let mut pass = from;
                for _ in 0..=number {
                    if lines(pass) && self.fly(from, way, pass).is_ok() {
                        out.push((from, way, pass));
                    }
                    pass = pass.step(way);
                    if !self.options.field.holds(pass) {
                        break;
                    }
                }
            }
        }
        out
    }

    /// Carries out a run that takes the ball on the way.
    pub(in crate::games::metasoccer) fn carry_flight(
        &mut self,
        part: &Hop,
        rest: &Hop,
        step: &mut Step<'_, Event>,
    ) {
        if !part.course.path.is_empty() {
            self.run(part, step);
        }
        self.carry_pass(part.who, BallTransfer::Fly, step);
        self.play.moved.put(part.who);
        if !rest.course.path.is_empty() {
            self.run(rest, step);
        }
    }
}
