//! The stored session of the bot, and the folder that holds it and the keys.
use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use matrix_sdk::{
    Client, SessionMeta, SessionTokens,
    authentication::{
        matrix::MatrixSession,
        oauth::{ClientId, OAuthSession, UserSession},
    },
    store::RoomLoadSettings,
};
use model::{file_lock::FileLock, private_files};
use serde::{Deserialize, Serialize};

/// A marker file that exists while a first start creates keys that nobody has seen.
const UNSEEN: &str = "first-start";
const SESSION: &str = "session.json";
/// The pause before trying again to store a session.
const PAUSE: Duration = Duration::from_secs(1);

/// The stored session.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) homeserver: String,
    pub(super) session: MatrixSession,
    /// Whether the key store is encrypted with a passphrase.
    #[serde(default)]
    encrypted: Option<bool>,
    /// The OAuth client id, if the bot was logged in with a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) client_id: Option<ClientId>,
}

impl Kept {
    /// Restores the session in a client.
    ///
    /// # Errors
    /// If the stored keys belong to another device, or can't be read.
    pub(super) async fn restore(self, client: &Client) -> matrix_sdk::Result<()> {
        let Some(client_id) = self.client_id else {
            return client.restore_session(self.session).await;
        };
        let MatrixSession { meta, tokens } = self.session;
        let session = OAuthSession { client_id, user: UserSession { meta, tokens } };
        client.oauth().restore_session(session, RoomLoadSettings::default()).await
    }

    /// Returns whether the access token expires and can be renewed.
    pub(super) fn is_renewed(&self) -> bool {
        self.session.tokens.refresh_token.is_some()
    }
}

/// Where a device is stored, and the passphrase to open it.
#[derive(Clone)]
pub(super) struct DevicePlace {
    pub(super) folder: PathBuf,
    pub(super) homeserver: String,
    pub(super) encrypted: bool,
}

