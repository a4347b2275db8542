//! Passes, offside, boots and what else happens to the ball.
use super::*;

#[test]
fn ar19_one_pass_a_turn() {
    let mut pitch = Pitch::new(
        "c3 south 9 | c6 south 8 | f6 south 7 | b14 north 4 | ball c3 | turn south | rolled rook 5",
    );
    pitch.play("pass c6");
    assert!(pitch.says("pass f6").contains("You get one pass a turn, and you've played it."));
    assert!(
        pitch
            .says("run f6 west pass e6")
            .contains("You get one pass a turn, and you've played it.")
    );
}

#[test]
fn ar20_checkers_between_block_a_pass() {
    let lines = "c3 south 9 | c6 south 8 | c5 north 7 | b14 north 4 | ball c3 | turn south";
    let chess = Pitch::new(&format!("{lines} | rolled rook 5"));
    assert!(chess.says("pass c6").contains("blocked on c5"));
    let risk = Pitch::new(&format!("{lines} | rolled pass 1"));
    assert!(risk.offers("pass c6"), "the RISK Pass goes over anything");
}

#[test]
fn ar21_moves_and_the_pass_are_apart() {
    let mut pitch =
        Pitch::new("c3 south 9 | f10 south 8 | b14 north 4 | ball c3 | turn south | rolled rook 4");
    pitch.play("c3-c7").play("f10-f14").play("end").holds("ball = c7, f14 = south 8");
    let mut pass =
        Pitch::new("c3 south 9 | g7 south 8 | b14 north 4 | ball c3 | turn south | rolled rook 4");
    pass.play("c3-c7").play("pass g7").shows("ball = g7").play("g7-g11").holds("ball = g11");
    let mut moved =
        Pitch::new("c3 south 9 | g3 south 8 | b14 north 4 | ball c3 | turn south | rolled rook 4");
    moved.play("g3-g7").play("c3-c7").play("pass g7").holds("ball = g7");
}

#[test]
fn ar22_only_the_last_defender_counts_for_offside() {
    // The receiver is in its own half and far behind the ball, yet beyond the last defender.
    let pitch =
        Pitch::new("f12 south 9 | f7 south 8 | b6 north 4 | ball f12 | turn south | rolled pass 1");
    assert!(pitch.says("pass f7").contains("offside"));
    let alone = Pitch::new("f12 south 9 | f14 south 8 | ball f12 | turn south | rolled pass 1");
    assert!(alone.offers("pass f14"), "no field checker left: nobody is offside");
}

#[test]
fn ar23_offside_is_no_foul() {
    let pitch =
        Pitch::new("f8 south 9 | f12 south 8 | b10 north 4 | ball f8 | turn south | rolled rook 5");
    assert!(!pitch.offers("pass f12"));
    assert!(pitch.says("pass f12").contains("offside"));
}

#[test]
fn ar46_a_pass_never_scores() {
    let pitch = Pitch::new(
        "f14 south 9 | b14 north 4 | d15 north gk | ball f14 | turn south | rolled rook 5",
    );
    assert!(pitch.says("pass f16").contains("Nobody stands"));
}

#[test]
fn ar48_nobody_out_of_bounds_receives_or_is_counted() {
    let pitch = Pitch::new(
        "c5 south 9 | R5 south 8 | L14 north 4 | a13 south 2 | a14 south 3 | a15 south 4 | b6 north 5 | ball c5 | turn north",
    );
    assert_eq!(pitch.game.offside_rank(Seat::First), Some(6), "the checker on L14 is no defender");
    let mut pass = Pitch::new(
        "c5 south 9 | L5 south 8 | a4 south 2 | a5 south 3 | a6 south 4 | b14 north 5 | ball c5 | turn south | rolled pass 2",
    );
    assert!(pass.says("pass L5").contains("out of bounds"));
    pass.play("pass a5").holds("ball = a5");
}

#[test]
fn ar57_the_ball_is_not_had_on_an_offside_square() {
    // Both squares are in reach of the ball; only the one beyond the defender's rank is offside.
    let fly =
        Pitch::new("e9 south 9 | f9 south 8 | b9 north 4 | ball e9 | turn south | rolled queen 3");
    assert!(fly.offers("run f9 north pass f9"));
    assert!(!fly.offers("run f9 north pass f10"));
    assert!(fly.says("run f9 north pass f10").contains("f10 is offside"));
    let behind =
        Pitch::new("e9 south 9 | f9 south 8 | b10 north 4 | ball e9 | turn south | rolled queen 3");
    assert!(behind.offers("run f9 north pass f10"), "level is onside");
    let hand =
        Pitch::new("f8 south 9 | f9 south 8 | b8 north 4 | ball f8 | turn south | rolled king 3");
    assert!(hand.says("dribble f8 f9").contains("offside"));
}

