//! A duel beside the board, pass by pass, and who is hurt.
use engine::{
    scene::{Blow, BlowResult, Duel, DuelEnd, DuelPass, FighterItem, Party, Side},
    seat::BySeat,
};

use super::card;
use crate::{
    canvas::{Canvas, Rect},
    people::Blows,
    shape,
    signs::Signs,
    text::{Style, Type, clean, is_drawn},
    theme::Hue,
};

/// Pixels from one pass to the next.
const ROW: i32 = 27;
/// Pixels of the row that names the two.
const HEAD: i32 = 36;
/// Pixels of the row that says how it ended.
const FOOT: i32 = 30;
/// Pixels in the middle for the number of the pass.
const MIDDLE: i32 = 28;
/// The most rows of passes, because others need space too.
const MOST_PASSES: usize = 6;
/// The rows of hurt fighters that are always drawn, if there is any space.
const FEW_HURT: usize = 5;
/// The pixels left below them for the last events, if more are hurt.
const SPARED: i32 = 104;

/// Pixels from the left edge to what is said of a hurt fighter.
const HURT_AT: i32 = Signs::COUNT + 44;

/// The most lines of dents: five parts of the body with their points.
const MOST_OF_HURT: usize = 5;

/// Pixels for the arrow of a blow.
const ARROW: i32 = 13;

/// Where an arrow points.
#[derive(Clone, Copy)]
enum Towards {
    Left,
    Right,
}

/// What a panel is drawn with.
pub(crate) struct Tools<'a> {
    pub(crate) letters: &'a Type,
    pub(crate) signs: &'a Signs,
    pub(crate) sides: &'a BySeat<Side>,
    pub(crate) cards: card::Size,
    /// Whether the board is seen from its far side.
    pub(crate) turned: bool,
}

/// Draws a duel at the top of the free space; returns the pixels it takes.
pub(crate) fn duel(canvas: &mut Canvas, tools: &Tools, duel: &Duel, free: Rect) -> i32 {
    let Duel { attacker, defender, passes, end } = duel;
    let stances = attacker.stance.is_some() || defender.stance.is_some();
    let fixed = HEAD + FOOT + if stances { ROW } else { 0 } + 8;
    let room = (((free.height - fixed) / ROW).max(0) as usize).min(MOST_PASSES);
    if free.height < fixed {
        return 0;
    }
    // Only the end of a long duel is shown.
    let left_out = if passes.len() > room { passes.len() + 1 - room } else { 0 };
    let rows = passes.len().min(room);
    let high = fixed + ROW * rows as i32;
    let place = Rect { height: high, ..free };
    canvas.round(place, 10, Hue::Line);
    canvas.round(place.inset(2), 8, Hue::Plate);

    let inner = Rect { y: place.y + 4, ..place.inset(7) };
    let mut row = Rect { height: HEAD, ..inner };
    head(canvas, tools, attacker, defender, row);
    row = Rect { y: row.bottom(), height: ROW, ..row };
    if stances {
        let named = |party: &Party| party.stance.clone().unwrap_or_default();
        let (one, other) = halves(row);
        let Tools { letters, .. } = tools;
        letters.draw(canvas, Style::Body, &clean(&named(attacker)), one, Hue::Muted);
        letters.right(canvas, Style::Body, &clean(&named(defender)), other, Hue::Muted);
        row.y += ROW;
    }
    if 0 < left_out && 0 < room {
        let before = passes[..left_out.min(passes.len())].last().map_or(0, last_of);
        muted(canvas, tools.letters, &format!("after {before} passes"), row);
        row.y += ROW;
    }
    for next in passes.iter().skip(left_out) {
        pass(canvas, tools, next, row);
        row.y += ROW;
    }
    let said = end.map_or("to be fought", DuelEnd::name);
    let hue = if end.is_none() { Hue::Muted } else { Hue::Ink };
    tools.letters.centre(canvas, Style::Strong, said, Rect { height: FOOT, ..row }, hue);
    high + 8
}

