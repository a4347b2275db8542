//! Delivery to a chat: one message per turn, one standing board, and everyone concerned is told once, whatever fails.
use std::{sync::Arc, time::Duration};

use delivery::{
    Abilities, Asked, Cause, ChatAdapter as _, Dispatcher, Edits, Place, Thread, Threads,
};
use features::FEATURES;
use model::ids::Chat;
use service::{
    Outgoing, PersonName, Power, Preparation, RandomSource, Request, RoomName, RoomPresence,
    Service,
};
use store::Store;

use crate::driver::{Memory, Message, PANICS};

const BOTH: [Abilities; 2] = [BY_PRESS, BY_EDIT];
const SOON: Cause = Cause::Later { after: Some(Duration::from_millis(1)) };

/// A chat where only a press edits a board, and threads are opened.
pub(crate) const BY_PRESS: Abilities = Abilities {
    edits: Edits::Pressed,
    threads: Threads::Opened,
    quotes: true,
    sealed: true,
    numbers: false,
    longest: None,
};

/// A chat where every board can be edited, and threads start with one.
pub(crate) const BY_EDIT: Abilities = Abilities {
    edits: Edits::Any,
    threads: Threads::FromBoard,
    quotes: false,
    sealed: false,
    numbers: true,
    longest: Some(12),
};

pub(crate) fn service() -> Service {
    Service::new(
        Store::trial_with(features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    )
}

fn person(handle: &str) -> PersonName {
    PersonName { handle: handle.to_owned(), name: handle.to_uppercase(), bot: false }
}

fn request(who: &str, room: &str, words: &str) -> Request {
    let marked = words.split_whitespace().filter_map(|it| it.strip_prefix('@'));
    Request {
        chat: Chat::Console,
        message: None,
        room: RoomName {
            handle: room.to_owned(),
            name: room.to_owned(),
            server: "s".to_owned(),
            answers_only: false,
        },
        from: person(who),
        mentioned: marked.map(person).collect(),
        line: FEATURES.commands().read(words),
        attachment: None,
        asked_at: None,
        no_threads: None,
        prepared: Preparation::default(),
        pressed: None,
        thread_of: None,
        overheard: false,
        power: Power::Server,
        company: RoomPresence::Many,
        now: 1_767_225_600,
    }
}

/// Says something in a place, by pressing a message if one is given, and waits for all answers.
pub(crate) async fn say(
    chat: &Arc<Memory>,
    who: &str,
    place: Place,
    words: &str,
    pressed: Option<&str>,
) {
    let request = request(who, &place.room, words);
    let request = Request { pressed: pressed.map(str::to_owned), ..request };
    let asked = Arc::new(Asked {
        place: Place { answers: Some("question".to_owned()), ..place },
        by: who.to_owned(),
        alone: false,
        talk: false,
        pressed: pressed.map(str::to_owned),
        interaction: pressed.map(|pressed| Arc::new(pressed.to_owned())),
    });
    let answered = chat.dispatcher().service().answer(request.into()).await.unwrap();
    for told in Dispatcher::answer(chat, answered, |_| asked.clone()) {
        told.await.unwrap();
    }
}

pub(crate) async fn types(chat: &Arc<Memory>, who: &str, words: &str) {
    say(chat, who, Place::room("room"), words, None).await;
}

/// Opens a chat where Ann plays Black against Bob, both without automatic steps.
pub(crate) async fn opened(can: Abilities) -> Arc<Memory> {
    let chat = Memory::open(service(), can);
    begin(&chat).await;
    chat
}

async fn begin(chat: &Arc<Memory>) {
    for who in ["ann", "bob"] {
        types(chat, who, "settings auto off").await;
    }
    types(chat, "ann", "challenge @bob trapdoor side=black").await;
    types(chat, "bob", "accept").await;
}

/// Returns who may do something now, and the first thing they may do.
pub(crate) async fn offered(chat: &Memory) -> (&'static str, String) {
    let find = |service: &mut Service| {
        let mut all = ["ann", "bob"].into_iter();
        all.find_map(|who| {
            let offers = service.offers(Chat::Console, "room", who, None).unwrap();
            Some((who, offers.first()?.words.first()?.clone()))
        })
    };
    chat.dispatcher().service().ask(find).await.unwrap().expect("somebody may do something")
}

/// Presses the standing board for somebody who has to decide. Returns who it was.
pub(crate) async fn press(chat: &Arc<Memory>) -> &'static str {
    let (who, words) = offered(chat).await;
    let board = stands(chat, "room").await;
    let interactive = chat.can.edits == Edits::Pressed;
    let pressed = Some(board.id.as_str()).filter(|_| interactive);
    say(chat, who, Place::room("room"), &words, pressed).await;
    who
}

