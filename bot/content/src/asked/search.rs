//! Finds the passages that answer a question, ranked by BM25 over three fields: the name of a topic, the words that people use for it, and its text.
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::LazyLock,
};

use engine::settings::{Setting, Values};

use super::{AskedWords, phrases, spelling::Spelling, stem, word_lists::word_list};
use crate::guide::Guide;

/// How much a word counts in the name of a topic, and among its other names; in the text it counts once.
const WEIGHTS: [f64; 2] = [5.0, 4.0];

/// BM25: how soon further occurrences count less, and how much long texts are held back.
const SATURATION: f64 = 1.4;
const LENGTH: f64 = 0.6;

/// Shorter texts than this share of the average count as so long.
const SHORT: f64 = 0.6;

static IDLE_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| word_list("idle").iter().copied().collect());

static IDLE_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| IDLE_WORDS.iter().map(|word| stem(word)).collect());

/// A passage that may answer a question.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    pub guide: Guide,
    pub topic: &'static str,
    /// The answer itself, if the rules answer this very question.
    pub says: Option<&'static str>,
    pub score: f64,
    /// The share of what was asked that it speaks of, by the weight of the words.
    pub covers: f64,
    /// Whether the question has its name.
    pub is_named: bool,
}

/// What to search.
#[derive(Clone, Debug, Default)]
pub struct SearchScope<'a> {
    /// The games whose rules are meant; none for all.
    pub games: &'a [Guide],
    /// The names and values of what was agreed in the match.
    pub agreed: &'a [String],
}

struct Document {
    guide: Guide,
    topic: &'static str,
    says: Option<&'static str>,
    /// How often each stem occurs in its names, by weight, and in its text.
    names: HashMap<String, f64>,
    body: HashMap<String, f64>,
    /// The stems in its names.
    named: HashSet<String>,
    length: f64,
}

/// The passages of guides, each with its words.
pub struct Index {
    documents: Vec<Document>,
    /// In how many documents a stem occurs.
    spread: HashMap<String, f64>,
    average: f64,
}

