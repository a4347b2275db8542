//! What remains of a board: a line that grows while a turn goes on.
use crate::{reply::LONGEST_LEFT, store::BoardAt};

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

impl Written {
    /// Adds words to what remains of a board, or an ellipsis where they don't fit.
    pub(super) fn add(self, more: &Written) -> Written {
        if more.plain.is_empty() || self.plain.ends_with('…') {
            return self;
        }
        let between = match self.plain.chars().last() {
            None => "",
            // A heading alone ends in no full stop.
            Some(last) if last.is_alphanumeric() => ": ",
            Some(_) => " ",
        };
        let length: usize =
            [&self.plain, between, &more.plain].iter().map(|it| it.chars().count()).sum();
        let join = |line: &str, more: &str| match length {
            ..=LONGEST_LEFT => format!("{line}{between}{more}"),
            _ => format!("{line} …"),
        };
        let plain = join(&self.plain, &more.plain);
        let html = match self.html.as_str() {
            // The chat has no formatting, or nothing was left.
            "" if !self.plain.is_empty() => String::new(),
            html => join(html, &more.html),
        };
        Written { plain, html }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_grows_until_it_is_long_enough() {
        let written = |it: &str| Written { plain: it.to_owned(), html: format!("<b>{it}</b>") };
        let add = |line: &str, more: &str| written(line).add(&written(more));
        assert_eq!(add("#1 · Ann – Bob", "Two.").plain, "#1 · Ann – Bob: Two.");
        assert_eq!(add("One.", "Two.").plain, "One. Two.");
        assert_eq!(add("One.", "Two.").html, "<b>One.</b> <b>Two.</b>");
        assert_eq!(add("One. …", "Three."), written("One. …"));
        assert_eq!(add("One.", ""), written("One."));
        let (full, rest) = ("x".repeat(LONGEST_LEFT - 5), "y".repeat(6));
        assert_eq!(add(&full, &rest).plain, format!("{full} …"));
        assert_eq!(add(&full, &rest).html, format!("<b>{full}</b> …"));
        assert_eq!(
            Written::default().add(&written("Two.")),
            Written { plain: "Two.".into(), html: "<b>Two.</b>".into() }
        );
        let plain = Written { plain: "One.".to_owned(), html: String::new() };
        assert_eq!(plain.add(&written("Two.")).html, "");
    }
}
