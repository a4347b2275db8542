//! A match from play to play: kick-off, bringing back, rolling, the end of a play, goals, full time (A.4, A.5, A.6.8, A.6.9).
pub(super) mod boot;
pub(super) mod choices;
pub(super) mod course;
pub(super) mod defaults;
pub(super) mod dribble;
pub(super) mod pass;
pub(super) mod penalty;
pub(super) mod play;
pub(super) mod reset;
pub(super) mod restart;
pub(super) mod steal;

use super::{
    DiceTaken, Displacement, End, Event, Metasoccer, Phase, Play, PlayKind,
    dice::{self, Risk, Roll, roll_off},
    field::{Spot, Way},
    formation::Formation,
    moves::restart::AfterPlay,
    options::{EndRule, Options},
    squad::{Id, Squad},
};
use crate::{
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

impl Metasoccer {
    /// Opens a match: both roll for the kick-off (A.4).
    pub(super) fn start(
        options: &Options,
        step: &mut Step<'_, Event>,
    ) -> Result<Metasoccer, Refusal> {
        let (rolls, winner) = roll_off(step)?;
        let mut game = Metasoccer {
            options: options.clone(),
            squad: Squad::empty(),
            score: BySeat::default(),
            counter: 0,
            auto: BySeat::new(|_| options.auto),
            formations: BySeat::new(|_| Formation::usual(options.side)),
            play: Play::new(winner, PlayKind::KickOff),
            phase: Phase::Roll,
        };
        game.call_up();
        step.tell(Event::Drawn { rolls, winner });
        game.kick_off(winner, step);
        // Everyone sets up the first formation, unless both agreed on the usual one.
        if options.lined_up {
            game.begin();
        }
        Ok(game)
    }

    /// Lines up for a kick-off; the side that doesn't kick off sets up first.
    pub(super) fn kick_off(&mut self, kicker: Seat, step: &mut Step<'_, Event>) {
        self.play = Play::new(kicker, PlayKind::KickOff);
        self.line_up(kicker, step);
        step.tell(Event::Began { side: kicker, kind: PlayKind::KickOff });
        self.phase = Phase::Reset { seat: kicker.other(), only: None };
    }

    /// Starts a side's turn: checkers out of bounds come back, then dice are
    /// chosen.
    pub(super) fn begin(&mut self) {
        self.phase = if self.returns().is_empty() { Phase::Roll } else { Phase::Back };
    }

    /// Lists the checkers that may come back from out of bounds, and their squares; the one
    /// straight inside comes first.
    pub(super) fn returns(&self) -> Vec<(Id, Spot, Spot)> {
        let field = self.options.field;
        // At a penalty kick everyone else stays away (A.6.5).
        if self.play.kind == PlayKind::Penalty {
            return Vec::new();
        }
        let out = self
            .squad
            .out(field, self.play.side)
            .filter(|&(player, _)| Some(player) != self.squad.ball);
        let mut all = Vec::new();
        for (id, from) in out {
            let mut inside: Vec<Spot> = from
                .neighbours()
                .filter(|&spot| field.holds(spot) && self.squad.is_free(spot))
                .collect();
            inside.sort_by_key(|spot| {
                ((spot.x - from.x).abs() + (spot.y - from.y).abs(), spot.y, spot.x)
            });
            all.extend(inside.into_iter().map(|to| (id, from, to)));
        }
        all
    }

    /// Brings a checker back; it does nothing else in this turn.
    pub(super) fn bring_back(&mut self, who: Id, to: Spot, step: &mut Step<'_, Event>) {
        self.place(who, to, Displacement::Back, step);
        self.play.moved.put(who);
        self.begin();
    }

    /// Lists the dice a side may choose from (A-R24).
    pub(super) fn dice_open(&self) -> &'static [DiceTaken] {
        match self.play.kind {
            PlayKind::GoalieKick => &[DiceTaken::Chess, DiceTaken::Numbers],
            PlayKind::Corner if !self.options.risk_at_corners => &[DiceTaken::Chess],
            PlayKind::Open | PlayKind::Direct | PlayKind::Penalty | PlayKind::Corner
                if self.attacks() =>
            {
                &[DiceTaken::Chess, DiceTaken::Risk]
            }
            _ => &[DiceTaken::Chess],
        }
    }

    /// Rolls.
    pub(super) fn roll(
        &mut self,
        dice: DiceTaken,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let side = self.play.side;
        let roll = match dice {
            DiceTaken::Chess => dice::chess(step)?,
            DiceTaken::Risk => dice::risk(step)?,
            DiceTaken::Numbers => {
                let one = dice::number(step, "the first Numbers die")?;
                Roll::Numbers(one, dice::number(step, "the second Numbers die")?)
            }
        };
        self.play.roll = Some(roll);
        self.phase = Phase::Act;
        step.tell(Event::Rolled { side, roll });
        match roll {
            Roll::Numbers(one, other) => self.send(Way::forward(side), vec![one, other], step),
            Roll::Risk(Risk::Turnover | Risk::Penalty, _)
                if self.play.kind == PlayKind::Penalty =>
            {
                self.caught(step)
            }
            Roll::Risk(Risk::Turnover, _) => self.turn_over(step),
            Roll::Risk(Risk::Penalty, severity) => self.whistle(severity, step),
            Roll::Chess(..) | Roll::Risk(..) => Ok(()),
        }
    }

    /// Gives the ball to the nearest opponent (A-R30).
    fn turn_over(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let seat = self.play.side.other();
        let Some(at) = self.squad.ball_at() else { return self.end_play(step) };
        let (_, among) = self.squad.nearest(self.options.field, seat, at, None);
        self.choose(seat, among, None, step)
    }

    /// Punishes the roller, as hard as the number says (A-R31).
    fn whistle(&mut self, severity: u8, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let awarded = self.play.side.other();
        let Some((carrier, at)) = self.squad.ball.zip(self.squad.ball_at()) else {
            return self.end_play(step);
        };
        match severity {
            ..=2 => self.finish(AfterPlay::Free { seat: awarded, at, direct: false }, step),
            3..=4 => self.finish(AfterPlay::Free { seat: awarded, at, direct: true }, step),
            5 => self.finish(AfterPlay::Penalty(awarded), step),
            _ if !carrier.is_goalie() => self.expel(carrier, step),
            // A goalie alone stays.
            _ if self.expellable().next().is_none() => {
                self.finish(AfterPlay::Free { seat: awarded, at, direct: true }, step)
            }
            _ => {
                self.phase = Phase::Expel;
                Ok(())
            }
        }
    }

    /// Sends a checker off; the other side has a direct kick where the ball was (A-R32, A-R33).
    pub(super) fn expel(&mut self, who: Id, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let seat = who.seat;
        let ball = self.squad.ball_at();
        if let Some(at) = self.squad.at(who) {
            step.tell(Event::Expelled { who, at });
        }
        self.squad.take(who);
        if self.squad.ball == Some(who) {
            // Someone must have the ball, even if this ends the match.
            self.squad.ball = ball.and_then(|at| self.nearest_of(seat.other(), at));
        }
        let expelled = self.squad.expelled.get_mut(seat);
        *expelled = expelled.saturating_add(1);
        if self.squad.count(seat) < self.options.fewest() {
            self.phase = Phase::Over(End::Few(seat));
            return Ok(());
        }
        match ball {
            Some(at) => self.finish(AfterPlay::Free { seat: seat.other(), at, direct: true }, step),
            None => self.end_play(step),
        }
    }

    /// Ends an ordinary play: the side that didn't roll is next (A-R44); after a boot that
    /// followed a steal, the side with the ball.
    pub(super) fn end_play(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let side = self.play.side;
        let next = match self.squad.owner() {
            Some(owner) if self.play.stolen && owner == side => (owner, PlayKind::AfterSteal),
            Some(owner) if self.play.stolen => (owner, PlayKind::Open),
            _ => (side.other(), PlayKind::Open),
        };
        self.finish(AfterPlay::Turn { seat: next.0, kind: next.1 }, step)
    }

    /// Counts the play, and begins the next unless time is up; an awarded penalty kick is still taken (A.6.9).
    pub(super) fn finish(
        &mut self,
        next: AfterPlay,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.count_play();
        if self.is_time_up() && !matches!(next, AfterPlay::Penalty(_)) {
            self.phase = Phase::Over(End::Time);
            step.tell(Event::FullTime);
            return Ok(());
        }
        self.restart(next, step);
        Ok(())
    }

    /// Counts the finished play; a penalty kick after time belongs to the last play.
    fn count_play(&mut self) {
        if !self.is_after_time() {
            self.counter = self.counter.saturating_add(1);
        }
    }

    /// Tells whether this is the penalty kick that is still taken when the plays are over (A.6.9).
    pub(super) fn is_after_time(&self) -> bool {
        self.play.kind == PlayKind::Penalty
            && [true, false]
                .map(|level| self.options.last_play(level))
                .contains(&Some(self.counter))
    }

    fn is_time_up(&self) -> bool {
        let last = self.options.last_play(self.score.first == self.score.second);
        last.is_some_and(|last| last <= self.counter)
    }

    /// Counts a goal (A.6.8).
    pub(super) fn goal(
        &mut self,
        to: Seat,
        at: Spot,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let over_time = self.options.plays <= self.counter && !self.is_after_time();
        let score = self.score.get_mut(to);
        *score = score.saturating_add(1);
        self.count_play();
        step.tell(Event::Goal { to, at });
        let decides = match self.options.finish {
            EndRule::Timer => false,
            EndRule::Golden => true,
            EndRule::Extra => over_time,
        };
        if decides {
            self.phase = Phase::Over(End::Goal);
        } else if self.is_time_up() {
            self.phase = Phase::Over(End::Time);
            step.tell(Event::FullTime);
        } else {
            self.kick_off(to.other(), step);
        }
        Ok(())
    }
}
