//! How many steps a second the service plays, each with its commit and what is told, compared with bare commits of the same store. With
//! `TEST_POSTGRES` (see `tests/postgres/run`) and the feature `postgres`, also on PostgreSQL.
use std::{cell::Cell, hint::black_box, time::Duration};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
// With the allocator of the program.
use draughtsman as _;
use model::ids::{Chat, MatchId};
use service::{PersonName, RandomSource, Request, Service};
use store::{Database, Store, StoreError, Sync, trial_database};

fn request(who: &str, words: &str) -> Request {
    let mentioned = ["ann", "bob"].map(PersonName::plain).into();
    Request {
        mentioned,
        ..Request::typed(Chat::Console, "r", who, features::FEATURES.commands().read(words))
    }
}

/// Presses that play matches, and how many steps follow from them: forced steps happen by themselves.
#[derive(Default)]
struct Recorded {
    presses: Vec<(String, String)>,
    steps: u64,
}

impl Recorded {
    /// Plays whole matches and keeps what was said: each time something legal, or what starts the next match.
    fn record(mut service: Service, matches: u64) -> Recorded {
        let mut recorded = Recorded::default();
        for n in 1..=matches {
            recorded.say(&mut service, "ann", "challenge @bob trapdoor side=black unrated quick");
            recorded.say(&mut service, "bob", "accept");
            let of = MatchId(n.cast_signed());
            while let Some((who, words)) = choose(&mut service, of, recorded.presses.len()) {
                recorded.say(&mut service, who, &words);
            }
            let last = service.look(|tx| Ok(tx.last_step(of)?.step));
            recorded.steps += u64::from(last.expect("the steps of a match"));
        }
        recorded
    }

    fn say(&mut self, service: &mut Service, who: &str, words: &str) {
        say(service, who, words);
        self.presses.push((who.to_owned(), words.to_owned()));
    }
}

fn say(service: &mut Service, who: &str, words: &str) {
    let replies = service.handle(&request(who, words));
    let refused = replies.iter().find(|it| it.reply.refused.is_some());
    assert!(refused.is_none(), "`{who}: {words}`: {refused:?}");
}

/// Returns who may play what next in a match; none if it is over.
fn choose(service: &mut Service, of: MatchId, lot: usize) -> Option<(&'static str, String)> {
    ["ann", "bob"].into_iter().find_map(|who| {
        let offers = service.offers(Chat::Console, "r", who, Some(of)).expect("offers");
        let words = offers.into_iter().next()?.words;
        let word = words.get(lot % words.len().max(1))?;
        Some((who, format!("play #{of} {word}")))
    })
}

fn requests(bench: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = Cell::new(0);
    let file = || {
        files.set(files.get() + 1);
        let path = folder.path().join(format!("{}.db", files.get()));
        Store::open(&path, Sync::Normal, features::FEATURES.tables()).expect("a database")
    };
    measure(bench, "service", file);
    if matches!(trial_database(&folder.path().join("on.db")), Ok(Database::Server(_))) {
        let server =
            || Store::trial_with(features::FEATURES.tables()).expect("a database on the server");
        measure(bench, "service on PostgreSQL", server);
    }
}

/// How many matches are recorded.
const MATCHES: u64 = 30;

fn measure(bench: &mut Criterion, name: &str, database: impl Fn() -> Store) {
    let mut group = bench.benchmark_group(name);
    group.measurement_time(Duration::from_secs(8));
    let service = || {
        Service::new(database(), RandomSource::Repeatable(1), &features::FEATURES)
            .with_pings(usize::MAX)
    };
    let recorded = Recorded::record(service(), MATCHES);
    println!("{} presses, {} steps", recorded.presses.len(), recorded.steps);
    group.throughput(Throughput::Elements(recorded.steps)).sample_size(20);
    group.bench_function("steps, played and told", |b| {
        b.iter_batched(
            service,
            |mut service| {
                for (who, words) in &recorded.presses {
                    say(&mut service, who, words);
                }
                service
            },
            BatchSize::PerIteration,
        );
    });
    group.throughput(Throughput::Elements(1)).sample_size(100);
    let mut store = database();
    let mut n = 0u64;
    for (what, rows) in
        [("a bare commit of one small row", 1), ("a bare commit of 40 small rows", 40)]
    {
        group.bench_function(what, |b| {
            b.iter(|| {
                let first: Result<(), StoreError> = store.transaction(|tx| {
                    for _ in 0..rows {
                        n += 1;
                        black_box(tx.handle_once(Chat::Console, &n.to_string(), 0)?);
                    }
                    Ok(())
                });
                first.expect("a commit");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, requests);
criterion_main!(benches);
