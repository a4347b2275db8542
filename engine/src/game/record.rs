//! Records of matches, such as PDN.
use super::Game;
use crate::seat::Seat;

/// How well a record of a match fits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It names another game.
    Foreign,
    /// Nothing in it says of which game it is; it may be of this one.
    Possible,
    /// Nothing in it says of which game it is, and it plays by the rules of this one, with nothing left over.
    Plain,
    /// It says that it is of this game: by tags of its own, its game type or a set-up that only this game has.
    Own,
}

/// A step that was played, as [`Game::pdn`] gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct PdnStep<G: Game> {
    pub seat: Seat,
    pub action: G::Action,
    pub events: Vec<G::Event>,
}
