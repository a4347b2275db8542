//! Matches against the bot itself: one standing board each, which changes in place and calls nobody.
use serde_json::json;

use crate::{
    people::{ANN, Person},
    server::Program,
    world::{CHANNEL, Discord, Message, Seen, World},
};

/// Begins a match of Ann against the bot, and returns its number and its first board.
fn begin(discord: &Discord, number: usize, game: &str) -> Message {
    ANN.slash(discord, "practice", json!({ "game": game, "level": "1" }));
    asking(discord, number, 0)
}

/// Returns the choices of a board that play on.
fn plays(board: &Message) -> Vec<(String, String)> {
    board
        .choices()
        .into_iter()
        .filter(|choice| choice.1.starts_with("say:") && choice.1.contains(":play #"))
        .collect()
}

/// Tells whether a message is about a match.
fn is_of(message: &Message, number: usize) -> bool {
    let named = format!("-# #{number} · ");
    message.content().lines().any(|it| it.starts_with(&named))
}

/// Waits for the board of a match that asks Ann, or shows the end, after it was changed so often.
#[track_caller]
fn asking(discord: &Discord, number: usize, changes: usize) -> Message {
    discord.wait("a board that asks Ann", |world| {
        let own = world.said_in(CHANNEL).into_iter().filter(|it| is_of(it, number));
        let asks = |message: &&Message| !plays(message).is_empty() || is_over(message);
        own.rev().find(|message| asks(message) && changes <= message.changes).cloned()
    })
}

fn is_over(board: &Message) -> bool {
    board.choices().iter().any(|it| it.0 == "Rematch")
}

/// Returns the messages of the channel that have a picture or controls.
fn live(world: &World) -> Vec<u64> {
    let live = |message: &&&Message| !message.files.is_empty() || !message.choices().is_empty();
    world.said_in(CHANNEL).iter().filter(live).map(|it| it.id).collect()
}

/// Presses a choice of the board of a match. Returns the board that asks again.
fn press(discord: &Discord, number: usize, board: &Message, nth: usize) -> Message {
    let by: Person = ANN;
    let choices = plays(board);
    let (_, id) = &choices[nth % choices.len()];
    let token = by.presses_id(discord, board, id);
    let next = asking(discord, number, board.changes + 2);
    let asked = discord.world(|world| world.interactions[&token].clone());
    let changes = asked.changes_what_was_pressed();
    assert!(changes, "the pressed board takes the answer: {:?}", asked.first);
    next
}

#[test]
fn a_match_against_the_bot_is_one_board_that_changes_in_place_and_calls_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let mut board = begin(&discord, 1, "draughts");
    let first = board.id;
    let before = discord.world(|it| it.messages.len());
    let mut presses = 0;
    while presses < 25 && !is_over(&board) {
        board = press(&discord, 1, &board, presses);
        presses += 1;
        assert_eq!(board.id, first, "the same message");
        assert_eq!(board.pings(), [0; 0], "{}", board.content());
    }
    assert!(8 < presses, "{presses}: {}", board.content());
    discord.world(|world| {
        assert_eq!(world.messages.len(), before, "no message besides the board");
        assert_eq!(live(world), [first]);
        assert!(world.messages.iter().all(|message| message.pings().is_empty()));
        let edits = world.seen.iter().filter(|seen| {
            seen.method == "PATCH"
                && seen.path.starts_with(&format!("/channels/{CHANNEL}/messages/"))
        });
        assert_eq!(edits.map(Seen::short).collect::<Vec<_>>(), [""; 0], "by the press's token");
    });
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn eight_matches_against_the_bot_in_a_channel_hit_no_limit() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.limited = true);
    let _program = Program::start(&discord, folder.path());
    let games = ["draughts", "trapdoor", "amtgard", "draughts"];
    let games: Vec<&str> = games.iter().chain(&games).copied().collect();
    let mut boards: Vec<Message> =
        games.iter().enumerate().map(|(n, game)| begin(&discord, n + 1, game)).collect();
    let before = discord.world(|it| it.messages.len());
    for round in 0..4 {
        // All are pressed before any is waited for.
        for (n, board) in boards.iter().enumerate() {
            let choices = plays(board);
            if let Some((_, id)) = choices.get((round * 5 + n) % choices.len().max(1)) {
                ANN.presses_id(&discord, board, id);
            }
        }
        for (n, board) in boards.iter_mut().enumerate() {
            if !is_over(board) {
                *board = asking(&discord, n + 1, board.changes + 1);
            }
        }
    }
    discord
        .wait("a board for each match", |world| (live(world).len() == boards.len()).then_some(()));
    discord.world(|world| {
        let refused: Vec<String> =
            world.seen.iter().filter(|it| it.status == 429).map(Seen::short).collect();
        assert_eq!(refused, [""; 0], "nothing is tried that is known to be too much");
        assert_eq!(world.messages.len(), before, "no message besides the boards");
        assert!(world.messages.iter().skip(before).all(|message| message.pings().is_empty()));
    });
    discord.was_used_well();
}

#[test]
fn whoever_comes_back_to_a_match_against_the_bot_after_a_restart_finds_its_board() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = begin(&discord, 1, "draughts");
    program.kill();
    let _program = Program::start(&discord, folder.path());
    let next = press(&discord, 1, &board, 0);
    assert_eq!(next.id, board.id);
    discord.wait("one board", |world| (live(world) == [board.id]).then_some(()));
    discord.was_used_well();
}
