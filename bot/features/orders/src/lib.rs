//! Orders in advance (conditional moves): after `if g3xe5 then d4xf6`, d4xf6 is played automatically once the other side plays g3xe5.
mod commands;
mod orders;
mod rows;
mod try_order;
mod words;

use content::house::HousePart;
use service::{Feature, context::seam::PlaysAhead, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::If, orders::order)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    stepped: Some(orders::follow),
    ahead: Some(PlaysAhead { next: orders::ordered_now, refused: orders::drop_refused }),
    asked: Some(orders::drop_asked),
    leaves_seat: Some(|tx, of, person| rows::drop_orders(tx, of, person, None).map(drop)),
    ends: Some(|cx, loaded| {
        rows::end_orders(cx.tx, loaded.row.id)?;
        Ok(Vec::new())
    }),
    ..Feature::named("orders")
};
