//! Runs, jumps, pushes and dribbles.
use super::*;

/// South 7 on a square with the ball on b2, and a roll.
fn rolled(lines: &str, roll: &str) -> Pitch {
    Pitch::new(&format!(
        "b2 south 3 | b14 north 11 | ball b2 | {lines} | turn south | rolled {roll}"
    ))
}

#[test]
fn ar7_the_number_limits_queen_rook_and_bishop_alone() {
    for (roll, to) in [
        ("queen 4", "d9"),
        ("rook 4", "d9"),
        ("bishop 4", "h9"),
        ("knight 4", "e7"),
        ("pawn 4", "d6"),
    ] {
        let pitch = rolled("d5 south 7", roll);
        assert!(pitch.offers(&format!("d5-{to}")), "{roll}: {:?}", pitch.listed());
    }
    let defense = Pitch::new("b2 south 3 | d9 north 7 | ball b2 | turn north | rolled king 5");
    assert!(defense.offers("d9-d8") && !defense.offers("d9-d4"));
}

#[test]
fn ar8_a_run_uses_the_whole_number() {
    let pitch = rolled("d5 south 7", "queen 3");
    let mut ends: Vec<String> =
        pitch.listed().into_iter().filter(|it| it.starts_with("d5-")).collect();
    ends.sort();
    assert_eq!(ends, ["d5-a2", "d5-a5", "d5-a8", "d5-d2", "d5-d8", "d5-g2", "d5-g5", "d5-g8"]);
}

#[test]
fn ar9_a_push_ends_the_run() {
    let mut pitch = rolled("d5 south 7 | d7 north 4", "rook 6");
    pitch.play("d5xd7").holds("d7 = south 7, d8 = north 4");
}

#[test]
fn ar10_a_push_over_the_edge_is_allowed() {
    let mut pitch = rolled("d5 south 7 | a5 north 4", "rook 6");
    pitch.play("d5xa5").holds("a5 = south 7, L5 = north 4, out north = L5");
}

#[test]
fn ar11_the_goalie_is_pushed_but_never_over_its_own_line() {
    let mut aside =
        Pitch::new("b15 south 7 | b2 south 3 | b13 north 2 | ball b2 | turn south | rolled rook 6");
    aside.play("b15xf15").holds("g15 = north gk, f15 = south 7");
    let on =
        Pitch::new("f12 south 7 | b2 south 3 | b13 north 2 | ball b2 | turn south | rolled rook 6");
    assert!(on.says("f12xf15").contains("ends on f14"));
    let near =
        Pitch::new("f14 south 7 | b2 south 3 | b13 north 2 | ball b2 | turn south | rolled rook 6");
    assert!(near.says("f14xf15").contains("own goal line"));
}

#[test]
fn ar12_a_carrier_pushed_into_a_goal_scores_for_the_side_attacking_it() {
    let mut own =
        Pitch::new("d1 south 7 | e4 north 9 | e1 south 8 | ball e1 | turn north | rolled rook 5");
    own.play("e4xe1").holds("score = 0 1, kind = kick-off, turn = south");
    let mut other = Pitch::new("e15 south 7 | e12 north 9 | ball e15 | turn north | rolled rook 5");
    other.play("e12xe15").holds("score = 1 0, turn = north");
}

#[test]
fn ar13_a_knight_pushes_to_any_neighbour() {
    let pitch = rolled("d5 south 7 | e7 north 4", "knight 1");
    let pushes = pitch.listed().into_iter().filter(|it| it.starts_with("d5xe7>")).count();
    assert_eq!(pushes, 8);
    let edge = rolled("b5 south 7 | a7 north 4", "knight 1");
    assert!(edge.offers("b5xa7>L6") && edge.offers("b5xa7>L8"));
}

#[test]
fn ar14_a_pawn_goes_diagonally_onto_an_empty_square() {
    let pitch = rolled("d5 south 7", "pawn 6");
    assert!(pitch.offers("d5-c6") && pitch.offers("d5-e6") && pitch.offers("d5-d6"));
    assert!(pitch.says("d5-d4").contains("one square forward"));
}

#[test]
fn ar15_a_pawn_never_goes_straight_onto_a_piece() {
    let pitch = rolled("d5 south 7 | d6 north 4 | e6 north 5", "pawn 6");
    assert!(pitch.says("d5xd6").contains("d6 straight ahead is taken"));
    assert!(pitch.offers("d5xe6"));
}

#[test]
fn ar16_a_dribble_may_be_shorter_than_the_number() {
    let mut pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled king 5");
    assert!(pitch.offers("end"));
    pitch.play("dribble f8 f9").holds("ball = f9, turn = north");
}

#[test]
fn ar17_a_dribble_zigzags_and_never_returns() {
    let mut pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled king 5");
    assert!(pitch.says("dribble f8 f9 f8").contains("A dribble can't visit a square twice:"));
    pitch.play("dribble g9 g8 f7").holds("ball = f7");
}

#[test]
fn ar18_a_hand_off_costs_a_step() {
    let mut pitch =
        Pitch::new("f8 south 9 | f10 south 8 | b14 north 4 | ball f8 | turn south | rolled king 3");
    assert!(pitch.says("dribble f8 f9 f10 f11 f12").contains("at most 3 steps"));
    pitch.play("dribble f8 f9 f10 f11").holds("f9 = south 9, f11 = south 8 ball");
    assert!(pitch.events.iter().any(|event| matches!(event, Event::Passed { .. })));
}

