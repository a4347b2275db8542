//! Whether pieces can be told from what they stand on, measured in pictures of every theme. For people the whole outline is measured
//! beside their drawings, in `people`.
use engine::scene::{Cell, FighterItem, Item, Rank, Scene, Surface};
use image::RgbImage;
use render::{Painter, Theme};

use crate::sample;

/// The contrast that accessibility guidelines (WCAG) ask for things other than text.
const WANTED: f64 = 3.0;

/// The share of directions in which a piece has to stand out.
const ALL_ROUND: f64 = 0.9;

/// Half pixels from the outline of a piece inwards where it has to stand out.
const BAND: u32 = 18;

/// A smaller difference from the square is a shadow or a smooth edge, not a part of the piece.
const SHADOW: f64 = 1.6;

fn luminance(pixel: [u8; 3]) -> f64 {
    let part = |level: u8| {
        let share = f64::from(level) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(pixel[0]) + 0.7152 * part(pixel[1]) + 0.0722 * part(pixel[2])
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns the share of directions from which a piece in the middle of a box stands out against what is below it.
fn seen(with: &RgbImage, without: &RgbImage, middle: (f64, f64), half: f64) -> f64 {
    let rays = 90;
    let (mut met, mut good) = (0, 0);
    for n in 0..rays {
        let turn = f64::from(n) * std::f64::consts::TAU / f64::from(rays);
        let against = |inwards: u32| {
            let far = (half - f64::from(inwards) * 0.5).max(0.0);
            let (x, y) = (middle.0 + far * turn.cos(), middle.1 + far * turn.sin());
            let (x, y) = (x.round() as u32, y.round() as u32);
            contrast(with.get_pixel(x, y).0, without.get_pixel(x, y).0)
        };
        let Some(edge) = (0..(half * 2.0) as u32).find(|at| SHADOW <= against(*at)) else {
            continue;
        };
        met += 1;
        good += u32::from((edge..edge + BAND).any(|at| WANTED <= against(at)));
    }
    // An invisible piece meets no ray.
    f64::from(good) / f64::from(met.max(rays / 2))
}

/// A name, a scene with some items and the same without them, and where each item is: its middle and half its box.
type Case = (&'static str, Scene, Scene, Vec<(f64, f64, f64)>);

fn on_squares(name: &'static str, mut scene: Scene, things: Vec<(Cell, Item)>) -> Case {
    scene.items.clear();
    let mut with = scene.clone();
    let place = |at: Cell| {
        // Frame and squares of a board of eight by eight that is seen from the near side.
        let middle = |nth: u8| 28.0 + 83.0 * (f64::from(nth) + 0.5);
        (middle(at.column), middle(7 - at.row), 41.0)
    };
    let places = things.iter().map(|it| place(it.0)).collect();
    with.items.extend(things.into_iter().map(|it| it.1));
    if let Surface::Squares(grid) = scene.board {
        (with.facing, scene.facing) = (grid.near, grid.near);
    }
    (name, with, scene, places)
}

fn cases() -> Vec<Case> {
    let sides = engine::seat::Seat::BOTH;
    let cell = |column: usize, row: usize| Cell { column: column as u8, row: row as u8 };
    let mut draughts = Vec::new();
    let mut stacks = Vec::new();
    let mut people = Vec::new();
    for (n, seat) in sides.into_iter().enumerate() {
        for (m, rank) in [Rank::Man, Rank::King].into_iter().enumerate() {
            let at = cell(2 * n, 2 * m);
            draughts.push((at, Item::Piece { at, seat, rank }));
            for dark in [0, 1] {
                let at = cell(2 * n + dark, 2 * m);
                let fighter = sample::meadow::somebody(at, seat, rank);
                people.push((at, Item::Fighter(FighterItem { name: None, ..fighter })));
            }
        }
        for height in [1, 2, 3] {
            for dark in [0, 1] {
                let at = cell(2 * n + dark, 2 * usize::from(height));
                let (rings, snookles, hippo, waits) = (0, 0, false, false);
                let stack = Item::Stack { at, seat, height, rings, snookles, hippo, waits };
                stacks.push((at, stack));
            }
        }
    }
    vec![
        on_squares("draughts", sample::start(), draughts),
        on_squares("stacks", sample::moon::turned(), stacks),
        on_squares("people", sample::meadow::worn(), people),
        sample::court::alone(),
        sample::pitch::alone(),
    ]
}

#[test]
fn every_piece_stands_out_against_its_square_in_every_theme() {
    let painter = Painter::new();
    let mut dull = Vec::new();
    for (name, with, without, places) in cases() {
        for theme in Theme::ALL {
            let read = |scene: &Scene| {
                let bytes = painter.png(scene, theme);
                image::load_from_memory(&bytes).unwrap().to_rgb8()
            };
            let (with, without) = (read(&with), read(&without));
            for (n, (x, y, half)) in places.iter().copied().enumerate() {
                let share = seen(&with, &without, (x, y), half);
                if share < ALL_ROUND {
                    dull.push(format!("{name} {n} {}: {share:.2}", theme.name()));
                }
            }
        }
    }
    assert!(dull.is_empty(), "{dull:#?}");
}
