//! What remains of boards in a channel: together they tell the match, each turn once and in order.
use std::sync::Arc;

use model::reply::LONGEST_LEFT;

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

/// Returns the moves between two squares that a text names.
fn moves_in(text: &str) -> Vec<&str> {
    let square = |word: &str| {
        word.len() < 4
            && word.starts_with(|it: char| it.is_ascii_lowercase())
            && word.ends_with(|it: char| it.is_ascii_digit())
    };
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let is_move =
        |word: &&str| word.split_once('-').is_some_and(|(from, to)| square(from) && square(to));
    words.filter(is_move).collect()
}

#[tokio::test]
async fn what_remains_of_a_board_is_one_line_that_tells_a_turn_and_whose_came_next() {
    for can in [BY_PRESS, BY_EDIT] {
        for game in ["trapdoor", "draughts", "metasoccer team=7 field=9x13"] {
            let chat = Memory::open(service(), can);
            let steps = played(&chat, game, 36).await;
            let board = stands(&chat, "room").await;
            let lines = chat
                .until(|world| {
                    let boards =
                        world.said_in("room").into_iter().filter(|it| it.text.contains("#1"));
                    let lines: Vec<String> = boards
                        .filter(|message| !message.board && 0 < message.edits)
                        .map(|it| it.text.clone())
                        .collect();
                    (!lines.is_empty()).then_some(lines)
                })
                .await;
            for line in &lines {
                assert_eq!(line.lines().count(), 1, "{line}");
                assert!(line.chars().count() <= LONGEST_LEFT, "{line}");
                assert!(line.starts_with("#1 · ") && line.ends_with(['.', '!', '…']), "{line}");
                assert!(!line.ends_with(" turn."), "it says what happened: {line}");
            }
            let last = lines.last().and_then(|it| it.split_once(": ")).map_or("", |it| it.1);
            let told = last.trim_end_matches('…');
            let again = !told.is_empty() && board.text.contains(told);
            assert!(!again, "the board tells {told} again: {}", board.text);
            let typed = steps.join(" ");
            let (made, told) = (moves_in(&typed), lines.join(" "));
            let told_moves = moves_in(&told);
            assert!(4 < told_moves.len(), "{game}: {steps:?} in {lines:#?}");
            if game.starts_with("metasoccer") {
                // Its telling names the ways of the ball, too.
                continue;
            }
            // Each once and in order; a long turn is cut.
            let mut rest = made.iter();
            for played in &told_moves {
                assert!(
                    rest.any(|made| made == played),
                    "{game}: {played} of {made:?} in {lines:#?}"
                );
            }
            let whole = !told.contains('…');
            assert!(!whole || made.starts_with(&told_moves), "{game}: {made:?} in {lines:#?}");
        }
    }
}
