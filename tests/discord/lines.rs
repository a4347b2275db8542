//! Queues: each room and each person is told in order, whatever fails and whenever the program
//! ends, and nobody waits for somebody else.
use std::time::{Duration, Instant};

use engine::{scene::Verbosity, seat::Seat};
use features::FEATURES;
use model::{
    ids::{Chat, MatchId},
    reply::{BoardUpdate, Moving, Picture, Reply},
};
use serde_json::json;
use service::{
    PersonName, Power, Preparation, RandomSource, Request, RoomName, RoomPresence, Service,
};
use store::{Store, Sync};

use crate::{
    http::Answer,
    people::{ANN, BOB, Person},
    play::{mover, open, step},
    server::Program,
    world::{BOT, CHANNEL, Discord, Fault, Message, World},
};

/// The most time for what mustn't wait for something else, beyond what it takes on this machine anyway.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Does something, and returns how long it took.
fn timed<T>(act: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    (act(), began.elapsed())
}

/// Opens the database of a program that has ended.
pub(crate) fn store(folder: &std::path::Path) -> Store {
    Store::open(&folder.join("draughtsman.db"), Sync::Normal, features::FEATURES.tables()).unwrap()
}

/// Returns the boards in the channel, the oldest first: the step of each, and whether it has controls.
fn boards(world: &World) -> Vec<(String, bool)> {
    let name = |message: &Message| message.files.first().map(|it| it.0.clone());
    let all = world.said_in(CHANNEL).into_iter();
    all.filter_map(|message| Some((name(message)?, !message.choices().is_empty()))).collect()
}

fn limited(seconds: f64) -> serde_json::Value {
    json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": false })
}

#[test]
fn what_was_left_is_told_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    assert!(program.terminate());
    // Four steps that haven't been delivered, and those that end a turn.
    let mut ends = Vec::new();
    let mut service = Service::new(store(folder.path()), RandomSource::System, &features::FEATURES);
    for n in 0..4 {
        let (who, words) = [ANN, BOB]
            .into_iter()
            .find_map(|person| {
                let id = person.id.to_string();
                let offers = service.offers(Chat::Discord, "901", &id, None).unwrap();
                Some((person, offers.first()?.words.first()?.clone()))
            })
            .expect("someone has to move");
        let told = service.handle(&request(who, &words, n));
        let board = told.iter().find(|it| it.reply.board.is_some()).expect("a board");
        if !board.reply.goes_on() {
            ends.push((n + 1).to_string());
        }
    }
    drop(service);
    let before = discord.world(|world| world.seen.len());
    let _program = Program::start(&discord, folder.path());
    discord.wait("the last board", |world| {
        boards(world).iter().any(|it| it.0.starts_with("match-1-4-")).then_some(())
    });
    // In the order they were posted, including those that have shrunk since. What happened within a turn is told by the board that
    // ends it: no board changes into one that is past already.
    let posted = discord.world(|world| {
        let told = world.seen[before..].iter().filter(|it| it.path.starts_with("/channels/901/"));
        let posts = told.filter(|seen| seen.status == 200);
        let names = posts.map(|seen| seen.body["attachments"][0]["filename"].to_string());
        names
            .filter(|it| it.contains("match-1-"))
            .map(|name| name[9..10].to_owned())
            .collect::<Vec<_>>()
    });
    if ends.last().is_none_or(|last| last != "4") {
        ends.push("4".to_owned());
    }
    assert_eq!(posted, ends);
    // One board stands; earlier ones have lost their buttons and pictures.
    discord.wait("only the last one stands", |world| {
        let boards = boards(world);
        (boards.len() == 1 && boards[0].0.starts_with("match-1-4-") && boards[0].1).then_some(())
    });
    let answerable = discord.world(|world| {
        world.said_in(CHANNEL).iter().filter(|message| !message.choices().is_empty()).count()
    });
    assert_eq!(answerable, 1);
    discord.was_used_well();
}

fn request(who: Person, words: &str, n: i64) -> Request {
    Request {
        chat: Chat::Discord,
        message: Some(format!("late-{n}")),
        room: RoomName {
            handle: CHANNEL.to_string(),
            name: "games".to_owned(),
            server: "900".to_owned(),
            answers_only: false,
        },
        from: PersonName { handle: who.id.to_string(), name: who.name.to_owned(), bot: false },
        mentioned: Vec::new(),
        line: FEATURES.commands().read(words),
        attachment: None,
        asked_at: None,
        no_threads: None,
        prepared: Preparation::default(),
        pressed: None,
        thread_of: None,
        overheard: false,
        power: Power::Nothing,
        company: RoomPresence::Many,
        now: model::host_clock::now().as_second(),
    }
}

