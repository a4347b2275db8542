//! The bot's device: logged in once, stored next to the database, and the same after a restart.
use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use matrix_sdk::{
    Client, HttpError, RefreshTokenError, SessionMeta, SessionTokens,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    ruma::{OwnedUserId, UserId, api::error::ErrorKind, device_id},
};
use serde::{Deserialize, Serialize};

use super::{FIRST_WAIT, LONGEST_WAIT, trouble::Unsent};
use crate::{config, private};

/// The device's display name.
pub(super) const DEVICE: &str = "Draughtsman";
/// The file that exists while a first start creates keys nobody has seen.
const UNSEEN: &str = "first-start";
/// How often a request to a busy server is repeated before it fails.
const TRIES: usize = 4;
const PATIENCE: Duration = Duration::from_secs(60);

/// The device, for one process at a time.
pub(super) struct Device {
    pub(super) client: Client,
    pub(super) folder: PathBuf,
    homeserver: String,
    /// Held while the device is in use, because two processes would corrupt the keys.
    _lock: File,
}

/// The stored session.
#[derive(Serialize, Deserialize)]
struct Kept {
    homeserver: String,
    session: MatrixSession,
    /// Whether the key store is encrypted with a passphrase.
    #[serde(default)]
    encrypted: Option<bool>,
}

/// Where a device is stored, and what is needed to open it.
#[derive(Clone)]
struct DevicePlace {
    folder: PathBuf,
    homeserver: String,
    encrypted: bool,
}

impl Device {
    /// Restores the session, or logs in.
    ///
    /// # Errors
    /// If the server can't be reached or refuses, or the stored parts don't match; the message says
    /// what to do.
    pub(super) async fn open(config: &config::Matrix, folder: &Path) -> anyhow::Result<Device> {
        let (Some(homeserver), Some(user)) = (&config.homeserver, &config.user) else {
            bail!("`matrix.homeserver` and `matrix.user` are needed");
        };
        let user = UserId::parse(user)?;
        make_folder(folder)?;
        let lock = lock(folder)?;
        let store = folder.join("store");
        let kept = kept(folder)?;
        begin_again(folder, kept.is_some())?;
        let encrypted = config.passphrase.is_some();
        if let Some(was) = kept.as_ref().and_then(|it| it.encrypted) {
            fits(was, encrypted, folder)?;
        }
        match (&kept, has_keys(&store)) {
            (Some(_), false) => bail!(
                "the keys of the Matrix device in {} are gone, so it can read nothing any more. Restore the folder from a backup, or \
                 delete it: the bot then logs in as a new device, and `matrix.recovery_file` lets people trust that one, too",
                folder.display()
            ),
            (None, true) => bail!(
                "{} holds the keys of a Matrix device, but no session for it. Restore session.json from a backup, or delete the folder: \
                 the bot then logs in as a new device",
                folder.display()
            ),
            _ => {}
        }
        if kept.is_none() {
            // Until the session is stored, nobody has seen the keys created now.
            write_private(&folder.join(UNSEEN), b"")?;
        }
        let client = Client::builder()
            .homeserver_url(homeserver)
            .respect_login_well_known(false)
            .handle_refresh_tokens()
            .request_config(RequestConfig::new().timeout(PATIENCE).retry_limit(TRIES))
            .user_agent(concat!("draughtsman/", env!("CARGO_PKG_VERSION")))
            .sqlite_store(&store, config.passphrase.as_deref())
            .build()
            .await
            .with_context(|| {
                format!(
                    "the Matrix device in {} can't be opened. If `matrix.passphrase` was changed, set it back; if the folder is damaged, \
                     restore or delete it",
                    folder.display()
                )
            })?;
        let place =
            DevicePlace { folder: folder.to_owned(), homeserver: homeserver.clone(), encrypted };
        keep_refreshed(&client, &place)?;
        match kept {
            // Whether the server still knows it is checked separately, because the server may be
            // unreachable.
            Some(kept) => take_up(&client, kept, homeserver, &user, folder).await?,
            None => {
                let logged_in = log_in(&client, config, homeserver, &user).await;
                logged_in.and_then(|()| keep(&client, &place))?;
                begin_again(folder, true)?;
            }
        }
        let homeserver = homeserver.clone();
        Ok(Device { client, folder: folder.to_owned(), homeserver, _lock: lock })
    }

