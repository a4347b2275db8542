//! Who may do what: one decision over who asks, what they want to do, and the room, challenge or match it touches.
//!
//! Where something is said decides nothing but what it touches: a move said in a direct message is a move in the room of its match.
mod ask;

use crate::{
    command::Verb,
    store::{Challenge, MatchRow, Room},
};

/// How much of a place the chat lets somebody manage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Power {
    Nothing,
    /// The room where they speak.
    Room,
    /// The room and all others of its server.
    Server,
}

/// Who is in the room where somebody speaks, besides the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Company {
    /// Nobody else.
    Alone,
    /// One other person: the one who manages such a room is no referee.
    Pair,
    Many,
}

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Say(Verb),
    /// To change how the bot is used in one room.
    Manage,
    /// To decide for a server: its channels, its limits, who may use the bot there.
    Govern,
    /// To end a match of others or annul its result.
    Judge,
    /// To have a match told to a whole room.
    Broadcast,
}

/// What is touched by it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Touched<'a> {
    /// Only what is kept for the one who asks.
    Oneself,
    Room(&'a Room),
    Challenge(&'a Challenge),
    Match(&'a MatchRow),
}

/// What a verb touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Oneself,
    /// The room where it is said.
    Room,
    /// A challenge, wherever that was made.
    Challenge,
    /// A match, wherever it is played.
    Match,
}

/// What has to be so for a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    who: Who,
    /// Only in the rooms that the moderators of a server allow for games.
    in_allowed_rooms: bool,
    /// Also for somebody whom the moderators have banned.
    despite_ban: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Anyone,
    /// Anybody; of a private match only its players.
    Onlooker,
    Player,
    Challenger,
    /// The one who may accept a challenge.
    Challenged,
    /// The one who made a challenge or may accept it.
    Party,
    /// The one who may manage a room, or is alone in it.
    Manager,
    Governor,
    /// A moderator who does not play in the match.
    Referee,
}

/// How somebody stands to what they touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    banned: bool,
    /// Games are for other rooms of this server.
    outside: bool,
    part: Part,
    private: bool,
    /// What they may manage of the room that is touched.
    power: Power,
    company: Company,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// None: it is no match and no challenge, or one of others.
    Stranger,
    Player,
    Challenger,
    Challenged,
}

/// Why a deed is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denial {
    Banned,
    Unseen,
    NotPlayer,
    NotChallenger,
    OwnChallenge,
    ForAnother,
    NotModerator,
    TooFew,
    PlaysInIt,
    Outside,
}

/// Returns what a verb touches.
pub(super) fn touches(verb: Verb) -> Kind {
    match verb {
        Verb::Challenge
        | Verb::Practice
        | Verb::Import
        | Verb::Leaderboard
        | Verb::Season
        | Verb::Profile
        | Verb::Versus
        | Verb::Rules
        | Verb::Help
        | Verb::Admin => Kind::Room,
        Verb::Accept | Verb::Decline | Verb::Counter | Verb::Cancel | Verb::Stakes => {
            Kind::Challenge
        }
        Verb::Play
        | Verb::Moves
        | Verb::Hand
        | Verb::Undo
        | Verb::Draw
        | Verb::Resign
        | Verb::Abort
        | Verb::Claim
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
        | Verb::Share => Kind::Match,
        // A list of one's own matches, or a reminder of one of them: answered to nobody else, wherever they are played.
        Verb::Games
        | Verb::Remind
        | Verb::Settings
        | Verb::Link
        | Verb::Unlink
        | Verb::Vacation
        | Verb::Mydata => Kind::Oneself,
    }
}

fn rule(deed: Deed) -> Rule {
    let who = |who| Rule { who, in_allowed_rooms: false, despite_ban: false };
    let begins = |it| Rule { in_allowed_rooms: true, ..who(it) };
    let always = |it| Rule { despite_ban: true, ..who(it) };
    match deed {
        Deed::Say(verb) => match verb {
            Verb::Challenge | Verb::Practice | Verb::Import => begins(Who::Anyone),
            Verb::Leaderboard | Verb::Season | Verb::Profile | Verb::Versus | Verb::Rules => {
                begins(Who::Anyone)
            }
            Verb::Accept | Verb::Counter => begins(Who::Challenged),
            Verb::Rematch => begins(Who::Player),
            Verb::Decline => who(Who::Challenged),
            Verb::Cancel => who(Who::Challenger),
            Verb::Stakes => who(Who::Party),
            Verb::Play
            | Verb::Moves
            | Verb::Hand
            | Verb::Undo
            | Verb::Draw
            | Verb::Resign
            | Verb::Abort
            | Verb::Claim
            | Verb::Pause
            | Verb::Resume
            | Verb::Hint
            | Verb::Why
            | Verb::Share => who(Who::Player),
            Verb::Board
            | Verb::History
            | Verb::Replay
            | Verb::Export
            | Verb::Verify
            | Verb::Review
            | Verb::Watch => who(Who::Onlooker),
            Verb::Games | Verb::Remind | Verb::Settings | Verb::Link | Verb::Vacation => {
                who(Who::Anyone)
            }
            Verb::Help | Verb::Mydata | Verb::Unlink | Verb::Admin => always(Who::Anyone),
        },
        Deed::Manage => always(Who::Manager),
        Deed::Broadcast => who(Who::Manager),
        Deed::Govern => always(Who::Governor),
        Deed::Judge => always(Who::Referee),
    }
}

/// Decides whether somebody who stands so may do it.
fn decide(deed: Deed, standing: Standing) -> Result<(), Denial> {
    let Rule { who, in_allowed_rooms, despite_ban } = rule(deed);
    let Standing { banned, outside, part, private, power, company } = standing;
    let deny = |denied: bool, why: Denial| if denied { Err(why) } else { Ok(()) };
    deny(banned && !despite_ban, Denial::Banned)?;
    let stranger = part == Part::Stranger;
    match who {
        Who::Anyone => {}
        Who::Onlooker => deny(stranger && private, Denial::Unseen)?,
        Who::Player => {
            deny(stranger && private, Denial::Unseen)?;
            deny(stranger, Denial::NotPlayer)?;
        }
        Who::Challenger => deny(part != Part::Challenger, Denial::NotChallenger)?,
        Who::Challenged => {
            deny(part == Part::Challenger, Denial::OwnChallenge)?;
            deny(stranger, Denial::ForAnother)?;
        }
        Who::Party => deny(stranger, Denial::ForAnother)?,
        Who::Manager => {
            deny(power == Power::Nothing && company != Company::Alone, Denial::NotModerator)?;
        }
        Who::Governor => {
            deny(power < Power::Server, Denial::NotModerator)?;
            deny(company < Company::Many, Denial::TooFew)?;
        }
        Who::Referee => {
            deny(power == Power::Nothing, Denial::NotModerator)?;
            deny(company < Company::Many, Denial::TooFew)?;
            deny(part == Part::Player, Denial::PlaysInIt)?;
        }
    }
    deny(in_allowed_rooms && outside, Denial::Outside)
}
