//! Orders in advance: played by themselves, seen by their owner alone, and dropped as soon as anything else happens.
use features::FEATURES;
use model::reply::{Audience, Privacy, Reply};

use crate::{
    link::{linked, on_matrix},
    privacy::service,
    restarts::again,
    room::{Room, started},
};

/// Ann has opened with 11-15 in draughts, and Bob is to move.
fn opened(terms: &str) -> Room {
    let mut room = Room::new();
    let offer = format!("ann: challenge @bob draughts side=first {terms}");
    room.all(&[&offer, "bob: accept", "ann: 11-15"]);
    room
}

/// Says an order, checks that nobody else is told, and returns the answer.
fn alone(room: &mut Room, who: &str, line: &str) -> String {
    let reply = room.one(who, line);
    let text = reply.text.bare();
    assert_eq!(reply.refused, None, "{text}");
    assert!(matches!(reply.to, Audience::Only(_)), "{text}");
    assert_eq!(reply.privacy, Privacy::Secret, "{text}");
    assert!(reply.mentions.is_empty() && reply.picture.is_none());
    text
}

fn says(reply: &Reply) -> Vec<String> {
    reply.menu.iter().flat_map(|it| &it.choices).map(|it| it.says.to_string()).collect()
}

fn has_none(room: &mut Room, who: &str) {
    assert!(alone(room, who, "if").contains("You have no orders."));
}

#[test]
fn an_order_is_played_at_once_and_told_as_usual() {
    let mut room = opened("");
    let text = alone(&mut room, "ann", "if 22-18 then 15x22");
    assert!(text.contains("Order 1: `if c3-d4 then e5xc3`. Only you see it."), "{text}");
    assert!(alone(&mut room, "ann", "if").ends_with("1: `if c3-d4 then e5xc3`"));
    let told = room.one("bob", "22-18");
    let text = told.text.bare();
    assert!(text.contains("Bob moves c3-d4.\nAnn plays e5xc3 and captures d4."), "{text}");
    assert!(text.contains("Bob (White)"), "{text}");
    assert!(told.mentions.is_empty(), "nobody else has to act");
    let text = room.story(1);
    assert!(text.contains("e5xc3"), "{text}");
    has_none(&mut room, "ann");
}

#[test]
fn several_orders_make_a_tree_and_each_goes_on() {
    let mut room = opened("");
    room.all(&["ann: if 22-18 then 15x22 if 25x18 then 12-16", "ann: if #1 24-20, then 8-11"]);
    let text = alone(&mut room, "ann", "if #1");
    assert!(text.contains("1: `if c3-d4 then e5xc3 if b2xd4 then"), "{text}");
    assert!(text.contains("2: `if g3-h4 then"), "{text}");
    room.all(&["bob: 22-18"]);
    let text = alone(&mut room, "ann", "if");
    assert!(text.contains("1: `if b2xd4 then") && !text.contains("2:"), "{text}");
    let text = room.one("bob", "25x18").text.bare();
    assert!(text.contains("Bob plays b2xd4") && text.contains("\nAnn moves"), "{text}");
    has_none(&mut room, "ann");
}

#[test]
fn another_move_drops_the_orders_without_a_word() {
    let mut room = opened("");
    room.all(&["ann: if 22-18 then 15x22"]);
    let board = room.one("bob", "24-20");
    assert!(board.text.bare().contains("Ann (Black)"));
    room.all(&["ann: 8-11"]);
    has_none(&mut room, "ann");
    let text = room.one("bob", "22-18").text.bare();
    assert!(text.contains("Ann (Black)"), "the old order isn't played later: {text}");
}

#[test]
fn a_new_answer_to_the_same_move_replaces_the_old_one() {
    let mut room = opened("");
    room.all(&["ann: if 24-20 then 8-11"]);
    let text = alone(&mut room, "ann", "if 24-20 then 9-14");
    assert!(text.ends_with("It replaces an earlier order."), "{text}");
    let text = room.refused("ann", "if 24-20 then 9-14", "not-now");
    assert!(text.starts_with("Order 1 says that already."), "{text}");
    let text = alone(&mut room, "ann", "if 24-20 then 9-14 if 28-24 then 5-9");
    assert!(text.contains("replaces"), "the longer order replaces the shorter one: {text}");
    room.refused("ann", "if 24-20 then 9-14", "not-now");
}

