//! What everything names: ids, texts, replies, times and ratings, as plain values.
pub mod backoff;
pub mod file_lock;
pub mod glicko;
pub mod host_clock;
pub mod ids;
pub mod pool;
pub mod private_files;
pub mod reply;
pub mod safe_output;
pub mod slow_hash;
pub mod text;
pub mod text_file;
pub mod time;
