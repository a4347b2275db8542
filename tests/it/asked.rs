//! The search finds the answer that is meant. Files in `tests/phrasings/asked`, and `tests/phrasings.txt` of each feature, have ways to ask
//! below the question that names the answer.
use std::{collections::BTreeMap, fs};

use content::asked::{
    AskedWords,
    index::{AnswerText, AskedAbout, FoundAnswer, Passage, Scope, WrittenAnswer},
};
use engine::games::GameId;
use features::FEATURES;
use it::sample::{is_full, part};

use crate::files::{below, folder};

/// So many ways to ask there are at least.
const LEAST: usize = 20_000;

/// Of a hundred ways to ask, so many find the answer at first, among the first three, and its topic there. Of a part of them it may be a
/// few less.
const FOUND: [usize; 3] = [50, 68, 80];
const BY_CHANCE: usize = 3;

/// A way to ask, and the answer that is meant.
struct Way {
    line: String,
    answer: &'static WrittenAnswer,
}

/// Reads every way to ask.
fn ways() -> Vec<Way> {
    let answers = FEATURES.house().index().answers();
    let mut named: BTreeMap<(String, &str), &'static WrittenAnswer> = BTreeMap::new();
    for answer in answers {
        let about = match answer.about {
            AskedAbout::Game(game) => game.name(),
            AskedAbout::House => "house",
            AskedAbout::Match => "match",
        };
        named.insert((about.to_owned(), answer.name), answer);
    }
    let of_features = below(&folder("../bot/features"), "txt").into_iter();
    let of_features = of_features.filter(|path| path.ends_with("tests/phrasings.txt"));
    let mut out = Vec::new();
    for path in below(&folder("phrasings/asked"), "txt").into_iter().chain(of_features) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let about = if stem == "phrasings" { "house".to_owned() } else { stem };
        let mut answer = None;
        for line in fs::read_to_string(&path).expect("ways to ask can be read").lines() {
            match line.strip_prefix("? ") {
                Some(name) => {
                    answer = named.get(&(about.clone(), name)).copied();
                    assert!(answer.is_some(), "{about}: nothing is called `{name}`");
                }
                None if line.is_empty() || line.starts_with("# ") => {}
                None => out.extend(answer.map(|answer| Way { line: line.to_owned(), answer })),
            }
        }
    }
    out
}

/// Returns what is found for a way to ask where a match of its game runs, or none if it asks about playing here.
fn found(way: &Way) -> Vec<FoundAnswer<'static>> {
    let game = match way.answer.about {
        AskedAbout::Game(game) => Some(game),
        AskedAbout::Match => Some(GameId::ALL[0]),
        AskedAbout::House => None,
    };
    let house = FEATURES.house();
    let asked = AskedWords::read(&way.line, &[], house.spelling());
    let scope = Scope { game, agreed: game.is_some().then_some(&[]) };
    house.index().find(&asked, &scope, |passage| match passage.about() {
        AskedAbout::Game(other) => game == Some(other),
        AskedAbout::Match => game.is_some(),
        AskedAbout::House => true,
    })
}

/// Returns the topics of something.
fn topics(passage: &Passage<'static>) -> Vec<&'static str> {
    match passage {
        Passage::Answer(answer) => answer.lines.clone(),
        Passage::Sentence(sentence) => vec![sentence.topic],
    }
}

#[test]
fn most_ways_to_ask_find_their_answer_and_its_topic() {
    let all = ways();
    assert!(LEAST < all.len(), "{} ways to ask", all.len());
    let drawn = part(all);
    let mut hits = [0; 3];
    for way in &drawn {
        let mut different: Vec<Passage<'static>> = Vec::new();
        for found in found(way) {
            // Sentences of one topic are one answer.
            let is_new = different.iter().all(|other| match (other, &found.passage) {
                (Passage::Sentence(one), Passage::Sentence(other)) => one.topic != other.topic,
                (one, other) => !one.is(other),
            });
            if is_new {
                different.push(found.passage);
            }
            if different.len() == 3 {
                break;
            }
        }
        let is_it = |passage: &Passage<'static>| passage.is(&Passage::Answer(way.answer));
        let own = way.answer.lines.first();
        let has_topic = |passage: &Passage<'static>| {
            is_it(passage) || topics(passage).iter().any(|topic| own == Some(topic))
        };
        hits[0] += usize::from(different.first().is_some_and(is_it));
        hits[1] += usize::from(different.iter().any(is_it));
        hits[2] += usize::from(different.iter().any(has_topic));
    }
    let shares = hits.map(|hits| 100 * hits / drawn.len());
    println!("{hits:?} of {}: {shares:?} %", drawn.len());
    let less = if is_full() { 0 } else { BY_CHANCE };
    for (share, floor) in shares.into_iter().zip(FOUND) {
        assert!(floor - less <= share, "{shares:?} % of {}", drawn.len());
    }
}

/// What only a few words of the everyday share is no answer.
#[test]
fn a_question_without_a_word_of_its_own_finds_nothing_to_tell() {
    let house = FEATURES.house();
    for line in ["when", "where am i", "what is it", "how do you do", "so what now then"] {
        let asked = AskedWords::read(line, &[], house.spelling());
        for game in GameId::ALL {
            let scope = Scope { game: Some(*game), agreed: Some(&[]) };
            let told = |passage: &Passage<'_>| match passage {
                Passage::Answer(answer) => {
                    answer.holds.iter().all(|(_, told)| matches!(told, AnswerText::Says(_)))
                }
                Passage::Sentence(_) => true,
            };
            let found = house.index().find(&asked, &scope, told);
            let meant = found.iter().find(|found| found.is_meant && 0.3 < found.alike);
            assert!(meant.is_none(), "{line}: {:?}", meant.map(|it| it.passage));
        }
    }
}
