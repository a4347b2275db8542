//! Long lists of choices as menus: by common beginnings, otherwise by position in the list.
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::context::memory::MenuLine;

/// The sign for "anything that continues like this", if a beginning ends within a part.
const ANY: char = '*';

/// The sign between the first and last number of a range.
const TO: &str = "..";

/// The presses that must reach any choice, including the one that plays it. A list too long for
/// that takes more.
pub const PRESSES: u32 = 3;

/// The most lines of a menu.
pub const LINES: usize = 25;

/// The most menus that one message shows for its last choice, the smallest maximum of all chats.
pub const MENUS: usize = 4;

/// All choices of a position, as nested menus.
pub struct MenuTree<'a> {
    words: &'a [String],
    lines: usize,
}

impl<'a> MenuTree<'a> {
    pub fn new(words: &'a [String]) -> MenuTree<'a> {
        MenuTree { words, lines: LINES }
    }

    /// Makes shorter menus, for a page that shows few buttons at once.
    pub fn with_lines(words: &'a [String], lines: usize) -> MenuTree<'a> {
        MenuTree { words, lines }
    }

    /// Returns the first menu.
    pub fn root(&self) -> MenuNode<'a> {
        self.fresh(self.words.iter().map(String::as_str).collect(), "", None)
    }

    /// Returns what a beginning means: whole parts (`card flood`, `c3-`), part of one with a star
    /// (`card flood d*`), or a range (`card flood 26..50`). A beginning that matches no whole part
    /// is matched within a part.
    pub fn open(&self, begins: &str) -> MenuNode<'a> {
        let wanted = plain(begins.trim());
        let root = self.root();
        if wanted.is_empty() {
            return root;
        }
        // A menu that was shown has presses left to use; typed text has all of them.
        root.find(&wanted).unwrap_or_else(|| {
            let (base, range) = split_range(&wanted);
            let words = beginning(self.words, base);
            match range {
                None => self.fresh(words, base, None),
                Some((from, to)) => {
                    let (skip, take) = (from.saturating_sub(1), (to + 1).saturating_sub(from));
                    let words = words.into_iter().skip(skip).take(take).collect();
                    self.fresh(words, base, Some(from))
                }
            }
        })
    }

    fn fresh(&self, words: Vec<&'a str>, base: &str, from: Option<usize>) -> MenuNode<'a> {
        let least = needed(words.len(), self.lines);
        let node = |presses| {
            let (words, base) = (words.clone(), base.to_owned());
            MenuNode { words, base, from, presses, lines: self.lines }
        };
        // The fewest presses by beginnings; ranges of the list say less.
        let by_beginnings = (least.max(2)..=PRESSES).map(node).find(|it| it.has_only_beginnings());
        by_beginnings.unwrap_or_else(|| node(PRESSES.max(least)))
    }
}

/// Some of the choices, and their menu.
pub struct MenuNode<'a> {
    words: Vec<&'a str>,
    /// Their common beginning.
    base: String,
    /// The number of the first one among all with this beginning; none if these are all.
    from: Option<usize>,
    /// Presses allowed from here; never less than needed.
    presses: u32,
    lines: usize,
}

