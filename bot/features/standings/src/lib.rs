//! Standings: leaderboards, the season of a server, and head-to-head scores; and a page of a server with the first two.
mod commands;
mod leaders;
mod rows;
mod season;
mod server_page;
mod versus;
mod words;

use command::{Purpose, say};
use content::house::HousePart;
use model::reply::Choice;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[
        row!(commands::Leaderboard, leaders::leaderboard),
        row!(commands::Season, season::season),
        row!(commands::Versus, versus::versus),
    ],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&rows::TABLES),
    room_settings: &[server_page::OF_SERVER],
    server_page: Some(server_page::PAGE),
    files: &[leaders::FILE, season::FILE],
    offers: Some(offers),
    ..Feature::named("standings")
};

fn offers(at: OfferPlace<'_>) -> Vec<Choice> {
    match at {
        OfferPlace::Top => {
            vec![Choice::new(words::LEADERBOARD, say!(commands::Leaderboard))]
        }
        OfferPlace::Season => vec![Choice::new(words::THIS_SEASON, say!(commands::Season))],
        OfferPlace::Help(Purpose::People, _) => {
            let who = "@friend";
            vec![
                Choice::new("Profile", say!(Profile { who })),
                Choice::new(words::LEADERBOARD, say!(commands::Leaderboard)),
                Choice::new("Versus", say!(commands::Versus { who })),
            ]
        }
        _ => Vec::new(),
    }
}
