//! Advice in unrated matches: `hint` suggests a move, and `why` explains it, or compares a move with it.
mod advice;
mod commands;
mod words;

use command::say;
use content::house::HousePart;
use model::reply::Choice;
use service::{Feature, HeardWords, OfferPlace, dispatch::commands::execute, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Hint, advice::hint), row!(commands::Why, advice::why)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    hears: Some(|cx, heard| match heard {
        HeardWords::Advice { of, why } => {
            let said = why.map(|words| say!(commands::Why { of, words }));
            let said = said.unwrap_or_else(|| say!(commands::Hint { of }));
            execute(cx, &said).map(|()| true)
        }
        _ => Ok(false),
    }),
    offers: Some(|at| match at {
        OfferPlace::Advice(of) => vec![Choice::new("Hint", say!(commands::Hint { of }))],
        _ => Vec::new(),
    }),
    ..Feature::named("hints")
};
