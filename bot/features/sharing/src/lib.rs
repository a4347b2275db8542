//! Sharing: an address where anyone can look at a match, until its players end it.
mod commands;
mod rows;
mod share;
mod words;

use command::say;
use content::house::HousePart;
use service::{Feature, MatchPages, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Share, share::share)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    pages: Some(MatchPages {
        key_of: share::open_key,
        match_of: share::open_match,
        opens: |of| (say!(commands::Share { of }), "Share"),
    }),
    ..Feature::named("sharing")
};
