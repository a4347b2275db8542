//! The penalty kick (A.6.5).
use crate::games::metasoccer::{
    Displacement, Event, Metasoccer, Phase, Play, PlayKind,
    dice::{Chess, Risk, Roll},
    field::{LEAPS, Spot, Way},
    moves::restart::AfterPlay,
    squad::Id,
    why::reasons::Objection,
};
use crate::{game::Step, refusal::Refusal, seat::Seat};

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum PenaltyResult {
    Goal(Spot),
    /// The goalie was in the way.
    Caught,
    /// The kicker is in place and still has the ball.
    Short(Spot),
}

impl Metasoccer {
    /// Begins a penalty kick: everyone but the goalie leaves the box.
    pub(in crate::games::metasoccer) fn penalty(&mut self, seat: Seat, step: &mut Step<'_, Event>) {
        let field = self.options.field;
        let defender = seat.other();
        self.play = Play::new(seat, PlayKind::Penalty);
        step.tell(Event::Began { side: seat, kind: PlayKind::Penalty });
        step.tell(Event::Awarded {
            to: seat,
            kind: PlayKind::Penalty,
            at: Some(field.mark(defender)),
        });
        let goalie = Id::goalie(defender);
        let sides = Seat::BOTH.into_iter().flat_map(|seat| self.squad.fielded(field, seat));
        let leaving: Vec<(Id, Spot)> = sides
            .filter(|&(player, spot)| field.in_box(defender, spot) && player != goalie)
            .collect();
        self.leave_box(defender, leaving, step);
        if self.squad.at(goalie).is_some() {
            self.place(goalie, field.home(defender), Displacement::Room, step);
        }
        if self.squad.owner() != Some(seat) {
            self.squad.ball = self.nearest_of(seat, field.mark(defender)).or(self.squad.ball);
        }
        self.phase = if self.kickers().is_empty() { Phase::Roll } else { Phase::Kicker };
    }

    /// Lists who may kick: the side's checkers on the field, the one with the ball first.
    pub(in crate::games::metasoccer) fn kickers(&self) -> Vec<Id> {
        let fielded = self.squad.fielded(self.options.field, self.play.side).map(|it| it.0);
        let mut all: Vec<Id> = fielded.collect();
        all.sort_by_key(|player| Some(*player) != self.squad.ball);
        all
    }

    /// Puts the kicker on its square; then the goalie's coach is asked.
    pub(in crate::games::metasoccer) fn set_kicker(
        &mut self,
        number: u8,
        to: Spot,
        step: &mut Step<'_, Event>,
    ) {
        let who = Id { seat: self.play.side, number };
        self.squad.ball = Some(who);
        self.place(who, to, Displacement::Taker, step);
        let goalie = self.squad.at(Id::goalie(self.play.side.other()));
        self.phase = if goalie.is_some() { Phase::Guard } else { Phase::Roll };
    }

    /// Lists where the goalie may stand against the kick.
    pub(in crate::games::metasoccer) fn guard_squares(&self) -> Vec<Spot> {
        let goalie = self.squad.at(Id::goalie(self.play.side.other()));
        let front = self.options.field.goal_front(self.play.side.other());
        front.filter(|&spot| self.squad.is_free(spot) || goalie == Some(spot)).collect()
    }

    /// Lists every shot by the roll, with its target square.
    pub(in crate::games::metasoccer) fn shots(&self) -> Vec<(Spot, PenaltyResult)> {
        let Some(start) = self.squad.ball_at() else { return Vec::new() };
        let number = self.number();
        let faces: &[Chess] = match self.play.roll {
            Some(Roll::Chess(face, _)) => return self.shots_by(face, number, start),
            Some(Roll::Risk(Risk::Joker, _)) if self.play.acts == 0 => {
                &[Chess::Queen, Chess::Knight, Chess::King]
            }
            Some(Roll::Risk(Risk::Double, _)) if self.play.acts < 2 => &[Chess::Knight],
            _ => &[],
        };
        let mut all: Vec<(Spot, PenaltyResult)> = Vec::new();
        for &face in faces {
            for shot in self.shots_by(face, number, start) {
                if !all.iter().any(|it| it.0 == shot.0) {
                    all.push(shot);
                }
            }
        }
        all
    }

