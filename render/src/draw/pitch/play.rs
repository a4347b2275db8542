//! What is on a pitch: the timer, paths with arrows, players with their numbers, the ball, the offside line.
use engine::scene::{
    At, Ink, Scene,
    pitch::{Pitch, PlayerItem, Track, Trail},
};

use super::{super::highlight, GROUND, Lie, PitchArt};
use crate::{
    canvas::{Canvas, Rect},
    shape::{self, PixelPoint},
    sprite::Sprite,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels of a cell beside the word on a shirt.
const SLEEVES: i32 = 16;

/// Pixels of dark edge round a way.
const EDGE: i32 = 2;

/// Draws it all, the lowest first.
pub(super) fn draw(
    canvas: &mut Canvas,
    letters: &Type,
    art: &PitchArt,
    lie: &Lie,
    scene: &Scene,
    pitch: &Pitch,
) {
    let Pitch {
        turf: _,
        players,
        trails,
        loose,
        offside,
        timer,
        goals: _,
        sent_off: _,
        restart: _,
        dice: _,
        stale: _,
        allows: _,
    } = pitch;
    if let Some((seat, row)) = offside {
        offside_line(canvas, letters, lie, *row, *seat == pitch.turf.near);
    }
    if let Some(place) = lie.place(timer.at) {
        put(canvas, &art.timer, place, art.size - 14);
    }
    for trail in trails {
        way(canvas, lie, trail);
    }
    for player in players {
        let ink = scene.sides.get(player.seat).ink;
        draw_player(canvas, letters, art, lie, player, ink);
    }
    for trail in trails {
        head(canvas, lie, trail);
    }
    // Several arrows are numbered.
    if 1 < trails.len() {
        for (n, trail) in (1..).zip(trails) {
            order(canvas, letters, lie, trail, n);
        }
    }
    if let Some(place) = loose.and_then(|at| lie.place(at)) {
        put(canvas, &art.loose, place, art.size * 2 / 3);
    }
    let place = |at: At| match at {
        At::Cell(cell) => lie.place(cell),
        At::Spot(_) => None,
    };
    let stands = |at: At| players.iter().any(|player| At::Cell(player.at) == at);
    highlight::draw(canvas, &scene.items, place, |at| !stands(at));
}

/// Puts a drawing of some width in the middle of a cell.
fn put(canvas: &mut Canvas, sprite: &Sprite, place: Rect, wide: i32) {
    sprite.put(canvas, place.x + (place.width - wide) / 2, place.y + (place.height - wide) / 2);
}

fn draw_player(
    canvas: &mut Canvas,
    letters: &Type,
    art: &PitchArt,
    lie: &Lie,
    player: &PlayerItem,
    ink: Ink,
) {
    let PlayerItem { at, seat: _, shirt, goalie, ball } = player;
    let Some(place) = lie.place(*at) else { return };
    let (kind, hue) = match ink {
        Ink::Dark => (0, Hue::KitDarkLine),
        Ink::Light => (1, Hue::KitLightRim),
    };
    if *ball {
        put(canvas, &art.owner, place, art.size + 6);
    }
    if *goalie {
        put(canvas, &art.goalies[kind], place, art.size - 4)
    } else {
        put(canvas, &art.players[kind], place, art.size - 6)
    }
    let (style, shirt) = letters.shrink(Style::Name, &clean(shirt), place.width - SLEEVES);
    letters.centre(canvas, style, &shirt, place, hue);
    if *ball {
        let wide = art.size / 2;
        // On the border of the pitch the ball stays within the picture.
        let (x, y) = (place.right() - wide + 5, place.y - 5);
        art.ball.put(canvas, x.min(GROUND.right() - wide), y.max(GROUND.y));
    }
}

/// Draws a dashed line where offside begins, with a word at its end.
fn offside_line(canvas: &mut Canvas, letters: &Type, lie: &Lie, row: u8, up: bool) {
    let Some(band) = lie.part((1, row), (lie.turf.files, row)) else { return };
    // The facing side attacks to the right.
    let right = up == lie.near;
    let x = if right { band.right() } else { band.x };
    for y in (band.y..band.bottom()).step_by(22) {
        canvas.fill(Rect::new(x - 2, y, 4, 13.min(band.bottom() - y)), Hue::Flag);
    }
    let word = "offside";
    let wide = letters.width(Style::Number, word) + 10;
    let x = if right { x.min(GROUND.right() - wide) } else { (x - wide).max(GROUND.x) };
    let tag = Rect::new(x, band.bottom() - 24, wide, 22);
    canvas.round(tag, 4, Hue::Flag);
    letters.centre(canvas, Style::Number, word, tag, Hue::FlagInk);
}

/// Draws a path without its head: solid for players, dashed for passes, dotted for a ball in the air.
fn way(canvas: &mut Canvas, lie: &Lie, trail: &Trail) {
    let Some(mut stops) = stops(lie, trail) else { return };
    let thick = thick(trail.kind);
    let last = stops.len() - 1;
    stops[last] = shape::short_of(stops[last - 1], tip(lie, trail, &stops), long(lie) - 2);
    stops[0] = shape::short_of(stops[1], stops[0], lie.size / 8);
    for (edge, hue) in [(EDGE, Hue::TrailEdge), (0, hue(trail.kind))] {
        match gaps(trail.kind) {
            None => shape::line(canvas, &stops, thick + 2 * edge, hue),
            Some((dash, gap)) => {
                for pair in stops.windows(2) {
                    for (from, to) in dashes(pair[0], pair[1], dash, gap) {
                        shape::line(canvas, &[from, to], thick + 2 * edge, hue);
                    }
                }
            }
        }
    }
}

fn head(canvas: &mut Canvas, lie: &Lie, trail: &Trail) {
    let Some(stops) = stops(lie, trail) else { return };
    let tip = tip(lie, trail, &stops);
    for (edge, hue) in [(EDGE, Hue::TrailEdge), (0, hue(trail.kind))] {
        shape::head(canvas, stops[stops.len() - 2], tip, long(lie), edge, hue);
    }
}

/// Writes the number of an arrow on the middle of its first leg.
fn order(canvas: &mut Canvas, letters: &Type, lie: &Lie, trail: &Trail, n: usize) {
    let Some(stops) = stops(lie, trail) else { return };
    let (dx, dy) = (stops[1].0 - stops[0].0, stops[1].1 - stops[0].1);
    // Beside a short arrow, so that the arrow stays visible.
    let beside = if dx.abs().max(dy.abs()) < 2 * lie.size { 19 } else { 0 };
    let (aside, below) = if dy == 0 { (0, beside) } else { (beside, 0) };
    let (x, y) = (stops[0].0 + dx / 2 + aside, stops[0].1 + dy / 2 + below);
    let text = n.to_string();
    let wide = (letters.width(Style::Number, &text) + 10).max(24);
    let plate = Rect::new(x - wide / 2, y - 12, wide, 24);
    canvas.round(plate, 12, Hue::TrailEdge);
    let ground = match trail.kind {
        // The number would be black on black.
        Track::Pass | Track::Flight => Hue::Trail,
        kind => hue(kind),
    };
    canvas.round(plate.inset(2), 10, ground);
    letters.centre(canvas, Style::Number, &text, plate, Hue::TrailEdge);
}

/// Returns the middles of a trail's cells, at least two.
fn stops(lie: &Lie, trail: &Trail) -> Option<Vec<PixelPoint>> {
    let stops: Vec<PixelPoint> = trail.cells.iter().map_while(|&at| lie.middle(at)).collect();
    (1 < stops.len()).then_some(stops)
}

/// Returns where an arrow ends: clear of the player there.
fn tip(lie: &Lie, trail: &Trail, stops: &[PixelPoint]) -> PixelPoint {
    let back = match trail.kind {
        Track::Flight => lie.size / 3,
        Track::Run | Track::Carry | Track::Pass | Track::Push | Track::Steal => lie.size * 42 / 100,
    };
    shape::short_of(stops[stops.len() - 2], stops[stops.len() - 1], back)
}

fn long(lie: &Lie) -> i32 {
    (lie.size * 32 / 100).max(8)
}

fn thick(kind: Track) -> i32 {
    match kind {
        Track::Run | Track::Pass | Track::Flight => 5,
        Track::Carry | Track::Push | Track::Steal => 8,
    }
}

fn hue(kind: Track) -> Hue {
    match kind {
        Track::Run => Hue::Trail,
        Track::Carry => Hue::KitLight,
        Track::Pass | Track::Flight => Hue::OwnerEdge,
        Track::Push | Track::Steal => Hue::Shove,
    }
}

fn gaps(kind: Track) -> Option<(i32, i32)> {
    match kind {
        Track::Run | Track::Carry | Track::Push => None,
        Track::Pass | Track::Steal => Some((14, 12)),
        Track::Flight => Some((1, 13)),
    }
}

/// Cuts a straight line into dashes.
fn dashes(from: PixelPoint, to: PixelPoint, dash: i32, gap: i32) -> Vec<(PixelPoint, PixelPoint)> {
    let (x, y) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let long = (x * x + y * y).isqrt().max(1);
    let at = |far: i64| (from.0 + (x * far / long) as i32, from.1 + (y * far / long) as i32);
    let starts = (0..long).step_by((dash + gap).max(1) as usize);
    starts.map(|start| (at(start), at((start + i64::from(dash)).min(long)))).collect()
}
