//! A long read gives the same as a read in its turn.
use super::*;
use crate::{
    service::{PersonName, Queue, RoomName},
    store::{Store, Sync},
};

fn request(message: &str, who: &str, words: &str) -> Request {
    let room = RoomName { handle: "r".to_owned(), name: "r".to_owned(), server: "s".to_owned() };
    Request {
        message: Some(message.to_owned()),
        room,
        mentioned: ["ann", "bob"].map(PersonName::plain).into(),
        now: 1000,
        ..Request::typed(Chat::Matrix, "r", who, words)
    }
}

/// A service on a file, with a finished and a running match.
fn played(folder: &std::path::Path) -> Service {
    let store = Store::open(&folder.join("x.db"), Sync::Normal).unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(1));
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
    for (n, words) in [
        "leaderboard",
        "leaderboard draughts everywhere",
        "season",
        "profile",
        "profile @bob",
        "versus @bob",
        "history #1",
        "replay #1",
        "export #2",
        "export #1 pdn",
        "history #9",
        "history #1 page=7",
    ]
    .into_iter()
    .enumerate()
    {
        let plain = request(&format!("plain {n}"), "ann", words);
        let expected = queue.ask(move |service| service.handle(&plain)).await.unwrap();
        assert!(!expected.is_empty(), "{words}");

        let ahead = request(&format!("ahead {n}"), "ann", words);
        let (let_go, held) = std::sync::mpsc::channel::<()>();
        let busy = queue.clone();
        let busy = tokio::spawn(async move { busy.ask(move |_| held.recv()).await });
        queue.read_ahead(&ahead).await;
        assert_eq!(locked(&found).len(), 1, "{words} was not read ahead");
        drop(let_go);
        busy.await.unwrap().unwrap().unwrap_err();
        let again = ahead.clone();
        let told = queue.ask(move |service| service.handle(&ahead)).await.unwrap();
        assert_eq!(locked(&found).len(), 0, "{words} was read twice");
        let replies = |it: &[Outgoing]| {
            it.iter().map(|it| (it.room.clone(), it.reply.clone())).collect::<Vec<_>>()
        };
        assert_eq!(replies(&told), replies(&expected), "{words}");
        // The same message is answered once, however it was read.
        queue.read_ahead(&again).await;
        assert_eq!(queue.ask(move |service| service.handle(&again)).await.unwrap(), [], "{words}");
    }
}

#[tokio::test]
async fn what_writes_or_comes_from_somebody_new_is_carried_out_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _closed) = Queue::open(played(folder.path()));
    let found = queue.ask(|service| service.found.clone()).await.unwrap();
    for (who, words) in
        [("ann", "play #2 9-14"), ("ann", "games"), ("ann", "nonsense"), ("zed", "leaderboard")]
    {
        queue.read_ahead(&request("m", who, words)).await;
        assert_eq!(locked(&found).len(), 0, "{who}: {words}");
    }
    let first = request("m", "zed", "leaderboard");
    assert_eq!(queue.ask(move |service| service.handle(&first)).await.unwrap().len(), 1);
}
