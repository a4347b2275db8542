//! How a play begins: open play, throw-in, corner, free kick, goalie kick, penalty kick (A.6).
use crate::games::metasoccer::{
    Displacement, Event, Metasoccer, Phase, Play, PlayKind,
    field::{FieldEdge, Spot},
    squad::{Id, Ids},
};
use crate::{game::Step, seat::Seat};

/// What comes after a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum AfterPlay {
    Turn { seat: Seat, kind: PlayKind },
    ThrowIn(Seat, Spot),
    Corner(Seat, Spot),
    Free { seat: Seat, at: Spot, direct: bool },
    GoalieKick(Seat),
    Penalty(Seat),
}

impl Metasoccer {
    /// Begins the next play.
    pub(in crate::games::metasoccer) fn restart(
        &mut self,
        next: AfterPlay,
        step: &mut Step<'_, Event>,
    ) {
        match next {
            AfterPlay::Turn { seat, kind } => {
                self.play = Play::new(seat, kind);
                step.tell(Event::Began { side: seat, kind });
                self.begin();
            }
            AfterPlay::ThrowIn(seat, at) => self.throw_in(seat, at, step),
            AfterPlay::Corner(seat, at) => self.corner(seat, at, step),
            AfterPlay::Free { seat, at, direct } => self.free_kick(seat, at, direct, step),
            AfterPlay::GoalieKick(seat) => self.goalie_kick(seat, step),
            AfterPlay::Penalty(seat) => self.penalty(seat, step),
        }
    }

    fn award(&mut self, to: Seat, kind: PlayKind, at: Option<Spot>, step: &mut Step<'_, Event>) {
        self.play = Play::new(to, kind);
        step.tell(Event::Began { side: to, kind });
        step.tell(Event::Awarded { to, kind, at });
    }

    /// Puts a thrower behind the touch line (A.6.2).
    fn throw_in(&mut self, seat: Seat, out: Spot, step: &mut Step<'_, Event>) {
        let field = self.options.field;
        // No direction leads from a corner of the border into the field, so the next square of the touch line is used.
        let at = match field.edge(out) {
            Some(FieldEdge::Touch) => Spot { x: out.x, y: out.y.clamp(1, field.ranks()) },
            _ => out,
        };
        self.award(seat, PlayKind::ThrowIn, Some(at), step);
        let carrier = self
            .squad
            .ball
            .filter(|player| player.seat == seat && self.squad.at(*player) == Some(out));
        let stands = self.squad.on(at).filter(|it| it.seat == seat);
        // A checker that was pushed out throws for its own side; otherwise the nearest does.
        let taker = stands.or(carrier).or_else(|| self.nearest_of(seat, at));
        self.make_way(taker, at, step);
        self.hand_over(taker, at, step);
        self.make_room(at, step);
        self.play.takers = self.takers(seat);
        self.phase = Phase::Reset { seat: seat.other(), only: None };
    }

    /// Moves the checker on a border square along the border to make room for the taker; it comes
    /// back on its next turn (A-R45).
    pub(in crate::games::metasoccer) fn make_way(
        &mut self,
        taker: Option<Id>,
        at: Spot,
        step: &mut Step<'_, Event>,
    ) {
        let field = self.options.field;
        let Some(other) =
            self.squad.on(at).filter(|player| Some(*player) != taker && !field.holds(at))
        else {
            return;
        };
        let mut free: Vec<Spot> =
            field.track().into_iter().filter(|&spot| self.squad.is_free(spot)).collect();
        free.sort_by_key(|spot| (spot.far(at), field.rank_of(other.seat, *spot)));
        if let Some(&to) = free.first() {
            self.place(other, to, Displacement::Room, step);
        }
    }

    /// Puts a taker on the corner square (A.6.2).
    fn corner(&mut self, seat: Seat, at: Spot, step: &mut Step<'_, Event>) {
        self.award(seat, PlayKind::Corner, Some(at), step);
        // A checker pushed out with the ball takes the corner, as it would a throw-in.
        let out = |player: &Id| {
            self.squad.at(*player).is_some_and(|spot| !self.options.field.holds(spot))
        };
        let carrier = self.squad.ball.filter(|it| it.seat == seat).filter(out);
        let taker = carrier.or_else(|| self.nearest_of(seat, at));
        self.give_way(taker, at, step);
        self.hand_over(taker, at, step);
        self.make_room(at, step);
        self.play.takers = self.takers(seat);
        self.phase = Phase::Reset { seat: seat.other(), only: None };
    }

    /// Gives the nearest checker of a side the ball where the other side broke the rules (A.6.3, A.6.4).
    fn free_kick(&mut self, seat: Seat, at: Spot, direct: bool, step: &mut Step<'_, Event>) {
        let kind = if direct { PlayKind::Direct } else { PlayKind::Indirect };
        self.award(seat, kind, Some(at), step);
        let (_, among) = self.squad.nearest(self.options.field, seat, at, None);
        let taker = among.first().copied();
        let offender = self.give_way(taker, at, step);
        self.hand_over(taker, at, step);
        let moved: Ids = self.make_room(at, step).into_iter().chain(offender).collect();
        self.play.takers = Ids::from_iter(among);
        if moved.is_empty() {
            self.begin()
        } else {
            self.phase = Phase::Reset { seat: seat.other(), only: Some(moved) }
        }
    }

