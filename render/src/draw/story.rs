//! What fills the rest of a strip: earlier moves and what happened last, and at the beginning how the game is played.
use engine::{
    scene::{Made, Panel, Side},
    seat::BySeat,
};

use crate::{
    canvas::{Canvas, Rect},
    signs::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels between the blocks.
const GAP: i32 = 10;
/// Pixels between the earlier moves and the last events.
const APART: i32 = 6;
/// Pixels an earlier move takes, at least and at most.
const MOVE: i32 = 32;
const MOST_OF_MOVE: i32 = 42;
/// How many earlier moves a picture has, at most.
const MOVES: i32 = 16;
/// How many moves leave a long list at once when it is full, so that the others stay where they are in most pictures.
const AT_ONCE: usize = 4;
/// Lines of large letters that the height of a row of moves allows for.
const USUAL_LINES: i32 = 3;
/// The most lines of one event, or of a rule.
const MOST_OF_ONE: usize = 30;
/// Pixels beside a rule, for its dot.
const INDENT: i32 = 16;
/// Pixels of that dot.
const DOT: i32 = 7;
/// Pixels between two rules, at least and at most.
const BETWEEN: i32 = 6;
const MOST_BETWEEN: i32 = 24;

/// What the blocks are drawn with.
pub(crate) struct Pens<'a> {
    pub(crate) letters: &'a Type,
    pub(crate) signs: &'a Signs,
    pub(crate) sides: &'a BySeat<Side>,
}

/// A text set in lines.
struct Lines {
    style: Style,
    lines: Vec<String>,
}

impl Lines {
    fn height(&self) -> i32 {
        self.style.line() * self.lines.len() as i32
    }
}

/// Earlier moves in rows.
struct Rows<'a> {
    style: Style,
    moves: &'a [Made],
    across: usize,
    /// Pixels a row is high.
    each: i32,
}

impl Rows<'_> {
    const NONE: Rows<'static> = Rows { style: Style::Body, moves: &[], across: 1, each: MOVE };

    fn height(&self) -> i32 {
        self.each * self.moves.len().div_ceil(self.across) as i32
    }
}

/// Draws everything into the free space, from its top.
pub(crate) fn draw(
    canvas: &mut Canvas,
    pens: &Pens,
    panels: &[Panel],
    last: &[String],
    free: Rect,
) {
    let letters = pens.letters;
    let moves = panels.iter().find_map(|panel| match panel {
        Panel::Moves(moves) => Some(&moves[..]),
        _ => None,
    });
    let rules = panels.iter().find_map(|panel| match panel {
        Panel::About { says, rules } => Some((says, &rules[..])),
        _ => None,
    });
    let head = Style::Name.line() + GAP;
    let told = told(letters, last, free, head + moves.map_or(0, |_| APART + 2 * MOVE));
    let titled = !told.lines.is_empty() && told.height() + head + 2 * GAP < free.height;
    // Without a heading, earlier moves couldn't be told from the last events.
    let rows = match moves {
        Some(moves) if titled => {
            let beside = head + APART + GAP;
            let usual = free.height - beside - USUAL_LINES * Style::Lead.line();
            fitting(letters, moves, (free.height - beside - told.height(), usual), free.width)
        }
        _ => Rows::NONE,
    };
    let apart = if rows.moves.is_empty() { 0 } else { APART };
    let happened = told.height() + apart + rows.height() + if titled { head } else { 0 };
    let room = free.height - happened - GAP;
    let about = rules.map_or(Vec::new(), |it| about(letters, it, room, free.width));
    // At a fixed place, so that most of it is where it was in the picture before.
    let mut y = free.y + ((free.height - happened) / 2).clamp(0, GAP);
    if titled {
        let title = Rect { y, height: head - GAP, ..free };
        letters.draw(canvas, Style::Name, "What happened", title, Hue::Muted);
        canvas.fill(Rect { y: title.bottom() + 2, height: 2, ..free }, Hue::Line);
        y += head;
    }
    earlier(canvas, pens, &rows, Rect { y, ..free });
    y += rows.height() + apart;
    for text in &told.lines {
        let line = Rect { y, height: told.style.line(), ..free };
        letters.draw(canvas, told.style, text, line, Hue::Ink);
        y = line.bottom();
    }
    let left = free.bottom() - y - about.iter().map(Lines::height).sum::<i32>();
    let between = (left / (about.len() as i32 + 1)).clamp(BETWEEN, MOST_BETWEEN);
    for rule in &about {
        y += between;
        let line = rule.style.line();
        canvas.fill(Rect::new(free.x, y + (line - DOT) / 2, DOT, DOT), Hue::Accent);
        let (_, words) = free.split(INDENT);
        for text in &rule.lines {
            letters.draw(canvas, rule.style, text, Rect { y, height: line, ..words }, Hue::Ink);
            y += line;
        }
    }
}

