//! What every page of the room has: the bar with one's matches, what waits for an answer, and the line for words.
use axum::response::{IntoResponse as _, Response};
use command::Commands;
use maud::{Markup, html};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
};
use service::{CardAbout, CardRole, ListedMatch, WaitingCard};

use super::{html, viewer::PageReader, visitor::Visitor, words};

/// How many challenges to anybody a page shows unfolded.
const OPEN_SHOWN: usize = 3;

/// What goes on around a reader: the matches that are listed, and what waits for an answer.
#[derive(Default)]
pub(super) struct Surroundings {
    pub(super) matches: Vec<ListedMatch>,
    pub(super) cards: Vec<WaitingCard>,
}

impl Surroundings {
    /// Counts what waits for the reader.
    fn waiting(&self) -> usize {
        let turns = self.matches.iter().filter(|it| it.turn).count();
        turns + self.cards.iter().filter(|it| it.role == CardRole::Asked).count()
    }
}

/// Writes the bar at the top of a page.
fn bar(visitor: &Visitor, around: &Surroundings) -> Markup {
    let reader = &visitor.reader;
    html! {
        header.bar {
            @if reader.is_at_match() { span.brand { (brand(visitor)) } }
            @else {
                a.brand href=(reader.address("./", &[])) { (brand(visitor)) }
                details.mine {
                    summary { (words::counted_before(words::MY_MATCHES, around.waiting())) }
                    div { (lists(&around.matches, reader)) }
                }
            }
            @if reader.is_in_room() {
                a.button href=(reader.address("./", &[])) { (words::NEW_GAME) }
                a.button.talk href=(reader.address("talk", &[])) { (words::TALK) }
            }
        }
    }
}

fn brand(visitor: &Visitor) -> Markup {
    html! {
        img src={ (visitor.assets) "icon.svg" } alt="" width="24" height="24";
        span { (words::NAME) }
    }
}

/// Lists a reader's matches, those that wait for them first, and those to look on.
pub(super) fn lists(matches: &[ListedMatch], reader: &PageReader) -> Markup {
    let (own, others): (Vec<_>, Vec<_>) = matches.iter().partition(|it| it.own);
    let (ended, own): (Vec<_>, Vec<_>) = own.into_iter().partition(|it| it.result.is_some());
    html! {
        @if own.is_empty() { p.none { (words::NO_MATCHES) } } @else { (list(&own, reader, "matches own")) }
        @if !ended.is_empty() {
            h3 { (words::ENDED) }
            (list(&ended, reader, "matches"))
        }
        @if !others.is_empty() {
            h3 { (words::TO_LOOK_ON) }
            (list(&others, reader, "matches"))
        }
    }
}

fn list(matches: &[&ListedMatch], reader: &PageReader, class: &str) -> Markup {
    html! {
        ul class=(class) {
            @for it in matches {
                li { a href=(reader.match_address(it.of)) { (line(it)) } }
            }
        }
    }
}

fn line(listed: &ListedMatch) -> Markup {
    html! {
        b { (listed.game.title()) } " #" (listed.of) " " (words::against(&listed.names))
        @if listed.turn { " " span.turn { (words::YOUR_TURN) } }
        @if let Some(says) = listed.result.as_ref().or(listed.clock.as_ref()) { " " small { (says) } }
    }
}

/// Writes what waits for an answer of the reader, or for one to them; on the page of the match `of`, if it is one.
pub(super) fn cards(around: &Surroundings, reader: &PageReader, of: Option<MatchId>) -> Markup {
    // What anybody may accept takes no page from what its reader is asked.
    let (open, own): (Vec<_>, Vec<_>) =
        around.cards.iter().partition(|it| it.role == CardRole::Invited);
    let (few, more) = open.split_at(open.len().min(OPEN_SHOWN));
    html! {
        div.cards aria-live="polite" {
            @for it in own.iter().chain(few) { (card(it, reader, of)) }
            @if !more.is_empty() {
                details { summary { (words::more_challenges(more.len())) } @for it in more { (card(it, reader, of)) } }
            }
            @if let Some(who) = challenged_often(around) {
                @let Choice { says, label, .. } = words::decline_all();
                button form="say" name="do" value={ "|" (who) "|" (says) } { (label) }
            }
        }
    }
}

/// Returns who at this browser has several challenges to answer.
fn challenged_often(around: &Surroundings) -> Option<&str> {
    let asks = |card: &&WaitingCard| {
        card.role == CardRole::Asked && matches!(card.about, CardAbout::Challenge(_))
    };
    let mut asked: Vec<&str> = around.cards.iter().filter(asks).map(|it| it.who.as_str()).collect();
    asked.sort_unstable();
    asked.windows(2).find(|two| two[0] == two[1]).map(|two| two[0])
}

