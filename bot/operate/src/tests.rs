//! Tests of the status pages over HTTP, with a running service.
use std::{path::Path, sync::Arc};

use command::Commands;
use engine::games::GameId;
use model::ids::Chat;
use service::{
    NotDone, PersonName, Queue, RandomSource, Request, RoomName, Service, metrics::Metrics,
};
use store::{Store, peers::Peers};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::watch,
};

use super::*;

/// A service with its pages. The names of people and rooms are unusual, so that tests can search
/// the pages for them.
struct Shown {
    queue: Queue,
    metrics: Arc<Metrics>,
    address: SocketAddr,
    _stop: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

async fn shown(chats: &[Chat]) -> Shown {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.db");
    let (queue, reader) = open(&file);
    let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = listener.local_addr().unwrap();
    let watch = HealthWatch::new(&queue, reader, file, chats.to_vec(), Peers::alone());
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move { show(listener, None, watch, stopped).await });
    let metrics = queue.shared_metrics();
    Shown { queue, metrics, address, _stop: stop, _folder: folder }
}

fn open(file: &Path) -> (Queue, store::Reader) {
    let store = Store::trial_at(file, store::KERNEL_ALONE).unwrap();
    let reader = store.reader().unwrap().expect("a file");
    (
        Queue::open(Service::new(store, RandomSource::Repeatable(1), &service::KERNEL_ALONE)).0,
        reader,
    )
}

impl Shown {
    /// Fetches a page; returns the whole response with its headers.
    async fn get(&self, path: &str) -> String {
        let mut line = TcpStream::connect(self.address).await.unwrap();
        let host = self.address;
        let asks = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        line.write_all(asks.as_bytes()).await.unwrap();
        let mut all = String::new();
        line.read_to_string(&mut all).await.unwrap();
        all
    }

    /// Returns the value of a metric, if it is there.
    async fn figure(&self, name: &str) -> Option<f64> {
        let page = self.get("/metrics").await;
        let line = page.lines().find_map(|it| it.strip_prefix(&format!("draughtsman_{name} ")))?;
        Some(line.parse().unwrap())
    }

