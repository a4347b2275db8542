//! Texts about ratings: profiles, changes, and stored ratings that differ from the results.
use charts::SkillShare;
use command::{Command, say};
use engine::{
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{
    glicko::Rating,
    ids::{MatchId, PersonId},
    reply::Choice,
    text::Text,
    time::another,
};

use store::PlaySum;

/// Writes a rating with its 95% interval: `1662 ± 290`.
pub(super) fn shown(rating: &Rating) -> String {
    let unsure = if rating.is_provisional() { ", provisional" } else { "" };
    format!("{:.0} ± {:.0}{unsure}", rating.rating, rating.give())
}

/// Writes a player's results: `3 won, 0 lost, 0 drawn, 3 wins in a row`.
pub fn tally(rating: &Rating) -> String {
    let Rating { won, lost, drawn, streak, .. } = rating;
    let streak = match streak {
        2.. => format!(", {streak} wins in a row"),
        ..=-2 => format!(", {} losses in a row", streak.unsigned_abs()),
        _ => String::new(),
    };
    format!("{won} won, {lost} lost, {drawn} drawn{streak}")
}

/// Names a game, or all of them, inside a sentence.
pub fn of_game(game: Option<GameId>) -> &'static str {
    game.map_or("all games", GameId::title)
}

/// Names a game, or all of them, at the start of a line.
pub(super) fn game_or_all(game: Option<GameId>) -> &'static str {
    game.map_or("All games", GameId::title)
}

// Lists.

/// Says what skill is.
pub fn about_skill() -> &'static str {
    "Skill: points per match without luck; 50% is even."
}

/// Says what chance gave somebody in their matches.
pub(super) fn luck_in_matches(name: &str, sum: &PlaySum) -> String {
    let PlaySum { matches, luck, .. } = sum;
    let verb = if *luck < 0.0 { "cost" } else { "gave" };
    let points = 100.0 * luck.abs();
    format!("Luck {verb} {name} {points:.0} points in {matches} matches; a win is 100.")
}

pub fn no_rated_match() -> &'static str {
    "No rated matches yet."
}

/// Refuses a page; `first` is the line for the first one.
pub fn list_has(pages: usize, first: Command) -> Refusal {
    let says = match pages {
        1 => "This list has one page.".to_owned(),
        pages => format!("This list has {pages} pages."),
    };
    Refusal::new(Code::Unknown, says).instead([first])
}

pub fn page_button(page: usize, pages: usize, line: Command) -> Choice {
    Choice::new(format!("Page {page} of {pages}"), line)
}

// Profiles.

pub(super) fn hides_results(name: &str) -> Refusal {
    let says = format!("{name} hides their ratings and results.");
    Refusal::new(Code::NotYours, says).instead([say!(Profile)])
}

pub(super) fn only_you_see_this() -> Text {
    Text::sentence(format!("Only you see this: `{}` is on.", say!(Settings { name: "hidden" })))
}

pub(super) fn rating_in(
    game: Option<GameId>,
    rating: &Rating,
    skill: Option<SkillShare>,
) -> String {
    let skill = skill.map_or(String::new(), |skill| format!(", skill {skill}"));
    format!("{}: {}, {}{skill}", game_or_all(game), shown(rating), tally(rating))
}

/// Says why a rating changed without a match.
pub(super) fn shifted(game: Option<GameId>, before: f64, after: f64, day: &str) -> String {
    format!(
        "{}: changed from {before} to {after} on {day}, because a player linked or unlinked two \
         accounts.",
        game_or_all(game)
    )
}

pub(super) fn rests_for(left: i64) -> String {
    format!("On vacation for {}.", another(left))
}

pub(super) fn last_matches() -> &'static str {
    "Last matches:"
}

pub(super) fn curve_of(name: &str, game: Option<GameId>) -> String {
    format!("{name}, {}, match by match", of_game(game))
}

/// How a match ended for a player.
#[derive(Clone, Copy, Debug)]
pub(super) enum EndedFor {
    CalledOff,
    Annulled,
    Won,
    Lost,
    Drawn,
}

impl EndedFor {
    fn word(self) -> &'static str {
        match self {
            EndedFor::CalledOff => "called off",
            EndedFor::Annulled => "annulled",
            EndedFor::Won => "won",
            EndedFor::Lost => "lost",
            EndedFor::Drawn => "drawn",
        }
    }
}

