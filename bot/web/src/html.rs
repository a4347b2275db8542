//! What every page has, and texts as HTML. `maud` escapes all that is filled in, unless it is HTML of its own making.
use maud::{DOCTYPE, Markup, Render, html};
use model::text::Text;
use render::Theme;

/// Writes a whole page. `assets` is how it finds the folder of static files, and `also` what it alone has in its head.
pub(super) fn page(
    title: &str,
    assets: &str,
    script: Option<&str>,
    also: &Markup,
    body: &Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" prefix="og: https://ogp.me/ns#" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                (also)
                link rel="icon" href={ (assets) "icon.svg" };
                link rel="stylesheet" href={ (assets) "style.css" };
                @if let Some(script) = script { script src={ (assets) (script) } defer {} }
            }
            (body)
        }
    }
}

/// Writes a page for anyone who has its address, which search engines don't list.
pub(super) fn public_page(
    title: &str,
    assets: &str,
    script: Option<&str>,
    also: &Markup,
    content: &Markup,
) -> Markup {
    let also = html! { meta name="robots" content="noindex"; (also) };
    let body = html! { body.page { header { h1 { (title) } } (content) } };
    page(title, assets, script, &also, &body)
}

/// Writes a picture that follows the browser's theme; `address` returns where it is in each. Without a size it takes what it needs.
pub(super) fn picture(
    id: &str,
    address: impl Fn(Theme) -> String,
    alt: &str,
    size: Option<(u32, u32)>,
) -> Markup {
    let (width, height) = size.unzip();
    html! {
        picture {
            source media="(prefers-color-scheme: dark)" srcset=(address(Theme::Dark));
            img id=(id) src=(address(Theme::Light)) alt=(alt) width=[width] height=[height];
        }
    }
}

/// Writes a text as paragraphs, lists and blocks.
pub(super) fn blocks(text: &Text) -> Markup {
    html! {
        @match text {
            Text::Lines(items) => { @for item in items { (blocks(item)) } }
            Text::List(items) => { ul { @for item in items { li { (inline(item)) } } } }
            // Wide blocks scroll. They must be focusable so that the keyboard can scroll them.
            Text::Block(words) => { pre tabindex="0" { (words) } }
            Text::Plain(words) if words.is_empty() => {}
            other => { p { (inline(other)) } }
        }
    }
}

fn inline(text: &Text) -> Markup {
    html! {
        @match text {
            Text::Address(address) => { a href=(address) { (address) } }
            Text::Plain(words) => { (separate(words.split('\n'))) }
            Text::Strong(words) => { strong { (words) } }
            Text::Small(words) => { small { (with_code(words)) } }
            Text::Code(words) | Text::Block(words) => { code { (words) } }
            Text::Person { id: _, name } | Text::Identity { id: _, name } => { b { (name) } }
            Text::Role(id) => { "@" (id) }
            Text::Time { at: _, says, lead: _ } => { (says) }
            Text::Span(items) => { @for item in items { (inline(item)) } }
            Text::Lines(items) | Text::List(items) => { (separate(items.iter().map(inline))) }
        }
    }
}

/// Writes what stands between backticks as something to type.
fn with_code(words: &str) -> Markup {
    html! {
        @for (number, piece) in words.split('`').enumerate() {
            @if number % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// Writes each on a line of its own.
fn separate(lines: impl Iterator<Item = impl Render>) -> Markup {
    html! {
        @for (number, line) in lines.enumerate() {
            @if 0 < number { br; }
            (line)
        }
    }
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
            let html = blocks(&text).into_string();
            assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
            assert!(!html.contains("\" onload"), "{html}");
        }
    }

    #[test]
    fn only_our_own_addresses_are_links() {
        let html = blocks(&Text::Span(vec![Text::plain("At "), Text::address("http://a/m/1")]));
        assert_eq!(html.into_string(), "<p>At <a href=\"http://a/m/1\">http://a/m/1</a></p>");
        for other in ["http://a/m/1", "javascript:alert(1)", "see http://a"] {
            assert!(!blocks(&Text::plain(other)).into_string().contains("<a"), "{other}");
        }
    }

    #[test]
    fn a_text_is_paragraphs_and_lists() {
        let text = Text::from_markdown("Say `spin`.\n- one\n- two\n```\na b\n```");
        let html = "<p>Say <code>spin</code>.</p><ul><li>one</li><li>two</li></ul><pre tabindex=\"0\">a b</pre>";
        assert_eq!(blocks(&text).into_string(), html);
    }
}