    /// Lists the shots of one face from a square: the table of A.6.5.
    pub(in crate::games::metasoccer) fn shots_by(
        &self,
        face: Chess,
        number: u8,
        start: Spot,
    ) -> Vec<(Spot, PenaltyResult)> {
        let seat = self.play.side;
        let goalie = Id::goalie(seat.other());
        let open = |at: Spot| self.options.field.holds(at) || self.is_target(seat, at);
        if face == Chess::Knight {
            let ends = LEAPS.into_iter().map(|(x, y)| start.plus(x, y));
            // Only the goalie guards a goal square; others pushed onto it don't.
            let ends = ends.filter(|&at| self.is_target(seat, at) || self.squad.is_free(at));
            let ends = ends.filter(|&at| open(at) && self.squad.on(at) != Some(goalie));
            return ends.map(|at| (at, self.shot_at(at))).collect();
        }
        let mut all = Vec::new();
        for way in face.ways(seat) {
            let shot = self.shot(start, way, face.reach(number));
            // A King or a Pawn steps one square and never onto the goalie.
            let onto = !face.is_line() && matches!(shot, Some((_, PenaltyResult::Caught)));
            all.extend(shot.filter(|_| !onto));
        }
        all
    }

    /// Follows a shot in a straight line; none if it can't leave its square. Its target is where it
    /// would end without a goalie.
    fn shot(&self, start: Spot, way: Way, far: u8) -> Option<(Spot, PenaltyResult)> {
        let seat = self.play.side;
        let goalie = Id::goalie(seat.other());
        let (mut at, mut caught) = (start, false);
        for _ in 0..far {
            let next = at.step(way);
            let goal = self.is_target(seat, next);
            let stands = self.squad.on(next);
            if !goal && !self.options.field.holds(next) {
                break;
            }
            // At a penalty kick nobody is pushed. Only the goalie guards a goal square.
            if !goal && stands.is_some_and(|it| it != goalie) {
                break;
            }
            caught |= stands == Some(goalie);
            at = next;
            if goal {
                break;
            }
        }
        let shot = if caught { PenaltyResult::Caught } else { self.shot_at(at) };
        (at != start).then_some((at, shot))
    }

    fn shot_at(&self, at: Spot) -> PenaltyResult {
        if self.is_target(self.play.side, at) {
            PenaltyResult::Goal(at)
        } else {
            PenaltyResult::Short(at)
        }
    }

    /// Shoots at the goal.
    pub(in crate::games::metasoccer) fn shoot(
        &mut self,
        at: Spot,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Some((who, start)) = self.squad.ball.zip(self.squad.ball_at()) else { return Ok(()) };
        let Some((_, shot)) = self.shots().into_iter().find(|it| it.0 == at) else { return Ok(()) };
        self.play.acts += 1;
        match shot {
            PenaltyResult::Caught => {
                step.tell(Event::Flew { by: who, start, end: at, numbers: Vec::new() });
                self.caught(step)
            }
            PenaltyResult::Goal(end) | PenaltyResult::Short(end) => {
                self.make_way(Some(who), end, step);
                self.squad.put(who, end);
                step.tell(Event::Moved { who, path: vec![start, end], ball: true });
                if let PenaltyResult::Goal(end) = shot {
                    return self.goal(who.seat, end, step);
                }
                let more = matches!(self.play.roll, Some(Roll::Risk(Risk::Double, _)));
                if more && self.play.acts < 2 && !self.shots().is_empty() {
                    Ok(())
                } else {
                    self.end_play(step)
                }
            }
        }
    }

    /// Gives the goalie the ball: its goalie kick follows.
    pub(in crate::games::metasoccer) fn caught(
        &mut self,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let defender = self.play.side.other();
        step.tell(Event::Caught { goalie: Id::goalie(defender) });
        self.finish(AfterPlay::GoalieKick(defender), step)
    }

    /// Refuses what isn't a shot.
    pub(in crate::games::metasoccer) fn can_shoot(&self, at: Spot) -> Result<(), Objection> {
        if self.shots().iter().any(|it| it.0 == at) { Ok(()) } else { Err(Objection::NotShot(at)) }
    }
}
