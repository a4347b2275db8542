//! The first page of the room: six games to play, to learn or to solve, and the matches that run.
use std::sync::Arc;

use axum::{extract::State, response::Response};
use delivery::paint;
use engine::games::GameId;
use maud::{Markup, html};
use model::reply::Begins;
use render::Theme;
use serde::Deserialize;
use service::{Features, ListedMatch, OfferPlace};

use super::{
    extract::{WebQuery, missing},
    html::in_theme,
    pages::PageError,
    play::kept,
    room::WebRoom,
    shell,
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

pub(super) async fn page(
    State(room): State<Arc<WebRoom>>,
    visitor: Visitor,
) -> Result<Response, PageError> {
    let matches = visitor.matches().await?;
    let content = content(&matches, &visitor.reader, room.queue.features());
    Ok(shell::page(&visitor, words::ROOM_TITLE, &matches, &content, "talk"))
}

fn content(matches: &[ListedMatch], reader: &PageReader, features: &Features) -> Markup {
    html! {
        div.start {
            h1.unseen { (words::NAME) }
            form.who method="post" action="say" autocomplete="off" {
                // The Enter key in the field takes the name, and no game.
                button.first tabindex="-1" aria-hidden="true" { (words::SAY) }
                label { (words::YOUR_NAME) " " input.own name="name" required maxlength="32" value=(reader.name) placeholder=(words::A_NAME); }
                label { (words::LEVEL) " " select name="level" {
                    @for (level, name) in words::levels() { option value=(level) { (name) } }
                } }
                label { (words::LENGTH) " " select name="length" {
                    @for (says, name) in words::lengths() { option value=(says) { (name) } }
                } }
                ul.games { @for game in GameId::ALL { li { (card(*game, features)) } } }
            }
            section.own aria-label=(words::matches_title(reader.is_anybody())) { h2 { (words::matches_title(reader.is_anybody())) } (shell::list(matches, reader)) }
            form.pair method="post" action="begin" autocomplete="off" {
                h2 { (words::TWO_PEOPLE) }
                p {
                    label { (words::GAME) " " select name="game" {
                        @for game in GameId::ALL { option value=(game.name()) { (game.title()) } }
                    } }
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

/// Writes the card of a game.
fn card(game: GameId, features: &Features) -> Markup {
    let address = |theme: Theme| format!("start.png?game={}&theme={}", game.name(), theme.name());
    html! {
        (in_theme("", address, |src| html! { img src=(src) alt="" width="200" height="200" loading="lazy"; }))
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
