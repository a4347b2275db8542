//! What a shot leaves on a court: paths, driven-out tiles, and the line of an aim.
use engine::scene::court::{CoinItem, CourtSpot, Suit};

use super::{CourtLayout, disc, number, spot};
use crate::{
    canvas::{Canvas, Rect},
    layout::HEIGHT,
    shape::{self, PixelPoint},
    sprite::Coins,
    text::{Style, Type},
    theme::Hue,
};

/// How far the way of a hit coin is drawn, in thousandths of an inch.
const ONWARD: i32 = 3000;

fn track_hue(suit: Suit) -> Hue {
    match suit {
        Suit::Arms => Hue::TrackArms,
        Suit::Crowns => Hue::TrackCrowns,
        Suit::Sun => Hue::TrackSun,
    }
}

/// Draws the path of a coin, and a broken ring with its number where it lay.
pub(super) fn track(
    canvas: &mut Canvas,
    letters: &Type,
    coins: &Coins,
    plan: &CourtLayout,
    coin: &CoinItem,
    way: &[CourtSpot],
) {
    let points: Vec<PixelPoint> = way.iter().map(|&spot| plan.point(spot)).collect();
    let Some(&start) = points.first() else { return };
    let hue = track_hue(coin.suit);
    shape::line(canvas, &points, 7, Hue::TurfBox);
    match coin.suit {
        // The paths of the sides differ by more than colour.
        Suit::Arms => shape::line(canvas, &points, 3, hue),
        Suit::Crowns => shape::dotted(canvas, &points, 12, 8, hue),
        Suit::Sun => shape::dotted(canvas, &points, 9, 1, hue),
    }
    let half = coins.size / 2;
    disc(canvas, start, half, Hue::TurfBox);
    coins.ghost(coin.suit).put(canvas, start.0 - half, start.1 - half);
    match coin.of {
        Some(_) => {
            let plain = CoinItem { suit: Suit::Arms, ..*coin };
            number(canvas, letters, &plain, start, hue);
        }
        None => disc(canvas, start, 5, hue),
    }
}

/// Writes which of several shots a path is from, in the middle of its first leg.
pub(super) fn order(
    canvas: &mut Canvas,
    letters: &Type,
    plan: &CourtLayout,
    way: &[CourtSpot],
    shot: u32,
) {
    let [from, to, ..] = way else { return };
    let ((x, y), (u, v)) = (plan.point(*from), plan.point(*to));
    let text = shot.to_string();
    let wide = (letters.width(Style::Number, &text) + 10).max(24);
    let plate = Rect::new((x + u - wide) / 2, (y + v) / 2 - 12, wide, 24);
    canvas.round(plate, 12, Hue::PathEdge);
    canvas.round(plate.inset(2), 10, Hue::Path);
    letters.centre(canvas, Style::Number, &text, plate, Hue::PathEdge);
}

/// Draws the first straight line of a tried shot, and the coin at its first contact or end.
pub(super) fn line(
    canvas: &mut Canvas,
    plan: &CourtLayout,
    coins: &Coins,
    from: CourtSpot,
    to: CourtSpot,
) {
    let (from, to) = (plan.point(from), plan.point(to));
    let radius = coins.size / 2;
    let rim = shape::short_of(from, to, radius);
    shape::line(canvas, &[from, rim], 6, Hue::PathEdge);
    shape::dotted(canvas, &[from, rim], 14, 9, Hue::Path);
    let around = shape::spokes(radius - 2).map(|(dx, dy)| (to.0 as f32 + dx, to.1 as f32 + dy));
    for (thick, hue) in [(8, Hue::PathEdge), (4, Hue::Path)] {
        shape::outline(canvas, &around, thick, hue);
    }
}

/// Draws the way on which a hit coin sets off, for some inches and no farther than the field; how far it goes isn't said.
pub(super) fn onward(canvas: &mut Canvas, plan: &CourtLayout, from: CourtSpot, hit: CourtSpot) {
    let ((x, y), (u, v)) = (plan.point(from), plan.point(hit));
    let (dx, dy) = ((u - x) as f32, (v - y) as f32);
    let far = (dx * dx + dy * dy).sqrt().max(1.0);
    let field = plan.field();
    let within = |step: &i32| {
        let (x, y) = (u + (dx * *step as f32 / far) as i32, v + (dy * *step as f32 / far) as i32);
        (field.x..field.right()).contains(&x) && (field.y..field.bottom()).contains(&y)
    };
    let most = plan.length(ONWARD);
    let long = (0..=most).rev().find(within).unwrap_or(0) as f32;
    let end = (u + (dx * long / far) as i32, v + (dy * long / far) as i32);
    let half = plan.coin() / 2;
    if (long as i32) < 2 * half {
        return;
    }
    let start = (u + (dx / far * half as f32) as i32, v + (dy / far * half as f32) as i32);
    let shaft = shape::short_of(start, end, 16);
    shape::line(canvas, &[start, shaft], 7, Hue::PathEdge);
    shape::line(canvas, &[start, shaft], 3, Hue::Path);
    shape::head(canvas, start, end, 24, 3, Hue::PathEdge);
    shape::head(canvas, start, end, 24, 0, Hue::Path);
}

/// Marks a tile that was driven out: its outline at the pushed place, and how far it was pushed.
pub(super) fn jolt(
    canvas: &mut Canvas,
    letters: &Type,
    plan: &CourtLayout,
    at: CourtSpot,
    shift: i32,
    foul: bool,
) {
    let half = plan.court.tile / 2;
    let tile = plan.between(spot(at.x - half, at.y - half), spot(at.x + half, at.y + half));
    let seen = tile.meet(Rect::new(0, 0, HEIGHT, HEIGHT));
    let (edge, ground) =
        if foul { (Hue::Cross, Hue::CrossEdge) } else { (Hue::TileInk, Hue::TilePlate) };
    for side in [
        Rect { width: 5, ..seen },
        Rect { height: 5, ..seen },
        Rect { x: seen.right() - 5, width: 5, ..seen },
        Rect { y: seen.bottom() - 5, height: 5, ..seen },
    ] {
        canvas.fill(side, edge);
    }
    let hundredths = (shift + 5) / 10;
    let text =
        format!("{}.{:02}{}", hundredths / 100, hundredths % 100, if foul { "!" } else { "" });
    let width = letters.width(Style::Strong, &text) + 10;
    let plate =
        Rect::new(seen.x + (seen.width - width) / 2, seen.y + seen.height / 2 - 14, width, 28);
    canvas.round(plate, 6, edge);
    canvas.round(plate.inset(2), 5, ground);
    letters.centre(canvas, Style::Strong, &text, plate, edge);
}
