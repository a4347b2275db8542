//! Runs, jumps and pushes: where a checker's move leads (A.5.1, A.5.2).
use crate::games::metasoccer::{
    Event, Metasoccer, PlayKind,
    dice::{Chess, Risk, Roll},
    field::{LEAPS, Spot, Way},
    squad::Id,
    why::reasons::Objection,
};
use crate::{game::Step, seat::Seat, short::Short};

/// The squares of a run: at most the sum of two dice.
pub(in crate::games::metasoccer) type RunPath = Short<Spot, 12>;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) struct Course {
    /// The squares entered, in order; a jump enters only its last.
    pub(in crate::games::metasoccer) path: RunPath,
    /// The push at the last square.
    pub(in crate::games::metasoccer) push: Option<Push>,
    /// Whether the last square is the goal attacked, reached with the ball.
    pub(in crate::games::metasoccer) goal: bool,
}

/// An opponent moved out of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) struct Push {
    pub(in crate::games::metasoccer) who: Id,
    pub(in crate::games::metasoccer) from: Spot,
    pub(in crate::games::metasoccer) to: Spot,
}

/// A move of one checker by the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) struct Hop {
    pub(in crate::games::metasoccer) who: Id,
    pub(in crate::games::metasoccer) from: Spot,
    pub(in crate::games::metasoccer) course: Course,
    /// Where a knight pushes to; a run has only one way to push.
    pub(in crate::games::metasoccer) aside: Option<Spot>,
}

impl Hop {
    pub(in crate::games::metasoccer) fn to(&self) -> Spot {
        self.course.path.last().copied().unwrap_or(self.from)
    }
}

impl Chess {
    /// Tells whether the face means a straight run of the number rolled.
    pub(in crate::games::metasoccer) fn is_line(self) -> bool {
        matches!(self, Chess::Queen | Chess::Bishop | Chess::Rook)
    }

    /// Lists the directions of a face; none for a knight.
    pub(in crate::games::metasoccer) fn ways(self, seat: Seat) -> impl Iterator<Item = Way> {
        Way::ALL.into_iter().filter(move |&way| match self {
            Chess::King | Chess::Queen => true,
            Chess::Bishop => way.is_diagonal(),
            Chess::Rook => !way.is_diagonal(),
            Chess::Pawn => Way::ahead(seat).contains(&way),
            Chess::Knight => false,
        })
    }

    /// Returns how many squares a face goes in its directions.
    pub(in crate::games::metasoccer) fn reach(self, number: u8) -> u8 {
        if self.is_line() { number } else { 1 }
    }
}

impl Metasoccer {
    /// Tells whether the side whose play it is has the ball.
    pub(in crate::games::metasoccer) fn attacks(&self) -> bool {
        self.squad.owner() == Some(self.play.side)
    }

    /// Tells whether the ball is thrown or kicked at the end of this play instead of being passed.
    pub(in crate::games::metasoccer) fn throws_in(&self) -> bool {
        matches!(self.play.kind, PlayKind::ThrowIn | PlayKind::GoalieKick)
    }

    /// Tells whether the ball may be carried into the goal in this play (A.6.3).
    fn may_score(&self) -> bool {
        self.play.kind != PlayKind::Indirect || self.play.passed
    }

    /// Tells whether a square is the goal that a side attacks, and counts now.
    pub(in crate::games::metasoccer) fn is_target(&self, seat: Seat, at: Spot) -> bool {
        self.may_score() && self.options.field.goal(at) == Some(seat.other())
    }

    /// Follows a straight run of exactly `n` squares, as far as it gets. `ball` is after how many squares the runner has the
    /// ball, if at all.
    pub(in crate::games::metasoccer) fn course(
        &self,
        who: Id,
        from: Spot,
        way: Way,
        n: u8,
        ball: Option<usize>,
    ) -> Course {
        let mut course = Course { path: RunPath::empty(from), push: None, goal: false };
        let mut at = from;
        for done in 0..usize::from(n) {
            at = at.step(way);
            let goal = ball.is_some_and(|it| it <= done) && self.is_target(who.seat, at);
            if !goal && !self.options.field.holds(at) {
                break;
            }
            match self.squad.on(at) {
                None => course.path.push(at),
                Some(other) if other.seat == who.seat => break,
                Some(other) => {
                    if let Ok(push) = self.push(other, at, at.step(way)) {
                        course.path.push(at);
                        course.push = Some(push);
                    }
                    break;
                }
            }
            course.goal = goal;
            if goal {
                break;
            }
        }
        course
    }

    /// Checks whether an opponent can be pushed to a square (A.5.2).
    pub(in crate::games::metasoccer) fn push(
        &self,
        who: Id,
        from: Spot,
        to: Spot,
    ) -> Result<Push, Objection> {
        let field = self.options.field;
        if self.play.pushed.has(who) {
            return Err(Objection::Pushed(from));
        }
        if who.is_goalie() && to.y == field.goal_rank(who.seat) {
            return Err(Objection::GoalieLine(from));
        }
        if !field.holds(to) && !field.rings(to) {
            return Err(Objection::PushBeyond(from));
        }
        if self.squad.is_free(to) {
            Ok(Push { who, from, to })
        } else {
            Err(Objection::PushFull(from, to))
        }
    }

