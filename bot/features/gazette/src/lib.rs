//! The gazette: what happened in a room, told once a week.
mod commands;
mod look;
mod post;
mod rows;
mod show;
mod tell;
mod turn_on;
mod week;
mod words;

use content::house::HousePart;
use service::{Feature, row};
use store::tables::{SchemaStep, Tables};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Gazette, |cx, _| show::gazette(cx))],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&TABLES),
    room_settings: &[turn_on::OF_ROOM],
    due: &[post::GAZETTES],
    time_left_out: Some(rows::follow_gap),
    ..Feature::named("gazette")
};

static TABLES: Tables = Tables {
    part: "gazette",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[rows::GAZETTES],
};
