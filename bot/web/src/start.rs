//! The first page of the room: six games to play, to learn or to solve, the matches that run, and who else is here; and the page of an
//! invitation.
use std::sync::Arc;

use axum::{extract::State, response::Response};
use delivery::paint;
use engine::games::GameId;
use maud::{Markup, html};
use model::{
    ids::{ChallengeId, Chat},
    reply::{Begins, Choice},
};
use render::Theme;
use serde::Deserialize;
use service::{
    CardAbout, CardRole, Features, Length, OfferPlace, PersonName, invitation, names_of_browser,
};
use store::Tx;

use super::{
    extract::{WebQuery, missing},
    html::in_theme,
    pages::PageError,
    play::kept,
    room::WebRoom,
    routes::ANYONE,
    shell::{self, Surroundings},
    viewer::PageReader,
    visitor::Visitor,
    words,
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct StartQuery {
    game: String,
    theme: String,
}

/// Asks who is invited to what.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InvitedQuery {
    /// The key of a link, or else the number of a challenge that the reader may accept without one.
    key: String,
    of: i64,
}

pub(super) async fn page(
    State(room): State<Arc<WebRoom>>,
    visitor: Visitor,
) -> Result<Response, PageError> {
    let around = visitor.around(None).await?;
    let keys = room.journal.browsers_here();
    let nameless = keys.contains(&None);
    let names = move |tx: &Tx<'_>| {
        keys.iter().flatten().map(|key| names_of_browser(tx, key)).collect::<Result<Vec<_>, _>>()
    };
    let mut here = room.queue.look(Length::Short, names).await?.concat();
    here.retain(|person| !visitor.reader.is_for(&person.handle));
    here.sort_by(|one, other| one.handle.cmp(&other.handle));
    let content = content(&around, &visitor.reader, (&here, nameless), room.queue.features());
    Ok(shell::page(&visitor, words::ROOM_TITLE, &around, &content, "talk"))
}

/// The page of an invitation: who invites to what, and who accepts.
pub(super) async fn invited(
    State(room): State<Arc<WebRoom>>,
    visitor: Visitor,
    WebQuery(asked): WebQuery<InvitedQuery>,
) -> Result<Response, PageError> {
    let reader = &visitor.reader;
    let mut around = visitor.around(None).await?;
    let InvitedQuery { key, of } = asked;
    let mut about = Some(CardAbout::Challenge(ChallengeId(of)));
    if !key.is_empty() {
        let (viewer, now) = (reader.viewer(), model::host_clock::now().as_second());
        let read = move |tx: &Tx<'_>| invitation(tx, Chat::Console, &viewer, &key, now);
        let found = room.queue.look(Length::Short, read).await?;
        around.cards.retain(|card| found.as_ref().is_none_or(|found| card.about != found.about));
        about = found.as_ref().map(|it| it.about);
        around.cards.extend(found);
    }
    let card = around.cards.iter().find(|card| Some(card.about) == about);
    let accept = card.filter(|it| it.role == CardRole::Invited).and_then(|it| it.answers.first());
    let content = html! {
        div.start {
            section.own {
                @match card {
                    None => { h1 { (words::NO_INVITATION) } a.button href="./" { (words::NEW_GAME) } }
                    Some(card) => { h1 { (card.says) } p { (card.game.says()) "." } (drawn(card.game)) }
                }
                @if let Some(Choice { says, .. }) = accept {
                    form.person method="post" action="say" autocomplete="off" {
                        (shell::name_if_none(reader))
                        button.main name="do" value={ "||" (says) } { (words::PLAY) }
                    }
                } @else if card.is_some() {
                    (shell::cards(&around, reader, None))
                }
            }
            div.says aria-live="polite" {}
        }
    };
    Ok(shell::page(&visitor, words::ROOM_TITLE, &around, &content, "talk"))
}