#[test]
fn a_run_with_the_ball_from_the_fly_may_score() {
    let mut pitch = Pitch::new(
        "c14 south 9 | e13 south 8 | b14 north 4 | g15 north gk | f15 empty | ball c14 | turn south | rolled rook 4",
    );
    pitch.play("run e13 north pass e14").holds("score = 1 0");
}

#[test]
fn a_queen_flies_at_the_start_and_at_the_end_of_a_run() {
    let lines = "c6 south 9 | e6 south 8 | b14 north 4 | ball c6 | turn south | rolled queen 4";
    Pitch::new(lines).play("run e6 north pass e6").holds("ball = e10");
    let end = Pitch::new(lines);
    assert!(end.offers("run e6 northwest pass c8"), "{:?}", end.listed());
}

#[test]
fn ar27_a_boot_is_taken_by_the_nearest() {
    let mut pitch =
        Pitch::new("f8 south 9 | c9 south 8 | k13 north 4 | ball f8 | turn south | rolled boot 4");
    pitch.play("boot west 1").holds("ball = b8, b8 = south 8, c9 = empty, turn = north");
}

#[test]
fn ar28_a_boot_through_a_goal_mouth_is_a_goal() {
    let mut pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 4");
    pitch.play("boot north 2: 6 6").holds("score = 1 0");
    let mut own = Pitch::new("f3 south 9 | b14 north 4 | ball f3 | turn south | rolled boot 4");
    own.play("boot south 1").holds("score = 0 1, turn = south, kind = kick-off");
}

#[test]
fn ar29_a_boot_over_the_touch_line_is_a_throw_in_for_the_other_side() {
    let mut pitch = Pitch::new("c8 south 9 | b10 north 4 | ball c8 | turn south | rolled boot 4");
    pitch.play("boot west 1").holds("kind = throw-in, turn = north, ball = L8, L8 = north 4");
}

#[test]
fn ar30_turnover_gives_the_ball_to_the_nearest_opponent() {
    let mut pitch = Pitch::new("f8 south 9 | f11 north 4 | b8 north 5 | ball f8 | turn south");
    pitch.play("roll risk: turnover 3").holds("ball = f11, turn = north, kind = open");
    assert!(pitch.offers("roll risk"));
}

#[test]
fn equally_near_checkers_of_one_side_are_chosen_from() {
    let lines = "f8 south 9 | f11 north 4 | c8 north 5 | ball f8 | turn south";
    let mut pitch = Pitch::new(lines);
    pitch.play("roll risk: turnover 3");
    assert_eq!(pitch.asked(), Seat::Second);
    assert_eq!(pitch.listed(), ["pick 4", "pick 5", "auto on"]);
    pitch.play("pick 5").holds("ball = c8, turn = north");
    let mut auto = Pitch::new(&format!("auto north on | {lines}"));
    auto.play("roll risk: turnover 3").holds("ball = f11");
}

#[test]
fn ar53_two_dice_are_rolled_afresh() {
    let mut pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 6");
    pitch.play("boot north 2: 1 2").holds("ball = f11");
}

#[test]
fn ar54_a_boot_may_be_declined() {
    let mut pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 6");
    pitch.play("end").holds("ball = f8, turn = north");
}

#[test]
fn ar58_a_ball_on_a_checker_is_its_own() {
    let mut boot =
        Pitch::new("f8 south 9 | c8 north 4 | b9 south 5 | ball f8 | turn south | rolled boot 3");
    boot.play("boot west 1").holds("ball = c8, c8 = north 4, b9 = south 5");
    let mut thrown = Pitch::new(
        "L8 south 9 | c8 north 4 | b14 north 5 | ball L8 | play south throw-in | rolled rook 5",
    );
    thrown.play("throw c8").holds("ball = c8, carrier = north 4, turn = north, a8 = south 9");
}

#[test]
fn ar59_who_wins_the_ball_is_on_offense_next() {
    let mut pitch =
        Pitch::new("f8 south 9 | b8 north 4 | k3 south 5 | ball f8 | turn south | rolled boot 4");
    pitch.play("boot west 1").holds("carrier = north 4, turn = north");
    assert!(pitch.offers("roll risk"), "{:?}", pitch.listed());
}
