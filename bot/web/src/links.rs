//! The pages of a person's own boards: anyone who has the address sees that person's matches and plays them. It is told to that person
//! alone, and nothing is done by looking.
use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{
        IntoResponse, Redirect, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::{get, post},
};
use command::Commands;
use futures_util::stream::{self, Stream};
use maud::{PreEscaped, html};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
};
use serde::Deserialize;
use serde_json::json;
use service::{
    BoardViewer, Length, LinkLine, MatchProgress, board_state, listed_matches, person_at_link,
};
use store::Tx;
use tokio::sync::broadcast::error::RecvError;

use super::{
    entry::is_in_pane,
    extract::{FormBody, WebPath, WebQuery},
    guard,
    html::{as_tapped, blocks, reply_text},
    live::Visit,
    pages::{PageError, Pages, UNLISTED},
    play::{self, PlayQuery},
    routes::{FormFields, line_of},
    shell,
    visitor::{Visitor, chat_of},
    words,
};

/// How often a page looks for what another process did, where there may be one.
const OTHERS: Duration = Duration::from_secs(2);
/// How often it looks whether its address still works.
const EVERY: Duration = Duration::from_secs(60);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct EventQuery {
    of: String,
}

/// Returns the routes of these pages.
pub(super) fn routes() -> Router<Arc<Pages>> {
    let all = play::paths().into_iter();
    all.fold(Router::new(), |all, (path, answer)| all.route(&format!("/p/{{key}}/{path}"), answer))
        .route("/p/{key}/match", get(play::page))
        .route("/p/{key}", get(lead_on))
        .route("/p/{key}/", get(list))
        .route("/p/{key}/events", get(events))
        .route("/p/{key}/say", post(say))
        .layer(middleware::from_fn(kept_nowhere))
}

/// Keeps these pages out of caches, lists and the headers of other requests.
async fn kept_nowhere(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static(UNLISTED.1));
    response
}

async fn lead_on(WebPath(key): WebPath<String>) -> Redirect {
    let plain = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    Redirect::to(&format!("{plain}/"))
}

async fn list(visitor: Visitor) -> Result<Response, PageError> {
    let around = visitor.around(None).await?;
    let content = html! {
        div.start { section.own { h1 { (words::MY_MATCHES) } (shell::lists(&around.matches, &visitor.reader)) } }
    };
    Ok(shell::page(&visitor, words::MY_MATCHES, &around, &content, "./"))
}

