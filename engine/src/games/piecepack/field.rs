//! The field in inches: where everything is, and every number of the game in one place (C.3, C.5).
use serde::{Deserialize, Serialize};

use crate::{
    physics::{Floor, Vector, Wall},
    seat::Seat,
};

/// How wide the field is, in thousandths of an inch (`C-R1`).
pub(super) const WIDE: i32 = 10_000;
/// How long the field is from goal line to goal line.
pub(super) const LONG: i32 = 12_000;
/// One tile: its side, the width and depth of a goal, and the side of a corner box (`C-R2`).
pub(super) const TILE: i32 = 2_000;
/// The radius of a coin.
pub(super) const RADIUS: i32 = 375;
/// The least distance between two coins, centre to centre.
pub(super) const APART: i32 = 2 * RADIUS;
/// A coin that ends nearer to where it lay than this wasn't moved (`C-R11`).
pub(super) const MOVED: i32 = 20;
/// Driving out a tile this far is a foul: half a coin.
pub(super) const FOUL_SHIFT: i32 = 375;
/// The distance from the corner to the centre of a coin that lies just inside a corner box.
pub(super) const BARELY: i32 = TILE - RADIUS;
/// The middle of the field.
pub(super) const CENTRE: Point = Point { x: WIDE / 2, y: LONG / 2 };
/// How many kickers a side has.
pub(super) const KICKERS: u8 = 4;

/// Inches per second for each point of power.
const SPEED: f64 = 1.5;
/// The most power, and the least.
pub(super) const POWERS: [u8; 2] = [1, 100];
/// What a sliding coin loses, in inches per second every second.
pub(super) const SLOWING: f64 = 100.0;
/// The share of speed left after two coins collide.
pub(super) const COIN_BOUNCE: f64 = 0.85;
/// The share of speed left after hitting a tile.
pub(super) const TILE_BOUNCE: f64 = 0.5;
/// The speed straight at a tile that drives it out by [`FOUL_SHIFT`].
pub(super) const FOUL_SPEED: f64 = 110.0;

/// A place on the field in thousandths of an inch from its south-west corner, `x` to the east, `y` to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(i32, i32)", into = "(i32, i32)")]
pub(in crate::games) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Point {
    pub(super) const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Returns the square of the distance to another place, in square thousandths.
    pub(super) fn far2(self, other: Point) -> i64 {
        let (x, y) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        x * x + y * y
    }

    /// Returns the distance to another place, rounded.
    pub(super) fn far(self, other: Point) -> i32 {
        (self.far2(other) as f64).sqrt().round() as i32
    }

    /// Returns the place in inches from the middle of the field: mirrored places differ only in sign.
    pub(super) fn centred(self) -> Vector {
        let inches = |mils: i32| f64::from(mils) / 1000.0;
        Vector::new(inches(self.x - CENTRE.x), inches(self.y - CENTRE.y))
    }

    /// Rounds inches from the middle to a place; mirrored places are rounded alike.
    pub(super) fn rounded(at: Vector) -> Point {
        let mils = |inches: f64| (inches * 1000.0).round() as i32;
        Point::new(CENTRE.x + mils(at.x), CENTRE.y + mils(at.y))
    }

    /// Turns the field by half and mirrors it, so that South's places become North's.
    pub(super) fn seen_from(self, seat: Seat) -> Point {
        match seat {
            Seat::First => self,
            Seat::Second => Point::new(self.x, LONG - self.y),
        }
    }

    /// Returns the side in or beyond whose goal a coin with its centre here lies (`C-R24`).
    pub(super) fn in_goal_of(self) -> Option<Seat> {
        match self.y {
            ..0 => Some(Seat::First),
            y if LONG < y => Some(Seat::Second),
            _ => None,
        }
    }

    /// Tells whether a coin can lie here: clear of the border, the posts and the sides of the goals.
    pub(super) fn is_open(self) -> bool {
        let Point { x, y } = self;
        let inside = |at: i32, to: i32| (RADIUS..=to - RADIUS).contains(&at);
        let mouth = (WIDE - TILE) / 2;
        let clear = |post: Point| i64::from(RADIUS).pow(2) <= self.far2(post);
        let between = mouth <= x && x <= WIDE - mouth;
        let in_mouth = inside(x - mouth, TILE) && (-TILE..=LONG + TILE).contains(&y);
        inside(x, WIDE) && inside(y, LONG)
            || in_mouth
            || between && (0..=LONG).contains(&y) && posts().into_iter().all(clear)
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> (i32, i32) {
        (point.x, point.y)
    }
}

impl TryFrom<(i32, i32)> for Point {
    type Error = String;

    fn try_from((x, y): (i32, i32)) -> Result<Point, String> {
        let near = -2 * TILE..=LONG + 2 * TILE;
        if near.contains(&x) && near.contains(&y) {
            Ok(Point { x, y })
        } else {
            Err(format!("{x} {y} is far off the field"))
        }
    }
}

/// One of the four corner boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Corner {
    Sw,
    Se,
    Nw,
    Ne,
}

