//! Where a match is shown: channels and threads, and what happens when they are closed.
use serde_json::{Value, json};

use crate::{
    gateway,
    lines::store,
    people::{ANN, BOB, EVE},
    play::{by_hand, mover, open, step},
    server::Program,
    world::{BOT, CHANNEL, Channel, Discord, GUILD, Message, World},
};

/// Starts a Discord where the bot may open threads in a channel.
pub(crate) fn with_threads(channel: u64) -> Discord {
    let discord = Discord::start();
    discord.world(|world| world.channels.get_mut(&channel).expect("a channel").threads = true);
    discord
}

/// Opens a match in a channel where each gets a thread; returns the thread and the first board.
fn threaded(discord: &Discord) -> (u64, Message) {
    by_hand(discord);
    let options = json!({ "game": "trapdoor", "side": "black" });
    let offer = discord.answer(&ANN.slash(discord, "challenge", options));
    BOB.presses(discord, &offer, "Accept");
    let thread = discord.wait("a thread", |world| {
        world.channels.iter().find(|it| it.1.parent == Some(CHANNEL)).map(|it| *it.0)
    });
    (thread, last_board(discord, thread, 0))
}

/// Waits for the board of a step in a channel.
#[track_caller]
pub(crate) fn last_board(discord: &Discord, channel: u64, step: usize) -> Message {
    let name = format!("match-1-{step}-");
    discord.message(&format!("board {step} in {channel}"), |message| {
        message.channel == channel && message.files.iter().any(|it| it.0.starts_with(&name))
    })
}

/// Changes a thread or channel and tells the bot.
pub(crate) fn change(
    discord: &Discord,
    thread: u64,
    event: &str,
    change: impl FnOnce(&mut crate::world::Channel),
) {
    discord.world(|world| {
        change(world.channels.get_mut(&thread).unwrap());
        let shown = gateway::thread(world, thread);
        world.tell(Some(GUILD), event, &shown);
    });
}

#[test]
fn a_match_gets_a_thread_where_the_bot_may_open_one() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let program = Program::start(&discord, folder.path());
    let (thread, board) = threaded(&discord);
    let made = discord.world(|world| {
        let seen = world.seen.iter().find(|it| it.path.ends_with("/threads")).unwrap();
        seen.body.clone()
    });
    let name = made["name"].as_str().unwrap();
    assert!(name.starts_with("#1 · ") && name.ends_with(" · Ann – Bob"), "{name}");
    assert_eq!(made["auto_archive_duration"], 10_080);
    let pointed = discord.message("a word in the channel", |message| {
        message.channel == CHANNEL && message.content().contains(&format!("<#{thread}>"))
    });
    assert_eq!(pointed.only, None);
    // In the thread, its match is meant: by press, by command and by typing.
    step_in(&discord, thread, &board);
    let board = last_board(&discord, thread, 1);
    let words = board.words();
    mover(&board).at(thread).types(&discord, &format!("<@{BOT}> {words}"));
    let board = last_board(&discord, thread, 2);
    let present = discord.answer(&BOB.at(thread).slash(&discord, "board", json!({})));
    assert_eq!(present.channel, thread);
    // A reply to the board means its match, in the channel too.
    let words = board.words();
    mover(&board).at(thread).answers(&discord, &format!("<@{BOT}> {words}"), Some(&board));
    last_board(&discord, thread, 3);
    // It is the same after a restart.
    assert!(program.terminate());
    let _program = Program::start(&discord, folder.path());
    let present = discord.answer(&BOB.at(thread).slash(&discord, "board", json!({})));
    assert_eq!(present.channel, thread);
    discord.was_used_well();
}

fn step_in(discord: &Discord, thread: u64, board: &Message) {
    let (_, id) = board.choices()[0].clone();
    let answer = discord.answer(&mover(board).at(thread).presses_id(discord, board, &id));
    assert_eq!((answer.channel, answer.only), (thread, None));
}

