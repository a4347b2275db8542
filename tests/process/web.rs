//! The room and the pages of shared matches over HTTP.
use std::{
    cell::RefCell,
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Stdio},
    time::Duration,
};

use serde_json::Value;

use crate::program::{program, text, with_database};

/// The room, open to browsers.
pub(crate) struct Server {
    child: Child,
    /// Where it listens, as `127.0.0.1:1234`.
    pub(crate) host: String,
    /// The start of every path.
    pub(crate) base: String,
    /// The cookie of the browser that asks, once it has one.
    pub(crate) cookie: RefCell<String>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        text(&self.body)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines();
        let mut found = lines.filter_map(|it| it.split_once(": "));
        found.find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
    }
}

impl Server {
    pub(crate) fn open(folder: &Path, also: &[&str]) -> Server {
        let mut child = program(folder)
            .args(with_database(
                folder,
                &["web", "--listen", "127.0.0.1:0", "--seed", "11", "--db", "web.db"],
            ))
            .args(also)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let at = line.split("http://").nth(1).and_then(|part| part.split(' ').next());
        let at = at.unwrap_or_else(|| panic!("no address in `{line}`")).trim_end_matches('/');
        let (host, base) = at.split_once('/').unwrap_or((at, ""));
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        Server { child, host: host.to_owned(), base, cookie: RefCell::default() }
    }

    /// Closes the room and opens it again, for the same browser.
    pub(crate) fn again(self, folder: &Path) -> Server {
        let cookie = self.cookie.take();
        drop(self);
        let again = Server::open(folder, &[]);
        again.cookie.replace(cookie);
        again
    }

    /// Sends a request and reads the answer to its end.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut stream = self.begin(method, path, headers, body);
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("an answer");
        let split = all.windows(4).position(|it| it == b"\r\n\r\n").expect("a head");
        let head = text(&all[..split]);
        let given =
            head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        if let Some(cookie) = given {
            self.cookie.replace(cookie.to_owned());
        }
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let mut body = all[split + 4..].to_vec();
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Answer { status, head, body }
    }

    fn begin(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("the room listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|it| it.0 == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.host));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.cookie.borrow().is_empty() {
            head.push_str(&format!("Cookie: {}\r\n", self.cookie.borrow()));
        }
        write!(stream, "{head}\r\n{body}").expect("the room reads");
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    pub(crate) fn say(&self, name: &str, words: &str) -> String {
        let encoded =
            |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        // `also`: a browser that knows one of them already plays for both.
        let name = encoded(name);
        let body = format!("name={name}&also={name}&words={}&quiet=1", encoded(words));
        let form = [("Content-Type", "application/x-www-form-urlencoded")];
        let answer = self.send("POST", &format!("{}/say", self.base), &form, &body);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.text()
    }

    /// Returns the page with everything that was said.
    pub(crate) fn page(&self) -> String {
        let answer = self.get(&format!("{}/talk", self.base));
        assert_eq!(answer.status, 200);
        answer.text()
    }

    /// Begins a match of Ann and Bob.
    pub(crate) fn begin_match(&self, game: &str) {
        self.say("Ann", &format!("challenge @bob {game}"));
        self.say("Bob", "accept");
    }

    /// Returns the choices of a person, or of the player to move.
    pub(crate) fn choices(&self, name: &str) -> Value {
        let path = format!("/choices?name={name}");
        // As the page asks for them.
        let answer = self.send("GET", &path, &[("Sec-Fetch-Site", "same-origin")], "");
        serde_json::from_str(&answer.text()).expect("JSON")
    }

    /// Makes the first choice; none if nobody has to decide.
    pub(crate) fn step(&self) -> Option<String> {
        let choices = self.choices("");
        let first = choices.as_array()?.first()?;
        let words = first["words"].as_array()?.first()?.as_str()?.to_owned();
        self.say(first["who"].as_str()?, &words);
        Some(words)
    }

    /// Returns the path of the page under which a match was shared last.
    pub(crate) fn shared(&self) -> Option<String> {
        let page = self.page();
        let at = page.rfind("/m/")?;
        Some(
            page[at..]
                .chars()
                .take_while(|letter| letter.is_ascii_hexdigit() || "/m".contains(*letter))
                .collect(),
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|it| it == b"\r\n") {
        let size = usize::from_str_radix(text(&body[..end]).trim(), 16).expect("a size");
        let from = end + 2;
        out.extend_from_slice(&body[from..from + size]);
        if size == 0 {
            break;
        }
        body = &body[from + size + 2..];
    }
    out
}

/// Counts the boards that stand in the room: those that a link opens to play on.
pub(crate) fn boards(page: &str) -> usize {
    page.matches("href=\"match?of=").count() - page.matches("li><a href=\"match?of=").count()
}

#[test]
fn a_match_is_played_in_the_room_and_looks_as_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    let page = server.page();
    assert!(page.contains("alt=\""), "{page}");
    let picture = page.split("srcset=\"").nth(1).and_then(|part| part.split('"').next()).unwrap();
    let answer = server.get(&format!("/{picture}"));
    assert!(answer.status == 200 && answer.body.starts_with(b"\x89PNG"));
    assert!((server.step().is_some(), boards(&page)) == (true, 1));
    let page = server.page();
    assert_eq!(boards(&page), 1, "one board stands: {page}");
    let page = server.get("/match?of=1").text();
    assert!(page.contains("&quot;squares&quot;") || page.contains("\"squares\":{"), "{page}");
    let pressed = server.send(
        "POST",
        "/say",
        &[("Content-Type", "application/x-www-form-urlencoded")],
        "press=9999.0&quiet=1",
    );
    assert_eq!(pressed.status, 200);
    assert!(pressed.text().contains("out of date"), "{pressed:?}");
}

