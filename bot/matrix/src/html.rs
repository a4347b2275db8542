//! Writes a text as plain text and as Matrix HTML.
use command::Commands;
use maud::{Markup, PreEscaped, html};
use model::{
    ids::{MatchId, PersonId, numbers},
    text::{self, Text},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::adapter::Handles;

/// A text in both forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bodies {
    pub(super) plain: String,
    pub(super) html: String,
}

/// The maximum size of both forms in one event, in bytes. An event holds 65,536 bytes; encryption
/// adds a third, and the rest is for other fields.
pub(super) const LARGEST: usize = 36_000;

impl Bodies {
    pub(super) fn of(text: &Text, handles: &Handles) -> Bodies {
        Bodies {
            plain: text.written(&MatrixPlain(handles)),
            html: text.written(&MatrixHtml(handles)),
        }
    }

    fn size(&self) -> usize {
        self.plain.len() + self.html.len()
    }
}

/// Writes a text as messages of at most `most` bytes, split between lines. A code block that
/// continues is closed and reopened.
pub(super) fn messages(text: &Text, handles: &Handles, most: usize) -> Vec<Bodies> {
    text.parts(|part| Bodies::of(part, handles).size() <= most)
        .iter()
        .map(|it| Bodies::of(it, handles))
        .collect()
}

/// Plain text, with the ids of people.
struct MatrixPlain<'a>(&'a Handles);

impl text::Markup for MatrixPlain<'_> {
    /// Writes a name with its user id, or only the id if the name itself looks like one.
    fn identity(&self, id: PersonId, name: &str) -> String {
        match self.0.people.get(&id) {
            Some(user) if poses(name) => user.to_string(),
            Some(user) => format!("{name} ({user})"),
            None => name.to_owned(),
        }
    }
}

/// Matrix HTML.
struct MatrixHtml<'a>(&'a Handles);

