//! What happens while the bot restarts isn't lost: the next start goes on with the sessions of the last one.
use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::json;
use store::{Database, Store, StoreError, Sync};

use crate::{
    gateway::APART,
    people::{ANN, BOB, EVE, Person},
    places::with_threads,
    play::{mover, open},
    server::Program,
    world::{CHANNEL, Channel, Discord, GUILD, Message, SLOW, World},
};

/// The most time for a session to be stored.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of the second of two shards, and its channel.
const FAR: u64 = 1 << 22;
const FAR_CHANNEL: u64 = FAR + 1;

fn greetings(world: &World) -> Vec<&'static str> {
    world.greetings.iter().map(|it| it.0).collect()
}

/// Waits until the stored session of the first shard is handled up to an event.
fn is_stored(folder: &Path, until: u64) {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        if until <= stored(folder).unwrap_or(0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("event {until} isn't stored");
}

fn stored(folder: &Path) -> Option<u64> {
    // The program may be using it.
    let beside = tempfile::tempdir().unwrap();
    let copy = beside.path().join("copy.db");
    Database::from(folder.join("draughtsman.db").as_path())
        .backup(&copy, features::FEATURES.tables())
        .ok()?;
    let mut store = Store::open_existing(&copy, Sync::Normal, features::FEATURES.tables()).ok()?;
    let session = store.transaction::<_, StoreError>(|tx| tx.gateway_session(0)).ok()?;
    u64::try_from(session?.sequence).ok()
}

/// Returns the number of the last event of the usual server.
fn last_event(discord: &Discord) -> u64 {
    discord.world(|world| world.lines.last().expect("a connection").sequence)
}

/// Presses the first choice of a board and asks for three pages; returns the tokens.
fn ask(discord: &Discord, board: &Message) -> Vec<String> {
    let (_, id) = board.choices()[0].clone();
    let mut tokens = vec![mover(board).presses_id(discord, board, &id)];
    tokens.extend([ANN, BOB, EVE].map(|it| it.slash(discord, "games", json!({}))));
    tokens
}

/// Checks that each of these was answered once, and that one board shows the first step.
#[track_caller]
fn answered_once(discord: &Discord, tokens: &[String]) {
    for token in tokens {
        discord.answer(token);
    }
    discord.answer(&EVE.slash(discord, "help", json!({})));
    discord.world(|world| {
        for token in tokens {
            let path = format!("/{token}/callback");
            let calls = world.seen.iter().filter(|it| it.path.ends_with(&path));
            assert_eq!(calls.count(), 1, "{:?}", world.interactions[token].event["data"]);
        }
        let boards = world.messages.iter().filter(|it| it.only.is_none());
        let shown =
            |message: &&Message| message.files.iter().any(|it| it.0.starts_with("match-1-1-"));
        assert_eq!(boards.filter(shown).count(), 1);
    });
}

#[test]
fn what_is_pressed_during_a_restart_is_answered_once() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    // Some of it is sent before the connection ends, the rest while there is none.
    let mut tokens = vec![BOB.slash(&discord, "games", json!({}))];
    assert!(program.terminate());
    tokens.extend(ask(&discord, &board));
    let _program = Program::start(&discord, folder.path());
    answered_once(&discord, &tokens);
    assert_eq!(discord.world(|it| greetings(it)), ["identify", "resume"]);
    discord.was_used_well();
}

#[test]
fn what_is_pressed_after_a_kill_is_answered_once() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    is_stored(folder.path(), last_event(&discord));
    program.kill();
    let tokens = ask(&discord, &board);
    let _program = Program::start(&discord, folder.path());
    answered_once(&discord, &tokens);
    assert_eq!(discord.world(|it| greetings(it)), ["identify", "resume"]);
    discord.was_used_well();
}

#[test]
fn what_was_not_handled_in_time_is_sent_again_and_not_done_again() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let before = last_event(&discord);
    // The answer takes longer than a connection that ends waits. A later message needs nothing.
    discord.delay("POST", "/callback", 1, SLOW);
    let (_, id) = board.choices()[0].clone();
    let token = mover(&board).presses_id(&discord, &board, &id);
    EVE.types(&discord, "hello there");
    discord.wait("the answer begins", |world| {
        world.faults.iter().all(|it| it.times == 0).then_some(())
    });
    assert!(program.terminate());
    assert_eq!(stored(folder.path()), Some(before));
    let _program = Program::start(&discord, folder.path());
    let resumed = discord.world(|world| world.greetings[1].clone());
    assert_eq!((resumed.0, &resumed.1["seq"]), ("resume", &json!(before)));
    answered_once(&discord, &[token]);
    discord.was_used_well();
}

