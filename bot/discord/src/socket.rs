//! One WebSocket to Discord's gateway: what arrives as text, and what is sent.
use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::{net::TcpStream, time::timeout};
use tokio_websockets::{
    ClientBuilder, CloseCode, Connector, Limits, MaybeTlsStream, Message, WebSocketStream,
};
use zstd::stream::raw::{Decoder, Operation as _};

/// How long Discord may take to open a connection, and to take a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of a message, packed or not. The largest tells about a server with all its channels.
const LARGEST: usize = 64 * 1024 * 1024;

/// How much is unpacked at a time.
const PIECE: usize = 32 * 1024;

/// A WebSocket. Discord packs all that it sends through one as a single stream.
pub(super) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    unpacker: Decoder<'static>,
    piece: Box<[u8]>,
}

/// What comes from a socket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FromSocket {
    Text(String),
    /// It is closed, with Discord's code if there is one. Nothing follows.
    Closed(Option<u16>),
}

impl Socket {
    /// Opens a socket to an address such as `wss://gateway.discord.gg`.
    ///
    /// # Errors
    /// If it can't be opened in time.
    pub(super) async fn open(address: &str, tls: &Arc<Connector>) -> anyhow::Result<Socket> {
        let address =
            format!("{}/?v=10&encoding=json&compress=zstd-stream", address.trim_end_matches('/'));
        let builder = ClientBuilder::new().uri(&address).context("its address isn't valid")?;
        let limits = Limits::default().max_payload_len(Some(LARGEST));
        let builder = builder.connector(tls).limits(limits);
        let (stream, _) =
            timeout(PATIENCE, builder.connect()).await.context("it takes too long")??;
        let piece = vec![0; PIECE].into_boxed_slice();
        Ok(Socket { stream, unpacker: Decoder::new()?, piece })
    }

    /// Waits for the next message. It can be called again after it was interrupted.
    ///
    /// # Errors
    /// If the connection breaks, or what comes can't be unpacked. Nothing follows.
    pub(super) async fn next(&mut self) -> anyhow::Result<FromSocket> {
        loop {
            let Some(message) = self.stream.next().await.transpose()? else {
                return Ok(FromSocket::Closed(None));
            };
            if let Some((code, _)) = message.as_close() {
                return Ok(FromSocket::Closed(Some(code.into())));
            }
            if let Some(text) = message.as_text() {
                return Ok(FromSocket::Text(text.to_owned()));
            }
            if message.is_binary() {
                return self.unpacked(message.as_payload()).map(FromSocket::Text);
            }
        }
    }

    fn unpacked(&mut self, packed: &[u8]) -> anyhow::Result<String> {
        let (mut rest, mut text) = (packed, Vec::new());
        loop {
            let done = self.unpacker.run_on_buffers(rest, &mut self.piece)?;
            rest = &rest[done.bytes_read..];
            text.extend_from_slice(&self.piece[..done.bytes_written]);
            if LARGEST < text.len() {
                bail!("a message is too large");
            }
            // A full piece may not have been everything.
            if rest.is_empty() && done.bytes_written < self.piece.len() {
                break;
            }
            if done.bytes_read + done.bytes_written == 0 {
                bail!("a message can't be unpacked");
            }
        }
        Ok(String::from_utf8(text)?)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection breaks, or Discord doesn't take it in time.
    pub(super) async fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        self.put(Message::text(message.to_string())).await
    }

    /// Says that the connection ends. What Discord sends until it closes can still be read.
    ///
    /// # Errors
    /// As [`Socket::send`].
    pub(super) async fn close(&mut self, code: u16) -> anyhow::Result<()> {
        self.put(Message::close(Some(CloseCode::try_from(code)?), "")).await
    }

    async fn put(&mut self, message: Message) -> anyhow::Result<()> {
        match timeout(PATIENCE, self.stream.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => bail!("a message isn't taken"),
        }
    }
}
