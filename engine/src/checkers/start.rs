//! Starting from a position: settings such as `from=B:W21-32:B1-12`.
use super::{CheckersEnd, Color, Goal, Position, fen::FenError, pdn};
use crate::{
    quote::short,
    refusal::Refusal,
    settings::{self, FROM, Setting, Values},
};

/// The most pieces a side can have.
pub(crate) const PIECES: usize = 12;

/// A start in its usual form, offered by refusals.
pub(crate) const FORM: &str = "from=B:W21-32:B1-12";

/// The setting by which a match begins elsewhere; `says` and `form` are those of the game.
pub(crate) const fn setting(says: &'static str, form: &'static str) -> Setting {
    Setting { name: FROM, says, values: Values::Rest(form), usual: "the twelve men of each side" }
}

/// A start, as it was given.
pub(crate) enum StartKind<'a> {
    /// A whole match, as PDN.
    Record(&'a str),
    /// A position, and the words after its FEN.
    Position(Position, &'a str),
}

/// Reads the start that is among what was agreed, if one is.
///
/// # Errors
/// As [`read`].
pub(crate) fn among(agreed: &settings::Given) -> Result<Option<StartKind<'_>>, Refusal> {
    agreed.get(FROM).map(read).transpose()
}

/// Reads a start.
///
/// # Errors
/// If it is neither a position nor a record; the refusal says where it fails.
fn read(text: &str) -> Result<StartKind<'_>, Refusal> {
    if is_slip(text) {
        return Err(no_position(text, "it must start with the side to move"));
    }
    if pdn::is_record(text) {
        return Ok(StartKind::Record(text));
    }
    let (fen, rest) = text.split_at(end_of_fen(text));
    let position = fen.trim().parse();
    let position = position.map_err(|err: FenError| no_position(fen, &err.to_string()))?;
    // What has digits is for the game to read: it may set up more than pieces.
    let odd = |part: &&str| !part.is_empty() && !part.contains(|it: char| it.is_ascii_digit());
    match rest.split([' ', ',', '\t', '\n']).find(odd) {
        None => Ok(StartKind::Position(position, rest.trim())),
        Some(word) => Err(stray(word)),
    }
}

/// Refuses a start where nothing is left to play.
pub(crate) fn over_there() -> Refusal {
    Refusal::illegal("The match would be over in that position.")
}

/// Refuses a word after a position.
pub(crate) fn stray(word: &str) -> Refusal {
    let says = format!(
        "`{}` comes after the position. Put other settings before `from`, which takes the rest of \
         the line.",
        short(word)
    );
    Refusal::unreadable(says).instead([FORM])
}

/// Refuses a start where a side has no piece, more than it can have, or a king that wins.
///
/// # Errors
/// The refusal names the side and what it has.
pub(crate) fn check(position: &Position, goal: Goal) -> Result<(), Refusal> {
    for color in Color::BOTH {
        let count = position.board.count(color);
        if !(1..=PIECES).contains(&count) {
            let name = color.name();
            return Err(Refusal::illegal(format!(
                "{name} has {count} pieces there; a side must have 1 to {PIECES}."
            )));
        }
    }
    match CheckersEnd::of_king(&position.board, goal) {
        Some(_) => Err(Refusal::illegal("With `breakthrough` neither side can start with a king.")),
        None => Ok(()),
    }
}

/// Returns where a FEN ends: at the first blank that isn't next to a sign of the FEN.
fn end_of_fen(text: &str) -> usize {
    let blank = |it: char| it.is_whitespace();
    let ends = |at: &usize| {
        let (before, after) = (text[..*at].trim_end(), text[*at..].trim_start());
        let goes_on = before.ends_with([',', ':', '-']) || after.starts_with([',', ':', '-', '.']);
        // A letter for a side or a king waits for its square.
        let letter = before.ends_with(|letter: char| "BWK".contains(letter.to_ascii_uppercase()));
        !goes_on && !letter && !before.is_empty()
    };
    text.match_indices(blank).map(|it| it.0).find(ends).unwrap_or(text.len())
}

/// Tells whether words mean a position but lack its beginning, or can be neither position nor moves. W is in no word of a
/// record's moves, and every one of them has a digit.
fn is_slip(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let sides = first.contains('w') || second.is_some_and(|it| it.starts_with('w'));
    let begins = first.starts_with(['b', 'w']) && sides;
    let colons = first.contains(':') && first.contains('w');
    let wordless = !text.contains(|it: char| it.is_ascii_digit());
    let marked = text.contains(['[', '{', '/']);
    pdn::is_record(text) && !marked && (begins || colons || wordless)
}

fn no_position(text: &str, why: &str) -> Refusal {
    Refusal::unreadable(format!("`{}` isn't a position: {why}, as in B:W21-32:B1-12.", short(text)))
        .instead([FORM])
}