impl DevicePlace {
    /// Stores a session.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn keep(
        &self,
        meta: SessionMeta,
        tokens: SessionTokens,
        client_id: Option<ClientId>,
    ) -> anyhow::Result<Kept> {
        let session = MatrixSession { meta, tokens };
        let (homeserver, encrypted) = (self.homeserver.clone(), Some(self.encrypted));
        let kept = Kept { homeserver, session, encrypted, client_id };
        write_private(&self.folder.join(SESSION), &serde_json::to_vec(&kept)?)?;
        Ok(kept)
    }

    /// Stores the session of a client.
    ///
    /// # Errors
    /// If there is none, or it can't be written.
    pub(super) fn keep_session_of(&self, client: &Client) -> anyhow::Result<Kept> {
        let meta = client.session_meta().context("there is no session to keep")?.clone();
        let tokens = client.session_tokens().context("there is no session to keep")?;
        self.keep(meta, tokens, client.oauth().client_id().cloned())
    }

    /// Makes a client store its renewed tokens before it uses them.
    ///
    /// The server accepts the earlier refresh token until one of the new tokens is used. So a bot
    /// that is killed before the new ones are stored can still renew its session. The callback
    /// blocks the thread on which all of Matrix runs, so nothing is sent until the tokens are
    /// stored.
    pub(super) fn keep_renewed(&self, client: &Client) -> anyhow::Result<()> {
        let folder = self.folder.clone();
        let place = self.clone();
        client.set_session_callbacks(
            Box::new(move |_| {
                let kept = kept(&folder)?.ok_or("the session is gone")?;
                Ok(kept.session.tokens)
            }),
            Box::new(move |client| {
                while let Err(err) = place.keep_session_of(&client) {
                    tracing::error!(
                        "the renewed Matrix session can't be stored, so nothing is sent to Matrix until it can be: {err:#}"
                    );
                    thread::sleep(PAUSE);
                }
                Ok(())
            }),
        )?;
        Ok(())
    }

    /// Refuses to open a store with a passphrase if it was created without one, or vice versa; the
    /// SDK would only report it as corrupt.
    ///
    /// # Errors
    /// If the passphrase was added or removed after the store was created.
    pub(super) fn fits(&self, kept: &Kept) -> anyhow::Result<()> {
        let folder = self.folder.display();
        match (kept.encrypted, self.encrypted) {
            (Some(true), false) => bail!(
                "the Matrix device in {folder} is encrypted with a passphrase, and `matrix.passphrase` isn't set. Set it to what it was, \
                 or delete the folder to log in again"
            ),
            (Some(false), true) => bail!(
                "the Matrix device in {folder} was made without a passphrase, so `matrix.passphrase` can't be set now. Take it out again, \
                 or delete the folder to log in with it"
            ),
            _ => Ok(()),
        }
    }

    /// Checks that the session and the keys both exist, or neither.
    ///
    /// # Errors
    /// If one of them is missing; the message says what to do.
    pub(super) fn is_whole(&self, kept: Option<&Kept>) -> anyhow::Result<()> {
        match (kept.is_some(), has_keys(&self.store())) {
            (true, false) => bail!(
                "the keys of the Matrix device in {} are gone, so it can read nothing any more. Restore the folder from a backup, or \
                 delete it: the bot then logs in as a new device, and `matrix.recovery_file` lets people trust that one, too",
                self.folder.display()
            ),
            (false, true) => bail!(
                "{} holds the keys of a Matrix device, but no session for it. Restore session.json from a backup, or delete the folder: \
                 the bot then logs in as a new device",
                self.folder.display()
            ),
            (true, true) | (false, false) => Ok(()),
        }
    }

    pub(super) fn store(&self) -> PathBuf {
        self.folder.join("store")
    }

    /// Marks a first start: until a session is stored, the new keys can be deleted.
    ///
    /// # Errors
    /// If the marker file can't be written.
    pub(super) fn begin(&self) -> anyhow::Result<()> {
        write_private(&self.folder.join(UNSEEN), b"")
    }

    /// Deletes what an interrupted first start left behind. Without a stored session nobody has
    /// seen the keys, so nothing is lost.
    ///
    /// # Errors
    /// If it can't be deleted.
    pub(super) fn begin_again(&self, kept: bool) -> anyhow::Result<()> {
        let unseen = self.folder.join(UNSEEN);
        if !unseen.try_exists().with_context(|| format!("can't read {}", unseen.display()))? {
            return Ok(());
        }
        let store = self.store();
        if !kept && store.exists() {
            tracing::info!("an earlier first start was broken off; beginning again");
            fs::remove_dir_all(&store)
                .with_context(|| format!("can't remove {}", store.display()))?;
        }
        // The next start creates the marker again before it creates keys.
        fs::remove_file(&unseen).with_context(|| format!("can't remove {}", unseen.display()))
    }
}

/// Reads the stored session.
///
/// # Errors
/// If it is damaged or can't be read.
pub(super) fn kept(folder: &Path) -> anyhow::Result<Option<Kept>> {
    let path = folder.join(SESSION);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(err) => return Err(anyhow!(err).context(format!("can't read {}", path.display()))),
    };
    let kept = serde_json::from_slice(&text).map_err(|_| {
        // Leave the value out of the message, because it may be a token.
        anyhow!(
            "{} is damaged. Restore it from a backup, or delete the folder to log in again",
            path.display()
        )
    })?;
    Ok(Some(kept))
}

/// Writes a file atomically, readable only by the bot's user. It is on the disk when this returns,
/// even if the power fails.
///
/// # Errors
/// If it can't be written.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let part = path.with_extension("part");
    let write = || {
        let mut file = private_files::empty_file(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        match path.parent() {
            // The new name is only durable once the folder is flushed. Only Unix allows that.
            Some(folder) if cfg!(unix) && folder != Path::new("") => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    };
    write().with_context(|| format!("can't write {}", path.display()))
}

/// Creates the folder.
///
/// # Errors
/// If it can't be created.
pub(super) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    private_files::create_folder(folder)
        .with_context(|| format!("can't make the folder {}", folder.display()))
}