    /// Asks the server whether it still knows the device.
    ///
    /// # Errors
    /// If it doesn't, or can't be reached; the message says what to do.
    pub(super) async fn is_known(&self) -> Result<(), Unconfirmed> {
        match self.client.whoami().await {
            Ok(_) => Ok(()),
            Err(err) if is_logged_out(&err) => {
                Err(Unconfirmed::Gone(anyhow!("{}", logged_out(&self.folder))))
            }
            Err(err) if Unsent::from(&err).lasts() => {
                Err(Unconfirmed::Gone(trouble(&err, &self.homeserver)))
            }
            Err(err) => Err(Unconfirmed::Away(trouble(&err, &self.homeserver))),
        }
    }

    /// Waits until the server confirms that it knows the device.
    ///
    /// # Errors
    /// If it doesn't.
    pub(super) async fn becomes_known(&self) -> anyhow::Result<()> {
        let mut wait = FIRST_WAIT;
        loop {
            match self.is_known().await {
                Ok(()) => return Ok(()),
                Err(Unconfirmed::Gone(err)) => return Err(err),
                Err(Unconfirmed::Away(err)) => tracing::warn!("{err:#}; trying on"),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }
}

/// Why the server hasn't confirmed the device.
pub(super) enum Unconfirmed {
    /// It never will.
    Gone(anyhow::Error),
    /// It can't be asked now.
    Away(anyhow::Error),
}

impl From<Unconfirmed> for anyhow::Error {
    fn from(it: Unconfirmed) -> anyhow::Error {
        match it {
            Unconfirmed::Gone(err) | Unconfirmed::Away(err) => err,
        }
    }
}

/// Restores a session.
async fn take_up(
    client: &Client,
    kept: Kept,
    homeserver: &str,
    user: &UserId,
    folder: &Path,
) -> anyhow::Result<()> {
    if kept.session.meta.user_id != user || kept.homeserver != homeserver {
        bail!(
            "the Matrix device in {} belongs to {} on {}, not to {user} on {homeserver}. Set `matrix.user` and `matrix.homeserver` back, \
             or delete the folder to log in again",
            folder.display(),
            kept.session.meta.user_id,
            kept.homeserver
        );
    }
    client
        .restore_session(kept.session)
        .await
        .with_context(|| format!("the Matrix device in {} can't be opened", folder.display()))
}

/// Tells whether the server has logged the device out: its token is invalid and can't be refreshed.
pub(super) fn is_logged_out(err: &HttpError) -> bool {
    match err {
        HttpError::RefreshToken(RefreshTokenError::MatrixAuth(err)) => {
            err.client_api_error_kind().is_some()
        }
        HttpError::RefreshToken(RefreshTokenError::RefreshTokenRequired) => true,
        _ => matches!(err.client_api_error_kind(), Some(ErrorKind::UnknownToken(_))),
    }
}

/// Says what to do after the server logged the device out.
pub(super) fn logged_out(folder: &Path) -> String {
    format!(
        "the homeserver has logged the bot's Matrix device out. Delete the folder {} and start again: the bot logs in as a new device, \
         and with `matrix.recovery_file` people trust it as before",
        folder.display()
    )
}

async fn log_in(
    client: &Client,
    config: &config::Matrix,
    homeserver: &str,
    user: &OwnedUserId,
) -> anyhow::Result<()> {
    if let Some(password) = &config.password {
        let login = client
            .matrix_auth()
            .login_username(user, password)
            .initial_device_display_name(DEVICE)
            .request_refresh_token();
        let Err(err) = login.send().await else { return Ok(()) };
        if let Some(ErrorKind::Forbidden) = err.client_api_error_kind() {
            bail!(
                "{homeserver} doesn't accept this password for {user}. Check `matrix.user` and `matrix.password`"
            );
        }
        return Err(match err {
            matrix_sdk::Error::Http(err) => trouble(&err, homeserver),
            err => anyhow!(err).context(format!("can't log in on {homeserver}")),
        });
    }
    let Some(token) = &config.token else { bail!("`matrix.password` or `matrix.token` is needed") };
    let meta = whose(token, homeserver).await?;
    if meta.user_id != *user {
        bail!("`matrix.token` belongs to {}, not to {user}", meta.user_id);
    }
    let tokens = SessionTokens { access_token: token.clone(), refresh_token: None };
    client.restore_session(MatrixSession { meta, tokens }).await?;
    Ok(())
}

/// Returns the stored access token, if there is one.
pub(super) fn kept_token(folder: &Path) -> anyhow::Result<Option<String>> {
    Ok(kept(folder)?.map(|it| it.session.tokens.access_token))
}

/// Asks the server which device an access token belongs to.
pub(super) async fn whose(token: &str, homeserver: &str) -> anyhow::Result<SessionMeta> {
    let nobody = UserId::parse("@nobody:localhost")?;
    let asking = Client::builder().homeserver_url(homeserver).build().await?;
    let meta = SessionMeta { user_id: nobody, device_id: device_id!("NONE").to_owned() };
    let tokens = SessionTokens { access_token: token.to_owned(), refresh_token: None };
    asking.restore_session(MatrixSession { meta, tokens }).await?;
    let answer = asking.whoami().await.map_err(|err| match err.client_api_error_kind() {
        Some(ErrorKind::UnknownToken(_)) => {
            anyhow!("{homeserver} doesn't accept `matrix.token`. Make a new one, or set `matrix.password`")
        }
        _ => trouble(&err, homeserver),
    })?;
    let device_id = answer.device_id.context(
        "`matrix.token` belongs to no device, so nothing encrypted can be read with it. Use the token of a login",
    )?;
    Ok(SessionMeta { user_id: answer.user_id, device_id })
}

/// Says why a request failed, and what the host can do.
pub(super) fn trouble(err: &HttpError, homeserver: &str) -> anyhow::Error {
    match err {
        HttpError::Reqwest(why) => anyhow!(
            "{homeserver} can't be reached ({why}). Check `matrix.homeserver`, the network, and whether the server runs; then start again"
        ),
        _ if err.client_api_error_kind().is_some() => {
            anyhow!("{homeserver} refuses: {err}")
        }
        _ => anyhow!(
            "{homeserver} doesn't answer like a Matrix homeserver ({err}). Check `matrix.homeserver`"
        ),
    }
}

/// Stores refreshed tokens.
fn keep_refreshed(client: &Client, place: &DevicePlace) -> anyhow::Result<()> {
    let (place, again) = (place.clone(), place.clone());
    client.set_session_callbacks(
        Box::new(move |_| {
            let kept = kept(&again.folder)?.ok_or("the session is gone")?;
            Ok(kept.session.tokens)
        }),
        Box::new(move |client| Ok(keep(&client, &place)?)),
    )?;
    Ok(())
}

fn keep(client: &Client, place: &DevicePlace) -> anyhow::Result<()> {
    let DevicePlace { folder, homeserver, encrypted } = place;
    let session = client.matrix_auth().session().context("there is no session to keep")?;
    let kept = Kept { homeserver: homeserver.clone(), session, encrypted: Some(*encrypted) };
    write_private(&folder.join("session.json"), &serde_json::to_vec(&kept)?)
}

fn kept(folder: &Path) -> anyhow::Result<Option<Kept>> {
    let path = folder.join("session.json");
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(err) => return Err(anyhow!(err).context(format!("can't read {}", path.display()))),
    };
    let kept = serde_json::from_slice(&text).map_err(|_| {
        // The value stays out of the message, because it is a token.
        anyhow!(
            "{} is damaged. Restore it from a backup, or delete the folder to log in again",
            path.display()
        )
    })?;
    Ok(Some(kept))
}

/// Writes a file atomically that only the bot's user can read.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let part = path.with_extension("part");
    let write = || {
        let mut file = private::empty_file(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().with_context(|| format!("can't write {}", path.display()))
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    private::create_folder(folder)
        .with_context(|| format!("can't make the folder {}", folder.display()))
}

fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("lock");
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("can't write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("another bot is using the Matrix device in {}; stop it first", folder.display())
        }
        Err(TryLockError::Error(err)) => {
            Err(anyhow!(err).context(format!("can't lock {}", path.display())))
        }
    }
}

