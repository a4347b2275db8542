//! Text as Discord's Markdown: escaped, and split into pages that fit a message.
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use model::{ids::PersonId, text::Text};
use serenity::model::id::UserId;

use super::{
    emoji::UploadedEmoji,
    menu::{Hint, MenuLinks},
};

/// The maximum length of a message, in UTF-16 code units. Discord never counts more than these.
pub(super) const LONGEST: usize = 2000;

/// The longest piece that is never split, in UTF-16 code units.
const LONGEST_PIECE: usize = 200;
/// The fence of a code block.
const FENCE: &str = "```";

/// People's Discord ids.
#[derive(Clone, Default)]
pub(super) struct Users {
    /// People to ping.
    pub(super) pinged: HashMap<PersonId, UserId>,
    /// People named with their id.
    pub(super) known: HashMap<PersonId, UserId>,
    /// How commands are written.
    pub(super) links: Arc<MenuLinks>,
    /// Drawings beside the words of buttons and menus.
    pub(super) emoji: Arc<UploadedEmoji>,
}

/// The text of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) content: String,
    /// People mentioned on this page, each once.
    pub(super) pings: Vec<UserId>,
}

/// A line, as pieces. It may be split between two.
#[derive(Debug)]
enum TextRow {
    Line(Vec<TextPiece>),
    /// A line of a code block, unchanged.
    Block(String),
}

#[derive(Debug)]
enum TextPiece {
    Words(String),
    Ping(UserId),
}

/// Writes a text as pages. Each person to ping is mentioned once: where the text first names them,
/// otherwise at the end.
pub(super) fn pages(text: &Text, users: &Users) -> Vec<Page> {
    let mut writing = Writing { users, mentioned: HashSet::new() };
    let mut rows = writing.rows(text);
    let mut left: Vec<UserId> =
        users.pinged.values().copied().filter(|user| !writing.mentioned.contains(user)).collect();
    left.sort_unstable();
    if !left.is_empty() {
        let space = || TextPiece::Words(" ".to_owned());
        let line = left.into_iter().flat_map(|user| [space(), TextPiece::Ping(user)]);
        rows.push(TextRow::Line(line.skip(1).collect()));
    }
    fill(rows)
}

/// Escapes plain text, so that it has no formatting, pings or links.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => out.extend(['\\', letter]),
            // A zero-width space keeps `@` from being read as a mention.
            '@' => out.push_str("@\u{200b}"),
            // With the colon escaped, a URL isn't a link and gets no preview.
            ':' if rest.peek() == Some(&'/') => out.push_str("\\:"),
            '.' if rest.peek().is_some_and(|it| it.is_alphabetic()) => out.push_str("\\."),
            _ => out.push(letter),
        }
    }
    out
}

/// Counts characters as Discord does for its limits.
pub(super) fn len(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Shortens a text to at most `most` characters, ending it with an ellipsis.
pub(super) fn cut(text: &str, most: usize) -> String {
    if len(text) <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.len_utf16();
        if most < used {
            break;
        }
        out.push(letter);
    }
    out.push('…');
    out
}

struct Writing<'a> {
    users: &'a Users,
    mentioned: HashSet<UserId>,
}

