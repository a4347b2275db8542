//! `draughtsman check`: asks the homeserver whether it accepts the bot.
use std::{fs, path::Path, time::UNIX_EPOCH};

use anyhow::Context as _;
use matrix_sdk::ruma::{OwnedDeviceId, UserId};

use super::{
    login::{self, LoggedIn, Unconfirmed},
    session::{Device, LoginWay},
    stored_session, words,
};

/// The device that a password is tried with, and which is logged out at once.
const TRIED: &str = "DRAUGHTSMANCHECK";

/// The file beside the session that was last written when the server limited the bot.
const LIMITED: &str = "limited";

/// How long that is told, in seconds.
const TOLD: u64 = 7 * 24 * 3600;

/// Notes for `draughtsman check` that the server limits how much the bot sends.
pub(super) fn note_limit(folder: &Path) {
    if let Err(err) = fs::write(folder.join(LIMITED), "") {
        tracing::debug!(%err, "a limit isn't noted");
    }
}

/// Says how to exempt the bot from the limits of a Synapse server, if the server has limited it lately.
pub fn limited(config: &config::Matrix, folder: &Path) -> Option<String> {
    let noted = fs::metadata(folder.join(LIMITED)).and_then(|it| it.modified()).ok()?;
    let noted = noted.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let now = u64::try_from(model::host_clock::now().as_second()).ok()?;
    let lately = now.saturating_sub(noted) < TOLD;
    let (homeserver, user) = (config.homeserver.as_deref()?, config.user.as_deref()?);
    lately.then(|| words::limited(homeserver.trim_end_matches('/'), user))
}

/// Asks the server, and describes the bot's account. A password is tried with a login that ends at
/// once. Stores nothing except a renewed session, or the address of a server that has moved.
///
/// # Errors
/// If the server can't be reached, or doesn't know the token or the device; the message says what
/// to do.
pub async fn reach(config: &config::Matrix, folder: &Path) -> anyhow::Result<String> {
    let homeserver = config.homeserver.as_deref().context("`matrix.homeserver` is missing")?;
    let user = UserId::parse(config.user.as_deref().context("`matrix.user` is missing")?)?;
    if let Some(kept) = stored_session::kept(folder)? {
        return match Device::open(config, folder, LoginWay::Closed).await {
            Ok(device) => {
                device.is_known().await?;
                let meta = device.client.session_meta().context("nobody is logged in")?;
                Ok(known(homeserver, meta))
            }
            Err(err) if err.is::<stored_session::InUse>() => {
                let tokens = kept.session.tokens;
                match login::whose(&tokens.access_token, homeserver).await {
                    Ok(meta) => Ok(known(homeserver, &meta)),
                    Err(Unconfirmed::Gone(_)) if tokens.refresh_token.is_some() => Ok(format!(
                        "{homeserver} answers; a running bot uses the device and renews its session"
                    )),
                    Err(err) => Err(err.into()),
                }
            }
            Err(err) => Err(err),
        };
    }
    match (&config.password, &config.token) {
        (Some(password), _) => {
            let device = OwnedDeviceId::from(TRIED);
            let LoggedIn { meta, tokens, client_id: _ } =
                login::with_password(homeserver, &user, password, &device).await?;
            // Nothing of it is kept.
            let tried = login::holding(meta, tokens, homeserver).await?;
            tried.logout().await.context("the login that tried the password can't be ended")?;
            Ok(format!(
                "{homeserver} accepts the password of {user}; the first start logs the bot in with it"
            ))
        }
        (None, Some(token)) => Ok(known(homeserver, &login::whose(token, homeserver).await?)),
        (None, None) => anyhow::bail!(
            "the bot isn't logged in to Matrix. Run `draughtsman matrix login`, or set `matrix.password` or `matrix.token`"
        ),
    }
}

fn known(homeserver: &str, meta: &matrix_sdk::SessionMeta) -> String {
    format!("{homeserver} knows {} and its device {}", meta.user_id, meta.device_id)
}