/// Says how a match ended for a player, and why. Without its number and its other player, nobody can
/// tell which match it was.
pub(super) fn result(
    game: GameId,
    against: Option<(MatchId, &str)>,
    ended: EndedFor,
    why: Option<&str>,
) -> String {
    let why = why.map_or(String::new(), |why| format!(" ({why})"));
    let ended = ended.word();
    match against {
        None => format!("{game} against a player with hidden results: {ended}{why}"),
        Some((id, other)) => format!("#{id} {game} against {other}: {ended}{why}"),
    }
}

// Changes.

pub(super) fn changed(name: &str, before: f64, after: &Rating) -> String {
    let change = after.rating.round() - before.round();
    format!("{name}: {} ({change:+})", shown(after))
}

pub(super) fn no_matches_left(name: &str, game: GameId) -> String {
    format!("{name}: no rated {game} matches left.")
}

pub(super) fn hides_rating(name: &str) -> String {
    format!("{name} hides their ratings; the match still counts.")
}

/// Says what is at stake for a player with their rating, or for both; `changes` are of a win, a draw
/// and a loss.
pub(super) fn at_stake(who: Option<(&str, &Rating)>, changes: [i64; 3]) -> String {
    let [win, draw, loss] = changes.map(|change| match change {
        0 => "0".to_owned(),
        change => format!("{change:+}"),
    });
    let changes = format!("{win} for a win, {draw} for a draw, {loss} for a loss.");
    match who {
        None => format!("At stake now for both: {changes}"),
        Some((name, rating)) => format!("At stake now for {name}, {}: {changes}", shown(rating)),
    }
}

// Stored ratings that differ from the results; for the host. `whose` names a rating.

pub(super) fn missing_from_ratings(id: MatchId) -> String {
    format!("Match #{id} counts, but is missing from the ratings.")
}

/// Why a match doesn't count.
#[derive(Clone, Copy, Debug)]
pub(super) enum Uncounted {
    NoResult,
    Annulled,
    Unrated,
    Ruled,
}

pub(super) fn wrongly_in_ratings(id: MatchId, why: Uncounted) -> String {
    let why = match why {
        Uncounted::NoResult => "it has no result",
        Uncounted::Annulled => "its result was annulled",
        Uncounted::Unrated => "it was unrated",
        Uncounted::Ruled => "a moderator gave it its result",
    };
    format!("Match #{id} is in the ratings, but doesn't count: {why}.")
}

pub(super) fn rating_of(name: &str, person: PersonId, game: Option<GameId>) -> String {
    format!("{name} (person {person}), {}", of_game(game))
}

fn after_matches(rating: &Rating) -> String {
    match rating.played() {
        1 => format!("{} after 1 match", shown(rating)),
        played => format!("{} after {played} matches", shown(rating)),
    }
}

pub(super) fn off_by_a_fraction(whose: &str, stored: &Rating) -> String {
    format!("{whose}: the stored {} is off by a fraction or in its counts.", shown(stored))
}

pub(super) fn other_than_stored(whose: &str, stored: &Rating, right: &Rating) -> String {
    let (stored, right) = (after_matches(stored), after_matches(right));
    format!("{whose}: {stored} is stored; the results give {right}.")
}

pub(super) fn without_results(whose: &str, stored: &Rating) -> String {
    format!("{whose}: {} is stored, but no result supports it.", shown(stored))
}

pub(super) fn not_stored(whose: &str, right: &Rating) -> String {
    format!("{whose}: no rating is stored; the results give {}.", after_matches(right))
}

/// Says that a stored curve differs after its first `same` points.
pub(super) fn other_curve(whose: &str, stored: usize, right: usize, same: usize) -> String {
    format!(
        "{whose}: the curve has {stored} points where the results give {right}; the first {same} \
         agree."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_shown_with_their_uncertainty() {
        let rating =
            Rating { rating: 1612.4, deviation: 50.0, won: 10, streak: 3, ..Rating::unknown() };
        assert_eq!(shown(&rating), "1612 ± 98");
        assert_eq!(tally(&rating), "10 won, 0 lost, 0 drawn, 3 wins in a row");
        assert_eq!(shown(&Rating { won: 9, ..rating }), "1612 ± 98, provisional");
    }
}
