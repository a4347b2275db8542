//! What every page has, and texts as HTML. `maud` escapes all that is filled in, unless it is HTML of its own making.
use maud::{DOCTYPE, Markup, PreEscaped, html};
use model::{
    ids::PersonId,
    text::{self, Text},
};
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
    let image = |src: String| {
        html! { img id=(id) src=(src) alt=(alt) width=[width] height=[height]; }
    };
    in_theme("", address, image)
}

/// Writes a picture in a theme; in the browser's, if the name of the theme is empty.
pub(super) fn in_theme(
    theme: &str,
    address: impl Fn(Theme) -> String,
    image: impl FnOnce(String) -> Markup,
) -> Markup {
    html! {
        picture {
            @if theme.is_empty() {
                source media="(prefers-color-scheme: dark)" srcset=(address(Theme::Dark));
            }
            (image(address(Theme::named(theme).unwrap_or(Theme::Light))))
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
    PreEscaped(text.written(&ParagraphHtml))
}

/// What stands in a paragraph.
struct ParagraphHtml;

impl text::Markup for ParagraphHtml {
    const STRONG: [&'static str; 2] = ["<strong>", "</strong>"];
    const SMALL: [&'static str; 2] = ["<small>", "</small>"];
    const CODE: [&'static str; 2] = ["<code>", "</code>"];
    const BLOCK: [&'static str; 2] = ["<code>", "</code>"];
    const BREAKS: [&'static str; 2] = ["<br>", "<br>"];

    fn escaped(&self, words: &str) -> String {
        html! { (words) }.into_string()
    }

    fn words(&self, words: &str) -> String {
        self.escaped(words).replace('\n', "<br>")
    }

    fn person(&self, _: PersonId, name: &str) -> String {
        html! { b { (name) } }.into_string()
    }

    fn address(&self, address: &str) -> String {
        html! { a href=(address) { (address) } }.into_string()
    }

    fn list(&self, items: Vec<String>) -> String {
        items.join("<br>")
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
            Text::Person { id: PersonId(1), name: hostile.to_owned() },
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
