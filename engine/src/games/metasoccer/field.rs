//! The field: its squares and the border around it, goals and boxes, directions and distances. All sizes are defined here.
use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// How large the field is (A-R1). Goals, boxes and penalty blocks are the same on all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) enum FieldSize {
    #[serde(rename = "9x13")]
    Small,
    #[default]
    #[serde(rename = "11x15")]
    Usual,
    #[serde(rename = "13x17")]
    Large,
}

/// Squares on either side of the middle file that belong to a goal (A-R2).
const GOAL_HALF: i8 = 1;
/// Files on either side of the middle one that belong to a box (A-R3).
const BOX_HALF: i8 = 3;
/// Ranks of a box.
const BOX_DEEP: i8 = 4;
/// The rank of the penalty mark, counted from its goal line.
const MARK_RANK: i8 = 3;

/// The letters of the files, as many as a field has; `l` is the left border.
const FILES: &[u8] = b"abcdefghijkmn";

/// A square of the field or of the border round it. File 0 is the left border `L`, and the file after the last is the right border
/// `R`; rank 0 and the rank after the last are the borders behind the goal lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "(i8, i8)", try_from = "(i8, i8)")]
pub(in crate::games) struct Spot {
    pub(super) x: i8,
    pub(super) y: i8,
}

/// The largest number a saved square may have: a little more than the largest field needs.
const FARTHEST: i8 = 20;

/// One of the eight straight directions; north is up the ranks, east towards the last file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Way {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

/// The eight jumps of a knight.
pub(super) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Where a line leaves the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldEdge {
    /// Over the left or the right line, a corner included.
    Touch,
    /// Over the goal line that this side defends, beside the goal.
    GoalLine(Seat),
}

impl FieldSize {
    pub(super) const ALL: [FieldSize; 3] = [FieldSize::Small, FieldSize::Usual, FieldSize::Large];

