//! What a question is about: the game that is played, as it was agreed, and the house; and what is said where no answer fits.
use command::{say, verbs, yes_or_no};
use content::{
    asked::{AskedWords, Spelling, word_list},
    guide::Guide,
};
use engine::{games::GameId, seat::Seat};
use model::{ids::MatchId, text::Text};
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    matches, people,
    terms::agreed,
};
use store::{MatchRow, Terms};

use super::{
    about_match::{about_past, likeliest_here},
    board,
    facts::score_now,
    known::{AT_LAST, NearAnswers},
    words,
};

/// Answers a question by whatever fits at least a little.
///
/// # Errors
/// If nothing does; the refusal offers the nearest.
pub(super) fn from_rules(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    known: &NearAnswers,
) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Rules::VERB, ActionTarget::Oneself)?;
    if yes_or_no(words).is_some() {
        return Err(words::cannot_answer(words, Vec::new(), Vec::new()).into());
    }
    let scope = QuestionScope::read(cx, of, words)?;
    if let [guide] = &scope.games[..]
        && is_about_nothing_else(&scope.asked)
    {
        let introduction = vec![Text::from_markdown(guide.introduction())];
        let line = people::words::help::line_button(say!(Rules { game: guide.name() }));
        let reply = cx.answer(Text::Lines(introduction)).choices([line]);
        cx.say(reply);
        return Ok(());
    }
    if known.answered(cx, of, words, AT_LAST)? || about_past(cx, of, words)? {
        return Ok(());
    }
    let (topics, questions) =
        (known.next_topics(cx, None, &[]), known.questions(cx.memory.commands, None));
    Err(words::cannot_answer(words, topics, questions).into())
}

/// Returns what follows a sentence of the rules about this match: the score, if the question was how to win, and the variation.
pub(super) fn said_of_match(
    cx: &mut RequestContext<'_>,
    scope: &QuestionScope,
    guide: Guide,
) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    if scope.asked.has("how") && scope.asked.has("win") {
        lines.extend(score_now(cx)?.into_iter().map(Text::sentence));
    }
    if let [row] = &scope.rows[..]
        && guide.game() == Some(row.terms.game)
        && let Some(variation) = variation_of(&row.terms)
    {
        lines.push(Text::small(words::this_match(&variation)));
    }
    Ok(lines)
}

/// Tells whether a question has no word that says what it is about, such as `what is this game`.
fn is_about_nothing_else(asked: &AskedWords) -> bool {
    let is_in = |list: &str, word: &String| word_list(list).contains(&word.as_str());
    asked.words.iter().any(|word| ["what", "explain", "about"].contains(&word.as_str()))
        && asked.words.iter().all(|word| is_in("introduces", word))
}

/// What a question without a square or a fact of a match is about.
pub(super) struct QuestionScope {
    /// Its words, without the names of people and games.
    pub(super) asked: AskedWords,
    /// The matches that it may be about, the likeliest first.
    pub(super) rows: Vec<MatchRow>,
    /// The games whose rules are meant; none for all.
    pub(super) games: Vec<Guide>,
    /// The names and values of what was agreed in those matches.
    pub(super) agreed: Vec<String>,
    /// The asker's last match here, if none runs.
    pub(super) last: Option<MatchRow>,
    /// Whether it names a game.
    pub(super) names_a_game: bool,
    /// The names of people, which don't say what is asked.
    names: Vec<String>,
    spelling: &'static Spelling,
}

impl QuestionScope {
    /// Returns the game that is asked about first.
    pub(super) fn game(&self) -> Option<GameId> {
        self.games.first().and_then(|guide| guide.game())
    }

    pub(super) fn read(
        cx: &RequestContext<'_>,
        of: Option<MatchId>,
        words: &str,
    ) -> Result<QuestionScope, RequestError> {
        let names = names_here(cx)?;
        let spelling = cx.memory.house.spelling();
        let asked = words_without(words, &names, spelling);
        let named = games_named(words);
        let mut rows = likeliest_here(cx)?;
        rows.retain(|row| of.is_none_or(|of| row.id == of));
        rows.retain(|row| named.is_empty() || named.contains(&row.terms.game));
        let mut games: Vec<Guide> = if named.is_empty() {
            rows.iter().map(|row| Guide::of(row.terms.game)).collect()
        } else {
            named.iter().map(|game| Guide::of(*game)).collect()
        };
        // After a match its game is still meant.
        let last = if games.is_empty() { cx.tx.latest_of(cx.me.id, cx.room.id)? } else { None };
        games.extend(last.as_ref().map(|row| Guide::of(row.terms.game)));
        let agreed = rows.iter().flat_map(|row| agreed(&row.terms)).collect();
        let names_a_game = !named.is_empty();
        Ok(QuestionScope { asked, rows, games, agreed, last, names_a_game, names, spelling })
    }

    /// Writes the question without slips.
    pub(super) fn spelled(&self, line: &str) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        AskedWords::spelled(line, &names, self.spelling)
    }

    /// Reads the words of a part of the question.
    pub(super) fn words(&self, part: &str) -> AskedWords {
        words_without(part, &self.names, self.spelling)
    }
}

/// Reads words without names of people and games: who is asked about doesn't say what, and games are named to say
/// whose rules are meant.
fn words_without(line: &str, names: &[String], spelling: &Spelling) -> AskedWords {
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut asked = AskedWords::read(line, &known, spelling);
    let games: Vec<&str> = games_named(line).iter().map(|game| game.name()).collect();
    let is_game = |word: &str| games_named(word).iter().any(|game| games.contains(&game.name()));
    let is_name = |word: &String| names.contains(word) || is_game(word);
    asked.words.retain(|word| !is_name(word) && !board::is_move(word));
    asked
}

/// Returns the names of the asker and of those they play against, or played against last, in small letters.
fn names_here(cx: &RequestContext<'_>) -> Result<Vec<String>, RequestError> {
    let mut names = vec![cx.me.name.to_lowercase()];
    let mut rows = matches::here::playable_here(cx)?;
    if rows.is_empty() {
        rows.extend(cx.tx.latest_of(cx.me.id, cx.room.id)?);
    }
    for row in rows {
        for seat in Seat::BOTH {
            names.push(cx.tx.person(*row.seats.get(seat))?.name.to_lowercase());
        }
    }
    Ok(names)
}

/// Returns the games that words name.
fn games_named(words: &str) -> Vec<GameId> {
    let mut out: Vec<GameId> = Vec::new();
    let mut before = "";
    for word in words.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty()) {
        // `Is it optional, unlike draughts?` A trapdoor is also a thing on the board.
        let compares = ["unlike", "like", "than"].contains(&before);
        let is_thing =
            word.eq_ignore_ascii_case("trapdoor") && ["a", "the", "this", "that"].contains(&before);
        before = word;
        if compares || is_thing || word.len() < 5 {
            continue;
        }
        if let [game] = GameId::meant(word)[..]
            // Short forms are other words, too: pieces, and checkers in some games.
            && (word.eq_ignore_ascii_case(game.name())
                || !["piece", "checkers"].iter().any(|short| word.eq_ignore_ascii_case(short)))
            && !out.contains(&game)
        {
            out.push(game);
        }
    }
    out
}

/// Names the variation of a match; none for the usual game.
pub(super) fn variation_of(terms: &Terms) -> Option<String> {
    terms.game.variation(terms.options.clone()).ok().filter(|it| !it.is_empty())
}
