//! `invite` writes a message to forward: the board, what the game is, and the code of an open
//! challenge.
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{RandomSource, RoomPresence, Service};
use store::Store;

use crate::{link::on_matrix, room::Room};

fn on(chat: Chat) -> Room {
    Room::on(
        chat,
        Service::new(
            Store::trial_with(features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(7),
            &features::FEATURES,
        ),
    )
}

fn code(invitation: &Reply) -> String {
    let text = invitation.text.bare();
    let (_, rest) = text.split_once("say `accept ").expect(&text);
    rest.split('`').next().unwrap().to_owned()
}

#[test]
fn an_invitation_can_be_accepted_in_another_chat_and_then_says_so() {
    let mut room = on(Chat::Discord);
    room.service.share_at(Some("https://games.example.org/".to_owned()));
    room.service.is_added_by(Chat::Discord, "https://discord.example/add?id=7".to_owned());
    let invitation = room.one("ann", "invite trapdoor");
    assert_eq!((invitation.refused, &invitation.to), (None, &Audience::Room));
    assert!(invitation.mentions.is_empty(), "nobody is pinged");
    let text = invitation.text.bare();
    for part in [
        "Ann invites you to Trapdoor Checkers",
        "Checkers on a board with eight trapdoors. On most turns a wheel says whether you move a \
         piece or turn a knob that opens or closes a door.\n",
        "https://games.example.org",
        "Where I'm not, add me to Discord: https://discord.example/add?id=7",
        "Challenge 1, open for 14 days",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("organ.org/") && !text.contains("Goliath"), "{text}");
    let begins = invitation.begins.as_ref().expect("the board");
    assert!(service::begins_scene(begins).is_ok());
    assert!(invitation.card.as_ref().is_some_and(|it| !it.changed) && invitation.menu.is_some());
    let told = on_matrix(&mut room, "bob", &format!("accept {}", code(&invitation)));
    assert!(told.iter().any(|it| it.board.is_some()), "the match begins: {told:#?}");
    let card = room
        .heard()
        .into_iter()
        .chain(told)
        .find(|reply| reply.card.as_ref().is_some_and(|card| card.changed));
    let card = card.expect("the invitation is changed");
    assert!(card.text.bare().contains("Accepted by bob"), "{}", card.text.bare());
    // A code works once.
    let again = on_matrix(&mut room, "eve", &format!("accept {}", code(&invitation)));
    assert!(again[0].refused.is_some(), "{}", again[0].text.bare());
}

#[test]
fn without_a_game_it_is_the_one_that_was_played_last() {
    let mut room = on(Chat::Matrix);
    let game = |reply: &Reply| reply.begins.as_ref().map(|it| it.game.name()).unwrap_or_default();
    assert_eq!(game(&room.one("ann", "invite")), "trapdoor");
    room.all(&["ann: challenge @bob amtgard", "bob: accept", "ann: challenge @bob alien"]);
    assert_eq!(game(&room.one("ann", "invite")), "amtgard", "an offer is no match");
    assert_eq!(game(&room.one("bob", "invite draughts")), "draughts");
    // Alone with the bot there is nobody to press a button.
    room.company = RoomPresence::Alone;
    let alone = room.one("ann", "invite");
    assert!(alone.menu.is_none() && !code(&alone).is_empty(), "{alone:?}");
}

#[test]
fn too_many_open_challenges_are_refused_plainly() {
    let mut room = on(Chat::Discord);
    for n in 0..10 {
        room.all(&["ann: invite draughts"]);
        room.now += 3600 * n;
    }
    let refused = room.refused("ann", "invite", "too-much");
    assert!(refused.contains("10 open challenges, the limit. Cancel one first."), "{refused}");
    room.all(&["ann: cancel 3", "ann: invite"]);
}

#[test]
fn a_local_room_has_nobody_elsewhere_and_a_named_person_is_challenged() {
    let mut room = Room::new();
    let refused = room.refused("ann", "invite", "not-now");
    assert!(refused.contains("on this machine alone"), "{refused}");
    room.all(&["bob: help"]);
    let card = room.one("ann", "invite @bob trapdoor days=2").text.bare();
    assert!(card.contains("Ann challenges Bob to Trapdoor Checkers"), "{card}");
    let mut room = on(Chat::Discord);
    let card = room.one("ann", "invite anyone to trapdoor snap").text.bare();
    assert!(card.contains("Ann challenges anyone to Trapdoor Checkers"), "{card}");
}