#[test]
fn a_room_is_told_in_order_whatever_fails() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let before = discord.world(|it| it.messages.len());
    // More failures than one message is tried in a row.
    discord.fail("POST", "/channels/901/messages", 7, 503, json!(null));
    ANN.types(&discord, &format!("<@{BOT}> board side=white"));
    discord.wait("a try", |world| world.seen.iter().any(|it| it.status == 503).then_some(()));
    for options in [json!({}), json!({ "side": "white", "text": true })] {
        // When it is deferred, it has been handled.
        let token = ANN.slash(&discord, "board", options);
        assert_eq!(discord.wait("a promise", |world| world.interactions[&token].first).0, 5);
    }
    let said = discord.wait("three answers", |world| {
        let named = |message: &Message| {
            Some((message.files.first()?.0.clone(), message.content().contains("```")))
        };
        let said: Vec<(String, bool)> = world.messages[before..].iter().filter_map(named).collect();
        (said.len() == 3).then_some(said)
    });
    let [white, black] = ["white", "black"].map(|side| format!("match-1-0-{side}.png"));
    assert_eq!(said, [(white.clone(), false), (black, false), (white, true)]);
    discord.was_used_well();
}

#[test]
fn a_private_word_that_cannot_be_brought_holds_up_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let shown = || discord.answer(&BOB.slash(&discord, "board", json!({})));
    let (_, usual) = timed(shown);
    discord.fail("POST", "/users/@me/channels", 10_000, 503, json!(null));
    ANN.types(&discord, &format!("<@{BOT}> settings"));
    discord.wait("a try", |world| world.seen.iter().any(|it| it.status == 503).then_some(()));
    let (board, took) = timed(shown);
    assert_eq!((board.only, board.files.len()), (None, 1));
    assert!(took < AT_ONCE + usual, "{took:?}");
    discord.world(|it| it.faults.clear());
    discord.message("the list", |message| message.content().contains("Your settings"));
    discord.was_used_well();
}

#[test]
fn a_board_is_done_with_when_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let (board, usual) = timed(|| step(&discord, &board));
    // The next delivery is slow.
    discord.delay("PATCH", "/channels/901/messages/", 100, Duration::from_secs(30));
    let board = step(&discord, &board);
    let (_, took) = timed(|| step(&discord, &board));
    assert!(took < AT_ONCE + usual, "the room waits for nothing: {took:?}");
    program.kill();
    discord.world(|it| it.faults.clear());
    let _program = Program::start(&discord, folder.path());
    // The room is told in order: what was left comes first.
    discord.answer(&BOB.slash(&discord, "leaderboard", json!({})));
    let there = discord.world(|it| boards(it));
    let latest = there.iter().filter(|it| it.0.starts_with("match-1-3-")).count();
    assert_eq!((latest, there.len()), (1, 1), "{there:?}");
    discord.was_used_well();
}

#[test]
fn a_board_that_is_there_unheard_of_is_not_said_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    // It arrives, but the confirmation is lost.
    discord.lose("POST", "/callback", 1000);
    let (_, id) = board.choices()[0].clone();
    mover(&board).presses_id(&discord, &board, &id);
    let there = |world: &mut World| {
        boards(world).iter().filter(|it| it.0.starts_with("match-1-1-")).count()
    };
    discord.wait("the board", |world| (0 < there(world)).then_some(()));
    program.kill();
    discord.world(|it| it.faults.clear());
    let _program = Program::start(&discord, folder.path());
    discord.answer(&BOB.slash(&discord, "leaderboard", json!({})));
    assert_eq!(discord.world(there), 1);
    // It stands, and the next one replaces it.
    let board = discord.message("the board", |message| {
        message.files.iter().any(|it| it.0.starts_with("match-1-1-"))
    });
    step(&discord, &board);
    discord.wait("the board before shrinks", |world| (there(world) == 0).then_some(()));
    discord.was_used_well();
}

