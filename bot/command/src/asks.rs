//! Decides whether a line asks. What asks is answered and never done, so in doubt a line asks.
#[cfg(test)]
mod tests;

use super::{
    Command,
    parse::{parse, plain},
};

/// Verbs that begin a question: `can I accept`.
const VERBS: [&str; 42] = [
    "can",
    "could",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "will",
    "would",
    "do",
    "does",
    "did",
    "am",
    "are",
    "is",
    "was",
    "were",
    "has",
    "had",
    "have",
    "isn't",
    "isnt",
    "aren't",
    "arent",
    "ain't",
    "can't",
    "cant",
    "cannot",
    "couldn't",
    "couldnt",
    "don't",
    "dont",
    "doesn't",
    "doesnt",
    "didn't",
    "won't",
    "wouldn't",
    "shouldn't",
    "haven't",
    "hasn't",
    "r",
    "ought",
];

/// Words that stand behind such a verb in a question, wherever in a line that is.
const SUBJECTS: [&str; 20] = [
    "i", "we", "you", "u", "he", "she", "it", "they", "there", "this", "that", "these", "those",
    "my", "your", "his", "her", "our", "their", "anyone",
];

/// Words that begin a question by themselves.
const QUESTION_WORDS: [&str; 44] = [
    "who", "what", "where", "when", "why", "which", "how", "whose", "whom", "whether", "what's",
    "whats", "who's", "whos", "where's", "wheres", "when's", "whens", "why's", "how's", "hows",
    "which's", "who'd", "how'd", "what're", "where're", "who'll", "what'll", "how'll", "whatever",
    "wat", "wot", "wut", "waht", "whta", "hwat", "hwo", "hwat's", "wich", "whihc", "wheer", "wher",
    "whre", "y",
];

/// Phrases that begin a question without any of those words.
const OPENINGS: [&str; 24] = [
    "any",
    "read",
    "say rank",
    "say row",
    "count the",
    "count my",
    "anyone know",
    "anybody know",
    "possible to",
    "allowed to",
    "ok to",
    "okay to",
    "legal to",
    "supposed to",
    "safe to",
    "mind if",
    "need i",
    "dare i",
    "ok if",
    "okay if",
    "alright to",
    "alright if",
    "fine to",
    "fine if",
];

/// Words of politeness, and others that may stand before a question.
const BEFORE: [&str; 51] = [
    "please",
    "pls",
    "plz",
    "hey",
    "hi",
    "hello",
    "hiya",
    "yo",
    "oh",
    "sorry",
    "but",
    "so",
    "well",
    "ok",
    "okay",
    "um",
    "uh",
    "er",
    "hm",
    "hmm",
    "and",
    "or",
    "then",
    "now",
    "wait",
    "also",
    "excuse",
    "pardon",
    "me",
    "just",
    "quick",
    "question",
    "thanks",
    "thank",
    "thx",
    "dear",
    "bot",
    "draughtsman",
    "guys",
    "everyone",
    "folks",
    "actually",
    "again",
    "sir",
    "mate",
    "friend",
    "good",
    "morning",
    "evening",
    "seriously",
    "omg",
];

/// Words that lead from a statement to the question in it: `I don't know how to accept`.
const INDIRECT: [&str; 58] = [
    "i",
    "i'd",
    "i'm",
    "im",
    "id",
    "i've",
    "we",
    "you",
    "me",
    "us",
    "to",
    "know",
    "knows",
    "tell",
    "show",
    "explain",
    "wonder",
    "wondering",
    "understand",
    "get",
    "see",
    "sure",
    "not",
    "don't",
    "dont",
    "no",
    "idea",
    "clue",
    "like",
    "love",
    "want",
    "wanna",
    "would",
    "need",
    "was",
    "am",
    "just",
    "curious",
    "asking",
    "ask",
    "confused",
    "unsure",
    "say",
    "remember",
    "forgot",
    "about",
    "of",
    "on",
    "as",
    "the",
    "a",
    "new",
    "really",
    "trying",
    "figure",
    "out",
    "find",
    "learn",
];

/// What may follow a move or command behind a comma, and makes a question of it.
const TAGS: [&str; 8] = ["right", "correct", "or not", "eh", "huh", "true", "legal", "allowed"];

/// Commands whose words are for other people, or to be kept as they are.
const TEXTS: [&str; 4] = ["note", "decline", "import", "admin"];

/// Signs that end a question.
const MARKS: [char; 3] = ['?', '？', '⁉'];

/// Returns the question of a line that asks, without its marks; nothing for other lines.
pub(super) fn asked(line: &str) -> Option<String> {
    let line = line.trim();
    if let Some(words) = with_mark(line).or_else(|| quoted(line)) {
        return Some(without_tag(words).to_owned());
    }
    let words: Vec<String> = line.split_whitespace().map(plain).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
    let words = without_number(&words);
    let is_text = words.first().is_some_and(|first| TEXTS.contains(first));
    let asks = begins_asking(words)
        || words.ends_with(&["or", "not"])
        || !is_text && (words.windows(2).any(inverted) || clauses(line).skip(1).any(is_clause))
        || words.first() == Some(&"admin") && without_tag(line) != line;
    asks.then(|| without_tag(line.trim_end_matches(['.', '!'])).to_owned())
}

