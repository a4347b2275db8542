//! Who is still on a server. Discord announces departures only to bots with a privileged intent, so the bot asks.
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use model::ids::PersonId;
use serde_json::Value;
use serenity::{
    http::Route,
    model::id::{GuildId, UserId},
};
use store::StoreError;

use super::{
    bot::{CHAT, number},
    error::DiscordError,
    rest_client::{Call, RestClient},
    service_access::ServiceAccess,
};

/// Discord's error codes for a person who isn't on a server, or doesn't exist.
const UNKNOWN_MEMBER: i64 = 10_007;
const UNKNOWN_USER: i64 = 10_013;
/// How long someone who was seen on a server counts as present.
const SEEN: Duration = Duration::from_secs(3600);
/// How many people to remember as seen before clearing the list.
const MOST_SEEN: usize = 1024;

/// How many people on leaderboards are looked for at once.
const LISTED: usize = 200;

/// Who was seen on which server, and when.
#[derive(Default)]
pub(super) struct SeenMembers {
    seen: Mutex<HashMap<(GuildId, UserId), Instant>>,
    /// The last one on a leaderboard who was looked for.
    listed: Mutex<Option<(String, PersonId)>>,
}

/// Tells whether an error says that a person isn't on a server, or doesn't exist.
pub(super) fn is_not_there(err: &DiscordError) -> bool {
    matches!(err, DiscordError::Refused { status: 404, code: UNKNOWN_MEMBER | UNKNOWN_USER, .. })
}

impl SeenMembers {
    /// Records that someone is on a server.
    pub(super) fn see(&self, guild: GuildId, user: UserId) {
        let mut seen = self.seen();
        if MOST_SEEN < seen.len() {
            seen.clear();
        }
        seen.insert((guild, user), Instant::now());
    }

    /// Checks whether people are still on a server, and has the service record it.
    pub(super) async fn look_for(
        &self,
        people: impl IntoIterator<Item = (GuildId, UserId)>,
        rest: &RestClient,
        service: &ServiceAccess,
    ) {
        for (guild, user) in people {
            self.look_for_one(guild, user, rest, service).await;
        }
    }

    /// Does the same for all players on servers, and for some of those on leaderboards, others each time.
    pub(super) async fn look_for_players(&self, rest: &RestClient, service: &ServiceAccess) {
        let behind = self.listed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let behind = behind.unwrap_or((String::new(), PersonId(0)));
        let found = service.ask(move |service| {
            let mut all = service.players_on_servers(CHAT)?;
            let listed = service.listed_on_servers(CHAT, &behind, LISTED)?;
            let last = listed.last().map(|(server, _, person)| (server.clone(), *person));
            all.extend(listed.into_iter().map(|(server, handle, _)| (server, handle)));
            Ok::<_, StoreError>((all, last))
        });
        let Some(Ok((all, last))) = found.await else { return };
        *self.listed.lock().unwrap_or_else(PoisonError::into_inner) = last;
        let all = all.into_iter().filter_map(|(server, handle)| {
            Some((GuildId::new(number(&server)?), UserId::new(number(&handle)?)))
        });
        self.look_for(all, rest, service).await;
    }

    async fn look_for_one(
        &self,
        guild: GuildId,
        user: UserId,
        rest: &RestClient,
        service: &ServiceAccess,
    ) {
        if self.was_seen(guild, user) {
            return;
        }
        let (server, handle) = (guild.to_string(), user.to_string());
        let route = Route::GuildMember { guild_id: guild, user_id: user };
        let noted = match rest.ask::<Value>(&Call::get(route)).await {
            Ok(_) => {
                self.see(guild, user);
                service.ask(move |service| service.is_there(CHAT, &handle, &server)).await
            }
            Err(err) if is_not_there(&err) => {
                let now = model::host_clock::now().as_second();
                service.ask(move |service| service.has_left(CHAT, &handle, now, &server)).await
            }
            Err(err) => {
                tracing::debug!(%err, "it isn't known who is here");
                return;
            }
        };
        if let Some(Err(err)) = noted {
            tracing::error!(%err, "who is here couldn't be noted");
        }
    }

    /// Returns whether someone was seen on a server recently.
    fn was_seen(&self, guild: GuildId, user: UserId) -> bool {
        self.seen().get(&(guild, user)).is_some_and(|at| at.elapsed() < SEEN)
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<(GuildId, UserId), Instant>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
