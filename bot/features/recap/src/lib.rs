//! A person's year or season as a picture, for themselves or for a room.
mod commands;
mod figures;
mod known;
mod show;
mod span;
mod words;

use content::house::HousePart;
use service::{Feature, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Recap, show::recap)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    files: &["recap"],
    ..Feature::named("recap")
};
