//! How little code a game of draughts needs.
use std::fs;

use crate::files::{below, folder};

/// The most lines of plain draughts, beside its PDN and its tests.
const DRAUGHTS: usize = 350;

#[test]
fn plain_draughts_is_short_because_the_kit_has_what_games_on_its_board_share() {
    let own = folder("../engine/src/games/draughts");
    let is_counted = |path: &std::path::PathBuf| {
        let inside = path.strip_prefix(&own).unwrap();
        !inside.starts_with("tests") && !inside.ends_with("record.rs")
    };
    let files: Vec<_> = below(&own, "rs").into_iter().filter(is_counted).collect();
    assert!(files.iter().any(|it| it.ends_with("mod.rs")), "draughts was not found");
    let lines = files.iter().map(|file| fs::read_to_string(file).unwrap().lines().count());
    let lines: usize = lines.sum();
    assert!(lines < DRAUGHTS, "{lines} lines in {files:?}");
}
