//! Discord: the only folder that uses serenity and tokio-websockets.
//!
//! In: `gateway` asks where to connect, `shards` runs the shards, each with a `connection` (over a `socket`) and a `session` that outlives it, begun in turn (`identify`),
//! `receive` handles events, `request` turns them into requests, `interact` answers presses and commands in time, and
//! `ask` asks the service and decides how its replies answer.
//!
//! Out: `chat` implements the delivery trait. It answers interactions (`answer`, and `by_press` with a board; `interaction` and
//! `callback` have the calls, `answer_state` how far an answer has come), sends
//! messages (`send`), opens `threads` and direct channels (`direct`). `message` builds
//! messages within Discord's limits, from text (`form`) and choices (`press`).
//!
//! `bot` holds the parts that have a state, each in its own file: `rest_client` sends all requests, with `limits` for the
//! rate limits and a `clock` that knows how old a press is; the bot's `account`; the commands (`register`); `emoji`;
//! `servers`; `members` of them and their `rights` in channels; channels the bot isn't a member of (`answers_only`); `tokens`, to edit messages by the
//! interactions that made them; and the access to the service (`service_access`).
//!
//! `error` classifies errors, `fetch` downloads attachments, `greet` chooses where to greet, `challenge_form` asks for the terms of
//! a challenge, `submission` reads forms that serenity can't, and `descriptions` reads commands' descriptions in
//! other languages.
mod account;
mod answer;
mod answer_state;
mod answers_only;
mod ask_service;
mod bot;
mod by_press;
mod callback;
mod challenge_form;
mod chat;
mod clock;
mod complete;
mod connection;
mod descriptions;
mod direct;
mod emoji;
mod error;
mod fetch;
mod gateway;
mod greet;
mod identify;
mod interact;
mod interaction;
mod limits;
mod markdown;
mod members;
mod menu;
mod message;
mod prepare;
mod press;
mod reach;
mod receive;
mod register;
mod request;
mod rest_client;
mod rights;
mod roles;
mod send;
mod servers;
mod service_access;
mod session;
mod shards;
mod socket;
mod submission;
mod threads;
mod tokens;
mod words;

use std::{fmt::Display, sync::Arc, time::Duration};

use anyhow::Context as _;
use command::Commands;
use config::Discord;
use delivery::{Dispatcher, chat_access::ChatAccess};
use serenity::{
    model::{Permissions, id::GuildId},
    utils::token,
};
use service::metrics::Metrics;
use store::peers::Peers;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep},
};

use self::{
    bot::{Bot, CHAT, number},
    descriptions::Descriptions,
    direct::withdraw_offers,
    register::RegisteredAt,
    rest_client::RestClient,
    shards::Shards,
};

pub use self::reach::reach;

/// The permissions the bot needs on a server, explained in `docs/discord.md`.
const NEEDS: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_MESSAGES_IN_THREADS);

/// How long work in progress may take once the program is stopping.
const LAST_WORDS: Duration = Duration::from_secs(8);

/// How often it is looked for what is left of matches that are over.
const CLOSED: Duration = Duration::from_secs(3600);

/// How often old data is deleted.
const TIDIED: Duration = Duration::from_secs(24 * 3600);

/// How long it takes until every process knows of a new one.
const OTHERS_KNOW: Duration = Duration::from_secs(4);

/// How long after the start, and then how often, to check who has left.
const FIRST_LOOK: Duration = Duration::from_secs(600);
const LOOKED: Duration = Duration::from_secs(6 * 3600);

/// Checks the settings for Discord, without a connection.
///
/// # Errors
/// If the token or another value is invalid; the message never contains the token.
pub fn check(config: &Discord, commands: &Commands) -> Result<(), String> {
    let Discord { token, api, guild, descriptions } = config;
    if let Some(folder) = descriptions {
        Descriptions::read(commands, folder)?;
    }
    if token.as_deref().is_some_and(|token| token::validate(token).is_err()) {
        return Err(
            "`discord.token` (DISCORD_TOKEN) doesn't look like a bot token. Copy the whole token \
             from the application's Bot page"
                .to_owned(),
        );
    }
    if let Some(guild) = guild
        && number(guild).is_none()
    {
        return Err(format!(
            "`discord.guild` must be the id of a server, a long number, not \
                            `{guild}`"
        ));
    }
    let (stop, metrics) = (watch::Sender::new(true).subscribe(), Metrics::new(commands));
    RestClient::new("", api.as_deref(), stop, Arc::new(metrics))
        .map(|_| ())
        .map_err(|err| format!("`discord.api` (DISCORD_API_URL): {err:#}"))
}

/// Returns the link that adds an application to a server.
fn link_for_server(application: impl Display) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&integration_type=0&scope=bot+applications.commands&permissions={}",
        NEEDS.bits()
    )
}

/// Returns the link that installs an application for oneself.
fn link_for_person(application: impl Display) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&integration_type=1&scope=applications.commands"
    )
}

