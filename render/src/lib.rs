//! Turns a [`Scene`] into the bytes of a PNG. Knows scenes and seats, and nothing else of the engine.
//!
//! Everything that costs time is done once: drawings become sprites of palette entries, letters become small masks,
//! an empty board is kept as it is. A picture is then a copy of the empty board and some thousand short copies on it.
mod canvas;
mod draw;
mod encode;
mod layout;
mod palette;
mod shape;
mod sprite;
mod text;
mod theme;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engine::{
    scene::{Board, Scene},
    seat::Seat,
};
use image::GrayImage;

pub use self::theme::Theme;
use self::{
    canvas::Canvas,
    layout::{Field, HEIGHT, WIDTH},
    palette::Palette,
    sprite::{Pieces, Signs},
    text::Type,
    theme::Set,
};

/// How many empty boards are kept; a new kind of board beyond that turns the oldest one out.
const BOARDS_KEPT: usize = 16;

/// Draws pictures; made once, shared by every thread.
pub struct Painter {
    /// By theme and by set; each is made when it is first wanted.
    kits: [[OnceLock<Kit>; Set::ALL.len()]; Theme::ALL.len()],
    letters: Type,
    boards: Mutex<Vec<Empty>>,
}

/// A board without anything on it, ready to be copied.
struct Empty {
    theme: Theme,
    board: Board,
    facing: Seat,
    pixels: Arc<GrayImage>,
}

/// What is ready for one theme and one kind of board.
struct Kit {
    palette: Palette,
    signs: Signs,
    /// The pieces for squares of one size, by the number of squares along the longer side of the board, from 1.
    pieces: [OnceLock<Pieces>; 26],
}

impl Painter {
    /// Prepares letters; drawings are prepared when they are first wanted, some tens of milliseconds for a kind of board.
    pub fn new() -> Painter {
        Painter { kits: Default::default(), letters: Type::new(), boards: Mutex::new(Vec::new()) }
    }

    /// Draws a scene as a PNG of 1080 x 720 pixels: the same bytes for the same scene on every machine.
    pub fn png(&self, scene: &Scene, theme: Theme) -> Vec<u8> {
        let kit = self.kit(theme, &scene.board);
        encode::png(&self.paint(scene, theme, kit), &kit.palette)
    }

    /// Draws a scene as palette entries, row by row.
    fn paint(&self, scene: &Scene, theme: Theme, kit: &Kit) -> GrayImage {
        let Scene { title, board, facing, items, sides, panels, last, caption } = scene;
        let empty = self.board(theme, board, *facing, kit);
        let mut canvas = Canvas::over(&kit.palette, GrayImage::clone(&empty));
        match board {
            Board::Squares(grid) => {
                let field = Field::new(grid, *facing);
                let pieces = kit.pieces[field.size_class()]
                    .get_or_init(|| Pieces::new(&kit.palette, field.square()));
                draw::board::items(&mut canvas, &self.letters, pieces, &field, sides, items);
            }
            Board::Pitch(_) => {}
        }
        let strip = draw::strip::Strip { title, sides, facing: *facing, panels, last, caption };
        draw::strip::draw(&mut canvas, &self.letters, &kit.signs, &strip);
        canvas.into_pixels()
    }

    fn kit(&self, theme: Theme, board: &Board) -> &Kit {
        let set = Set::of(board);
        self.kits[theme.index()][set.index()].get_or_init(|| {
            let palette = Palette::new(theme, set);
            let signs = Signs::new(&palette);
            Kit { palette, signs, pieces: [const { OnceLock::new() }; 26] }
        })
    }

    /// Returns the empty board with its frame, and the bare strip beside it.
    fn board(&self, theme: Theme, board: &Board, facing: Seat, kit: &Kit) -> Arc<GrayImage> {
        // A board that was half kept when another thread panicked is a whole board all the same.
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |it: &&Empty| it.theme == theme && it.facing == facing && it.board == *board;
        if let Some(kept) = boards.iter().find(same) {
            return Arc::clone(&kept.pixels);
        }
        let mut canvas = Canvas::new(&kit.palette, WIDTH, HEIGHT);
        match board {
            Board::Squares(grid) => {
                draw::board::empty(&mut canvas, &self.letters, &Field::new(grid, facing));
            }
            Board::Pitch(_) => {}
        }
        let made = Arc::new(canvas.into_pixels());
        if boards.len() == BOARDS_KEPT {
            boards.remove(0);
        }
        boards.push(Empty { theme, board: board.clone(), facing, pixels: Arc::clone(&made) });
        made
    }
}

impl Default for Painter {
    fn default() -> Painter {
        Painter::new()
    }
}
