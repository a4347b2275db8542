//! Reads a typed line such as `challenge @bob trapdoor snap days=3`.
#[cfg(test)]
mod tests;

use engine::{games::GameId, quote::is_unseen, refusal::Refusal};
use model::ids::MatchId;

use super::{
    Command, Line, Verb,
    also::{self, POLITE},
    find,
    numbers::numbers_in,
    reading::{ArgReader, is_mention},
    words,
};

/// The longest synonym of a command, in bytes.
const LONGEST_PHRASE: usize = 200;

/// The longest line, in bytes: enough for a match pasted as PDN.
pub const LONGEST_LINE: usize = 16_000;

/// Normalises a line: control characters and unusual spaces become plain spaces.
///
/// # Errors
/// If it is longer than [`LONGEST_LINE`].
pub fn tidy(line: &str) -> Result<String, Refusal> {
    if LONGEST_LINE < line.len() {
        return Err(words::line_too_long(line.len(), LONGEST_LINE));
    }
    // Line breaks stay, because a pasted PDN needs them.
    let plain = |it: char| if it.is_control() && it != '\n' || it == '\u{a0}' { ' ' } else { it };
    let line: String = line.chars().map(plain).collect();
    // Examples are shown in backticks, and copied with them.
    let line = line.trim();
    let copied = line.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
    Ok(copied.unwrap_or(line).trim().to_owned())
}

/// Parses a line. Nothing if its first word is no command: it may be a move, or be [`understood`].
///
/// # Errors
/// If the arguments of a known command don't fit.
pub fn parse(line: &str) -> Result<Option<Command>, Refusal> {
    let line = line.trim();
    if let Some(rest) = against_bot(line) {
        return parse(&format!("{} {rest}", Verb::Practice.name()));
    }
    let (name, rest) = match line.find(char::is_whitespace) {
        Some(end) => (&line[..end], line[end..].trim_start()),
        None => (line, ""),
    };
    let name = name.trim_end_matches(['.', '!', ',']).to_lowercase();
    if let Some(meant) = other_command(line) {
        return parse(&meant);
    }
    let Some(mut spec) = find(&name) else { return Ok(None) };
    // `play trapdoor with bob` is no move.
    if spec.verb == Verb::Play && offers_a_game(rest) {
        spec = Verb::Challenge.spec();
    }
    ArgReader::new(spec, rest).read().map(Some)
}

/// Returns what follows `play against me` and similar words; nothing for other lines.
fn against_bot(line: &str) -> Option<&str> {
    const WHOM: [&str; 6] = ["me", "you", "the bot", "bot", "draughtsman", "the computer"];
    let lower = line.to_ascii_lowercase();
    let asked = ["play against ", "play with ", "play vs "]
        .into_iter()
        .find_map(|it| lower.strip_prefix(it))?;
    let rest = WHOM.iter().find_map(|it| {
        let rest = asked.strip_prefix(it)?;
        rest.is_empty().then_some(rest).or_else(|| rest.strip_prefix([' ', ',', ':']))
    })?;
    // ASCII lower case has the same length.
    Some(line[line.len() - rest.len()..].trim_start())
}

/// Returns the line meant by one that starts with a command's name but is a synonym of another:
/// `decline the draw`.
fn other_command(line: &str) -> Option<String> {
    const WORDS: usize = 5;
    let words: Vec<&str> = line.split_whitespace().take(WORDS).collect();
    find(&plain(words.first()?))?;
    let plain: Vec<String> = words.iter().map(|it| plain(it)).collect();
    let (lines, count) = also::meant(&plain)?;
    let ([meant], 2..) = (lines, count) else { return None };
    let end = words[count - 1].as_ptr() as usize - line.as_ptr() as usize + words[count - 1].len();
    Some(format!("{meant}{}", &line[end..]))
}

/// Parses a line that starts with a synonym: `give up`, `please show me the board`, `my games`.
/// Nothing if it is no command.
///
/// # Errors
/// If the arguments don't fit, or the synonym has several commands.
pub fn understood(line: &str) -> Result<Option<Command>, Refusal> {
    let line = line.trim();
    if LONGEST_PHRASE < line.len() {
        return Ok(None);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let plain: Vec<String> = words.iter().map(|it| plain(it)).collect();
    let mut refused = None;
    for from in 0..words.len() {
        let rest = |count: usize| words[from + count..].join(" ");
        let lines: Vec<String> = match also::meant(&plain[from..]) {
            Some((lines, count)) => {
                lines.iter().map(|it| format!("{it} {}", rest(count))).collect()
            }
            None if 0 < from && find(&plain[from]).is_some() => vec![rest(0)],
            None => Vec::new(),
        };
        match lines.iter().map(|it| parse(it)).collect::<Result<Option<Vec<Command>>, Refusal>>() {
            Ok(Some(mut read)) if read.len() == 1 => return Ok(read.pop()),
            Ok(Some(read)) if !read.is_empty() => {
                return Err(words::several_meanings(line, lines.iter().map(|it| it.trim_end())));
            }
            Ok(_) => {}
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
        if !POLITE.contains(&plain[from].as_str()) {
            break;
        }
    }
    refused.map_or(Ok(None), Err)
}

/// Returns a question without its question mark; nothing for other lines, and for a setting whose
/// value is the mark.
pub fn question(line: &str) -> Option<&str> {
    let line = line.trim();
    let marks = ['?', '？', '!', '"', '”', '⁉', '\u{fe0f}'];
    let asked = line.trim_end_matches(|it: char| marks.contains(&it) || it.is_whitespace());
    if !line[asked.len()..].contains(['?', '？', '⁉']) {
        return None;
    }
    let kept = match parse(line) {
        Ok(Some(Command::Admin(_))) => line.ends_with(" ?"),
        Ok(Some(Command::Import(_))) => true,
        _ => false,
    };
    (!kept).then_some(asked)
}

/// Tells whether words after `play` name a game or a person, and so no move.
fn offers_a_game(rest: &str) -> bool {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let names_game = |it: &&str| {
        5 <= it.len()
            && !plain(it).starts_with("pieces")
            && plain(it) != "piece"
            && !GameId::meant(it).is_empty()
    };
    words.first().is_some_and(|it| is_mention(it)) || words.iter().any(names_game)
}

/// Normalises a word for comparing: lower case, no full stop at the end, and ASCII instead of
/// typographic characters.
pub(super) fn plain(word: &str) -> String {
    let sign = |it: char| match it {
        '‘' | '’' | 'ʼ' | '´' => '\'',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        it => it,
    };
    let word: String = word.chars().filter(|it| !is_unseen(*it)).map(sign).collect();
    word.trim_matches(['.', ',', '!', ';', ':', '"', '“', '”', '`']).to_lowercase()
}

/// Inserts a match number, as for lines in its thread, if the line takes one and has none. `#nice`
/// is none.
pub fn for_match(line: Line, of: MatchId) -> Line {
    let with_number = |said: Command| {
        let elsewhere = numbers_in(said.words()).next().is_some();
        Line::Said(if elsewhere { said } else { said.in_match(of) })
    };
    match line {
        Line::Said(said) => with_number(said),
        Line::Typed(text) => match tidy(&text).and_then(|it| parse(&it)) {
            Ok(Some(said)) => with_number(said),
            Ok(None) if !text.trim().is_empty() && numbers_in(&text).next().is_none() => {
                Line::Typed(format!("#{of} {text}"))
            }
            // The service refuses an unreadable line with better reasons.
            Ok(None) | Err(_) => Line::Typed(text),
        },
    }
}
