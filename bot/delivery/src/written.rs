//! What remains of a board, as its chat writes it.
use store::BoardMessage;

/// A text, plain and formatted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub plain: String,
    pub html: String,
}

impl From<&BoardMessage> for Written {
    fn from(BoardMessage { plain, html, .. }: &BoardMessage) -> Written {
        Written { plain: plain.clone(), html: html.clone() }
    }
}
