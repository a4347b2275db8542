//! Decides whether a line asks. What asks is answered and never done, so in doubt a line asks.
#[cfg(test)]
mod tests;

use content::asked::word_list;

use super::{
    ArgKind, Commands,
    parse::{plain, without_please},
    verbs,
};

/// Signs that end a question.
const MARKS: [char; 3] = ['?', '？', '⁉'];

impl Commands {
    /// Returns the question of a line that asks, without its marks; nothing for other lines.
    pub(super) fn asked(&self, line: &str) -> Option<String> {
        let line = line.trim();
        if let Some(words) = self.with_mark(line).or_else(|| quoted(line)) {
            return Some(without_politeness(without_tag(words)).replace(MARKS, ","));
        }
        let words = plain_words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let words = without_number(&words);
        if words == ["why", "not"] {
            return None;
        }
        let is_text = words.first().is_some_and(|first| is_in("texts", first));
        let ends = |end: &&str| words.len() > end.split(' ').count() && ends_with(words, end);
        let asks = begins_asking(words)
            || word_list("endings").iter().any(ends)
            || !is_text
                && (words.windows(2).any(|pair| {
                    inverted(pair) || is_what(pair) || is_reported(pair) || is_why(pair)
                }) || 2 < words.len() && words.last() == Some(&"why")
                    || clauses(line).skip(1).any(is_clause))
            || words.first() == Some(&"admin") && without_tag(line) != line;
        let line = without_tag(line.trim_end_matches(['.', '!']));
        asks.then(|| without_reporter(without_politeness(line)).replace(MARKS, ","))
    }

    /// Returns a line without the question mark at its end; nothing for other lines, and for a setting
    /// whose value is the mark.
    fn with_mark<'a>(&self, line: &'a str) -> Option<&'a str> {
        let marks = ['!', '"', '”', '\'', '’', ')', '\u{fe0f}'];
        let asked = line.trim_end_matches(|sign: char| {
            marks.contains(&sign) || MARKS.contains(&sign) || sign.is_whitespace()
        });
        if !line[asked.len()..].contains(MARKS) {
            return None;
        }
        let said = self.parse(line).ok().flatten();
        let kept = said.is_some_and(|said| {
            // A pasted match may end in the sign of a bad move.
            let has_text = || said.given().iter().any(|(arg, _)| arg.kind == ArgKind::Rest);
            let pasted = said.verb().file().is_some() && has_text();
            pasted || said.is::<verbs::Admin>() && line.ends_with(" ?")
        });
        (!kept).then(|| asked.trim_start_matches(['"', '“', '„']))
    }
}

/// Leaves out the politeness around a line, unless that is a text of the asker's own.
pub(super) fn politely(line: &str) -> &str {
    let is_text = line.split_whitespace().next().is_some_and(|first| is_in("texts", &plain(first)));
    if is_text { line } else { without_please(line) }
}

/// Leaves out who asks: `my brother wonders` before `why men don't jump back`.
fn without_reporter(line: &str) -> &str {
    const BEFORE: usize = 5;
    let starts = |rest: &str| plain(rest.split_whitespace().next().unwrap_or_default());
    if is_in("words", &starts(line)) {
        return line;
    }
    let mut rest = line;
    for _ in 0..BEFORE {
        let Some((word, next)) = rest.split_once(char::is_whitespace) else { break };
        rest = next.trim_start();
        if is_in("reported", &plain(word)) && is_in("words", &starts(rest)) {
            return rest;
        }
    }
    line
}

/// Leaves out the politeness before a question, which begins like a command in `wait, who's next`.
fn without_politeness(line: &str) -> &str {
    let (mut kept, mut rest) = (line, line);
    while let Some((first, next)) = rest.split_once(char::is_whitespace)
        && (is_in("before", &plain(first)) || plain(first).is_empty())
    {
        rest = next.trim_start();
        if asks_by(rest, 2, opens) {
            kept = rest;
        }
    }
    kept
}

/// Returns the questions of a line that asks two.
pub fn asked_twice(line: &str) -> Option<[&str; 2]> {
    let ends = line.match_indices(['?', ',', ';', '.']).map(|(at, sign)| (at, at + sign.len()));
    let joins = line.match_indices(" and ").map(|(at, joins)| (at, at + joins.len()));
    ends.chain(joins).find_map(|(end, begins)| {
        let both = [line[..end].trim(), line[begins..].trim()];
        let next = both[1].strip_prefix("and ").unwrap_or(both[1]).trim_start();
        let asks = |part| asks_by(part, 3, |words| begins_asking(without_number(words)));
        both.into_iter().all(asks).then_some([both[0], next])
    })
}

