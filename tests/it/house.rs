//! What is written about games and playing here fits the chats, and its parts fit together.
use std::{collections::BTreeSet, fs};

use content::{
    asked::{
        AskedWords,
        index::{AnswerText, AskedAbout, Passage, SAME, Scope},
    },
    guide::Guide,
};
use engine::{games::GameId, settings::Values};
use features::FEATURES;

use crate::files::{below, folder};

/// Discord allows 2,000 characters in a message; the rest is for the heading.
const LONGEST: usize = 1800;

/// The most buttons below a message.
const BUTTONS: usize = 25;

#[test]
fn every_guide_fits_the_chats() {
    for guide in FEATURES.house().guides() {
        assert!(!guide.title().is_empty() && !guide.introduction().is_empty());
        assert!(4 < guide.topics().len(), "{} has fewer than five topics", guide.title());
        for topic in guide.topics() {
            let body = guide.topic(topic).unwrap();
            let length = body.chars().count();
            assert!((1..LONGEST).contains(&length), "{topic} of {}: {length}", guide.title());
            assert!(topic.bytes().all(|it| it.is_ascii_lowercase()), "{topic}");
        }
    }
}

#[test]
fn every_topic_can_be_reached_by_menus() {
    for guide in FEATURES.house().guides() {
        let first = guide.chapter(None);
        let mut reached = first.clone();
        assert!(first.len() <= BUTTONS, "{}", guide.title());
        for topic in first {
            let below = guide.chapter(Some(topic));
            assert!(below.len() <= BUTTONS, "{topic}");
            reached.extend(below);
        }
        assert_eq!(reached.len(), guide.topics().len(), "{}", guide.title());
    }
}

#[test]
fn no_topic_stands_twice() {
    for guide in FEATURES.house().guides() {
        let mut seen = BTreeSet::new();
        let twice: Vec<&str> =
            guide.topics().into_iter().filter(|topic| !seen.insert(*topic)).collect();
        assert_eq!(twice, [""; 0], "{}", guide.title());
    }
}

#[test]
fn the_house_has_what_each_feature_writes() {
    let written = |ext: &str| -> BTreeSet<String> {
        let paths = below(&folder("../bot/features"), ext).into_iter();
        let paths = paths.filter(|path| path.ends_with("rules.md") || path.ends_with("asked.txt"));
        paths.map(|path| fs::read_to_string(path).unwrap()).collect()
    };
    let parts = &FEATURES.house().parts()[1..];
    let rules: BTreeSet<String> =
        parts.iter().map(|part| part.rules.to_owned()).filter(|rules| !rules.is_empty()).collect();
    let asked: BTreeSet<String> =
        parts.iter().map(|part| part.asked.to_owned()).filter(|asked| !asked.is_empty()).collect();
    assert!(written("md") == rules, "a file rules.md is missing in the list of features");
    assert!(written("txt") == asked, "a file asked.txt is missing in the list of features");
}

#[test]
fn a_feature_brings_topics_and_other_words_for_them() {
    for part in FEATURES.house().parts()[1..].iter().filter(|part| !part.rules.is_empty()) {
        let begins = part.rules.lines().next().unwrap_or_default();
        assert!(begins.starts_with("## "), "a topic comes first: {begins}");
        for topic in part.synonyms.iter().flat_map(|row| row.1) {
            assert!(part.rules.contains(&format!("## {topic}\n")), "{begins}: {topic}");
        }
    }
}

/// Returns how many answers a text has.
fn answers(text: &str) -> usize {
    text.split("\n\n").filter(|block| block.lines().any(|line| line.starts_with("? "))).count()
}

#[test]
fn every_answer_has_keywords_and_a_topic_that_there_is() {
    let files = below(&folder("../data/rules"), "txt").into_iter();
    let written = below(&folder("../bot/features"), "txt").into_iter();
    let files = files.chain(written.filter(|path| path.ends_with("asked.txt")));
    let count: usize = files.map(|path| answers(&fs::read_to_string(path).unwrap())).sum();
    let index = FEATURES.house().index();
    assert_eq!(index.answers().len(), count);
    for answer in index.answers() {
        let (about, name) = (answer.about, answer.name);
        let keywords: BTreeSet<&&str> = answer.keywords.iter().collect();
        assert_eq!(keywords.len(), answer.keywords.len(), "{about:?}: {name}: one twice");
        assert!((3..=16).contains(&keywords.len()), "{about:?}: {name}: {keywords:?}");
        let game = match about {
            AskedAbout::Game(game) => Some(game),
            AskedAbout::House => None,
            AskedAbout::Match => {
                assert!(matches!(answer.holds[..], [(None, AnswerText::Tells(_))]), "{name}");
                continue;
            }
        };
        let last = answer.holds.last().map(|it| it.0);
        assert_eq!(last, Some(None), "{about:?}: {name}: something must hold usually");
        for (agreed, told) in &answer.holds {
            let AnswerText::Says(says) = told else { panic!("{name}") };
            assert!(says.ends_with(['.', ')', '!', '?', '`']), "{about:?}: {name}: {says}");
            assert!(says.chars().count() < 420, "{about:?}: {says}");
            let is_agreed =
                agreed.is_none_or(|agreed| game.is_some_and(|game| is_agreed(game, agreed)));
            assert!(is_agreed, "{about:?}: {name}: {agreed:?}");
        }
        assert!(!answer.lines.is_empty(), "{about:?}: {name}");
        let topics = game.map_or_else(|| FEATURES.house().guide(), Guide::of).topics();
        for line in &answer.lines {
            let topic = match game {
                Some(_) => Some(*line),
                None => line.strip_prefix("rules house "),
            };
            assert!(topic.is_none_or(|topic| topics.contains(&topic)), "{about:?}: {line}");
        }
    }
}

/// Tells whether something can be agreed for a game.
fn is_agreed(game: GameId, name: &str) -> bool {
    let bare = name.split('=').next().unwrap_or(name);
    name == "quick"
        || game.settings().iter().any(|setting| {
            setting.name == bare
                || matches!(setting.values, Values::Words(words) if words.contains(&name))
        })
}

#[test]
fn no_answer_stands_twice() {
    let mut seen = BTreeSet::new();
    for answer in FEATURES.house().index().answers() {
        let about = format!("{:?}", answer.about);
        assert!(seen.insert((about.clone(), answer.name)), "{about}: {}", answer.name);
        for (_, told) in &answer.holds {
            let AnswerText::Says(says) = told else { continue };
            assert!(seen.insert((about.clone(), *says)), "{about}: {says}");
        }
    }
}

#[test]
fn an_answer_is_found_by_its_name() {
    let index = FEATURES.house().index();
    for answer in index.answers() {
        let asked = AskedWords::read(answer.name, &[], FEATURES.house().spelling());
        let game = match answer.about {
            AskedAbout::Game(game) => Some(game),
            AskedAbout::House | AskedAbout::Match => None,
        };
        let scope = Scope { game, agreed: Some(&[]) };
        let found = index.find(&asked, &scope, |passage| passage.about() == answer.about);
        let same = found.iter().take_while(|it| SAME <= it.alike);
        let is_it = |it: &Passage<'_>| it.is(&Passage::Answer(answer));
        assert!(same.map(|it| it.passage).any(|it| is_it(&it)), "{:?}: {}", game, answer.name);
    }
}
