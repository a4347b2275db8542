//! Questions with their answers: about each game, about playing here, and about the match on the board. A question is compared with
//! every written one by the words that they share.
use std::collections::{BTreeSet, HashMap};

use engine::games::GameId;

use super::{AskedWords, facts::Fact, spelling::Spelling, stem, word_lists::word_list};

/// The questions about the match on the board.
const MATCH: &str = include_str!("../../../../data/asked/match.txt");

macro_rules! of_games {
    ($($name:literal),* $(,)?) => {
        /// The questions about each game.
        const GAMES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../data/asked/", $name, ".txt")))),*];
    };
}

of_games!["alien", "amtgard", "draughts", "metasoccer", "piecepack", "trapdoor"];

/// How much counts what only the question says, and what only the written one says.
const MORE: f64 = 0.5;
const LESS: f64 = 0.45;

/// The weight of a word that says little, such as `is`, beside its weight otherwise.
const IDLE: f64 = 0.6;

/// How much a word counts that no question has, beside one that a single question has: it is mostly one that says little.
const UNKNOWN: f64 = 0.5;

/// The least share of a question that another must have.
const LEAST: f64 = 0.35;

/// How many of the most similar questions are found.
const NEAREST: usize = 6;

/// How much the second and the third of the nearest ways to ask a question count, beside the nearest.
const SUPPORT: f64 = 0.15;

/// From here on two questions are the same.
pub const SAME: f64 = 0.97;

/// How much one way to ask counts alone; the rest counts as much as all ways together have the question's words.
const ALONE: f64 = 0.3;

/// How alike a question about playing here must be, beside one about the game that is played.
const ELSEWHERE: f64 = 0.85;

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedAbout {
    Game(GameId),
    House,
    Match,
}

/// A question that is written, with its answer.
#[derive(Clone, Debug)]
pub struct KnownQuestion {
    pub about: AskedAbout,
    /// The ways to ask; the first one names it.
    pub asked: Vec<&'static str>,
    /// What must have been agreed for the answer to hold, and whether it must or mustn't.
    pub holds: Option<(&'static str, bool)>,
    pub answer: KnownAnswer,
    /// Topics and commands that say more.
    pub lines: Vec<&'static str>,
}

/// The answer to a question that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownAnswer {
    /// A text in Markdown.
    Says(&'static str),
    /// What the match on the board tells.
    Tells(Fact),
}

impl KnownQuestion {
    /// Tells whether the answer holds where nothing beyond the usual game was agreed.
    pub fn holds_usually(&self) -> bool {
        self.holds.is_none_or(|(_, wanted)| !wanted)
    }
}

/// One way to ask: its words, by their numbers.
struct Phrasing {
    words: Box<[u32]>,
    /// The weight of its words together.
    whole: f64,
}

/// Every written question, with the weights of its words.
pub struct Bank {
    all: Vec<KnownQuestion>,
    /// The words of each question, in all its ways together.
    words: Vec<Box<[u32]>>,
    /// The ways to ask each question.
    phrasings: Vec<Vec<Phrasing>>,
    /// The number of each word.
    numbers: HashMap<String, u32>,
    /// The weight of each word: the rarer, the more.
    weights: Vec<f64>,
}

/// Returns the questions as they are written: about each game, those given about playing here, and about the match.
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

impl Bank {
    /// Reads the questions about games and matches, and those given about playing here. `is_there` tells of a line of another feature
    /// whether there is what it shows.
    pub(crate) fn of(
        of_house: impl Iterator<Item = &'static str>,
        spelling: &Spelling,
        is_there: impl Fn(&str) -> bool,
    ) -> Bank {
        let all: Vec<KnownQuestion> =
            sources(of_house).flat_map(|(about, text)| read(about, text, &is_there)).collect();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let (mut phrasings, mut together) = (Vec::new(), Vec::new());
        // In how many questions each word occurs.
        let mut spread: Vec<f64> = Vec::new();
        for known in &all {
            let mut own: BTreeSet<u32> = BTreeSet::new();
            let mut ways = Vec::new();
            for asked in &known.asked {
                let stems = stems(&AskedWords::read(asked, &[], spelling).words);
                let mut number = |stem: String| {
                    let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                    *numbers.entry(stem).or_insert(next)
                };
                let words: Box<[u32]> = stems.into_iter().map(&mut number).collect();
                own.extend(words.iter());
                ways.push(Phrasing { words, whole: 0.0 });
            }
            phrasings.push(ways);
            spread.resize(numbers.len(), 0.0);
            for number in &own {
                spread[*number as usize] += 1.0;
            }
            together.push(own.into_iter().collect());
        }
        let mut weights: Vec<f64> = spread.iter().map(|has| weight(all.len(), *has)).collect();
        for idle in word_list("idle") {
            if let Some(number) = numbers.get(&stem(idle)) {
                weights[*number as usize] *= IDLE;
            }
        }
        for phrasing in phrasings.iter_mut().flatten() {
            phrasing.whole = phrasing.words.iter().map(|number| weights[*number as usize]).sum();
        }
        Bank { all, words: together, phrasings, numbers, weights }
    }