/// Returns the words of a line without the signs around them.
fn plain_words(line: &str) -> Vec<String> {
    line.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect()
}

/// Tells whether words of a line ask; there have to be so many.
fn asks_by(line: &str, least: usize, asks: impl Fn(&[&str]) -> bool) -> bool {
    let words = plain_words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    least <= words.len() && asks(&words)
}

/// Tells whether words end with those of a phrase.
fn ends_with(words: &[&str], phrase: &str) -> bool {
    words.iter().rev().zip(phrase.rsplit(' ')).all(|(word, last)| *word == last)
}

/// Leaves out what only asks behind a comma: `b6-a5, right`.
fn without_tag(line: &str) -> &str {
    let end = line.rfind(',').filter(|at| is_in("tags", line[at + 1..].trim()));
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
    let polite = words.iter().take_while(|word| is_in("before", word)).count();
    // Some of them are also words of questions, so each beginning counts.
    (0..=polite).any(|from| opens(&words[from..])) || is_indirect(&words[polite..])
}

/// Tells whether words begin with a verb or a word that asks.
fn opens(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let next = words.get(1).copied();
    let verb = match *first {
        // `do not disturb`, `do it`, `have a break` and `don't remind me` tell.
        "do" => next.is_some_and(|next| !["not", "it", "that", "this"].contains(&next)),
        "don't" | "dont" => next.is_some_and(is_subject),
        "have" => next.is_some_and(|next| is_subject(next) || ["both", "the"].contains(&next)),
        first => is_verb(first),
    };
    let opening =
        |phrase: &&str| phrase.split(' ').enumerate().all(|(n, word)| words.get(n) == Some(&word));
    // `y` alone is a yes.
    let word = is_in("words", first) && (*first != "y" || next.is_some_and(is_verb));
    verb || word || word_list("openings").iter().any(opening) && next.is_some()
}

fn is_verb(word: &str) -> bool {
    is_in("verbs", word)
}

fn is_subject(word: &str) -> bool {
    is_in("subjects", word)
}

fn is_in(list: &str, word: &str) -> bool {
    word_list(list).contains(&word)
}

/// Tells whether words lead to a question: `I want to know how kings move`, `tell me who is ahead`.
fn is_indirect(words: &[&str]) -> bool {
    let led = words.iter().take_while(|word| is_in("indirect", word)).count();
    0 < led
        && words
            .get(led)
            .is_some_and(|word| *word != "y" && is_in("words", word) || *word == "if" && 1 < led)
}

/// Tells whether two words are a verb and its subject in the order of a question: `can I`.
fn inverted(pair: &[&str]) -> bool {
    // `Do it` and `do that` tell.
    matches!(pair, [verb, subject] if is_verb(verb) && is_in("inverted", subject)
        && (!["do", "have"].contains(verb) || !["it", "that", "this"].contains(subject)))
}

/// Tells whether two words are one that asks and its verb, or what the question is about: `what
/// does`, `whats that`.
fn is_what(pair: &[&str]) -> bool {
    matches!(pair, [word, next] if is_in("words", word) && (is_verb(next) || word.ends_with('s') && is_subject(next)))
}

/// Tells whether two words ask for a reason: `but i aimed at the ball, so why the foul`.
fn is_why(pair: &[&str]) -> bool {
    match pair {
        ["how", "come"] => true,
        ["why", next] => {
            is_verb(next) || is_subject(next) || ["the", "a", "no", "not"].contains(next)
        }
        _ => false,
    }
}

/// Tells whether two words tell what somebody asks: `my brother wonders why`.
fn is_reported(pair: &[&str]) -> bool {
    matches!(pair, [verb, word] if is_in("reported", verb) && (is_in("words", word) || *word == "if"))
}

/// Returns the parts of a line between commas, full stops and dashes.
fn clauses(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', '.', '!', ':', '\n', '(', '—', '…']).flat_map(|part| part.split(" - "))
}

/// Tells whether the later part of a line asks: `sorry I'm new, how does that work`, `b6-a5, right`.
fn is_clause(line: &str) -> bool {
    asks_by(line, 0, |words| begins_asking(words) || is_in("tags", &words.join(" ")))
}
