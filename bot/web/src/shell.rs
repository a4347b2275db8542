//! What every page of the room has: the bar with one's matches, and the line for words.
use axum::response::{IntoResponse as _, Response};
use command::Commands;
use maud::{Markup, html};
use model::{ids::MatchId, reply::Choice};
use service::ListedMatch;

use super::{html, viewer::PageReader, visitor::Visitor, words};

/// Writes the bar at the top of a page.
fn bar(visitor: &Visitor, matches: &[ListedMatch]) -> Markup {
    let (reader, turns) = (&visitor.reader, matches.iter().filter(|it| it.turn).count());
    html! {
        header.bar {
            a.brand href=(reader.address("./", &[])) {
                img src={ (visitor.assets) "icon.svg" } alt="" width="24" height="24";
                span { (words::NAME) }
            }
            details.mine {
                summary { (words::matches_waiting(turns, reader.is_anybody())) }
                (list(matches, reader))
            }
            @if reader.person.is_none() {
                a.button href=(reader.address("./", &[])) { (words::NEW_GAME) }
                a.button.talk href=(reader.address("talk", &[])) { (words::TALK) }
            }
        }
    }
}

/// Lists matches, those that wait for the reader first.
pub(super) fn list(matches: &[ListedMatch], reader: &PageReader) -> Markup {
    html! {
        @if matches.is_empty() { p.none { (words::NO_MATCHES) } }
        @else {
            ul.matches {
                @for it in matches {
                    li { a href=(reader.match_address(it.of)) { (line(it, reader)) } }
                }
            }
        }
    }
}

fn line(listed: &ListedMatch, reader: &PageReader) -> Markup {
    html! {
        b { (listed.game.title()) } " #" (listed.of) " " (words::against(&listed.names, reader.is_anybody()))
        @if listed.turn { " " span.turn { (words::turn(reader.is_anybody())) } }
        @if let Some(clock) = &listed.clock { " " small { (clock) } }
    }
}

/// Writes a whole page: the bar, its content, and the line for words. `here` is the address to return to.
pub(super) fn page(
    visitor: &Visitor,
    title: &str,
    matches: &[ListedMatch],
    content: &Markup,
    here: &str,
) -> Response {
    let reader = &visitor.reader;
    let at_link = reader.person.is_some();
    // At a personal link every line is about a match.
    let says = !at_link || match_of(here).is_some();
    let body = html! {
        body.play data-number=(visitor.number) data-title=[at_link.then_some(title)] {
            // The first button of a form is the one that the Enter key means.
            button.first form="say" tabindex="-1" aria-hidden="true" { (words::SAY) }
            @if says { a.skip href="#words" { (words::SKIP) } }
            (bar(visitor, matches))
            main { (content) }
            (say_form(visitor.queue.commands(), reader, here, says))
            p #spoken .unseen role="status" {}
        }
    };
    // There only the script shows the title, so that no link preview tells it.
    let (title, head) = match at_link {
        true => (words::NAME, html! { meta name="robots" content="noindex"; }),
        false => (title, html! {}),
    };
    html::page(title, visitor.assets, Some("board.js"), &head, &body).into_response()
}

/// Writes the line for words, which scripts look for also where nothing is said.
fn say_form(commands: &Commands, reader: &PageReader, here: &str, says: bool) -> Markup {
    html! {
        form #say hidden[!says] method="post" action="say" autocomplete="off" aria-label=(words::WORDS) {
            input type="hidden" name="here" value=(here);
            @if reader.person.is_some() { input #name type="hidden" name="name" value=""; }
            @else { label.name {
                span { (words::YOU_ARE) }
                input #name name="name" maxlength="32" value=(reader.name) placeholder=(words::WHO_SPEAKS);
            } }
            label.line {
                span { (words::WORDS) }
                input #words name="words" list="completions" maxlength="4000" placeholder=(words::what_to_say());
            }
            label.file hidden { span { (words::FILE) } input #file type="file" accept=".json,.pdn,.txt"; }
            button { (words::SAY) }
            datalist #completions { @for command in commands.iter() { option value=(command.name); } }
        }
    }
}

/// Writes a button that says what a choice does.
pub(super) fn choice_button(choice: &Choice) -> Markup {
    html! { button form="say" name="say" value=(choice.says) { (choice.label) } }
}

/// Reads which match a page is about, from its address.
pub(super) fn match_of(here: &str) -> Option<MatchId> {
    let (page, query) = here.split_once('?')?;
    let of = query.split('&').find_map(|it| it.strip_prefix("of="))?;
    (page == "match").then(|| of.parse().ok().map(MatchId)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_of_a_match_is_about_one() {
        assert_eq!(match_of("match?of=12&name=Ann"), Some(MatchId(12)));
        for other in ["./", "talk?of=12", "match?of=x", "https://a/match?of=3"] {
            assert_eq!(match_of(other), None, "{other}");
        }
    }
}
