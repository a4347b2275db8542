//! Channels the bot isn't a member of, where someone uses it as a user-installed app. It can only
//! answer that person's commands and presses, and other people's presses on its messages there.
//!
//! Everything it says there is an answer or a follow-up. Discord allows five follow-ups per
//! interaction. For fifteen minutes it accepts them, and edits of these messages.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use delivery::{Asked, Place};
use serenity::model::{
    Permissions,
    application::{AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, InteractionContext},
    channel::{ChannelType, PartialChannel},
    guild::Member,
    id::{ChannelId, UserId},
};
use service::RoomPresence;

use super::{
    answer::{AnswerPlan, InteractionAnswer},
    bot::{CHAT, number},
    interaction::OpenInteraction,
    markdown::{LONGEST, len},
    message::DiscordMessage,
    service_access::ServiceAccess,
    words,
};

/// How many follow-ups per interaction Discord allows there.
pub(super) const FOLLOW_UPS: usize = 5;
/// How many channels and people to remember before forgetting them.
const MOST: usize = 4096;

/// What the bot can do in the channel of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// It is a member of the channel.
    Member,
    /// It isn't a member; everyone can read its answers.
    Answers,
    /// It isn't a member, and only the asker can read its answers.
    Unseen,
}

/// What an interaction says about its channel.
pub(super) struct InteractionFacts<'a> {
    pub(super) context: Option<InteractionContext>,
    pub(super) owners: Option<&'a AuthorizingIntegrationOwners>,
    pub(super) member: Option<&'a Member>,
}

/// What is known about channels the bot isn't a member of.
#[derive(Default)]
pub(super) struct AnswersOnly {
    all: Mutex<KnownPlaces>,
}

#[derive(Default)]
struct KnownPlaces {
    presence: HashMap<(ChannelId, UserId), Presence>,
    /// The last interaction of each channel.
    last: HashMap<ChannelId, Arc<OpenInteraction>>,
}

impl AnswersOnly {
    fn change<T>(&self, change: impl FnOnce(&mut KnownPlaces) -> T) -> T {
        let mut known = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST < known.presence.len() {
            known.presence.clear();
        }
        if MOST < known.last.len() {
            known.last.retain(|_, open| open.is_usable());
        }
        change(&mut known)
    }

    /// Records an interaction as the latest of its channel.
    pub(super) fn begin(&self, open: &Arc<OpenInteraction>) {
        if open.presence == Presence::Answers {
            self.change(|known| known.last.insert(open.channel, open.clone()));
        }
    }

    /// Returns what the bot can do in the channel of an interaction.
    pub(super) async fn presence(
        &self,
        place: (ChannelId, UserId),
        facts: InteractionFacts<'_>,
        service: &ServiceAccess,
    ) -> Presence {
        let InteractionFacts { context, owners, member } = facts;
        if let (Some(context), Some(owners)) = (context, owners) {
            let presence = presence(context, owners, member.and_then(|it| it.permissions));
            self.change(|known| known.presence.insert(place, presence));
            return presence;
        }
        // serenity doesn't parse this for forms, so it is remembered from when the form was opened.
        if let Some(presence) = self.change(|known| known.presence.get(&place).copied()) {
            return presence;
        }
        let room = place.0.to_string();
        match service.kept(move |service| service.keep(|tx| tx.is_answers_only(CHAT, &room))).await
        {
            Some(true) => Presence::Answers,
            Some(false) | None => Presence::Member,
        }
    }

    /// Returns the latest interaction of a room the bot isn't in, if it can have follow-ups.
    pub(super) fn followed_up(&self, room: &str) -> Option<Asked<InteractionAnswer>> {
        let channel = ChannelId::new(number(room)?);
        let open = self.change(|known| known.last.get(&channel).cloned())?;
        let is_finished = open.progress.now().is_some_and(|state| state.takes_follow_ups());
        (is_finished && open.is_usable()).then(|| Asked {
            place: Place::room(room),
            by: open.asker.to_string(),
            alone: false,
            talk: false,
            pressed: None,
            interaction: Some(Arc::new(InteractionAnswer { open, plan: AnswerPlan::default() })),
        })
    }
}

