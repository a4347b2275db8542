//! People, and the bot, who play on for somebody who is away.
mod ask;
mod back;
mod commands;
mod hand_over;
mod rest;
mod rows;
mod take;
mod words;

use command::say;
use content::house::HousePart;
use service::{Feature, StandIn, row};

use self::commands::SubstituteWord;

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Substitute, ask::substitute)],
    helps: commands::HELPS,
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&rows::TABLES),
    hears: Some(rest::hear),
    due_in_match: Some(|_, row| Ok(back::ends_of(row).map(|ends| ends.0).collect())),
    attends: Some(back::give_back_in_time),
    ends: Some(hand_over::at_the_end),
    stand_in: Some(StandIn {
        find: |of| say!(commands::Substitute { of }),
        let_bot: |of| say!(commands::Substitute { of, how: SubstituteWord::Bot }),
        step_down: |of| say!(commands::Substitute { of, how: SubstituteWord::Off }),
        is_asked: ask::is_asked,
        is_back: back::come_back,
        begins: rest::hand_new,
        rest_changes: rest::follow,
        leaves: back::forget,
    }),
    ..Feature::named("substitutes")
};