/// Names both, the attacker at the left, with crossed blades between them.
fn head(canvas: &mut Canvas, tools: &Tools, attacker: &Party, defender: &Party, row: Rect) {
    let Tools { letters, signs, sides, .. } = tools;
    let y = row.y + (row.height - Signs::COUNT) / 2;
    let man = |party: &Party| signs.man(sides.get(party.seat).ink);
    man(attacker).put(canvas, row.x, y);
    man(defender).put(canvas, row.right() - Signs::COUNT, y);
    signs.swords.put(canvas, row.x + (row.width - Signs::COUNT) / 2, y);
    let (one, other) = halves(row);
    let (_, one) = one.split(Signs::COUNT + 4);
    let other = Rect { width: other.width - Signs::COUNT - 4, ..other };
    let fit = |party: &Party, within: Rect| {
        let name = party.name.as_ref().filter(|it| is_drawn(it));
        let called = name.map_or(party.at.to_string(), |it| clean(it));
        letters.shrink(Style::Strong, &called, within.width)
    };
    let (style, called) = fit(attacker, one);
    letters.draw(canvas, style, &called, one, Hue::Ink);
    let (style, called) = fit(defender, other);
    letters.right(canvas, style, &called, other, Hue::Ink);
}

/// Returns what is left and right of the middle.
fn halves(row: Rect) -> (Rect, Rect) {
    let width = (row.width - MIDDLE) / 2;
    (Rect { width, ..row }, Rect { x: row.right() - width, width, ..row })
}

fn pass(canvas: &mut Canvas, tools: &Tools, pass: &DuelPass, row: Rect) {
    match pass {
        DuelPass::Lull { first, last } => {
            let said = if first == last { first.to_string() } else { format!("{first} to {last}") };
            muted(canvas, tools.letters, &said, row);
            let (one, other) = halves(row);
            blow(canvas, tools, &None, Towards::Right, one);
            blow(canvas, tools, &None, Towards::Left, other);
        }
        DuelPass::Blows { n, attack, defence } => {
            muted(canvas, tools.letters, &n.to_string(), row);
            let (one, other) = halves(row);
            blow(canvas, tools, attack, Towards::Right, one);
            blow(canvas, tools, defence, Towards::Left, other);
        }
    }
}

fn muted(canvas: &mut Canvas, letters: &Type, text: &str, row: Rect) {
    letters.centre(canvas, Style::Body, text, row, Hue::Muted);
}

/// Draws what a blow did and where, with an arrowhead `towards` the struck fighter; a dash for a miss.
fn blow(canvas: &mut Canvas, tools: &Tools, blow: &Option<Blow>, towards: Towards, within: Rect) {
    let Tools { letters, signs, .. } = tools;
    let Some(Blow { at, effect }) = blow else {
        letters.centre(canvas, Style::Body, "–", within, Hue::Muted);
        return;
    };
    let (arrow, within) = match towards {
        Towards::Right => {
            let (rest, arrow) = within.split(within.width - ARROW);
            (arrow, rest)
        }
        Towards::Left => within.split(ARROW),
    };
    let middle = arrow.y + arrow.height / 2;
    let (near, far) = ((arrow.x + 2, middle), (arrow.right() - 2, middle));
    let (from, tip) = match towards {
        Towards::Right => (near, far),
        Towards::Left => (far, near),
    };
    shape::head(canvas, from, tip, 9, 0, Hue::Ink);
    let y = within.y + (within.height - Blows::WIDE) / 2;
    signs.blows.of(*effect).put(canvas, within.x, y);
    let (_, words) = within.split(Blows::WIDE + 4);
    let (style, name) = letters.shrink(Style::Body, at.name(), words.width);
    letters.draw(canvas, style, &name, words, Hue::Ink);
}

fn last_of(pass: &DuelPass) -> u8 {
    match pass {
        DuelPass::Lull { first: _, last } => *last,
        DuelPass::Blows { n, .. } => *n,
    }
}

