//! Asks Discord for what a line needs before its request has its turn: the role that it names.
use command::role_named;
use model::reply::RoleObstacle;
use service::{Power, Preparation, Request};

use super::{bot::Bot, roles};

/// Adds to a request what its line needs.
pub(super) async fn prepare(bot: &Bot, request: Request) -> Request {
    let role = match role_named(&request.line) {
        Some(role) if request.power == Power::Server => Some(asked(bot, &request, role).await),
        Some(_) | None => None,
    };
    Request { prepared: Preparation { role, ..Preparation::default() }, ..request }
}

async fn asked(bot: &Bot, request: &Request, role: String) -> (String, Option<RoleObstacle>) {
    let Request { room, from, .. } = request;
    let why = match roles::why_not(bot, &room.server, &role, &from.handle).await {
        Ok(why) => why,
        Err(err) => {
            tracing::warn!(%err, "the roles of a server can't be asked for");
            Some(RoleObstacle::Unknown)
        }
    };
    (role, why)
}