#[test]
fn a_hand_off_goes_to_nobody_twice() {
    let pitch = Pitch::new(
        "f8 south 9 | f9 south 8 | f10 south 7 | b14 north 4 | ball f8 | turn south | rolled king 6",
    );
    assert!(pitch.offers("dribble f8 f9 f10"), "hand-offs of one dribble count together");
    assert!(pitch.says("dribble f8 f9 f8").contains("A dribble can't visit a square twice:"));
}

#[test]
fn who_came_back_may_take_the_ball_but_not_go_on() {
    let mut pitch = Pitch::new("f8 south 9 | L8 south 8 | b14 north 4 | ball f8 | turn south");
    pitch.play("L8-a8").play("roll chess: king 6");
    assert!(
        pitch.says("dribble f8 e8 d8 c8 b8 a8 a9").contains(
            "already moved or came back this turn, so it can take the ball but not run on."
        )
    );
    pitch.play("dribble f8 e8 d8 c8 b8 a8").holds("a8 = south 8 ball");
}

#[test]
fn ar25_a_joker_moves_the_carrier_alone() {
    let pitch =
        Pitch::new("f8 south 9 | d5 south 8 | b14 north 4 | ball f8 | turn south | rolled joker 3");
    assert!(pitch.says("d5-d8").contains("only the checker with the ball"));
    for words in ["f8-f11", "f8-i11", "f8-g10", "f8-f9", "dribble f8 f9", "end"] {
        assert!(pitch.offers(words), "{words}: {:?}", pitch.listed());
    }
}

#[test]
fn a_joker_is_one_move_or_dribble_or_pass() {
    let lines = "f8 south 9 | f10 south 8 | b14 north 4 | ball f8 | turn south | rolled joker 3";
    for words in ["pass f10", "f8-c8", "dribble f8 e8"] {
        Pitch::new(lines).play(words).holds("turn = north");
    }
}

#[test]
fn ar26_a_double_knight_jumps_up_to_twice() {
    let lines = "f8 south 9 | b14 north 4 | ball f8 | turn south | rolled double 3";
    let mut pitch = Pitch::new(lines);
    assert!(pitch.offers("end"), "no jump at all");
    pitch.play("f8-g10");
    assert!(pitch.offers("end"), "one jump");
    pitch.play("g10-h12").holds("ball = h12, turn = north");
    let mut pushes = Pitch::new(&lines.replace("b14 north 4", "g10 north 4 | h12 north 5"));
    pushes.play("f8xg10>h11").play("g10xh12>i12").holds("h11 = north 4, i12 = north 5, ball = h12");
}

#[test]
fn ar51_own_checkers_are_never_pushed() {
    let pitch = rolled("d5 south 7 | d6 south 8 | e7 south 9", "rook 3");
    assert!(pitch.says("d5xd6").contains("is in the way, and you can't push teammates."));
    let knight = rolled("d5 south 7 | e7 south 9", "knight 3");
    assert!(knight.says("d5xe7>e8").contains("is in the way, and you can't push teammates."));
}

#[test]
fn ar55_a_knight_or_a_diagonal_enters_the_goal_too() {
    let lines = "f1 south gk | b15 north gk | b14 north 4 | d14 south 9 | ball d14 | turn south";
    let mut jump =
        Pitch::with("", &format!("clear | {} | rolled knight 1", lines.replace("d14", "e14")));
    jump.play("e14-f16").holds("score = 1 0");
    let mut slant = Pitch::with("", &format!("clear | {lines} | rolled bishop 3"));
    slant.play("run d14 northeast").holds("score = 1 0");
    let mut wide =
        Pitch::with("", &format!("clear | {} | rolled bishop 3", lines.replace("d14", "g12")));
    wide.play("run g12 northeast").holds("score = 0 0, ball = j15");
}

#[test]
fn ar56_a_push_over_a_corner_has_one_way_back() {
    let mut pitch = Pitch::new(
        "b14 south 7 | a15 north 4 | c13 north 5 | b2 south 3 | ball b2 | turn south | rolled bishop 1",
    );
    pitch.play("b14xa15").holds("L16 = north 4");
    pitch.play("end").holds("out north = L16, phase = roll");
    Pitch::new("b2 south 3 | L16 north 4 | ball b2 | turn north")
        .holds("a15 = north 4, phase = roll");
}

#[test]
fn ar49_the_goalie_plays_like_anyone() {
    let mut pitch = Pitch::new("b3 south 2 | b14 north 4 | ball f1 | turn south | rolled king 4");
    pitch.play("dribble f1 f2 g3").holds("ball = g3, carrier = south gk");
}

#[test]
fn the_own_goal_is_an_edge() {
    let mut pitch = Pitch::new("e3 south 9 | b14 north 4 | ball e3 | turn south | rolled rook 6");
    pitch.play("run e3 south").holds("ball = e1, score = 0 0");
}

#[test]
fn nobody_without_the_ball_runs_into_a_goal() {
    let mut pitch =
        Pitch::new("e13 south 9 | b2 south 3 | ball b2 | b14 north 4 | turn south | rolled rook 6");
    pitch.play("run e13 north").holds("e15 = south 9, score = 0 0");
}
