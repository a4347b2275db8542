//! `draughtsman check`: asks Discord whether it accepts the token and which permissions the bot has
//! on its servers.
use std::sync::Arc;

use anyhow::{Context as _, bail};
use command::Commands;
use config::Discord;
use serde::Deserialize;
use serenity::{http::Route, model::Permissions};
use service::metrics::Metrics;
use tokio::sync::watch;

use super::{
    NEEDS,
    rest_client::{Call, RestClient},
};

#[derive(Deserialize)]
struct Me {
    username: String,
}

/// A server that has added the bot.
#[derive(Deserialize)]
struct Server {
    name: String,
    permissions: Permissions,
}

/// Describes the bot and its permissions.
///
/// # Errors
/// If Discord can't be reached, rejects the token, or a server withholds a permission.
pub async fn reach(config: &Discord, commands: &Commands) -> anyhow::Result<String> {
    let token = config.token.as_deref().context("there is no token for Discord")?;
    // A client that never waits: the program counts as stopping.
    let stop = watch::Sender::new(true).subscribe();
    let metrics = Arc::new(Metrics::new(commands));
    let rest = RestClient::new(token, config.api.as_deref(), stop, metrics)?;
    let me: Me = match rest.ask(&Call::get(Route::UserMe)).await {
        Ok(me) => me,
        Err(err) if err.is_stranger() => {
            bail!("Discord rejects the token (DISCORD_TOKEN): {err}")
        }
        Err(err) => bail!("Discord can't be reached: {err}"),
    };
    let asked = rest.ask::<Vec<Server>>(&Call::get(Route::UserMeGuilds)).await;
    let servers = asked.map_err(|err| anyhow::anyhow!("its servers can't be listed: {err}"))?;
    let lacking: Vec<String> = servers.iter().filter_map(lacks).collect();
    if !lacking.is_empty() {
        bail!("the token belongs to {}; {}", me.username, lacking.join("; "));
    }
    Ok(match servers.len() {
        0 => format!("the token belongs to {}, which is on no server yet", me.username),
        many => format!(
            "the token belongs to {}; servers: {many}, with all permissions it needs",
            me.username
        ),
    })
}

/// Describes the permissions a server withholds, if any.
fn lacks(server: &Server) -> Option<String> {
    let missing = NEEDS.difference(server.permissions);
    if missing.is_empty() || server.permissions.administrator() {
        return None;
    }
    let names: Vec<&str> = missing.iter_names().map(|it| it.0).collect();
    Some(format!("the server \"{}\" withholds {}", server.name, names.join(", ")))
}
