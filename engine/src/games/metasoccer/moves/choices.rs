//! What a coach may do now, listed.
use crate::games::metasoccer::{
    Action, Metasoccer, Phase, PlayKind,
    dice::{Risk, Roll},
    field::Way,
    formation::Formation,
    squad::Id,
};
use crate::{chance, game::Choices, seat::Seat};

/// What else may be typed before a kick-off.
const SET_UP: [&str; 2] = [
    "d5-e7: any of your checkers to an empty square in your half",
    "d11-e9: any of your checkers to an empty square in your half",
];
/// What else may be typed while checkers are re-placed.
const RE_PLACE: &str = "d5-e7: any of your checkers to an empty square";
/// What else may be typed for a dribble.
const DRIBBLE: &str = "dribble f8 g9 f10: square by square, up to the number rolled";

impl Metasoccer {
    /// Returns the seat that owes the decision.
    pub(in crate::games::metasoccer) fn asked(&self) -> Option<Seat> {
        let side = self.play.side;
        match self.phase {
            Phase::Over(_) => None,
            Phase::Reset { seat, .. } | Phase::Pick { seat, .. } => Some(seat),
            Phase::Robbed { .. } | Phase::Guard => Some(side.other()),
            Phase::Goalie
            | Phase::Kicker
            | Phase::Back
            | Phase::Roll
            | Phase::Act
            | Phase::Loot
            | Phase::Expel => Some(side),
        }
    }

    pub(in crate::games::metasoccer) fn choices_of(&self, seat: Seat) -> Choices<Action> {
        if self.asked() != Some(seat) {
            return Choices::none();
        }
        let free = match self.phase {
            Phase::Reset { only: Some(_), .. } => false,
            _ => self.may_reset(seat),
        };
        let grammar = match self.phase {
            _ if free && self.play.kind == PlayKind::KickOff => Some(SET_UP[seat.index()]),
            _ if free => Some(RE_PLACE),
            Phase::Reset { .. } => Some(RE_PLACE),
            Phase::Act if self.may_dribble().is_ok() && self.play.kind != PlayKind::Penalty => {
                Some(DRIBBLE)
            }
            _ => None,
        };
        Choices { listed: self.actions(), grammar }
    }

    /// Lists the choices of the seat that has to act; a default for details comes first.
    pub(in crate::games::metasoccer) fn actions(&self) -> Vec<Action> {
        let Some(seat) = self.asked() else { return Vec::new() };
        let mut all = self.trifles(seat);
        match self.phase {
            Phase::Over(_) => {}
            Phase::Reset { .. }
            | Phase::Goalie
            | Phase::Guard
            | Phase::Back
            | Phase::Robbed { .. }
            | Phase::Pick { .. } => {
                if !self.auto.get(seat) {
                    all.push(Action::Auto(true));
                }
            }
            Phase::Kicker => {
                let defender = seat.other();
                for Id { seat: _, number } in self.kickers() {
                    let block = self.options.field.block(defender);
                    let open = block.filter(|&to| self.can_kick_from(number, to).is_ok());
                    all.extend(open.map(|to| Action::Kicker { number, to }));
                }
            }
            Phase::Roll => {
                all.extend(self.dice_open().iter().copied().map(Action::Roll));
                all.extend(
                    Id::of(seat)
                        .filter(|player| self.can_take(player.number).is_ok())
                        .map(|it| Action::Taker(it.number)),
                );
                if self.may_reset(seat) {
                    all.extend(self.formations());
                    all.extend(self.placements(seat));
                }
                // Alone with the only roll it would ask for a press that decides nothing.
                if *self.auto.get(seat) && 1 < all.len() {
                    all.push(Action::Auto(false));
                }
            }
            Phase::Act => all = self.acts(),
            Phase::Loot => {
                all.extend(boots());
                all.push(Action::Keep);
            }
            Phase::Expel => {
                all.extend(self.expellable().map(|it| Action::Expel(it.number)));
            }
        }
        all
    }

