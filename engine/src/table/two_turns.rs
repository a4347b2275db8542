//! What two turns can make of a position.
use super::Table;
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    scene::BoardState,
    seat::{BySeat, Observer, Viewer},
};

/// How many turns.
const TURNS: u32 = 2;

/// How many positions are listed at most.
const MOST: usize = 4000;

/// Returns the position of a table as the room sees it.
pub fn position(table: &dyn Table) -> BoardState {
    let names = BySeat { first: String::new(), second: String::new() };
    BoardState::of(&table.show(Observer { viewer: Viewer::Room, names: &names }))
}

/// Lists the positions that two turns can make of this one; none where that can't be listed, since there
/// is chance, something hidden, or more to say than a list has.
pub fn reached(table: &dyn Table) -> Option<Vec<BoardState>> {
    let mut found = Vec::new();
    let mut open = vec![(copy(table), 0)];
    while let Some((table, turns)) = open.pop() {
        let Status::Waiting(prompts) = table.status() else { continue };
        for seat in prompts.iter().map(|prompt| prompt.seat) {
            let menu = table.menu(seat);
            if menu.grammar.is_some() {
                return None;
            }
            for words in &menu.listed {
                let mut next = copy(&*table);
                let played = next.play(seat, words, &mut dice()).ok()?;
                if played.fixed || MOST <= found.len() {
                    return None;
                }
                found.push(position(&*next));
                let turns = turns + u32::from(!next.status().waits_for(seat));
                if turns < TURNS {
                    open.push((next, turns));
                }
            }
        }
    }
    Some(found)
}

/// Copies a table as the room knows it.
fn copy(table: &dyn Table) -> Box<dyn Table> {
    table.determinize(Viewer::Room, &mut dice())
}

/// What is tried needs dice, and ends where they fall.
fn dice() -> Dice {
    Dice::fair(&Seed::from_bytes([0; 32]), StepKey { step: 0, take: 0 })
}
