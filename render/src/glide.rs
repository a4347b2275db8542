//! A piece moving over squares in a film: where it is at a time, and what is around it.
use engine::scene::{Cell, Item, Loss, Mark, Rank, Scene, Surface};
use image::GrayImage;

use crate::{
    DrawingKit, Painter, canvas::Canvas, draw, layout::BoardLayout, shape::PixelPoint, theme::Theme,
};

/// The pictures of a move over one square, along its diagonal.
const PER_SQUARE: i32 = 6;
/// The most pictures of a move.
const MOST: i32 = 30;

/// A piece that moves, and the squares it touches.
struct PieceGlide<'a> {
    mover: Item,
    cells: &'a [Cell],
}

impl Painter {
    /// Draws the frames before a position: the board before, the moving piece, what it jumped. Calls
    /// `show` with each; with none if nothing moves on squares.
    pub(crate) fn glide(
        &self,
        moment: &Scene,
        theme: Theme,
        kit: &DrawingKit,
        mut show: impl FnMut(GrayImage),
    ) {
        let Surface::Squares(grid) = &moment.board else { return };
        let Some(way) = PieceGlide::of(moment) else {
            return show(self.paint(&before(moment, None, 0), theme, kit));
        };
        let field = BoardLayout::new(grid, moment.facing);
        let stops: Vec<PixelPoint> =
            way.cells.iter().filter_map(|cell| field.middle(*cell)).collect();
        let Some(&start) = stops.first().filter(|_| stops.len() == way.cells.len()) else {
            return;
        };
        let pieces = kit.pieces(&field);
        let legs: Vec<i32> = stops.windows(2).map(|pair| far(pair[0], pair[1])).collect();
        let all = legs.iter().sum::<i32>().max(1);
        let count = (all * PER_SQUARE / field.square().max(1)).clamp(8, MOST);
        let mut ground = (usize::MAX, GrayImage::default(), Vec::new());
        for nth in 0..=count {
            let (leg, at) = along(&stops, &legs, eased(nth, count, all));
            if ground.0 != leg {
                let scene = before(moment, Some(&way), leg);
                ground = (leg, self.paint(&scene, theme, kit), scene.items);
            }
            let mut canvas = Canvas::over(&kit.palette, ground.1.clone());
            let shifted = BoardLayout { shift: (at.0 - start.0, at.1 - start.1), ..field };
            let mover = std::slice::from_ref(&way.mover);
            draw::board::items(&mut canvas, &self.letters, pieces, &shifted, &moment.sides, mover);
            // It passes below the names of doors.
            draw::board::labels(&mut canvas, &self.letters, &field, &ground.2);
            draw::board::labels(&mut canvas, &self.letters, &shifted, mover);
            show(canvas.into_pixels());
        }
    }
}

impl<'a> PieceGlide<'a> {
    /// Finds the last shown path and its piece, at its start.
    fn of(moment: &'a Scene) -> Option<PieceGlide<'a>> {
        let cells = moment.items.iter().rev().find_map(|item| match item {
            Item::Path { cells } if 1 < cells.len() => Some(&cells[..]),
            _ => None,
        })?;
        let (start, end) = (*cells.first()?, *cells.last()?);
        let mover = moment.items.iter().find(|it| is_at(it, end))?;
        let mut mover = match mover {
            Item::Lost { seat, rank, .. } => Item::Piece { at: end, seat: *seat, rank: *rank },
            it => uncrowned(it, &moment.items),
        };
        match &mut mover {
            Item::Piece { at, .. } | Item::Stack { at, .. } => *at = start,
            Item::Fighter(fighter) => fighter.at = start,
            _ => {}
        }
        Some(PieceGlide { mover, cells })
    }

    /// Tells whether a square lies between the ends of one of the first `legs` legs.
    fn passed(&self, cell: Cell, legs: usize) -> bool {
        let between = |one: u8, other: u8, at: u8| one.min(other) <= at && at <= one.max(other);
        self.cells.windows(2).take(legs).any(|leg| {
            between(leg[0].column, leg[1].column, cell.column)
                && between(leg[0].row, leg[1].row, cell.row)
        })
    }
}

/// Returns an item as it was before it was crowned.
fn uncrowned(item: &Item, items: &[Item]) -> Item {
    let crowned = |at: Cell| items.contains(&Item::Mark { at, mark: Mark::Crowned });
    let mut item = item.clone();
    match &mut item {
        Item::Piece { at, rank, .. } if crowned(*at) => *rank = Rank::Man,
        Item::Stack { at, height, .. } if crowned(*at) => *height = height.saturating_sub(1).max(1),
        Item::Fighter(fighter) if crowned(fighter.at) => fighter.rank = Rank::Man,
        _ => {}
    }
    item
}

/// Tells whether an item is the piece that moved to a square, or fell there.
fn is_at(item: &Item, cell: Cell) -> bool {
    match item {
        Item::Piece { at, .. } | Item::Stack { at, .. } => *at == cell,
        Item::Fighter(it) => it.at == cell,
        Item::Lost { at, how: Loss::Fell, .. } => *at == cell,
        _ => false,
    }
}

/// Returns the board before a position, without the moving piece, after `legs` legs of the path.
fn before(moment: &Scene, way: Option<&PieceGlide<'_>>, legs: usize) -> Scene {
    let end = way.and_then(|it| it.cells.last());
    let gone = |cell: Cell| way.is_some_and(|it| it.passed(cell, legs));
    let items = moment.items.iter().filter_map(|item| match item {
        Item::Path { .. }
        | Item::Arrow { .. }
        | Item::Mark { .. }
        | Item::Banner(_)
        | Item::Fresh { .. }
        | Item::Clash { .. }
        | Item::Highlight { .. } => None,
        other if end.is_some_and(|end| is_at(other, *end)) => None,
        // The duel was before the move.
        Item::Lost { how: Loss::Slain, .. } => Some(item.clone()),
        Item::Lost { at, seat, rank, .. } if !gone(*at) => {
            Some(Item::Piece { at: *at, seat: *seat, rank: *rank })
        }
        Item::Toppled { at, seat, height } if !gone(*at) => {
            let (at, seat, height) = (*at, *seat, *height);
            let (rings, snookles, hippo, waits) = (0, 0, false, false);
            Some(Item::Stack { at, seat, height, rings, snookles, hippo, waits })
        }
        other => Some(uncrowned(other, &moment.items)),
    });
    Scene { items: items.collect(), ..moment.clone() }
}

/// Returns the distance of two points along the longer axis: pieces go straight or diagonally.
fn far(one: PixelPoint, other: PixelPoint) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

/// Returns how far along `all` a picture is, slow at both ends.
fn eased(nth: i32, count: i32, all: i32) -> i32 {
    let [nth, count, all] = [nth, count.max(1), all].map(i64::from);
    (all * nth * nth * (3 * count - 2 * nth) / (count * count * count)) as i32
}

/// Returns the leg of a path and the point after `far` pixels.
fn along(stops: &[PixelPoint], legs: &[i32], mut far: i32) -> (usize, PixelPoint) {
    for (leg, (ends, long)) in stops.windows(2).zip(legs).enumerate() {
        if far < *long {
            let part = |from: i32, to: i32| from + (to - from) * far / long;
            return (leg, (part(ends[0].0, ends[1].0), part(ends[0].1, ends[1].1)));
        }
        far -= long;
    }
    (legs.len(), stops.last().copied().unwrap_or_default())
}
