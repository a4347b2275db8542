//! People, and the bot, who play on for somebody who is away.
pub mod ask;
pub mod back;
pub mod hand_over;
pub mod take;
pub mod words;

use command::verbs;

use crate::{context::seam::Feature, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(verbs::Substitute, ask::substitute)],
    ends: Some(|cx, loaded| hand_over::at_the_end(cx, loaded)),
    ..Feature::named("substitutes")
};
