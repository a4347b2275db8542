//! Which part of a long list is tested in this run: another one each day. `FULL=1` tests the whole list, and `SAMPLE=7` repeats the part
//! of a run that printed this number.
use std::{
    env,
    io::{self, Write as _},
    sync::LazyLock,
};

use engine::{chance::Dice, games::GameId};
use model::host_clock;

use crate::matches::every;

/// Of so many things one is tested.
const ONE_OF: usize = 8;

/// The number that this run's part follows from; nothing if everything is tested.
static SAMPLE: LazyLock<Option<u64>> = LazyLock::new(|| {
    if env::var_os("FULL").is_some_and(|full| full == "1") {
        return None;
    }
    let given = env::var("SAMPLE").ok();
    let number = given.map_or_else(
        || u64::try_from(host_clock::now().as_second() / 86_400).unwrap_or_default(),
        |number| number.parse().expect("SAMPLE is a number"),
    );
    // Past the test runner, which shows only what failing tests print.
    let says = format!(
        "the slow laws are tried on a part of everything: SAMPLE={number} repeats it, FULL=1 tests all\n"
    );
    drop(io::stderr().write_all(says.as_bytes()));
    Some(number)
});

/// Tells whether everything is tested in this run.
pub fn is_full() -> bool {
    SAMPLE.is_none()
}

/// Returns some things of a list, at least one; all of them with `FULL=1`.
pub fn part<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    picked(all, |_| false)
}

/// Lists every game as it is usually played, and some of its variations; all of them with `FULL=1`.
pub fn some_variations() -> Vec<(GameId, String)> {
    picked(every(), |(_, settings)| settings.is_empty())
}

/// Picks things by chance, and those that are always tested.
fn picked<T>(all: impl IntoIterator<Item = T>, always: impl Fn(&T) -> bool) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    let Some(number) = *SAMPLE else { return all };
    let mut dice = Dice::thinking(number);
    let mut below = |most: usize| {
        let most = u32::try_from(most).expect("a short list");
        dice.below("a part", most).expect("a list with something") as usize
    };
    let one = below(all.len().max(1));
    let mut n = 0;
    all.retain(|thing| {
        n += 1;
        // Drawn for each, so that which are picked depends on the number alone.
        below(ONE_OF) == 0 || n == one + 1 || always(thing)
    });
    all
}
