//! The games in a browser: the local room, and a page for every shared match.
mod asked;
mod assets;
mod chat;
mod entry;
mod guard;
mod handle;
mod html;
mod journal;
mod live;
mod pages;
mod review;
mod room;
mod routes;
mod server;
mod words;

use std::{
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use axum::middleware;
use render::Painter;
use tokio::{net::TcpListener, sync::Notify};

use self::{handle::Handle, live::Live, pages::Pages, room::WebRoom};
use crate::{
    config::Web,
    plain,
    service::{Queue, Service},
    serving,
    way::ChatAccess,
};

/// The default address of the room.
const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8017);

/// Who can reach the room.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The address to listen on; by default only this machine can reach it.
    pub listen: Option<SocketAddr>,
    /// A secret path segment of the room's URL. Any other path is a 404.
    pub token: Option<String>,
}

impl Access {
    /// Checks that a public address has a token.
    ///
    /// # Errors
    /// If it has none; the message says what to do.
    pub fn check(&self) -> anyhow::Result<()> {
        let fits = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        match &self.token {
            Some(token) if token.len() < 16 || !token.chars().all(fits) => {
                bail!("--token needs at least 16 letters, digits, `-` or `_`")
            }
            None if self.listen.is_some_and(|it| !it.ip().is_loopback()) => bail!(
                "anyone who finds that address could play here as anyone: add --token WORD, or listen on 127.0.0.1"
            ),
            Some(_) | None => Ok(()),
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
    let base = access.token.as_ref().map_or_else(String::new, |it| format!("/{it}"));
    let (queue, painter) = (Handle::new(queue), Arc::new(Painter::new()));
    // Shared matches are served here too.
    let address = format!("http://{listen}");
    let shared = address.clone();
    let opens = move |service: &mut Service| {
        service.share_at(Some(shared));
        service.edit_here();
    };
    queue.ask(opens).await?;
    let live = Arc::new(Live::default());
    let pages = Pages::new(queue.clone(), painter.clone(), live.clone(), &address, false);
    let room = WebRoom::open(queue.clone(), painter).await?;
    let room_routes = routes::routes(room.clone(), &base, listen);
    let app = room_routes.merge(pages::routes(pages)).layer(middleware::from_fn(guard::strict));
    let mut out = plain::stdout();
    writeln!(out, "{}", words::room_is_open(&format!("{address}{base}/")))?;
    out.flush()?;
    drop(out);
    let result = tokio::select! {
        never = serving::serve(listener, app) => match never {},
        ended = room.keep_time(thoughts) => ended,
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
    let app = pages::routes(pages).layer(middleware::from_fn(guard::strict));
    tokio::select! {
        never = serving::serve(listener, app) => match never {},
        () = live.look(queue) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_address_than_this_machine_wants_a_token() {
        let access = |listen: &str, token: Option<&str>| {
            let listen = Some(listen.parse().unwrap());
            Access { listen, token: token.map(str::to_owned) }.check().is_ok()
        };
        assert!(access("127.0.0.1:0", None) && access("[::1]:0", None));
        assert!(!access("0.0.0.0:80", None) && !access("192.0.2.1:80", Some("short")));
        assert!(access("0.0.0.0:80", Some("0123456789abcdef")));
        assert!(!access("127.0.0.1:0", Some("0123456789abcdef/..")));
    }
}
