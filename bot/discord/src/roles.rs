//! Gives and takes the roles that change with a reply, and finds out who may choose one.
use model::reply::{RoleChange, RoleObstacle};
use reqwest::Method;
use serde::{Deserialize, Deserializer, de::Error as _};
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{GuildId, RoleId, UserId},
    },
};

use super::{
    account::Account,
    bot::{Bot, number},
    error::DiscordError,
    rest_client::{Call, RestClient},
    words::MODERATING,
};

/// A role, as far as it decides who may give it.
#[derive(Deserialize)]
struct SeenRole {
    id: RoleId,
    position: i64,
    #[serde(default)]
    managed: bool,
    #[serde(deserialize_with = "bits")]
    permissions: u64,
}

/// A member, as far as it decides which roles they may give.
#[derive(Deserialize)]
struct SeenMember {
    roles: Vec<RoleId>,
}

/// A channel, with what roles may do there besides.
#[derive(Deserialize)]
struct SeenChannel {
    #[serde(default)]
    permission_overwrites: Vec<SeenOverwrite>,
}

#[derive(Deserialize)]
struct SeenOverwrite {
    id: RoleId,
    #[serde(deserialize_with = "bits")]
    allow: u64,
}

/// A server, as far as it decides who may give a role.
struct SeenServer {
    id: GuildId,
    roles: Vec<SeenRole>,
    channels: Vec<SeenChannel>,
    own: SeenMember,
}

/// Reads permissions, also those that are newer than what serenity names.
fn bits<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// Finds out why a person can't have a role given to others, by themselves or by the bot.
///
/// # Errors
/// If Discord can't be asked.
pub(super) async fn why_not(
    bot: &Bot,
    server: &str,
    role: &str,
    asker: &str,
) -> Result<Option<RoleObstacle>, DiscordError> {
    let (Some(guild_id), Some(role_id), Some(asker)) =
        (number(server).map(GuildId::new), number(role).map(RoleId::new), number(asker))
    else {
        return Ok(Some(RoleObstacle::Deleted));
    };
    let Some(seen) = see(&bot.rest, &bot.account, guild_id).await? else {
        return Ok(Some(RoleObstacle::Unknown));
    };
    let user_id = UserId::new(asker);
    let route = Route::GuildMember { guild_id, user_id };
    let asker: SeenMember = bot.rest.ask(&Call::get(route)).await?;
    bot.servers.find(&bot.rest, guild_id).await;
    let owner = bot.servers.look(guild_id, |guild| guild.owner_id);
    let obstacle = seen.obstacle(role_id).or_else(|| seen.moderates(role_id));
    Ok(obstacle.or_else(|| seen.obstacle_for(&asker, owner == Some(user_id), role_id)))
}

/// Hands a role from one person to another. People who left the server are passed over.
///
/// # Errors
/// If Discord can't be reached, or refuses for a reason that nobody can mend.
pub(super) async fn change(
    rest: &RestClient,
    account: &Account,
    change: &RoleChange,
) -> Result<Option<RoleObstacle>, DiscordError> {
    let RoleChange { server, role, from, to, order: _ } = change;
    let (Some(guild_id), Some(role_id)) =
        (number(server).map(GuildId::new), number(role).map(RoleId::new))
    else {
        return Ok(Some(RoleObstacle::Deleted));
    };
    let seen = see(rest, account, guild_id).await?;
    if let Some(obstacle) = seen.as_ref().and_then(|it| it.obstacle(role_id)) {
        return Ok(Some(obstacle));
    }
    // A role that moderates can still be taken away.
    let moderates = seen.and_then(|it| it.moderates(role_id));
    let user = |id: &Option<String>| id.as_deref().and_then(number).map(UserId::new);
    let to = user(to).filter(|_| moderates.is_none());
    for (user_id, gives) in [(user(from), false), (to, true)] {
        let Some(user_id) = user_id else { continue };
        let route = Route::GuildMemberRole { guild_id, user_id, role_id };
        let method = if gives { Method::PUT } else { Method::DELETE };
        let call = Call { method, ..Call::get(route) };
        match rest.tell(&call).await {
            Ok(()) | Err(DiscordError::Refused { code: UNKNOWN_MEMBER, .. }) => {}
            Err(DiscordError::Refused { code: UNKNOWN_ROLE, .. }) => {
                return Ok(Some(RoleObstacle::Deleted));
            }
            // The order of roles or the permission changed meanwhile.
            Err(DiscordError::Refused { status: 403, .. }) => {
                return Ok(Some(RoleObstacle::NotPermitted));
            }
            Err(err) => return Err(err),
        }
    }
    Ok(moderates)
}

