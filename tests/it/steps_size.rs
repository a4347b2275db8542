//! How much room the steps of a match take in the database, by themselves.
use std::{fs, path::Path};

use engine::{
    chance::Throw,
    fair::Secret,
    game::Status,
    games::GameId,
    seat::{BySeat, Seat},
};
use it::matches::Match;
use model::{
    ids::{Chat, MatchId, RoomId},
    time::{Clock, DAY, Timer},
};
use store::{MatchCommitted, NewMatch, StepRow, Store, StoreError, Sync, Terms, Tx};

/// Steps that are played.
const STEPS: u32 = 150;
/// The most bytes they may take, with their match.
const MOST: u64 = 60_000;
/// The most bytes of each other match, if one ends earlier: its row, its opening, pages that aren't full.
const ANOTHER: u64 = 5_000;

#[test]
fn a_hundred_and_fifty_steps_take_little_room_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sizes.db");
    let mut store = Store::open(&path, Sync::Normal, features::FEATURES.tables()).unwrap();
    let mut before = size(&mut store, &path);
    let mut said = Vec::new();
    for &game in GameId::ALL {
        let others = store
            .transaction::<_, StoreError>(|tx| {
                let room = tx.meet_room(Chat::Console, "r", "r", "")?.id;
                let (mut left, mut matches) = (STEPS, 0);
                while 0 < left {
                    left = play(tx, room, game, 5 + matches, left)?;
                    matches += 1;
                }
                Ok(u64::from(matches) - 1)
            })
            .unwrap();
        let after = size(&mut store, &path);
        said.push((game, after - before, others));
        before = after;
    }
    println!("{said:?}");
    for (_, bytes, others) in &said {
        assert!(*bytes < MOST + others * ANOTHER, "{said:?}");
    }
}

/// Returns the size of the database, with nothing beside it.
fn size(store: &mut Store, path: &Path) -> u64 {
    store.sweep_out().unwrap();
    fs::metadata(path).unwrap().len()
}

/// Plays a match at random for so many steps, and keeps it; returns how many are left where it ends
/// earlier.
fn play(tx: &Tx<'_>, room: RoomId, game: GameId, seed: u8, steps: u32) -> Result<u32, StoreError> {
    let meet = |name: &str| tx.meet_person(Chat::Console, name, name).map(|it| it.id);
    let clock = Some(Clock::a_turn(3 * DAY));
    let options = game.options("").unwrap();
    let of = tx.add_match(&NewMatch {
        room,
        seats: BySeat { first: meet("ann")?, second: meet("bob")? },
        terms: Terms {
            game,
            options,
            clock,
            rated: true,
            private: false,
            start: None,
            room_time: None,
        },
        tag: "t".to_owned(),
        secret: Secret::from_bytes([seed; 32]),
        words: BySeat::default(),
        pact: MatchCommitted {
            offer: String::new(),
            begun: String::new(),
            salts: BySeat::default(),
        },
        opened_at: 1000,
    })?;
    let mut played = Match::open(game, "", seed).unwrap();
    let opening = played.table.events().unwrap();
    tx.add_step(&row(&played, of, None, "", serde_json::Value::Null, opening, &[]))?;
    for left in (0..steps).rev() {
        let Some((seat, words)) = played.sample() else { return Ok(left + 1) };
        let mut dice = played.dice();
        let step = played.table.play(seat, &words, &mut dice).unwrap();
        played.steps += 1;
        let throws = dice.thrown().to_vec();
        let kept = row(&played, of, Some(seat), &step.written, step.action, step.events, &throws);
        let kept =
            StepRow { fixed: step.fixed, decided: step.decided, sealed: step.sealed, ..kept };
        let at = kept.at + i64::from(left % 7) * 1234;
        tx.add_timed_step(&kept, Some(Timer::new(clock.as_ref(), at).stand()))?;
        if let Status::Over(_) = played.table.status() {
            return Ok(left);
        }
    }
    Ok(0)
}

fn row(
    played: &Match,
    of: MatchId,
    seat: Option<Seat>,
    written: &str,
    action: serde_json::Value,
    events: serde_json::Value,
    throws: &[Throw],
) -> StepRow {
    StepRow {
        of,
        step: played.steps,
        take: 0,
        seat,
        written: written.to_owned(),
        action,
        events,
        throws: throws.to_vec(),
        after: played.table.save().unwrap(),
        fixed: seat.is_none(),
        decided: false,
        sealed: false,
        ended_turn: seat.is_some_and(|seat| !played.table.status().waits_for(seat)),
        at: 1_795_000_000 + i64::from(played.steps) * 4321,
        undo: None,
        lot: None,
    }
}
