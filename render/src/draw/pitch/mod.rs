//! A football pitch lying on its side: grass, lines, goals and the border with its coordinates.
mod play;
mod strip;

use engine::{
    scene::{
        At, Cell, Pick, Scene,
        pitch::{Face, Pitch, Turf},
    },
    seat::Seat,
};

use crate::{
    canvas::{Canvas, Rect},
    layout::{HEIGHT, WIDTH},
    shape::{self, PixelPoint, spokes},
    signs::Signs,
    sprite::{Sprite, art},
    text::{Style, Type},
    theme::Hue,
};

/// Where a square begins, and its name.
pub(crate) type LabelAt = ((i32, i32), String);

/// Pixels the strip at the right is wide.
const STRIP: i32 = 230;
/// Pixels the caption below the pitch is high.
const CAPTION: i32 = 70;
/// Where the pitch lies.
const GROUND: Rect = Rect::new(0, 0, WIDTH - STRIP, HEIGHT - CAPTION);
/// Pixels the pitch is wide.
pub(crate) const WIDE: i32 = GROUND.width;
/// Pixels the pitch is high.
pub(crate) const HIGH: i32 = GROUND.height;
/// The most files or ranks that are drawn.
const MOST: u8 = 30;

/// The cells of a pitch as one seat sees them: it attacks to the right.
#[derive(Clone, Copy, Debug)]
struct Lie {
    turf: Turf,
    /// Whether the near goal is at the left.
    near: bool,
    size: i32,
    corner: PixelPoint,
}

impl Lie {
    fn new(turf: &Turf, facing: Seat) -> Lie {
        let turf =
            Turf { files: turf.files.clamp(1, MOST), ranks: turf.ranks.clamp(1, MOST), ..*turf };
        let (across, down) = (i32::from(turf.ranks) + 2, i32::from(turf.files) + 2);
        let size = (GROUND.width / across).min(GROUND.height / down);
        let corner = ((GROUND.width - size * across) / 2, (GROUND.height - size * down) / 2);
        Lie { turf, near: facing == turf.near, size, corner }
    }

    /// Returns where a cell lies, if it is on the pitch or its border.
    fn place(&self, at: Cell) -> Option<Rect> {
        let (columns, rows) = (self.turf.files + 1, self.turf.ranks + 1);
        if columns < at.column || rows < at.row {
            return None;
        }
        // Seen from the near goal, file a is on the left hand: at the top once the pitch lies on its side.
        let (right, down) =
            if self.near { (at.row, at.column) } else { (rows - at.row, columns - at.column) };
        let (x, y) = self.corner;
        Some(Rect::new(
            x + i32::from(right) * self.size,
            y + i32::from(down) * self.size,
            self.size,
            self.size,
        ))
    }

    fn middle(&self, at: Cell) -> Option<PixelPoint> {
        self.place(at).map(|place| (place.x + place.width / 2, place.y + place.height / 2))
    }

    /// Returns the part from one cell to another, both included.
    fn part(&self, one: (u8, u8), other: (u8, u8)) -> Option<Rect> {
        let [one, other] = [one, other].map(|(column, row)| self.place(Cell { column, row }));
        let (one, other) = (one?, other?);
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
        Some(Rect::new(x, y, right - x, bottom - y))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.turf.files + 1, self.turf.ranks + 1);
        (0..=rows).flat_map(move |row| (0..=columns).map(move |column| Cell { column, row }))
    }
}

/// Lists where the cells of a pitch and its border lie, with their names, and how many pixels each is wide. Only goals have a
/// name on the border.
pub(crate) fn cells(turf: &Turf, facing: Seat) -> (Vec<LabelAt>, i32) {
    let lie = Lie::new(turf, facing);
    let name = |at: Cell| {
        if lie.turf.holds(at) || lie.turf.is_goal(at) {
            format!("{}{}", lie.turf.letter(at.column), at.row)
        } else {
            String::new()
        }
    };
    let placed = |at| lie.place(at).map(|place| ((place.x, place.y), name(at)));
    (lie.cells().filter_map(placed).collect(), lie.size)
}

/// The drawings of pitches, for cells of one size.
pub(crate) struct PitchArt {
    size: i32,
    players: [Sprite; 2],
    goalies: [Sprite; 2],
    owner: Sprite,
    ball: Sprite,
    loose: Sprite,
    timer: Sprite,
    chips: [Sprite; 2],
    sent_off: Sprite,
    faces: Vec<Sprite>,
    /// Those of the roll before.
    small: Vec<Sprite>,
}

