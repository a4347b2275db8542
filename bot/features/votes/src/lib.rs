//! Votes: the people of a room play a seat together. Each votes for a move, and when the time is over the most wanted one is played.
mod ballots;
mod cast;
mod commands;
mod count;
mod lists;
mod resign;
mod rows;
mod seat;
mod words;

use content::house::HousePart;
use service::{Feature, context::room_play::RoomPlay, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Vote, cast::vote)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&rows::TABLES),
    room_play: Some(RoomPlay {
        check_terms: seat::check_terms,
        check_accepted: seat::check_accepted,
        check_more: seat::check_more,
        seated: rows::add_side,
        shared: seat::shared,
        took_part: rows::took_part,
        positioned: ballots::open,
        asks: ballots::asks,
        takes: cast::cast,
        resigns: resign::vote_to_resign,
        lists: lists::list,
        waits: lists::missing,
        next: lists::next,
        refusal: words::refusal,
    }),
    due_in_match: Some(ballots::due),
    attends: Some(count::attend),
    refreshes: Some(count::show_due),
    time_left_out: Some(|tx, gap| rows::put_off(tx, gap.seconds())),
    // What else follows the end may still ask who voted.
    told: Some(|cx, loaded| match loaded.row.terms.room_time {
        Some(_) => Ok(rows::end_votes(cx.tx, loaded.row.id)?),
        None => Ok(()),
    }),
    ..Feature::named("votes")
};
