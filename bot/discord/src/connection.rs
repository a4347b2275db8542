//! The connections of one shard, one after the other: what it hears, when it connects again, and how it ends so that
//! another process can go on with its session.
use std::{borrow::Cow, pin::Pin, sync::Arc, time::Duration};

use model::backoff::{Backoff, Pauses};
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::model::{event::Event, gateway::GatewayIntents};
use tokio::{
    sync::watch,
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep, timeout},
};
use tokio_websockets::Connector;

use super::{
    bot::{Bot, CHAT},
    identify::Turns,
    receive,
    session::Session,
    shards::Running,
    socket::{FromSocket, Socket},
    submission, words,
};

/// The kinds of messages of the gateway.
const EVENT: u8 = 0;
const HEARTBEAT: u8 = 1;
const IDENTIFY: u8 = 2;
const RESUME: u8 = 6;
const RECONNECT: u8 = 7;
const INVALID_SESSION: u8 = 9;
const HELLO: u8 = 10;
const HEARTBEAT_ACK: u8 = 11;

/// The events the bot needs, none of them privileged.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// The pauses between connections. Discord lets a bot begin a thousand sessions a day, so a shard whose sessions all end at
/// once stays below that.
pub(super) const PAUSES: Pauses = Pauses {
    shortest: Duration::from_secs(1),
    longest: Duration::from_secs(120),
    held: Duration::from_secs(30),
};

/// How often a session is tried to be resumed until it is given up for a new one.
const RESUMED_WITHIN: u32 = 5;

/// The code of a connection that ends while its session goes on.
const GOES_ON: u16 = 4000;

/// How long Discord may take to close a connection.
const CLOSED_WITHIN: Duration = Duration::from_secs(2);

/// How long a shard that leaves waits for what it has received to be handled. What isn't by then is received again by the
/// process that resumes the session.
const FINISHED_WITHIN: Duration = Duration::from_secs(1);

/// What the shards of this process have in common.
pub(super) struct GatewayAccess {
    pub(super) token: String,
    /// Where new sessions begin.
    pub(super) address: String,
    pub(super) turns: Turns,
    pub(super) tls: Arc<Connector>,
}

/// How a shard has to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// So that its session can be resumed.
    InOrder,
    /// At once, because another process has it.
    AtOnce,
}

/// Why a shard ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShardLeft {
    AsAsked(Leave),
    /// Discord refuses the bot for this reason, and always will.
    Refused(&'static str),
    /// There have to be more shards.
    TooFew,
}

/// What comes before the content of a message.
#[derive(Deserialize)]
struct Head<'a> {
    op: u8,
    #[serde(rename = "s")]
    number: Option<u64>,
    #[serde(rename = "t", borrow)]
    kind: Option<Cow<'a, str>>,
}

/// The rest of a message.
#[derive(Deserialize)]
struct Content<T> {
    d: T,
}

#[derive(Deserialize)]
struct Hello {
    /// In milliseconds.
    heartbeat_interval: u64,
}

#[derive(Deserialize)]
struct Ready {
    session_id: String,
    resume_gateway_url: String,
}

/// A shard and what it knows about its connections.
struct ShardLife<'a> {
    bot: &'a Arc<Bot>,
    gateway: &'a GatewayAccess,
    running: &'a Running,
    backoff: Backoff,
    /// How many connections were asked to resume the session, and didn't.
    not_resumed: u32,
    /// Whether the address where the session is resumed can't be reached.
    unreachable: bool,
}

/// One connection.
struct Connection {
    socket: Socket,
    beat: Option<Interval>,
    /// Whether the last heartbeat was sent and nothing has come since.
    unanswered: bool,
    /// The turn to begin a session, while it is waited for.
    turn: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

/// Why a connection ended.
enum ConnectionEnd {
    /// It can be made again.
    Again,
    Refused(ShardLeft),
}

/// Stays connected until the shard has to leave, or Discord refuses it.
pub(super) async fn run(bot: &Arc<Bot>, gateway: &GatewayAccess, running: &Running) -> ShardLeft {
    let backoff = Backoff::new(PAUSES);
    let mut life = ShardLife { bot, gateway, running, backoff, not_resumed: 0, unreachable: false };
    let mut leaves = running.leaves();
    let mut connection = None;
    let leave = loop {
        let ended = tokio::select! {
            biased;
            leave = asked(&mut leaves) => break leave,
            ended = life.connect(&mut connection) => ended,
        };
        connection = None;
        if let ConnectionEnd::Refused(left) = ended {
            return left;
        }
        let pause = life.backoff.next_pause();
        tracing::info!(shard = running.shard, ?pause, "connects again");
        tokio::select! {
            biased;
            leave = asked(&mut leaves) => break leave,
            () = sleep(pause) => {}
        }
    };
    if leave == Leave::InOrder {
        life.close(connection).await;
    }
    ShardLeft::AsAsked(leave)
}

async fn asked(leaves: &mut watch::Receiver<Option<Leave>>) -> Leave {
    match leaves.wait_for(Option::is_some).await.as_deref() {
        Ok(Some(leave)) => *leave,
        // Nobody holds the shard any more.
        Ok(None) | Err(_) => Leave::AtOnce,
    }
}

impl ShardLife<'_> {
    /// Connects, and handles what comes until the connection ends.
    async fn connect(&mut self, place: &mut Option<Connection>) -> ConnectionEnd {
        let shard = self.running.shard;
        if !self.bot.peers.is_current() {
            return ConnectionEnd::Again;
        }
        let session = self.running.session();
        let resumes_at = session.map(|it| it.address.clone()).filter(|_| !self.unreachable);
        let address = resumes_at.as_ref().unwrap_or(&self.gateway.address);
        let socket = match Socket::open(address, &self.gateway.tls).await {
            Ok(socket) => socket,
            Err(err) => {
                tracing::warn!(shard, "can't connect: {err:#}");
                self.unreachable = resumes_at.is_some();
                return ConnectionEnd::Again;
            }
        };
        self.unreachable = false;
        let connection =
            place.insert(Connection { socket, beat: None, unanswered: false, turn: None });
        match self.converse(connection).await {
            Ok(ended) => ended,
            Err(err) => {
                tracing::info!(shard, "the connection breaks: {err:#}");
                ConnectionEnd::Again
            }
        }
    }

