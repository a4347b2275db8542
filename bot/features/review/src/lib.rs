//! Reviews look back at matches that are over: the chances after each step, the turning points, the best and worst decisions, and the luck of
//! each side.
mod commands;
mod missed;
mod page;
mod review;
mod words;

use command::say;
use content::house::HousePart;
use model::reply::Choice;
use service::{Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Review, review::review)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    offers: Some(|at| match at {
        OfferPlace::LookBack(of) => vec![Choice::new("Review", say!(commands::Review { of }))],
        _ => Vec::new(),
    }),
    match_page: Some(page::PAGE),
    ..Feature::named("review")
};