/// Pixels a die is wide.
const DIE: i32 = 96;
/// Pixels a die of the roll before is wide.
const SMALL_DIE: i32 = 44;
/// Pixels a side's chip is wide.
const CHIP: i32 = 40;

impl PitchArt {
    /// Makes everything for the cells of a pitch.
    pub(crate) fn new(turf: &Turf) -> PitchArt {
        let size = Lie::new(turf, turf.near).size;
        let dice = [
            art!("die-king"),
            art!("die-queen"),
            art!("die-bishop"),
            art!("die-knight"),
            art!("die-rook"),
            art!("die-pawn"),
            art!("risk-joker"),
            art!("risk-double"),
            art!("risk-pass"),
            art!("risk-boot"),
            art!("risk-turnover"),
            art!("risk-penalty"),
            art!("die-1"),
            art!("die-2"),
            art!("die-3"),
            art!("die-4"),
            art!("die-5"),
            art!("die-6"),
        ];
        let (light, dark) = (art!("player-light"), art!("player-dark"));
        PitchArt {
            size,
            players: [Sprite::new(dark, size - 6), Sprite::new(light, size - 6)],
            goalies: [
                Sprite::new(art!("goalie-dark"), size - 4),
                Sprite::new(art!("goalie-light"), size - 4),
            ],
            owner: Sprite::new(art!("owner"), size + 6),
            ball: Sprite::new(art!("football"), size / 2),
            loose: Sprite::new(art!("football"), size * 2 / 3),
            timer: Sprite::new(art!("timer"), size - 14),
            chips: [Sprite::new(dark, CHIP), Sprite::new(light, CHIP)],
            sent_off: Sprite::new(art!("sent-off"), 28),
            faces: dice.iter().map(|it| Sprite::new(*it, DIE)).collect(),
            small: dice.iter().map(|it| Sprite::new(*it, SMALL_DIE)).collect(),
        }
    }

    /// Tells whether the drawings are right for a pitch.
    pub(crate) fn fits(&self, turf: &Turf) -> bool {
        Lie::new(turf, turf.near).size == self.size
    }

    /// Returns the drawings of a face: large, and small.
    fn face(&self, face: Face) -> (&Sprite, &Sprite) {
        let at = match face {
            Face::King => 0,
            Face::Queen => 1,
            Face::Bishop => 2,
            Face::Knight => 3,
            Face::Rook => 4,
            Face::Pawn => 5,
            Face::Joker => 6,
            Face::DoubleKnight => 7,
            Face::Pass => 8,
            Face::Boot => 9,
            Face::Turnover => 10,
            Face::Penalty => 11,
            Face::Number(pips) => 11 + usize::from(pips.clamp(1, 6)),
        };
        (&self.faces[at], &self.small[at])
    }
}

/// Draws the empty pitch and strip, with the names of its squares or without.
pub(crate) fn empty(
    canvas: &mut Canvas,
    letters: &Type,
    turf: &Turf,
    facing: Seat,
    labelled: bool,
) {
    let lie = Lie::new(turf, facing);
    let turf = lie.turf;
    // Also between the pitch and the caption.
    canvas.fill(Rect { height: HIGH + strip::SPACE, ..GROUND }, Hue::Verge);
    for at in lie.cells() {
        let Some(place) = lie.place(at) else { continue };
        if turf.holds(at) {
            canvas.fill(place, if at.row % 2 == 0 { Hue::Grass } else { Hue::GrassBand });
        } else if turf.is_goal(at) {
            net(canvas, place);
        }
        let hue = if turf.holds(at) { Hue::GrassLine } else { Hue::VergeLine };
        canvas.fill(Rect { width: 1, ..place }, hue);
        canvas.fill(Rect { height: 1, ..place }, hue);
    }
    lines(canvas, &lie);
    if labelled {
        coordinates(canvas, letters, &lie);
    }
}

fn net(canvas: &mut Canvas, place: Rect) {
    canvas.fill(place, Hue::Net);
    for step in (4..place.width).step_by(8) {
        canvas.fill(Rect { x: place.x + step, width: 1, ..place }, Hue::NetLine);
        canvas.fill(Rect { y: place.y + step, height: 1, ..place }, Hue::NetLine);
    }
}

