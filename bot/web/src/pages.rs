//! Pages of shared matches, for anyone who has the link.
use charts::Chart;
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    sync::Arc,
};

use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    middleware::{self, Next},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::get,
};
use delivery::paint::{self, Form, Painted};
use engine::scene::{self, Surface};
use futures_util::stream::{self, Stream};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use maud::{Markup, html};
use render::{Painter, Theme, board_part, has_beside};
use serde::Deserialize;
use service::{
    Features, Length, SharedPage, past::file::file_of, shared_board, shared_film, shared_match,
    shared_page, shared_state,
};
use tokio::sync::Semaphore;

use super::{
    assets, dice,
    extract::{WebPath, WebQuery, missing},
    handle::Handle,
    html::{picture, public_page},
    links,
    live::Live,
    match_page::{self, Analyses},
    plates::plates,
    server_page, words,
};

/// The maximum rate per IP address: requests per second, and the burst size.
const RATE: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(20).unwrap(), NonZeroU32::new(80).unwrap());
/// The maximum number of films and proofs made at once, because each uses a processor core.
const AT_ONCE: usize = 2;
/// The maximum length of a preview, in characters.
const PREVIEW: usize = 300;

/// The shared state of the pages.
pub(super) struct Pages {
    pub(super) queue: Handle,
    pub(super) painter: Arc<Painter>,
    pub(super) live: Arc<Live>,
    /// The public base URL, without a slash at the end.
    address: String,
    /// Whether a reverse proxy sets the client's IP address.
    behind_proxy: bool,
    rates: DefaultKeyedRateLimiter<IpAddr>,
    pub(super) heavy: Arc<Semaphore>,
    pub(super) analyses: Analyses,
}

