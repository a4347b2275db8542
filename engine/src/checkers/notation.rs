//! Moves in words: written as short as is safe, read in every usual spelling, never guessed.
//!
//! A capture is written with its two ends, or with all landings if another legal capture has the
//! same ends. All landings distinguish captures, because a jump between two squares passes exactly
//! one piece. One case is left: a single jump has no landings but its ends. If another capture
//! shares them (which takes a pit on which both end), the jumped piece is named too: `c3xd4xe5`.
//! Reading follows the same order, so an ambiguous word is never taken for one of its moves.
use crate::{
    quote::short,
    refusal::{Code, Refusal},
};

use super::{
    board::Position,
    moves::{BoardRules, Move},
    square::{Square, SquareError},
    why::{WhyNot, why_not, why_stuck},
};

/// The longest text that is read as a move, in bytes; the longest move needs half of that.
pub const MAX_BYTES: usize = 160;

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Like `c3-d4`.
    Coordinates,
    /// Like `22-18`, as PDN has it.
    Numbers,
}

/// Why words weren't read as one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// They fit each of these.
    Ambiguous(Vec<Move>),
    /// They are the start of each of these.
    Unfinished(Vec<Move>),
    /// They fit none.
    Wrong(WhyNot),
}

/// What was typed, before it is compared with the legal moves.
struct TypedSquares {
    squares: Vec<Square>,
    /// Whether it ends where another square should follow.
    open: bool,
    /// Whether it contains a sign of capture.
    crossed: bool,
    /// Whether a fall is written at the end.
    falls: bool,
}

/// Writes one of the `legal` moves so that [`read`] gives it back, with `^` for a fall.
pub fn write(played: &Move, legal: &[Move], style: Naming) -> String {
    let rivals =
        || legal.iter().filter(|other| (other.from, other.to()) == (played.from, played.to()));
    let mut squares = vec![played.from];
    if rivals().nth(1).is_none() {
        squares.push(played.to());
    } else if played.path.len() == 1 {
        squares.extend(played.captured);
        squares.push(played.to());
    } else {
        squares.extend(played.path.iter());
    }
    spell(&squares, played, style)
}

/// Writes a move with all its landings, whatever else is legal.
pub fn write_whole(played: &Move, style: Naming) -> String {
    let squares: Vec<Square> =
        [played.from].into_iter().chain(played.path.iter().copied()).collect();
    spell(&squares, played, style)
}

fn spell(squares: &[Square], played: &Move, style: Naming) -> String {
    let names: Vec<String> = squares
        .iter()
        .map(|square| match style {
            Naming::Coordinates => square.to_string(),
            Naming::Numbers => square.number().to_string(),
        })
        .collect();
    let mut text = names.join(if played.is_capture() { "x" } else { "-" });
    if played.falls {
        text.push('^');
    }
    text
}

/// Reads one of the `legal` moves of a position.
///
/// Squares are named by coordinates or numbers, in either case, with any dash, cross, colon,
/// blank or the word `to` between, or nothing between coordinates. A capture may be given by its ends, all its
/// squares or some of them, if that fits exactly one. A trailing `^` must be true, and may be
/// left out.
///
/// # Errors
/// Returns the moves that the words fit or start, or else the rule that forbids what they say.
pub fn read(
    text: &str,
    law: &BoardRules,
    position: &Position,
    legal: &[Move],
) -> Result<Move, Unread> {
    let typed = match TypedSquares::read(text) {
        Ok(typed) => typed,
        Err(WhyNot::Unreadable) => {
            return Err(match starting(text, legal) {
                started if started.is_empty() => Unread::Wrong(WhyNot::Unreadable),
                started => Unread::Unfinished(started),
            });
        }
        Err(why) => return Err(Unread::Wrong(why)),
    };
    let squares = &typed.squares[..];
    if !typed.open && 2 <= squares.len() {
        let fitting = fitting(squares, legal);
        match fitting[..] {
            [played] if typed.falls && !played.falls => {
                return Err(Unread::Wrong(WhyNot::NoFall(played.to())));
            }
            [played] => return Ok(played),
            [] => {}
            _ => return Err(Unread::Ambiguous(fitting)),
        }
    }
    // A dash to an enemy's square is an impossible step, not the start of a capture.
    let steps = matches!(squares, [_, to] if !typed.open && !typed.crossed
        && position.board.of(!position.turn).contains(*to));
    let started: Vec<Move> = match squares {
        _ if steps => Vec::new(),
        [_] if !typed.open => starting(text, legal),
        _ => legal.iter().filter(|it| starts(squares, it)).copied().collect(),
    };
    if !started.is_empty() {
        return Err(Unread::Unfinished(started));
    }
    Err(Unread::Wrong(match squares {
        [from] => why_stuck(position, legal, *from),
        _ => why_not(law, position, legal, squares),
    }))
}

/// Reads one of the `legal` moves of a position like [`read`], for a player: what fits none is refused with the rule that
/// forbids it, and with what could be played instead.
///
/// # Errors
/// The refusal offers the moves that the words fit or start, or else all that are legal.
pub fn read_refusing(
    text: &str,
    law: &BoardRules,
    position: &Position,
    legal: &[Move],
) -> Result<Move, Refusal> {
    let written = |moves: &[Move]| -> Vec<String> {
        moves.iter().map(|it| write(it, legal, Naming::Coordinates)).collect()
    };
    read(text, law, position, legal).map_err(|unread| match unread {
        Unread::Ambiguous(moves) => {
            let says = format!("`{}` fits several moves.", short(text));
            Refusal::new(Code::Ambiguous, says).instead(written(&moves))
        }
        Unread::Unfinished(moves) => Refusal::unfinished(text, written(&moves)),
        Unread::Wrong(WhyNot::Unreadable) => {
            let says = format!("I don't understand `{}`. {}", short(text), WhyNot::Unreadable);
            Refusal::unreadable(says).instead(written(legal))
        }
        Unread::Wrong(why) => Refusal::illegal(why.to_string()).instead(written(legal)),
    })
}