/// Another bot uses the device.
#[derive(Debug, thiserror::Error)]
#[error("another bot is using the Matrix device in {0}; stop it first")]
pub(super) struct InUse(String);

/// Locks the folder against other processes until the returned lock is dropped.
///
/// # Errors
/// If another process has locked it ([`InUse`]), or it can't be written.
pub(super) fn lock(folder: &Path) -> anyhow::Result<FileLock> {
    let path = folder.join("lock");
    FileLock::take(&path).map_err(|err| match err {
        TryLockError::WouldBlock => InUse(folder.display().to_string()).into(),
        TryLockError::Error(err) => anyhow!(err).context(format!("can't lock {}", path.display())),
    })
}

/// Returns whether the key store exists.
fn has_keys(store: &Path) -> bool {
    store.join("matrix-sdk-crypto.sqlite3").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with only these files, as an interrupted start leaves it.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn place(folder: &Path, encrypted: bool) -> DevicePlace {
        DevicePlace {
            folder: folder.to_owned(),
            homeserver: "https://example.org".to_owned(),
            encrypted,
        }
    }

    const KEYS: &str = "store/matrix-sdk-crypto.sqlite3";
    const STATE: &str = "store/matrix-sdk-state.sqlite3";

    #[test]
    fn a_first_start_that_was_broken_off_anywhere_is_begun_again() {
        for left in [&[][..], &[UNSEEN], &[UNSEEN, STATE], &[UNSEEN, STATE, KEYS]] {
            let folder = folder(left);
            place(folder.path(), false).begin_again(false).unwrap();
            assert!(!has_keys(&folder.path().join("store")), "{left:?}");
            assert!(!folder.path().join(UNSEEN).exists(), "{left:?}");
        }
    }

    #[test]
    fn keys_that_somebody_may_have_seen_stay() {
        for (left, kept) in [(&[KEYS][..], false), (&[KEYS], true), (&[UNSEEN, KEYS], true)] {
            let folder = folder(left);
            place(folder.path(), false).begin_again(kept).unwrap();
            assert!(has_keys(&folder.path().join("store")), "{left:?}");
            assert!(!folder.path().join(UNSEEN).exists(), "{left:?}");
        }
    }

    /// Stores a session in a folder and reads it back.
    fn stored(folder: &Path, encrypted: bool, client_id: Option<ClientId>) -> Kept {
        let meta = SessionMeta {
            user_id: "@bot:example.org".try_into().unwrap(),
            device_id: "DEVICE".into(),
        };
        let tokens = SessionTokens {
            access_token: "access".to_owned(),
            refresh_token: client_id.as_ref().map(|_| "refresh".to_owned()),
        };
        place(folder, encrypted).keep(meta, tokens, client_id).unwrap();
        kept(folder).unwrap().unwrap()
    }

    #[test]
    fn a_passphrase_that_comes_late_or_is_dropped_is_named() {
        let folder = folder(&[]);
        let said = |was, now| {
            let kept = stored(folder.path(), was, None);
            place(folder.path(), now).fits(&kept).err().map_or(String::new(), |it| it.to_string())
        };
        assert!(said(true, false).contains("`matrix.passphrase` isn't set"));
        assert!(said(false, true).contains("made without a passphrase"));
        assert_eq!((said(true, true), said(false, false)), (String::new(), String::new()));
    }

    #[test]
    fn a_session_with_a_code_is_told_apart_and_earlier_ones_are_read() {
        let folder = folder(&[]);
        let with_code = stored(folder.path(), false, Some(ClientId::new("it".to_owned())));
        assert!(with_code.client_id.is_some() && with_code.is_renewed());
        let without = stored(folder.path(), false, None);
        assert!(without.client_id.is_none() && !without.is_renewed());
        let earlier = r#"{"homeserver":"https://example.org","session":{"user_id":"@bot:example.org","device_id":"D","access_token":"a"}}"#;
        fs::write(folder.path().join(SESSION), earlier).unwrap();
        let read = kept(folder.path()).unwrap().unwrap();
        assert_eq!((read.session.meta.device_id.as_str(), read.client_id), ("D", None));
    }
}
