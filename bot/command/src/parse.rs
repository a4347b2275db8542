//! Reads a typed line such as `challenge @bob trapdoor snap days=3`.
#[cfg(test)]
mod tests;

use std::ops::Range;

use engine::{games::GameId, quote::is_unseen, refusal::Refusal};

use super::{
    Command, Commands, Does, Property,
    reading::{ArgReader, is_mention},
    synonyms, verbs, words,
};

/// The longest synonym of a command, in bytes.
const LONGEST_PHRASE: usize = 200;

/// The longest line, in bytes: enough for a match pasted as PDN.
pub const LONGEST_LINE: usize = 16_000;

/// Normalises a line: control characters and unusual spaces become plain spaces.
///
/// # Errors
/// If it is longer than [`LONGEST_LINE`].
pub(super) fn tidy(line: &str) -> Result<String, Refusal> {
    if LONGEST_LINE < line.len() {
        return Err(words::line_too_long(line.len(), LONGEST_LINE));
    }
    // Line breaks stay, because a pasted PDN needs them.
    let plain =
        |sign: char| if sign.is_control() && sign != '\n' || sign == '\u{a0}' { ' ' } else { sign };
    let line: String = line.chars().map(plain).collect();
    // Examples are shown in backticks, and copied with them.
    let line = line.trim();
    let copied = line.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
    Ok(copied.unwrap_or(line).trim().to_owned())
}

/// Returns where the words of a text are.
pub(super) fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split_whitespace().map(move |word| {
        at += text[at..].len() - text[at..].trim_start().len();
        let start = at;
        at += word.len();
        start..at
    })
}

impl Commands {
    /// Parses a line. Nothing if its first word is no command: it may be a move, or be [understood](Commands::understood).
    ///
    /// # Errors
    /// If the arguments of a known command don't fit.
    pub fn parse(&self, line: &str) -> Result<Option<Command>, Refusal> {
        let line = line.trim();
        if let Some(rest) = against_bot(line)
            && let Some(begins) = self.iter().find(|spec| spec.is(Property::AgainstBot))
        {
            return self.parse(&format!("{} {rest}", begins.name));
        }
        let (name, rest) = match line.find(char::is_whitespace) {
            Some(end) => (&line[..end], line[end..].trim_start()),
            None => (line, ""),
        };
        let name = name.trim_end_matches(['.', '!', ',']).to_lowercase();
        if let Some(meant) = self.other_command(line) {
            return self.parse(&meant);
        }
        let Some(mut spec) = self.find(&name) else { return Ok(None) };
        let offer = self.find(verbs::Challenge::VERB.name()).unwrap_or(spec);
        // `play trapdoor with bob` is no move.
        if spec.verb() == verbs::Play::VERB && offers_a_game(rest) {
            spec = offer;
        }
        // `invite @bob` names a person, who is challenged here.
        if spec.verb() == verbs::Invite::VERB && !rest.is_empty() && GameId::named(rest).is_none() {
            spec = offer;
        }
        ArgReader::new(spec, rest).read().map(Some)
    }

