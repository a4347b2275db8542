//! The card of a challenge shows what can be answered, and finally the result; a refusal offers
//! what would work.
use model::reply::Reply;

use crate::{
    link::on_matrix,
    room::{Room, started},
};

/// Offers a match on Matrix; returns the card.
fn offered(room: &mut Room, words: &str) -> Reply {
    on_matrix(room, "bob", "help");
    on_matrix(room, "ann", words).remove(0)
}

/// Returns the new text of the card.
fn changed(replies: &[Reply]) -> String {
    let card = replies.iter().find(|reply| reply.card.as_ref().is_some_and(|it| it.changed));
    let card = card.unwrap_or_else(|| panic!("no card changes: {replies:?}"));
    assert!(card.mentions.is_empty(), "nobody is called by it");
    card.text.bare()
}

#[test]
fn a_card_says_what_may_be_answered() {
    let mut room = Room::new();
    let card = offered(&mut room, "challenge @bob trapdoor side=black");
    assert!(card.card.as_ref().is_some_and(|it| !it.changed));
    let labels = |reply: &Reply| -> Vec<String> {
        reply.menu.iter().flat_map(|it| &it.choices).map(|it| it.label.clone()).collect()
    };
    assert_eq!(card.text.bare().lines().count(), 2, "{}", card.text.bare());
    assert_eq!(labels(&card), ["Accept", "Decline", "How to play"]);
    let rules = card.menu.unwrap().choices[2].says.to_string();
    let rules = on_matrix(&mut room, "bob", &rules).remove(0).text.bare();
    assert!(rules.contains("Trapdoor"), "{rules}");
    let open = offered(&mut room, "challenge trapdoor");
    assert_eq!(labels(&open), ["Accept", "How to play"]);
    // What else there is, is behind the question what should change.
    let asked = on_matrix(&mut room, "bob", "counter 1").remove(0);
    assert!(asked.text.bare().contains("What should change?"), "{}", asked.text.bare());
    let choices = asked.menu.expect("a menu").choices;
    let details = choices.iter().find(|choice| choice.label == "Details").expect("details");
    let told = on_matrix(&mut room, "bob", &details.says).remove(0).text.bare();
    assert!(told.contains("Dice commitment"), "{told}");
    // Who has played some matches knows the game, and may want other terms.
    let mut room = Room::new();
    on_matrix(&mut room, "bob", "help");
    for id in 1..=3 {
        on_matrix(&mut room, "ann", "challenge @bob draughts side=white from=W:W22:B18");
        let ended = on_matrix(&mut room, "bob", "accept");
        let ended = ended.iter().map(|reply| reply.text.bare()).collect::<String>();
        assert!(ended.contains(" wins: "), "{id}: {ended}");
    }
    let card = offered(&mut room, "challenge @bob trapdoor");
    assert_eq!(card.text.bare().lines().count(), 2, "{}", card.text.bare());
    assert_eq!(labels(&card), ["Accept", "Decline", "Change…"]);
}

#[test]
fn a_card_is_changed_to_what_became_of_it() {
    for (who, says, became) in [
        ("bob", "accept 1", "Accepted by bob: match #1."),
        ("bob", "decline 1 no time", "Declined by bob: no time"),
        ("bob", "counter 1 days=1", "Answered by bob with a counter-offer."),
        ("ann", "cancel 1", "Cancelled by ann."),
    ] {
        let mut room = Room::new();
        offered(&mut room, "challenge @bob trapdoor side=black");
        let card = changed(&on_matrix(&mut room, who, says));
        assert!(card.contains("ann challenges bob") || card.contains("challenges bob"), "{card}");
        assert!(card.contains(became), "{says}: {card}");
    }
    let mut room = Room::new();
    offered(&mut room, "challenge trapdoor places=2");
    let replies = on_matrix(&mut room, "bob", "accept 1");
    let card = changed(&replies);
    assert!(!card.contains("Accepted") && card.contains("Challenge 1, "), "it stays open: {card}");
}

#[test]
fn a_refusal_carries_controls_for_what_would_work() {
    let mut room = started();
    room.all(&["ann: spin"]);
    let refusal = room.say("ann", "b6-b5").remove(0);
    assert!(refusal.refused.is_some());
    let menu = refusal.menu.expect("a way out");
    let first = &menu.choices[0];
    assert!(first.says.starts_with("play #1 ") && first.label != first.typed, "{first:?}");
    let played = room.say("ann", &first.says).remove(0);
    assert_eq!(played.refused, None, "{}", played.text.bare());

    let unknown = room.say("cid", "boadr").remove(0);
    let choices = unknown.menu.expect("a way out").choices;
    assert!(
        choices.iter().any(|choice| choice.says == "board" || choice.says == "help"),
        "{choices:?}"
    );

    // With several matches, a menu asks which.
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    let which = room.say("bob", "resign").remove(0);
    let labels: Vec<String> =
        which.menu.expect("a menu").choices.into_iter().map(|it| it.label).collect();
    assert!(labels.iter().any(|it| it == "#2 Trapdoor Checkers against Ann"), "{labels:?}");
}
