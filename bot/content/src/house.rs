//! What is written about playing here: the rules of every match, and answers. The kernel brings the first part,
//! and each feature its own.
use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

use engine::games::GameId;

use crate::{
    asked::{
        Spelling,
        index::{self, Index},
    },
    guide::{Guide, SYNONYMS, TopicSynonyms},
};

/// What one part of the program writes about playing here.
#[derive(Clone, Copy, Debug)]
pub struct HousePart {
    /// Rules by topic; only the kernel's have a title and an introduction.
    pub rules: &'static str,
    /// Answers.
    pub asked: &'static str,
    /// Other words for its topics.
    pub synonyms: &'static [TopicSynonyms],
}

/// The part of the kernel, before those of all features.
pub const KERNEL: HousePart = HousePart {
    rules: include_str!("../../../data/rules/house.md"),
    asked: include_str!("../../../data/rules/house.asked.txt"),
    synonyms: SYNONYMS,
};

/// All that is written about playing here. What reads it is built when it is first used.
pub struct House {
    parts: Vec<HousePart>,
    rules: String,
    synonyms: Vec<TopicSynonyms>,
    commands: BTreeSet<&'static str>,
    spelling: OnceLock<Spelling>,
    index: OnceLock<Index>,
}

impl House {
    /// Puts parts together, in their order, for a program with these commands.
    pub fn of(parts: &[HousePart], commands: impl IntoIterator<Item = &'static str>) -> House {
        House {
            parts: parts.to_vec(),
            rules: joined(parts),
            synonyms: parts.iter().flat_map(|part| part.synonyms).copied().collect(),
            commands: commands.into_iter().collect(),
            spelling: OnceLock::new(),
            index: OnceLock::new(),
        }
    }

    /// Returns the kernel's part alone.
    pub fn kernel() -> &'static House {
        static ALONE: LazyLock<House> = LazyLock::new(|| House::of(&[KERNEL], []));
        &ALONE
    }

    /// Returns what it is made of.
    pub fn parts(&self) -> &[HousePart] {
        &self.parts
    }

    /// Returns the rules of every game.
    pub fn guide(&'static self) -> Guide {
        Guide::of_house(&self.rules, &self.synonyms)
    }

    /// Returns every guide, the games before the house.
    pub fn guides(&'static self) -> impl Iterator<Item = Guide> {
        GameId::ALL.iter().map(|game| Guide::of(*game)).chain([self.guide()])
    }

    /// Finds the guide with a topic of exactly this name, or else one that starts so.
    pub fn guide_with_topic(&'static self, name: &str) -> Option<Guide> {
        let exact = self.guides().find(|guide| guide.has_exactly(name));
        exact.or_else(|| self.guides().find(|guide| guide.topic(name).is_some()))
    }

    /// Finds the topics that lower-case words are about, by name or synonym, one of each guide.
    pub fn topics_about(&'static self, words: &str) -> Vec<(Guide, &'static str)> {
        let words: Vec<&str> = words.split(|it: char| !it.is_alphanumeric()).collect();
        self.guides().filter_map(|guide| Some((guide, guide.mentioned(&words)?))).collect()
    }

    /// Returns the words that are no slips in a question.
    pub fn spelling(&'static self) -> &'static Spelling {
        self.spelling.get_or_init(|| {
            let rules = self.guides().map(Guide::source);
            let synonyms = self.synonyms.iter().flat_map(|row| row.0).copied();
            Spelling::of(rules.chain(index::texts(self.asked())).chain(synonyms))
        })
    }

    /// Tells whether there is what a line shows: its command, or its topic here.
    fn is_there(&'static self, line: &str) -> bool {
        match line.strip_prefix("rules house ") {
            Some(topic) => self.guide().topics().contains(&topic),
            None => line.split(' ').next().is_some_and(|name| self.commands.contains(name)),
        }
    }

    /// Returns the search over all answers, about each game, playing here and the match on the board, and the sentences of all guides.
    pub fn index(&'static self) -> &'static Index {
        let is_there = |line: &str| self.is_there(line);
        self.index.get_or_init(|| Index::of(self.asked(), self.guides(), self.spelling(), is_there))
    }

    fn asked(&self) -> impl Iterator<Item = &'static str> {
        self.parts.iter().map(|part| part.asked)
    }
}

/// Joins rules: the topics outside chapters of all parts, then their chapters.
fn joined(parts: &[HousePart]) -> String {
    let in_two = |part: &HousePart| part.rules.split_at(chapters_at(part.rules));
    let (topics, chapters): (Vec<_>, Vec<_>) = parts.iter().map(in_two).unzip();
    let texts = topics.into_iter().chain(chapters).map(str::trim);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join("\n\n") + "\n"
}

/// Returns where the chapters of a text begin.
fn chapters_at(rules: &str) -> usize {
    rules.find("\n# ").unwrap_or(rules.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked::{
        AskedWords,
        index::{Passage, Scope},
    };

    const TEA: HousePart = HousePart {
        rules: "## tea\n\nThere is tea.\n\n# tea\n\n## biscuits\n\nOne each.\n",
        asked: "? where is the samovar\n+ samovar kitchen\nIn the kitchen.\n> rules house tea\n",
        synonyms: &[(&["darjeeling"], &["tea"])],
    };

    #[test]
    fn the_part_of_the_kernel_alone_is_its_text() {
        assert_eq!(House::kernel().guide().source(), KERNEL.rules);
    }

    #[test]
    fn a_part_adds_topics_questions_and_words() {
        static HOUSE: LazyLock<House> = LazyLock::new(|| House::of(&[KERNEL, TEA], []));
        let (guide, kernel) = (HOUSE.guide(), House::kernel().guide());
        let topics = guide.chapter(None);
        assert_eq!(topics.split_last(), Some((&"tea", &kernel.chapter(None)[..])));
        assert_eq!(guide.chapter(Some("tea")), ["biscuits"]);
        assert_eq!(guide.chapter(Some("ratings")), kernel.chapter(Some("ratings")));
        assert_eq!(guide.mentioned(&["darjeeling"]), Some("tea"));
        assert_eq!(HOUSE.guide_with_topic("biscuits").map(Guide::name), Some("house"));

        let asked = AskedWords::read("where is the samovra", &[], HOUSE.spelling());
        assert!(asked.has("samovar"), "its words are no slips: {asked:?}");
        let found = HOUSE.index().find(&asked, &Scope::default(), |_| true);
        let Passage::Answer(best) = found[0].passage else { panic!("{:?}", found[0]) };
        assert_eq!(best.lines, ["rules house tea"]);
    }
}
