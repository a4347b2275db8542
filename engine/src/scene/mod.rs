//! What a picture shows, in terms of a board. Nothing here knows about pixels, games or secrets.
//!
//! A scene is made for one [`Observer`](crate::seat::Observer) and holds only what they may see.
//! The picture, the alt text ([`words`]) and the board in characters ([`ascii`]) all come from it,
//! so they always agree. An item is named for its meaning on a board; matches over it are
//! exhaustive.
mod ascii;
mod board_state;
pub mod court;
mod court_words;
mod emblem;
mod fight;
mod highlight;
mod panel;
pub mod pitch;
mod ranks;
mod stacks;
mod standing;
mod words;

use serde::{Deserialize, Serialize};

use self::pitch::Pitch;
use crate::seat::{BySeat, Seat};

pub use crate::quote::is_unseen;

pub(crate) use self::highlight::{arrow, quieten};
pub use self::{
    ascii::{ascii, ascii_board},
    board_state::BoardState,
    emblem::Emblem,
    fight::{Arms, Blow, BlowResult, BodyPart, Duel, DuelEnd, DuelPass, FighterItem, Party},
    highlight::{At, Highlight, Pick, highlight},
    panel::{CardFace, Made, Panel, Sector, Slider, SliderPosition},
    words::{Verbosity, position_aloud, read_aloud, shortened, words},
};

/// A whole picture, as one onlooker may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The game and its variations.
    pub title: String,
    pub board: Surface,
    /// The seat at the bottom edge of the picture.
    pub facing: Seat,
    /// What lies on the board, the lowest first.
    pub items: Vec<Item>,
    pub sides: BySeat<Side>,
    /// What stands beside the board, from the top.
    pub panels: Vec<Panel>,
    /// What happened last, one short line each, the oldest first.
    pub last: Vec<String>,
    /// Who must do what now, or how the match ended: one line.
    pub caption: String,
    /// What must be captured, said and not drawn: `d4 takes c5`.
    pub takes: Vec<String>,
    /// Whether the edge of the board names its squares, or measures it.
    pub labelled: bool,
}

impl Scene {
    /// Shows that the match has ended: nobody is to move, and an unspun wheel is removed.
    pub fn end(&mut self, caption: String) {
        self.caption = caption;
        for seat in Seat::BOTH {
            self.sides.get_mut(seat).to_move = false;
        }
        self.panels.retain(|panel| !matches!(panel, Panel::Wheel { sectors: _, at: None }));
    }

    /// Sets the banner over the board, replacing any other.
    #[must_use]
    pub fn under(mut self, banner: String) -> Scene {
        self.items.retain(|item| !matches!(item, Item::Banner(_)));
        self.items.push(Item::Banner(banner));
        self
    }

    /// Returns the banner, if there is one.
    pub fn banner(&self) -> Option<&str> {
        self.items.iter().find_map(|item| match item {
            Item::Banner(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

/// The scene after a step, and its film if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub scene: Scene,
    pub film: Option<court::Film>,
    /// The board at the highlight of the step, such as the ball in the goal, before it was set up again.
    pub moment: Option<Scene>,
}

/// Pictures that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reel {
    /// One step, in real time.
    Step(Box<Shown>),
    /// A stretch of a match, step by step.
    Match {
        shown: Vec<Shown>,
        /// Percent of the usual speed; at least 1.
        speed: u16,
    },
}

/// What the match is played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Squares in ranks and files.
    Squares(Grid),
    // Flicked coins.
    /// A field in inches.
    Court(court::Court),
    // Football.
    /// A football pitch, with everything on it.
    Pitch(Box<Pitch>),
}

/// What a board is made of, with its own look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The draughts board of a parlour.
    Parlour,
    /// A board on some moon, where every square counts.
    Moon,
    /// Grass marked with chalk, for people to stand on.
    Meadow,
}

/// A board of squares, ranks counted from the edge at which `near` sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Files, `a` first; 1 to 26.
    pub columns: u8,
    /// Ranks, 1 first; 1 to 26.
    pub rows: u8,
    /// The seat whose home is rank 1.
    pub near: Seat,
    /// Whether the dark squares carry their draughts numbers (PDN), 1 at the top left.
    pub numbered: bool,
    pub ground: Ground,
}

impl Grid {
    /// Tells whether a square is dark; a1 always is.
    pub fn is_dark(&self, at: Cell) -> bool {
        (at.column + at.row).is_multiple_of(2)
    }

    /// Returns the draughts number of a dark square on a numbered board.
    pub fn number(&self, at: Cell) -> Option<u16> {
        let (columns, rows) = (u16::from(self.columns), u16::from(self.rows));
        let (column, row) = (u16::from(at.column), u16::from(at.row));
        let inside = column < columns && row < rows;
        (self.numbered && inside && self.is_dark(at))
            .then(|| columns / 2 * (rows - 1 - row) + column / 2 + 1)
    }
}

/// A square of a board, counted from 0: `Cell { column: 2, row: 0 }` is c1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub column: u8,
    pub row: u8,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column % 26), self.row + 1)
    }
}

