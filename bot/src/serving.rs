//! Serving pages over HTTP/1 without letting slow or idle clients take what the chats need.
use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{Router, body::Body, extract::ConnectInfo, http::Request};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_io_timeout::TimeoutStream;

/// How long to wait for clients.
#[derive(Clone, Copy)]
struct Patience {
    /// For the head of a request, from the moment its connection is free for it.
    head: Duration,
    /// For a client that reads nothing of what was sent.
    stalled: Duration,
}

const USUAL: Patience =
    Patience { head: Duration::from_secs(15), stalled: Duration::from_secs(30) };

/// The most connections at once. Others wait until one of them ends.
const MOST: usize = 2500;
/// How long to wait if no connection can be accepted, because no file descriptors are left.
const NO_FILES: Duration = Duration::from_secs(1);

/// One for all listeners, because they share the process's limit of open files.
static CONNECTIONS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(most())));

/// Returns the most connections: at most half of the files that this process may open.
#[cfg(unix)]
fn most() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    files.and_then(|it| usize::try_from(it / 2).ok()).map_or(MOST, |it| it.min(MOST))
}

#[cfg(not(unix))]
fn most() -> usize {
    MOST
}

/// Answers connections until the future is dropped. Handlers find the client's address as
/// `ConnectInfo<SocketAddr>`.
pub(crate) async fn serve(listener: TcpListener, app: Router) -> Infallible {
    serve_with(USUAL, listener, app).await
}

async fn serve_with(patience: Patience, listener: TcpListener, app: Router) -> Infallible {
    let app = TowerToHyperService::new(app);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head);
    loop {
        let free = CONNECTIONS.clone().acquire_owned().await;
        let (stream, from) = accept(&listener).await;
        let app = app.clone();
        let answers = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(from));
            app.call(request.map(Body::new))
        });
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience.stalled));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), answers);
        tokio::spawn(async move {
            // A client that breaks off or is too slow is no fault of ours.
            drop(connection.await);
            drop(free);
        });
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // The client has gone already.
            Err(err) if err.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(err) => {
                tracing::warn!(%err, "a connection could not be taken");
                tokio::time::sleep(NO_FILES).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::Pin,
        task::{Context, Poll},
    };

    use axum::{body::Bytes, extract::State, routing::get};
    use hyper::body::{Body as HttpBody, Frame};
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        sync::mpsc,
    };

    use super::*;

    /// A body without an end that says when it is dropped.
    struct Endless(mpsc::UnboundedSender<()>);

    impl Drop for Endless {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
        }
    }

    impl HttpBody for Endless {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 4096])))))
        }
    }

    const SHORT: Duration = Duration::from_millis(20);

    async fn served(patience: Patience) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
        let (dropped, drops) = mpsc::unbounded_channel();
        let endless = |State(dropped): State<mpsc::UnboundedSender<()>>| async move {
            Body::new(Endless(dropped))
        };
        let from = |ConnectInfo(from): ConnectInfo<SocketAddr>| async move { from.to_string() };
        let app = Router::new().route("/", get(from)).route("/endless", get(endless));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(serve_with(patience, listener, app.with_state(dropped)));
        (at, drops)
    }

    async fn ask(at: SocketAddr, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(at).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    #[tokio::test]
    async fn a_request_that_never_ends_is_given_up() {
        let (at, _drops) = served(Patience { head: SHORT, ..USUAL }).await;
        let mut half = TcpStream::connect(at).await.unwrap();
        half.write_all(b"GET / HTTP/1.1\r\nhost: h").await.unwrap();
        let mut said = Vec::new();
        half.read_to_end(&mut said).await.unwrap();
        assert!(!said.starts_with(b"HTTP/1.1 200"));
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_given_up() {
        let (at, mut drops) = served(Patience { stalled: SHORT, ..USUAL }).await;
        let _stalled = ask(at, "/endless").await;
        drops.recv().await.unwrap();
    }

    #[tokio::test]
    async fn slow_clients_hold_up_nobody_and_a_handler_knows_who_asks() {
        let (at, _drops) = served(USUAL).await;
        let mut slow = Vec::new();
        for _ in 0..50 {
            slow.push(ask(at, "/endless").await);
            let mut half = TcpStream::connect(at).await.unwrap();
            half.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            slow.push(half);
        }
        let mut answer = String::new();
        let mut stream = ask(at, "/").await;
        let own = stream.local_addr().unwrap().to_string();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(&own), "{answer}");
    }
}
