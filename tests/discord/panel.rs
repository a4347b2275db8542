//! Menus that Discord fills with the server's own channels, roles and people.
use serde_json::{Value, json};

use crate::{
    people::{ANN, BOB, EVE, whom},
    server::Program,
    world::{CHANNEL, Channel, Discord, Message},
};

const PEOPLE: u64 = 5;
const ROLES: u64 = 6;
const CHANNELS: u64 = 8;

/// Returns the menu of a message whose line begins so: its id, its type, and what is picked.
#[track_caller]
fn picker(message: &Message, line: &str) -> (String, u64, Vec<String>) {
    let parts = message.parts();
    let id = |part: &Value| part["custom_id"].as_str().unwrap_or_default().to_owned();
    let found = parts.iter().find(|part| id(part).ends_with(&format!(":{line}")));
    let found = found.unwrap_or_else(|| panic!("{line}: {}", message.content()));
    let picked = found["default_values"].as_array().cloned().unwrap_or_default();
    let picked = picked.iter().map(|value| value["id"].as_str().expect("an id").to_owned());
    (id(found), found["type"].as_u64().expect("a type"), picked.collect())
}

#[test]
fn moderators_pick_channels_and_roles() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.members = 20);
    let _program = Program::start(&discord, folder.path());
    let mut panel = discord.private(&ANN.slash(&discord, "admin", json!({})));
    assert_eq!(panel.only, Some(ANN.id));
    assert_eq!(panel.body["components"].as_array().map(Vec::len), Some(5));
    assert_eq!(picker(&panel, "admin champion").1, ROLES);
    for line in ["admin channels", "admin chronicle", "admin log"] {
        let (id, kind, picked) = picker(&panel, line);
        assert_eq!((kind, picked), (CHANNELS, Vec::new()), "{line}");
        panel = discord.private(&ANN.picks(&discord, &panel, &id, kind, &[CHANNEL + 1]));
        let (_, _, picked) = picker(&panel, line);
        assert_eq!(picked, [(CHANNEL + 1).to_string()], "{}", panel.content());
    }
    assert!(panel.content().contains("channels: **other**"), "{}", panel.content());
    let game = json!({ "game": "draughts" });
    let refused = discord.private(&BOB.slash(&discord, "challenge", game.clone()));
    assert!(refused.content().contains("New games are off"), "{}", refused.content());
    let (id, kind, _) = picker(&panel, "admin channels");
    panel = discord.private(&ANN.picks(&discord, &panel, &id, kind, &[]));
    assert!(panel.content().contains("channels: **all**"), "{}", panel.content());
    discord.answer(&BOB.slash(&discord, "challenge", game));
    discord.message("what moderators do is told there", |message| {
        message.channel == CHANNEL + 1 && message.content().contains("in games: admin channels all")
    });
    discord.message("channels are named there", |message| {
        message.channel == CHANNEL + 1 && message.content().contains("admin log **other**")
    });
    // A channel where they can't write isn't picked.
    discord.world(|world| world.denied.push((CHANNEL, ANN.id, 1 << 11)));
    discord.world(|world| {
        let shown = crate::gateway::thread(world, CHANNEL);
        world.tell(Some(crate::world::GUILD), "CHANNEL_UPDATE", &shown);
    });
    let (id, kind, _) = picker(&panel, "admin log");
    let there = ANN.at(CHANNEL + 1);
    let refused = discord.private(&there.picks(&discord, &panel, &id, kind, &[CHANNEL]));
    assert!(refused.content().contains("can't write in games"), "{}", refused.content());
    discord.was_used_well();
}

#[test]
fn games_may_belong_in_a_forum_whose_posts_are_rooms() {
    const FORUM: u64 = 15;
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let (forum, post) = discord.world(|world| {
        world.members = 20;
        let [forum, post] = [world.next_id(), world.next_id()];
        let named = |name: &str| Channel { name: name.to_owned(), ..Channel::default() };
        world.channels.insert(forum, Channel { kind: Some(FORUM), ..named("board-games") });
        let of = Channel { parent: Some(forum), owner: Some(EVE.id), ..named("friday") };
        world.channels.insert(post, of);
        (forum, post)
    });
    let _program = Program::start(&discord, folder.path());
    let panel = discord.private(&ANN.slash(&discord, "admin", json!({})));
    let kinds = |line: &str| {
        let (id, ..) = picker(&panel, line);
        let parts = panel.parts();
        let menu = parts.iter().find(|part| part["custom_id"] == id).expect("a menu");
        menu["channel_types"].as_array().is_some_and(|all| all.contains(&json!(FORUM)))
    };
    assert_eq!(["admin channels", "admin chronicle", "admin log"].map(kinds), [true, false, false]);
    let (id, kind, _) = picker(&panel, "admin channels");
    let panel = discord.private(&ANN.picks(&discord, &panel, &id, kind, &[forum]));
    assert!(panel.content().contains("channels: **board-games**"), "{}", panel.content());
    let game = json!({ "game": "draughts" });
    let refused = discord.private(&BOB.slash(&discord, "challenge", game.clone()));
    assert!(refused.content().contains("use board-games"), "{}", refused.content());
    let card = discord.answer(&BOB.at(post).slash(&discord, "challenge", game));
    assert!(card.content().contains("challenges anyone"), "{}", card.content());
    let log = json!({ "what": "log", "value": format!("<#{forum}>") });
    let refused = discord.private(&ANN.slash(&discord, "admin", log));
    assert!(refused.content().contains("is a forum"), "{}", refused.content());
    discord.was_used_well();
}

#[test]
fn where_games_belong_is_told_to_those_who_can_see_it() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| {
        world.members = 20;
        // Bob can't see the channel for games.
        world.denied.push((CHANNEL + 1, BOB.id, 1 << 10));
    });
    let _program = Program::start(&discord, folder.path());
    let add = json!({ "what": "channels", "value": "add" });
    discord.private(&ANN.at(CHANNEL + 1).slash(&discord, "admin", add));
    let game = json!({ "game": "draughts" });
    for (by, says) in [(BOB, "ask a moderator"), (EVE, "use other")] {
        let refused = discord.private(&by.slash(&discord, "challenge", game.clone()));
        assert!(refused.content().contains(says), "{}: {}", by.name, refused.content());
    }
    discord.was_used_well();
}

#[test]
fn a_friend_is_picked_to_play_on_and_the_question_shows_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    discord.answer(&EVE.slash(&discord, "help", json!({})));
    let options = json!({ "who": whom(BOB), "game": "draughts", "best": 3 });
    let offer = discord.answer(&ANN.slash(&discord, "challenge", options));
    discord.board(&BOB.presses(&discord, &offer, "Accept"));
    let asked = discord.private(&ANN.slash(&discord, "substitute", json!({ "match": 1 })));
    let (id, kind, _) = picker(&asked, "substitute #1");
    assert_eq!(kind, PEOPLE);
    ANN.picks(&discord, &asked, &id, kind, &[EVE.id]);
    let question = discord.message("the question", |message| message.pings() == [EVE.id]);
    EVE.presses(&discord, &question, "Take the seat");
    let result = discord.wait("the result on it", |world| {
        let found = world.messages.iter().find(|it| it.id == question.id)?;
        found.choices().is_empty().then(|| found.content().to_owned())
    });
    assert!(result.contains("A seat in match #1") && result.contains(" plays "), "{result}");
    discord.was_used_well();
}
