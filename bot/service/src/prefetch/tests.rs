//! A long read gives the same result as a read in its turn.
use std::sync::LazyLock;

use engine::scene::Reel;
use model::reply::{Moving, Picture, Reply, Stretch};
use store::{Store, Tx};

use super::*;
use crate::{
    CodeKind, Feature, Length, Outgoing, PersonName, Queue, RoomName,
    codes::{self, tests::hashed_by},
};

fn request(message: &str, who: &str, words: &str) -> Request {
    let room = RoomName {
        handle: "r".to_owned(),
        name: "r".to_owned(),
        server: "s".to_owned(),
        answers_only: false,
    };
    Request {
        message: Some(message.to_owned()),
        room,
        mentioned: ["ann", "bob"].map(PersonName::plain).into(),
        now: 1000,
        ..Request::typed(Chat::Matrix, "r", who, command::Commands::kernel().read(words))
    }
}

/// A service on a file, with a finished and a running match.
fn played(folder: &std::path::Path) -> Service {
    let store = Store::trial_at(&folder.join("x.db"), store::KERNEL_ALONE).unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(1), &crate::KERNEL_ALONE);
    let mut said = 0;
    let mut say = |who: &str, words: &str| {
        said += 1;
        let replies = service.handle(&request(&format!("said {said}"), who, words));
        assert!(replies.iter().all(|it| it.reply.refused.is_none()), "{words}: {replies:?}");
    };
    for of in 1..=2 {
        say("ann", "challenge @bob draughts side=black");
        say("bob", &format!("accept {of}"));
        for (who, step) in [("ann", "9-13"), ("bob", "21-17"), ("ann", "5-9"), ("bob", "22-18")] {
            say(who, &format!("play #{of} {step}"));
        }
        if of == 1 {
            say("bob", "resign #1 yes");
        }
    }
    service
}

#[tokio::test]
async fn long_reads_are_made_while_the_service_is_busy_and_told_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _closed) = Queue::open(played(folder.path()));
    let found = queue.ask(|service| service.found.clone()).await.unwrap();
    for (n, words) in ["profile", "profile @bob"].into_iter().enumerate() {
        let plain = request(&format!("plain {n}"), "ann", words);
        let expected = queue.ask(move |service| service.handle(&plain)).await.unwrap();
        assert!(!expected.is_empty(), "{words}");

        let ahead = request(&format!("ahead {n}"), "ann", words);
        let (let_go, held) = std::sync::mpsc::channel::<()>();
        let busy = queue.clone();
        let busy = tokio::spawn(async move { busy.ask(move |_| held.recv()).await });
        queue.read_ahead(&ahead).await;
        assert_eq!(locked(&found).len(), 1, "{words} wasn't read ahead");
        drop(let_go);
        busy.await.unwrap().unwrap().unwrap_err();
        let again = ahead.clone();
        let told = queue.ask(move |service| service.handle(&ahead)).await.unwrap();
        assert_eq!(locked(&found).len(), 0, "{words} was read twice");
        let replies = |said: &[Outgoing]| {
            said.iter()
                .map(|outgoing| (outgoing.room.clone(), outgoing.reply.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(replies(&told), replies(&expected), "{words}");
        // The same message is answered once, however it was read.
        queue.read_ahead(&again).await;
        assert_eq!(queue.ask(move |service| service.handle(&again)).await.unwrap(), [], "{words}");
    }
}

mod toy {
    use command::{Arg, ArgKind, verb};

    verb! {
        Knock {
            name: "knock",
            does: Looks,
            about: Oneself, may: who(Anyone), is: [],
            purpose: Room, menu: Me, filler: Usual,
            says: "Show a code, or hash one",
            help: "",
            examples: &["knock"],
            args: {
                code: Option<String> =
                    Arg { name: "code", says: "The code", kind: ArgKind::Topic(&[]) },
            },
        }
    }
}

/// Has codes: shows a new one and its hash, and the hash of one that is said.
static TOY: Feature = Feature {
    commands: &[crate::row!(toy::Knock, knock)],
    codes: Some(CodeKind {
        said: |said| Some(said.read::<toy::Knock>()?.code.unwrap_or_default()),
        salts: |_, _| Ok(vec!["salt".to_owned()]),
    }),
    ..Feature::named("toy")
};
static WITH_TOY: LazyLock<Features> = LazyLock::new(|| Features::new(PARTS));
static PARTS: &[&Feature] = &[&crate::KERNEL, &TOY];

fn knock(cx: &mut RequestContext<'_>, said: &toy::Knock) -> Result<(), RequestError> {
    let salts = ["salt".to_owned()];
    let text = match &codes::signs_said(said.code.as_deref().unwrap_or("")) {
        new if new.is_empty() => {
            let code = codes::new_code(cx, salts.to_vec());
            format!("{} {}", code.shown(), code.hashed.hash)
        }
        signs => codes::hashes_said(cx, signs, &salts).concat(),
    };
    cx.say(Reply::only(cx.me.id, text));
    Ok(())
}

#[test]
fn only_new_and_typed_codes_need_a_hash() {
    let needs = |line: &str| needs_hash(&WITH_TOY, &WITH_TOY.commands().read(line));
    for line in ["knock", "knock K7QX-3FPD", "knock k7qx3fpd"] {
        assert!(needs(line), "{line}");
    }
    for line in ["knock yes", "knock K7Q", "games", "c3-d4"] {
        assert!(!needs(line), "{line}");
    }
}

#[tokio::test]
async fn no_code_is_hashed_in_the_turn_of_a_request() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::trial_at(&folder.path().join("x.db"), store::KERNEL_ALONE).unwrap();
    let service = Service::new(store, RandomSource::Repeatable(1), &WITH_TOY);
    let (queue, _closed) = Queue::open(service);
    let thread = queue.ask(|_| std::thread::current().id()).await.unwrap();
    let (mut words, mut hashes) = ("knock".to_owned(), Vec::new());
    for n in 0..2 {
        let line = WITH_TOY.commands().read(&words);
        let asked = Request { line, ..request(&format!("code {n}"), "ann", "") };
        queue.read_ahead(&asked).await;
        let mut replies = queue.ask(move |service| service.handle(&asked)).await.unwrap();
        let told = replies.remove(0).reply.text.bare();
        assert_eq!(hashed_by(thread), 0, "{words}");
        let (code, hash) = told.split_once(' ').unwrap_or(("", &told));
        words = format!("knock {code}");
        hashes.push(hash.to_owned());
    }
    assert_eq!(hashes[0], hashes[1], "what was hashed ahead is the code that counts");
    assert_eq!(hashes[0].len(), 64);
}

#[tokio::test]
async fn what_writes_or_comes_from_somebody_new_is_carried_out_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _closed) = Queue::open(played(folder.path()));
    let found = queue.ask(|service| service.found.clone()).await.unwrap();
    for (who, words) in
        [("ann", "play #2 9-14"), ("ann", "games"), ("ann", "nonsense"), ("zed", "profile")]
    {
        queue.read_ahead(&request("m", who, words)).await;
        assert_eq!(locked(&found).len(), 0, "{who}: {words}");
    }
    let first = request("m", "zed", "profile");
    assert_eq!(queue.ask(move |service| service.handle(&first)).await.unwrap().len(), 1);
}