impl Corner {
    pub(super) const ALL: [Corner; 4] = [Corner::Sw, Corner::Se, Corner::Nw, Corner::Ne];

    /// Returns the word players type.
    pub(super) fn name(self) -> &'static str {
        match self {
            Corner::Sw => "sw",
            Corner::Se => "se",
            Corner::Nw => "nw",
            Corner::Ne => "ne",
        }
    }

    /// Reads a name as players type it: `sw`, `southwest`, `south-west`.
    pub(super) fn named(word: &str) -> Option<Corner> {
        let short = word.replace("north", "n").replace("south", "s");
        let short = short.replace("west", "w").replace("east", "e").replace('-', "");
        Corner::ALL.into_iter().find(|corner| corner.name() == short)
    }

    /// Returns the side at whose end the box is.
    pub(super) fn owner(self) -> Seat {
        match self {
            Corner::Sw | Corner::Se => Seat::First,
            Corner::Nw | Corner::Ne => Seat::Second,
        }
    }

    /// Turns distances from the corner's two borders into a place, and back: it is its own inverse.
    pub(super) fn seen(self, at: Point) -> Point {
        let x = if matches!(self, Corner::Se | Corner::Ne) { WIDE - at.x } else { at.x };
        let y = if matches!(self, Corner::Nw | Corner::Ne) { LONG - at.y } else { at.y };
        Point::new(x, y)
    }

    pub(super) fn middle(self) -> Point {
        self.seen(Point::new(TILE / 2, TILE / 2))
    }

    /// Tells whether a coin here lies wholly in the box (`C-R21`).
    pub(super) fn holds(self, at: Point) -> bool {
        let Point { x, y } = self.seen(at);
        x <= BARELY && y <= BARELY && 0 <= x && 0 <= y
    }

    /// Tells whether the centre of a coin here is in the box.
    pub(super) fn has_centre(self, at: Point) -> bool {
        let Point { x, y } = self.seen(at);
        (0..=TILE).contains(&x) && (0..=TILE).contains(&y)
    }

    /// Tells whether a coin here touches the box.
    pub(super) fn touches(self, at: Point) -> bool {
        let Point { x, y } = self.seen(at);
        let nearest = Point::new(x.clamp(0, TILE), y.clamp(0, TILE));
        nearest.far2(Point::new(x, y)) <= i64::from(RADIUS).pow(2)
    }

    /// Tells whether a coin here lies just inside the box, as for a throw.
    pub(super) fn barely_holds(self, at: Point) -> bool {
        let Point { x, y } = self.seen(at);
        let beside = RADIUS..=BARELY;
        x == BARELY && beside.contains(&y) || y == BARELY && beside.contains(&x)
    }
}

/// One of the 24 tiles: column 0 to 6 from the west, row 0 to 7 from the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Tile {
    pub(super) column: u8,
    pub(super) row: u8,
}

/// Lists the tiles of the border.
pub(super) fn tiles() -> Vec<Tile> {
    let all = (0..8u8).flat_map(|row| (0..7u8).map(move |column| Tile { column, row }));
    let rim = |tile: &Tile| tile.column.is_multiple_of(6) || tile.row.is_multiple_of(7);
    all.filter(|tile| rim(tile) && tile.column != 3).collect()
}