impl text::Markup for MatrixHtml<'_> {
    const STRONG: [&'static str; 2] = ["<strong>", "</strong>"];
    const SMALL: [&'static str; 2] = ["<em>", "</em>"];
    const CODE: [&'static str; 2] = ["<code>", "</code>"];
    const BLOCK: [&'static str; 2] = ["<pre><code>", "</code></pre>"];
    const BREAKS: [&'static str; 2] = ["<br>", ""];

    fn escaped(&self, words: &str) -> String {
        html! { (words) }.into_string()
    }

    /// Links match numbers to their boards, because some clients list no threads.
    fn words(&self, words: &str) -> String {
        let words = self.escaped(words).replace('\n', "<br>");
        let (first, _) = words.split_once('#').unwrap_or((&words, ""));
        let rest = numbers(&words).map(|(number, after)| {
            let board = number.parse().ok().and_then(|of| self.0.boards.get(&MatchId(of)));
            let link = board.map(|address| html! { a href=(address) { "#" (number) } });
            link.map_or(format!("#{number}"), Markup::into_string) + after
        });
        std::iter::once(first.to_owned()).chain(rest).collect()
    }

    fn person(&self, id: PersonId, name: &str) -> String {
        let Some(user) = self.0.people.get(&id) else { return self.escaped(name) };
        let address = format!("https://matrix.to/#/{}", utf8_percent_encode(user.as_str(), PLAIN));
        html! { a href=(address) { (name) } }.into_string()
    }

    /// Adds the id, because a pill shows only the name, and anyone can use that name.
    fn identity(&self, id: PersonId, name: &str) -> String {
        match self.0.people.get(&id) {
            Some(user) if poses(name) => self.person(id, user.as_str()),
            Some(user) => format!("{} ({})", self.person(id, name), self.escaped(user.as_str())),
            None => self.person(id, name),
        }
    }

    fn address(&self, address: &str) -> String {
        html! { a href=(address) { (address) } }.into_string()
    }

    fn list(&self, items: Vec<String>) -> String {
        html! { ul { @for item in items { li { (PreEscaped(item)) } } } }.into_string()
    }
}

/// Returns whether a name looks like a user id.
fn poses(name: &str) -> bool {
    name.contains(['@', ':'])
}

/// Writes commands in a text as they are typed in a room with this prefix.
pub(super) fn with_prefix(commands: &Commands, mut text: Text, prefix: &str) -> Text {
    text.each(&mut |part| match part {
        Text::Code(words) => {
            let first = words.split(' ').next().unwrap_or_default();
            if commands.find(first).is_some() {
                words.insert_str(0, prefix);
            }
        }
        Text::Small(words) if !prefix.is_empty() => {
            *words = with_prefix(commands, Text::sentence(&*words), prefix).bare();
        }
        _ => {}
    });
    text
}

/// What stays as it is in a link to an id.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@')
    .remove(b':')
    .remove(b'!');

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;
    use model::span;

    fn handles() -> Handles {
        let people = [(PersonId(1), user_id!("@a/b:x.org").to_owned())].into();
        let boards = [(MatchId(12), "https://matrix.to/#/!r:x/$e?via=x&via=y".to_owned())].into();
        Handles { people, boards }
    }

    #[test]
    fn commands_are_shown_with_the_prefix_of_the_room() {
        let said = Text::Lines(vec![
            Text::sentence("To confirm, say `resign #3 yes`."),
            Text::List(vec![Text::sentence("`c3-d4` moves.")]),
            Text::small("Check it with `board #3`."),
        ]);
        assert_eq!(with_prefix(Commands::kernel(), said.clone(), ""), said);
        let said = with_prefix(Commands::kernel(), said, "?").bare();
        for shown in ["`?resign #3 yes`", "`c3-d4` moves", "`?board #3`"] {
            assert!(said.contains(shown), "{said}");
        }
    }

    #[test]
    fn the_number_of_a_match_leads_to_its_board() {
        let text = Text::Lines(vec![
            Text::strong("#12 · Trapdoor"),
            Text::plain("#1, #123 and #12: <b>"),
            Text::code("board #12"),
        ]);
        let link = "<a href=\"https://matrix.to/#/!r:x/$e?via=x&amp;via=y\">#12</a>";
        let bodies = Bodies::of(&text, &handles());
        assert_eq!(
            bodies.html,
            format!(
                "<strong>{link} · Trapdoor</strong><br>#1, #123 and {link}: &lt;b&gt;<br><code>board #12</code>"
            )
        );
        assert_eq!(bodies.plain, text.bare());
    }

    #[test]
    fn both_forms_come_from_one_tree() {
        let person = |id, name: &str| Text::Person { id: PersonId(id), name: name.to_owned() };
        let text = Text::Lines(vec![
            span![person(1, "A<b>"), " and ", person(2, "Bob"), " & co: ", Text::code("c3-d4")],
            Text::strong("1 < 2"),
            Text::Block("x <\n y".to_owned()),
            Text::List(vec![Text::plain("one\ntwo"), Text::plain("three")]),
            Text::plain("end"),
        ]);
        let bodies = Bodies::of(&text, &handles());
        assert_eq!(bodies.plain, text.bare());
        assert_eq!(
            bodies.html,
            "<a href=\"https://matrix.to/#/@a%2Fb:x.org\">A&lt;b&gt;</a> and Bob &amp; co: <code>c3-d4</code><br>\
             <strong>1 &lt; 2</strong><pre><code>x &lt;\n y</code></pre><ul><li>one<br>two</li><li>three</li></ul>end"
        );
    }

    #[test]
    fn nobody_passes_for_somebody_else_whatever_they_are_called() {
        let says = |name: &str| {
            let who = Text::Identity { id: PersonId(1), name: name.to_owned() };
            Bodies::of(&span![who, " challenges you."], &handles())
        };
        let link = "<a href=\"https://matrix.to/#/@a%2Fb:x.org\">";
        assert_eq!(
            says("Bob"),
            Bodies {
                plain: "Bob (@a/b:x.org) challenges you.".to_owned(),
                html: format!("{link}Bob</a> (@a/b:x.org) challenges you."),
            }
        );
        let posing = says("@bob:x.org");
        assert_eq!(posing.plain, "@a/b:x.org challenges you.");
        assert_eq!(posing.html, format!("{link}@a/b:x.org</a> challenges you."));
        let unknown = Text::Identity { id: PersonId(2), name: "Bob".to_owned() };
        assert_eq!(Bodies::of(&unknown, &handles()).plain, "Bob", "somebody of another chat");
    }

    #[test]
    fn long_texts_are_cut_and_whole() {
        let lines: Vec<Text> =
            (0..4000).map(|nth| Text::plain(format!("line {nth} & so on"))).collect();
        let text = Text::Lines(lines);
        let parts = messages(&text, &handles(), LARGEST);
        assert!(3 < parts.len());
        assert!(parts.iter().all(|part| part.size() <= LARGEST));
        let plain: Vec<&str> = parts.iter().map(|it| it.plain.as_str()).collect();
        assert_eq!(plain.join("\n"), text.bare());
    }
}
