//! Texts about a match that several parts of the service say.
use command::{Command, say};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice};

/// Names a match in one line.
pub fn heading(id: MatchId, game: GameId, first: &str, second: &str) -> String {
    format!("Match #{id}, {game}: {first} against {second}.")
}

pub(crate) fn not_your_turn(other: &str, asks: &[&str]) -> Refusal {
    let says = format!("It's {other}'s turn to {}.", asks.join(" and "));
    Refusal::new(Code::NotYours, says).instead([say!(Board), say!(Games)])
}

pub(crate) fn not_playing(id: MatchId) -> Refusal {
    Refusal::new(Code::NotYours, format!("You aren't playing in match #{id}."))
}

pub fn paused(id: MatchId, go_on: Option<Command>) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} is paused.")).instead(go_on)
}

pub(super) fn no_list_shown() -> Refusal {
    let says = format!("Say `{}` first; then a number picks from its list.", say!(Moves));
    Refusal::new(Code::NotNow, says).instead([say!(Moves)])
}

pub(crate) fn list_ends(last: usize) -> Refusal {
    Refusal::illegal(format!("The list goes from 1 to {last}."))
}

pub(crate) fn no_such_side(said: &str, sides: [&str; 2]) -> Refusal {
    Refusal::unreadable(format!("There is no side `{}`.", short(said)))
        .instead(sides.map(|side| format!("side={}", side.to_lowercase())))
}

/// Refuses to judge a position of a rated match, of the asker (`own`) or of others.
pub(crate) fn near_rated(of: MatchId, own: bool) -> Refusal {
    let where_ = if own {
        format!("your rated match #{of}, where you decide alone")
    } else {
        format!("match #{of}, which is rated, so that its players decide alone")
    };
    let says = format!(
        "This position stands in {where_}, or can come there within two turns. You can ask about it when \
         match #{of} is over."
    );
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

/// Refuses to judge positions that somebody sets up while a rated match runs, of the asker (`own`) or of
/// the other side.
pub(crate) fn set_up_beside_rated(
    of: MatchId,
    game: GameId,
    own: bool,
    alone: Vec<Choice>,
) -> Refusal {
    let who = if own {
        format!("In your rated match #{of} you decide alone")
    } else {
        format!("In match #{of}, which is rated, its players decide alone")
    };
    let says = format!(
        "{who}, so until it is over I judge no position of {game} that was set up. I do in a match from the \
         start that goes another way."
    );
    Refusal::new(Code::NotNow, says).instead(alone.into_iter().map(|it| it.says.to_string()))
}
