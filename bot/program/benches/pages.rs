//! The cost of pages of a shared match: boards a second compared with a bare axum server of the same bytes, and the memory of viewers.
//! The servers are separate processes, so that only their processor time and memory are counted.
use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use axum::{Router, http::header, routing::get};
use config::Web;
use delivery::chat_access::ChatAccess;
use model::ids::Chat;
use service::{PersonName, Queue, RandomSource, Request, Service};
use store::{Store, Sync, peers::Peers};
use tokio::sync::watch;

/// Connections that ask for boards at the same time.
const CLIENTS: usize = 8;
/// The viewers.
const LISTENERS: usize = 1000;
/// Clients of each kind that are slow.
const SLOW: usize = 100;
/// Steps of the match.
const STEPS: usize = 60;

fn main() {
    match env::var("SERVES").as_deref() {
        Ok("pages") => pages(),
        Ok("bare") => bare(),
        _ => measure(),
    }
}

/// A server, ended when it is dropped.
struct Served {
    child: Child,
    at: SocketAddr,
    /// The path of the match.
    path: String,
}

impl Served {
    fn start(what: &str) -> Served {
        let program = env::current_exe().expect("this program");
        let mut child =
            Command::new(program).env("SERVES", what).stdout(Stdio::piped()).spawn().expect(what);
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("its address");
        let (at, path) = line.trim().split_once(' ').expect("an address and a path");
        let at: SocketAddr = at.parse().expect("an address");
        // It says where it will listen before it listens.
        while TcpStream::connect(at).is_err() {
            thread::yield_now();
        }
        Served { at, path: path.to_owned(), child }
    }

    /// Returns the processor time it has taken so far.
    fn processor(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("Linux");
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let ticks =
            rest.split_whitespace().skip(11).take(2).map(|number| number.parse::<u64>().unwrap());
        Duration::from_millis(10 * ticks.sum::<u64>())
    }

    /// Returns the memory it has now, in kilobytes.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Serves the pages of a match, until it is killed.
fn pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("x.db"), Sync::Normal, features::FEATURES.tables())
        .expect("a database");
    let mut service = Service::new(store, RandomSource::Repeatable(1), &features::FEATURES);
    let listen = free_address();
    let address = "https://games.example".to_owned();
    service.share_at(Some(address.clone()));
    let path = play(&mut service, &address);
    println!("{listen} {path}");
    let (queue, _closed) = Queue::open(service);
    let (_stop, stop) = watch::channel(false);
    let way = ChatAccess {
        peers: Peers::alone(),
        queue,
        painter: Default::default(),
        stop,
        database: folder.path().join("x.db"),
    };
    let address = Some(address);
    let settings = Web { listen: Some(listen), address, behind_proxy: true, ..Web::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(web::serve_pages(settings, way));
}

/// Serves a board of the same size from memory, until it is killed.
fn bare() {
    let painter = render::Painter::new();
    let scene = content::examples::scene("trapdoor-minute").expect("a scene");
    let bytes = axum::body::Bytes::from(painter.png(&scene, render::Theme::Light));
    let listen = free_address();
    println!("{listen} /board");
    let board = move || async move { ([(header::CONTENT_TYPE, "image/png")], bytes) };
    let app = Router::new().route("/board", get(board));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let listener = tokio::net::TcpListener::bind(listen).await.expect("an address");
        axum::serve(listener, app).await.expect("it serves");
    });
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a free port")
}

/// Plays a match and shares it; returns its path.
fn play(service: &mut Service, address: &str) -> String {
    let mentioned: Vec<PersonName> = ["ann", "bob"].map(PersonName::plain).into();
    let say = |service: &mut Service, who: &str, words: &str| {
        let request =
            Request::typed(Chat::Console, "r", who, features::FEATURES.commands().read(words));
        service.handle(&Request { mentioned: mentioned.clone(), ..request })
    };
    say(service, "ann", "challenge @bob trapdoor side=black unrated");
    say(service, "bob", "accept");
    for nth in 0..STEPS {
        for who in ["ann", "bob"] {
            let offers = service.offers(Chat::Console, "r", who, None).expect("the choices");
            let words = offers.into_iter().next().map_or(Vec::new(), |it| it.words);
            if let Some(words) = words.get(nth * 7919 % words.len().max(1)) {
                say(service, who, &format!("play #1 {words}"));
            }
        }
    }
    let replies = say(service, "ann", "share #1");
    let said: String = replies.iter().map(|outgoing| outgoing.reply.text.bare()).collect();
    let (_, path) = said.split_once(address).expect("the address of the match");
    path.split_whitespace().next().expect("a path").to_owned()
}

