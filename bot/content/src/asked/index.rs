//! The one search over all that is told to people who ask: the written answers and the sentences of the rules, ranked by the words that
//! they share with a question.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::{
    games::GameId,
    settings::{Setting, Values},
};

use super::{AskedWords, facts::Fact, spelling::Spelling, stem, word_lists::word_list};
use crate::guide::Guide;

/// What people ask about the match on the board.
const MATCH: &str = include_str!("../../../../data/rules/match.asked.txt");

macro_rules! of_games {
    ($($name:literal),* $(,)?) => {
        /// The answers about each game.
        const GAMES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../data/rules/", $name, ".asked.txt")))),*];
    };
}

of_games!["alien", "amtgard", "draughts", "metasoccer", "piecepack", "trapdoor"];

/// How much a keyword counts by its place, and up to which place: the first tell most.
const KEYWORDS: [(usize, f64); 3] = [(3, 3.0), (8, 2.0), (usize::MAX, 1.0)];

/// How much a word counts in the question that names an answer, or in the name of a topic; among the other names of a topic; and in a
/// text itself.
const NAME: f64 = 1.5;
const ALSO: f64 = 1.2;
const TEXT: f64 = 0.6;

/// How soon more of a word counts less.
const SATURATION: f64 = 1.5;

/// What the strongest word of an answer has.
const STRONGEST: f64 = 4.5;

/// How much of the rank depends on the share of the question that is spoken of at all.
const COVERS: f64 = 0.4;

/// The weight of a word that says little, such as `is`, beside its weight otherwise.
const IDLE: f64 = 0.35;

/// How much a word counts that nothing has, beside one that a single answer has: it is mostly one that says little.
const UNKNOWN: f64 = 0.3;

/// How much a sentence of the rules counts beside an answer.
const SENTENCE: f64 = 0.6;

/// How much an answer about playing here counts beside one about the game that is played.
const ELSEWHERE: f64 = 0.75;

/// How much a fact of the match on the board counts beside the rules.
const OF_BOARD: f64 = 1.15;

/// Of the words of a long question so many count in full, the rarest, and the others a little: what they add is mostly a story.
const WORDS: usize = 5;
const REST: f64 = 0.3;

/// At most this share of what is searched has a rare word.
const RARE: f64 = 0.1;

/// A shorter sentence is given with the one behind it.
const ENOUGH: usize = 70;

/// From here on two questions are the same.
pub const SAME: f64 = 1.0;

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedAbout {
    Game(GameId),
    House,
    Match,
}

/// An answer that is written.
#[derive(Clone, Debug)]
pub struct WrittenAnswer {
    pub about: AskedAbout,
    /// The question that names it.
    pub name: &'static str,
    /// The words by which it is found, the most telling first.
    pub keywords: Vec<&'static str>,
    /// What holds if something was agreed, and at last what holds otherwise.
    pub holds: Vec<(Option<&'static str>, AnswerText)>,
    /// Topics and commands that say more.
    pub lines: Vec<&'static str>,
}

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerText {
    /// A text in Markdown.
    Says(&'static str),
    /// What the match on the board tells.
    Tells(Fact),
}

impl WrittenAnswer {
    /// Returns what holds for what was agreed, with what that was; without a match, for what the question names.
    pub fn told(
        &self,
        agreed: Option<&[String]>,
        asked: &AskedWords,
    ) -> Option<(Option<&'static str>, AnswerText)> {
        let named = |name: &str| match agreed {
            Some(agreed) => agreed.iter().any(|it| it == name),
            None => asked.has(name),
        };
        self.holds.iter().find(|it| it.0.is_none_or(named)).copied()
    }
}

/// A sentence of the rules, or a few that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'a> {
    pub guide: Guide,
    pub topic: &'static str,
    pub says: &'a str,
}

/// Something that may be told.
#[derive(Clone, Copy, Debug)]
pub enum Passage<'a> {
    Answer(&'a WrittenAnswer),
    Sentence(Sentence<'a>),
}

impl Passage<'_> {
    /// Returns what it is about.
    pub fn about(&self) -> AskedAbout {
        match self {
            Passage::Answer(answer) => answer.about,
            Passage::Sentence(sentence) => {
                sentence.guide.game().map_or(AskedAbout::House, AskedAbout::Game)
            }
        }
    }

    /// Tells whether two are the same.
    pub fn is(&self, other: &Passage<'_>) -> bool {
        match (self, other) {
            (Passage::Answer(one), Passage::Answer(other)) => std::ptr::eq(*one, *other),
            (Passage::Sentence(one), Passage::Sentence(other)) => one.says == other.says,
            (Passage::Answer(_), Passage::Sentence(_))
            | (Passage::Sentence(_), Passage::Answer(_)) => false,
        }
    }
}

/// Something that was found.
#[derive(Clone, Copy, Debug)]
pub struct FoundAnswer<'a> {
    pub passage: Passage<'a>,
    /// How well it fits: 1 is the very question.
    pub alike: f64,
    /// Whether it shares a word with the question that little else has, or the question has its whole name.
    pub is_meant: bool,
    /// Whether the question has its whole name.
    pub is_named: bool,
}

