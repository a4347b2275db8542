//! A scene in characters: text boards in the chat, the console and the golden files.
use super::{
    Cell, Count, Grid, Highlight, Ink, Item, Loss, Panel, Patch, Rank, Scene, Side, Slider,
    SliderPosition, Surface, court, fight, highlight, pitch, stacks, words,
};
use crate::seat::{BySeat, Seat};

/// Draws the board in a fixed-width font, three columns to a file, with what is beside it below.
///
/// Lower case is a man, upper case a king; `b` and `w` the dark and the light side. `[ ]` is a
/// closed door, `( )` an open one, `x` a piece lost just now, `+` the start of the last move; a `.`
/// is a free dark square. Of stacks a small letter is a pawn, a capital a king, one with `*` an
/// emperor, one behind `!` sits under a hippo; `~` is water, `^` fire, `###` the monolith. `!`
/// behind someone: hurt. `{ }` stands round a chosen piece and a piece it may attack, `*` on an
/// empty square it may go to.
pub fn ascii(scene: &Scene) -> String {
    let Scene {
        title: _,
        board,
        facing,
        items,
        sides,
        panels,
        last: _,
        caption: _,
        takes: _,
        labelled: _,
    } = scene;
    let mut out = ascii_board(scene);
    out.extend(scene.banner().map(|banner| format!("  {banner}\n")));
    for line in highlight::below(scene) {
        out.push_str(&line);
        out.push('\n');
    }
    if let Surface::Pitch(pitch) = board {
        return out + &pitch::panel(scene, pitch);
    }
    for seat in [facing.other(), *facing] {
        out.push_str(&match board {
            Surface::Squares(_) | Surface::Pitch(_) => side(sides.get(seat)),
            Surface::Court(court) => court::beside(court, scene, seat),
        });
        let people = items.iter().filter_map(|item| match item {
            Item::Fighter(fighter) if fighter.seat == seat => Some(fighter),
            _ => None,
        });
        out.extend(fight::ascii_of(people));
    }
    for line in stacks::below(scene) {
        out.push_str(&line);
        out.push('\n');
    }
    for panel in panels {
        out.push_str(&beside(panel));
    }
    out
}

/// Draws the board alone; its last line names the files.
pub fn ascii_board(scene: &Scene) -> String {
    let Scene {
        title: _,
        board,
        facing,
        items,
        sides,
        panels: _,
        last: _,
        caption: _,
        takes: _,
        labelled: _,
    } = scene;
    match board {
        Surface::Squares(grid) => squares(grid, *facing, items, sides),
        Surface::Court(court) => court::characters(court, *facing, scene),
        Surface::Pitch(pitch) => pitch::board(scene, pitch),
    }
}

/// Draws a board of squares with the files below.
fn squares(board: &Grid, facing: Seat, items: &[Item], sides: &BySeat<Side>) -> String {
    let near = facing == board.near;
    let mut out = String::new();
    let columns: Vec<u8> =
        if near { (0..board.columns).collect() } else { (0..board.columns).rev().collect() };
    let rows: Vec<u8> =
        if near { (0..board.rows).rev().collect() } else { (0..board.rows).collect() };
    for row in rows {
        let cells: String = columns
            .iter()
            .map(|&column| square(board, Cell { column, row }, items, sides))
            .collect();
        out.push_str(&format!("{:>2} {}\n", row + 1, cells.trim_end()));
    }
    let files: String =
        columns.iter().map(|&column| format!(" {} ", char::from(b'a' + column % 26))).collect();
    out.push_str(&format!("   {}\n", files.trim_end()));
    out
}

