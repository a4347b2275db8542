//! A field of coins between wooden tiles, and everything on it.
mod shot;

use engine::{
    scene::{
        At, Item, Pick,
        court::{CoinItem, Court, CourtSpot, CourtThing, Off, Suit},
    },
    seat::Seat,
};

use self::shot::{jolt, line, onward, track};
use super::highlight;
use crate::{
    canvas::{Canvas, Rect},
    layout::HEIGHT,
    shape::{self, PixelPoint},
    sprite::{Coins, SIGN},
    text::{Style, Type},
    theme::Hue,
};

/// The visible border above and below the field, in pixels; the tiles continue beyond the picture.
const BORDER: i32 = 40;

/// Pixels from one coin beside the field to the next.
const BESIDE: i32 = 48;

/// A court as one seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CourtLayout {
    court: Court,
    upright: bool,
}

impl CourtLayout {
    pub(crate) fn new(court: &Court, facing: Seat) -> CourtLayout {
        CourtLayout { court: *court, upright: facing == court.near }
    }

    /// Returns a length in pixels.
    fn length(&self, mils: i32) -> i32 {
        (i64::from(mils) * i64::from(HEIGHT - 2 * BORDER) / i64::from(self.court.long.max(1)))
            as i32
    }

    /// Returns how many pixels a coin is wide.
    pub(crate) fn coin(&self) -> i32 {
        (self.length(2 * self.court.radius) + 1).clamp(4, 120)
    }

    /// Returns where the field lies.
    fn field(&self) -> Rect {
        let (width, height) = (self.length(self.court.wide), self.length(self.court.long));
        Rect::new((HEIGHT - width) / 2, (HEIGHT - height) / 2, width, height)
    }

    /// Returns the pixel of a place.
    pub(crate) fn point(&self, at: CourtSpot) -> PixelPoint {
        let Court { wide, long, .. } = self.court;
        let (right, down) = if self.upright { (at.x, long - at.y) } else { (wide - at.x, at.y) };
        let field = self.field();
        (field.x + self.length(right), field.y + self.length(down))
    }

    /// Returns the place at a pixel, to a hundredth of an inch.
    pub(crate) fn spot_at(&self, (right, down): (f64, f64)) -> CourtSpot {
        let Court { wide, long, .. } = self.court;
        let field = self.field();
        let mils = |pixels: f64| pixels * f64::from(long.max(1)) / f64::from(HEIGHT - 2 * BORDER);
        let (x, y) = (mils(right - f64::from(field.x)), mils(down - f64::from(field.y)));
        let (wide, long) = (f64::from(wide), f64::from(long));
        let (x, y) = if self.upright { (x, long - y) } else { (wide - x, y) };
        let rounded = |mils: f64| (mils / 10.0).round().clamp(-1e6, 1e6) as i32 * 10;
        CourtSpot { x: rounded(x), y: rounded(y) }
    }

    /// Returns the part of the picture between two places.
    fn between(&self, one: CourtSpot, other: CourtSpot) -> Rect {
        let ((x, y), (u, v)) = (self.point(one), self.point(other));
        Rect::new(x.min(u), y.min(v), (x - u).abs(), (y - v).abs())
    }
}

fn spot(x: i32, y: i32) -> CourtSpot {
    CourtSpot { x, y }
}

/// Draws the field without any coin, with its ruler or without.
pub(crate) fn empty(canvas: &mut Canvas, letters: &Type, plan: &CourtLayout, labelled: bool) {
    let all = Rect::new(0, 0, HEIGHT, HEIGHT);
    canvas.fill(all, Hue::Table);
    turf(canvas, plan);
    goals(canvas, plan);
    tiles(canvas, plan);
    if labelled {
        ruler(canvas, letters, plan);
    }
    compass(canvas, letters, plan);
    // What reaches into the strip is covered by it.
    canvas.fill(Rect::new(HEIGHT, 0, HEIGHT, HEIGHT), Hue::Paper);
}