#[test]
fn old_boards_that_may_not_be_changed_hold_up_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let (board, usual) = timed(|| step(&discord, &board));
    discord.fail("PATCH", "/channels/901/messages/", 1000, 429, limited(30.0));
    let mut board = step(&discord, &board);
    for _ in 0..3 {
        let (next, took) = timed(|| step(&discord, &board));
        assert!(took < AT_ONCE + usual, "{took:?}");
        board = next;
    }
    discord.was_used_well();
}

#[test]
fn the_end_waits_for_no_limit_that_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    discord.fail("POST", "/channels/901/messages", 1, 429, limited(300.0));
    ANN.types(&discord, &format!("<@{BOT}> board side=white"));
    discord.wait("the limit", |world| world.seen.iter().any(|it| it.status == 429).then_some(()));
    assert!(program.terminate());
    let _program = Program::start(&discord, folder.path());
    discord.message("what was left", |message| {
        message.files.iter().any(|it| it.0 == "match-1-0-white.png")
    });
    discord.was_used_well();
}

#[test]
fn the_end_waits_for_no_answer_that_does_not_come() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    discord.delay("POST", "/channels/901/messages", 1000, Duration::from_secs(300));
    ANN.types(&discord, &format!("<@{BOT}> board"));
    discord.wait("a try", |world| world.faults.iter().any(|it| it.times < 1000).then_some(()));
    assert!(program.terminate());
}

#[test]
fn a_limit_that_lasts_takes_no_buttons_and_no_board() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let words = board.words();
    discord.fail("POST", "/channels/901/messages", 25, 429, limited(0.05));
    mover(&board).types(&discord, &format!("<@{BOT}> {words}"));
    let board = discord.message("the board", |message| {
        message.files.iter().any(|it| it.0.starts_with("match-1-1-"))
    });
    assert!(!board.choices().is_empty());
    // A picture too large to send is replaced by words, with the same controls.
    let words = board.words();
    let body = json!({ "code": 40005, "message": "Request entity too large" }).to_string();
    let answer = Answer { status: 413, body: body.into_bytes(), ..Answer::default() };
    let path = "/channels/901/messages".to_owned();
    discord.world(|it| it.faults.push(Fault { path, answer: Some(answer), ..Fault::default() }));
    mover(&board).types(&discord, &format!("<@{BOT}> {words}"));
    let said =
        discord.message("the board in words", |message| message.content().contains("In words:"));
    assert!(said.files.is_empty() && !said.choices().is_empty());
    discord.was_used_well();
}

#[test]
fn a_picture_that_cannot_be_drawn_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    assert!(program.terminate());
    // A position that no longer exists.
    let mut store = store(folder.path());
    let picture = Picture {
        of: MatchId(1),
        step: 99,
        take: 0,
        eyes: None,
        facing: Seat::First,
        theme: String::new(),
        names: ["Ann", "Bob"].map(str::to_owned),
        clocks: [None, None],
        left: [None, None],
        alt: "A man on every square.".to_owned(),
        reading: Verbosity::default(),
        moving: Moving::Nothing,
        chosen: None,
        asked: String::new(),
        suggested: None,
        beside: Vec::new(),
        since: None,
    };
    let mut reply = Reply::room("It is your turn.").picture(picture);
    reply.board = Some(BoardUpdate::of(MatchId(1)));
    let body = serde_json::to_string(&reply).unwrap();
    store
        .transaction(|tx| {
            let room = tx.room_by_handle(Chat::Discord, "901")?.expect("the room");
            tx.post(Chat::Discord, room.id, &body, 5)
        })
        .unwrap();
    drop(store);
    let _program = Program::start(&discord, folder.path());
    let said =
        discord.message("the words", |message| message.content().contains("A man on every square"));
    assert!(said.content().contains("It is your turn") && said.files.is_empty());
    assert!(!said.choices().is_empty(), "it can be answered");
    discord.was_used_well();
}

#[test]
fn notes_that_are_of_no_use_any_more_are_struck_out() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    step(&discord, &board);
    let end = discord.answer(&BOB.slash(&discord, "resign", json!({ "yes": true })));
    assert!(end.content().contains("called off"), "{}", end.content());
    assert!(program.terminate());
    let boards = || {
        let boards = store(folder.path()).transaction(|tx| tx.boards(Chat::Discord)).unwrap();
        boards.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    assert!(boards().len() == 1, "{:?}", boards());
    let program = Program::start(&discord, folder.path());
    discord.answer(&BOB.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    assert_eq!(boards(), [""; 0]);
    discord.was_used_well();
}
