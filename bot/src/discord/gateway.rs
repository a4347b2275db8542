//! The gateway connection: opened, kept alive, and closed at the end.
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

/// The events the bot needs, none of them privileged.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// The shortest and longest wait between attempts to connect.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// How often to check whether a heartbeat was answered.
const LOOK: Duration = Duration::from_secs(1);

/// Stays connected until the program ends, with as many shards as Discord recommends.
///
/// # Errors
/// If Discord rejects the token or the intents; a retry won't help.
pub(super) async fn stay_connected(bot: &Arc<Bot>, token: &str) -> anyhow::Result<()> {
    let mut pause = SHORTEST_PAUSE;
    while !stopped_within(bot, Duration::ZERO).await {
        // serenity would fall back to its default address after a failure, and keep it.
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
            tracing::error!(?wait, "Discord allows no new connection for a while");
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

/// Connects, and returns when the program ends or serenity gives up.
async fn connect(bot: &Arc<Bot>, token: &str, gateway: &BotGateway) -> anyhow::Result<()> {
    // Used only to connect. Our own client sends everything else and obeys the rate limits.
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

/// Keeps recording when the shard that was silent for longest last heard from Discord. An
/// acknowledged heartbeat shows as a changed latency.
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
        // `None`, a shard that never heard anything, is the minimum.
        if let Some(Some(at)) = heard.min() {
            bot.figures().hear_at(CHAT, at);
        }
    }
}

/// Waits. Returns whether the program is ending.
async fn stopped_within(bot: &Bot, wait: Duration) -> bool {
    timeout(wait, bot.stopped()).await.is_ok()
}
