//! Numbers in the rules texts equal the constants they stand for.
use std::{collections::BTreeMap, fs};

use crate::files::folder;

/// A sentence of a rules text with its number left out, as `{}` in digits or `{w}` in words; the
/// file and the name of the constant; and how many of the constant's units make one of the text's.
pub(crate) type Row = (&'static str, &'static str, &'static str, f64);

const DAYS: f64 = 86_400.0;
const HOURS: f64 = 3_600.0;
const INCHES: f64 = 1_000.0;

/// The rules of every match.
const HOUSE: &[Row] = &[
    ("After {w} declined offers, finish another turn", "engine/src/match_rules.rs", "OFFERS", 1.0),
    (
        "After {w} declined requests you can ask again only after",
        "engine/src/match_rules.rs",
        "UNDO_ASKS",
        1.0,
    ),
    ("After {w} requests that were declined", "engine/src/match_rules.rs", "UNDO_ASKS_IN_ALL", 1.0),
    ("Until both sides have finished {w} turns", "engine/src/match_rules.rs", "EARLY_TURNS", 1.0),
    (
        "alone until both sides have finished {w} turns",
        "engine/src/match_rules.rs",
        "EARLY_TURNS",
        1.0,
    ),
    ("You may call off {w} matches in any", "bot/service/src/play/ending.rs", "ALLOWED", 1.0),
    ("matches in any {} days", "bot/service/src/play/ending.rs", "ALLOWED_DAYS", 1.0),
    ("You can have {w} such matches", "bot/service/src/lobby/against_bot.rs", "MOST_RUNNING", 1.0),
    ("at most {} times an hour: each", "bot/service/src/context/memory.rs", "PINGS", 1.0),
    ("same person at most {} times", "bot/service/src/context/memory.rs", "PINGS", 1.0),
    ("A room gets at most {} of your", "bot/service/src/context/memory.rs", "PINGS", 1.0),
    ("declined {} of your challenges", "bot/service/src/rate_limit.rs", "DECLINED", 1.0),
    ("stays open for {w} weeks", "bot/service/src/lobby/challenge.rs", "OPEN_DAYS", 7.0),
    ("You can have {w} open at a time", "bot/service/src/lobby/challenge.rs", "MOST_OPEN", 1.0),
    ("and {w} to the same person", "bot/service/src/lobby/challenge.rs", "MOST_TO_ONE", 1.0),
    (
        "Somebody with {w} to answer",
        "bot/service/src/lobby/challenge.rs",
        "MOST_TO_ONE_OF_ALL",
        1.0,
    ),
    ("silent for {} days on their turn", "bot/model/src/time/timer.rs", "SILENCE", DAYS),
    ("can `claim` after {} days of", "bot/service/src/timing.rs", "GONE", DAYS),
    ("With fewer than {w} matches a rating", "bot/model/src/glicko.rs", "RANKED_AFTER", 1.0),
    ("without a match for {} days", "bot/model/src/glicko.rs", "AWAY_DAYS", 1.0),
];

const TRAPDOOR: &[Row] = &[
    ("has taken {} turns in a row", "engine/src/checkers/draws.rs", "QUIET_TURNS", 1.0),
    ("both sides have had {} turns", "engine/src/checkers/draws.rs", "QUIET_TURNS", 1.0),
];

const DRAUGHTS: &[Row] = &[
    ("has made {} moves in a row", "engine/src/checkers/draws.rs", "QUIET_TURNS", 1.0),
    ("or ends the {} moves", "engine/src/checkers/draws.rs", "QUIET_TURNS", 1.0),
    ("My {}th quiet move", "engine/src/checkers/draws.rs", "QUIET_TURNS", 1.0),
];

const ALIEN: &[Row] = &[
    ("Black and White have {w} pawns", "engine/src/games/alien/field.rs", "PIECES", 1.0),
    ("with {w} pieces each", "engine/src/games/alien/field.rs", "PIECES", 1.0),
    ("when you have {w} kings and emperors", "engine/src/games/alien/options.rs", "KINGS", 1.0),
    ("you have {w} kings and emperors", "engine/src/games/alien/options.rs", "KINGS", 1.0),
    ("has taken {} turns in a row", "engine/src/games/alien/moves/mod.rs", "QUIET_TURNS", 1.0),
    ("no draw by {w} quiet turns", "engine/src/games/alien/moves/mod.rs", "QUIET_TURNS", 1.0),
    ("{w} hippos, one monolith", "engine/src/games/alien/field.rs", "HIPPOS", 1.0),
    ("built until {w} lie on the board", "engine/src/games/alien/field.rs", "WALLS", 1.0),
];

const AMTGARD: &[Row] = &[
    ("A blow lands {}% of the time", "engine/src/games/amtgard/duel.rs", "CHANCE", 1.0),
    ("in the other hand: x0.{}", "engine/src/games/amtgard/duel.rs", "OTHER_HAND", 1.0),
    ("From a knee: x0.{}", "engine/src/games/amtgard/duel.rs", "FROM_A_KNEE", 1.0),
    ("on a knee: x{}", "engine/src/games/amtgard/duel.rs", "AT_A_KNEE", 100.0),
    ("Nobody dead after {} passes", "engine/src/games/amtgard/duel.rs", "MOST_PASSES", 1.0),
    ("nobody falls in {} passes", "engine/src/games/amtgard/duel.rs", "MOST_PASSES", 1.0),
    ("of up to {} characters", "engine/src/games/amtgard/names.rs", "LONGEST_NAME", 1.0),
];

const PIECEPACK: &[Row] = &[
    ("The field is {} by", "engine/src/games/piecepack/field.rs", "WIDE", INCHES),
    ("by {} inches, with a goal", "engine/src/games/piecepack/field.rs", "LONG", INCHES),
    ("tiles of {w} inches", "engine/src/games/piecepack/field.rs", "TILE", INCHES),
    ("Every coin is {} inches", "engine/src/games/piecepack/field.rs", "APART", INCHES),
    ("meets it, {} inches behind", "engine/src/games/piecepack/field.rs", "APART", INCHES),
    ("one of your {w} kickers", "engine/src/games/piecepack/field.rs", "KICKERS", 1.0),
    ("{w} goals win", "engine/src/games/piecepack/options.rs", "GOALS", 1.0),
    ("`at` something has {}", "engine/src/games/piecepack/words/read.rs", "USUAL_POWER", 1.0),
    ("in degrees ({} if", "engine/src/games/piecepack/moves/adjust.rs", "NUDGE", 1_000.0),
    ("points of power ({} if", "engine/src/games/piecepack/moves/adjust.rs", "PUSH", 1.0),
    ("A coin loses {} inches", "engine/src/games/piecepack/field.rs", "SLOWING", 1.0),
    ("Power 1 is {} inches", "engine/src/games/piecepack/field.rs", "SPEED", 1.0),
    ("Two coins part with {} parts", "engine/src/games/piecepack/field.rs", "COIN_BOUNCE", 0.01),
    ("gives way: at {} inches", "engine/src/games/piecepack/field.rs", "FOUL_SPEED", 1.0),
    ("straight on by {} inches", "engine/src/games/piecepack/field.rs", "FOUL_SHIFT", INCHES),
    ("when it lies {} inches or more", "engine/src/games/piecepack/field.rs", "MOVED", INCHES),
    ("{w} turns without a goal", "engine/src/games/piecepack/options.rs", "LIMIT", 1.0),
];

const METASOCCER: &[Row] = &[
    ("Two teams of {w} checkers", "engine/src/games/metasoccer/squad.rs", "FULL", 1.0),
    ("{w} checkers a side", "engine/src/games/metasoccer/squad.rs", "FULL", 1.0),
    ("the numbers 2 to {}", "engine/src/games/metasoccer/squad.rs", "FULL", 1.0),
    ("as a draw after {} plays", "engine/src/games/metasoccer/options.rs", "MOST_PLAYS", 1.0),
    ("how many plays, 20 to {}", "engine/src/games/metasoccer/options.rs", "MOST_PLAYS", 1.0),
];

/// Number words; other numbers are written in digits.
const WORDS: [(u32, &str); 14] = [
    (1, "one"),
    (2, "two"),
    (3, "three"),
    (4, "four"),
    (5, "five"),
    (6, "six"),
    (7, "seven"),
    (8, "eight"),
    (9, "nine"),
    (10, "ten"),
    (11, "eleven"),
    (12, "twelve"),
    (40, "forty"),
    (60, "sixty"),
];

/// Returns the value of a constant in a source, which may be a product of numbers and constants.
fn value(source: &str, name: &str) -> Option<f64> {
    let start = source.find(&format!("const {name}: "))?;
    let (_, rest) = source[start..].split_once(" = ")?;
    let expression = rest.split(';').next()?;
    expression.split('*').map(|part| factor(source, part.trim())).product()
}

fn factor(source: &str, word: &str) -> Option<f64> {
    match word {
        "DAY" => Some(DAYS),
        "HOUR" => Some(HOURS),
        word if word.starts_with(|it: char| it.is_ascii_digit()) => {
            word.replace('_', "").parse().ok()
        }
        name => value(source, name),
    }
}

/// Fills a number into a sentence, in lower case.
fn filled(sentence: &str, number: f64) -> String {
    let digits = format!("{}", (number * 1_000.0).round() / 1_000.0);
    let word = WORDS.iter().find(|word| f64::from(word.0) == number);
    let word = word.map_or(digits.as_str(), |it| it.1);
    sentence.replace("{w}", word).replace("{}", &digits).to_lowercase()
}

#[test]
fn numbers_in_the_rules_are_those_of_the_code() {
    check(&[
        ("house", HOUSE),
        ("trapdoor", TRAPDOOR),
        ("draughts", DRAUGHTS),
        ("alien", ALIEN),
        ("amtgard", AMTGARD),
        ("piecepack", PIECEPACK),
        ("metasoccer", METASOCCER),
    ]);
}

/// Checks that guides have the numbers of the code.
pub(crate) fn check(pages: &[(&str, &[Row])]) {
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for &(page, rows) in pages {
        let guide = features::FEATURES.house().guides().find(|guide| guide.name() == page).unwrap();
        let text = guide.source().to_lowercase();
        for &(sentence, path, name, unit) in rows {
            let source = sources.entry(path).or_insert_with(|| {
                fs::read_to_string(folder("..").join(path)).expect("there is such a source")
            });
            let Some(number) = value(source, name) else {
                wrong.push(format!("{path} has no constant {name}"));
                continue;
            };
            let wanted = filled(sentence, number / unit);
            if !text.contains(&wanted) {
                wrong.push(format!("{page}.md does not say `{wanted}` ({name})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn constants_are_read_as_products() {
    let source =
        "const A: i64 = 14 * DAY;\npub(super) const B: i32 = 2 * C;\nconst C: i32 = 1_500;";
    assert_eq!(value(source, "A"), Some(14.0 * DAYS));
    assert_eq!(value(source, "B"), Some(3_000.0));
    assert_eq!(value(source, "D"), None);
    assert_eq!(filled("Every {} of {w}", 0.75), "every 0.75 of 0.75");
    assert_eq!(filled("{w} or {}", 12.0), "twelve or 12");
}