/// Discord's error codes.
const UNKNOWN_MEMBER: i64 = 10007;
const UNKNOWN_ROLE: i64 = 10011;

/// Asks for the roles of a server and their permissions. Nothing before the bot knows itself.
async fn see(
    rest: &RestClient,
    account: &Account,
    id: GuildId,
) -> Result<Option<SeenServer>, DiscordError> {
    let Some(me) = account.who() else { return Ok(None) };
    let ask = |route| Call::get(route);
    let own = ask(Route::GuildMember { guild_id: id, user_id: me.user });
    let roles = ask(Route::GuildRoles { guild_id: id });
    let channels = ask(Route::GuildChannels { guild_id: id });
    let (own, roles, channels) =
        tokio::try_join!(rest.ask(&own), rest.ask(&roles), rest.ask(&channels))?;
    Ok(Some(SeenServer { id, roles, channels, own }))
}

impl SeenServer {
    /// Finds out why the bot can't manage a role: Discord answers all reasons with the same code.
    fn obstacle(&self, role: RoleId) -> Option<RoleObstacle> {
        let Some(wanted) = self.role(role) else { return Some(RoleObstacle::Deleted) };
        if wanted.managed || wanted.id.get() == self.id.get() {
            return Some(RoleObstacle::Managed);
        }
        if !self.manages_roles(&self.own) {
            return Some(RoleObstacle::NotPermitted);
        }
        (!self.is_above(&self.own, wanted)).then_some(RoleObstacle::TooHigh)
    }

    /// Finds out why a person couldn't give a role themselves.
    fn obstacle_for(&self, asker: &SeenMember, owns: bool, role: RoleId) -> Option<RoleObstacle> {
        let Some(wanted) = self.role(role) else { return Some(RoleObstacle::Deleted) };
        match (owns, self.manages_roles(asker)) {
            (true, _) => None,
            (false, false) => Some(RoleObstacle::AskerNotPermitted),
            (false, true) => (!self.is_above(asker, wanted)).then_some(RoleObstacle::AboveAsker),
        }
    }

    /// Finds a permission of moderators that a role has, on the server or in a channel.
    fn moderates(&self, role: RoleId) -> Option<RoleObstacle> {
        let everywhere = self.role(role)?.permissions;
        let overwrites = self.channels.iter().flat_map(|it| &it.permission_overwrites);
        let here = overwrites.filter(|it| it.id == role).map(|it| it.allow);
        let all = here.fold(everywhere, |all, allowed| all | allowed);
        let named = MODERATING.iter().find(|(bit, _)| all & (1 << bit) != 0);
        named.map(|(_, name)| RoleObstacle::Moderates(name))
    }

    fn role(&self, id: RoleId) -> Option<&SeenRole> {
        self.roles.iter().find(|it| it.id == id)
    }

    fn roles_of(&self, member: &SeenMember) -> impl Iterator<Item = &SeenRole> {
        // Everyone has the role with the id of the server.
        self.roles
            .iter()
            .filter(|role| role.id.get() == self.id.get() || member.roles.contains(&role.id))
    }

    fn manages_roles(&self, member: &SeenMember) -> bool {
        let all = self.roles_of(member).fold(0, |all, role| all | role.permissions);
        Permissions::from_bits_truncate(all)
            .intersects(Permissions::MANAGE_ROLES | Permissions::ADMINISTRATOR)
    }