#[test]
fn a_command_whose_board_stands_elsewhere_says_what_happened() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    let (thread, board) = threaded(&discord);
    let by = mover(&board);
    let told = discord.private(&by.slash(&discord, "play", json!({ "words": board.words() })));
    assert!(told.content().contains("#1 · Trapdoor Checkers"), "{}", told.content());
    assert!(told.content().contains(by.name) && told.files.is_empty(), "{}", told.content());
    last_board(&discord, thread, 1);
    let resigns = json!({ "match": 1, "yes": true });
    let told = discord.private(&by.slash(&discord, "resign", resigns));
    assert!(told.content().contains("resigned"), "{}", told.content());
    discord.was_used_well();
}

#[test]
fn a_thread_that_people_opened_in_an_allowed_channel_allows_games() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    // Among two people nobody is a moderator.
    discord.world(|world| world.members = 40);
    let _program = Program::start(&discord, folder.path());
    let set = json!({ "what": "channels", "value": "add" });
    let set = discord.private(&ANN.slash(&discord, "admin", set));
    assert!(set.content().contains("limit per person"), "{}", set.content());
    let (inside, beside) = discord.world(|world| {
        let opened = |parent| {
            let name = "our games".to_owned();
            Channel { parent, name, owner: Some(EVE.id), ..Channel::default() }
        };
        let [inside, beside] = [world.next_id(), world.next_id()];
        world.channels.insert(inside, opened(Some(CHANNEL)));
        world.channels.insert(beside, opened(None));
        let shown = gateway::thread(world, inside);
        world.lines.last_mut().unwrap().tell("THREAD_CREATE", shown);
        (inside, beside)
    });
    let game = json!({ "game": "trapdoor" });
    let refused = discord.private(&BOB.at(beside).slash(&discord, "challenge", game.clone()));
    assert!(refused.content().contains("New games are off"), "{}", refused.content());
    let card = discord.answer(&BOB.at(inside).slash(&discord, "challenge", game));
    assert!(card.content().contains("challenges"), "{}", card.content());
    // A mention is understood in the same way.
    BOB.at(inside).types(&discord, &format!("<@{BOT}> challenge draughts"));
    discord.wait("a second card", |world| {
        let said = world.said_in(inside);
        said.iter().any(|message| message.content().contains("Draughts")).then_some(())
    });
    discord.was_used_well();
}

#[test]
fn a_thread_whose_opening_was_not_heard_of_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    discord.lose("POST", "/threads", 1);
    let board = open(&discord);
    assert_eq!(board.channel, CHANNEL, "the match does not wait for it");
    let thread = discord.world(|world| {
        let thread = *world.channels.iter().find(|it| it.1.parent.is_some()).expect("a thread").0;
        let shown = gateway::thread(world, thread);
        world.lines.last_mut().unwrap().tell("THREAD_CREATE", shown);
        thread
    });
    let (_, id) = board.choices()[0].clone();
    mover(&board).presses_id(&discord, &board, &id);
    last_board(&discord, thread, 1);
    discord.was_used_well();
}

#[test]
fn an_archived_thread_is_woken() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let program = Program::start(&discord, folder.path());
    let (thread, board) = threaded(&discord);
    change(&discord, thread, "THREAD_UPDATE", |channel| channel.archived = true);
    discord.wait("the thread is woken", |world| (!world.channels[&thread].archived).then_some(()));
    // Without that event it is unarchived when something is sent there.
    discord.world(|world| world.channels.get_mut(&thread).unwrap().archived = true);
    let words = board.words();
    mover(&board).slash(&discord, "play", json!({ "words": words }));
    last_board(&discord, thread, 1);
    // The thread of a finished match stays archived.
    let end = discord.answer(&ANN.at(thread).slash(&discord, "resign", json!({ "yes": true })));
    assert!(end.content().contains("called off"), "{}", end.content());
    discord.wait("its name tells the end", |world| {
        let name = &world.channels[&thread].name;
        name.starts_with("#1 · Trapdoor Checkers · Ann – Bob · Ann (Black) resigned").then_some(())
    });
    assert_eq!(discord.world(|world| world.channels[&thread].hidden_after), Some(1440));
    let before = discord.world(|world| world.seen.len());
    change(&discord, thread, "THREAD_UPDATE", |channel| channel.archived = true);
    // This is answered after it, and the end waits for what was begun.
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    let woken = discord.world(|world| {
        let path = format!("/channels/{thread}");
        world.seen[before..].iter().any(|seen| seen.method == "PATCH" && seen.path == path)
    });
    assert!(!woken && discord.world(|world| world.channels[&thread].archived));
    discord.was_used_well();
}

