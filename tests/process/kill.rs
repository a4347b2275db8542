//! `kill -9` at any moment: no accepted action is lost, and none is left half done.
use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{Room, run};

/// How often the program is killed.
const KILLS: usize = 25;

/// Pseudorandom numbers, the same in every run.
struct Throws(u64);

impl Throws {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Opens the room again and reads what it still had to deliver: everything before the answer to a line of ours.
fn reopen(folder: &std::path::Path) -> (Room, Vec<Value>) {
    let mut room = Room::open(folder);
    room.say("eve: settings");
    let mut late = Vec::new();
    loop {
        let reply = room.reply();
        if reply["to"] == "Eve" {
            return (room, late);
        }
        late.push(reply);
    }
}

/// Finds who owes a decision, what they may say, and the step at which they are asked.
fn owed(room: &mut Room) -> Option<(&'static str, Vec<String>, u64)> {
    for who in ["ann", "bob"] {
        let reply = room.ask(&format!("{who}: moves #1"));
        if reply["refused"].is_null() {
            let choices = reply["choices"].as_array().expect("choices");
            let says =
                choices.iter().map(|choice| choice["says"].as_str().expect("words").to_owned());
            return Some((
                who,
                says.collect(),
                reply["asked_at"]["step"].as_u64().expect("a step"),
            ));
        }
    }
    None
}

#[test]
fn a_program_killed_again_and_again_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut throws = Throws(42);
    let (mut room, _) = reopen(folder.path());
    // One step a line.
    room.ask("ann: settings auto off");
    room.ask("bob: settings auto off");
    room.ask("ann: challenge bob trapdoor side=black");
    room.ask("bob: accept");
    // What was answered, by the step it made.
    let mut accepted: BTreeMap<u64, String> = BTreeMap::new();
    let mut message = 0;
    for _ in 0..KILLS {
        // Some steps without a kill.
        for _ in 0..throws.below(3) {
            let Some((who, says, step)) = owed(&mut room) else { break };
            let words = &says[throws.below(says.len())];
            let reply = room.ask(&format!("{who}: {words}"));
            assert!(reply["refused"].is_null(), "{reply}");
            accepted.insert(step + 1, words.clone());
        }
        // One step with a kill: before it is read, while it is handled, or while it is answered.
        let Some((who, says, step)) = owed(&mut room) else { break };
        let words = says[throws.below(says.len())].clone();
        message += 1;
        let line = format!("[m{message}] {who}: {words}");
        room.say(&line);
        let heard = [0, 0, 1, 40, 400][throws.below(5)];
        room.kill_after(heard);
        let (again, late) = reopen(folder.path());
        room = again;
        // Said again, it is done only if it wasn't before.
        room.say(&line);
        room.say("eve: settings");
        let mut replies = late;
        loop {
            let reply = room.reply();
            if reply["to"] == "Eve" {
                break;
            }
            replies.push(reply);
        }
        assert!(replies.iter().all(|reply| reply["refused"].is_null()), "{replies:?}");
        // What the pipe had taken when the program fell may come twice; the step itself is told once after the restart.
        let told = replies.iter().filter(|reply| reply["step"] == step + 1).count();
        assert!(told <= 1, "{replies:?}");
        accepted.insert(step + 1, words);
        let (_, _, now) = owed(&mut room).unwrap_or(("", Vec::new(), step + 1));
        assert_eq!(now, step + 1, "the step was played once, no more and no less");
    }
    check(folder.path(), room, &accepted);
}

/// Compares the match that was kept with what was accepted, and plays it through again from its secret.
fn check(folder: &std::path::Path, mut room: Room, accepted: &BTreeMap<u64, String>) {
    assert!(KILLS < accepted.len());
    room.ask("ann: resign #1 yes");
    let file = room.ask("ann: export #1")["file"].as_str().expect("a file").to_owned();
    let export: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join(&file)).unwrap()).unwrap();
    let steps = export["steps"].as_array().unwrap();
    assert_eq!(steps.len(), accepted.len() + 1);
    for step in &steps[1..] {
        let number = step["step"].as_u64().unwrap();
        let written = format!("play #1 {}", step["written"].as_str().unwrap());
        assert_eq!(accepted.get(&number), Some(&written));
    }
    room.kill_after(0);
    let done = run(folder, ["verify", &file]);
    assert!(done.status.success(), "{done:?}");
}
