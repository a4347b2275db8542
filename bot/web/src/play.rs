//! The page of a match, in the room, at the address of a person's own boards, and of a shared match: its pane, its pictures, and the aims
//! that are tried on its board.
use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
    routing::{MethodRouter, get},
};
use command::say;
use delivery::paint;
use engine::{
    games::GameId,
    scene::{Item, Reel, Scene, Shown, court::CourtThing},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use maud::{Markup, html};
use model::{ids::MatchId, reply::Choice};
use render::{CourtPlan, Painter, Theme};
use serde::Deserialize;
use serde_json::{Value, json};
use service::{
    AskedSeat, BoardPage, BoardWish, Features, Length, MatchPageContent, board_film, match_film,
};

use super::{
    assets,
    choosing::SortedChoices,
    extract::WebQuery,
    html::blocks,
    match_page,
    pages::{PageError, html_page, png, preview},
    pane::{self, Asking, BoardPicture, Sender},
    plates::plates,
    shell,
    viewer::{PageReader, in_address, step_word},
    visitor::Visitor,
    words,
};

/// What a page, a picture or an aim is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PlayQuery {
    of: i64,
    /// The step that is shown; the last one, unless it is a number.
    step: String,
    /// The side that is near: `first` or `second`; otherwise the reader's.
    near: String,
    /// Whether the board is shown without coordinates.
    bare: bool,
    /// What is looked at beside the board.
    look: String,
    /// The beginning whose choices are listed.
    begins: String,
    part: String,
    theme: String,
    /// The version of a picture that is kept.
    v: String,
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
    /// Asks for the page of a match.
    pub(super) fn about(of: MatchId) -> PlayQuery {
        PlayQuery { of: of.0, ..PlayQuery::default() }
    }

    pub(super) fn of(&self) -> i64 {
        self.of
    }

    /// Returns what of which match is asked for.
    fn wish(&self) -> BoardWish {
        let near = match &*self.near {
            "first" => Some(Seat::First),
            "second" => Some(Seat::Second),
            _ => None,
        };
        BoardWish { of: MatchId(self.of), step: self.step.parse().ok(), near }
    }

    pub(super) fn begins(&self) -> &str {
        &self.begins
    }

    pub(super) fn part(&self) -> &str {
        &self.part
    }

    /// Returns the theme, by default the light one.
    pub(super) fn theme(&self) -> Option<Theme> {
        if self.theme.is_empty() { Some(Theme::Light) } else { Theme::named(&self.theme) }
    }
}

