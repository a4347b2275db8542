//! Nothing: serenity without its gateway uses nothing of this crate.
