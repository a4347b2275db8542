//! Standing challenges, counter-offers, declining with a reason, expiry; undo requests and draw offers.
use model::reply::Audience;
use proof::check_export;
use service::{RandomSource, Service};
use store::Store;

use crate::{
    clocks::turn,
    room::{Room, started},
};

const DAY: i64 = 86_400;

#[test]
fn a_standing_challenge_is_accepted_by_as_many_as_it_says() {
    let mut room = Room::new();
    let offer = room.one("ann", "challenge trapdoor side=black clock=usual places=3 word=pumpkin");
    let text = offer.text.bare();
    assert!(
        text.contains("Ann challenges anyone") && text.contains("3 players may accept."),
        "{text}"
    );
    let mut commitments = vec![commitment(&text)];
    for (who, left) in [("bob", 2), ("cid", 1)] {
        let begun = room.one(who, "accept 1").text.bare();
        let stays = if left == 1 { "One more player may" } else { "2 more players may" };
        assert!(begun.contains(&format!("{stays} accept challenge 1.")), "{begun}");
        commitments.push(commitment(&begun));
        assert!(room.one("eve", "games").text.bare().contains("1: Ann challenges anyone"));
    }
    room.refused("bob", "accept 1", "not-now");
    room.refused("ann", "accept 1", "not-yours");
    let last = room.one("dan", "accept 1").text.bare();
    assert!(!last.contains("stays open"), "{last}");
    room.refused("eve", "accept 1", "unknown");
    // Each match has its own dice, committed to before it began.
    commitments.dedup();
    assert_eq!(commitments.len(), 3);
    for (id, committed) in (1..=3).zip(&commitments) {
        room.all(&[&format!("ann: resign #{id} yes")]);
        let verified = room.one("ann", &format!("verify #{id}")).text.bare();
        assert!(verified.contains(committed.as_str()), "{id}: {verified}");
        assert!(verified.contains("`pumpkin`"), "{verified}");
        let file = room.file_of(id);
        assert_eq!(check_export(&file).unwrap().fault, None);
    }
}

/// Returns the commitment in a text.
fn commitment(text: &str) -> String {
    let hex = |word: &&str| word.len() == 8 && word.bytes().all(|it| it.is_ascii_hexdigit());
    text.split('`').rfind(hex).expect("the beginning of a commitment").to_owned()
}

#[test]
fn standing_challenges_are_bounded() {
    let mut room = Room::new();
    for odd in ["places=0", "places=21", "places=-1", "places=99999999999999999999", "places=many"]
    {
        room.refused("ann", &format!("challenge trapdoor {odd}"), "unreadable");
    }
    room.refused("ann", "challenge @bob trapdoor places=5", "unreadable");
    for n in 0..100 {
        let reply = room.one("ann", &format!("challenge trapdoor places=20 days={}", n % 50 + 1));
        assert_eq!(reply.refused.is_some(), 10 <= n, "{n}");
    }
    room.all(&["ann: cancel 3"]);
    room.refused("bob", "accept 3", "unknown");
}

#[test]
fn a_challenge_stands_through_a_restart_and_then_lapses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let open = || {
        Service::new(
            Store::trial_at(&path, features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(1),
            &features::FEATURES,
        )
    };
    let mut room = Room::with(open());
    room.all(&[
        "ann: challenge trapdoor places=3",
        "ann: challenge @bob trapdoor",
        "cid: accept 1",
    ]);
    room.wait(13 * DAY);
    let now = room.now;
    drop(room);
    let mut room = Room::with(open());
    room.now = now;
    room.all(&["eve: accept 1"]);
    let said = room.wait(DAY);
    let [lapsed] = &said[..] else { panic!("{said:?}") };
    let says = "Challenges 1, 2 from Ann have expired after 14 days.";
    assert_eq!((lapsed.text.bare().as_str(), lapsed.to), (says, Audience::Room));
    assert_eq!(lapsed.mentions.len(), 1, "who made them");
    room.refused("bob", "accept", "unknown");
    let says = room.refused("bob", "accept 2", "unknown");
    assert!(says.contains("Challenge 2 is closed: it has expired"), "{says}");
    let said = room.wait(30 * DAY);
    assert!(said.iter().all(|reply| !reply.text.bare().contains("lapsed")), "{said:?}");
}

#[test]
fn an_offer_in_return_is_no_eleventh_challenge() {
    let mut room = Room::new();
    for days in 1..=10 {
        room.all(&[&format!("ann: challenge trapdoor days={days}")]);
    }
    room.refused("ann", "challenge trapdoor", "too-much");
    room.all(&["bob: challenge @ann trapdoor", "ann: counter 11 days=2"]);
}

#[test]
fn offers_in_return_are_not_among_the_ten() {
    let mut room = Room::new();
    for n in 0..3 {
        room.all(&["bob: challenge @ann trapdoor", &format!("ann: counter {} days=2", 2 * n + 1)]);
    }
    for days in 1..=10 {
        room.all(&[&format!("ann: challenge trapdoor days={days}")]);
        room.now += 3600;
    }
    room.refused("ann", "challenge trapdoor", "too-much");
}

