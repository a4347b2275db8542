//! Refusals about leagues, and what would work instead.
use command::say;
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::time::{Clock, DAY, duration};

use super::people;
use crate::{
    commands::{self, LeagueWord},
    gather::FEWEST,
    rows::LeagueId,
};

pub(crate) fn only_for_new() -> Refusal {
    Refusal::unreadable("Game, days, groups and `watch` are for a new league.").instead([
        say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor }),
        say!(commands::League),
    ])
}

pub(crate) fn no_league_command(said: &str) -> Refusal {
    let says = format!("`{}` doesn't take `{}`.", say!(commands::League), short(said));
    Refusal::unreadable(says).instead([
        say!(commands::League),
        say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor }),
        say!(Help { command: commands::League::VERB.name() }),
    ])
}

pub(crate) fn which_game() -> Refusal {
    let each =
        GameId::ALL.iter().map(|game| say!(commands::League { what: LeagueWord::New, game }));
    Refusal::new(Code::Ambiguous, "Which game?").instead(each)
}

pub(crate) fn too_few_here() -> Refusal {
    let says = format!("A league needs at least {FEWEST} people. Start it in a room with more.");
    Refusal::new(Code::NotNow, says).instead([say!(Challenge)])
}

pub(crate) fn cannot_post_here() -> Refusal {
    let says = "I can't post in this channel by myself, so a league can't be played here. Add me to the server.";
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn no_sides() -> Refusal {
    let says = "In a league the sides are drawn up for everyone, and anyone can watch.";
    Refusal::unreadable(says)
        .instead([say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor })])
}

pub(crate) fn no_position() -> Refusal {
    Refusal::illegal("A league can't be played from a set position.")
        .instead([say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor })])
}

pub(crate) fn clock_outlasts_round(clock: Clock, days: u32) -> Refusal {
    let [has, round] = [clock.start, i64::from(days) * DAY].map(duration);
    let says = format!(
        "With that clock each player has {has}, but a round lasts only {round}. Choose a faster \
         clock or longer rounds."
    );
    let enough = clock.start.div_euclid(DAY) + 1;
    let longer =
        say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor, days: enough });
    Refusal::illegal(says).instead([
        longer,
        say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor, clock: "daily" }),
    ])
}

pub(crate) fn enough_here(most: usize) -> Refusal {
    let says = format!("This room has {most} leagues, the limit. End one first.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::League)])
}

pub(crate) fn enough_started(most: usize) -> Refusal {
    let says = format!(
        "You started {most} of this room's leagues, the limit. End one first, or let somebody else start it."
    );
    Refusal::new(Code::TooMuch, says).instead([say!(commands::League)])
}

pub(crate) fn enough_leagues(most: usize) -> Refusal {
    let says = format!("You're in {most} leagues, the limit. Leave one first.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::League { what: LeagueWord::Leave })])
}

pub(crate) fn join_in_a_room(id: LeagueId) -> Refusal {
    let says =
        format!("Join league {id} in a room with other people: your matches are played there.");
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn is_over(id: LeagueId) -> Refusal {
    Refusal::new(Code::Over, format!("League {id} is over."))
        .instead([say!(commands::League { what: LeagueWord::Table, league: id.0 })])
}

pub(crate) fn has_begun(id: LeagueId) -> Refusal {
    let says = format!("League {id} has begun. You can join before its next season.");
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::League { what: LeagueWord::Table, league: id.0 })])
}

pub(crate) fn already_in(id: LeagueId) -> Refusal {
    let says = format!("You're already in league {id}.");
    Refusal::new(Code::NotNow, says).instead([say!(commands::League { league: id.0 })])
}

pub(crate) fn is_full(id: LeagueId, most: usize) -> Refusal {
    let says = format!("League {id} is full: at most {most} people can play.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::League { what: LeagueWord::New })])
}

pub(crate) fn too_few(id: LeagueId, count: usize, fewest: usize) -> Refusal {
    let says = format!("League {id} has {}; it needs at least {fewest}.", people(count));
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::League { what: LeagueWord::Join, league: id.0 })])
}

pub(crate) fn not_in(number: Option<u32>) -> Refusal {
    let says = match number {
        Some(number) => format!("You aren't in league {number}."),
        None => "You aren't in a league.".to_owned(),
    };
    Refusal::new(Code::Unknown, says).instead([say!(commands::League)])
}

pub(crate) fn no_such_code(said: &str) -> Refusal {
    let says = format!("No open league has the code `{}`.", short(said));
    Refusal::new(Code::Unknown, says).instead([say!(commands::League { what: LeagueWord::Join })])
}

pub(crate) fn no_such_league(number: u32) -> Refusal {
    let says = format!("There is no league {number} here.");
    Refusal::new(Code::Unknown, says).instead([say!(commands::League)])
}

pub(crate) fn none_to(what: LeagueWord) -> Refusal {
    let says = match what {
        LeagueWord::Join => "There's no league to join here. Start one.",
        _ => "There's no league here.",
    };
    Refusal::new(Code::Unknown, says)
        .instead([say!(commands::League { what: LeagueWord::New, game: GameId::Trapdoor })])
}

pub(crate) fn several_leagues(what: LeagueWord, numbers: &[LeagueId]) -> Refusal {
    let lines = numbers.iter().map(|league| say!(commands::League { what, league: league.0 }));
    Refusal::new(Code::Ambiguous, "Which league?").instead(lines)
}
