//! The bot's device. It is logged in once, stored next to the database, and kept across restarts.
use std::{path::Path, time::Duration};

use anyhow::{Context as _, anyhow, bail};
use matrix_sdk::{
    Client, HttpError, SessionMeta, SessionTokens,
    config::RequestConfig,
    ruma::{
        DeviceId, OwnedDeviceId, OwnedUserId, UserId,
        api::client::{account::whoami, keys::get_keys},
    },
};
use model::{backoff::Backoff, file_lock::FileLock};

use super::{
    PAUSES,
    login::{self, LoggedIn, SessionLoss, Unconfirmed},
    stored_session::{self, DevicePlace, Kept},
};

/// How often a request to a busy server is repeated before it fails.
const TRIES: usize = 4;
const PATIENCE: Duration = Duration::from_secs(60);

/// The device. Only one process can use it at a time.
pub(super) struct Device {
    pub(super) client: Client,
    place: DevicePlace,
    user: OwnedUserId,
    /// Held while the device is in use: two processes would corrupt the keys.
    _lock: FileLock,
}

/// How to get a session if none is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoginWay {
    /// As configured. Retries while the server can't be reached.
    Patient,
    /// As configured, without retries.
    AtOnce,
    /// With a code that a person confirms.
    Code,
    /// Don't log in.
    Closed,
}

impl Device {
    /// Restores the session, or logs in.
    ///
    /// # Errors
    /// If the server can't be reached or refuses, or the stored parts don't match; the message says
    /// what to do.
    pub(super) async fn open(
        config: &config::Matrix,
        folder: &Path,
        entry: LoginWay,
    ) -> anyhow::Result<Device> {
        let (Some(homeserver), Some(user)) = (&config.homeserver, &config.user) else {
            bail!("`matrix.homeserver` and `matrix.user` are needed");
        };
        let user = UserId::parse(user)?;
        stored_session::make_folder(folder)?;
        let lock = stored_session::lock(folder)?;
        let place = DevicePlace {
            folder: folder.to_owned(),
            homeserver: homeserver.clone(),
            encrypted: config.passphrase.is_some(),
        };
        let kept = stored_session::kept(folder)?;
        place.begin_again(kept.is_some())?;
        place.is_whole(kept.as_ref())?;
        let mut moved_from = None;
        let (kept, client) = match kept {
            Some(kept) => {
                place.fits(&kept)?;
                is_of(&kept, homeserver, &user, folder)?;
                moved_from = Some(kept.homeserver.clone());
                let kept = with_new_token(kept, config, &place, entry).await?;
                (kept, open_store(config, &place).await?)
            }
            None => {
                let LoggedIn { meta, tokens, client_id } =
                    log_in(config, homeserver, &user, entry).await?;
                // Keys created from here on can be deleted until the session is stored.
                place.begin()?;
                let client = open_store(config, &place).await?;
                let kept = place.keep(meta, tokens, client_id)?;
                place.begin_again(true)?;
                (kept, client)
            }
        };
        place.keep_renewed(&client)?;
        // `is_known` checks separately whether the server still knows the device, because the
        // server may be unreachable.
        kept.restore(&client).await.with_context(|| {
            format!("the Matrix device in {} can't be opened", folder.display())
        })?;
        let device = Device { client, place, user, _lock: lock };
        if let Some(old) = moved_from.filter(|old| old != homeserver) {
            device.moves_here(&old, entry).await?;
        }
        Ok(device)
    }

    /// Stores the address of a server that has moved, once the server there says that the session is this device's.
    ///
    /// # Errors
    /// If it says something else, or can't be reached.
    async fn moves_here(&self, old: &str, entry: LoginWay) -> anyhow::Result<()> {
        let DevicePlace { folder, homeserver: new, .. } = &self.place;
        let ask = async || match self.owner().await {
            Ok(owner) => Ok(Some(owner)),
            Err(Unconfirmed::Gone(why)) => {
                tracing::info!("{why:#}");
                Ok(None)
            }
            Err(away) => Err(away),
        };
        let owner = match entry {
            LoginWay::Patient => at_last(ask).await?,
            LoginWay::AtOnce | LoginWay::Code | LoginWay::Closed => ask().await?,
        };
        let own = self.client.session_meta().context("nobody is logged in")?;
        let is_own = |owner: &whoami::v3::Response| {
            owner.user_id == own.user_id && owner.device_id.as_ref() == Some(&own.device_id)
        };
        if owner.as_ref().is_some_and(is_own) {
            tracing::info!("{old} is now {new}: the same account with the same device");
            return self.place.keep_session_of(&self.client).map(drop);
        }
        let says = match owner {
            Some(other) => format!("says that it is {}'s", other.user_id),
            None => "doesn't know its session".to_owned(),
        };
        bail!(
            "the Matrix device in {} belongs to {} on {old}, and {new} {says}. Set `matrix.homeserver` back, or delete the folder to log in \
             again, as a new device",
            folder.display(),
            own.user_id
        )
    }

