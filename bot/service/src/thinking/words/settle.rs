//! Texts about matches that end by their position.
use command::{say, verbs::ClaimWord};
use engine::{
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text, time::duration};

use crate::context::seam::StandIn;

/// Tells the room that a match ends by its position at a moment.
pub(crate) fn will_be_settled(
    of: MatchId,
    me: &str,
    side: &str,
    absent: &str,
    at: i64,
    left: i64,
) -> Text {
    span![
        format!(
            "{me} wants the position to decide. I'm sure that {side} wins, so the match ends that way "
        ),
        time(at, left),
        format!(", unless {absent} moves or says "),
        Text::code(say!(Back { of })),
        "."
    ]
}

/// Tells the absent player the same.
pub(crate) fn tells_absent(
    of: MatchId,
    game: GameId,
    me: &str,
    side: &str,
    at: i64,
    left: i64,
) -> Text {
    span![
        format!(
            "You're away in match #{of} ({game}), and {me} wants the position to decide: {side} wins "
        ),
        time(at, left),
        ", unless you move or say ",
        Text::code(say!(Back { of })),
        "."
    ]
}

fn time(at: i64, left: i64) -> Text {
    Text::time(at, format!("in {}", duration(left)), "")
}

pub(crate) fn back_button(of: MatchId) -> Choice {
    Choice::new("I'm back", say!(Back { of }))
}

pub(crate) fn not_claimable(of: MatchId, stand_in: Option<&StandIn>) -> Refusal {
    let says = format!("Match #{of} can be settled by its position once you could claim it.");
    let lines = stand_in.map(|stand_in| [(stand_in.find)(of), (stand_in.let_bot)(of)]);
    Refusal::new(Code::NotNow, says).instead(lines.into_iter().flatten())
}

pub(crate) fn secrets(of: MatchId, stand_in: Option<&StandIn>) -> Refusal {
    let says = "What is hidden decides here, so the position alone settles nothing.";
    instead(of, says, stand_in)
}

pub(crate) fn already(of: MatchId, left: i64) -> Refusal {
    let says =
        format!("Match #{of} is already to be settled by its position, in {}.", duration(left));
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn not_sure(of: MatchId, stand_in: Option<&StandIn>) -> Refusal {
    instead(of, "I'm not sure enough who wins here.", stand_in)
}

fn instead(of: MatchId, says: &str, stand_in: Option<&StandIn>) -> Refusal {
    let finds = stand_in.map(|stand_in| (stand_in.find)(of));
    Refusal::new(Code::NotNow, says).instead([say!(Claim { of })].into_iter().chain(finds))
}

/// Refuses to judge a rated match before its player takes it as it comes.
pub(crate) fn either_may_win(of: MatchId) -> Refusal {
    let says = format!(
        "I can tell who wins match #{of} only by settling it, for you or against you. Settle it?"
    );
    Refusal::new(Code::NotNow, says)
        .instead([say!(Claim { of, how: ClaimWord::Settle, sure: true }), say!(Claim { of })])
}

pub(crate) fn you_would_lose(of: MatchId, other: &str) -> Refusal {
    let says = format!("By the position {other} wins match #{of}. Settle it all the same?");
    Refusal::new(Code::NotNow, says)
        .instead([say!(Claim { of, how: ClaimWord::Settle, sure: true }), say!(Claim { of })])
}
