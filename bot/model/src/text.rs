//! Formatted text: a tree that each adapter writes in its own format.
use engine::quote::is_unseen;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

use crate::ids::PersonId;

/// A piece of text. User input in it is unescaped; adapters escape it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Text {
    Plain(String),
    Strong(String),
    /// A line in small print.
    Small(String),
    /// Something to type, in a monospaced font.
    Code(String),
    /// Lines in a monospaced font.
    Block(String),
    /// A person by name. Whether it pings depends on the reply's mentions.
    Person {
        id: PersonId,
        name: String,
    },
    /// A person by name and chat id, so that nobody can pass for them; it never pings.
    Identity {
        id: PersonId,
        name: String,
    },
    /// A role of a Discord server, by its id; it never pings.
    Role(String),
    /// A web address of our own to follow; chats make no link of one in anything else.
    Address(String),
    /// A moment. A chat that keeps times up to date writes `lead` and the moment; others write
    /// `says`.
    Time {
        /// Seconds since 1970.
        at: i64,
        /// The moment in words: `2 days 4 hours left`.
        says: String,
        /// What precedes the moment itself: `time runs out `.
        lead: String,
    },
    /// Joined in a line.
    Span(Vec<Text>),
    /// Each on its own line.
    Lines(Vec<Text>),
    /// Each on its own line, with a bullet.
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

    pub fn address(address: impl Into<String>) -> Text {
        Text::Address(address.into())
    }

    /// Writes a moment: `says`, or `lead` and the moment if the chat keeps it up to date.
    pub fn time(at: i64, says: impl Into<String>, lead: impl Into<String>) -> Text {
        Text::Time { at, says: says.into(), lead: lead.into() }
    }

    /// Returns the parts of a text that has any.
    fn items(&self) -> &[Text] {
        match self {
            Text::Span(items) | Text::Lines(items) | Text::List(items) => items,
            _ => &[],
        }
    }

    /// Visits the text and all its parts.
    pub fn each(&mut self, visit: &mut impl FnMut(&mut Text)) {
        visit(self);
        if let Text::Span(items) | Text::Lines(items) | Text::List(items) = self {
            items.iter_mut().for_each(|it| it.each(visit));
        }
    }

    /// Visits everyone named in it.
    pub fn each_person(&mut self, visit: &mut impl FnMut(&mut PersonId, &mut String)) {
        self.each(&mut |part| {
            if let Text::Person { id, name } | Text::Identity { id, name } = part {
                visit(id, name);
            }
        });
    }

    /// Tells whether a part of it is such a one.
    pub fn has(&self, is_such: impl Copy + Fn(&Text) -> bool) -> bool {
        is_such(self) || self.items().iter().any(|it| it.has(is_such))
    }

    /// Writes up to `most` things to type, with commas between them.
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

    /// Parses a sentence of ours, with backticks around things to type. User input in it has no
    /// backticks: [`engine::quote::short`] and [`clean_name`] remove them.
    pub fn sentence(words: impl AsRef<str>) -> Text {
        spans(words.as_ref())
    }

    /// Parses simple Markdown of ours: paragraphs, `-` bullets, code spans and fenced blocks.
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

    /// Returns the people to be named with their ids.
    pub fn identities(&self) -> Vec<PersonId> {
        match self {
            Text::Identity { id, name: _ } => vec![*id],
            _ => self.items().iter().flat_map(Text::identities).collect(),
        }
    }

    /// Tells whether it contains monospaced lines.
    pub fn has_block(&self) -> bool {
        self.has(|part| matches!(part, Text::Block(_)))
    }

    /// Splits the text into parts that each fit a message: between lines if possible, without
    /// losing anything. A split block or list continues as one.
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
            // The largest part that fits, by bisection; a single piece is sent in any case.
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

    /// Splits the text into pieces that fit, each on its own line.
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

    /// Splits a text in the middle; none if it can't be split.
    fn halved(&self) -> Option<[Text; 2]> {
        type Make<T> = fn(T) -> Text;
        let words = |text: &str, make: Make<String>| {
            let at = middle_of(text)?;
            let (first, second) = text.split_at(at);
            let second = second.strip_prefix('\n').unwrap_or(second);
            Some([make(first.to_owned()), make(second.to_owned())])
        };
        let items = |items: &[Text], make: Make<Vec<Text>>| match items {
            [] => None,
            [one] => one.halved().map(|two| two.map(|text| make(vec![text]))),
            _ => {
                let (first, second) = items.split_at(items.len() / 2);
                Some([make(first.to_vec()), make(second.to_vec())])
            }
        };
        match self {
            Text::Plain(it) => words(it, Text::Plain),
            Text::Strong(it) => words(it, Text::Strong),
            Text::Small(it) => words(it, Text::Small),
            Text::Code(it) => words(it, Text::Code),
            Text::Block(it) => words(it, Text::Block),
            Text::Person { .. }
            | Text::Identity { .. }
            | Text::Role(_)
            | Text::Address(_)
            | Text::Time { .. } => None,
            Text::Span(it) => items(it, Text::Span),
            Text::Lines(it) => items(it, Text::Lines),
            Text::List(it) => items(it, Text::List),
        }
    }

    /// Writes the text without formatting, with people's names.
    pub fn bare(&self) -> String {
        self.written(&Bare)
    }

    /// Writes the text in a format.
    pub fn written<M: Markup>(&self, format: &M) -> String {
        let within = |[before, after]: [&str; 2], words: String| [before, &words, after].concat();
        match self {
            Text::Plain(words) => format.words(words),
            Text::Strong(words) => within(M::STRONG, format.words(words)),
            Text::Small(words) => within(M::SMALL, Text::sentence(words).written(format)),
            Text::Code(words) => within(M::CODE, format.escaped(words)),
            Text::Block(words) => within(M::BLOCK, format.escaped(words)),
            Text::Person { id, name } => format.person(*id, name),
            Text::Identity { id, name } => format.identity(*id, name),
            Text::Role(id) => format.escaped(&format!("@{id}")),
            Text::Address(address) => format.address(address),
            Text::Time { at: _, says, lead: _ } => format.escaped(says),
            Text::Span(items) => items.iter().map(|it| it.written(format)).collect(),
            Text::Lines(items) => {
                let is_apart = |line: &Text| matches!(line, Text::Block(_) | Text::List(_));
                let breaks =
                    items.windows(2).map(|two| M::BREAKS[usize::from(two.iter().any(is_apart))]);
                let each = items.iter().zip([""].into_iter().chain(breaks));
                each.map(|(item, before)| format!("{before}{}", item.written(format))).collect()
            }
            Text::List(items) => format.list(items.iter().map(|it| it.written(format)).collect()),
        }
    }
}

