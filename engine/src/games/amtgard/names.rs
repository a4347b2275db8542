//! Names for the fighters, if the players wish (E-R19).
use crate::{
    checkers::{Color, Square},
    quote::short,
    refusal::Refusal,
};

/// The most characters of a name.
pub(super) const LONGEST_NAME: usize = 16;

/// What the fighters are called until the players say otherwise, Black's first.
const NAMES: [[&str; 12]; 2] = [
    [
        "Bramble", "Corvin", "Dusk", "Ember", "Fennel", "Grimm", "Hazel", "Ivo", "Jackdaw",
        "Kestrel", "Lorn", "Moth",
    ],
    [
        "Alder", "Birch", "Clover", "Dawn", "Elk", "Finch", "Gale", "Heron", "Iris", "Juniper",
        "Lark", "Mabel",
    ],
];

/// Returns the first name of a side's fighter, counted from 0 in the order of their squares.
pub(super) fn first_name(side: Color, n: usize) -> Option<String> {
    let names = NAMES[usize::from(side == Color::White)];
    names.get(n).map(|it| (*it).to_owned())
}

/// Reads a name, with blanks tidied.
///
/// # Errors
/// When it is empty, too long, would be taken for a square, or holds anything but letters, digits, blanks, `-` and `'`.
pub(super) fn fit_name(text: &str) -> Result<String, Refusal> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = |letter: char| letter.is_alphanumeric() || [' ', '-', '\''].contains(&letter);
    let begins = name.starts_with(char::is_alphabetic);
    if !begins || LONGEST_NAME < name.chars().count() || !name.chars().all(fits) {
        let says = format!(
            "`{}` isn't a valid name: 1 to {LONGEST_NAME} characters, a letter first, then \
             letters, digits, spaces, - or '.",
            short(text)
        );
        return Err(Refusal::unreadable(says));
    }
    if name.parse::<Square>().is_ok() || is_like_a_square(&name) {
        return Err(Refusal::unreadable(format!(
            "`{name}` looks like a square. Choose another name."
        )));
    }
    Ok(name)
}

fn is_like_a_square(name: &str) -> bool {
    matches!(*name.as_bytes(), [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}
