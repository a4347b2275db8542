//! Texts about leaderboards, seasons and head-to-head scores.
use command::{say, verbs::Order};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{
    glicko::{RANKED_AFTER, Rating},
    span,
    text::Text,
    time::duration,
};
use service::ratings::{
    standing::{MATCHES, Missing, PlaceTerms},
    words::{of_game, tally},
};

use crate::commands::{self, Reach};

/// Says where the lists are in a browser.
pub(crate) fn on_the_web(address: String) -> Text {
    span!["leaderboards on the web: ", Text::address(address)]
}

/// The word of `admin` that gives a server its page.
pub(crate) const ORDER: Order = Order::Of("pages");

/// What the page of a server is called, and its lists.
pub(crate) const LEADERBOARDS: &str = "Leaderboards";
pub(crate) const LEADERBOARD: &str = "Leaderboard";
pub(crate) const THIS_SEASON: &str = "This season";

/// For people who want a table of skill alone.
pub(crate) fn skill_stands_there() -> Refusal {
    let says = format!(
        "Skill, the points without luck, stands beside the rating on `{}`, from three rated matches \
         of a game on.",
        say!(commands::Leaderboard)
    );
    let skill = say!(Rules { game: "house", topic: "skill" });
    Refusal::unreadable(says).instead([say!(commands::Leaderboard), skill])
}

// Leaderboards.

pub(crate) fn leaderboard_of(game: Option<GameId>, reach: Reach) -> String {
    let place = match reach {
        Reach::Everywhere => "everywhere",
        Reach::Server => "this server",
        Reach::Here => "this room",
    };
    format!("Leaderboard: {}, {place}", of_game(game))
}

/// Explains the order.
pub(crate) fn by_floor() -> &'static str {
    "Ranked by the low end of the rating: 1612 ± 80 counts as 1532."
}

pub(crate) fn provisional() -> String {
    format!("Provisional: fewer than {RANKED_AFTER} matches")
}

pub(crate) fn away(days: i64) -> String {
    format!("No match for {days} days")
}

/// Names the part of a leaderboard with the asker's own row.
pub(crate) fn you() -> String {
    "You".to_owned()
}

pub(crate) fn and_more(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("And {more} more."),
    }
}

// Head-to-head scores.

pub(crate) fn say_against_whom() -> Refusal {
    Refusal::unreadable("Say who you played against.")
        .instead([say!(commands::Versus { who: "@bob" })])
}

pub(crate) fn not_against_yourself() -> Refusal {
    let says = format!("Name someone else; your own results are in `{}`.", say!(Profile));
    Refusal::illegal(says).instead([say!(Profile)])
}

pub(crate) fn one_against(name: &str, other: &str) -> Text {
    Text::strong(format!("{name} against {other}"))
}

pub(crate) fn none_between() -> &'static str {
    "You two haven't finished a match yet."
}

pub(crate) fn score(won: usize, lost: usize, drawn: usize) -> String {
    format!("{won} won, {lost} lost, {drawn} drawn")
}

/// States a score, and says how many of all its matches were unrated.
pub(crate) fn score_of(score: &str, unrated: usize, all: usize) -> String {
    match unrated {
        0 => format!("{score}."),
        some if some == all => format!("{score}. None of them was rated."),
        1 => format!("{score}. One of them was unrated."),
        some => format!("{score}. {some} of them were unrated."),
    }
}

pub(crate) fn score_in(game: GameId, score: &str) -> String {
    format!("{game}: {score}")
}

pub(crate) fn won_the_last(name: &str, count: usize) -> String {
    format!("{name} has won the last {count}.")
}

// Seasons. `season` and `present` are names of seasons.

pub(crate) fn no_season(said: &str, present: &str) -> Refusal {
    let says = format!(
        "`{}` isn't a game or a past season. A season looks like `{present}`.",
        short(said)
    );
    let forms = [say!(commands::Season), say!(commands::Season { game: GameId::ALL[0] })];
    Refusal::new(Code::Unknown, says).instead(forms)
}

pub(crate) fn season_of(season: &str, game: Option<GameId>) -> String {
    format!("Season {season} of {}", of_game(game))
}

pub(crate) fn season_here(season: &str, game: Option<GameId>) -> Text {
    Text::strong(format!("{}, on this server", season_of(season, game)))
}

pub(crate) fn no_place_yet(needed: PlaceTerms) -> String {
    let PlaceTerms { opponents, established } = needed;
    let opponents = match (opponents, established) {
        (..=1, _) => String::new(),
        (some, true) => format!(" or {some} established opponents"),
        (some, false) => format!(" or {some} opponents"),
    };
    format!("No rank yet: fewer than {MATCHES} matches{opponents}")
}

/// Says what somebody still needs for a place in a season.
pub(crate) fn you_need(missing: Missing, established: bool) -> Text {
    let matches = match missing.matches {
        0 => None,
        1 => Some("1 more match".to_owned()),
        some => Some(format!("{some} more matches")),
    };
    let known = if established { "established " } else { "" };
    let opponents = match missing.opponents {
        0 => None,
        1 => Some(format!("1 more {known}opponent")),
        some => Some(format!("{some} more {known}opponents")),
    };
    let both: Vec<String> = [matches, opponents].into_iter().flatten().collect();
    let explains = if established && 0 < missing.opponents {
        " Established people have played 5 rated matches against at least 2 others."
    } else {
        ""
    };
    Text::sentence(format!("For a place you need {}.{explains}", both.join(" and ")))
}

pub(crate) fn season_ends_in(left: i64) -> String {
    format!("It ends in {}.", duration(left))
}

pub(crate) fn no_rated_match_this_season() -> &'static str {
    "No rated matches this season yet."
}

pub(crate) fn past_winners() -> &'static str {
    "Past winners:"
}

/// The winner of a season.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Winner<'a> {
    Nobody,
    Hidden,
    Person(&'a str, &'a Rating),
}

pub(crate) fn won_by(season: &str, winner: Winner<'_>) -> Text {
    match winner {
        Winner::Nobody => Text::plain(format!("{season}: no winner")),
        Winner::Hidden => Text::plain(format!("{season}: a player with hidden results")),
        Winner::Person(name, rating) => {
            span![format!("{season}: "), Text::strong(name), format!(" ({})", tally(rating))]
        }
    }
}