#[test]
fn what_is_missing_can_be_chosen() {
    let mut room = opened("");
    let begins = room.one("ann", "if");
    assert_eq!(begins.privacy, Privacy::Secret);
    let offered = says(&begins);
    assert!(offered.contains(&"if #1 c3-d4".to_owned()), "{offered:?}");
    let goes_on = room.one("ann", "if #1 c3-d4");
    assert_eq!(says(&goes_on), ["if #1 c3-d4 then e5xc3"]);
    alone(&mut room, "ann", "if #1 c3-d4 then e5xc3");
}

#[test]
fn an_order_that_is_no_move_is_refused_with_what_would_work() {
    let mut room = opened("");
    let text = room.refused("ann", "if 22-18 then 9-14", "illegal");
    assert!(text.starts_with("You can't play `9-14` after `c3-d4`."), "{text}");
    assert!(text.contains("if #1 c3-d4 then e5xc3"), "{text}");
    let text = room.refused("ann", "if 1-2 then 9-14", "illegal");
    assert!(text.starts_with("Bob can't play `1-2` now."), "{text}");
    assert!(text.contains("if #1 c3-d4"), "{text}");
    let text = room.refused("bob", "if 9-14 then 22-18", "not-now");
    assert!(text.starts_with("It's your turn"), "{text}");
    room.refused("ann", "if #99 22-18 then 15x22", "unknown");
    room.refused("carol", "if #1 22-18 then 15x22", "not-yours");
    room.refused("ann", "if off", "not-now");
    room.refused("ann", "if off 7", "unknown");
    room.refused("ann", "if off x", "unknown");
    let endless = "if 22-18 then 15x22 ".repeat(300);
    let reply = room.one("ann", &endless);
    assert!(reply.refused.is_some());
}

#[test]
fn orders_have_a_limit_and_can_be_withdrawn() {
    let mut room = opened("");
    let mut given = 0;
    for line in says(&room.one("ann", "if")) {
        for order in says(&room.one("ann", &line)) {
            // Only one answer to each move holds.
            let then = says(&room.one("ann", &order));
            assert!(then.iter().all(|it| it.starts_with("if #1 off")), "{then:?}");
            given += 1;
        }
    }
    let kept = alone(&mut room, "ann", "if").lines().count() - 2;
    assert!(kept < given && 1 < kept, "{kept} of {given}");
    assert!(alone(&mut room, "ann", "if off 1").contains("One order is withdrawn."));
    assert!(alone(&mut room, "ann", "if off").contains(&format!("{} orders are", kept - 1)));
    has_none(&mut room, "ann");
}

#[test]
fn an_undo_drops_them_and_their_owner_is_told_alone() {
    let mut room = opened("");
    room.all(&["ann: if 22-18 then 15x22", "ann: undo"]);
    let told = room.say("bob", "undo accept");
    let own: Vec<&Reply> = told
        .iter()
        .filter(|reply| reply.privacy == Privacy::Secret && reply.to != Audience::Room)
        .collect();
    let [own] = &own[..] else { panic!("{told:?}") };
    assert!(own.text.bare().ends_with("Your orders are dropped: a move was taken back."));
    room.all(&["ann: 11-15"]);
    has_none(&mut room, "ann");
    let text = room.one("bob", "22-18").text.bare();
    assert!(text.contains("Ann (Black)"), "{text}");
}

#[test]
fn a_question_to_their_owner_drops_them() {
    for asks in ["draw", "undo"] {
        let mut room = opened("");
        room.all(&["bob: 24-20", "ann: 8-11", "ann: if 22-18 then 15x22"]);
        let told = room.say("bob", asks);
        let texts: Vec<String> = told.iter().map(|it| it.text.bare()).collect();
        let own = "Your orders are dropped: you are asked something first.";
        assert_eq!(texts.iter().filter(|it| it.ends_with(own)).count(), 1, "{texts:?}");
        assert!(
            told.iter()
                .all(|reply| reply.to != Audience::Room || !reply.text.bare().contains("orders"))
        );
        has_none(&mut room, "ann");
        room.all(&["bob: 22-18"]);
        assert!(room.one("ann", "board").text.bare().contains("Ann (Black): "), "her turn");
    }
}

