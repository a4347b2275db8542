//! What a locked phone shows of a message that rings: its first words.
use serde_json::json;

use crate::{
    people::{ANN, BOB, EVE, whom},
    play::{mover, open_of, step},
    server::Program,
    world::{Discord, Message},
};

/// How many characters a notification shows.
const SHOWN: usize = 100;

/// Checks that a message which pings someone begins with whom it asks, what it is about, and what
/// for.
#[track_caller]
pub(crate) fn rings_well(message: &Message) {
    let mut content = message.content().to_owned();
    for person in [ANN, BOB, EVE] {
        content = content.replace(&format!("<@{}>", person.id), &format!("@{}", person.name));
    }
    let shown: String = content.chars().take(SHOWN).collect();
    for person in [ANN, BOB, EVE].iter().filter(|person| message.pings().contains(&person.id)) {
        assert!(shown.contains(&format!("@{}", person.name)), "whom it asks: {content}");
    }
    if message.pings().is_empty() {
        return;
    }
    let first = shown.lines().next().unwrap_or_default();
    assert!(!first.starts_with("-#"), "{content}");
    let subject = [" · #", " · challenge "].iter().find_map(|sign| first.split_once(sign));
    let Some((_, subject)) = subject else { panic!("what it is about: {content}") };
    let task = subject.split_once([':', '·']).map(|it| it.1.trim());
    assert!(task.is_some_and(|task| 4 < task.chars().count()), "what for: {content}");
}

#[test]
fn what_rings_says_whom_it_asks_what_about_and_what_for_in_its_first_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let mut board = open_of(&discord, "draughts");
    for _ in 0..6 {
        board = step(&discord, &board);
    }
    let by = mover(&board);
    let other = if by.id == ANN.id { BOB } else { ANN };
    let mut asked = Vec::new();
    let asks = [("draw", json!({})), ("undo", json!({})), ("pause", json!({}))];
    for (name, options) in asks {
        let said = discord.answer(&other.slash(&discord, name, options));
        if said.only.is_none() && said.pings() == [by.id] {
            asked.push(name);
        }
    }
    assert!(asked.contains(&"draw") && 1 < asked.len(), "{asked:?}");
    let offer = json!({ "who": whom(BOB), "game": "draughts" });
    let offer = discord.answer(&ANN.slash(&discord, "challenge", offer));
    assert_eq!(offer.pings(), [BOB.id]);
    BOB.presses(&discord, &offer, "Decline");
    discord.message("a word that it was declined", |message| {
        message.content().contains("declines challenge") && message.pings() == [ANN.id]
    });
    ANN.slash(&discord, "resign", json!({ "match": 1, "yes": true }));
    discord.message("the end", |message| {
        message.choices().iter().any(|it| it.0 == "Rematch") && message.pings() == [BOB.id]
    });
    discord.world(|world| world.messages.iter().for_each(rings_well));
    discord.was_used_well();
}

/// What only its asker got isn't taken back at the end; its buttons go at the next press.
#[test]
fn a_question_that_outlives_its_match_says_so_and_loses_its_buttons() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open_of(&discord, "draughts");
    BOB.types(&discord, "<@700> resign #1");
    let asked = discord.message("a question", |message| {
        message.choices().iter().any(|choice| choice.0.starts_with("Yes, "))
    });
    ANN.slash(&discord, "resign", json!({ "match": 1, "yes": true }));
    discord.message("the end", |message| message.choices().iter().any(|it| it.0 == "Rematch"));
    let yes = asked.choices().remove(0).0;
    BOB.at(asked.channel).presses(&discord, &asked, &yes);
    discord.message("that it is over", |message| message.content().contains("Match #1 is over"));
    discord.wait("no buttons on the question", |world| {
        let asked = world.messages.iter().find(|message| message.id == asked.id)?;
        asked.choices().is_empty().then_some(())
    });
    discord.was_used_well();
}
