//! What every page of the room has: the bar with one's matches, and the line for words.
use command::{Command, Commands};
use maud::{Markup, html};
use model::{
    ids::{Chat, MatchId},
    reply::Choice,
};
use service::{Length, ListedMatch, listed_matches};

use super::{html, room::WebRoom, viewer::PageReader, words};
use console::ROOM;

/// The bar at the top of a page.
pub(super) struct Bar {
    /// What the line for words offers to complete.
    pub(super) commands: &'static Commands,
    /// How the page finds the folder of static files.
    pub(super) assets: &'static str,
    pub(super) matches: Vec<ListedMatch>,
    /// The title of a page that only the script shows, so that no link preview tells it.
    pub(super) title: Option<String>,
}

/// Reads what the bar shows.
///
/// # Errors
/// If the service has closed or its store fails.
pub(super) async fn bar(room: &WebRoom, reader: &PageReader) -> anyhow::Result<Bar> {
    let now = model::host_clock::now().as_second();
    let viewer = reader.viewer();
    let read = move |tx: &store::Tx<'_>| listed_matches(tx, Chat::Console, &viewer, ROOM, now);
    let matches = room.queue.look(Length::Short, read).await?;
    Ok(Bar { commands: room.queue.commands(), assets: room.assets(), matches, title: None })
}

impl Bar {
    /// Counts the matches that wait for the reader.
    fn turns(&self) -> usize {
        self.matches.iter().filter(|it| it.turn).count()
    }

    fn html(&self, reader: &PageReader, assets: &str) -> Markup {
        html! {
            header.bar {
                a.brand href=(reader.address("./", &[])) {
                    img src={ (assets) "icon.svg" } alt="" width="24" height="24";
                    span { (words::NAME) }
                }
                details.mine {
                    summary { (words::matches_waiting(self.turns(), reader.is_anybody())) }
                    (self.list(reader))
                }
                @if reader.person.is_none() {
                    a.button href=(reader.address("./", &[])) { (words::NEW_GAME) }
                    a.button.talk href=(reader.address("talk", &[])) { (words::TALK) }
                }
            }
        }
    }

    /// Lists the matches, those that wait for the reader first.
    pub(super) fn list(&self, reader: &PageReader) -> Markup {
        html! {
            @if self.matches.is_empty() { p.none { (words::NO_MATCHES) } }
            @else {
                ul.matches {
                    @for it in &self.matches {
                        li { a href=(reader.match_address(it.of)) { (line(it, reader)) } }
                    }
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

/// Writes the body of a page: the bar, its content, and the line for words. `here` is the address to return to.
pub(super) fn body(
    bar: &Bar,
    content: &Markup,
    reader: &PageReader,
    here: &str,
    number: u64,
) -> Markup {
    // At a personal link every line is about a match.
    let says = reader.person.is_none() || match_of(here).is_some();
    html! {
        body.play data-number=(number) data-title=[bar.title.as_ref()] {
            // The first button of a form is the one that the Enter key means.
            button.first form="say" tabindex="-1" aria-hidden="true" { (words::SAY) }
            @if says { a.skip href="#words" { (words::SKIP) } }
            (bar.html(reader, bar.assets))
            main { (content) }
            (say_form(bar.commands, reader, here, says))
            p #spoken .unseen role="status" {}
        }
    }
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

/// Writes a button that says a command.
pub(super) fn say_button(said: &Command, label: &str) -> Markup {
    html! { button form="say" name="say" value=(said) { (label) } }
}

/// Writes a button that says what a choice does.
pub(super) fn choice_button(choice: &Choice) -> Markup {
    html! { button form="say" name="say" value=(choice.says) { (choice.label) } }
}

/// Writes a whole page of the room.
pub(super) fn page(title: &str, assets: &str, body: &Markup) -> Markup {
    html::page(title, assets, Some("board.js"), &html! {}, body)
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