enum Child<'a> {
    Leaf(&'a str),
    Inner(MenuNode<'a>),
}

impl<'a> MenuNode<'a> {
    /// Returns the choices, in the game's order.
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// Returns the lines of the menu.
    pub fn branches(&self) -> Vec<MenuLine> {
        let branch = |child| match child {
            Child::Leaf(words) => MenuLine::Words(words.to_owned()),
            Child::Inner(node) => {
                MenuLine::More { begins: node.begins(), ends: node.ends(), count: node.words.len() }
            }
        };
        self.children().into_iter().map(branch).collect()
    }

    fn children(&self) -> Vec<Child<'a>> {
        let last = self.presses <= 1 && self.words.len() <= self.lines * MENUS;
        if self.words.len() <= self.lines || last {
            return self.words.iter().copied().map(Child::Leaf).collect();
        }
        if self.from.is_none() {
            let (parts, letters) = (shared_parts(&self.words), shared_letters(&self.words));
            // First by parts; if that gives too many groups, or one too large, by letters.
            let by_part = |it: &str| part_end(it, parts + 1);
            let by_letter = |line: &str| {
                line[letters..].chars().next().map_or(line.len(), |c| letters + c.len_utf8())
            };
            for end in [&by_part as &dyn Fn(&str) -> usize, &by_letter] {
                let groups = groups(&self.words, end);
                let fits =
                    |(_, words): &(&str, Vec<&str>)| needed(words.len(), self.lines) < self.presses;
                if (2..=self.lines).contains(&groups.len()) && groups.iter().all(fits) {
                    return groups.into_iter().map(|group| self.group(group)).collect();
                }
            }
        }
        self.stretches()
    }

    fn group(&self, (begins, words): (&'a str, Vec<&'a str>)) -> Child<'a> {
        if let [one] = words[..] {
            return Child::Leaf(one);
        }
        let whole = words.iter().all(|it| is_border(it, begins.len()));
        let star = if whole { String::new() } else { ANY.to_string() };
        let base = format!("{}{star}", begins.trim_end());
        let (presses, lines) = (self.presses - 1, self.lines);
        Child::Inner(MenuNode { words, base, from: None, presses, lines })
    }

    /// Tells whether neither this menu nor one below it is divided into ranges.
    fn has_only_beginnings(&self) -> bool {
        self.children().iter().all(|child| match child {
            Child::Leaf(_) => true,
            Child::Inner(node) => node.from.is_none() && node.has_only_beginnings(),
        })
    }

    /// Divides the list into ranges of about the same length.
    fn stretches(&self) -> Vec<Child<'a>> {
        let count = self.words.len();
        let mut longest = self.lines;
        while longest.saturating_mul(self.lines) < count {
            let wider = if longest == self.lines { MENUS } else { self.lines };
            longest = longest.saturating_mul(wider);
        }
        let pieces = count.div_ceil(longest);
        let mut children = Vec::new();
        for piece in 0..pieces {
            let (start, end) = (piece * count / pieces, (piece + 1) * count / pieces);
            let words = self.words[start..end].to_vec();
            let from = Some(self.from.unwrap_or(1) + start);
            let (base, presses, lines) = (self.base.clone(), self.presses - 1, self.lines);
            children.push(match words[..] {
                [one] => Child::Leaf(one),
                _ => Child::Inner(MenuNode { words, base, from, presses, lines }),
            });
        }
        children
    }

    /// Returns the text that opens this menu.
    fn begins(&self) -> String {
        match self.range() {
            None => self.base.clone(),
            Some((from, to)) => range(&self.base, from, to),
        }
    }

    fn range(&self) -> Option<(usize, usize)> {
        self.from.map(|from| (from, from + self.words.len().saturating_sub(1)))
    }

    fn ends(&self) -> Option<[String; 2]> {
        let (first, last) = (self.words.first()?, self.words.last()?);
        self.from.map(|_| [first, last].map(|it| (*it).to_owned()))
    }

    /// Finds a menu below this one by the text that opens it.
    fn find(&self, wanted: &str) -> Option<MenuNode<'a>> {
        self.children().into_iter().find_map(|child| match child {
            Child::Leaf(_) => None,
            Child::Inner(node) if plain(&node.begins()) == wanted => Some(node),
            Child::Inner(node) => node.may_lead_to(wanted).then(|| node.find(wanted)).flatten(),
        })
    }

    fn may_lead_to(&self, wanted: &str) -> bool {
        let (base, range) = split_range(wanted);
        match self.range() {
            None => base.starts_with(&plain(self.base.trim_end_matches(ANY))),
            Some((from, to)) => {
                let within = range.is_some_and(|(first, last)| from <= first && last <= to);
                within && plain(&self.base) == base
            }
        }
    }
}

/// Returns the fewest presses that reach any of so many choices, with menus of so many lines;
/// several menus are shown for the last press.
fn needed(choices: usize, lines: usize) -> u32 {
    let (mut presses, mut held) = (1, lines.saturating_mul(MENUS));
    while held < choices {
        presses += 1;
        held = held.saturating_mul(lines);
    }
    presses
}

/// Writes a range of the choices with a beginning: `card flood 26..50`.
pub(super) fn range(base: &str, from: usize, to: usize) -> String {
    format!("{base} {from}{TO}{to}").trim_start().to_owned()
}

