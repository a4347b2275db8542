//! Calls below a board: what the caller gets, nobody else sees.
use serde_json::json;

use crate::{
    people::{ANN, BOB, EVE},
    server::Program,
    world::{CHANNEL, Discord, Message},
};

#[test]
fn a_call_is_pressed_and_answered_in_private_and_the_board_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let on = json!({ "what": "calls", "value": "on" });
    assert!(discord.private(&ANN.slash(&discord, "admin", on)).content().contains("calls: `on`"));
    discord.private(&EVE.slash(&discord, "help", json!({})));
    let options = json!({ "game": "draughts", "side": "first" });
    let card = discord.answer(&ANN.slash(&discord, "challenge", options));
    BOB.presses(&discord, &card, "Accept");
    let asks =
        |message: &Message| message.choices().iter().any(|it| it.0 == "Onlookers: call who wins");
    let board = discord.message("a board with the button", asks);
    let public = |discord: &Discord| -> Vec<(u64, String, usize)> {
        let shown = |message: &&Message| message.only.is_none() && message.channel == CHANNEL;
        let all =
            |message: &Message| (message.id, message.content().to_owned(), message.choices().len());
        discord.world(|world| world.messages.iter().filter(shown).map(all).collect())
    };
    let before = public(&discord);
    let asked = discord.private(&EVE.presses(&discord, &board, "Onlookers: call who wins"));
    assert!(asked.content().contains("Who wins, and how sure are you?"), "{}", asked.content());
    let told = discord.private(&EVE.presses(&discord, &asked, "Bob 90%"));
    assert!(told.content().contains("You call Bob 90%, Ann 10%."), "{}", told.content());
    // Typed, it is the same.
    let token = EVE.slash(&discord, "call", json!({ "match": 1, "words": "ann 80" }));
    let told = discord.private(&token);
    assert!(told.content().contains("You call Ann 80%, Bob 20%."), "{}", told.content());
    for player in [ANN, BOB] {
        let told = discord.private(&player.presses(&discord, &board, "Onlookers: call who wins"));
        assert!(told.content().contains("You take part in match #1"), "{}", told.content());
    }
    assert_eq!(public(&discord), before, "the channel learns nothing of it");
    assert!(program.terminate());
    discord.was_used_well();
}