impl Writing<'_> {
    fn rows(&mut self, text: &Text) -> Vec<TextRow> {
        match text {
            Text::Lines(items) => items.iter().flat_map(|item| self.rows(item)).collect(),
            Text::List(items) => items.iter().flat_map(|item| self.bullet(item)).collect(),
            Text::Block(block) => {
                block.lines().map(|line| TextRow::Block(line.replace(FENCE, "ˋˋˋ"))).collect()
            }
            Text::Small(text) => {
                let mut rows = vec![Vec::new()];
                self.inline(&Text::sentence(text), &mut rows);
                let small = |pieces: Vec<TextPiece>| {
                    let sign = TextPiece::Words("-# ".to_owned());
                    TextRow::Line(std::iter::once(sign).chain(pieces).collect())
                };
                rows.into_iter().map(small).collect()
            }
            Text::Span(items) if text.has(is_lines) => {
                items.iter().flat_map(|item| self.rows(item)).collect()
            }
            _ => {
                let mut rows = vec![Vec::new()];
                self.inline(text, &mut rows);
                rows.into_iter().map(|row| TextRow::Line(plain_start(row))).collect()
            }
        }
    }

    fn bullet(&mut self, item: &Text) -> Vec<TextRow> {
        let mut first = true;
        self.rows(item)
            .into_iter()
            .map(|row| match row {
                TextRow::Line(mut pieces) => {
                    let sign = if std::mem::take(&mut first) { "- " } else { "  " };
                    pieces.insert(0, TextPiece::Words(sign.to_owned()));
                    TextRow::Line(pieces)
                }
                TextRow::Block(line) => TextRow::Block(line),
            })
            .collect()
    }

    /// Appends to the last line; a line break starts a new one.
    fn inline(&mut self, text: &Text, rows: &mut Vec<Vec<TextPiece>>) {
        match text {
            Text::Plain(it) => words(it, rows, escape),
            // Discord's small text must be a whole line.
            Text::Small(text) => self.inline(&Text::sentence(text), rows),
            Text::Strong(text) => words(text, rows, |line| wrapped(&escape(line), "**")),
            Text::Code(text) => match self.users.links.hint(text) {
                Some(Hint::Link(link)) => push(rows, TextPiece::Words(link)),
                Some(Hint::Typed(line)) => words(&line, rows, code),
                None => words(text, rows, code),
            },
            Text::Person { id, name } => match self.users.pinged.get(id) {
                Some(&user) if self.mentioned.insert(user) => push(rows, TextPiece::Ping(user)),
                Some(_) | None => words(name, rows, escape),
            },
            Text::Identity { id, name } => {
                words(name, rows, escape);
                // A mention already identifies the person, so nobody else needs an id.
                let known = self.users.known.get(id);
                if let Some(user) = known.filter(|_| !self.users.pinged.contains_key(id)) {
                    push(rows, TextPiece::Words(format!(" (<@{user}>)")));
                }
            }
            Text::Address(address) => push(rows, TextPiece::Words(address.clone())),
            Text::Role(id) => push(rows, TextPiece::Words(format!("<@&{id}>"))),
            // Discord shows the remaining time and updates it.
            Text::Time { at, says: _, lead } => {
                words(lead, rows, escape);
                push(rows, TextPiece::Words(format!("<t:{at}:R>")));
            }
            Text::Span(items) | Text::Lines(items) | Text::List(items) => {
                items.iter().for_each(|item| self.inline(item, rows));
            }
            Text::Block(it) => words(it, rows, escape),
        }
    }
}

/// Tells whether a text stands on lines of its own.
fn is_lines(text: &Text) -> bool {
    matches!(text, Text::Block(_) | Text::Lines(_) | Text::List(_))
}

fn push(rows: &mut Vec<Vec<TextPiece>>, piece: TextPiece) {
    match rows.last_mut() {
        Some(row) => row.push(piece),
        None => rows.push(vec![piece]),
    }
}

/// Adds text in pieces, each formatted separately, so that a split between two doesn't break
/// the formatting.
fn words(text: &str, rows: &mut Vec<Vec<TextPiece>>, write: impl Fn(&str) -> String) {
    for (n, line) in text.split('\n').enumerate() {
        if 0 < n {
            rows.push(Vec::new());
        }
        let mut rest = line;
        while !rest.is_empty() {
            let end = piece_of(rest);
            push(rows, TextPiece::Words(write(&rest[..end])));
            rest = &rest[end..];
        }
    }
}