/// Draws the chalk: touch and goal lines, halfway line and circle, boxes, marks and the squares round them, posts.
fn lines(canvas: &mut Canvas, lie: &Lie) {
    let Turf { files, ranks, goal, area, deep, mark, near: _ } = lie.turf;
    let thick = (lie.size / 16).max(2);
    if let Some(all) = lie.part((1, 1), (files, ranks)) {
        outline(canvas, all.inset(-thick), thick, Hue::Chalk);
    }
    let (half, middle) = (ranks.div_ceil(2), files.div_ceil(2));
    if let Some(across) = lie.part((1, half), (files, half)) {
        let x = across.x + across.width / 2 - thick / 2;
        canvas.fill(Rect { x, width: thick, ..across }, Hue::Chalk);
    }
    if let Some((x, y)) = lie.middle(Cell { column: middle, row: half }) {
        let round = spokes(lie.size * 3 / 2).map(|(dx, dy)| (x as f32 + dx, y as f32 + dy));
        shape::outline(canvas, &round, thick, Hue::Chalk);
        dot(canvas, (x, y), lie.size / 8);
    }
    for far in [false, true] {
        let row = |n: u8| if far { (ranks + 1).saturating_sub(n) } else { n };
        if let Some(area) = lie.part((area.0, row(1)), (area.1, row(deep))) {
            outline(canvas, area, thick, Hue::Chalk);
        }
        if let Some(block) = lie.part(
            (middle.saturating_sub(1), row(mark.saturating_sub(1))),
            (middle + 1, row(mark + 1)),
        ) {
            outline(canvas, block, 1, Hue::ChalkSoft);
            outline(canvas, block.inset(1), 1, Hue::ChalkSoft);
        }
        if let Some(at) = lie.middle(Cell { column: middle, row: row(mark) }) {
            dot(canvas, at, lie.size / 8);
        }
        if let Some(mouth) = lie.part((goal.0, row(0)), (goal.1, row(0))) {
            outline(canvas, mouth, thick, Hue::Chalk);
        }
    }
}

fn outline(canvas: &mut Canvas, part: Rect, thick: i32, hue: Hue) {
    for y in [part.y, part.bottom() - thick] {
        canvas.fill(Rect { y, height: thick, ..part }, hue);
    }
    for x in [part.x, part.right() - thick] {
        canvas.fill(Rect { x, width: thick, ..part }, hue);
    }
}

fn dot(canvas: &mut Canvas, (x, y): PixelPoint, radius: i32) {
    canvas.round(Rect::new(x - radius, y - radius, 2 * radius, 2 * radius), radius, Hue::Chalk);
}

/// Writes ranks along the touch lines and files behind the goal lines, in the border's own cells.
fn coordinates(canvas: &mut Canvas, letters: &Type, lie: &Lie) {
    for at in lie.cells().filter(|&at| !lie.turf.holds(at)) {
        let Some(place) = lie.place(at) else { continue };
        let side = at.column == 0 || at.column == lie.turf.files + 1;
        let end = at.row == 0 || at.row == lie.turf.ranks + 1;
        let name = match (side, end) {
            // The corners say which border is which.
            (true, true) => lie.turf.letter(at.column).to_string(),
            (true, false) => at.row.to_string(),
            (false, _) => lie.turf.letter(at.column).to_string(),
        };
        if lie.turf.is_goal(at) {
            canvas.round(place.inset(lie.size * 3 / 10), 4, Hue::Net);
        }
        let hue = if lie.turf.is_goal(at) { Hue::NetInk } else { Hue::VergeInk };
        letters.centre(canvas, Style::Strong, &name, place, hue);
    }
}

/// Draws only what lies beside the pitch: the plays left, the restart and the dice. Returns where that ends.
pub(crate) fn beside(
    canvas: &mut Canvas,
    letters: &Type,
    art: &PitchArt,
    scene: &Scene,
    pitch: &Pitch,
) -> i32 {
    strip::roll(canvas, letters, art, scene, pitch, 6)
}

/// Draws everything that changes: players, paths, ball, timer, the strip and the caption.
pub(crate) fn draw(
    canvas: &mut Canvas,
    (letters, signs): (&Type, &Signs),
    art: &PitchArt,
    scene: &Scene,
    pitch: &Pitch,
) {
    let lie = Lie::new(&pitch.turf, scene.facing);
    play::draw(canvas, letters, art, &lie, scene, pitch);
    strip::draw(canvas, (letters, signs), art, scene, pitch);
    strip::caption(canvas, letters, &scene.caption);
}

/// Writes the numbers of choices on the cells they lead to.
pub(crate) fn numbers(
    canvas: &mut Canvas,
    letters: &Type,
    scene: &Scene,
    pitch: &Pitch,
    numbers: &[(usize, Pick)],
) {
    let lie = Lie::new(&pitch.turf, scene.facing);
    let place = |at: At| match at {
        At::Cell(cell) => lie.place(cell),
        At::Spot(_) => None,
    };
    super::numbers::draw(canvas, letters, numbers, place);
}
