//! A load test. Many servers on a local Discord play all games at a steady rate, the program is killed in the middle, and the result is
//! printed as a table of figures. `tests/load/run` starts it; it isn't part of `cargo test`.
#![expect(dead_code, reason = "the tests use more of the local Discord than is needed here")]
#[path = "../discord/description.rs"]
mod description;
#[path = "../discord/gateway.rs"]
mod gateway;
#[path = "../discord/http.rs"]
mod http;
#[path = "../discord/interaction.rs"]
mod interaction;
#[path = "../discord/limits.rs"]
mod limits;
#[path = "../discord/messages.rs"]
mod messages;
#[path = "../discord/people.rs"]
mod people;
mod processor;
#[path = "../discord/rest.rs"]
mod rest;
#[path = "../discord/server.rs"]
mod server;
mod several;
mod table;
#[path = "../discord/world.rs"]
mod world;

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use model::ids::MatchId;
use store::{Store, StoreError, Sync};

use self::{
    processor::processor,
    server::Program,
    table::{Pressed, Table},
    world::Discord,
};

/// The settings of a run.
struct Plan {
    minutes: f64,
    /// Moves per second, on all servers together.
    moves: f64,
    servers: u64,
    /// How many matches the strongest computer players play among themselves at the same time.
    minds: u64,
    /// How many processes share a database on PostgreSQL.
    processes: u64,
    /// How many seconds after one is killed the next one is, and after one is started anew in order.
    kills: f64,
    restarts: f64,
}

impl Plan {
    fn read() -> Plan {
        let mut plan = Plan {
            minutes: 10.0,
            moves: 25.0,
            servers: 2500,
            minds: 0,
            processes: 1,
            kills: 0.0,
            restarts: 0.0,
        };
        let said: Vec<String> = std::env::args().skip(1).collect();
        if said.iter().any(|it| it == "--processes") {
            plan.servers = 300;
        }
        for (name, value) in said.iter().zip(said.iter().skip(1)) {
            let number = || value.parse().unwrap_or_else(|_| panic!("{name} is a number"));
            match name.as_str() {
                "--minutes" => plan.minutes = number(),
                "--moves" => plan.moves = number(),
                "--servers" => plan.servers = number() as u64,
                "--minds" => plan.minds = number() as u64,
                "--processes" => plan.processes = number() as u64,
                "--kill-every" => plan.kills = number(),
                "--restart-every" => plan.restarts = number(),
                _ => {}
            }
        }
        plan
    }
}

/// The measurements.
#[derive(Default)]
struct Measured {
    /// The time from each event to its first answer, in milliseconds.
    answers: Vec<f64>,
    held_up: usize,
    wrong: usize,
    /// First answers that came after Discord's three seconds.
    late: usize,
    unanswered: usize,
    /// The peak memory use, in megabytes.
    memory: f64,
    /// Processor time, in seconds.
    processor: f64,
}

fn main() {
    let plan = Plan::read();
    match plan.processes {
        0 | 1 => alone(&plan),
        _ => several::run(&plan),
    }
}

