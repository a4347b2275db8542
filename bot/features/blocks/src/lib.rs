//! Blocks: people of whom somebody wants nothing more. Nothing new begins between the two, in any chat, and nobody else is told.
mod block;
mod commands;
mod rows;
mod words;

use content::house::HousePart;
use service::{Feature, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Block, block::block)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    keeps_apart: Some(block::keeps_apart),
    ..Feature::named("blocks")
};