/// Draws the ground with its lines: planks, boxes, the half-way line and the centre.
fn turf(canvas: &mut Canvas, plan: &CourtLayout) {
    let Court { wide, long, tile, .. } = plan.court;
    let field = plan.field();
    canvas.fill(field, Hue::Turf);
    grain(canvas, field, Hue::TurfGrain);
    for (x, y) in [(0, 0), (wide - tile, 0), (0, long - tile), (wide - tile, long - tile)] {
        canvas.fill(plan.between(spot(x, y), spot(x + tile, y + tile)), Hue::TurfBox);
    }
    for y in [tile, long - tile, long / 2] {
        across(canvas, plan.between(spot(0, y), spot(wide, y)));
    }
    for (x, y) in [(tile, 0), (wide - tile, 0), (tile, long - tile), (wide - tile, long - tile)] {
        upright(canvas, plan.between(spot(x, y), spot(x, y + tile)));
    }
    let (x, y) = plan.point(plan.court.centre());
    let ring: Vec<(f32, f32)> = shape::spokes(plan.length(tile / 2))
        .iter()
        .map(|&(dx, dy)| (dx + x as f32, dy + y as f32))
        .collect();
    let ring: Vec<PixelPoint> = ring
        .iter()
        .chain(ring.first())
        .map(|&(right, down)| (right.round() as i32, down.round() as i32))
        .collect();
    shape::line(canvas, &ring, 3, Hue::TurfLine);
    disc(canvas, (x, y), 6, Hue::TurfLine);
}

fn across(canvas: &mut Canvas, at: Rect) {
    canvas.fill(Rect { y: at.y - 1, height: 3, ..at }, Hue::TurfLine);
}

fn upright(canvas: &mut Canvas, at: Rect) {
    canvas.fill(Rect { x: at.x - 1, width: 3, ..at }, Hue::TurfLine);
}

/// Draws the grain of wood: irregular vertical bands, the same in every row, so that rows repeat.
fn grain(canvas: &mut Canvas, place: Rect, hue: Hue) {
    let (mut seed, mut x) = (23u32, place.x);
    while x < place.right() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        x += ((seed >> 24) % 23 + 6) as i32;
        let band = ((seed >> 16) % 5 + 2) as i32;
        canvas.fill(Rect { x, width: band, ..place }.meet(place), hue);
        x += band;
    }
}

/// Draws the goals: the gaps in the border, hung with nets.
fn goals(canvas: &mut Canvas, plan: &CourtLayout) {
    let Court { wide, long, tile, .. } = plan.court;
    for (y, end) in [(0, -tile), (long, long + tile)] {
        let mouth = plan.between(spot((wide - tile) / 2, y), spot((wide + tile) / 2, end));
        canvas.fill(mouth, Hue::TileShade);
        let mesh = 12;
        for x in (mouth.x + mesh / 2..mouth.right()).step_by(mesh as usize) {
            canvas.fill(Rect { x, width: 1, ..mouth }, Hue::Mesh);
        }
        for y in (mouth.y + mesh / 2..mouth.bottom()).step_by(mesh as usize) {
            canvas.fill(Rect { y, height: 1, ..mouth }, Hue::Mesh);
        }
        let line = plan.between(spot((wide - tile) / 2, y), spot((wide + tile) / 2, y));
        canvas.fill(Rect { y: line.y - 2, height: 4, ..line }, Hue::Mesh);
    }
}

/// Draws the tiles of the border.
fn tiles(canvas: &mut Canvas, plan: &CourtLayout) {
    let Court { wide, long, tile, .. } = plan.court;
    let (columns, rows) = (wide / tile + 2, long / tile + 2);
    for column in 0..columns {
        for row in 0..rows {
            let rim = column == 0 || row == 0 || column == columns - 1 || row == rows - 1;
            let goal = (row == 0 || row == rows - 1) && column == columns / 2;
            if rim && !goal {
                let corner = spot((column - 1) * tile, (row - 1) * tile);
                one_tile(canvas, plan.between(corner, spot(corner.x + tile, corner.y + tile)));
            }
        }
    }
    for (x, y) in [(-1, 0), (1, 0), (-1, long), (1, long)] {
        let post = plan.point(spot(wide / 2 + x * tile / 2, y));
        disc(canvas, post, 8, Hue::TileShade);
        disc(canvas, post, 5, Hue::Mesh);
    }
}

fn one_tile(canvas: &mut Canvas, place: Rect) {
    canvas.fill(place, Hue::TileShade);
    let top = Rect::new(place.x + 1, place.y + 1, place.width - 3, place.height - 3);
    canvas.fill(top, Hue::TileLit);
    let face = Rect::new(top.x + 3, top.y + 3, top.width - 3, top.height - 3);
    canvas.fill(face, Hue::Tile);
    grain(canvas, face, Hue::TileGrain);
    // The cross that parts a tile into four squares.
    let (x, y) = (place.x + place.width / 2, place.y + place.height / 2);
    canvas.fill(Rect { x: x - 1, width: 2, ..face }, Hue::TileShade);
    canvas.fill(Rect { y: y - 1, height: 2, ..face }, Hue::TileShade);
}

