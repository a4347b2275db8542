//! What waits for people who have long been away.
use command::say;
use engine::games::GameId;
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
};

/// Lists what waits, and says how to turn this message off.
pub(crate) fn waits(lines: Vec<Text>) -> Text {
    Text::Lines(vec![
        Text::plain("You've been away for three weeks. This waits for you:"),
        Text::List(lines),
        span![
            "I say this once each time you're away. ",
            Text::code(say!(Settings { name: "news", value: "off" })),
            " stops it."
        ],
    ])
}

pub(crate) fn your_turn(of: MatchId, game: GameId, other: &str) -> Text {
    span![Text::strong(format!("#{of}")), format!(" {game} against {other}: it's your turn.")]
}

pub(crate) fn more_matches(more: usize) -> Option<Text> {
    match more {
        0 => None,
        1 => Some(Text::plain("1 more match where it's your turn.")),
        _ => Some(Text::plain(format!("{more} more matches where it's your turn."))),
    }
}

pub(crate) fn challenge(id: ChallengeId, line: Text) -> Text {
    span![format!("Challenge {id}: "), line]
}

pub(crate) fn games_button() -> Choice {
    Choice::new("Your matches", say!(Games))
}
