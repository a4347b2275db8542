//! How fast whole matches are played at random through the trait every game implements.
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{
    chance::{Dice, Ply},
    fair::Seed,
    games::GameId,
};

/// More actions than a match played at random has.
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
        (GameId::Amtgard, ""),
        (GameId::Amtgard, "stance open=piece"),
        (GameId::Amtgard, "iron attrition"),
        (GameId::Amtgard, "reeve"),
    ] {
        let name = format!("{} {settings}", game.name());
        let name = name.trim_end();
        let options = game.options(settings).expect("these are settings of the game");
        let mut step = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                step += 1;
                let mut dice = Dice::fair(&Seed::from_bytes([7; 32]), Ply { step, take: 0 });
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
