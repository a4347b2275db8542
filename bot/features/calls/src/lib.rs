//! Calls: what people who don't play say about who wins and what the next turns bring, and how well
//! they foresee it.
mod call;
mod callable;
mod commands;
mod next;
mod of_week;
mod rows;
mod said;
mod score;
mod settle;
mod show;
mod turn_on;
mod turn_rows;
mod turns;
mod words;

use content::house::HousePart;
use service::{Feature, row};
use store::tables::{SchemaStep, Tables};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::CallWinner, call::call), row!(commands::Calls, show::calls)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&TABLES),
    settings: &[turn_on::OF_PERSON],
    room_settings: &[turn_on::OF_ROOM],
    came: Some(callable::note_visit),
    for_onlookers: Some(callable::call_button),
    stepped: Some(turns::follow_turn_calls),
    ended: Some(|cx, loaded| Ok(settle::settle_calls(cx, loaded)?.into_iter().collect())),
    annulled: Some(|cx, row| Ok(rows::drop_calls(cx.tx, row.id)?)),
    of_week: Some(of_week::of_week),
    ..Feature::named("calls")
};

static TABLES: Tables = Tables {
    part: "calls",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[rows::CALLS, rows::ROOM_VISITS],
};
