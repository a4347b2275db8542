//! Which part of a long list is tested in this run: another one each time. `FULL=1` tests the whole list, and `SAMPLE=7` repeats the part
//! of a run that printed this number.
use std::{
    env,
    hash::{BuildHasher as _, RandomState},
    io::{self, Write as _},
    sync::LazyLock,
};

use engine::{chance::Dice, games::GameId};

use crate::matches::every;

/// Of so many variations one is tested.
const ONE_OF: u32 = 3;

/// The number that this run's part follows from; nothing if everything is tested.
static SAMPLE: LazyLock<Option<u64>> = LazyLock::new(|| {
    if env::var_os("FULL").is_some_and(|full| full == "1") {
        return None;
    }
    let given = env::var("SAMPLE").ok();
    let number = given.map_or_else(
        || RandomState::new().hash_one("a sample") % 1_000_000,
        |number| number.parse().expect("SAMPLE is a number"),
    );
    // Past the test runner, which shows only what failing tests print.
    let says = format!(
        "a part of all variations is tested: SAMPLE={number} repeats it, FULL=1 tests all\n"
    );
    drop(io::stderr().write_all(says.as_bytes()));
    Some(number)
});

/// Lists every game as it is usually played, and some of its variations; all of them with `FULL=1`.
pub fn some() -> Vec<(GameId, String)> {
    let Some(number) = *SAMPLE else { return every() };
    let mut dice = Dice::thinking(number);
    let mut is_picked = || dice.below("a variation", ONE_OF).is_ok_and(|pick| pick == 0);
    // Every variation is drawn for, so that which ones are picked depends on the number alone.
    every().into_iter().filter(|(_, settings)| is_picked() || settings.is_empty()).collect()
}