#[test]
fn a_thread_archived_while_the_bot_was_away_is_woken() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let program = Program::start(&discord, folder.path());
    let (thread, _) = threaded(&discord);
    assert!(program.terminate());
    change(&discord, thread, "THREAD_UPDATE", |channel| channel.archived = true);
    let program = Program::start(&discord, folder.path());
    let woken = |world: &mut World| (!world.channels[&thread].archived).then_some(());
    discord.wait("the thread is woken", woken);
    assert!(program.terminate());
    // Where the session has ended, nothing tells about it.
    discord.world(|world| {
        world.channels.get_mut(&thread).unwrap().archived = true;
        world.resumes = false;
    });
    let _program = Program::start(&discord, folder.path());
    discord.wait("the thread is woken again", woken);
    discord.was_used_well();
}

#[test]
fn a_thread_of_the_same_name_that_somebody_else_opened_is_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    discord.world(|world| {
        let id = world.next_id();
        let name = "Match #1: Ann – Bob".to_owned();
        let theirs =
            Channel { parent: Some(CHANNEL), name, owner: Some(EVE.id), ..Channel::default() };
        world.channels.insert(id, theirs);
    });
    let _program = Program::start(&discord, folder.path());
    by_hand(&discord);
    let options = json!({ "game": "trapdoor", "side": "black" });
    let offer = discord.answer(&ANN.slash(&discord, "challenge", options));
    BOB.presses(&discord, &offer, "Accept");
    let own = discord.wait("a thread of the bot's own", |world| {
        let mut all = world.channels.iter();
        all.find(|&(_, channel)| channel.parent == Some(CHANNEL) && channel.owner.is_none())
            .map(|it| *it.0)
    });
    last_board(&discord, own, 0);
    discord.was_used_well();
}

#[test]
fn a_locked_thread_is_left_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    let (thread, board) = threaded(&discord);
    // The bot gets no event; it finds out when it sends something.
    discord.world(|world| {
        let channel = world.channels.get_mut(&thread).unwrap();
        (channel.archived, channel.locked) = (true, true);
    });
    let words = board.words();
    mover(&board).slash(&discord, "play", json!({ "words": words }));
    let board = last_board(&discord, CHANNEL, 1);
    let said = discord.message("why", |message| {
        message.channel == CHANNEL && message.content().contains("locked")
    });
    assert!(said.content().contains("continues here"), "{}", said.content());
    step(&discord, &board);
    last_board(&discord, CHANNEL, 2);
    discord.was_used_well();
}

#[test]
fn a_deleted_thread_is_left_and_its_board_is_posted_in_the_channel_with_a_ping() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    let (thread, _) = threaded(&discord);
    change(&discord, thread, "THREAD_DELETE", |channel| channel.gone = true);
    let board = discord.message("why", |message| {
        message.channel == CHANNEL && message.content().contains("was deleted")
    });
    assert_eq!((board.files.len(), board.pings()), (1, vec![mover(&board).id]));
    step(&discord, &board);
    last_board(&discord, CHANNEL, 1);
    discord.was_used_well();
}

#[test]
fn where_no_thread_can_be_opened_the_match_is_played_in_the_channel_and_nothing_is_said_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    assert_eq!(board.channel, CHANNEL);
    step(&discord, &board);
    discord.world(|world| {
        assert!(world.seen.iter().all(|it| !it.path.ends_with("/threads")), "it is known");
        assert!(world.messages.iter().all(|message| !message.content().contains("thread")));
    });
    let listed = discord.answer(&ANN.slash(&discord, "admin", json!({})));
    assert!(listed.content().contains("Create Public Threads"), "{}", listed.content());
    discord.was_used_well();
}

