//! The page of a match, in the room and at the address of a person's own boards: its pane, its pictures, and the aims that are tried on its board.
use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::header,
    response::{IntoResponse, Response},
    routing::{MethodRouter, get},
};
use command::say;
use delivery::paint;
use engine::{
    games::GameId,
    scene::{Item, Scene, court::Thing},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use maud::{Markup, html};
use model::{ids::MatchId, reply::Choice};
use render::{CourtPlan, Painter, Theme};
use serde::Deserialize;
use serde_json::{Value, json};
use service::{AskedSeat, BoardPage, BoardQuestion, Features, Length, board_film};
use store::Tx;

use super::{
    assets,
    choosing::SortedChoices,
    extract::WebQuery,
    pages::PageError,
    pane::{self, Asking, BoardPicture, Sender},
    plates::plates,
    shell,
    viewer::{PageReader, in_address, step_word},
    visitor::{Visitor, chat_of},
    words,
};

/// What a page, a picture or an aim is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PlayQuery {
    of: i64,
    /// The beginning whose choices are listed.
    begins: String,
    part: String,
    theme: String,
    /// What an aim is for, such as `flick 2`.
    coin: String,
    /// The pixel that is aimed at.
    x: Option<f64>,
    y: Option<f64>,
    /// The direction, instead of a pixel.
    heading: Option<f64>,
    power: u8,
}

impl PlayQuery {
    pub(super) fn of(&self) -> i64 {
        self.of
    }

    pub(super) fn begins(&self) -> &str {
        &self.begins
    }

    pub(super) fn part(&self) -> &str {
        &self.part
    }

    pub(super) fn theme(&self) -> Option<Theme> {
        Theme::named(&self.theme)
    }
}

/// Returns the paths of the page of a match, each with what answers there.
pub(super) fn paths<S>() -> [(&'static str, MethodRouter<S>); 4]
where
    S: Clone + Send + Sync + 'static,
    Visitor: FromRequestParts<S>,
    <Visitor as FromRequestParts<S>>::Rejection: IntoResponse,
{
    [("match", get(page)), ("match.png", get(picture)), ("match.gif", get(film)), ("aim", get(aim))]
}

async fn page(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    shown(&visitor, asked.of, &asked.begins, &html! {}).await
}

/// Writes the page of a match, with what was answered.
pub(super) async fn shown(
    visitor: &Visitor,
    of: i64,
    begins: &str,
    told: &Markup,
) -> Result<Response, PageError> {
    let (page, reader) = (visitor.board(of).await?, &visitor.reader);
    let matches = visitor.matches().await?;
    let waiting = visitor.journal.as_ref().map(|it| it.waiting_about(page.of, reader));
    let features = visitor.queue.features();
    let content = pane_of(features, &page, reader, begins, waiting.as_ref().unwrap_or(told));
    let title = words::tab_title(&page, !page.shared);
    Ok(shell::page(visitor, &title, &matches, &content, &reader.match_address(page.of)))
}

/// Writes the pane of a match.
fn pane_of(
    features: &Features,
    page: &BoardPage,
    reader: &PageReader,
    begins: &str,
    waiting: &Markup,
) -> Markup {
    let of = page.of;
    let mark = assets::tag(page.alt.as_bytes());
    let address = |part: &str, theme: Theme| {
        let also = [
            ("of", of.to_string()),
            ("part", part.to_owned()),
            ("theme", theme.name().to_owned()),
            ("v", mark.trim_matches('"').to_owned()),
        ];
        let also: Vec<(&str, &str)> =
            also.iter().map(|(key, value)| (*key, value.as_str())).collect();
        reader.address("match.png", &also)
    };
    let at = step_word(page.at);
    let film = page.film.map(|lasts| {
        let theme = Theme::named(&page.theme).unwrap_or(Theme::Light);
        let also = [("of", &*of.to_string()), ("theme", theme.name()), ("v", &*at)];
        (reader.address("match.gif", &also), lasts)
    });
    let picture = BoardPicture {
        scene: &page.scene,
        alt: &page.alt,
        theme: &page.theme,
        address: &address,
        film,
        aims_at: reader.address("aim", &[("of", &of.to_string())]),
    };
    let asking = page.asks.as_ref().map(|asked| asking(page, asked, begins));
    let here = reader.match_address(of);
    let own = page.asks.as_ref();
    html! {
        section.pane #pane data-of=(of) data-at=(at) data-mine=[own.map(|it| it.handle.as_str())] {
            (pane::board(&picture, asking.as_ref()))
            div.side tabindex="-1" {
                h1 { (page.scene.title) " " small { "#" (of) } }
                (plates(&page.scene))
                (pane::beside(&picture))
                div.prompt role="status" {
                    @if let Some(verdict) = &page.verdict { p { strong { (verdict) } } }
                    @for line in &page.asked { p { (line) } }
                }
                @if let Some(asking) = &asking {
                    @if own.is_some_and(|it| it.private) {
                        details.cover open[!begins.is_empty()] { summary { (words::choice_of(own.map_or("", |it| &it.name))) }
                            (pane::controls(asking, &here)) }
                    } @else { (pane::controls(asking, &here)) }
                }
                @for (handle, name) in &page.in_private {
                    p { a.button href=(reader.speaking(handle).match_address(of)) { (words::hand_over(name)) } }
                }
                @for (handle, name) in &page.secrets {
                    p { a.button href=(reader.speaking(handle).match_address(of)) { (words::secret_of(name)) } }
                }
                @if let Some((name, hand)) = &page.hand {
                    details.cover { summary { (words::secret_of(name)) } p { (hand) } }
                }
                @for it in &page.questions { (question(it)) }
                div.says aria-live="polite" { (waiting) }
                @if reader.looks_on() { p.on { (words::looks_on()) } }
                @else if page.verdict.is_some() { (after(features, of)) }
                @else { (more(features, page)) }
                div.news {
                    h2 { (words::WHAT_HAPPENED) }
                    ol { @for (_, line) in page.told.iter().rev() { li { (line) } } }
                }
            }
        }
    }
}

/// Writes what the other player asks, with its answers.
fn question(question: &BoardQuestion) -> Markup {
    html! {
        div.question role="group" aria-label=(question.says) {
            p { (question.says) }
            div.buttons {
                @for Choice { says, label, .. } in &question.answers {
                    button form="say" name="do" value={ "|" (question.who) "|" (says) } { (label) }
                }
            }
        }
    }
}

fn asking<'a>(page: &'a BoardPage, asked: &AskedSeat, begins: &str) -> Asking<'a> {
    let table = page.table.as_ref();
    let who = asked.handle.clone();
    let sends = Sender { who, at: step_word(page.at), before: play_line(page.of) };
    let choosing = SortedChoices::of(&page.scene, table, asked.seat);
    Asking { table, seat: asked.seat, sends, choosing, begins: begins.to_owned() }
}

