//! Games as PDN 3.0 writes them, token by token, so that a variant can have words of its own.
mod reader;
mod replay;

use std::fmt;

pub use reader::read;
pub(crate) use replay::{Heard, Movetext, TaggedKind, is_record, one, settled};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 256_000;
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

/// The kinds of draughts that a `GameType` begins with; PDN 3.0 lists them.
const TYPES: [(u16, &str); 13] = [
    (20, "international"),
    (22, "Italian"),
    (23, "American pool"),
    (24, "Spanish"),
    (25, "Russian"),
    (26, "Brazilian"),
    (27, "Canadian"),
    (28, "Portuguese"),
    (29, "Czech"),
    (30, "Turkish"),
    (31, "Thai"),
    (40, "Frisian"),
    (41, "Spantsiretti"),
];

/// Tells whether a `Variant` is a name of plain draughts by English rules, as programs and collections write it.
fn is_plain(name: &str) -> bool {
    let mut words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty());
    let plain = [
        "anglo",
        "american",
        "english",
        "british",
        "draughts",
        "checkers",
        "standard",
        "straight",
        "normal",
        "classic",
        "21",
        "8x8",
        "wcdf",
        "acf",
        "3",
        "three",
        "move",
        "ballot",
        "restriction",
        "gayp",
        "none",
    ];
    words.all(|word| plain.iter().any(|plain_word| word.eq_ignore_ascii_case(plain_word)))
}

/// One game: its tags and its movetext, both in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values, such as `Event` and `Friday`.
    pub tags: Vec<(String, String)>,
    /// What was played and said.
    pub tokens: Vec<Token>,
    /// Where its first tag or token stood, if it was read.
    pub first: TextPlace,
    /// Where each token stood, if it was read.
    pub places: Vec<TextPlace>,
}

/// Where something stands in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// The byte at which it begins.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
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
    /// What stood between braces. What stood behind `;` isn't kept.
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

/// Why a text isn't PDN, and where.
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
    #[error("this record is too long")]
    TooMuch,
    /// A tag that isn't `[Name "value"]`.
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    /// A brace, slash, quote or bracket that is never closed.
    #[error("this is never closed")]
    Unclosed,
    /// A `)` without `(`.
    #[error("this closes something that was never opened")]
    Unopened,
    /// A comment that goes to the end of its line, in a text without line ends.
    #[error(
        "a comment after ; lasts to the end of its line, but this text is one line: send it as a \
         file, or remove such comments"
    )]
    OneLine,
    /// A character that starts nothing.
    #[error("this character doesn't belong here")]
    Odd,
}

impl Record {
    /// Returns the value of a tag, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the leading number of the `GameType`.
    pub fn game_type(&self) -> Option<u16> {
        self.tag("GameType")?.split(',').next()?.trim().parse().ok()
    }

    /// Returns the name of the game that it says it is of, unless that is plain draughts: its `Variant`, or what its `GameType` stands for.
    pub fn kind(&self) -> Option<String> {
        let variant = self.tag("Variant").filter(|it| !is_plain(it)).map(str::to_owned);
        variant.or_else(|| {
            let number = self.game_type()?;
            let name = TYPES.iter().find(|it| it.0 == number).map(|it| it.1);
            (number != 21).then(|| {
                name.map_or_else(|| format!("GameType {number}"), |name| format!("{name} draughts"))
            })
        })
    }

    /// Returns who played, or else the event, and the date, for a list of games.
    pub fn title(&self) -> String {
        let said =
            |name| self.tag(name).filter(|value| !value.trim_matches(['?', '.', ' ']).is_empty());
        let names = match (said("Black"), said("White")) {
            (None, None) => said("Event").unwrap_or("no names").to_owned(),
            (black, white) => format!("{} – {}", black.unwrap_or("?"), white.unwrap_or("?")),
        };
        said("Date").map(|date| format!("{names}, {date}")).unwrap_or(names)
    }

    /// Tells whether it holds a game: tags, or something with a digit where a move stands.
    pub fn is_one(&self) -> bool {
        let digits = |word: &str| word.contains(|it: char| it.is_ascii_digit());
        !self.tags.is_empty()
            || self.tokens.iter().any(|token| matches!(token, Token::Word(word) if digits(word)))
    }

    /// Returns how many moves the main line has.
    pub fn moves(&self) -> usize {
        self.main_line().filter(|token| matches!(token, Token::Word(_))).count()
    }

    /// Returns the part of `text`, from which it was read, with this game up to a number of its moves. What stood before is replaced by
    /// lines without meaning, so that the numbers of lines stay.
    pub fn cut(&self, text: &str, moves: usize) -> String {
        let mut words = self.placed().filter(|(_, token)| matches!(token, Token::Word(_)));
        let end = match words.nth(moves) {
            Some((next, _)) => self.places[next].start,
            None => self.places.last().map_or(self.first.end, |last| last.end),
        };
        "%\n".repeat(self.first.line.saturating_sub(1)) + &text[self.first.start..end]
    }

    /// Lists the tokens of the game itself, without its variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Token> {
        self.placed().map(|it| it.1)
    }

    /// Lists the tokens of the main line with their places among all.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (usize, &Token)> {
        let mut depth = 0_usize;
        self.tokens.iter().enumerate().filter(move |(_, token)| {
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
    /// Reads a result, of chess and of international draughts, with any dash and any way to write a half.
    pub fn read(text: &str) -> Option<Score> {
        let plain = text
            .replace(['–', '—', '−', '‐', '‑'], "-")
            .replace('½', "1/2")
            .replace("0.5", "1/2")
            .replace("0,5", "1/2");
        match plain.as_str() {
            "1-0" | "2-0" => Some(Score::White),
            "0-1" | "0-2" => Some(Score::Black),
            "1/2-1/2" | "1-1" | "1/2" | "draw" | "Draw" => Some(Score::Drawn),
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
