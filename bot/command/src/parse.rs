//! Reads a typed line such as `challenge @bob trapdoor snap days=3`.
#[cfg(test)]
mod tests;

use std::ops::Range;

use content::{asked::word_list, short_forms::in_full};
use engine::{
    games::GameId,
    quote::{is_unseen, narrow},
    refusal::Refusal,
};

use super::{
    Arg, Command, Commands, Does, Property, Value,
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
pub fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
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
        let game = rest.strip_suffix(" quick").unwrap_or(rest);
        if spec.verb() == verbs::Invite::VERB && !rest.is_empty() && GameId::named(game).is_none() {
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
        let said = FullWords::of(line);
        let mut refused = None;
        for from in 0..said.words.len() {
            let before = &said.words[..from];
            let fits = |lines: &[&str], rest: &str| self.means_just_that(lines, before, rest, asks);
            let lines: Vec<String> = match self.synonyms.meant(&said.words[from..]) {
                Some((lines, count)) => match said.behind(from + count) {
                    Some(rest) if fits(lines, rest) => {
                        lines.iter().map(|line| format!("{line} {rest}")).collect()
                    }
                    _ => Vec::new(),
                },
                None if 0 < from && self.find(&said.words[from]).is_some() => {
                    let name = said.words[from].as_str();
                    let rest = said.behind(from + 1).filter(|rest| fits(&[name], rest));
                    rest.map(|rest| format!("{name} {rest}")).into_iter().collect()
                }
                None => Vec::new(),
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
                // What means nothing before other words means no command with them: `show me the odds for …`.
                Err(_) if synonyms::means_nothing(&said.words[from]) => {}
                Err(refusal) => refused = Some(refusal),
            }
            if !synonyms::means_nothing(&said.words[from]) {
                break;
            }
        }
        if let Some(meant) = self.of_a_game(line) {
            return Ok(Some(meant));
        }
        match (refused, self.synonyms.meant_openly(&said.words)) {
            (None, Some(meant)) => self.parse(meant),
            (refused, _) => refused.map_or(Ok(None), Err),
        }
    }

    /// Reads a line that begins with a game and goes on with what is wanted there: `trapdoor rules`, `draughts with bob`. What isn't for that
    /// alone is talk about the game.
    fn of_a_game(&self, line: &str) -> Option<Command> {
        const MOST_WORDS: usize = 3;
        let ends = places(line).take(MOST_WORDS).map(|it| it.end);
        let named = ends.filter_map(|end| match game_said(&line[..end])[..] {
            [game] => Some((game, &line[end..])),
            _ => None,
        });
        let (game, rest) = named.last()?;
        let (first, others) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        if first.is_empty() || GameId::named(first).is_some() {
            return None;
        }
        let names_one = others.starts_with('@') || !others.is_empty() && !others.contains(' ');
        let offers =
            names_one && ["with", "against", "vs", "versus"].contains(&plain(first).as_str());
        let wanted = if offers {
            format!("{} {game} {rest}", verbs::Challenge::VERB.name(), game = game.name())
        } else {
            format!("{first} {} {others}", game.name())
        };
        let said = match self.parse(&wanted) {
            Ok(None) => self.understood(&wanted, false),
            said => said,
        };
        let for_that = |said: &Command| {
            let names = |(_, value): &(Arg, &Value)| match value {
                Value::Game(named) => *named == game,
                Value::Text(text) => text == game.name(),
                _ => false,
            };
            said.free_words().is_empty()
                && !said.does().needs_its_own_words()
                && said.given().iter().any(names)
        };
        said.ok().flatten().filter(for_that)
    }

    /// Returns the line meant by one that starts with a command's name but is a synonym of another:
    /// `decline the draw`.
    fn other_command(&self, line: &str) -> Option<String> {
        const WORDS: usize = 5;
        let said = FullWords::at_most(line, WORDS);
        self.find(said.words.first()?)?;
        let (lines, count) = self.synonyms.meant(&said.words)?;
        let ([meant], 2..) = (lines, count) else { return None };
        let rest = said.behind(count)?;
        self.means_just_that(lines, &[], rest, false)
            .then(|| format!("{meant} {rest}").trim_end().to_owned())
    }

    /// Tells whether words around those for a command leave it that. What it is said behind counts, and what ends, deletes, moderates or plays isn't meant by who says more
    /// (`i quit smoking`, `you should resign`), and neither is one of several commands. What only asks may begin anyhow.
    fn means_just_that(&self, lines: &[&str], before: &[String], rest: &str, asks: bool) -> bool {
        // Also for a game that isn't here.
        if lines == [verbs::Play::VERB.name()] && offers_a_game(rest) {
            return asks || synonyms::leave_it(Does::Arranges, before);
        }
        let read = |line: &str| self.parse(line).ok().flatten();
        let said = |line: &&str| read(&format!("{line} {rest}")).or_else(|| read(line));
        let done = || lines.iter().filter_map(|line| Some(said(line)?.does()));
        if !asks && !done().all(|does| synonyms::leave_it(does, before)) {
            return false;
        }
        if lines.len() == 1 && !done().any(Does::needs_its_own_words) {
            return true;
        }
        let adds_nothing = |line: &&str| {
            let whole = read(&format!("{line} {rest}"));
            whole
                .zip(read(line))
                .is_some_and(|(whole, alone)| whole.free_words() == alone.free_words())
        };
        lines.iter().all(adds_nothing)
    }
}

