//! Scenario files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| it::targets::scenario(bytes));
