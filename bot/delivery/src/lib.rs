//! Delivers replies to chats: which place each gets, what happens to the previous board, who is
//! told if the bot can't write, what is retried, and what is caught up on after a start. It uses no
//! chat's crate; a chat implements [`ChatAdapter`].
//!
//! The `dispatcher` takes answers and news in the order of the service. A reply is a [`Delivery`] in the `queue` of its
//! destination (`queue_key`). It is `rendered` once; `place` decides where it goes and `board` whether the standing board
//! is edited. After it is sent, a `receipt` is recorded with one call to the service. `fallback` tells people in private,
//! `menus` stores choices that are answered by number. `notice` orders what rings. `upkeep` answers what
//! happens to boards and threads, `lost` to rooms, and `greet` the first moment in a room.
mod board;
mod card;
mod chat;
pub mod chat_access;
mod deliver;
mod dispatcher;
mod failure;
mod fallback;
mod greet;
mod lost;
mod menus;
mod notice;
pub mod paint;
mod place;
mod presses;
mod private;
pub mod queue;
mod queue_key;
pub mod receipt;
mod render;
mod rendered;
mod roles;
mod send_task;
mod under_way;
mod upkeep;
mod words;
mod written;

pub use self::notice::asked_first;
pub use self::{
    board::Change,
    chat::{
        Abilities, Answer, Asked, Cause, ChatAdapter, Edits, ElsewhereReason, OfferedReply, Posted,
        SentReply, StandingMessage, Target, Threads,
    },
    dispatcher::{ChatNews, Delivery, Dispatcher, Job},
    greet::Joined,
    menus::ShownMenu,
    place::{Place, Thread},
    render::in_words,
    rendered::{Progress, RenderedReply, SentTo},
    written::Written,
};