fn content(
    around: &Surroundings,
    reader: &PageReader,
    (here, nameless): (&[PersonName], bool),
    features: &Features,
) -> Markup {
    html! {
        div.start {
            h1.unseen { (words::NAME) }
            (shell::cards(around, reader, None))
            form.who method="post" action="say" autocomplete="off" {
                // The Enter key in the field takes the name, and no game.
                button.first tabindex="-1" aria-hidden="true" { (words::SAY) }
                input type="hidden" name="guest" value="1";
                label { (words::YOUR_NAME) " " input.own name="name" maxlength="32" value=(reader.name) placeholder=(words::A_NAME); }
                label { (words::LEVEL) " " select name="level" {
                    @for (level, name) in words::levels() { option value=(level) { (name) } }
                } }
                label { (words::LENGTH) " " select name="length" {
                    @for (says, name) in words::lengths() { option value=(says) { (name) } }
                } }
                p.person {
                    b { (words::PLAY_A_PERSON) }
                    (games())
                    span.here {
                        // Somebody without a name may be this reader.
                        @if reader.looks_on() { (words::SEEN_BY_NAME) " " }
                        @else if nameless { (words::NAMELESS_HERE) " " }
                        @else if here.is_empty() { (words::NOBODY_HERE) " " }
                        @for PersonName { handle, name, .. } in here { button name="invite" value=(handle) { (words::invite(name)) } }
                        button name="invite" value=(ANYONE) { (words::INVITE_BY_LINK) }
                    }
                }
                ul.games { @for game in GameId::ALL { li { (card(*game, features)) } } }
            }
            section.own aria-label=(words::MY_MATCHES) { h2 { (words::MY_MATCHES) } (shell::lists(&around.matches, reader)) }
            form.pair method="post" action="begin" autocomplete="off" {
                h2 { (words::TWO_PEOPLE) }
                p {
                    (games())
                    label { (words::ONE_PLAYER) " " input name="one" required maxlength="32" value="Ann"; }
                    label { (words::OTHER_PLAYER) " " input name="other" required maxlength="32" value="Bob"; }
                    label { (words::VARIATIONS) " " input name="options" maxlength="200" placeholder=(words::NONE); }
                    button { (words::BEGIN) }
                }
            }
            div.says aria-live="polite" {}
        }
    }
}

fn games() -> Markup {
    html! {
        label { (words::GAME) " " select name="game" {
            @for game in GameId::ALL { option value=(game.name()) { (game.title()) } }
        } }
    }
}

/// Writes the card of a game.
fn card(game: GameId, features: &Features) -> Markup {
    html! {
        (drawn(game))
        h2 { (game.title()) }
        p { (game.says()) "." }
        p.menu {
            @if !features.offers(OfferPlace::Alone(Some(game))).is_empty() {
                button.main name="practice" value=(game.name()) { (words::PLAY) }
            }
            @for offered in features.offers(OfferPlace::Start(game)) {
                button name="say" value=(offered.says) { (offered.label) }
            }
        }
    }
}

fn drawn(game: GameId) -> Markup {
    let address = |theme: Theme| format!("start.png?game={}&theme={}", game.name(), theme.name());
    in_theme("", address, |src| html! { img src=(src) alt="" width="200" height="200"; })
}

pub(super) async fn picture(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<StartQuery>,
) -> Result<Response, PageError> {
    let (Some(game), Some(theme)) = (GameId::named(&asked.game), Theme::named(&asked.theme)) else {
        return Ok(missing());
    };
    let Ok(options) = game.options("") else { return Ok(missing()) };
    let (title, lines, theme_name) = (String::new(), Vec::new(), String::new());
    let begins = Begins { title, lines, game, options, start: None, theme: theme_name };
    let Ok(scene) = service::begins_scene(&begins) else { return Ok(missing()) };
    let painter = room.painter.clone();
    Ok(kept(("image/png", paint::drawn(move || painter.small(&scene, theme)).await?)))
}