/// Returns a line without the question mark at its end; nothing for other lines, and for a setting
/// whose value is the mark.
fn with_mark(line: &str) -> Option<&str> {
    let marks = ['!', '"', '”', '\'', '’', ')', '\u{fe0f}'];
    let asked = line.trim_end_matches(|sign: char| {
        marks.contains(&sign) || MARKS.contains(&sign) || sign.is_whitespace()
    });
    if !line[asked.len()..].contains(MARKS) {
        return None;
    }
    let kept = match parse(line) {
        Ok(Some(Command::Admin(_))) => line.ends_with(" ?"),
        // A pasted match may end in the sign of a bad move.
        Ok(Some(Command::Import(said))) => !said.text.is_empty(),
        _ => false,
    };
    (!kept).then(|| asked.trim_start_matches(['"', '“', '„']))
}

/// Leaves out what only asks behind a comma: `b6-a5, right`.
fn without_tag(line: &str) -> &str {
    let end = line.rfind(',').filter(|at| TAGS.contains(&line[at + 1..].trim()));
    end.map_or(line, |at| line[..at].trim_end())
}

/// Returns the words of a line in quotation marks: somebody speaks about them.
fn quoted(line: &str) -> Option<&str> {
    const PAIRS: [[char; 2]; 7] =
        [['"', '"'], ['“', '”'], ['„', '“'], ['‘', '’'], ['\'', '\''], ['«', '»'], ['”', '”']];
    let line = line.trim_end_matches(['.', '!', ',']);
    PAIRS.iter().find_map(|[open, close]| {
        let inner = line.strip_prefix(*open)?.strip_suffix(*close)?.trim();
        (!inner.is_empty()).then_some(inner)
    })
}

/// Leaves out the number of a match at the start.
fn without_number<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        [first, rest @ ..] if first.starts_with(['#', '@']) || first.starts_with("<@") => {
            without_number(rest)
        }
        ["play", rest @ ..] if !rest.is_empty() => without_number(rest),
        _ => words,
    }
}

/// Tells whether words begin a question, perhaps after words of politeness or a statement that
/// leads to it.
fn begins_asking(words: &[&str]) -> bool {
    let polite = words.iter().take_while(|it| BEFORE.contains(it)).count();
    // `if` and `me` are also words of questions, so each beginning counts.
    (0..=polite).any(|from| opens(&words[from..])) || is_indirect(&words[polite..])
}

/// Tells whether words begin with a verb or a word that asks.
fn opens(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let next = words.get(1).copied();
    let verb = match *first {
        // `do not disturb`, `do it`, `have a break` and `don't remind me` tell.
        "do" => next.is_some_and(|it| !["not", "it", "that", "this"].contains(&it)),
        "don't" | "dont" => next.is_some_and(|it| SUBJECTS.contains(&it)),
        "have" => next.is_some_and(|it| SUBJECTS.contains(&it) || ["both", "the"].contains(&it)),
        first => VERBS.contains(&first),
    };
    let opening =
        |phrase: &&str| phrase.split(' ').enumerate().all(|(n, word)| words.get(n) == Some(&word));
    // `y` alone is a yes.
    let word = QUESTION_WORDS.contains(first) && (*first != "y" || next.is_some_and(is_verb));
    verb || word || OPENINGS.iter().any(|it| opening(&it)) && next.is_some()
}

fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
}

/// Tells whether words lead to a question: `I want to know how kings move`, `tell me who is ahead`.
fn is_indirect(words: &[&str]) -> bool {
    let led = words.iter().take_while(|it| INDIRECT.contains(it)).count();
    0 < led
        && words.get(led).is_some_and(|word| {
            *word != "y" && QUESTION_WORDS.contains(word) || *word == "if" && 1 < led
        })
}

/// Tells whether two words are a verb and its subject in the order of a question: `can I`.
fn inverted(pair: &[&str]) -> bool {
    const WHO: [&str; 7] = ["i", "we", "you", "u", "they", "there", "anyone"];
    matches!(pair, [verb, subject] if is_verb(verb) && WHO.contains(subject))
}

/// Returns the parts of a line between commas, full stops and dashes.
fn clauses(line: &str) -> impl Iterator<Item = Vec<String>> {
    line.split([',', '.', '!', ':', '\n', '(', '—', '…'])
        .flat_map(|part| part.split(" - "))
        .map(|part| part.split_whitespace().map(plain).collect())
}

/// Tells whether the later part of a line asks: `sorry I'm new, how does that work`, `b6-a5, right`.
fn is_clause(words: Vec<String>) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    begins_asking(&words) || TAGS.contains(&words.join(" ").as_str())
}
