//! Private messages reach one person and nobody else, even one who accepts no direct messages.
use serde_json::{Value, json};

use crate::{
    people::{ANN, BOB, EVE},
    places::direct,
    play::open,
    server::Program,
    world::{BOT, CHANNEL, Discord, Message},
};

/// Returns where the buttons of a message lead.
fn addresses(message: &Message) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rows = list(&message.body["components"]);
    let parts = rows.iter().flat_map(|row| list(&row["components"]));
    parts.filter_map(|part| part["url"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_button_opens_ones_own_board_of_the_match_also_after_a_restart_and_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let settings = [
        ("DRAUGHTSMAN_WEB__ADDRESS", "https://games.example.org"),
        ("DRAUGHTSMAN_WEB__LISTEN", "127.0.0.1:0"),
    ];
    let program = Program::start_with(&discord, folder.path(), &settings);
    let board = open(&discord);
    let told = |discord: &Discord| {
        let answer = discord.private(&ANN.presses(discord, &board, "Open the board"));
        assert_eq!(answer.only, Some(ANN.id));
        assert!(!answer.content().contains("/p/"), "the button has it: {}", answer.content());
        addresses(&answer)
    };
    let first = told(&discord);
    let [address] = &first[..] else { panic!("one button: {first:?}") };
    let begins = address.starts_with("https://games.example.org/p/");
    assert!(begins && address.ends_with("/match?of=1"), "{address}");
    assert!(program.terminate());
    let _program = Program::start_with(&discord, folder.path(), &settings);
    assert_eq!(told(&discord), first, "it is the same after a restart");
    // Who doesn't play is told so, and gets no key.
    let answer = discord.private(&EVE.presses(&discord, &board, "Open the board"));
    assert_eq!(answer.only, Some(EVE.id));
    assert!(answer.content().contains("You don't play in match #1"), "{}", answer.content());
    assert_eq!(addresses(&answer), [""; 0]);
    let spoken = discord.world(|world| world.messages.clone());
    for message in spoken.iter().filter(|it| it.only.is_none()) {
        assert!(!message.body.to_string().contains("/p/"), "{:?}", message.body);
    }
    discord.was_used_well();
}

#[test]
fn what_is_private_is_answered_so_to_a_typed_word_too() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    ANN.types(&discord, &format!("<@{BOT}> settings"));
    let list = discord.message("the list", |message| {
        message.only.is_none() && message.content().contains("Your settings")
    });
    assert_eq!(Some(list.channel), discord.world(|world| world.direct.get(&ANN.id).copied()));
    discord.message("a hint", |message| {
        message.channel == CHANNEL && message.content().contains("direct message")
    });
    discord.was_used_well();
}

#[test]
fn what_is_no_secret_is_answered_where_it_was_typed_as_a_reply() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    for (person, words, says) in [
        (ANN, "moves", "You can"),
        (BOB, "spin", "Ann's turn"),
        (EVE, "help", "Every command: "),
        (EVE, "rules trapdoor knobs", "Trapdoor Checkers"),
    ] {
        person.types(&discord, &format!("<@{BOT}> {words}"));
        let said = discord.message("an answer", |message| {
            message.content().contains(says) && message.body["message_reference"].is_object()
        });
        assert_eq!((said.channel, said.pings()), (CHANNEL, Vec::new()), "{words}");
        let shown = shown(said.content());
        // A hint names its options, so it is longer than what it says.
        let besides: usize = shown.split('`').step_by(2).map(|words| words.chars().count()).sum();
        let whole = shown.chars().count();
        assert!(besides < 700 && whole < 1300 && !shown.contains("\\`"), "{words}: {shown}");
    }
    let directly = discord
        .world(|world| world.seen.iter().filter(|it| it.path == "/users/@me/channels").count());
    assert_eq!(directly, 0, "nobody got a direct message");
    discord.was_used_well();
}

/// Returns a message as people see it: clickable commands by name.
fn shown(content: &str) -> String {
    let mut parts = content.split("</");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        let (command, rest) = part.split_once('>').expect("a command to click");
        let (name, id) = command.split_once(':').expect("a command with its id");
        assert!(id.parse::<u64>().is_ok(), "{part}");
        format!("{shown}/{name}{rest}")
    })
}

#[test]
fn whoever_takes_no_direct_messages_presses_for_what_is_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    open(&discord);
    discord.world(|it| it.closed.push(ANN.id));
    ANN.types(&discord, &format!("<@{BOT}> settings"));
    let asked = discord
        .message("a button", |message| message.content().contains("a private message for you"));
    assert_eq!((asked.channel, asked.pings()), (CHANNEL, vec![ANN.id]));
    // It survives a restart, and the person isn't asked again.
    assert!(program.terminate());
    let _program = Program::start(&discord, folder.path());
    let other = discord.answer(&EVE.presses(&discord, &asked, "Show it to me"));
    assert!(other.content().contains("someone else") && other.only == Some(EVE.id));
    let shown = discord.answer(&ANN.presses(&discord, &asked, "Show it to me"));
    assert!(shown.content().contains("Your settings") && shown.only == Some(ANN.id));
    // A second press before Discord's confirmation of the first shows the same again.
    let mut again =
        (0..20).map(|_| discord.answer(&ANN.presses(&discord, &asked, "Show it to me")));
    let again = again.find(|message| message.content() != shown.content());
    assert!(again.is_some_and(|message| message.content().contains("already")));
    let asked = discord.world(|world| {
        world
            .messages
            .iter()
            .filter(|message| message.content().contains("a private message for you"))
            .count()
    });
    assert_eq!(asked, 1);
    discord.was_used_well();
}

#[test]
fn refusals_are_for_the_one_who_asked() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let refused = discord.answer(&BOB.slash(&discord, "play", json!({ "words": "spin" })));
    assert_eq!(refused.only, Some(BOB.id));
    assert!(refused.content().contains("Ann's turn"), "{}", refused.content());
    let odd = discord.answer(&ANN.slash(&discord, "accept", json!({ "challenge": 77 })));
    assert_eq!(odd.only, Some(ANN.id));
    discord.was_used_well();
}

#[test]
fn a_button_of_another_time_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    for id in ["old-button-7", "kept::0123456789abcdef", "say:x:y"] {
        let said = discord.answer(&ANN.presses_id(&discord, &board, id));
        assert_eq!(said.only, Some(ANN.id));
        assert!(said.content().contains("out of date"), "{}", said.content());
    }
    discord.was_used_well();
}

#[test]
fn a_private_menu_makes_room_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let sure = discord.answer(&ANN.slash(&discord, "resign", json!({})));
    let before = discord.world(|it| it.messages.len());
    // Nobody else can press a private message; the same person can press an outdated one.
    discord.world(|world| {
        world.messages.iter_mut().find(|it| it.id == sure.id).unwrap().body["x"] = json!(1)
    });
    let refused = discord.answer(&ANN.presses_id(&discord, &sure, "say::accept 77"));
    assert_eq!(refused.id, sure.id, "the answer takes the place of the private message");
    assert_eq!(discord.world(|it| it.messages.len()), before);
    discord.was_used_well();
}

#[test]
fn direct_messages_are_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let known = direct(&discord, ANN.id);
    for n in 1..=2 {
        ANN.types(&discord, &format!("<@{BOT}> settings"));
        discord.wait("the list", |world| (world.said_in(known).len() == n).then_some(()));
    }
    let opened = discord
        .world(|world| world.seen.iter().filter(|it| it.path == "/users/@me/channels").count());
    assert_eq!(opened, 1);
    discord.was_used_well();
}
