//! A match against the bot itself.
use serde_json::json;

use crate::{
    people::ANN,
    server::Program,
    world::{CHANNEL, Discord, Message},
};

#[test]
fn a_match_against_the_bot_is_played_by_presses_and_it_is_seen_typing() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let options = json!({ "game": "draughts", "level": "1" });
    ANN.slash(&discord, "practice", options);
    let asks = |it: &Message| it.choices().iter().any(|it| it.1.contains("play #"));
    let mut board = discord.message("a board that asks Ann", asks);
    for round in 0..3 {
        let messages = discord.world(|it| it.messages.len());
        let typed = typed(&discord);
        let (_, id) = board.choices().into_iter().find(|it| it.1.contains("play #")).unwrap();
        ANN.presses_id(&discord, &board, &id);
        let was = board.id;
        board = discord.wait("the turn of the bot and a board for Ann", |world| {
            world.messages.iter().rev().find(|it| asks(it)).filter(|it| it.id != was).cloned()
        });
        assert_eq!(board.pings(), [ANN.id], "round {round}");
        discord.wait("typing", |world| {
            let now = world.seen.iter().filter(|it| it.path.ends_with("/typing")).count();
            (typed < now).then_some(())
        });
        let new = discord.world(|it| it.messages.len()) - messages;
        assert!(new <= 2, "round {round}: {new} messages for one turn of each");
        assert!(board.content().contains("Draughtsman 1"), "{}", board.content());
    }
    discord.wait("one standing board", |world| {
        let live = |it: &&&Message| !it.files.is_empty() || !it.choices().is_empty();
        let live: Vec<u64> = world.said_in(CHANNEL).iter().filter(live).map(|it| it.id).collect();
        (live == [board.id]).then_some(())
    });
    assert!(program.terminate());
    discord.was_used_well();
}

fn typed(discord: &Discord) -> usize {
    discord.world(|it| it.seen.iter().filter(|it| it.path.ends_with("/typing")).count())
}
