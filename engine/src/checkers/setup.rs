//! Setup lines and parts of a position that all games on a draughts board have, for scenario files.
use super::{Board, Color, Piece, PieceKind, Position, Rules, Square, draws::QUIET_TURNS};
use crate::{refusal::Refusal, setup::Forms};

/// Sets up a part of a position: `clear`, `fen B:W22:BK15`, `turn white`, `c3 white king`, `c3 empty`. A game reads its own
/// lines first. Returns how many turns without progress Black and White have taken: none, unless `quiet 39 38` says so.
///
/// # Errors
/// When the line is none of these, or puts a man where he would have been crowned; `forms` are those of the game.
pub(crate) fn arrange(
    position: &mut Position,
    line: &str,
    forms: &Forms,
) -> Result<[u8; 2], Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let unknown = || forms.unknown(line);
    match words[..] {
        ["quiet", black, white] => return quiet(line, [black, white], forms),
        ["clear"] => position.board = Board::EMPTY,
        ["fen", _, ..] => {
            let read = words[1..].join(" ").parse();
            *position =
                read.map_err(|err: super::fen::FenError| forms.fault(line, &err.to_string()))?;
        }
        ["turn", color] => position.turn = Color::named(color).ok_or_else(unknown)?,
        [square, "empty"] => {
            position.board.take(square.parse().map_err(|_| unknown())?);
        }
        [square, color, rank] => {
            let square: Square = square.parse().map_err(|_| unknown())?;
            let color = Color::named(color).ok_or_else(unknown)?;
            let rank = PieceKind::named(rank).ok_or_else(unknown)?;
            if rank == PieceKind::Man && square.rank() == color.last_rank() {
                return Err(forms.fault(line, "a man would already be crowned there"));
            }
            position.board.put(square, Piece { color, rank });
        }
        _ => return Err(unknown()),
    }
    Ok([0, 0])
}

/// Reads how many turns without progress Black and White have taken, both fewer than would draw the match.
///
/// # Errors
/// When these are no such numbers.
pub(crate) fn quiet(line: &str, turns: [&str; 2], forms: &Forms) -> Result<[u8; 2], Refusal> {
    let fits = |word: &str| word.parse().ok().filter(|it| *it < QUIET_TURNS);
    match turns.map(fits) {
        [Some(black), Some(white)] => Ok([black, white]),
        _ => {
            let most = QUIET_TURNS - 1;
            Err(forms.fault(line, &format!("each side can have 0 to {most} quiet turns")))
        }
    }
}

/// Says a count: `quiet`, or `captured white`, the pieces White has lost; none for any other part.
pub(crate) fn counted(
    part: &str,
    quiet: [u8; 2],
    captured: impl Fn(Color) -> u8,
) -> Option<String> {
    let lower = part.to_lowercase();
    match lower.split_whitespace().collect::<Vec<_>>()[..] {
        ["quiet"] => Some(quiet.map(|it| it.to_string()).join(" ")),
        ["captured", color] => Color::named(color).map(|color| captured(color).to_string()),
        _ => None,
    }
}

/// Says how a part of a position stands: `turn`, `fen`, `pieces white` or a square; none for any other part.
pub(crate) fn probe(position: &Position, part: &str) -> Option<String> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    Some(match words[..] {
        ["turn"] => position.turn.name().to_lowercase(),
        ["fen"] => position.to_string(),
        ["pieces", color] => position.board.count(Color::named(color)?).to_string(),
        [square] => match position.board.piece_at(square.parse().ok()?) {
            None => "empty".to_owned(),
            // In scripts a crowned piece has one name.
            Some(piece) => piece.in_words(Rules::English),
        },
        _ => return None,
    })
}
