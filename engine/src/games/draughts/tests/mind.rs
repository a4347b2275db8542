//! What computer players make of won, lost and drawn positions, and of the start.
use std::collections::BTreeSet;

use crate::{
    chance::Dice,
    game::Status,
    games::GameId,
    mind::{Level, Player},
    seat::Seat,
    table::Table,
};

fn open(settings: &str) -> Box<dyn Table> {
    let game = GameId::Draughts;
    game.open(game.options(settings).unwrap(), &mut Dice::scripted::<&str>([])).unwrap()
}

/// Returns the seat to move; none once it is over.
fn asked(table: &dyn Table) -> Option<Seat> {
    match table.status() {
        Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
        Status::Over(_) => None,
    }
}

/// Plays so many moves, or to the end; returns what was played.
fn play(table: &mut dyn Table, levels: [Level; 2], seed: u64, most: u64) -> Vec<String> {
    let mut all = Vec::new();
    for step in 0..most {
        let Some(seat) = asked(table) else { break };
        let player = Player::Level(levels[seat.index()]);
        let words = table.think(seat, player, seed << 32 | step).unwrap().unwrap().words;
        table.play(seat, &words, &mut Dice::scripted::<&str>([])).unwrap();
        all.push(words);
    }
    all
}

/// Plays a position out, with the strongest players on both sides; returns the winner and the number of turns.
fn played_out(fen: &str, levels: [Level; 2], seed: u64) -> (Option<Seat>, usize) {
    let mut table = open(&format!("from={fen}"));
    let turns = play(&mut *table, levels, seed, 1_000).len();
    let Status::Over(outcome) = table.status() else { panic!("{fen} doesn't end") };
    (outcome.winner, turns)
}

#[test]
fn won_endings_are_won_in_as_few_turns_as_possible() {
    for (fen, turns) in [
        ("W:WK18,K23:BK1", 19),
        ("W:WK30,K31:BK15", 29),
        ("W:WK30,K31,K32:BK1,K6", 51),
        ("W:WK30,22:BK5", 25),
    ] {
        for seed in 0..2 {
            let levels = [Level::Five, Level::Five];
            assert_eq!(played_out(fen, levels, seed), (Some(Seat::Second), turns), "{fen}");
        }
    }
}

#[test]
fn larger_endings_are_won_too() {
    for fen in ["W:WK29,K30,K31,K32:BK1,K2,K3", "W:W25,26,27:B5,6", "W:WK22,K30,31:BK2,K11"] {
        let (winner, _) = played_out(fen, [Level::Five, Level::Five], 1);
        assert_eq!(winner, Some(Seat::Second), "{fen}");
    }
}

#[test]
fn level_four_wins_small_endings() {
    for fen in ["W:WK18,K23:BK1", "W:WK30,K31,K32:BK1,K6"] {
        assert_eq!(played_out(fen, [Level::Four; 2], 3).0, Some(Seat::Second), "{fen}");
    }
}

#[test]
fn who_is_behind_lets_a_position_come_back_and_who_is_ahead_does_not() {
    // One king against two, out of the corners: what stood before must not stand again.
    for level in [Level::Two, Level::Three, Level::Four, Level::Five] {
        let mut table = open("from=W:WK18,K23,K32,K31,K30:BK1,K5");
        let (winner, _) = {
            let turns = play(&mut *table, [level; 2], 5, 400).len();
            let Status::Over(outcome) = table.status() else { panic!("level {level:?}") };
            (outcome.winner, turns)
        };
        assert_ne!(winner, Some(Seat::First), "{level:?}");
        if Level::Four <= level {
            assert_eq!(winner, Some(Seat::Second), "{level:?}");
        }
    }
}

#[test]
fn no_two_matches_of_the_strongest_begin_alike() {
    let begun: BTreeSet<Vec<String>> =
        (0..12).map(|seed| play(&mut *open(""), [Level::Five; 2], seed, 10)).collect();
    assert!(10 <= begun.len(), "{begun:?}");
    // The same seed still plays the same.
    assert_eq!(
        play(&mut *open(""), [Level::Five; 2], 7, 6),
        play(&mut *open(""), [Level::Five; 2], 7, 6)
    );
}

#[test]
fn a_draw_is_declined_at_the_start_and_when_ahead_and_agreed_when_nothing_is_left() {
    let agrees = |fen: &str, seat: Seat| open(fen).agrees(seat, 1).unwrap();
    for seat in Seat::BOTH {
        assert!(!agrees("", seat));
        assert!(agrees("from=W:WK32:BK1", seat), "one king each");
    }
    assert!(!agrees("from=W:WK18,K23:BK1", Seat::Second));
    assert!(agrees("from=W:WK18,K23:BK1", Seat::First));
}
