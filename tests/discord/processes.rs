//! Several processes of the bot on one database: each runs a share of the shards, and what one leaves another takes. These
//! tests need a server: `tests/postgres/run discord`.
use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::json;
use store::{Database, trial_database};

use crate::{
    gateway::APART,
    people::{ANN, Person},
    server::Program,
    world::{Channel, Discord, Seen, World},
};

/// How long a process that died may be missed.
const REPLACED: Duration = Duration::from_secs(30);

/// A server of the second of two shards, and its channel.
const FAR: u64 = 1 << 22;
const FAR_CHANNEL: u64 = FAR + 1;

/// A local Discord that wants two shards, and a database for several processes.
struct Place {
    discord: Discord,
    folder: tempfile::TempDir,
    database: String,
}

impl Place {
    fn new() -> Place {
        let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
        let database = trial_database(&folder.path().join("x.db")).expect("a server that works");
        assert!(matches!(database, Database::Server(_)), "TEST_POSTGRES names no server");
        discord.world(|world| {
            (world.shards, world.paced, world.timely) = (2, true, true);
            world.servers.push(FAR);
            let name = "far".to_owned();
            let channel = Channel { guild: Some(FAR), name, ..Channel::default() };
            world.channels.insert(FAR_CHANNEL, channel);
        });
        Place { discord, folder, database: database.to_string() }
    }

    fn process(&self, name: &str) -> Program {
        let folder = self.folder.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        self.process_in(&folder)
    }

    fn process_in(&self, folder: &Path) -> Program {
        Program::spawn(&self.discord, folder, &[("DRAUGHTSMAN_DATABASE", &self.database)])
    }

    /// Waits until this many sessions were begun, and this many resumed, and both shards are connected.
    #[track_caller]
    fn greeted(&self, begun: usize, resumed: usize) {
        let what = format!("{begun} sessions begun and {resumed} resumed");
        self.discord.wait(&what, |world| {
            let count = |how| world.greetings.iter().filter(|it| it.0 == how).count();
            let both = world.lines.len() == 2;
            (both && count("identify") == begun && count("resume") == resumed).then_some(())
        });
    }

    /// Asks something on both shards.
    fn ask(&self) -> [String; 2] {
        [ANN, far()].map(|it| it.slash(&self.discord, "games", json!({})))
    }

    /// Checks that each of these was answered once.
    #[track_caller]
    fn answered_once(&self, tokens: &[String]) {
        for token in tokens {
            self.discord.answer(token);
        }
        self.discord.world(|world| {
            for token in tokens {
                let path = format!("/{token}/callback");
                let calls = world.seen.iter().filter(|it| it.path.ends_with(&path)).count();
                assert_eq!(calls, 1, "{token}");
            }
        });
    }
}

/// Ann on the second shard.
fn far() -> Person {
    ANN.at(FAR_CHANNEL)
}

fn times(world: &World) -> Vec<Instant> {
    world.identified.iter().map(|it| it.1).collect()
}

#[test]
#[ignore = "needs a PostgreSQL server: tests/postgres/run discord"]
fn the_shards_are_shared_and_what_a_process_leaves_is_taken_and_answered() {
    let place = Place::new();
    let first = place.process("first");
    place.greeted(2, 0);
    place.answered_once(&place.ask());
    // One of the two shards is handed over.
    let second = place.process("second");
    place.greeted(2, 1);
    place.answered_once(&place.ask());
    // A process that ends hands over its own, and what is pressed meanwhile is answered in time.
    let mut tokens = Vec::from(place.ask());
    assert!(first.terminate());
    tokens.extend(place.ask());
    place.greeted(2, 2);
    place.answered_once(&tokens);
    let late = place.discord.world(|world| {
        let first = |token: &String| world.interactions[token].first.expect("an answer").1;
        tokens.iter().map(first).max().expect("presses")
    });
    assert!(late < Duration::from_secs(3), "{late:?}");
    place.discord.was_used_well();
    // One that dies is replaced.
    let third = place.process("third");
    place.greeted(2, 3);
    let last = place.discord.world(World::next_id);
    second.kill();
    let died = Instant::now();
    place.ask();
    place.greeted(2, 4);
    assert!(died.elapsed() < REPLACED, "{:?}", died.elapsed());
    // Discord doesn't wait that long for an answer to a press, so it comes as a message, and no late answer is tried.
    place.discord.wait("two answers", |world| {
        (world.messages.iter().filter(|it| last < it.id).count() == 2).then_some(())
    });
    assert!(third.terminate());
    place.discord.was_used_well();
}

#[test]
#[ignore = "needs a PostgreSQL server: tests/postgres/run discord"]
fn processes_that_start_together_begin_their_sessions_one_after_another() {
    let place = Place::new();
    place.discord.world(|world| world.emoji = Some(Vec::new()));
    let both = ["first", "second"].map(|name| place.process(name));
    place.discord.wait("two shards", |world| (world.lines.len() == 2).then_some(()));
    let times = place.discord.world(|it| times(it));
    assert!(times.windows(2).all(|pair| APART <= pair[1] - pair[0]), "{times:?}");
    place.answered_once(&place.ask());
    // Each drawing is uploaded by one of them. The other one looks after it, and finds all.
    let lists = |seen: &&Seen| seen.method == "GET" && seen.path.ends_with("/emojis");
    place.discord.wait("both look for drawings", |world| {
        (world.seen.iter().filter(lists).count() == 2).then_some(())
    });
    place.discord.world(|world| {
        let names = world.emoji.as_ref().expect("emoji").len();
        let uploads = world
            .seen
            .iter()
            .filter(|seen| seen.method == "POST" && seen.path.ends_with("/emojis"));
        assert_eq!(uploads.count(), names);
    });
    drop(both);
    place.discord.was_used_well();
}

#[test]
#[ignore = "needs a PostgreSQL server: tests/postgres/run discord"]
fn a_process_that_stood_still_handles_and_stores_nothing_that_is_another_ones_by_then() {
    let place = Place::new();
    let first = place.process("first");
    place.greeted(2, 0);
    let second = place.process("second");
    place.greeted(2, 1);
    first.signal("STOP");
    // The second process takes the other shard too.
    place.greeted(2, 2);
    let tokens = place.ask();
    place.answered_once(&tokens);
    first.signal("CONT");
    // The first one gets a shard back when the other hands it over, and not before.
    place.greeted(2, 3);
    place.answered_once(&place.ask());
    drop((first, second));
    place.discord.was_used_well();
}
