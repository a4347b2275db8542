//! One person's accounts in several chats, linked by a code; and the address of their own boards.
mod board_link;
mod commands;
mod link;
mod rows;
mod words;

use content::house::HousePart;
use model::time::HOUR;
use service::{CodeKind, Feature, OfferPlace, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Link, link::link), row!(commands::Unlink, link::unlink)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    codes: Some(CodeKind { said: commands::code_in, salts: rows::link_salts }),
    offers: Some(|at| match at {
        OfferPlace::Settings => vec![words::link_button()],
        OfferPlace::OwnBoards(of) => vec![words::open_board_button(of)],
        _ => Vec::new(),
    }),
    lapsed: Some(|tx, now| rows::forget_old(tx, now, now - HOUR)),
    time_left_out: Some(|tx, gap| match gap.seconds() {
        ..0 => rows::set_back(tx, -gap.seconds()),
        0.. => Ok(()),
    }),
    ..Feature::named("accounts")
};