/// Where to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// The game that is asked about; none for the house.
    pub game: Option<GameId>,
    /// The names and values of what was agreed; none where no match runs.
    pub agreed: Option<&'a [String]>,
}

struct Document {
    /// The place of its answer, or its own sentence.
    passage: Result<usize, (Guide, &'static str, String)>,
    /// What it is found by, and the words of its name that say something.
    keys: BTreeSet<u32>,
    name: BTreeSet<u32>,
    whole_name: BTreeSet<u32>,
}

/// All answers and sentences, with their words.
pub struct Index {
    answers: Vec<WrittenAnswer>,
    documents: Vec<Document>,
    /// The number of each stem.
    numbers: HashMap<String, u32>,
    /// The documents that have a stem, and how often.
    has: Vec<Vec<(u32, f64)>>,
    idle: BTreeSet<u32>,
}

/// Returns the answers as they are written: about each game, those given about playing here, and about the match.
fn sources(
    of_house: impl Iterator<Item = &'static str>,
) -> impl Iterator<Item = (AskedAbout, &'static str)> {
    let of_games = GAMES
        .iter()
        .filter_map(|(name, text)| Some((AskedAbout::Game(GameId::named(name)?), *text)));
    let of_house = of_house.map(|text| (AskedAbout::House, text));
    of_games.chain(of_house).chain([(AskedAbout::Match, MATCH)])
}

/// Returns all that is written, for spelling; see [`sources`].
pub(crate) fn texts(
    of_house: impl Iterator<Item = &'static str>,
) -> impl Iterator<Item = &'static str> {
    sources(of_house).map(|source| source.1)
}

impl Index {
    /// Reads the answers, those given about playing here too, and the sentences of guides. `is_there` tells of a line of another feature
    /// whether there is what it shows.
    pub(crate) fn of(
        of_house: impl Iterator<Item = &'static str>,
        guides: impl Iterator<Item = Guide>,
        spelling: &Spelling,
        is_there: impl Fn(&str) -> bool,
    ) -> Index {
        let mut index = Index {
            answers: Vec::new(),
            documents: Vec::new(),
            numbers: HashMap::new(),
            has: Vec::new(),
            idle: BTreeSet::new(),
        };
        let stems = |text: &str| stems(&AskedWords::read(text, &[], spelling));
        index.idle = word_list("idle").iter().map(|word| index.number(stem(word))).collect();
        for (about, text) in sources(of_house) {
            for answer in text.split("\n\n").filter_map(|block| read(about, block, &is_there)) {
                let mut words: BTreeMap<String, f64> = BTreeMap::new();
                for (nth, word) in answer.keywords.iter().enumerate() {
                    let counts = KEYWORDS.iter().find(|it| nth < it.0).map_or(0.0, |it| it.1);
                    words.entry(stem(word)).or_insert(counts);
                }
                let name = stems(answer.name);
                name.iter().for_each(|stem| *words.entry(stem.clone()).or_default() += NAME);
                let keys: Vec<String> = words.keys().cloned().collect();
                for (_, told) in &answer.holds {
                    if let AnswerText::Says(says) = told {
                        stems(says)
                            .into_iter()
                            .for_each(|stem| *words.entry(stem).or_default() += TEXT);
                    }
                }
                index.add(Ok(index.answers.len()), words, &keys, &name);
                index.answers.push(answer);
            }
        }
        for guide in guides {
            for topic in guide.topics() {
                let name = stems(topic);
                let also = guide.also_called(topic).collect::<Vec<_>>().join(" ");
                let also = stems(&also);
                let keys: Vec<String> = name.iter().chain(&also).cloned().collect();
                for says in sentences(guide.topic(topic).unwrap_or_default()) {
                    let mut words: BTreeMap<String, f64> = BTreeMap::new();
                    for (of, counts) in [(&stems(&says), TEXT), (&also, ALSO), (&name, NAME)] {
                        of.iter()
                            .for_each(|stem| *words.entry(stem.clone()).or_default() += counts);
                    }
                    index.add(Err((guide, topic, says)), words, &keys, &name);
                }
            }
        }
        index
    }

