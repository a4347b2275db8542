//! The command `verify`: shows what proves the dice of a match, and replays the match from it once it is over.
mod commands;
mod verify;
mod words;

use content::house::HousePart;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Verify, verify::verify)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    offers: Some(|at| match at {
        OfferPlace::Proof(of) => vec![words::verify_button(of)],
        _ => Vec::new(),
    }),
    ..Feature::named("verify")
};
