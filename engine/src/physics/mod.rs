//! Discs that slide over a floor, slow down, and bounce off each other, off walls and off posts.
//!
//! There are no time steps. Between two contacts every disc moves in a straight line and slows down
//! evenly, so its position is a formula, and the next contact is the first root of a polynomial.
//! Only `+ - * /` and square roots are used, which give the same bits on every machine; a mirrored
//! shot is mirrored to the last bit.
mod contact;
mod heading;
mod run;
#[cfg(test)]
mod tests;
mod vector;

pub use self::{
    heading::{heading_of, toward, turned},
    run::run,
    vector::Vector,
};

/// What the discs slide on and hit. Lengths in inches, times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    /// The radius of every disc.
    pub radius: f64,
    /// How much speed a sliding disc loses, in inches per second every second.
    pub slowing: f64,
    /// The share of speed left after two discs collide, 0 to 1.
    pub disc_bounce: f64,
    /// The same for a disc and a wall or a post.
    pub wall_bounce: f64,
    pub walls: Vec<Wall>,
    pub posts: Vec<Vector>,
    /// How far from the middle, up or down, a disc's centre can be before it leaves the floor.
    pub end: f64,
}

/// A straight wall along an axis. Its ends are round only at posts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The direction it faces, towards the discs. One part is 0, the other 1 or -1.
    pub faces: Vector,
    /// The position of its face on the axis it faces along.
    pub at: f64,
    /// Where it begins and ends on the other axis.
    pub span: [f64; 2],
}

/// A moving disc, or one at rest if its velocity is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    pub at: Vector,
    /// Inches per second.
    pub velocity: Vector,
}

/// The whole result of a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// One for each disc.
    pub paths: Vec<DiscPath>,
    /// The collisions, in order.
    pub hits: Vec<Hit>,
}

/// The path of one disc until it rests or leaves the floor.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscPath {
    /// Where it changed direction, its start first.
    pub legs: Vec<Leg>,
    /// Where and when it came to rest or left.
    pub end: Leg,
    /// Whether it left the floor.
    pub gone: bool,
}

/// The beginning of a straight run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    pub time: f64,
    pub at: Vector,
    pub velocity: Vector,
}

/// A collision of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub time: f64,
    pub disc: usize,
    pub what: Obstacle,
    /// The speed at which the two approached each other.
    pub speed: f64,
    /// Where the disc's centre was.
    pub at: Vector,
}

/// What a disc hit, by its index in the lists of the floor and the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Disc(usize),
    Wall(usize),
    Post(usize),
}