/// Returns the paths of what belongs to the page of a match, each with what answers there.
pub(super) fn paths<S>() -> [(&'static str, MethodRouter<S>); 4]
where
    S: Clone + Send + Sync + 'static,
    Visitor: FromRequestParts<S>,
    <Visitor as FromRequestParts<S>>::Rejection: IntoResponse,
{
    [
        ("match.png", get(picture)),
        ("match.gif", get(step_film)),
        ("film.gif", get(film)),
        ("aim", get(aim)),
    ]
}

pub(super) async fn page(
    visitor: Visitor,
    headers: HeaderMap,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let page = shown(&visitor, &asked, &html! {}).await?;
    Ok(if visitor.reader.is_at_match() { html_page(&headers, page) } else { page.into_response() })
}

/// Leads to what is looked at beside the board of a shared match that is over.
pub(super) async fn lead_on(visitor: Visitor) -> Result<Redirect, PageError> {
    let page = visitor.page(PlayQuery::default().wish()).await?;
    let look = visitor.queue.features().match_page().filter(|_| page.verdict.is_some());
    let look = look.ok_or(PageError::Missing)?.name;
    Ok(Redirect::to(&format!("../{}", visitor.reader.step_address(page.of, "", look))))
}

/// Writes the page of a match, with what was answered.
pub(super) async fn shown(
    visitor: &Visitor,
    asked: &PlayQuery,
    told: &Markup,
) -> Result<Markup, PageError> {
    let (page, reader) = (visitor.page(asked.wish()).await?, &visitor.reader);
    let around = visitor.around(Some(page.of)).await?;
    let waiting = visitor.journal.as_ref().map(|it| it.waiting_about(page.of, reader));
    let look = match_page::content(visitor, page.of, &asked.look).await?;
    let told = html! { (shell::cards(&around, reader, Some(page.of))) div.says aria-live="polite" { (waiting.as_ref().unwrap_or(told)) } };
    let content = html! {
        (pane_of(visitor.queue.features(), &page, reader, (asked, look), &told))
        (preferences())
    };
    let [(first, _), (second, _)] = &page.players;
    let (title, head) = if reader.is_at_match() {
        let title = words::match_title(&page.scene.title, first, second);
        let address = reader.shared_at.as_deref().unwrap_or_default();
        let head = preview(&title, &page, address);
        (title, head)
    } else {
        (words::tab_title(&page, !page.shared), html! {})
    };
    let here = reader.match_address(page.of);
    Ok(shell::page_with(visitor, &title, &head, &around, &content, &here))
}

/// Writes the pane of a match.
fn pane_of(
    features: &Features,
    page: &BoardPage,
    reader: &PageReader,
    (asked, look): (&PlayQuery, Option<MatchPageContent>),
    told: &Markup,
) -> Markup {
    let (of, begins, step) = (page.of, &*asked.begins, page.at.step);
    let is_last = step == page.last;
    let point = look.as_ref().and_then(|look| match_page::board_at(look, step));
    let shown = if is_last { String::new() } else { step.to_string() };
    let (scene, alt) = match point {
        Some(point) => (&point.board, &point.alt),
        None => (&page.scene, &page.alt),
    };
    let mark = assets::tag(alt.as_bytes());
    let bare = if asked.bare { "true" } else { "" };
    let address = |part: &str, theme: Theme| {
        let also = [
            ("of", &*of.to_string()),
            ("part", part),
            ("theme", theme.name()),
            ("step", &*shown),
            ("near", &*asked.near),
            ("bare", bare),
            ("look", if point.is_some() { &*asked.look } else { "" }),
            ("v", mark.trim_matches('"')),
        ];
        reader.address("match.png", &also)
    };
    let at = step_word(page.at);
    let film = page.film.filter(|_| point.is_none()).map(|lasts| {
        let theme = Theme::named(&page.theme).unwrap_or(Theme::Light);
        let also = [
            ("of", &*of.to_string()),
            ("theme", theme.name()),
            ("step", &*shown),
            ("near", &*asked.near),
            ("bare", bare),
            ("v", &*at),
        ];
        (reader.address("match.gif", &also), lasts)
    });
    let picture = BoardPicture {
        scene,
        alt,
        theme: &page.theme,
        address: &address,
        film,
        aims_at: reader.address("aim", &[("of", &of.to_string()), ("near", &asked.near)]),
    };
    let asking = page.asks.as_ref().map(|asked| asking(page, asked, begins));
    let here = reader.match_address(of);
    let step_at = |step: u32| {
        let shown = if step == page.last { String::new() } else { step.to_string() };
        reader.step_address(of, &shown, &asked.look)
    };
    let own = page.asks.as_ref();
    html! {
        section.pane #pane data-of=(of) data-at=(at) data-step=(step) data-last=(page.last) data-mine=[own.map(|it| it.handle.as_str())] data-over=[page.verdict.as_ref().map(|_| "1")] {
            (pane::board(&picture, asking.as_ref()))
            div.side tabindex="-1" {
                h1 { (page.scene.title) " " small { "#" (of) } }
                (plates(page))
                p.goal { (page.goal) }
                (pane::beside(&picture))
                div.prompt role="status" {
                    @if let Some(point) = point { (blocks(&point.says)) }
                    @else if !is_last { p { (page.scene.caption) } }
                    @if let Some(verdict) = page.verdict.as_ref().filter(|_| is_last) {
                        p.verdict { strong { (words::won_or_lost(page)) (verdict) } }
                    }
                    @for line in &page.asked { p { (line) } }
                    @if own.is_none() && !page.asked.is_empty() {
                        noscript { p { a.button href=(here) { (words::LOOK_AGAIN) } } }
                    }
                    @if !is_last { p { a href=(step_at(page.last)) { (words::to_the_end(page.verdict.is_some())) } } }
                }
                @if let Some(asking) = &asking {
                    @if own.is_some_and(|it| it.private && page.shared) {
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
                (told)
                @if reader.is_guest() && 0 < page.at.step { (shell::naming(reader, &here)) }
                @if reader.is_at_match() { (at_match(features, page, reader)) }
                @else if reader.looks_on() { p.on { (words::looks_on()) } }
                @else if page.verdict.is_some() { (after(features, page, reader)) }
                @else { (more(features, page)) }
                (steps(page, step_at))
                @if let Some(look) = look {
                    (match_page::beside_board(look, step, |step| step_at(step as u32)))
                }
                div.news {
                    ol {
                        @for (number, line) in page.told.iter().rev() {
                            li aria-current=[(*number == step).then_some("step")] { a href=(step_at(*number)) { (line) } }
                        }
                    }
                }
            }
        }
    }
}

/// Writes what a browser keeps of how its person likes to play; the script opens it.
fn preferences() -> Markup {
    html! {
        dialog #preferences aria-label=(words::PREFERENCES) {
            form method="dialog" {
                h2 { (words::PREFERENCES) }
                @for (name, says) in words::PREFERENCES_THERE {
                    p { label { input type="checkbox" name=(name); " " (says) } }
                }
                p { label { (words::NEAR) " " select name="near" {
                    @for (side, says) in words::NEAR_SIDES { option value=(side) { (says) } }
                } } }
                button { (words::CLOSE) }
            }
        }
    }
}

/// Writes the links that go through a match.
fn steps(page: &BoardPage, address: impl Fn(u32) -> String) -> Markup {
    let (step, last) = (page.at.step, page.last);
    let link = |to: u32, sign: &str, name: &str| {
        html! {
            @if to == step { span aria-hidden="true" { (sign) } }
            @else { a href=(address(to)) title=(name) aria-label=(name) { (sign) } }
        }
    };
    html! {
        nav.steps aria-label=(words::WHAT_HAPPENED) {
            h2 { (words::WHAT_HAPPENED) }
            (link(0, "\u{ab}", words::FIRST))
            (link(step.saturating_sub(1), "\u{2039}", words::BACK))
            span.count title=(words::step_of(step, last)) { (step) "/" (last) }
            (link((step + 1).min(last), "\u{203a}", words::FORWARD))
            (link(last, "\u{bb}", words::LAST))
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
fn after(features: &Features, page: &BoardPage, reader: &PageReader) -> Markup {
    html! {
        div.buttons {
            @if !reader.looks_on() {
                @for choice in words::after_match(features, page.of) {
                    button form="say" name="say" value=(*choice.says) { (choice.label) }
                }
            }
            (looks_back(features, page, reader))
        }
    }
}

/// Writes the links to what is seen of a match that is over, and to its film.
fn looks_back(features: &Features, page: &BoardPage, reader: &PageReader) -> Markup {
    let over = features.match_page().filter(|_| page.verdict.is_some() && 0 < page.last);
    html! {
        @if let Some(over) = over {
            a.button href=(reader.step_address(page.of, "", over.name)) { (over.link) }
        }
        a.button.film href=(reader.address("film.gif", &[("of", &page.of.to_string())])) { (words::FILM) }
    }
}

/// Writes what a reader with the address of a shared match finds there.
fn at_match(features: &Features, page: &BoardPage, reader: &PageReader) -> Markup {
    html! {
        div.buttons {
            (looks_back(features, page, reader))
            a.button href=(reader.address("dice", &[])) { (words::DICE) }
            @if page.verdict.is_some() {
                a.button href=(reader.address("match.json", &[])) download={ "match-" (page.of) ".json" } { (words::MATCH_FILE) }
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
                @for Choice { says, label, .. } in words::more_of(features, page) {
                    button form="say" name="do" value={ "|" (who(&says)) "|" (*says) } { (label) }
                }
            }
        }
    }
}

pub(super) async fn picture(
    visitor: Visitor,
    headers: HeaderMap,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let board = visitor.board(asked.wish()).await?;
    let theme = asked.theme().ok_or(PageError::Missing)?;
    let look = match_page::content(&visitor, board.of, &asked.look).await?;
    let point = look.as_ref().and_then(|look| match_page::board_at(look, board.at.step));
    let mut scene = point.map_or(board.scene, |point| point.board.clone());
    scene.labelled = !asked.bare;
    let bytes = drawn(&visitor.painter, scene, theme, &asked.part).await?;
    let mut answer =
        if asked.v.is_empty() { png(&headers, bytes) } else { kept(("image/png", bytes)) };
    if visitor.reader.is_at_match() {
        // Chats load it for previews of the link.
        let name = HeaderName::from_static("cross-origin-resource-policy");
        answer.headers_mut().insert(name, HeaderValue::from_static("cross-origin"));
    }
    Ok(answer)
}

/// Draws a part of a scene's picture, or the whole picture.
pub(super) async fn drawn(
    painter: &Arc<Painter>,
    scene: Scene,
    theme: Theme,
    part: &str,
) -> anyhow::Result<Vec<u8>> {
    let (painter, part) = (painter.clone(), part.to_owned());
    let bytes = paint::drawn(move || match &*part {
        "board" => painter.board_alone(&scene, theme),
        "beside" => painter.beside_alone(&scene, theme),
        _ => painter.png(&scene, theme),
    });
    Ok(bytes.await?)
}

/// Responds with a picture. Each version has its own URL, so it can be cached.
pub(super) fn kept((kind, bytes): (&'static str, Vec<u8>)) -> Response {
    let kept = "private, max-age=3600, immutable";
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)], bytes).into_response()
}

async fn step_film(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let wish = asked.wish();
    let mut reel = visitor
        .seen(Length::Short, move |features, tx, viewer, now| {
            board_film(features, tx, viewer, wish, now)
        })
        .await?;
    if let Reel::Step(shown) = &mut reel {
        let Shown { scene, moment, film: _ } = &mut **shown;
        for scene in moment.iter_mut().chain([scene]) {
            scene.labelled = !asked.bare;
        }
    }
    let theme = asked.theme().ok_or(PageError::Missing)?;
    moving(&visitor, move |painter| painter.gif_once(&reel, theme)).await.map(kept)
}

async fn film(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let of = MatchId(asked.of);
    let reel = visitor
        .seen(Length::Long, move |features, tx, viewer, _| match_film(features, tx, viewer, of))
        .await?;
    let theme = asked.theme().ok_or(PageError::Missing)?;
    let film = moving(&visitor, move |painter| painter.gif(&reel, theme)).await?;
    Ok(([(header::CACHE_CONTROL, "no-cache")], [(header::CONTENT_TYPE, film.0)], film.1)
        .into_response())
}

/// Draws a film when it is its turn.
async fn moving(
    visitor: &Visitor,
    draw: impl FnOnce(&Painter) -> Vec<u8> + Send + 'static,
) -> Result<(&'static str, Vec<u8>), PageError> {
    let _turn = visitor.queue.heavy.acquire().await?;
    let painter = visitor.painter.clone();
    Ok(("image/gif", paint::drawn(move || draw(&painter)).await?))
}

async fn aim(
    visitor: Visitor,
    WebQuery(asked): WebQuery<PlayQuery>,
) -> Result<Response, PageError> {
    let board = visitor.board(asked.wish()).await?;
    if board.seat.is_none() && !board.shared {
        return Err(PageError::Missing);
    }
    // The turn may have ended since the board was drawn.
    let tried = board.asks.as_ref().map_or(Value::Null, |own| {
        tried(board.table.as_ref(), &board.scene, own.seat, board.game, &asked)
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
                Item::Court(CourtThing::Line { from, to, hits }) => Some((*from, *to, *hits)),
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
