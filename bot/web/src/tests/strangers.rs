//! What somebody without a name, and somebody with another one, gets of the room: nothing private, and nothing that acts.
use std::collections::BTreeSet;

use engine::games::GameId;
use model::ids::MatchId;
use service::LocalScreen;
use store::StoreError;

use super::*;

/// What Ann notes for herself alone.
const NOTE: &str = "purple lantern plan";

/// An empty room that is served.
pub(super) struct Hall {
    pub(super) queue: Queue,
    host: SocketAddr,
}

/// A browser, with its cookie.
pub(super) struct HallBrowser {
    host: SocketAddr,
    pub(super) cookie: Option<String>,
}

/// An answer of the room.
pub(super) struct Got {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Hall {
    pub(super) async fn open() -> Hall {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        let mut service = Service::new(
            Store::trial_with(FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(1),
            &FEATURES,
        );
        service.share_at(Some("http://a".to_owned()));
        service.show_on(LocalScreen::Browser);
        let (queue, _) = Queue::open(service);
        let (handle, painter) = (Handle::new(queue.clone()), Arc::new(Painter::new()));
        let (room, _) = WebRoom::open(handle, painter, Arc::default(), "").await.unwrap();
        let app = routes::routes(room, "", host);
        tokio::spawn(serving::serve(listener, app, MostConnections::for_pages(false)));
        Hall { queue, host }
    }

    pub(super) fn browser(&self) -> HallBrowser {
        HallBrowser { host: self.host, cookie: None }
    }

    /// Returns how far the first match is, and whether it is over.
    async fn stands(&self) -> (u32, u32, bool) {
        let look = |service: &mut Service| {
            service.keep(|tx| {
                let last = tx.last_step(MatchId(1))?;
                let over = tx.match_row(MatchId(1))?.is_none_or(|row| row.end.is_some());
                Ok::<_, StoreError>((last.step, last.take, over))
            })
        };
        self.queue.ask(look).await.unwrap().unwrap()
    }
}

impl HallBrowser {
    async fn send(&self, head: &str, body: &str) -> TcpStream {
        let (host, length) = (self.host, body.len());
        let kind = "content-type: application/x-www-form-urlencoded\r\nsec-fetch-site: same-origin";
        let cookie =
            self.cookie.as_ref().map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"));
        let head = format!(
            "{head} HTTP/1.1\r\nhost: {host}\r\n{kind}\r\n{cookie}content-length: {length}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        stream
    }

    async fn ask(&mut self, head: &str, body: &str) -> Got {
        let mut all = Vec::new();
        self.send(head, body).await.read_to_end(&mut all).await.unwrap();
        let all = String::from_utf8_lossy(&all);
        let (head, body) = all.split_once("\r\n\r\n").unwrap();
        for line in head.lines() {
            if let Some(cookie) = line.strip_prefix("set-cookie: ") {
                assert!(cookie.contains("HttpOnly"), "{cookie}");
                self.cookie = cookie.split(';').next().map(str::to_owned);
            }
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Got { status, body: body.to_owned() }
    }

    pub(super) async fn get(&mut self, path: &str) -> Got {
        self.ask(&format!("GET /{path}"), "").await
    }

    pub(super) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Got {
        let pairs = fields.iter().map(|(key, value)| format!("{key}={}", encoded(value)));
        let body: Vec<String> = pairs.collect();
        self.ask(&format!("POST /{path}"), &format!("{}&quiet=1", body.join("&"))).await
    }

    pub(super) async fn say(&mut self, name: &str, words: &str) -> Got {
        self.post("say", &[("name", name), ("words", words), ("here", "match?of=1")]).await
    }

    /// Opens the stream of a page, which is there once its head has come.
    pub(super) async fn listen(&self) -> TcpStream {
        let mut stream = self.send("GET /events?after=0", "").await;
        stream.read_u8().await.unwrap();
        stream
    }

    /// Returns what is sent of the log from one change to another.
    async fn changes(&self, first: &str, last: &str) -> String {
        events_to(self.send(&format!("GET /events?after={first}"), "").await, last).await
    }
}

/// Returns the values of an attribute.
fn values(html: &str, attribute: &str) -> Vec<String> {
    let begins = format!("{attribute}=\"");
    let parts = html.split(&begins).skip(1);
    let values = parts.filter_map(|part| part.split('"').next());
    values.map(|value| value.replace("&amp;", "&").replace("&quot;", "\"")).collect()
}

/// Returns what the buttons of a page send: the field and its value.
pub(super) fn buttons(html: &str) -> Vec<(String, String)> {
    let tags = html.split("<button").skip(1).filter_map(|part| part.split('>').next());
    tags.filter_map(|tag| {
        let one = |name: &str| values(&format!(" {tag}"), &format!(" {name}")).pop();
        Some((one("name")?, one("value")?))
    })
    .collect()
}

/// Returns the secrets that a page shows its player: what lies under the covers.
fn secrets(html: &str) -> Vec<String> {
    let covers = html.split("class=\"cover\"").skip(1);
    let inside = covers.filter_map(|part| part.split_once("</summary><p>")?.1.split("</p>").next());
    inside.map(str::to_owned).collect()
}

/// What Ann and Bob do at one screen, and what only they may know.
struct Played {
    holder: HallBrowser,
    /// Every address on their pages.
    addresses: BTreeSet<String>,
    /// Everything that their buttons send.
    pressed: BTreeSet<(String, String)>,
    /// What nobody else may read.
    private: Vec<String>,
    /// The change with which the log begins.
    first: String,
}

/// Begins a match at one screen, and asks for much in private.
async fn played(hall: &Hall, game: GameId) -> Played {
    let mut holder = hall.browser();
    let first = number(&holder.get("talk").await.body);
    let options = if game == GameId::Amtgard { "open=side" } else { "" };
    let pair = [("game", game.name()), ("one", "Ann"), ("other", "Bob"), ("options", options)];
    let begun = holder.post("begin", &pair).await;
    assert!(begun.body.contains("match?of=1"), "{}", begun.body);
    let note = format!("note {NOTE}");
    let learn = format!("learn {}", game.name());
    for words in [&*note, "link board #1", "hint", "mydata", &learn, "resign"] {
        holder.say("Ann", words).await;
    }
    let (mut addresses, mut pressed) = (BTreeSet::new(), BTreeSet::new());
    let mut private = vec![NOTE.to_owned()];
    for page in
        ["", "talk", "match?of=1", "match?of=1&name=Ann", "match?of=1&name=Bob", "learn?name=Ann"]
    {
        let got = holder.get(page).await;
        assert_eq!(got.status, 200, "{page}");
        for attribute in ["src", "srcset", "href"] {
            addresses.extend(
                values(&got.body, attribute).into_iter().filter(|it| !it.starts_with("http")),
            );
        }
        pressed.extend(buttons(&got.body));
        private.extend(secrets(&got.body));
        private.extend(got.body.split("/p/").skip(1).map(|part| part[..32].to_owned()));
        if page.starts_with("learn") {
            let of = values(&got.body, "data-lesson").remove(0);
            addresses
                .insert(format!("learn-aim?of={of}&coin=flick 1&power=50").replace(' ', "%20"));
        }
    }
    addresses.retain(|address| !address.starts_with('#') && !address.starts_with("web/"));
    let talk = holder.get("talk").await.body;
    assert!(
        talk.contains(NOTE) && private.iter().any(|secret| secret.len() == 32),
        "Ann reads her own"
    );
    assert!(pressed.iter().any(|it| it.0 == "do") && pressed.iter().any(|it| it.0 == "press"));
    Played { holder, addresses, pressed, private, first }
}

/// Returns the addresses to try at a path of the room.
fn tried(path: &str, played: &Played) -> Vec<String> {
    let named = |page: &str, sign: char| {
        ["", "Ann", "Bob", "ann"].map(|name| format!("{page}{sign}name={name}")).to_vec()
    };
    let known = |begin: &str| {
        let known = played.addresses.iter().filter(|it| it.starts_with(begin));
        known.cloned().collect::<Vec<_>>()
    };
    match path {
        "" | "talk" | "learn" | "choices" => named(path, '?'),
        "invited" => named("invited?of=1", '&'),
        "match" => named("match?of=1", '&'),
        "match.png" => named("match.png?of=1&theme=light", '&'),
        "match.gif" => named("match.gif?of=1&theme=light", '&'),
        "film.gif" => named("film.gif?of=1&theme=light", '&'),
        "aim" => named("aim?of=1&coin=flick%201&power=50", '&'),
        "completions" => named("completions?line=play%20%231%20", '&'),
        "start.png" => known("start.png"),
        "learn.png" => known("learn.png"),
        "learn-aim" => known("learn-aim"),
        "picture/{of}/{file}" | "picture/{of}/sheet/{file}" => known("picture/"),
        "file/{of}" => known("file/"),
        // They are tried by what is sent there.
        "say" | "begin" | "events" => Vec::new(),
        other => panic!("say how /{other} is tried"),
    }
}

/// Tries everything as one stranger; `name` is that of their own.
async fn strange(
    hall: &Hall,
    played: &Played,
    stranger: &mut HallBrowser,
    name: &str,
    game: GameId,
) {
    let who = format!("{} as `{name}`", game.name());
    let before = hall.stands().await;
    let nothing_private = |what: &str, body: &str| {
        for secret in &played.private {
            assert!(!body.contains(secret), "{who}: {what} tells `{secret}`: {body}");
        }
    };
    let shown = stranger.get("talk").await.body;
    for (path, _) in routes::paths() {
        for address in tried(path, played) {
            let got = stranger.get(&address).await;
            nothing_private(&address, &got.body);
            if ["match", "learn"].contains(&path) || (name.is_empty() && path == "talk") {
                let acts = ["name=\"press\"", "data-mine", "\"asked\":"];
                let acts = acts.into_iter().find(|sign| got.body.contains(sign));
                assert_eq!(acts, None, "{who}: {address}: {}", got.body);
                // Who has a name may read what happened.
                let reads = |value: &str| !name.is_empty() && value.contains("rules");
                let mut does = buttons(&got.body).into_iter();
                let does = does.find(|(field, value)| field == "do" && !reads(value));
                assert_eq!(does, None, "{who}: {address}");
            }
            if path == "choices" {
                assert!(got.body.ends_with("[]"), "{who}: {address}: {}", got.body);
            }
            let own = path.starts_with("picture") || path.starts_with("file");
            let closed = ["aim", "learn.png", "learn-aim"].contains(&path);
            if closed || (own && !shown.contains(&address)) {
                assert_eq!(got.status, 404, "{who}: {address}");
            }
        }
    }
    let last = number(&shown);
    nothing_private("the log's changes", &stranger.changes(&played.first, &last).await);
    let offers = hall.queue.ask(|service| service.offers_in(Chat::Console, ROOM)).await;
    let offers = offers.unwrap().unwrap();
    let mut lines: Vec<String> =
        ["note", "hint", "board", "resign yes", "abort yes", "draw", "undo", "mydata"]
            .map(str::to_owned)
            .to_vec();
    lines.extend(offers.iter().filter_map(|(_, offer)| offer.words.first().cloned()));
    for claimed in ["", "Ann", "ANN", " bob", "Draughtsman 1", name] {
        // Who has a name may begin matches of their own.
        let own = |field: &str| field == "practice" && !name.is_empty();
        for (field, value) in played.pressed.iter().filter(|it| !own(&it.0)) {
            let fields = [("name", claimed), (field, value), ("here", "match?of=1")];
            let got = stranger.post("say", &fields).await;
            nothing_private(value, &got.body);
            assert_eq!(hall.stands().await, before, "{who}: {value} as `{claimed}`: {}", got.body);
        }
        for line in &lines {
            let got = stranger.say(claimed, line).await;
            nothing_private(line, &got.body);
            assert_eq!(hall.stands().await, before, "{who}: {line} as `{claimed}`: {}", got.body);
        }
    }
    let pair = [("game", game.name()), ("one", "Ann"), ("other", "Dan"), ("options", "")];
    let refused = stranger.post("begin", &pair).await;
    assert!(refused.body.contains("plays in another browser"), "{who}: {}", refused.body);
    assert_eq!(hall.stands().await, before);
}

async fn nothing_for_strangers(game: GameId) {
    let hall = Hall::open().await;
    let mut played = played(&hall, game).await;
    let mut visitor = hall.browser();
    strange(&hall, &played, &mut visitor, "", game).await;
    let mut other = hall.browser();
    let taken = other.say("Cleo", "").await;
    assert!(taken.body.contains("\"name\":\"Cleo\""), "{}", taken.body);
    strange(&hall, &played, &mut other, "Cleo", game).await;
    // Those at the screen still play, by the same buttons.
    let before = hall.stands().await;
    let offers = hall.queue.ask(|service| service.offers_in(Chat::Console, ROOM)).await;
    let (mut name, mut line) = ("", None);
    // What is chosen on the board is in its data, and a secret choice is made by who takes the screen.
    if let Some((who, offer)) = offers.unwrap().unwrap().first() {
        line = Some(format!("|{who}|play #1 {}", offer.words[0]));
    }
    for who in ["Ann", "Bob"] {
        let page = played.holder.get(&format!("match?of=1&name={who}")).await.body;
        let own = buttons(&page).into_iter().map(|button| button.1);
        let own = own
            .into_iter()
            .find(|value| value.contains("|play #1 ") || value.starts_with("play #1 "));
        if line.is_none() && own.is_some() {
            (name, line) = (who, own);
        }
    }
    let value = line.unwrap_or_else(|| panic!("nobody can play {}", game.name()));
    let got =
        played.holder.post("say", &[("name", name), ("do", &value), ("here", "match?of=1")]).await;
    assert_ne!(hall.stands().await, before, "{}: {value}: {}", game.name(), got.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_gets_nothing_private_of_a_match_and_changes_nothing() {
    for &game in GameId::ALL {
        nothing_for_strangers(game).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_belongs_to_the_browser_that_took_it_and_blanks_are_none() {
    let hall = Hall::open().await;
    let (mut one, mut other) = (hall.browser(), hall.browser());
    assert!(one.say("Ann", "").await.body.contains("\"name\":\"Ann\""));
    for name in ["Ann", "ANN", " ann ", "@Ann"] {
        let refused = other.say(name, "practice draughts 1").await.body;
        assert!(refused.contains("plays in another browser"), "{name}: {refused}");
    }
    for (name, why) in [
        ("   ", "Say who you are"),
        ("Draughtsman 1", "the bot's own"),
        ("ＤＲＡＵＧＨＴＳＭＡＮ", "the bot's own"),
        ("", "Say who you are"),
    ] {
        let refused = other.say(name, "practice draughts 1").await.body;
        assert!(refused.contains(why), "{name}: {refused}");
    }
    assert_eq!(other.cookie, None, "who has no name has no cookie");
    assert!(other.say("Bob", "practice draughts 1").await.body.contains("match?of=1"));
    // A browser may have several names, and the host can free them all.
    let second = one.post("say", &[("name", "Ann"), ("also", "Lena")]).await.body;
    assert!(second.contains("\"name\":\"Lena\""), "{second}");
    hall.queue.ask(Service::free_names).await.unwrap().unwrap();
    assert!(other.say("Ann", "").await.body.contains("\"name\":\"Ann\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_and_a_puzzle_stay_open_however_much_others_say() {
    for what in ["learn piecepack", "puzzle piecepack"] {
        let hall = Hall::open().await;
        let (mut ann, mut bob) = (hall.browser(), hall.browser());
        ann.say("Ann", what).await;
        let task = ann.get("learn?name=Ann").await.body;
        let of = values(&task, "data-lesson").remove(0);
        // Twice what the log keeps.
        for _ in 0..200 {
            bob.say("Bob", "games").await;
        }
        assert!(
            !ann.get("talk?name=Ann").await.body.contains(&format!("id=\"e{of}\"")),
            "it left the talk"
        );
        let again = ann.get("learn?name=Ann").await;
        assert_eq!(
            (again.status, values(&again.body, "data-lesson")),
            (200, vec![of.clone()]),
            "{what}"
        );
        let aim = format!("learn-aim?of={of}&coin=flick%201&power=50");
        assert_eq!(ann.get(&aim).await.status, 200, "{what}");
        let first = buttons(&again.body).into_iter().find(|it| it.0 == "press").unwrap();
        let pressed =
            ann.post("say", &[("name", "Ann"), ("press", &first.1), ("here", "learn")]).await;
        assert!(!pressed.body.contains("out of date"), "{}", pressed.body);
    }
}