    fn number(&mut self, stem: String) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(stem).or_insert(next);
        if number == next {
            self.has.push(Vec::new());
        }
        number
    }

    fn add(
        &mut self,
        passage: Result<usize, (Guide, &'static str, String)>,
        words: BTreeMap<String, f64>,
        keys: &[String],
        name: &[String],
    ) {
        let nth = u32::try_from(self.documents.len()).unwrap_or(u32::MAX);
        for (stem, counts) in words {
            let number = self.number(stem);
            self.has[number as usize].push((nth, counts));
        }
        let numbers =
            |of: &[String]| of.iter().filter_map(|stem| self.numbers.get(stem).copied()).collect();
        let (keys, whole_name): (BTreeSet<u32>, BTreeSet<u32>) = (numbers(keys), numbers(name));
        let name = whole_name.difference(&self.idle).copied().collect();
        self.documents.push(Document { passage, keys, name, whole_name });
    }

    /// Returns every written answer.
    pub fn answers(&self) -> &[WrittenAnswer] {
        &self.answers
    }

    fn passage<'a>(&'a self, document: &'a Document) -> Passage<'a> {
        match &document.passage {
            Ok(nth) => Passage::Answer(&self.answers[*nth]),
            Err((guide, topic, says)) => Passage::Sentence(Sentence { guide: *guide, topic, says }),
        }
    }

    /// Finds what fits a question, the best first. `may` tells what may be meant at all.
    pub fn find(
        &self,
        asked: &AskedWords,
        scope: &Scope<'_>,
        may: impl Fn(&Passage<'_>) -> bool,
    ) -> Vec<FoundAnswer<'_>> {
        let stems = stems(asked);
        let own: BTreeSet<u32> =
            stems.iter().filter_map(|stem| self.numbers.get(stem).copied()).collect();
        let counts: Vec<f64> = self
            .documents
            .iter()
            .map(|document| {
                let passage = self.passage(document);
                if may(&passage) { fits(&passage, &own, scope, &self.numbers) } else { 0.0 }
            })
            .collect();
        // How rare a word is, is counted among answers, and among sentences where only these may be meant.
        let may_be = |nth: &usize| 0.0 < counts[*nth];
        let any = (0..counts.len()).filter(may_be).any(|nth| self.documents[nth].passage.is_ok());
        let is_answer = |nth: usize| may_be(&nth) && self.documents[nth].passage.is_ok() == any;
        let all = (0..counts.len()).filter(|nth| is_answer(*nth)).count() as f64;
        let weight = |has: f64| (1.0 + all / (has + 0.5)).ln();
        let mut weights = vec![UNKNOWN * weight(0.0); stems.len() - own.len()];
        let (mut value, mut covers) = (vec![0.0_f64; counts.len()], vec![0.0_f64; counts.len()]);
        let mut rare: BTreeSet<u32> = BTreeSet::new();
        for number in &own {
            let has = &self.has[*number as usize];
            let spread = has.iter().map(|it| it.0 as usize);
            let spread =
                spread.filter(|nth| is_answer(*nth) && self.documents[*nth].keys.contains(number));
            let spread = spread.count() as f64;
            let is_idle = self.idle.contains(number);
            if !is_idle && spread <= RARE * all {
                rare.insert(*number);
            }
            let weight = weight(spread) * if is_idle { IDLE } else { 1.0 };
            weights.push(weight);
            for (nth, counts) in has {
                value[*nth as usize] += weight * saturated(*counts);
                covers[*nth as usize] += weight;
            }
        }
        weights.sort_by(|one, other| other.total_cmp(one));
        let whole: f64 = weights
            .iter()
            .enumerate()
            .map(|(nth, weight)| if nth < WORDS { *weight } else { REST * weight })
            .sum();
        let mut found: Vec<FoundAnswer<'_>> = Vec::new();
        for (nth, document) in self.documents.iter().enumerate() {
            if counts[nth] <= 0.0 || value[nth] <= 0.0 {
                continue;
            }
            let passage = self.passage(document);
            let share =
                value[nth] / whole * (1.0 - COVERS + COVERS * (covers[nth] / whole).min(1.0));
            let is_named = !document.name.is_empty() && document.name.is_subset(&own);
            let is_same =
                document.passage.is_ok() && own == document.whole_name && own.len() == stems.len();
            let alike = if is_same { SAME } else { (share * counts[nth]).min(0.99) };
            let has = |number: &u32| {
                self.has[*number as usize].iter().any(|(document, _)| *document as usize == nth)
            };
            let shares = match document.passage {
                Ok(_) => rare.iter().any(|number| document.keys.contains(number)),
                Err(_) => rare.iter().any(has),
            };
            let is_named = is_named || is_same;
            found.push(FoundAnswer { passage, alike, is_meant: shares || is_named, is_named });
        }
        found.sort_by(|one, other| other.alike.total_cmp(&one.alike));
        found
    }
}

