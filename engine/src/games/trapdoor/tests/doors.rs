//! Where the doors are and how knobs and wheel work.
use super::{
    super::doors::{Knob, Notch, Spin},
    Play, open,
};
use crate::{
    checkers::Square,
    refusal::Code,
    scene::{Panel, Sector, Tint},
};

fn door(knob: Knob, at: Notch) -> Square {
    knob.door(at).unwrap()
}

#[test]
fn d_r1_four_rows_have_a_left_and_a_right_door() {
    let all: Vec<String> = Knob::ALL
        .into_iter()
        .map(|knob| {
            format!("{} {} {}", knob.name(), door(knob, Notch::Left), door(knob, Notch::Right))
        })
        .collect();
    assert_eq!(all, ["G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 f6"]);
}

#[test]
fn d_r2_doors_and_colours_stay_when_the_board_is_turned() {
    let turned = |square: Square| Square::new(33 - square.number()).unwrap();
    for knob in Knob::ALL {
        let twin = Knob::ALL
            .into_iter()
            .find(|other| door(*other, Notch::Right) == turned(door(knob, Notch::Left)));
        let twin = twin.unwrap();
        assert_eq!(door(twin, Notch::Left), turned(door(knob, Notch::Right)));
        assert_eq!(twin.spin(), knob.spin());
    }
    assert_eq!(Knob::ALL.map(Knob::spin), [Spin::Green, Spin::Orange, Spin::Orange, Spin::Green]);
}

#[test]
fn d_r3_a_knob_goes_one_click_at_a_time() {
    let play = Play::new("", "c3 empty | G1 left | spun green");
    let refusal = play.refused("G1>R");
    assert_eq!(refusal.code, Code::Illegal);
    assert_eq!(refusal.says, "Knob G1 is left and turns one click at a time, so only to G1>C.");
    assert_eq!(refusal.instead, ["G1>C", "G2>L", "G2>R"]);
    assert_eq!(play.says("G1>L"), "Knob G1 is already left.");
    assert_eq!(play.says("G2>C"), "Knob G2 is already in the centre.");
}

#[test]
fn d_r4_a_colour_offers_both_knobs_and_both_ways() {
    assert_eq!(Play::new("", "spun green").moves(), ["G1>L", "G1>R", "G2>L", "G2>R"]);
    assert_eq!(Play::new("", "spun orange").moves(), ["O1>L", "O1>R", "O2>L", "O2>R"]);
    let says = Play::new("", "spun orange").says("G1>L");
    assert_eq!(says, "The wheel shows orange, but knob G1 is green.");
}

#[test]
fn d_r5_black_is_twice_as_likely_as_each_colour_unless_agreed() {
    let sectors = |settings: &str| {
        let play = Play::new(settings, "");
        let names = crate::seat::BySeat::new(|it| it.to_string());
        let to = crate::seat::Observer { viewer: crate::seat::Viewer::Room, names: &names };
        let scene = crate::game::Game::show(&play.game, &[], to);
        match &scene.panels[0] {
            Panel::Wheel { sectors, at: None } => {
                sectors.iter().map(|Sector { tint, weight }| (*tint, *weight)).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(sectors(""), [(Tint::Black, 2), (Tint::Green, 1), (Tint::Orange, 1)]);
    assert_eq!(sectors("wheel=5:3:2"), [(Tint::Black, 5), (Tint::Green, 3), (Tint::Orange, 2)]);
    for odd in ["1:1:1", "2:2:1", "2:1:3", "2:1", "2:1:1:1", "2:0:1", "x:1:1", "100:1:1", "-2:1:1"]
    {
        let refusal = open(&format!("wheel={odd}")).unwrap_err();
        assert_eq!(refusal.code, Code::Unreadable, "{odd}");
    }
}

#[test]
fn d_r30_left_is_towards_file_a_for_both() {
    for knob in Knob::ALL {
        assert!(door(knob, Notch::Left).file() < door(knob, Notch::Right).file());
    }
    for turn in ["black", "white"] {
        let mut play = Play::new("", &format!("turn {turn} | spun orange"));
        play.play("O1>L");
        assert_eq!(play.probe("open"), "b4");
    }
}
