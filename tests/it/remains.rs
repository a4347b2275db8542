//! What remains of boards in a channel: together they tell the match, each step once and in order.
use std::sync::Arc;

use crate::{
    delivery::{BY_EDIT, BY_PRESS, offered, press, service, stands, types},
    driver::Memory,
};

/// Plays `steps` steps by pressing the board, and returns their words.
async fn played(chat: &Arc<Memory>, game: &str, steps: usize) -> Vec<String> {
    for who in ["ann", "bob"] {
        types(chat, who, "settings auto off").await;
    }
    types(chat, "ann", &format!("challenge @bob {game}")).await;
    types(chat, "bob", "accept").await;
    let mut all = Vec::new();
    for nth in 0..steps {
        let (who, words) = offered(chat).await;
        // A typed message in between moves the board below it.
        if nth % 5 == 3 {
            types(chat, who, &words).await;
        } else {
            press(chat).await;
        }
        all.push(words);
    }
    all
}

#[tokio::test]
async fn what_remains_of_the_boards_tells_every_step_once_and_in_order() {
    for can in [BY_PRESS, BY_EDIT] {
        for game in ["trapdoor", "draughts", "metasoccer team=7 field=9x13"] {
            let chat = Memory::open(service(), can);
            let steps = played(&chat, game, 36).await;
            stands(&chat, "room").await;
            let told = chat
                .until(|world| {
                    let boards =
                        world.said_in("room").into_iter().filter(|it| it.text.contains("#1"));
                    let lines: Vec<String> = boards
                        .filter(|it| !it.board && 0 < it.edits)
                        .map(|it| it.text.clone())
                        .collect();
                    (!lines.is_empty()).then(|| lines.join(" "))
                })
                .await;
            let told = told.split('…').next().unwrap_or_default();
            let is_move = |it: &&str| {
                let (from, to) = it.split_once('-').unwrap_or_default();
                [from, to].iter().all(|it| {
                    it.len() < 4
                        && it.starts_with(|it: char| it.is_ascii_lowercase())
                        && it.ends_with(|it: char| it.is_ascii_digit())
                })
            };
            let moves: Vec<&str> = steps.iter().map(String::as_str).filter(is_move).collect();
            assert!(4 < moves.len(), "{game}: {steps:?}");
            let mut rest = told;
            let mut found = 0;
            for it in &moves {
                let Some((_, after)) = rest.split_once(it) else { break };
                (rest, found) = (after, found + 1);
            }
            // The newest stand on the board itself, and a long turn is cut.
            assert!(8 <= found, "{game}: {found} of {moves:?} in {told}");
            for (nth, it) in moves[..found].iter().enumerate() {
                let times = steps.iter().filter(|other| other.contains(it)).count();
                let said = told.matches(it).count();
                assert!(said <= times, "{game}: {it}, the {nth}th, is told {said} times: {told}");
            }
        }
    }
}