/// Returns what comes before a choice in a match.
fn play_line(of: MatchId) -> String {
    say!(Play { of, words: "" }).line().trim_end().to_owned()
}

/// Writes the buttons below a result.
fn after(features: &Features, of: MatchId) -> Markup {
    html! {
        div.buttons {
            @for choice in words::after_match(features, of) {
                button form="say" name="say" value=(*choice.says) { (choice.label) }
            }
        }
    }
}

/// Writes what is seldom wanted; at a shared screen, for the player who is to move, and to take back for the one who moved.
fn more(features: &Features, page: &BoardPage) -> Markup {
    let asks = page.asks.as_ref().filter(|_| page.shared);
    let undo = say!(Undo { of: page.of }).line();
    let who = |line: &str| match (asks, &page.moved) {
        (Some(_), Some(moved)) if line == undo => moved.as_str(),
        (asks, _) => asks.map_or("", |asked| asked.handle.as_str()),
    };
    html! {
        details.more {
            summary { (words::more_for(asks.map(|asked| asked.name.as_str()))) }
            div.buttons {
                @for Choice { says, label, .. } in words::more_of(features, page.of, page.seat.is_some()) {
                    button form="say" name="do" value={ "|" (who(&says)) "|" (*says) } { (label) }
                }
            }
        }
    }
}

async fn picture(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let scene = visitor.board(asked.of).await?.scene;
    let theme = asked.theme().ok_or(PageError::Missing)?;
    Ok(drawn(&visitor.painter, scene, theme, &asked.part).await?)
}

