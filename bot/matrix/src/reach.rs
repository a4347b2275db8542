//! `draughtsman check`: asks the homeserver whether it accepts the bot, without logging in.
use std::path::Path;

use anyhow::Context as _;
use matrix_sdk::ruma::UserId;

use super::{
    login::{self, Unconfirmed},
    session::{Device, LoginWay},
    stored_session,
};

/// Asks the server, and describes the bot's account. Stores nothing except a renewed session.
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
        (Some(_), _) => {
            let client = login::asking(homeserver).await?;
            login::takes_passwords(&client, homeserver, &user).await?;
            Ok(format!("{homeserver} answers; the first start logs the bot in with its password"))
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
