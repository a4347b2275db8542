//! What every page has, and texts as HTML. `maud` escapes all that is filled in, unless it is HTML of its own making.
use engine::refusal::Code;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use model::{
    ids::PersonId,
    reply::{Choice, Reply},
    text::{self, Text},
};
use render::Theme;

use super::words;

pub(super) const ICON: &str = "icon.svg";
/// The icon of a page whose reader is waited for.
pub(super) const ICON_WAITING: &str = "waiting.svg";

/// Writes the icon of a page, for its head.
pub(super) fn icon(assets: &str, name: &str) -> Markup {
    html! { link rel="icon" href={ (assets) (name) }; }
}

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
    let also = html! { meta name="robots" content="noindex"; (icon(assets, ICON)) (also) };
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

/// Writes what a reply says, without the sentences that name a command for which there is a button beside it.
pub(super) fn reply_text(reply: &Reply) -> Markup {
    blocks(without(&reply.text, &offered(reply)).as_ref().unwrap_or(&reply.text))
}

/// Lists the words of a reply's buttons.
fn offered(reply: &Reply) -> Vec<String> {
    let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
    // A move is told in its notation where it is advised; a refusal only offers it.
    choices
        .flat_map(|Choice { says, typed, .. }| {
            [says.to_string()].into_iter().chain(reply.refused.map(|_| typed.clone()))
        })
        .collect()
}

/// Tells somebody who has tapped what to tap, where a refusal tells what to type: words that a tap made fit nothing, or several things.
pub(super) fn as_tapped(reply: &mut Reply) {
    if matches!(reply.refused, Some(Code::Unreadable | Code::Ambiguous)) {
        let told = without(&reply.text, &offered(reply));
        let told = told.filter(|told| !told.has(is_typed));
        reply.text = told.unwrap_or_else(|| Text::plain(words::NOT_A_CHOICE));
    }
}

/// Tells whether a part of a text is something to type, or has it within.
fn is_typed(part: &Text) -> bool {
    match part {
        Text::Code(_) => true,
        Text::Small(says) => says.contains('`'),
        _ => false,
    }
}

/// Leaves out the sentences that tell some words; returns nothing if none is left.
fn without(text: &Text, words: &[String]) -> Option<Text> {
    let tells = |part: &Text| matches!(part, Text::Code(code) if words.contains(code));
    match text {
        Text::Lines(lines) => {
            let left: Vec<Text> = lines.iter().filter_map(|line| without(line, words)).collect();
            (!left.is_empty()).then_some(Text::Lines(left))
        }
        Text::Small(says) => (!Text::sentence(says).has(tells)).then(|| text.clone()),
        Text::Span(_) => {
            let pieces = pieces(text);
            let stops = [". ", "? ", "! "];
            let ends = |piece: &Text| match piece {
                Text::Plain(word) => stops.iter().any(|stop| word.ends_with(stop)),
                _ => false,
            };
            let sentences = pieces.split_inclusive(ends);
            let left = sentences.filter(|sentence| !sentence.iter().any(tells)).flatten();
            let left: Vec<Text> = left.cloned().collect();
            (!left.is_empty()).then_some(Text::Span(left))
        }
        other => Some(other.clone()),
    }
}

/// Takes a span apart, down to its words.
fn pieces(text: &Text) -> Vec<Text> {
    match text {
        Text::Span(items) => items.iter().flat_map(pieces).collect(),
        Text::Plain(says) => says.split_inclusive(' ').map(Text::plain).collect(),
        other => vec![other.clone()],
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
    use command::say;

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
    fn a_sentence_that_tells_the_words_of_a_button_is_left_out() {
        let reply = |says: &str, buttons: &[&str]| {
            let typed = |line: &&str| Choice { typed: (*line).to_owned(), ..Choice::default() };
            Reply::room(Text::from_markdown(says)).choices(buttons.iter().map(typed))
        };
        let html = |reply: &Reply| reply_text(reply).into_string();
        let moves = ["b6-a5", "b6-c5"];
        let tried = reply("It's Bob's. Ask him.\nTry: `b6-a5`, `b6-c5`", &moves);
        assert_eq!(html(&tried.refused(Code::Illegal)), "<p>It's Bob's. Ask him.</p>");
        let whole = |reply: &Reply| assert_eq!(html(reply), blocks(&reply.text).into_string());
        whole(&reply("My choice: `b6-a5`. It's safe.", &moves));
        whole(&reply("Did you mean `b6-a5`?", &moves).refused(Code::Ambiguous));
        whole(&reply("Call it off? To confirm, say `resign #1 yes`.", &[]));
        let asks = Reply::room(Text::from_markdown("What now? For more, say `help`."));
        let asks = asks.choices([Choice::new("Help", say!(Help))]);
        assert_eq!(html(&asks), "<p>What now? </p>");
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
