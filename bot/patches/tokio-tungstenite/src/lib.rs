//! Passes tokio-tungstenite 0.24 on to serenity, which asks for 0.21. What a server sends can be
//! changed before serenity reads it.
use std::{
    pin::Pin,
    sync::OnceLock,
    task::{Context, Poll},
};

use futures_util::{Sink, Stream};
pub use newer::*;
use newer::tungstenite::{Error, Message, protocol::CloseFrame};
#[cfg(feature = "connect")]
use newer::tungstenite::{
    client::IntoClientRequest, handshake::client::Response, protocol::WebSocketConfig,
};
use tokio::io::{AsyncRead, AsyncWrite};
#[cfg(feature = "connect")]
use tokio::net::TcpStream;

/// Changes a message from a server, or leaves it as it is.
pub type Change = fn(Message) -> Message;

static CHANGE: OnceLock<Change> = OnceLock::new();

/// Has all messages from servers changed, from now on. The first call decides.
pub fn change_incoming(change: Change) {
    CHANGE.get_or_init(|| change);
}

/// A connection as a client.
pub struct WebSocketStream<S>(newer::WebSocketStream<S>);

/// Connects to a server.
#[cfg(feature = "connect")]
pub async fn connect_async_with_config<R: IntoClientRequest + Unpin>(
    request: R,
    config: Option<WebSocketConfig>,
    disable_nagle: bool,
) -> Result<(WebSocketStream<MaybeTlsStream<TcpStream>>, Response), Error> {
    let (stream, response) =
        newer::connect_async_with_config(request, config, disable_nagle).await?;
    Ok((WebSocketStream(stream), response))
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocketStream<S> {
    /// Closes the connection.
    pub async fn close(&mut self, frame: Option<CloseFrame<'_>>) -> Result<(), Error> {
        self.0.close(frame).await
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for WebSocketStream<S> {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut self.0).poll_next(context);
        match CHANGE.get() {
            Some(change) => next.map(|it| it.map(|it| it.map(change))),
            None => next,
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Sink<Message> for WebSocketStream<S> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.0).poll_ready(context)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        Pin::new(&mut self.0).start_send(message)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.0).poll_close(context)
    }
}