    /// Lists the answers to a question that the default may answer, the default first.
    pub(in crate::games::metasoccer) fn trifles(&self, seat: Seat) -> Vec<Action> {
        match self.phase {
            Phase::Reset { only, .. } => {
                let ready = std::iter::once(Action::Ready);
                let forms = self.formations().filter(|_| only.is_none());
                ready.chain(forms).chain(self.placements(seat)).collect()
            }
            Phase::Goalie => self.goalie_squares().into_iter().map(Action::Goalie).collect(),
            Phase::Guard => {
                // The middle first: the one nearest to all the others.
                let mut squares = self.guard_squares();
                let all = squares.clone();
                squares.sort_by_key(|spot| all.iter().map(|other| spot.far(*other)).max());
                squares.into_iter().map(Action::Goalie).collect()
            }
            Phase::Back => {
                let returns = self.returns().into_iter();
                returns.map(|(_, from, to)| Action::Move { from, to, aside: None }).collect()
            }
            Phase::Robbed { .. } => self.robbed_squares().into_iter().map(Action::To).collect(),
            Phase::Pick { among, .. } => {
                // The goalie comes last, as in every choice among equals.
                let mut all: Vec<Id> = Id::of(seat).filter(|&player| among.has(player)).collect();
                all.sort_by_key(|it| it.is_goalie());
                all.into_iter().map(|it| Action::Pick(it.number)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn formations(&self) -> impl Iterator<Item = Action> {
        let kick_off = self.play.kind == PlayKind::KickOff;
        Formation::of(self.options.side).filter(move |_| kick_off).map(Action::Form)
    }

    /// Lists who may be sent off instead of the goalie.
    pub(in crate::games::metasoccer) fn expellable(&self) -> impl Iterator<Item = Id> {
        self.squad.side(self.play.side).map(|it| it.0).filter(|it| !it.is_goalie())
    }

    /// Lists what the roll allows.
    fn acts(&self) -> Vec<Action> {
        let penalty = self.play.kind == PlayKind::Penalty;
        let risk = match self.play.roll {
            Some(Roll::Risk(face, _)) => Some(face),
            _ => None,
        };
        // Actions with the ball first, then single moves.
        let mut all: Vec<Action> = self.receivers().into_iter().map(Action::Pass).collect();
        if risk == Some(Risk::Boot) {
            all.extend(boots());
        }
        if penalty {
            all.extend(self.shots().into_iter().map(|it| Action::Shoot(it.0)));
        } else {
            if risk.is_none() {
                all.extend(self.thieves().into_iter().map(Action::Steal));
            }
            if self.throws_in() {
                all.extend(self.throws().into_iter().map(Action::Throw));
            }
            all.extend(self.dribbles().into_iter().map(Action::Dribble));
            if risk.is_none() {
                let flights = self.flights().into_iter();
                all.extend(flights.map(|(from, way, pass)| Action::Fly { from, way, pass }));
            }
            let own: Vec<Id> = self.squad.side(self.play.side).map(|it| it.0).collect();
            for hop in own.into_iter().flat_map(|id| self.hops(id)) {
                all.push(Action::Move { from: hop.from, to: hop.to(), aside: hop.aside });
            }
        }
        if self.can_end() {
            all.push(Action::End);
        }
        all
    }

    /// Tells whether the play may be ended as it is: the ball has to be thrown, and a penalty
    /// kicked.
    pub(in crate::games::metasoccer) fn can_end(&self) -> bool {
        if self.throws_in() {
            return self.throws().is_empty();
        }
        if self.play.kind != PlayKind::Penalty {
            return true;
        }
        match self.play.roll {
            // A pass, a boot and each of two jumps may be declined (A-R26, A-R54).
            Some(Roll::Risk(Risk::Pass | Risk::Boot | Risk::Double, _)) => true,
            _ => self.shots().is_empty(),
        }
    }

    /// Lists what skips a question, if it can be skipped.
    fn brief(&self) -> Vec<Action> {
        match self.phase {
            Phase::Reset { .. } => vec![Action::Ready],
            Phase::Roll => self.dice_open().iter().copied().map(Action::Roll).collect(),
            Phase::Act if self.can_end() => vec![Action::End],
            _ => Vec::new(),
        }
    }

    /// Tells whether the roll allows anything but to end; faster than listing everything.
    pub(in crate::games::metasoccer) fn can_do_more(&self) -> bool {
        let moves =
            || self.squad.side(self.play.side).any(|(player, _)| !self.hops(player).is_empty());
        self.play.kind != PlayKind::Penalty && moves() || self.acts() != [Action::End]
    }

    /// Picks something to do, far from everything a turn allows, or random matches would never end.
    pub(in crate::games::metasoccer) fn sample_action(
        &self,
        seat: Seat,
        dice: &mut chance::Dice,
    ) -> Option<Action> {
        if self.asked() != Some(seat) {
            return None;
        }
        let brief = self.brief();
        let all = if brief.is_empty() || dice.below("whether to be brief", 3).ok()? == 0 {
            self.actions()
        } else {
            brief
        };
        let n = u32::try_from(all.len()).ok().filter(|&n| 0 < n)?;
        let n = dice.below("a choice", n).ok()?;
        all.into_iter().nth(n as usize)
    }
}

/// Lists every boot.
fn boots() -> impl Iterator<Item = Action> {
    Way::ALL.into_iter().flat_map(|way| [1, 2].map(|dice| Action::Boot { way, dice }))
}