fn saturated(counts: f64) -> f64 {
    counts * (STRONGEST + SATURATION) / (counts + SATURATION) / STRONGEST
}

fn stems(asked: &AskedWords) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in &asked.words {
        // How many points there are says nothing about what is asked: `play +62`.
        let points = word.strip_prefix('+').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let stem = if points { "+0".to_owned() } else { stem(&word.to_lowercase()) };
        if !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

/// Tells how well a passage fits what is played: of the rules, variations that weren't agreed less than others.
fn fits(
    passage: &Passage<'_>,
    asked: &BTreeSet<u32>,
    scope: &Scope<'_>,
    numbers: &HashMap<String, u32>,
) -> f64 {
    let place = match passage.about() {
        AskedAbout::House if scope.game.is_some() => ELSEWHERE,
        AskedAbout::Match => OF_BOARD,
        AskedAbout::House | AskedAbout::Game(_) => 1.0,
    };
    let Passage::Sentence(Sentence { guide, topic, .. }) = passage else { return place };
    let is_variation = guide
        .game()
        .is_some_and(|game| game.settings().iter().any(|setting| is_called(setting, topic)));
    let is_asked = numbers.get(&stem(topic)).is_some_and(|number| asked.contains(number));
    let counts = match scope.agreed {
        _ if ["example", "combinations"].contains(topic) => 0.5,
        Some(agreed) if agreed.iter().any(|it| it == topic) => 1.3,
        Some(_) if is_variation && !is_asked => 0.6,
        _ if ["variations", "options", "minute"].contains(topic) => 0.8,
        _ => 1.0,
    };
    place * SENTENCE * counts
}

fn is_called(setting: &Setting, topic: &str) -> bool {
    match setting.values {
        Values::Switch => setting.name == topic,
        Values::Words(words) => words.contains(&topic),
        Values::Free(_) | Values::Rest(_) => false,
    }
}

/// Splits the text of a topic into its points and sentences. A short one goes on with the next, and one that introduces a list has it.
fn sentences(body: &str) -> Vec<String> {
    let parts = parts(body);
    let goes_on = |nth: usize| {
        let part = &parts[nth];
        let more = if part.ends_with(':') { 5 } else { usize::from(part.chars().count() < ENOUGH) };
        let next = parts[nth + 1..].iter().take(more);
        let next = next.filter(|next| part.ends_with(':') || !next.ends_with(':'));
        [part].into_iter().chain(next).map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    (0..parts.len()).map(goes_on).collect()
}

/// Splits a text into its points and sentences; what is drawn in characters is left out.
fn parts(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    // `The match is drawn` goes on in each point below it.
    let mut lead = "";
    let text: String = body.split("```").step_by(2).collect();
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

fn read(
    about: AskedAbout,
    block: &'static str,
    is_there: &impl Fn(&str) -> bool,
) -> Option<WrittenAnswer> {
    let (mut name, mut keywords, mut holds, mut lines) = ("", Vec::new(), Vec::new(), Vec::new());
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.split_once(' ') {
            Some(("#", _)) => {}
            Some(("?", asked)) => name = asked,
            Some(("+", words)) => keywords = words.split(' ').collect(),
            Some((">", more)) => lines.push(more),
            Some((">?", more)) => lines.extend(is_there(more).then_some(more)),
            Some(("=", fact)) => holds.push((None, AnswerText::Tells(Fact::named(fact)?))),
            Some((first, says)) if first.starts_with('@') => {
                holds.push((Some(&first[1..]), AnswerText::Says(says)));
            }
            _ => holds.push((None, AnswerText::Says(line))),
        }
    }
    (!name.is_empty()).then_some(WrittenAnswer { about, name, keywords, holds, lines })
}
