//! The program. What it does is in the library, so that the tests of the house can say what it is built with.
use std::process::ExitCode;

fn main() -> ExitCode {
    draughtsman::start()
}