/// Measures one process, which is killed in the middle.
fn alone(plan: &Plan) {
    let folder = tempfile::tempdir().expect("a folder");
    let discord = Discord::start();
    discord.world(|world| world.limited = true);
    let mut program = begin(&discord, folder.path());
    let mut tables: Vec<Table> =
        (0..plan.servers).map(|it| Table::open(&discord, it, false)).collect();
    // Stopped in order, the program leaves everything in the database file.
    assert!(program.terminate(), "the program ends in order");
    let before = size(folder.path());
    discord.world(|world| world.lines.clear());
    program = begin(&discord, folder.path());
    for number in 0..plan.minds {
        table::watch_minds(&discord, plan.servers + number);
    }
    let mut measured = Measured::default();
    let began = Instant::now();
    let half = Duration::from_secs_f64(plan.minutes * 30.0);
    let watch = |program: u32| {
        move |measured: &mut Measured| measured.memory = measured.memory.max(memory(program))
    };
    play(&discord, &mut tables, plan, began + half, &mut measured, watch(program.id()));
    measured.processor += processor(program.id());

    // Kill the program without warning, while answers are pending.
    program.kill();
    let died = Instant::now();
    discord.world(|world| world.lines.clear());
    program = begin(&discord, folder.path());
    let back = died.elapsed();
    for table in &mut tables {
        table.forget_press(&discord);
    }
    let until = began + half + half + back;
    play(&discord, &mut tables, plan, until, &mut measured, watch(program.id()));
    settle(&discord, &mut tables, &mut measured, 3);
    for table in &mut tables {
        table.forget_press(&discord);
    }
    measured.processor += processor(program.id());
    let took = began.elapsed();
    assert!(program.terminate(), "the program ends in order");
    let moves: usize = tables.iter().flat_map(|it| &it.matches).map(|it| it.1).sum();
    let grown = size(folder.path()).saturating_sub(before);
    let mut store = Store::open_existing(
        &folder.path().join("draughtsman.db"),
        Sync::Normal,
        features::FEATURES.tables(),
    )
    .expect("the database opens");
    let lost = lost(&mut store, &tables);
    let boards = boards(&discord, &tables);
    measured.held_up +=
        discord.world(|world| world.seen.iter().filter(|it| it.status == 429).count());
    report(plan, &measured, &tables, took, back, moves, grown, &boards, lost);
    let sound = lost == 0 && measured.wrong == 0 && boards.iter().all(|it| *it <= 1);
    std::process::exit(i32::from(!sound));
}

/// The same two people of a server begin one match after the other.
const PINGS: (&str, &str) = ("DRAUGHTSMAN_PINGS_AN_HOUR", "1000000");

/// Starts the program, also on Matrix if the environment has an account.
fn begin(discord: &Discord, folder: &Path) -> Program {
    let account: Vec<(String, String)> =
        std::env::vars().filter(|(name, _)| name.starts_with("MATRIX_")).collect();
    let account = account.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let variables: Vec<(&str, &str)> = account.chain([PINGS]).collect();
    Program::start_with(discord, folder, &variables)
}

