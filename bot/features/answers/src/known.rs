//! Answers to questions that are written.
use command::{Command, Commands, QuestionLine, say, verbs};
use content::{
    asked::bank::{AskedAbout, KnownAnswer, KnownQuestion},
    guide::Guide,
};
use engine::games::GameId;
use model::{ids::MatchId, text::Text};
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    matches, people,
};

use super::{
    about_match::{in_match_meant, meant},
    deeds, facts,
    match_question::MatchQuestion,
    rules::QuestionScope,
    words,
};

/// How much a line must be like a written question: one that asks; one that could also be a command or be about a move; one that
/// isn't known to ask.
pub(super) const ASKS: f64 = 0.52;
pub(super) const ASKS_THIS: f64 = 0.7;
pub(super) const MAY_ASK: f64 = 0.66;

/// How much a question about another game than that of the likeliest match counts, and one about playing here where a game is named.
const OTHER: f64 = 0.8;

/// Below this it isn't sure which question is meant, so an answer is followed by other questions to press.
const SURE: f64 = 0.85;

/// The game that written commands name.
const EXAMPLE: &str = "trapdoor";

/// How many questions are offered, and how much each must be like what was asked.
const OFFERED: usize = 3;
const LIKE: f64 = 0.3;

/// How much a part of a line counts, beside the whole.
const PART: f64 = 0.93;

/// The fewest words of such a part.
const FEWEST: usize = 3;

