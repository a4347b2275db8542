//! Serving pages over HTTP/1 without letting slow or idle clients take what the chats need.
mod connection_limits;
mod words;

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, Request, Response, StatusCode, header},
    response::IntoResponse as _,
};
use hyper::{
    body::{Body as HttpBody, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Sleep, sleep},
};
use tokio_io_timeout::TimeoutStream;

use self::connection_limits::Doors;

pub use self::connection_limits::{MostConnections, client, is_own_name};

/// How long to wait for clients. What arrives bit by bit makes no wait longer.
#[derive(Clone, Copy)]
struct Patience {
    /// For the head of a request, from the moment its connection is free for it.
    head: Duration,
    /// For the body of a request, from the end of its head.
    body: Duration,
    /// For a client that reads nothing of what was sent.
    stalled: Duration,
}

const USUAL: Patience = Patience {
    head: Duration::from_secs(5),
    body: Duration::from_secs(10),
    stalled: Duration::from_secs(30),
};

/// How long to wait if no connection can be accepted, because no file descriptors are left.
const NO_FILES: Duration = Duration::from_secs(1);

/// Answers connections until the future is dropped. Handlers find the client's address as
/// `ConnectInfo<SocketAddr>`.
pub async fn serve(listener: TcpListener, app: Router, most: MostConnections) -> Infallible {
    serve_with(USUAL, listener, app, most).await
}

async fn serve_with(
    patience: Patience,
    listener: TcpListener,
    app: Router,
    most: MostConnections,
) -> Infallible {
    let app = TowerToHyperService::new(app);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head);
    let doors = Doors::new(most);
    loop {
        let free = doors.free().await;
        let (stream, from) = accept(&listener).await;
        let Some(seat) = doors.seat(from, free) else { continue };
        let app = app.clone();
        let answers = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(from));
            let answer = match refused(request.headers()) {
                Some(refused) => Err(refused),
                None => {
                    Ok(app.call(request.map(|body| Body::new(Hurried::new(body, patience.body)))))
                }
            };
            async move {
                match answer {
                    Ok(answer) => answer.await,
                    Err(refused) => Ok(refused),
                }
            }
        });
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience.stalled));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), answers);
        tokio::spawn(async move {
            // A client that breaks off or is too slow is no fault of ours.
            drop(connection.await);
            drop(seat);
        });
    }
}

/// Refuses a request whose body has no length. A server before this one may read `Content-Length`, and this one
/// `Transfer-Encoding`, so that both see different requests.
fn refused(headers: &HeaderMap) -> Option<Response<Body>> {
    headers.contains_key(header::TRANSFER_ENCODING).then(|| {
        let close = [(header::CONNECTION, "close")];
        (StatusCode::LENGTH_REQUIRED, close, words::no_length()).into_response()
    })
}

/// The body of a request, which ends with an error if it takes too long.
struct Hurried {
    body: Incoming,
    late: Pin<Box<Sleep>>,
}

impl Hurried {
    fn new(body: Incoming, patience: Duration) -> Hurried {
        Hurried { body, late: Box::pin(sleep(patience)) }
    }
}

impl HttpBody for Hurried {
    type Data = <Incoming as HttpBody>::Data;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if self.late.as_mut().poll(cx).is_ready() {
            let late = io::Error::from(io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(late.into())));
        }
        Pin::new(&mut self.body).poll_frame(cx).map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
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
    use axum::{
        body::Bytes,
        extract::State,
        routing::{get, post},
    };
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpSocket,
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

    const MANY: MostConnections = MostConnections { all: 500, from_one: None };

    async fn served(patience: Patience) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
        served_to(patience, MANY).await
    }

    async fn served_to(
        patience: Patience,
        most: MostConnections,
    ) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
        let (dropped, drops) = mpsc::unbounded_channel();
        let endless = |State(dropped): State<mpsc::UnboundedSender<()>>| async move {
            Body::new(Endless(dropped))
        };
        let from = |ConnectInfo(from): ConnectInfo<SocketAddr>| async move { from.to_string() };
        let read = |body: Bytes| async move { body.len().to_string() };
        let app = Router::new().route("/", get(from)).route("/endless", get(endless));
        let app = app.route("/read", post(read));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(serve_with(patience, listener, app.with_state(dropped), most));
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

    /// Sends something and reads all that is answered until the connection is closed.
    async fn said(mut stream: TcpStream, sent: &str) -> String {
        // A connection that is reset is closed too.
        drop(stream.write_all(sent.as_bytes()).await);
        let mut answer = String::new();
        drop(stream.read_to_string(&mut answer).await);
        answer
    }

    /// Connects from another address of this machine.
    async fn connected(from: &str, at: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        socket.connect(at).await.unwrap()
    }

    #[tokio::test]
    async fn a_body_that_comes_bit_by_bit_is_given_up() {
        let (at, _drops) = served(Patience { body: SHORT, ..USUAL }).await;
        let mut slow = TcpStream::connect(at).await.unwrap();
        let head = "POST /read HTTP/1.1\r\nhost: here\r\ncontent-length: 1000000\r\n\r\n";
        slow.write_all(head.as_bytes()).await.unwrap();
        let (mut answers, mut asks) = slow.into_split();
        let dripping = tokio::spawn(async move {
            while asks.write_all(b"x").await.is_ok() {
                tokio::time::sleep(SHORT / 10).await;
            }
        });
        let mut answer = Vec::new();
        drop(answers.read_to_end(&mut answer).await);
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
        drop(answers);
        dripping.await.unwrap();
    }

    #[tokio::test]
    async fn a_connection_that_asks_for_nothing_is_closed() {
        let (at, _drops) = served(Patience { head: SHORT, ..USUAL }).await;
        let kept = "GET / HTTP/1.1\r\nhost: here\r\n\r\n";
        let answer = said(TcpStream::connect(at).await.unwrap(), kept).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(said(TcpStream::connect(at).await.unwrap(), "").await, "");
    }

    #[tokio::test]
    async fn one_address_cannot_take_all_connections() {
        let most = MostConnections { all: 500, from_one: Some(3) };
        let (at, _drops) = served_to(USUAL, most).await;
        let mut idle = Vec::new();
        for _ in 0..20 {
            idle.push(connected("127.0.0.1", at).await);
        }
        let asks = "GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        let other = said(connected("127.0.0.2", at).await, asks).await;
        assert!(other.starts_with("HTTP/1.1 200"), "{other}");
        let mut refused = idle.split_off(3).into_iter();
        assert_eq!(said(refused.next().unwrap(), asks).await, "", "it has three already");
        // Those that are left are its own, and free again when they end.
        for stream in idle {
            assert!(said(stream, asks).await.starts_with("HTTP/1.1 200"));
        }
        while !said(connected("127.0.0.1", at).await, asks).await.starts_with("HTTP/1.1 200") {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_request_has_one_length() {
        let (at, _drops) = served(USUAL).await;
        let lengths = ["content-length: 3", "transfer-encoding: chunked"];
        for order in [[0, 1], [1, 0]] {
            let [one, other] = order.map(|place: usize| lengths[place]);
            let asks =
                format!("POST /read HTTP/1.1\r\nhost: here\r\n{one}\r\n{other}\r\n\r\n0\r\n\r\n");
            let answer = said(TcpStream::connect(at).await.unwrap(), &asks).await;
            assert!(answer.starts_with("HTTP/1.1 411"), "{answer}");
        }
        let asks = "POST /read HTTP/1.1\r\nhost: here\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc";
        let answer = said(TcpStream::connect(at).await.unwrap(), asks).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with('3'), "{answer}");
    }
}
