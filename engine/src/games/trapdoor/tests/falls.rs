//! Pieces that move onto open doors.
use super::{
    super::doors::{Knob, Notch},
    Play,
};

#[test]
fn d_r7_walking_into_an_open_door_is_a_move_and_loses_the_piece() {
    let mut play = Play::new("", "clear | d6 black man | a1 white man | O2 left | spun black");
    assert_eq!(play.moves(), ["d6-c5^", "d6-e5"]);
    play.play("d6-c5");
    assert_eq!(play.probe("pieces black"), "0");
}

#[test]
fn d_r8_a_capture_onto_an_open_door_is_compulsory() {
    let play = Play::new("", "fen B:W15,28:B8,10 | O1 right");
    assert_eq!(play.probe("phase"), "capture");
    assert_eq!(play.moves(), ["d6xf4^"]);
    assert_eq!(play.says("g7-h6"), "d6 must capture e5 first: d6xf4^.");
}

#[test]
fn what_a_falling_piece_took_stays_taken() {
    let mut play = Play::new("", "fen B:W15,28:B8,10 | O1 right");
    play.play("10x19^");
    assert_eq!(play.told(), "Ann plays d6xf4 and captures e5; the man falls through f4.");
    assert_eq!(play.probe("fen"), "W:W28:B8");
    assert_eq!(play.probe("captured white"), "1");
    assert_eq!(play.probe("fallen black"), "1");
}

#[test]
fn d_r9_a_chain_ends_on_the_first_open_door() {
    let mut play = Play::new("", "fen B:W15,23,25:B4,10");
    assert_eq!(play.moves(), ["d6xd2"]);
    play = Play::new("", "fen B:W15,23,25:B4,10 | O1 right");
    assert_eq!(play.moves(), ["d6xf4^"]);
    play.play("d6xf4");
    assert_eq!(play.probe("fen"), "W:W23,25:B4");
}

#[test]
fn d_r10_a_piece_on_a_closed_door_is_jumped_like_any_other() {
    let mut play = Play::new("", "fen B:W14,32:B10");
    play.play("d6xb4");
    assert_eq!(play.probe("fen"), "W:W32:B17");
}

#[test]
fn d_r11_no_door_is_on_a_crowning_rank() {
    for knob in Knob::ALL {
        for at in [Notch::Left, Notch::Right] {
            assert!((3..=6).contains(&knob.door(at).unwrap().rank()));
        }
    }
}

#[test]
fn d_r18_a_man_is_crowned_though_nothing_was_ever_lost() {
    let mut play = Play::new("", "fen W:W5,21:B12,20 | spun black");
    play.play("a7-b8");
    assert_eq!(play.probe("b8"), "white king");
}