#[test]
fn threads_are_refused_at_once_where_there_can_be_none() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let [voice, stage, forum, post] = discord.world(|world| {
        let mut add = |kind, parent| {
            let id = world.next_id();
            let name = "games".to_owned();
            world.channels.insert(id, Channel { kind, parent, name, ..Channel::default() });
            id
        };
        let [voice, stage, forum] = [2, 13, 15].map(|kind| add(Some(kind), None));
        [voice, stage, forum, add(None, Some(forum))]
    });
    let _program = Program::start(&discord, folder.path());
    let direct = direct(&discord, ANN.id);
    let set = |channel: u64, value: &str| {
        let options = json!({ "what": "threads", "value": value });
        discord.private(&ANN.at(channel).slash(&discord, "admin", options)).content().to_owned()
    };
    for channel in [voice, stage, post, direct] {
        let said = set(channel, "on");
        assert!(said.starts_with("Matches can't have threads here."), "{channel}: {said}");
        assert!(set(channel, "off").contains("threads: `off`"));
    }
    assert!(set(CHANNEL + 1, "on").contains("Create Public Threads"), "without the permission");
    assert!(set(CHANNEL, "on").contains("threads: `on`"));
    assert!(forum < post);
    discord.was_used_well();
}

#[test]
fn a_match_against_the_bot_stays_in_the_channel() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    let options = json!({ "game": "draughts", "level": "1" });
    let board = discord.answer(&ANN.slash(&discord, "practice", options));
    assert_eq!((board.channel, board.files.len()), (CHANNEL, 1), "{}", board.content());
    discord.world(|world| assert!(world.channels.values().all(|it| it.parent.is_none())));
    discord.was_used_well();
}

#[test]
fn the_thread_of_a_match_is_closed_a_day_after_the_last_word() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let program = Program::start(&discord, folder.path());
    let (thread, _) = threaded(&discord);
    discord.answer(&ANN.at(thread).slash(&discord, "resign", json!({ "yes": true })));
    discord.wait("its name tells the end", |world| {
        world.channels[&thread].name.contains("resigned").then_some(())
    });
    // Somebody talks there after a day.
    discord.world(|world| world.timely = true);
    let word = discord.answer(&ANN.at(thread).slash(&discord, "rules", json!({}))).id;
    assert!(program.terminate());
    store(folder.path())
        .transaction(|tx| tx.run_for_test("UPDATE matches SET ended_at = ended_at - 86401"))
        .unwrap();
    let looked = |world: &mut World, before: usize| {
        let path = format!("/channels/{thread}");
        world.seen[before..]
            .iter()
            .any(|seen| seen.method == "GET" && seen.path == path)
            .then_some(())
    };
    let before = discord.world(|world| world.seen.len());
    let program = Program::start(&discord, folder.path());
    discord.wait("it is looked for the last word", |world| looked(world, before));
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    assert!(!discord.world(|world| world.channels[&thread].archived));
    discord.world(|world| world.messages.retain(|it| it.id != word));
    let program = Program::start(&discord, folder.path());
    discord.wait("it is closed", |world| world.channels[&thread].archived.then_some(()));
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    // That is done once.
    let before = discord.world(|world| world.seen.len());
    let program = Program::start(&discord, folder.path());
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    assert!(program.terminate());
    assert_eq!(discord.world(|world| looked(world, before)), None);
    discord.was_used_well();
}

#[test]
fn only_moderators_change_how_a_channel_is_run() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let set =
        discord.answer(&BOB.slash(&discord, "admin", json!({ "what": "threads", "value": "on" })));
    assert_eq!(set.only, Some(BOB.id));
    let board = open(&discord);
    assert_eq!(board.channel, CHANNEL);
    discord.was_used_well();
}

#[test]
fn without_leave_to_write_the_bot_still_answers_and_tells_the_players() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    discord.world(|world| world.channels.get_mut(&CHANNEL).unwrap().mute = true);
    // The answer to a press needs no permission.
    let board = step(&discord, &board);
    assert_eq!(board.channel, CHANNEL);
    // From elsewhere the channel can't be reached: its players are told in private.
    let words = board.words();
    mover(&board).at(CHANNEL + 1).slash(&discord, "play", json!({ "words": words }));
    let told = discord.wait("a direct message", |world| {
        let told = |message: &&Message| {
            world.channels[&message.channel].person.is_some() && !message.files.is_empty()
        };
        world.messages.iter().find(told).cloned()
    });
    assert!(told.files[0].0.starts_with("match-1-2-"));
    assert!(told.content().contains("I can't write in games any more"), "{}", told.content());
    discord.was_used_well();
}

