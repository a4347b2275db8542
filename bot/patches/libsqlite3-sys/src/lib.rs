//! What rusqlite 0.37 calls, from the libsqlite3-sys that builds SQLite 3.53.2.
#![no_std]
pub use newer::*;