/// One thing on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A door in the floor of a square.
    Hatch { at: Cell, open: bool, tint: Tint, knob: String },
    /// The path of the last move, from its start through every landing.
    Path { cells: Vec<Cell> },
    /// A move that is only suggested, from its start through every landing.
    Arrow { cells: Vec<Cell> },
    /// A piece standing on its square.
    Piece { at: Cell, seat: Seat, rank: Rank },
    /// A piece that left the board just now, shown where it was lost.
    Lost { at: Cell, seat: Seat, rank: Rank, how: Loss },
    /// A square that something just happened to.
    Mark { at: Cell, mark: Mark },
    // Fighters.
    /// A fighter on a square.
    Fighter(FighterItem),
    /// Where a duel takes place that nobody has won, or that is still to be fought.
    Clash { from: Cell, over: Cell },
    // For coins that are flicked.
    /// Something on a court or beside it.
    Court(court::CourtThing),
    // Stacks, and what else can be on their board.
    /// A checker of one to three pieces, with what it carries. `waits`: it is due for a crown.
    Stack { at: Cell, seat: Seat, height: u8, rings: u32, snookles: u32, hippo: bool, waits: bool },
    /// A stack that left the board just now, shown where it was lost.
    Toppled { at: Cell, seat: Seat, height: u8 },
    /// A wall on the edge between two squares; `fresh` if it was just built.
    Wall { between: [Cell; 2], seat: Seat, fresh: bool },
    /// The monolith, over four squares, of which this is the lower left one.
    Block { at: Cell },
    /// A square that nobody can enter.
    Patch { at: Cell, patch: Patch },
    /// The rim of a side's home.
    Home { seat: Seat, rim: Rim },
    /// A checker that has to move next.
    Bound { at: Cell },
    /// What was touched just now: a square, or a block of four, of which this is the lower left one.
    Fresh { at: Cell, block: bool },
    // While someone chooses.
    /// What may be chosen, was chosen, or can be reached.
    Highlight { at: At, highlight: Highlight },
    /// A few large words over the board: `GOAL 2:0`.
    Banner(String),
}

/// What may fill a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patch {
    Water,
    Fire,
}

/// One of the four rims of a board of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rim {
    /// Along rank 1.
    South,
    /// Along the last file.
    East,
    /// Along the last rank.
    North,
    /// Along file a.
    West,
}

impl Rim {
    /// Names the row of squares along it, on a board of eight by eight.
    pub fn row(self) -> &'static str {
        match self {
            Rim::South => "rank 1",
            Rim::East => "file h",
            Rim::North => "rank 8",
            Rim::West => "file a",
        }
    }

    /// Says where its pawns move.
    pub fn inward(self) -> &'static str {
        match self {
            Rim::South => "towards rank 8",
            Rim::East => "towards file a",
            Rim::North => "towards rank 1",
            Rim::West => "towards file h",
        }
    }
}

/// The rank of a draughts piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    Man,
    King,
    /// A king by the name that some rules give it, drawn alike.
    Queen,
}

impl Rank {
    /// Returns the word for the rank.
    pub fn name(self) -> &'static str {
        match self {
            Rank::Man => "man",
            Rank::King => "king",
            Rank::Queen => "queen",
        }
    }
}

/// How a piece left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Jumped by the other side.
    Captured,
    /// Through an open door.
    Fell,
    /// Beaten in a duel.
    Slain,
}

/// What happened to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A door opened here.
    Opened,
    /// A door closed here.
    Shut,
    /// A door opened and closed again at once.
    Snapped,
    /// A man became a king here.
    Crowned,
}

/// A colour that means something in the game; never the only sign for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tint {
    Black,
    Green,
    Orange,
}

impl Tint {
    /// Returns the word for the colour.
    pub fn name(self) -> &'static str {
        match self {
            Tint::Black => "black",
            Tint::Green => "green",
            Tint::Orange => "orange",
        }
    }
}

/// A player and facts about their side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The player's name.
    pub name: String,
    /// The side's name in this game, such as `Black`.
    pub role: String,
    pub ink: Ink,
    /// Whether this side owes a decision.
    pub to_move: bool,
    pub tallies: Vec<Tally>,
    /// The time left, in words, if there is a clock.
    pub clock: Option<String>,
    /// The same as a share of the clock, if known.
    pub left: Option<Left>,
}

/// How much of a clock's time is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub percent: u8,
    /// Whether it runs short.
    pub short: bool,
}

/// How a side's pieces look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    Dark,
    Light,
}

/// Something counted for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub what: Count,
    pub count: u32,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// Own men on the board.
    Men,
    /// Own kings on the board.
    Kings,
    /// Own kings where they are called queens.
    Queens,
    /// Enemy pieces taken.
    Captured,
    /// Own pieces lost through doors.
    Fallen,
    // For coins that are flicked.
    /// Goals scored.
    Goals,
    /// Own coins sent off.
    Off,
    /// Own stacks of one piece on the board.
    Pawns,
    /// Own stacks of three pieces on the board.
    Emperors,
    /// Own pieces that aren't on the board.
    Pool,
}

impl Count {
    /// Returns the word for what is counted.
    pub fn name(self) -> &'static str {
        match self {
            Count::Men => "men",
            Count::Kings => "kings",
            Count::Queens => "queens",
            Count::Captured => "captured",
            Count::Fallen => "fallen",
            Count::Goals => "goals",
            Count::Off => "fouled out",
            Count::Pawns => "pawns",
            Count::Emperors => "emperors",
            Count::Pool => "pool",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a scene with an empty board.
    pub(super) fn bare() -> Scene {
        let side = |_| Side {
            name: "Ann".to_owned(),
            role: "Black".to_owned(),
            ink: Ink::Dark,
            to_move: false,
            tallies: Vec::new(),
            clock: None,
            left: None,
        };
        Scene {
            title: "Draughts".to_owned(),
            board: Surface::Squares(Grid {
                columns: 8,
                rows: 8,
                near: Seat::Second,
                numbered: false,
                ground: Ground::Parlour,
            }),
            facing: Seat::Second,
            items: Vec::new(),
            sides: BySeat::new(side),
            panels: Vec::new(),
            last: Vec::new(),
            caption: String::new(),
            takes: Vec::new(),
            labelled: true,
        }
    }
}
