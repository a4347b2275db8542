//! Who may do what: one decision from the asker, the action, and the room, challenge or match it
//! affects.
//!
//! Where something is typed doesn't matter: a move sent in a direct message is a move in its
//! match's room.
pub mod decide;
pub mod rooms;
pub mod words;

use command::{Command, Permission, Permitted, Verb};
use model::ids::{PersonId, RoomId};
use store::{Challenge, MatchRow, Room};

use crate::context::request::{Power, RoomPresence, RoomRight};

/// An action to decide about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardedAction {
    Say(Verb),
    /// Change a setting that these people may change.
    Set(Permitted),
    /// Change settings of one room.
    Manage,
    /// Change settings of a server: its channels, its limits, its bans.
    Govern,
    /// End another player's match, or annul its result.
    Judge,
    /// Show a match to a whole room.
    Broadcast,
    /// Say something in a room, beside what the action does.
    Speak,
    /// Start or join something that goes on.
    Join,
    /// Begin, end or open up what somebody started.
    Organise,
    /// Decide for a room that plays before its time is over.
    EndTurn,
}

/// What the action affects.
#[derive(Clone, Copy, Debug)]
pub enum ActionTarget<'a> {
    /// Only the asker's own data.
    Oneself,
    Room(&'a Room),
    Challenge(&'a Challenge),
    Match(&'a MatchRow),
    Organised(&'a Organised),
}

/// Something in a room about which its organiser decides.
#[derive(Clone, Debug)]
pub struct Organised {
    pub room: RoomId,
    /// None if they deleted their data.
    pub by: Option<PersonId>,
    /// As a sentence names it: `league 3`.
    pub name: String,
    /// The line that shows it.
    pub shown_by: Command,
}

/// The asker's relation to what they affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Situation {
    banned: bool,
    /// Games belong in other rooms of this server.
    outside: bool,
    part: Involvement,
    private: bool,
    /// What they may manage in the affected room.
    power: Power,
    /// What they may do there as people who talk.
    right: RoomRight,
    company: RoomPresence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Involvement {
    /// None: there is no such match or challenge, or it belongs to others.
    Stranger,
    Player,
    /// Asked to take a seat, or away from the own one.
    Invited,
    /// Decides with others of a room that plays.
    Sharer,
    /// The one of them who began or accepted the match for their room.
    FirstSharer,
    Challenger,
    Challenged,
    /// Started what is organised.
    Organiser,
}

/// Why an action isn't allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denial {
    Banned,
    Unseen,
    NotPlayer,
    NotCaller,
    NotChallenger,
    OwnChallenge,
    ForAnother,
    NotModerator,
    TooFew,
    PlaysInIt,
    NotOrganiser,
    Outside,
    /// They can't write in the room.
    Mute,
}

fn rule(deed: GuardedAction) -> Permission {
    match deed {
        GuardedAction::Say(verb) => verb.spec().may,
        GuardedAction::Join => Permission::begins(Permitted::Anyone),
        GuardedAction::Speak => {
            Permission { despite_ban: true, speaks: true, ..Permission::who(Permitted::Anyone) }
        }
        GuardedAction::Organise => Permission::who(Permitted::Organiser),
        GuardedAction::Set(who) => Permission::always(who),
        GuardedAction::Manage => Permission::always(Permitted::Manager),
        GuardedAction::Broadcast => Permission::who(Permitted::Manager),
        GuardedAction::Govern => Permission::always(Permitted::Governor),
        GuardedAction::Judge => Permission::always(Permitted::Referee),
        GuardedAction::EndTurn => Permission::who(Permitted::Caller),
    }
}

/// Decides whether an action is allowed.
fn decide(deed: GuardedAction, standing: Situation) -> Result<(), Denial> {
    let Permission { who, in_allowed_rooms, despite_ban, speaks } = rule(deed);
    let Situation { banned, outside, part, private, power, right, company } = standing;
    let deny = |denied: bool, why: Denial| if denied { Err(why) } else { Ok(()) };
    deny(banned && !despite_ban, Denial::Banned)?;
    let stranger = part == Involvement::Stranger;
    match who {
        Permitted::Anyone => {}
        Permitted::Onlooker => deny(stranger && private, Denial::Unseen)?,
        Permitted::Player => {
            deny(stranger && private, Denial::Unseen)?;
            deny(part != Involvement::Player, Denial::NotPlayer)?;
        }
        Permitted::Mover => {
            deny(stranger && private, Denial::Unseen)?;
            deny(stranger || part == Involvement::Invited, Denial::NotPlayer)?;
        }
        Permitted::Caller => {
            let manages = part == Involvement::Sharer && power != Power::Nothing;
            deny(part != Involvement::FirstSharer && !manages, Denial::NotCaller)?;
        }
        Permitted::Challenger => deny(part != Involvement::Challenger, Denial::NotChallenger)?,
        Permitted::Challenged => {
            deny(part == Involvement::Challenger, Denial::OwnChallenge)?;
            deny(stranger, Denial::ForAnother)?;
        }
        Permitted::Party => deny(stranger, Denial::ForAnother)?,
        Permitted::Manager => {
            deny(power == Power::Nothing && company != RoomPresence::Alone, Denial::NotModerator)?;
        }
        Permitted::Governor => {
            deny(power < Power::Server, Denial::NotModerator)?;
            deny(company == RoomPresence::Alone, Denial::TooFew)?;
        }
        Permitted::Organiser => {
            let manages = power != Power::Nothing;
            deny(part != Involvement::Organiser && !manages, Denial::NotOrganiser)?;
        }
        Permitted::Referee => {
            deny(power == Power::Nothing, Denial::NotModerator)?;
            deny(company < RoomPresence::Many, Denial::TooFew)?;
            deny(part == Involvement::Player, Denial::PlaysInIt)?;
        }
    }
    deny(speaks && right < RoomRight::Write, Denial::Mute)?;
    deny(in_allowed_rooms && outside, Denial::Outside)
}
