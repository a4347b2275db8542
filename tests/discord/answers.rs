//! Answers to interactions under load: each arrives in time, independently of the others.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    files::exported,
    people::{ANN, BOB, Person, whom},
    play::open,
    server::Program,
    world::{BOT, CHANNEL, Discord, Fault, SLOW},
};

/// The most time a first answer may take.
const IN_TIME: Duration = Duration::from_secs(3);

/// Stores an attachment as Discord does; returns it as an option or a message has it.
pub(crate) fn attached(discord: &Discord, name: &str, bytes: &[u8]) -> Value {
    let id = discord.world(|world| {
        let id = world.next_id();
        world.files.insert(id, bytes.to_vec());
        id
    });
    let url = format!("{}/files/{id}", discord.address);
    json!({ "id": id.to_string(), "filename": name, "size": bytes.len(), "url": url, "proxy_url": url })
}

/// Asks for something slow, so that the answer is deferred first; returns the token.
fn slow(discord: &Discord, who: Person) -> String {
    let file = attached(discord, "a.json", &[0xff, 0xfe, 0x00]);
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    let wait = Duration::from_secs(2);
    discord.world(|it| it.faults.push(Fault { method: "GET", path, wait, ..Fault::default() }));
    let token = who.slash(discord, "import", json!({ "file": { "attachment": file } }));
    let first = discord.wait("a promise", |world| world.interactions[&token].first);
    assert_eq!(first.0, 5);
    token
}

#[test]
fn a_slow_answer_holds_up_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    discord.delay("PATCH", "/@original", 1, Duration::from_secs(10));
    let before = slow(&discord, ANN);
    discord.wait("Ann's answer begins", |world| {
        world.faults.iter().all(|it| it.times == 0).then_some(())
    });
    let token = slow(&discord, BOB.at(CHANNEL + 1));
    let said = discord.private(&token);
    assert_eq!(said.only, Some(BOB.id));
    let path = format!("/{before}/messages/@original");
    let is_there = discord.world(|world| world.seen.iter().any(|it| it.path.ends_with(&path)));
    assert!(!is_there, "Ann's answer came first");
    discord.was_used_well();
}

#[test]
fn a_limit_for_everything_holds_messages_and_no_answers() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let body = json!({ "message": "slow", "retry_after": 5.0, "global": true });
    discord.fail("POST", "/channels/901/messages", 1, 429, body);
    ANN.types(&discord, &format!("<@{BOT}> leaderboard"));
    let began = discord
        .wait("the limit", |world| world.seen.iter().find(|it| it.status == 429).map(|it| it.at));
    let token = BOB.at(CHANNEL + 1).slash(&discord, "games", json!({}));
    let first = discord.wait("a first answer", |world| world.interactions[&token].first);
    assert!(first.1 < IN_TIME);
    // An ordinary message in another channel waits too.
    BOB.at(CHANNEL + 1).types(&discord, &format!("<@{BOT}> leaderboard"));
    for channel in [CHANNEL, CHANNEL + 1] {
        discord.message("the table", |message| {
            message.channel == channel && message.body["message_reference"].is_object()
        });
    }
    let early = discord.world(|world| {
        let end = began + Duration::from_secs(5);
        let posts = world.seen.iter().filter(|it| it.path.ends_with("/messages"));
        posts.filter(|seen| seen.status == 200 && seen.at < end).count()
    });
    assert_eq!(early, 0);
    discord.was_used_well();
}

#[test]
fn where_the_bot_may_not_write_a_promised_board_is_seen_by_all_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    discord.world(|world| world.channels.get_mut(&CHANNEL).unwrap().mute = true);
    // The room waits for a slow answer, so the next one is deferred.
    discord.delay("POST", "/callback", 1, SLOW);
    ANN.slash(&discord, "board", json!({}));
    discord.wait("the slow answer begins", |world| {
        world.faults.iter().all(|it| it.times == 0).then_some(())
    });
    let token = BOB.slash(&discord, "board", json!({ "side": "white" }));
    let board = discord.message("the board", |message| {
        message.files.iter().any(|it| it.0 == "match-1-0-white.png")
    });
    assert_eq!((board.only, board.token.as_deref()), (None, Some(token.as_str())));
    assert_eq!(discord.world(|world| world.interactions[&token].first.map(|it| it.0)), Some(5));
    // It stays when the deferred answer is deleted.
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    discord.answer(&BOB.slash(&discord, "games", json!({})));
    assert!(discord.world(|world| world.messages.iter().any(|it| it.id == board.id)));
    assert!(!discord.world(|world| world.interactions[&token].removed));
    discord.was_used_well();
}

#[test]
fn a_private_answer_that_comes_too_late_goes_to_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    // The first response is slow; a quarter of an hour has passed by then.
    discord.delay("POST", "/callback", 1, Duration::from_millis(500));
    let token = ANN.slash(&discord, "hand", json!({}));
    discord.world(|it| it.expire(&token));
    let said = discord.wait("a direct message", |world| {
        let channel = *world.direct.get(&ANN.id)?;
        world.said_in(channel).last().map(|it| (*it).clone())
    });
    assert!(!said.content().is_empty());
    let elsewhere = discord.world(|world| {
        world.said_in(CHANNEL).iter().filter(|message| message.content() == said.content()).count()
    });
    assert_eq!(elsewhere, 0, "nobody else reads it");
    discord.was_used_well();
}

#[test]
fn a_promise_whose_token_has_expired_is_kept_in_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    // A private answer is deferred while a file is fetched.
    let file = attached(&discord, "match.json", &exported(&discord));
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    discord
        .world(|it| it.faults.push(Fault { method: "GET", path, wait: SLOW, ..Fault::default() }));
    let options = json!({ "who": whom(ANN), "step": 0, "file": { "attachment": file } });
    let token = ANN.slash(&discord, "import", options);
    let first = discord.wait("a promise", |world| world.interactions[&token].first);
    assert_eq!(first.0, 5);
    discord.world(|it| it.expire(&token));
    let said = discord.wait("a direct message", |world| {
        let channel = *world.direct.get(&ANN.id)?;
        world.said_in(channel).last().map(|it| (*it).clone())
    });
    assert!(said.content().contains("yourself"), "{}", said.content());
    let public = discord.world(|world| {
        world.said_in(CHANNEL).iter().any(|message| message.content() == said.content())
    });
    assert!(!public);
    discord.was_used_well();
}