    /// Asks the server whether it still knows the device.
    ///
    /// # Errors
    /// If it doesn't, or can't be reached; the message says what to do.
    pub(super) async fn is_known(&self) -> Result<(), Unconfirmed> {
        self.owner().await.map(drop)
    }

    /// Asks the server whose the session is.
    ///
    /// # Errors
    /// If it doesn't know the session, or can't be reached; the message says what to do.
    async fn owner(&self) -> Result<whoami::v3::Response, Unconfirmed> {
        let asked = self.client.send(whoami::v3::Request::new());
        // A limit is told instead of waited for in silence.
        match asked
            .with_request_config(RequestConfig::new().disable_retry().timeout(PATIENCE))
            .await
        {
            Ok(owner) => Ok(owner),
            Err(err) => Err(match login::lost(&err) {
                Some(lost) => Unconfirmed::Gone(anyhow!("{}", self.why_lost(lost))),
                None => Unconfirmed::of(&err, &self.place.homeserver),
            }),
        }
    }

    /// Waits until the server confirms that it knows the device.
    ///
    /// # Errors
    /// If it doesn't.
    pub(super) async fn becomes_known(&self) -> anyhow::Result<()> {
        at_last(async || self.is_known().await).await
    }

    /// Says why a request failed, and what the host can do.
    pub(super) fn trouble(&self, err: &HttpError) -> String {
        login::trouble(err, &self.place.homeserver).to_string()
    }

    /// Says what to do after the server has ended the session.
    pub(super) fn why_lost(&self, lost: SessionLoss) -> String {
        let folder = self.place.folder.display();
        match lost {
            SessionLoss::Expired => {
                let device = self.client.device_id().map_or("?", DeviceId::as_str);
                format!(
                    "the session of the bot's Matrix device has expired. Run `draughtsman matrix login`, or set `matrix.token` to a new \
                     token of the device {device}; the device and its keys stay the same"
                )
            }
            SessionLoss::LoggedOut => format!(
                "the homeserver has logged the bot's Matrix device out: its session was ended, the device was deleted, or the account was \
                 deactivated. Run `draughtsman matrix login`, which keeps the device if the homeserver still has it; or delete the folder \
                 {folder} and start again: the bot logs in as a new device, and with `matrix.recovery_file` people trust it as before"
            ),
        }
    }

    /// Logs in again as the same device, so that its keys stay valid.
    ///
    /// # Errors
    /// If that fails, or the server has deleted the device.
    pub(super) async fn log_in_again(&self, config: &config::Matrix) -> anyhow::Result<()> {
        let meta = self.client.session_meta().context("nobody is logged in")?.clone();
        let homeserver = &self.place.homeserver;
        let new = login::with_code(config, homeserver, &self.user, &meta.device_id).await?;
        let asking = login::holding(new.meta.clone(), new.tokens.clone(), homeserver).await?;
        let key = self.client.encryption().ed25519_key().await;
        if key.is_none() || published_key(&asking, &meta).await? != key {
            if let Err(err) = asking.logout().await {
                tracing::info!(%err, "the new session can't be ended");
            }
            bail!(
                "{homeserver} has deleted the device {} and its keys. Delete the folder {} and run `draughtsman matrix login` again: the \
                 bot logs in as a new device, and with `matrix.recovery_file` people trust it as before",
                meta.device_id,
                self.place.folder.display()
            );
        }
        self.place.keep(new.meta, new.tokens, new.client_id).map(drop)
    }
}

