//! How many requests a second the service handles, each with its commit, compared with bare commits of the same store.
use std::{hint::black_box, time::Duration};

use bot::{
    service::{PersonName, RandomSource, Request, Service},
    store::{Chat, Store, StoreError, Sync},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

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
                let accept =
                    menu.unwrap_or_else(|| panic!("no offer: {offered:?}")).choices[0].says.clone();
                ("bob".to_owned(), accept)
            }
        };
        let replies = self.service.handle(&request(&who, &words));
        let turn = replies.iter().map(|it| &it.reply).find(|it| it.turn_of.is_some());
        let turn = turn.unwrap_or_else(|| panic!("`{who}: {words}` was not played: {replies:?}"));
        let of = turn.turn_of;
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
    let mut group = bench.benchmark_group("service");
    group.measurement_time(Duration::from_secs(8)).throughput(Throughput::Elements(1));
    let store = Store::open(&folder.path().join("service.db"), Sync::Normal).expect("a database");
    let mut talk = Talk {
        service: Service::new(store, RandomSource::Repeatable(1)).with_pings(usize::MAX),
        next: None,
        turns: 0,
    };
    group.bench_function("a step played and told", |b| b.iter(|| talk.say()));
    let mut store = Store::open(&folder.path().join("bare.db"), Sync::Normal).expect("a database");
    let mut n = 0u64;
    group.bench_function("a bare commit of one small row", |b| {
        b.iter(|| {
            n += 1;
            let first: Result<bool, StoreError> =
                store.transaction(|tx| tx.handle_once(Chat::Console, &n.to_string(), 0));
            black_box(first.expect("a commit"))
        });
    });
    group.finish();
}

criterion_group!(benches, requests);
criterion_main!(benches);