/// Why a request failed.
pub(super) enum PageError {
    /// 404, the same for unknown, private and revoked links.
    Missing,
    Broken(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for PageError {
    fn from(err: E) -> PageError {
        PageError::Broken(err.into())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        match self {
            PageError::Missing => missing(),
            PageError::Broken(err) => {
                tracing::error!(err = format!("{err:#}"), "a page couldn't be made");
                let kept = [(header::CACHE_CONTROL, "no-store")];
                (StatusCode::INTERNAL_SERVER_ERROR, kept, words::page_failed()).into_response()
            }
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PageWish {
    step: Option<String>,
    theme: Option<String>,
    /// `board` or `beside` for a part of the picture.
    part: String,
}

impl PageWish {
    /// Parses the step. Returns `None`, which means the last one, if it isn't a number.
    pub(super) fn step(&self) -> Option<u32> {
        self.step.as_ref()?.parse().ok()
    }

    /// Parses the theme.
    pub(super) fn theme(&self) -> Result<Theme, PageError> {
        theme(self.theme.as_deref())
    }
}

impl Pages {
    pub(super) fn new(
        queue: Handle,
        painter: Arc<Painter>,
        live: Arc<Live>,
        address: &str,
        behind_proxy: bool,
    ) -> Arc<Pages> {
        let (rate, burst) = RATE;
        Arc::new(Pages {
            queue,
            painter,
            live,
            address: address.trim_end_matches('/').to_owned(),
            behind_proxy,
            rates: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            heavy: Arc::new(Semaphore::new(AT_ONCE)),
            analyses: Analyses::default(),
        })
    }

    /// Returns the client's IP address.
    pub(super) fn asker(&self, from: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let told = headers.get_all("x-forwarded-for").iter().next_back();
        // Our own proxy added the last entry; clients can forge the others.
        let told =
            told.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        told.filter(|_| self.behind_proxy).unwrap_or(from.ip())
    }
}

/// Returns the routes of the pages.
pub(super) fn routes(pages: Arc<Pages>) -> Router {
    let mut router = Router::new()
        .route("/m/{key}", get(page))
        .route("/m/{key}/board.png", get(board))
        .route("/m/{key}/film.gif", get(film))
        .route("/m/{key}/match.json", get(file))
        .route("/m/{key}/dice", get(dice::dice))
        .route("/m/{key}/events", get(events))
        .merge(links::routes());
    if let Some(of) = pages.queue.features().server_page() {
        router = router
            .route(
                "/s/{key}",
                get(|state, key, asked, tags| server_page::page(of, state, key, asked, tags)),
            )
            .route(
                "/s/{key}/table.png",
                get(|state, key, asked, tags| server_page::table(of, state, key, asked, tags)),
            );
    }
    for of in pages.queue.features().match_pages() {
        let at = |end: &str| format!("/m/{{key}}/{end}");
        router = router
            .route(&at(of.name), get(|state, key, asked| match_page::page(of, state, key, asked)))
            .route(
                &at(&format!("{}.png", of.name)),
                get(|state, key, wish, asked| match_page::chart(of, state, key, wish, asked)),
            )
            .route(
                &at(of.boards),
                get(|state, key, wish, asked| match_page::board(of, state, key, wish, asked)),
            );
    }
    router.layer(middleware::from_fn_with_state(pages.clone(), slow_down)).with_state(pages)
}

/// Refuses requests from an IP address that sends too many.
async fn slow_down(
    State(pages): State<Arc<Pages>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let asker = pages.asker(from, request.headers());
    if 10_000 < pages.rates.len() {
        pages.rates.retain_recent();
    }
    match pages.rates.check_key(&asker) {
        Ok(()) => next.run(request).await,
        Err(_) => {
            let wait = [(header::RETRY_AFTER, "1")];
            (StatusCode::TOO_MANY_REQUESTS, wait, words::too_many_requests()).into_response()
        }
    }
}

/// Asks search engines not to list the pages.
pub(super) const UNLISTED: (HeaderName, &str) =
    (HeaderName::from_static("x-robots-tag"), "noindex");

async fn page(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (asked, features) = (key.clone(), pages.queue.features());
    let page = pages
        .queue
        .look(Length::Short, move |tx| shared_page(features, tx, &asked, wish.step()))
        .await?;
    let html = html(&page.ok_or(PageError::Missing)?, &key, &pages.address, features);
    Ok(html_page(&headers, html))
}

/// Responds with a page, or with 304 if the browser already has it.
pub(super) fn html_page(headers: &HeaderMap, html: Markup) -> Response {
    let html = html.into_string();
    let tag = assets::tag(html.as_bytes());
    let answer = assets::tagged(headers, &tag, || ("text/html; charset=utf-8", html.into_bytes()));
    ([UNLISTED], answer).into_response()
}

/// Responds with a picture, or with 304 if the browser already has it.
pub(super) fn png(headers: &HeaderMap, bytes: Vec<u8>) -> Response {
    let tag = assets::tag(&bytes);
    assets::tagged(headers, &tag, || ("image/png", bytes))
}

/// Parses the name of a theme; light by default.
pub(super) fn theme(named: Option<&str>) -> Result<Theme, PageError> {
    Theme::named(named.unwrap_or("light")).ok_or(PageError::Missing)
}

impl Pages {
    /// Draws a chart.
    pub(super) async fn draw(&self, chart: Chart, theme: Theme) -> Result<Painted, PageError> {
        let (painter, alt) = (self.painter.clone(), chart.words());
        let bytes = paint::drawn(move || painter.chart(&chart, theme)).await?;
        Ok(Painted { name: "chart.png".to_owned(), alt, form: Form::Png, bytes })
    }
}

/// Writes the page of a match at a step.
fn html(page: &SharedPage, key: &str, address: &str, features: &Features) -> Markup {
    let SharedPage { of, players, step, last, board, alt, told, verdict } = page;
    let [(first, first_side), (second, second_side)] = players;
    let title = words::match_title(&board.scene.title, first, second);
    let sides = words::sides([first, second], [first_side, second_side]);
    let caption = verdict.as_ref().filter(|_| step == last).unwrap_or(&board.scene.caption);
    let preview = scene::shortened(alt, PREVIEW);
    let head = html! {
        meta name="description" content=(preview);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Draughtsman";
        meta property="og:title" content=(title);
        meta property="og:description" content=(preview);
        meta property="og:url" content={ (address) "/m/" (key) "?step=" (step) };
        meta property="og:image" content={ (address) "/m/" (key) "/board.png?step=" (step) };
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content="1080";
        meta property="og:image:height" content="720";
        meta property="og:image:alt" content=(alt);
        meta name="twitter:card" content="summary_large_image";
    };
    let link = |to: u32, name: &str, id: &str| {
        html! {
            @if to == *step { span.button.off aria-disabled="true" { (name) } }
            @else { a.button #(id) href={ (key) "?step=" (to) } { (name) } }
        }
    };
    let part = |part: &str, theme: Theme| {
        format!("{key}/board.png?step={step}&part={part}&theme={}", theme.name())
    };
    let [_, _, wide, high] = board_part(&board.scene).map(i32::unsigned_abs);
    let running = if verdict.is_none() { "yes" } else { "" };
    let content = html! {
        main #match data-key=(key) data-step=(step) data-last=(last) data-running=(running) {
            section.pane {
                div.board { (picture("board", |theme| part("board", theme), alt, Some((wide, high)))) }
                div.side {
                    (plates(&board.scene))
                    p.prompt #caption { (caption) }
                    nav.menu aria-label="Steps" {
                        (link(0, words::FIRST, "first"))
                        (link(step.saturating_sub(1), words::BACK, "back"))
                        (link((step + 1).min(*last), words::FORWARD, "forward"))
                        (link(*last, words::LAST, "last"))
                        span.count { (words::step_of(*step, *last)) }
                    }
                    p #live role="status" {}
                    p #spoken .unseen role="status" {}
                    @if has_beside(&board.scene) {
                        div.beside.narrow[matches!(board.scene.board, Surface::Pitch(_))] { (picture("beside", |theme| part("beside", theme), words::BESIDE, None)) }
                    }
                }
            }
            h2 { (words::WHAT_HAPPENED) }
            ol.steps {
                @for (number, line) in told {
                    @if number == step { li aria-current="step" { (line) } }
                    @else { li { a href={ (key) "?step=" (number) } { (line) } } }
                }
            }
            p.after {
                @if verdict.is_some() {
                    @for page in features.match_pages() { a href={ (key) "/" (page.name) } { (page.link) } " " }
                    a href={ (key) "/match.json" } download={ "match-" (of) ".json" } { (words::MATCH_FILE) } " "
                }
                a href={ (key) "/film.gif" } { (words::FILM) } " "
                a href={ (key) "/dice" } { (words::DICE) }
            }
        }
        footer { p { (words::footer(&sides)) } }
    };
    public_page(&title, "../web/", Some("match.js"), &head, &content)
}

async fn board(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let step = wish.step();
    let theme = wish.theme()?;
    let features = pages.queue.features();
    let board =
        pages.queue.look(Length::Short, move |tx| shared_board(features, tx, &key, step)).await?;
    let board = board.ok_or(PageError::Missing)?;
    let version = env!("CARGO_PKG_VERSION");
    let tag = format!("{version} {} {} {}", theme.name(), wish.part, board.mark);
    let tag = assets::tag(tag.as_bytes());
    if assets::is_known(&headers, &tag) {
        return Ok(assets::tagged(&headers, &tag, || ("image/png", Vec::new())));
    }
    let painter = pages.painter.clone();
    let painted = paint::drawn(move || match &*wish.part {
        "board" => painter.board_alone(&board.scene, theme),
        "beside" => painter.beside_alone(&board.scene, theme),
        _ => painter.png(&board.scene, theme),
    });
    let painted = painted.await?;
    let mut answer = assets::tagged(&headers, &tag, || ("image/png", painted));
    open_to_previews(&mut answer);
    Ok(answer)
}

/// Lets chats load the picture for link previews.
fn open_to_previews(answer: &mut Response) {
    let name = HeaderName::from_static("cross-origin-resource-policy");
    answer.headers_mut().insert(name, header::HeaderValue::from_static("cross-origin"));
}

async fn film(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
) -> Result<Response, PageError> {
    let theme = wish.theme()?;
    let turn = pages.heavy.acquire().await?;
    let features = pages.queue.features();
    let reel = pages
        .queue
        .look(Length::Long, move |tx| shared_film(features, tx, &key))
        .await?
        .ok_or(PageError::Missing)?;
    let painter = pages.painter.clone();
    let painted = paint::drawn(move || painter.gif(&reel, theme)).await?;
    drop(turn);
    let kind = [(header::CONTENT_TYPE, "image/gif"), (header::CACHE_CONTROL, "no-cache")];
    Ok((kind, painted).into_response())
}

async fn file(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
) -> Result<Response, PageError> {
    let features = pages.queue.features();
    let file = pages
        .queue
        .look(Length::Long, move |tx| {
            let loaded = shared_match(features, tx, &key)?.filter(|it| it.row.end.is_some());
            loaded.map(|loaded| file_of(tx, &loaded)).transpose()
        })
        .await?
        .ok_or(PageError::Missing)?;
    Ok(([(header::CONTENT_TYPE, "application/json"), UNLISTED], file).into_response())
}

/// Sends viewers the progress of a match as numbers; they load new content themselves.
async fn events(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (asked, features) = (key.clone(), pages.queue.features());
    let state =
        pages.queue.look(Length::Short, move |tx| shared_state(features, tx, &asked)).await?;
    let state = state.ok_or(PageError::Missing)?;
    let asker = pages.asker(from, &headers);
    let Some(listener) = pages.live.listen(&key, asker, state) else {
        return Ok((StatusCode::TOO_MANY_REQUESTS, words::too_many_viewers()).into_response());
    };
    Ok(Sse::new(numbers(listener)).keep_alive(KeepAlive::default()).into_response())
}

fn numbers(listener: super::live::Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((listener, true), |(mut listener, first)| async move {
        if !first {
            listener.changed().await?;
        }
        let state = listener.state();
        let event = match state {
            Some(state) => Event::default()
                .event("step")
                .data(format!("{}.{}.{}", state.step, state.take, state.over)),
            // The match can no longer be viewed.
            None => Event::default().event("gone").data("gone"),
        };
        Some((Ok(event), (listener, false)))
    })
}
