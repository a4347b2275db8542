//! Playing over days: private reminders, one standing board, and watching from another room.
use model::{ids::Chat, reply::Reply};
use serde_json::json;
use service::{RandomSource, Service};
use store::OutboxTopic;

use crate::{
    lines::store,
    people::{ANN, BOB, whom},
    play::{mover, open, step},
    server::Program,
    world::{BOT, CHANNEL, Discord, Message, World},
};

/// Moves the times in the database of a stopped program, as if hours had passed while it ran.
pub(crate) fn let_pass(folder: &std::path::Path, hours: i64) {
    let mut service = Service::new(store(folder), RandomSource::System, &features::FEATURES);
    let mut now = model::host_clock::now().as_second();
    let end = now + hours * 3600;
    while now < end {
        service.moved_on(now).unwrap();
        let next = service.tick(now).unwrap();
        now = next.filter(|&it| now < it).map_or(end, |it| it.min(end));
    }
}

/// Opens matches of Ann (Black) against Bob with a day per turn.
fn daily(discord: &Discord, matches: usize) {
    for _ in 0..matches {
        let options = json!({ "who": whom(BOB), "game": "trapdoor", "side": "black", "days": 1 });
        let offer = discord.answer(&ANN.slash(discord, "challenge", options));
        discord.board(&BOB.presses(discord, &offer, "Accept"));
    }
}

fn reminders(world: &World) -> Vec<Message> {
    let is = |message: &&Message| {
        message.content().contains("Your turn in")
            || message.content().contains("matches are waiting for you")
    };
    world.messages.iter().filter(is).cloned().collect()
}

#[test]
fn whoever_is_to_move_is_reminded_in_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    daily(&discord, 1);
    assert!(program.terminate());
    let_pass(folder.path(), 13);
    let program = Program::start(&discord, folder.path());
    let told = discord.wait("a reminder", |world| reminders(world).pop());
    assert_eq!(Some(told.channel), discord.world(|world| world.direct.get(&ANN.id).copied()));
    assert!(told.files.is_empty(), "no second board");
    // Its buttons work in the direct message.
    let ann = ANN.at(told.channel);
    let board = discord.answer(&ann.presses(&discord, &told, "Board #1"));
    assert_eq!(board.files.len(), 1);
    let moves = discord.answer(&ann.presses(&discord, &told, "Moves"));
    assert!(moves.content().contains("You can"), "{}", moves.content());
    let later = discord.answer(&ann.presses(&discord, &told, "Later"));
    assert!(later.content().contains("No reminders in match #1 until"), "{}", later.content());
    assert!(program.terminate());
    assert_eq!(discord.world(|world| reminders(world).len()), 1);
    discord.was_used_well();
}

#[test]
fn several_matches_are_one_reminder() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    daily(&discord, 3);
    assert!(program.terminate());
    let_pass(folder.path(), 13);
    let program = Program::start(&discord, folder.path());
    let told = discord.wait("a reminder", |world| reminders(world).pop());
    for number in 1..=3 {
        assert!(told.content().contains(&format!("#{number}")), "{}", told.content());
    }
    assert!(program.terminate());
    assert_eq!(discord.world(|world| reminders(world).len()), 1);
    discord.was_used_well();
}

