//! Vacations, immediate or planned, during which a person's time is stopped.
mod commands;
mod rows;
mod vacation;
mod words;

use command::{Purpose, say};
use content::house::HousePart;
use model::reply::Choice;
use serde_json::json;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Vacation, vacation::vacation)],
    helps: commands::HELPS,
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[(&["holiday", "holidays", "away"], &["vacation"])],
    },
    tables: Some(&rows::TABLES),
    hears: Some(vacation::hear),
    offers: Some(|place| match place {
        OfferPlace::HelpEnd(Purpose::Remind) => {
            vec![Choice::new("Vacation", say!(commands::Vacation { length: "10 days" }))]
        }
        _ => Vec::new(),
    }),
    due_first: &[vacation::VACATIONS],
    time_left_out: Some(|tx, gap| match gap.seconds() {
        by @ ..0 => rows::set_back_vacations(tx, gap.from, -by),
        0.. => Ok(()),
    }),
    rest_of: Some(vacation::rest_of),
    exports: Some(|cx, person| {
        let vacations = rows::vacations(cx.tx, person, i64::MIN)?.into_iter();
        let vacations =
            vacations.map(|vacation| json!({ "from": vacation.from, "until": vacation.until }));
        Ok(vec![("vacations", vacations.collect())])
    }),
    ..Feature::named("vacations")
};