/// The words of a line as they are compared, short forms in full.
pub(super) struct FullWords<'a> {
    line: &'a str,
    pub(super) words: Vec<String>,
    /// Where the typed word ends that each of them is of, or belongs to.
    ends: Vec<usize>,
}

impl FullWords<'_> {
    pub(super) fn of(line: &str) -> FullWords<'_> {
        FullWords::at_most(line, line.len())
    }

    /// Reads so many typed words at the most.
    fn at_most(line: &str, count: usize) -> FullWords<'_> {
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        for place in places(line).take(count) {
            let word = plain(&line[place.clone()]);
            for part in in_full(&word).split(' ') {
                words.push(part.to_owned());
                ends.push(place.end);
            }
        }
        FullWords { line, words, ends }
    }

    /// Returns what was typed behind so many words; nothing in the middle of a typed word.
    fn behind(&self, count: usize) -> Option<&str> {
        let end = *self.ends.get(count.checked_sub(1)?)?;
        (self.ends.get(count) != Some(&end)).then(|| self.line[end..].trim_start())
    }
}

/// Leaves out the politeness around a line.
pub(super) fn without_please(line: &str) -> &str {
    let is_please = |word: &str| in_full(&plain(word)) == "please";
    let mut kept = line;
    while let Some((_, rest)) = kept.split_once(' ').filter(|it| is_please(it.0)) {
        kept = rest.trim_start();
    }
    while let Some((rest, _)) = kept.rsplit_once(' ').filter(|it| is_please(it.1)) {
        kept = rest.trim_end_matches([' ', ',']);
    }
    kept
}

/// Returns what follows `play against me` and similar words; nothing for other lines.
fn against_bot(line: &str) -> Option<&str> {
    const WHOM: [&str; 8] =
        ["me", "you", "the bot", "bot", "draughtsman", "the computer", "computer", "the ai"];
    let lower = line.to_ascii_lowercase();
    let asked = lower.strip_prefix("play ")?;
    let with = ["against ", "with ", "vs "].into_iter().find_map(|with| asked.strip_prefix(with));
    let rest = WHOM.iter().find_map(|whom| {
        let rest = with.unwrap_or(asked).strip_prefix(whom)?;
        // `Play me a song` is no match.
        let alone = rest.is_empty() || with.is_none() && GameId::named(rest).is_some();
        match (alone, with) {
            (true, _) => Some(rest),
            (false, Some(_)) => rest.strip_prefix([' ', ',', ':']),
            (false, None) => None,
        }
    })?;
    // ASCII lower case has the same length.
    Some(line[line.len() - rest.len()..].trim_start())
}

/// Tells whether words after `play` name a game or a person, and so no move.
fn offers_a_game(rest: &str) -> bool {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let names_game = |word: &&str| !game_said(word).is_empty();
    // `Play with bob`; `play with 7` is a move.
    if let ["with" | "against" | "vs", who] = words[..] {
        return 2 < who.len() && who.chars().all(char::is_alphabetic);
    }
    let first = words.iter().find(|word| !["a", "game", "of"].contains(*word));
    first.is_some_and(|word| is_mention(word) || is_other_game(word))
        || words.iter().any(names_game)
}

/// Returns the games that words name which are said as other words only by chance: `pie` and `piece` are no games.
pub fn game_said(words: &str) -> Vec<GameId> {
    const LEAST: usize = 5;
    let words = plain(words);
    if words.len() < LEAST || words == "piece" || words.starts_with("pieces") {
        Vec::new()
    } else {
        GameId::meant(&words)
    }
}

/// Tells whether words name a game that isn't here.
pub fn is_other_game(words: &str) -> bool {
    word_list("other-games").contains(&plain(words).as_str())
}

/// Normalises a word for comparing: lower case, no full stop at the end, and ASCII instead of
/// typographic characters.
pub(super) fn plain(word: &str) -> String {
    let sign = |sign: char| match sign {
        '‘' | '’' | 'ʼ' | '´' => '\'',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        sign => sign,
    };
    let seen = word.chars().filter(|it| !is_unseen(*it));
    let word: String = seen.map(|letter| sign(narrow(letter))).collect();
    word.trim_matches(['.', ',', '!', ';', ':', '"', '“', '”', '`']).to_lowercase()
}
