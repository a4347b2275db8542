//! The connection: resumed, restarted, given up, and closed properly.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    gateway::Ends,
    people::{ANN, BOB, whom},
    server::Program,
    world::{Discord, World},
};

/// Checks that the bot answers.
#[track_caller]
fn is_heard(discord: &Discord) {
    discord.answer(&ANN.slash(discord, "games", json!({})));
}

fn greetings(world: &World) -> Vec<&'static str> {
    world.greetings.iter().map(|it| it.0).collect()
}

#[track_caller]
fn greeted(discord: &Discord, expected: &[&str]) {
    discord.wait(&format!("{expected:?}"), |world| {
        (greetings(world) == expected && !world.lines.is_empty()).then_some(())
    });
}

#[test]
fn a_connection_that_ends_is_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    is_heard(&discord);
    // Discord asks for it.
    discord.world(|world| world.lines.last().unwrap().order(7, Value::Null));
    greeted(&discord, &["identify", "resume"]);
    is_heard(&discord);
    let sequence = discord.world(|world| world.greetings[1].1["seq"].clone());
    assert!(1 < sequence.as_u64().unwrap(), "the last event is named");
    // The connection breaks.
    discord.world(|world| world.lines.last_mut().unwrap().close(1001));
    greeted(&discord, &["identify", "resume", "resume"]);
    is_heard(&discord);
    assert!(discord.world(|world| world.seen.iter().all(|it| !it.path.contains("127.0.0.1:1"))));
    discord.was_used_well();
}

#[test]
fn a_session_that_is_no_more_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    discord.world(|world| {
        world.resumes = false;
        world.lines.last().unwrap().order(9, json!(false));
    });
    discord.wait("a second identification", |world| {
        let all = greetings(world);
        (all.iter().filter(|it| **it == "identify").count() == 2 && !world.lines.is_empty())
            .then_some(())
    });
    is_heard(&discord);
    discord.was_used_well();
}

#[test]
fn a_connection_that_only_seems_to_live_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| {
        world.beat = 500;
        world.silent = true;
    });
    let _program = Program::start(&discord, folder.path());
    discord.wait("another connection", |world| (2 <= world.greetings.len()).then_some(()));
    discord.world(|world| world.silent = false);
    discord.wait("heartbeats that are answered", |world| {
        world.heartbeats = world.heartbeats.max(1);
        (!world.lines.is_empty()).then_some(())
    });
    is_heard(&discord);
    discord.was_used_well();
}

#[test]
fn there_are_as_many_shards_as_discord_recommends() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.shards = 2);
    let program = Program::start(&discord, folder.path());
    discord.wait("two shards", |world| (world.lines.len() == 2).then_some(()));
    let shards = discord.world(|world| {
        world.greetings.iter().map(|(_, body)| body["shard"].clone()).collect::<Vec<_>>()
    });
    assert!(shards.contains(&json!([0, 2])) && shards.contains(&json!([1, 2])), "{shards:?}");
    is_heard(&discord);
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn a_discord_that_cannot_be_asked_yet_is_asked_again_and_no_other_is() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.fail("GET", "/gateway", 8, 503, json!(null));
    let _program = Program::start(&discord, folder.path());
    is_heard(&discord);
    discord.was_used_well();
}

#[test]
fn only_what_needs_no_permission_of_its_own_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let intents = discord.world(|world| world.greetings[0].1["intents"].as_u64().unwrap());
    // Members, presences and the content of messages.
    assert_eq!(intents & (1 << 1 | 1 << 8 | 1 << 15), 0);
    assert_eq!(intents, 1 | 1 << 9 | 1 << 12);
}

#[test]
fn a_token_that_discord_does_not_take_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.fail(
        "GET",
        "/gateway/bot",
        1,
        401,
        json!({ "message": "401: Unauthorized", "code": 0 }),
    );
    let (code, said) = Program::spawn_read(&discord, folder.path()).end();
    assert!(code == Some(2) && said.contains("DISCORD_TOKEN"), "{said}");
    assert!(discord.world(|world| world.greetings.is_empty()));
}

#[test]
fn the_end_waits_for_what_is_being_answered() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    discord.delay("POST", "/callback", 1, Duration::from_millis(1200));
    let token = ANN.slash(&discord, "help", json!({}));
    discord.wait("the answer begins", |world| {
        world.faults.iter().all(|it| it.times == 0).then_some(())
    });
    assert!(program.terminate());
    assert!(discord.world(|world| world.interactions[&token].first.is_some()));
    discord.was_used_well();
}

#[test]
fn whom_the_gateway_sends_away_for_good_ends_and_says_why() {
    for (code, why) in [(4004, "authentication"), (4013, "intents"), (4014, "intents")] {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        discord.world(|world| world.refuses = Some(code));
        let (ended, said) = Program::spawn_read(&discord, folder.path()).end();
        assert_eq!(ended, Some(2), "{code}: {said}");
        assert!(said.contains("refuses the connection"), "{code}: {said}");
        assert!(said.to_lowercase().contains(why), "{code}: {said}");
        assert_eq!(discord.world(|world| greetings(world)), ["identify"], "{code}");
    }
}

