//! `draughtsman check`: asks the homeserver whether it knows the bot, without logging in or storing
//! anything.
use std::path::Path;

use anyhow::Context as _;
use matrix_sdk::{Client, config::RequestConfig};

use super::session;
use crate::config;

/// Asks the server, and describes the bot's account.
///
/// # Errors
/// If the server can't be reached, or doesn't know the token or the device.
pub async fn reach(config: &config::Matrix, folder: &Path) -> anyhow::Result<String> {
    let homeserver = config.homeserver.as_deref().context("`matrix.homeserver` is missing")?;
    if let Some(token) = session::kept_token(folder)?.or_else(|| config.token.clone()) {
        let meta = session::whose(&token, homeserver).await?;
        return Ok(format!(
            "{homeserver} knows {} and its device {}",
            meta.user_id, meta.device_id
        ));
    }
    let client = Client::builder()
        .homeserver_url(homeserver)
        .respect_login_well_known(false)
        .request_config(RequestConfig::new().disable_retry())
        .build()
        .await?;
    let ways = client.matrix_auth().get_login_types().await;
    let ways = ways.map_err(|err| session::trouble(&err, homeserver))?.flows;
    let takes = ways.iter().any(|it| it.login_type() == "m.login.password");
    anyhow::ensure!(
        takes,
        "{homeserver} doesn't allow logins by password. Set `matrix.token` instead of `matrix.password`"
    );
    Ok(format!("{homeserver} answers; the first start logs the bot in by its password"))
}
