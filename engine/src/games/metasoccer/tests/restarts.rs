//! Throw-ins, corners, free kicks, goalie kicks, resets and what a RISK Penalty brings.
use super::*;

/// South's 9 has the ball next to the touch line and is pushed out by North's 5.
const TOUCH: &str = "a8 south 9 | d8 north 5 | c5 south 3 | h3 south 4 | h12 north 6 | ball a8 | turn north | rolled rook 4";

#[test]
fn a_carrier_pushed_over_the_touch_line_is_rolled_for() {
    let mut own = Pitch::new(TOUCH);
    own.play("d8xa8: 3 3 5 2").holds("kind = throw-in, turn = south, ball = L8, L8 = south 9");
    assert_eq!(own.asked(), Seat::Second, "the side without the ball may reset first");
    own.shows("a8 = empty").play("ready");
    assert_eq!(own.asked(), Seat::First);
    own.play("taker 3").holds("L8 = south 3 ball, c5 = south 9");
}

#[test]
fn ar45_a_carrier_that_lost_the_roll_off_comes_back_like_any_other() {
    let mut pitch = Pitch::new(TOUCH);
    pitch
        .play("d8xa8: 2 5")
        .holds("kind = throw-in, turn = north, ball = L8, L8 = north 5, south 9 = L7");
    pitch.play("ready").play("roll chess: rook 3").play("throw c8");
    pitch.holds("turn = south, phase = back, south 9 = L7");
    assert_eq!(pitch.listed(), ["L7-a7", "L7-a6", "auto on"], "the thrower stepped onto a8");
    pitch.play("L7-a6").holds("a6 = south 9, moved = a6, phase = roll");
}

#[test]
fn a_throw_in_comes_down_where_the_face_sends_it() {
    let lines =
        "L8 south 9 | d8 south 7 | k3 south 4 | h12 north 6 | ball L8 | play south throw-in";
    let mut mate = Pitch::new(&format!("{lines} | rolled rook 5"));
    assert!(mate.says("end").contains("You must throw the ball before your turn ends."));
    assert!(mate.says("L8-a8").contains("out of bounds"));
    mate.play("throw d8").holds("ball = d8, a8 = south 9, turn = north");
    let mut bishop = Pitch::new(&format!("{lines} | rolled bishop 3"));
    assert!(bishop.offers("throw c11") && bishop.offers("throw c5"));
    bishop.play("throw northeast").holds("ball = c11, c11 = south 7, d8 = empty");
    let knight = Pitch::new(&format!("{lines} | rolled knight 3"));
    let throws: Vec<String> =
        knight.listed().into_iter().filter(|it| it.starts_with("throw")).collect();
    assert_eq!(throws, ["throw a10", "throw b9", "throw b7", "throw a6"]);
    let pawn = Pitch::new(&format!("{lines} | rolled pawn 3"));
    assert!(pawn.offers("throw a9") && pawn.offers("throw a8") && pawn.offers("throw a7"));
    let king = Pitch::new(&format!("{lines} | rolled king 3"));
    assert!(king.offers("throw a9") && !king.offers("d8-d9"), "on offense a King only dribbles");
}

#[test]
fn others_move_before_a_throw_in() {
    let mut pitch = Pitch::new(
        "L8 south 9 | d5 south 7 | h12 north 6 | ball L8 | play south throw-in | rolled rook 3",
    );
    assert!(pitch.says("pass d5").contains(", doesn't allow that."));
    pitch.play("d5-d8");
    assert!(!pitch.offers("throw d8"), "four squares away");
    pitch.play("throw c8").holds("ball = c8, c8 = south 7");
}

#[test]
fn no_offside_from_a_throw_in() {
    let mut pitch = Pitch::new(
        "L12 south 9 | c12 south 7 | h10 north 6 | ball L12 | play south throw-in | rolled rook 3",
    );
    pitch.play("throw c12").holds("ball = c12");
}

#[test]
fn a_ball_over_a_corner_of_the_border_is_thrown_in_beside_it() {
    let mut pitch = Pitch::new("b14 south 9 | h12 north 6 | ball b14 | turn south | rolled boot 2");
    pitch.play("boot northwest 1").holds("kind = throw-in, turn = north, ball = L15");
}

#[test]
fn behind_the_goal_a_push_is_rolled_for_as_well() {
    let lines = "b15 south 9 | b12 north 5 | h3 south 4 | k3 south 3 | ball b15 | turn north | rolled rook 4";
    let mut kick = Pitch::new(lines);
    kick.play("b12xb15: 2 5").holds("kind = goalie-kick, turn = north, b16 = south 9");
    let mut corner = Pitch::new(lines);
    corner.play("b12xb15: 5 2").holds("kind = corner, turn = south, ball = a15");
    let own = "b1 south 9 | b4 north 5 | h3 south 4 | ball b1 | turn north | rolled rook 4";
    Pitch::new(own).play("b4xb1: 5 2").holds("kind = goalie-kick, turn = south");
    Pitch::new(own).play("b4xb1: 2 5").holds("kind = corner, turn = north, ball = a1");
}

