//! The role for the champion of a season: a server gives it to the winner, until the next season ends.
mod crown;
mod rows;
mod words;

use service::{Feature, ratings::season::Season};

pub static FEATURE: Feature = Feature {
    room_settings: &[crown::OF_SERVER],
    tables: Some(&rows::TABLES),
    due: &[crown::CHAMPIONS],
    // The winner of the last season may be another one now.
    swept: Some(rows::check_champions),
    time_left_out: Some(|tx, gap| {
        if gap.seconds() < 0 {
            rows::set_back_champions(tx, Season::of(gap.to).before().number())?;
        }
        Ok(())
    }),
    forgets: Some(crown::take_roles),
    ..Feature::named("champions")
};