    /// Checks whether a checker may still move in this play, however it moves.
    pub(in crate::games::metasoccer) fn may_move(
        &self,
        who: Id,
        from: Spot,
    ) -> Result<(), Objection> {
        let double = matches!(self.play.roll, Some(Roll::Risk(Risk::Double, _)));
        let ball = self.squad.ball == Some(who);
        if who.seat != self.play.side {
            return Err(Objection::NotYours(from));
        }
        if !self.options.field.holds(from) {
            return Err(Objection::OutOfBounds(from));
        }
        if matches!(self.play.roll, Some(Roll::Risk(..))) && !ball {
            return Err(Objection::RiskCarrier);
        }
        if self.throws_in() && ball {
            return Err(Objection::Thrower);
        }
        if self.play.moved.has(who) && !double {
            return Err(Objection::Moved(from));
        }
        Ok(())
    }

    /// Lists the faces by which a checker may move now.
    pub(in crate::games::metasoccer) fn faces(&self, who: Id) -> &'static [Chess] {
        let ball = self.squad.ball == Some(who);
        match self.play.roll {
            Some(Roll::Chess(Chess::King, _)) if self.attacks() => &[],
            Some(Roll::Chess(Chess::King, _)) => &[Chess::King],
            Some(Roll::Chess(Chess::Queen, _)) => &[Chess::Queen],
            Some(Roll::Chess(Chess::Bishop, _)) => &[Chess::Bishop],
            Some(Roll::Chess(Chess::Knight, _)) => &[Chess::Knight],
            Some(Roll::Chess(Chess::Rook, _)) => &[Chess::Rook],
            Some(Roll::Chess(Chess::Pawn, _)) => &[Chess::Pawn],
            // A queen's runs include those of bishop and rook; a dribble includes a king's step.
            Some(Roll::Risk(Risk::Joker, _)) if ball && self.play.acts == 0 => {
                &[Chess::Queen, Chess::Knight, Chess::Pawn]
            }
            Some(Roll::Risk(Risk::Double, _)) if ball && self.play.acts < 2 => &[Chess::Knight],
            _ => &[],
        }
    }

    /// Returns the number of the turn's roll; 0 before it.
    pub(in crate::games::metasoccer) fn number(&self) -> u8 {
        match self.play.roll {
            Some(Roll::Chess(_, number) | Roll::Risk(_, number)) => number,
            Some(Roll::Numbers(one, other)) => one + other,
            None => 0,
        }
    }

    /// Lists every move of a checker by the roll, each end and push once.
    pub(in crate::games::metasoccer) fn hops(&self, who: Id) -> Vec<Hop> {
        let mut hops: Vec<Hop> = Vec::new();
        let Some(from) = self.squad.at(who).filter(|&at| self.may_move(who, at).is_ok()) else {
            return hops;
        };
        for &face in self.faces(who) {
            let more = match face {
                Chess::Knight => self.leaps(who, from),
                _ => self.runs(who, from, face),
            };
            let known = hops.len();
            for hop in more {
                let same = |other: &Hop| other.to() == hop.to() && other.aside == hop.aside;
                if !hops[..known].iter().any(same) {
                    hops.push(hop);
                }
            }
        }
        hops
    }

    fn runs(&self, who: Id, from: Spot, face: Chess) -> Vec<Hop> {
        let ball = (self.squad.ball == Some(who)).then_some(0);
        let n = face.reach(self.number());
        let ways = face.ways(who.seat);
        let courses = ways.map(|way| (way, self.course(who, from, way, n, ball)));
        courses
            .filter(|(way, course)| {
                // A pawn never moves straight onto a piece (A-R15).
                let pushes = face != Chess::Pawn || way.is_diagonal();
                !course.path.is_empty() && (pushes || course.push.is_none())
            })
            .map(|(_, course)| Hop { who, from, course, aside: None })
            .collect()
    }

    fn leaps(&self, who: Id, from: Spot) -> Vec<Hop> {
        let ball = self.squad.ball == Some(who);
        let mut hops = Vec::new();
        for (x, y) in LEAPS {
            let to = from.plus(x, y);
            let goal = ball && self.is_target(who.seat, to);
            if !goal && !self.options.field.holds(to) {
                continue;
            }
            let hop = |push: Option<Push>| Hop {
                who,
                from,
                course: Course { path: RunPath::of(to), push, goal },
                aside: push.map(|it| it.to),
            };
            match self.squad.on(to) {
                None => hops.push(hop(None)),
                Some(other) if other.seat == who.seat || goal => {}
                Some(other) => {
                    let pushes = to.neighbours().filter_map(|spot| self.push(other, to, spot).ok());
                    // The jumper has already left its square.
                    hops.extend(pushes.map(|push| hop(Some(push))));
                }
            }
        }
        hops
    }

    /// Carries out a move; the ball goes along.
    pub(in crate::games::metasoccer) fn run(&mut self, hop: &Hop, step: &mut Step<'_, Event>) {
        let Hop { who, from, course, aside: _ } = hop;
        if let Some(push) = course.push {
            self.shove(push, step);
        }
        self.squad.put(*who, hop.to());
        self.play.moved.put(*who);
        let path = [*from].into_iter().chain(course.path.iter().copied()).collect();
        step.tell(Event::Moved { who: *who, path, ball: self.squad.ball == Some(*who) });
    }

    /// Carries out a push; the ball stays with the player who has it.
    pub(in crate::games::metasoccer) fn shove(&mut self, push: Push, step: &mut Step<'_, Event>) {
        let Push { who, from, to } = push;
        self.squad.put(who, to);
        self.play.pushed.put(who);
        step.tell(Event::Pushed { who, from, to });
    }
}