/// Returns the stems of a question that say what it is about.
fn about(asked: &AskedWords) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let is_number = |word: &&String| word.bytes().all(|it| it.is_ascii_digit());
    let telling = |word: &&String| !IDLE_WORDS.contains(word.as_str());
    // `How do I say no` has no other words.
    let any = asked.words.iter().any(|word| telling(&word) && !is_number(&word));
    let few = ["how", "do", "i", "the", "a", "to", "what", "is", "does", "can", "you", "in", "me"];
    // Who can't move is blocked.
    if asked.has("not") && asked.has("move") {
        out.push(stem("blocked"));
    }
    for word in &asked.words {
        let counts = if any { telling(&word) } else { !few.contains(&word.as_str()) };
        // A sign is asked about as one of the signs.
        let sign = !word.chars().any(char::is_alphanumeric);
        let stem = if sign { stem("symbol") } else { stem(word) };
        if (counts || sign) && !is_number(&word) && !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

fn stems(text: &str) -> Vec<String> {
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
    let words = words.map(|word| word.trim_matches('\'').to_lowercase());
    let words = phrases(words.filter(|word| !word.is_empty()).collect());
    words.iter().map(|word| stem(word)).collect()
}

/// Leaves out what is drawn in characters.
fn without_blocks(body: &str) -> String {
    body.split("```").step_by(2).collect()
}

impl Index {
    pub(crate) fn of(guides: impl Iterator<Item = Guide>) -> Index {
        let mut documents = Vec::new();
        for guide in guides {
            for topic in guide.topics() {
                let body = without_blocks(guide.topic(topic).unwrap_or_default());
                let also = guide.also_called(topic).collect::<Vec<_>>().join(" ");
                documents.push(document((guide, topic), None, [topic, &also, &body]));
                for point in guide.topic(topic).unwrap_or_default().lines() {
                    if let Some((question, answer)) = ruling(point) {
                        let whole = point.trim_start_matches("- ");
                        documents.push(document(
                            (guide, topic),
                            Some(whole),
                            [question, "", answer],
                        ));
                    }
                }
            }
        }
        let mut spread: HashMap<String, f64> = HashMap::new();
        for document in &documents {
            let stems: BTreeSet<&String> =
                document.names.keys().chain(document.body.keys()).collect();
            for stem in stems {
                *spread.entry(stem.clone()).or_default() += 1.0;
            }
        }
        let average = documents.iter().map(|it| it.length).sum::<f64>() / documents.len() as f64;
        Index { documents, spread, average }
    }

    /// Finds the passages about a question, the best first.
    pub fn find(&self, asked: &AskedWords, scope: &SearchScope<'_>) -> Vec<Passage> {
        let asked = about(asked);
        let mut found: Vec<Passage> = Vec::new();
        let is_named = |document: &Document| {
            !document.named.is_empty() && document.named.iter().all(|stem| asked.contains(stem))
        };
        for document in &self.documents {
            let (score, covers) = self.score(document, &asked);
            let fits = fits(document, &asked, scope);
            if 0.0 < covers && 0.0 < fits {
                let Document { guide, topic, says, .. } = document;
                let score = score * fits * (0.4 + 0.6 * covers);
                found.push(Passage {
                    guide: *guide,
                    topic,
                    says: *says,
                    score,
                    covers,
                    is_named: says.is_none() && is_named(document),
                });
            }
        }
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        // What was agreed for this match goes before what is usual.
        let agreed = |passage: &Passage| scope.agreed.iter().any(|name| name == passage.topic);
        let (best, most) = found.first().map_or((0.0, 0.0), |best| (best.covers, best.score));
        if let Some(at) = found.iter().position(|passage| {
            agreed(passage) && 0.45 * best <= passage.covers && 0.12 * most < passage.score
        }) {
            found[..=at].rotate_right(1);
        }
        found
    }

    /// Returns the part of a topic that says most about a question, a sentence or a point of a list; the first where none says more.
    pub fn sentence(
        &self,
        guide: Guide,
        topic: &str,
        asked: &AskedWords,
        agreed: &[String],
    ) -> String {
        /// A shorter answer is given with the sentence behind it.
        const ENOUGH: usize = 70;
        let body = guide.topic(topic).unwrap_or_default();
        let mut wanted = about(asked);
        wanted.extend(agreed.iter().map(|it| stem(it)));
        let parts = parts(body);
        let value = |part: &str| -> f64 {
            let has: HashSet<String> = stems(part).into_iter().collect();
            let hits =
                wanted.iter().filter(|stem| has.contains(*stem)).map(|stem| self.weight(stem));
            // What a picture shows is an example.
            let example = if part.contains(" picture ") { 0.6 } else { 1.0 };
            example * hits.sum::<f64>() / (1.0 + has.len() as f64 / 40.0)
        };
        let mut best: Option<(f64, usize)> = None;
        for (n, part) in parts.iter().enumerate() {
            // The earlier, the more general.
            let value = value(part) + if n == 0 { 0.5 } else { 0.0 };
            if best.is_none_or(|(most, _)| most + 0.01 < value) {
                best = Some((value, n));
            }
        }
        let Some((_, mut at)) = best else { return String::new() };
        // A question for the topic itself is answered by how it begins.
        let named: Vec<String> = stems(topic).into_iter().collect();
        if agreed.is_empty() && wanted.iter().all(|stem| named.contains(stem)) {
            at = 0;
        }
        let mut out = parts[at].clone();
        // A short sentence is seldom enough.
        if out.chars().count() < ENOUGH
            && !out.ends_with(':')
            && let Some(next) = parts.get(at + 1).filter(|it| !it.ends_with(':'))
        {
            out.push(' ');
            out.push_str(next);
        }
        // What introduces a list is nothing without it.
        if out.ends_with(':') {
            for part in parts[at + 1..].iter().take(5) {
                out.push(' ');
                out.push_str(part);
            }
        }
        out
    }

    /// Returns how telling a word is.
    fn weight(&self, stem: &str) -> f64 {
        let all = self.documents.len() as f64;
        let has = self.spread.get(stem).copied().unwrap_or(0.0);
        (1.0 + (all - has + 0.5) / (has + 0.5)).ln()
    }

    fn score(&self, document: &Document, asked: &[String]) -> (f64, f64) {
        let (mut score, mut covered, mut whole, mut hits) = (0.0, 0.0, 0.0, 0);
        let length = 1.0 - LENGTH + LENGTH * (document.length / self.average).max(SHORT);
        for stem in asked {
            let weight = self.weight(stem);
            whole += weight;
            let count = |of: &HashMap<String, f64>| of.get(stem).copied().unwrap_or(0.0);
            let count = count(&document.names) + count(&document.body) / length;
            if count == 0.0 {
                continue;
            }
            covered += weight;
            hits += 1;
            score += weight * count * (SATURATION + 1.0) / (count + SATURATION);
        }
        // The more of its own name a question has, the more it is about this.
        let own = document.named.iter().filter(|stem| asked.contains(*stem)).count();
        let own = own as f64 / document.named.len().max(1) as f64;
        let score = match document.says {
            // A ruling answers its own question and hardly any other.
            Some(_) => score * (0.25 + 0.75 * own) * if 1 < hits { 1.0 } else { 0.6 },
            None => score + 2.0 * own,
        };
        (score, if whole == 0.0 { 0.0 } else { covered / whole })
    }
}

/// Splits a ruling into its question and its answer.
fn ruling(point: &'static str) -> Option<(&'static str, &'static str)> {
    let (question, answer) = point.strip_prefix("- ")?.split_once("? ")?;
    (!question.contains(". ")).then_some((question, answer))
}

fn document(
    (guide, topic): (Guide, &'static str),
    says: Option<&'static str>,
    [title, also, body]: [&str; 3],
) -> Document {
    let named: HashSet<String> = stems(title).into_iter().filter(|it| !is_idle(it)).collect();
    let (mut names, mut counts) = (HashMap::new(), HashMap::new());
    let body = stems(body);
    let length = body.len() as f64;
    for (field, weight) in [title, also].into_iter().zip(WEIGHTS) {
        for stem in stems(field) {
            *names.entry(stem).or_default() += weight;
        }
    }
    for stem in body {
        *counts.entry(stem).or_default() += 1.0;
    }
    Document { guide, topic, says, names, body: counts, named, length }
}

/// Tells how well a source fits what is played: rules of other games not at all, and variations that weren't agreed less.
fn fits(document: &Document, asked: &[String], scope: &SearchScope<'_>) -> f64 {
    let of_house = if scope.games.is_empty() { 1.0 } else { 0.8 };
    let Document { guide, topic, .. } = document;
    let Some(game) = guide.game() else { return 0.9 * of_house };
    if !scope.games.is_empty() && !scope.games.iter().any(|meant| meant.game() == Some(game)) {
        return 0.0;
    }
    let of_variation = game.settings().iter().any(|setting| is_called(setting, topic));
    match (of_variation, scope.agreed.iter().any(|it| it == topic)) {
        _ if ["example", "combinations"].contains(topic) => 0.5,
        (_, true) => 1.7,
        (true, false) if !scope.games.is_empty() && !asked.contains(&stem(topic)) => 0.6,
        _ if ["variations", "options", "minute"].contains(topic) => 0.8,
        _ if scope.games.is_empty() => 0.8,
        _ => 1.1,
    }
}

fn is_called(setting: &Setting, topic: &str) -> bool {
    match setting.values {
        Values::Switch => setting.name == topic,
        Values::Words(words) => words.contains(&topic),
        Values::Free(_) | Values::Rest(_) => false,
    }
}

/// Splits a text into its points and sentences.
fn parts(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    // `The match is drawn` goes on in each point below it.
    let mut lead = "";
    let text = without_blocks(body);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix("- ") {
            Some(point) if lead.is_empty() => out.push(point.to_owned()),
            Some(point) => {
                let point = point.trim_end_matches(" or").trim_end_matches(" and");
                out.push(format!("{lead} {}.", point.trim_end_matches([',', '.'])));
            }
            None if !line.ends_with(['.', ':', '!', '?', ')']) => lead = line,
            None => {
                lead = "";
                let mut rest = line;
                while let Some(end) = rest.find(". ") {
                    out.push(rest[..=end].to_owned());
                    rest = rest[end + 2..].trim_start();
                }
                out.push(rest.to_owned());
            }
        }
    }
    out
}

/// Tells whether a question has no word that says what it is about, such as `what is this game`.
pub fn is_about_nothing_else(asked: &AskedWords) -> bool {
    const ASKS: [&str; 3] = ["what", "explain", "about"];
    const WORDS: [&str; 14] = [
        "what", "is", "this", "the", "a", "game", "match", "about", "explain", "it", "please",
        "tell", "me", "that",
    ];
    ASKS.iter().any(|word| asked.has(word))
        && asked.words.iter().all(|word| WORDS.contains(&word.as_str()))
}

fn is_idle(stemmed: &str) -> bool {
    IDLE_STEMS.contains(stemmed)
}

/// Tells whether a question has a word that no text here has.
pub fn is_strange(asked: &AskedWords, spelling: &Spelling) -> bool {
    let words = asked.words.iter().filter(|word| !IDLE_WORDS.contains(word.as_str()));
    let mut words = words.filter(|word| word.chars().all(char::is_alphabetic));
    words.any(|word| !spelling.knows(word))
}
