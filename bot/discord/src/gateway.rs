//! Asks Discord where to connect and who the bot is, and stays connected until the program ends.
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use model::backoff::Backoff;
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
    account::BotIdentity,
    bot::{Bot, CHAT},
    connection::PAUSES,
    error::DiscordError,
    rest_client::{Call, RestClient},
    shards::{Shards, ShardsEnded},
};

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
    let mut backoff = Backoff::new(PAUSES);
    loop {
        let answer = tokio::select! {
            biased;
            () = bot.stopped() => return Ok(()),
            answer = ask(&bot.rest) => answer,
        };
        match answer {
            Ok((gateway, who)) => {
                bot.account.meet(who);
                let user = who.user.to_string();
                bot.service.ask(move |service| service.is_known_as(CHAT, &user)).await;
                backoff.works(Instant::now());
                match shards.run(bot, token, &gateway).await? {
                    ShardsEnded::Stopped => return Ok(()),
                    ShardsEnded::Refused(why) => bail!("Discord refuses the connection: {why}"),
                    ShardsEnded::Anew => {}
                }
            }
            Err(err) if err.is_stranger() => {
                bail!("Discord rejects the token (DISCORD_TOKEN): {err}")
            }
            Err(err) => tracing::error!(%err, "can't ask Discord where to connect"),
        }
        let pause = backoff.next_pause();
        tracing::info!(?pause, "asks Discord again where to connect");
        if stopped_within(bot, pause).await {
            return Ok(());
        }
    }
}

/// Asks Discord where to connect and who the bot is.
async fn ask(rest: &RestClient) -> Result<(BotGateway, BotIdentity), DiscordError> {
    let gateway = Call::get(Route::GatewayBot);
    let (user, application) =
        (Call::get(Route::UserMe), Call::get(Route::Oauth2ApplicationCurrent));
    let (gateway, user, application): (BotGateway, Named<UserId>, Named<ApplicationId>) =
        tokio::try_join!(rest.ask(&gateway), rest.ask(&user), rest.ask(&application))?;
    Ok((gateway, BotIdentity { application: application.id, user: user.id }))
}

/// Waits. Returns whether the program is ending.
async fn stopped_within(bot: &Bot, wait: Duration) -> bool {
    timeout(wait, bot.stopped()).await.is_ok()
}
