//! Texts about lists of matches.
use command::say;
use engine::{game::Outcome, games::GameId, quote::series, refusal::Refusal, seat::Seat};
use model::{ids::MatchId, span, text::Text};

/// The question whose answer says how one wins, in the answers about each game.
pub(super) const HOW_TO_WIN: &str = "how do i win";

/// Says that the asker can come back to a match.
pub(super) fn somebody_plays_for_you(of: MatchId) -> Text {
    Text::sentence(format!("Somebody plays match #{of} for you: `{}`.", say!(Back { of })))
}

/// Names a player to themselves, with their side.
pub(super) fn you(side: &str) -> String {
    format!("You ({side})")
}

pub(super) const WITHDRAW: &str = "Withdraw";
pub(super) const CANCEL: &str = "Cancel";
pub(super) const ACCEPT: &str = "Accept";

/// Says how a match ended, for the one player of the two who reads it, or else for both by their names.
pub(super) fn ended_for(
    outcome: Option<&Outcome>,
    alone: Option<Seat>,
    names: &[String],
) -> String {
    match (outcome, alone) {
        (None, _) => "called off".to_owned(),
        (Some(Outcome { winner: None, .. }), _) => "drawn".to_owned(),
        (Some(Outcome { winner: Some(winner), .. }), Some(own)) if *winner == own => {
            "won".to_owned()
        }
        (Some(Outcome { winner: Some(_), .. }), Some(_)) => "lost".to_owned(),
        (Some(Outcome { winner: Some(winner), .. }), None) => {
            format!("{} won", names.get(winner.index()).map_or("", String::as_str))
        }
    }
}

/// Says whose answer something waits for; none for anybody's.
pub(super) fn waits_for(what: &str, whom: Option<&str>) -> String {
    format!("Waiting for {}: {what}", whom.unwrap_or("somebody to accept"))
}

pub(super) fn no_match_running(name: &str) -> String {
    format!("{name} has no match running.")
}

/// Says which games there are, to somebody who plays none.
pub(super) fn what_can_be_played() -> Text {
    let games: Vec<String> = GameId::ALL.iter().map(ToString::to_string).collect();
    let [one, all] = [say!(Challenge { game: GameId::Trapdoor }), say!(Rules)];
    Text::sentence(format!(
        "I have {}: `{all}` says more. Start one as `{one}` does.",
        series(&games)
    ))
}

pub(super) fn matches_of(name: &str) -> Text {
    Text::strong(format!("Matches of {name}"))
}

pub(super) fn open_challenges() -> Text {
    Text::strong("Open challenges")
}

pub(super) fn and_more(more: usize) -> String {
    format!("And {more} more.")
}

/// Names the room of a challenge, after its line.
pub(super) fn in_room(name: &str) -> String {
    format!(" (in {name})")
}

/// Says whose turn it is in a match, for a list: a player's, or the others'.
pub(super) fn whose_turn(own: bool, others: Option<&str>) -> String {
    match (own, others) {
        (true, _) => "to move".to_owned(),
        (false, Some(others)) => format!("waiting for {others}"),
        (false, None) => "nobody's turn".to_owned(),
    }
}

/// Describes a running match in a list; `left` says how much time is left.
pub(super) fn live_or_player() -> Refusal {
    Refusal::unreadable("Name a player, or say `live`, but not both.")
        .instead([say!(Games { live: true }), say!(Games)])
}

pub(super) fn live_here(count: usize) -> Text {
    Text::strong(match count {
        0 => "No match is running on this server.".to_owned(),
        1 => "One match is running on this server:".to_owned(),
        several => format!("{several} matches are running on this server:"),
    })
}

/// Describes a match to people who look on; `waits` names those who have to decide.
pub(super) fn live(id: MatchId, terms: &str, [one, other]: &[String; 2], waits: &[&str]) -> Text {
    let turn = match waits {
        [] => String::new(),
        [one] => format!(", {one} to move"),
        _ => ", both to choose".to_owned(),
    };
    span![Text::strong(format!("#{id}")), format!(" {terms}: {one} – {other}{turn}")]
}

pub(super) fn running(
    id: MatchId,
    terms: &str,
    side: &str,
    others: &str,
    turn: &str,
    left: Option<&str>,
) -> Text {
    let left = left.map_or(String::new(), |left| format!(", {left}"));
    span![
        Text::strong(format!("#{id}")),
        format!(" {terms}: {side} against {others}, {turn}{left}")
    ]
}

pub(super) fn begins(step: u32) -> String {
    format!("{step}. The match begins.")
}

/// Says after the first sentence that the player had no other choice.
pub(super) fn only_choice(told: &str) -> String {
    let (first, rest) = told.split_once(". ").unwrap_or((told, ""));
    format!("{} (the only choice). {rest}", first.trim_end_matches('.')).trim_end().to_owned()
}