/// The written questions that are most like one, the best first, and how much.
pub(super) struct NearQuestions {
    found: Vec<(&'static KnownQuestion, f64)>,
    /// The game that the commands of an answer about playing here name.
    game: Option<GameId>,
}

/// Finds the written questions that are most like one: about the match on the board, and about its game or playing here.
pub(super) fn known(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<NearQuestions, RequestError> {
    let scope = QuestionScope::read(cx, of, words)?;
    let loaded = match scope.rows.first().or(scope.last.as_ref()) {
        Some(row) => Some(matches::find::load(cx, row.clone())?),
        None => None,
    };
    let agreed = (!scope.rows.is_empty()).then_some(&scope.agreed[..]);
    // Who plays nothing may ask about any game.
    let every: Vec<Guide> = match scope.games.is_empty() {
        true => GameId::ALL.iter().map(|game| Guide::of(*game)).collect(),
        false => Vec::new(),
    };
    let (first, others) = scope.games.split_at(scope.games.len().min(1));
    let others = if every.is_empty() { others } else { &every };
    let mut found: Vec<(&KnownQuestion, f64)> = Vec::new();
    let spelled = scope.spelled(words);
    let bank = cx.memory.house.bank();
    for (part, counts) in parts(&spelled) {
        if let Some(loaded) = &loaded {
            let asked = MatchQuestion::read(cx, loaded, part).asked;
            let fits = |known: &KnownQuestion| match known.answer {
                KnownAnswer::Tells(fact) => {
                    known.about == AskedAbout::Match && facts::may_be_asked(loaded, fact)
                }
                KnownAnswer::Says(_) => false,
            };
            let near = bank.nearest(&asked, None, fits);
            found.extend(near.into_iter().map(|(known, alike)| (known, alike * counts)));
        }
        let asked = scope.words(part);
        let in_games = |games: &[Guide], house: bool| {
            bank.nearest(&asked, agreed, |known| match known.about {
                AskedAbout::Game(game) => games.iter().any(|guide| guide.game() == Some(game)),
                AskedAbout::House => house,
                AskedAbout::Match => false,
            })
        };
        let first = in_games(first, true).into_iter();
        // Who names a game seldom asks about playing here.
        let of_house = if scope.names_a_game { OTHER } else { 1.0 };
        let fits = |known: &KnownQuestion| match known.about {
            AskedAbout::House => of_house,
            AskedAbout::Game(_) | AskedAbout::Match => 1.0,
        };
        found.extend(first.map(|(known, alike)| (known, alike * counts * fits(known))));
        if !others.is_empty() {
            let others = in_games(others, false).into_iter();
            found.extend(others.map(|(known, alike)| (known, alike * counts * OTHER)));
        }
    }
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    let game = scope.games.first().and_then(|guide| guide.game());
    Ok(NearQuestions { found, game })
}

/// Returns a line and its clauses, with how much each counts: what was asked may stand in one of them.
pub(super) fn parts(line: &str) -> Vec<(&str, f64)> {
    let mut out = vec![(line, 1.0)];
    let clauses = line.split(|sign: char| ",.;:?!".contains(sign));
    let clauses = clauses.flat_map(|it| it.split(" and ")).flat_map(|it| it.split(" but "));
    let clauses = clauses.flat_map(|it| it.split(" because ")).map(str::trim);
    let long = clauses.filter(|part| FEWEST <= part.split_whitespace().count() && *part != line);
    out.extend(long.map(|clause| (clause, PART)));
    out
}

impl NearQuestions {
    /// Answers with the best of them that is at least so much like the question. Tells whether one is.
    pub(super) fn answered(
        &self,
        cx: &mut RequestContext<'_>,
        of: Option<MatchId>,
        words: &str,
        least: f64,
    ) -> Result<bool, RequestError> {
        for (known, alike) in self.found.iter().filter(|near| least <= near.1) {
            match known.answer {
                KnownAnswer::Tells(fact) => {
                    if in_match_meant(cx, of, words, |_, _| Some(fact))? {
                        return Ok(true);
                    }
                }
                KnownAnswer::Says(says) => {
                    let others = if *alike < SURE {
                        self.questions(cx.memory.commands, Some(known.answer))
                    } else {
                        Vec::new()
                    };
                    // A line that asks, and asks this, is hardly meant for anybody else.
                    let sure = least <= ASKS && SURE <= *alike;
                    let says = match (known.about, self.game) {
                        (AskedAbout::House, Some(game)) => in_game(says, game),
                        _ => says.to_owned(),
                    };
                    let here = deed_in_match(cx, of, words, known)?;
                    say_known(cx, known, &says, here, others, sure)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the nearest questions to press that have other answers than one.
    pub(super) fn questions(
        &self,
        commands: &Commands,
        told: Option<KnownAnswer>,
    ) -> Vec<QuestionLine> {
        let mut answers: Vec<KnownAnswer> = told.into_iter().collect();
        let mut out = Vec::new();
        for (known, _) in self.found.iter().filter(|near| LIKE <= near.1) {
            let asked = known.asked[0];
            let is_whole =
                !["SQUARE", "NUMBER", "SIDE", "LETTER"].iter().any(|place| asked.contains(place));
            if is_whole && !answers.contains(&known.answer) {
                answers.push(known.answer);
                out.extend(commands.question_line(&format!("{asked}?")));
            }
        }
        out.truncate(OFFERED);
        out
    }
}

/// Says whether the asker can do now what a question about the rules of their match is about; nothing if it doesn't ask for themselves.
fn deed_in_match(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    known: &KnownQuestion,
) -> Result<Vec<String>, RequestError> {
    let loaded = match meant(cx, of) {
        Ok(loaded) if known.about == AskedAbout::Game(loaded.game()) => loaded,
        Ok(_) | Err(RequestError::Refused(_)) => return Ok(Vec::new()),
        Err(fault) => return Err(fault),
    };
    let question = MatchQuestion::read(cx, &loaded, words);
    let is_own = ["i", "my", "me", "now", "them"].iter().any(|word| question.asked.has(word));
    Ok(if is_own { deeds::told(&loaded, &question).unwrap_or_default() } else { Vec::new() })
}

/// Puts a game into the commands of an answer, whose examples name Trapdoor Checkers. One with terms that only that game may have
/// stays.
fn in_game(says: &str, game: GameId) -> String {
    let parts = says.split('`').enumerate().map(|(nth, part)| {
        let Some((before, terms)) = part.split_once(EXAMPLE).filter(|_| nth % 2 == 1) else {
            return part.to_owned();
        };
        let everywhere = |term: &str| term == "quick" || term.parse::<u8>().is_ok();
        if !terms.split_whitespace().all(everywhere) {
            return part.to_owned();
        }
        format!("{before}{}{terms}", game.name())
    });
    parts.collect::<Vec<_>>().join("`")
}

fn say_known(
    cx: &mut RequestContext<'_>,
    known: &KnownQuestion,
    says: &str,
    here: Vec<String>,
    others: Vec<QuestionLine>,
    sure: bool,
) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Rules::VERB, ActionTarget::Oneself)?;
    let mut lines = vec![Text::from_markdown(says)];
    lines.extend(here.into_iter().map(Text::sentence));
    let presses: Vec<Command> = match known.about {
        AskedAbout::Game(game) => {
            let guide = Guide::of(game);
            let topics = known.lines.iter();
            lines.extend(
                topics
                    .clone()
                    .take(1)
                    .map(|topic| Text::small(words::from_topic(guide.title(), topic))),
            );
            topics.map(|&topic| say!(Rules { game: guide.name(), topic })).collect()
        }
        AskedAbout::House | AskedAbout::Match => known
            .lines
            .iter()
            .filter_map(|line| cx.memory.commands.parse(line).ok().flatten())
            .collect(),
    };
    let topics = presses.into_iter().map(people::words::help::line_button);
    let choices = topics.chain(others.into_iter().map(words::question_button));
    let mut reply = cx.answer(Text::Lines(lines)).suggestions(choices);
    // A guess is left out where people talk to each other.
    reply.guessed = !sure;
    cx.say(reply);
    Ok(())
}