/// Returns the public key of a device that the server publishes.
async fn published_key(asking: &Client, meta: &SessionMeta) -> anyhow::Result<Option<String>> {
    let mut request = get_keys::v3::Request::new();
    request.device_keys.insert(meta.user_id.clone(), vec![meta.device_id.clone()]);
    let answer = asking.send(request).await.context("the device's keys can't be looked up")?;
    let keys = answer.device_keys.get(&meta.user_id).and_then(|it| it.get(&meta.device_id));
    let keys = keys.map(|it| it.deserialize()).transpose()?;
    let name = format!("ed25519:{}", meta.device_id);
    Ok(keys
        .and_then(|keys| keys.keys.into_iter().find(|(id, _)| id.as_str() == name))
        .map(|it| it.1))
}

/// Opens or creates the key store.
async fn open_store(config: &config::Matrix, place: &DevicePlace) -> anyhow::Result<Client> {
    let client = Client::builder()
        .homeserver_url(&place.homeserver)
        .respect_login_well_known(false)
        .handle_refresh_tokens()
        .request_config(RequestConfig::new().timeout(PATIENCE).retry_limit(TRIES))
        .user_agent(concat!("draughtsman/", env!("CARGO_PKG_VERSION")))
        .sqlite_store(place.store(), config.passphrase.as_deref());
    client.build().await.with_context(|| {
        format!(
            "the Matrix device in {} can't be opened. If `matrix.passphrase` was changed, set it back; if the folder is damaged, \
             restore or delete it",
            place.folder.display()
        )
    })
}

/// Refuses a stored session of another account.
fn is_of(kept: &Kept, homeserver: &str, user: &UserId, folder: &Path) -> anyhow::Result<()> {
    let owner = &kept.session.meta.user_id;
    if owner != user {
        bail!(
            "the Matrix device in {} belongs to {owner} on {}, not to {user} on {homeserver}. Set `matrix.user` and `matrix.homeserver` \
             back, or delete the folder to log in again",
            folder.display(),
            kept.homeserver
        );
    }
    Ok(())
}

/// Logs in as a new device.
async fn log_in(
    config: &config::Matrix,
    homeserver: &str,
    user: &UserId,
    entry: LoginWay,
) -> anyhow::Result<LoggedIn> {
    // Retries use the same device id, in case an earlier response was lost.
    let device: OwnedDeviceId = DeviceId::new();
    match entry {
        LoginWay::Patient => {
            at_last(async || login::as_configured(config, homeserver, user, &device).await).await
        }
        LoginWay::AtOnce => Ok(login::as_configured(config, homeserver, user, &device).await?),
        LoginWay::Code => Ok(login::with_code(config, homeserver, user, &device).await?),
        LoginWay::Closed => bail!("the bot isn't logged in to Matrix"),
    }
}

/// Uses the token from the settings instead of the session's, if it is a newer one for the same
/// device.
async fn with_new_token(
    kept: Kept,
    config: &config::Matrix,
    place: &DevicePlace,
    entry: LoginWay,
) -> anyhow::Result<Kept> {
    let old = &kept.session.tokens.access_token;
    let new = match &config.token {
        Some(new) if config.password.is_none() && !kept.is_renewed() && new != old => new,
        _ => return Ok(kept),
    };
    let ask = async || login::whose(new, &place.homeserver).await;
    let meta = match entry {
        LoginWay::Patient => at_last(ask).await?,
        _ => ask().await?,
    };
    let own = &kept.session.meta;
    if meta != *own {
        bail!(
            "`matrix.token` belongs to the device {} of {}, and the keys in {} to the device {} of {}. Set a token of that device, or \
             delete the folder to start as the new one",
            meta.device_id,
            meta.user_id,
            place.folder.display(),
            own.device_id,
            own.user_id
        );
    }
    let tokens = SessionTokens { access_token: new.clone(), refresh_token: None };
    place.keep(meta, tokens, None)
}

/// Retries until the server answers.
async fn at_last<T>(ask: impl AsyncFn() -> Result<T, Unconfirmed>) -> anyhow::Result<T> {
    let mut backoff = Backoff::new(PAUSES);
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(Unconfirmed::Gone(err)) => return Err(err),
            Err(Unconfirmed::Away { why, after }) => {
                tracing::warn!("{why:#}; trying on");
                let pause = backoff.next_pause();
                tokio::time::sleep(after.map_or(pause, |after| after.max(pause))).await;
            }
        }
    }
}