#[test]
fn where_no_files_may_be_attached_the_board_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    discord.world(|world| world.channels.get_mut(&CHANNEL).unwrap().no_files = true);
    let options = json!({ "game": "trapdoor", "side": "black" });
    let offer = discord.answer(&ANN.slash(&discord, "challenge", options));
    BOB.presses(&discord, &offer, "Accept");
    let board = discord.told("the board in words", "men b8, d8, f8, h8");
    assert!(board.content().contains("I can't attach files"), "{}", board.content());
    assert_eq!(board.files.len(), 0);
    // Also when Discord doesn't send the permissions.
    BOB.types(&discord, &format!("<@{BOT}> board"));
    discord.message("the board in words", |message| {
        message.token.is_none() && message.content().contains("men b8, d8, f8, h8")
    });
    discord.was_used_well();
}

#[test]
fn a_deleted_board_is_posted_again_and_calls_who_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    discord.world(|world| {
        let event = json!({ "id": board.id.to_string(), "channel_id": CHANNEL.to_string(), "guild_id": "900" });
        world.messages.retain(|it| it.id != board.id);
        world.lines.last_mut().unwrap().tell("MESSAGE_DELETE", event);
    });
    let again = discord.told("the board again", "was deleted");
    assert_eq!((again.files.len(), again.pings()), (1, vec![mover(&board).id]));
    assert_eq!(again.choices(), board.choices());
    // The match goes on; what cannot be edited any more is left alone.
    step(&discord, &again);
    last_board(&discord, CHANNEL, 1);
    discord.was_used_well();
}

#[test]
fn a_match_goes_on_in_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let direct = direct(&discord, ANN.id);
    // Without a mention, without a command.
    ANN.at(direct).types(&discord, &board.words());
    last_board(&discord, direct, 1);
    let there = last_board(&discord, CHANNEL, 1);
    assert!(there.pings().is_empty(), "the room is told, too, and she goes on herself");
    ANN.at(direct).types(&discord, "nonsense");
    let refused = discord
        .message("a refusal", |message| message.channel == direct && message.files.is_empty());
    assert!(!refused.content().is_empty());
    discord.was_used_well();
}

#[test]
fn a_whole_match_is_played_in_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let [anns, bobs] = [ANN.id, BOB.id].map(|it| direct(&discord, it));
    // Bob is known from the server.
    by_hand(&discord);
    ANN.at(anns).types(&discord, "challenge <@2> trapdoor side=black");
    let offer = discord.message("the offer in person", |it| it.channel == bobs);
    assert_eq!(offer.pings(), [BOB.id]);
    let begun = discord.answer(&BOB.at(bobs).presses(&discord, &offer, "Accept"));
    assert_eq!(begun.channel, bobs);
    let mut board = asking(&discord, [anns, bobs], 0);
    for step in 1..6 {
        let by = mover(&board);
        by.at(board.channel).types(&discord, &board.words());
        board = asking(&discord, [anns, bobs], step);
        let own = if mover(&board).id == ANN.id { anns } else { bobs };
        assert_eq!(board.channel, own, "the player who is asked has the controls");
    }
    discord.was_used_well();
}

/// Waits for the board of a step that can be played on, in one of two places.
fn asking(discord: &Discord, places: [u64; 2], step: u32) -> Message {
    let name = format!("match-1-{step}-");
    discord.message("a board to play on", |message| {
        let shown = message.files.first().is_some_and(|it| it.0.starts_with(&name));
        shown && places.contains(&message.channel) && !message.choices().is_empty()
    })
}

/// Opens the direct messages of someone with the bot.
pub(crate) fn direct(discord: &Discord, person: u64) -> u64 {
    discord.world(|world| {
        let id = world.next_id();
        world.direct.insert(person, id);
        let channel = crate::world::Channel { person: Some(person), ..Default::default() };
        world.channels.insert(id, channel);
        id
    })
}

#[test]
fn an_answer_without_mention_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    ANN.answers(&discord, "spin", Some(&board));
    let said = discord.told("an explanation", "Keep the mention on");
    assert_ne!(said.body["message_reference"], Value::Null);
    discord.was_used_well();
}
