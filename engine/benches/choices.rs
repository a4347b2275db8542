//! How long it takes to list a player's choices, over the positions of whole matches: each position alone, and all in turn.
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    seat::Seat,
    table::Table,
};

/// How many matches the positions come from.
const MATCHES: u8 = 20;

/// Plays random matches and keeps every position, with the seat to move.
fn positions(game: GameId, settings: &str) -> Vec<(Box<dyn Table>, Seat)> {
    let mut all = Vec::new();
    for seed in 0..MATCHES {
        let seed = Seed::from_bytes([seed; 32]);
        let dice = |step| Dice::fair(&seed, StepKey { step, take: 0 });
        let options = game.options(settings).expect("these are settings of the game");
        let mut table = game.open(options, &mut dice(0)).expect("the match can be opened");
        for step in 1.. {
            let Status::Waiting(prompts) = table.status() else { break };
            let seat = prompts[0].seat;
            all.push((
                game.resume(&table.save().expect("it can be saved"))
                    .expect("it was saved just now"),
                seat,
            ));
            let mut dice = dice(step);
            let words = table.sample(seat, &mut dice).expect("there is something to do");
            table.play(seat, &words, &mut dice).expect("a sample can be played");
        }
    }
    all
}

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn list(c: &mut Criterion) {
    let mut group = c.benchmark_group("choices");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for (name, settings) in [("metasoccer", ""), ("metasoccer 13x17", "field=13x17")] {
        let positions = positions(GameId::Metasoccer, settings);
        let mut times: Vec<Duration> = positions
            .iter()
            .map(|(table, seat)| {
                let mut tries = [(); 5].map(|()| {
                    let start = Instant::now();
                    black_box(table.menu(*seat));
                    start.elapsed()
                });
                tries.sort_unstable();
                tries[2]
            })
            .collect();
        times.sort_unstable();
        let count = times.len();
        let (median, slowest) = (times[count / 2], times[count - 1]);
        println!("{name}: {count} positions, median {median:?}, slowest {slowest:?}");
        let mut next = positions.iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| next.next().map(|(table, seat)| table.menu(*seat)));
        });
    }
    group.finish();
}

criterion_group!(benches, list);
criterion_main!(benches);
