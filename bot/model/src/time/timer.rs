//! The time of a match: what each side has left, whose time runs, and what stops it.
#[cfg(test)]
mod tests;

use engine::{
    game::{Prompt, PromptKind},
    seat::{BySeat, Seat},
};
use serde::{Deserialize, Serialize};

use super::{Clock, DAY};

/// Seconds without a due step, after which a match without a clock may be claimed.
pub const SILENCE: i64 = 14 * DAY;

/// Seconds without a due step, after which somebody else may take the seat in a match without a clock.
pub const SILENT_WEEK: i64 = 7 * DAY;

/// What a seat has to do, for its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owes {
    #[default]
    Nothing,
    /// Its turn: its own time runs.
    Turn,
    /// A choice out of turn: first the allowance runs, then its own time.
    Aside,
}

/// The time of a match. Moments are Unix seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timer {
    /// Whether there is a clock. Without one each step has [`SILENCE`], which isn't shown and ends
    /// nothing by itself.
    timed: bool,
    now: ClockState,
    /// The end of each seat's vacation.
    rests: BySeat<i64>,
    /// Since when the match is paused.
    paused: Option<i64>,
    notice: Option<Notice>,
    /// How much time each seat has taken since it was asked.
    spent: BySeat<i64>,
    /// Whether each seat's player can't be told anything, so that their time stands.
    #[serde(skip_serializing_if = "is_nobody")]
    unreached: BySeat<bool>,
}

fn is_nobody(seats: &BySeat<bool>) -> bool {
    *seats == BySeat::default()
}

/// Notice of the end of a pause, given by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub by: Seat,
    /// When the pause ends, in Unix seconds.
    pub at: i64,
}

/// The state of the time at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// The moment all times refer to.
    since: i64,
    /// What each seat has left; negative if it is late.
    left: BySeat<i64>,
    /// What is left of each seat's allowance for a choice out of turn.
    aside: BySeat<i64>,
    owes: BySeat<Owes>,
    /// Whose turn it is; none before the first.
    turn: Option<Seat>,
}

impl ClockState {
    /// Lets time run until a moment; an earlier one changes nothing.
    fn run(&mut self, to: i64, rests: &BySeat<i64>, unreached: &BySeat<bool>) {
        for seat in Seat::BOTH {
            let from = self.since.max(*rests.get(seat));
            let elapsed = match self.owes.get(seat) {
                _ if *unreached.get(seat) => 0,
                Owes::Nothing => 0,
                Owes::Turn | Owes::Aside => (to - from).max(0),
            };
            let allowed = match self.owes.get(seat) {
                Owes::Aside => elapsed.min(*self.aside.get(seat)),
                Owes::Nothing | Owes::Turn => 0,
            };
            *self.aside.get_mut(seat) -= allowed;
            *self.left.get_mut(seat) -= elapsed - allowed;
        }
        self.since = self.since.max(to);
    }
}

impl Timer {
    /// Returns the timer of a match that starts at a moment.
    pub fn new(clock: Option<&Clock>, now: i64) -> Timer {
        let start = clock.map_or(SILENCE, |it| it.start);
        let now = ClockState { since: now, left: BySeat::new(|_| start), ..ClockState::default() };
        Timer { timed: clock.is_some(), now, ..Timer::default() }
    }

    /// Updates what is due after a step of `stepped`, or after the opening. An ended turn gains
    /// time.
    pub fn asked(
        &mut self,
        clock: Option<&Clock>,
        prompts: &[Prompt],
        stepped: Option<Seat>,
        now: i64,
    ) {
        self.run(now);
        let turn = self.turn_of(prompts);
        if let (Some(clock), Some(ended), true) = (clock, self.now.turn, turn != self.now.turn) {
            let left = self.now.left.get_mut(ended);
            *left = clock.gained(*left);
        }
        self.owe(clock, prompts, turn, stepped);
    }

    /// Updates what is due after an undo. A player who took back alone is still in the same turn,
    /// and their time ran on. After consent both have the time of the restored position, `agreed`.
    pub fn taken_back(
        &mut self,
        clock: Option<&Clock>,
        prompts: &[Prompt],
        agreed: Option<ClockState>,
        now: i64,
    ) {
        if let Some(then) = agreed {
            self.now = ClockState { since: now, ..then };
        }
        let turn = self.turn_of(prompts);
        self.run(now);
        if !self.timed {
            self.now.left = BySeat::new(|_| SILENCE);
        }
        self.owe(clock, prompts, turn, None);
    }

    /// Lets time run until a moment, unless the match is paused.
    pub fn run(&mut self, now: i64) {
        if self.paused.is_none() {
            self.spent = BySeat::new(|seat| self.spent(seat, now));
            self.now.run(now, &self.rests, &self.unreached);
        }
    }