#[test]
fn the_end_of_time_ends_them_with_the_match() {
    let mut room = opened("days=1 hard");
    room.all(&["bob: 24-20", "ann: 8-11", "ann: if 22-18 then 15x22"]);
    room.wait(3 * 24 * 3600);
    let text = room.refused("ann", "if #1 22-18 then 15x22", "over");
    assert!(text.starts_with("Match #1 is over."), "{text}");
    assert!(!exported(&mut room, "ann").contains("\"path\""));
}

#[test]
fn nothing_is_ordered_across_dice_or_a_secret() {
    let mut room = started();
    let text = room.refused("bob", "if spin then b6-a5", "not-now");
    assert!(text.contains("`spin` brings dice or something hidden"), "{text}");
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard duel=stance side=first", "bob: accept"]);
    room.all(&["ann: b6-a5", "bob: c3-b4"]);
    let text = room.refused("bob", "if a5xb4 then c3-d4", "not-now");
    assert!(text.contains("chooses in secret here") || text.contains("brings dice"), "{text}");
    room.all(&["ann: a5xb4"]);
    let refused = room.one("ann", "if stance bold then b6-a5");
    assert!(refused.refused.is_some() && refused.to != Audience::Room);
}

#[test]
fn nobody_else_hears_of_an_order() {
    let mut room = opened("");
    room.all(&["ann: if 22-18 then 15x22"]);
    let request = room.request("ann", "if 22-18 then 15x22");
    assert!(room.service.may_be_secret(&request), "a chat shows the line to nobody else");
    let told = format!("{}{}", room.story(1), room.file_of(1));
    assert!(!told.contains("if c3-d4 then") && !told.contains("orders"), "{told}");
    for line in ["board", "moves", "games", "note", "hand"] {
        for reply in room.say("bob", line) {
            let file = reply.file.map(|it| it.body).unwrap_or_default();
            let text = format!("{}{file}", reply.text.bare());
            assert!(!text.contains("if c3-d4 then") && !text.contains("orders"), "{line}: {text}");
        }
    }
    assert!(exported(&mut room, "ann").contains("\"path\""));
    assert!(!exported(&mut room, "bob").contains("\"path\""));
    room.all(&["ann: mydata delete yes"]);
    assert!(!exported(&mut room, "bob").contains("\"path\""));
}

/// Returns the file with a person's data.
fn exported(room: &mut Room, who: &str) -> String {
    room.one(who, "mydata export").file.expect("a file").body
}

#[test]
fn an_order_in_advance_is_played_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    room.all(&["ann: challenge @bob draughts side=first", "bob: accept", "ann: 11-15"]);
    room.all(&["ann: if 22-18 then 15x22"]);
    let mut room = again(room, &path);
    let kept = room.one("ann", "if").text.bare();
    assert!(kept.contains("1: `if c3-d4 then e5xc3`"), "{kept}");
    let told = room.one("bob", "22-18").text.bare();
    assert!(told.contains("Bob moves c3-d4.\nAnn plays e5xc3 and captures d4."), "{told}");
}

#[test]
fn linked_accounts_share_their_orders_and_each_keeps_those_of_its_chat() {
    let mut room = opened("");
    alone(&mut room, "ann", "if 22-18 then 15x22");
    on_matrix(&mut room, "anna", "hello");
    linked(&mut room);
    let listed = |room: &mut Room| on_matrix(room, "anna", "if #1").remove(0);
    assert!(listed(&mut room).text.bare().ends_with("1: `if c3-d4 then e5xc3`"));
    room.all(&["ann: unlink", "ann: unlink yes"]);
    assert!(listed(&mut room).refused.is_some());
    assert!(alone(&mut room, "ann", "if").ends_with("1: `if c3-d4 then e5xc3`"));
}

#[test]
fn an_order_asks_nothing() {
    for line in ["if g3xe5 then d4xf6", "if #12 a3-b4 then c5xa3 if b2xd4 then e5xc3"] {
        assert!(!FEATURES.commands().read(line).asks, "{line}");
    }
}
