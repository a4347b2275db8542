//! What the games on a draughts board share. A game calls it and keeps its own rules to itself.
mod board;
mod captures;
pub mod draws;
pub mod fen;
mod moves;
pub mod perft;
mod square;
#[cfg(test)]
mod tests;

pub use board::{Board, Color, Piece, Position, Rank};
pub use moves::{Law, Move, Path, Rules};
pub use square::{Direction, Square, SquareError, SquareSet, Squares};
