//! `draughtsman serve`: runs the configured chats and the web pages.
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::bail;
use config::Config;
use delivery::chat_access::ChatAccess;
use render::Painter;
use service::{Queue, RandomSource, Service};
use store::{Store, StoreError, peers::Peers};
use tokio::{
    sync::watch,
    task::{JoinHandle, JoinSet},
};

use super::{backups::keep_copies, check::parts, link_secret::link_secret};
use crate::{
    FEATURES,
    ticking::{InternalFault, keep_time},
};

#[cfg(feature = "operate")]
use operate::HealthWatch;

/// Runs the configured chats until all have ended.
///
/// # Errors
/// If there is none, or all of them failed.
pub(crate) fn serve(config: &Config) -> anyhow::Result<()> {
    parts(config).map_err(anyhow::Error::msg)?;
    if config.discord.token.is_none() && config.matrix.homeserver.is_none() {
        bail!(
            "no chat is configured. For Discord set DISCORD_TOKEN, or `discord.token` in {file}. For Matrix set \
             MATRIX_HOMESERVER and MATRIX_USER, or `matrix.homeserver` and `matrix.user` in {file}, and run `draughtsman matrix login`. Without a chat, `draughtsman` alone opens a local room",
            file = config::FILE
        );
    }
    let mut store = open(config)?;
    tracing::info!(version = env!("CARGO_PKG_VERSION"), database = %config.database, "begins");
    if let Some(replica) = &config.replica {
        store.read_from(replica)?;
    }
    let peers = join(&store, config)?;
    #[cfg(feature = "operate")]
    let reader = store.reader()?;
    let service =
        Service::new(store, RandomSource::System, &FEATURES).with_pings(config.pings_an_hour);
    let mut service = service.with_minds(config.practice.threads(), config.practice.pace());
    let thoughts = service.thoughts();
    if let Some(address) = &config.web.address {
        service.share_at(Some(address.clone()));
        service.link_by(link_secret(&config.database)?);
    }
    let (queue, closed) = Queue::open(service);
    let (stopping, stop) = watch::channel(false);
    let way = ChatAccess {
        queue,
        painter: Arc::new(Painter::new()),
        stop,
        peers: peers.clone(),
        database: config.database.neighbour(),
    };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(threads_for_chats()).enable_all().build()?.block_on(async {
        #[cfg(feature = "operate")]
        let health = health_tasks(config, &way, reader).await?;
        let mut time = tokio::spawn(keep_time(way.queue.clone(), peers.clone(), thoughts));
        let copies = tokio::spawn(keep_copies(
            config.backup.clone(),
            config.database.clone(),
            way.queue.clone(),
            way.stop.clone(),
        ));
        #[cfg(feature = "web")]
        let pages = tokio::spawn(web::serve_pages(config.web.clone(), way.clone()));
        let chats = chats(config, way);
        let result = attend(chats, &mut time, stopping.clone()).await;
        // Stop the pages once all chats have ended.
        stopping.send_replace(true);
        // How they ended doesn't matter any more.
        #[cfg(feature = "web")]
        drop(pages.await);
        time.abort();
        // A copy that is being written is finished.
        drop(copies.await);
        #[cfg(feature = "operate")]
        drop(health);
        // Wait until the service has finished; what it hasn't delivered is left to other processes.
        if let Ok(service) = closed.await {
            service.leave();
        }
        peers.leave().await;
        result
    })
}

/// How long to wait for another program to leave the database, and how long between attempts.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(200);

/// Opens the database. If another program has it, waits a while: it may be about to end, as when a bot is replaced.
///
/// # Errors
/// If the database can't be opened.
fn open(config: &Config) -> Result<Store, StoreError> {
    let until = Instant::now() + PATIENCE;
    let mut waits = false;
    loop {
        match config.database.share(config.sync, FEATURES.tables()) {
            Err(StoreError::Taken(_)) if Instant::now() < until => {
                if !std::mem::replace(&mut waits, true) {
                    tracing::warn!(database = %config.database, "another program has the database; waiting for it to end");
                }
                thread::sleep(PAUSE);
            }
            other => return other,
        }
    }
}

