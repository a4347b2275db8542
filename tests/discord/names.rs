//! Unusual names: escaped in text, picture and alt text, within every limit.
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    server::Program,
    world::{CHANNEL, Discord},
};

const HOSTILE: [&str; 7] = [
    "**@everyone** <@3>",
    "[free](https://evil.example)||x||",
    "\u{202e}\u{2066}gnitseretni",
    "\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}",
    "王小明 🎲 Ωmega Жук",
    "# `code` ``` > quote\n- list",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

#[test]
fn no_name_does_harm() {
    for name in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let _program = Program::start(&discord, folder.path());
        let ann = Person { id: 1, name, channel: CHANNEL, moderator: false };
        let options = json!({ "who": whom(BOB), "game": "trapdoor", "side": "black" });
        let offer = discord.answer(&ann.slash(&discord, "challenge", options));
        assert_eq!(offer.pings(), [BOB.id], "{name}");
        for harm in ["@everyone", "<@3>", "https://", "||", "\u{202e}", "\n#", "\n- l", "``` >"] {
            assert!(!offer.content().contains(harm), "{harm} in {}", offer.content());
        }
        assert!(!offer.content().starts_with('#'), "{}", offer.content());
        let board = discord.answer(&BOB.presses(&discord, &offer, "Accept"));
        assert_eq!(board.pings(), [1]);
        assert!(board.files[0].1.starts_with(b"\x89PNG"));
        assert!(board.alt().contains("black men") && !board.alt().contains('\u{202e}'));
        discord.answer(&ann.slash(&discord, "profile", json!({})));
        discord.answer(&ann.slash(&discord, "games", json!({})));
        discord.was_used_well();
    }
}

#[test]
fn whatever_is_typed_is_answered_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let ann = Person { id: 1, name: "Ann", channel: CHANNEL, moderator: false };
    for words in [
        "x".repeat(6000),
        "🎲".repeat(3000),
        "`".repeat(500),
        "\u{202e}".repeat(500),
        "@everyone <@3>".to_owned(),
    ] {
        let said = discord.answer(&ann.slash(&discord, "play", json!({ "words": words })));
        assert_eq!(said.only, Some(1));
        assert!(said.pings().is_empty());
    }
    // The longest texts.
    for (command, options) in [
        ("help", json!({})),
        ("rules", json!({ "game": "trapdoor" })),
        ("rules", json!({ "game": "house", "topic": "fairness" })),
        ("challenge", json!({ "options": "\u{1f3b2}".repeat(2000), "game": "trapdoor" })),
    ] {
        discord.answer(&ann.slash(&discord, command, options));
    }
    discord.was_used_well();
}

#[test]
fn a_topic_of_the_rules_needs_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    for (topic, says) in [("clock", "House rules: clock"), ("trapdoor", "Topics: ")] {
        let said = discord.answer(&ANN.slash(&discord, "rules", json!({ "topic": topic })));
        assert!(said.content().contains(says), "{}", said.content());
    }
}
