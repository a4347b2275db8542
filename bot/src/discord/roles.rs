//! Gives and takes the role of a season's champion.
use reqwest::Method;
use serde::Deserialize;
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{GuildId, RoleId, UserId},
    },
};

use super::{
    bot::{Bot, number},
    rest_client::Call,
    trouble::Trouble,
};
use crate::{delivery::RoleObstacle, reply::RoleChange};

/// A role, as far as it decides what the bot may do.
#[derive(Deserialize)]
struct SeenRole {
    id: RoleId,
    position: i64,
    #[serde(default)]
    managed: bool,
    permissions: Permissions,
}

/// A member, as far as it decides what the bot may do.
#[derive(Deserialize)]
struct SeenMember {
    roles: Vec<RoleId>,
}

/// Hands a role from one person to another. People who left the server are passed over.
///
/// # Errors
/// If Discord can't be reached, or refuses for a reason that nobody can mend.
pub(super) async fn change(
    bot: &Bot,
    change: &RoleChange,
) -> Result<Option<RoleObstacle>, Trouble> {
    let RoleChange { server, role, from, to } = change;
    let (Some(guild_id), Some(role_id)) =
        (number(server).map(GuildId::new), number(role).map(RoleId::new))
    else {
        return Ok(Some(RoleObstacle::Deleted));
    };
    if let Some(obstacle) = obstacle(bot, guild_id, role_id).await? {
        return Ok(Some(obstacle));
    }
    let user = |it: &Option<String>| it.as_deref().and_then(number).map(UserId::new);
    for (user_id, gives) in [(user(from), false), (user(to), true)] {
        let Some(user_id) = user_id else { continue };
        let route = Route::GuildMemberRole { guild_id, user_id, role_id };
        let method = if gives { Method::PUT } else { Method::DELETE };
        let call = Call { method, ..Call::get(route) };
        match bot.rest.tell(&call).await {
            Ok(()) | Err(Trouble::Refused { code: UNKNOWN_MEMBER, .. }) => {}
            Err(Trouble::Refused { code: UNKNOWN_ROLE, .. }) => {
                return Ok(Some(RoleObstacle::Deleted));
            }
            // The order of roles or the permission changed meanwhile.
            Err(Trouble::Refused { status: 403, .. }) => {
                return Ok(Some(RoleObstacle::NotPermitted));
            }
            Err(err) => return Err(err),
        }
    }
    Ok(None)
}

/// Discord's error codes.
const UNKNOWN_MEMBER: i64 = 10007;
const UNKNOWN_ROLE: i64 = 10011;

/// Finds out why the bot can't manage a role: Discord answers all reasons with the same code.
async fn obstacle(
    bot: &Bot,
    guild_id: GuildId,
    role_id: RoleId,
) -> Result<Option<RoleObstacle>, Trouble> {
    let Some(me) = bot.who() else { return Ok(None) };
    let roles: Vec<SeenRole> = bot.rest.ask(&Call::get(Route::GuildRoles { guild_id })).await?;
    let route = Route::GuildMember { guild_id, user_id: me.user };
    let own: SeenMember = bot.rest.ask(&Call::get(route)).await?;
    Ok(obstacle_among(&roles, &own, guild_id, role_id))
}

fn obstacle_among(
    roles: &[SeenRole],
    own: &SeenMember,
    guild: GuildId,
    role: RoleId,
) -> Option<RoleObstacle> {
    let Some(wanted) = roles.iter().find(|it| it.id == role) else {
        return Some(RoleObstacle::Deleted);
    };
    // Everyone has the role with the id of the server.
    let has = |it: &&SeenRole| it.id.get() == guild.get() || own.roles.contains(&it.id);
    let permitted =
        roles.iter().filter(has).fold(Permissions::empty(), |all, it| all | it.permissions);
    if wanted.managed || wanted.id.get() == guild.get() {
        return Some(RoleObstacle::Managed);
    }
    if !permitted.intersects(Permissions::MANAGE_ROLES | Permissions::ADMINISTRATOR) {
        return Some(RoleObstacle::NotPermitted);
    }
    // Of two roles in the same position, the one with the lower id is higher.
    let height = |it: &SeenRole| (it.position, std::cmp::Reverse(it.id));
    let highest = roles.iter().filter(has).map(height).max();
    highest.is_none_or(|it| it <= height(wanted)).then_some(RoleObstacle::TooHigh)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_managed_only_below_the_bots_own_and_with_the_permission() {
        let role = |id, position, permissions| SeenRole {
            id: RoleId::new(id),
            position,
            managed: false,
            permissions,
        };
        let none = Permissions::empty();
        let mut roles = vec![
            role(1, 0, none),
            role(2, 1, none),
            role(3, 2, Permissions::MANAGE_ROLES),
            role(4, 2, none),
            role(5, 3, none),
        ];
        let why = |roles: &[SeenRole], own: &[u64], id| {
            let own = SeenMember { roles: own.iter().copied().map(RoleId::new).collect() };
            obstacle_among(roles, &own, GuildId::new(1), RoleId::new(id))
        };
        assert_eq!(why(&roles, &[3], 2), None);
        assert_eq!(why(&roles, &[3], 4), None, "in the same position, the older one is higher");
        assert_eq!(why(&roles, &[3], 3), Some(RoleObstacle::TooHigh));
        assert_eq!(why(&roles, &[3], 5), Some(RoleObstacle::TooHigh));
        assert_eq!(why(&roles, &[5], 2), Some(RoleObstacle::NotPermitted));
        assert_eq!(why(&roles, &[], 2), Some(RoleObstacle::NotPermitted));
        assert_eq!(why(&roles, &[3], 9), Some(RoleObstacle::Deleted));
        assert_eq!(why(&roles, &[3], 1), Some(RoleObstacle::Managed), "everyone has it");
        roles[1].managed = true;
        assert_eq!(why(&roles, &[3], 2), Some(RoleObstacle::Managed));
        roles[4].permissions = Permissions::ADMINISTRATOR;
        assert_eq!(why(&roles, &[5], 4), None);
    }
}
