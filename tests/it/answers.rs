//! Where an answer may be given: public, personal and secret information.
use std::collections::BTreeSet;

use model::reply::{Audience, Privacy, Reply};
use service::{RandomSource, Service};
use store::Store;

use crate::room::{Room, started};

/// Returns how private the one reply to someone is.
fn privacy(room: &mut Room, who: &str, words: &str) -> Privacy {
    let mut replies = room.say(who, words);
    replies.retain(|reply| matches!(reply.to, Audience::Only(_)));
    assert_eq!(replies.len(), 1, "{who}: {words}: {replies:?}");
    replies.remove(0).privacy
}

#[test]
fn rules_name_the_games_of_the_asker_first_unless_a_match_is_private() {
    let first = |room: &mut Room, who: &str| {
        room.one(who, "rules").menu.unwrap().choices.remove(0).says.to_string()
    };
    let mut room = Room::new();
    let usual = first(&mut room, "ann");
    room.all(&["ann: challenge @bob metasoccer", "bob: accept"]);
    assert_eq!(first(&mut room, "ann"), "rules metasoccer");
    assert_eq!(first(&mut room, "cid"), usual);
    room.all(&["cid: challenge @bob piecepack private", "bob: accept"]);
    assert_eq!(first(&mut room, "cid"), usual);
}

#[test]
fn help_rules_moves_and_refusals_may_be_read_by_anybody() {
    let mut room = started();
    for words in [
        "help",
        "help challenge",
        "rules",
        "rules trapdoor",
        "moves",
        "games",
        "resign",
        "castle",
        "c3-d4",
        "play #99 spin",
        "hand",
        "vacation",
    ] {
        assert_eq!(privacy(&mut room, "ann", words), Privacy::Open, "{words}");
    }
    assert_eq!(privacy(&mut room, "cid", "challenge @bob"), Privacy::Open);
}

#[test]
fn settings_and_reminders_are_somebodys_own_business() {
    let mut room = started();
    for words in ["settings", "remind", "mydata", "remind snooze 1h"] {
        assert_ne!(privacy(&mut room, "ann", words), Privacy::Open, "{words}");
    }
    for words in ["mydata export", "link"] {
        assert_eq!(privacy(&mut room, "ann", words), Privacy::Secret, "{words}");
    }
}

#[test]
fn what_somebody_plays_elsewhere_or_without_onlookers_is_their_own_business() {
    let mut room = started();
    room.handle = "another room".to_owned();
    assert_eq!(privacy(&mut room, "ann", "games"), Privacy::Personal);
    room.all(&["ann: challenge @cid trapdoor private", "cid: accept"]);
    for words in ["board #2", "moves #2", "games", "play #2 castle"] {
        assert_eq!(privacy(&mut room, "ann", words), Privacy::Personal, "{words}");
    }
    room.all(&["ann: challenge @dan trapdoor", "dan: accept"]);
    let asked = room.one("ann", "resign");
    assert!(asked.text.bare().contains("several matches"), "{}", asked.text.bare());
    assert_eq!(asked.privacy, Privacy::Personal, "the list names the private match");
}

#[test]
fn while_players_choose_in_secret_what_they_are_told_about_it_is_secret() {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob amtgard duel=stance side=black",
        "bob: accept",
        "ann: b6-c5",
        "bob: a3-b4",
    ]);
    assert_eq!(privacy(&mut room, "ann", "castle"), Privacy::Open);
    let asked = room.say("ann", "c5xb4");
    let asked: Vec<&Reply> = asked.iter().filter(|it| it.to != Audience::Room).collect();
    assert_eq!(asked.len(), 2, "both choose a stance");
    assert!(asked.iter().all(|reply| reply.privacy == Privacy::Secret && reply.menu.is_some()));
    for words in ["moves", "castle", "stance"] {
        assert_eq!(privacy(&mut room, "ann", words), Privacy::Secret, "{words}");
    }
    assert_eq!(privacy(&mut room, "ann", "help"), Privacy::Open);
    assert_eq!(privacy(&mut room, "cid", "play #1 castle"), Privacy::Open);
}

#[test]
fn a_hand_and_a_question_about_a_move_are_secret() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien side=black", "bob: accept"]);
    assert_eq!(privacy(&mut room, "ann", "hand"), Privacy::Secret);
    room.all(&["ann: challenge @cid amtgard side=black", "cid: accept"]);
    room.all(&["ann: play #2 b6-c5", "cid: play #2 a3-b4"]);
    assert_eq!(privacy(&mut room, "ann", "play #2 odds c5xb4"), Privacy::Secret);
}

/// Returns the labels of every menu that was shown to one person alone.
fn sealed_menus(replies: &[Reply]) -> Vec<Vec<String>> {
    let own = replies
        .iter()
        .filter(|reply| reply.to != Audience::Room && reply.privacy == Privacy::Secret);
    let menus = own.filter_map(|it| it.menu.as_ref());
    menus.map(|menu| menu.choices.iter().map(|it| it.label.clone()).collect()).collect()
}

#[test]
fn sealed_choices_are_listed_in_another_order_each_time_and_the_same_when_asked_again() {
    let mut orders = BTreeSet::new();
    for luck in 0..8 {
        let store = Store::trial_with(features::FEATURES.tables()).unwrap();
        let mut room =
            Room::with(Service::new(store, RandomSource::Repeatable(luck), &features::FEATURES));
        room.all(&[
            "ann: challenge @bob amtgard duel=stance side=black",
            "bob: accept",
            "ann: b6-c5",
            "bob: a3-b4",
        ]);
        let shown = sealed_menus(&room.say("ann", "c5xb4"));
        let again = room.one("ann", "moves");
        let listed = &again.menu.as_ref().unwrap().listed;
        let listed: Vec<String> = listed.iter().map(|it| it.label.clone()).collect();
        assert!(shown.contains(&listed), "{listed:?} in {shown:?}");
        assert_eq!(sealed_menus(std::slice::from_ref(&again)), std::slice::from_ref(&listed));
        assert!(again.text.bare().contains(&format!("2. {}", listed[1])), "{}", again.text.bare());
        let members: BTreeSet<&String> = shown.iter().flatten().collect();
        assert!(shown.iter().all(|seen| seen.len() == members.len()), "nothing is lost: {shown:?}");
        orders.extend(shown);
        let said = room.say("ann", "2");
        assert!(said.iter().all(|it| it.refused.is_none()), "a number picks from it");
    }
    assert!(2 < orders.len(), "{orders:?}");
}
