//! How long one flick takes with nine coins on the field, until everything rests: parsing, simulating, describing and recording it.
use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use engine::{
    chance::Dice,
    games::GameId,
    seat::Seat,
    table::{Saved, Table},
};

/// Loads a match where both sides have set up.
fn kick_off(saved: &Saved) -> Box<dyn Table> {
    GameId::Piecepack.resume(saved).expect("a saved match can be loaded")
}

fn flicks(c: &mut Criterion) {
    let options = GameId::Piecepack.options("tremor=none").expect("these are settings of the game");
    let mut dice = Dice::scripted(["6", "1"]);
    let mut table = GameId::Piecepack.open(options, &mut dice).expect("the usual set-up");
    for seat in Seat::BOTH {
        table.play(seat, "default", &mut dice).expect("both set up in turn");
    }
    let saved = table.save().expect("it can be saved");
    let mut group = c.benchmark_group("flicks");
    for words in ["flick 1 270 1", "flick 2 at ball 60", "flick 2 at ball 100", "flick 1 at S3 100"]
    {
        group.bench_function(words, |b| {
            b.iter_batched(
                || kick_off(&saved),
                |mut table| {
                    let mut dice = Dice::scripted::<&str>([]);
                    black_box(table.play(Seat::First, words, &mut dice)).expect("a legal flick")
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, flicks);
criterion_main!(benches);
