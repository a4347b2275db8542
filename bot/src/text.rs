//! Text with the few marks that every chat has: one tree, from which each adapter makes its own form.
use engine::quote::is_unseen;
use serde::{Deserialize, Serialize};

use crate::store::PersonId;

/// A piece of text. Whatever people typed or are called is in it unescaped: escaping is the adapter's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Text {
    Plain(String),
    Strong(String),
    /// A line above the others, less striking than they are.
    Small(String),
    /// Something to type, in a fixed-width font.
    Code(String),
    /// Lines in a fixed-width font.
    Block(String),
    /// Somebody by name; whether it pings is said by the reply's mentions.
    Person {
        id: PersonId,
        name: String,
    },
    /// Somebody by name and by the id that their chat vouches for, so that nobody passes for somebody else; it never pings.
    Identity {
        id: PersonId,
        name: String,
    },
    /// A moment. A chat whose messages stay true over time writes `lead` and the moment itself; any other says it in words.
    Time {
        /// Seconds since 1970.
        at: i64,
        /// The moment as it is said when it is told: `2 d 4 h left`.
        says: String,
        /// What stands before the moment where that is written instead: `time runs out `.
        lead: String,
    },
    /// One after the other in a line.
    Span(Vec<Text>),
    /// Each on a line of its own.
    Lines(Vec<Text>),
    /// Each on a line of its own, with a bullet.
    List(Vec<Text>),
}

impl Text {
    pub fn plain(text: impl Into<String>) -> Text {
        Text::Plain(text.into())
    }

    pub fn strong(text: impl Into<String>) -> Text {
        Text::Strong(text.into())
    }

    pub fn small(text: impl Into<String>) -> Text {
        Text::Small(text.into())
    }

    pub fn code(text: impl Into<String>) -> Text {
        Text::Code(text.into())
    }

    /// Says a moment: in `says` as it is told now, or as `lead` and the moment where a chat keeps it true.
    pub fn time(at: i64, says: impl Into<String>, lead: impl Into<String>) -> Text {
        Text::Time { at, says: says.into(), lead: lead.into() }
    }

    /// Visits everybody who is named in it.
    pub fn each_person(&mut self, visit: &mut impl FnMut(&mut PersonId, &mut String)) {
        match self {
            Text::Person { id, name } | Text::Identity { id, name } => visit(id, name),
            Text::Plain(_)
            | Text::Strong(_)
            | Text::Small(_)
            | Text::Code(_)
            | Text::Block(_)
            | Text::Time { .. } => {}
            Text::Span(items) | Text::Lines(items) | Text::List(items) => {
                items.iter_mut().for_each(|it| it.each_person(visit));
            }
        }
    }

    /// Writes words to type with commas between them, at most `most`.
    pub fn codes<S: Into<String>>(words: impl IntoIterator<Item = S>, most: usize) -> Text {
        let mut words = words.into_iter();
        let mut out = Vec::new();
        for word in words.by_ref().take(most) {
            if !out.is_empty() {
                out.push(Text::plain(", "));
            }
            out.push(Text::code(word));
        }
        if words.next().is_some() {
            out.push(Text::plain(", …"));
        }
        Text::Span(out)
    }

    /// Reads one of our own sentences, where backticks stand around what to type. What people typed stands in it without backticks:
    /// [`engine::quote::short`] and [`clean_name`] take them out.
    pub fn sentence(words: impl AsRef<str>) -> Text {
        spans(words.as_ref())
    }

    /// Reads the small Markdown of our own texts: paragraphs, `-` bullets, code spans and fenced blocks.
    pub fn from_markdown(source: &str) -> Text {
        let mut lines: Vec<Text> = Vec::new();
        let mut block: Option<Vec<&str>> = None;
        for line in source.trim().lines() {
            let fence = line.trim_start().starts_with("```");
            match (&mut block, fence) {
                (None, true) => block = Some(Vec::new()),
                (Some(inside), true) => {
                    lines.push(Text::Block(inside.join("\n")));
                    block = None;
                }
                (Some(inside), false) => inside.push(line),
                (None, false) => match line.strip_prefix("- ") {
                    Some(item) => bullet(&mut lines, spans(item)),
                    None => lines.push(spans(line)),
                },
            }
        }
        if let Some(inside) = block {
            lines.push(Text::Block(inside.join("\n")));
        }
        Text::Lines(lines)
    }

    /// Returns the one who must be told apart from others of the same name.
    pub fn identities(&self) -> Vec<PersonId> {
        match self {
            Text::Identity { id, name: _ } => vec![*id],
            Text::Plain(_)
            | Text::Strong(_)
            | Text::Small(_)
            | Text::Code(_)
            | Text::Block(_)
            | Text::Time { .. }
            | Text::Person { .. } => Vec::new(),
            Text::Span(items) | Text::Lines(items) | Text::List(items) => {
                items.iter().flat_map(Text::identities).collect()
            }
        }
    }