#[test]
fn a_session_that_has_ended_meanwhile_is_made_anew_once() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    assert!(Program::start(&discord, folder.path()).terminate());
    discord.world(|world| {
        (world.resumes, world.paced) = (false, true);
        world.identified.clear();
    });
    let program = Program::start(&discord, folder.path());
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let began = ["identify", "resume", "identify"];
    assert_eq!(discord.world(|it| greetings(it)), began);
    // The new session is the one that counts now.
    assert!(program.terminate());
    discord.world(|world| world.resumes = true);
    let _program = Program::start(&discord, folder.path());
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let last = discord.world(|world| world.greetings[3..].to_vec());
    assert_eq!((last.len(), last[0].0), (1, "resume"));
    assert_eq!(last[0].1["session_id"], "session-3");
    discord.was_used_well();
}

#[test]
fn sessions_of_another_number_of_shards_are_not_resumed_and_new_ones_begin_in_turn() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    assert!(Program::start(&discord, folder.path()).terminate());
    discord.world(|world| (world.shards, world.paced) = (2, true));
    discord.world(|world| world.identified.clear());
    let _program = Program::start(&discord, folder.path());
    let times = discord
        .wait("two shards", |world| (world.lines.len() == 2).then(|| world.identified.clone()));
    assert_eq!(discord.world(|it| greetings(it)), ["identify"; 3]);
    assert!(APART <= times[1].1 - times[0].1, "{:?}", times[1].1 - times[0].1);
    discord.was_used_well();
}

#[test]
fn each_shard_goes_on_with_its_own_session() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    discord.world(|world| {
        world.shards = 2;
        world.servers.push(FAR);
        let name = "far".to_owned();
        let channel = Channel { guild: Some(FAR), name, ..Channel::default() };
        world.channels.insert(FAR_CHANNEL, channel);
    });
    let far = ANN.at(FAR_CHANNEL);
    let program = Program::start(&discord, folder.path());
    discord.wait("two shards", |world| (world.lines.len() == 2).then_some(()));
    for who in [ANN, far] {
        discord.answer(&who.slash(&discord, "games", json!({})));
    }
    assert!(program.terminate());
    let tokens = [ANN, far].map(|it| it.slash(&discord, "games", json!({})));
    let _program = Program::start(&discord, folder.path());
    for token in &tokens {
        discord.answer(token);
    }
    let mut resumed: Vec<String> = discord.world(|world| {
        let all = world.greetings[2..].iter().filter(|it| it.0 == "resume");
        all.map(|(_, body)| body["session_id"].as_str().expect("a name").to_owned()).collect()
    });
    resumed.sort();
    assert_eq!(resumed, ["session-1", "session-2"]);
    discord.was_used_well();
}

#[test]
fn after_a_restart_a_typed_line_has_the_rights_and_the_room_that_it_had_before() {
    let (discord, folder) = (with_threads(CHANNEL), tempfile::tempdir().unwrap());
    let owner = Person { id: 999, name: "Olga", channel: CHANNEL, moderator: false };
    let set = |value: &str| {
        owner.types(&discord, &format!("<@700> admin threads {value}"));
        discord.message("a setting", |message| {
            message.content().contains(&format!("threads: `{value}`"))
        })
    };
    let program = Program::start(&discord, folder.path());
    set("on");
    assert!(program.terminate());
    let _program = Program::start(&discord, folder.path());
    assert_eq!(discord.world(|it| greetings(it)), ["identify", "resume"]);
    set("off");
    let asked = |world: &World| {
        let path = format!("/guilds/{GUILD}");
        world.seen.iter().filter(|it| it.path.starts_with(&path)).count()
    };
    assert_eq!(discord.world(|it| asked(it)), 3, "the server, its channels and its threads");
    set("on");
    assert_eq!(discord.world(|it| asked(it)), 3, "once");
    discord.was_used_well();
}
