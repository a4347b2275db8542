//! How fast the draughts move tree is counted, in leaves per second on one thread.
use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::checkers::{
    BoardRules, Position, Square, SquareSet,
    perft::{Counting, cases, perft},
};

fn known(file: &str, law: BoardRules) {
    for case in cases(file).expect("the files of known counts are readable") {
        for row in &case.rows {
            let leaves = perft(&law, &case.position, row.depth, row.counting);
            assert_eq!(leaves, row.leaves, "{} {row:?}", case.name);
        }
    }
}

fn count(c: &mut Criterion) {
    // Every known count, even the deep ones that the tests leave out.
    known(include_str!("../../tests/perft/english.txt"), BoardRules::ENGLISH);
    known(include_str!("../../tests/perft/brazilian.txt"), BoardRules::CONTINENTAL);

    let mut group = c.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    // A single pit anywhere is enough to use the variant of the search that handles pits.
    let pits: SquareSet = Square::new(32).into_iter().collect();
    for (name, law, start, depth) in [
        ("english", BoardRules::ENGLISH, Position::ENGLISH, 10),
        ("english with a pit", BoardRules { pits, ..BoardRules::ENGLISH }, Position::ENGLISH, 9),
        ("continental", BoardRules::CONTINENTAL, Position::CONTINENTAL, 8),
    ] {
        let leaves = perft(&law, &start, depth, Counting::Ways);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(name, |b| {
            b.iter(|| perft(&law, black_box(&start), depth, Counting::Ways));
        });
    }
    group.finish();
}

criterion_group!(benches, count);
criterion_main!(benches);