    /// Writes the size as it is typed: files by ranks.
    pub(super) fn name(self) -> &'static str {
        match self {
            FieldSize::Small => "9x13",
            FieldSize::Usual => "11x15",
            FieldSize::Large => "13x17",
        }
    }

    /// Counts the files of the field without the border.
    #[inline]
    pub(super) fn files(self) -> i8 {
        match self {
            FieldSize::Small => 9,
            FieldSize::Usual => 11,
            FieldSize::Large => 13,
        }
    }

    /// Counts the ranks of the field without the border.
    #[inline]
    pub(super) fn ranks(self) -> i8 {
        match self {
            FieldSize::Small => 13,
            FieldSize::Usual => 15,
            FieldSize::Large => 17,
        }
    }

    /// Returns the square in the centre, where a match is kicked off.
    pub(super) fn centre(self) -> Spot {
        Spot { x: self.files() / 2 + 1, y: self.ranks() / 2 + 1 }
    }

    /// Tells whether a square is on the field itself.
    #[inline]
    pub(super) fn holds(self, at: Spot) -> bool {
        (1..=self.files()).contains(&at.x) && (1..=self.ranks()).contains(&at.y)
    }

    /// Tells whether a square is on the ring round the field, goals included.
    pub(super) fn rings(self, at: Spot) -> bool {
        let around =
            (0..=self.files() + 1).contains(&at.x) && (0..=self.ranks() + 1).contains(&at.y);
        around && !self.holds(at)
    }

    /// Returns the side that defends a goal square; none for any other square.
    pub(super) fn goal(self, at: Spot) -> Option<Seat> {
        if GOAL_HALF < (at.x - self.centre().x).abs() {
            return None;
        }
        Seat::BOTH.into_iter().find(|&seat| at.y == self.goal_rank(seat))
    }

    /// Returns the rank of the goal squares and the border that a side defends.
    pub(super) fn goal_rank(self, seat: Seat) -> i8 {
        match seat {
            Seat::First => 0,
            Seat::Second => self.ranks() + 1,
        }
    }

    /// Returns the rank that is `n` ranks from a side's own goal line, which is the first.
    pub(super) fn rank(self, seat: Seat, n: i8) -> i8 {
        match seat {
            Seat::First => n,
            Seat::Second => self.ranks() + 1 - n,
        }
    }

    /// Tells how many ranks a square is from a side's own goal line, which is the first.
    pub(super) fn rank_of(self, seat: Seat, at: Spot) -> i8 {
        self.rank(seat, at.y)
    }

    /// Tells whether a square is in the box of a side.
    pub(super) fn in_box(self, seat: Seat, at: Spot) -> bool {
        let near = (at.x - self.centre().x).abs() <= BOX_HALF;
        near && (1..=BOX_DEEP).contains(&self.rank_of(seat, at))
    }

    /// Tells whether a square is in a side's own half; the middle rank is in none.
    pub(super) fn in_half(self, seat: Seat, at: Spot) -> bool {
        self.holds(at) && self.rank_of(seat, at) < self.centre().y
    }

    /// Returns the penalty mark in a side's box.
    pub(super) fn mark(self, seat: Seat) -> Spot {
        Spot { x: self.centre().x, y: self.rank(seat, MARK_RANK) }
    }

    /// Lists the nine squares from which a penalty at a side's goal is kicked (A-R4).
    pub(super) fn block(self, seat: Seat) -> impl Iterator<Item = Spot> {
        let mark = self.mark(seat);
        (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Spot { x: mark.x + x, y: mark.y + y }))
    }

    /// Lists the squares before a side's goal squares.
    pub(super) fn goal_front(self, seat: Seat) -> impl Iterator<Item = Spot> {
        let (middle, y) = (self.centre().x, self.rank(seat, 1));
        (-GOAL_HALF..=GOAL_HALF).map(move |x| Spot { x: middle + x, y })
    }

    /// Returns the square before the middle of a side's goal, where its goalie is at home.
    pub(super) fn home(self, seat: Seat) -> Spot {
        Spot { x: self.centre().x, y: self.rank(seat, 1) }
    }

    /// Returns the corner of a side's half nearest to where a ball went out behind its goal line.
    pub(super) fn corner(self, seat: Seat, out: Spot) -> Spot {
        let x = if out.x <= self.centre().x { 1 } else { self.files() };
        Spot { x, y: self.rank(seat, 1) }
    }

    /// Tells which line a border square lies behind; none for goals and squares of the field.
    pub(super) fn edge(self, at: Spot) -> Option<FieldEdge> {
        if !self.rings(at) || self.goal(at).is_some() {
            return None;
        }
        if at.x == 0 || at.x == self.files() + 1 {
            return Some(FieldEdge::Touch);
        }
        Seat::BOTH.into_iter().find(|&seat| at.y == self.goal_rank(seat)).map(FieldEdge::GoalLine)
    }

    /// Lists the squares of the field, rank 1 first.
    pub(super) fn squares(self) -> impl Iterator<Item = Spot> {
        (1..=self.ranks()).flat_map(move |y| (1..=self.files()).map(move |x| Spot { x, y }))
    }

    /// Lists the border squares without the goals as the timer passes them: from L0 up, along the far side, and back.
    pub(super) fn track(self) -> Vec<Spot> {
        let (right, top) = (self.files() + 1, self.ranks() + 1);
        let left = (0..=top).map(|y| Spot { x: 0, y });
        let far = (1..right).map(|x| Spot { x, y: top });
        let down = (0..=top).rev().map(|y| Spot { x: right, y });
        let near = (1..right).rev().map(|x| Spot { x, y: 0 });
        let ring = left.chain(far).chain(down).chain(near);
        ring.filter(|&at| self.goal(at).is_none()).collect()
    }

    /// Writes a square: `d5`, `L3`, `R16`, `e0`.
    pub(super) fn name_of(self, at: Spot) -> String {
        if at.x == 0 {
            return format!("L{}", at.y);
        }
        if at.x == self.files() + 1 {
            return format!("R{}", at.y);
        }
        let file = usize::try_from(at.x - 1).ok().and_then(|file| FILES.get(file));
        format!("{}{}", file.copied().map_or('?', char::from), at.y)
    }

    /// Reads a square of the field or the border, in any case.
    pub(super) fn spot(self, name: &str) -> Option<Spot> {
        let mut rest = name.chars();
        let letter = rest.next()?.to_ascii_lowercase();
        let digits = rest.as_str();
        let plain = digits == "0" || !digits.starts_with('0');
        if !plain || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        let y = digits.parse().ok()?;
        let x = match letter {
            'l' => 0,
            'r' => self.files() + 1,
            letter => {
                let file = FILES.iter().position(|&file| char::from(file) == letter)?;
                i8::try_from(file + 1).ok().filter(|&it| it <= self.files())?
            }
        };
        let at = Spot { x, y };
        (self.holds(at) || self.rings(at)).then_some(at)
    }
}

