//! The ball in the air: boots, throws and goalie kicks, and who has it when it comes down (A.6.1, A.6.2, A.6.6).
use crate::games::metasoccer::{
    BallTransfer, Displacement, Event, Metasoccer, Phase, PlayKind,
    dice::{Chess, Risk, Roll, number, roll_off},
    field::{FieldEdge, LEAPS, Spot, Way},
    moves::restart::AfterPlay,
    squad::{Id, Ids},
    why::reasons::Objection,
};
use crate::{game::Step, refusal::Refusal, seat::Seat};

/// Where a ball in the air comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum Fall {
    /// In the goal that this side defends.
    Goal(Spot, Seat),
    Field(Spot),
    Out(Spot),
}

impl Metasoccer {
    /// Follows a ball in the air.
    pub(in crate::games::metasoccer) fn fall(&self, start: Spot, way: Way, far: u8) -> Fall {
        let field = self.options.field;
        let mut at = start;
        for _ in 0..far {
            at = at.step(way);
            if let Some(seat) = field.goal(at) {
                return Fall::Goal(at, seat);
            }
            if !field.holds(at) {
                return Fall::Out(at);
            }
        }
        Fall::Field(at)
    }

    /// Checks whether the ball may be booted now with one or two dice.
    pub(in crate::games::metasoccer) fn can_boot(&self, dice: u8) -> Result<(), Objection> {
        let rolled = matches!(self.play.roll, Some(Roll::Risk(Risk::Boot, _)));
        let may = self.phase == Phase::Loot || rolled && self.phase == Phase::Act;
        if may && (1..=2).contains(&dice) { Ok(()) } else { Err(Objection::Boot) }
    }

    /// Boots the ball. One die after a RISK roll is the number rolled; all others are thrown now (A-R53).
    pub(in crate::games::metasoccer) fn boot(
        &mut self,
        way: Way,
        dice: u8,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let numbers = match self.play.roll {
            Some(Roll::Risk(Risk::Boot, number)) if dice == 1 => vec![number],
            _ => (0..dice)
                .map(|_| number(step, "a Numbers die for the boot"))
                .collect::<Result<_, _>>()?,
        };
        self.send(way, numbers, step)
    }

    /// Sends the ball in a straight line, over everyone (A.6.1).
    pub(in crate::games::metasoccer) fn send(
        &mut self,
        way: Way,
        numbers: Vec<u8>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Some((by, start)) = self.squad.ball.zip(self.squad.ball_at()) else { return Ok(()) };
        let fall = self.fall(start, way, numbers.iter().sum());
        let (Fall::Goal(end, _) | Fall::Field(end) | Fall::Out(end)) = fall;
        step.tell(Event::Flew { by, start, end, numbers });
        if self.play.kind == PlayKind::GoalieKick && !matches!(fall, Fall::Field(_)) {
            self.go_home(by, step);
        }
        match fall {
            Fall::Goal(at, seat) => self.goal(seat.other(), at, step),
            Fall::Field(at) => self.land(at, step),
            Fall::Out(at) => self.out(at, Some(by.seat), step),
        }
    }

    /// Restarts play where the ball went out; `booter` sent it there through the air; none if the carrier was
    /// pushed (A.6.2, A-R29).
    pub(in crate::games::metasoccer) fn out(
        &mut self,
        at: Spot,
        booter: Option<Seat>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        step.tell(Event::Out { at });
        let next = match (self.options.field.edge(at), booter) {
            (Some(FieldEdge::GoalLine(defender)), _) => {
                let (rolls, winner) = roll_off(step)?;
                step.tell(Event::RolledOff { rolls, winner });
                if winner == defender {
                    AfterPlay::GoalieKick(defender)
                } else {
                    AfterPlay::Corner(winner, self.options.field.corner(defender, at))
                }
            }
            (_, Some(booter)) => AfterPlay::ThrowIn(booter.other(), at),
            (_, None) => {
                let (rolls, winner) = roll_off(step)?;
                step.tell(Event::RolledOff { rolls, winner });
                AfterPlay::ThrowIn(winner, at)
            }
        };
        self.finish(next, step)
    }

    /// Lists where a throw can land: on the first checker in its way, otherwise after the whole
    /// roll, at the edge at the latest.
    pub(in crate::games::metasoccer) fn throws(&self) -> Vec<Spot> {
        let (Some(start), Some(Roll::Chess(face, number))) = (self.squad.ball_at(), self.play.roll)
        else {
            return Vec::new();
        };
        let field = self.options.field;
        if face == Chess::Knight {
            let leaps = LEAPS.into_iter().map(|(x, y)| start.plus(x, y));
            return leaps.filter(|&spot| field.holds(spot)).collect();
        }
        // One square into the field, whichever, for a King and a Pawn.
        let ways = Way::ALL.into_iter().filter(|&way| match face {
            Chess::Bishop => way.is_diagonal(),
            Chess::Rook => !way.is_diagonal(),
            _ => true,
        });
        let ends = ways.map(|way| {
            let mut at = start;
            for _ in 0..face.reach(number) {
                let next = at.step(way);
                if !field.holds(next) {
                    break;
                }
                at = next;
                if !self.squad.is_free(at) {
                    break;
                }
            }
            at
        });
        ends.filter(|&it| it != start).collect()
    }

