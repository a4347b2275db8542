//! Records: the moves of a match in words, as a film and as a file, and matches that go on from such files.
mod commands;
mod export;
mod history;
mod import;
mod replay;
mod words;

use command::say;
use content::house::HousePart;
use service::{Feature, PastSteps, row};

pub static FEATURE: Feature = Feature {
    commands: &[
        row!(commands::History, history::history),
        row!(commands::Replay, replay::replay),
        row!(commands::Export, export::export),
        row!(commands::Import, import::import),
    ],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    past: Some(PastSteps {
        list: |of| say!(commands::History { of }),
        film: |of, part| match part {
            None => say!(commands::Replay { of }),
            Some([from, to]) => say!(commands::Replay { of, from, to }),
        },
        file: |of| say!(commands::Export { of }),
    }),
    ..Feature::named("records")
};
