//! Reminders of matches that wait for somebody, and what keeps them back.
mod commands;
mod due;
mod remind;
mod setting_rows;
mod snooze;
mod words;

use command::{Purpose, say};
use content::house::HousePart;
use model::reply::Choice;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Remind, remind::remind)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    settings: setting_rows::SETTINGS,
    offers: Some(|place| match place {
        OfferPlace::Help(Purpose::Remind, _) => {
            vec![Choice::new("Remind", say!(commands::Remind { how: "every 6h" }))]
        }
        _ => Vec::new(),
    }),
    due: &[remind::REMINDERS],
    due_in_match: Some(due::due_in_match),
    ..Feature::named("reminders")
};