#[test]
fn hostile_words_are_shown_as_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let hostile = "<script>alert(1)</script>";
    server.say("Ann", hostile);
    server.say(hostile, "help");
    let own = [("Sec-Fetch-Site", "same-origin")];
    let answer = server.send("GET", "/talk?name=%22%3E%3Cscript%3E", &own, "");
    let page = answer.text();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    assert_eq!(page.matches("<script").count(), 1, "only the page's own: {page}");
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(answer.header("set-cookie"), None);
}

#[test]
fn a_shared_match_has_a_page_until_its_players_end_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("trapdoor");
    assert!(server.step().is_some());
    server.say("Ann", "share #1");
    let path = server.shared().expect("an address");
    assert_eq!(path.len(), "/m/".len() + 32);
    let page = server.get(&path);
    assert!(page.status == 200 && page.body.len() < 40_000, "{}", page.body.len());
    let html = page.text();
    for part in ["og:image", "og:description", "alt=\"", "aria-current=\"step\"", "?step=0"] {
        assert!(html.contains(part), "{part} is missing: {html}");
    }
    let tag = page.header("etag").unwrap();
    assert_eq!(server.send("GET", &path, &[("If-None-Match", tag)], "").status, 304);
    let board = server.get(&format!("{path}/board.png?step=0"));
    assert!(board.body.starts_with(b"\x89PNG"));
    let tag = board.header("etag").unwrap().to_owned();
    let again =
        server.send("GET", &format!("{path}/board.png?step=0"), &[("If-None-Match", &tag)], "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert!(server.get(&format!("{path}/film.gif")).body.starts_with(b"GIF"));
    assert!(server.get(&format!("{path}/dice")).text().contains("is still running"));

    let unknown = server.get(&format!("/m/{}", "0".repeat(32)));
    assert_eq!(server.get(&format!("{path}?step=99999")).body, unknown.body);
    server.say("Bob", "share #1 off");
    let gone = server.get(&path);
    assert_eq!((gone.status, &gone.body), (404, &unknown.body));
    assert_eq!(server.get(&format!("{path}/board.png")).body, unknown.body);
}

#[test]
fn whoever_looks_on_is_told_of_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.say("Ann", "share #1");
    let path = server.shared().expect("an address");
    let said = |at: &str| {
        let stream = server.begin("GET", &format!("{path}/events?at={at}"), &[], "");
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        move || lines.find(|it| it.starts_with("data:")).expect("news")
    };
    let at = || {
        let page = server.get(&path).text();
        let (_, rest) = page.split_once("data-at=\"")?;
        rest.split('"').next().map(str::to_owned)
    };
    let before = at().expect("a position");
    let mut next = said(&before);
    assert!(server.step().is_some());
    next();
    assert_ne!(at().as_ref(), Some(&before));
    // A page that shows an older position is told at once.
    said(&before)();
    server.say("Ann", "share #1 off");
    next();
    assert_eq!(at(), None);
}

