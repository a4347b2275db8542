//! A pitch in characters.
use super::{Pitch, Restart};
use crate::{
    scene::{Cell, Highlight, Scene, highlight},
    seat::Seat,
};

/// Draws the pitch upright, three columns to a file, the files below: `s7` is a player of the first side, `n7` one of the second,
/// with a capital for the one with the ball; `G` a goal square, `#` a box, `o` the loose ball, `T` the
/// timer, `*` an empty square that can be chosen.
pub(in crate::scene) fn board(scene: &Scene, pitch: &Pitch) -> String {
    let turf = &pitch.turf;
    let (columns, rows) = (turf.files.saturating_add(1), turf.ranks.saturating_add(1));
    let near = scene.facing == turf.near;
    let across: Vec<u8> =
        if near { (0..=columns).collect() } else { (0..=columns).rev().collect() };
    let down: Vec<u8> = if near { (0..=rows).rev().collect() } else { (0..=rows).collect() };
    let mut out = String::new();
    for row in down {
        let cells: String =
            across.iter().map(|&column| cell(scene, pitch, Cell { column, row })).collect();
        out.push_str(&format!("{row:>2}{}\n", cells.trim_end()));
    }
    let files: String = across.iter().map(|&file| format!("  {}", turf.letter(file))).collect();
    out.push_str(&format!("  {}\n", files.trim_end()));
    out
}

fn cell(scene: &Scene, pitch: &Pitch, at: Cell) -> String {
    let turf = &pitch.turf;
    if let Some(player) = pitch.players.iter().find(|it| it.at == at) {
        let role = scene.sides.get(player.seat).role.chars().next().unwrap_or('?');
        let letter =
            if player.ball { role.to_ascii_uppercase() } else { role.to_ascii_lowercase() };
        let shirt = if player.goalie { "G" } else { player.shirt.as_str() };
        return format!("{:>3}", format!("{letter}{shirt}"));
    }
    let sign = match () {
        () if highlight::is_so(&scene.items, at, Highlight::Target) => '*',
        () if pitch.loose == Some(at) => 'o',
        () if pitch.timer.at == at => 'T',
        () if turf.is_goal(at) => 'G',
        () if turf.in_area(at) => '#',
        () if turf.holds(at) => '.',
        () => ' ',
    };
    format!("  {sign}")
}

/// Writes what is shown beside the pitch.
pub(in crate::scene) fn panel(scene: &Scene, pitch: &Pitch) -> String {
    let mut out = String::new();
    for seat in [scene.facing.other(), scene.facing] {
        let side = scene.sides.get(seat);
        let arrow = if side.to_move { ">" } else { " " };
        let name = if side.name == side.role {
            side.role.clone()
        } else {
            format!("{} ({})", side.role, side.name)
        };
        let clock = side.clock.as_ref().map_or(String::new(), |clock| format!(", {clock} left"));
        out.push_str(&format!("{arrow} {name}: goals {}{clock}\n", pitch.goals.get(seat)));
    }
    let of = pitch.timer.of.map_or(String::new(), |of| format!(" of {of}"));
    out.push_str(&format!("  plays: {}{of}\n", pitch.timer.done));
    if let Some(Restart { seat, name, rule }) = &pitch.restart {
        out.push_str(&format!("  {name} for {}: {rule}\n", role(scene, *seat)));
    }
    if let Some((seat, faces)) = &pitch.dice {
        let faces: Vec<&str> = faces.iter().map(|it| it.name()).collect();
        let before = if pitch.stale { "not rolled yet; before, " } else { "" };
        let (role, roll) = (role(scene, *seat), faces.join(" and "));
        out.push_str(&format!("  {before}{role} rolled {roll}\n"));
    }
    if let Some((seat, row)) = pitch.offside {
        out.push_str(&format!("  offside for {}: beyond rank {row}\n", role(scene, seat)));
    }
    out
}

fn role(scene: &Scene, seat: Seat) -> &str {
    &scene.sides.get(seat).role
}
