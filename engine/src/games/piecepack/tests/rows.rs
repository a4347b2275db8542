//! Rows of the rulings table that a scenario file doesn't show.
use super::{super::field::*, Play, open};
use crate::{
    game::{Game, Status},
    seat::Seat,
};

#[test]
fn c_r1_the_border_is_one_piecepack_round_a_field_of_ten_by_twelve() {
    let all = tiles();
    assert_eq!(all.len(), 24);
    assert_eq!((WIDE, LONG, TILE), (10_000, 12_000, 2000));
    for gap in [Point::new(5000, -1000), Point::new(5000, 13_000)] {
        assert!(
            all.iter().all(|tile| tile.middle() != gap),
            "the goals are where two tiles are missing"
        );
    }
    for beside in [Point::new(3000, -1000), Point::new(7000, 13_000), Point::new(-1000, -1000)] {
        assert!(all.iter().any(|tile| tile.middle() == beside));
        assert_eq!(Tile::at(beside).middle(), beside);
    }
}

#[test]
fn c_r2_a_corner_box_holds_a_coin_up_to_1_625_from_both_borders() {
    for corner in Corner::ALL {
        for (x, y, wholly) in [(1625, 1625, true), (1626, 1000, false), (375, 375, true)] {
            assert_eq!(corner.holds(corner.seen(Point::new(x, y))), wholly);
        }
        // The corner of the box is as far away as its edge.
        for (x, y, touches) in
            [(2375, 1000, true), (2376, 1000, false), (2265, 2265, true), (2266, 2266, false)]
        {
            assert_eq!(corner.touches(corner.seen(Point::new(x, y))), touches, "{x} {y}");
        }
        assert_eq!(Corner::named(corner.name()), Some(corner));
    }
}

#[test]
fn c_r5_kickers_have_numbers_for_words_and_no_other_difference() {
    let play = Play::new("clear | ball 5 6 | S3 5 4 | N1 9 9 | turn south");
    assert_eq!(
        play.game.read(Seat::First, "flick s3 at ball 5"),
        play.game.read(Seat::First, "flick #3 at ball 5")
    );
    assert!(
        play.listed()
            .iter()
            .all(|words| words.starts_with("flick 3 ") || words.starts_with("callin "))
    );
}

#[test]
fn c_r8_a_free_kick_that_scores_and_drives_out_a_tile_brings_a_free_kick_from_the_centre() {
    // The ball goes in off the wall, which it hits at 110 inches a second or more.
    let mut play = Play::new("clear | ball 5 11 | S1 2 2 | N1 9 9 | freekick south");
    play.play("freekick at 4.75 12 100");
    assert_eq!(play.probe("score"), "1 0");
    let straight = play.told();
    assert!(!straight.contains("Foul"), "{straight}");
    // Hard against the side of the goal.
    let mut play = Play::new("clear | ball 4.6 11.9 | S1 2 2 | N1 9 9 | freekick south");
    play.play("freekick 80 100");
    let told = play.told();
    assert!(told.contains("Goal!") && told.contains("Foul by Ann"), "{told}");
    assert_eq!(play.probe("phase"), "placing north");
    play.play("default").play("default");
    assert_eq!((play.probe("phase"), play.probe("ball")), ("freekick north".into(), "5 6".into()));
    assert_eq!(play.probe("S1"), "2.9 1.3", "nobody is fouled out");
}

#[test]
fn c_r13_the_flicked_kicker_is_out_though_another_coin_hit_the_tile() {
    let mut play = Play::new("clear | ball 1 1.9 | S1 3 6 | S2 5 6 | N1 9 9 | turn south");
    play.play("flick 1 at S2 100");
    let told = play.told();
    assert!(
        told.contains("S2 hits the east border") && told.contains("S1 is fouled out"),
        "{told}"
    );
    assert_eq!((play.probe("S1"), play.probe("phase")), ("out".into(), "freekick north".into()));
    assert_ne!(play.probe("S2"), "out");
}

#[test]
fn c_r19_after_a_goal_against_the_thrower_the_thrower_begins() {
    let mut play = Play::new("clear | ball 1 11 | N1 9 9 | S1 2 3 | throw north nw");
    play.play("throw from 1.625 10.5 at 5 -0.8 100");
    assert!(play.told().contains("a point for Ann, 1:0"), "{}", play.told());
    play.play("default").play("default");
    assert_eq!(play.probe("phase"), "turn north");
}

#[test]
fn c_r20_a_throw_that_moves_only_a_kicker_of_the_other_side_is_no_foul() {
    let mut play = Play::new("clear | ball 1 1 | S1 9 9 | N1 1.625 4 | throw south sw");
    play.play("throw at N1 40");
    assert!(play.told().contains("The ball hits N1") && !play.told().contains("Foul"));
}

