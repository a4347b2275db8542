//! Texts about how matches against the bot begin.
use command::{Command, say};
use engine::{
    games::GameId,
    mind::Level,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{span, text::Text};

use crate::commands;

pub(crate) const AGAINST_ME: &str = "Play against me";
pub(crate) const AGAINST_EASIEST: &str = "Play against me, level 1";
pub(crate) const STOP: &str = "Stop";

/// Ends the matches of the bot against itself that the asker watches.
pub(crate) fn stop() -> Command {
    say!(commands::Practice { options: "stop" })
}

/// Asks for a game; `line` is the command for each.
pub(crate) fn what_to_practise(line: impl Fn(GameId) -> Command) -> Text {
    let games = GameId::ALL.iter().map(|game| span![Text::code(line(*game)), ": ", game.says()]);
    let levels = Level::ALL.map(|level| {
        span![Text::strong(format!("{} {}", level.number(), level.name())), ": ", level.says()]
    });
    Text::Lines(vec![
        Text::plain("Play against me: no clock, no rating, hints and undo for free. Which game?"),
        Text::List(games.collect()),
        Text::plain("I play at five levels; by default I follow your results."),
        Text::List(levels.into()),
    ])
}

/// Why the bot plays at a level.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WhyLevel {
    First,
    Higher,
    Highest,
    Lower,
    Lowest,
    Same,
}

pub(crate) fn why_level(why: WhyLevel, game: GameId) -> Text {
    let says = match why {
        WhyLevel::First => "I start at this level; from now on it follows your results.",
        WhyLevel::Higher => "You won last time, so I play one level higher.",
        WhyLevel::Highest => "You won last time; this is the highest level.",
        WhyLevel::Lower => "You lost last time, so I play one level lower.",
        WhyLevel::Lowest => "You lost last time; this is the lowest level.",
        WhyLevel::Same => "The same level as last time.",
    };
    Text::sentence(format!(
        "{says} For another level: `{}`.",
        say!(commands::Practice { game, level: Level::Four })
    ))
}

pub(crate) fn you_watch() -> Text {
    Text::sentence(format!("You're watching. `{}` ends it.", stop()))
}

pub(crate) fn has_seen_enough(name: &str) -> Text {
    Text::plain(format!("{name} has seen enough."))
}

pub(crate) fn never_rated(game: GameId) -> Refusal {
    Refusal::illegal("Practice has no clock and is never rated.")
        .instead([say!(commands::Practice { game })])
}

pub(crate) fn watched_without_a_vote(game: GameId) -> Refusal {
    Refusal::illegal("When I play both sides, there's nothing to vote on. Name one level.")
        .instead([say!(commands::Practice { game, level: Level::Three, room_time: "12h" })])
}

pub(crate) fn same_level(game: GameId) -> Refusal {
    Refusal::illegal("Both have the same level. Name two different ones.")
        .instead([say!(commands::Practice { game, level: Level::Two, options: "vs 4" })])
}

pub(crate) fn nothing_watched() -> Refusal {
    Refusal::new(Code::NotNow, "You aren't watching any of my matches now.").instead([
        say!(commands::Practice { game: GameId::Trapdoor, level: Level::Two, options: "vs 4" }),
        say!(Games),
    ])
}

pub(crate) fn too_many_levels() -> Refusal {
    Refusal::unreadable("That is more than two levels.").instead([say!(commands::Practice {
        game: GameId::Trapdoor,
        level: Level::Two,
        options: "vs 4"
    })])
}

pub(crate) fn no_level(said: &str, game: Option<GameId>) -> Refusal {
    let game = game.unwrap_or(GameId::Trapdoor);
    let says = format!("There is no level `{}`: they go from 1 to 5.", short(said));
    let names = Level::ALL
        .map(|level| say!(commands::Practice { game, options: level.name().to_lowercase() }));
    Refusal::new(Code::Unknown, says).instead(names)
}
