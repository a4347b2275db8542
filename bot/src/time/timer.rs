//! How the time of a match stands: what each side has left, whose time runs, and what makes it stand still.
use engine::{
    game::{Prompt, PromptKind},
    seat::{BySeat, Seat},
};
use serde::{Deserialize, Serialize};

use super::{Clock, DAY};

/// Seconds without a step, while one is owed, after which a match without a clock may be claimed.
pub const SILENCE: i64 = 14 * DAY;

/// What a seat owes, for its clock.
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

/// The time of one match. Moments are Unix seconds, lengths seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timer {
    /// Whether there is a clock. Without one each step has [`SILENCE`], which no message shows and which ends nothing by itself.
    timed: bool,
    now: Stand,
    /// Until when a seat's time stands still because its player is away.
    rests: BySeat<i64>,
    /// Since when the match is paused.
    paused: Option<i64>,
    notice: Option<Notice>,
}

/// The word of one side that a pause must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub by: Seat,
    /// When the pause ends, in Unix seconds.
    pub at: i64,
}

/// How the time of a match stood at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The moment to which all lengths refer.
    since: i64,
    /// What each seat has left; below zero when it was late.
    left: BySeat<i64>,
    /// What is left of each seat's allowance for a choice out of turn.
    aside: BySeat<i64>,
    owes: BySeat<Owes>,
    /// Whose turn it is; nobody before the first.
    turn: Option<Seat>,
}

