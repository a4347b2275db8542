//! Carrying out an action.
use crate::games::metasoccer::{
    Action, BallTransfer, Displacement, Event, Metasoccer, Phase, PlayKind, field::Spot,
    moves::course::Hop, squad::Id,
};
use crate::{game::Step, refusal::Refusal, seat::Seat};

impl Metasoccer {
    /// Carries out an action of a seat, and the automatic answers that follow.
    pub(in crate::games::metasoccer) fn carry_out(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.allows(seat, action)?;
        match action {
            Action::Auto(on) => {
                *self.auto.get_mut(seat) = *on;
                step.tell(Event::Autoed { seat, on: *on });
            }
            action => self.apply(action, step)?,
        }
        self.settle(step)
    }

    /// Carries out an allowed action.
    pub(in crate::games::metasoccer) fn apply(
        &mut self,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        match action {
            Action::Ready => self.begin(),
            // A standing order of a coach, not part of the play.
            Action::Auto(_) => {}
            Action::Form(formation) => {
                if let Some(seat) = self.asked() {
                    *self.formations.get_mut(seat) = *formation;
                    self.form(seat, self.play.side);
                    step.tell(Event::Formed { seat, formation: *formation });
                }
            }
            Action::Taker(number) => {
                self.change_taker(Id { seat: self.play.side, number: *number }, step);
            }
            Action::Roll(dice) => self.roll(*dice, step)?,
            Action::Move { from, to, aside } => self.move_checker(*from, *to, *aside, step)?,
            Action::Fly { from, way, pass } => {
                if let Ok((part, rest)) = self.fly(*from, *way, *pass) {
                    self.carry_flight(&part, &rest, step);
                    self.look_for_goal(step)?;
                }
            }
            Action::Dribble(path) => {
                if let Ok(dribble) = self.dribbled(path) {
                    self.carry_dribble(dribble, step);
                    self.look_for_goal(step)?;
                }
            }
            Action::Pass(to) => {
                if let Some(receiver) = self.squad.on(*to) {
                    self.carry_pass(receiver, BallTransfer::Pass, step);
                }
                if self.play.kind == PlayKind::Penalty {
                    self.end_play(step)?;
                }
            }
            Action::Steal(from) => {
                if let Ok(steal) = self.can_steal(*from) {
                    self.challenge(steal, step)?;
                }
            }
            Action::Boot { way, dice } => self.boot(*way, *dice, step)?,
            Action::Throw(to) => self.throw(*to, step)?,
            Action::Shoot(to) => self.shoot(*to, step)?,
            Action::Goalie(to) if self.phase == Phase::Guard => {
                let goalie = Id::goalie(self.play.side.other());
                if self.squad.at(goalie) == Some(*to) {
                    step.tell(Event::Stays { goalie, at: *to })
                } else {
                    self.place(goalie, *to, Displacement::Reset, step)
                }
                self.phase = Phase::Roll;
            }
            Action::Goalie(to) => self.goalie_at(*to, step),
            Action::Kicker { number, to } => self.set_kicker(*number, *to, step),
            Action::Pick(number) => {
                if let Phase::Pick { seat, among: _, at } = self.phase {
                    self.take(Id { seat, number: *number }, at, step)?;
                }
            }
            Action::Expel(number) => {
                self.expel(Id { seat: self.play.side, number: *number }, step)?
            }
            Action::To(to) => self.rob(*to, step)?,
            Action::Keep | Action::End => self.end_play(step)?,
        }
        Ok(())
    }

    fn move_checker(
        &mut self,
        from: Spot,
        to: Spot,
        aside: Option<Spot>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Some(who) = self.squad.on(from) else { return Ok(()) };
        match self.phase {
            Phase::Back => {
                self.bring_back(who, to, step);
                Ok(())
            }
            Phase::Act => {
                let fits = |hop: &Hop| hop.to() == to && hop.aside == aside;
                let Some(hop) = self.hops(who).into_iter().find(fits) else { return Ok(()) };
                self.run(&hop, step);
                if self.squad.ball == Some(who) {
                    self.play.acts += 1;
                }
                self.look_for_goal(step)
            }
            _ => {
                self.place(who, to, Displacement::Reset, step);
                Ok(())
            }
        }
    }

    /// Checks where the ball is: in a goal it scores, over a line it is out (A-R12, A.6.2).
    fn look_for_goal(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let field = self.options.field;
        match self.squad.ball_at() {
            Some(at) if self.throws_in() || field.holds(at) => Ok(()),
            Some(at) => match field.goal(at) {
                Some(defender) => self.goal(defender.other(), at, step),
                None => self.out(at, None, step),
            },
            None => Ok(()),
        }
    }
}
