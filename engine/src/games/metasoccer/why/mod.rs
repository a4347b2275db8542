//! Whether an action is open now, and if not, why.
pub(super) mod reasons;

use super::{
    Action, Metasoccer, Phase, PlayKind,
    dice::{Chess, Dice, Roll},
    field::Spot,
    moves::course::Hop,
    squad::Id,
    why::reasons::Why,
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
        let near = |it: &Action| match (it, verb) {
            (Action::Move { from, .. }, Some(SoccerVerb::Move)) => {
                start.is_some_and(|it| it != *from)
            }
            (Action::Move { to, .. }, Some(SoccerVerb::Push)) => self.squad.is_free(*to),
            _ => Some(it.verb()) != verb,
        };
        all.sort_by_key(near);
        all.iter().take(OFFERED).map(|it| self.write_action(it)).collect()
    }

    /// Checks an action of the seat that owes the decision; no reason is named if another question is open.
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Option<Why>> {
        let open = |may: bool| if may { Ok(()) } else { Err(None) };
        match (&self.phase, action) {
            (_, Action::Auto(_)) => Ok(()),
            (Phase::Reset { .. }, Action::Ready) => Ok(()),
            (Phase::Reset { only: None, .. } | Phase::Roll, Action::Form(formation)) => {
                let fits = super::Formation::of(self.options.side).any(|it| it == *formation);
                open(self.play.kind == PlayKind::KickOff && self.may_reset(seat))?;
                listed(fits, Why::NoFormation)
            }
            (Phase::Roll, Action::Taker(number)) => {
                self.can_take(*number).map(|_| ()).map_err(Some)
            }
            (Phase::Roll, Action::Roll(dice)) => self.check_dice(*dice),
            (_, Action::Move { from, to, aside: None }) if self.may_reset(seat) => {
                self.can_place(seat, *from, *to).map(|_| ()).map_err(Some)
            }
            (Phase::Back, Action::Move { to, aside: Some(_), .. }) => Err(Some(Why::NoAside(*to))),
            (_, Action::Move { to, aside: Some(_), .. }) if self.may_reset(seat) => {
                Err(Some(Why::NoAside(*to)))
            }
            (Phase::Back, Action::Move { from, to, aside: None }) => {
                let all = self.returns();
                let out = all.iter().any(|it| it.1 == *from);
                let open = all.iter().any(|it| (it.1, it.2) == (*from, *to));
                listed(open, if out { Why::NotBeside(*from, *to) } else { Why::BackFirst })
            }
            (Phase::Act, action) => self.check_act(action),
            (Phase::Goalie, Action::Goalie(to)) => {
                listed(self.goalie_squares().contains(to), Why::KickBox(*to))
            }
            (Phase::Guard, Action::Goalie(to)) => {
                listed(self.guard_squares().contains(to), Why::GoalFront(*to))
            }
            (Phase::Kicker, Action::Kicker { number, to }) => {
                self.can_kick_from(*number, *to).map_err(Some)
            }
            (Phase::Robbed { .. }, Action::To(to)) => {
                listed(self.robbed_squares().contains(to), Why::RobbedBeside(*to))
            }
            (Phase::Loot, Action::Boot { dice, .. }) => self.can_boot(*dice).map_err(Some),
            (Phase::Loot, Action::Keep) => Ok(()),
            (Phase::Pick { seat, among, .. }, Action::Pick(number)) => {
                let near = Id::of(*seat).any(|it| it.number == *number && among.has(it));
                listed(near, Why::NotNear(*number))
            }
            (Phase::Expel, Action::Expel(number)) => {
                let here = self.expellable().any(|it| it.number == *number);
                listed(here, Why::NotHere(*number))
            }
            _ => Err(None),
        }
    }

    fn check_dice(&self, dice: Dice) -> Result<(), Option<Why>> {
        match dice {
            _ if self.dice_open().contains(&dice) => Ok(()),
            Dice::Risk if self.attacks() => Err(Some(Why::ChessFirst)),
            Dice::Risk => Err(Some(Why::RiskBall)),
            Dice::Chess | Dice::Numbers => Err(Some(Why::NumbersKick)),
        }
    }

    /// Checks whether a checker may kick a penalty from a square.
    pub(super) fn can_kick_from(&self, number: u8, to: Spot) -> Result<(), Why> {
        let defender = self.play.side.other();
        let kicker =
            self.kickers().into_iter().find(|it| it.number == number).ok_or(Why::NotTaker)?;
        let free = self.squad.is_free(to) || self.squad.at(kicker) == Some(to);
        match self.options.field.block(defender).any(|it| it == to) && free {
            true => Ok(()),
            false => Err(Why::NoBlock(to)),
        }
    }

    fn check_act(&self, action: &Action) -> Result<(), Option<Why>> {
        let penalty = self.play.kind == PlayKind::Penalty;
        let came = match action {
            Action::Shoot(to) if penalty => self.can_shoot(*to),
            Action::Move { .. } | Action::Dribble(_) | Action::Fly { .. } if penalty => {
                Err(Why::Shoot)
            }
            Action::Move { from, to, aside } => self.check_move(*from, *to, *aside),
            Action::Fly { from, way, pass } => self.fly(*from, *way, *pass).map(|_| ()),
            Action::Dribble(path) => self.dribbled(path).map(|_| ()),
            Action::Pass(to) => self.can_pass(*to).map(|_| ()),
            Action::Steal(from) => self.can_steal(*from).map(|_| ()),
            Action::Boot { dice, .. } => self.can_boot(*dice),
            Action::Throw(to) if self.throws_in() => {
                return listed(self.throws().contains(to), Why::NotThrown(*to));
            }
            Action::End if self.can_end() => Ok(()),
            Action::End if penalty => Err(Why::Shoot),
            Action::End => Err(Why::MustThrow),
            _ => return Err(None),
        };
        came.map_err(Some)
    }

    fn check_move(&self, from: Spot, to: Spot, aside: Option<Spot>) -> Result<(), Why> {
        let who = self.squad.on(from).ok_or(Why::Empty(from))?;
        self.may_move(who, from)?;
        let hops = self.hops(who);
        if hops.iter().any(|it| it.to() == to && it.aside == aside) {
            return Ok(());
        }
        Err(self.why_not(who, from, to, aside, &hops))
    }

    /// Finds the rule that forbids a move.
    fn why_not(&self, who: Id, from: Spot, to: Spot, aside: Option<Spot>, hops: &[Hop]) -> Why {
        let field = self.options.field;
        let faces = self.faces(who);
        let Some(&face) = faces.first() else {
            let king = matches!(self.play.roll, Some(Roll::Chess(Chess::King, _)));
            return if king { Why::KingDribbles } else { Why::Roll };
        };
        let target = self.is_target(who.seat, to) && self.squad.ball == Some(who);
        if hops.iter().any(|it| it.to() == to) {
            return if hops.iter().any(|it| it.to() == to && it.aside.is_some()) {
                match (aside, self.squad.on(to)) {
                    (Some(aside), Some(other)) if aside.far(to) == 1 => {
                        self.push(other, to, aside).err().unwrap_or(Why::Aside(to))
                    }
                    _ => Why::Aside(to),
                }
            } else {
                Why::NoAside(to)
            };
        }
        if faces.contains(&Chess::Knight) && from.leaps_to(to) {
            return match self.squad.on(to) {
                _ if !target && !field.holds(to) => self.off(who, to),
                Some(other) if other.seat == who.seat => Why::Mate(to),
                Some(other) if self.play.pushed.has(other) => Why::Pushed(to),
                Some(_) => Why::LandingFull(to),
                None => Why::Roll,
            };
        }
        let way = from
            .way_to(to)
            .filter(|way| faces.iter().any(|it| it.ways(who.seat).any(|it| it == *way)));
        let Some(way) = way else { return Why::NoWay(face, from, to) };
        let ball = (self.squad.ball == Some(who)).then_some(0);
        let course = self.course(who, from, way, face.reach(self.number()), ball);
        if face == Chess::Pawn && !way.is_diagonal() && !self.squad.is_free(from.step(way)) {
            return Why::PawnBlocked(from.step(way));
        }
        match course.path.last() {
            _ if self.off(who, to) == Why::Indirect => Why::Indirect,
            Some(&end) => Why::Ends(from, end),
            None => self.blocked(who, from.step(way), from, way),
        }
    }

    /// Says what stops a run on its first square.
    fn blocked(&self, who: Id, next: Spot, from: Spot, way: super::Way) -> Why {
        match self.squad.on(next) {
            Some(other) if other.seat == who.seat => Why::Mate(next),
            Some(other) => self.push(other, next, next.step(way)).err().unwrap_or(Why::Stuck(from)),
            None => self.off(who, next),
        }
    }

    fn off(&self, who: Id, at: Spot) -> Why {
        let goal = self.options.field.goal(at) == Some(who.seat.other());
        let ball = self.squad.ball == Some(who) && !self.play.passed;
        if goal && ball && self.play.kind == PlayKind::Indirect {
            Why::Indirect
        } else {
            Why::Off(at)
        }
    }
}

fn listed(is: bool, why: Why) -> Result<(), Option<Why>> {
    if is { Ok(()) } else { Err(Some(why)) }
}
