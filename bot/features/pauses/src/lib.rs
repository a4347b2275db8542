//! Pauses, which both players agree on: the clocks of their match stop.
mod commands;
mod pause;
mod words;

use command::{Purpose, say};
use content::house::HousePart;
use model::reply::Choice;
use service::{ClockStop, Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Pause, pause::pause), row!(commands::Resume, pause::resume)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    offers: Some(|place| match place {
        OfferPlace::HelpEnd(Purpose::Stop) => {
            vec![Choice::new("Pause", say!(commands::Pause))]
        }
        _ => Vec::new(),
    }),
    due_in_match: Some(|_, row| Ok(row.timer.notice().map(|it| it.at).into_iter().collect())),
    attends: Some(pause::end_in_time),
    clock_stop: Some(ClockStop {
        asks: words::asks,
        answer: |of, answer| say!(commands::Pause { of, answer }),
        go_on: |of| say!(commands::Resume { of }),
    }),
    ..Feature::named("pauses")
};