#[test]
fn from_a_corner_nobody_is_offside() {
    let mut pitch =
        Pitch::new("b14 south 9 | c13 south 8 | h10 north 6 | ball b14 | award south corner a15");
    pitch.play("ready").holds("ball = a15, a15 = south 9, kind = corner");
    pitch.play("roll chess: bishop 2").play("pass c13").holds("ball = c13");
}

#[test]
fn ar24_a_match_of_before_keeps_the_chess_die_at_corner_kicks() {
    let lines = "b14 south 9 | c13 south 8 | h10 north 6 | ball b14 | award south corner a15";
    let mut pitch = Pitch::new(lines);
    pitch.play("ready");
    assert!(pitch.offers("roll risk"));
    let old = serde_json::to_string(&pitch.game).unwrap().replace(",\"risk_at_corners\":true", "");
    pitch.game = serde_json::from_str(&old).unwrap();
    assert!(pitch.offers("roll chess") && !pitch.offers("roll risk"));
    assert!(pitch.says("roll risk").contains("Chess die"));
}

#[test]
fn ar31_the_roller_is_guilty() {
    let mut pitch =
        Pitch::new("f9 south 9 | c9 north 5 | f12 north 6 | e3 south 2 | ball f9 | turn south");
    pitch.play("roll risk: penalty 2").holds("kind = indirect, turn = north, ball = f9");
}

#[test]
fn from_an_indirect_kick_the_ball_is_passed_first() {
    let lines = "f14 south 9 | c14 south 8 | b14 north 5 | e15 north gk | f15 empty | ball f14 | play south indirect";
    let mut direct = Pitch::new(&format!("{lines} | rolled rook 3"));
    assert!(!direct.offers("f14-f16"));
    assert!(direct.says("f14-f16").contains("must be passed before it can score"));
    direct.play("f14-f15");
    assert!(direct.says("roll risk").contains("are already rolled: Rook 3"));
    let mut passed = Pitch::new(&format!("{lines} | f12 south 7 | rolled rook 3"));
    passed.play("pass f12").holds("ball = f12");
    let dribble = Pitch::new(
        "g15 north gk | f15 empty | f15 south 9 | b14 north 5 | ball f15 | play south indirect | rolled king 3",
    );
    assert!(dribble.says("dribble f15 f16").contains("passed before"));
    let mut over = Pitch::new(
        "f14 south 9 | e14 south 8 | b14 north 5 | g15 north gk | ball f14 | play south indirect | rolled king 3",
    );
    over.play("dribble f14 e14 e15 e16").holds("score = 1 0");
}

#[test]
fn opponents_make_room_for_a_free_kick() {
    let mut pitch =
        Pitch::new("f9 south 9 | f10 south 8 | c9 north 5 | b3 south 2 | ball f9 | turn south");
    pitch.play("roll risk: penalty 3").holds("kind = direct, f9 = north 5 ball");
    let game = &pitch.game;
    let ball = game.squad.ball_at().unwrap();
    for (id, at) in game.squad.side(Seat::First) {
        assert!(2 <= at.far(ball), "{id:?}");
    }
    assert_eq!(pitch.asked(), Seat::First);
    assert!(pitch.says("b3-b4").contains("did not have to make room"));
    let from = pitch.probe("south 8");
    assert!(pitch.says(&format!("{from}-f4")).contains("exactly two squares"));
    pitch.play("8-h10").shows("south 8 = h10").play("ready");
    assert_eq!(pitch.asked(), Seat::Second);
}

#[test]
fn equally_near_takers_of_a_free_kick_may_change() {
    let mut pitch =
        Pitch::new("f9 south 9 | c9 north 5 | i9 north 6 | b3 south 2 | ball f9 | turn south");
    pitch.play("roll risk: penalty 3").play("ready");
    pitch.holds("f9 = north 5 ball");
    assert!(pitch.offers("taker 6") && !pitch.offers("taker gk"));
    pitch.play("taker 6").holds("f9 = north 6 ball, c9 = north 5");
}

#[test]
fn ar32_the_carrier_is_sent_off_and_never_a_goalie() {
    let mut pitch = Pitch::with(
        "play-on",
        "clear | f1 south gk | f15 north gk | f9 south 9 | b3 south 2 | c9 north 5 | ball f9 | turn south",
    );
    pitch.play("roll risk: penalty 6").holds("south 9 = off, expelled south = 1");
    let mut goalie = Pitch::with(
        "play-on",
        "clear | f9 south gk | f15 north gk | b3 south 2 | c3 south 3 | c9 north 5 | ball f9 | turn south",
    );
    goalie.play("roll risk: penalty 6").holds("phase = expel, turn = south");
    assert_eq!(goalie.listed(), ["expel 2", "expel 3"]);
    goalie.play("expel 3").holds("south 3 = off, kind = direct, ball = f9");
    assert_ne!(goalie.probe("south gk"), "off");
}

