//! How fast whole random matches are played through the trait that every game implements.
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    games::GameId,
};

/// More actions than any random match has.
const MOST: u32 = 100_000;

fn play(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(5))
        .throughput(Throughput::Elements(1));
    for (game, settings) in [
        (GameId::Trapdoor, ""),
        (GameId::Trapdoor, "continental"),
        (GameId::Trapdoor, "snap"),
        (GameId::Alien, ""),
        (GameId::Alien, "decks=3"),
        (GameId::Metasoccer, ""),
        (GameId::Metasoccer, "field=13x17"),
        (GameId::Amtgard, ""),
        (GameId::Amtgard, "stance open=piece"),
        (GameId::Amtgard, "iron attrition"),
        (GameId::Amtgard, "reeve"),
        (GameId::Piecepack, ""),
        (GameId::Piecepack, "tremor=none"),
    ] {
        let options = game.options(settings).expect("these are settings of the game");
        let name = format!("{} {settings}", game.name());
        let mut step = 0;
        group.bench_function(name.trim_end(), |b| {
            b.iter(|| {
                step += 1;
                let mut dice = Dice::fair(&Seed::from_bytes([7; 32]), StepKey { step, take: 0 });
                let playout = game.playout(options.clone(), &mut dice, MOST);
                let playout = playout.expect("sampled actions are legal");
                assert!(playout.outcome.is_some());
                playout
            });
        });
    }
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
