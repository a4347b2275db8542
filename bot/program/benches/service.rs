//! How many requests a second the service handles, each with its commit, compared with bare commits of the same store. With
//! `TEST_POSTGRES` (see `tests/postgres/run`) and the feature `postgres`, also on PostgreSQL.
use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use model::ids::Chat;
use service::{PersonName, RandomSource, Request, Service};
use store::{Database, Store, StoreError, Sync, trial_database};

fn request(who: &str, words: &str) -> Request {
    let mentioned = ["ann", "bob"].map(PersonName::plain).into();
    Request { mentioned, ..Request::typed(Chat::Console, "r", who, words) }
}

/// Plays matches endlessly: each call sends something legal, or starts the next match.
struct Talk {
    service: Service,
    /// Who sends what next in the match of the last turn message.
    next: Option<(String, String)>,
    turns: usize,
}

impl Talk {
    fn say(&mut self) {
        let (who, words) = match self.next.take() {
            Some(next) => next,
            None => {
                let offer = request("ann", "challenge @bob trapdoor side=black unrated");
                let offered = self.service.handle(&offer);
                let menu = offered[0].reply.menu.as_ref();
                let accept = menu.unwrap_or_else(|| panic!("no offer: {offered:?}")).choices[0]
                    .says
                    .to_string();
                ("bob".to_owned(), accept)
            }
        };
        let replies = self.service.handle(&request(&who, &words));
        let turn = replies.iter().map(|it| &it.reply).find(|it| it.board.is_some());
        let turn = turn.unwrap_or_else(|| panic!("`{who}: {words}` was not played: {replies:?}"));
        let of = turn.board_of();
        self.turns += 1;
        self.next = ["ann", "bob"].into_iter().find_map(|who| {
            let offers = self.service.offers(Chat::Console, "r", who, of).expect("offers");
            let words = offers.into_iter().next()?.words;
            let word = words.get(self.turns % words.len().max(1))?;
            Some((who.to_owned(), format!("play #{} {word}", of?)))
        });
    }
}

fn requests(bench: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let file = |name: &str| Store::open(&at(name), Sync::Normal).expect("a database");
    measure(bench, "service", || file("service.db"), || file("bare.db"));
    if matches!(trial_database(&at("service.db")), Ok(Database::Server(_))) {
        let server = || Store::trial().expect("a database on the server");
        measure(bench, "service on PostgreSQL", server, server);
    }
}

fn measure(
    bench: &mut Criterion,
    name: &str,
    played: impl FnOnce() -> Store,
    bare: impl FnOnce() -> Store,
) {
    let mut group = bench.benchmark_group(name);
    group.measurement_time(Duration::from_secs(8)).throughput(Throughput::Elements(1));
    let service = Service::new(played(), RandomSource::Repeatable(1)).with_pings(usize::MAX);
    let mut talk = Talk { service, next: None, turns: 0 };
    group.bench_function("a step played and told", |b| b.iter(|| talk.say()));
    let mut store = bare();
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
