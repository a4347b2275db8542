//! A server that adds the bot: greeted once, where the bot may write; and descriptions of commands in other languages.
use std::fs;

use serde_json::json;

use crate::{
    gateway::guild,
    people::ANN,
    server::Program,
    world::{Channel, Discord, World},
};

/// Another server, with a system channel where the bot may not write.
const SERVER: u64 = 910;
const SYSTEM: u64 = 911;
const TALK: u64 = 912;

/// Adds the bot to the other server, as Discord reports it.
fn added(world: &mut World) {
    reported(world, &model::host_clock::now().to_string());
}

/// Reports the other server, which the bot joined at this time.
fn reported(world: &mut World, joined: &str) {
    let mut server = guild(world);
    server["id"] = json!(SERVER.to_string());
    // The role that everybody has is called like the server.
    server["roles"][0]["id"] = json!(SERVER.to_string());
    server["joined_at"] = json!(joined);
    server["system_channel_id"] = json!(SYSTEM.to_string());
    let channel = |id: u64| json!({ "id": id.to_string(), "type": 0, "guild_id": SERVER.to_string(), "name": "c", "position": id - SERVER, "permission_overwrites": [] });
    server["channels"] = json!([channel(TALK), channel(SYSTEM)]);
    server["threads"] = json!([]);
    for line in &mut world.lines {
        line.tell("GUILD_CREATE", server.clone());
    }
}

fn greetings(world: &World) -> Vec<u64> {
    let greet =
        world.messages.iter().filter(|message| message.content().starts_with("Hello! I bring"));
    greet.map(|it| it.channel).collect()
}

#[test]
fn a_server_is_greeted_once_where_the_bot_may_write() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let channel = |mute| Channel { guild: Some(SERVER), mute, ..Channel::default() };
    discord.world(|world| {
        world.channels.extend([(SYSTEM, channel(true)), (TALK, channel(false))]);
        added(world);
    });
    let hello =
        discord.message("a greeting", |message| message.content().starts_with("Hello! I bring"));
    assert_eq!((hello.channel, hello.pings()), (TALK, Vec::new()));
    for says in ["help", "draughtsman"] {
        assert!(hello.content().contains(says), "{says}: {}", hello.content());
    }
    assert_eq!(hello.content().matches(". ").count(), 0, "one sentence: {}", hello.content());
    assert_eq!(hello.files.len(), 1, "a picture");
    let labels: Vec<String> = hello.choices().into_iter().map(|it| it.0).collect();
    assert_eq!(labels, ["Play now", "Who is here?", "Challenge someone"]);
    let which = discord.answer(&ANN.at(TALK).presses(&discord, &hello, "Challenge someone"));
    assert!(which.choices().iter().any(|it| it.0.starts_with("Trapdoor")), "{}", which.content());
    assert!(program.terminate());
    // Discord reports it again after an outage.
    let _program = Program::start(&discord, folder.path());
    discord.world(added);
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert_eq!(discord.world(|it| greetings(it)), [TALK]);
    discord.was_used_well();
}

#[test]
fn a_server_that_has_the_bot_for_long_is_not_greeted_when_a_session_reports_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    discord.world(|world| {
        world.channels.insert(TALK, Channel { guild: Some(SERVER), ..Channel::default() });
        reported(world, "2026-01-01T00:00:00+00:00");
    });
    // The answer tells that the report has been received; the program handles it before it ends.
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    assert_eq!(discord.world(|it| greetings(it)), [0; 0]);
    discord.was_used_well();
}

#[test]
fn commands_are_described_in_the_languages_of_the_host() {
    let folder = tempfile::tempdir().unwrap();
    let texts = folder.path().join("descriptions");
    fs::create_dir(&texts).unwrap();
    let german = "challenge = \"Fordere jemanden zu einem Spiel heraus\"\n\"match undo\" = \"Nimm einen Zug zurück\"\n";
    fs::write(texts.join("de.toml"), german).unwrap();
    let discord = Discord::start();
    let variables = [("DRAUGHTSMAN_DISCORD__DESCRIPTIONS", "descriptions")];
    let program = Program::spawn(&discord, folder.path(), &variables);
    let all = discord.wait("commands", |world| world.commands.values().next().cloned());
    let named = |name: &str| {
        all.as_array().unwrap().iter().find(|command| command["name"] == name).unwrap()
    };
    let says = "Fordere jemanden zu einem Spiel heraus";
    assert_eq!(named("challenge")["description_localizations"], json!({ "de": says }));
    assert!(named("match")["options"].to_string().contains("Nimm einen Zug zurück"));
    assert!(program.terminate());
    discord.was_used_well();
    // A file that can't be used is named before anything else is done.
    fs::write(texts.join("klingon.toml"), german).unwrap();
    let (code, said) = Program::spawn_read_with(&discord, folder.path(), &variables).end();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("klingon.toml") && said.contains("no language of Discord"), "{said}");
}
