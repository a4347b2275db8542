//! Secret choices on Discord: nobody else sees them, however they are said.
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    server::Program,
    world::{BOT, CHANNEL, Discord, World},
};

/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 64;

/// Opens a duel where both have to choose a stance, and returns who is asked first and who second.
fn duel(discord: &Discord) -> [Person; 2] {
    let options =
        json!({ "who": whom(BOB), "game": "amtgard", "options": "duel=stance", "unrated": true });
    let offer = discord.answer(&ANN.slash(discord, "challenge", options));
    discord.board(&BOB.presses(discord, &offer, "Accept"));
    for n in 0..80_usize {
        for person in [ANN, BOB] {
            let list = discord.private(&person.slash(discord, "moves", json!({ "match": 1 })));
            let choices = list.choices();
            if list.content().contains("choose a stance") {
                return if person.id == ANN.id { [ANN, BOB] } else { [BOB, ANN] };
            }
            let moves: Vec<_> = choices.iter().filter(|it| it.0 != "Type it").collect();
            let captures = moves.iter().find(|it| it.0.contains('x'));
            if let Some((_, id)) = captures.or_else(|| moves.get((n * 7) % moves.len().max(1))) {
                discord.answer(&person.presses_id(discord, &list, id));
            }
        }
    }
    panic!("no duel in 80 turns");
}

/// Tells whether an interaction has no public answer, neither the first nor a follow-up.
fn is_answered_in_private(world: &World, token: &str) -> bool {
    let interaction = &world.interactions[token];
    let flags = interaction.first_body["data"]["flags"].as_u64().unwrap_or(0);
    let first = matches!(interaction.first, Some((4 | 5, _))) && flags & EPHEMERAL != 0;
    let all = world.messages.iter().filter(|message| message.token.as_deref() == Some(token));
    first && all.into_iter().all(|it| it.only.is_some())
}

/// Returns the public messages of the channel after the first `before`.
fn said_since(discord: &Discord, before: usize) -> String {
    discord.world(|world| {
        let open = world.messages[before..]
            .iter()
            .filter(|message| message.only.is_none() && message.channel == CHANNEL);
        open.map(|message| format!("{}\n{}\n", message.content(), message.alt())).collect()
    })
}

#[test]
fn a_command_with_a_choice_in_secret_has_no_public_answer() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let [first, second] = duel(&discord);
    let before = discord.world(|it| it.messages.len());
    // With the match named, and without.
    for (person, options) in [
        (first, json!({ "words": "stance bold" })),
        (first, json!({ "words": "stance guard", "match": 1 })),
        (second, json!({ "words": "stance steady" })),
    ] {
        let token = person.slash(&discord, "play", options);
        discord.private(&token);
        discord.world(|world| {
            assert!(is_answered_in_private(world, &token), "{:?}", world.interactions[&token])
        });
    }
    discord.wait("the duel, for all", |world| {
        let mut said = world.messages[before..].iter();
        said.any(|message| {
            message.only.is_none() && message.token.is_none() && !message.files.is_empty()
        })
        .then_some(())
    });
    discord.was_used_well();
}

#[test]
fn a_choice_in_secret_that_was_typed_in_the_open_is_taken_and_made_again_in_private() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let [first, _] = duel(&discord);
    first.types(&discord, &format!("<@{BOT}> stance bold"));
    let warned = discord
        .message("a warning", |message| message.content().contains("could read your choice"));
    assert_eq!(Some(warned.channel), discord.world(|world| world.direct.get(&first.id).copied()));
    assert!(warned.content().contains("hasn't chosen yet"), "{}", warned.content());
    for said in ["has chosen a stance", "in a direct message"] {
        discord.message(said, |message| {
            message.channel == CHANNEL && message.content().contains(said)
        });
    }
    let before = discord.world(|it| it.messages.len());
    let other = warned.choice("stance guard");
    let again = discord.answer(&first.at(warned.channel).presses_id(&discord, &warned, &other));
    assert!(again.content().contains("is now `stance guard`"), "{}", again.content());
    assert_eq!(said_since(&discord, before), "", "the channel learns nothing of it");
    discord.was_used_well();
}
