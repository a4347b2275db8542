//! A court for flicked coins: what lies on it, and the court in characters. Lengths in thousandths of an inch.
use super::{Count, Item, Scene, court_words::off};
use crate::{physics::Vector, seat::Seat};

/// A field with a border of square tiles and a goal, one tile wide and deep, in the middle of either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Court {
    /// From the west border to the east one.
    pub wide: i32,
    /// From the south goal line to the north one.
    pub long: i32,
    /// The side of a tile and of a corner box.
    pub tile: i32,
    /// The radius of every coin.
    pub radius: i32,
    /// The seat whose goal is in the south.
    pub near: Seat,
}

impl Court {
    /// Returns the middle of a side's goal line.
    pub fn goal(&self, of: Seat) -> CourtSpot {
        CourtSpot { x: self.wide / 2, y: if of == self.near { 0 } else { self.long } }
    }

    pub fn centre(&self) -> CourtSpot {
        CourtSpot { x: self.wide / 2, y: self.long / 2 }
    }

    /// Tells whether a coin that runs from one place to another would touch a coin lying at a third.
    pub(crate) fn is_between(&self, from: CourtSpot, to: CourtSpot, at: CourtSpot) -> bool {
        let (way, apart) = (from.arrow(to), from.arrow(at));
        let Some(direction) = way.direction() else { return false };
        let along = apart.dot(direction);
        let aside = apart - direction * along;
        let touching = 2.0 * f64::from(self.radius);
        0.0 < along && along < way.length() && aside.dot(aside) < touching * touching
    }

    /// Returns where a kicker must hit the ball to send it somewhere, if it can be there.
    pub(crate) fn behind(&self, ball: CourtSpot, to: CourtSpot) -> Option<CourtSpot> {
        let back = to.arrow(ball).direction()? * f64::from(2 * self.radius);
        let at = CourtSpot { x: ball.x + back.x.round() as i32, y: ball.y + back.y.round() as i32 };
        let inside = |along: i32, most: i32| (self.radius..=most - self.radius).contains(&along);
        (inside(at.x, self.wide) && inside(at.y, self.long)).then_some(at)
    }

    /// Names the part of the court where a place is: `south half, middle`.
    pub(crate) fn zone(&self, at: CourtSpot) -> String {
        let Court { wide, long, tile, .. } = *self;
        if at == self.centre() {
            return "on the centre spot".to_owned();
        }
        let south = at.y < long / 2;
        let end = if south { "south" } else { "north" };
        if at.y < 0 || long < at.y {
            return format!("in the {end} goal");
        }
        let from_end = if south { at.y } else { long - at.y };
        let (west, east) = (at.x <= tile, wide - tile <= at.x);
        let corner = if west { "west" } else { "east" };
        match (from_end <= tile, west || east) {
            (true, true) => format!("{end}-{corner} corner box"),
            (true, false) => format!("{end} setup box"),
            (false, true) => format!("{end} half, {corner} wing"),
            (false, false) => format!("{end} half, middle"),
        }
    }
}

impl CourtSpot {
    /// Returns the way to another place.
    pub(crate) fn arrow(self, to: CourtSpot) -> Vector {
        Vector::new(f64::from(to.x - self.x), f64::from(to.y - self.y))
    }
}

/// A place, counted from the inner south-west corner to the east and to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourtSpot {
    pub x: i32,
    pub y: i32,
}

/// A coin and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinItem {
    pub suit: Suit,
    /// Whose it is, and its number; none for the ball.
    pub of: Option<(Seat, u8)>,
}

/// The drawing on a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    Sun,
    Arms,
    Crowns,
}

/// Something on a court or beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourtThing {
    /// A coin where it lies.
    Coin { coin: CoinItem, at: CourtSpot },
    /// A coin beside the court.
    Off { coin: CoinItem, why: Off },
    /// The path of a coin; `shot` counts the shots that are shown, the oldest first.
    Track { coin: CoinItem, way: Vec<CourtSpot>, shot: u32 },
    /// A tile of the border that was driven out just now and straightened again.
    Jolt { at: CourtSpot, shift: i32, foul: bool },
    /// The first straight line of a tried shot, and the middle of the coin that it hits.
    Line { from: CourtSpot, to: CourtSpot, hits: Option<CourtSpot> },
}

impl Item {
    /// Returns the item of a court, if it is one.
    pub fn on_court(&self) -> Option<&CourtThing> {
        match self {
            Item::Court(thing) => Some(thing),
            _ => None,
        }
    }
}

/// Why a coin lies beside the court.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Off {
    /// Still to be set up.
    Waiting,
    /// Sent off by a foul, until it is called in.
    Fouled,
    /// Through a goal, to be put back.
    Through,
}

/// A shot over time: the path of every coin on the court.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// How much speed a sliding coin loses, in thousandths of an inch per second every second.
    pub slowing: i32,
    pub coins: Vec<CoinPath>,
}

/// A coin and its path: its start, turns and end, each with the time in microseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinPath {
    pub coin: CoinItem,
    pub way: Vec<(u32, CourtSpot)>,
    /// Whether it left the court at the end of its path.
    pub gone: bool,
}

impl Film {
    /// Returns how long it takes until everything rests, in microseconds.
    pub fn lasts(&self) -> u32 {
        self.coins.iter().filter_map(|it| it.way.last()).map(|it| it.0).max().unwrap_or(0)
    }