/// Returns where a line's first piece ends: after a space, if there is one late enough.
fn piece_of(line: &str) -> usize {
    let Some((end, _)) = line.char_indices().nth(LONGEST_PIECE) else { return line.len() };
    match line[..end].rfind(' ') {
        Some(blank) if 0 < blank => blank + 1,
        Some(_) | None => end,
    }
}

/// Writes something to type.
fn code(text: &str) -> String {
    // A backtick would end the code, so a similar character replaces it.
    wrapped(&text.replace('`', "ˋ"), "`")
}

fn wrapped(text: &str, mark: &str) -> String {
    match text.trim() {
        "" => text.to_owned(),
        _ => format!("{mark}{text}{mark}"),
    }
}

/// Keeps a line from being read as a heading, quote or list item.
fn plain_start(mut pieces: Vec<TextPiece>) -> Vec<TextPiece> {
    if let Some(TextPiece::Words(first)) = pieces.first_mut() {
        let sign = first.trim_start();
        if sign.starts_with(['#', '>', '-', '+']) {
            let blanks = first.len() - sign.len();
            first.insert(blanks, '\\');
        }
    }
    pieces
}

/// Fills pages with lines. A code block that continues is closed and reopened; nothing is lost.
fn fill(rows: Vec<TextRow>) -> Vec<Page> {
    let mut filling = Filling { pages: Vec::new(), page: Page::default(), in_block: false };
    for row in rows {
        match row {
            TextRow::Line(pieces) => filling.line(pieces),
            TextRow::Block(line) => filling.block(&line),
        }
    }
    filling.end()
}

struct Filling {
    pages: Vec<Page>,
    page: Page,
    in_block: bool,
}

impl Filling {
    fn line(&mut self, pieces: Vec<TextPiece>) {
        self.leave_block();
        let whole: usize = pieces.iter().map(|piece| len(&piece.written())).sum();
        if !self.page.content.is_empty() {
            if LONGEST < len(&self.page.content) + 1 + whole {
                self.turn();
            } else {
                self.page.content.push('\n');
            }
        }
        for piece in pieces {
            let written = piece.written();
            if LONGEST < len(&self.page.content) + len(&written) {
                self.turn();
            }
            self.page.content.push_str(&written);
            if let TextPiece::Ping(user) = piece
                && !self.page.pings.contains(&user)
            {
                self.page.pings.push(user);
            }
        }
    }

    fn block(&mut self, line: &str) {
        let mut rest = line;
        loop {
            let end = rest.char_indices().nth(LONGEST / 4).map_or(rest.len(), |(end, _)| end);
            let (part, left) = rest.split_at(end);
            self.block_line(part);
            if left.is_empty() {
                return;
            }
            rest = left;
        }
    }

    fn block_line(&mut self, line: &str) {
        // Room for the line, its break, the closing fence and an opening fence.
        let needed = len(line) + 2 * (FENCE.len() + 2);
        if LONGEST < len(&self.page.content) + needed {
            self.leave_block();
            self.turn();
        }
        if !self.in_block {
            if !self.page.content.is_empty() {
                self.page.content.push('\n');
            }
            self.page.content.push_str(FENCE);
            self.in_block = true;
        }
        self.page.content.push('\n');
        // Discord drops an empty line between two fences.
        self.page.content.push_str(if line.is_empty() { " " } else { line });
    }

    fn leave_block(&mut self) {
        if std::mem::take(&mut self.in_block) {
            self.page.content.push('\n');
            self.page.content.push_str(FENCE);
        }
    }

    fn turn(&mut self) {
        let page = std::mem::take(&mut self.page);
        if !page.content.trim().is_empty() {
            self.pages.push(page);
        }
    }

    fn end(mut self) -> Vec<Page> {
        self.leave_block();
        self.turn();
        self.pages
    }
}

impl TextPiece {
    fn written(&self) -> String {
        match self {
            TextPiece::Words(it) => it.clone(),
            TextPiece::Ping(user) => format!("<@{user}>"),
        }
    }
}