/// Draws ticks for every inch, and the number of every second one, along the near border and the left one.
fn ruler(canvas: &mut Canvas, letters: &Type, plan: &CourtLayout) {
    let Court { wide, long, .. } = plan.court;
    let field = plan.field();
    let number = |canvas: &mut Canvas, inch: i32, middle: PixelPoint| {
        let text = inch.to_string();
        let width = letters.width(Style::Strong, &text) + 9;
        let plate = Rect::new(middle.0 - width / 2, middle.1 - 13, width, 26);
        canvas.round(plate, 6, Hue::TilePlate);
        letters.centre(canvas, Style::Strong, &text, plate, Hue::TileInk);
    };
    for inch in 0..=wide / 1000 {
        let (x, _) = plan.point(spot(inch * 1000, 0));
        let tick = if inch % 2 == 0 { 9 } else { 6 };
        canvas.fill(Rect::new(x - 1, field.bottom(), 3, tick), Hue::TileInk);
        if inch % 2 == 0 {
            number(canvas, inch, (x, field.bottom() + 25));
        }
    }
    for inch in 0..=long / 1000 {
        let (_, y) = plan.point(spot(0, inch * 1000));
        let tick = if inch % 2 == 0 { 9 } else { 6 };
        canvas.fill(Rect::new(field.x - tick, y - 1, tick, 3), Hue::TileInk);
        // The ends would cover the numbers of the other border.
        if inch % 2 == 0 && inch != 0 && inch * 1000 != long {
            number(canvas, inch, (field.x - 30, y));
        }
    }
}

/// Draws which way north is, on a tile.
fn compass(canvas: &mut Canvas, letters: &Type, plan: &CourtLayout) {
    let field = plan.field();
    // Mostly on the corner tile: no coin can hit that, so nothing is ever marked there.
    let (x, y) = (field.x - 58, field.bottom() - 2);
    disc(canvas, (x, y), 38, Hue::TileShade);
    disc(canvas, (x, y), 35, Hue::Tile);
    let up = if plan.upright { -1 } else { 1 };
    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        shape::line(
            canvas,
            &[(x + 26 * dx, y + 26 * dy), (x + 32 * dx, y + 32 * dy)],
            3,
            Hue::TileInk,
        );
    }
    let tip = (x, y + 31 * up);
    shape::head(canvas, (x, y), tip, 22, 2, Hue::TileShade);
    shape::head(canvas, (x, y), tip, 22, 0, Hue::TileInk);
    let word = Rect::new(x - 20, y - 13 - 9 * up, 40, 26);
    letters.centre(canvas, Style::Strong, "N", word, Hue::TileInk);
}

fn disc(canvas: &mut Canvas, (x, y): PixelPoint, radius: i32, hue: Hue) {
    canvas.round(Rect::new(x - radius, y - radius, 2 * radius, 2 * radius), radius, hue);
}

/// Draws what lies on the field and beside it.
pub(crate) fn items(
    canvas: &mut Canvas,
    letters: &Type,
    coins: &Coins,
    plan: &CourtLayout,
    facing: Seat,
    items: &[Item],
) {
    let things: Vec<&CourtThing> = items.iter().filter_map(Item::on_court).collect();
    for thing in &things {
        match thing {
            CourtThing::Jolt { at, shift, foul } => {
                jolt(canvas, letters, plan, *at, *shift, *foul);
                // The frame would cut off the numbers at its edges.
                ruler(canvas, letters, plan);
            }
            CourtThing::Track { coin, way, shot: _ } => {
                track(canvas, letters, coins, plan, coin, way)
            }
            CourtThing::Line { from, to, hits } => {
                line(canvas, plan, coins, *from, *to);
                if let Some(hit) = hits {
                    onward(canvas, plan, *to, *hit);
                }
            }
            CourtThing::Coin { .. } | CourtThing::Off { .. } => {}
        }
    }
    let mut beside = Beside::new(plan, &things);
    for thing in &things {
        match thing {
            CourtThing::Coin { coin, at } => lay(canvas, letters, coins, coin, plan.point(*at)),
            CourtThing::Off { coin, why } => {
                let near = coin.of.is_some_and(|it| it.0 == facing);
                off(canvas, letters, coins, beside.next(near), coin, *why);
            }
            CourtThing::Track { .. } | CourtThing::Jolt { .. } | CourtThing::Line { .. } => {}
        }
    }
    let shots = things.iter().filter_map(|thing| match thing {
        CourtThing::Track { coin: _, way, shot } => Some((way, *shot)),
        _ => None,
    });
    // Several shots are numbered.
    if shots.clone().any(|it| 1 < it.1) {
        shots.for_each(|(way, shot)| shot::order(canvas, letters, plan, way, shot));
    }
    let place = |at: At| around(plan, at);
    let lies = |at: At| {
        things.iter().any(
            |thing| matches!(thing, CourtThing::Coin { coin: _, at: here } if At::Spot(*here) == at),
        )
    };
    highlight::draw(canvas, items, place, |at| !lies(at));
}