    /// Returns every written question.
    pub fn written(&self) -> &[KnownQuestion] {
        &self.all
    }

    /// Finds the written questions that are most like one, the best first, and how much: 1 is the same. `fits` tells which may be
    /// meant, and `agreed` what was agreed for the match.
    pub fn nearest(
        &self,
        asked: &AskedWords,
        agreed: Option<&[String]>,
        fits: impl Fn(&KnownQuestion) -> bool,
    ) -> Vec<(&KnownQuestion, f64)> {
        // The weight of each word that is asked; of every other, none.
        let (mut own, mut whole) = (vec![0.0_f64; self.weights.len()], 0.0);
        for stem in stems(&asked.words) {
            match self.numbers.get(&stem) {
                Some(number) => {
                    let number = *number as usize;
                    own[number] = self.weights[number];
                    whole += own[number];
                }
                // A word that no question has.
                None => whole += UNKNOWN * weight(self.all.len(), 1.0),
            }
        }
        let shared = |words: &[u32]| words.iter().map(|number| own[*number as usize]).sum::<f64>();
        let alike = |of: usize| -> f64 {
            let has = shared(&self.words[of]);
            if has < LEAST * whole {
                return 0.0;
            }
            let share = ALONE + (1.0 - ALONE) * has / whole.max(f64::EPSILON);
            let way = |Phrasing { words, whole: written }: &Phrasing| -> f64 {
                let common = shared(words);
                if common < LEAST * whole {
                    return 0.0;
                }
                let differ = MORE * (whole - common) + LESS * (written - common);
                share * common / (common + differ).max(f64::EPSILON)
            };
            let mut ways = [0.0_f64; 3];
            for way in self.phrasings[of].iter().map(way) {
                if ways[2] < way {
                    ways[2] = way;
                    ways.sort_by(|one, other| other.total_cmp(one));
                }
            }
            // Each that is like it makes it likelier; the same words are the same.
            let [nearest, others @ ..] = ways;
            let unlike = others.iter().fold(1.0 - nearest, |all, way| all * (1.0 - SUPPORT * way));
            let most = 1.0 - unlike;
            match self.all[of].about {
                AskedAbout::House if agreed.is_some() && most < SAME => most * ELSEWHERE,
                AskedAbout::House | AskedAbout::Game(_) | AskedAbout::Match => most,
            }
        };
        let fitting = self.all.iter().enumerate();
        let fitting = fitting.filter(|(_, known)| fits(known) && holds(known, agreed, asked));
        let near = fitting.map(|(of, known)| (known, alike(of))).filter(|it| 0.0 < it.1);
        let mut found: Vec<(&KnownQuestion, f64)> = near.collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found.truncate(NEAREST);
        found
    }
}

/// Returns the weight of a word that occurs in so many of all questions.
fn weight(all: usize, has: f64) -> f64 {
    (1.0 + all as f64 / (has + 0.5)).ln()
}

fn stems(words: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        // How many points there are says nothing about what is asked: `play +62`.
        let points = word.strip_prefix('+').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let stem = if points { "+0".to_owned() } else { stem(&word.to_lowercase()) };
        if !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

/// Tells whether an answer holds for what was agreed; without a match, for what the question names.
fn holds(known: &KnownQuestion, agreed: Option<&[String]>, asked: &AskedWords) -> bool {
    let Some((name, wanted)) = known.holds else { return true };
    let named = |agreed: &[String]| agreed.iter().any(|it| it == name);
    agreed.map_or_else(|| asked.has(name), named) == wanted
}

fn read(
    about: AskedAbout,
    text: &'static str,
    is_there: &impl Fn(&str) -> bool,
) -> Vec<KnownQuestion> {
    text.split("\n\n").filter_map(|block| known(about, block, is_there)).collect()
}

fn known(
    about: AskedAbout,
    block: &'static str,
    is_there: &impl Fn(&str) -> bool,
) -> Option<KnownQuestion> {
    let mut known = KnownQuestion {
        about,
        asked: Vec::new(),
        holds: None,
        answer: KnownAnswer::Says(""),
        lines: Vec::new(),
    };
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.split_once(' ') {
            Some(("#", _)) => {}
            Some(("?", asked)) => known.asked.push(asked),
            Some((">", more)) => known.lines.push(more),
            Some((">?", more)) => known.lines.extend(is_there(more).then_some(more)),
            Some(("=", fact)) => known.answer = KnownAnswer::Tells(Fact::named(fact)?),
            Some(("@", name)) => {
                let bare = name.strip_prefix('!');
                known.holds = Some((bare.unwrap_or(name), bare.is_none()));
            }
            _ => known.answer = KnownAnswer::Says(line),
        }
    }
    (!known.asked.is_empty()).then_some(known)
}
