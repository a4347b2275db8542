//! The puzzles of the house: each has one answer that is clearly best.
use content::puzzles::{Puzzle, check, of};
use engine::games::GameId;
use it::sample::part;

fn all() -> impl Iterator<Item = &'static Puzzle> {
    GameId::ALL.iter().flat_map(|game| of(*game))
}

#[test]
fn every_solution_is_clearly_best_by_search() {
    for puzzle in part(all()) {
        assert!(check(puzzle).unwrap().is_some(), "{} {}", puzzle.game.name(), puzzle.name);
    }
}

#[test]
fn most_choices_are_wrong() {
    for puzzle in part(all().step_by(20)) {
        let menu = puzzle.table().unwrap().menu(puzzle.seat().unwrap());
        let right = |answer: &&String| puzzle.answer(answer).is_ok_and(|it| it.right);
        let right = menu.listed.iter().filter(right).count();
        assert!(3 * right <= menu.listed.len(), "{} {}: {right}", puzzle.game.name(), puzzle.name);
    }
}
