//! What all games on a draughts board share; each adds its own rules.
mod board;
mod captures;
pub mod draws;
mod end;
pub mod endings;
pub mod fen;
pub(crate) mod goal;
pub(crate) mod label;
pub(crate) mod mind;
mod moved;
mod moves;
pub mod notation;
pub mod pdn;
pub mod perft;
pub(crate) mod plain;
pub(crate) mod question;
pub(crate) mod scene;
mod set;
pub(crate) mod setup;
mod square;
pub(crate) mod start;
#[cfg(test)]
mod tests;
mod why;

pub use board::{Board, Color, Piece, PieceKind, Position};
pub(crate) use captures::ways;
pub use end::CheckersEnd;
pub(crate) use goal::Goal;
pub use moved::Moved;
pub use moves::{BoardRules, Move, Path, Rules};
pub use set::{SquareIter, SquareSet};
pub use square::{Direction, Square, SquareError};
pub use why::{WhyNot, capture_due};
