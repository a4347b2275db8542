//! Practice: matches against the bot, and of two of its levels, as people ask for them.
mod begin;
mod commands;
mod wanted;
mod words;

use command::say;
use content::house::HousePart;
use engine::mind::Level;
use model::reply::Choice;
use service::{Feature, HeardWords, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Practice, begin::practice)],
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    hears: Some(|cx, heard| match heard {
        HeardWords::Challenge(said) => begin::challenged(cx, said),
        _ => Ok(false),
    }),
    offers: Some(|at| match at {
        OfferPlace::Alone(game) => {
            vec![Choice::new(words::AGAINST_ME, say!(commands::Practice { game }))]
        }
        OfferPlace::Beginner(game) => {
            let level = Level::One;
            let line = say!(commands::Practice { game, level });
            vec![Choice::new(words::AGAINST_EASIEST, line)]
        }
        OfferPlace::Watched => vec![Choice::new(words::STOP, words::stop())],
        _ => Vec::new(),
    }),
    ..Feature::named("practice")
};