    /// Parses a line that starts with a synonym: `give up`, `please show me the board`, `my games`; `asks` tells whether it only asks about
    /// it: `may i resign`. Nothing if it is no command.
    ///
    /// # Errors
    /// If the arguments don't fit, or the synonym has several commands.
    pub fn understood(&self, line: &str, asks: bool) -> Result<Option<Command>, Refusal> {
        let line = line.trim();
        if LONGEST_PHRASE < line.len() {
            return Ok(None);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let plain: Vec<String> = words.iter().map(|it| plain(it)).collect();
        let mut refused = None;
        for from in 0..words.len() {
            let rest = |count: usize| words[from + count..].join(" ");
            let fits = |lines: &[&str], count| {
                self.means_just_that(lines, &plain[..from], &rest(count), asks)
            };
            let lines: Vec<String> = match self.synonyms.meant(&plain[from..]) {
                Some((lines, count)) if fits(lines, count) => {
                    lines.iter().map(|line| format!("{line} {}", rest(count))).collect()
                }
                None if 0 < from
                    && self.find(&plain[from]).is_some()
                    && fits(&[plain[from].as_str()], 1) =>
                {
                    vec![rest(0)]
                }
                Some(_) | None => Vec::new(),
            };
            match lines
                .iter()
                .map(|line| self.parse(line))
                .collect::<Result<Option<Vec<Command>>, Refusal>>()
            {
                Ok(Some(mut read)) if read.len() == 1 => return Ok(read.pop()),
                Ok(Some(read)) if !read.is_empty() => {
                    return Err(words::several_meanings(
                        line,
                        lines.iter().map(|it| it.trim_end()),
                    ));
                }
                Ok(_) => {}
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
            if !synonyms::means_nothing(&plain[from]) {
                break;
            }
        }
        refused.map_or(Ok(None), Err)
    }

    /// Returns the line meant by one that starts with a command's name but is a synonym of another:
    /// `decline the draw`.
    fn other_command(&self, line: &str) -> Option<String> {
        const WORDS: usize = 5;
        let words: Vec<&str> = line.split_whitespace().take(WORDS).collect();
        self.find(&plain(words.first()?))?;
        let plain: Vec<String> = words.iter().map(|it| plain(it)).collect();
        let (lines, count) = self.synonyms.meant(&plain)?;
        let ([meant], 2..) = (lines, count) else { return None };
        let rest = &line[places(line).nth(count - 1)?.end..];
        self.means_just_that(lines, &[], rest, false).then(|| format!("{meant}{rest}"))
    }

    /// Tells whether words around those for a command leave it that. What it is said behind counts, and what ends, deletes, moderates or plays isn't meant by who says more
    /// (`i quit smoking`, `you should resign`), and neither is one of several commands. What only asks may begin anyhow.
    fn means_just_that(&self, lines: &[&str], before: &[String], rest: &str, asks: bool) -> bool {
        let read = |line: &str| self.parse(line).ok().flatten();
        let said = |line: &&str| read(&format!("{line} {rest}")).or_else(|| read(line));
        let done = || lines.iter().filter_map(|line| Some(said(line)?.does()));
        if !asks && !done().all(|does| synonyms::leave_it(does, before)) {
            return false;
        }
        if lines.len() == 1 && !done().any(Does::needs_its_own_words) {
            return true;
        }
        let rest = ["please", "pls", "plz"]
            .iter()
            .find_map(|polite| rest.strip_suffix(polite))
            .unwrap_or(rest);
        let adds_nothing = |line: &&str| {
            let whole = read(&format!("{line} {rest}"));
            whole
                .zip(read(line))
                .is_some_and(|(whole, alone)| whole.free_words() == alone.free_words())
        };
        lines.iter().all(adds_nothing)
    }
}

/// Returns what follows `play against me` and similar words; nothing for other lines.
fn against_bot(line: &str) -> Option<&str> {
    const WHOM: [&str; 6] = ["me", "you", "the bot", "bot", "draughtsman", "the computer"];
    let lower = line.to_ascii_lowercase();
    let asked = ["play against ", "play with ", "play vs "]
        .into_iter()
        .find_map(|beginning| lower.strip_prefix(beginning))?;
    let rest = WHOM.iter().find_map(|whom| {
        let rest = asked.strip_prefix(whom)?;
        rest.is_empty().then_some(rest).or_else(|| rest.strip_prefix([' ', ',', ':']))
    })?;
    // ASCII lower case has the same length.
    Some(line[line.len() - rest.len()..].trim_start())
}

/// Tells whether words after `play` name a game or a person, and so no move.
fn offers_a_game(rest: &str) -> bool {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let names_game = |word: &&str| {
        5 <= word.len()
            && !plain(word).starts_with("pieces")
            && plain(word) != "piece"
            && !GameId::meant(word).is_empty()
    };
    words.first().is_some_and(|it| is_mention(it)) || words.iter().any(names_game)
}

/// Normalises a word for comparing: lower case, no full stop at the end, and ASCII instead of
/// typographic characters.
pub(super) fn plain(word: &str) -> String {
    let sign = |sign: char| match sign {
        '‘' | '’' | 'ʼ' | '´' => '\'',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        sign => sign,
    };
    let word: String = word.chars().filter(|it| !is_unseen(*it)).map(sign).collect();
    word.trim_matches(['.', ',', '!', ';', ':', '"', '“', '”', '`']).to_lowercase()
}
