//! Answers from the one search: what is written, and the sentences of the rules.
use command::{Command, Commands, QuestionLine, say, verbs};
use content::{
    asked::index::{AnswerText, AskedAbout, FoundAnswer, Passage, SAME, Scope},
    guide::{Guide, HOUSE},
};
use engine::{games::GameId, quote::sentence_case};
use model::{ids::MatchId, text::Text};
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    matches, people,
};

use super::{
    about_match::in_match_meant,
    facts,
    match_question::MatchQuestion,
    rules::{QuestionScope, said_of_match},
    words,
};

/// How well an answer must fit a line: one that asks, after all else was tried or before; one that could also be a command or be about a
/// move; one that isn't known to ask.
pub(super) const AT_LAST: f64 = 0.3;
pub(super) const ASKS: f64 = 0.4;
pub(super) const ASKS_THIS: f64 = 0.55;
pub(super) const MAY_ASK: f64 = 0.5;

/// How much an answer about another game than that of the likeliest match counts, and one about playing here where a game is named.
const OTHER: f64 = 0.8;

/// From here on it is sure which answer is meant, or if it fits so much better than any of another topic. Else it is an offer beside others.
const SURE: f64 = 0.6;
const CLEAR: f64 = 0.05;

/// The game that written commands name.
const EXAMPLE: &str = "trapdoor";

/// How many questions are offered, and how well each must fit what was asked.
const OFFERED: usize = 3;
const LIKE: f64 = 0.15;

/// How many topics that come next are offered.
const TOPICS: usize = 2;

/// How much a part of a line counts, beside the whole, and the fewest words of one.
const PART: f64 = 0.93;
const FEWEST: usize = 3;

/// What fits a question, the best first.
pub(super) struct NearAnswers {
    found: Vec<FoundAnswer<'static>>,
    scope: QuestionScope,
    /// Whether the question is about the position of a match, which no rules tell.
    of_position: bool,
}

/// Finds what fits a question: about the match on the board, and about its game or playing here.
pub(super) fn known(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<NearAnswers, RequestError> {
    let scope = QuestionScope::read(cx, of, words)?;
    let loaded = match scope.rows.first().or(scope.last.as_ref()) {
        Some(row) => Some(matches::find::load(cx, row.clone())?),
        None => None,
    };
    let agreed = (!scope.rows.is_empty()).then_some(&scope.agreed[..]);
    let first = scope.game();
    let is_of_first = |game: GameId| first.is_none_or(|first| first == game);
    let is_meant = |game: GameId| {
        scope.games.is_empty() || scope.games.iter().any(|guide| guide.game() == Some(game))
    };
    let index = cx.memory.house.index();
    let within = Scope { game: first, agreed };
    let mut found: Vec<FoundAnswer<'static>> = Vec::new();
    let mut add = |more: Vec<FoundAnswer<'static>>, counts: &dyn Fn(AskedAbout) -> f64| {
        for mut one in more {
            one.alike *= counts(one.passage.about());
            match found.iter_mut().find(|it| it.passage.is(&one.passage)) {
                Some(same) if one.alike <= same.alike => {}
                Some(same) => *same = one,
                None => found.push(one),
            }
        }
    };
    for (part, counts) in parts(&scope.spelled(words)) {
        if let Some(loaded) = &loaded {
            let asked = MatchQuestion::read(cx, loaded, part).asked;
            let may = |passage: &Passage<'_>| {
                match passage {
                Passage::Answer(answer) => answer.holds.iter().any(
                    |(_, told)| matches!(told, AnswerText::Tells(fact) if facts::may_be_asked(loaded, *fact)),
                ),
                Passage::Sentence(_) => false,
            }
            };
            add(index.find(&asked, &within, may), &|_| counts);
        }
        let asked = scope.words(part);
        let may = |passage: &Passage<'_>| match passage.about() {
            AskedAbout::Game(game) => is_meant(game),
            AskedAbout::House => true,
            AskedAbout::Match => false,
        };
        add(index.find(&asked, &within, may), &|about| match about {
            AskedAbout::Game(game) if is_of_first(game) && first.is_some() => counts,
            AskedAbout::House if !scope.names_a_game => counts,
            // Who names a game seldom asks about playing here.
            AskedAbout::Game(_) | AskedAbout::House | AskedAbout::Match => counts * OTHER,
        });
    }
    found.sort_by(|one, other| other.alike.total_cmp(&one.alike));
    let of_position = loaded.is_some_and(|loaded| {
        loaded.row.end.is_none() && MatchQuestion::read(cx, &loaded, words).is_of_position()
    });
    Ok(NearAnswers { found, scope, of_position })
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