/// Removes what an interrupted first start left. Without a stored session nobody has seen its keys,
/// so nothing is lost.
fn begin_again(folder: &Path, kept: bool) -> anyhow::Result<()> {
    let unseen = folder.join(UNSEEN);
    if !unseen.try_exists().with_context(|| format!("can't read {}", unseen.display()))? {
        return Ok(());
    }
    let store = folder.join("store");
    if !kept && store.exists() {
        tracing::info!("an earlier first start was broken off; beginning again");
        fs::remove_dir_all(&store).with_context(|| format!("can't remove {}", store.display()))?;
    }
    // The next start writes it again before it creates keys.
    fs::remove_file(&unseen).with_context(|| format!("can't remove {}", unseen.display()))
}

/// Refuses to open a store with a passphrase if it was created without one, or vice versa; the SDK
/// would only report it as corrupt.
fn fits(was_encrypted: bool, encrypted: bool, folder: &Path) -> anyhow::Result<()> {
    match (was_encrypted, encrypted) {
        (true, false) => bail!(
            "the Matrix device in {} is encrypted with a passphrase, and `matrix.passphrase` isn't set. Set it to what it was, or delete \
             the folder to log in again",
            folder.display()
        ),
        (false, true) => bail!(
            "the Matrix device in {} was made without a passphrase, so `matrix.passphrase` can't be set now. Take it out again, or \
             delete the folder to log in with it",
            folder.display()
        ),
        (true, true) | (false, false) => Ok(()),
    }
}

