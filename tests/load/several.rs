//! Several processes on one PostgreSQL database: one after the other is killed or started anew while people play. What was answered must
//! be there, once, and the ratings must be what the results give.
use std::{
    path::Path,
    time::{Duration, Instant},
};

use service::{RandomSource, Service};
use store::{Database, Sync, trial_database};

use crate::{
    Measured, PINGS, Plan, boards, lost, memory, play, processor, server::Program, settle, size,
    table::Table, world::Discord,
};

/// The processes, each with its folder.
pub(crate) struct Processes<'a> {
    discord: &'a Discord,
    folder: &'a Path,
    address: String,
    all: Vec<Program>,
    /// Which is next to be killed or started anew.
    next: usize,
    killed: usize,
    restarted: usize,
}

impl<'a> Processes<'a> {
    fn start(discord: &'a Discord, folder: &'a Path, count: u64, address: String) -> Processes<'a> {
        let mut them = Processes {
            discord,
            folder,
            address,
            all: Vec::new(),
            next: 0,
            killed: 0,
            restarted: 0,
        };
        for number in 0..count {
            let program = them.spawn(number as usize);
            them.all.push(program);
        }
        discord.wait("every shard is connected", |world| {
            let connected = world.lines.len() as u64 == count && !world.commands.is_empty();
            connected.then_some(())
        });
        them
    }

    fn spawn(&self, number: usize) -> Program {
        let folder = self.folder.join(number.to_string());
        std::fs::create_dir_all(&folder).expect("a folder");
        let variables = [("DRAUGHTSMAN_DATABASE", self.address.as_str()), PINGS];
        Program::spawn(self.discord, &folder, &variables)
    }

    fn next(&mut self) -> usize {
        self.next = (self.next + 1) % self.all.len();
        self.next
    }

    /// Kills one without warning and starts it again.
    fn kill(&mut self, measured: &mut Measured) {
        let at = self.next();
        let dead = self.all.remove(at);
        measured.processor += processor(dead.id());
        dead.kill();
        self.killed += 1;
        let program = self.spawn(at);
        self.all.insert(at, program);
    }

    /// Tells one to end, once another has begun in its place.
    fn restart(&mut self, measured: &mut Measured) {
        let at = self.next();
        let program = self.spawn(at);
        let old = std::mem::replace(&mut self.all[at], program);
        measured.processor += processor(old.id());
        self.restarted += 1;
        std::thread::spawn(move || assert!(old.terminate(), "a process ends in order"));
    }
}

/// How many seconds of silence are longer than a lease.
const QUIET: u64 = 15;

pub(crate) fn run(plan: &Plan) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let database = trial_database(&path).expect("a database");
    assert!(
        matches!(database, Database::Server(_)),
        "several processes need PostgreSQL: `tests/load/run --processes 3` starts a server"
    );
    let server = std::env::var("TEST_POSTGRES").expect("a server");
    let shown = database.to_string();
    let name = shown.rsplit('/').next().expect("a database");
    let address = format!("{}/{name}", server.trim_end_matches('/'));
    let discord = Discord::start();
    discord.world(|world| {
        world.limited = true;
        world.shards = plan.processes as u32;
    });
    let mut processes = Processes::start(&discord, folder.path(), plan.processes, address);
    let mut tables: Vec<Table> =
        (0..plan.servers).map(|it| Table::open(&discord, it, true)).collect();
    let mut measured = Measured::default();
    let began = Instant::now();
    let (mut kill, mut restart) = (began, began);
    let due = |last: &mut Instant, every: f64| {
        let is_due = every != 0.0 && every <= last.elapsed().as_secs_f64();
        if is_due {
            *last = Instant::now();
        }
        is_due
    };
    let until = began + Duration::from_secs_f64(plan.minutes * 60.0);
    play(&discord, &mut tables, plan, until, &mut measured, |measured| {
        let used = processes.all.iter().map(|process| memory(process.id()));
        measured.memory = measured.memory.max(used.fold(0.0, f64::max));
        if due(&mut kill, plan.kills) {
            processes.kill(measured);
        }
        if due(&mut restart, plan.restarts) {
            processes.restart(measured);
        }
    });
    // What a process that was killed last has left is delivered once its leases have lapsed.
    settle(&discord, &mut tables, &mut measured, QUIET);
    for table in &mut tables {
        table.forget_press(&discord);
    }
    let took = began.elapsed();
    let Processes { all, killed, restarted, .. } = processes;
    measured.processor += all.iter().map(|process| processor(process.id())).sum::<f64>();
    let in_order = all.into_iter().map(Program::terminate).collect::<Vec<bool>>();
    assert!(in_order.iter().all(|it| *it), "the processes end in order");
    let mut store = database
        .open_existing(Sync::Normal, features::FEATURES.tables())
        .expect("the database opens");
    let lost = lost(&mut store, &tables);
    let recount = Service::new(store, RandomSource::System, &features::FEATURES)
        .recount(false)
        .expect("a recount");
    let boards = boards(&discord, &tables);
    let moves: usize = tables.iter().flat_map(|it| &it.matches).map(|it| it.1).sum();
    println!(
        "processes            {}, killed {killed} times, started anew {restarted} times",
        plan.processes
    );
    println!(
        "ratings              {} of {} matches, {} differ",
        recount.ratings,
        recount.matches,
        recount.differ.len()
    );
    let grown = size(folder.path());
    crate::report(plan, &measured, &tables, took, Duration::ZERO, moves, grown, &boards, lost);
    // Without kills every press is answered in time.
    let failed = if killed == 0 { measured.late + measured.unanswered } else { 0 };
    let twice = boards.iter().filter(|it| 1 < **it).count();
    let sound = [lost, measured.wrong, recount.differ.len(), twice, failed] == [0; 5];
    std::process::exit(i32::from(!sound));
}
