//! The shards that run in this process, and what is stored so that their sessions can be resumed.
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serenity::model::gateway::BotGateway;
use service::Service;
use store::{
    GatewaySession,
    peers::{Duties, HeldShards, Peers},
};
use tokio::{
    sync::{Notify, watch},
    task::{JoinError, JoinSet},
    time::interval,
};
use tokio_websockets::Connector;

use super::{
    account::Account,
    bot::{Bot, CHAT},
    connection::{self, GatewayAccess, Leave, ShardLeft},
    identify::Turns,
    service_access::ServiceAccess,
    session::Session,
};

/// How often sessions are stored. A new one is stored at once: what isn't stored is lost when the
/// program is killed, and then another process begins anew.
const STORED: Duration = Duration::from_secs(1);

/// The shards that run here.
#[derive(Default)]
pub(super) struct Shards {
    running: Mutex<BTreeMap<u32, Arc<Running>>>,
    /// What is stored of each. Locked while it is being stored, so that nothing older follows.
    stored: tokio::sync::Mutex<HashMap<u32, GatewaySession>>,
    /// Notified when a session has begun or ended.
    changed: Arc<Notify>,
    /// Those that have been connected before.
    connected: Arc<Mutex<HashSet<u32>>>,
}

/// A shard that runs here.
pub(super) struct Running {
    pub(super) shard: u32,
    pub(super) shards: u32,
    /// When Discord last sent something.
    heard: Mutex<Option<Instant>>,
    session: Mutex<Option<Arc<Session>>>,
    changed: Arc<Notify>,
    connected: Arc<Mutex<HashSet<u32>>>,
    /// Whether another process may run it from now on.
    handed_over: AtomicBool,
    leave: watch::Sender<Option<Leave>>,
}

/// Why no shard runs any more.
pub(super) enum ShardsEnded {
    /// The program is ending.
    Stopped,
    /// Discord refuses the bot for this reason, and always will.
    Refused(&'static str),
    /// Discord has to be asked again how many there have to be.
    Anew,
}

/// The shards that this process has to run.
struct ShardShare {
    /// How many there are, over all processes.
    count: u32,
    held: BTreeSet<u32>,
    /// Those to hand over to another process.
    leaving: BTreeSet<u32>,
}

impl Shards {
    /// Runs this process's share of the shards until the program ends, or Discord refuses them.
    ///
    /// # Errors
    /// If TLS can't be set up.
    pub(super) async fn run(
        self: &Arc<Shards>,
        bot: &Arc<Bot>,
        token: &str,
        gateway: &BotGateway,
    ) -> anyhow::Result<ShardsEnded> {
        let access = Arc::new(access(&bot.peers, token, gateway)?);
        let recommended = gateway.shards.max(1);
        bot.peers.wants_shards(recommended);
        let mut duties = bot.peers.duties();
        let mut tasks = JoinSet::new();
        let ended = loop {
            let share = ShardShare::of(&duties.borrow_and_update(), recommended);
            for running in self.follow(&share) {
                tasks.spawn(self.clone().keep_running(bot.clone(), access.clone(), running));
            }
            for shard in self.never_run(&share) {
                bot.peers.gave_up(shard);
            }
            let changed = async {
                if duties.changed().await.is_err() {
                    // They never change.
                    std::future::pending::<()>().await;
                }
            };
            tokio::select! {
                () = bot.stopped() => break ShardsEnded::Stopped,
                () = changed => {}
                // One that left may have to run again.
                Some(left) = tasks.join_next() => if let Some(ended) = ended(left) {
                    break ended;
                },
            }
        };
        for running in self.all() {
            running.leave(Leave::InOrder);
        }
        while tasks.join_next().await.is_some() {}
        locked(&self.running).clear();
        Ok(ended)
    }

