//! How a match ended, in words.
use engine::{
    game::Emphasis,
    house::{CallOff, Ending},
    refusal::{Code, Refusal},
    seat::{BySeat, Seat},
};

use model::{ids::MatchId, reply::Choice, text::Text};

// Results.

pub(in crate::play) fn wins(who: &str, why: &str) -> String {
    format!("{who} wins: {why}.")
}

pub(in crate::play) fn is_drawn(why: &str) -> String {
    format!("A draw: {why}.")
}

pub(in crate::play) fn was_called_off() -> String {
    "The match was called off and doesn't count.".to_owned()
}

pub(in crate::play) fn is_over() -> String {
    "The match is over.".to_owned()
}

pub(in crate::play) fn already_over() -> Refusal {
    Refusal::new(Code::Over, is_over())
}

/// Names a player who deleted their data at the start of a sentence; `rest` is their side.
pub(in crate::play) fn former_player(rest: &str) -> String {
    format!("A former player{rest}")
}

/// Says who called a match off, and by which rule.
pub(in crate::play) fn calls_off(
    by: Option<&str>,
    rule: CallOff,
    moderator: Option<&str>,
) -> String {
    let by = by.unwrap_or("A player");
    let moderator = moderator.unwrap_or("A moderator");
    match rule {
        CallOff::Aborted => format!(
            "{by} called the match off before both sides had finished two turns. It doesn't count."
        ),
        CallOff::Resigned => format!(
            "{by} resigned before both sides had finished two turns, so the match is called off. \
             It doesn't count."
        ),
        CallOff::Expired => {
            "Both sides ran out of time, so the match is called off. It doesn't count.".to_owned()
        }
        CallOff::ShutOut => "A banned player ran out of time, so the match is called off. It \
                             doesn't count."
            .to_owned(),
        CallOff::Unvoted => {
            "A room stopped voting, so the match is called off. It doesn't count.".to_owned()
        }
        CallOff::Moderated => {
            format!("{moderator} called the match off as a moderator. It doesn't count.")
        }
    }
}

pub(in crate::play) fn annulled(result: &str, moderator: Option<&str>) -> String {
    let moderator = moderator.unwrap_or("A moderator");
    format!("{result} {moderator} has annulled the result, so it isn't rated.")
}

pub(in crate::play) fn ruled_is_unrated(result: &str) -> String {
    format!("{result} A result decided by a moderator isn't rated.")
}

pub(in crate::play) fn adjudicated_is_unrated(result: &str) -> String {
    format!("{result} It counts in the league, but isn't rated.")
}

pub(in crate::play) fn was_told(who: &str, hand: &str) -> Text {
    Text::sentence(format!("{who} was told: “{hand}”"))
}

pub(in crate::play) fn check_the_dice(id: MatchId) -> Text {
    Text::sentence(format!("Check the dice with `verify #{id}`."))
}

pub(in crate::play) fn good_game(name: &str) -> Text {
    Text::plain(format!("{name}: good game!"))
}

/// Makes a button that shows players their own secret choices, for rooms where nobody can be asked
/// in private.
pub(in crate::play) fn own_choices_button(id: MatchId) -> Choice {
    Choice::new("Your choices", format!("moves #{id}"))
}

/// Makes a button that shows players their own secrets.
pub(in crate::play) fn own_secrets_button(id: MatchId) -> Choice {
    Choice::new("Your secrets", format!("hand #{id}")).with(Emphasis::Aside)
}

/// Offers a rematch if it can be played again, and a review if the match has a result.
pub(in crate::play) fn result_buttons(
    id: MatchId,
    counts: bool,
    again: bool,
) -> impl Iterator<Item = Choice> {
    let review = counts.then(|| Choice::new("Review", format!("review #{id}")));
    let rematch = again.then(|| Choice::new("Rematch", format!("rematch #{id}")));
    rematch.into_iter().chain(review)
}

/// Says in a few words how players or moderators ended a match.
pub(in crate::play) fn ended_in_short(
    ending: Ending,
    names: &BySeat<String>,
    sides: [&str; 2],
) -> String {
    let side = |seat: Seat| sides[seat.index()];
    match (ending.outcome(), ending) {
        (Some(outcome), _) => match outcome.winner {
            Some(seat) => {
                format!("{} ({}) wins: {}", names.get(seat), side(seat), ending.why(sides))
            }
            None => format!("A draw: {}", ending.why(sides)),
        },
        (None, Ending::CalledOff { by: Some(seat), rule: CallOff::Resigned }) => {
            format!("Called off: {} resigned early", side(seat))
        }
        (None, Ending::CalledOff { by: Some(seat), .. }) => {
            format!("Called off by {}", side(seat))
        }
        (None, Ending::CalledOff { rule: CallOff::Expired, .. }) => {
            "Called off: both sides ran out of time".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::ShutOut, .. }) => {
            "Called off: a side was banned".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::Unvoted, .. }) => {
            "Called off: a room stopped voting".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::Moderated, .. }) => {
            "Called off by a moderator".to_owned()
        }
        (None, _) => "Called off".to_owned(),
    }
}

/// Names a small picture on a sheet of several.
pub(in crate::play) fn picture_title(
    id: MatchId,
    [first, second]: &[String; 2],
    title: &str,
) -> String {
    format!("#{id} {first} – {second}: {title}")
}