/// Joins the processes that share the database, if it can be shared.
fn join(store: &Store, config: &Config) -> Result<Peers, StoreError> {
    if let Some(side) = store.side()? {
        return Peers::join(side, config.matrix.homeserver.is_some());
    }
    // Without a server there are no others.
    Ok(Peers::alone())
}

/// Starts the notifications to systemd and, if configured, the status pages. They end when the
/// result is dropped.
///
/// # Errors
/// If the address of the pages can't be bound.
#[cfg(feature = "operate")]
async fn health_tasks(
    config: &Config,
    way: &ChatAccess,
    reader: Option<store::Reader>,
) -> anyhow::Result<JoinSet<()>> {
    let mut tasks = JoinSet::new();
    let configured = [
        (model::ids::Chat::Discord, config.discord.token.is_some()),
        (model::ids::Chat::Matrix, config.matrix.homeserver.is_some()),
    ];
    let chats: Vec<model::ids::Chat> =
        configured.into_iter().filter(|it| it.1).map(|it| it.0).collect();
    tasks.spawn(operate::when_ready(way.queue.shared_metrics(), chats.clone(), way.peers.clone()));
    if let (Some(listen), Some(reader)) = (config.operate.listen, reader) {
        let listener = operate::bind(listen).await?;
        let watch =
            HealthWatch::new(&way.queue, reader, way.database.clone(), chats, way.peers.clone());
        let (token, stop) = (config.operate.token.clone(), way.stop.clone());
        if let Some(warning) = operate::warning(&config.operate) {
            tracing::warn!("`operate.listen`: {warning}");
        }
        tasks.spawn(operate::show(listener, token, watch, stop));
    }
    Ok(tasks)
}

