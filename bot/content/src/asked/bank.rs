//! Questions with their answers, from `data/asked/`: about each game, about playing here, and about the match on the board. A question is
//! compared with every written one by the words that they share.
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use engine::games::GameId;

use super::{AskedWords, facts::Fact, stem, word_lists::word_list};

/// The questions about playing here.
const HOUSE: &str = include_str!("../../../../data/asked/house.txt");

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
const MORE: f64 = 0.35;
const LESS: f64 = 0.55;

/// The weight of a word that says little, such as `is`, beside its weight otherwise.
const IDLE: f64 = 0.2;

/// How alike a question about playing here must be, beside one about the game that is played.
const ELSEWHERE: f64 = 0.93;

static BANK: LazyLock<Bank> = LazyLock::new(Bank::build);

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
    holds: Option<(&'static str, bool)>,
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
    /// Lists the questions about playing here.
    pub fn of_house() -> impl Iterator<Item = &'static KnownQuestion> {
        BANK.all.iter().filter(|it| it.about == AskedAbout::House)
    }

    /// Returns the answer, if it is a text.
    pub fn says(&self) -> &'static str {
        match self.answer {
            KnownAnswer::Says(says) => says,
            KnownAnswer::Tells(_) => "",
        }
    }
}

/// One way to ask: its words with their weights.
struct Phrasing {
    of: usize,
    stems: Vec<String>,
}

struct Bank {
    all: Vec<KnownQuestion>,
    phrasings: Vec<Phrasing>,
    /// In how many questions a word occurs.
    spread: HashMap<String, f64>,
    idle: HashSet<String>,
}

/// What is written in the files, for spelling.
pub(super) fn sources() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|it| it.1).chain([HOUSE, MATCH])
}

impl Bank {
    fn build() -> Bank {
        let of_games = GAMES
            .iter()
            .filter_map(|(name, text)| Some((AskedAbout::Game(GameId::named(name)?), *text)));
        let rest = [(AskedAbout::House, HOUSE), (AskedAbout::Match, MATCH)];
        let all: Vec<KnownQuestion> =
            of_games.chain(rest).flat_map(|(about, text)| read(about, text)).collect();
        let mut phrasings = Vec::new();
        let mut spread: HashMap<String, f64> = HashMap::new();
        for (of, known) in all.iter().enumerate() {
            let mut own: HashSet<String> = HashSet::new();
            for asked in &known.asked {
                let stems = stems(&AskedWords::read(asked, &[]).words);
                own.extend(stems.iter().cloned());
                phrasings.push(Phrasing { of, stems });
            }
            for stem in own {
                *spread.entry(stem).or_default() += 1.0;
            }
        }
        let idle = word_list("idle").iter().map(|word| stem(word)).collect();
        Bank { all, phrasings, spread, idle }
    }

    fn weight(&self, stem: &str) -> f64 {
        let has = self.spread.get(stem).copied().unwrap_or(0.5);
        let telling = (1.0 + self.all.len() as f64 / (has + 0.5)).ln();
        if self.idle.contains(stem) { IDLE * telling } else { telling }
    }

    fn whole(&self, stems: &[String]) -> f64 {
        stems.iter().map(|it| self.weight(it)).sum()
    }
}

