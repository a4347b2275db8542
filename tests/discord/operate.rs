//! The program as a service: what it tells systemd, what its pages show while Discord fails and returns, and `check`.
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::net::UnixDatagram,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    people::ANN,
    server::Program,
    world::{Discord, GUILD},
};

/// The most time for what must happen, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// Returns an unused address.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Fetches a page; none if nobody listens.
fn page(address: &str, path: &str) -> Option<String> {
    let mut line = TcpStream::connect(address).ok()?;
    write!(line, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").ok()?;
    let mut all = String::new();
    line.read_to_string(&mut all).ok()?;
    Some(all)
}

#[track_caller]
fn wait_for_page(address: &str, path: &str, fits: impl Fn(&str) -> bool) -> String {
    let end = Instant::now() + PATIENCE;
    let mut last = String::new();
    while Instant::now() < end {
        last = page(address, path).unwrap_or_default();
        if fits(&last) {
            return last;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{path} does not become what is wanted: {last}");
}

#[test]
fn the_manager_is_told_when_it_stands_that_it_lives_and_that_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let told = UnixDatagram::bind(&path).unwrap();
    told.set_read_timeout(Some(PATIENCE)).unwrap();
    let next = || {
        let mut said = [0; 512];
        let long = told.recv(&mut said).expect("the manager is told");
        String::from_utf8_lossy(&said[..long]).into_owned()
    };
    let until = |what: &str| {
        let mut all = Vec::new();
        while !all.last().is_some_and(|lines: &String| lines.lines().any(|line| line == what)) {
            all.push(next());
        }
        all
    };
    let discord = Discord::start();
    // Discord fails at first.
    discord.fail("GET", "/gateway/bot", 1, 500, Value::Null);
    let socket = path.to_str().unwrap();
    let program = Program::spawn(&discord, folder.path(), &[("NOTIFY_SOCKET", socket)]);
    let before = until("READY=1");
    assert!(before.iter().any(|it| it.contains("STATUS=waiting for discord")), "{before:?}");
    assert_eq!(discord.world(|it| it.greetings.len()), 1, "it stands when Discord has answered");
    until("WATCHDOG=1");
    assert!(program.terminate());
    until("STOPPING=1");
}

#[test]
fn the_pages_follow_the_connection_and_what_is_asked() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let address = free_address();
    let program =
        Program::spawn(&discord, folder.path(), &[("DRAUGHTSMAN_OPERATE__LISTEN", &address)]);
    wait_for_page(&address, "/healthz", |it| it.starts_with("HTTP/1.1 200"));
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let asked = "draughtsman_requests_total{chat=\"discord\",command=\"games\"} 1\n";
    wait_for_page(&address, "/metrics", |it| it.contains(asked));

    let body = json!({ "message": "wait", "retry_after": 0.05, "global": false });
    discord.fail("POST", "/callback", 1, 429, body);
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let held_up = "draughtsman_held_up_total{chat=\"discord\"} 1\n";
    wait_for_page(&address, "/metrics", |it| it.contains(held_up));

    assert!(page(&address, "/metrics").unwrap().contains("reconnects_total{chat=\"discord\"} 0\n"));
    discord.world(|world| world.lines.last_mut().expect("a connection").close(1001));
    let anew = "draughtsman_reconnects_total{chat=\"discord\"} 1\n";
    wait_for_page(&address, "/metrics", |it| it.contains(anew));

    for path in ["/", "/metrics"] {
        let page = page(&address, path).unwrap();
        // A figure may contain the digits of an id by chance.
        let tells = |page: &str| page == GUILD.to_string() || page.contains("ann");
        let words = page.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
        assert_eq!(words.filter(|it| tells(it)).collect::<Vec<_>>(), [""; 0], "{path}");
    }
    assert!(program.terminate());
}

#[test]
fn the_database_is_copied_by_the_clock_and_a_failed_copy_is_counted() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let address = free_address();
    // A file where a folder is expected.
    let copies = folder.path().join("copies");
    std::fs::write(&copies, "").unwrap();
    let variables = [
        ("DRAUGHTSMAN_OPERATE__LISTEN", address.as_str()),
        ("DRAUGHTSMAN_BACKUP__EVERY", "1d"),
        ("DRAUGHTSMAN_BACKUP__FOLDER", copies.to_str().unwrap()),
    ];
    let program = Program::spawn(&discord, folder.path(), &variables);
    let failed = "draughtsman_failed_backups_total 1\n";
    wait_for_page(&address, "/metrics", |page| page.contains(failed));
    assert!(program.terminate());

    std::fs::remove_file(&copies).unwrap();
    let program = Program::spawn(&discord, folder.path(), &variables);
    let made = || std::fs::read_dir(&copies).into_iter().flatten().count();
    let end = Instant::now() + PATIENCE;
    while made() == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(program.terminate());
    let copy = std::fs::read_dir(&copies).unwrap().next().unwrap().unwrap().path();
    assert_eq!(made(), 1);
    store::Database::from(copy.as_path()).examine(features::FEATURES.tables()).unwrap();
}

#[test]
fn a_check_asks_discord_for_the_token_and_the_permissions() {
    let (discord, folder) = (Discord::start(), tempfile::tempdir().unwrap());
    let (code, says) = Program::check(&discord, folder.path());
    assert!(
        code == Some(0) && says.contains("ok      Discord: the token belongs to draughtsman"),
        "{says}"
    );
    // View channels, send messages, read history, and nothing else.
    discord.world(|world| world.permissions = (1 << 10) | (1 << 11) | (1 << 16));
    let (code, says) = Program::check(&discord, folder.path());
    assert_eq!(code, Some(1));
    assert!(says.contains("\"a server\" withholds") && says.contains("ATTACH_FILES"), "{says}");
    discord.fail("GET", "/users/@me", 1, 401, json!({ "message": "401: Unauthorized", "code": 0 }));
    let (code, says) = Program::check(&discord, folder.path());
    assert!(code == Some(1) && says.contains("rejects the token"), "{says}");
    assert!(!folder.path().join("draughtsman.db").exists());
}