#[test]
fn a_challenge_is_answered_with_another_offer() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor continental side=white clock=usual"]);
    let replies = room.say("bob", "counter 1 days=2");
    let [note, offer] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(note.text.bare(), "Bob answers challenge 1 from Ann with a counter-offer.");
    let text = offer.text.bare();
    let terms = "Bob challenges Ann to Trapdoor Checkers (Continental), 2 days per turn, rated. Bob plays Black.";
    assert!(text.contains(terms), "what was not said stays as it was: {text}");
    assert_eq!(offer.mentions.len(), 1);
    room.refused("bob", "accept 1", "unknown");
    let says: Vec<String> = room
        .say("ann", "counter 2 snap clock=none unrated side=black")
        .iter()
        .map(|it| it.text.bare())
        .collect();
    let terms =
        "Ann challenges Bob to Trapdoor Checkers (snap), no clock, unrated. Ann plays Black.";
    assert!(says[1].contains(terms), "{says:?}");
    let text = room.say("bob", "counter rated hard clock=1d")[1].text.bare();
    assert!(text.contains("1 day per turn (hard), rated. Bob plays White"), "{text}");
    // Another clock stays hard; agreed terms can be changed.
    let told = room.say("ann", "counter days=2");
    let text = told.last().unwrap().text.bare();
    assert!(text.contains("2 days per turn (hard), rated."), "{text}");
    let text = room.say("bob", "counter soft private clock=fast")[1].text.bare();
    assert!(text.contains("12 hours + 3 hours per turn, rated, private."), "{text}");
    let text = room.say("ann", "counter public")[1].text.bare();
    assert!(text.contains("12 hours + 3 hours per turn, rated."), "{text}");
    room.refused("bob", "counter hard soft", "unreadable");
    room.refused("bob", "counter private public", "unreadable");
    room.all(&["bob: accept"]);
}

#[test]
fn an_offer_in_return_must_be_one() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor days=3"]);
    let asked = room.one("bob", "counter 1");
    let says: Vec<&str> =
        asked.menu.iter().flat_map(|it| &it.choices).map(|it| &*it.says).collect();
    assert!(asked.refused.is_none() && says.contains(&"accept 1"), "{says:?}");
    room.refused("bob", "counter 1 days=3", "not-now");
    room.refused("ann", "counter 1 days=2", "not-yours");
    room.refused("cid", "counter 1 days=2", "not-yours");
    room.refused("bob", "counter 9 days=2", "unknown");
    room.refused("bob", "counter 1 days=99", "unreadable");
    room.refused("bob", "counter 1 castles", "unknown");
    room.all(&["bob: accept"]);
    // An open challenge stays open after a counter-offer.
    room.all(&[
        "ann: challenge trapdoor days=3",
        "cid: counter 2 days=1",
        "bob: accept 2",
        "ann: accept 3",
    ]);
}

#[test]
fn declining_may_have_a_reason() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor", "ann: challenge @bob trapdoor snap"]);
    let reply = room.one("bob", "decline 1 no time\nthis \u{202e}week");
    assert_eq!(reply.text.bare(), "Bob declines challenge 1 from Ann: no time this week");
    assert_eq!(reply.mentions.len(), 1);
    room.refused("bob", &format!("decline {}", "x".repeat(300)), "too-much");
    assert_eq!(room.one("bob", "decline").text.bare(), "Bob declines challenge 2 from Ann.");
}

#[test]
fn nobody_offers_themselves_anything() {
    let mut room = started();
    room.refused("ann", "challenge @ann trapdoor", "illegal");
    for words in ["draw accept", "undo accept", "pause accept", "draw decline", "pause decline"] {
        room.refused("ann", words, "not-now");
    }
    room.all(&["ann: draw", "ann: pause"]);
    for words in ["draw accept", "pause accept", "draw", "pause"] {
        room.refused("ann", words, "not-now");
    }
}

#[test]
fn asking_to_take_back_has_an_end() {
    let mut room = started();
    turn(&mut room, "ann");
    room.all(&["bob: spin"]);
    for _ in 0..2 {
        room.all(&["ann: undo", "bob: undo decline"]);
    }
    assert!(room.refused("ann", "undo", "too-much").contains("after the next step"));
    turn(&mut room, "bob");
    // A request followed by more steps counts as asking too.
    for _ in 0..3 {
        room.all(&["ann: undo"]);
        turn(&mut room, "ann");
        turn(&mut room, "bob");
    }
    assert!(
        room.refused("ann", "undo", "too-much")
            .contains("times, so you can't ask again in this match.")
    );
    turn(&mut room, "ann");
    turn(&mut room, "bob");
    room.refused("ann", "undo", "too-much");
}

#[test]
fn calling_off_and_giving_up_ask_first() {
    let mut room = started();
    for words in ["abort", "resign"] {
        let asked = room.one("ann", words);
        assert!(matches!(asked.to, Audience::Only(_)), "{asked:?}");
        let says = asked.menu.unwrap().choices.remove(0).says.to_string();
        assert_eq!(says, format!("{words} #1 yes"));
    }
    for who in ["ann", "bob", "ann"] {
        turn(&mut room, who);
    }
    // The second side's second turn is still ahead.
    assert!(room.one("bob", "abort").refused.is_none());
    turn(&mut room, "bob");
    room.refused("ann", "abort yes", "not-now");
    room.refused("bob", "abort", "not-now");
    room.all(&["ann: resign yes"]);
}

#[test]
fn a_draw_offer_lapses_with_the_next_turn_and_is_not_repeated_at_will() {
    let mut room = started();
    room.all(&["ann: draw"]);
    turn(&mut room, "ann");
    turn(&mut room, "bob");
    turn(&mut room, "ann");
    room.refused("bob", "draw accept", "not-now");
    for _ in 0..2 {
        room.all(&["ann: draw", "bob: draw decline"]);
    }
    room.refused("ann", "draw", "too-much");
    turn(&mut room, "bob");
    turn(&mut room, "ann");
    room.all(&["ann: draw", "bob: draw"]);
    assert!(room.one("ann", "board #1").text.bare().contains("A draw"));
}
