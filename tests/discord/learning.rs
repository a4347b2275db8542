//! Lessons in a channel: only the learner sees their board.
use serde_json::json;

use crate::{
    people::BOB,
    server::Program,
    world::{CHANNEL, Discord},
};

#[test]
fn the_board_of_a_lesson_is_for_the_learner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let options = json!({ "game": "trapdoor" });
    let mut lesson = discord.private(&BOB.slash(&discord, "learn", options));
    for word in ["hint", "d6"] {
        assert_eq!(lesson.only, Some(BOB.id), "{}", lesson.content());
        assert!(lesson.content().contains("lesson") || lesson.content().contains("Hint"));
        let (_, id) = lesson.choices().into_iter().find(|it| it.1.contains(word)).unwrap();
        lesson = discord.private(&BOB.presses_id(&discord, &lesson, &id));
    }
    assert_eq!(lesson.only, Some(BOB.id), "{}", lesson.content());
    let public = discord.world(|world| {
        let said = world.said_in(CHANNEL).into_iter();
        said.filter(|message| message.only.is_none() && !message.files.is_empty()).count()
    });
    assert_eq!(public, 0, "the channel sees no board");
    assert!(program.terminate());
    discord.was_used_well();
}
