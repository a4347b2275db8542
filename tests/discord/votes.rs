//! A channel that plays by vote: presses are votes, answered to their voter, and the board counts them.
use serde_json::json;

use crate::{
    people::{ANN, BOB, EVE},
    server::Program,
    world::{CHANNEL, Discord, Message, World},
};

#[test]
fn presses_are_votes_and_the_board_counts_them_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let options = json!({ "game": "draughts", "vote": "1h", "side": "first" });
    let card = discord.answer(&BOB.slash(&discord, "challenge", options));
    assert!(card.content().contains("together with #"), "{}", card.content());
    EVE.presses(&discord, &card, "Accept");
    let asks = |message: &Message| message.choices().iter().any(|it| it.1.contains("play #"));
    let board = discord.message("a board that asks the channel", asks);
    assert_eq!(board.pings(), [0; 0], "a channel isn't pinged");
    let (_, id) = board.choices().into_iter().find(|it| it.1.contains("play #")).unwrap();
    for (person, number) in [(ANN, "1 person has voted"), (BOB, "2 people have voted")] {
        let told = discord.private(&person.presses_id(&discord, &board, &id));
        assert!(told.content().contains("Your vote in match #1"), "{}", told.content());
        assert!(told.content().contains(number), "{}", told.content());
    }
    let same = |world: &mut World| {
        let shown = world.messages.iter().find(|it| it.id == board.id);
        shown.filter(|message| message.content().contains("voted; ") && asks(message)).cloned()
    };
    let shown = discord.wait("the number of votes on the same board", same);
    assert!(!shown.content().contains("Nobody has voted"), "{}", shown.content());
    // Eve plays the other side herself.
    let refused = discord.private(&EVE.presses_id(&discord, &board, &id));
    assert!(!refused.content().contains("Your vote"), "{}", refused.content());
    let before = discord.world(|it| it.messages.len());
    BOB.slash(&discord, "vote", json!({ "words": "now" }));
    let next = discord.message("a board for Eve", |message| message.pings() == [EVE.id]);
    assert!(next.content().contains("All 2 voted for"), "{}", next.content());
    assert!(discord.world(|it| it.messages.len()) - before <= 2);
    discord.wait("one standing board", |world| {
        let live = |message: &&&Message| !message.files.is_empty() || !message.choices().is_empty();
        let live: Vec<u64> = world.said_in(CHANNEL).iter().filter(live).map(|it| it.id).collect();
        (live == [next.id]).then_some(())
    });
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn the_card_in_the_challenged_channel_loses_its_buttons_to_the_press() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    // Nobody has used the bot there; the gateway named it.
    let there = EVE.at(CHANNEL + 1);
    let other = format!("<#{}>", CHANNEL + 1);
    let options = json!({ "game": "draughts", "options": other, "vote": "1h", "side": "first" });
    BOB.slash(&discord, "challenge", options);
    let offers = |message: &Message| message.choices().iter().any(|it| it.0 == "Accept");
    let copy = discord.wait("a card in the other channel", |world| {
        world.said_in(CHANNEL + 1).into_iter().find(|it| offers(it)).cloned()
    });
    there.presses(&discord, &copy, "Accept");
    discord.wait("a card without buttons", |world| {
        let shown = world.messages.iter().find(|it| it.id == copy.id)?;
        (shown.choices().is_empty() && shown.content().contains("Accepted")).then_some(())
    });
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn nothing_stays_of_a_cancelled_card_in_the_challenged_channel() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let other = format!("<#{}>", CHANNEL + 1);
    let options = json!({ "game": "draughts", "options": other, "vote": "1h", "side": "first" });
    BOB.slash(&discord, "challenge", options);
    let offers = |message: &Message| message.choices().iter().any(|it| it.0 == "Accept");
    let copy = discord.wait("a card in the other channel", |world| {
        world.said_in(CHANNEL + 1).into_iter().find(|it| offers(it)).cloned()
    });
    assert!(copy.content().contains("Bob"), "{}", copy.content());
    BOB.slash(&discord, "cancel", json!({}));
    discord.wait("a bare line", |world| {
        let shown = world.messages.iter().find(|it| it.id == copy.id)?;
        (shown.content() == "Challenge 1 was cancelled." && shown.choices().is_empty())
            .then_some(())
    });
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn a_channel_that_discord_never_named_is_no_room_to_play_against() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let options = json!({ "game": "draughts", "options": "<#12345>", "vote": "1h" });
    let said = discord.private(&BOB.slash(&discord, "challenge", options));
    assert!(said.content().contains("I know no other room"), "{}", said.content());
    assert!(program.terminate());
    discord.was_used_well();
}
