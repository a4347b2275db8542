//! Tests of who can reach the room, and of every page over HTTP: whatever people and rooms are called and say, a browser reads the
//! same elements.
mod people;
mod strangers;

use console::{ROOM, line};
use features::FEATURES;
use model::ids::Chat;
use serde_json::Value;
use service::{Outgoing, PersonName, Power, RandomSource, Request, RoomName, Service};
use store::Store;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::*;

/// Names that would end what they stand in, if they could: an element, a title, a value, a comment.
const HOSTILE: [&str; 3] =
    ["</title><script>x()</script>", "\" onload=\"x' --><b>", "&lt;</code></p><img src=x>"];
const HARMLESS: [&str; 3] = ["Ann", "Bob", "The hall"];

/// A room with its pages, where two people and the room have these names.
struct Served {
    names: [&'static str; 3],
    queue: Queue,
    host: SocketAddr,
    /// The cookie of the browser at which both sit.
    cookie: String,
}

impl Served {
    /// Begins a match, then opens the room.
    async fn open(names: [&'static str; 3]) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        let mut service = Service::new(
            Store::trial_with(FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(1),
            &FEATURES,
        );
        service.share_at(Some("http://a".to_owned()));
        let (queue, _) = Queue::open(service);
        let mut served = Served { names, queue: queue.clone(), host, cookie: String::new() };
        served.say(0, "challenge draughts rated side=black").await;
        served.say(1, "accept").await;
        let mut key = None;
        for name in names.map(str::to_owned).into_iter().take(2) {
            let person = PersonName { handle: line::handle(&name), name, bot: false };
            let take =
                move |service: &mut Service| service.take_name(key.as_deref(), &person, || true);
            key = queue.ask(take).await.unwrap().unwrap().ok().map(|it| it.key);
        }
        served.cookie = format!("draughtsman={}", key.unwrap());
        let (queue, painter) = (Handle::new(queue), Arc::new(Painter::new()));
        // Nothing is due, and what was said before the room opened isn't told in it.
        let (room, _) =
            WebRoom::open(queue.clone(), painter.clone(), Arc::default(), "").await.unwrap();
        let pages = Pages::new(queue, painter, Arc::default(), "http://a", false);
        let app = with_headers(routes::routes(room, "", host).merge(pages::routes(pages)));
        tokio::spawn(serving::serve(listener, app, MostConnections::for_pages(false)));
        served
    }

    /// Says a line in the room, but not by its page; returns the replies in words.
    async fn say(&self, who: usize, words: &str) -> String {
        let (name, hall) = (self.names[who].to_owned(), self.names[2].to_owned());
        let request = Request {
            room: RoomName {
                handle: ROOM.to_owned(),
                name: hall.clone(),
                server: hall,
                answers_only: false,
            },
            from: PersonName { handle: line::handle(&name), name, bot: false },
            power: Power::Server,
            now: model::host_clock::now().as_second(),
            ..Request::typed(Chat::Console, ROOM, "", FEATURES.commands().read(words))
        };
        let replies = self.queue.ask(move |service| service.handle(&request)).await.unwrap();
        let words = |outgoing: &Outgoing| outgoing.reply.text.bare();
        replies.iter().map(words).collect::<Vec<_>>().join("\n")
    }

    /// Plays steps.
    async fn play(&self, steps: usize) {
        for _ in 0..steps {
            let offers = |service: &mut Service| service.offers_in(Chat::Console, ROOM);
            let (who, offer) = self.queue.ask(offers).await.unwrap().unwrap().remove(0);
            let who = self.names.iter().position(|name| line::handle(name) == who).unwrap();
            self.say(who, &format!("play #1 {}", offer.words[0])).await;
        }
    }

    async fn begin(&self, head: &str, body: &str) -> TcpStream {
        let (host, length, cookie) = (self.host, body.len(), &self.cookie);
        let kind = "content-type: application/x-www-form-urlencoded\r\nsec-fetch-site: same-origin";
        let head = format!(
            "{head} HTTP/1.1\r\nhost: {host}\r\n{kind}\r\ncookie: {cookie}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        stream
    }

    async fn get(&self, path: &str) -> String {
        let mut all = String::new();
        self.begin(&format!("GET {path}"), "").await.read_to_string(&mut all).await.unwrap();
        let (head, page) = all.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {all}");
        page.to_owned()
    }

    /// Types a line in the room as the player to move.
    async fn type_in(&self, words: &str) {
        let body = format!("quiet=1&words={}", encoded(words));
        let mut all = String::new();
        self.begin("POST /say", &body).await.read_to_string(&mut all).await.unwrap();
        assert!(all.starts_with("HTTP/1.1 200"), "{words}: {all}");
    }

    /// Returns the HTML of the changes of the room's log after a number, up to another.
    async fn changes(&self, after: &str, last: &str) -> String {
        let stream = self.begin(&format!("GET /events?after={after}"), "").await;
        let all = events_to(stream, last).await;
        let data = all.lines().filter_map(|line| line.strip_prefix("data: "));
        let html = |data: &str| {
            serde_json::from_str::<Value>(data).ok()?["html"].as_str().map(str::to_owned)
        };
        data.filter_map(html).collect()
    }

    /// Returns the path of the address that a line is answered with.
    async fn address(&self, words: &str) -> String {
        let says = self.say(0, words).await;
        let (_, path) = says.split_once("http://a").expect("an address");
        path.split_whitespace().next().unwrap().to_owned()
    }

    /// Returns every page, and the changes of the room's log, each with its name.
    async fn pages(&self) -> Vec<(&'static str, String)> {
        let [own, list] = [self.address("share #1").await, self.address("admin pages on").await];
        // The room tells what was said before it opened, and the board last.
        let stands = |page: &str| page.contains("match?of=1") && page.contains("picture/");
        let mut before = self.get("/talk").await;
        for _ in 0..1000 {
            if stands(&before) {
                break;
            }
            before = self.get("/talk").await;
        }
        assert!(stands(&before), "{before}");
        self.play(3).await;
        let mut pages = vec![
            ("a running match", self.get(&own).await),
            ("its beginning", self.get(&format!("{own}?step=0")).await),
            ("its dice", self.get(&format!("{own}/dice")).await),
        ];
        for words in [self.names[1], "games", "board", "mydata", "league new alien", "export #1"] {
            self.type_in(words).await;
        }
        let named =
            |page: &str, sign: char| format!("/{page}{sign}name={}", encoded(self.names[1]));
        let room = self.get(&named("talk", '?')).await;
        pages.push(("the log's changes", self.changes(&number(&before), &number(&room)).await));
        pages.push(("the talk", room));
        pages.push(("the first page", self.get("/").await));
        pages.push(("the board", self.get("/match?of=1").await));
        pages.push(("a player's board", self.get(&named("match?of=1", '&')).await));
        self.play(9).await;
        self.say(0, "resign #1 yes").await;
        pages.extend([
            ("a match that is over", self.get(&own).await),
            ("its dice in the end", self.get(&format!("{own}/dice")).await),
            ("its review", self.get(&format!("{own}?look=review")).await),
            ("a leaderboard", self.get(&list).await),
            ("a season", self.get(&format!("{list}?list=season&game=draughts")).await),
        ]);
        pages
    }
}

/// Reads a stream of events up to the one of a number, which is whole with the empty line after it.
async fn events_to(mut stream: TcpStream, last: &str) -> String {
    let (begins, mut all, mut some) = (format!("\nid: {last}\n"), Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&all);
        if text.split_once(&begins).is_some_and(|(_, event)| event.contains("\n\n")) {
            return text.into_owned();
        }
        let read = stream.read(&mut some).await.unwrap();
        assert!(0 < read, "the stream ends");
        all.extend_from_slice(&some[..read]);
    }
}

fn encoded(words: &str) -> String {
    words.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// Returns how far the log of a page has come.
fn number(page: &str) -> String {
    let (_, number) = page.split_once("data-number=\"").unwrap();
    number.split('"').next().unwrap().to_owned()
}

/// Returns what a browser takes for tags, without the values of attributes.
fn tags(html: &str) -> String {
    let (mut out, mut in_tag, mut in_value) = (String::new(), false, false);
    for letter in html.chars() {
        match letter {
            '<' if !in_tag => in_tag = true,
            '>' if in_tag && !in_value => {
                in_tag = false;
                out.push('\n');
            }
            '"' if in_tag => in_value = !in_value,
            letter if in_tag && !in_value => out.push(letter),
            _ => {}
        }
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_words_of_people_change_no_element_of_any_page() {
    let hostile = Served::open(HOSTILE).await.pages().await;
    let harmless = Served::open(HARMLESS).await.pages().await;
    for ((name, hostile), (_, harmless)) in hostile.iter().zip(&harmless) {
        assert!(hostile.contains("&lt;script&gt;x()&lt;/script&gt;"), "{name}: {hostile}");
        assert!(harmless.contains("Ann"), "{name}: {harmless}");
        assert_eq!(tags(hostile), tags(harmless), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stream_of_events_is_passed_on_as_it_comes() {
    let served = Served::open(HARMLESS).await;
    let (shared, own) = (served.address("share #1").await, served.address("link board").await);
    for path in ["/events?after=0".to_owned(), format!("{shared}/events"), format!("{own}events")] {
        let mut stream = served.begin(&format!("GET {path}"), "").await;
        let (mut head, mut some) = (Vec::new(), [0; 1024]);
        while !head.windows(4).any(|it| it == b"\r\n\r\n") {
            let read = stream.read(&mut some).await.unwrap();
            assert!(0 < read, "{path}: the answer ends");
            head.extend_from_slice(&some[..read]);
        }
        let head = String::from_utf8_lossy(&head).to_lowercase();
        assert!(head.contains("content-type: text/event-stream\r\n"), "{path}: {head}");
        assert!(head.contains("x-accel-buffering: no\r\n"), "{path}: {head}");
    }
}

#[test]
fn a_tag_within_a_value_is_none() {
    assert_eq!(tags("<a href=\"<b>\">x &lt;c></a>"), "a href=\n/a\n");
}

#[test]
fn another_address_than_this_machine_wants_a_token() {
    let access = |listen: &str, token: Option<&str>| {
        let listen = Some(listen.parse().unwrap());
        Access { listen, token: token.map(str::to_owned), address: None }.check().is_ok()
    };
    assert!(access("127.0.0.1:0", None) && access("[::1]:0", None));
    assert!(!access("0.0.0.0:80", None) && !access("192.0.2.1:80", Some("short")));
    assert!(access("0.0.0.0:80", Some("0123456789abcdef")));
    assert!(!access("127.0.0.1:0", Some("0123456789abcdef/..")));
}

#[test]
fn others_are_told_the_public_address_and_people_here_one_of_this_machine() {
    let address = Some("https://games.example.org/".to_owned());
    let access = Access { address, ..Access::default() };
    let found = |listen: &str| access.found_at(listen.parse().unwrap());
    assert_eq!(found("0.0.0.0:8919"), "https://games.example.org");
    assert_eq!(found("127.0.0.1:8017"), "http://127.0.0.1:8017");
}
