//! Two processes on one database: what one of them was told, the other one knows. Without a server for tests these tests end at once.
use service::{PINGS, RandomSource, Service};
use store::{Database, Sync, trial_database};
use tempfile::TempDir;

use crate::room::Room;

/// Two rooms, each served by a process of its own; and what they need meanwhile.
pub(crate) fn two() -> Option<([Room; 2], TempDir)> {
    let folder = tempfile::tempdir().unwrap();
    let database = trial_database(&folder.path().join("d.db")).unwrap();
    let Database::Server(_) = database else { return None };
    let open = |handle: &str| {
        let store = database.share(Sync::Normal, features::FEATURES.tables()).unwrap();
        let mut room =
            Room::with(Service::new(store, RandomSource::Repeatable(7), &features::FEATURES));
        room.handle = handle.to_owned();
        room
    };
    Some(([open("here"), open("there")], folder))
}

#[test]
fn wrong_codes_and_pings_are_counted_over_all_processes() {
    let Some((mut rooms, _folder)) = two() else { return };
    for n in 0..5 {
        rooms[n % 2].refused("cid", "accept K7QX", "unknown");
    }
    for room in &mut rooms {
        room.refused("cid", "accept K7QX", "too-much");
    }
    for n in 0..PINGS {
        let room = &mut rooms[n % 2];
        room.all(&["ann: challenge @bob trapdoor", &format!("ann: cancel {}", n + 1)]);
    }
    for room in &mut rooms {
        room.refused("ann", "challenge @bob trapdoor", "too-much");
    }
    rooms[1].all(&["ann: challenge @dan trapdoor"]);
}

#[test]
fn a_question_asked_by_one_process_is_answered_with_a_bare_yes_in_another() {
    let Some(([mut here, mut there], _folder)) = two() else { return };
    here.all(&["ann: challenge @bob draughts side=first"]);
    there.all(&["bob: yes"]);
    here.all(&["ann: 11-15", "ann: draw"]);
    let told = there.say("bob", "no");
    assert!(told.iter().all(|it| it.refused.is_none()), "{told:?}");
    there.refused("bob", "no", "unknown");
    here.begin(&["ann", "bob"], 1);
    here.all(&["ann: draw"]);
    let told = there.say("bob", "yes");
    assert!(told.iter().all(|it| it.refused.is_none()), "{told:?}");
    assert!(here.story(1).contains("draw"), "it ended so");
}

#[test]
fn an_answer_that_was_thought_out_is_forgotten_with_the_data_that_another_process_deletes() {
    let Some(([mut here, mut there], _folder)) = two() else { return };
    here.all(&["ann: practice trapdoor 1 side=black"]);
    let mut hinted = || {
        here.say("ann", "hint");
        let thinks = here.service.is_thinking();
        here.think();
        thinks
    };
    assert!(hinted() && !hinted(), "it is thought out once");
    there.all(&["bob: help", "bob: mydata delete yes"]);
    assert!(hinted() && !hinted(), "and once more");
}
