//! How many statements a move costs, with what is due and the delivery of its replies: on a server each is a round trip.
use engine::games::GameId;
use model::ids::{Chat, MatchId};

use crate::room::Room;

/// Moves of each game.
const MOVES: u64 = 40;

/// The most statements that a move may cost, as the mean of a game.
const MOST: u64 = 55;

#[test]
fn a_move_costs_few_statements() {
    println!("| game | statements a move |\n|---|---|");
    for game in GameId::ALL.iter().copied() {
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob {}", game.name()), "bob: accept"]);
        let mut run = 0;
        for turn in 0..MOVES {
            let found = ["ann", "bob"].into_iter().find_map(|who| {
                let offers = room.service.offers(Chat::Console, "room", who, Some(MatchId(1)));
                Some((who, offers.unwrap().into_iter().next()?.words))
            });
            let (who, words) = found.expect("somebody can move");
            let word = words[(turn * 5) as usize % words.len()].clone();
            let before = store::statements_run();
            let replies = room.say(who, &format!("play #1 {word}"));
            run += store::statements_run() - before;
            assert!(replies.iter().all(|it| it.refused.is_none()), "{word}");
        }
        println!("| {} | {:.1} |", game.title(), run as f64 / MOVES as f64);
        assert!(run <= MOST * MOVES, "{game}: {run} for {MOVES} moves");
    }
}