    /// # Errors
    /// If the connection breaks.
    async fn converse(&mut self, connection: &mut Connection) -> anyhow::Result<ConnectionEnd> {
        loop {
            let text = tokio::select! {
                next = connection.socket.next() => match next? {
                    FromSocket::Text(text) => text,
                    FromSocket::Closed(code) => return Ok(self.closed(code)),
                },
                () = due(connection.beat.as_mut()) => {
                    if std::mem::replace(&mut connection.unanswered, true) {
                        anyhow::bail!("a heartbeat isn't answered");
                    }
                    self.beat(connection).await?;
                    continue;
                }
                () = turn(connection.turn.as_mut()) => {
                    connection.turn = None;
                    connection.socket.send(&self.identification()).await?;
                    continue;
                }
            };
            connection.unanswered = false;
            if let Some(ended) = self.hear(connection, &text).await? {
                return Ok(ended);
            }
        }
    }

    /// Handles a message. Returns why the connection ends, if it does.
    ///
    /// # Errors
    /// If the connection breaks.
    async fn hear(
        &mut self,
        connection: &mut Connection,
        text: &str,
    ) -> anyhow::Result<Option<ConnectionEnd>> {
        let head = match serde_json::from_str::<Head<'_>>(text) {
            Ok(head) => head,
            Err(err) => {
                tracing::error!(%err, "a message of the gateway can't be read");
                return Ok(None);
            }
        };
        match (head.op, head.number, head.kind) {
            (EVENT, Some(number), Some(kind)) => {
                if !self.bot.peers.is_current() {
                    // Another process may have the shard by now, and gets this event again.
                    return Ok(Some(ConnectionEnd::Again));
                }
                self.running.hears();
                self.event((number, &kind), text);
            }
            (HEARTBEAT, ..) => self.beat(connection).await?,
            (HEARTBEAT_ACK, ..) => self.running.hears(),
            (HELLO, ..) => self.greet(connection, text).await?,
            (RECONNECT, ..) => {
                connection.socket.close(GOES_ON).await?;
                return Ok(Some(ConnectionEnd::Again));
            }
            (INVALID_SESSION, ..) => {
                let resumable = serde_json::from_str(text).is_ok_and(|it: Content<bool>| it.d);
                if !resumable {
                    tracing::info!(shard = self.running.shard, "the session has ended");
                    self.running.have(None);
                }
                connection.socket.close(GOES_ON).await?;
                return Ok(Some(ConnectionEnd::Again));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Resumes the session, or waits for the turn to begin one.
    async fn greet(&mut self, connection: &mut Connection, text: &str) -> anyhow::Result<()> {
        let Content { d: hello } = serde_json::from_str::<Content<Hello>>(text)?;
        let every = Duration::from_millis(hello.heartbeat_interval.max(1));
        // The first one comes by chance, so that not everybody's come at the same moment.
        let first = Instant::now() + every.mul_f64(rand::random());
        let mut beat = interval_at(first, every);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        connection.beat = Some(beat);
        let Some(session) = self.running.session() else {
            let (turns, shard) = (self.gateway.turns.clone(), self.running.shard);
            connection.turn = Some(Box::pin(async move { turns.turn(shard).await }));
            return Ok(());
        };
        self.not_resumed += 1;
        let resume = json!({ "op": RESUME, "d": {
            "token": self.gateway.token, "session_id": session.id, "seq": session.received(),
        } });
        connection.socket.send(&resume).await
    }

    fn identification(&self) -> Value {
        json!({ "op": IDENTIFY, "d": {
            "token": self.gateway.token,
            "intents": INTENTS.bits(),
            "properties": { "os": std::env::consts::OS, "browser": "draughtsman", "device": "draughtsman" },
            "shard": [self.running.shard, self.running.shards],
        } })
    }

    async fn beat(&self, connection: &mut Connection) -> anyhow::Result<()> {
        let received = self.running.session().map(|it| it.received());
        connection.socket.send(&json!({ "op": HEARTBEAT, "d": received })).await
    }

    fn closed(&mut self, code: Option<u16>) -> ConnectionEnd {
        let shard = self.running.shard;
        tracing::info!(shard, code, "the connection ends");
        match code {
            Some(4004) => {
                return ConnectionEnd::Refused(ShardLeft::Refused(words::authentication_failed()));
            }
            Some(4010 | 4011) => return ConnectionEnd::Refused(ShardLeft::TooFew),
            Some(4012) => {
                return ConnectionEnd::Refused(ShardLeft::Refused(words::version_too_old()));
            }
            Some(4013 | 4014) => {
                return ConnectionEnd::Refused(ShardLeft::Refused(words::intents_not_allowed()));
            }
            // Discord knows the session no longer.
            Some(4007 | 4009) => self.running.have(None),
            _ => {}
        }
        if RESUMED_WITHIN <= self.not_resumed {
            tracing::warn!(shard, "the session can't be resumed; a new one begins");
            self.not_resumed = 0;
            self.running.have(None);
        }
        ConnectionEnd::Again
    }

    /// Ends the connection, so that Discord keeps the session and what happens from now on. Handles what comes before that.
    async fn close(&mut self, connection: Option<Connection>) {
        if let Some(mut connection) = connection {
            let closed = async {
                connection.socket.close(GOES_ON).await?;
                while let FromSocket::Text(text) = connection.socket.next().await? {
                    let head = serde_json::from_str::<Head<'_>>(&text)?;
                    if let (EVENT, Some(number), Some(kind)) = (head.op, head.number, head.kind) {
                        self.event((number, &kind), &text);
                    }
                }
                anyhow::Ok(())
            };
            match timeout(CLOSED_WITHIN, closed).await {
                Ok(Ok(())) => {}
                // A connection that is broken is closed too.
                Ok(Err(err)) => tracing::info!("the connection breaks: {err:#}"),
                Err(_) => {
                    tracing::info!(
                        shard = self.running.shard,
                        "Discord doesn't close the connection"
                    );
                }
            }
        }
        if let Some(session) = self.running.session() {
            // What takes longer is received again.
            drop(timeout(FINISHED_WITHIN, session.is_idle()).await);
        }
    }

    fn event(&mut self, (number, kind): (u64, &str), text: &str) {
        let (bot, running) = (self.bot, self.running);
        if kind == "READY" {
            match serde_json::from_str::<Content<Ready>>(text) {
                Ok(Content { d: Ready { session_id, resume_gateway_url } }) => {
                    let session = Session::new(session_id, resume_gateway_url, number);
                    running.have(Some(Arc::new(session)));
                }
                Err(err) => tracing::error!(%err, "a session can't be resumed later"),
            }
        }
        if let "READY" | "RESUMED" = kind {
            tracing::info!(shard = running.shard, kind, "the shard is connected");
            self.not_resumed = 0;
            self.backoff.works(std::time::Instant::now());
            if kind == "RESUMED" {
                // That begins no session, so it costs none of those of the day.
                self.backoff.forgive();
            }
            if running.reconnects() {
                bot.dispatcher.service().metrics().reconnects.of(CHAT).count();
            }
        }
        let Some(session) = running.session() else { return };
        if !receive::is_read(&bot.account, kind, text) {
            return session.pass(number);
        }
        let event = match read(kind, text) {
            Ok(event) => event,
            Err(err) => {
                tracing::warn!(%err, kind, "an event can't be read");
                return session.pass(number);
            }
        };
        let added = bot.servers.learn(&event);
        let (of, handling) = (bot.clone(), session.begin(number));
        bot.dispatcher.spawn(async move {
            receive::handle(&of, event, added).await;
            handling.finish();
        });
    }
}

/// Waits for the next heartbeat; for ever before the first.
async fn due(beat: Option<&mut Interval>) {
    match beat {
        Some(beat) => {
            beat.tick().await;
        }
        None => std::future::pending().await,
    }
}

/// Waits for the turn to begin a session; for ever if none has to begin.
async fn turn(turn: Option<&mut Pin<Box<dyn Future<Output = ()> + Send>>>) {
    match turn {
        Some(turn) => turn.await,
        None => std::future::pending().await,
    }
}

/// Reads an event. Interactions are read as values first, because a submitted form has to be flattened for its type.
fn read(kind: &str, text: &str) -> serde_json::Result<Event> {
    if kind != "INTERACTION_CREATE" {
        return serde_json::from_str(text);
    }
    let mut event: Value = serde_json::from_str(text)?;
    submission::flatten(&mut event);
    serde_json::from_value(event)
}