impl Tile {
    /// Returns the middle of the tile.
    pub(super) fn middle(self) -> Point {
        let middle = |nth: u8| i32::from(nth) * TILE - TILE / 2;
        Point::new(middle(self.column), middle(self.row))
    }

    /// Returns the tile at a place outside the field.
    pub(super) fn at(behind: Point) -> Tile {
        let nth = |at: i32, most: u8| (at + TILE).div_euclid(TILE).clamp(0, i32::from(most)) as u8;
        Tile { column: nth(behind.x, 6), row: nth(behind.y, 7) }
    }
}

/// Tells whether a coin may be set up here: wholly in a side's setup box (`C-R3`).
pub(super) fn in_setup_box(at: Point, seat: Seat) -> bool {
    let Point { x, y } = at.seen_from(seat);
    (TILE + RADIUS..=WIDE - TILE - RADIUS).contains(&x) && (RADIUS..=BARELY).contains(&y)
}

/// Returns the middle of the goal line a side shoots at.
pub(super) fn goal_of_other(seat: Seat) -> Point {
    Point::new(WIDE / 2, LONG).seen_from(seat)
}

/// Returns how fast a coin sets off; `power` in thousandths of a point.
pub(super) fn speed(power: i32) -> f64 {
    SPEED * f64::from(power) / 1000.0
}

/// Returns how far a coin slides freely, in thousandths of an inch.
pub(super) fn slide(power: u8) -> i32 {
    let speed = speed(i32::from(power) * 1000);
    (speed * speed / (2.0 * SLOWING) * 1000.0).round() as i32
}

/// Returns how far a tile is driven out that is hit straight on at a speed, in thousandths of an inch.
pub(super) fn shift(speed: f64) -> i32 {
    let share = speed / FOUL_SPEED;
    (f64::from(FOUL_SHIFT) * share * share).floor() as i32
}

fn posts() -> [Point; 4] {
    let (west, east) = ((WIDE - TILE) / 2, (WIDE + TILE) / 2);
    [(west, 0), (east, 0), (west, LONG), (east, LONG)].map(|(x, y)| Point::new(x, y))
}

/// Builds the floor for the coins: the inner faces of the tiles, and the posts of the goals.
pub(super) fn floor() -> Floor {
    let inches = |mils: i32| f64::from(mils) / 1000.0;
    let (half, long, mouth) = (inches(WIDE / 2), inches(LONG / 2), inches(TILE / 2));
    let end = long + inches(TILE);
    let mut walls = Vec::with_capacity(10);
    for side in [-1.0, 1.0] {
        let faces = Vector::new(-side, 0.0);
        walls.push(Wall { faces, at: half * side, span: [-long, long] });
        for span in [[-end, -long], [long, end]] {
            walls.push(Wall { faces, at: mouth * side, span });
        }
        for span in [[-half, -mouth], [mouth, half]] {
            walls.push(Wall { faces: Vector::new(0.0, -side), at: long * side, span });
        }
    }
    Floor {
        radius: inches(RADIUS),
        slowing: SLOWING,
        disc_bounce: COIN_BOUNCE,
        wall_bounce: TILE_BOUNCE,
        walls,
        posts: posts().map(Point::centred).into(),
        end,
    }
}

/// Writes a length in inches with at most two decimals: `5.34`, `0.5`, `5`.
pub(super) fn inches(mils: i32) -> String {
    decimals(i64::from((f64::from(mils) / 10.0).round() as i32), 2)
}

/// Writes thousandths exactly, without trailing zeros: `5.341`, `37.5`, `60`.
pub(super) fn exact(thousandths: i64) -> String {
    decimals(thousandths, 3)
}

fn decimals(number: i64, places: u32) -> String {
    let one = 10i64.pow(places);
    let (sign, whole, rest) =
        (if number < 0 { "-" } else { "" }, number.abs() / one, number.abs() % one);
    let rest = format!("{rest:0width$}", width = places as usize);
    match rest.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        rest => format!("{sign}{whole}.{rest}"),
    }
}