/// Draws a part of a scene's picture.
pub(super) async fn drawn(
    painter: &Arc<Painter>,
    scene: Scene,
    theme: Theme,
    part: &str,
) -> anyhow::Result<Response> {
    let (painter, beside) = (painter.clone(), part == "beside");
    let bytes = paint::drawn(move || match beside {
        true => painter.beside_alone(&scene, theme),
        false => painter.board_alone(&scene, theme),
    });
    let bytes = bytes.await?;
    Ok(kept(("image/png", bytes)))
}

/// Responds with a picture. Each version has its own URL, so it can be cached.
pub(super) fn kept((kind, bytes): (&'static str, Vec<u8>)) -> Response {
    let kept = "private, max-age=3600, immutable";
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)], bytes).into_response()
}

async fn film(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let of = visitor.board(asked.of).await?.of;
    let theme = asked.theme().ok_or(PageError::Missing)?;
    let (viewer, now) = (visitor.reader.viewer(), model::host_clock::now().as_second());
    let features = visitor.queue.features();
    let read = move |tx: &Tx<'_>| board_film(features, tx, chat_of(tx, &viewer)?, &viewer, of, now);
    let reel = visitor.queue.look(Length::Short, read).await?.ok_or(PageError::Missing)?;
    let _turn = match &visitor.heavy {
        Some(heavy) => Some(heavy.acquire().await?),
        None => None,
    };
    let painter = visitor.painter.clone();
    let film = paint::drawn(move || painter.gif_once(&reel, theme)).await?;
    Ok(kept(("image/gif", film)))
}

async fn aim(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let page = visitor.board(asked.of).await?;
    if page.seat.is_none() && !page.shared {
        return Err(PageError::Missing);
    }
    // The turn may have ended since the board was drawn.
    let tried = page.asks.as_ref().map_or(Value::Null, |own| {
        tried(page.table.as_ref(), &page.scene, own.seat, page.game, &asked)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], tried.to_string()).into_response())
}

/// Tries an aim, and says where its first straight line goes in the picture.
pub(super) fn tried(
    table: &dyn Table,
    scene: &Scene,
    seat: Seat,
    game: GameId,
    asked: &PlayQuery,
) -> Value {
    let Some(plan) = CourtPlan::of(scene) else { return json!({}) };
    let power = asked.power.clamp(1, 100);
    let (verb, coin) = asked.coin.split_once(' ').unwrap_or((&asked.coin, ""));
    let aim = match (asked.x.zip(asked.y), asked.heading) {
        (_, Some(heading)) => format!("{:.1}", heading.rem_euclid(360.0)),
        (Some(pixel), None) => {
            let spot = plan.spot(pixel);
            format!("at {:.2} {:.2}", f64::from(spot.x) / 1e3, f64::from(spot.y) / 1e3)
        }
        // The ball can't be aimed at itself.
        (None, None) if coin.is_empty() => "0.0".to_owned(),
        (None, None) => "at ball".to_owned(),
    };
    let spaced = |coin: &str| if coin.is_empty() { String::new() } else { format!("{coin} ") };
    let rest = format!("{}{aim} {power}", spaced(coin));
    let question = format!("aim {rest}");
    match table.ask(seat, &question) {
        Some(Ok(says)) => {
            let names = BySeat::new(|seat: Seat| game.sides()[seat.index()].to_owned());
            let to = Observer { viewer: Viewer::Seat(seat), names: &names };
            let sketch = table.sketch(seat, &question, to);
            let line = sketch.iter().flat_map(|it| &it.items).find_map(|item| match item {
                Item::Court(Thing::Line { from, to, hits }) => Some((*from, *to, *hits)),
                _ => None,
            });
            let Some((from, to, hits)) = line else { return json!({ "refused": says }) };
            let east = f64::from(to.x - from.x);
            let heading = east.atan2(f64::from(to.y - from.y)).to_degrees().rem_euclid(360.0);
            json!({
                "words": format!("{verb} {rest}"),
                "from": plan.pixel(from),
                "to": plan.pixel(to),
                "hits": hits.map(|it| plan.pixel(it)),
                "heading": (heading * 10.0).round() / 10.0,
                "power": power,
                "says": says.replace('`', ""),
            })
        }
        Some(Err(refusal)) => json!({ "refused": refusal.says }),
        None => json!({}),
    }
}

/// Returns the address of a match in a list of choices.
pub(super) fn list_address(here: &str, begins: &str) -> String {
    let sign = if here.contains('?') { '&' } else { '?' };
    format!("{here}{sign}begins={}", in_address(begins))
}
