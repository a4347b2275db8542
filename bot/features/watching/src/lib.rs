//! Watching: rooms and people hear about a match of others, turn by turn, until it ends. Who watches is the kernel's, which tells them.
mod commands;
mod watch;
mod words;

use content::house::HousePart;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Watch, watch::watch)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    offers: Some(|at| match at {
        OfferPlace::Elsewhere(of) => vec![words::here_button(of)],
        _ => Vec::new(),
    }),
    ..Feature::named("watching")
};