/// Sets the last events as large as they fit: in large letters if that leaves `beside` pixels, in small ones rather than only a
/// part, and only the newest lines if even those don't fit.
fn told(letters: &Type, last: &[String], free: Rect, beside: i32) -> Lines {
    let said: Vec<String> = last.iter().map(|it| clean(it)).collect();
    let all = |style: Style| {
        let lines =
            |words: &String| letters.wrap(style, words, free.width, MOST_OF_ONE).len() as i32;
        style.line() * said.iter().map(lines).sum::<i32>()
    };
    let style = match () {
        () if all(Style::Lead) + beside <= free.height => Style::Lead,
        () if all(Style::Body) <= free.height => Style::Body,
        () => Style::Number,
    };
    let room = (free.height / style.line()).max(0) as usize;
    let mut lines: Vec<String> = Vec::new();
    for text in said.iter().rev() {
        // A line that doesn't fit is cut at its end rather than left out.
        let left = room.saturating_sub(lines.len()).min(MOST_OF_ONE);
        if left == 0 {
            break;
        }
        let mut wrapped = letters.wrap(style, text, free.width, left);
        wrapped.append(&mut lines);
        lines = wrapped;
    }
    Lines { style, lines }
}

/// Picks as many of the newest moves as fit into a height, short ones in two columns. Rows are as high as all moves would fit
/// into the usual height.
fn fitting<'a>(
    letters: &Type,
    moves: &'a [Made],
    (height, usual): (i32, i32),
    width: i32,
) -> Rows<'a> {
    let wide = |style: Style, made: &Made| letters.width(style, &clean(&made.words));
    let beside = Signs::COUNT + 8;
    let short = |style: Style| moves.iter().all(|made| wide(style, made) <= width / 2 - beside);
    let across = if short(Style::Body) { 2 } else { 1 };
    let long = moves.iter().any(|made| width - beside < wide(Style::Number, made));
    let each = if long {
        2 * Style::Number.line()
    } else {
        (usual / (MOVES / across as i32)).clamp(MOVE, MOST_OF_MOVE)
    };
    let large = MOVE < each && short(Style::Lead);
    let room = (height / each).max(0) as usize * across;
    let over = moves.len().saturating_sub(room);
    let at_once = match room {
        0..AT_ONCE => 1,
        _ if room < 2 * AT_ONCE => AT_ONCE / 2,
        _ => AT_ONCE,
    };
    let left_out = over.next_multiple_of(at_once).min(moves.len());
    let style = if large { Style::Lead } else { Style::Body };
    Rows { style, moves: &moves[left_out..], across, each }
}

/// Draws earlier moves, each with the piece of its side.
fn earlier(canvas: &mut Canvas, pens: &Pens, rows: &Rows, free: Rect) {
    let Pens { letters, signs, sides } = pens;
    let width = free.width / rows.across as i32;
    for (nth, Made { seat, who: _, words }) in rows.moves.iter().enumerate() {
        let (x, y) = ((nth % rows.across) as i32 * width, (nth / rows.across) as i32 * rows.each);
        let row = Rect { x: free.x + x, y: free.y + y, width, height: rows.each };
        let (sign, words_at) = row.split(Signs::COUNT + 8);
        let sign_y = sign.y + (sign.height - Signs::COUNT) / 2;
        signs.man(sides.get(*seat).ink).put(canvas, sign.x, sign_y);
        let (style, lines) = letters.name(rows.style, &clean(words), words_at.width, 2);
        let each = words_at.height / lines.len().max(1) as i32;
        for (text, y) in lines.iter().zip((words_at.y..).step_by(each.max(1) as usize)) {
            let line = Rect { y, height: each, ..words_at };
            letters.draw(canvas, style, text, line, Hue::Muted);
        }
    }
}

/// Sets what the game is and those of its rules that fit, in large letters: first how it is won, then the others in order.
fn about(
    letters: &Type,
    (says, rules): (&Option<String>, &[String]),
    height: i32,
    width: i32,
) -> Vec<Lines> {
    let set = |text: &String| {
        let style = Style::Lead;
        Lines { style, lines: letters.wrap(style, &clean(text), width - INDENT, MOST_OF_ONE) }
    };
    let all: Vec<Lines> = says.iter().chain(rules).map(set).collect();
    let wins = says.iter().chain(rules).position(|it| it.contains(" win"));
    let order = says.iter().map(|_| 0).chain(wins).chain(0..all.len());
    let mut picked = vec![false; all.len()];
    let mut left = height + BETWEEN;
    for nth in order {
        let high = all[nth].height() + BETWEEN;
        if !picked[nth] && high <= left {
            picked[nth] = true;
            left -= high;
        }
    }
    all.into_iter().zip(picked).filter(|it| it.1).map(|it| it.0).collect()
}
