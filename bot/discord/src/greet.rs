//! Chooses where to greet a server that the bot joins.
use serenity::model::{channel::ChannelType, guild::Guild, id::ChannelId};

/// How many channels to try.
const TRIED: usize = 5;

/// Returns the channels to greet a server in: its system channel, then its topmost text channels.
pub(super) fn greeting_places(guild: &Guild) -> Vec<ChannelId> {
    let mut texts: Vec<_> =
        guild.channels.values().filter(|it| it.kind == ChannelType::Text).collect();
    texts.sort_by_key(|channel| (channel.position, channel.id));
    let own = guild.system_channel_id;
    let others = texts.into_iter().map(|it| it.id).filter(|channel| Some(*channel) != own);
    own.into_iter().chain(others).take(TRIED).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_server_is_greeted_where_it_greets_newcomers_or_at_the_top() {
        let channel = |id: &str, kind: u8, position: u16| json!({ "id": id, "guild_id": "1", "type": kind, "position": position, "name": "c", "permission_overwrites": [] });
        let guild = |system: serde_json::Value| -> Guild {
            serde_json::from_value(json!({
                "id": "1", "name": "s", "owner_id": "2", "afk_timeout": 300, "verification_level": 0,
                "default_message_notifications": 0, "explicit_content_filter": 0, "roles": [], "emojis": [],
                "features": [], "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0,
                "preferred_locale": "en-US", "nsfw_level": 0, "premium_progress_bar_enabled": false,
                "joined_at": "2026-01-01T00:00:00Z", "large": false, "member_count": 2, "voice_states": [],
                "members": [], "presences": [], "threads": [], "stage_instances": [], "stickers": [], "guild_scheduled_events": [],
                "system_channel_id": system,
                "channels": [channel("11", 0, 5), channel("12", 2, 0), channel("13", 0, 1)],
            }))
            .unwrap()
        };
        let ids =
            |guild: &Guild| greeting_places(guild).iter().map(|it| it.get()).collect::<Vec<_>>();
        assert_eq!(ids(&guild(serde_json::Value::Null)), [13, 11]);
        assert_eq!(ids(&guild(json!("11"))), [11, 13]);
    }
}
