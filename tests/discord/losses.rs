//! Losses: a channel, a server, a player. The people concerned are told once, and the match
//! continues.
use serde_json::json;

use crate::{
    people::{ANN, BOB},
    places::{change, direct},
    play::{mover, open, step},
    server::Program,
    world::{CHANNEL, Discord, World},
};

/// Counts the direct messages to somebody that contain some words.
fn told(discord: &Discord, person: u64, words: &str) -> usize {
    discord.world(|world| {
        let Some(channel) = world.direct.get(&person) else { return 0 };
        world.said_in(*channel).iter().filter(|message| message.content().contains(words)).count()
    })
}

#[test]
fn of_a_deleted_channel_the_players_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    for _ in 0..2 {
        change(&discord, CHANNEL, "CHANNEL_DELETE", |channel| channel.gone = true);
    }
    for person in [ANN, BOB] {
        discord.wait("a word in person", |world| world.direct.get(&person.id).map(|_| ()));
        discord.message("why", |message| {
            message.content().contains("was deleted") && message.content().contains("#1")
        });
    }
    discord.wait("the board comes with it", |world| {
        let direct = [ANN, BOB].map(|who| world.direct[&who.id]);
        let shows = |channel: u64| world.said_in(channel).iter().any(|it| !it.files.is_empty());
        direct.into_iter().all(shows).then_some(())
    });
    assert!(program.terminate());
    assert_eq!([ANN, BOB].map(|it| told(&discord, it.id, "was deleted")), [1, 1], "once");
    discord.was_used_well();
}

#[test]
fn of_a_server_that_removed_the_bot_the_players_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    discord.world(|world| {
        for _ in 0..2 {
            world.lines.last_mut().unwrap().tell("GUILD_DELETE", json!({ "id": "900" }));
        }
    });
    let direct = |world: &mut World| Some([*world.direct.get(&1)?, *world.direct.get(&2)?]);
    for channel in discord.wait("both are written to", direct) {
        discord.message("why", |message| {
            message.channel == channel && message.content().contains("was removed")
        });
    }
    assert!(program.terminate());
    assert_eq!([ANN, BOB].map(|it| told(&discord, it.id, "was removed")), [1, 1], "once");
    discord.was_used_well();
}

#[test]
fn a_channel_that_is_no_more_ends_no_match() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    discord.world(|world| world.channels.get_mut(&CHANNEL).unwrap().gone = true);
    let words = board.words();
    let told =
        discord.answer(&ANN.at(CHANNEL + 1).slash(&discord, "play", json!({ "words": words })));
    assert_eq!(told.files.len(), 1, "the mover is answered where they are");
    discord.message("why", |message| message.content().contains("was deleted"));
    discord.was_used_well();
}

#[test]
fn a_removed_bot_goes_on_where_it_still_is() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let direct = direct(&discord, ANN.id);
    discord.world(|world| {
        for channel in [CHANNEL, CHANNEL + 1] {
            world.channels.get_mut(&channel).unwrap().gone = true;
        }
        world.lines.last_mut().unwrap().tell("GUILD_DELETE", json!({ "id": "900" }));
    });
    ANN.at(direct).types(&discord, &board.words());
    let told = discord.message("an answer in person", |message| {
        let shows = message.files.iter().any(|it| it.0.starts_with("match-1-1-"));
        message.channel == direct && shows
    });
    assert_eq!(told.files.len(), 1);
    discord.was_used_well();
}

#[test]
fn somebody_who_left_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let mut board = open(&discord);
    // Somebody who has just written isn't looked up; a restart forgets that.
    assert!(program.terminate());
    let _program = Program::start(&discord, folder.path());
    discord.world(|world| world.left.push(BOB.id));
    while mover(&board).id == ANN.id {
        board = step(&discord, &board);
    }
    let said =
        discord.message("who has left", |message| message.content().contains("Bob has left."));
    assert_eq!((said.channel, said.pings()), (CHANNEL, vec![ANN.id]), "the one who waits is told");
    assert!(said.content().contains("doesn't move for 3 days"), "{}", said.content());
    discord.was_used_well();
}