/// What is said of a hurt fighter in one line, each part with its sign.
type HurtLine = Vec<(Option<BlowResult>, String)>;

/// Draws who is hurt: a line each, or several for those with much to tell; returns the pixels it takes.
pub(crate) fn hurt(canvas: &mut Canvas, tools: &Tools, hurt: &[FighterItem], free: Rect) -> i32 {
    let Tools { letters, signs, sides, .. } = tools;
    let width = free.width - HURT_AT;
    let each: Vec<Vec<HurtLine>> = hurt.iter().map(|it| hurt_lines(letters, it, width)).collect();
    let rows = |height: i32| (height / ROW).max(0) as usize;
    let room = rows(free.height).min(FEW_HURT.max(rows(free.height - SPARED)));
    let all: usize = each.iter().map(Vec::len).sum();
    // One line says how many others there are.
    let room = if room < all { room.saturating_sub(1) } else { room };
    let mut taken = 0;
    let fits = |lines: &&Vec<HurtLine>| {
        taken += lines.len();
        taken <= room
    };
    let shown = each.iter().take_while(fits).count();
    let mut row = Rect { height: ROW, ..free };
    for (fighter, lines) in hurt.iter().zip(&each[..shown]) {
        let piece = signs.piece(sides.get(fighter.seat).ink, fighter.rank);
        piece.put(canvas, row.x, row.y + (ROW - Signs::COUNT) / 2);
        let (_, at) = row.split(Signs::COUNT + 4);
        letters.draw(canvas, Style::Strong, &fighter.at.to_string(), at, Hue::Ink);
        for line in lines {
            let (_, mut words) = row.split(HURT_AT);
            for (effect, said) in line {
                if let Some(effect) = effect {
                    let y = words.y + (ROW - Blows::WIDE) / 2;
                    signs.blows.of(*effect).put(canvas, words.x, y);
                }
                (_, words) = words.split(Blows::WIDE + 4);
                letters.draw(canvas, Style::Body, said, words, Hue::Ink);
                (_, words) = words.split(letters.width(Style::Body, said) + 10);
            }
            row.y += ROW;
        }
    }
    if shown < hurt.len() && rows(free.bottom() - row.y) != 0 {
        let more = match shown {
            0 => format!("{} are hurt", hurt.len()),
            _ => format!("and {} more are hurt", hurt.len() - shown),
        };
        letters.draw(canvas, Style::Body, &more, row, Hue::Muted);
        row.y += ROW;
    }
    row.y - free.y
}

/// Sets what is said of a hurt fighter: the wound and the dents in one line if they fit, otherwise one below the other.
fn hurt_lines(letters: &Type, fighter: &FighterItem, width: i32) -> Vec<HurtLine> {
    let dents = fighter.dents();
    let wound = fighter.wound.map(|part| (BlowResult::Wounded, part.name().to_owned()));
    let dented = (!dents.is_empty()).then(|| {
        let each = dents.iter().map(|(at, left)| match fighter.full {
            1 => at.name().to_owned(),
            _ => format!("{} {left}", at.name()),
        });
        (BlowResult::Dented, each.collect::<Vec<_>>().join(", "))
    });
    let parts = || wound.iter().chain(&dented);
    let beside = Blows::WIDE + 4;
    let wide = |text: &str| beside + letters.width(Style::Body, text);
    let all: i32 = parts().map(|part| wide(&part.1) + 10).sum();
    if all <= width + 10 {
        return vec![parts().map(|part| (Some(part.0), part.1.clone())).collect()];
    }
    let set = |(effect, said): &(BlowResult, String)| {
        let lines = letters.wrap(Style::Body, said, width - beside, MOST_OF_HURT);
        let line = |(nth, text): (usize, String)| vec![((nth == 0).then_some(*effect), text)];
        lines.into_iter().enumerate().map(line).collect::<Vec<HurtLine>>()
    };
    parts().flat_map(set).collect()
}