    /// Tells whether lines in a fixed-width font are in it.
    pub fn has_block(&self) -> bool {
        match self {
            Text::Block(_) => true,
            Text::Plain(_)
            | Text::Strong(_)
            | Text::Small(_)
            | Text::Code(_)
            | Text::Time { .. }
            | Text::Person { .. }
            | Text::Identity { .. } => false,
            Text::Span(items) | Text::Lines(items) | Text::List(items) => {
                items.iter().any(Text::has_block)
            }
        }
    }

    /// Cuts the text into parts that each fit a message: between lines where that is possible, and nothing is lost. A block or list
    /// that is cut goes on as one in the next part.
    pub fn parts(&self, fits: impl Fn(&Text) -> bool) -> Vec<Text> {
        if fits(self) {
            return vec![self.clone()];
        }
        let mut pieces = Vec::new();
        self.cut(&fits, &mut pieces);
        let mut parts = Vec::new();
        let mut left = pieces.as_slice();
        while !left.is_empty() {
            let whole = |count: usize| fits(&Text::Lines(left[..count].to_vec()));
            // The most that fits, found by halving; a piece alone goes out whatever it takes.
            let (mut most, mut above) = (1, left.len() + 1);
            while most + 1 < above {
                let middle = most.midpoint(above);
                if whole(middle) { most = middle } else { above = middle }
            }
            parts.push(Text::Lines(left[..most].to_vec()));
            left = &left[most..];
        }
        parts
    }

    /// Cuts the text into pieces that fit, each on a line of its own.
    fn cut(&self, fits: &impl Fn(&Text) -> bool, out: &mut Vec<Text>) {
        if let Text::Lines(items) = self {
            items.iter().for_each(|it| it.cut(fits, out));
            return;
        }
        let halves = if fits(self) { None } else { self.halved() };
        match halves {
            None => out.push(self.clone()),
            Some(halves) => halves.iter().for_each(|it| it.cut(fits, out)),
        }
    }

    /// Cuts a text in two, in the middle of what it consists of; nothing for what cannot be cut.
    fn halved(&self) -> Option<[Text; 2]> {
        type Make<T> = fn(T) -> Text;
        let words = |it: &str, make: Make<String>| {
            let at = middle_of(it)?;
            let (first, second) = it.split_at(at);
            let second = second.strip_prefix('\n').unwrap_or(second);
            Some([make(first.to_owned()), make(second.to_owned())])
        };
        let items = |it: &[Text], make: Make<Vec<Text>>| match it {
            [] => None,
            [one] => one.halved().map(|two| two.map(|it| make(vec![it]))),
            _ => {
                let (first, second) = it.split_at(it.len() / 2);
                Some([make(first.to_vec()), make(second.to_vec())])
            }
        };
        match self {
            Text::Plain(it) => words(it, Text::Plain),
            Text::Strong(it) => words(it, Text::Strong),
            Text::Small(it) => words(it, Text::Small),
            Text::Code(it) => words(it, Text::Code),
            Text::Block(it) => words(it, Text::Block),
            Text::Person { .. } | Text::Identity { .. } | Text::Time { .. } => None,
            Text::Span(it) => items(it, Text::Span),
            Text::Lines(it) => items(it, Text::Lines),
            Text::List(it) => items(it, Text::List),
        }
    }

    /// Writes the text without marks, as for a terminal, where people are known by their names.
    pub fn bare(&self) -> String {
        self.bare_with(&|_, name| name.to_owned())
    }

