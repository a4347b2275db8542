//! Reads PDN.
use super::{
    MAX_BYTES, MAX_DEPTH, MAX_GAMES, MAX_TAGS, MAX_TOKENS, PdnError, PdnFault, Record, Score, Token,
};

/// Reads all games of a text, leniently: results may end games, and blanks and line breaks may
/// stand anywhere.
///
/// # Errors
/// Says what is wrong and where; nothing is read in part.
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut reader = PdnReader { text, at: 0 };
    if MAX_BYTES < text.len() {
        return Err(reader.fault(PdnFault::TooMuch));
    }
    let mut games = Vec::new();
    let mut game = Record::default();
    let mut depth = 0_usize;
    let mut opened = 0;
    loop {
        reader.skip_blanks();
        let start = reader.at;
        let Some(next) = reader.peek() else { break };
        let separates = next == '*' || (next == '[' && !game.tokens.is_empty());
        if separates && 0 < depth {
            reader.at = opened;
            return Err(reader.fault(PdnFault::Unclosed));
        }
        if separates {
            finish(&mut game, &mut games).map_err(|fault| reader.fault(fault))?;
        }
        if next == '*' {
            reader.at += 1;
            continue;
        }
        if next == '[' {
            let tag = reader.tag()?;
            game.tags.push(tag);
        } else if let Some(token) = reader.token()? {
            match token {
                Token::Open => {
                    opened = start;
                    depth += 1;
                }
                Token::Close if depth == 0 => {
                    reader.at = start;
                    return Err(reader.fault(PdnFault::Unopened));
                }
                Token::Close => depth -= 1,
                _ => {}
            }
            game.tokens.push(token);
        }
        if MAX_TAGS < game.tags.len() || MAX_TOKENS < game.tokens.len() || MAX_DEPTH < depth {
            return Err(reader.fault(PdnFault::TooMuch));
        }
    }
    if 0 < depth {
        reader.at = opened;
        return Err(reader.fault(PdnFault::Unclosed));
    }
    finish(&mut game, &mut games).map_err(|fault| reader.fault(fault))?;
    Ok(games)
}

fn finish(game: &mut Record, games: &mut Vec<Record>) -> Result<(), PdnFault> {
    let done = std::mem::take(game);
    if !done.tags.is_empty() || !done.tokens.is_empty() {
        games.push(done);
    }
    if MAX_GAMES < games.len() { Err(PdnFault::TooMuch) } else { Ok(()) }
}

/// What ends a line.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

struct PdnReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> PdnReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, fault: PdnFault) -> PdnError {
        let mut at = self.at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &self.text[..at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        PdnError {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            fault,
        }
    }

    /// Skips blanks, lines that start with `%` and comments from `;` to the end of the line.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let left = rest
                .trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
            self.at += rest.len() - left.len();
            let comment = left.starts_with(';') && self.text.contains(LINE_ENDS);
            if !comment && !left.starts_with('%') {
                return;
            }
            self.at += left.find(LINE_ENDS).unwrap_or(left.len());
        }
    }

    /// Takes the text up to `end`, and skips `end`; the reader is behind the opening.
    fn until(&mut self, end: char) -> Result<&'a str, PdnError> {
        let rest = self.rest();
        let Some(len) = rest.find(end) else {
            self.at -= 1;
            return Err(self.fault(PdnFault::Unclosed));
        };
        self.at += len + end.len_utf8();
        Ok(&rest[..len])
    }

    fn while_true(&mut self, passes: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|it| !passes(it)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn tag(&mut self) -> Result<(String, String), PdnError> {
        self.at += 1;
        self.skip_blanks();
        let name = self.while_true(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        self.skip_blanks();
        if name.is_empty() || self.peek() != Some('"') {
            return Err(self.fault(PdnFault::Tag));
        }
        let opened = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.peek() {
                Some('"') => break,
                Some('\\') if self.rest()[1..].starts_with(['"', '\\']) => {
                    value.extend(self.rest()[1..].chars().next());
                    self.at += 2;
                }
                Some(other) => {
                    value.push(other);
                    self.at += other.len_utf8();
                }
                None => {
                    self.at = opened;
                    return Err(self.fault(PdnFault::Unclosed));
                }
            }
        }
        self.at += 1;
        self.skip_blanks();
        if self.peek() != Some(']') {
            return Err(self.fault(PdnFault::Tag));
        }
        self.at += 1;
        Ok((name.to_owned(), value))
    }

    /// Reads one token; `None` for an ellipsis, which says nothing.
    fn token(&mut self) -> Result<Option<Token>, PdnError> {
        let start = self.at;
        let Some(first) = self.peek() else { return Ok(None) };
        self.at += first.len_utf8();
        Ok(Some(match first {
            '{' => Token::Comment(self.until('}')?.trim().to_owned()),
            '/' => Token::Setup(self.until('/')?.trim().to_owned()),
            '(' => {
                // `(!)` and `(?)` judge a move, they open nothing.
                let rest = self.rest();
                let marks = rest.trim_start_matches(['!', '?']);
                if marks.len() < rest.len() && marks.starts_with(')') {
                    self.at += rest.len() - marks.len() + 1;
                    return Ok(None);
                }
                Token::Open
            }
            ')' => Token::Close,
            // Without the line breaks, nobody can tell where the comment ended.
            ';' => {
                self.at = start;
                return Err(self.fault(PdnFault::OneLine));
            }
            '$' => match self.while_true(|it| it.is_ascii_digit()).parse() {
                Ok(nag) => Token::Nag(nag),
                Err(_) => {
                    self.at = start;
                    return Err(self.fault(PdnFault::Odd));
                }
            },
            '.' => {
                self.while_true(|it| it == '.');
                return Ok(None);
            }
            _ => {
                self.at = start;
                return self.word().map(Some);
            }
        }))
    }

    fn word(&mut self) -> Result<Token, PdnError> {
        let digits = self.rest().len()
            - self.rest().trim_start_matches(|it: char| it.is_ascii_digit()).len();
        if 0 < digits && self.rest()[digits..].starts_with('.') {
            let number =
                self.rest()[..digits].parse().map_err(|_| self.fault(PdnFault::TooMuch))?;
            self.at += digits;
            let second = self.while_true(|it| it == '.').len() == 3;
            return Ok(Token::Number { number, second });
        }
        let word = self.while_true(|letter| {
            !letter.is_whitespace() && !letter.is_control() && !"[]{}()$;\"%*.".contains(letter)
        });
        if let Some(score) = Score::read(word) {
            return Ok(Token::Score(score));
        }
        let played = word.trim_end_matches(['!', '?']);
        if played.is_empty() {
            // A mark for the strength of a move may stand apart from it.
            return match word.is_empty() {
                true => Err(self.fault(PdnFault::Odd)),
                false => Ok(Token::Comment(word.to_owned())),
            };
        }
        Ok(Token::Word(played.to_owned()))
    }
}
