//! Who can reach the room in a browser, by which address, and what browsers keep.
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
};

use crate::{
    program::{program, run, text, with_database},
    web::Server,
};

/// Opens a room with a token from the environment; returns the line that says where it is.
fn opened(folder: &Path, listen: &str) -> String {
    let mut child = program(folder)
        .args(with_database(folder, &["web", "--listen", listen, "--db", "web.db"]))
        .env("DRAUGHTSMAN_WEB_TOKEN", "ijklmnop12345678")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    child.kill().unwrap();
    child.wait().unwrap();
    line
}

#[test]
fn another_address_wants_a_token_and_the_token_stands_in_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let refused = run(folder.path(), ["web", "--listen", "0.0.0.0:0", "--db", "a.db"]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("--token"), "{refused:?}");
    let token = "abcdefgh12345678";
    let server = Server::open(folder.path(), &["--token", token]);
    assert_eq!(server.base, format!("/{token}"));
    assert!(server.page().contains("Draughtsman"));
    for path in ["/", "/choices", "/abcdefgh12345679/"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // Files that hold no secret are the same for everybody.
    for file in ["style.css", "board.js", "dice.js", "icon.svg"] {
        assert_eq!(server.get(&format!("/web/{file}")).status, 200, "{file}");
        assert_eq!(server.get(&format!("/{token}/{file}")).status, 404, "{file}");
    }
    assert!(server.page().contains("src=\"../web/board.js\""));
}

#[test]
fn the_token_comes_from_a_file_or_the_environment_where_nobody_else_sees_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("word");
    std::fs::write(&file, "abcdefgh12345678\n").unwrap();
    let named = file.to_str().unwrap();
    let server = Server::open(folder.path(), &["--token-file", named]);
    assert_eq!(server.base, "/abcdefgh12345678");
    drop(server);
    std::fs::write(&file, "\n").unwrap();
    for odd in [named, "nowhere"] {
        let done = run(folder.path(), ["web", "--token-file", odd, "--db", "a.db"]);
        assert!(!done.status.success(), "{done:?}");
        assert!(text(&done.stderr).contains("the token in"), "{done:?}");
    }
    let line = opened(folder.path(), "127.0.0.1:0");
    assert!(line.contains("/ijklmnop12345678/"), "{line}");
}

#[test]
fn a_room_for_other_machines_says_an_address_that_they_can_use() {
    let folder = tempfile::tempdir().unwrap();
    let line = opened(folder.path(), "0.0.0.0:0");
    assert!(line.contains("http://") && !line.contains("0.0.0.0"), "{line}");
}

#[test]
fn an_address_that_another_site_made_chooses_no_speaker() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    // With only one name a browser has no choice.
    server.say("Mallory", "");
    server.say("Ann", "");
    let named = |headers: &[(&str, &str)]| {
        server.send("GET", "/?name=Mallory", headers, "").text().contains("Mallory")
    };
    assert!(!named(&[]) && !named(&[("Sec-Fetch-Site", "none")]));
    let navigates = ("Sec-Fetch-Mode", "navigate");
    assert!(!named(&[("Sec-Fetch-Site", "cross-site"), navigates]));
    // After a form was sent, without scripts.
    assert!(named(&[("Sec-Fetch-Site", "same-origin"), navigates]));
    let referer = format!("http://{}/", server.host);
    assert!(named(&[("Referer", &referer)]));
}

#[test]
fn what_is_said_in_the_room_is_kept_in_no_cache() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.say("Ann", "export #1");
    let page = server.page();
    let (_, rest) = page.split_once("href=\"file/").expect("a file");
    let file = format!("/file/{}", rest.split('"').next().unwrap_or_default());
    for path in ["/", "/choices", &file, "/file/99999"] {
        let answer = server.get(path);
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[test]
fn a_path_that_cannot_be_read_leads_nowhere_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let unknown = server.get(&format!("/m/{}", "0".repeat(32)));
    assert!(unknown.text().contains("There is nothing at this address"), "{unknown:?}");
    for odd in ["/m/%ff", "/s/%ff", "/m/%ff/review", "/file/%ff", "/picture/%ff/x.png"] {
        let answer = server.get(odd);
        assert_eq!((answer.status, answer.body), (404, unknown.body.clone()), "{odd}");
    }
}

#[test]
fn the_address_of_a_shared_match_can_be_clicked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.say("Ann", "share #1");
    let address = format!("http://{}{}", server.host, server.shared().expect("an address"));
    let link = format!("<a href=\"{address}\">{address}</a>");
    assert!(server.page().contains(&link), "{link}");
}

#[test]
fn another_site_gets_nothing_from_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    for headers in [
        [form, ("Origin", "https://example.org")],
        [form, ("Sec-Fetch-Site", "cross-site")],
        [form, ("Host", "example.org")],
    ] {
        let answer = server.send("POST", "/say", &headers, "name=Eve&words=help");
        assert_eq!(answer.status, 403, "{headers:?}");
    }
    assert!(!server.page().contains("Eve"));
}

#[test]
fn who_has_said_no_name_looks_on_and_an_endless_line_is_shown_to_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let refused = server.say("", "practice draughts 1");
    assert!(refused.contains("Say who you are"), "{refused}");
    assert_eq!(server.step(), None);
    server.say("Eve", "practice draughts 1 side=first");
    assert!(server.step().is_some(), "a name is enough");
    let refused = server.say("Eve", &"x".repeat(20_000));
    assert!(refused.contains("too long"), "{refused}");
    assert!(!server.page().contains("xxxxx"));
}

#[test]
fn a_name_stays_with_its_browser_over_a_restart_and_the_host_can_free_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.say("Ann", "help");
    let server = server.again(folder.path());
    assert!(!server.say("Ann", "help").contains("plays in another browser"));
    let cookie = server.cookie.take();
    let refused = server.say("Ann", "help");
    assert!(refused.contains("plays in another browser"), "{refused}");
    assert_ne!(cookie, "");
    drop(server);
    let server = Server::open(folder.path(), &["--free-names"]);
    assert!(!server.say("Ann", "help").contains("plays in another browser"));
}

#[test]
fn the_address_of_ones_boards_is_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::open(folder.path(), &[]);
    let mut told = Vec::new();
    for _ in 0..2 {
        server = server.again(folder.path());
        let answer = server.say("Ann", "link board");
        let (_, key) = answer.split_once("/p/").unwrap_or_else(|| panic!("{answer}"));
        let path = format!("/p/{}/", &key[..32]);
        assert_eq!(server.get(&path).status, 200);
        told.push(path);
    }
    assert_eq!(told[0], told[1]);
}
