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
use engine::scene;
use futures_util::stream::{self, Stream};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use maud::{Markup, html};
use render::{Painter, Theme};
use serde::Deserialize;
use service::{BoardPage, Length, past::file::file_of, shared_match, shared_state};

use super::{
    assets, dice,
    extract::{WebPath, WebQuery, missing},
    handle::Handle,
    links,
    live::{Listener, Live},
    play, server_page,
    visitor::SharedPages,
    words,
};

/// The maximum rate per IP address: requests per second, and the burst size.
const RATE: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(20).unwrap(), NonZeroU32::new(80).unwrap());
/// The maximum length of a preview, in characters.
const PREVIEW: usize = 300;

/// The shared state of the pages.
pub(super) struct Pages {
    pub(super) queue: Handle,
    pub(super) painter: Arc<Painter>,
    pub(super) live: Arc<Live>,
    /// The public base URL, without a slash at the end.
    pub(super) address: String,
    /// Whether a reverse proxy sets the client's IP address.
    behind_proxy: bool,
    rates: DefaultKeyedRateLimiter<IpAddr>,
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
struct ViewerQuery {
    /// The position that the page shows; empty for an earlier one.
    at: String,
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
    let look = pages.queue.features().match_page().map(|page| (page.name, get(play::lead_on)));
    let shared = play::paths()
        .into_iter()
        .chain(look)
        .fold(Router::new(), |all, (path, answer)| all.route(&format!("/m/{{key}}/{path}"), answer))
        .route("/m/{key}", get(play::page))
        .route("/m/{key}/board.png", get(play::picture))
        .layer(middleware::map_response(unlisted))
        .with_state(SharedPages(pages.clone()));
    let mut router = Router::new()
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
    let router = router.with_state(pages.clone()).merge(shared);
    router.layer(middleware::from_fn_with_state(pages, slow_down))
}

async fn unlisted(answer: Response) -> impl IntoResponse {
    ([UNLISTED], answer)
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

/// Writes what a preview of the link to a shared match shows.
pub(super) fn preview(title: &str, page: &BoardPage, address: &str) -> Markup {
    let preview = scene::shortened(&page.alt, PREVIEW);
    let step = page.at.step;
    html! {
        meta name="description" content=(preview);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Draughtsman";
        meta property="og:title" content=(title);
        meta property="og:description" content=(preview);
        meta property="og:url" content={ (address) "?step=" (step) };
        meta property="og:image" content={ (address) "/board.png?step=" (step) };
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content="1080";
        meta property="og:image:height" content="720";
        meta property="og:image:alt" content=(page.alt);
        meta name="twitter:card" content="summary_large_image";
    }
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

/// Tells viewers that a match has gone on; they load the page again themselves.
async fn events(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(ViewerQuery { at }): WebQuery<ViewerQuery>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (asked, features) = (key.clone(), pages.queue.features());
    let state =
        pages.queue.look(Length::Short, move |tx| shared_state(features, tx, &asked)).await?;
    let state = state.ok_or(PageError::Missing)?;
    let behind = !at.is_empty() && at != format!("{}.{}", state.step, state.take);
    let asker = pages.asker(from, &headers);
    let Some(listener) = pages.live.listen(&key, asker, state) else {
        return Ok((StatusCode::TOO_MANY_REQUESTS, words::too_many_viewers()).into_response());
    };
    Ok(Sse::new(changes(listener, behind)).keep_alive(KeepAlive::default()).into_response())
}

fn changes(listener: Listener, behind: bool) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((listener, behind), |(mut listener, behind)| async move {
        if !behind {
            listener.changed().await?;
        }
        // Without a state the match can no longer be viewed, as its page then says.
        listener.state();
        Some((Ok(Event::default().data("{}")), (listener, false)))
    })
}
