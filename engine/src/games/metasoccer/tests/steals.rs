//! Steals and their results.
use super::*;

const STEAL: &str = "f9 south 9 | c9 north 5 | b3 south 3 | ball f9 | turn north | rolled rook 4";

#[test]
fn every_pair_of_throws_has_its_result() {
    use super::super::moves::steal::StealResult;
    for defense in 1..=6 {
        for offense in 1..=6 {
            let expected = match (defense, offense) {
                (6, 1) => StealResult::Boot,
                (1, 6) => StealResult::Penalty,
                _ if offense < defense => StealResult::Won,
                _ => StealResult::Failed,
            };
            assert_eq!(StealResult::of(defense, offense), expected, "{defense} against {offense}");
        }
    }
}

#[test]
fn ar24_after_a_steal_and_at_kick_off_the_chess_die_only() {
    let mut pitch = Pitch::new(STEAL);
    pitch.play("steal c9: 4 3").play("to f10").holds("kind = after-steal, turn = north");
    assert!(pitch.says("roll risk").contains("Chess die"));
    let kick_off = Pitch::with("", "play south kick-off");
    assert!(kick_off.says("roll risk").contains("Chess die"));
}

#[test]
fn ar35_a_thief_that_fails_stands_where_its_path_ends() {
    let mut near = Pitch::new(&STEAL.replace("c9 north", "e9 north"));
    near.play("steal e9: 3 4").holds("e9 = north 5, f9 = south 9 ball");
    let mut knight = Pitch::new("f9 south 9 | e7 north 5 | ball f9 | turn north | rolled knight 4");
    knight.play("steal e7: 3 4").holds("e7 = north 5");
    let mut far = Pitch::new(STEAL);
    far.play("steal c9: 1 6").holds("e9 = north 5, kind = penalty");
}

#[test]
fn ar36_a_robbed_checker_without_a_free_neighbour_goes_to_the_nearest_square() {
    let round = "e10 north 2 | f10 north 3 | g10 north 4 | e9 north 6 | g9 north 7 | e8 north 8 | f8 north 9 | g8 north 10";
    let mut pitch =
        Pitch::new(&format!("f9 south 9 | {round} | ball f9 | turn north | rolled rook 4"));
    pitch.play("steal e9: 5 3");
    let squares = pitch.listed();
    assert_eq!(squares.len(), 17, "sixteen squares two away, and `auto on`: {squares:?}");
    pitch.play("to f7").holds("f7 = south 9, f9 = north 6 ball");
}

#[test]
fn ar37_a_checker_that_moved_does_not_steal() {
    let mut pitch = Pitch::new(STEAL);
    pitch.play("c9-c13");
    assert!(pitch.says("steal c13").contains("moves and steals"));
    let mut pushed = Pitch::new(&STEAL.replace("c9 north 5", "e9 north 5 | k9 south 8"));
    pushed.play("e9xf9");
    assert!(pushed.says("steal f9").contains("moves and steals"));
}

#[test]
fn a_pushed_carrier_may_still_be_robbed() {
    let mut pitch =
        Pitch::new("f9 south 9 | e9 north 5 | g5 north 6 | ball f9 | turn north | rolled rook 4");
    pitch.play("e9xf9").shows("g9 = south 9 ball").play("steal g5: 5 2");
    pitch.holds("phase = robbed");
}

#[test]
fn ar38_the_defense_names_a_push_or_a_steal() {
    let pitch = Pitch::new(STEAL);
    assert!(pitch.offers("c9xf9") && pitch.offers("steal c9"));
    let mut push = Pitch::new(STEAL);
    push.play("push c9 f9").holds("g9 = south 9 ball, f9 = north 5, phase = act");
}

#[test]
fn ar39_a_goalie_far_from_its_box_still_has_its_kick() {
    let lines = "f8 south 9 | f11 north gk | f15 empty | b12 north 5 | f11 north gk | ball f8 | turn north | rolled rook 4";
    Pitch::new(lines).play("steal f11: 5 2").holds("kind = goalie-kick, f8 = south 9");
    let boxed = format!("clear | f1 south gk | {lines}");
    let mut only = Pitch::with("box-only", &boxed);
    only.play("steal f11: 5 2").holds("phase = robbed");
    only.play("to f7").holds("kind = after-steal, f8 = north gk ball");
}

#[test]
fn ar50_robbed_by_the_goalie_a_checker_stays() {
    let mut pitch = Pitch::new(
        "f10 south 9 | f13 north gk | b12 north 5 | ball f10 | turn north | rolled rook 4",
    );
    pitch.play("steal f13: 5 2").holds("f10 = south 9, carrier = north gk, phase = goalie");
    assert!(pitch.listed().iter().all(|words| words.starts_with("goalie ") || words == "auto on"));
    assert!(pitch.says("goalie f11").contains("isn't a free square of your box."));
    pitch.play("goalie d12").holds("d12 = north gk ball");
}

#[test]
fn ar52_all_may_move_again_in_the_turn_won() {
    let mut pitch = Pitch::new(&STEAL.replace("b3 south 3", "b3 south 3 | k9 north 6"));
    pitch.play("k9-k5").play("steal c9: 5 2").play("to f10").play("roll chess: rook 2");
    assert!(pitch.offers("k5-k7") && pitch.offers("f9-f7"));
}

#[test]
fn who_may_steal_by_which_face() {
    for (face, from, can) in [
        ("king 6", "f10", true),
        ("king 6", "f11", false),
        ("pawn 6", "e10", true),
        ("pawn 6", "f10", false),
        ("pawn 6", "e8", false),
        ("knight 1", "g11", true),
        ("bishop 3", "i12", true),
        ("bishop 2", "i12", false),
        ("queen 3", "f12", true),
        ("rook 3", "f12", true),
        ("rook 3", "i12", false),
    ] {
        let lines = format!("f9 south 9 | {from} north 5 | ball f9 | turn north | rolled {face}");
        let pitch = Pitch::new(&lines);
        assert_eq!(pitch.offers(&format!("steal {from}")), can, "{face} from {from}");
        if !can {
            assert!(pitch.says(&format!("steal {from}")).contains("can't reach the ball on"));
        }
    }
    let blocked =
        Pitch::new("f9 south 9 | f12 north 5 | f11 north 6 | ball f9 | turn north | rolled rook 4");
    assert!(!blocked.offers("steal f12") && blocked.offers("steal f11"));
    let offense =
        Pitch::new("f9 south 9 | f12 south 5 | ball f9 | b14 north 2 | turn south | rolled rook 4");
    assert!(offense.says("steal f12").contains("Only the defense"));
}

#[test]
fn a_goalie_that_steals_by_five_has_its_kick_and_no_boot() {
    let mut pitch = Pitch::new(
        "f10 south 9 | f13 north gk | b12 north 5 | ball f10 | turn north | rolled rook 4",
    );
    pitch.play("steal f13: 6 1").holds("kind = goalie-kick");
}

#[test]
fn after_a_boot_on_a_steal_whoever_has_the_ball_is_next() {
    let mut own = Pitch::new(
        "f9 south 9 | c9 north 5 | f4 north 6 | b3 south 3 | ball f9 | turn north | rolled rook 4",
    );
    own.play("steal c9: 6 1").play("to f10").play("boot south 1: 5");
    own.holds("ball = f4, carrier = north 6, turn = north, kind = after-steal");
    let mut other = Pitch::new(STEAL);
    other
        .play("steal c9: 6 1")
        .play("to f10")
        .play("boot south 2: 4 4")
        .holds("carrier = south gk, turn = south, kind = open");
}
