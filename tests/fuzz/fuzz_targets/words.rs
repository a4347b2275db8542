//! Words typed in some position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| it::targets::words(bytes));
