//! Reads on a replica of the server. `tests/postgres/run replica` starts one.
use std::{
    env,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::*;
use crate::{
    ThisProcess, Tx,
    postgres::{Replicated, link::ServerTarget},
};

/// The environment variable with the address of the replica, as that of the server.
const REPLICA: &str = "TEST_POSTGRES_REPLICA";

/// One test at a time: they stop what the replica does.
static TURN: Mutex<()> = Mutex::new(());

struct Pair {
    place: Place,
    /// The name of the database on both servers.
    name: String,
    replica: Database,
    _turn: MutexGuard<'static, ()>,
}

fn pair() -> Pair {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let place = place().expect("a server");
    let server = env::var(REPLICA).expect("a replica");
    let name = place.database.to_string();
    let name = name.rsplit_once('/').expect("a name").1.to_owned();
    let replica = Database::from(format!("{server}/{name}"));
    let pair = Pair { place, name, replica, _turn: turn };
    pair.tell("SELECT pg_wal_replay_resume()");
    let there = format!("SELECT 1 FROM pg_database WHERE datname = '{}'", pair.name);
    let until = Instant::now() + Duration::from_secs(30);
    while pair.tell(&there).is_empty() {
        assert!(Instant::now() < until, "the replica doesn't get the database");
        thread::sleep(Duration::from_millis(5));
    }
    pair
}

impl Pair {
    fn open(&self) -> (Store, Replicated) {
        let mut store = self.place.database.share(Sync::Normal, KERNEL_ALONE).unwrap();
        store.read_from(&self.replica).unwrap();
        let Kind::Remote(server) = &store.kind else { panic!("it is on a server") };
        let reader = server.long_reader().unwrap().unwrap();
        (store, reader)
    }

    /// Says something to the replica, beside the bot.
    fn tell(&self, sql: &str) -> Vec<String> {
        let server = Database::from(format!("{}/postgres", env::var(REPLICA).unwrap()));
        let Database::Server(address) = &server else { panic!("it is on a server") };
        ServerTarget::of(address).unwrap().connect().unwrap().plain(sql).unwrap()
    }

    /// Ends the connections of the bot to the replica.
    fn break_off(&self) {
        self.tell(&format!(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'",
            self.name
        ));
    }
}

fn add(store: &mut Store, number: usize) {
    within(store, |tx| tx.meet_person(Chat::Console, &number.to_string(), "X").unwrap());
}

/// Returns whether the replica was read, and how many people are there.
fn seen(tx: &Tx<'_>) -> Result<(bool, usize), StoreError> {
    let sql = "SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END";
    let replica = tx.one(sql, [], |row| row.get::<_, i64>(0))? == Some(1);
    Ok((replica, tx.people_named(Chat::Console, "x")?.len()))
}

fn read(reader: &mut Replicated) -> (bool, usize) {
    reader.look(&ThisProcess::alone(KERNEL_ALONE), seen).unwrap()
}

#[test]
#[ignore = "needs a replica: tests/postgres/run replica"]
fn a_replica_is_read_and_shows_all_that_was_confirmed_before() {
    let pair = pair();
    let (mut store, mut reader) = pair.open();
    for number in 1..=50 {
        add(&mut store, number);
        assert_eq!(read(&mut reader), (true, number));
    }
    let written = reader
        .look(&ThisProcess::alone(KERNEL_ALONE), |tx| tx.meet_person(Chat::Console, "0", "Y"));
    assert!(written.is_err(), "{written:?}");
    assert!(pair.place.database.examine_replica(&pair.replica).is_ok());
}

#[test]
#[ignore = "needs a replica: tests/postgres/run replica"]
fn a_replica_that_is_behind_or_gone_is_passed_over() {
    let pair = pair();
    let (mut store, mut reader) = pair.open();
    add(&mut store, 1);
    assert_eq!(read(&mut reader), (true, 1));
    pair.tell("SELECT pg_wal_replay_pause()");
    add(&mut store, 2);
    assert_eq!(read(&mut reader), (false, 2));
    pair.tell("SELECT pg_wal_replay_resume()");
    // It isn't asked again at once.
    assert_eq!(read(&mut reader), (false, 2));
    reader.wake();
    assert_eq!(read(&mut reader), (true, 2));
    // The connection breaks between two reads, and in the middle of one.
    pair.break_off();
    assert_eq!(read(&mut reader), (true, 2));
    let mut runs = 0;
    let found = reader.look(&ThisProcess::alone(KERNEL_ALONE), |tx| {
        runs += 1;
        let before = seen(tx)?;
        if before.0 {
            pair.break_off();
        }
        seen(tx)
    });
    assert_eq!((found.unwrap(), runs), ((false, 2), 2));
}

#[test]
#[ignore = "needs a replica: tests/postgres/run replica"]
fn what_is_no_replica_of_the_database_is_refused() {
    let pair = pair();
    let mut store = pair.place.database.share(Sync::Normal, KERNEL_ALONE).unwrap();
    // Another database of the same servers.
    let elsewhere = format!("{}/postgres", env::var(REPLICA).unwrap());
    for wrong in [elsewhere, "games.db".to_owned()].map(Database::from) {
        let err = store.read_from(&wrong).unwrap_err();
        assert!(matches!(err, StoreError::Unfit { .. }), "{err}");
        assert!(pair.place.database.examine_replica(&wrong).is_err(), "{wrong}");
    }
    // One that was promoted takes writes; the bot starts all the same.
    store.read_from(&pair.place.database).unwrap();
    let err = pair.place.database.examine_replica(&pair.place.database).unwrap_err();
    assert!(err.to_string().contains("takes writes itself"), "{err}");
    // A replica isn't taken for the database.
    let err = pair.replica.share(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(err.may_pass() && err.to_string().contains("takes no writes"), "{err}");
    // It also starts if the replica is gone.
    let gone = Database::from("postgres://127.0.0.1:9/games".to_owned());
    store.read_from(&gone).unwrap();
    let Kind::Remote(server) = &store.kind else { panic!("it is on a server") };
    assert_eq!(read(&mut server.long_reader().unwrap().unwrap()), (false, 0));
}

#[test]
fn a_file_has_no_replica() {
    let folder = tempfile::tempdir().unwrap();
    let file = Database::from(folder.path().join("x.db").as_path());
    let mut store = file.open(Sync::Normal, KERNEL_ALONE).unwrap();
    let server = Database::from("postgres://localhost/games".to_owned());
    for replica in [&server, &file] {
        let err = store.read_from(replica).unwrap_err().to_string();
        assert!(err.contains("`replica`"), "{err}");
    }
}
