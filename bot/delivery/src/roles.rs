//! Roles that change with a reply.
use model::{reply::Reply, text::Text};

use super::{chat::ChatAdapter, failure::Failure, words};

/// Whether a reply has something to say once its roles are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RolesChanged {
    Said,
    Silent,
}

impl RolesChanged {
    pub(super) fn is_silent(self) -> bool {
        self == RolesChanged::Silent
    }
}

/// Changes the roles of a reply, and adds to its text what wasn't possible. A retry begins where
/// the last attempt failed.
pub(super) async fn change<C: ChatAdapter>(
    chat: &C,
    reply: &mut Reply,
) -> Result<RolesChanged, Failure> {
    if reply.roles.is_empty() {
        return Ok(RolesChanged::Said);
    }
    while let Some(change) = reply.roles.first() {
        let obstacle = match chat.change_role(change).await {
            Ok(obstacle) => obstacle,
            Err(err) if C::classify(&err).passes() => return Err(Failure::of::<C>(&err)),
            Err(err) => {
                tracing::warn!(%err, "a role isn't changed");
                None
            }
        };
        let change = reply.roles.remove(0);
        if let Some(why) = obstacle {
            let said = std::mem::replace(&mut reply.text, Text::plain(""));
            let lines = [said, words::role_stays(&change, why)].into_iter();
            reply.text = Text::Lines(lines.filter(|it| *it != Text::plain("")).collect());
        }
    }
    let silent = reply.text == Text::plain("") && reply.picture.is_none();
    Ok(if silent { RolesChanged::Silent } else { RolesChanged::Said })
}
