//! Databases of every earlier version that is read open, are upgraded, and their matches go on.
//!
//! `tests/databases/N.db.zst` was made by the last program with version N, in its local room. Files are added, never changed. That of
//! version 39 was one of version 7, with a row in every table; that of version 7 is refused.
use std::fs;

use model::ids::{Chat, MatchId};
use service::{RandomSource, Service};
use store::{Store, Sync};

use crate::{
    files::{below, folder},
    room::Room,
};

/// A time after the files were made, in Unix seconds.
const LATER: i64 = 1_795_360_000;

#[test]
fn every_database_there_ever_was_is_opened_and_played_on() {
    let mut files = below(&folder("databases"), "zst");
    files.retain(|file| !file.ends_with("7.db.zst"));
    assert!(!files.is_empty(), "tests/databases holds nothing");
    for file in files {
        let name = file.display();
        let place = tempfile::tempdir().unwrap();
        let database = place.path().join("old.db");
        fs::write(&database, zstd::decode_all(&*fs::read(&file).unwrap()).unwrap()).unwrap();
        let (found, newest) = Store::examine(&database, features::FEATURES.tables()).unwrap();
        assert!(found <= newest, "{name}");
        let mut room = open(&database);
        let mut before = Vec::new();
        for of in 1..=6 {
            before.push(room.file_of(of));
            assert!(!room.story(of).is_empty(), "{name}: #{of}");
        }
        assert!(room.one("bob", "profile @cid").text.bare().contains("Cid"), "{name}");
        assert_eq!(room.one("bob", "verify #3").refused, None, "{name}");
        // One more step in each running match, and an undo if possible.
        for of in [1, 2, 4, 5, 6] {
            assert!(step(&mut room, of), "{name}: nobody can go on in #{of}");
        }
        drop(room);
        // Old and new rows stand next to each other.
        let mut room = open(&database);
        assert_eq!(room.file_of(3), before[2], "{name}");
        for of in [1, 2, 4, 5, 6] {
            let more = room.file_of(of);
            assert!(before[of as usize - 1].len() < more.len(), "{name}: #{of}");
        }
        assert_eq!(
            Store::examine(&database, features::FEATURES.tables()).unwrap(),
            (newest, newest),
            "{name}"
        );
    }
}

fn open(file: &std::path::Path) -> Room {
    let store = Store::open_existing(file, Sync::Normal, features::FEATURES.tables()).unwrap();
    let mut room =
        Room::with(Service::new(store, RandomSource::Repeatable(7), &features::FEATURES));
    room.now = LATER;
    room.handle = "local".to_owned();
    room
}

/// Makes the first choice of the player who has to decide; tells whether anybody had to.
fn step(room: &mut Room, of: i64) -> bool {
    let found = ["ann", "bob", "cid"].into_iter().find_map(|who| {
        let handle = room.handle.clone();
        let offers = room.service.offers(Chat::Console, &handle, who, Some(MatchId(of)));
        Some((who, offers.unwrap().into_iter().next()?.words))
    });
    let Some((who, words)) = found else { return false };
    room.all(&[&format!("{who}: play #{of} {}", words[0])]);
    true
}
