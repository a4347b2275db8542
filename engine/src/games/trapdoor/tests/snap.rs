//! The variation where a door closes again at once.
use super::{Play, open};
use crate::refusal::Code;

#[test]
fn d_r21_a_door_may_be_snapped_over_nothing() {
    let mut play = Play::new("snap", "");
    play.play("orange O1>L");
    assert_eq!(play.told(), "Ann turns O1 left: b4 snaps open and shut.");
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