impl OpenInteraction {
    /// Returns a public message as it will be sent: with an explanation if only the asker sees it.
    pub(super) fn as_seen(&self, sheet: &DiscordMessage) -> DiscordMessage {
        let mut sheet = sheet.clone();
        let why = words::only_you_see_this();
        if self.presence == Presence::Unseen && len(&sheet.content) + len(why) < LONGEST {
            let between = if sheet.content.is_empty() { "" } else { "\n" };
            sheet.content = format!("{}{between}{why}", sheet.content);
        }
        sheet
    }
}

fn presence(
    context: InteractionContext,
    AuthorizingIntegrationOwners(owners): &AuthorizingIntegrationOwners,
    permissions: Option<Permissions>,
) -> Presence {
    let on_server =
        owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
    match context {
        InteractionContext::PrivateChannel => Presence::Answers,
        InteractionContext::Guild if !owners.is_empty() && !on_server => {
            if permissions.is_none_or(|it| it.contains(Permissions::USE_EXTERNAL_APPS)) {
                Presence::Answers
            } else {
                // Without this permission Discord makes every answer ephemeral.
                Presence::Unseen
            }
        }
        _ => Presence::Member,
    }
}

/// Returns who else is in a channel without a server.
pub(super) fn company(presence: Presence, channel: Option<&PartialChannel>) -> RoomPresence {
    match (presence, channel.map(|it| it.kind)) {
        (Presence::Member, _) => RoomPresence::Alone,
        (_, Some(ChannelType::Private)) => RoomPresence::Pair,
        _ => RoomPresence::Many,
    }
}

/// Names a channel without a server.
pub(super) fn name(presence: Presence, channel: Option<&PartialChannel>) -> String {
    let own = channel.and_then(|it| it.name.clone()).filter(|it| !it.is_empty());
    match (presence, channel.map(|it| it.kind), own) {
        (Presence::Member, _, _) => words::with_me().to_owned(),
        (_, Some(ChannelType::GroupDm), Some(name)) => name,
        (_, Some(ChannelType::GroupDm), None) => words::a_group().to_owned(),
        _ => words::between_two().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn where_the_bot_is_follows_from_who_installed_it() {
        let permissions = Permissions::SEND_MESSAGES | Permissions::USE_EXTERNAL_APPS;
        let at = |context, owners: Value, may| {
            presence(context, &serde_json::from_value(owners).unwrap(), may)
        };
        let (guild, person) = (json!({ "0": "5" }), json!({ "1": "7" }));
        let both = json!({ "0": "5", "1": "7" });
        use InteractionContext::{BotDm, Guild, PrivateChannel};
        assert_eq!(at(Guild, guild, Some(permissions)), Presence::Member);
        assert_eq!(at(Guild, both, Some(permissions)), Presence::Member);
        assert_eq!(at(Guild, person.clone(), Some(permissions)), Presence::Answers);
        assert_eq!(at(Guild, person.clone(), Some(Permissions::empty())), Presence::Unseen);
        assert_eq!(at(PrivateChannel, person.clone(), None), Presence::Answers);
        assert_eq!(at(BotDm, person, None), Presence::Member);
        assert_eq!(at(BotDm, json!({ "0": "0" }), None), Presence::Member);
    }

    #[test]
    fn channels_without_a_server_are_told_apart() {
        let channel = |kind: u8, name: Value| -> PartialChannel {
            serde_json::from_value(json!({ "id": "1", "type": kind, "name": name })).unwrap()
        };
        let [two, group] = [channel(1, Value::Null), channel(3, json!("Sunday games"))];
        assert_eq!(company(Presence::Member, Some(&two)), RoomPresence::Alone);
        assert_eq!(company(Presence::Answers, Some(&two)), RoomPresence::Pair);
        assert_eq!(company(Presence::Answers, Some(&group)), RoomPresence::Many);
        assert_eq!(name(Presence::Answers, Some(&group)), "Sunday games");
        assert_ne!(name(Presence::Answers, Some(&two)), name(Presence::Member, Some(&two)));
    }
}
