//! How much room a match takes in the database, with everything that the service keeps about it.
use std::{fs, path::Path};

use engine::games::GameId;
use it::sample::part;
use model::ids::{Chat, MatchId};
use service::{RandomSource, Service};
use store::{Store, Sync};

use crate::room::Room;

/// Steps of a match.
const STEPS: u64 = 150;

/// The most bytes that a match of so many steps may take.
const MOST: u64 = 60_000;

/// The bytes of a match that do not grow with its steps: its row, its challenge, what its players are called.
const BESIDES: u64 = 6_000;

/// Matches of each game: what one takes is their mean.
const MATCHES: u64 = 3;

fn open(file: &Path) -> Room {
    let store = Store::open(file, Sync::Normal, features::FEATURES.tables()).unwrap();
    Room::with(Service::new(store, RandomSource::Repeatable(7), &features::FEATURES))
}

/// Plays a match, now this and now that, and returns its last step.
fn play(room: &mut Room, of: i64) -> u64 {
    let mut last = 0;
    for turn in 0.. {
        let found = ["ann", "bob"].into_iter().find_map(|who| {
            let offers = room.service.offers(Chat::Console, "room", who, Some(MatchId(of)));
            Some((who, offers.unwrap().into_iter().next()?.words))
        });
        let Some((who, words)) = found else { break };
        let word = &words[(turn * 5 + 3 * of as usize) % words.len()];
        for reply in room.say(who, &format!("play #{of} {word}")) {
            assert_eq!(reply.refused, None, "{word}: {}", reply.text.bare());
            last = last.max(reply.picture.as_ref().map_or(0, |it| u64::from(it.step)));
        }
        if STEPS <= last {
            break;
        }
    }
    last
}

/// Returns how many bytes a match of a game takes, and how many steps it had.
fn taken(game: GameId, file: &Path) -> (u64, u64) {
    let mut room = open(file);
    room.all(&["ann: help", "bob: help"]);
    drop(room);
    let before = fs::metadata(file).unwrap().len();
    let mut room = open(file);
    let mut steps = 0;
    for of in 1..=MATCHES {
        room.all(&[&format!("ann: challenge @bob {}", game.name()), &format!("bob: accept {of}")]);
        steps += play(&mut room, of as i64);
    }
    drop(room);
    let after = fs::metadata(file).unwrap().len();
    ((after - before) / MATCHES, steps / MATCHES)
}

#[test]
fn a_match_of_150_steps_takes_less_than_60_kilobytes() {
    let folder = tempfile::tempdir().unwrap();
    println!("| game | steps | bytes | bytes a step |\n|---|---|---|---|");
    for game in part(GameId::ALL.iter().copied()) {
        let (bytes, steps) = taken(game, &folder.path().join(game.name()));
        println!("| {} | {steps} | {bytes} | {} |", game.title(), bytes / steps);
        // A match takes something besides its steps, whatever their number.
        assert!(bytes < BESIDES + (MOST - BESIDES) * steps / STEPS, "{game}: {bytes} in {steps}");
    }
}