    /// Gives the goalie the ball in its box, which the opponents leave (A.6.6).
    fn goalie_kick(&mut self, seat: Seat, step: &mut Step<'_, Event>) {
        let field = self.options.field;
        let goalie = Id::goalie(seat);
        self.award(seat, PlayKind::GoalieKick, None, step);
        if self.squad.at(goalie).is_none() {
            // Only a match set up by hand has a side without a goalie: the nearest checker gets the
            // ball.
            self.squad.ball = self.nearest_of(seat, field.mark(seat)).or(self.squad.ball);
            self.phase = Phase::Roll;
            return;
        }
        self.squad.ball = Some(goalie);
        let inside = self.squad.at(goalie).is_some_and(|spot| field.in_box(seat, spot));
        let free =
            self.squad.nearest_free(field, field.mark(seat), |spot| field.in_box(seat, spot));
        if let Some(&to) = free.first().filter(|_| !inside) {
            self.place(goalie, to, Displacement::Taker, step);
        }
        self.phase = Phase::Goalie;
    }

    /// Lists where the goalie may kick from, the default first: the penalty mark, or as near as possible.
    pub(in crate::games::metasoccer) fn goalie_squares(&self) -> Vec<Spot> {
        let field = self.options.field;
        let seat = self.play.side;
        let own = self.squad.at(Id::goalie(seat));
        let mark = field.mark(seat);
        let open = |spot: &Spot| {
            field.in_box(seat, *spot) && (self.squad.is_free(*spot) || own == Some(*spot))
        };
        let mut squares: Vec<Spot> = field.squares().filter(open).collect();
        squares.sort_by_key(|it| it.far(mark));
        squares
    }

    /// Puts the goalie where it kicks from; then the opponents may re-place.
    pub(in crate::games::metasoccer) fn goalie_at(&mut self, to: Spot, step: &mut Step<'_, Event>) {
        let (field, seat) = (self.options.field, self.play.side);
        self.place(Id::goalie(seat), to, Displacement::Taker, step);
        // A robbed checker keeps its square until then (A-R50); the reset keeps opponents out of the box.
        let leaving: Vec<(Id, Spot)> = self
            .squad
            .fielded(field, seat.other())
            .filter(|&(_, spot)| field.in_box(seat, spot))
            .collect();
        self.leave_box(seat, leaving, step);
        self.make_room(to, step);
        self.phase = Phase::Reset { seat: seat.other(), only: None };
    }

    /// Moves checkers out of a box by the shortest path.
    pub(in crate::games::metasoccer) fn leave_box(
        &mut self,
        of: Seat,
        leaving: Vec<(Id, Spot)>,
        step: &mut Step<'_, Event>,
    ) {
        let field = self.options.field;
        for (id, at) in leaving {
            let outside = self.squad.nearest_free(field, at, |spot| !field.in_box(of, spot));
            if let Some(&to) = outside.first() {
                self.place(id, to, Displacement::Room, step);
            }
        }
    }

    /// Returns a side's checker nearest to a square, preferring those on the field.
    pub(in crate::games::metasoccer) fn nearest_of(&self, seat: Seat, to: Spot) -> Option<Id> {
        let (_, among) = self.squad.nearest(self.options.field, seat, to, None);
        let all = || self.squad.side(seat).map(|it| it.0);
        among.first().copied().or_else(|| all().min_by_key(|it| it.is_goalie()))
    }

    /// Lists who may take a throw-in or a corner kick: everyone on the field but the goalie.
    fn takers(&self, seat: Seat) -> Ids {
        let fielded = self.squad.fielded(self.options.field, seat).map(|it| it.0);
        fielded.filter(|it| !it.is_goalie()).chain(self.squad.ball).collect()
    }

    /// Moves any checker on a square, except the taker, two squares away from it; returns which.
    fn give_way(&mut self, taker: Option<Id>, at: Spot, step: &mut Step<'_, Event>) -> Option<Id> {
        let other = self.squad.on(at).filter(|player| Some(*player) != taker)?;
        let to =
            *self.squad.nearest_free(self.options.field, at, |spot| 2 <= spot.far(at)).first()?;
        self.place(other, to, Displacement::Room, step);
        Some(other)
    }

    /// Puts a taker on its square with the ball.
    fn hand_over(&mut self, taker: Option<Id>, at: Spot, step: &mut Step<'_, Event>) {
        let Some(taker) = taker else { return };
        self.play.origin = self.squad.at(taker).filter(|&it| it != at);
        self.squad.ball = Some(taker);
        self.place(taker, at, Displacement::Taker, step);
    }

    /// Moves opponents that are too near the ball two squares away (A.6.7); returns which.
    fn make_room(&mut self, ball: Spot, step: &mut Step<'_, Event>) -> Vec<Id> {
        let field = self.options.field;
        let kicker = self.play.side;
        let near: Vec<(Id, Spot)> = self
            .squad
            .fielded(field, kicker.other())
            .filter(|&(_, spot)| spot.far(ball) < 2)
            .collect();
        for &(id, at) in &near {
            let kick = self.play.kind == PlayKind::GoalieKick;
            let fits = |spot: Spot| 2 <= spot.far(ball) && !(kick && field.in_box(kicker, spot));
            if let Some(&to) = self.squad.nearest_free(field, at, fits).first() {
                self.place(id, to, Displacement::Room, step);
            }
        }
        near.into_iter().map(|it| it.0).collect()
    }
}
