//! Whether an action is open now, and if not, why.
pub(super) mod reasons;

use super::{
    Action, Metasoccer, Phase, PlayKind,
    dice::{Chess, DiceTaken, Roll},
    field::Spot,
    moves::course::Hop,
    squad::Id,
    why::reasons::Objection,
    words::verb::SoccerVerb,
};
use crate::{refusal::Refusal, seat::Seat};

/// The most lines a refusal offers.
const OFFERED: usize = 24;

impl Metasoccer {
    /// Lets an action pass, or names the rule that forbids it and what would work.
    pub(super) fn allows(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Err(why) = self.check(seat, action) else { return Ok(()) };
        let says = match why {
            Some(why) => self.says(why),
            None => self.not_open(seat, action.verb()),
        };
        Err(Refusal::illegal(says).instead(self.offers(Some(action.verb()), action.start())))
    }

    /// Says why words of a kind aren't possible now, and what is asked instead.
    pub(super) fn not_open(&self, seat: Seat, verb: SoccerVerb) -> String {
        let why = self.closed(seat, verb).unwrap_or_else(|| "You can't do that now.".to_owned());
        format!("{why} Next: {}.", self.ask())
    }

    /// Lists words that would be accepted, nearest to what was meant first: of its kind, and moves of the same checker.
    pub(super) fn offers(&self, verb: Option<SoccerVerb>, start: Option<Spot>) -> Vec<String> {
        let mut all = self.actions();
        let near = |action: &Action| match (action, verb) {
            (Action::Move { from, .. }, Some(SoccerVerb::Move)) => {
                start.is_some_and(|it| it != *from)
            }
            (Action::Move { to, .. }, Some(SoccerVerb::Push)) => self.squad.is_free(*to),
            _ => Some(action.verb()) != verb,
        };
        all.sort_by_key(near);
        all.iter().take(OFFERED).map(|action| self.write_action(action)).collect()
    }

    /// Checks an action of the seat that owes the decision; no reason is named if another question is open.
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Option<Objection>> {
        let open = |may: bool| if may { Ok(()) } else { Err(None) };
        match (&self.phase, action) {
            (_, Action::Auto(_)) => Ok(()),
            (Phase::Reset { .. }, Action::Ready) => Ok(()),
            (Phase::Reset { only: None, .. } | Phase::Roll, Action::Form(formation)) => {
                let fits = super::Formation::of(self.options.side).any(|it| it == *formation);
                open(self.play.kind == PlayKind::KickOff && self.may_reset(seat))?;
                listed(fits, Objection::NoFormation)
            }
            (Phase::Roll, Action::Taker(number)) => {
                self.can_take(*number).map(|_| ()).map_err(Some)
            }
            (Phase::Roll, Action::Roll(dice)) => self.check_dice(*dice),
            (_, Action::Move { from, to, aside: None }) if self.may_reset(seat) => {
                self.can_place(seat, *from, *to).map(|_| ()).map_err(Some)
            }
            (Phase::Back, Action::Move { to, aside: Some(_), .. }) => {
                Err(Some(Objection::NoAside(*to)))
            }
            (_, Action::Move { to, aside: Some(_), .. }) if self.may_reset(seat) => {
                Err(Some(Objection::NoAside(*to)))
            }
            (Phase::Back, Action::Move { from, to, aside: None }) => {
                let all = self.returns();
                let out = all.iter().any(|it| it.1 == *from);
                let open = all.iter().any(|flight| (flight.1, flight.2) == (*from, *to));
                listed(
                    open,
                    if out { Objection::NotBeside(*from, *to) } else { Objection::BackFirst },
                )
            }
            (Phase::Act, action) => self.check_act(action),
            (Phase::Goalie, Action::Goalie(to)) => {
                listed(self.goalie_squares().contains(to), Objection::KickBox(*to))
            }
            (Phase::Guard, Action::Goalie(to)) => {
                listed(self.guard_squares().contains(to), Objection::GoalFront(*to))
            }
            (Phase::Kicker, Action::Kicker { number, to }) => {
                self.can_kick_from(*number, *to).map_err(Some)
            }
            (Phase::Robbed { .. }, Action::To(to)) => {
                listed(self.robbed_squares().contains(to), Objection::RobbedBeside(*to))
            }
            (Phase::Loot, Action::Boot { dice, .. }) => self.can_boot(*dice).map_err(Some),
            (Phase::Loot, Action::Keep) => Ok(()),
            (Phase::Pick { seat, among, .. }, Action::Pick(number)) => {
                let near =
                    Id::of(*seat).any(|player| player.number == *number && among.has(player));
                listed(near, Objection::NotNear(*number))
            }
            (Phase::Expel, Action::Expel(number)) => {
                let here = self.expellable().any(|it| it.number == *number);
                listed(here, Objection::NotHere(*number))
            }
            _ => Err(None),
        }
    }

    fn check_dice(&self, dice: DiceTaken) -> Result<(), Option<Objection>> {
        match dice {
            _ if self.dice_open().contains(&dice) => Ok(()),
            DiceTaken::Risk if self.attacks() => Err(Some(Objection::ChessFirst)),
            DiceTaken::Risk => Err(Some(Objection::RiskBall)),
            DiceTaken::Chess | DiceTaken::Numbers => Err(Some(Objection::NumbersKick)),
        }
    }