/// Presses at the planned rate until a point in time. `watch` is called every second or two.
fn play(
    discord: &Discord,
    tables: &mut [Table],
    plan: &Plan,
    until: Instant,
    measured: &mut Measured,
    mut watch: impl FnMut(&mut Measured),
) {
    let pause = Duration::from_secs_f64(1.0 / plan.moves);
    let mut due = Instant::now();
    let mut next = 0;
    for round in 1_u64.. {
        if until <= Instant::now() {
            break;
        }
        // Take the next free table. If all wait for answers, nobody presses.
        for _ in 0..tables.len() {
            let table = &mut tables[next % plan.servers as usize];
            next += 1;
            match table.answered(discord) {
                Pressed::Answered(took) => measured.answers.push(took.as_secs_f64() * 1000.0),
                Pressed::Lost => measured.unanswered += 1,
                Pressed::Waits => continue,
                Pressed::Nothing => {}
            }
            if table.press(discord) {
                break;
            }
        }
        if round % 50 == 0 {
            tidy(discord, measured);
            watch(measured);
        }
        due += pause;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}

/// Waits for the pending answers, and until nothing was asked of Discord for `quiet` seconds; for at most ten times as long.
fn settle(discord: &Discord, tables: &mut [Table], measured: &mut Measured, quiet: u64) {
    let end = Instant::now() + Duration::from_secs(quiet * 10);
    while Instant::now() < end {
        let mut waits = false;
        for table in tables.iter_mut() {
            match table.answered(discord) {
                Pressed::Answered(took) => measured.answers.push(took.as_secs_f64() * 1000.0),
                Pressed::Waits => waits = true,
                Pressed::Lost | Pressed::Nothing => {}
            }
        }
        if !waits
            && discord.world(|world| {
                world.seen.last().is_none_or(|seen| quiet < seen.at.elapsed().as_secs())
            })
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    tidy(discord, measured);
}

/// Counts results, then frees the memory that the local Discord uses for them.
fn tidy(discord: &Discord, measured: &mut Measured) {
    discord.world(|world| {
        measured.held_up += world.seen.iter().filter(|it| it.status == 429).count();
        let newest = world.seen.pop();
        world.seen.clear();
        world.seen.extend(newest);
        for fault in world.wrong.drain(..) {
            if fault.starts_with("the first answer came after") {
                measured.late += 1;
                continue;
            }
            measured.wrong += 1;
            eprintln!("against Discord's rules: {fault}");
        }
        // Their names stay: the bot knows a message by them that it sent before it was killed.
        for (_, bytes) in world.messages.iter_mut().flat_map(|it| &mut it.files) {
            *bytes = Vec::new();
        }
        // Long enough that each server has had another turn.
        world
            .interactions
            .retain(|_, interaction| interaction.sent.elapsed() < Duration::from_secs(300));
    });
}

/// Counts the steps that boards have shown but that aren't in the database.
fn lost(store: &mut Store, tables: &[Table]) -> usize {
    let mut kept = |of: i64| {
        let steps = store.transaction::<_, StoreError>(|tx| tx.all_steps(MatchId(of)));
        steps.map_or(0, |steps| steps.len().saturating_sub(1))
    };
    tables
        .iter()
        .flat_map(|it| &it.matches)
        .map(|&(of, moves)| moves.saturating_sub(kept(of)))
        .sum()
}

/// Counts the boards that offer moves on each server. Where there is more than one, prints them.
fn boards(discord: &Discord, tables: &[Table]) -> Vec<usize> {
    let all: Vec<_> = tables.iter().map(|it| it.standing(discord)).collect();
    for board in all.iter().filter(|boards| 1 < boards.len()).flatten() {
        let first = board.content().lines().next().unwrap_or_default().to_owned();
        eprintln!("{} of {}, {} changes: {first}", board.id, board.channel, board.changes);
    }
    all.iter().map(Vec::len).collect()
}

#[expect(clippy::too_many_arguments, reason = "each is one line of the page")]
fn report(
    plan: &Plan,
    measured: &Measured,
    tables: &[Table],
    took: Duration,
    back: Duration,
    moves: usize,
    grown: u64,
    boards: &[usize],
    lost: usize,
) {
    let Measured { answers, held_up, wrong, late, unanswered, memory, processor } = measured;
    let mut answers = answers.clone();
    answers.sort_by(f64::total_cmp);
    let at = |share: f64| {
        answers.get((answers.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN)
    };
    let matches: usize = tables.iter().map(|it| it.matches.len()).sum();
    let each = |what: f64, of: usize| what / of.max(1) as f64;
    println!("servers              {}", plan.servers);
    println!("minds at work        {}", plan.minds);
    println!("time                 {:.1} min", took.as_secs_f64() / 60.0);
    println!("matches              {matches}");
    println!("presses answered     {}", answers.len());
    println!("steps                {moves}, {:.1} a second", moves as f64 / took.as_secs_f64());
    println!("answer, half         {:.1} ms", at(0.5));
    println!("answer, 99 of 100    {:.1} ms", at(0.99));
    println!("answer, longest      {:.1} ms", answers.last().copied().unwrap_or(f64::NAN));
    println!("429s                 {held_up}");
    println!("against the rules    {wrong}");
    println!("answered too late    {late} (after Discord's three seconds)");
    println!("presses unanswered   {unanswered} (cut off by the kill, or over a minute)");
    println!("back after the kill  {:.1} s", back.as_secs_f64());
    println!("steps lost           {lost}");
    let with = |fits: fn(&usize) -> bool| boards.iter().filter(|it| fits(it)).count();
    println!(
        "boards standing      one on {} servers, none on {} (the match is over), more on {}",
        with(|it| *it == 1),
        with(|it| *it == 0),
        with(|it| 1 < *it)
    );
    println!("memory, most         {memory:.0} MB");
    println!("processor a press    {:.1} ms", each(processor * 1000.0, answers.len()));
    println!("database a step      {:.0} bytes", each(grown as f64, moves));
}

fn size(folder: &Path) -> u64 {
    ["draughtsman.db", "draughtsman.db-wal"]
        .iter()
        .map(|file| fs::metadata(folder.join(file)).map_or(0, |it| it.len()))
        .sum()
}

/// Returns the memory a process uses, in megabytes; 0 if unknown.
fn memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
