//! Texts for people who may not do something, and for rooms and servers that are full.
use command::say;
use engine::refusal::{Code, Refusal};
use model::ids::{ChallengeId, MatchId};
use store::{Person, Room};

use crate::authority::Organised;
use crate::words::matches;

fn not_yours(says: impl Into<String>) -> Refusal {
    Refusal::new(Code::NotYours, says)
}

pub(super) fn room_is_full(room: &Room, most: u32) -> Refusal {
    let says = format!("Only {} can run in {} at a time.", matches(most), room.name);
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub(super) fn plays_enough(who: &Person, most: u32) -> Refusal {
    let says = format!(
        "{} already has {} running here, the limit for one person.",
        who.name,
        matches(most)
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub(super) fn is_banned(who: &Person) -> Refusal {
    let says = format!("{} is banned from playing here.", who.name);
    Refusal::new(Code::NotNow, says).instead([say!(Challenge)])
}

/// Refuses another match to someone who has to finish more first.
pub(super) fn plays_enough_for_now(who: &Person, finished: u32, most: u32) -> Refusal {
    let says = format!(
        "{} has finished {} and may have {most} running here. Each one finished allows one more.",
        who.name,
        matches(finished)
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub(super) fn banned_here() -> Refusal {
    not_yours("You're banned from using me here. You can still get or delete your data.")
        .instead([say!(Mydata)])
}

pub(super) fn banned_in(room: &Room) -> Refusal {
    not_yours(format!(
        "You're banned from using me in {}. You can still get or delete your data.",
        room.name
    ))
    .instead([say!(Mydata)])
}

pub(super) fn not_a_player(of: MatchId, first: &Person, second: &Person) -> Refusal {
    let (first, second) = (&first.name, &second.name);
    not_yours(format!(
        "Match #{of} is between {first} and {second}. You can look at it with `{}`.",
        say!(Board { of })
    ))
}

/// Tells the owner of a seat who plays there now, and how to get it back.
pub(super) fn somebody_plays_for_you(of: MatchId) -> Refusal {
    let back = say!(Back { of });
    not_yours(format!("Somebody plays match #{of} for you. Say `{back}` to play on."))
        .instead([back])
}

pub(super) fn not_the_challenger(of: ChallengeId) -> Refusal {
    not_yours(format!("Challenge {of} isn't yours, so you can't cancel it."))
}

pub(super) fn own_challenge(of: ChallengeId) -> Refusal {
    not_yours("That's your own challenge. You can only cancel it.")
        .instead([say!(Cancel { challenge: of })])
}

pub(super) fn challenge_for(of: ChallengeId, whom: &Person) -> Refusal {
    not_yours(format!("Challenge {of} is for {}.", whom.name))
}

/// `by` is the person who started it.
pub(super) fn not_the_organiser(organised: &Organised, by: Option<&Person>) -> Refusal {
    let who = by.map_or(String::new(), |person| format!("{} or ", person.name));
    let Organised { name, shown_by, .. } = organised;
    not_yours(format!("Only {who}a moderator of its room can do that with {name}."))
        .instead([shown_by.clone()])
}

pub(super) fn moderates_elsewhere(of: MatchId, room: &Room) -> Refusal {
    not_yours(format!(
        "You moderate this room, but match #{of} is in {}. Say it there, or ask a server \
         moderator.",
        room.name
    ))
}

pub(super) fn moderates_one_room() -> Refusal {
    not_yours("Only server moderators can do that; you moderate this room alone.")
        .instead([say!(Admin)])
}

pub(super) fn too_few_people() -> Refusal {
    not_yours(format!(
        "A room of two has no moderators. You can `{}`, `{}` or `{}`.",
        say!(Abort),
        say!(Draw),
        say!(Resign)
    ))
    .instead([say!(Games)])
}

pub(super) fn plays_in_it(of: MatchId) -> Refusal {
    not_yours(format!("You're playing in match #{of}, so another moderator must decide."))
        .instead([say!(Board { of })])
}

pub(super) fn games_are_off(room: &Room, allowed: &[String]) -> Refusal {
    let elsewhere = match allowed {
        [] => "; ask a moderator where to play".to_owned(),
        allowed => format!("; use {}", allowed.join(", ")),
    };
    let says = format!("New games are off in {}{elsewhere}. Running matches can go on.", room.name);
    Refusal::new(Code::NotNow, says).instead([say!(Games)])
}

/// Refuses to ask for something in the room of a match where the asker can't write.
pub(super) fn may_not_write_for(of: MatchId) -> Refusal {
    not_yours(format!(
        "Match #{of} is in a room where you can't write, so I can't ask for that there. You can \
         challenge your opponent here."
    ))
    .instead([say!(Challenge)])
}

/// Refuses to say something in the room of a challenge where the asker can't write.
pub(super) fn may_not_answer(of: ChallengeId) -> Refusal {
    not_yours(format!(
        "Challenge {of} is in a room where you can't write. You can still accept it, or decline it \
         without a reason."
    ))
    .instead([say!(Accept { challenge: of }), say!(Decline { challenge: of })])
}

/// Refuses something in another room, which the asker can see and can't write in.
pub(super) fn may_not_write_there() -> Refusal {
    not_yours("You can't write in that room, so I can't bring your challenge there.")
        .instead([say!(Challenge)])
}

pub(super) fn moderators_only() -> Refusal {
    not_yours("Only moderators can do that. Ask one of them.")
}