    /// Has the shards leave that aren't this process's any more. Returns those to run.
    fn follow(&self, share: &ShardShare) -> Vec<Arc<Running>> {
        let mut all = locked(&self.running);
        for running in all.values() {
            let (shard, counts) = (running.shard, running.shards == share.count);
            if !counts || !share.held.contains(&shard) {
                let handed_over = share.leaving.contains(&shard);
                running.leave(if handed_over { Leave::InOrder } else { Leave::AtOnce });
            }
        }
        let missing: Vec<u32> =
            share.held.iter().copied().filter(|shard| !all.contains_key(shard)).collect();
        let run = |shard| Arc::new(Running::new(shard, share.count, self));
        let new = missing.into_iter().map(run);
        let new: Vec<Arc<Running>> = new.collect();
        all.extend(new.iter().map(|running| (running.shard, running.clone())));
        new
    }

    /// Returns the shards to hand over that don't run here.
    fn never_run(&self, share: &ShardShare) -> Vec<u32> {
        let all = locked(&self.running);
        share.leaving.iter().copied().filter(|shard| !all.contains_key(shard)).collect()
    }

    /// Runs a shard, and stores its session when it has left in order.
    async fn keep_running(
        self: Arc<Shards>,
        bot: Arc<Bot>,
        access: Arc<GatewayAccess>,
        running: Arc<Running>,
    ) -> ShardLeft {
        if let Some(stored) = self.resumable(&bot.account, &bot.service, &running).await {
            let GatewaySession { session, address, sequence, .. } = stored;
            let number = u64::try_from(sequence).unwrap_or(0);
            running.have(Some(Arc::new(Session::new(session, address, number))));
        }
        let left = connection::run(&bot, &access, &running).await;
        if left == ShardLeft::AsAsked(Leave::InOrder) {
            running.handed_over.store(true, Ordering::Relaxed);
            self.store(&bot.account, &bot.service, |_| vec![running.clone()]).await;
            bot.peers.gave_up(running.shard);
        }
        locked(&self.running).remove(&running.shard);
        left
    }

    /// Returns the stored session of a shard, if it can be resumed: one of this bot, of as many shards.
    async fn resumable(
        &self,
        account: &Account,
        service: &ServiceAccess,
        running: &Running,
    ) -> Option<GatewaySession> {
        let (shard, account) = (running.shard, name(account)?);
        let stored =
            service.kept(move |service| service.keep(|tx| tx.gateway_session(shard))).await??;
        self.stored.lock().await.insert(shard, stored.clone());
        (stored.shards == running.shards && stored.account == account).then_some(stored)
    }

    /// Keeps storing how far the events of each session are handled, and recording when the shard that was silent for
    /// longest last heard from Discord.
    pub(super) async fn watch(&self, bot: &Bot) {
        let mut beat = interval(STORED);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = self.changed.notified() => {}
            }
            // `None`, a shard that never heard anything, is the minimum.
            if let Some(Some(at)) = self.all().iter().map(|running| *locked(&running.heard)).min() {
                bot.dispatcher.service().metrics().hear_at(CHAT, at);
            }
            self.store(&bot.account, &bot.service, Shards::all_own).await;
        }
    }

    /// Stores the sessions of some shards where they have changed.
    async fn store(
        &self,
        account: &Account,
        service: &ServiceAccess,
        some: impl FnOnce(&Shards) -> Vec<Arc<Running>>,
    ) {
        let Some(account) = name(account) else { return };
        let mut stored = self.stored.lock().await;
        let (mut changed, mut ended) = (Vec::new(), Vec::new());
        for running in some(self) {
            match running.stored(&account) {
                Some(now) if stored.get(&running.shard) != Some(&now) => changed.push(now),
                None if stored.contains_key(&running.shard) => ended.push(running.shard),
                _ => {}
            }
        }
        if changed.is_empty() && ended.is_empty() {
            return;
        }
        let (kept, forgotten) = (changed.clone(), ended.clone());
        let job = move |service: &mut Service| {
            service.keep(|tx| tx.keep_gateway_sessions(&changed, &ended))
        };
        if service.kept(job).await.is_some() {
            stored.extend(kept.into_iter().map(|session| (session.shard, session)));
            stored.retain(|shard, _| !forgotten.contains(shard));
        }
    }

    fn all(&self) -> Vec<Arc<Running>> {
        locked(&self.running).values().cloned().collect()
    }

    /// Returns those that no other process may run.
    fn all_own(&self) -> Vec<Arc<Running>> {
        let own = |it: &Arc<Running>| !it.handed_over.load(Ordering::Relaxed);
        self.all().into_iter().filter(own).collect()
    }
}

