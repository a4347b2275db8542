//! How long leaderboards and seasons take with 50,000 people and 20,000 matches, compared with a bare count of the same rows.
use std::{
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use engine::{
    fair::Secret,
    game::{Outcome, Why},
    games::GameId,
    seat::{BySeat, Seat},
};
use model::ids::{Chat, PersonId};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use service::{RandomSource, Request, Service};
use store::{MatchCommitted, MatchEnd, MatchRow, NewMatch, Reader, Store, StoreError, Sync, Terms};

const PEOPLE: usize = 50_000;
const MATCHES: usize = 20_000;
/// The last match ends now, in Unix seconds.
const NOW: i64 = 1_795_219_199;
/// How often each is asked for.
const TIMES: usize = 21;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("boards.db");
    // All in one season, or over two years.
    for days in [60, 730] {
        let (mut service, mut reader) = filled(&file, days);
        println!("{MATCHES} matches of {PEOPLE} people in {days} days:");
        for line in [
            "leaderboard page=1",
            "leaderboard everywhere",
            "leaderboard trapdoor",
            "leaderboard page=900",
            "season",
            "season page=100",
            "season trapdoor",
        ] {
            let asked = middle(|| {
                let request = Request {
                    now: NOW,
                    ..Request::typed(
                        Chat::Console,
                        "r",
                        "p1",
                        features::FEATURES.commands().read(line),
                    )
                };
                let replies = service.handle(&request);
                let reply = &replies[0].reply;
                assert!(reply.refused.is_none(), "{line}: {}", reply.text.bare());
            });
            let game = line.ends_with("trapdoor").then_some(GameId::Trapdoor);
            let count = middle(|| {
                let count = reader.look::<_, StoreError>(|tx| {
                    // A column near the end, so that whole rows are read.
                    let sql = "SELECT count(last_at) FROM ratings WHERE game = ?";
                    tx.one(sql, [game.map_or("", GameId::name)], |row| row.get::<_, u64>(0))
                });
                black_box(count.expect("a count"));
            });
            let ratio = asked.as_secs_f64() / count.as_secs_f64();
            println!("{line:>24}: {asked:>9.1?}, a bare count {count:>9.1?}, ratio {ratio:.1}");
        }
        drop((service, reader));
        std::fs::remove_file(&file).expect("the file is removed");
    }
}

/// Returns the median of several measurements.
fn middle(mut once: impl FnMut()) -> Duration {
    let mut all: Vec<Duration> = (0..TIMES)
        .map(|_| {
            let began = Instant::now();
            once();
            began.elapsed()
        })
        .collect();
    all.sort();
    all[TIMES / 2]
}

/// Makes the database: everyone in one room, most with a match or two, some with many.
fn filled(file: &Path, days: i64) -> (Service, Reader) {
    let mut store =
        Store::open(file, Sync::Normal, features::FEATURES.tables()).expect("a database");
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    store
        .transaction::<_, StoreError>(|tx| {
            let room = tx.meet_room(Chat::Console, "r", "r", "")?.id;
            let names = (0..PEOPLE).map(|n| format!("p{n}"));
            let people: Vec<PersonId> = names
                .map(|name| Ok(tx.meet_person(Chat::Console, &name, &name)?.id))
                .collect::<Result<_, StoreError>>()?;
            for n in 0..MATCHES {
                let game = GameId::ALL[dice.random_range(0..GameId::ALL.len())];
                let first = dice.random_range(0..PEOPLE);
                // Every fourth is of regular players.
                let [first, second] = match n % 4 {
                    0 => [first % 200, dice.random_range(0..200)],
                    _ => [first, dice.random_range(0..PEOPLE)],
                };
                if first == second {
                    continue;
                }
                let at = NOW - days * 86_400 + days * 86_400 * n as i64 / MATCHES as i64;
                let new = NewMatch {
                    room,
                    seats: BySeat { first: people[first], second: people[second] },
                    terms: Terms {
                        game,
                        options: serde_json::json!({}),
                        clock: None,
                        rated: true,
                        private: false,
                        start: None,
                        room_time: None,
                    },
                    tag: "t".to_owned(),
                    secret: Secret::from_bytes([1; 32]),
                    words: BySeat::default(),
                    pact: MatchCommitted {
                        offer: String::new(),
                        begun: String::new(),
                        salts: BySeat::default(),
                    },
                    opened_at: at - 100,
                };
                let id = tx.add_match(&new)?;
                let winner = Some(if dice.random_bool(0.5) { Seat::First } else { Seat::Second });
                let why = Why::Words("it was so".to_owned());
                let end = Some(MatchEnd::new(at, Some(Outcome { winner, why }), None));
                let row = tx.match_row(id)?.expect("it was made");
                tx.update_match(&MatchRow { end, touched_at: at, ..row })?;
            }
            Ok(())
        })
        .expect("a database of this size");
    let reader = store.reader().expect("a second way to it").expect("a file has one");
    let mut service = Service::new(store, RandomSource::Repeatable(1), &features::FEATURES);
    service.recount(true).expect("ratings");
    (service, reader)
}
