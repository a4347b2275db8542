//! What people ask about the match on the board, from `data/match-questions.txt`.
use std::{collections::HashSet, sync::LazyLock};

use engine::question::Relation;

use super::{AskedWords, stem, word_lists::word_list};

/// The questions as they are written.
pub(super) const SOURCE: &str = include_str!("../../../../data/match-questions.txt");

static QUESTIONS: LazyLock<Vec<AskedForm>> = LazyLock::new(|| read(SOURCE));

/// The most words of such a question: longer ones say more than a few words tell.
pub const LONGEST: usize = 11;

static BESIDE_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| word_list("beside").iter().map(|word| stem(word)).collect());

macro_rules! facts {
    ($($fact:ident = $name:literal),* $(,)?; $($relation:ident = $of:literal),* $(,)?) => {
        /// Something that can be asked about a match.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fact {
            $($fact,)*
            /// What the board says of all that is named, or of a side.
            Of(Relation),
        }

        impl Fact {
            /// Finds a fact by its name in data.
            pub fn named(name: &str) -> Option<Fact> {
                match name {
                    $($name => Some(Fact::$fact),)*
                    $($of => Some(Fact::Of(Relation::$relation)),)*
                    _ => None,
                }
            }
        }
    };
}

facts! {
    Turn = "turn", Why = "why", Time = "time", Level = "level", Asked = "asked", Score = "score", Last = "last", Around = "around", Rank = "rank",
    File = "file", Square = "square", Side = "side", Rated = "rated", Chances = "chances", Where = "where", Hand = "hand", Moves = "moves",
    Advice = "advice", History = "history", Board = "board", Happened = "happened", Steps = "steps", Secrets = "secrets", Terms = "terms",
    Read = "read", Result = "result";
    Take = "take", Safe = "safe", Stands = "stands", Count = "count", Meaning = "meaning", Distance = "distance", Pass = "pass",
    Steal = "steal", Reach = "reach", WhyNot = "why-not", Hit = "hit", Offside = "offside", Chance = "chance", Wounded = "wounded", Stuck = "stuck",
    Progress = "progress", Happened = "happened-to", InTheWay = "in-the-way", Bring = "bring",
}

/// One way to ask.
struct AskedForm {
    fact: Fact,
    /// How many words it may have that are none of its own.
    more: usize,
    wanted: Vec<Vec<WantedWord>>,
    banned: Vec<String>,
}

enum WantedWord {
    Stem(String),
    Word(String),
}

fn read(text: &str) -> Vec<AskedForm> {
    let mut out = Vec::new();
    let mut head: Option<(Fact, usize)> = None;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let questions = match line.split_once(':') {
            Some((name, rest)) if !line.starts_with(' ') => {
                let (name, more) = name.split_once(' ').unwrap_or((name, "0"));
                head = Fact::named(name).zip(more.parse().ok());
                rest
            }
            _ => line,
        };
        let Some((fact, more)) = head else { continue };
        let questions = questions.split(',').map(str::trim).filter(|it| !it.is_empty());
        out.extend(questions.map(|question| {
            let words = || question.split_whitespace();
            let wanted = words().filter(|it| !it.starts_with('!')).map(|word| {
                let one = |word: &str| match word.strip_prefix('=') {
                    Some(word) => WantedWord::Word(word.to_owned()),
                    None => WantedWord::Stem(stem(word)),
                };
                word.split('/').map(one).collect()
            });
            let banned = words().filter_map(|it| it.strip_prefix('!')).map(stem);
            AskedForm { fact, more, wanted: wanted.collect(), banned: banned.collect() }
        }));
    }
    out
}

/// Finds what is asked about a match. In the words, places and people are written as in the file.
pub fn asked_about(asked: &AskedWords) -> Option<Fact> {
    if LONGEST < asked.words.len() {
        return None;
    }
    let stems: Vec<String> = asked.words.iter().map(|word| stem(word)).collect();
    let mut best: Option<(usize, usize, Fact)> = None;
    for question in &*QUESTIONS {
        let has = |wanted: &WantedWord| match wanted {
            WantedWord::Stem(wanted) => stems.contains(wanted),
            WantedWord::Word(wanted) => asked.has(wanted),
        };
        let fits = question.wanted.iter().all(|any| any.iter().any(has));
        if !fits || question.banned.iter().any(|stem| stems.contains(stem)) {
            continue;
        }
        let own = |nth: usize| {
            question.wanted.iter().flatten().any(|wanted| match wanted {
                WantedWord::Stem(wanted) => stems[nth] == *wanted,
                WantedWord::Word(wanted) => asked.words[nth] == *wanted,
            })
        };
        let more = (0..stems.len())
            .filter(|nth| !own(*nth) && !BESIDE_STEMS.contains(&stems[*nth]))
            .count();
        let count = question.wanted.len();
        if more <= question.more
            && (1 < count || more == 0)
            && best.is_none_or(|(most, least, _)| (most, least) < (count, usize::MAX - more))
        {
            best = Some((count, usize::MAX - more, question.fact));
        }
    }
    best.map(|it| it.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    fn with_places(line: &str) -> AskedWords {
        let mut asked = AskedWords::read(line, &[], House::kernel().spelling());
        for word in &mut asked.words {
            if ["square", "number"].contains(&word.as_str()) {
                *word = word.to_uppercase();
            }
        }
        asked
    }

    #[test]
    fn every_row_about_the_board_asks_for_something_there_is() {
        for row in ["anywhere", "at-place", "no-place"].into_iter().flat_map(word_list) {
            let asks = row.split(' ').next().unwrap_or_default();
            let is_known = asks == "nothing" || matches!(Fact::named(asks), Some(Fact::Of(_)));
            assert!(is_known, "{row}");
        }
    }

    #[test]
    fn what_is_asked_about_a_match_is_told_apart() {
        for (line, fact) in [
            ("whose turn is it", Some(Fact::Turn)),
            ("why can't I move", Some(Fact::Why)),
            ("how long have i got", Some(Fact::Time)),
            ("who is winning", Some(Fact::Score)),
            ("what just happened", Some(Fact::Last)),
            ("where are my kings", Some(Fact::Of(Relation::Stands))),
            ("what is around SQUARE", Some(Fact::Around)),
            ("read rank NUMBER", Some(Fact::Rank)),
            ("read the board", Some(Fact::Read)),
            ("where are my men", Some(Fact::Of(Relation::Stands))),
            ("what is on SQUARE", Some(Fact::Of(Relation::Stands))),
            ("what can take me", Some(Fact::Of(Relation::Safe))),
            ("what can I capture", Some(Fact::Of(Relation::Take))),
            ("how do I win", None),
            ("what happens if I land on an open door", None),
            ("can kings attack backwards", None),
            ("can I attack twice", None),
            ("how does a duel work", None),
        ] {
            assert_eq!(asked_about(&with_places(line)), fact, "{line}");
        }
    }
}
