//! The connection over which Discord sends what happens: asked for, kept, and closed in order.
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use serenity::{
    client::ClientBuilder,
    gateway::{ConnectionStage, GatewayError, ShardManager},
    http::{HttpBuilder, Route},
    model::gateway::{BotGateway, GatewayIntents},
};
use tokio::time::timeout;

use super::{
    bot::{Bot, CHAT},
    receive::Events,
    rest_client::{Call, DISCORD},
};

/// What the bot wants to hear: nothing for which Discord asks a permission of its own.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// The shortest and the longest wait between two tries to connect.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// How often it is looked whether Discord answered a heartbeat.
const LOOK: Duration = Duration::from_secs(1);

/// Stays connected until the program shall end, with as many shards as Discord recommends.
///
/// # Errors
/// When Discord does not take the token, or what the bot wants to hear: to try again would not help.
pub(super) async fn stay_connected(bot: &Arc<Bot>, token: &str) -> anyhow::Result<()> {
    let mut pause = SHORTEST_PAUSE;
    while !stopped_within(bot, Duration::ZERO).await {
        // serenity would fall back to an address of its own when the first question fails, and stay with it.
        let call = Call::get(Route::GatewayBot);
        let answer = tokio::select! {
            answer = bot.rest.ask(&call) => answer,
            () = bot.stopped() => return Ok(()),
        };
        let gateway: BotGateway = match answer {
            Ok(gateway) => gateway,
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
        if gateway.session_start_limit.remaining == 0 {
            let wait = Duration::from_millis(gateway.session_start_limit.reset_after);
            tracing::error!(?wait, "Discord lets the bot connect no more for a while");
            if stopped_within(bot, wait).await {
                return Ok(());
            }
        }
        let began = Instant::now();
        connect(bot, token, &gateway).await?;
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

/// Connects, and stays so until the program shall end or serenity gives up.
async fn connect(bot: &Arc<Bot>, token: &str, gateway: &BotGateway) -> anyhow::Result<()> {
    // Only for the connection: everything else is sent by the wire, which keeps the limits itself.
    let http = HttpBuilder::new(token).ratelimiter_disabled(true);
    let http = match bot.rest.host() {
        DISCORD => http,
        host => http.proxy(host),
    };
    let ears = Events { bot: Arc::downgrade(bot) };
    let mut client =
        ClientBuilder::new_with_http(http.build(), INTENTS).event_handler(ears).await?;
    *client.ws_url.lock().await = gateway.url.clone();
    let shards = client.shard_manager.clone();
    let ended = tokio::select! {
        () = listen_for_beats(bot, &shards) => return Ok(()),
        ended = client.start_shards(gateway.shards.max(1)) => ended,
        () = bot.stopped() => {
            shards.shutdown_all().await;
            return Ok(());
        }
    };
    match ended {
        Err(serenity::Error::Gateway(
            err @ (GatewayError::InvalidAuthentication
            | GatewayError::InvalidGatewayIntents
            | GatewayError::DisallowedGatewayIntents),
        )) => bail!("Discord refuses the connection: {err}"),
        Err(err) => tracing::error!(%err, "the connection ended"),
        Ok(()) => tracing::error!("the connection ended"),
    }
    Ok(())
}

/// Takes note, again and again, of when Discord was heard from last on the shard that has been silent longest. A heartbeat that is
/// answered shows in the time that took, which is never the same twice.
async fn listen_for_beats(bot: &Bot, shards: &ShardManager) {
    let mut beats = HashMap::new();
    loop {
        tokio::time::sleep(LOOK).await;
        let runners = shards.runners.lock().await;
        let heard = runners.iter().map(|(id, runner)| {
            let (beat, at) = beats.entry(*id).or_insert((None, None));
            let connected = runner.stage == ConnectionStage::Connected;
            if connected && (at.is_none() || *beat != runner.latency) {
                (*beat, *at) = (runner.latency, Some(Instant::now()));
            }
            *at
        });
        // A shard that was never heard comes first.
        if let Some(Some(at)) = heard.min() {
            bot.figures().hear_at(CHAT, at);
        }
    }
}

/// Waits, and tells whether the program shall end.
async fn stopped_within(bot: &Bot, wait: Duration) -> bool {
    timeout(wait, bot.stopped()).await.is_ok()
}
