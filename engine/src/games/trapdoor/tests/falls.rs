//! Pieces that move onto open doors.
use super::{
    super::doors::{Knob, Notch},
    Play,
};

#[test]
fn td5_a_door_opened_over_nothing_waits_for_a_man() {
    for (word, from) in [("c3-b4", "c3"), ("a3-b4", "a3")] {
        let mut play = Play::new("", "");
        play.play("orange O1>L");
        assert_eq!(play.told(), "Ann turns O1 left: b4 opens.");
        play.play("black").play(word);
        assert_eq!(play.told(), format!("Bob moves {word}^; the man falls through b4."));
        assert_eq!(play.probe("pieces white"), "11");
        assert_eq!(play.probe(from), "empty");
        assert_eq!(play.probe("b4"), "empty");
        assert_eq!(play.probe("open"), "b4");
    }
}

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
fn td6_the_capturer_falls_and_what_it_took_stays_taken() {
    let mut play = Play::new("", "fen B:W15,28:B8,10 | O1 right");
    play.play("10x19^");
    assert_eq!(play.told(), "Ann plays d6xf4^ and takes e5; the man falls through f4.");
    assert_eq!(play.probe("fen"), "W:W28:B8");
    assert_eq!(play.probe("captured white"), "1");
    assert_eq!(play.probe("fallen black"), "1");
    // In the row itself Black has nothing else: White is left alone on the board.
    let mut row = Play::new("", "fen B:W15,28:B10 | O1 right");
    row.play("d6xf4");
    assert_eq!(row.outcome().why, "Black has no pieces left");
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
fn td10_crowning_ends_the_turn() {
    let mut play = Play::new("", "fen B:W26,27,5:B22");
    assert_eq!(play.moves(), ["c3xe1"]);
    play.play("22x31");
    assert_eq!(play.told(), "Ann plays c3xe1 and takes d2; the man is crowned.");
    assert_eq!(play.probe("e1"), "black king");
    assert_eq!(play.probe("f2"), "white man");
    assert_eq!(play.probe("turn"), "white");
}

#[test]
fn d_r18_a_man_is_crowned_though_nothing_was_ever_lost() {
    let mut play = Play::new("", "fen W:W5,21:B12,20 | spun black");
    play.play("a7-b8");
    assert_eq!(play.probe("b8"), "white king");
}

#[test]
fn td18_a_king_falls_as_one() {
    let mut play = Play::new("", "fen W:W32:B1,K19");
    play.play("orange O1>R");
    assert_eq!(play.told(), "Bob turns O1 right: f4 opens, a Black king falls.");
    assert_eq!(play.probe("fen"), "B:W32:B1");
    assert_eq!(play.probe("fallen black"), "1");
}
