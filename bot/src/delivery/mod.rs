//! How replies reach a chat: which place each has, what becomes of the board before, who hears of it when the bot may not write there,
//! what is retried and what is caught up on after a start. Knows no chat's crate: a chat is what implements [`Chat`].
//!
//! A reply is a [`Delivery`] in the `queue` of its destination. It is rendered once, `place` says where it belongs and `board` whether
//! the standing board changes; then it is answered, replaced or posted, and what came of it is settled with the service in one trip.
//! `excuse` finds out who has to hear of it in private, `menus` what may be answered by number.
mod board;
mod bring;
mod catch_up;
mod chat;
mod excuse;
mod menus;
mod place;
mod private;
pub mod queue;
mod render;

pub use self::{
    board::Change,
    catch_up::{Delivery, Dispatcher, Job},
    chat::{
        Abilities, Answer, Asked, Brought, Cause, Chat, Edits, Excuse, Posted, Progress,
        RenderedReply, Said, Target, Threads, Written,
    },
    menus::{ShownMenu, on_board},
    place::{Place, Thread},
    render::in_words,
};
