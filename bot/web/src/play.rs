//! The page of a match in the room: its pane, its pictures, and the aims that are tried on its board.
use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use command::{Command, say, verbs};
use delivery::paint;
use engine::{
    games::GameId,
    scene::{Item, Scene, court::Thing},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use maud::{Markup, html};
use model::{
    ids::{Chat, MatchId},
    reply::Choice,
};
use render::{CourtPlan, Painter, Theme};
use serde::Deserialize;
use serde_json::{Value, json};
use service::{AskedSeat, BoardPage, BoardQuestion, BoardViewer, Length, board_film, board_page};

use super::{
    assets,
    browser::KeyCookie,
    choosing::SortedChoices,
    extract::{WebQuery, missing},
    pane::{self, Asking, BoardPicture, Sender},
    plates::plates,
    room::WebRoom,
    routes::{RouteError, reader_of},
    shell,
    viewer::{PageReader, in_address, step_word},
    words,
};

/// What a page, a picture or an aim is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PlayQuery {
    name: String,
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
    pub(super) fn name(&self) -> &str {
        &self.name
    }

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

pub(super) async fn page(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PlayQuery>,
    headers: HeaderMap,
) -> Result<Response, RouteError> {
    let reader = reader_of(&room, &headers, &asked.name).await?;
    let Some(page) = room.board(reader.viewer(), asked.of).await? else { return Ok(missing()) };
    let bar = shell::bar(&room, &reader).await?;
    let waiting = room.journal.waiting_about(page.of, &reader);
    let title = words::tab_title(&page, !page.shared);
    let here = reader.match_address(page.of);
    let content = pane_of(&page, &reader, &asked.begins, &waiting);
    let body = shell::body(&bar, &content, &reader, &here, room.journal.number());
    Ok(shell::page(&title, room.assets(), &body).into_response())
}

/// Writes the pane of a match.
pub(super) fn pane_of(
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
                @else if page.verdict.is_some() { (after(of)) }
                @else { (more(page)) }
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
fn after(of: MatchId) -> Markup {
    html! {
        div.buttons {
            @for (line, label) in words::after_match(of) {
                button form="say" name="say" value=(line) { (label) }
            }
        }
    }
}

/// Writes what is seldom wanted; at a shared screen, for the player who is to move, and to take back for the one who moved.
fn more(page: &BoardPage) -> Markup {
    let asks = page.asks.as_ref().filter(|_| page.shared);
    let who = |line: &Command| match (asks, &page.moved) {
        (Some(_), Some(moved)) if line.is::<verbs::Undo>() => moved.as_str(),
        (asks, _) => asks.map_or("", |asked| asked.handle.as_str()),
    };
    html! {
        details.more {
            summary { (words::more_for(asks.map(|asked| asked.name.as_str()))) }
            div.buttons {
                @for (line, label) in words::more_of(page.of, page.seat.is_some()) {
                    button form="say" name="do" value={ "|" (who(&line)) "|" (line) } { (label) }
                }
            }
        }
    }
}

impl WebRoom {
    /// Reads a match as a viewer may see it.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn board(
        &self,
        viewer: BoardViewer,
        of: i64,
    ) -> anyhow::Result<Option<BoardPage>> {
        let now = model::host_clock::now().as_second();
        let read =
            move |tx: &store::Tx<'_>| board_page(tx, Chat::Console, &viewer, MatchId(of), now);
        self.queue.look(Length::Short, read).await
    }
}

pub(super) async fn picture(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PlayQuery>,
    headers: HeaderMap,
) -> Result<Response, RouteError> {
    let reader = room.reader(KeyCookie::key(&headers), &asked.name).await?;
    let page = room.board(reader.viewer(), asked.of).await?;
    let (Some(page), Some(theme)) = (page, Theme::named(&asked.theme)) else {
        return Ok(missing());
    };
    let scene = page.scene;
    Ok(drawn(&room.painter, scene, theme, &asked.part).await?)
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

pub(super) async fn film(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PlayQuery>,
    headers: HeaderMap,
) -> Result<Response, RouteError> {
    let viewer = room.reader(KeyCookie::key(&headers), &asked.name).await?.viewer();
    let now = model::host_clock::now().as_second();
    let of = MatchId(asked.of);
    let read = move |tx: &store::Tx<'_>| board_film(tx, Chat::Console, &viewer, of, now);
    let reel = room.queue.look(Length::Short, read).await?;
    let (Some(reel), Some(theme)) = (reel, Theme::named(&asked.theme)) else {
        return Ok(missing());
    };
    let painter = room.painter.clone();
    let film = paint::drawn(move || once(painter.gif(&reel, theme))).await?;
    Ok(kept(("image/gif", film)))
}

/// The beginning of what makes a GIF repeat.
const REPEATS: &[u8] = b"\x21\xff\x0bNETSCAPE2.0";
/// Its length with the count that follows.
const REPEATS_LENGTH: usize = REPEATS.len() + 5;

/// Makes a film that plays once and stops at its last picture.
pub(super) fn once(mut film: Vec<u8>) -> Vec<u8> {
    let at = film.windows(REPEATS.len()).position(|it| it == REPEATS);
    if let Some(at) = at.filter(|at| at + REPEATS_LENGTH <= film.len()) {
        film.drain(at..at + REPEATS_LENGTH);
    }
    film
}

pub(super) async fn aim(
    State(room): State<Arc<WebRoom>>,
    WebQuery(asked): WebQuery<PlayQuery>,
    headers: HeaderMap,
) -> Result<Response, RouteError> {
    let reader = room.reader(KeyCookie::key(&headers), &asked.name).await?;
    let page = room.board(reader.viewer(), asked.of).await?;
    Ok(aimed(page, &asked))
}

/// Responds to an aim in a match.
pub(super) fn aimed(page: Option<BoardPage>, asked: &PlayQuery) -> Response {
    let Some((page, own)) = page.and_then(|page| page.asks.clone().map(|own| (page, own))) else {
        return missing();
    };
    let tried = tried(page.table.as_ref(), &page.scene, own.seat, page.game, asked);
    ([(header::CONTENT_TYPE, "application/json")], tried.to_string()).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_loses_only_what_makes_it_repeat() {
        let film = [b"GIF89a", REPEATS, b"\x03\x01\x00\x00\x00", b"rest"].concat();
        assert_eq!(once(film), b"GIF89arest");
        assert_eq!(once(b"GIF89a".to_vec()), b"GIF89a");
    }
}
