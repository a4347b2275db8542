//! Who may do what: one decision from the asker, the action, and the room, challenge or match it
//! affects.
//!
//! Where something is typed doesn't matter: a move sent in a direct message is a move in its
//! match's room.
pub(crate) mod decide;
pub(crate) mod rooms;
mod words;

use command::Verb;
use store::{Challenge, LeagueState, MatchRow, Room};

use crate::context::request::{Power, RoomPresence, RoomRight};

/// An action to decide about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuardedAction {
    Say(Verb),
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
    /// Start or join a league.
    Join,
    /// Begin, end or open up a league.
    Organise,
    /// Count the votes of a room before their time is over.
    CountVotes,
}

/// What the action affects.
#[derive(Clone, Copy, Debug)]
pub(super) enum ActionTarget<'a> {
    /// Only the asker's own data.
    Oneself,
    Room(&'a Room),
    Challenge(&'a Challenge),
    Match(&'a MatchRow),
    League(&'a LeagueState),
}

/// What a verb affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Affects {
    Oneself,
    /// The room where it is typed.
    Room,
    /// A challenge.
    Challenge,
    /// A match.
    Match,
}

/// The conditions for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    who: Permitted,
    /// Only in rooms that the moderators allow for games. What can be read elsewhere too is for the
    /// asker alone there.
    in_allowed_rooms: bool,
    /// Even for someone who is banned.
    despite_ban: bool,
    /// It puts something new into the room, wherever it is said: only where the asker could say it,
    /// too.
    speaks: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Permitted {
    Anyone,
    /// Anyone; for a private match only its players.
    Onlooker,
    Player,
    /// A player, or anyone whose room plays.
    Mover,
    /// The person who began the match for their room, or a moderator there.
    Caller,
    Challenger,
    /// The person who may accept a challenge.
    Challenged,
    /// The challenger, or a person who may accept.
    Party,
    /// A person who manages the room, or is alone in it.
    Manager,
    Governor,
    /// A moderator who doesn't play in the match.
    Referee,
    /// The person who started the league, or a moderator of its room.
    Organiser,
}

/// The asker's relation to what they affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Situation {
    banned: bool,
    /// Games belong in other rooms of this server.
    outside: bool,
    part: Relation,
    private: bool,
    /// What they may manage in the affected room.
    power: Power,
    /// What they may do there as people who talk.
    right: RoomRight,
    company: RoomPresence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// None: there is no such match or challenge, or it belongs to others.
    Stranger,
    Player,
    /// Asked to take a seat, or away from the own one.
    Invited,
    /// Votes for a room that plays.
    Voter,
    /// The voter who began or accepted the match for their room.
    FirstVoter,
    Challenger,
    Challenged,
    /// Started the league.
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

/// Returns what a verb affects.
pub(super) fn touches(verb: Verb) -> Affects {
    match verb {
        Verb::Challenge
        | Verb::Invite
        | Verb::Practice
        | Verb::Import
        | Verb::League
        | Verb::Ladder
        | Verb::Leaderboard
        | Verb::Season
        | Verb::Profile
        | Verb::Recap
        | Verb::Versus
        | Verb::Rules
        | Verb::Help
        | Verb::Calls
        | Verb::Gazette
        | Verb::Admin => Affects::Room,
        Verb::Accept | Verb::Decline | Verb::Counter | Verb::Cancel | Verb::Stakes => {
            Affects::Challenge
        }
        Verb::Play
        | Verb::Moves
        | Verb::Vote
        | Verb::If
        | Verb::Note
        | Verb::CallWinner
        | Verb::Hand
        | Verb::Undo
        | Verb::Draw
        | Verb::Resign
        | Verb::Abort
        | Verb::Claim
        | Verb::Substitute
        | Verb::Pause
        | Verb::Resume
        | Verb::Rematch
        | Verb::Board
        | Verb::History
        | Verb::Replay
        | Verb::Export
        | Verb::Verify
        | Verb::Hint
        | Verb::Why
        | Verb::Review
        | Verb::Watch
        | Verb::Share => Affects::Match,
        // The asker's own matches, or a reminder of one; only they get the answer.
        Verb::Games
        | Verb::Next
        | Verb::Remind
        | Verb::Settings
        | Verb::Link
        | Verb::Unlink
        | Verb::Vacation
        | Verb::Back
        | Verb::Learn
        | Verb::Puzzle
        | Verb::Mydata => Affects::Oneself,
    }
}

fn rule(deed: GuardedAction) -> Rule {
    let who = |who| Rule { who, in_allowed_rooms: false, despite_ban: false, speaks: false };
    let begins = |permitted| Rule { in_allowed_rooms: true, ..who(permitted) };
    let offers = |permitted| Rule { speaks: true, ..begins(permitted) };
    let always = |permitted| Rule { despite_ban: true, ..who(permitted) };
    match deed {
        GuardedAction::Say(verb) => match verb {
            Verb::Challenge | Verb::Invite | Verb::Practice | Verb::Import => {
                offers(Permitted::Anyone)
            }
            // The challenge, or its code, is the invitation.
            Verb::Accept => begins(Permitted::Challenged),
            Verb::Counter => offers(Permitted::Challenged),
            Verb::Rematch => offers(Permitted::Player),
            Verb::Decline => who(Permitted::Challenged),
            Verb::Cancel => who(Permitted::Challenger),
            Verb::Stakes => who(Permitted::Party),
            Verb::Play | Verb::Moves | Verb::Vote | Verb::Resign => who(Permitted::Mover),
            Verb::If
            | Verb::Hand
            | Verb::Undo
            | Verb::Draw
            | Verb::Abort
            | Verb::Claim
            | Verb::Pause
            | Verb::Resume
            | Verb::Hint
            | Verb::Why
            | Verb::Share => who(Permitted::Player),
            Verb::Board
            | Verb::History
            | Verb::Replay
            | Verb::Export
            | Verb::Verify
            | Verb::Review
            | Verb::Note
            | Verb::CallWinner
            | Verb::Calls
            | Verb::Gazette
            | Verb::Substitute
            | Verb::Watch => who(Permitted::Onlooker),
            Verb::League
            | Verb::Ladder
            | Verb::Leaderboard
            | Verb::Season
            | Verb::Profile
            | Verb::Recap
            | Verb::Versus
            | Verb::Rules
            | Verb::Games
            | Verb::Next
            | Verb::Remind
            | Verb::Settings
            | Verb::Link
            | Verb::Vacation
            | Verb::Back
            | Verb::Learn
            | Verb::Puzzle => who(Permitted::Anyone),
            Verb::Help | Verb::Mydata | Verb::Unlink | Verb::Admin => always(Permitted::Anyone),
        },
        GuardedAction::Join => begins(Permitted::Anyone),
        GuardedAction::Speak => Rule { despite_ban: true, speaks: true, ..who(Permitted::Anyone) },
        GuardedAction::Organise => who(Permitted::Organiser),
        GuardedAction::Manage => always(Permitted::Manager),
        GuardedAction::Broadcast => who(Permitted::Manager),
        GuardedAction::Govern => always(Permitted::Governor),
        GuardedAction::Judge => always(Permitted::Referee),
        GuardedAction::CountVotes => who(Permitted::Caller),
    }
}

/// Decides whether an action is allowed.
fn decide(deed: GuardedAction, standing: Situation) -> Result<(), Denial> {
    let Rule { who, in_allowed_rooms, despite_ban, speaks } = rule(deed);
    let Situation { banned, outside, part, private, power, right, company } = standing;
    let deny = |denied: bool, why: Denial| if denied { Err(why) } else { Ok(()) };
    deny(banned && !despite_ban, Denial::Banned)?;
    let stranger = part == Relation::Stranger;
    match who {
        Permitted::Anyone => {}
        Permitted::Onlooker => deny(stranger && private, Denial::Unseen)?,
        Permitted::Player => {
            deny(stranger && private, Denial::Unseen)?;
            deny(part != Relation::Player, Denial::NotPlayer)?;
        }
        Permitted::Mover => {
            deny(stranger && private, Denial::Unseen)?;
            deny(stranger || part == Relation::Invited, Denial::NotPlayer)?;
        }
        Permitted::Caller => {
            let manages = part == Relation::Voter && power != Power::Nothing;
            deny(part != Relation::FirstVoter && !manages, Denial::NotCaller)?;
        }
        Permitted::Challenger => deny(part != Relation::Challenger, Denial::NotChallenger)?,
        Permitted::Challenged => {
            deny(part == Relation::Challenger, Denial::OwnChallenge)?;
            deny(stranger, Denial::ForAnother)?;
        }
        Permitted::Party => deny(stranger, Denial::ForAnother)?,
        Permitted::Manager => {
            deny(power == Power::Nothing && company != RoomPresence::Alone, Denial::NotModerator)?;
        }
        Permitted::Governor => {
            deny(power < Power::Server, Denial::NotModerator)?;
            deny(company < RoomPresence::Many, Denial::TooFew)?;
        }
        Permitted::Organiser => {
            let manages = power != Power::Nothing;
            deny(part != Relation::Organiser && !manages, Denial::NotOrganiser)?;
        }
        Permitted::Referee => {
            deny(power == Power::Nothing, Denial::NotModerator)?;
            deny(company < RoomPresence::Many, Denial::TooFew)?;
            deny(part == Relation::Player, Denial::PlaysInIt)?;
        }
    }
    deny(speaks && right < RoomRight::Write, Denial::Mute)?;
    deny(in_allowed_rooms && outside, Denial::Outside)
}