/// Tells whether the key store exists.
fn has_keys(store: &Path) -> bool {
    store.join("matrix-sdk-crypto.sqlite3").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with some of its files, as an interrupted start leaves it.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    const KEYS: &str = "store/matrix-sdk-crypto.sqlite3";
    const STATE: &str = "store/matrix-sdk-state.sqlite3";

    #[test]
    fn a_first_start_that_was_broken_off_anywhere_is_begun_again() {
        for left in [&[][..], &[UNSEEN], &[UNSEEN, STATE], &[UNSEEN, STATE, KEYS]] {
            let folder = folder(left);
            begin_again(folder.path(), false).unwrap();
            assert!(!has_keys(&folder.path().join("store")), "{left:?}");
            assert!(!folder.path().join(UNSEEN).exists(), "{left:?}");
        }
    }

    #[test]
    fn keys_that_somebody_may_have_seen_stay() {
        for (left, kept) in [(&[KEYS][..], false), (&[KEYS], true), (&[UNSEEN, KEYS], true)] {
            let folder = folder(left);
            begin_again(folder.path(), kept).unwrap();
            assert!(has_keys(&folder.path().join("store")), "{left:?}");
            assert!(!folder.path().join(UNSEEN).exists(), "{left:?}");
        }
    }

    #[test]
    fn a_passphrase_that_comes_late_or_is_dropped_is_named() {
        let folder = Path::new("place");
        let said = |was, now| fits(was, now, folder).unwrap_err().to_string();
        assert!(said(true, false).contains("`matrix.passphrase` isn't set"));
        assert!(said(false, true).contains("made without a passphrase"));
        assert!(fits(true, true, folder).is_ok() && fits(false, false, folder).is_ok());
    }
}