impl NearAnswers {
    /// Answers with the best that fits at least so well and shares a rare word with the question. Tells whether there is one.
    pub(super) fn answered(
        &self,
        cx: &mut RequestContext<'_>,
        of: Option<MatchId>,
        words: &str,
        least: f64,
    ) -> Result<bool, RequestError> {
        let told = self.found.iter().take_while(|it| least <= it.alike).filter(|it| it.is_meant);
        for found in told {
            let (says, agreed) = match found.passage {
                Passage::Sentence(sentence) => (sentence.says, None),
                Passage::Answer(answer) => match answer.told(self.agreed(), &self.scope.asked) {
                    Some((agreed, AnswerText::Says(says))) => (says, agreed),
                    Some((_, AnswerText::Tells(fact)))
                        if in_match_meant(cx, of, words, |_, _| Some(fact))? =>
                    {
                        return Ok(true);
                    }
                    Some((_, AnswerText::Tells(_))) | None => continue,
                },
            };
            return self.say(cx, (found, says, agreed), least).map(|()| true);
        }
        Ok(false)
    }

    fn agreed(&self) -> Option<&[String]> {
        (!self.scope.rows.is_empty()).then_some(&self.scope.agreed[..])
    }

    fn say(
        &self,
        cx: &mut RequestContext<'_>,
        (found, says, agreed): (&FoundAnswer<'static>, &str, Option<&str>),
        least: f64,
    ) -> Result<(), RequestError> {
        let about = found.passage.about();
        authority::decide::clear_as(cx, verbs::Rules::VERB, ActionTarget::Oneself)?;
        let says = match (about, self.scope.game()) {
            (AskedAbout::House, Some(game)) => in_game(says, game),
            _ => says.to_owned(),
        };
        // To a question in other words, `yes` could mean the opposite.
        let says = if found.is_named { says } else { without_yes_or_no(&says) };
        // Of a position the rules are no answer, unless they tell just that.
        let is_beside = self.of_position
            && !found.is_named
            && (game_of(&found.passage).is_some() || found.alike < SURE);
        let is_sure = found.is_named
            || SURE <= found.alike
            || !is_beside && self.is_clear(cx.memory.commands, found);
        let lead = match (is_beside, is_sure) {
            (true, _) => Some(words::not_of_position(is_sure)),
            (false, true) => None,
            (false, false) => Some(words::perhaps()),
        };
        let is_told = is_sure || !is_beside;
        let told = is_told.then(|| Text::from_markdown(&says));
        let mut lines: Vec<Text> = lead.into_iter().chain(told).collect();
        if let Passage::Sentence(sentence) = found.passage {
            lines.extend(said_of_match(cx, &self.scope, sentence.guide)?);
        }
        let mut own = topics(cx.memory.commands, &found.passage);
        // What holds by a variation stands in its topic.
        let is_of_it =
            |line: &Command| topic_of(cx, line).is_some_and(|(_, topic)| agreed == Some(topic));
        own.sort_by_key(|line| !is_of_it(line));
        if let Some((guide, topic)) = own.first().and_then(|line| topic_of(cx, line))
            && is_told
        {
            lines.push(Text::small(words::from_topic(guide.title(), topic)));
        }
        let next = self.next_topics(cx, Some(&found.passage), &own);
        let board = is_beside.then(|| say!(Board));
        let presses = board.into_iter().chain(own).chain(next);
        let presses = presses.map(people::words::help::line_button);
        let others = (!is_sure).then(|| self.questions(cx.memory.commands, Some(&found.passage)));
        let others = others.unwrap_or_default();
        let choices = presses.chain(others.into_iter().map(words::question_button));
        let mut reply = cx.answer(Text::Lines(lines)).suggestions(choices);
        // A guess is left out where people talk to each other; a line that asks, and asks this, is hardly meant for anybody else.
        reply.guessed = !found.is_named && (ASKS < least || !is_sure);
        cx.say(reply);
        Ok(())
    }

    /// Tells whether what fits best fits clearly better than what is about another topic.
    fn is_clear(&self, commands: &Commands, best: &FoundAnswer<'static>) -> bool {
        let topic =
            |found: &FoundAnswer<'static>| topics(commands, &found.passage).into_iter().next();
        let own = topic(best);
        let mut others = self.found.iter().filter(|other| topic(other) != own);
        ASKS <= best.alike && others.next().is_none_or(|other| other.alike + CLEAR <= best.alike)
    }

    /// Returns the topics that come next: those of what fits next beside what is told, and then those behind its own topic.
    pub(super) fn next_topics(
        &self,
        cx: &RequestContext<'_>,
        told: Option<&Passage<'_>>,
        own: &[Command],
    ) -> Vec<Command> {
        let near = self.found.iter().filter(|near| self.may_follow(&near.passage, told)).take(30);
        let near = near.filter_map(|near| {
            topics(cx.memory.commands, &near.passage)
                .into_iter()
                .find(|line| topic_of(cx, line).is_some())
        });
        let first = own.iter().find_map(|line| topic_of(cx, line));
        let behind =
            std::iter::successors(first, |(guide, topic)| Some((*guide, guide.next(topic)?)));
        let behind = behind.skip(1).take(TOPICS);
        let behind = behind.map(|(guide, topic)| say!(Rules { game: guide.name(), topic }));
        let mut out: Vec<Command> = Vec::new();
        for line in near.chain(behind) {
            if out.len() < TOPICS && !own.contains(&line) && !out.contains(&line) {
                out.push(line);
            }
        }
        out
    }

    /// Tells whether something can be offered beside what is told: nothing of another game is.
    fn may_follow(&self, passage: &Passage<'_>, told: Option<&Passage<'_>>) -> bool {
        let one = told.and_then(|told| game_of(told)).or(self.scope.game());
        game_of(passage).is_none_or(|other| one.is_none_or(|one| one == other))
    }

    /// Returns the nearest questions to press beside what is told, none of another game and none that was asked.
    pub(super) fn questions(
        &self,
        commands: &Commands,
        told: Option<&Passage<'_>>,
    ) -> Vec<QuestionLine> {
        let fits = |found: &&FoundAnswer<'static>| {
            let is_told = told.is_some_and(|told| told.is(&found.passage));
            LIKE <= found.alike
                && found.alike < SAME
                && !is_told
                && self.may_follow(&found.passage, told)
        };
        let mut out = Vec::new();
        for found in self.found.iter().filter(fits) {
            let Passage::Answer(answer) = found.passage else { continue };
            let is_whole = !["SQUARE", "NUMBER", "SIDE", "LETTER"]
                .iter()
                .any(|place| answer.name.contains(place));
            if is_whole && out.len() < OFFERED {
                out.extend(commands.question_line(&format!("{}?", answer.name)));
            }
        }
        out
    }
}