    /// Tells whether the highest role of a member is above another.
    fn is_above(&self, member: &SeenMember, role: &SeenRole) -> bool {
        // Of two roles in the same position, the one with the lower id is higher.
        let height = |role: &SeenRole| (role.position, std::cmp::Reverse(role.id));
        self.roles_of(member).any(|own| height(role) < height(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(id: u64, position: i64, permissions: Permissions) -> SeenRole {
        let permissions = permissions.bits();
        SeenRole { id: RoleId::new(id), position, managed: false, permissions }
    }

    fn member(roles: &[u64]) -> SeenMember {
        SeenMember { roles: roles.iter().copied().map(RoleId::new).collect() }
    }

    fn server() -> SeenServer {
        let none = Permissions::empty();
        let roles = vec![
            role(1, 0, none),
            role(2, 1, none),
            role(3, 2, Permissions::MANAGE_ROLES),
            role(4, 2, none),
            role(5, 3, none),
        ];
        SeenServer { id: GuildId::new(1), roles, channels: Vec::new(), own: member(&[]) }
    }

    #[test]
    fn a_role_is_managed_only_below_the_bots_own_and_with_the_permission() {
        let mut server = server();
        let why = |server: &mut SeenServer, own: &[u64], id| {
            server.own = member(own);
            server.obstacle(RoleId::new(id))
        };
        assert_eq!(why(&mut server, &[3], 2), None);
        assert_eq!(why(&mut server, &[3], 4), None, "in the same position, the older is higher");
        assert_eq!(why(&mut server, &[3], 3), Some(RoleObstacle::TooHigh));
        assert_eq!(why(&mut server, &[3], 5), Some(RoleObstacle::TooHigh));
        assert_eq!(why(&mut server, &[5], 2), Some(RoleObstacle::NotPermitted));
        assert_eq!(why(&mut server, &[], 2), Some(RoleObstacle::NotPermitted));
        assert_eq!(why(&mut server, &[3], 9), Some(RoleObstacle::Deleted));
        assert_eq!(why(&mut server, &[3], 1), Some(RoleObstacle::Managed), "everyone has it");
        server.roles[1].managed = true;
        assert_eq!(why(&mut server, &[3], 2), Some(RoleObstacle::Managed));
        server.roles[4].permissions = Permissions::ADMINISTRATOR.bits();
        assert_eq!(why(&mut server, &[5], 4), None);
    }

    #[test]
    fn a_person_has_only_roles_given_that_they_could_give_themselves() {
        let server = server();
        let why =
            |roles: &[u64], owns, id| server.obstacle_for(&member(roles), owns, RoleId::new(id));
        assert_eq!(why(&[3], false, 2), None);
        assert_eq!(why(&[3], false, 3), Some(RoleObstacle::AboveAsker));
        assert_eq!(why(&[3], false, 5), Some(RoleObstacle::AboveAsker));
        assert_eq!(why(&[5], false, 2), Some(RoleObstacle::AskerNotPermitted));
        assert_eq!(why(&[], true, 5), None, "the owner is above all roles");
    }

    #[test]
    fn every_permission_of_moderators_is_found_on_the_server_and_in_a_channel() {
        let mut server = server();
        let (prize, given) = (1, RoleId::new(2));
        assert_eq!(server.moderates(given), None);
        let ordinary = (Permissions::SEND_MESSAGES | Permissions::CHANGE_NICKNAME).bits();
        server.roles[prize].permissions = ordinary;
        assert_eq!(server.moderates(given), None);
        for (bit, name) in MODERATING {
            let found = Some(RoleObstacle::Moderates(name));
            let allow = 1 << bit;
            server.roles[prize].permissions = ordinary | allow;
            assert_eq!(server.moderates(given), found);
            server.roles[prize].permissions = ordinary;
            let permission_overwrites = vec![SeenOverwrite { id: given, allow }];
            server.channels = vec![SeenChannel { permission_overwrites }];
            assert_eq!(server.moderates(given), found, "in a channel");
            server.channels.clear();
        }
        let json = serde_json::json!({ "id": "2", "position": 1, "permissions": (1_u64 << 51).to_string() });
        server.roles[prize] = serde_json::from_value(json).unwrap();
        assert!(server.moderates(given).is_some(), "newer than what the library names");
    }
}