#[test]
fn a_bot_that_has_used_up_its_starts_waits_until_it_may_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.starts = (0, 1200));
    let asked =
        |world: &mut World| world.seen.iter().find(|it| it.path == "/gateway/bot").map(|it| it.at);
    let _program = Program::start(&discord, folder.path());
    let asked = discord.wait("a question", asked);
    assert!(Duration::from_millis(1200) <= asked.elapsed());
    is_heard(&discord);
    assert_eq!(discord.world(|world| greetings(world)), ["identify"]);
    discord.was_used_well();
}

#[test]
fn nobody_but_the_named_host_is_asked_whatever_it_answers() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let location = format!("{}/api/v10/elsewhere", discord.address);
    let headers = vec![("location".to_owned(), location)];
    let answer = crate::http::Answer { status: 302, headers, ..Default::default() };
    let path = "/gateway/bot".to_owned();
    discord.world(|world| {
        world.faults.push(crate::world::Fault {
            method: "GET",
            path,
            answer: Some(answer),
            ..Default::default()
        });
    });
    let _program = Program::start(&discord, folder.path());
    is_heard(&discord);
    let asked = discord.world(|world| world.seen.iter().any(|it| it.path.ends_with("elsewhere")));
    assert!(!asked, "it goes where it is sent");
    discord.was_used_well();
}

/// Waits until the bot has connected four times more, and checks that it waited longer before each.
#[track_caller]
fn waits_longer_each_time(discord: &Discord, before: usize, what: &str) {
    let times = discord.wait(what, |world| {
        world.connected.get(before..before + 4).map(<[std::time::Instant]>::to_vec)
    });
    // Half of each pause is by chance.
    for (pair, least) in times.windows(2).zip([500, 1000, 2000]) {
        let waited = pair[1] - pair[0];
        assert!(Duration::from_millis(least) <= waited, "{what}: {waited:?} instead of {least} ms");
    }
}

#[test]
fn a_gateway_that_ends_every_connection_at_once_is_asked_less_and_less_often() {
    let ways = [
        (Ends::AtOnce, None),
        (Ends::AtOnce, Some(1001)),
        (Ends::Greeted, Some(4000)),
        (Ends::Greeted, Some(1001)),
        (Ends::Greeted, Some(4009)),
        // The session ends too, so each connection begins another.
        (Ends::Begun, Some(4009)),
    ];
    std::thread::scope(|scope| {
        for way in ways {
            scope.spawn(move || {
                let folder = tempfile::tempdir().unwrap();
                let discord = Discord::start();
                discord.world(|world| world.ends = Some(way));
                let _program = Program::spawn(&discord, folder.path(), &[]);
                waits_longer_each_time(&discord, 0, &format!("{way:?}"));
                discord.was_used_well();
            });
        }
    });
}

#[test]
fn a_session_that_is_resumed_each_time_is_kept_and_every_connection_is_waited_for_alike() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.ends = Some((Ends::Begun, Some(4000))));
    let _program = Program::spawn(&discord, folder.path(), &[]);
    let times = discord.wait("seven connections", |world| {
        world.connected.get(..7).map(<[std::time::Instant]>::to_vec)
    });
    for pair in times.windows(2) {
        let waited = pair[1] - pair[0];
        // Half of each pause is by chance.
        assert!(Duration::from_millis(500) <= waited, "{waited:?}");
    }
    let told = discord.world(|world| greetings(world));
    assert!(told[0] == "identify" && told[1..].iter().all(|it| *it == "resume"), "{told:?}");
    discord.was_used_well();
}

#[test]
fn a_session_that_is_never_resumed_is_tried_less_and_less_often_and_then_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    discord.world(|world| {
        world.ends = Some((Ends::Resumed, Some(4000)));
        world.lines.last_mut().unwrap().close(4000);
    });
    waits_longer_each_time(&discord, 0, "the session is tried to be resumed");
    greeted(&discord, &["identify", "resume", "resume", "resume", "resume", "resume", "identify"]);
    is_heard(&discord);
    discord.was_used_well();
}

#[test]
fn no_session_begins_while_discord_allows_none() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| {
        (world.beat, world.starts) = (200, (2, 3_600_000));
        world.ends = Some((Ends::Greeted, Some(4009)));
    });
    let _program = Program::spawn(&discord, folder.path(), &[]);
    // Two begin, and the third connection waits.
    discord.wait("three connections", |world| (world.connected.len() == 3).then_some(()));
    let before = discord.world(|world| world.heartbeats);
    discord.wait("heartbeats of the one that waits", |world| {
        (before + 2 < world.heartbeats).then_some(())
    });
    assert_eq!(discord.world(|world| greetings(world)), ["identify"; 2]);
    discord.was_used_well();
}

#[cfg(unix)]
#[test]
fn a_press_that_can_no_longer_be_answered_is_told_in_the_channel_and_gets_no_late_answer() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    discord.world(|world| world.timely = true);
    is_heard(&discord);
    program.signal("STOP");
    let options = json!({ "who": whom(BOB), "game": "trapdoor" });
    let token = ANN.slash(&discord, "challenge", options);
    // Discord takes an answer for three seconds.
    std::thread::sleep(Duration::from_secs(4));
    program.signal("CONT");
    let told = discord.message("the challenge", |message| message.content().contains("challenges"));
    assert_eq!((told.token, told.only), (None, None));
    let callback = format!("/{token}/callback");
    assert!(discord.world(|world| world.seen.iter().all(|it| !it.path.ends_with(&callback))));
    discord.was_used_well();
}
