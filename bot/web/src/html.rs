//! Converts texts to HTML. User input is escaped here, before it gets into a page.
use model::text::Text;

/// Escapes text for HTML content and quoted attributes.
pub(super) fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

/// Replaces the placeholders of a page, such as `{title}`, with HTML. Placeholders in the inserted
/// text aren't replaced.
pub(super) fn fill(page: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(page.len() * 2);
    let mut pieces = page.split('{');
    out.extend(pieces.next());
    for piece in pieces {
        let named = piece.split_once('}');
        let part = named.and_then(|(name, _)| parts.iter().find(|it| it.0 == name));
        match (part, named) {
            (Some((_, part)), Some((_, rest))) => {
                out.push_str(part);
                out.push_str(rest);
            }
            _ => {
                out.push('{');
                out.push_str(piece);
            }
        }
    }
    out
}

/// Writes a text as paragraphs, lists and blocks.
pub(super) fn blocks(text: &Text) -> String {
    match text {
        Text::Lines(items) => items.iter().map(blocks).collect(),
        Text::List(items) => {
            let items = items.iter().map(|it| format!("<li>{}</li>", inline(it)));
            format!("<ul>{}</ul>", items.collect::<String>())
        }
        Text::Block(it) => {
            // Wide blocks scroll. They must be focusable so that the keyboard can scroll them.
            format!("<pre tabindex=\"0\">{}</pre>", escape(it))
        }
        Text::Plain(it) if it.is_empty() => String::new(),
        other => format!("<p>{}</p>", inline(other)),
    }
}

fn inline(text: &Text) -> String {
    let all =
        |items: &[Text], between: &str| items.iter().map(inline).collect::<Vec<_>>().join(between);
    match text {
        Text::Plain(it) if is_address(it) => {
            let address = escape(it);
            format!("<a href=\"{address}\">{address}</a>")
        }
        Text::Plain(it) => escape(it).replace('\n', "<br>"),
        Text::Strong(it) => format!("<strong>{}</strong>", escape(it)),
        Text::Small(it) => format!("<small>{}</small>", escape(it)),
        Text::Code(it) | Text::Block(it) => format!("<code>{}</code>", escape(it)),
        Text::Person { id: _, name } | Text::Identity { id: _, name } => {
            format!("<b>{}</b>", escape(name))
        }
        Text::Role(id) => format!("@{}", escape(id)),
        Text::Time { at: _, says, lead: _ } => escape(says),
        Text::Span(items) => all(items, ""),
        Text::Lines(items) | Text::List(items) => all(items, "<br>"),
    }
}

/// Tells whether a piece of a text is a web address and nothing else. Addresses within what people wrote are no links.
fn is_address(piece: &str) -> bool {
    let rest = piece.strip_prefix("https://").or_else(|| piece.strip_prefix("http://"));
    rest.is_some_and(|it| !it.is_empty() && it.chars().all(|it| it.is_ascii_graphic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wrote_never_becomes_a_tag() {
        let hostile = "<script>alert('x')</script>\" onload=\"&";
        let texts = [
            Text::plain(hostile),
            Text::strong(hostile),
            Text::small(hostile),
            Text::code(hostile),
            Text::Block(hostile.to_owned()),
            Text::Person { id: model::ids::PersonId(1), name: hostile.to_owned() },
            Text::List(vec![Text::plain(hostile)]),
        ];
        for text in texts {
            let html = blocks(&text);
            assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
            assert!(!html.contains("\" onload"), "{html}");
        }
    }

    #[test]
    fn an_address_by_itself_is_a_link() {
        let html = |it: &str| blocks(&Text::Span(vec![Text::plain("At "), Text::plain(it)]));
        assert_eq!(html("http://a/m/1"), "<p>At <a href=\"http://a/m/1\">http://a/m/1</a></p>");
        for other in ["http://", "javascript:alert(1)", "see http://a", "http://a b"] {
            assert!(!html(other).contains("<a"), "{other}");
        }
        assert!(html("http://a/\"onload=\"x").contains("&quot;onload"));
    }

    #[test]
    fn what_is_filled_in_is_no_place_to_fill() {
        let filled = fill("<p>{one} {two} {three}</p>{one}", &[("one", "{two}"), ("two", "2")]);
        assert_eq!(filled, "<p>{two} 2 {three}</p>{two}");
    }

    #[test]
    fn a_text_is_paragraphs_and_lists() {
        let text = Text::from_markdown("Say `spin`.\n- one\n- two\n```\na b\n```");
        let html = "<p>Say <code>spin</code>.</p><ul><li>one</li><li>two</li></ul><pre tabindex=\"0\">a b</pre>";
        assert_eq!(blocks(&text), html);
    }
}
