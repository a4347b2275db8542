//! What a turn is: captures, spins, and what each colour asks for.
use super::{Play, open};
use crate::{
    chance::Dice,
    game::{Game, Status, Step},
    refusal::Code,
    seat::{BySeat, Observer, Seat, Viewer},
};

#[test]
fn d_r6_a_capture_goes_before_the_spin() {
    let play = Play::new("", "fen B:W10,28:BK15");
    let refusal = play.refused("spin");
    assert_eq!(refusal.code, Code::Illegal);
    let says = "e5 must capture d6 first: e5xc7. You capture before spinning.";
    assert_eq!(refusal.says, says);
    assert_eq!(refusal.instead, ["e5xc7"]);
    assert_eq!(play.says("G1>L"), says);
    assert_eq!(play.says("e5-d4"), "e5 must capture d6 first: e5xc7.");
    let two = Play::new("", "fen W:W22,24,32:B18,19,20");
    let says = "You must capture first: c3xe5 or g3xe5. You capture before spinning.";
    assert_eq!(two.says("spin"), says);
}

#[test]
fn d_r12_a_blocked_side_may_still_turn_a_knob() {
    let mut play = Play::new("", "fen B:W25,30:B21");
    play.play("green G1>L");
    assert_eq!(play.probe("turn"), "white");
    assert_eq!(play.probe("phase"), "spin");
}

#[test]
fn d_r13_being_blocked_loses_before_the_spin_only_if_agreed() {
    let mut usual = Play::new("", "fen W:W29,30:B21");
    usual.play("black a1-b2");
    assert_eq!(usual.probe("phase"), "spin");
    let mut agreed = Play::new("blocked", "fen W:W29,30:B21");
    agreed.play("black a1-b2");
    assert_eq!(agreed.outcome().winner, Some(Seat::Second));
    assert_eq!(agreed.outcome().why, "Black can't move");
}

#[test]
fn d_r14_a_knob_may_be_turned_against_its_own_side() {
    let mut play = Play::new("", "turn white");
    play.play("green G1>L");
    assert_eq!(play.told(), "Bob turns G1 left: c3 opens, a white man falls.");
    assert_eq!(play.probe("fallen white"), "1");
}

#[test]
fn d_r15_a_colour_cannot_be_refused() {
    let mut play = Play::new("", "");
    play.play("green");
    assert_eq!(play.moves(), ["G1>L", "G1>R", "G2>L", "G2>R"]);
    let refusal = play.refused("b6-a5");
    assert_eq!(refusal.code, Code::Illegal);
    assert_eq!(refusal.says, "The wheel shows green, so you turn G1 or G2 instead of moving.");
    assert_eq!(play.says("spin"), "The wheel shows green: turn G1 or G2.");
    assert_eq!(play.refused("pass").code, Code::Unreadable);
}

#[test]
fn d_r29_black_begins_and_in_continental_play_white() {
    let first = |settings: &str| match open(settings).unwrap().status() {
        Status::Waiting(prompts) => prompts[0].seat,
        Status::Over(outcome) => panic!("{outcome:?}"),
    };
    assert_eq!(first(""), Seat::First);
    assert_eq!(first("snap"), Seat::First);
    assert_eq!(first("continental"), Seat::Second);
    assert_eq!(first("continental snap"), Seat::Second);
}

#[test]
fn d_r31_both_see_the_spin_and_it_is_chance() {
    let mut game = open("").unwrap();
    let mut dice = Dice::scripted(["orange"]);
    let mut step = Step::new(&mut dice);
    let action = game.read(Seat::First, "spin").unwrap();
    game.act(Seat::First, &action, &mut step).unwrap();
    let (events, fixed) = step.finish();
    assert!(fixed, "a spin is not taken back freely");
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    for viewer in Viewer::ALL {
        let line = game.tell(&events[0], Observer { viewer, names: &names });
        assert_eq!(line.as_deref(), Some("Ann spins orange."));
    }
}