impl Spot {
    /// Returns the next square in a direction, on the field or not.
    pub(super) fn step(self, way: Way) -> Spot {
        let (x, y) = way.delta();
        self.plus(x, y)
    }

    pub(super) fn plus(self, x: i8, y: i8) -> Spot {
        Spot { x: self.x.saturating_add(x), y: self.y.saturating_add(y) }
    }

    /// Measures in king's moves (A.7).
    pub(super) fn far(self, other: Spot) -> i8 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// Returns the direction of a square on a common line; none for the square itself.
    pub(super) fn way_to(self, other: Spot) -> Option<Way> {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        let delta = (x.signum(), y.signum());
        Way::ALL.into_iter().find(|way| straight && way.delta() == delta)
    }

    /// Tells whether a knight jumps from one square to the other.
    pub(super) fn leaps_to(self, other: Spot) -> bool {
        let (x, y) = ((other.x - self.x).abs(), (other.y - self.y).abs());
        x.min(y) == 1 && x.max(y) == 2
    }

    /// Lists the eight neighbours, on the field or not.
    pub(super) fn neighbours(self) -> impl Iterator<Item = Spot> {
        Way::ALL.into_iter().map(move |way| self.step(way))
    }
}

impl From<Spot> for (i8, i8) {
    fn from(at: Spot) -> (i8, i8) {
        (at.x, at.y)
    }
}

impl TryFrom<(i8, i8)> for Spot {
    type Error = String;

    fn try_from((x, y): (i8, i8)) -> Result<Spot, String> {
        let near = 0..=FARTHEST;
        if near.contains(&x) && near.contains(&y) {
            Ok(Spot { x, y })
        } else {
            Err(format!("no field has a square {x}, {y}"))
        }
    }
}

impl Way {
    pub(super) const ALL: [Way; 8] = [
        Way::North,
        Way::NorthEast,
        Way::East,
        Way::SouthEast,
        Way::South,
        Way::SouthWest,
        Way::West,
        Way::NorthWest,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Way::North => "north",
            Way::NorthEast => "northeast",
            Way::East => "east",
            Way::SouthEast => "southeast",
            Way::South => "south",
            Way::SouthWest => "southwest",
            Way::West => "west",
            Way::NorthWest => "northwest",
        }
    }

    /// Reads `north`, `n`, `north-east`, `ne` and the like.
    pub(super) fn named(text: &str) -> Option<Way> {
        let bare: String = text.chars().filter(|letter| !"- _".contains(*letter)).collect();
        Way::ALL.into_iter().find(|way| {
            let name = way.name();
            let short = match name {
                "northeast" => "ne",
                "southeast" => "se",
                "southwest" => "sw",
                "northwest" => "nw",
                _ => &name[..1],
            };
            bare == name || bare == short
        })
    }

    fn delta(self) -> (i8, i8) {
        match self {
            Way::North => (0, 1),
            Way::NorthEast => (1, 1),
            Way::East => (1, 0),
            Way::SouthEast => (1, -1),
            Way::South => (0, -1),
            Way::SouthWest => (-1, -1),
            Way::West => (-1, 0),
            Way::NorthWest => (-1, 1),
        }
    }

    pub(super) fn is_diagonal(self) -> bool {
        let (x, y) = self.delta();
        x != 0 && y != 0
    }

    /// Returns the direction straight towards the goal a side attacks.
    pub(super) fn forward(seat: Seat) -> Way {
        match seat {
            Seat::First => Way::North,
            Seat::Second => Way::South,
        }
    }

    /// Lists the three directions forward of a side, straight ahead first.
    pub(super) fn ahead(seat: Seat) -> [Way; 3] {
        match seat {
            Seat::First => [Way::North, Way::NorthWest, Way::NorthEast],
            Seat::Second => [Way::South, Way::SouthWest, Way::SouthEast],
        }
    }
}