async fn say(
    State(pages): State<Arc<Pages>>,
    visitor: Visitor,
    headers: HeaderMap,
    FormBody(sent): FormBody<FormFields>,
) -> Result<Response, PageError> {
    if !guard::is_from_here(&headers) {
        return Ok((StatusCode::FORBIDDEN, words::from_another_site()).into_response());
    }
    let person = visitor.person()?;
    let (here, quiet) = (sent.here.clone(), !sent.quiet.is_empty());
    let of = shell::match_of(&here).ok_or(PageError::Missing)?;
    let Some(spoken) = line_of(sent, pages.queue.features()) else {
        return Ok((StatusCode::BAD_REQUEST, words::not_understood()).into_response());
    };
    let line = pages.queue.commands().read(spoken.words.trim());
    let now = model::host_clock::now().as_second();
    let said = LinkLine { person, of, line, asked_at: spoken.asked_at, now };
    let replies = pages.queue.done(move |service| service.by_link(&said)).await?;
    let mut replies = replies.ok_or(PageError::Missing)?;
    if spoken.tapped {
        replies.iter_mut().for_each(as_tapped);
    }
    let told = answers(pages.queue.commands(), &replies);
    if !quiet && told.is_empty() {
        return Ok(Redirect::to(&visitor.reader.match_address(of)).into_response());
    }
    if !quiet {
        // Without scripts the page itself shows what was answered.
        return play::shown(&visitor, &PlayQuery::about(of), &PreEscaped(told))
            .await
            .map(IntoResponse::into_response);
    }
    let body = json!({ "go": null, "html": told });
    Ok(([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response())
}

/// Writes what only the person is told and the pane doesn't show.
fn answers(commands: &'static Commands, replies: &[Reply]) -> String {
    let shown = replies.iter().filter(|reply| !is_in_pane(commands, reply, true));
    let html = html! {
        @for reply in shown {
            article class=(if reply.refused.is_some() { "refused" } else { "told" }) {
                @if reply.refused.is_some() { (reply_text(reply)) } @else { (blocks(&reply.text)) }
            }
        }
    };
    html.into_string()
}

/// Tells a page that the board changed; it then loads itself again.
async fn events(
    State(pages): State<Arc<Pages>>,
    visitor: Visitor,
    WebPath(key): WebPath<String>,
    WebQuery(asked): WebQuery<EventQuery>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = visitor.person()?;
    let asker = pages.asker(from, &headers);
    let Some(visit) = pages.live.enter(asker) else {
        return Ok((StatusCode::TOO_MANY_REQUESTS, words::too_many_viewers()).into_response());
    };
    let of = asked.of.parse().ok().map(MatchId);
    let watched = Watched { pages, key, person, of, known: None, _visit: visit };
    Ok(Sse::new(changes(watched).await?).keep_alive(KeepAlive::default()).into_response())
}

/// A page that is open.
struct Watched {
    pages: Arc<Pages>,
    key: String,
    person: PersonId,
    /// The match it shows; none for the list.
    of: Option<MatchId>,
    known: Option<PageProgress>,
    _visit: Visit,
}

/// What changes a page: how far its match is, or which matches are listed and whose turn it is there.
#[derive(PartialEq, Eq)]
enum PageProgress {
    Match(MatchProgress),
    List(Vec<(MatchId, bool)>),
}

impl Watched {
    /// Looks whether the page has changed; none once nobody may look any more.
    async fn has_changed(&mut self) -> anyhow::Result<Option<bool>> {
        let Watched { person, of, .. } = *self;
        let (key, now) = (self.key.clone(), model::host_clock::now().as_second());
        let read = move |tx: &Tx<'_>| {
            if person_at_link(tx, &key)? != Some(person) {
                return Ok(None);
            }
            if let Some(of) = of {
                return Ok(board_state(tx, person, of)?.map(PageProgress::Match));
            }
            let viewer = BoardViewer::Person(person);
            let listed = listed_matches(tx, chat_of(tx, &viewer)?, &viewer, "", now)?;
            Ok(Some(PageProgress::List(
                listed.iter().map(|listed| (listed.of, listed.turn)).collect(),
            )))
        };
        let Some(progress) = self.pages.queue.look(Length::Short, read).await? else {
            return Ok(None);
        };
        let changed = self.known.as_ref().is_some_and(|known| *known != progress);
        self.known = Some(progress);
        Ok(Some(changed))
    }
}

async fn changes(
    mut watched: Watched,
) -> anyhow::Result<impl Stream<Item = Result<Event, Infallible>>> {
    let queue = watched.pages.queue.queue()?;
    let (told, pause) = (queue.matches_told(), if queue.shares() { OTHERS } else { EVERY });
    // Whatever happens from here on is a change.
    watched.has_changed().await?;
    Ok(stream::unfold((watched, told), move |(mut watched, mut told)| async move {
        loop {
            tokio::select! {
                of = told.recv() => match of {
                    Ok(of) if watched.of.is_some_and(|shown| shown != of) => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                },
                () = tokio::time::sleep(pause) => {}
            }
            match watched.has_changed().await {
                Ok(Some(true)) => break,
                Ok(Some(false)) => {}
                Ok(None) | Err(_) => return None,
            }
        }
        let of = watched.of.map(|it| it.0);
        let event = Event::default().data(json!({ "of": of }).to_string());
        Some((Ok(event), (watched, told)))
    }))
}