/// A format for texts: what it writes for each kind. By default it is plain.
pub trait Markup {
    /// What stands before and after words of a kind.
    const STRONG: [&'static str; 2] = ["", ""];
    const SMALL: [&'static str; 2] = ["", ""];
    const CODE: [&'static str; 2] = ["`", "`"];
    const BLOCK: [&'static str; 2] = ["", ""];
    /// What stands between two lines, and where one of them is a list or a block.
    const BREAKS: [&'static str; 2] = ["\n", "\n"];

    /// Writes words that are only words.
    fn escaped(&self, words: &str) -> String {
        words.to_owned()
    }

    /// Writes words where the format may find something to follow.
    fn words(&self, words: &str) -> String {
        self.escaped(words)
    }

    fn person(&self, _: PersonId, name: &str) -> String {
        self.escaped(name)
    }

    /// Names a person so that nobody can pass for them.
    fn identity(&self, id: PersonId, name: &str) -> String {
        self.person(id, name)
    }

    fn address(&self, address: &str) -> String {
        self.escaped(address)
    }

    fn list(&self, items: Vec<String>) -> String {
        let items = items.iter().map(|item| format!("- {}", item.replace('\n', "\n  ")));
        items.collect::<Vec<_>>().join("\n")
    }
}

/// No format.
struct Bare;

impl Markup for Bare {}

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

/// Joins texts in a line.
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

/// Finds where to split words: at a line break near the middle, otherwise after a space there,
/// otherwise between two letters.
fn middle_of(words: &str) -> Option<usize> {
    let middle = words.len() / 2;
    let near = |it: &(usize, char)| it.0.abs_diff(middle);
    let inside = words.char_indices().filter(|it| 0 < it.0);
    let best = |sign: char| inside.clone().filter(|it| it.1 == sign).min_by_key(near);
    let at_break = best('\n').map(|it| it.0);
    let after_blank = best(' ').map(|at| at.0 + 1).filter(|&it| it < words.len());
    at_break.or(after_blank).or_else(|| inside.min_by_key(near).map(|it| it.0))
}

/// Splits a line at backticks into plain text and things to type. An unpaired backtick is an
/// ordinary character.
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

/// Makes a name safe to show: no control, direction or zero-width characters but those that join letters, one line, at most 32
/// characters. A similar character replaces a backtick, because backticks mark things to type. A name that is written from right to left
/// is set apart, so that it changes nothing about the order of what stands beside it.
pub fn clean_name(name: &str) -> String {
    const LONGEST: usize = 32;
    let shown = name.chars().map(|letter| match letter {
        '`' => 'ˋ',
        other if other.is_whitespace() => ' ',
        it => it,
    });
    let shown: String = visible(&shown.collect::<String>()).collect();
    let shown = shown.split(' ').filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    let short: String = shown.chars().take(LONGEST).collect();
    if short.trim().is_empty() {
        "someone".to_owned()
    } else if short.contains(is_from_the_right) {
        format!("\u{2068}{short}\u{2069}")
    } else {
        short
    }
}

/// Returns what of a name is seen. In scripts whose letters join, a sign without width between two letters is part of the spelling.
pub fn visible(name: &str) -> impl Iterator<Item = char> {
    let joins = |letter: Option<char>| {
        let joined = |letter| matches!(letter, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1780}'..='\u{18af}');
        letter.is_some_and(joined)
    };
    let after = name.chars().skip(1).map(Some).chain([None]);
    let before = [None].into_iter().chain(name.chars().map(Some));
    let seen = name.chars().zip(before.zip(after)).filter(move |&(letter, (before, after))| {
        let spells = matches!(letter, '\u{200c}' | '\u{200d}') && joins(before) && joins(after);
        spells || !is_unseen(letter)
    });
    seen.map(|it| it.0)
}

/// Tells whether a letter is of a script that is written from right to left.
fn is_from_the_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns a name as it is compared with others: whatever the case, however its letters are composed, with any apostrophe, and without
/// what isn't seen. Case goes by way of upper case, because some letters have two lower-case forms: `ς` and `σ`.
pub fn folded_name(name: &str) -> String {
    let letters = name.nfc().filter(|it| !is_unseen(*it)).map(|letter| match letter {
        '‘' | '’' | 'ʼ' | '´' => '\'',
        letter => letter,
    });
    letters.collect::<String>().to_uppercase().to_lowercase()
}

/// Returns a name as it looks: letters and digits alone, wide or narrow, with or without accents, and letters of other scripts as the ones
/// they look like; `rn` looks like `m`.
pub fn looks(name: &str) -> String {
    let plain: String = name.nfkd().filter(|letter| letter.is_alphanumeric()).collect();
    // The skeletons of digits are letters.
    skeleton(&plain).flat_map(char::to_lowercase).collect()
}

/// Tells whether two names look alike, as they are written or in lower case.
pub fn look_alike(one: &str, other: &str) -> bool {
    let lower = |name: &str| looks(&name.to_lowercase());
    looks(one) == looks(other) || lower(one) == lower(other)
}

/// Shortens a line to `most` characters, with an ellipsis.
pub fn shortened(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_as_it_is_spelled_and_changes_no_order() {
        // Persian with a joiner, Hebrew, and a Latin name that only looks like another.
        assert_eq!(clean_name("علی\u{200c}رضا"), "\u{2068}علی\u{200c}رضا\u{2069}");
        assert_eq!(clean_name("\u{202e}שלום"), "\u{2068}שלום\u{2069}");
        assert_eq!(clean_name("Bo\u{200c}b\u{200d}"), "Bob");
        assert_eq!(clean_name("क्\u{200d}ष"), "क्\u{200d}ष");
    }

    #[test]
    fn a_name_is_the_same_however_it_is_typed() {
        for (one, other) in [
            ("José", "Jose\u{301}"),
            ("O'Brien", "O’Brien"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
            ("علی\u{200c}رضا", "علیرضا"),
            ("\u{2068}שלום\u{2069}", "שלום"),
        ] {
            assert_eq!(folded_name(one), folded_name(other));
        }
        assert_ne!(folded_name("Jose"), folded_name("José"));
    }

    #[test]
    fn a_long_line_ends_in_an_ellipsis() {
        assert_eq!(shortened("one two", 5), "one t…");
    }

    #[test]
    fn a_text_is_cut_into_parts_that_fit() {
        let short = |text: &Text| text.bare().chars().count() <= 12;
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
    fn names_that_can_be_taken_for_each_other_look_alike() {
        for alike in
            ["\u{410}nn", "\u{ff21}nn", "aNN", "\u{c1}nn", "A n n", "\u{1d400}nn", "An\u{200b}n"]
        {
            assert!(look_alike("Ann", alike), "{alike}");
        }
        // A capital I looks like an l, a zero like an O, and `rn` like an m.
        for (one, other) in
            [("Bill", "BiIl"), ("Bob", "B0b"), ("Guest 1", "Guest l"), ("Tom", "Torn")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Guest 1", "Guest 11"), ("\u{5c71}\u{7530}", "\u{5c71}\u{672c}")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn long_lists_of_words_are_cut() {
        assert_eq!(Text::codes(["a", "b", "c"], 2).bare(), "`a`, `b`, …");
        assert_eq!(Text::codes(["a", "b"], 2).bare(), "`a`, `b`");
    }
}