    /// Sends a line; the reply counts as delivered.
    async fn say(&self, chat: Chat, who: &str, words: &str) {
        let person = |name: &str| PersonName {
            handle: format!("id-of-{name}"),
            name: format!("{name}-zyx"),
            bot: false,
        };
        let request = Request {
            room: RoomName {
                handle: "room-zyx".into(),
                name: "den-zyx".into(),
                server: "srv-zyx".into(),
                answers_only: false,
            },
            from: person(who),
            mentioned: vec![person("ann"), person("bob")],
            now: model::host_clock::now().as_second(),
            ..Request::typed(chat, "room-zyx", who, Commands::kernel().read(words))
        };
        self.queue
            .ask(move |service| {
                let ids: Vec<_> = service.handle(&request).iter().filter_map(|it| it.id).collect();
                service.delivered(&ids)
            })
            .await
            .unwrap()
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_is_moved_by_what_it_counts() {
    let shown = shown(&[Chat::Discord]).await;
    let zero = [
        "requests_total{chat=\"discord\",command=\"challenge\"}",
        "refusals_total{chat=\"discord\",command=\"resign\"}",
        "running_matches{game=\"trapdoor\"}",
    ];
    for name in zero {
        assert_eq!(shown.figure(name).await, None, "{name}");
    }
    // A chat that was never heard from has been silent since the start.
    let silence = "silence_seconds{chat=\"discord\"}";
    assert!(shown.figure(silence).await.is_some_and(|it| 0.0 < it));
    shown.say(Chat::Discord, "ann", "challenge @bob-zyx trapdoor").await;
    shown.say(Chat::Discord, "bob", "accept").await;
    shown.say(Chat::Discord, "cid", "resign").await;
    shown.metrics.hear(Chat::Discord);
    for name in zero {
        assert_eq!(shown.figure(name).await, Some(1.0), "{name}");
    }
    let before = shown.figure(silence).await;
    shown.metrics.hear(Chat::Discord);
    assert!(shown.figure(silence).await < before, "it was heard from just now");
    assert!(
        shown.figure("delivery_seconds_count{chat=\"discord\"}").await.is_some_and(|it| 3.0 <= it)
    );
    assert_eq!(shown.figure("delivery_seconds_count{chat=\"matrix\"}").await, Some(0.0));
    for name in [
        "line_seconds_count",
        "work_seconds_count",
        "work_seconds_sum",
        "database_bytes",
        "disk_free_bytes",
    ] {
        assert!(shown.figure(name).await.is_some_and(|it| 0.0 < it), "{name}");
    }

    let counters = [
        ("held_up_total{chat=\"matrix\"}", shown.metrics.held_up.of(Chat::Matrix)),
        ("reconnects_total{chat=\"discord\"}", shown.metrics.reconnects.of(Chat::Discord)),
        ("late_ticks_total", &shown.metrics.late_ticks),
        ("failed_backups_total", &shown.metrics.failed_backups),
        ("panics_total", &shown.metrics.panics),
    ];
    for (name, counter) in counters {
        assert_eq!(shown.figure(name).await, Some(0.0), "{name}");
        counter.count();
        assert_eq!(shown.figure(name).await, Some(1.0), "{name}");
    }
    assert_eq!(shown.figure("minds_at_work").await, Some(0.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_that_wait_and_a_service_that_hangs_are_seen_and_make_it_ill() {
    let shown = shown(&[Chat::Discord]).await;
    shown.metrics.hear(Chat::Discord);
    assert!(shown.get("/healthz").await.starts_with("HTTP/1.1 200 OK"));
    let long_ago = model::host_clock::now().as_second() - 1000;
    shown
        .queue
        .ask(move |service| {
            let mut request = recent();
            request.now = long_ago;
            service.handle(&request);
        })
        .await
        .unwrap();
    assert_eq!(shown.figure("outbox_rows{chat=\"discord\"}").await, Some(1.0));
    assert!(
        shown.figure("outbox_age_seconds{chat=\"discord\"}").await.is_some_and(|it| 1000.0 <= it)
    );
    let page = shown.get("/healthz").await;
    assert!(
        page.starts_with("HTTP/1.1 503") && page.contains("1 reply waits for discord"),
        "{page}"
    );

    // Block the service until the test has read the page.
    let (begins, began) = tokio::sync::oneshot::channel();
    let (let_go, held) = std::sync::mpsc::channel::<()>();
    let queue = shown.queue.clone();
    let hangs = tokio::spawn(async move {
        let hang = move |_: &mut _| {
            begins.send(()).unwrap();
            held.recv()
        };
        queue.ask(hang).await
    });
    began.await.unwrap();
    let queue = shown.queue.clone();
    let waits = tokio::spawn(async move { queue.ask(|_| ()).await });
    let page = shown.get("/healthz").await;
    assert!(page.contains("the service doesn't answer within a second"), "{page}");
    assert_eq!(shown.figure("service_answers").await, Some(0.0));
    assert!(shown.figure("line_jobs").await.is_some_and(|it| 1.0 <= it));
    drop(let_go);
    hangs.await.unwrap().unwrap().unwrap_err();
    waits.await.unwrap().unwrap();
    assert_eq!(shown.figure("service_answers").await, Some(1.0));
}

fn recent() -> Request {
    Request::typed(Chat::Discord, "r", "a", Commands::kernel().read("help"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_holds_a_name_an_id_or_a_word_that_was_said() {
    let shown = shown(&[Chat::Discord, Chat::Matrix]).await;
    for chat in [Chat::Discord, Chat::Matrix] {
        shown.say(chat, "ann", "challenge @bob-zyx trapdoor word=turnip-zyx").await;
        shown.say(chat, "bob", "accept").await;
        shown.say(chat, "ann", "nonsense-zyx").await;
    }
    for path in ["/", "/metrics", "/healthz"] {
        let page = shown.get(path).await;
        for secret in ["zyx", "id-of", "turnip", "room-", "den-", "srv-"] {
            assert!(!page.contains(secret), "{secret} in {path}");
        }
    }
    // Every label value is a bound or from a fixed list.
    let known = |value: &str| {
        Chat::ALL.iter().any(|chat| chat.name() == value)
            || Commands::kernel().iter().any(|command| command.name == value)
            || GameId::ALL.iter().any(|game| game.name() == value)
            || value == "+Inf"
            || value
                .parse::<f64>()
                .is_ok_and(|bound| service::metrics::BOUNDS.contains(&((bound * 1e6) as u64)))
    };
    let page = shown.get("/metrics").await;
    let labels: Vec<&str> = page
        .lines()
        .filter(|it| it.starts_with("draughtsman_"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect();
    assert!(40 < labels.len());
    assert_eq!(
        labels.into_iter().filter(|value| !known(value)).collect::<Vec<_>>(),
        Vec::<&str>::new()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_run_nothing_and_change_nothing() {
    let shown = shown(&[]).await;
    let page = shown.get("/").await;
    assert!(
        page.contains("content-security-policy: default-src 'none'; style-src 'self'"),
        "{page}"
    );
    assert!(page.contains("x-content-type-options: nosniff") && !page.contains("<script"));
    assert!(shown.get("/style.css").await.contains("content-type: text/css"));
    assert!(shown.get("/nothing").await.starts_with("HTTP/1.1 404"));
    let metrics = shown.get("/metrics").await;
    assert!(metrics.contains("content-type: application/openmetrics-text; version=1.0.0"));
    assert!(metrics.ends_with("# EOF\n") && metrics.matches("# EOF").count() == 1);
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let first = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let taken = first.local_addr().unwrap();
    let err = bind(taken).await.unwrap_err().to_string();
    assert!(err.contains("operate.listen") && err.contains(&taken.to_string()), "{err}");
}

/// Ends a thread even where panics are caught.
struct Twice;

impl Drop for Twice {
    fn drop(&mut self) {
        panic!("on purpose, again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_counted_and_a_service_that_has_ended_is_ill_at_once() {
    let shown = shown(&[Chat::Discord]).await;
    shown.metrics.hear(Chat::Discord);
    let panics = shown.queue.ask(|_| -> () { panic!("on purpose") }).await;
    assert_eq!(panics, Err(NotDone::Panicked));
    assert_eq!(shown.figure("panics_total").await, Some(1.0));
    assert!(shown.get("/healthz").await.starts_with("HTTP/1.1 200 OK"), "it goes on");
    let ends = shown.queue.ask(|_| -> () { std::panic::panic_any(Twice) }).await;
    assert_eq!(ends, Err(NotDone::Closed));
    let page = shown.get("/healthz").await;
    assert!(page.starts_with("HTTP/1.1 503") && page.contains("doesn't answer"), "{page}");
}