fn card(card: &WaitingCard, reader: &PageReader, here: Option<MatchId>) -> Markup {
    let WaitingCard { about, game, role, who, says, answers, key } = card;
    html! {
        div.question.waits[matches!(role, CardRole::Asks | CardRole::Invites)] role="group" aria-label=(says) {
            p { (says) }
            div.buttons {
                @if reader.looks_on() {
                    @if let CardAbout::Challenge(of) = about { (invitation(*of, None, words::ANSWER)) }
                } @else {
                    @for Choice { says, label, .. } in answers {
                        button form="say" name="do" value={ "|" (who) "|" (says) } { (label) }
                    }
                    @match (about, role) {
                        (CardAbout::Challenge(of), CardRole::Invites) => {
                            (invitation(*of, key.as_deref(), words::COPY_LINK))
                            // The script writes the whole address.
                            input.link readonly aria-label=(words::INVITATION);
                        }
                        (CardAbout::Match(of), _) if here != Some(*of) => {
                            a.button href=(reader.match_address(*of)) { (game.title()) " #" (of) }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Writes the link to the page of an invitation, which says nobody's name: by its key, which nobody could guess, or by the number of what
/// everybody here may accept.
fn invitation(of: ChallengeId, key: Option<&str>, label: &str) -> Markup {
    let address = match key {
        Some(key) => format!("invited?key={key}"),
        None => format!("invited?of={of}"),
    };
    html! { a.button.invitation href=(address) { (label) } }
}

/// Writes the field for a name, in a form of somebody who hasn't said one. The Enter key there takes the name alone.
pub(super) fn name_if_none(reader: &PageReader) -> Markup {
    html! {
        div.asks-name {
            @if reader.looks_on() || reader.is_guest() {
                button.first tabindex="-1" aria-hidden="true" { (words::SAY) }
                label { (words::YOUR_NAME) " " input name="name" required maxlength="32" placeholder=(words::A_NAME); }
            }
        }
    }
}

/// Asks a guest for a name, on the page to return to.
pub(super) fn naming(reader: &PageReader, here: &str) -> Markup {
    html! {
        form.naming method="post" action="say" autocomplete="off" {
            p { (words::you_play_as(&reader.name)) }
            input type="hidden" name="here" value=(here);
            (name_if_none(reader))
            button { (words::TAKE_NAME) }
        }
    }
}

/// Writes a whole page: the bar, its content, and the line for words. `here` is the address to return to.
pub(super) fn page(
    visitor: &Visitor,
    title: &str,
    around: &Surroundings,
    content: &Markup,
    here: &str,
) -> Response {
    page_with(visitor, title, &html! {}, around, content, here).into_response()
}

/// Writes a page that has something of its own in its head.
pub(super) fn page_with(
    visitor: &Visitor,
    title: &str,
    head: &Markup,
    around: &Surroundings,
    content: &Markup,
    here: &str,
) -> Markup {
    let reader = &visitor.reader;
    let title = &words::counted_after(title, around.waiting());
    let at_link = reader.person.is_some();
    // At a personal link every line is about a match, and at a shared match nothing is said.
    let says = reader.is_in_room() || (at_link && match_of(here).is_some());
    let body = html! {
        body.play data-number=(visitor.number) data-folder=(reader.folder()) data-title=[at_link.then_some(title)] {
            // The first button of a form is the one that the Enter key means.
            button.first form="say" tabindex="-1" aria-hidden="true" { (words::SAY) }
            @if says { a.skip href="#words" { (words::SKIP) } }
            (bar(visitor, around))
            main { (content) }
            (say_form(visitor.queue.commands(), reader, here, says))
            p #spoken .unseen role="status" {}
        }
    };
    // There only the script shows the title, so that no link preview tells it.
    let title = if at_link { words::NAME } else { title };
    let icon = if around.waiting() == 0 { html::ICON } else { html::ICON_WAITING };
    let head = html! {
        @if !reader.is_in_room() { meta name="robots" content="noindex"; }
        (head)
        (html::icon(visitor.assets, icon))
    };
    html::page(title, visitor.assets, Some("board.js"), &head, &body)
}

/// Writes the line for words, which scripts look for also where nothing is said.
fn say_form(commands: &Commands, reader: &PageReader, here: &str, says: bool) -> Markup {
    html! {
        form #say hidden[!says] method="post" action="say" autocomplete="off" aria-label=(words::WORDS) {
            input type="hidden" name="here" value=(here);
            @if !reader.is_in_room() { input #name type="hidden" name="name" value=""; }
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
