//! Matrix: the only folder that uses matrix-sdk.
mod adapter;
mod addressed;
mod backfill;
mod background;
mod bot_commands;
mod buttons;
mod chat;
mod content;
mod device_login;
mod direct;
mod error;
mod event;
mod file;
mod html;
mod invitations;
mod login;
mod message_index;
mod numbers;
mod pictures;
mod profile;
mod profile_zone;
mod reach;
mod receive;
mod request;
mod rights;
mod room_sender;
mod rooms;
mod said_lately;
mod say_reply;
mod session;
mod stored_session;
mod to_nobody;
mod trust;
mod undecrypted;
mod words;

use std::{
    io::{self, Write as _},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use config::Matrix;
use delivery::{
    ChatNews, Dispatcher,
    chat_access::{ChatAccess, beside},
};
use matrix_sdk::{
    reqwest::Url,
    ruma::{OwnedServerName, UserId},
};
use model::{
    backoff::{Backoff, Pauses},
    ids::Chat,
    safe_output,
};
use service::NotDone;
use tokio::runtime::Runtime;

use self::{
    adapter::AdapterContext,
    chat::MatrixChat,
    error::Unsent,
    login::{SessionLoss, Unconfirmed},
    receive::EventHandler,
    session::{Device, LoginWay},
};

pub use self::reach::{limited, reach};

/// The pauses between attempts to reach the server.
const PAUSES: Pauses = Pauses {
    shortest: Duration::from_secs(1),
    longest: Duration::from_secs(60),
    held: Duration::from_secs(30),
};

/// How often old data is deleted.
const TIDIED: Duration = Duration::from_secs(24 * 3600);

/// How long the server goes on saying that the session has expired until the bot ends.
const EXPIRES: Duration = Duration::from_secs(12);

/// Tells whether [`run`] failed because another process uses the device.
pub fn is_in_use(err: &anyhow::Error) -> bool {
    err.is::<stored_session::InUse>()
}

/// Runs the bot on Matrix until it is stopped. It keeps retrying an unreachable server.
///
/// # Errors
/// If the server rejects the account or has logged out the device; the message says what to do.
pub async fn run(config: Matrix, way: ChatAccess) -> anyhow::Result<()> {
    tokio::task::spawn_blocking(move || runtime()?.block_on(run_here(config, way))).await?
}

/// Creates a runtime with one thread. All of Matrix runs on it, so that renewed tokens are stored
/// before anything can use them.
fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

async fn run_here(config: Matrix, mut way: ChatAccess) -> anyhow::Result<()> {
    let begun = tokio::select! {
        begun = begin(config, way.clone()) => begun?,
        () = way.stopped() => return Ok(()),
    };
    let Begun { device, mut events, chat, news } = begun;
    // Whatever the log's filter is.
    let me = &chat.adapter.me;
    // Nobody may read it any more.
    drop(writeln!(safe_output::stdout(), "Logged in to Matrix as {me}; listening"));
    let result = tokio::select! {
        result = attend(&mut events, &device) => result,
        () = Dispatcher::listen(&chat, news) => Ok(()),
        () = keep_tidy(&chat) => Ok(()),
        () = way.stopped() => Ok(()),
    };
    chat.close().await;
    result
}

/// The running parts of the chat.
struct Begun {
    device: Device,
    events: EventHandler,
    chat: Arc<MatrixChat>,
    news: ChatNews,
}

/// Opens the device and prepares to sync.
async fn begin(config: Matrix, way: ChatAccess) -> anyhow::Result<Begun> {
    let device = Device::open(&config, &way.beside("matrix"), LoginWay::Patient).await?;
    device.becomes_known().await?;
    if let Err(err) = trust::establish(&device.client, &config).await {
        // The bot still works with clients that don't require signed devices.
        tracing::warn!("programs that want signed devices won't trust this one: {err:#}");
    } else if let Err(err) = trust::remove_earlier(&device.client, &config).await {
        tracing::warn!("{err:#}");
    }
    if config.profile != Some(false) {
        profile::complete(&device.client).await;
    }
    let adapter = AdapterContext::new(device.client.clone(), way.clone(), config).await?;
    let chat = Arc::new(MatrixChat::new(adapter));
    let me = chat.adapter.me.to_string();
    way.queue.ask(move |service| service.is_known_as(Chat::Matrix, &me)).await?;
    let news = Dispatcher::begin(&chat).await?;
    way.queue.look_up_rooms(Chat::Matrix, rights::lookup(&chat));
    let events = EventHandler::new(chat.clone()).await?;
    Ok(Begun { device, events, chat, news })
}

/// Deletes old data regularly.
async fn keep_tidy(chat: &Arc<MatrixChat>) {
    let mut beat = tokio::time::interval(TIDIED);
    loop {
        beat.tick().await;
        if let Err(why) = Dispatcher::sweep(chat).await {
            tracing::error!(why, "outdated records couldn't be deleted");
        }
    }
}

/// Syncs until the service closes or the server ends the session. Other errors are retried.
async fn attend(events: &mut EventHandler, device: &Device) -> anyhow::Result<()> {
    let mut backoff = Backoff::new(PAUSES);
    let mut caught_up = false;
    let mut interrupted = false;
    let mut expired = None;
    loop {
        let listened = if caught_up { events.listen().await } else { events.catch_up().await };
        let Err(err) = listened else {
            backoff.works(Instant::now());
            expired = None;
            if !caught_up {
                caught_up = true;
                tracing::info!("listening on Matrix");
                if std::mem::take(&mut interrupted) {
                    events.metrics().reconnects.of(Chat::Matrix).count();
                }
            }
            continue;
        };
        let http = match err.downcast_ref() {
            Some(matrix_sdk::Error::Http(http)) => Some(http),
            _ => None,
        };
        if let Some(lost) = http.and_then(|http| login::lost(http)) {
            // A server that has just restarted may know the session again in a moment.
            let since = *expired.get_or_insert_with(Instant::now);
            if lost != SessionLoss::Expired || EXPIRES <= since.elapsed() {
                anyhow::bail!("{}", device.why_lost(lost));
            }
        }
        if err.downcast_ref() == Some(&NotDone::Closed) {
            return Ok(());
        }
        let why = http.map_or_else(|| format!("{err:#}"), |http| device.trouble(http));
        // `catch_up` finds the events that weren't handled.
        (caught_up, interrupted) = (false, true);
        let asked = http.and_then(|http| match Unsent::from(&**http) {
            Unsent::Later { why: _, after } => after,
            _ => None,
        });
        let pause = backoff.next_pause();
        let pause = asked.map_or(pause, |asked| asked.max(pause));
        tracing::warn!("listening is interrupted: {why}; trying again in {} s", pause.as_secs());
        tokio::time::sleep(pause).await;
    }
}

/// Prints the state of the bot's device, and signs it if it isn't signed. With `reset`, creates new
/// signing keys.
///
/// # Errors
/// If the device can't be opened or signed; the message says what to do.
pub fn verify(config: &Matrix, database: &Path, reset: bool) -> anyhow::Result<bool> {
    check(config).map_err(anyhow::Error::msg)?;
    let folder = beside(database, "matrix");
    runtime()?.block_on(async {
        let device = Device::open(config, &folder, LoginWay::AtOnce).await?;
        device.is_known().await?;
        if reset {
            trust::reset(&device.client, config).await?;
        }
        let mut established = trust::establish(&device.client, config).await;
        if established.is_ok() {
            established = trust::remove_earlier(&device.client, config).await;
        }
        let trust::Standing { user, device, fingerprint, signed, recovery } =
            trust::standing(&device.client).await?;
        let mut out = safe_output::stdout();
        writeln!(out, "user         {user}\ndevice       {device}\nfingerprint  {fingerprint}")?;
        let yes = |holds: bool, yes, no| if holds { yes } else { no };
        writeln!(out, "signed       {}", yes(signed, "yes, by its account", "no"))?;
        writeln!(
            out,
            "recovery     {}",
            yes(recovery, "set up", "not set up; name a file in `matrix.recovery_file`")
        )?;
        established.map(|()| signed)
    })
}

/// Logs the bot in with a code that a person confirms in a browser. Keeps the device if its session
/// has expired.
///
/// # Errors
/// If the server can't be reached or refuses, or nobody confirms; the message says what to do.
pub fn log_in(config: &Matrix, database: &Path) -> anyhow::Result<()> {
    check(config).map_err(anyhow::Error::msg)?;
    anyhow::ensure!(
        config.homeserver.is_some(),
        "set `matrix.homeserver` and `matrix.user` first: where to log in, and as whom"
    );
    let folder = beside(database, "matrix");
    runtime()?.block_on(async {
        let device = Device::open(config, &folder, LoginWay::Code).await?;
        match device.is_known().await {
            Ok(()) => {}
            Err(Unconfirmed::Gone(_)) => device.log_in_again(config).await?,
            Err(err) => return Err(err.into()),
        }
        let meta = device.client.session_meta().context("nobody is logged in")?;
        writeln!(
            safe_output::stdout(),
            "Logged in as {}, device {}. `draughtsman serve` starts the bot.",
            meta.user_id,
            meta.device_id
        )?;
        Ok(())
    })
}

/// Checks the settings for Matrix, without a connection.
///
/// # Errors
/// If a key is missing or invalid; the message names the key and never contains the password.
pub fn check(config: &Matrix) -> Result<(), String> {
    let Matrix {
        homeserver,
        user,
        password,
        token,
        passphrase: _,
        recovery_file: _,
        operators,
        allow,
        profile: _,
    } = config;
    let Some(homeserver) = homeserver else {
        let lone = user.is_some() || password.is_some() || token.is_some();
        return if lone { Err("`matrix.homeserver` is missing".to_owned()) } else { Ok(()) };
    };
    Url::parse(homeserver).map_err(|err| {
        format!("`matrix.homeserver` isn't an address such as `https://example.org`: {err}")
    })?;
    let user = user
        .as_ref()
        .ok_or("`matrix.user` is missing: the bot's own id, such as `@bot:example.org`")?;
    UserId::parse(user)
        .map_err(|err| format!("`matrix.user` isn't an id such as `@bot:example.org`: {err}"))?;
    for operator in operators {
        UserId::parse(operator).map_err(|err| {
            format!(
                "`matrix.operators` has `{operator}`, which isn't an id such as `@ann:example.org`: \
                 {err}"
            )
        })?;
    }
    for entry in allow.iter().filter(|entry| UserId::parse(entry).is_err()) {
        OwnedServerName::try_from(entry.as_str()).map_err(|err| {
            format!(
                "`matrix.allow` has `{entry}`, which isn't a server such as `example.org` or a \
                     user: {err}"
            )
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(homeserver: &str, user: &str, password: &str) -> Matrix {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Matrix {
            homeserver: some(homeserver),
            user: some(user),
            password: some(password),
            ..Matrix::default()
        }
    }

    #[test]
    fn what_is_missing_or_odd_is_named() {
        let good = config("https://example.org", "@b:example.org", "x");
        let operators = Matrix { operators: vec!["ann".to_owned()], ..good.clone() };
        let allow = Matrix { allow: vec!["not a server".to_owned()], ..good.clone() };
        for (odd, key) in [
            (config("example", "@b:example.org", "x"), "matrix.homeserver"),
            (config("", "@b:example.org", ""), "matrix.homeserver"),
            (config("https://example.org", "", "x"), "matrix.user"),
            (config("https://example.org", "bot", "x"), "matrix.user"),
            (operators, "matrix.operators"),
            (allow, "matrix.allow"),
        ] {
            assert!(check(&odd).unwrap_err().contains(key));
        }
        let names = ["example.org:8448", "@ann:example.org"].map(str::to_owned).to_vec();
        assert_eq!(check(&Matrix { allow: names, ..good.clone() }), Ok(()));
        let token = Matrix { token: good.password.clone(), password: None, ..good.clone() };
        assert_eq!((check(&good), check(&token)), (Ok(()), Ok(())));
        assert_eq!(
            check(&config("https://example.org", "@b:example.org", "")),
            Ok(()),
            "by a code"
        );
        assert_eq!(check(&Matrix::default()), Ok(()));
    }
}
