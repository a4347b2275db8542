//! Where the fighters begin: in rows, or in another arrangement that both sides agreed on (E-R26).
use serde::{Deserialize, Serialize};

use super::options::Options;
use crate::{
    checkers::{
        Color, Position, Square, SquareSet,
        start::{self, StartKind},
    },
    quote::short,
    refusal::Refusal,
    settings::{FROM, Given, Setting, Values},
};

/// The most fighters of a side.
pub(super) const MOST: u8 = 12;

/// An arrangement as it is typed, offered by refusals.
const FORM: &str = "from=b2,d2,f2,a3,c3,e3";

/// The setting by which fighters begin elsewhere.
pub(super) const SETTING: Setting = Setting {
    name: FROM,
    says: "the squares of White's fighters; Black's stand in the same pattern, turned around",
    values: Values::Rest("b2,d2,f2, or B:W21-32:B1-12"),
    usual: "full rows",
};

/// The order that fills a row of fewer than four fighters, from White's left.
const IN_A_ROW: [u8; 4] = [1, 2, 0, 3];

/// The squares of White's fighters. Black's are the same with the board turned around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Square>", from = "Vec<Square>")]
pub(super) struct Arrangement(SquareSet);

impl Arrangement {
    /// Fills rows of four from the back.
    pub(super) fn rows(pieces: u8) -> Arrangement {
        let at = |n: u8| {
            let row = 1 + n / 4;
            // In odd rows the first dark square is on file a, in even ones on file b.
            let place = if n / 4 < pieces / 4 { n % 4 } else { IN_A_ROW[usize::from(n % 4)] };
            Square::at(2 * place + 1 + (row + 1) % 2, row)
        };
        Arrangement((0..pieces).filter_map(at).collect())
    }

    /// Reads the arrangement that is among what was agreed, if one is.
    ///
    /// # Errors
    /// If it can't be read, or the sides aren't equal and in the same pattern.
    pub(super) fn among(given: &Given) -> Result<Option<Arrangement>, Refusal> {
        let Some(text) = given.get(FROM) else { return Ok(None) };
        if given.get("pieces").is_some() {
            let says = "`from` says how many fighters there are. Leave out `pieces`.";
            return Err(Refusal::illegal(says).instead([FORM]));
        }
        let squares = match Arrangement::listed(text) {
            Some(squares) => squares?,
            None => match start::among(given)? {
                Some(StartKind::Position(position, "")) => Arrangement::of_position(&position)?,
                Some(StartKind::Position(_, stray)) => return Err(start::stray(stray)),
                Some(StartKind::Record(_)) | None => return Err(no_arrangement(text)),
            },
        };
        let found = Arrangement(squares);
        found.check()?;
        Ok(Some(found))
    }

    /// Returns the squares of a side.
    pub(super) fn of(self, side: Color) -> SquareSet {
        if side == Color::White { self.0 } else { turned(self.0) }
    }

    /// Returns how many fighters a side has.
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    /// Refuses an arrangement that no match can begin from.
    pub(super) fn check(self) -> Result<(), Refusal> {
        if !(1..=usize::from(MOST)).contains(&self.len()) {
            let says = format!("A side has 1 to {MOST} fighters, not {}.", self.len());
            return Err(Refusal::illegal(says).instead([FORM]));
        }
        if let Some(at) = (self.0 & turned(self.0)).last() {
            let other = opposite(at);
            let says = format!(
                "Black's fighters stand in the same pattern, turned around, so {at} and {other} \
                 can't both be White's."
            );
            return Err(Refusal::illegal(says).instead([FORM]));
        }
        if let Some(at) = (self.0 & SquareSet::rank(Color::White.last_rank())).first() {
            let says = format!(
                "Everybody begins as a man, and a man on {at}, its far row, would be a king."
            );
            return Err(Refusal::illegal(says).instead([FORM]));
        }
        Ok(())
    }

    /// Reads `b2,d2,f2`; none if the text isn't a list of squares.
    fn listed(text: &str) -> Option<Result<SquareSet, Refusal>> {
        let words = text.split([' ', ',', '\t', '\n']).filter(|it| !it.is_empty());
        let words: Vec<&str> = words.collect();
        let is_square = |word: &&str| matches!(word.as_bytes(), [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit());
        if words.is_empty() || !words.iter().all(is_square) {
            return None;
        }
        let mut squares = SquareSet::EMPTY;
        for word in words {
            let at: Square = match word.parse() {
                Ok(at) => at,
                Err(why) => {
                    let says = format!("Nobody can begin on {word}: {why}.");
                    return Some(Err(Refusal::illegal(says).instead([FORM])));
                }
            };
            squares.insert(at);
        }
        Some(Ok(squares))
    }

    /// Takes White's squares from a position whose sides are equal.
    fn of_position(position: &Position) -> Result<SquareSet, Refusal> {
        let board = &position.board;
        let [black, white] = Color::BOTH.map(|color| board.of(color));
        let pattern = Arrangement(white).written();
        let refuse = |says: String| Err(Refusal::illegal(says).instead([pattern.clone()]));
        if position.turn != Color::Black {
            return refuse(
                "Black gives the first order, so the position begins with B.".to_owned(),
            );
        }
        if let Some(at) = Color::BOTH.into_iter().find_map(|color| board.kings(color).first()) {
            return refuse(format!("Everybody begins as a man, so there's no king on {at}."));
        }
        if black.len() != white.len() {
            let (black, white) = (black.len(), white.len());
            return refuse(format!(
                "Both sides must have as many fighters; Black has {black} there and White {white}."
            ));
        }
        if black != turned(white) {
            let says = "Both sides must stand in the same pattern, turned around. This is Black's \
                        for White's fighters:";
            return refuse(format!("{says} {}.", names(turned(white))));
        }
        Ok(white)
    }

    /// Writes the arrangement as it is typed.
    fn written(self) -> String {
        format!("{FROM}={}", names(self.0))
    }
}

impl Options {
    /// Returns where the fighters begin.
    pub(super) fn arrangement(&self) -> Arrangement {
        self.from.unwrap_or_else(|| Arrangement::rows(self.pieces))
    }
}

impl From<Arrangement> for Vec<Square> {
    fn from(arrangement: Arrangement) -> Vec<Square> {
        arrangement.0.iter().collect()
    }
}

impl From<Vec<Square>> for Arrangement {
    fn from(all: Vec<Square>) -> Arrangement {
        Arrangement(all.into_iter().collect())
    }
}

/// Returns the square that this one becomes when the board is turned around.
fn opposite(at: Square) -> Square {
    Square::ALL[Square::ALL.len() - 1 - at.index()]
}

fn turned(squares: SquareSet) -> SquareSet {
    squares.iter().map(opposite).collect()
}

fn names(squares: SquareSet) -> String {
    squares.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(",")
}

fn no_arrangement(text: &str) -> Refusal {
    let says = format!(
        "`{}` isn't an arrangement: list the squares of White's fighters, as in b2,d2,f2.",
        short(text)
    );
    Refusal::unreadable(says).instead([FORM])
}