    /// Leaves out the time between two moments.
    pub fn leave_out(&mut self, from: i64, to: i64) {
        if self.paused.is_none() {
            self.run(from);
            self.go_on_from(to);
        }
        self.put_off_notice((to - from).max(0));
    }

    /// Moves all moments back by `by` seconds, because the clock was set back.
    pub fn set_back(&mut self, by: i64) {
        self.now.since -= by;
        self.rests = BySeat::new(|seat| self.rests.get(seat) - by);
        self.paused = self.paused.map(|paused| paused - by);
        self.put_off_notice(-by);
    }

    /// Stops a seat's time until a moment; a past moment ends the stop. A later one in force is
    /// replaced.
    pub fn rest(&mut self, seat: Seat, until: i64, now: i64) {
        self.run(now);
        *self.rests.get_mut(seat) = until;
    }

    /// Stops a seat's time while its player can't be told anything, or lets it run again.
    pub fn set_unreached(&mut self, seat: Seat, unreached: bool, now: i64) {
        self.run(now);
        *self.unreached.get_mut(seat) = unreached;
    }

    /// Tells whether a seat's time stands because its player can't be told anything.
    pub fn is_unreached(&self, seat: Seat) -> bool {
        *self.unreached.get(seat)
    }

    /// Forgets a seat's vacation.
    pub fn forget(&mut self, seat: Seat) {
        *self.rests.get_mut(seat) = 0;
    }

    /// Leaves a seat at least the time of one turn, without a vacation, because somebody else plays it now.
    pub fn allow(&mut self, seat: Seat, clock: Option<&Clock>, now: i64) {
        self.run(now);
        self.forget(seat);
        let left = self.now.left.get_mut(seat);
        *left = match clock.filter(|_| self.timed) {
            Some(clock) => (*left).max(clock.a_move()),
            None => SILENCE,
        };
        *self.spent.get_mut(seat) = 0;
    }

    /// Goes on without a clock, because the bot plays one of the seats.
    pub fn stop_counting(&mut self, now: i64) {
        self.run(now);
        self.timed = false;
        self.now.left = BySeat::new(|_| SILENCE);
        self.rests = BySeat::default();
    }

    /// Goes on with a clock from its start, if there is one.
    pub fn count_again(&mut self, clock: Option<&Clock>, now: i64) {
        self.run(now);
        self.timed = clock.is_some();
        self.now.left = BySeat::new(|_| clock.map_or(SILENCE, |it| it.start));
        self.now.aside = BySeat::new(|_| clock.map_or(0, Clock::aside));
    }

    /// Stops both sides' time.
    pub fn pause(&mut self, now: i64) {
        self.run(now);
        self.paused = Some(self.paused.unwrap_or(now));
    }

    /// Resumes time after a pause.
    pub fn resume(&mut self, now: i64) {
        self.notice = None;
        if self.paused.take().is_some() {
            self.go_on_from(now);
        }
    }

    /// Ends a pause later, so that the side whose time would run has notice.
    pub fn give_notice(&mut self, notice: Notice) {
        self.notice = Some(notice).filter(|_| self.paused.is_some());
    }

    /// Returns when the pause ends and who said so, if notice was given.
    pub fn notice(&self) -> Option<Notice> {
        self.notice
    }

    /// Tells whether there is a clock.
    pub fn is_timed(&self) -> bool {
        self.timed
    }

    /// Returns since when the match is paused.
    pub fn paused(&self) -> Option<i64> {
        self.paused
    }

    /// Returns the state of the time, to restore it after an agreed undo.
    pub fn stand(&self) -> &ClockState {
        &self.now
    }

    pub fn owes(&self, seat: Seat) -> Owes {
        *self.now.owes.get(seat)
    }

    /// Returns a seat's own time at a moment, negative if it is late; none without a clock.
    pub fn left(&self, seat: Seat, now: i64) -> Option<i64> {
        self.timed.then(|| *self.at(now).left.get(seat))
    }

    /// Returns what is left of a seat's allowance for its choice out of turn.
    pub fn aside(&self, seat: Seat, now: i64) -> Option<i64> {
        let left = *self.at(now).aside.get(seat);
        (self.timed && self.owes(seat) == Owes::Aside && 0 < left).then_some(left)
    }

    /// Returns how much time a seat has taken since it was asked, without vacations and pauses.
    pub fn spent(&self, seat: Seat, now: i64) -> i64 {
        let from = self.now.since.max(*self.rests.get(seat));
        let runs =
            self.paused.is_none() && self.owes(seat) != Owes::Nothing && !self.is_unreached(seat);
        self.spent.get(seat) + if runs { (now - from).max(0) } else { 0 }
    }