fn square(board: &Grid, at: Cell, items: &[Item], sides: &BySeat<Side>) -> String {
    let mut walls = [' ', ' '];
    let mut inside = if board.is_dark(at) { '.' } else { ' ' };
    for item in items {
        match item {
            Item::Hatch { at: here, open, tint: _, knob: _ } if *here == at => {
                walls = if *open { ['(', ')'] } else { ['[', ']'] };
                inside = ' ';
            }
            Item::Path { cells } if cells.first() == Some(&at) => inside = '+',
            Item::Piece { at: here, seat, rank } if *here == at => {
                inside = letter(sides.get(*seat).ink, *rank);
            }
            // A piece may be where another was lost.
            Item::Lost { at: here, how: Loss::Captured | Loss::Fell | Loss::Slain, .. }
                if *here == at && !inside.is_alphabetic() =>
            {
                inside = 'x';
            }
            Item::Fighter(fighter) if fighter.at == at => {
                inside = letter(sides.get(fighter.seat).ink, fighter.rank);
                if fighter.is_hurt() {
                    walls[1] = '!';
                }
            }
            Item::Arrow { cells } if cells.contains(&at) && inside == '.' => inside = '+',
            Item::Hatch { .. }
            | Item::Path { .. }
            | Item::Arrow { .. }
            | Item::Piece { .. }
            | Item::Lost { .. } => {}
            Item::Stack { at: here, seat, height, hippo, rings: _, snookles: _, waits: _ }
                if *here == at =>
            {
                let [before, letter, behind] =
                    stacks::letters(sides.get(*seat).ink, *height, *hippo);
                (walls, inside) = ([before, behind], letter);
            }
            Item::Toppled { at: here, seat: _, height: _ }
                if *here == at && !inside.is_alphabetic() =>
            {
                inside = 'x';
            }
            Item::Block { at: here } if stacks::block(*here).contains(&at) => {
                (walls, inside) = (['#', '#'], '#');
            }
            Item::Patch { at: here, patch } if *here == at => {
                inside = match patch {
                    Patch::Water => '~',
                    Patch::Fire => '^',
                };
            }
            Item::Fighter(_)
            | Item::Stack { .. }
            | Item::Toppled { .. }
            | Item::Block { .. }
            | Item::Patch { .. } => {}
            // Said in the lines below the board.
            Item::Mark { .. }
            | Item::Clash { .. }
            | Item::Court(_)
            | Item::Wall { .. }
            | Item::Home { .. }
            | Item::Bound { .. }
            | Item::Fresh { .. }
            | Item::Highlight { .. }
            | Item::Banner(_) => {}
        }
    }
    match inside {
        '.' | ' ' | '+' if highlight::is_so(items, at, Highlight::Target) => inside = '*',
        _ if highlight::is_so(items, at, Highlight::Target)
            || highlight::is_so(items, at, Highlight::Chosen) =>
        {
            // A hippo, an emperor and a wound are still seen.
            let [before, behind] = walls;
            walls = [
                if before == '!' { before } else { '{' },
                if matches!(behind, '!' | '*') { behind } else { '}' },
            ];
        }
        _ => {}
    }
    format!("{}{inside}{}", walls[0], walls[1])
}

fn letter(ink: Ink, rank: Rank) -> char {
    match (ink, rank) {
        (Ink::Dark, Rank::Man) => 'b',
        (Ink::Dark, Rank::King | Rank::Queen) => 'B',
        (Ink::Light, Rank::Man) => 'w',
        (Ink::Light, Rank::King | Rank::Queen) => 'W',
    }
}

fn side(side: &Side) -> String {
    let Side { name, role, ink, to_move, tallies, clock, left } = side;
    let always = |what: Count| matches!(what, Count::Men | Count::Pawns | Count::Pool);
    let said = tallies.iter().filter(|tally| always(tally.what) || tally.count != 0);
    let counts: Vec<String> =
        said.map(|tally| format!("{} {}", tally.what.name(), tally.count)).collect();
    let arrow = if *to_move { ">" } else { " " };
    let name = if name == role { role.clone() } else { format!("{role} ({name})") };
    let short = if left.is_some_and(|it| it.short) { " (short)" } else { "" };
    let clock = clock.as_ref().map_or(String::new(), |clock| format!(", {clock} left{short}"));
    format!("{arrow} {} {name}: {}{clock}\n", letter(*ink, Rank::Man), counts.join(", "))
}

fn beside(panel: &Panel) -> String {
    match panel {
        Panel::Cards { .. }
        | Panel::Own { .. }
        | Panel::Pile(_)
        | Panel::Notes(_)
        | Panel::About { .. } => stacks::beside(panel).unwrap_or_default(),
        Panel::Wheel { sectors, at } => {
            let fields: Vec<String> = sectors
                .iter()
                .enumerate()
                .map(|(n, sector)| {
                    let name = format!("{} {}", sector.tint.name(), sector.weight);
                    if *at == Some(n) { format!("<{name}>") } else { name }
                })
                .collect();
            format!("  wheel: {}\n", fields.join(", "))
        }
        Panel::Knobs(knobs) => {
            let mut out = String::new();
            for Slider { name, tint, at, left, right, moved } in knobs {
                let rail = match at {
                    SliderPosition::Left => "#--",
                    SliderPosition::Centre => "-#-",
                    SliderPosition::Right => "--#",
                };
                let moved = if *moved { " moved" } else { "" };
                out.push_str(&format!(
                    "  {name} {:<6} {left} {rail} {right}{moved}\n",
                    tint.name()
                ));
            }
            out
        }
        Panel::Moves(moves) => format!("  before: {}\n", words::made(moves, ", ")),
        Panel::Duel(duel) => fight::ascii(duel),
        // Said below each side.
        Panel::Hurt(_) => String::new(),
    }
}
