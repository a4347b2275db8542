//! Where the squares of a board are in its picture, for pointing at them.
use engine::scene::{Cell, Scene, Surface};

use crate::{
    draw::{self, pitch::LabelAt},
    layout::{BoardLayout, HEIGHT, WIDTH},
};

/// The squares of a board as they lie in its picture: all of one size, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// Pixels of the whole picture, across and down.
    pub picture: (i32, i32),
    /// The pixel at the top left corner of the first square.
    pub corner: (i32, i32),
    /// Pixels a square is wide and high.
    pub size: i32,
    /// Squares in a row.
    pub across: usize,
    /// The name of each square, such as `c3`; empty if nobody can point at it.
    pub names: Vec<String>,
}

impl Squares {
    /// Finds the squares of a scene's board; none for a board without any.
    pub fn of(scene: &Scene) -> Option<Squares> {
        match &scene.board {
            Surface::Squares(grid) => {
                let field = BoardLayout::new(grid, scene.facing);
                let name = |at: Cell| at.to_string();
                let places = field
                    .cells()
                    .filter_map(|at| field.place(at).map(|place| ((place.x, place.y), name(at))));
                Squares::laid(places.collect(), field.square())
            }
            Surface::Pitch(pitch) => {
                let (places, size) = draw::pitch::cells(&pitch.turf, scene.facing);
                Squares::laid(places, size)
            }
            Surface::Court(_) => None,
        }
    }

    fn laid(mut places: Vec<LabelAt>, size: i32) -> Option<Squares> {
        places.sort_by_key(|((x, y), _)| (*y, *x));
        let corner = places.first()?.0;
        let across = places.iter().filter(|((_, y), _)| *y == corner.1).count();
        let names = places.into_iter().map(|(_, name)| name).collect();
        Some(Squares { picture: (WIDTH, HEIGHT), corner, size, across, names })
    }
}

#[cfg(test)]
mod tests {
    use engine::{
        scene::{Grid, Ground},
        seat::{BySeat, Seat},
    };

    use super::*;

    fn draughts(facing: Seat) -> Squares {
        let grid = Grid {
            columns: 8,
            rows: 8,
            near: Seat::Second,
            numbered: true,
            ground: Ground::Parlour,
        };
        let side = |_| engine::scene::Side {
            name: String::new(),
            role: String::new(),
            ink: engine::scene::Ink::Dark,
            to_move: false,
            tallies: Vec::new(),
            clock: None,
            left: None,
        };
        let scene = Scene {
            title: String::new(),
            board: Surface::Squares(grid),
            facing,
            items: Vec::new(),
            sides: BySeat::new(side),
            panels: Vec::new(),
            last: Vec::new(),
            caption: String::new(),
            takes: Vec::new(),
            labelled: true,
        };
        Squares::of(&scene).unwrap()
    }

    #[test]
    fn squares_are_named_from_the_top_left_as_they_are_seen() {
        let (near, far) = (draughts(Seat::Second), draughts(Seat::First));
        assert_eq!((near.across, near.names.len()), (8, 64));
        assert_eq!((near.names[0].as_str(), near.names[63].as_str()), ("a8", "h1"));
        assert_eq!((far.names[0].as_str(), far.names[63].as_str()), ("h1", "a8"));
        assert!(0 < near.corner.0 && near.corner.0 + 8 * near.size < near.picture.0);
    }
}
