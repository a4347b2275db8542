//! Notes: what a player writes down about a match, shown to nobody else.
mod commands;
mod notes;
mod rows;
mod words;

use content::house::HousePart;
use service::{Feature, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Note, notes::note)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    shown: Some(notes::show_note),
    forgets: Some(notes::forget),
    ..Feature::named("notes")
};
