//! Matches that begin in one channel and are played from another: what remains of them in each.
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    places::with_threads,
    server::Program,
    whole::known,
    world::{BOT, CHANNEL, Discord, Message, World},
};

const THERE: u64 = CHANNEL + 1;

/// Returns what stands about a match in a channel: the messages that name it.
fn about(world: &World, channel: u64, number: u64) -> Vec<Message> {
    let named = [format!("#{number} "), format!("#{number}."), format!("#{number},")];
    let all = world.said_in(channel).into_iter();
    all.filter(|message| named.iter().any(|name| message.content().contains(name)))
        .cloned()
        .collect()
}

/// Plays the first choice of who is asked, from the other channel, by the command or by a mention.
fn plays(discord: &Discord, by: Person, number: u64, typed: bool) {
    let by = by.at(THERE);
    let token = by.types_in(discord, "play", "words", "");
    let words = discord.wait("completions", |world| {
        let interaction = &world.interactions[&token];
        interaction.first.map(|_| interaction.first_body["data"]["choices"][0]["value"].clone())
    });
    let words = words.as_str().expect("words").to_owned();
    let shown = |world: &World| {
        let boards = world.messages.iter().filter(|message| {
            message.channel != THERE && message.content().contains(&format!("#{number} "))
        });
        boards.flat_map(|board| board.files.iter().map(|file| file.0.clone())).collect::<Vec<_>>()
    };
    let before = discord.world(|world| shown(world));
    if typed {
        by.types(discord, &format!("<@{BOT}> #{number} {words}"));
    } else {
        by.slash(discord, "play", json!({ "words": words, "match": number }));
    }
    discord.wait("the board where the match began", |world| (shown(world) != before).then_some(()));
    known(discord, by);
}

/// Begins a match in a channel, plays and ends it from the other one, and returns what remains there once it is over.
fn remains(discord: &Discord, number: u64, fold: &str) -> Vec<Message> {
    let set = json!({ "what": "fold", "value": fold });
    discord.private(&ANN.at(THERE).slash(discord, "admin", set));
    let options = json!({ "who": whom(BOB), "game": "draughts", "side": "black", "unrated": true });
    let offer = discord.answer(&ANN.slash(discord, "challenge", options));
    BOB.presses(discord, &offer, "Accept");
    discord.message("the first board", |message| {
        !message.files.is_empty() && message.content().contains(&format!("#{number} "))
    });
    known(discord, BOB);
    for (by, typed) in [(ANN, false), (BOB, true), (ANN, true), (BOB, false)] {
        plays(discord, by, number, typed);
    }
    let board = ANN.at(THERE).slash(discord, "board", json!({ "match": number }));
    assert_eq!(discord.answer(&board).only, None, "who asks for a board in a channel shows it");
    ANN.at(THERE).slash(discord, "resign", json!({ "match": number, "yes": true }));
    discord.wait("the end where the match began", |world| {
        let all = world.messages.iter().rev();
        let mut all = all.filter(|message| message.channel != THERE && message.only.is_none());
        let is_end = |message: &Message| {
            let labels = message.choices();
            message.content().contains(&format!("#{number} "))
                && labels.iter().any(|choice| choice.0 == "Rematch")
        };
        all.find(|message| is_end(message)).map(|_| ())
    });
    discord.wait("what remains", |world| {
        let left = about(world, THERE, number);
        let is_tidy = left.iter().all(|message| message.files.is_empty());
        (is_tidy || fold == "keep").then_some(left)
    })
}

#[test]
fn of_a_match_played_from_another_channel_nothing_stands_there_once_it_is_over() {
    for threads in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let discord = if threads { with_threads(CHANNEL) } else { Discord::start() };
        let _program = Program::start(&discord, folder.path());
        for (number, fold) in (1..).zip(["fold", "remove", "keep"]) {
            let left = remains(&discord, number, fold);
            let said = left.iter().map(Message::content).collect::<Vec<_>>();
            match fold {
                "keep" => assert!(!left.is_empty(), "all that was said stays"),
                _ => assert!(left.is_empty(), "{fold}, threads {threads}: {said:#?}"),
            }
        }
        discord.was_used_well();
    }
}