/// Lists the moves that go through `squares`; only one if these are all its landings, or all
/// its landings and jumped pieces.
pub(super) fn fitting(squares: &[Square], legal: &[Move]) -> Vec<Move> {
    let ends = |played: &&Move| {
        Some(&played.from) == squares.first() && Some(&played.to()) == squares.last()
    };
    let inner = squares.len() - 2;
    if 0 < inner {
        let landings = |played: &&Move| played.path[..] == squares[1..];
        let jumped = |played: &&Move| stations(played).eq(squares[1..].iter().copied());
        let exact = legal.iter().filter(ends).find(landings);
        if let Some(exact) = exact.or_else(|| legal.iter().filter(ends).find(jumped)) {
            return vec![*exact];
        }
    }
    let passes = |played: &&Move| {
        let mut travelled = travelled(played).into_iter();
        squares[1..=inner].iter().all(|square| travelled.any(|at| at == *square))
    };
    legal.iter().filter(ends).filter(passes).copied().collect()
}

/// Tells whether a move starts like `squares`, landings or jumped pieces, and continues.
pub(super) fn starts(squares: &[Square], played: &Move) -> bool {
    let mut stations = stations(played);
    played.from == squares[0]
        && squares[1..].iter().all(|square| stations.any(|at| at == *square))
        && stations.next().is_some()
}

/// Lists the moves whose notation starts with these words, in either style.
fn starting(text: &str, legal: &[Move]) -> Vec<Move> {
    let plain = |text: &str| -> String {
        text.chars().filter(|it| it.is_ascii_alphanumeric()).collect::<String>().to_lowercase()
    };
    let wanted = plain(text);
    if wanted.is_empty() || MAX_BYTES < text.len() {
        return Vec::new();
    }
    let styles = [Naming::Coordinates, Naming::Numbers];
    let starts = |played: &&Move| {
        styles.iter().any(|style| plain(&write(played, legal, *style)).starts_with(&wanted))
    };
    legal.iter().filter(starts).copied().collect()
}

/// Lists the jumped pieces and the landings of a move, in order.
fn stations(played: &Move) -> impl Iterator<Item = Square> {
    played.legs().flat_map(|(_, over, to)| over.into_iter().chain([to]))
}

/// Lists the squares a move goes over or lands on, in order, without its start.
fn travelled(played: &Move) -> Vec<Square> {
    let mut squares = Vec::new();
    for (from, _, to) in played.legs() {
        let between = from.between(to);
        let first = squares.len();
        squares.extend(between);
        if to < from {
            squares[first..].reverse();
        }
        squares.push(to);
    }
    squares
}

impl TypedSquares {
    fn read(text: &str) -> Result<TypedSquares, WhyNot> {
        if MAX_BYTES < text.len() {
            return Err(WhyNot::Unreadable);
        }
        let judged = text.trim().trim_end_matches(['!', '?']);
        let bare = judged.trim_end_matches('^');
        let mut typed = TypedSquares {
            squares: Vec::new(),
            open: false,
            crossed: false,
            falls: bare.len() < judged.len(),
        };
        let mut rest = bare.trim_end();
        while let Some(next) = rest.chars().next() {
            let len = match next {
                ' ' | ',' | '\t' => 1,
                '-' | '‐' | '‑' | '–' | '—' | '−' | 'x' | 'X' | '×' | '*' | ':' | '>' | '→'
                    if !typed.squares.is_empty() =>
                {
                    typed.open = true;
                    typed.crossed |= matches!(next, 'x' | 'X' | '×' | '*' | ':');
                    next.len_utf8()
                }
                't' | 'T' if !typed.squares.is_empty() && is_to(rest) => {
                    typed.open = true;
                    "to".len()
                }
                _ => {
                    let word = word(rest);
                    typed.squares.extend(squares(word)?);
                    typed.open = false;
                    word.len()
                }
            };
            rest = &rest[len..];
        }
        if typed.squares.is_empty() { Err(WhyNot::Unreadable) } else { Ok(typed) }
    }
}

/// Tells whether a text starts with the word `to`.
fn is_to(text: &str) -> bool {
    text.get(..2).is_some_and(|it| it.eq_ignore_ascii_case("to"))
}

/// Takes a letter with its digits, or a run of digits, from the front.
fn word(text: &str) -> &str {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let tail = text[first..].find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len() - first);
    &text[..first + tail]
}

fn squares(word: &str) -> Result<Vec<Square>, WhyNot> {
    let read = |name: &str| match name.parse::<Square>() {
        Ok(square) => Ok(square),
        Err(SquareError::Light) => Err(WhyNot::Light(name.to_lowercase())),
        Err(SquareError::Off) => Err(WhyNot::Off(name.to_lowercase())),
        Err(SquareError::Unreadable) => Err(WhyNot::Unreadable),
    };
    // Old files leave the dash out between two numbers of two digits.
    if word.len() == 4 && word.bytes().all(|it| it.is_ascii_digit()) {
        return Ok(vec![read(&word[..2])?, read(&word[2..])?]);
    }
    Ok(vec![read(word)?])
}