/// Returns the game that a passage is about.
fn game_of(passage: &Passage<'_>) -> Option<GameId> {
    match passage.about() {
        AskedAbout::Game(game) => Some(game),
        AskedAbout::House | AskedAbout::Match => None,
    }
}

/// Returns the commands behind something that is told.
fn topics(commands: &Commands, passage: &Passage<'_>) -> Vec<Command> {
    match passage {
        Passage::Sentence(sentence) => {
            vec![say!(Rules { game: sentence.guide.name(), topic: sentence.topic })]
        }
        Passage::Answer(answer) => {
            let line = |line: &&'static str| match answer.about {
                AskedAbout::Game(game) => {
                    Some(say!(Rules { game: Guide::of(game).name(), topic: *line }))
                }
                AskedAbout::House | AskedAbout::Match => commands.parse(line).ok().flatten(),
            };
            answer.lines.iter().filter_map(line).collect()
        }
    }
}

/// Returns the topic that a command shows.
fn topic_of(cx: &RequestContext<'_>, line: &Command) -> Option<(Guide, &'static str)> {
    let said = line.read::<verbs::Rules>()?;
    let game = said.game?;
    let guide = match GameId::named(&game) {
        Some(game) => Guide::of(game),
        None if game == HOUSE => cx.memory.house.guide(),
        None => return None,
    };
    Some((guide, guide.called(&said.topic)?))
}

/// Leaves out what says yes or no to the question that names an answer.
fn without_yes_or_no(says: &str) -> String {
    let rest = ["Yes", "No"].into_iter().find_map(|word| says.strip_prefix(word));
    let Some(rest) = rest.and_then(|rest| rest.strip_prefix([':', ',', '.'])) else {
        return says.to_owned();
    };
    sentence_case(rest.trim_start())
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
