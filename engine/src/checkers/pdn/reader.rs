//! Reads PDN.
use super::{
    MAX_BYTES, MAX_DEPTH, MAX_GAMES, MAX_TAGS, MAX_TOKENS, PdnError, PdnFault, Record, Score,
    TextPlace, Token,
};

/// Reads all games of a text, leniently: results may end games, and blanks and line breaks may
/// stand anywhere.
///
/// # Errors
/// Says what is wrong and where; nothing is read in part.
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut reader = PdnReader { text, at: 0, counted: 0, line: 1, column: 1 };
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
        let (line, column) = reader.place(start);
        if game.tags.is_empty() && game.tokens.is_empty() {
            game.first = TextPlace { line, column, start, end: start };
        }
        if next == '[' {
            let tag = reader.tag()?;
            game.tags.push(tag);
            game.first.end = reader.at;
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
                // In some collections nothing but the result and the first number parts two games.
                Token::Number { number: 1, second: false }
                    if depth == 0 && matches!(game.tokens.last(), Some(Token::Score(_))) =>
                {
                    finish(&mut game, &mut games).map_err(|fault| reader.fault(fault))?;
                    game.first = TextPlace { line, column, start, end: start };
                }
                _ => {}
            }
            game.tokens.push(token);
            game.places.push(TextPlace { line, column, start, end: reader.at });
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
    // A note above the first game is none.
    if !done.tags.is_empty() || done.tokens.iter().any(|token| !matches!(token, Token::Comment(_)))
    {
        games.push(done);
    }
    if MAX_GAMES < games.len() { Err(PdnFault::TooMuch) } else { Ok(()) }
}

/// What ends a line.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

struct PdnReader<'a> {
    text: &'a str,
    at: usize,
    /// Up to where lines are counted, and the line and the character there.
    counted: usize,
    line: usize,
    column: usize,
}

impl<'a> PdnReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the line and the character at a place that isn't before the last one asked for.
    fn place(&mut self, at: usize) -> (usize, usize) {
        for sign in self.text[self.counted..at].chars() {
            (self.line, self.column) =
                if sign == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.counted = at;
        (self.line, self.column)
    }

    fn fault(&self, fault: PdnFault) -> PdnError {
        let at = self.text.floor_char_boundary(self.at);
        let (line, column) = PdnReader { at, counted: 0, line: 1, column: 1, ..*self }.place(at);
        PdnError { line, column, fault }
    }

    /// Skips blanks, lines that start with `%` and comments from `;` to the end of the line.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            // Old programs end a file with a sign of control.
            let blank = |letter: char| {
                letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
            };
            let left = rest.trim_start_matches(blank);
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

    /// Reads a tag. Its name may hold any sign, and its value quotes: what follows it shows where it ends. A tag that isn't closed
    /// ends with its line.
    fn tag(&mut self) -> Result<(String, String), PdnError> {
        self.at += 1;
        self.skip_blanks();
        let name = self.while_true(|letter| !letter.is_whitespace() && !"\"[]".contains(letter));
        if name.is_empty() {
            return Err(self.fault(PdnFault::Tag));
        }
        let rest = self.rest();
        let line = &rest[..rest.find(LINE_ENDS).unwrap_or(rest.len())];
        let value = line.trim_start();
        let Some(quoted) = value.strip_prefix('"') else {
            let end = line.find(']');
            self.at += end.map_or(line.len(), |end| end + 1);
            return Ok((name.to_owned(), line[..end.unwrap_or(line.len())].trim().to_owned()));
        };
        let closed = |after: &str| after.trim_start().starts_with(']');
        let signs = || quoted.char_indices();
        let mut escaped = false;
        let closing = signs().find(|&(at, sign)| {
            let closes = sign == '"' && !escaped && closed(&quoted[at + 1..]);
            escaped = sign == '\\' && !escaped;
            closes
        });
        // A backslash before the last quote may be meant as itself.
        let closing = closing
            .or_else(|| signs().find(|&(at, sign)| sign == '"' && closed(&quoted[at + 1..])));
        let opened = self.at + line.len() - quoted.len();
        let value = match closing {
            Some((at, _)) => {
                let after = &quoted[at + 1..];
                self.at = opened + at + 2 + after.len() - after.trim_start().len();
                &quoted[..at]
            }
            None => {
                self.at += line.len();
                quoted
                    .trim_end_matches(|sign: char| sign.is_whitespace() || sign == ']')
                    .trim_end_matches('"')
            }
        };
        Ok((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
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
                Err(_) => return Ok(None),
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
        if let Some(score) = self.score() {
            return Ok(score);
        }
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
        let played = word.trim_end_matches(['!', '?']);
        if word.is_empty() {
            return Err(self.fault(PdnFault::Odd));
        }
        // What judges a move or a position may stand apart from it: it has no letter, or is one that names no square.
        let judges = ["N", "TN"].contains(&played) || !played.chars().any(char::is_alphanumeric);
        Ok(if judges { Token::Comment(word.to_owned()) } else { Token::Word(played.to_owned()) })
    }

    /// Reads a result, which may hold a dot.
    fn score(&mut self) -> Option<Token> {
        let rest = self.rest();
        let end =
            |sign: char| sign.is_whitespace() || sign.is_control() || "[]{}()$;\"*".contains(sign);
        let word = &rest[..rest.find(end).unwrap_or(rest.len())];
        let score = Score::read(word)?;
        self.at += word.len();
        Some(Token::Score(score))
    }
}