/// Sends a request as if through a proxy, and returns the size of the answer in bytes.
fn ask(stream: &mut BufReader<TcpStream>, path: &str, from: usize) -> usize {
    let (high, low) = (from / 250 % 250, from % 250);
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: games.example\r\nX-Forwarded-For: 10.1.{high}.{low}\r\n\r\n"
    );
    stream.get_mut().write_all(head.as_bytes()).expect("it is sent");
    let mut length = 0;
    let mut line = String::new();
    loop {
        line.clear();
        stream.read_line(&mut line).expect("a head");
        if line.starts_with("HTTP/") {
            assert!(line.contains(" 200 "), "{line}");
        }
        if let Some(said) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = said.trim().parse().expect("a length");
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("a body");
    length
}

/// Asks a server for boards as fast as it answers; returns how many, the elapsed time, its processor time, and the bytes of one board.
fn boards(
    served: &Served,
    path: impl Fn(usize) -> String + std::marker::Sync,
    each: usize,
) -> (usize, Duration, Duration, usize) {
    let (before, began) = (served.processor(), Instant::now());
    let bytes = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let path = &path;
                scope.spawn(move || {
                    let stream = TcpStream::connect(served.at).expect("a connection");
                    let mut stream = BufReader::new(stream);
                    let all = (0..each).map(|nth| {
                        let n = client * each + nth;
                        ask(&mut stream, &path(n), n)
                    });
                    all.sum::<usize>()
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("a client")).sum::<usize>()
    });
    let all = CLIENTS * each;
    (all, began.elapsed(), served.processor() - before, bytes / all)
}

/// Opens slow connections: `each` that send half a request, and `each` that request a film and read nothing.
fn slow_clients(served: &Served, each: usize) -> Vec<TcpStream> {
    let open = |line: &str, from: usize| {
        let mut stream = TcpStream::connect(served.at).expect("a connection");
        let head = format!(
            "GET {}/{line} HTTP/1.1\r\nHost: games.example\r\nX-Forwarded-For: 10.3.{}.{}\r\n",
            served.path,
            from / 250,
            from % 250
        );
        stream.write_all(head.as_bytes()).expect("it is sent");
        stream
    };
    let halves = (0..each).map(|nth| open("board.png", nth));
    let unread = (0..each).map(|nth| {
        let mut stream = open("film.gif", nth);
        stream.write_all(b"\r\n").expect("it is sent");
        stream
    });
    halves.chain(unread).collect()
}

fn measure() {
    // `cargo test --benches` only asks whether it runs.
    let whole = env::args().any(|it| it == "--bench");
    if whole && !Path::new("/proc/self/stat").exists() {
        println!("processor time and memory are read from /proc, which is not here");
        return;
    }
    let each = if whole { 500 } else { 2 };
    let (served, bare) = (Served::start("pages"), Served::start("bare"));
    let board = |n: usize| format!("{}/board.png?step={}", served.path, n % STEPS);
    // Each board is drawn once before the measurement.
    boards(&served, board, 1);
    let line = |what: &str, (all, took, processor, bytes): (usize, Duration, Duration, usize)| {
        let each = processor.as_secs_f64() * 1000.0 / all as f64;
        println!(
            "{what}: {:.0} a second beside their clients, {each:.2} ms of processor each, so {:.0} a second on two cores; {bytes} bytes",
            all as f64 / took.as_secs_f64(),
            2000.0 / each.max(0.001),
        );
        each
    };
    let own = line("boards of a match", boards(&served, board, each));
    let least = line("the same from memory, bare axum", boards(&bare, |_| bare.path.clone(), each));
    println!("a board takes {:.1} times a bare answer", own / least.max(0.001));

    let slow = slow_clients(&served, if whole { SLOW } else { 4 });
    let beside = line("beside slow clients", boards(&served, board, each));
    println!("{} slow clients: {:.2} times the processor a board", slow.len(), beside / own);
    drop(slow);

    let listeners = if whole { LISTENERS } else { 10 };
    let before = served.memory();
    let open: Vec<BufReader<TcpStream>> = (0..listeners)
        .map(|nth| {
            let mut stream = BufReader::new(TcpStream::connect(served.at).expect("a connection"));
            let head = format!(
                "GET {}/events HTTP/1.1\r\nHost: games.example\r\nX-Forwarded-For: 10.2.{}.{}\r\n\r\n",
                served.path,
                nth / 250,
                nth % 250
            );
            stream.get_mut().write_all(head.as_bytes()).expect("it is sent");
            let first = stream.by_ref().lines().map_while(Result::ok).find(|it| it.starts_with("data:"));
            assert!(first.is_some(), "the progress of the match");
            stream
        })
        .collect();
    let grown = served.memory().saturating_sub(before);
    println!(
        "{} look on: {:.1} MB, {:.1} kB each",
        open.len(),
        grown as f64 / 1000.0,
        grown as f64 / open.len() as f64
    );
}
