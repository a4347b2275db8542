//! Seats and viewers.
use std::fmt;

use serde::{Deserialize, Serialize};

/// One side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// Returns the seat across the board.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns everyone else's seats, in order.
    pub fn others(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |&it| it != self)
    }

    /// Returns 0 for the first seat and 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Writes the seat as it is stored: `first` or `second`.
    pub fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }

    /// Reads what [`Seat::name`] writes.
    pub fn named(name: &str) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.name() == name)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T> {
    pub first: T,
    pub second: T,
}

impl<T> BySeat<T> {
    /// Makes the value of each seat.
    pub fn new(mut each: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat { first: each(Seat::First), second: each(Seat::Second) }
    }

    pub fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }

    pub fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }

    /// Returns the values of everyone but `seat`, in order.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = &T> {
        seat.others().map(|seat| self.get(seat))
    }

    /// Returns the seat whose value passes, the first seat before the second.
    pub fn find(&self, passes: impl Fn(&T) -> bool) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| passes(self.get(seat)))
    }
}

/// Who a scene or a line is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The room: only what both sides may know.
    Room,
    /// One player, in private: the room's knowledge and their own secrets.
    Seat(Seat),
}

impl Viewer {
    /// Everyone who can look at a match.
    pub const ALL: [Viewer; 3] =
        [Viewer::Room, Viewer::Seat(Seat::First), Viewer::Seat(Seat::Second)];

    /// Tells whether this viewer may know what only `seat` knows.
    pub fn knows(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }

    /// Returns whose secrets this viewer may know.
    pub fn known(self) -> BySeat<bool> {
        BySeat::new(|seat| self.knows(seat))
    }
}

/// A viewer, and the names of the players.
#[derive(Clone, Copy, Debug)]
pub struct Observer<'a> {
    pub viewer: Viewer,
    pub names: &'a BySeat<String>,
}

impl<'a> Observer<'a> {
    /// Returns the name of the player in `seat`.
    pub fn name(&self, seat: Seat) -> &'a str {
        self.names.get(seat)
    }

    /// Returns from whose side the board is seen: players see it from their own, the room from `room`.
    pub fn facing(&self, room: Seat) -> Seat {
        match self.viewer {
            Viewer::Room => room,
            Viewer::Seat(seat) => seat,
        }
    }
}
