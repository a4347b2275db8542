//! Turns a [`Scene`] into a PNG, and several into a GIF. Uses scenes and seats, and nothing else of the engine.
//!
//! Everything slow is done once: drawings become sprites of palette indices, letters small masks,
//! and an empty board is cached. A picture is then a copy of the empty board and about a thousand
//! small copies onto it.
mod banner;
mod canvas;
mod chances;
mod chart;
mod draw;
mod emblem;
mod emoji;
mod encode;
mod film;
mod font;
mod glide;
mod group;
mod layout;
mod legible;
mod lzw;
mod order;
mod palette;
mod people;
mod plan;
mod podium;
mod results;
mod shape;
mod sheet;
mod signs;
mod sprite;
mod squares;
mod text;
mod theme;
mod token;
mod typeface;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use engine::{
    scene::{
        Panel, Pick, Scene, Side, Surface,
        pitch::{Pitch, Turf},
    },
    seat::Seat,
};
use image::GrayImage;

pub use self::{
    banner::banner,
    emoji::{EMOJI_SIZE, emoji, emoji_names, icon},
    legible::unreadable,
    plan::{CourtPlan, PicturePart, board_part, has_beside},
    sheet::{ChallengeCard, contact},
    squares::Squares,
    theme::Theme,
};
use self::{
    canvas::Canvas,
    draw::court::CourtLayout,
    layout::{BoardLayout, HEIGHT, LONGEST, WIDTH},
    palette::Palette,
    signs::Signs,
    sprite::{Coins, Pieces},
    text::Type,
    theme::Set,
};

/// How many empty boards are cached; one more replaces the oldest.
const BOARDS_KEPT: usize = 16;

/// Draws pictures; made once, shared by every thread.
pub struct Painter {
    /// By theme and by set; each is made when first needed, and too large for a stack.
    kits: [[OnceLock<Box<DrawingKit>>; Set::ALL.len()]; Theme::ALL.len()],
    letters: Type,
    boards: Mutex<Vec<Empty>>,
}

/// An empty board, ready to be copied.
struct Empty {
    theme: Theme,
    board: Surface,
    facing: Seat,
    labelled: bool,
    pixels: Arc<GrayImage>,
}

/// Everything prepared for one theme and one kind of board.
struct DrawingKit {
    palette: Palette,
    signs: Signs,
    /// The pieces for squares of one size, by the number of squares along the longer side of the board, from 1.
    pieces: Vec<OnceLock<Pieces>>,
    /// The drawings of pitches, for each size of cells needed so far.
    pitches: Mutex<Vec<Arc<draw::pitch::PitchArt>>>,
    /// The coins of a court, which has only one size.
    coins: OnceLock<Coins>,
}

impl Painter {
    /// Prepares letters; each drawing is made when it is first needed.
    pub fn new() -> Painter {
        Painter { kits: Default::default(), letters: Type::new(), boards: Mutex::new(Vec::new()) }
    }

    /// Draws a scene as a PNG of 1080 x 720 pixels: the same bytes for the same scene on every machine.
    pub fn png(&self, scene: &Scene, theme: Theme) -> Vec<u8> {
        self.numbered(scene, theme, &[])
    }

    /// Does the same, with the numbers of choices where each leads on the board.
    pub fn numbered(&self, scene: &Scene, theme: Theme, numbers: &[(usize, Pick)]) -> Vec<u8> {
        let kit = self.kit(theme, Set::of(&scene.board));
        let pixels = self.paint_numbered(scene, theme, kit, numbers);
        encode::png(&pixels, &kit.palette)
    }

    /// Draws a scene as palette entries, row by row.
    fn paint(&self, scene: &Scene, theme: Theme, kit: &DrawingKit) -> GrayImage {
        self.paint_numbered(scene, theme, kit, &[])
    }

    fn paint_numbered(
        &self,
        scene: &Scene,
        theme: Theme,
        kit: &DrawingKit,
        numbers: &[(usize, Pick)],
    ) -> GrayImage {
        let scene = &*called(scene);
        let Scene { title, board, facing, items, sides, panels, last, caption, takes: _, labelled } =
            scene;
        let empty = self.board(theme, board, (*facing, *labelled), kit);
        let mut canvas = Canvas::over(&kit.palette, GrayImage::clone(&empty));
        match board {
            Surface::Squares(grid) => {
                let field = BoardLayout::new(grid, *facing);
                let pieces = kit.pieces(&field);
                draw::board::items(&mut canvas, &self.letters, pieces, &field, sides, items);
                draw::board::labels(&mut canvas, &self.letters, &field, items);
                draw::board::numbers(&mut canvas, &self.letters, &field, numbers);
            }
            Surface::Court(court) => {
                let plan = CourtLayout::new(court, *facing);
                draw::court::items(
                    &mut canvas,
                    &self.letters,
                    kit.coins(&plan),
                    &plan,
                    *facing,
                    items,
                );
                draw::court::numbers(&mut canvas, &self.letters, &plan, numbers);
            }
            Surface::Pitch(pitch) => {
                let art = kit.pitch(&pitch.turf);
                let tools = (&self.letters, &kit.signs);
                draw::pitch::draw(&mut canvas, tools, &art, scene, pitch);
                draw::pitch::numbers(&mut canvas, &self.letters, scene, pitch, numbers);
                if let Some(text) = scene.banner() {
                    let size = (draw::pitch::WIDE, draw::pitch::HIGH);
                    draw::banner::draw(&mut canvas, &self.letters, text, size, &empty);
                }
                return canvas.into_pixels();
            }
        }
        if let Some(text) = scene.banner() {
            draw::banner::draw(&mut canvas, &self.letters, text, (HEIGHT, HEIGHT), &empty);
        }
        let facing = *facing;
        let turned = matches!(board, Surface::Squares(grid) if grid.near != facing);
        let strip = draw::strip::Strip { title, sides, facing, turned, panels, last, caption };
        draw::strip::draw(&mut canvas, &self.letters, &kit.signs, &strip);
        canvas.into_pixels()
    }