#[test]
fn the_page_of_a_finished_match_has_its_review() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.say("Ann", "share #1");
    let path = server.shared().expect("an address");
    for _ in 0..30 {
        assert!(server.step().is_some());
    }
    let unknown = server.get(&format!("/m/{}", "0".repeat(32)));
    let early = server.get(&format!("{path}/review"));
    assert_eq!((early.status, &early.body), (404, &unknown.body), "it still runs");
    assert!(!server.get(&format!("{path}?look=review")).text().contains("Chances of"));
    server.say("Bob", "resign #1 yes");
    let key = path.trim_start_matches("/m/");
    assert!(server.get(&path).text().contains(&format!("href=\"{key}?look=review\">Review</a>")));
    // The address that it had before leads there.
    let led = server.get(&format!("{path}/review"));
    assert_eq!(led.header("location"), Some(&*format!("../{key}?look=review")));
    let page = server.get(&format!("{path}?look=review"));
    let html = page.text();
    assert!(page.status == 200 && page.body.len() < 40_000, "{html}");
    for part in [
        "Chances of Ann (Black) against Bob (White)",
        "<polyline points=\"0,",
        "Ann",
        "Bob",
        "../web/style.css",
    ] {
        assert!(html.contains(part), "{part} is missing: {html}");
    }
    let tag = [("If-None-Match", page.header("etag").unwrap())];
    assert_eq!(server.send("GET", &format!("{path}?look=review"), &tag, "").status, 304);
    // Each turning point stands on the board, with what was better, and no other step.
    let (_, points) = html.split_once("Turning points on the board").expect("turning points");
    let steps = points
        .split("<h3><a href=\"")
        .skip(1)
        .filter_map(|point| point.split("step=").nth(1)?.split('"').next());
    let steps: BTreeSet<&str> = steps.collect();
    assert!((1..=3).contains(&steps.len()), "{html}");
    for step in 0..=31 {
        let step = step.to_string();
        let drawn = |look: &str| {
            let picture = format!("{path}/match.png?step={step}&part=board&theme=dark{look}");
            server.get(&picture).body
        };
        let (plain, looked) = (drawn(""), drawn("&look=review"));
        assert!(plain.starts_with(b"\x89PNG"), "{step}");
        assert_eq!(plain != looked, steps.contains(&*step), "{step}");
    }
    server.say("Ann", "share #1 off");
    for page in ["/review", "?look=review", "/match.png?look=review&step=1"] {
        assert_eq!(server.get(&format!("{path}{page}")).body, unknown.body, "kept: {page}");
    }
}

#[test]
fn what_makes_no_sense_on_a_page_of_leaderboards_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let unknown = server.get(&format!("/m/{}", "0".repeat(32)));
    server.say("Ann", "admin pages on");
    let page = server.page();
    let (_, rest) = page.split_once("/s/").expect("an address");
    let path = format!("/s/{}", &rest[..32]);
    assert!(server.get(&path).text().contains("No rated matches yet."));
    for odd in ["list=x", "game=x", "page=0", "page=x", "page=2", "list=season&page=99999999999"] {
        let found = server.get(&format!("{path}?{odd}"));
        assert_eq!((found.status, &found.body), (404, &unknown.body), "{odd}");
    }
    for odd in ["table.png", "table.png?theme=pink"] {
        assert_eq!(server.get(&format!("{path}/{odd}")).body, unknown.body, "{odd}");
    }
}

/// Returns what each button of the newest menu with this label says when it is pressed.
fn button(page: &str, label: &str) -> String {
    let (before, _) = page.rsplit_once(&format!(">{label}<")).expect("a button");
    let (_, value) = before.rsplit_once("value=\"").expect("a value");
    value.trim_end_matches('"').to_owned()
}

/// Returns how far the log of a page has come.
fn number(page: &str) -> String {
    let (_, number) = page.split_once("data-number=\"").expect("a number");
    number.split('"').next().unwrap_or_default().to_owned()
}

#[test]
fn buttons_and_pages_from_before_a_restart_do_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.say("Ann", "resign");
    let page = server.page();
    let old = (button(&page, "Yes, call it off"), number(&page));
    let server = server.again(folder.path());
    // As many entries as there were before.
    for _ in 0..9 {
        server.say("Ann", "resign");
    }
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let pressed = server.send("POST", "/say", &form, &format!("name=Ann&press={}", old.0));
    assert!(pressed.text().contains("out of date"), "{pressed:?}");
    assert!(server.step().is_some(), "the match goes on");
    let stream = server.begin("GET", &format!("/events?after={}", old.1), &[], "");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.find(|it| it.starts_with("data:")).expect("a change");
    assert!(first.contains("again"), "an open page is loaded anew: {first}");
}

#[test]
fn a_card_shows_what_became_of_its_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.say("Ann", "challenge @bob draughts");
    let page = server.page();
    assert!(page.contains(">Cancel<") && !page.contains(">Accept<"), "{page}");
    let stream = server.begin("GET", &format!("/events?after={}", number(&page)), &[], "");
    server.say("Bob", "decline");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let card = lines.find(|line| line.contains("challenges") && line.contains("Declined"));
    assert!(card.is_some(), "the card changes");
    assert!(!server.page().contains(">Cancel<"));
}

#[test]
fn a_private_match_is_shared_with_the_word_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts private");
    server.say("Ann", "share #1");
    assert_eq!(server.shared(), None);
    server.say("Bob", "share #1");
    let path = server.shared().expect("an address");
    assert_eq!(server.get(&path).status, 200);
    server.say("Ann", "mydata delete yes");
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn somebody_who_asks_for_too_much_waits_and_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    let missing = format!("/m/{}", "0".repeat(32));
    let answers: Vec<u16> = (0..200).map(|_| server.get(&missing).status).collect();
    assert!(answers.contains(&404) && answers.contains(&429), "{answers:?}");
    assert!(server.page().contains("Draughtsman"), "the room does not wait for it");
}
