//! Saved matches that were damaged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| it::targets::resume(bytes));