    fn kit(&self, theme: Theme, set: Set) -> &DrawingKit {
        self.kits[theme.index()][set.index()].get_or_init(|| {
            let palette = Palette::new(theme, set);
            let signs = Signs::new(set);
            // On the heap, because a kit is too large to be moved between functions.
            let pieces = (0..LONGEST).map(|_| OnceLock::new()).collect();
            let (pitches, coins) = Default::default();
            Box::new(DrawingKit { palette, signs, pieces, pitches, coins })
        })
    }

    /// Returns the empty board with its frame, and the bare strip beside it.
    fn board(
        &self,
        theme: Theme,
        board: &Surface,
        (facing, labelled): (Seat, bool),
        kit: &DrawingKit,
    ) -> Arc<GrayImage> {
        // A cached board is complete even if another thread panicked.
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let board = &bare(board);
        let same = |empty: &&Empty| {
            let Empty { theme: drawn_in, board: other, facing: from, labelled: named, .. } = empty;
            (*drawn_in, *from, *named) == (theme, facing, labelled) && other == board
        };
        if let Some(kept) = boards.iter().find(same) {
            return Arc::clone(&kept.pixels);
        }
        let mut canvas = Canvas::new(&kit.palette, WIDTH, HEIGHT);
        match board {
            Surface::Squares(grid) => {
                let field = BoardLayout::new(grid, facing);
                draw::board::empty(&mut canvas, &self.letters, &field, labelled);
            }
            Surface::Court(court) => {
                let plan = CourtLayout::new(court, facing);
                draw::court::empty(&mut canvas, &self.letters, &plan, labelled);
            }
            Surface::Pitch(pitch) => {
                draw::pitch::empty(&mut canvas, &self.letters, &pitch.turf, facing, labelled);
            }
        }
        let made = Arc::new(canvas.into_pixels());
        if boards.len() == BOARDS_KEPT {
            boards.remove(0);
        }
        boards.push(Empty {
            theme,
            board: board.clone(),
            facing,
            labelled,
            pixels: Arc::clone(&made),
        });
        made
    }
}

impl DrawingKit {
    /// Returns the pieces for the squares of a board.
    fn pieces(&self, field: &BoardLayout) -> &Pieces {
        self.pieces[field.size_class()].get_or_init(|| Pieces::new(field.square()))
    }

    /// Returns the coins for a court.
    fn coins(&self, plan: &CourtLayout) -> &Coins {
        self.coins.get_or_init(|| Coins::new(plan.coin()))
    }

    /// Returns the drawings for a pitch.
    fn pitch(&self, turf: &Turf) -> Arc<draw::pitch::PitchArt> {
        // Drawings are cached whole or not at all, even if another thread panicked.
        let mut kept = self.pitches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(art) = kept.iter().find(|it| it.fits(turf)) {
            return Arc::clone(art);
        }
        let art = Arc::new(draw::pitch::PitchArt::new(turf));
        if kept.len() == BOARDS_KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&art));
        art
    }
}

/// Replaces names that can't be drawn by the side, in all texts.
fn called(scene: &Scene) -> Cow<'_, Scene> {
    let mut scene = Cow::Borrowed(scene);
    for seat in Seat::BOTH {
        let Side { name, role, .. } = scene.sides.get(seat).clone();
        if text::is_drawn(&name) {
            continue;
        }
        let scene = scene.to_mut();
        if !name.is_empty() {
            let said = scene.last.iter_mut().chain([&mut scene.caption]);
            let noted = scene.panels.iter_mut().filter_map(|panel| match panel {
                Panel::Notes(notes) => Some(notes),
                _ => None,
            });
            for text in said.chain(noted.flatten()) {
                *text = text.replace(&name, &role);
            }
        }
        scene.sides.get_mut(seat).name = role;
    }
    scene
}

/// Returns the cached board; for a pitch only the ground.
fn bare(board: &Surface) -> Surface {
    match board {
        Surface::Squares(grid) => Surface::Squares(*grid),
        Surface::Pitch(pitch) => Surface::Pitch(Box::new(Pitch::bare(pitch.turf))),
        Surface::Court(_) => board.clone(),
    }
}

impl Default for Painter {
    fn default() -> Painter {
        Painter::new()
    }
}