/// Returns the film of the finished match, as a picture that moves.
async fn film(queue: &Queue) -> Picture {
    let asked = request("board", "ann", "board #1");
    let mut told = queue.ask(move |service| service.handle(&asked)).await.unwrap();
    let board = told.remove(0).reply.picture.expect("a board");
    Picture { moving: Moving::Match(Stretch { from: 0, every: 1, speed: 100 }), ..board }
}

#[tokio::test]
async fn a_film_is_gathered_while_the_service_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _closed) = Queue::open(played(folder.path()));
    let picture = film(&queue).await;
    let (let_go, held) = std::sync::mpsc::channel::<()>();
    let busy = queue.clone();
    let busy = tokio::spawn(async move { busy.ask(move |_| held.recv()).await });
    let drawing = queue.drawing(&picture).await.unwrap().unwrap();
    let Some(Reel::Match { shown, .. }) = drawing.reel else { panic!("no film") };
    assert_eq!(shown.len(), picture.frames() as usize);
    assert!(5 <= shown.len());
    drop(let_go);
    busy.await.unwrap().unwrap().unwrap_err();
}

#[tokio::test]
async fn long_reads_that_hang_hold_up_no_request_and_no_board() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _closed) = Queue::open(played(folder.path()));
    let picture = film(&queue).await;
    let board = Picture { moving: Moving::Nothing, ..picture };
    let (reading, mut begun) = tokio::sync::mpsc::unbounded_channel();
    let mut hanging = Vec::new();
    for _ in 0..4 {
        let (let_go, held) = std::sync::mpsc::channel::<()>();
        let (queue, reading) = (queue.clone(), reading.clone());
        let read = async move {
            let job = move |_: &Tx<'_>| {
                reading.send(()).unwrap();
                held.recv().unwrap_err();
                Ok(())
            };
            queue.look(Length::Long, job).await
        };
        hanging.push((tokio::spawn(read), let_go));
    }
    begun.recv().await.unwrap();
    begun.recv().await.unwrap();
    let moved = request("move", "ann", "play #2 9-14");
    let told = queue.ask(move |service| service.handle(&moved)).await.unwrap();
    assert_eq!(told[0].reply.refused, None);
    assert!(queue.drawing(&board).await.unwrap().unwrap().reel.is_none());
    let moved = told[0].reply.picture.clone().unwrap();
    assert!(queue.drawing(&moved).await.is_ok_and(|it| it.is_ok()));
    assert!(begun.try_recv().is_err(), "two long reads at once are enough");
    for (read, let_go) in hanging {
        drop(let_go);
        read.await.unwrap().unwrap().unwrap();
    }
}