/// Splits `card flood 26..50` into the beginning and the range.
fn split_range(text: &str) -> (&str, Option<(usize, usize)>) {
    let (base, last) = text.rsplit_once(' ').unwrap_or(("", text));
    let range = last.split_once(TO).and_then(|(from, to)| {
        let (from, to) = (from.parse().ok()?, to.parse::<usize>().ok()?);
        // No list is long enough to overflow.
        (to < usize::MAX).then_some((from, to))
    });
    match range {
        Some(range) => (base, Some(range)),
        None => (text, None),
    }
}

/// Picks the choices that start like this, as [`MenuTree::open`] says.
fn beginning<'a>(words: &'a [String], begins: &str) -> Vec<&'a str> {
    let wanted = plain(begins.trim_end_matches(ANY));
    let starts = |line: &&String| plain(line).starts_with(&wanted);
    let at_border = |line: &&String| {
        let whole = plain(line);
        whole.starts_with(&wanted) && is_border(&whole, wanted.len())
    };
    let all: Vec<&String> = words.iter().filter(starts).collect();
    let whole: Vec<&String> = all.iter().copied().filter(at_border).collect();
    let shown = if begins.ends_with(ANY) || whole.is_empty() { all } else { whole };
    shown.into_iter().map(String::as_str).collect()
}

/// Groups choices by their beginnings up to `end`, in order of first appearance.
fn groups<'a>(words: &[&'a str], end: impl Fn(&str) -> usize) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places = HashMap::new();
    for word in words {
        let begins = &word[..end(word)];
        let place = *places.entry(begins).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, members)) => members.push(word),
            None => groups.push((begins, vec![word])),
        }
    }
    groups
}

/// Returns how many leading parts all choices share.
fn shared_parts(words: &[&str]) -> usize {
    let Some((first, rest)) = words.split_first() else { return 0 };
    let first: Vec<&str> = parts(first).collect();
    rest.iter().fold(first.len(), |shared, other| {
        first[..shared].iter().zip(parts(other)).take_while(|(a, b)| *a == b).count()
    })
}

/// Returns how many leading bytes all choices share.
fn shared_letters(words: &[&str]) -> usize {
    let Some((first, rest)) = words.split_first() else { return 0 };
    rest.iter().fold(first.len(), |shared, other| {
        let differs = first[..shared].char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
        differs.map_or(shared.min(other.len()), |((at, _), _)| at)
    })
}

/// Returns the parts of a choice with the separators after them. Spaces don't count: `g9` continues
/// in `g9 h10`.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    ends(word).map(move |end| {
        let part = &word[start..end];
        start = end;
        part.trim_end()
    })
}

/// Returns the end of the first `count` parts of a choice, without a space after them; the whole choice if it has fewer.
fn part_end(word: &str, count: usize) -> usize {
    let end = ends(word).nth(count.saturating_sub(1)).unwrap_or(word.len());
    word[..end].trim_end().len()
}

/// Returns the end of each part of a choice, including the separator.
fn ends(word: &str) -> impl Iterator<Item = usize> {
    let border = |&(at, c): &(usize, char)| separates(c) || is_capture(word, at, c);
    let borders = word.char_indices().filter(border).map(|(at, c)| at + c.len_utf8());
    borders.filter(|&it| it < word.len()).chain([word.len()])
}

/// Tells whether a sign stands between the parts of a choice: `card flood d4`, `c3-d4`, `G1>R`, `e4/e5`.
fn separates(c: char) -> bool {
    matches!(c, ' ' | '-' | '>' | '/' | ':')
}

/// Tells whether a letter is the sign of a capture, as in `c3xe5`.
fn is_capture(word: &str, at: usize, c: char) -> bool {
    let digit = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_digit());
    let next = word[at + c.len_utf8()..].chars().next();
    c == 'x' && digit(word[..at].chars().next_back()) && next.is_some_and(char::is_alphanumeric)
}

/// Tells whether a part ends at a byte: at the end, or next to a separator.
fn is_border(word: &str, at: usize) -> bool {
    let sign = |found: Option<(usize, char)>| {
        found.is_some_and(|(at, c)| separates(c) || is_capture(word, at, c))
    };
    let after = word[at..].chars().next().map(|c| (at, c));
    after.is_none() || sign(after) || sign(word[..at].char_indices().next_back())
}

fn plain(text: &str) -> String {
    let blanks_at_end = text.ends_with(' ');
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if blanks_at_end && !out.is_empty() {
        out.push(' ');
    }
    out
}
