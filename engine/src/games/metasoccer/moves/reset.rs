//! Re-placing checkers before a kick-off, a throw-in or a kick, and who takes it (A.4, A.6.7).
use crate::games::metasoccer::{
    Action, Displacement, Event, Metasoccer, Phase, PlayKind, field::Spot, squad::Id,
    why::reasons::Objection,
};
use crate::{game::Step, seat::Seat};

impl Metasoccer {
    /// Tells whether a side may rearrange checkers now: before a kick the side without the ball first, then the kicker's side until
    /// it rolls.
    pub(in crate::games::metasoccer) fn may_reset(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Reset { seat: asked, .. } => asked == seat,
            Phase::Roll => seat == self.play.side && self.resets(),
            _ => false,
        }
    }

    /// Tells whether the play began with a reset of both sides.
    fn resets(&self) -> bool {
        matches!(
            self.play.kind,
            PlayKind::KickOff | PlayKind::ThrowIn | PlayKind::Corner | PlayKind::GoalieKick
        )
    }

    /// Checks whether a coach may move their checker from one square to another.
    pub(in crate::games::metasoccer) fn can_place(
        &self,
        seat: Seat,
        from: Spot,
        to: Spot,
    ) -> Result<Id, Objection> {
        let who = self.can_lift(seat, from)?;
        self.can_stand(who, from, to)?;
        Ok(who)
    }

    /// Checks whether a coach may move their checker from a square at all.
    pub(in crate::games::metasoccer) fn can_lift(
        &self,
        seat: Seat,
        from: Spot,
    ) -> Result<Id, Objection> {
        let who = self.squad.on(from).ok_or(Objection::Empty(from))?;
        if who.seat != seat {
            return Err(Objection::NotYours(from));
        }
        if !self.options.field.holds(from) {
            return Err(Objection::OutOfBounds(from));
        }
        if self.squad.ball == Some(who) {
            return Err(Objection::TakerStays(from));
        }
        Ok(who)
    }

    /// Checks whether a checker may be put onto a square.
    fn can_stand(&self, who: Id, from: Spot, to: Spot) -> Result<(), Objection> {
        let field = self.options.field;
        let seat = who.seat;
        if !field.holds(to) || !self.squad.is_free(to) {
            return Err(Objection::Taken(to));
        }
        if let Phase::Reset { only: Some(only), .. } = self.phase {
            let ball = self.squad.ball_at();
            return match ball {
                _ if !only.has(who) => Err(Objection::OnlyRoom(from)),
                Some(ball) if to.far(ball) != 2 => Err(Objection::RoomTwo(to)),
                _ => Ok(()),
            };
        }
        if who.is_goalie() && !field.in_box(seat, to) {
            return Err(Objection::GoalieBox(to));
        }
        if self.play.kind == PlayKind::KickOff && !field.in_half(seat, to) {
            return Err(Objection::OwnHalf(to));
        }
        let attacks = seat == self.play.side;
        if self.play.kind == PlayKind::KickOff {
            let touches = !attacks && to.far(field.centre()) <= 1;
            return if touches { Err(Objection::CentreClear(to)) } else { Ok(()) };
        }
        if attacks {
            let line = self.offside_rank(seat);
            let offside = line.is_some_and(|it| it < field.rank_of(seat, to));
            return if offside { Err(Objection::Offside(to)) } else { Ok(()) };
        }
        if self.squad.ball_at().is_some_and(|spot| spot.far(to) < 2) {
            return Err(Objection::TooNear(to));
        }
        if self.play.kind == PlayKind::GoalieKick && field.in_box(self.play.side, to) {
            return Err(Objection::BoxClear(to));
        }
        Ok(())
    }

    /// Lists re-placings by one square; others can be typed. None may begin with a legal word that
    /// isn't listed, so `d9-e1` is listed with `d9-e10`.
    pub(in crate::games::metasoccer) fn placements(&self, seat: Seat) -> Vec<Action> {
        let mut out: Vec<Action> = Vec::new();
        for (who, from) in self.squad.fielded(self.options.field, seat) {
            if self.squad.ball == Some(who) {
                continue;
            }
            for near in from.neighbours() {
                let cut = (10 <= near.y).then_some(Spot { y: near.y / 10, ..near });
                for to in [near].into_iter().chain(cut) {
                    let action = Action::Move { from, to, aside: None };
                    if self.can_place(seat, from, to).is_ok() && !out.contains(&action) {
                        out.push(action);
                    }
                }
            }
        }
        out
    }

    /// Checks whether another checker of the side may take the kick or throw.
    pub(in crate::games::metasoccer) fn can_take(&self, number: u8) -> Result<Id, Objection> {
        let who =
            Id::of(self.play.side).find(|it| it.number == number).ok_or(Objection::NotTaker)?;
        let other = self.squad.ball.is_some_and(|it| it != who);
        let kick_off =
            self.play.kind == PlayKind::KickOff && !who.is_goalie() && self.squad.at(who).is_some();
        if self.phase == Phase::Roll && other && (kick_off || self.play.takers.has(who)) {
            Ok(who)
        } else {
            Err(Objection::NotTaker)
        }
    }

    /// Changes who takes the kick or throw: the former taker returns to its square, or to the
    /// new taker's.
    pub(in crate::games::metasoccer) fn change_taker(
        &mut self,
        who: Id,
        step: &mut Step<'_, Event>,
    ) {
        let Some((before, at)) = self.squad.ball.zip(self.squad.ball_at()) else { return };
        let Some(from) = self.squad.at(who) else { return };
        let origin = self.play.origin.filter(|&spot| self.squad.is_free(spot));
        self.squad.take(before);
        self.place(who, at, Displacement::Taker, step);
        self.squad.put(before, at);
        self.place(before, origin.unwrap_or(from), Displacement::Reset, step);
        self.play.origin = Some(from);
        self.squad.ball = Some(who);
    }
}
