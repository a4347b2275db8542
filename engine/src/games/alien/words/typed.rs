//! Squares as people type them, and the moves that fit them.
use crate::games::alien::{AlienSquare, Travel, square::AlienSquareError};

/// Squares as typed.
pub(in crate::games::alien) struct Typed {
    pub(in crate::games::alien) squares: Vec<AlienSquare>,
    /// Whether it ends where another square should follow.
    pub(in crate::games::alien) open: bool,
}

/// How typed squares fit the moves that are open.
pub(in crate::games::alien) enum TypedFit<'a> {
    One(&'a Travel),
    Several(Vec<&'a Travel>),
    Begins(Vec<&'a Travel>),
    None,
}

/// Finds the moves meant by typed squares: all landings, or the two ends, with any landings or jumped squares between.
pub(in crate::games::alien) fn fit<'a>(typed: &Typed, legal: &'a [Travel]) -> TypedFit<'a> {
    let [from, after @ ..] = &typed.squares[..] else { return TypedFit::None };
    let begins = |whole: bool| -> Vec<&Travel> {
        let goes = |travel: &&Travel| {
            let mut stations = stations(travel).into_iter().peekable();
            let through = after.iter().all(|square| stations.any(|at| at == *square));
            travel.from == *from && through && (!whole || stations.peek().is_none())
        };
        legal.iter().filter(goes).collect()
    };
    if !typed.open && !after.is_empty() {
        if let Some(exact) =
            legal.iter().find(|travel| travel.from == *from && *travel.path == *after)
        {
            return TypedFit::One(exact);
        }
        let fitting = begins(true);
        match fitting[..] {
            [one] => return TypedFit::One(one),
            [] => {}
            _ => return TypedFit::Several(fitting),
        }
    }
    match begins(false) {
        none if none.is_empty() => TypedFit::None,
        some => TypedFit::Begins(some),
    }
}

/// Lists the jumped squares and the landings, in order.
fn stations(travel: &Travel) -> Vec<AlienSquare> {
    if !travel.jumps {
        return travel.path.to_vec();
    }
    travel.over().zip(travel.path.iter()).flat_map(|(over, to)| [over, *to]).collect()
}

impl Typed {
    /// Reads squares with any dash, cross, slash, blank or the word `to` between them, or nothing.
    pub(in crate::games::alien) fn read(text: &str) -> Result<Typed, AlienSquareError> {
        let mut typed = Typed { squares: Vec::new(), open: false };
        let mut rest = text.trim();
        while let Some(next) = rest.chars().next() {
            let signs = "-‐‑–—−xX×*:>→/";
            if next.is_whitespace() {
                rest = rest.trim_start();
            } else if signs.contains(next) && !typed.squares.is_empty() {
                typed.open = true;
                rest = &rest[next.len_utf8()..];
            } else if let Some(after) =
                rest.strip_prefix("to ").filter(|_| !typed.squares.is_empty())
            {
                typed.open = true;
                rest = after;
            } else {
                let digits = rest[next.len_utf8()..].find(|it: char| !it.is_ascii_digit());
                let end = digits.map_or(rest.len(), |last| last + next.len_utf8());
                typed.squares.push(rest[..end].parse()?);
                typed.open = false;
                rest = &rest[end..];
            }
        }
        if typed.squares.is_empty() { Err(AlienSquareError::Unreadable) } else { Ok(typed) }
    }
}
