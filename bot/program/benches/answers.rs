//! How long a button press on Discord waits for its answer, through the real program and a local Discord, compared with a bare request to
//! the same Discord.
#![expect(dead_code, reason = "the tests use more of the local Discord than is measured here")]
#[path = "../../../tests/discord/description.rs"]
mod description;
#[path = "../../../tests/discord/gateway.rs"]
mod gateway;
#[path = "../../../tests/discord/http.rs"]
mod http;
#[path = "../../../tests/discord/interaction.rs"]
mod interaction;
#[path = "../../../tests/discord/limits.rs"]
mod limits;
#[path = "../../../tests/discord/messages.rs"]
mod messages;
#[path = "../../../tests/discord/people.rs"]
mod people;
#[path = "../../../tests/discord/play.rs"]
mod play;
#[path = "../../../tests/load/processor.rs"]
mod processor;
#[path = "../../../tests/discord/rest.rs"]
mod rest;
#[path = "../../../tests/discord/server.rs"]
mod server;
#[path = "../../../tests/discord/world.rs"]
mod world;

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;

use self::{
    people::{ANN, BOB},
    play::{open, step},
    processor::processor,
    server::Program,
    world::{Discord, Message},
};

/// Presses the first choice over and over; after a match, it starts the next one.
struct Presses {
    discord: Discord,
    board: Message,
    count: u64,
}

impl Presses {
    /// Presses once; returns the time from sending the event until the answer arrives.
    fn press(&mut self) -> Duration {
        if !self.board.choices().iter().any(|choice| choice.1.contains(":play #")) {
            self.discord.world(|world| world.stepped.clear());
            self.board = open(&self.discord);
        }
        self.board = step(&self.discord, &self.board);
        self.count += 1;
        let took = self.took();
        // Earlier messages aren't needed and take memory.
        self.discord.world(|world| {
            world.seen.clear();
            world.interactions.clear();
            let old = world.messages.len().saturating_sub(4);
            world.messages.drain(..old);
        });
        took
    }

    fn took(&self) -> Duration {
        let token = self.board.token.clone().unwrap_or_default();
        self.discord
            .wait("the first answer", |world| Some(world.interactions.get(&token)?.first?.1))
    }
}

fn answers(bench: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let discord = Discord::start();
    // The same two begin one match after the other.
    let pings = [("DRAUGHTSMAN_PINGS_AN_HOUR", "1000000")];
    let program = Program::start_with(&discord, folder.path(), &pings);
    let mut group = bench.benchmark_group("discord");
    group.sample_size(20).measurement_time(Duration::from_secs(8));
    let board = open(&discord);
    let mut presses = Presses { discord: discord.clone(), board, count: 0 };
    let before = processor(program.id());
    group.bench_function("a press answered with a drawn board", |b| {
        b.iter_custom(|n| (0..n).map(|_| presses.press()).sum());
    });
    // Warming up and what else the program does meanwhile are in it.
    let used = processor(program.id()) - before;
    let each = used * 1000.0 / presses.count as f64;
    println!("processor of the program: {each:.2} ms a press, over {} presses", presses.count);
    group.bench_function("a private answer in words", |b| {
        b.iter_custom(|n| {
            let ask = |_| {
                let token = BOB.slash(&discord, "games", json!({}));
                discord.wait("the first answer", |world| Some(world.interactions[&token].first?.1))
            };
            (0..n).map(ask).sum()
        });
    });
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let client = reqwest::Client::new();
    let address = format!("{}/api/v10/gateway", discord.address);
    group.bench_function("a bare question to the same Discord", |b| {
        b.iter_custom(|n| {
            runtime.block_on(async {
                let began = Instant::now();
                for _ in 0..n {
                    let asked = client.get(&address).header("authorization", "Bot x").send().await;
                    asked.expect("an answer").bytes().await.expect("its words");
                }
                began.elapsed()
            })
        });
    });
    group.finish();
    discord.was_used_well();
    discord.answer(&ANN.slash(&discord, "games", json!({})));
}

criterion_group!(benches, answers);
criterion_main!(benches);
