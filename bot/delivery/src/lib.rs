//! Delivers replies to chats: which place each gets, what happens to the previous board, who is
//! told if the bot can't write, what is retried, and what is caught up on after a start. It uses no
//! chat's crate; a chat implements [`ChatAdapter`].
//!
//! A reply is a [`Delivery`] in the `queue` of its destination. It is rendered once; `place`
//! decides where it goes and `board` whether the standing board is edited. After it is sent, the
//! result is recorded with one call to the service. `excuse` finds people to tell in private,
//! `menus` stores choices that are answered by number. `notice` orders what rings. `upkeep` answers what
//! happens to boards, threads and rooms, and `greet` the first moment in a room.
mod board;
mod card;
mod catch_up;
mod chat;
pub mod chat_access;
mod deliver;
mod failure;
mod fallback;
mod greet;
mod menus;
mod notice;
pub mod paint;
mod place;
mod private;
pub mod queue;
mod queue_key;
pub mod receipt;
mod render;
mod roles;
mod send_task;
mod upkeep;
mod words;
mod written;

pub use self::notice::asked_first;
pub use self::{
    board::Change,
    catch_up::{ChatNews, Delivery, Dispatcher, Job},
    chat::{
        Abilities, Answer, Asked, Cause, ChatAdapter, Edits, Offered, Posted, PrivateFallback,
        Progress, RenderedReply, SentReply, SentTo, StandingMessage, Target, Threads,
    },
    greet::Joined,
    menus::{ShownMenu, on_board},
    place::{Place, Thread},
    render::in_words,
    upkeep::LostPlace,
    written::Written,
};