#[test]
fn ar33_after_an_expulsion_a_direct_kick() {
    let mut pitch = Pitch::with(
        "play-on",
        "clear | f1 south gk | f15 north gk | f9 south 9 | b3 south 2 | c9 north 5 | ball f9 | turn south",
    );
    pitch.play("roll risk: penalty 6").holds("kind = direct, turn = north, f9 = north 5 ball");
    assert_eq!(pitch.listed(), ["roll chess", "roll risk"]);
}

#[test]
fn ar34_a_side_with_too_few_loses() {
    let few = "f1 south gk | b3 south 2 | c3 south 3 | d3 south 4 | e3 south 5 | g3 south 6 | f9 south 9 | c9 north 5 | ball f9 | turn south";
    let mut pitch = Pitch::new(few);
    pitch.play("roll risk: penalty 6");
    let outcome = pitch.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Seat::Second));
    assert!(outcome.why.contains("too few"));
    let mut on = Pitch::with("play-on", &format!("clear | f15 north gk | {few}"));
    on.play("roll risk: penalty 6");
    assert_eq!(on.outcome(), None);
    let mut enough = Pitch::new(&format!("h3 south 7 | {few}"));
    enough.play("roll risk: penalty 6");
    assert_eq!(enough.outcome(), None, "seven are enough");
}

#[test]
fn ar40_resets_are_free_but_onside_and_the_defenders_first() {
    let mut pitch = Pitch::new(
        "d5 south 9 | f6 south 8 | h10 north 5 | g12 north 6 | ball d5 | award south throw-in L5",
    );
    assert_eq!(pitch.asked(), Seat::Second);
    assert!(pitch.says("g12-a5").contains("too near"));
    assert!(pitch.says("f15-f11").contains("box"));
    pitch.play("h10-k2").shows("k2 = north 5").play("ready");
    assert_eq!(pitch.asked(), Seat::First);
    assert!(pitch.says("f6-f13").contains("offside"));
    pitch.play("f6-c12").holds("c12 = south 8");
    pitch.play("roll chess: rook 2");
    assert!(pitch.says("c12-c9").contains("ends on"), "now it is a move, no reset");
}

#[test]
fn a_goalie_kick_clears_the_box() {
    let mut pitch =
        Pitch::new("f10 south 9 | e3 north 5 | f5 north 6 | ball f10 | award south goalie-kick");
    pitch.shows("e3 = north 5").play("goalie f4").holds("ball = f4");
    let (north, field) = (pitch.probe("north 5"), pitch.game.options.field);
    assert!(!field.in_box(Seat::First, field.spot(&north).unwrap()));
    assert_ne!(pitch.probe("north 6"), "f5", "two squares from the ball");
    assert!(pitch.says("6-c3").contains("is in the box, which the other side must leave."));
    pitch.play("ready");
    assert!(pitch.offers("roll chess") && pitch.offers("roll numbers"));
    assert!(pitch.says("roll risk").contains("Chess die"));
}

#[test]
fn a_goalie_kick_by_the_chess_die_is_a_throw() {
    let mut pitch =
        Pitch::new("f10 south 9 | b9 north 5 | ball f10 | award south goalie-kick | auto south on");
    pitch.play("goalie f3").play("ready").play("roll chess: rook 4");
    assert!(pitch.offers("f10-f6"), "others move by the roll");
    pitch.play("throw f7").holds("ball = f7, carrier = south 9, f1 = south gk, turn = north");
}

#[test]
fn a_goalie_that_kicks_is_never_the_nearest() {
    let mut pitch = Pitch::new("f10 south 9 | b9 north 5 | ball f10 | award south goalie-kick");
    pitch.play("goalie f4").play("ready").play("roll chess: king 4").play("throw f5");
    pitch.holds("ball = f5, f1 = south gk");
    assert_ne!(pitch.probe("carrier"), "south gk");
}

#[test]
fn a_goalie_kick_straight_into_the_other_goal_counts() {
    let mut pitch = Pitch::new("b10 south 9 | b9 north 5 | ball b10 | award south goalie-kick");
    pitch.play("goalie f4").play("ready").play("kick: 6 6").holds("score = 1 0");
    let mut out = Pitch::new("b10 south 9 | b9 north 5 | ball b10 | award south goalie-kick");
    out.play("goalie d4")
        .play("ready")
        .play("kick: 6 6 1 4")
        .holds("kind = goalie-kick, turn = north, f1 = south gk");
}
