//! What everything names: ids, texts, replies, times and ratings, as plain values.
pub mod backoff;
pub mod glicko;
pub mod ids;
pub mod plain;
pub mod pool;
pub mod private;
pub mod reply;
pub mod text;
pub mod time;
