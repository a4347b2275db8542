//! Matches played by choosing at will.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| it::targets::sequence(bytes));
