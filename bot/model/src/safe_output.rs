//! What is printed: standard output and standard error without characters that a terminal obeys. A
//! name in a file could otherwise change colours or titles, or hide what follows.
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// Writes text and shows the characters that a terminal would obey by their numbers.
pub struct Plain<W>(pub W);

/// Returns standard output, for text.
pub fn stdout() -> Plain<io::StdoutLock<'static>> {
    Plain(io::stdout().lock())
}

/// Returns standard error, for text.
pub fn stderr() -> Plain<io::StderrLock<'static>> {
    Plain(io::stderr().lock())
}

/// Returns a text with such characters shown as `\u{1b}`.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter.escape_unicode().to_string())
}

/// Returns a line of JSON with such characters written as `\u001b`, which means the same there.
pub fn plain_json(line: &str) -> Cow<'_, str> {
    escaped(line, |letter| format!("\\u{:04x}", u32::from(letter)))
}

fn escaped(text: &str, shown: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let one = |letter: char| if is_obeyed(letter) { shown(letter) } else { letter.to_string() };
    Cow::Owned(text.chars().map(one).collect())
}

/// Tells whether a terminal obeys a character instead of showing it: control characters but for line
/// breaks and tabs, and those that change the direction of writing.
fn is_obeyed(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control() && letter != '\n' && letter != '\t'
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(plain(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_terminal_obeys_are_shown_by_their_numbers() {
        let evil = "\u{1b}]0;pwned\u{7}\u{9b}31mE\u{202e}V\u{2066}IL\r\u{7f}";
        let shown = r"\u{1b}]0;pwned\u{7}\u{9b}31mE\u{202e}V\u{2066}IL\u{d}\u{7f}";
        assert_eq!(plain(evil), shown);
        let mut out = Plain(Vec::new());
        writeln!(out, "{evil} | é👩\u{200d}🚀\t.").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), format!("{shown} | é👩\u{200d}🚀\t.\n"));
        let line = plain_json("{\"a\":\"\u{9b}\u{202e}\"}").into_owned();
        assert_eq!(line, r#"{"a":"\u009b\u202e"}"#);
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["a"], "\u{9b}\u{202e}");
        for line in ["", "plain", "two\nlines\tand a tab"] {
            assert!(matches!(plain(line), Cow::Borrowed(it) if it == line));
        }
    }
}