/// A chat's name and how it ended.
type EndedChat = (&'static str, anyhow::Result<()>);

/// Starts the configured chats, each in its own task.
#[cfg(any(feature = "discord", feature = "matrix"))]
fn chats(config: &Config, way: ChatAccess) -> JoinSet<EndedChat> {
    let mut chats = JoinSet::new();
    #[cfg(feature = "discord")]
    if config.discord.token.is_some() {
        let discord = discord::run(config.discord.clone(), way.clone());
        chats.spawn(async { ("Discord", discord.await) });
    }
    #[cfg(feature = "matrix")]
    if config.matrix.homeserver.is_some() {
        let matrix = hold_matrix(config.matrix.clone(), way.clone());
        chats.spawn(async { ("Matrix", matrix.await) });
    }
    // The service closes when the last `ChatAccess` is dropped. Each running chat holds one.
    drop(way);
    chats
}

/// How long to wait for a Matrix device that another process still uses.
#[cfg(feature = "matrix")]
const DEVICE_PAUSE: Duration = Duration::from_secs(1);

/// Runs Matrix while this process has the account.
///
/// # Errors
/// If Matrix fails here.
#[cfg(feature = "matrix")]
async fn hold_matrix(config: config::Matrix, mut way: ChatAccess) -> anyhow::Result<()> {
    let mut duties = way.peers.duties();
    let mut waits = false;
    loop {
        tokio::select! {
            Ok(_) = duties.wait_for(|it| it.matrix) => {}
            () = way.stopped() => return Ok(()),
        }
        let (quit, stop) = watch::channel(false);
        let (mut running, mut lost) = (way.clone(), way.peers.duties());
        let watching = tokio::spawn(async move {
            tokio::select! {
                Ok(_) = lost.wait_for(|it| !it.matrix) => tracing::warn!("another process has the Matrix account"),
                () = running.stopped() => {}
            }
            quit.send_replace(true);
        });
        let ended = matrix::run(config.clone(), ChatAccess { stop, ..way.clone() }).await;
        watching.abort();
        let in_use = ended.as_ref().is_err_and(matrix::is_in_use) && !way.peers.are_alone();
        if ended.is_err() && !in_use {
            way.peers.without_matrix();
        }
        way.queue.ask(|service| service.unlisten(model::ids::Chat::Matrix)).await??;
        // A process that stood still has the device until it notices that it lost the account.
        if in_use {
            if !std::mem::replace(&mut waits, true) {
                tracing::warn!("another process still uses the Matrix device; trying again");
            }
            drop(tokio::time::timeout(DEVICE_PAUSE, way.stopped()).await);
            continue;
        }
        waits = false;
        ended?;
        if *way.stop.borrow() {
            return Ok(());
        }
    }
}

/// Starts nothing, because this build has no chats.
#[cfg(not(any(feature = "discord", feature = "matrix")))]
fn chats(_: &Config, _: ChatAccess) -> JoinSet<EndedChat> {
    JoinSet::new()
}

/// Waits until all chats have ended. A failing chat doesn't stop the other; a signal stops both, and so does the end of
/// `time`, because the service does nothing more then.
///
/// # Errors
/// If all of them failed, or why time has ended.
async fn attend(
    mut chats: JoinSet<EndedChat>,
    time: &mut JoinHandle<anyhow::Error>,
    stopping: watch::Sender<bool>,
) -> anyhow::Result<()> {
    if chats.is_empty() {
        bail!("this program was built without the configured chat");
    }
    let mut in_order = false;
    let mut signal = std::pin::pin!(told_to_stop());
    let mut told = false;
    let mut fault = None;
    loop {
        let ended = tokio::select! {
            ended = chats.join_next() => ended,
            () = &mut signal, if !told => {
                told = true;
                #[cfg(feature = "operate")]
                operate::stopping();
                stopping.send_replace(true);
                continue;
            }
            why = &mut *time, if fault.is_none() => {
                let why = why.unwrap_or_else(|_| InternalFault("its clock").into());
                tracing::error!("the chats are stopped: {why:#}");
                fault = Some(why);
                stopping.send_replace(true);
                continue;
            }
        };
        let (chat, result) = match ended {
            None => return fault.map_or(Ok(()), Err),
            Some(Ok(ended)) => ended,
            Some(Err(err)) => ("a chat", Err(err.into())),
        };
        match result {
            Ok(()) => in_order = true,
            Err(err) if chats.is_empty() && !in_order => return Err(fault.unwrap_or(err)),
            Err(err) => {
                tracing::error!("{chat} has stopped; the other chat keeps running: {err:#}")
            }
        }
    }
}

/// Waits for a signal to stop.
pub(super) async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = term.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Without SIGTERM, wait for Ctrl-C. If the program is killed instead, the outbox keeps
    // undelivered replies.
    drop(tokio::signal::ctrl_c().await);
}

/// Returns how many threads wait for the chats: for half of the processors. The service has a thread
/// of its own, and pictures are drawn on others, so more threads would only wake each other.
fn threads_for_chats() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs two chats that end when they are told to, beside `time`.
    async fn attended(
        time: impl Future<Output = anyhow::Error> + Send + 'static,
    ) -> anyhow::Result<()> {
        let (stopping, stop) = watch::channel(false);
        let mut chats = JoinSet::new();
        for name in ["one", "other"] {
            let mut stop = stop.clone();
            chats.spawn(async move {
                stop.wait_for(|it| *it).await.unwrap();
                (name, Ok(()))
            });
        }
        attend(chats, &mut tokio::spawn(time), stopping).await
    }

    #[tokio::test]
    async fn where_time_ends_the_chats_are_stopped_and_the_program_says_why() {
        let ended = attended(async { InternalFault("the service").into() }).await;
        assert!(ended.unwrap_err().to_string().starts_with("the service has ended by a fault"));
        let panics = attended(async { panic!("on purpose") }).await;
        assert!(panics.unwrap_err().to_string().starts_with("its clock has ended by a fault"));
    }
}
