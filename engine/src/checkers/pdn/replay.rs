//! Replays recorded games and records played ones, for every game with PDN.
use super::{BRAZILIAN, ENGLISH, Record, Score, TextPlace, Token, is_plain, read};
use crate::{
    checkers::{Position, Rules, fen::FenError},
    game::Outcome,
    quote::short,
    refusal::Refusal,
    seat::Seat,
};

/// An item of a record's main line, for the game to interpret.
pub(crate) enum Heard<'a> {
    /// A move, or another word that stands where a move does.
    Word(&'a str),
    /// A comment in braces, and the number of words before it. It is prose, unless the game gives it
    /// a meaning.
    Comment(&'a str, u32),
}

/// The kind of game, as its tags say.
pub(crate) struct TaggedKind<'a> {
    pub(crate) rules: Rules,
    /// The tag `Variant`, if the game has a name of its own.
    pub(crate) variant: Option<&'a str>,
    /// Tags of the game's own, in their order.
    pub(crate) own: Vec<(&'a str, String)>,
    /// Where the record begins.
    pub(crate) start: Position,
}

/// The movetext of a game being written.
pub(crate) struct Movetext {
    first: Seat,
    number: u16,
    tokens: Vec<Token>,
}

/// Tells whether a start is given as a record: whatever doesn't begin like a FEN.
pub(crate) fn is_record(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(['B', 'W', 'b', 'w']);
    !rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Reads a text that holds one recorded game.
///
/// # Errors
/// When it is no PDN, or holds another number of games.
pub(crate) fn one(text: &str) -> Result<Record, Refusal> {
    let mut games = read(text)
        .map_err(|err| Refusal::unreadable(format!("The record can't be read: {err}.")))?;
    match (games.pop(), games.len()) {
        (Some(record), 0) => Ok(record),
        (last, before) => {
            let count = before + usize::from(last.is_some());
            let says = format!("A record must hold one game, not {count}.");
            Err(Refusal::unreadable(says))
        }
    }
}

/// Returns a setting from the record, or else the given one. A setting that was `said` and
/// contradicts a tag is an error.
///
/// # Errors
/// When the two contradict each other.
pub(crate) fn settled<T: PartialEq>(
    name: &str,
    given: T,
    recorded: Option<T>,
    said: impl Fn(&str) -> bool,
) -> Result<T, Refusal> {
    match recorded {
        Some(recorded) if said(name) && recorded != given => {
            Err(Refusal::illegal(format!("The record has a different `{name}`. Leave yours out.")))
        }
        Some(recorded) => Ok(recorded),
        None => Ok(given),
    }
}

impl Record {
    /// Tells whether the record may be of a game whose `Variant` is one of `known`, or missing, or a name of plain draughts, and that is
    /// played by one of these rules.
    pub(crate) fn may_be(&self, known: &[&str], rules: &[Rules]) -> bool {
        let known = |name: &str| {
            is_plain(name) || known.iter().any(|known| name.eq_ignore_ascii_case(known))
        };
        self.tag("Variant").is_none_or(known)
            && self
                .game_type()
                .is_none_or(|named| rules.iter().any(|played| played.game_type() == named))
    }

    /// Refuses a record that isn't of a game, as [`Record::may_be`] has it; `title` is the game's. Returns the rules that its `GameType`
    /// names.
    ///
    /// # Errors
    /// If the record is of another game.
    pub(crate) fn check(
        &self,
        known: &[&str],
        rules: &[Rules],
        title: &str,
    ) -> Result<Option<Rules>, Refusal> {
        if self.may_be(known, rules) {
            let named = self.game_type();
            return Ok(rules.iter().find(|played| Some(played.game_type()) == named).copied());
        }
        let kind = self.kind().unwrap_or_default();
        Err(Refusal::illegal(format!("The record is of {}, not {title}.", short(&kind))))
    }

    /// Returns where the record begins: by its `FEN`, or else at `usual`.
    ///
    /// # Errors
    /// When its FEN can't be read.
    pub(crate) fn start(&self, usual: Position) -> Result<Position, Refusal> {
        let Some(text) = self.tag("FEN") else { return Ok(usual) };
        let fault = |err: FenError| {
            Refusal::unreadable(format!(
                "The record's FEN can't be read: \
                                                                 {err}."
            ))
        };
        text.parse().map_err(fault)
    }

    /// Reads a tag that is `yes` or `no`.
    ///
    /// # Errors
    /// When it is neither.
    pub(crate) fn switch(&self, name: &str) -> Result<Option<bool>, Refusal> {
        let Some(text) = self.tag(name) else { return Ok(None) };
        match text.to_lowercase().as_str() {
            "yes" => Ok(Some(true)),
            "no" => Ok(Some(false)),
            _ => Err(Refusal::unreadable(format!(
                "The record's tag `{name}` must be yes or no, not `{}`.",
                short(text)
            ))),
        }
    }

    /// Goes through the main line, a word or a comment at a time.
    ///
    /// # Errors
    /// If `hear` refuses something (a word is refused with its place in the record), or the record sets
    /// up another position partway.
    pub(crate) fn replay(
        &self,
        mut hear: impl FnMut(Heard<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut moves = 0;
        for (index, token) in self.placed() {
            match token {
                Token::Comment(text) => hear(Heard::Comment(text, moves))?,
                Token::Word(word) => {
                    moves += 1;
                    hear(Heard::Word(word)).map_err(|Refusal { code, says, .. }| {
                        // Suggestions from another position don't help.
                        let (word, place) = (short(word), self.places.get(index).copied());
                        let TextPlace { line, column, .. } = place.unwrap_or_default();
                        let place = format!("move {moves}, line {line}, character {column}");
                        Refusal::new(code, format!("`{word}` ({place} of the record): {says}"))
                    })?;
                }
                Token::Setup(_) => {
                    let says = "A record that sets up a new position partway can't be resumed.";
                    return Err(Refusal::illegal(says));
                }
                Token::Number { .. }
                | Token::Nag(_)
                | Token::Score(_)
                | Token::Open
                | Token::Close => {}
            }
        }
        Ok(())
    }
}

impl Movetext {
    /// Begins with the seat that moves first in the record.
    pub(crate) fn new(first: Seat) -> Movetext {
        Movetext { first, number: 0, tokens: Vec::new() }
    }

    /// Adds a comment.
    pub(crate) fn comment(&mut self, text: &str) {
        self.tokens.push(Token::Comment(text.to_owned()));
    }

    /// Adds a move of a seat, with its number if the first mover makes it.
    pub(crate) fn word(&mut self, seat: Seat, word: String) {
        if seat == self.first {
            self.number += 1;
            self.tokens.push(Token::Number { number: self.number, second: false });
        }
        self.tokens.push(Token::Word(word));
    }

    /// Adds the tags: those `given`, then any missing ones about the game and its result.
    pub(crate) fn finish(
        self,
        given: &[(String, String)],
        kind: TaggedKind<'_>,
        outcome: Option<&Outcome>,
    ) -> String {
        let TaggedKind { rules, variant, own, start } = kind;
        let (game_type, usual) = match rules {
            Rules::English => (ENGLISH, Position::ENGLISH),
            Rules::Continental => (BRAZILIAN, Position::CONTINENTAL),
        };
        let fen = (start != usual).then(|| ("FEN", start.to_string()));
        let all = [("Result", score(outcome).to_owned()), ("GameType", game_type.to_owned())];
        let all = all.into_iter().chain(variant.map(|variant| ("Variant", variant.to_owned())));
        let mut tags = given.to_vec();
        for (name, value) in all.chain(own).chain(fen) {
            if !tags.iter().any(|it| it.0.eq_ignore_ascii_case(name)) {
                tags.push((name.to_owned(), value));
            }
        }
        Record { tags, tokens: self.tokens, ..Record::default() }.to_string()
    }
}

/// Writes a result as PDN has it, White's points first.
fn score(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|it| it.winner) {
        None => "*",
        Some(None) => Score::Drawn.write(),
        Some(Some(Seat::First)) => Score::Black.write(),
        Some(Some(Seat::Second)) => Score::White.write(),
    }
}
