//! The games in a browser: the local room, and a page for every shared match.
mod address;
mod assets;
mod browser;
mod chat;
mod choosing;
mod dice;
mod entry;
mod extract;
mod guard;
mod handle;
mod html;
mod journal;
mod lesson;
mod links;
mod live;
mod match_page;
mod pages;
mod pane;
mod plates;
mod play;
mod room;
mod routes;
mod server_page;
mod shell;
mod speaker;
mod start;
mod viewer;
mod visitor;
mod words;

use std::{
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use axum::{Router, middleware};
use config::{SHORTEST_TOKEN, Web};
use delivery::chat_access::ChatAccess;
use model::safe_output;
use render::Painter;
use service::Queue;
use serving::MostConnections;
use tokio::{net::TcpListener, sync::Notify};

use self::{handle::Handle, live::Live, pages::Pages, room::WebRoom};

/// The default address of the room.
const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8017);

/// Who can reach the room.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The address to listen on; by default only this machine can reach it.
    pub listen: Option<SocketAddr>,
    /// A secret path segment of the room's URL. Any other path is a 404.
    pub token: Option<String>,
    /// The public address, if a proxy stands before the room.
    pub address: Option<String>,
}

impl Access {
    /// Checks that a public address has a token.
    ///
    /// # Errors
    /// If it has none; the message says what to do.
    pub fn check(&self) -> anyhow::Result<()> {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        match &self.token {
            Some(token) if token.len() < SHORTEST_TOKEN || !token.chars().all(fits) => {
                bail!(
                    "the token of the room needs at least {SHORTEST_TOKEN} letters, digits, `-` or `_`"
                )
            }
            None if self.listen.is_some_and(|address| !address.ip().is_loopback()) => bail!(
                "anyone who finds that address could play here as anyone: name a file with a secret word by --token-file FILE, set DRAUGHTSMAN_WEB_TOKEN, or listen on 127.0.0.1"
            ),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns where people find what listens at an address: at the public one, if others can reach it.
    fn found_at(&self, listen: SocketAddr) -> String {
        match &self.address {
            Some(address) if !listen.ip().is_loopback() => address.trim_end_matches('/').to_owned(),
            _ => format!("http://{}", address::found_at(listen)),
        }
    }

    /// Binds the address. If the default port is in use, binds any free port.
    async fn bind(&self) -> anyhow::Result<TcpListener> {
        match (self.listen, TcpListener::bind(self.listen.unwrap_or(USUAL)).await) {
            (_, Ok(listener)) => Ok(listener),
            (None, Err(err)) if err.kind() == io::ErrorKind::AddrInUse => {
                Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?)
            }
            (listen, Err(err)) => {
                let at = listen.unwrap_or(USUAL);
                Err(err).with_context(|| format!("can't listen on {at}"))
            }
        }
    }
}

/// Serves the local room until `stop`.
///
/// # Errors
/// If the address can't be bound, or the service has closed.
pub async fn serve_room(
    queue: Queue,
    thoughts: Arc<Notify>,
    access: Access,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    access.check()?;
    let listener = access.bind().await?;
    let listen = listener.local_addr()?;
    let base = access.token.as_ref().map_or_else(String::new, |token| format!("/{token}"));
    let (queue, painter) = (Handle::new(queue), Arc::new(Painter::new()));
    // Shared matches are served here too.
    let address = access.found_at(listen);
    let shared = address.clone();
    queue.ask(move |service| service.share_at(Some(shared))).await?;
    let live = Arc::new(Live::default());
    let pages = Pages::new(queue.clone(), painter.clone(), live.clone(), &address, false);
    let (room, news) = WebRoom::open(queue.clone(), painter, live.clone(), &base).await?;
    let room_routes = routes::routes(room.clone(), &base, listen);
    let app = with_headers(room_routes.merge(pages::routes(pages)));
    let most = MostConnections::for_pages(false);
    let mut out = safe_output::stdout();
    writeln!(out, "{}", words::room_is_open(&format!("{address}{base}/")))?;
    out.flush()?;
    drop(out);
    let result = tokio::select! {
        never = serving::serve(listener, app, most) => match never {},
        ended = room.keep_time(news, thoughts) => ended,
        () = live.look(queue.clone()) => Ok(()),
        () = stop => Ok(()),
    };
    room.close().await;
    queue.close();
    result
}

/// Serves shared matches until the program ends. A failure here doesn't stop the chats.
pub async fn serve_pages(settings: Web, mut way: ChatAccess) {
    let (queue, painter) = (way.queue.clone(), way.painter.clone());
    let served = async {
        let queue = Handle::new(queue);
        let served = tokio::select! {
            served = serve_shared(settings, queue.clone(), painter) => served,
            () = way.stopped() => Ok(()),
        };
        queue.close();
        served
    };
    if let Err(err) = served.await {
        tracing::error!("the pages of shared matches have ended, the chats go on: {err:#}");
    }
}

async fn serve_shared(settings: Web, queue: Handle, painter: Arc<Painter>) -> anyhow::Result<()> {
    let (Some(listen), Some(address)) = (settings.listen, settings.address) else { return Ok(()) };
    let listener = TcpListener::bind(listen).await;
    let listener = listener.with_context(|| format!("can't listen on {listen}"))?;
    tracing::info!(%listen, "pages are served");
    let live = Arc::new(Live::default());
    let pages = Pages::new(queue.clone(), painter, live.clone(), &address, settings.behind_proxy);
    let app = with_headers(pages::routes(pages));
    let most = MostConnections::for_pages(settings.behind_proxy);
    tokio::select! {
        never = serving::serve(listener, app, most) => match never {},
        () = live.look(queue) => Ok(()),
    }
}

/// Adds the static files, and the headers of every answer.
fn with_headers(pages: Router) -> Router {
    let all = pages.merge(assets::routes()).fallback(|| async { extract::missing() });
    all.layer(middleware::from_fn(guard::strict))
}

#[cfg(test)]
mod tests;
