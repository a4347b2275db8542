//! Asks Discord where to connect and who the bot is, and stays connected until the program ends.
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use serde::Deserialize;
use serenity::{
    http::Route,
    model::{
        gateway::BotGateway,
        id::{ApplicationId, UserId},
    },
};
use tokio::time::timeout;

use super::{
    bot::{Bot, BotIdentity},
    rest_client::Call,
    shards::{Shards, ShardsEnded},
    trouble::Trouble,
};

/// The shortest and longest wait between attempts to connect.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// A thing with an id.
#[derive(Deserialize)]
struct Named<T> {
    id: T,
}

/// Stays connected until the program ends, with this process's share of as many shards as Discord recommends.
///
/// # Errors
/// If Discord rejects the token or the intents; a retry won't help.
pub(super) async fn stay_connected(
    bot: &Arc<Bot>,
    shards: &Arc<Shards>,
    token: &str,
) -> anyhow::Result<()> {
    let mut pause = SHORTEST_PAUSE;
    while !stopped_within(bot, Duration::ZERO).await {
        let answer = tokio::select! {
            answer = ask(bot) => answer,
            () = bot.stopped() => return Ok(()),
        };
        let gateway = match answer {
            Ok((gateway, who)) => {
                bot.meet(who).await;
                gateway
            }
            Err(err) if err.is_stranger() => {
                bail!("Discord rejects the token (DISCORD_TOKEN): {err}")
            }
            Err(err) => {
                tracing::error!(%err, ?pause, "can't ask Discord where to connect");
                if stopped_within(bot, pause).await {
                    return Ok(());
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
                continue;
            }
        };
        let limit = &gateway.session_start_limit;
        if limit.remaining == 0 {
            let wait = Duration::from_millis(limit.reset_after);
            tracing::error!(?wait, "Discord allows no new session for a while");
        }
        let began = Instant::now();
        match shards.run(bot, token, &gateway).await {
            ShardsEnded::Stopped => return Ok(()),
            ShardsEnded::Refused(why) => bail!("Discord refuses the connection: {why}"),
            ShardsEnded::Anew => {}
        }
        if LONGEST_PAUSE < began.elapsed() {
            pause = SHORTEST_PAUSE;
        }
        if stopped_within(bot, pause).await {
            return Ok(());
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    Ok(())
}

/// Asks Discord where to connect and who the bot is.
async fn ask(bot: &Bot) -> Result<(BotGateway, BotIdentity), Trouble> {
    let gateway = Call::get(Route::GatewayBot);
    let (user, application) =
        (Call::get(Route::UserMe), Call::get(Route::Oauth2ApplicationCurrent));
    let (gateway, user, application): (BotGateway, Named<UserId>, Named<ApplicationId>) =
        tokio::try_join!(bot.rest.ask(&gateway), bot.rest.ask(&user), bot.rest.ask(&application))?;
    Ok((gateway, BotIdentity { application: application.id, user: user.id }))
}

/// Waits. Returns whether the program is ending.
async fn stopped_within(bot: &Bot, wait: Duration) -> bool {
    timeout(wait, bot.stopped()).await.is_ok()
}
