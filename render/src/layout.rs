//! Where things are in a picture: the board at the left, the strip at the right.
use engine::{
    scene::{Cell, Grid},
    seat::Seat,
};

use crate::{canvas::Rect, shape::PixelPoint};

/// Pixels a picture is wide.
pub(crate) const WIDTH: i32 = 1080;
/// Pixels a picture is high.
pub(crate) const HEIGHT: i32 = 720;
/// Pixels of frame round the board, at least.
pub(crate) const FRAME: i32 = 28;
/// Where the strip lies.
pub(crate) const STRIP: Rect = Rect::new(HEIGHT, 0, WIDTH - HEIGHT, HEIGHT);

/// The most squares along one side.
pub(crate) const LONGEST: u8 = 26;

/// The squares of a board as one seat sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    pub(crate) grid: Grid,
    /// Whether rank 1 is at the bottom.
    pub(crate) upright: bool,
    /// The offset of everything on it, in pixels, for a moving piece.
    pub(crate) shift: PixelPoint,
}

impl BoardLayout {
    /// Places a board so that `facing` sits at the bottom edge. A board without squares or with too many gets the nearest
    /// size that can be drawn.
    pub(crate) fn new(board: &Grid, facing: Seat) -> BoardLayout {
        let Grid { columns, rows, near, numbered, ground } = *board;
        let (columns, rows) = (columns.clamp(1, LONGEST), rows.clamp(1, LONGEST));
        BoardLayout {
            grid: Grid { columns, rows, near, numbered, ground },
            upright: facing == near,
            shift: (0, 0),
        }
    }

    /// Returns the longer side in squares, counted from 0.
    pub(crate) fn size_class(&self) -> usize {
        usize::from(self.grid.columns.max(self.grid.rows) - 1)
    }

    /// Returns how many pixels a square is wide.
    pub(crate) fn square(&self) -> i32 {
        (HEIGHT - 2 * FRAME) / i32::from(self.grid.columns.max(self.grid.rows))
    }

    /// Returns the part with all squares.
    pub(crate) fn squares(&self) -> Rect {
        let width = self.square() * i32::from(self.grid.columns);
        let height = self.square() * i32::from(self.grid.rows);
        Rect::new((HEIGHT - width) / 2, (HEIGHT - height) / 2, width, height)
    }

    /// Returns where a square lies, if it is on the board.
    pub(crate) fn place(&self, at: Cell) -> Option<Rect> {
        let Grid { columns, rows, near: _, numbered: _, ground: _ } = self.grid;
        if at.column >= columns || at.row >= rows {
            return None;
        }
        let (right, down) = if self.upright {
            (at.column, rows - 1 - at.row)
        } else {
            (columns - 1 - at.column, at.row)
        };
        let (size, all) = (self.square(), self.squares());
        let (x, y) = (all.x + i32::from(right) * size, all.y + i32::from(down) * size);
        Some(Rect::new(x + self.shift.0, y + self.shift.1, size, size))
    }

    /// Returns the middle of a square, if it is on the board.
    pub(crate) fn middle(&self, at: Cell) -> Option<PixelPoint> {
        self.place(at).map(|place| (place.x + place.width / 2, place.y + place.height / 2))
    }

    /// Lists every square.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Grid { columns, rows, near: _, numbered: _, ground: _ } = self.grid;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scene::Ground;

    const DRAUGHTS: Grid =
        Grid { columns: 8, rows: 8, near: Seat::Second, numbered: true, ground: Ground::Parlour };

    #[test]
    fn who_faces_the_board_has_the_own_home_at_the_bottom() {
        let (a1, h8) = (Cell { column: 0, row: 0 }, Cell { column: 7, row: 7 });
        let near = BoardLayout::new(&DRAUGHTS, Seat::Second);
        let far = BoardLayout::new(&DRAUGHTS, Seat::First);
        assert_eq!(near.place(a1), far.place(h8));
        assert_eq!(near.place(h8), far.place(a1));
        let corner = near.place(a1).unwrap();
        assert!(corner.x < 100 && corner.y > 600, "{corner:?}");
    }

    #[test]
    fn every_square_of_every_board_is_within_the_frame() {
        for columns in [0, 1, 3, 8, 26, 255] {
            for rows in [0, 1, 8, 26, 255] {
                let field = BoardLayout::new(&Grid { columns, rows, ..DRAUGHTS }, Seat::First);
                let inner = Rect::new(0, 0, HEIGHT, HEIGHT).inset(FRAME);
                for at in field.cells() {
                    let place = field.place(at).unwrap();
                    assert_eq!(place.meet(inner), place);
                }
            }
        }
    }

    #[test]
    fn a_square_off_the_board_has_no_place() {
        let field = BoardLayout::new(&DRAUGHTS, Seat::First);
        assert_eq!(field.place(Cell { column: 8, row: 0 }), None);
        assert_eq!(field.place(Cell { column: 0, row: 255 }), None);
    }
}
