//! What is written about games and playing here fits the chats, and its parts fit together.
use std::{collections::BTreeSet, fs};

use content::{
    asked::{
        AskedWords,
        bank::{AskedAbout, KnownAnswer, KnownQuestion},
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

/// Returns how many questions a text has.
fn questions(text: &str) -> usize {
    text.split("\n\n").filter(|block| block.lines().any(|line| line.starts_with("? "))).count()
}

#[test]
fn every_question_has_an_answer_and_a_topic_that_there_is() {
    let files = below(&folder("../data/asked"), "txt").into_iter();
    let written = below(&folder("../bot/features"), "txt").into_iter();
    let files = files.chain(written.filter(|path| path.ends_with("asked.txt")));
    let count: usize = files.map(|path| questions(&fs::read_to_string(path).unwrap())).sum();
    assert_eq!(FEATURES.house().bank().written().len(), count);
    for KnownQuestion { about, asked, holds, answer, lines } in FEATURES.house().bank().written() {
        let game = match about {
            AskedAbout::Game(game) => Some(*game),
            AskedAbout::House => None,
            AskedAbout::Match => {
                assert!(matches!(answer, KnownAnswer::Tells(_)), "{asked:?}");
                continue;
            }
        };
        let KnownAnswer::Says(says) = answer else { panic!("{asked:?}") };
        assert!(says.ends_with(['.', ')', '!', '?', '`']), "{about:?}: {asked:?}: {says}");
        assert!(says.chars().count() < 420, "{about:?}: {says}");
        assert!(!lines.is_empty(), "{about:?}: {asked:?}");
        let topics = game.map_or_else(|| FEATURES.house().guide(), Guide::of).topics();
        for line in lines {
            let topic = match game {
                Some(_) => Some(*line),
                None => line.strip_prefix("rules house "),
            };
            assert!(topic.is_none_or(|topic| topics.contains(&topic)), "{about:?}: {line}");
        }
        if let (Some(game), Some((name, _))) = (game, holds) {
            assert!(is_agreed(game, name), "{about:?}: {name}");
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

/// Facts of a match may be asked for in the same words: which one is meant depends on the match.
#[test]
fn no_question_stands_twice() {
    let mut seen = BTreeSet::new();
    let mut twice: Vec<&str> = Vec::new();
    for known in
        FEATURES.house().bank().written().iter().filter(|known| known.about != AskedAbout::Match)
    {
        let about = format!("{:?}, {:?}", known.about, known.holds);
        let again = known.asked.iter().filter(|asked| !seen.insert((about.clone(), **asked)));
        twice.extend(again.copied());
    }
    assert_eq!(twice, [""; 0]);
}

#[test]
fn a_written_question_is_found_by_itself() {
    let (mut all, mut others) = (0, Vec::new());
    for known in FEATURES.house().bank().written() {
        let agreed: Vec<String> =
            known.holds.iter().filter(|it| it.1).map(|it| it.0.to_owned()).collect();
        for line in known.asked.iter().step_by(5) {
            let asked = AskedWords::read(line, &[], FEATURES.house().spelling());
            let same = |other: &KnownQuestion| other.about == known.about;
            let (found, _) = FEATURES.house().bank().nearest(&asked, Some(&agreed), same)[0];
            all += 1;
            if found.asked[0] != known.asked[0] && found.answer != known.answer {
                others.push((line, found.asked[0]));
            }
        }
    }
    // Some differ only by words that stand for the same.
    assert!(others.len() * 50 < all, "{} of {all}: {others:?}", others.len());
}
