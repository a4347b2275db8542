//! Stealing the ball: the last thing a defense does (A.5.7).
use serde::{Deserialize, Serialize};

use crate::games::metasoccer::{
    Displacement, Event, Metasoccer, Phase, PlayKind,
    dice::{Chess, Roll, number},
    field::Spot,
    moves::restart::AfterPlay,
    squad::Id,
    why::reasons::Objection,
};
use crate::{game::Step, refusal::Refusal};

/// From this difference on, a steal has a further effect.
const FAR_APART: u8 = 5;

/// The result of trying to steal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum StealResult {
    Failed,
    Won,
    /// Won by five: the thief may boot.
    Boot,
    /// Lost by five: a penalty kick for the other side.
    Penalty,
}

impl StealResult {
    /// Compares the throws of the defense and the offense.
    pub(in crate::games::metasoccer) fn of(defense: u8, offense: u8) -> StealResult {
        match defense > offense {
            true if defense - offense == FAR_APART => StealResult::Boot,
            true => StealResult::Won,
            false if offense - defense == FAR_APART => StealResult::Penalty,
            false => StealResult::Failed,
        }
    }
}

impl Metasoccer {
    /// Checks whether the checker on a square may try to steal; returns it and the carrier.
    pub(in crate::games::metasoccer) fn can_steal(
        &self,
        from: Spot,
    ) -> Result<(Id, Id, Spot), Objection> {
        let (victim, at) = self.squad.ball.zip(self.squad.ball_at()).ok_or(Objection::NoBall)?;
        let thief = self.squad.on(from).ok_or(Objection::Empty(from))?;
        if thief.seat != self.play.side {
            return Err(Objection::NotYours(from));
        }
        let Some(Roll::Chess(face, number)) = self.play.roll.filter(|_| victim.seat != thief.seat)
        else {
            return Err(Objection::Steal);
        };
        if !self.options.field.holds(from) {
            return Err(Objection::OutOfBounds(from));
        }
        if self.play.moved.has(thief) {
            return Err(Objection::ThiefMoved(from));
        }
        let straight = !from.way_to(at).is_some_and(|it| it.is_diagonal());
        if face == Chess::Pawn && straight {
            return Err(Objection::ThiefReach(from, at));
        }
        match self.reaches(face, number, thief.seat, from, at) {
            Ok(()) => Ok((thief, victim, at)),
            Err(_) => Err(Objection::ThiefReach(from, at)),
        }
    }

    /// Lists the squares of those who may try to steal.
    pub(in crate::games::metasoccer) fn thieves(&self) -> Vec<Spot> {
        let own = self.squad.fielded(self.options.field, self.play.side);
        own.map(|it| it.1).filter(|&at| self.can_steal(at).is_ok()).collect()
    }

    /// Rolls for the ball, which ends the turn.
    pub(in crate::games::metasoccer) fn challenge(
        &mut self,
        (thief, victim, at): (Id, Id, Spot),
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let defense = number(step, "the defense's Numbers die")?;
        let offense = number(step, "the offense's Numbers die")?;
        let came = StealResult::of(defense, offense);
        step.tell(Event::Challenged { thief, victim, at, defense, offense, came });
        match came {
            StealResult::Failed => {
                self.stop_short(thief, at, step);
                self.end_play(step)
            }
            StealResult::Penalty => {
                self.stop_short(thief, at, step);
                self.finish(AfterPlay::Penalty(victim.seat), step)
            }
            StealResult::Won | StealResult::Boot if self.kicks_after_steal(thief, at) => {
                self.squad.ball = Some(thief);
                self.finish(AfterPlay::GoalieKick(thief.seat), step)
            }
            StealResult::Won | StealResult::Boot => {
                self.phase = Phase::Robbed { thief, boot: came == StealResult::Boot };
                Ok(())
            }
        }
    }

    /// Tells whether a steal brings a goalie kick (A-R39).
    fn kicks_after_steal(&self, thief: Id, at: Spot) -> bool {
        let anywhere = !self.options.box_only;
        thief.is_goalie() && (anywhere || self.options.field.in_box(thief.seat, at))
    }

    /// Moves a thief that failed as far as it gets (A-R35).
    fn stop_short(&mut self, thief: Id, at: Spot, step: &mut Step<'_, Event>) {
        let Some(from) = self.squad.at(thief) else { return };
        let Some(way) = from.way_to(at) else { return };
        let mut path = vec![from];
        let mut next = from.step(way);
        while next != at && self.squad.is_free(next) {
            path.push(next);
            next = next.step(way);
        }
        if let [_, .., last] = path[..] {
            self.squad.put(thief, last);
            step.tell(Event::Moved { who: thief, path, ball: false });
        }
        self.play.moved.put(thief);
    }

    /// Lists where a robbed checker may go, the default first: back towards its own goal, straight
    /// before diagonally; if no neighbour is free, the nearest free squares (A-R36).
    pub(in crate::games::metasoccer) fn robbed_squares(&self) -> Vec<Spot> {
        let field = self.options.field;
        let Some((victim, at)) = self.squad.ball.zip(self.squad.ball_at()) else {
            return Vec::new();
        };
        let mut squares = self.squad.nearest_free(field, at, |_| true);
        let aside = |spot: &Spot| (spot.x - at.x).abs() + (spot.y - at.y).abs();
        squares.sort_by_key(|spot| (field.rank_of(victim.seat, *spot), aside(spot), spot.x));
        squares
    }

    /// Moves the robbed checker away; the thief takes its square and the ball.
    pub(in crate::games::metasoccer) fn rob(
        &mut self,
        to: Spot,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Phase::Robbed { thief, boot } = self.phase else { return Ok(()) };
        let Some((victim, at)) = self.squad.ball.zip(self.squad.ball_at()) else { return Ok(()) };
        self.place(victim, to, Displacement::Robbed, step);
        if let Some(from) = self.squad.at(thief) {
            self.squad.put(thief, at);
            step.tell(Event::Moved { who: thief, path: vec![from, at], ball: true });
        }
        self.squad.ball = Some(thief);
        self.play.stolen = true;
        if boot {
            self.phase = Phase::Loot;
            return Ok(());
        }
        self.finish(AfterPlay::Turn { seat: self.play.side, kind: PlayKind::AfterSteal }, step)
    }
}