    /// Lists the coins that are on the court at a time, in microseconds, and where they are.
    pub fn at(&self, time: u32) -> Vec<(CoinItem, CourtSpot)> {
        let lies = |path: &CoinPath| Some((path.coin, path.at(time, self.slowing)?));
        self.coins.iter().filter_map(lies).collect()
    }
}

impl CoinPath {
    fn at(&self, time: u32, slowing: i32) -> Option<CourtSpot> {
        let &(end, last) = self.way.last()?;
        if end <= time {
            return (!self.gone).then_some(last);
        }
        let mut legs = self.way.windows(2).map(|leg| [leg[0], leg[1]]);
        let [(from, start), (until, stop)] =
            legs.find(|[from, until]| from.0 <= time && time < until.0)?;
        let seconds = |micros: u32| f64::from(micros) / 1e6;
        let (whole, gone) = (seconds(until - from), seconds(time - from));
        let way = Vector::new(f64::from(stop.x - start.x), f64::from(stop.y - start.y));
        // Slowing evenly, its average speed is the speed at half the time.
        let speed = way.length() / whole + 0.5 * f64::from(slowing) * whole;
        let far = speed * gone - 0.5 * f64::from(slowing) * gone * gone;
        let share = (far / way.length().max(1.0)).clamp(0.0, 1.0);
        let on = |from: i32, by: f64| from + (by * share).round() as i32;
        Some(CourtSpot { x: on(start.x, way.x), y: on(start.y, way.y) })
    }
}

impl CoinItem {
    /// Returns the coin's name: `ball`, `S2`.
    pub fn name(&self, court: &Court) -> String {
        match self.of {
            None => "ball".to_owned(),
            Some((seat, number)) if seat == court.near => format!("S{number}"),
            Some((_, number)) => format!("N{number}"),
        }
    }
}

/// Characters an inch is wide, and lines it is high.
const ACROSS: i32 = 4;
const DOWN: i32 = 2;

/// Draws the court: `#` the border, a gap for each goal, `()` the ball, `S2` and `N3` kickers, `.` whole inches; the last line names
/// every second inch.
pub(super) fn characters(court: &Court, facing: Seat, scene: &Scene) -> String {
    let Court { wide, long, tile, near, .. } = *court;
    let (columns, rows) = (wide * ACROSS / 1000, long * DOWN / 1000);
    let turned = facing != near;
    // The border is one character thick, and a goal is as deep.
    let mut grid = vec![vec![b' '; (columns + 2) as usize]; (rows + 2) as usize];
    let mouth = |column: i32| {
        (wide - tile) / 2 <= column * 1000 / ACROSS && column * 1000 / ACROSS < (wide + tile) / 2
    };
    for (r, row) in (-1..).zip(&mut grid) {
        for (c, cell) in (-1..).zip(row) {
            let end = r < 0 || rows <= r;
            let rim = end || c < 0 || columns <= c;
            *cell = match (rim, end && mouth(c)) {
                (true, true) => b' ',
                (true, false) => b'#',
                (false, _) if c % (2 * ACROSS) == 0 && r % (2 * DOWN) == 0 && 0 < c && 0 < r => {
                    b'.'
                }
                (false, _) => b' ',
            };
        }
    }
    for thing in scene.items.iter().filter_map(super::Item::on_court) {
        let CourtThing::Coin { coin, at } = thing else { continue };
        let (x, y) = if turned { (wide - at.x, long - at.y) } else { (at.x, at.y) };
        let column = (x * ACROSS / 1000 - 1).clamp(-1, columns - 1);
        let row = (rows - 1 - y * DOWN / 1000).clamp(-1, rows);
        let name = match coin.of {
            None => "()".to_owned(),
            Some(_) => coin.name(court),
        };
        for (n, letter) in (0..).zip(name.bytes()) {
            grid[(row + 1) as usize][(column + 1 + n) as usize] = letter;
        }
    }
    let mut out = String::new();
    for (r, row) in (-1..).zip(&grid) {
        // Whole inches are written between two rows, where their line would be.
        let inch = (rows - 1 - r) / DOWN;
        let named = r % DOWN == DOWN - 1 && 0 <= r && r < rows && inch % 2 == 0;
        let inch = if turned { long / 1000 - inch } else { inch };
        let label = if named { format!("{inch:>2}") } else { "  ".to_owned() };
        out.push_str(&format!("{label}{}\n", String::from_utf8_lossy(row).trim_end()));
    }
    let files: String = (0..=wide / 2000)
        .map(|nth| if turned { wide / 1000 - 2 * nth } else { 2 * nth })
        .map(|inches| format!("{inches:<width$}", width = (2 * ACROSS) as usize))
        .collect();
    out.push_str(&format!("   {}\n", files.trim_end()));
    out
}

/// Writes a side below the court: its goals, and its coins beside the court, with the reason.
pub(super) fn beside(court: &Court, scene: &Scene, seat: Seat) -> String {
    let side = scene.sides.get(seat);
    let mut said: Vec<String> = Vec::new();
    for tally in side.tallies.iter().filter(|it| it.what == Count::Goals) {
        said.push(format!("{} {}", Count::Goals.name(), tally.count));
    }
    let things: Vec<&CourtThing> = scene.items.iter().filter_map(super::Item::on_court).collect();
    said.extend(off(court, &things, seat));
    if let Some(clock) = &side.clock {
        said.push(format!("{clock} left"));
    }
    let arrow = if side.to_move { ">" } else { " " };
    let name = if side.name == side.role {
        side.role.clone()
    } else {
        format!("{} ({})", side.role, side.name)
    };
    format!("{arrow} {name}: {}\n", said.join(", "))
}
