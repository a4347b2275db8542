//! The application's emoji: uploaded once, shown on buttons, and left out where they aren't taken.
use std::time::{Duration, Instant};

use engine::games::GameId;
use serde_json::{Value, json};

use crate::{
    people::{ANN, BOB},
    play::{moved, open},
    server::Program,
    world::{Discord, Message, World},
};

/// The most time until drawings are in use.
const PATIENCE: Duration = Duration::from_secs(90);

/// Returns the names of the emoji on a message's buttons and options.
fn drawn(message: &Message) -> Vec<String> {
    fn below(part: &Value, out: &mut Vec<String>) {
        match part {
            Value::Array(parts) => parts.iter().for_each(|it| below(it, out)),
            Value::Object(fields) => {
                let name = fields.get("emoji").and_then(|field| field["name"].as_str());
                out.extend(name.map(str::to_owned));
                fields.values().for_each(|it| below(it, out));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut out = Vec::new();
    below(&message.body["components"], &mut out);
    out
}

fn uploads(world: &World) -> usize {
    world.seen.iter().filter(|seen| seen.method == "POST" && seen.path.ends_with("/emojis")).count()
}

/// Asks for a game until the games are drawn, and returns that message.
#[track_caller]
fn once_drawn(discord: &Discord) -> Message {
    let end = Instant::now() + PATIENCE;
    loop {
        let which = discord.answer(&ANN.on_user(discord, BOB));
        if !drawn(&which).is_empty() {
            return which;
        }
        assert!(Instant::now() < end, "no button has a drawing");
    }
}

#[test]
fn drawings_are_uploaded_once_and_shown_on_buttons() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    // One of an earlier version, and one that isn't ours.
    let old = json!({ "id": "5", "name": "wheel_00000000" });
    let other = json!({ "id": "6", "name": "party_parrot" });
    discord.world(|world| world.emoji = Some(vec![old, other]));
    let program = Program::start(&discord, folder.path());
    assert_eq!(drawn(&once_drawn(&discord)).len(), GameId::ALL.len(), "one for each game");
    let all = discord.wait("the outdated drawing is deleted", |world| {
        world.emoji.clone().filter(|all| all.iter().all(|emoji| emoji["id"] != "5"))
    });
    assert_eq!(all.len(), render::emoji_names().count() + 1);
    assert!(all.iter().any(|emoji| emoji["name"] == "party_parrot"));
    assert!(program.terminate());
    let before = discord.world(|world| uploads(world));
    let _program = Program::start(&discord, folder.path());
    once_drawn(&discord);
    let board = open(&discord);
    assert!(drawn(&board).iter().any(|it| it.starts_with("wheel_")), "{:?}", drawn(&board));
    assert_eq!(discord.world(|world| uploads(world)), before, "nothing has changed");
    discord.was_used_well();
}

#[test]
fn where_drawings_are_not_taken_there_are_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    assert_eq!(drawn(&board), [""; 0], "emoji are refused");
    assert!(program.terminate());
    discord.world(|world| world.emoji = Some(Vec::new()));
    let _program = Program::start(&discord, folder.path());
    once_drawn(&discord);
    // Someone has deleted the emoji: the board comes with its buttons, but without drawings.
    let invalid = json!({ "code": 50035, "message": "Invalid Form Body" });
    discord.fail("PATCH", "/channels/901/messages/", 1, 400, invalid);
    ANN.types(&discord, "<@700> spin");
    let told = moved(&discord, &board);
    assert_eq!((told.id, drawn(&told)), (board.id, Vec::new()));
    assert!(2 < told.choices().len(), "{:?}", told.choices());
    discord.was_used_well();
}

#[test]
fn a_drawing_that_discord_has_already_counts_as_uploaded() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.emoji = Some(Vec::new()));
    // The answer is lost, so the same name is uploaded again and refused.
    discord.lose("POST", "/emojis", 1);
    let _program = Program::start(&discord, folder.path());
    assert_eq!(drawn(&once_drawn(&discord)).len(), GameId::ALL.len(), "one for each game");
    discord.world(|world| {
        let names = world.emoji.as_ref().expect("emoji").len();
        assert_eq!(uploads(world), names + 1, "the rest is uploaded once");
    });
    discord.was_used_well();
}
