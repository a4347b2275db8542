//! Why a role can't be given, and what helps.
use super::RoleObstacle;

impl RoleObstacle {
    /// Returns the reason, to follow "because".
    pub fn reason(self) -> String {
        match self {
            RoleObstacle::NoRoles => "this chat has no roles".to_owned(),
            RoleObstacle::NotPermitted => "I lack the permission Manage Roles".to_owned(),
            RoleObstacle::TooHigh => "it isn't below my own role".to_owned(),
            RoleObstacle::Managed => "it belongs to another app".to_owned(),
            RoleObstacle::Deleted => "it was deleted".to_owned(),
            RoleObstacle::Moderates(permission) => {
                format!("it has the permission {permission}, which is for moderators")
            }
            RoleObstacle::AskerNotPermitted => "you lack the permission Manage Roles".to_owned(),
            RoleObstacle::AboveAsker => "it isn't below your own highest role".to_owned(),
            RoleObstacle::Unknown => "Discord didn't say who can have it".to_owned(),
        }
    }

    /// Returns what helps, as a sentence without its full stop.
    pub fn remedy(self) -> &'static str {
        match self {
            RoleObstacle::NotPermitted => "Give it to me in the server's settings",
            RoleObstacle::TooHigh => "Move my role above it in the server's settings",
            RoleObstacle::NoRoles | RoleObstacle::Managed | RoleObstacle::Deleted => {
                "Choose another role"
            }
            RoleObstacle::Moderates(_) => "Choose a role without permissions of moderators",
            RoleObstacle::AskerNotPermitted => "Ask somebody who has it",
            RoleObstacle::AboveAsker => "Choose a lower role, or ask somebody above it",
            RoleObstacle::Unknown => "Try again in a minute",
        }
    }
}
