//! Questions in people's own words: answered from the match on the board, the rules of its game, and what is known of the house.
//! Nothing here does anything, and nothing tells what a side keeps secret: all is as everyone in the room sees it.
mod about_match;
mod asked_line;
mod board;
mod earlier;
mod facts;
mod known;
mod match_question;
mod named_moves;
mod position;
mod reading;
mod rules;
mod two_questions;
mod why_not;
mod words;

use service::{Feature, HeardWords};

pub static FEATURE: Feature = Feature {
    hears: Some(|cx, heard| match heard {
        HeardWords::Asks { of, line } => asked_line::answer(cx, of, line).map(|()| true),
        HeardWords::MayAsk { of, words } => asked_line::is_answered(cx, of, words),
        _ => Ok(false),
    }),
    ..Feature::named("answers")
};