impl Stand {
    /// Lets time run until a moment; an earlier one changes nothing.
    fn run(&mut self, to: i64, rests: &BySeat<i64>) {
        for seat in Seat::BOTH {
            let from = self.since.max(*rests.get(seat));
            let elapsed = match self.owes.get(seat) {
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
    /// Returns the timer of a match that begins at a moment.
    pub fn new(clock: Option<&Clock>, now: i64) -> Timer {
        let start = clock.map_or(SILENCE, |it| it.start);
        let now = Stand { since: now, left: BySeat::new(|_| start), ..Stand::default() };
        Timer { timed: clock.is_some(), now, ..Timer::default() }
    }

    /// Takes note of what is owed after a step of `stepped`, or at the opening. A turn that ended is rewarded.
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

    /// Takes note of what is owed after something was taken back. The one who did so of their own accord is still in
    /// the same turn: their time ran on. By consent both have what they had then: `agreed` is how the time stood.
    pub fn taken_back(
        &mut self,
        clock: Option<&Clock>,
        prompts: &[Prompt],
        agreed: Option<Stand>,
        now: i64,
    ) {
        if let Some(then) = agreed {
            self.now = Stand { since: now, ..then };
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
            self.now.run(now, &self.rests);
        }
    }

    /// Leaves out the time between two moments: it costs nobody anything.
    pub fn leave_out(&mut self, from: i64, to: i64) {
        if self.paused.is_none() {
            self.run(from);
            self.go_on_from(to);
        }
        self.put_off_notice((to - from).max(0));
    }

    /// Follows a clock that was put back by so many seconds.
    pub fn set_back(&mut self, by: i64) {
        self.now.since -= by;
        self.rests = BySeat::new(|seat| self.rests.get(seat) - by);
        self.paused = self.paused.map(|it| it - by);
        self.put_off_notice(-by);
    }

    /// Lets a seat's time stand still until a moment; one that has passed ends its rest. A later one in force is replaced.
    pub fn rest(&mut self, seat: Seat, until: i64, now: i64) {
        self.run(now);
        *self.rests.get_mut(seat) = until;
    }

    /// Forgets until when a seat's player is away.
    pub fn forget(&mut self, seat: Seat) {
        *self.rests.get_mut(seat) = 0;
    }

    /// Stops the time of both.
    pub fn pause(&mut self, now: i64) {
        self.run(now);
        self.paused = Some(self.paused.unwrap_or(now));
    }

    /// Lets time go on after a pause.
    pub fn resume(&mut self, now: i64) {
        self.notice = None;
        if self.paused.take().is_some() {
            self.go_on_from(now);
        }
    }

    /// Has a pause end later, so that the side whose time would run then can make ready.
    pub fn give_notice(&mut self, notice: Notice) {
        self.notice = Some(notice).filter(|_| self.paused.is_some());
    }

    /// Returns when the pause ends and who said so, where notice was given.
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

    /// Returns how the time stands, to come back to it by consent.
    pub fn stand(&self) -> &Stand {
        &self.now
    }

    pub fn owes(&self, seat: Seat) -> Owes {
        *self.now.owes.get(seat)
    }

    /// Returns what a seat has of its own time at a moment, below zero when it is late; nothing without a clock.
    pub fn left(&self, seat: Seat, now: i64) -> Option<i64> {
        self.timed.then(|| *self.at(now).left.get(seat))
    }

    /// Returns what a seat has left of its allowance for the choice that it owes out of turn.
    pub fn aside(&self, seat: Seat, now: i64) -> Option<i64> {
        let left = *self.at(now).aside.get(seat);
        (self.timed && self.owes(seat) == Owes::Aside && 0 < left).then_some(left)
    }

    /// Tells whether a seat owes something and has no time left for it. Nobody is late in a pause.
    pub fn is_late(&self, seat: Seat, now: i64) -> bool {
        self.ends(seat).is_some_and(|it| it <= now)
    }

    /// Returns when the time of a seat that owes something is over, the allowance included; nothing in a pause. Without a clock
    /// that is when it has been silent for [`SILENCE`].
    pub fn ends(&self, seat: Seat) -> Option<i64> {
        let Stand { since, left, aside, owes, turn: _ } = &self.now;
        let time = match owes.get(seat) {
            Owes::Nothing => return None,
            Owes::Turn => *left.get(seat),
            Owes::Aside => *aside.get(seat) + (*left.get(seat)).max(0),
        };
        match self.paused {
            Some(_) => None,
            // Who was late already does not come back in time by going away.
            None if time <= 0 => Some(*since),
            None => Some((*since).max(*self.rests.get(seat)) + time),
        }
    }

    /// Returns when the allowance of a seat for a choice out of turn is over.
    pub fn aside_ends(&self, seat: Seat) -> Option<i64> {
        let over = self.timed && self.owes(seat) == Owes::Aside && self.paused.is_none();
        let from = self.now.since.max(*self.rests.get(seat));
        over.then(|| from + *self.now.aside.get(seat))
    }

    /// Returns when what a seat owes is over: a choice out of turn with its allowance, anything else with the seat's time.
    pub fn over(&self, seat: Seat) -> Option<i64> {
        let allowed = 0 < *self.now.aside.get(seat);
        self.aside_ends(seat).filter(|_| allowed).or_else(|| self.ends(seat))
    }

    /// Returns until when a seat rests, while it does.
    pub fn rests_until(&self, seat: Seat, now: i64) -> Option<i64> {
        Some(*self.rests.get(seat)).filter(|&it| now < it)
    }

    fn at(&self, now: i64) -> Stand {
        let mut stand = self.now.clone();
        if self.paused.is_none() {
            stand.run(now, &self.rests);
        }
        stand
    }

    fn put_off_notice(&mut self, by: i64) {
        self.notice = self.notice.map(|it| Notice { at: it.at + by, ..it });
    }

    fn go_on_from(&mut self, now: i64) {
        self.now.since = self.now.since.max(now);
    }

    /// Returns whose turn it is: of the seats asked for a turn, the one who had it already.
    fn turn_of(&self, prompts: &[Prompt]) -> Option<Seat> {
        let on_turn = |it: &&Prompt| it.kind.is_turn();
        let mut seats = prompts.iter().filter(on_turn).map(|it| it.seat);
        let first = seats.clone().next();
        seats.find(|&it| Some(it) == self.now.turn).or(first).or(self.now.turn)
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
                // A sealed choice in one's own turn is part of that.
                Some(_) if turn == Some(seat) => Owes::Turn,
                // Whose turn it is is asked the same, and their time runs.
                Some(PromptKind::Turn | PromptKind::Private) => Owes::Nothing,
                Some(PromptKind::Reaction | PromptKind::Sealed) => Owes::Aside,
            };
            // A choice that still stands keeps what is left of its allowance.
            let stands = *self.now.owes.get(seat) == Owes::Aside && stepped != Some(seat);
            if owes == Owes::Aside && !stands {
                *self.now.aside.get_mut(seat) = clock.map_or(0, Clock::aside);
            }
            // Without a clock each step breaks the silence of the one who made it.
            let was_silent = *self.now.owes.get(seat) != Owes::Nothing && stepped != Some(seat);
            if !self.timed && !was_silent {
                *self.now.left.get_mut(seat) = SILENCE;
            }
            *self.now.owes.get_mut(seat) = owes;
        }
    }
}

#[cfg(test)]
mod tests;