    /// Throws the ball.
    pub(in crate::games::metasoccer) fn throw(
        &mut self,
        to: Spot,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Some((by, start)) = self.squad.ball.zip(self.squad.ball_at()) else { return Ok(()) };
        match self.squad.on(to) {
            Some(mate) if mate.seat == by.seat => {
                self.carry_pass(mate, BallTransfer::Throw, step);
                self.end_taken(by, step)
            }
            _ => {
                step.tell(Event::Flew { by, start, end: to, numbers: Vec::new() });
                self.land(to, step)
            }
        }
    }

    /// Gives the ball to the checker on the landing square or nearest to it; if two sides are
    /// equally near they roll for it, and a coach chooses among equals (A.7).
    pub(in crate::games::metasoccer) fn land(
        &mut self,
        at: Spot,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let field = self.options.field;
        // A goalie that kicks goes home and can't be chosen.
        let but = self.squad.ball.filter(|_| self.play.kind == PlayKind::GoalieKick);
        let south = self.squad.nearest(field, Seat::First, at, but);
        let north = self.squad.nearest(field, Seat::Second, at, but);
        let (seat, among) = match south.0.cmp(&north.0) {
            std::cmp::Ordering::Less => (Seat::First, south.1),
            std::cmp::Ordering::Greater => (Seat::Second, north.1),
            std::cmp::Ordering::Equal if south.1.is_empty() => (self.play.side, Vec::new()),
            std::cmp::Ordering::Equal => {
                let (rolls, winner) = roll_off(step)?;
                step.tell(Event::RolledOff { rolls, winner });
                (winner, if winner == Seat::First { south.1 } else { north.1 })
            }
        };
        self.choose(seat, among, Some(at), step)
    }

    /// Gives the ball to the only one of these, or lets their coach choose.
    pub(in crate::games::metasoccer) fn choose(
        &mut self,
        seat: Seat,
        among: Vec<Id>,
        at: Option<Spot>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        match among[..] {
            // Nobody can take it, so it stays with its owner.
            [] => self.end_untaken(step),
            [one] => self.take(one, at, step),
            _ => {
                self.phase = Phase::Pick { seat, among: Ids::from_iter(among), at };
                Ok(())
            }
        }
    }

    /// Gives a checker the ball, where it landed or where the checker stands.
    pub(in crate::games::metasoccer) fn take(
        &mut self,
        who: Id,
        at: Option<Spot>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let kicker = self.squad.ball;
        let from = self.squad.at(who);
        match (at, from) {
            (Some(at), Some(from)) => {
                self.squad.put(who, at);
                step.tell(Event::Landed { who, from, at });
            }
            _ => step.tell(Event::TurnedOver { to: who }),
        }
        self.squad.ball = Some(who);
        match kicker {
            Some(kicker) => self.end_taken(kicker, step),
            None => self.end_play(step),
        }
    }

    /// Ends a play where the ball was kicked or thrown and someone has it.
    fn end_taken(&mut self, kicker: Id, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let field = self.options.field;
        match (self.play.kind, self.squad.at(kicker)) {
            // If nobody else is on the field, it has the ball again.
            (PlayKind::GoalieKick, _) if self.squad.ball != Some(kicker) => {
                self.go_home(kicker, step)
            }
            (PlayKind::ThrowIn, Some(at)) if !field.holds(at) => {
                if let Some(&inside) = self.squad.nearest_free(field, at, |_| true).first() {
                    self.place(kicker, inside, Displacement::Back, step);
                }
            }
            _ => {}
        }
        self.end_play(step)
    }

    fn end_untaken(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        match self.squad.ball {
            Some(kicker) => self.end_taken(kicker, step),
            None => self.end_play(step),
        }
    }

    /// Sends a goalie back to the square before the middle of its goal, or the nearest free one.
    fn go_home(&mut self, goalie: Id, step: &mut Step<'_, Event>) {
        let field = self.options.field;
        if self.squad.at(goalie) == Some(field.home(goalie.seat)) {
            return;
        }
        if let Some(&home) =
            self.squad.nearest_free(field, field.home(goalie.seat), |_| true).first()
        {
            self.place(goalie, home, Displacement::Back, step);
        }
    }
}