/// Runs the bot on Discord until it is stopped, then finishes its work.
///
/// # Errors
/// If Discord rejects the bot, or the service has closed.
pub async fn run(config: Discord, way: ChatAccess) -> anyhow::Result<()> {
    let Discord { token, api, guild, descriptions } = config;
    let commands = way.queue.commands();
    let descriptions = descriptions.map(|folder| Descriptions::read(commands, &folder));
    let descriptions = descriptions.transpose().map_err(anyhow::Error::msg)?.unwrap_or_default();
    let token = token.context("the Discord token is missing")?;
    let guild = guild.as_deref().and_then(number).map(GuildId::new);
    let ChatAccess { queue, painter, stop, peers, database: _ } = way;
    let rest = RestClient::new(&token, api.as_deref(), stop.clone(), queue.shared_metrics())?;
    let bot = Arc::new(Bot::new(rest, queue, painter, peers, stop));
    // Before the first event, so that only replies of the last run count as left over.
    let news = Dispatcher::begin(&bot).await?;
    bot.dispatcher.service().look_up_rooms(bot::CHAT, rights::lookup(&bot));
    let mut beside = JoinSet::new();
    beside.spawn(registering(bot.clone(), guild, descriptions));
    beside.spawn(tidying(bot.clone()));
    beside.spawn(closing(bot.clone()));
    beside.spawn(looking(bot.clone()));
    beside.spawn(sharing(bot.clone()));
    let telling = bot.clone();
    beside.spawn(async move { Dispatcher::listen(&telling, news).await });
    let taker = bot.clone();
    beside.spawn(async move { Dispatcher::take_over(&taker, taker.peers.clone()).await });
    let finding = bot.clone();
    beside.spawn(async move { finding.servers.find_wanted(&finding.rest).await });
    let shards = Arc::new(Shards::default());
    let (watched, watching) = (shards.clone(), bot.clone());
    beside.spawn(async move { watched.watch(&watching).await });
    let result = gateway::stay_connected(&bot, &shards, &token).await;
    beside.shutdown().await;
    bot.dispatcher.close(LAST_WORDS).await;
    result
}

/// Returns whether this process does what only one of all has to do.
fn leads(peers: &Peers) -> bool {
    peers.duties().borrow().ticks
}

/// Deletes old data regularly.
async fn tidying(bot: Arc<Bot>) {
    let mut beat = tokio::time::interval(TIDIED);
    loop {
        beat.tick().await;
        if !leads(&bot.peers) {
            continue;
        }
        withdraw_offers(None, &bot.rest, &bot.service).await;
        if let Err(why) = Dispatcher::sweep(&bot).await {
            tracing::error!(why, "outdated records couldn't be deleted");
        }
    }
}

/// Closes regularly what is left of matches that are over.
async fn closing(bot: Arc<Bot>) {
    let mut beat = tokio::time::interval(CLOSED);
    loop {
        beat.tick().await;
        if leads(&bot.peers)
            && bot.account.is_known(bot.stop.clone()).await
            && let Err(why) = Dispatcher::close_over(&bot).await
        {
            tracing::error!(why, "what is left of matches that are over couldn't be closed");
        }
    }
}

/// Checks regularly whether players are still on their servers.
async fn looking(bot: Arc<Bot>) {
    let mut beat = tokio::time::interval_at(Instant::now() + FIRST_LOOK, LOOKED);
    loop {
        beat.tick().await;
        if leads(&bot.peers) {
            bot.members.look_for_players(&bot.rest, &bot.service).await;
        }
    }
}

/// Keeps this process to its share of what Discord takes in a second.
async fn sharing(bot: Arc<Bot>) {
    let mut duties = bot.peers.duties();
    let of = duties.borrow_and_update().of;
    if 1 < of {
        bot.rest.limits.begin_among_others();
        sleep(OTHERS_KNOW).await;
    }
    loop {
        let of = duties.borrow_and_update().of;
        bot.rest.limits.share_with(of);
        if duties.changed().await.is_err() {
            return;
        }
    }
}

/// Registers the commands and uploads the drawings. Every process does, because both name what is there already, and the one
/// that started last may be of a later version.
async fn registering(bot: Arc<Bot>, guild: Option<GuildId>, descriptions: Descriptions) {
    if bot.account.is_known(bot.stop.clone()).await
        && let Some(who) = bot.account.who()
    {
        tracing::info!("a server adds it by {}", link_for_server(who.application));
        tracing::info!("a person installs it by {}", link_for_person(who.application));
        let Bot { rest, service, commands, emoji, peers, .. } = &*bot;
        let address = link_for_person(who.application);
        service.ask(move |service| service.is_added_by(CHAT, address)).await;
        let (application, descriptions) = (who.application, &descriptions);
        let at = RegisteredAt { application, guild, descriptions };
        commands.keep_registered(&at, rest, service).await;
        emoji.keep_uploaded(rest, peers, application).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(token: &str) -> Discord {
        Discord { token: Some(token.to_owned()), ..Discord::default() }
    }

    #[test]
    fn a_token_that_cannot_be_one_is_refused_and_not_repeated() {
        let err = check(&config("hush"), Commands::kernel()).unwrap_err();
        assert!(err.contains("DISCORD_TOKEN") && !err.contains("hush"));
        assert_eq!(check(&Discord::default(), Commands::kernel()), Ok(()));
    }

    #[test]
    fn the_docs_have_the_links_and_every_permission() {
        let docs = include_str!("../../../docs/discord.md");
        let readme = include_str!("../../../README.md");
        for page in [docs, readme] {
            assert!(page.contains(&link_for_server("APPLICATION_ID")));
            assert!(page.contains(&link_for_person("APPLICATION_ID")));
        }
        for permission in NEEDS.iter() {
            assert!(docs.contains(&format!("| {} |", permission.bits())), "{permission}");
        }
    }

    #[test]
    fn other_values_are_looked_at_before_the_start() {
        let odd = |api: Option<&str>, guild: Option<&str>| {
            let own = |it: Option<&str>| it.map(str::to_owned);
            let config = Discord { api: own(api), guild: own(guild), ..Discord::default() };
            check(&config, Commands::kernel())
        };
        assert!(odd(Some("nowhere"), None).unwrap_err().contains("DISCORD_API_URL"));
        assert!(odd(None, Some("my server")).unwrap_err().contains("discord.guild"));
        assert_eq!(odd(Some("http://127.0.0.1:1"), Some("123")), Ok(()));
    }
}
