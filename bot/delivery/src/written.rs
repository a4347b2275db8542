//! What remains of a board, as its chat writes it.
use store::BoardAt;

/// A text, plain and formatted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub plain: String,
    pub html: String,
}

impl From<&BoardAt> for Written {
    fn from(BoardAt { plain, html, .. }: &BoardAt) -> Written {
        Written { plain: plain.clone(), html: html.clone() }
    }
}