#[test]
fn c_r21_a_ball_partly_in_the_box_is_nothing() {
    for (x, throws) in [(1626, false), (1625, true)] {
        let mut play =
            Play::new(&format!("clear | ball 1.{} 1 | S1 8 4 | N1 8 8 | turn south", x - 1000));
        play.play("flick 1 0 5");
        assert_eq!(play.probe("phase").starts_with("throw south sw"), throws);
    }
}

#[test]
fn c_r25_no_coin_leaves_but_through_a_goal() {
    let mut play = Play::new("clear | ball 5 6 | S1 3 3 | N1 9 9 | turn south");
    play.play("flick 1 at 0 3 100");
    assert_eq!(play.probe("S1"), "out", "a foul, but not over the border");
    let mut play = Play::new("clear | ball 5 6 | S1 3 3 | N1 9 9 | turn south");
    play.play("flick 1 at 0 3 70");
    assert!(play.game.lies(super::super::Coin::Kicker(Seat::First, 1)).unwrap().is_open());
}

#[test]
fn c_r29_coins_may_touch_and_not_overlap() {
    let play = Play::new("clear | ball 5 6 | S1 9 9 | N1 9 2 | turn south");
    assert!(play.game.read(Seat::First, "callin 2 at 9 9.7").is_err());
    let mut play = Play::new("clear | ball 5 6 | S1 8.5 9.75 | N1 9 2 | turn south");
    assert!(play.refused("callin 2 at 8.5 10.499").says.contains("0.749 apart"));
    play.play("callin 2 at 8.5 10.5");
    assert_eq!(play.probe("S2"), "8.5 10.5");
}

#[test]
fn c_r30_the_side_that_conceded_sets_up_first() {
    let mut play = Play::new("clear | ball 5 11 | S1 5 9 | N1 9 9 | turn south");
    play.play("flick 1 0 60");
    assert_eq!(play.probe("phase"), "placing north");
    play.play("default");
    assert_eq!(play.probe("phase"), "placing south");
}

#[test]
fn c_r31_where_a_box_is_full_a_kicker_comes_beside_it() {
    let mut play = Play::new(
        "clear | ball 5 6 | N1 9 2 | S1 0.7 0.7 | S2 0.7 1.5 | S3 1.5 0.7 | N2 1.5 1.5 | turn south",
    );
    play.play("callin 4 sw");
    let at = play.game.lies(super::super::Coin::Kicker(Seat::First, 4)).unwrap();
    assert!(!Corner::Sw.holds(at) && at.is_open() && at.x < 3000 && at.y < 3000, "{at:?}");
}

#[test]
fn c_r33_a_free_kick_cannot_be_declined() {
    let play = Play::new("clear | ball 5 6 | S1 2 2 | N1 9 9 | freekick south");
    assert!(
        play.refused("pass")
            .says
            .starts_with("You can't decline it; the gentlest flick has power 1.")
    );
    assert!(play.listed().iter().all(|it| it.starts_with("freekick ")));
}

#[test]
fn a_throw_starts_barely_within_the_box() {
    let play = Play::new("clear | ball 1 1 | S1 9 9 | N1 9 2 | throw south sw");
    for from in ["1 1", "1.625 0.3", "1.625 1.7", "1.7 1", "8.375 1"] {
        let refusal = play.refused(&format!("throw from {from} 45 30"));
        assert!(refusal.says.contains("just inside the sw corner box"), "{from}: {}", refusal.says);
    }
    for from in ["1.625 0.375", "0.375 1.625", "1.625 1.625"] {
        assert!(play.game.read(Seat::First, &format!("throw from {from} 45 30")).is_ok());
    }
    // In the north-east the same distances count from there.
    let play = Play::new("clear | ball 9 11 | S1 9 5 | N1 9 2 | throw north ne");
    assert!(play.game.read(Seat::Second, "throw from 8.375 11 225 30").is_ok());
}

#[test]
fn whoever_throws_higher_begins_ties_again() {
    let Status::Waiting(prompts) = open("").status() else { panic!("it has just begun") };
    assert_eq!(prompts[0].seat, Seat::First);
    assert_eq!(prompts[0].ask, "set up kickers 1, 2, 3 and 4 in the south setup box");
}

#[test]
fn a_blow_of_110_inches_a_second_is_half_a_coin() {
    assert_eq!([109.9, 110.0, 55.0].map(shift), [374, 375, 93]);
    assert_eq!(
        [5, 10, 20, 30, 40, 50, 60, 80, 100].map(slide),
        [281, 1125, 4500, 10_125, 18_000, 28_125, 40_500, 72_000, 112_500]
    );
}