    /// Writes the text without marks; `identity` writes people who are to be told apart from others of the same name.
    pub fn bare_with(&self, identity: &dyn Fn(PersonId, &str) -> String) -> String {
        let all = |items: &[Text]| -> Vec<String> {
            items.iter().map(|it| it.bare_with(identity)).collect()
        };
        match self {
            Text::Plain(it) | Text::Strong(it) | Text::Small(it) | Text::Block(it) => it.clone(),
            Text::Code(it) => format!("`{it}`"),
            Text::Person { id: _, name } => name.clone(),
            Text::Time { at: _, says, lead: _ } => says.clone(),
            Text::Identity { id, name } => identity(*id, name),
            Text::Span(items) => all(items).concat(),
            Text::Lines(items) => all(items).join("\n"),
            Text::List(items) => {
                let items = all(items).into_iter();
                let items: Vec<String> =
                    items.map(|it| format!("- {}", it.replace('\n', "\n  "))).collect();
                items.join("\n")
            }
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text::plain(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Plain(text)
    }
}

/// Puts texts one after the other in a line.
#[macro_export]
macro_rules! span {
    ($($part:expr),* $(,)?) => { $crate::text::Text::Span(vec![$($crate::text::Text::from($part)),*]) };
}

fn bullet(lines: &mut Vec<Text>, item: Text) {
    match lines.last_mut() {
        Some(Text::List(items)) => items.push(item),
        _ => lines.push(Text::List(vec![item])),
    }
}

/// Finds where to cut words in two: at a line break near the middle, else after a blank there, else between two letters.
fn middle_of(words: &str) -> Option<usize> {
    let middle = words.len() / 2;
    let near = |it: &(usize, char)| it.0.abs_diff(middle);
    let inside = words.char_indices().filter(|it| 0 < it.0);
    let best = |sign: char| inside.clone().filter(|it| it.1 == sign).min_by_key(near);
    let at_break = best('\n').map(|it| it.0);
    let after_blank = best(' ').map(|it| it.0 + 1).filter(|&it| it < words.len());
    at_break.or(after_blank).or_else(|| inside.min_by_key(near).map(|it| it.0))
}

/// Splits a line at backticks into plain text and things to type. A backtick without a second one is a sign like any other.
fn spans(line: &str) -> Text {
    let (paired, odd) = match line.matches('`').count() % 2 {
        0 => (line, None),
        _ => line
            .rsplit_once('`')
            .map_or((line, None), |(before, after)| (before, Some(format!("`{after}")))),
    };
    let parts = paired.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    let mut parts: Vec<Text> = parts
        .map(|(n, part)| if n % 2 == 1 { Text::code(part) } else { Text::plain(part) })
        .collect();
    parts.extend(odd.map(Text::Plain));
    match parts.len() {
        1 => parts.remove(0),
        _ => Text::Span(parts),
    }
}

/// Makes a name fit to be shown anywhere: no control, direction or zero-width characters, one line, at most 32 characters. A backtick
/// becomes the sign that looks like it, because backticks mark what to type.
pub fn clean_name(name: &str) -> String {
    const LONGEST: usize = 32;
    let shown = name.chars().map(|it| match it {
        '`' => 'ˋ',
        it if it.is_whitespace() => ' ',
        it => it,
    });
    let shown: String = shown.filter(|&it| !is_unseen(it)).collect();
    let shown = shown.split(' ').filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    let short: String = shown.chars().take(LONGEST).collect();
    if short.trim().is_empty() { "someone".to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_parts_that_fit() {
        let short = |it: &Text| it.bare().chars().count() <= 12;
        let lines = Text::Lines(["one", "two", "three", "four"].map(Text::plain).to_vec());
        let cut: Vec<String> = lines.parts(short).iter().map(Text::bare).collect();
        assert_eq!(cut, ["one\ntwo", "three\nfour"]);
        let block = Text::Block("aaaaa\nbbbbb\nccccc".to_owned());
        let parts = block.parts(short);
        assert!(parts.iter().all(Text::has_block), "a block goes on as one");
        assert_eq!(parts.iter().map(Text::bare).collect::<Vec<_>>().join("\n"), block.bare());
        let long = Text::plain("x".repeat(30));
        let parts = long.parts(short);
        assert!(parts.iter().all(short));
        assert_eq!(
            parts.iter().map(Text::bare).collect::<String>().replace('\n', ""),
            "x".repeat(30)
        );
        let list = Text::List(["éééééééé", "b", "c"].map(Text::plain).to_vec());
        assert!(list.parts(short).iter().all(short));
        assert_eq!(Text::plain("").parts(|_| false), [Text::Lines(vec![Text::plain("")])]);
    }

    #[test]
    fn names_lose_what_cannot_be_seen() {
        assert_eq!(clean_name("  Ann\u{202e}\u{200b}\n Lee "), "Ann Lee");
        assert_eq!(clean_name(&"\u{200b}".repeat(32)), "someone");
        assert_eq!(clean_name(&"é".repeat(50)).chars().count(), 32);
        assert_eq!(clean_name("**b** <@1>"), "**b** <@1>", "escaping is the adapter's");
        assert_eq!(clean_name("O`Brien"), "OˋBrien");
    }

    #[test]
    fn what_is_to_be_typed_in_a_sentence_is_code() {
        let said = Text::sentence("Say `spin` or `end`.");
        assert_eq!(said, span!["Say ", Text::code("spin"), " or ", Text::code("end"), "."]);
        assert_eq!(Text::sentence("No move."), Text::plain("No move."));
        assert_eq!(Text::sentence("`a` b` c").bare(), "`a` b` c");
    }

    #[test]
    fn our_markdown_becomes_a_tree() {
        let text = Text::from_markdown("Say `spin`.\n- one\n- two\n```\na b\n```");
        assert_eq!(
            text,
            Text::Lines(vec![
                span!["Say ", Text::code("spin"), "."],
                Text::List(vec!["one".into(), "two".into()]),
                Text::Block("a b".into()),
            ])
        );
        assert_eq!(text.bare(), "Say `spin`.\n- one\n- two\na b");
    }

    #[test]
    fn long_lists_of_words_are_cut() {
        assert_eq!(Text::codes(["a", "b", "c"], 2).bare(), "`a`, `b`, …");
        assert_eq!(Text::codes(["a", "b"], 2).bare(), "`a`, `b`");
    }
}