#[test]
fn whoever_takes_no_direct_messages_is_asked_once_to_press_for_the_last_reminder() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    daily(&discord, 1);
    discord.world(|it| it.closed.push(ANN.id));
    assert!(program.terminate());
    let_pass(folder.path(), 13);
    let asks = |world: &World| -> Vec<Message> {
        let all = world.said_in(CHANNEL).into_iter();
        all.filter(|message| message.content().contains("a private message for you"))
            .cloned()
            .collect()
    };
    let program = Program::start(&discord, folder.path());
    let first = discord.wait("a button", |world| asks(world).pop());
    assert!(program.terminate());
    // The second reminder replaces the first.
    let mut later = store(folder.path());
    later
        .transaction(|tx| {
            let ann = tx.person_by_handle(Chat::Discord, "1")?.expect("Ann").id;
            let room = tx.room_by_handle(Chat::Discord, "901")?.expect("the room").id;
            let body =
                serde_json::to_string(&Reply::only(ann, "Your turn in #1, once more.")).unwrap();
            tx.post_about(OutboxTopic::Reminder(ann), Chat::Discord, room, &body, 5)
        })
        .unwrap();
    drop(later);
    let _program = Program::start(&discord, folder.path());
    let last = discord.wait("another button alone", |world| {
        let asks = asks(world);
        asks.last().filter(|message| asks.len() == 1 && message.id != first.id).cloned()
    });
    let shown = discord.answer(&ANN.presses(&discord, &last, "Show it to me"));
    assert!(shown.content().contains("once more") && shown.only == Some(ANN.id));
    discord.was_used_well();
}

#[test]
fn one_board_stands_and_what_is_past_is_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let mut board = open(&discord);
    let mut handed_over = 0;
    for _ in 0..8 {
        let next = step(&discord, &board);
        handed_over += usize::from(next.id != board.id);
        board = next;
    }
    discord.wait("one board", |world| {
        let said = world.said_in(CHANNEL);
        let boards: Vec<_> = said.iter().filter(|it| !it.files.is_empty()).collect();
        (boards.len() == 1 && boards[0].id == board.id).then_some(())
    });
    let words = discord.world(|world| {
        let said = world.said_in(CHANNEL);
        said.iter()
            .filter(|message| message.files.is_empty() && !message.content().is_empty())
            .count()
    });
    // The challenge, and a board for each finished turn.
    assert!(0 < handed_over && handed_over < 8, "{handed_over}");
    assert_eq!(words, 1 + handed_over, "what happened can still be read");
    discord.was_used_well();
}

#[test]
fn another_room_looks_on_without_buttons_and_pings() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let other = CHANNEL + 1;
    let refused = discord.answer(&BOB.at(other).slash(
        &discord,
        "watch",
        json!({ "match": 1, "how": "here" }),
    ));
    assert_eq!(refused.only, Some(BOB.id), "it is for moderators");
    let watched = discord.answer(&ANN.at(other).slash(
        &discord,
        "watch",
        json!({ "match": 1, "how": "here" }),
    ));
    assert_eq!((watched.only, watched.files.len()), (None, 0));
    discord.message("the board of now", |message| {
        message.channel == other && message.files.iter().any(|it| it.0.starts_with("match-1-0-"))
    });
    step(&discord, &board);
    let told = discord.message("the turn", |message| {
        message.channel == other && message.files.iter().any(|it| it.0.starts_with("match-1-1-"))
    });
    assert!(told.pings().is_empty() && told.choices().is_empty(), "{:?}", told.choices());
    // Without `here`, people watch in private.
    let eve = crate::people::EVE.at(other);
    eve.types(&discord, &format!("<@{BOT}> watch #1"));
    let begun = discord
        .message("a word in person", |message| message.content().contains("hear about each turn"));
    let board = discord.message("the board", |message| {
        message.channel == CHANNEL && message.files.iter().any(|it| it.0.starts_with("match-1-1-"))
    });
    mover(&board);
    step(&discord, &board);
    discord.message("the turn in person", |message| {
        message.channel == begun.channel
            && message.files.iter().any(|it| it.0.starts_with("match-1-2-"))
    });
    discord.was_used_well();
}

#[test]
fn a_reminder_waits_in_the_outbox_only_until_it_is_brought() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    daily(&discord, 1);
    assert!(program.terminate());
    let_pass(folder.path(), 13);
    let program = Program::start(&discord, folder.path());
    discord.wait("a reminder", |world| reminders(world).pop());
    assert!(program.terminate());
    let waits = store(folder.path()).transaction(|tx| tx.outbox(Chat::Discord)).unwrap();
    assert_eq!(waits, []);
    discord.was_used_well();
}
