//! A football pitch with a border: its lines, the players, the ball, what was just played, dice and timer.
mod ascii;
#[cfg(test)]
mod tests;
mod words;

use super::Cell;
use crate::seat::{BySeat, Seat};

pub(super) use self::{ascii::board, ascii::panel, words::words};

/// A pitch and what happens on it. Cells count the border: column 0 is the left border, row 0 the one behind the first goal line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pitch {
    pub turf: Turf,
    pub players: Vec<PlayerItem>,
    /// What moved in the shown play, in order.
    pub trails: Vec<Trail>,
    /// Where the ball is while nobody has it.
    pub loose: Option<Cell>,
    /// The last row where this side isn't offside, if that matters now.
    pub offside: Option<(Seat, u8)>,
    pub timer: TimerItem,
    pub goals: BySeat<u32>,
    pub sent_off: BySeat<u32>,
    /// How the current play began; none in open play.
    pub restart: Option<Restart>,
    /// The dice, and whose they are.
    pub dice: Option<(Seat, Vec<Face>)>,
    /// Whether those are the dice of the previous play, because none are rolled yet in this one.
    pub stale: bool,
    /// What the roll allows now, in a few words; empty if nothing.
    pub allows: String,
}

/// The lines of a pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turf {
    /// Files of the field, without the border.
    pub files: u8,
    /// Ranks of the field, without the border.
    pub ranks: u8,
    /// Columns of the goals, first and last.
    pub goal: (u8, u8),
    /// Columns of the penalty boxes, first and last.
    pub area: (u8, u8),
    /// The rows of a box.
    pub deep: u8,
    /// The row of a penalty mark, counted from its goal line, which is in row 1.
    pub mark: u8,
    /// Whose goal is behind row 1.
    pub near: Seat,
}

/// A kick or throw with rules of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Whose it is.
    pub seat: Seat,
    /// What it is called, such as `corner kick`.
    pub name: String,
    /// What is special about it, in a few words.
    pub rule: String,
}

/// A player on the field or on the border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerItem {
    pub at: Cell,
    pub seat: Seat,
    /// What the shirt says, such as `7`.
    pub shirt: String,
    pub goalie: bool,
    /// Whether this one has the ball.
    pub ball: bool,
}

/// The path of something over several cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    pub kind: Track,
    pub cells: Vec<Cell>,
}

/// What moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Track {
    /// A player without the ball.
    Run,
    /// A player with the ball.
    Carry,
    /// The ball, to a teammate.
    Pass,
    /// The ball, in the air.
    Flight,
    /// A player pushed out of the way.
    Push,
    /// A player trying to steal the ball.
    Steal,
}

/// A counter of plays that moves along the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerItem {
    pub done: u32,
    /// None if only a goal ends the match.
    pub of: Option<u32>,
    pub at: Cell,
}

impl TimerItem {
    /// Counts the plays that are over: `12 of 50 plays`.
    pub(super) fn counted(&self) -> String {
        match (self.done, self.of) {
            (done, Some(of)) => format!("{done} of {of} plays"),
            (1, None) => "1 play".to_owned(),
            (done, None) => format!("{done} plays"),
        }
    }
}

/// The face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    King,
    Queen,
    Bishop,
    Knight,
    Rook,
    Pawn,
    Joker,
    DoubleKnight,
    Pass,
    Boot,
    Turnover,
    Penalty,
    /// A number, 1 to 6.
    Number(u8),
}

impl Face {
    /// Returns the word for the face.
    pub fn name(self) -> &'static str {
        match self {
            Face::King => "King",
            Face::Queen => "Queen",
            Face::Bishop => "Bishop",
            Face::Knight => "Knight",
            Face::Rook => "Rook",
            Face::Pawn => "Pawn",
            Face::Joker => "Joker",
            Face::DoubleKnight => "Double Knight",
            Face::Pass => "Pass",
            Face::Boot => "Boot",
            Face::Turnover => "Turnover",
            Face::Penalty => "Penalty",
            Face::Number(1) => "1",
            Face::Number(2) => "2",
            Face::Number(3) => "3",
            Face::Number(4) => "4",
            Face::Number(5) => "5",
            Face::Number(_) => "6",
        }
    }
}

impl Pitch {
    /// Makes an empty pitch.
    pub fn bare(turf: Turf) -> Pitch {
        Pitch {
            turf,
            players: Vec::new(),
            trails: Vec::new(),
            loose: None,
            offside: None,
            timer: TimerItem { done: 0, of: None, at: Cell { column: 0, row: 0 } },
            goals: BySeat::default(),
            sent_off: BySeat::default(),
            restart: None,
            dice: None,
            stale: false,
            allows: String::new(),
        }
    }
}

impl Turf {
    /// Returns the letter of a column: `l` is left out, because the left border is called `L`.
    pub fn letter(&self, column: u8) -> char {
        match column {
            0 => 'L',
            nth if self.files < nth => 'R',
            nth if nth < 12 => char::from(b'a' + nth - 1),
            nth => char::from(b'a' + nth % 25),
        }
    }

    /// Writes a cell: `d5`, `L3`, `R16`, `e0`.
    pub fn name(&self, at: Cell) -> String {
        format!("{}{}", self.letter(at.column), at.row)
    }

    /// Tells whether a cell is on the field itself.
    pub fn holds(&self, at: Cell) -> bool {
        (1..=self.files).contains(&at.column) && (1..=self.ranks).contains(&at.row)
    }

    /// Tells whether a cell is in a goal.
    pub fn is_goal(&self, at: Cell) -> bool {
        let beside = at.row == 0 || at.row == self.ranks.saturating_add(1);
        beside && (self.goal.0..=self.goal.1).contains(&at.column)
    }

    /// Tells whether a cell is in one of the boxes.
    pub fn in_area(&self, at: Cell) -> bool {
        let deep = at.row <= self.deep || self.ranks.saturating_sub(self.deep) < at.row;
        self.holds(at) && deep && (self.area.0..=self.area.1).contains(&at.column)
    }
}