fn stems(words: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let stem = stem(&word.to_lowercase());
        if !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

/// Finds the written question that is most like one, and how much: 1 is the same. `fits` tells which may be meant, and `agreed` what was
/// agreed for the match.
pub fn nearest(
    asked: &AskedWords,
    agreed: Option<&[String]>,
    fits: impl Fn(&KnownQuestion) -> bool,
) -> Option<(&'static KnownQuestion, f64)> {
    let bank = &*BANK;
    let own = stems(&asked.words);
    let whole = bank.whole(&own);
    let may: Vec<bool> = bank.all.iter().map(|it| fits(it) && holds(it, agreed, asked)).collect();
    let mut best: Option<(usize, f64)> = None;
    for Phrasing { of, stems } in bank.phrasings.iter().filter(|it| may[it.of]) {
        let common: f64 =
            own.iter().filter(|it| stems.contains(it)).map(|it| bank.weight(it)).sum();
        let written = bank.whole(stems);
        let alike = common / (common + MORE * (whole - common) + LESS * (written - common));
        let alike = match bank.all[*of].about {
            AskedAbout::House => alike * ELSEWHERE,
            AskedAbout::Game(_) | AskedAbout::Match => alike,
        };
        if best.is_none_or(|(_, most)| most < alike) {
            best = Some((*of, alike));
        }
    }
    best.map(|(of, alike)| (&bank.all[of], alike))
}

/// Tells whether an answer holds for what was agreed; without a match, for what the question names.
fn holds(known: &KnownQuestion, agreed: Option<&[String]>, asked: &AskedWords) -> bool {
    let Some((name, wanted)) = known.holds else { return true };
    let named = |agreed: &[String]| agreed.iter().any(|it| it == name);
    agreed.map_or_else(|| asked.has(name), named) == wanted
}

fn read(about: AskedAbout, text: &'static str) -> Vec<KnownQuestion> {
    text.split("\n\n").filter_map(|block| known(about, block)).collect()
}

fn known(about: AskedAbout, block: &'static str) -> Option<KnownQuestion> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Guide;

    #[test]
    fn every_question_has_an_answer_and_a_topic_that_there_is() {
        for (about, text) in
            GAMES.iter().map(|(name, text)| (*name, *text)).chain([("house", HOUSE)])
        {
            let game = GameId::named(about);
            let guide = game.map_or_else(Guide::house, Guide::of);
            let read = read(game.map_or(AskedAbout::House, AskedAbout::Game), text);
            assert_eq!(
                read.len(),
                text.split("\n\n")
                    .filter(|it| it.lines().any(|line| line.starts_with("? ")))
                    .count()
            );
            for KnownQuestion { asked, holds, answer, lines, .. } in read {
                let KnownAnswer::Says(says) = answer else { panic!("{asked:?}") };
                assert!(says.ends_with(['.', ')', '!', '?', '`']), "{about}: {asked:?}: {says}");
                assert!(says.chars().count() < 420, "{about}: {says}");
                assert!(!lines.is_empty(), "{about}: {asked:?}");
                for line in lines {
                    let topic = match game {
                        Some(_) => Some(line),
                        None => line.strip_prefix("rules house "),
                    };
                    assert!(
                        topic.is_none_or(|topic| guide.topics().contains(&topic)),
                        "{about}: {line}"
                    );
                }
                if let (Some(game), Some((name, _))) = (game, holds) {
                    let settings = game.settings();
                    let known = settings.iter().any(|it| it.name == name || matches!(it.values, engine::settings::Values::Words(words) if words.contains(&name)));
                    assert!(known || name == "quick", "{about}: {name}");
                }
            }
        }
    }

    #[test]
    fn every_question_about_the_match_names_a_fact() {
        let blocks = MATCH.split("\n\n").filter(|it| it.lines().any(|line| line.starts_with("? ")));
        let read = read(AskedAbout::Match, MATCH);
        assert_eq!(read.len(), blocks.count());
        assert!(read.iter().all(|it| matches!(it.answer, KnownAnswer::Tells(_))));
    }

    #[test]
    fn a_written_question_is_found_by_itself() {
        for known in &BANK.all {
            for line in &known.asked {
                let asked = AskedWords::read(line, &[]);
                let agreed: Vec<String> =
                    known.holds.iter().filter(|it| it.1).map(|it| it.0.to_owned()).collect();
                let (found, alike) = nearest(&asked, Some(&agreed), |it| it.about == known.about)
                    .expect("there is one");
                let same = found.asked[0] == known.asked[0] || found.says() == known.says();
                assert!(
                    same || alike < 0.99 || found.answer == known.answer,
                    "{line}: {:?}",
                    found.asked[0]
                );
            }
        }
    }
}