    /// Tells whether a seat has something to do and no time left for it. Nobody is late during a
    /// pause.
    pub fn is_late(&self, seat: Seat, now: i64) -> bool {
        self.ends(seat).is_some_and(|it| it <= now)
    }

    /// Returns when a seat runs out of time, including its allowance; none during a pause or
    /// while its player can't be reached. Without a clock, that is after [`SILENCE`].
    pub fn ends(&self, seat: Seat) -> Option<i64> {
        let ClockState { since, left, aside, owes, turn: _ } = &self.now;
        let time = match owes.get(seat) {
            Owes::Nothing => return None,
            Owes::Turn => *left.get(seat),
            Owes::Aside => *aside.get(seat) + (*left.get(seat)).max(0),
        };
        match self.paused {
            Some(_) => None,
            None if self.is_unreached(seat) => None,
            // A vacation doesn't help a player who is already late.
            None if time <= 0 => Some(*since),
            None => Some((*since).max(*self.rests.get(seat)) + time),
        }
    }

    /// Returns when a seat has owed a step for a week, in a match without a clock.
    pub fn silent_from(&self, seat: Seat) -> Option<i64> {
        let ends = self.ends(seat).filter(|_| !self.timed)?;
        Some(ends - SILENCE + SILENT_WEEK)
    }

    /// Returns when a seat's allowance for a choice out of turn ends.
    pub fn aside_ends(&self, seat: Seat) -> Option<i64> {
        let over = self.timed
            && self.owes(seat) == Owes::Aside
            && self.paused.is_none()
            && !self.is_unreached(seat);
        let from = self.now.since.max(*self.rests.get(seat));
        over.then(|| from + *self.now.aside.get(seat))
    }

    /// Returns when a seat's time for what is due ends: the allowance for a choice out of turn,
    /// otherwise its time.
    pub fn over(&self, seat: Seat) -> Option<i64> {
        let allowed = 0 < *self.now.aside.get(seat);
        self.aside_ends(seat).filter(|_| allowed).or_else(|| self.ends(seat))
    }

    /// Returns the end of a seat's vacation, if it is on one.
    pub fn rests_until(&self, seat: Seat, now: i64) -> Option<i64> {
        Some(*self.rests.get(seat)).filter(|&it| now < it)
    }

    fn at(&self, now: i64) -> ClockState {
        let mut stand = self.now.clone();
        if self.paused.is_none() {
            stand.run(now, &self.rests, &self.unreached);
        }
        stand
    }

    fn put_off_notice(&mut self, by: i64) {
        self.notice = self.notice.map(|notice| Notice { at: notice.at + by, ..notice });
    }

    fn go_on_from(&mut self, now: i64) {
        self.now.since = self.now.since.max(now);
    }

    /// Returns whose turn it is: of several seats asked for a turn, the one that already had it.
    fn turn_of(&self, prompts: &[Prompt]) -> Option<Seat> {
        let on_turn = |it: &&Prompt| it.kind.is_turn();
        let mut seats = prompts.iter().filter(on_turn).map(|it| it.seat);
        let first = seats.clone().next();
        seats.find(|&seat| Some(seat) == self.now.turn).or(first).or(self.now.turn)
    }

    fn owe(
        &mut self,
        clock: Option<&Clock>,
        prompts: &[Prompt],
        turn: Option<Seat>,
        stepped: Option<Seat>,
    ) {
        self.now.turn = turn;
        for seat in Seat::BOTH {
            let asked = prompts.iter().find(|it| it.seat == seat).map(|it| it.kind);
            let owes = match asked {
                None => Owes::Nothing,
                // A secret choice in one's own turn is part of the turn.
                Some(_) if turn == Some(seat) => Owes::Turn,
                // The player on turn is asked the same, and their time runs.
                Some(PromptKind::Turn | PromptKind::Private) => Owes::Nothing,
                Some(PromptKind::Reaction | PromptKind::Sealed) => Owes::Aside,
            };
            // An open choice keeps the rest of its allowance.
            let stands = *self.now.owes.get(seat) == Owes::Aside && stepped != Some(seat);
            if owes == Owes::Aside && !stands {
                *self.now.aside.get_mut(seat) = clock.map_or(0, Clock::aside);
            }
            // Without a clock, each step ends the silence of its player.
            let was_silent = *self.now.owes.get(seat) != Owes::Nothing && stepped != Some(seat);
            if !self.timed && !was_silent {
                *self.now.left.get_mut(seat) = SILENCE;
            }
            if *self.now.owes.get(seat) == Owes::Nothing || owes == Owes::Nothing {
                *self.spent.get_mut(seat) = 0;
            }
            *self.now.owes.get_mut(seat) = owes;
        }
    }
}
