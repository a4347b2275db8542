//! Answers from the rules of the game that is played, as it was agreed, and of the house.
use command::{Command, say, verbs, yes_or_no};
use content::{
    asked::{
        AskedWords, Spelling,
        search::{self, Passage, SearchScope},
    },
    guide::Guide,
    house::House,
};
use engine::{games::GameId, seat::Seat};
use model::{ids::MatchId, reply::Choice, text::Text};
use serde_json::Value;
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    matches, people,
};
use store::{MatchRow, Terms};

use super::{
    about_match::{about_past, likeliest_here},
    board,
    facts::score_now,
    known::NearQuestions,
    words,
};

/// The least share of a question that a passage must speak about, and the least of its rank.
const COVERS: f64 = 0.45;
const SCORE: f64 = 3.0;

/// The share from which on a passage speaks of all that was asked.
const WHOLE: f64 = 0.9;

/// The share that is enough for a topic whose name is in the question.
const NAMED: f64 = 0.2;

/// Answers a question from the rules or the house.
///
/// # Errors
/// If nothing there is about the question; the refusal names the nearest topics.
pub(super) fn from_rules(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    known: &NearQuestions,
) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Rules::VERB, ActionTarget::Oneself)?;
    if yes_or_no(words).is_some() {
        return Err(words::cannot_answer(words, Vec::new(), Vec::new()).into());
    }
    let QuestionScope { asked, rows, games, agreed, .. } = QuestionScope::read(cx, of, words)?;
    if let [guide] = &games[..]
        && search::is_about_nothing_else(&asked)
    {
        let introduction = vec![Text::from_markdown(guide.introduction())];
        let line = people::words::help::line_button(say!(Rules { game: guide.name() }));
        let reply = cx.answer(Text::Lines(introduction)).choices([line]);
        cx.say(reply);
        return Ok(());
    }
    let scope = SearchScope { games: &games, agreed: &agreed };
    let house = cx.memory.house;
    let found = house.index().find(&asked, &scope);
    let strange = search::is_strange(&asked, house.spelling());
    let is_good = |passage: &Passage| {
        let Passage { score, covers, is_named, .. } = *passage;
        if is_named && NAMED <= covers {
            return true;
        }
        (WHOLE <= covers || SCORE <= score) && COVERS <= covers && (!strange || 0.6 <= covers)
    };
    // What was agreed may stand before the passage that fits best.
    let good = found.first().filter(|_| found.iter().take(4).any(is_good));
    let Some(best) = good else {
        if about_past(cx, of, words)? {
            return Ok(());
        }
        let mut nearest: Vec<Command> = Vec::new();
        for line in found.iter().map(line_of) {
            if nearest.len() < 2 && !nearest.contains(&line) {
                nearest.push(line);
            }
        }
        return Err(words::cannot_answer(
            words,
            nearest,
            known.questions(cx.memory.commands, None),
        )
        .into());
    };
    let mut lines = vec![Text::from_markdown(&said(house, best, &asked, &agreed))];
    if asked.has("how")
        && asked.has("win")
        && let Some(score) = score_now(cx)?
    {
        lines.push(Text::sentence(score));
    }
    if let [row] = &rows[..]
        && best.guide.game() == Some(row.terms.game)
        && let Some(variation) = variation_of(&row.terms)
    {
        lines.push(Text::small(words::this_match(&variation)));
    }
    lines.push(Text::small(words::from_topic(best.guide.title(), best.topic)));
    let questions =
        known.questions(cx.memory.commands, None).into_iter().map(words::question_button);
    let choices = choices(best, &found).into_iter().chain(questions);
    let mut reply = cx.answer(Text::Lines(lines)).suggestions(choices);
    // It is a guess, so it is left out where people talk to each other.
    reply.guessed = true;
    cx.say(reply);
    Ok(())
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
        let mut games: Vec<Guide> = match named.is_empty() {
            true => rows.iter().map(|row| Guide::of(row.terms.game)).collect(),
            false => named.iter().map(|game| Guide::of(*game)).collect(),
        };
        // After a match its game is still meant.
        let last = match games.is_empty() {
            true => cx.tx.latest_of(cx.me.id, cx.room.id)?,
            false => None,
        };
        games.extend(last.as_ref().map(|row| Guide::of(row.terms.game)));
        let agreed = rows.iter().flat_map(|row| agreed_in(&row.terms)).collect();
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

fn said(house: &'static House, best: &Passage, asked: &AskedWords, agreed: &[String]) -> String {
    if let Some(says) = best.says {
        return says.to_owned();
    }
    house.index().sentence(best.guide, best.topic, asked, agreed)
}

/// Returns the command behind an answer.
fn line_of(passage: &Passage) -> Command {
    say!(Rules { game: passage.guide.name(), topic: passage.topic })
}

/// Makes the buttons below an answer: what is behind it, and the next topic.
fn choices(best: &Passage, found: &[Passage]) -> Vec<Choice> {
    let next = found.iter().skip(1).filter(|it| best.score * 0.5 < it.score).map(line_of);
    let own = line_of(best);
    let next = next.take(1).filter(|it| *it != own);
    [own.clone()].into_iter().chain(next).map(people::words::help::line_button).collect()
}

/// Returns the names and values of what was agreed beyond the usual game.
fn agreed_in(terms: &Terms) -> Vec<String> {
    let usual = terms.game.options("").unwrap_or_default();
    let Value::Object(options) = &terms.options else { return Vec::new() };
    let mut out = Vec::new();
    for (name, value) in options.iter().filter(|(name, value)| usual.get(name) != Some(value)) {
        let (name, word) = (name.replace('_', "-"), value.as_str().map(str::to_lowercase));
        out.push(format!("{name}={}", word.clone().unwrap_or_else(|| value.to_string())));
        out.push(name);
        out.extend(word);
    }
    if terms.game.options("quick").is_ok_and(|quick| quick == terms.options) {
        out.push("quick".to_owned());
    }
    out
}

/// Names the variation of a match; none for the usual game.
pub(super) fn variation_of(terms: &Terms) -> Option<String> {
    terms.game.variation(terms.options.clone()).ok().filter(|it| !it.is_empty())
}