/// Returns the box round a coin at a place.
fn around(plan: &CourtLayout, at: At) -> Option<Rect> {
    let At::Spot(spot) = at else { return None };
    let ((x, y), half) = (plan.point(spot), plan.coin() / 2 + 7);
    Some(Rect::new(x - half, y - half, 2 * half, 2 * half))
}

/// Writes the numbers of choices at the coins and places they are about.
pub(crate) fn numbers(
    canvas: &mut Canvas,
    letters: &Type,
    plan: &CourtLayout,
    numbers: &[(usize, Pick)],
) {
    super::numbers::draw(canvas, letters, numbers, |at| around(plan, at));
}

/// Draws a coin with its middle at a point.
pub(crate) fn lay(
    canvas: &mut Canvas,
    letters: &Type,
    coins: &Coins,
    coin: &CoinItem,
    (x, y): PixelPoint,
) {
    let half = coins.size / 2;
    coins.face(coin.suit).put(canvas, x - half, y - half);
    number(canvas, letters, coin, (x, y), ink(coin.suit));
}

fn number(canvas: &mut Canvas, letters: &Type, coin: &CoinItem, (x, y): PixelPoint, hue: Hue) {
    let Some((_, number)) = coin.of else { return };
    // Below a crown, in the middle of a shield.
    let down = if coin.suit == Suit::Crowns { 6 } else { 0 };
    let within = Rect::new(x - 19, y - 16 + down, 38, 32);
    letters.centre(canvas, Style::Name, &number.to_string(), within, hue);
}

fn ink(suit: Suit) -> Hue {
    match suit {
        Suit::Arms => Hue::Arms,
        Suit::Crowns => Hue::CrownsInk,
        Suit::Sun => Hue::Sun,
    }
}

/// The places for coins that are off the field: on the tiles at the right, those of the near side from below, those of the other
/// from above, none on a tile that was driven out. The tiles at the left have the numbers.
struct Beside {
    free: Vec<PixelPoint>,
}

impl Beside {
    fn new(plan: &CourtLayout, things: &[&CourtThing]) -> Beside {
        let field = plan.field();
        let all = (field.y + 24..field.bottom()).step_by(BESIDE as usize);
        let half = plan.length(plan.court.tile) / 2;
        let driven_out = |x: i32, y: i32| {
            things.iter().any(|thing| match thing {
                CourtThing::Jolt { at, .. } => {
                    let (u, v) = plan.point(*at);
                    (x - u).abs() < half && (y - v).abs() < half + plan.coin() / 2
                }
                _ => false,
            })
        };
        let free = all.map(|y| (field.right() + 34, y));
        Beside { free: free.filter(|&(x, y)| !driven_out(x, y)).collect() }
    }

    fn next(&mut self, near: bool) -> PixelPoint {
        let nth = if near { self.free.len().checked_sub(1) } else { Some(0) };
        nth.filter(|it| *it < self.free.len()).map_or((HEIGHT, 0), |nth| self.free.remove(nth))
    }
}

/// Draws a coin that is off the field at a place beside it, with a sign that says why.
fn off(
    canvas: &mut Canvas,
    letters: &Type,
    coins: &Coins,
    at: PixelPoint,
    coin: &CoinItem,
    why: Off,
) {
    lay(canvas, letters, coins, coin, at);
    let half = coins.size / 2;
    match why {
        Off::Waiting => {}
        Off::Fouled => coins.fouled.put(canvas, at.0 + half - 4, at.1 - SIGN / 2),
        Off::Through => coins.through.put(canvas, at.0 + half - 4, at.1 - SIGN / 2),
    }
}