/// Waits until exactly one board stands in a place.
pub(crate) async fn stands(chat: &Memory, place: &str) -> Message {
    chat.until(|world| match &world.boards(place)[..] {
        [one] => Some((*one).clone()),
        _ => None,
    })
    .await
}

#[tokio::test]
async fn a_hand_over_is_one_message_and_one_ping_and_a_turn_changes_its_board() {
    for can in BOTH {
        let chat = opened(can).await;
        let before = chat.world().messages.len();
        let mut hand_overs = 0;
        for _ in 0..12 {
            let board = stands(&chat, "room").await;
            let moved = press(&chat).await;
            let (next, _) = offered(&chat).await;
            let now = stands(&chat, "room").await;
            if next == moved {
                assert_eq!((now.id, now.edits), (board.id, board.edits + 1), "the same board");
                assert_eq!(now.pings, [""; 0], "nobody is called for what they did themselves");
            } else {
                hand_overs += 1;
                assert_ne!(now.id, board.id);
                assert_eq!(now.pings, [next]);
            }
        }
        assert!(2 < hand_overs && hand_overs < 12);
        assert_eq!(chat.world().messages.len(), before + hand_overs, "one message a hand-over");
    }
}

#[tokio::test]
async fn a_room_that_watches_has_one_board_that_pings_nobody_and_changes_within_a_turn() {
    for can in BOTH {
        let chat = opened(can).await;
        say(&chat, "ann", Place::room("hall"), "watch #1 here", None).await;
        let mut board = stands(&chat, "hall").await;
        let mut hand_overs = 0;
        for _ in 0..10 {
            let moved = press(&chat).await;
            let told = stands(&chat, "room").await.text;
            let ends = told.lines().last().unwrap_or_default().to_owned();
            let now = chat
                .until(|world| match &world.boards("hall")[..] {
                    [one] if one.text.ends_with(&ends) => Some((*one).clone()),
                    _ => None,
                })
                .await;
            if offered(&chat).await.0 == moved {
                assert_eq!((&now.id, now.edits), (&board.id, board.edits + 1), "the same board");
            } else {
                hand_overs += 1;
                assert_ne!(now.id, board.id);
            }
            board = now;
        }
        types(&chat, "bob", "resign yes").await;
        let last = chat
            .until(|world| match &world.boards("hall")[..] {
                [one] if one.id != board.id => Some((*one).clone()),
                _ => None,
            })
            .await;
        assert!(last.text.contains("Bob") || last.text.contains("BOB"), "{}", last.text);
        let world = chat.world();
        let said = world.said_in("hall");
        // The answer to the command, its board, and one board for each turn and for the end.
        assert_eq!(said.len(), 1 + 1 + hand_overs + 1);
        assert!(said.iter().all(|it| it.pings.is_empty()));
    }
}

