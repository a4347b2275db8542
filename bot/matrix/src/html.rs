//! Writes a text as plain text and as Matrix HTML.
use command::Commands;
use matrix_sdk::ruma::UserId;
use maud::{Markup, html};
use model::{ids::MatchId, text::Text};

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
        let html = markup(text, handles).into_string();
        let identity = |id, name: &str| match handles.people.get(&id) {
            Some(user) => identity(name, user),
            None => name.to_owned(),
        };
        Bodies { plain: text.bare_with(&identity), html }
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

fn markup(text: &Text, handles: &Handles) -> Markup {
    html! {
        @match text {
            Text::Plain(words) => { (linked(words, handles)) }
            Text::Role(id) => { (lines(&format!("@{id}"))) }
            Text::Address(address) => { a href=(address) { (address) } }
            Text::Time { at: _, says, lead: _ } => { (lines(says)) }
            Text::Strong(words) => { strong { (linked(words, handles)) } }
            Text::Small(words) => { em { (markup(&Text::sentence(words), handles)) } }
            Text::Code(words) => { code { (lines(words)) } }
            Text::Block(words) => { pre { code { (words) } } }
            Text::Person { id, name } => {
                @match handles.people.get(id) {
                    Some(user) => { a href={ "https://matrix.to/#/" (percent(user.as_str())) } { (lines(name)) } }
                    None => { (lines(name)) }
                }
            }
            Text::Identity { id, name } => {
                @let known = handles.people.get(id);
                @let posing = known.filter(|_| name.contains(['@', ':']));
                @let name = posing.map_or(name.clone(), |user| user.to_string());
                (markup(&Text::Person { id: *id, name }, handles))
                // The id is added, because a pill shows only the name, and anyone can use that name.
                @if let (Some(user), None) = (known, posing) { " (" (user) ")" }
            }
            Text::Span(items) => { @for item in items { (markup(item, handles)) } }
            Text::Lines(items) => {
                @for (place, item) in items.iter().enumerate() {
                    @let apart = place == 0 || is_block(item) || is_block(&items[place - 1]);
                    @if !apart { br; }
                    (markup(item, handles))
                }
            }
            Text::List(items) => { ul { @for item in items { li { (markup(item, handles)) } } } }
        }
    }
}

/// Writes commands in a text as they are typed in a room with this prefix.
pub(super) fn with_prefix(commands: &Commands, text: Text, prefix: &str) -> Text {
    let all =
        |items: Vec<Text>| items.into_iter().map(|it| with_prefix(commands, it, prefix)).collect();
    match text {
        Text::Code(words) => {
            let first = words.split(' ').next().unwrap_or_default();
            let is_command = commands.find(first).is_some();
            Text::Code(if is_command { format!("{prefix}{words}") } else { words })
        }
        Text::Span(items) => Text::Span(all(items)),
        Text::Lines(items) => Text::Lines(all(items)),
        Text::List(items) => Text::List(all(items)),
        Text::Small(words) => match (Text::sentence(&words), prefix) {
            (Text::Plain(_), _) | (_, "") => Text::Small(words),
            (spans, prefix) => Text::Small(with_prefix(commands, spans, prefix).bare()),
        },
        other => other,
    }
}

/// Writes a name with its user id, or only the id if the name itself looks like one.
fn identity(name: &str, user: &UserId) -> String {
    if name.contains(['@', ':']) { user.to_string() } else { format!("{name} ({user})") }
}

/// Returns whether a text is a block element in HTML.
fn is_block(text: &Text) -> bool {
    matches!(text, Text::Block(_) | Text::List(_))
}

/// Writes words. Match numbers become links to their boards, because some clients list no threads.
fn linked(text: &str, handles: &Handles) -> Markup {
    // Every piece but the first begins after a `#`.
    let mut pieces = text.split('#');
    html! {
        (lines(pieces.next().unwrap_or_default()))
        @for piece in pieces {
            @let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
            @let (number, after) = piece.split_at(digits);
            @let board = number.parse().ok().and_then(|number| handles.boards.get(&MatchId(number)));
            @match board {
                Some(address) => { a href=(address) { "#" (number) } }
                None => { "#" (number) }
            }
            (lines(after))
        }
    }
}

/// Returns the matches that a text names by number, as far as these become links.
pub(super) fn named_matches(text: &Text) -> Vec<MatchId> {
    let bare = text.bare();
    let numbers = bare.split('#').skip(1).map(|piece| {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        piece[..digits].parse().map(MatchId)
    });
    numbers.filter_map(Result::ok).collect()
}

/// Writes words, keeping line breaks.
pub(super) fn lines(text: &str) -> Markup {
    html! {
        @for (number, line) in text.split('\n').enumerate() {
            @if 0 < number { br; }
            (line)
        }
    }
}

/// Percent-encodes an id for a link.
fn percent(id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~@:!".contains(&byte);
    id.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;
    use model::{ids::PersonId, span};

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
            Text::small("Check it with `verify #3`."),
        ]);
        assert_eq!(with_prefix(Commands::kernel(), said.clone(), ""), said);
        let said = with_prefix(Commands::kernel(), said, "?").bare();
        for shown in ["`?resign #3 yes`", "`c3-d4` moves", "`?verify #3`"] {
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
