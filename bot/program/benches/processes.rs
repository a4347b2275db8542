//! How many moves a second one and several processes store, on SQLite and on PostgreSQL, beside bare transactions of the same rows, and
//! what it costs if all play in one room. `tests/postgres/run -- cargo bench --bench processes` starts it with a server.
use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use model::ids::{Chat, RoomId};
use service::{PersonName, RandomSource, Request, Service};
use store::{Database, Store, StoreError, Sync, trial_database};

/// How long each figure is measured.
const LONG: Duration = Duration::from_secs(5);

/// What a process does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Plays in a room of its own.
    Apart,
    /// Plays in the room where all play.
    Together,
    /// Stores and deletes as many rows as a move, without the service.
    Bare,
}

impl Work {
    const ALL: [(Work, &'static str); 3] =
        [(Work::Apart, "apart"), (Work::Together, "together"), (Work::Bare, "bare")];

    fn name(self) -> &'static str {
        Work::ALL.iter().find(|it| it.0 == self).expect("it is one of them").1
    }
}

/// Plays matches endlessly: each call sends something legal, or starts the next match.
struct Talk {
    service: Service,
    room: String,
    people: [String; 2],
    next: Option<(String, String)>,
    turns: usize,
}

impl Talk {
    fn request(&self, who: &str, words: &str) -> Request {
        let mentioned = self.people.iter().map(|name| PersonName::plain(name)).collect();
        Request {
            mentioned,
            ..Request::typed(
                Chat::Console,
                &self.room,
                who,
                features::FEATURES.commands().read(words),
            )
        }
    }

    fn say(&mut self) {
        let [ann, bob] = self.people.clone();
        let (who, words) = match self.next.take() {
            Some(next) => next,
            None => {
                let offer =
                    self.request(&ann, &format!("challenge @{bob} trapdoor side=black unrated"));
                let offered = self.service.handle(&offer);
                let menu = offered[0].reply.menu.as_ref();
                let menu = menu.unwrap_or_else(|| panic!("no offer: {offered:?}"));
                (bob.clone(), menu.choices[0].says.to_string())
            }
        };
        let said = self.request(&who, &words);
        let replies = self.service.handle(&said);
        let ids: Vec<_> = replies.iter().filter_map(|it| it.id).collect();
        self.service.delivered(&ids).expect("they are delivered");
        let turn = replies.iter().map(|it| &it.reply).find(|it| it.board.is_some());
        let turn = turn.unwrap_or_else(|| panic!("`{who}: {words}` was not played: {replies:?}"));
        let of = turn.board_of();
        self.turns += 1;
        self.next = [&ann, &bob].into_iter().find_map(|who| {
            let offers = self.service.offers(Chat::Console, &self.room, who, of).expect("offers");
            let words = offers.into_iter().next()?.words;
            let word = words.get(self.turns % words.len().max(1))?;
            Some((who.clone(), format!("play #{} {word}", of?)))
        });
    }
}

fn main() {
    let said: Vec<String> = env::args().skip(1).filter(|it| it != "--bench").collect();
    match &said[..] {
        [address, number, work] => {
            let work = Work::ALL.iter().find(|it| it.1 == work).expect("a kind of work").0;
            worker(address, number, work);
        }
        _ => report(),
    }
}

fn report() {
    println!("{:44} {:>10} {:>10} {:>10}", "", "a second", "half, ms", "99th, ms");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (name, work) in [("SQLite, one process", Work::Apart), ("SQLite, bare", Work::Bare)] {
        measure(name, &file(name), 1, work);
    }
    let Some(server) = env::var("TEST_POSTGRES").ok() else { return };
    for (name, count, work) in [
        ("PostgreSQL, one process", 1, Work::Apart),
        ("PostgreSQL, one, bare", 1, Work::Bare),
        ("PostgreSQL, four processes", 4, Work::Apart),
        ("PostgreSQL, four, all in one room", 4, Work::Together),
        ("PostgreSQL, four, bare", 4, Work::Bare),
    ] {
        let database = trial_database(&folder.path().join(name)).expect("a database");
        let shown = database.to_string();
        let name_there = shown.rsplit('/').next().expect("a name");
        measure(name, &format!("{}/{name_there}", server.trim_end_matches('/')), count, work);
    }
}

/// Runs processes on a database, and prints what all of them did.
fn measure(name: &str, address: &str, count: usize, work: Work) {
    let program = env::current_exe().expect("this program");
    let mut workers: Vec<Child> = (0..count)
        .map(|number| {
            Command::new(&program)
                .args([address, &number.to_string(), work.name()])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("a process")
        })
        .collect();
    let mut outs: Vec<_> = workers
        .iter_mut()
        .map(|worker| BufReader::new(worker.stdout.take().expect("its output")).lines())
        .collect();
    let mut line = |at: usize| outs[at].next().expect("a line").expect("text");
    for at in 0..count {
        assert_eq!(line(at), "ready");
    }
    // All begin together.
    for worker in &mut workers {
        worker.stdin.take().expect("its input").write_all(b"go\n").expect("it listens");
    }
    let mut times: Vec<f64> = Vec::new();
    for at in 0..count {
        times.extend(line(at).split(' ').map(|number| number.parse::<f64>().expect("a number")));
    }
    for worker in &mut workers {
        assert!(worker.wait().expect("it ends").success());
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    let rate = times.len() as f64 / LONG.as_secs_f64();
    println!("{name:44} {rate:10.0} {:10.2} {:10.2}", at(0.5), at(0.99));
}

fn worker(address: &str, number: &str, work: Work) {
    let database = Database::from(address.to_owned());
    let mut store =
        database.share(Sync::Normal, features::FEATURES.tables()).expect("the database");
    let room = match work {
        Work::Together => "hall".to_owned(),
        Work::Apart | Work::Bare => format!("room-{number}"),
    };
    let mut once: Box<dyn FnMut()> = match work {
        Work::Bare => {
            let room = store.transaction::<_, StoreError>(|tx| {
                Ok(tx.meet_room(Chat::Console, &room, "", "")?.id)
            });
            let room = room.expect("a room");
            let mut turn = 0;
            Box::new(move || bare(&mut store, room, number, &mut turn))
        }
        Work::Apart | Work::Together => {
            let people = ["ann", "bob"].map(|name| format!("{name}{number}"));
            // Two people begin all the matches of a room.
            let service = Service::new(store, RandomSource::Repeatable(1), &features::FEATURES)
                .with_pings(usize::MAX);
            let mut talk = Talk { service, room, people, next: None, turns: 0 };
            Box::new(move || talk.say())
        }
    };
    once();
    println!("ready");
    std::io::stdin().lock().read_line(&mut String::new()).expect("the beginning");
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < LONG {
        let since = Instant::now();
        once();
        times.push(format!("{:.3}", since.elapsed().as_secs_f64() * 1000.0));
    }
    println!("{}", times.join(" "));
}

/// Stores as many rows as a move does, and deletes the reply once it is delivered.
fn bare(store: &mut Store, room: RoomId, number: &str, turn: &mut u64) {
    let done = store.transaction::<_, StoreError>(|tx| {
        for _ in 0..4 {
            *turn += 1;
            tx.handle_once(Chat::Console, &format!("{number}/{turn}"), 0)?;
        }
        tx.post(Chat::Console, room, "{}", 0)
    });
    let id = done.expect("a commit");
    store.transaction::<_, StoreError>(|tx| tx.delivered(id)).expect("a commit");
}
