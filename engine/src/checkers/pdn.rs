//! Games as PDN 3.0 writes them, token by token, so that a variant can have words of its own.
use std::fmt;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;
/// The most games in one text.
pub const MAX_GAMES: usize = 256;
/// The most tags of one game.
pub const MAX_TAGS: usize = 64;
/// The most tokens of one game.
pub const MAX_TOKENS: usize = 8192;
/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 16;

/// `GameType` of English draughts: number, who starts, width, height, notation, first square.
pub const ENGLISH: &str = "21,B,8,8,N1,0";
/// `GameType` of Brazilian draughts.
pub const BRAZILIAN: &str = "26,W,8,8,A0,0";

/// One game: its tags and its movetext, both in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values, such as `Event` and `Friday`.
    pub tags: Vec<(String, String)>,
    /// What was played and said.
    pub tokens: Vec<Token>,
}

/// One piece of movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A move number: `12.` for the first mover's move, `12...` for the other's.
    Number {
        /// The number.
        number: u16,
        /// Whether three dots follow it.
        second: bool,
    },
    /// A move, or another word that stands where a move does.
    Word(String),
    /// What stood between braces.
    Comment(String),
    /// An annotation such as `$1`.
    Nag(u16),
    /// The start of a variation, `(`.
    Open,
    /// The end of a variation, `)`.
    Close,
    /// What stood between slashes: a position set up in the middle of a game.
    Setup(String),
    /// A result in the movetext; older files end games with it.
    Score(Score),
}

/// How a game ended, White's points first as the standard counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// `1-0`, or `2-0`.
    White,
    /// `0-1`, or `0-2`.
    Black,
    /// `1/2-1/2`, or `1-1`.
    Drawn,
    /// `0-0`: lost for both.
    Neither,
}

/// Why a text is no PDN, and where it goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {column}: {fault}")]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: PdnFault,
}

/// What can be wrong with PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// Longer than [`MAX_BYTES`], or more games, tags, tokens or nesting than allowed.
    #[error("this is more than is read at once")]
    TooMuch,
    /// A tag that is not `[Name "value"]`.
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    /// A brace, slash, quote or bracket that is never closed.
    #[error("what is opened here is never closed")]
    Unclosed,
    /// A `)` without `(`.
    #[error("nothing is open here that could be closed")]
    Unopened,
    /// A character that starts nothing.
    #[error("nothing starts like this")]
    Odd,
}

impl Record {
    /// Gives the value of a tag, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Gives the leading number of the `GameType`.
    pub fn game_type(&self) -> Option<u16> {
        self.tag("GameType")?.split(',').next()?.trim().parse().ok()
    }

    /// Lists the tokens of the game itself, without its variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Token> {
        let mut depth = 0_usize;
        self.tokens.iter().filter(move |token| {
            match token {
                Token::Open => depth += 1,
                Token::Close => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
    }
}

impl Score {
    /// Reads a result, of chess and of international draughts.
    pub fn read(text: &str) -> Option<Score> {
        match text {
            "1-0" | "2-0" => Some(Score::White),
            "0-1" | "0-2" => Some(Score::Black),
            "1/2-1/2" | "1-1" => Some(Score::Drawn),
            "0-0" => Some(Score::Neither),
            _ => None,
        }
    }

    /// Writes the result as the `Result` tag has it.
    pub const fn write(self) -> &'static str {
        match self {
            Score::White => "1-0",
            Score::Black => "0-1",
            Score::Drawn => "1/2-1/2",
            Score::Neither => "0-0",
        }
    }
}

/// Reads all games of a text, liberally: results may end games, blanks and lines run freely.
///
/// # Errors
/// Says what is wrong and where; nothing is read in part.
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut reader = Reader { text, at: 0 };
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

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
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
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        PdnError {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            fault,
        }
    }

    /// Skips blanks and lines that start with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let left = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
            self.at += rest.len() - left.len();
            if !left.starts_with('%') {
                return;
            }
            self.at += left.find('\n').unwrap_or(left.len());
        }
    }

    /// Takes what stands up to `end`, which is gone past; the reader stands behind the opening.
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
        let name = self.while_true(|it| it.is_ascii_alphanumeric() || it == '_');
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
        let word = self.while_true(|it| {
            !it.is_whitespace() && !it.is_control() && !"[]{}()$;\"%*.".contains(it)
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

impl fmt::Display for Record {
    /// Writes the game strictly: tags, a blank line, movetext in lines of at most 80 characters
    /// where its tokens allow, and the separator `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut column = 0;
        let words = self.tokens.iter().map(Token::to_string).chain(["*".to_owned()]);
        for word in words {
            let len = word.chars().count();
            if 0 < column && 80 < column + 1 + len {
                writeln!(f)?;
                column = 0;
            }
            let gap = if column == 0 { "" } else { " " };
            write!(f, "{gap}{word}")?;
            column += gap.len() + len;
        }
        writeln!(f)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Number { number, second: false } => write!(f, "{number}."),
            Token::Number { number, second: true } => write!(f, "{number}..."),
            Token::Word(word) => f.write_str(word),
            // A closing brace inside would end the comment.
            Token::Comment(text) => write!(f, "{{{}}}", text.replace('}', ")")),
            Token::Nag(nag) => write!(f, "${nag}"),
            Token::Open => f.write_str("("),
            Token::Close => f.write_str(")"),
            Token::Setup(text) => write!(f, "/{}/", text.replace('/', "")),
            Token::Score(score) => f.write_str(score.write()),
        }
    }
}