impl Running {
    fn new(shard: u32, shards: u32, all: &Shards) -> Running {
        Running {
            shard,
            shards,
            heard: Mutex::default(),
            session: Mutex::default(),
            changed: all.changed.clone(),
            connected: all.connected.clone(),
            handed_over: AtomicBool::default(),
            leave: watch::Sender::new(None),
        }
    }

    /// Records that the shard has connected. Returns whether it was connected before.
    pub(super) fn reconnects(&self) -> bool {
        !locked(&self.connected).insert(self.shard)
    }

    /// Has the shard leave. What was said first counts, unless it has to be quicker.
    fn leave(&self, how: Leave) {
        self.leave.send_if_modified(|said| {
            let changes = said.is_none() || *said == Some(Leave::InOrder) && how == Leave::AtOnce;
            *said = if changes { Some(how) } else { *said };
            changes
        });
    }

    /// Returns a receiver for how the shard has to leave, once it has to.
    pub(super) fn leaves(&self) -> watch::Receiver<Option<Leave>> {
        self.leave.subscribe()
    }

    /// Records that Discord sent something.
    pub(super) fn hears(&self) {
        *locked(&self.heard) = Some(Instant::now());
    }

    /// Records the session; nothing if it has ended.
    pub(super) fn have(&self, session: Option<Arc<Session>>) {
        *locked(&self.session) = session;
        self.changed.notify_one();
    }

    pub(super) fn session(&self) -> Option<Arc<Session>> {
        locked(&self.session).clone()
    }

    /// Returns what to store of the session.
    fn stored(&self, account: &str) -> Option<GatewaySession> {
        let session = self.session()?;
        Some(GatewaySession {
            shard: self.shard,
            shards: self.shards,
            account: account.to_owned(),
            session: session.id.clone(),
            address: session.address.clone(),
            sequence: i64::try_from(session.handled()).ok()?,
        })
    }
}

impl ShardShare {
    fn of(duties: &Duties, recommended: u32) -> ShardShare {
        match &duties.shards {
            HeldShards::All => {
                let held = (0..recommended).collect();
                ShardShare { count: recommended, held, leaving: BTreeSet::new() }
            }
            HeldShards::Only { count, held, leaving } => {
                ShardShare { count: *count, held: held.clone(), leaving: leaving.clone() }
            }
        }
    }
}

/// Tells why all shards have to end after one has, if they have to.
fn ended(left: Result<ShardLeft, JoinError>) -> Option<ShardsEnded> {
    match left {
        Ok(ShardLeft::AsAsked(_)) => None,
        Ok(ShardLeft::Refused(why)) => Some(ShardsEnded::Refused(why)),
        Ok(ShardLeft::TooFew) => {
            tracing::error!("there are too few shards now");
            Some(ShardsEnded::Anew)
        }
        Err(err) => {
            tracing::error!(%err, "a shard broke");
            Some(ShardsEnded::Anew)
        }
    }
}

/// Returns what all shards have in common.
///
/// # Errors
/// If TLS can't be set up.
fn access(peers: &Peers, token: &str, gateway: &BotGateway) -> anyhow::Result<GatewayAccess> {
    let tls = if gateway.url.starts_with("wss") { Connector::new()? } else { Connector::Plain };
    Ok(GatewayAccess {
        token: token.trim().trim_start_matches("Bot ").to_owned(),
        address: gateway.url.clone(),
        turns: Turns::new(&gateway.session_start_limit, peers.clone()),
        tls: Arc::new(tls),
    })
}

/// Names the bot that sessions belong to.
fn name(account: &Account) -> Option<String> {
    Some(account.who()?.application.to_string())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