    /// Checks whether a checker may kick a penalty from a square.
    pub(super) fn can_kick_from(&self, number: u8, to: Spot) -> Result<(), Objection> {
        let defender = self.play.side.other();
        let kicker =
            self.kickers().into_iter().find(|it| it.number == number).ok_or(Objection::NotTaker)?;
        let free = self.squad.is_free(to) || self.squad.at(kicker) == Some(to);
        if self.options.field.block(defender).any(|it| it == to) && free {
            Ok(())
        } else {
            Err(Objection::NoBlock(to))
        }
    }

    fn check_act(&self, action: &Action) -> Result<(), Option<Objection>> {
        let penalty = self.play.kind == PlayKind::Penalty;
        let came = match action {
            Action::Shoot(to) if penalty => self.can_shoot(*to),
            Action::Move { .. } | Action::Dribble(_) | Action::Fly { .. } if penalty => {
                Err(Objection::Shoot)
            }
            Action::Move { from, to, aside } => self.check_move(*from, *to, *aside),
            Action::Fly { from, way, pass } => self.fly(*from, *way, *pass).map(|_| ()),
            Action::Dribble(path) => self.dribbled(path).map(|_| ()),
            Action::Pass(to) => self.can_pass(*to).map(|_| ()),
            Action::Steal(from) => self.can_steal(*from).map(|_| ()),
            Action::Boot { dice, .. } => self.can_boot(*dice),
            Action::Throw(to) if self.throws_in() => {
                return listed(self.throws().contains(to), Objection::NotThrown(*to));
            }
            Action::End if self.can_end() => Ok(()),
            Action::End if penalty => Err(Objection::Shoot),
            Action::End => Err(Objection::MustThrow),
            _ => return Err(None),
        };
        came.map_err(Some)
    }

    pub(super) fn check_move(
        &self,
        from: Spot,
        to: Spot,
        aside: Option<Spot>,
    ) -> Result<(), Objection> {
        let who = self.squad.on(from).ok_or(Objection::Empty(from))?;
        self.may_move(who, from)?;
        let hops = self.hops(who);
        if hops.iter().any(|hop| hop.to() == to && hop.aside == aside) {
            return Ok(());
        }
        Err(self.why_not(who, from, to, aside, &hops))
    }

    /// Finds the rule that forbids a move.
    fn why_not(
        &self,
        who: Id,
        from: Spot,
        to: Spot,
        aside: Option<Spot>,
        hops: &[Hop],
    ) -> Objection {
        let field = self.options.field;
        let faces = self.faces(who);
        let Some(&face) = faces.first() else {
            let king = matches!(self.play.roll, Some(Roll::Chess(Chess::King, _)));
            return if king { Objection::KingDribbles } else { Objection::Roll };
        };
        let target = self.is_target(who.seat, to) && self.squad.ball == Some(who);
        if hops.iter().any(|hop| hop.to() == to) {
            return if hops.iter().any(|hop| hop.to() == to && hop.aside.is_some()) {
                match (aside, self.squad.on(to)) {
                    (Some(aside), Some(other)) if aside.far(to) == 1 => {
                        self.push(other, to, aside).err().unwrap_or(Objection::Aside(to))
                    }
                    _ => Objection::Aside(to),
                }
            } else {
                Objection::NoAside(to)
            };
        }
        if faces.contains(&Chess::Knight) && from.leaps_to(to) {
            return match self.squad.on(to) {
                _ if !target && !field.holds(to) => self.off(who, to),
                Some(other) if other.seat == who.seat => Objection::Mate(to),
                Some(other) if self.play.pushed.has(other) => Objection::Pushed(to),
                Some(_) => Objection::LandingFull(to),
                None => Objection::Roll,
            };
        }
        let way = from
            .way_to(to)
            .filter(|way| faces.iter().any(|face| face.ways(who.seat).any(|it| it == *way)));
        let Some(way) = way else { return Objection::NoWay(face, from, to) };
        let ball = (self.squad.ball == Some(who)).then_some(0);
        let course = self.course(who, from, way, face.reach(self.number()), ball);
        if face == Chess::Pawn && !way.is_diagonal() && !self.squad.is_free(from.step(way)) {
            return Objection::PawnBlocked(from.step(way));
        }
        match course.path.last() {
            _ if self.off(who, to) == Objection::Indirect => Objection::Indirect,
            Some(&end) => Objection::Ends(from, end),
            None => self.blocked(who, from.step(way), from, way),
        }
    }

    /// Says what stops a run on its first square.
    fn blocked(&self, who: Id, next: Spot, from: Spot, way: super::Way) -> Objection {
        match self.squad.on(next) {
            Some(other) if other.seat == who.seat => Objection::Mate(next),
            Some(other) => {
                self.push(other, next, next.step(way)).err().unwrap_or(Objection::Stuck(from))
            }
            None => self.off(who, next),
        }
    }

    fn off(&self, who: Id, at: Spot) -> Objection {
        let goal = self.options.field.goal(at) == Some(who.seat.other());
        let ball = self.squad.ball == Some(who) && !self.play.passed;
        if goal && ball && self.play.kind == PlayKind::Indirect {
            Objection::Indirect
        } else {
            Objection::Off(at)
        }
    }
}

fn listed(is: bool, why: Objection) -> Result<(), Option<Objection>> {
    if is { Ok(()) } else { Err(Some(why)) }
}