#[tokio::test]
async fn a_room_that_watches_gets_the_newest_board_where_edits_are_slow() {
    let chat = opened(BY_PRESS).await;
    say(&chat, "ann", Place::room("hall"), "watch #1 here", None).await;
    stands(&chat, "hall").await;
    let mut spun = 0;
    for _ in 0..12 {
        chat.fail("replace", "hall", SOON, 3);
        spun += usize::from(press(&chat).await == offered(&chat).await.0);
    }
    assert!(2 < spun, "some steps change a board in place");
    chat.world().faults_end();
    let told = stands(&chat, "room").await.text;
    let ends = told.lines().last().unwrap_or_default().to_owned();
    chat.until(|world| match &world.boards("hall")[..] {
        [one] if one.text.ends_with(&ends) => Some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn one_board_stands_whatever_is_typed_and_those_before_keep_one_line() {
    let chat = opened(BY_PRESS).await;
    let mut hand_overs = 0;
    for _ in 0..8 {
        // Typed words have no press that could change the board, which changes all the same.
        let (who, words) = offered(&chat).await;
        types(&chat, who, &words).await;
        hand_overs += usize::from(offered(&chat).await.0 != who);
    }
    assert!(0 < hand_overs && hand_overs < 8, "{hand_overs}");
    let board = stands(&chat, "room").await;
    let world = chat.world();
    let left = world.messages.iter().filter(|message| 0 < message.edits && message.id != board.id);
    let lines: Vec<usize> = left.map(|message| message.text.lines().count()).collect();
    assert_eq!(lines, vec![1; hand_overs]);
}

#[tokio::test]
async fn a_board_that_cannot_be_changed_is_posted_anew() {
    let chat = opened(BY_EDIT).await;
    let board = stands(&chat, "room").await;
    chat.fail("replace", "room", Cause::Never, 1);
    assert_eq!(press(&chat).await, offered(&chat).await.0, "the spin leads to a move");
    assert_ne!(stands(&chat, "room").await.id, board.id);
}

#[tokio::test]
async fn every_message_of_a_match_names_it() {
    let chat = opened(BY_EDIT).await;
    for _ in 0..6 {
        press(&chat).await;
    }
    for message in
        chat.world().said_in("room").iter().filter(|message| message.board || 0 < message.edits)
    {
        let first = message.text.lines().next().unwrap_or_default();
        assert!(first.contains("#1"), "{}", message.text);
    }
}

#[tokio::test]
async fn a_move_costs_at_most_four_trips_to_the_service() {
    for can in BOTH {
        // Positions to draw are read beside the service, unless the database is in memory.
        let folder = tempfile::tempdir().unwrap();
        let store =
            Store::trial_at(&folder.path().join("x.db"), features::FEATURES.tables()).unwrap();
        let chat = Memory::open(
            Service::new(store, RandomSource::Repeatable(7), &features::FEATURES),
            can,
        );
        begin(&chat).await;
        for _ in 0..8 {
            let (who, words) = offered(&chat).await;
            let board = stands(&chat, "room").await;
            let before = chat.dispatcher().service().trips();
            let pressed = Some(board.id.as_str()).filter(|_| can.edits == Edits::Pressed);
            say(&chat, who, Place::room("room"), &words, pressed).await;
            stands(&chat, "room").await;
            // The request, what the reply needs, and its result. One more is
            // the chat's own: where it was said.
            let trips = chat.dispatcher().service().trips() - before;
            assert_eq!(trips, 3, "`{words}`");
        }
    }
}

#[tokio::test]
async fn whoever_is_called_and_not_there_gets_a_copy() {
    let chat = opened(BY_EDIT).await;
    chat.world().absent.insert("bob".to_owned());
    for _ in 0..2 {
        press(&chat).await;
    }
    let says = |handle: &'static str, words: &'static str| {
        chat.until(move |world| {
            let told = world.said_in(handle);
            told.iter().find(|it| it.text.contains(words)).map(|it| it.text.clone())
        })
    };
    let told = says("private bob", "#1").await;
    assert!(told.starts_with("You are not in room.\n"), "{told}");
    // If he accepts none, the room is told.
    chat.world().shut.insert("bob".to_owned());
    for _ in 0..4 {
        press(&chat).await;
    }
    says("room", "has closed their direct messages").await;
}

#[tokio::test]
async fn what_is_private_never_moves_to_the_room_and_what_is_not_stays_there() {
    let chat = opened(BY_EDIT).await;
    types(&chat, "ann", "settings").await;
    let list = chat.world().said_in("private ann").last().expect("the list").text.clone();
    assert!(list.contains("Your settings"), "{list}");
    chat.world().shut.insert("ann".to_owned());
    let before = chat.world().said_in("room").len();
    types(&chat, "ann", "settings").await;
    {
        let world = chat.world();
        let said = &world.said_in("room")[before..];
        assert_eq!(said.len(), 1);
        assert!(said[0].text.contains("a private message for you"), "{}", said[0].text);
        assert!(!said[0].text.contains("Your settings"));
    }
    types(&chat, "ann", "rules trapdoor").await;
    assert!(chat.world().said_in("room").last().expect("the rules").text.contains("Trapdoor"));
}

#[tokio::test]
async fn a_thread_that_is_gone_is_left_and_that_is_said_once() {
    let chat = Memory::open(service(), BY_PRESS);
    types(&chat, "ann", "admin threads on").await;
    begin(&chat).await;
    let (who, words) = offered(&chat).await;
    types(&chat, who, &words).await;
    stands(&chat, "thread 1").await;
    chat.fail("post", "thread 1", Cause::Gone, 1);
    let (who, words) = offered(&chat).await;
    types(&chat, who, &words).await;
    let board = stands(&chat, "room").await;
    assert!(board.text.starts_with("Match #1 goes on here."), "{}", board.text);
    let tries = chat.world().tries("post thread 1");
    let (who, words) = offered(&chat).await;
    let inside = Thread { id: "thread 1".to_owned(), last: String::new() };
    let place = Place { thread: Some(inside), ..Place::room("room") };
    say(&chat, who, place, &words, None).await;
    assert!(!stands(&chat, "room").await.text.contains("goes on here"));
    assert_eq!(chat.world().tries("post thread 1"), tries, "it is known to be gone");
}

#[tokio::test]
async fn what_fails_for_a_while_comes_in_order_and_what_never_works_holds_up_nothing() {
    let chat = opened(BY_EDIT).await;
    let before = chat.world().said_in("room").len();
    chat.fail("post", "room", SOON, 3);
    types(&chat, "ann", "rules trapdoor").await;
    types(&chat, "ann", "rules draughts").await;
    chat.fail("post", "room", Cause::Never, 1);
    types(&chat, "ann", "rules alien").await;
    types(&chat, "ann", "rules piecepack").await;
    {
        let world = chat.world();
        let said: Vec<&str> = world.said_in("room")[before..].iter().map(|it| &*it.text).collect();
        let order = ["Trapdoor", "Draughts", "Piecepack"];
        assert_eq!(said.len(), order.len(), "{said:?}");
        for (text, word) in said.iter().zip(order) {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
    let left =
        chat.dispatcher().service().ask(|service| service.undelivered(Chat::Console).unwrap());
    assert_eq!(left.await.unwrap(), Vec::<Outgoing>::new());
}

#[tokio::test]
async fn a_start_catches_up_in_order_and_says_nothing_twice() {
    let chat = opened(BY_PRESS).await;
    let (who, words) = offered(&chat).await;
    types(&chat, who, &words).await;
    // A board whose delivery isn't confirmed, and another one waiting behind it.
    chat.hide_next();
    let (who, words) = offered(&chat).await;
    let heard = tokio::spawn({
        let chat = chat.clone();
        async move { types(&chat, who, &words).await }
    });
    chat.until(|world| (world.boards("room").len() == 2).then_some(())).await;
    for _ in 0..2 {
        let (who, words) = offered(&chat).await;
        let missed = request(who, "room", &words);
        chat.dispatcher().service().ask(move |it| it.handle(&missed)).await.unwrap();
    }
    heard.abort();
    let before = chat.world().messages.len();
    let mut chat = chat.restart().await;
    for more in [1, 0] {
        drop(Dispatcher::begin(&chat).await.unwrap());
        let count = chat.world().messages.len();
        let wanted = if more == 1 { before + 1 } else { count };
        chat.until(|world| (world.messages.len() == wanted).then_some(())).await;
        types(&chat, "ann", "profile").await;
        stands(&chat, "room").await;
        assert_eq!(chat.world().messages.len(), wanted + 1, "what was left, and the answer");
        chat = chat.restart().await;
    }
    assert_eq!(BY_EDIT.threads, Threads::FromBoard);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_the_service_panics_over_is_given_up_and_holds_up_nothing() {
    for can in BOTH {
        let chat = Memory::open(service(), can);
        let place = || Place::room("r");
        say(&chat, "ann", place(), &format!("rules {PANICS}"), None).await;
        say(&chat, "ann", place(), "games", None).await;
        let said: Vec<String> =
            chat.world().said_in("r").iter().map(|it| it.text.clone()).collect();
        assert!(!said.is_empty() && said.iter().all(|it| !it.contains(PANICS)), "{said:?}");
        let service = chat.dispatcher().service();
        assert!(0 < service.metrics().panics.get());
        let left = service.ask(|service| service.undelivered(Memory::CHAT)).await.unwrap();
        assert_eq!(left.unwrap(), [], "it isn't tried again after a restart either");
    }
}
