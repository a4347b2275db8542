//! The variation where a door closes again at once.
use super::{Play, open};
use crate::{game::Game, games::trapdoor::Trapdoor, refusal::Code};

#[test]
fn d_r21_a_door_may_be_snapped_over_nothing() {
    let mut play = Play::new("snap", "");
    play.play("orange O1>L");
    assert_eq!(play.told(), "Ann turns O1 left: b4 snaps open and closes.");
    assert_eq!(play.probe("pieces white"), "12");
}

#[test]
fn d_r22_either_door_of_either_knob_may_be_snapped() {
    let play = Play::new("snap", "spun green");
    assert_eq!(play.moves(), ["G1>L", "G1>R", "G2>L", "G2>R"]);
    let says = "Knob G1 springs back by itself. Open its left or its right door.";
    assert_eq!(play.says("G1>C"), says);
}

#[test]
fn d_r23_no_door_is_ever_open_between_turns() {
    let mut play = Play::new("snap", "");
    for words in ["green G1>L", "orange O1>R", "green G2>R", "orange O2>L"] {
        play.play(words);
        assert_eq!(play.probe("open"), "none");
        assert_eq!(play.probe("knobs"), "G1C O1C O2C G2C");
    }
    assert_eq!(open("snap from=B:W32:B1 G1L").unwrap_err().code, Code::Illegal);
}

#[test]
fn snap_and_continental_go_together() {
    let mut play = Play::new("snap continental", "fen W:WK29:B4,K18,20");
    assert_eq!(play.moves(), ["a1xe5", "a1xf6", "a1xg7"]);
    play.play("a1xe5 orange O2>R");
    assert_eq!(play.probe("fen"), "W:WK15:B4,20");
}

/// Plays empty doors until a position was seen three times under the earlier ruling.
fn open_empty_doors(play: &mut Play) {
    play.play("orange O1>L orange O1>L orange O1>L orange O1>L");
}

#[test]
fn d_r19_a_match_begun_before_the_ruling_counts_every_turn() {
    let lines = "clear | a7 black king | h2 white king | turn black";
    let mut now = Play::new("snap", lines);
    open_empty_doors(&mut now);
    assert_eq!(now.probe("phase"), "spin");

    let mut saved = serde_json::to_value(&Play::new("snap", lines).game).unwrap();
    let options = saved["options"].as_object_mut().unwrap();
    assert_eq!(options.remove("moves_repeat"), Some(true.into()), "how a match is saved now");
    let game: Trapdoor = serde_json::from_value(saved).unwrap();
    let mut earlier = Play { start: game.clone(), game, steps: Vec::new() };
    open_empty_doors(&mut earlier);
    assert!(earlier.outcome().why.contains("third time"));
}

#[test]
fn a_record_with_snap_keeps_how_positions_repeat() {
    let mut play = Play::new("snap", "");
    play.play("orange O1>L");
    let record = play.start.pdn(&[], &play.steps, None).unwrap();
    assert!(record.contains("[MovesRepeat \"yes\"]"), "{record}");
    let again = open(&format!("from={record}")).unwrap();
    assert!(again.options.snap && again.options.moves_repeat);
    // Records of earlier matches lack the tag.
    let earlier = record.replace("[MovesRepeat \"yes\"]\n", "");
    let again = open(&format!("from={earlier}")).unwrap();
    assert!(again.options.snap && !again.options.moves_repeat);
    let plain = open("snap from=B:W21-32:B1-12").unwrap();
    assert!(plain.options.moves_repeat);
}
