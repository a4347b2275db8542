//! `draughtsman puzzles`: makes puzzles, and checks those of the program.
use std::io::Write as _;

use content::puzzles::{self, PuzzlePlan};
use engine::games::GameId;
use model::safe_output;

use super::words;

/// Makes puzzles and prints them, one a line.
///
/// # Errors
/// If the plan can't be read, or computer players can't play the game.
pub(crate) fn make_puzzles(game: &str, said: &[String]) -> anyhow::Result<()> {
    let plan = PuzzlePlan::read(game, said)?;
    let mut out = safe_output::stdout();
    for puzzle in puzzles::make(&plan)? {
        writeln!(out, "{puzzle}")?;
    }
    Ok(())
}

/// Checks the puzzles of some games, or of all, and prints those whose solution isn't clearly best.
/// Tells whether there are none.
///
/// # Errors
/// If there is no such game, or the output can't be written.
pub(crate) fn check_puzzles(games: &[String]) -> anyhow::Result<bool> {
    let named =
        |name: &String| GameId::named(name).ok_or_else(|| anyhow::anyhow!(words::no_game(name)));
    let mut games = games.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?;
    if games.is_empty() {
        games.extend(GameId::ALL.iter().filter(|game| !puzzles::of(**game).is_empty()));
    }
    let mut out = safe_output::stdout();
    let mut well = true;
    for game in games {
        let all = puzzles::of(game);
        let mut failed = 0;
        for puzzle in all {
            let why = match puzzles::check(puzzle) {
                Ok(Some(_)) => continue,
                Ok(None) => words::not_clear().to_owned(),
                Err(err) => err.to_string(),
            };
            writeln!(out, "{}", words::puzzle_failed(puzzle, &why))?;
            failed += 1;
        }
        writeln!(out, "{}", words::puzzles_checked(game, all.len(), failed))?;
        well &= failed == 0;
    }
    Ok(well)
}
