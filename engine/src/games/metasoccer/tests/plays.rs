//! Turns, time, goals, and automatic answers.
use super::{super::squad::Id, *};

#[test]
fn ar43_a_restart_is_a_play() {
    let mut pitch =
        Pitch::new("a8 south 9 | d8 north 5 | c5 south 3 | ball a8 | turn north | rolled rook 4");
    pitch
        .play("d8xa8: 5 2")
        .shows("counter = 1")
        .play("ready")
        .play("roll chess: rook 3")
        .play("throw b8");
    pitch.holds("counter = 2");
}

#[test]
fn ar47_passing_for_ever_ends_with_the_timer() {
    let mut pitch = Pitch::with(
        "plays=20",
        "clear | f1 south gk | f15 north gk | c3 south 9 | b13 north 5 | ball c3 | turn south",
    );
    for _ in 0..20 {
        assert_eq!(pitch.outcome(), None);
        pitch.play("roll chess: knight 1").play("end");
    }
    let outcome = pitch.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.why.as_str()), (None, "full time, South 0, North 0"));
}

#[test]
fn ar60_who_was_sent_off_stays_out() {
    let mut pitch = Pitch::with("", "");
    pitch.game.squad.take(Id { seat: Seat::First, number: 5 });
    pitch.game.squad.expelled.first = 1;
    for line in [
        "f8 empty",
        "f14 south 9",
        "f15 empty",
        "g15 north gk",
        "ball f14",
        "turn south",
        "rolled rook 2",
    ] {
        pitch.game.arrange(line).unwrap();
    }
    pitch.play("f14-f16").holds("south 5 = off, count south = 9, expelled south = 1, score = 1 0");
}

#[test]
fn ar61_a_goal_by_the_defense_counts_and_the_conceding_side_kicks_off() {
    let mut pitch =
        Pitch::new("d1 south 7 | e4 north 9 | e1 south 8 | ball e1 | turn north | rolled rook 5");
    pitch.play("e4xe1").holds("score = 0 1, turn = south, kind = kick-off");
}

#[test]
fn after_a_goal_everybody_is_back_in_formation() {
    let mut pitch = Pitch::with("", "play south kick-off");
    for line in [
        "f15 empty",
        "g15 north gk",
        "b5 empty",
        "R9 south 6",
        "f8 empty",
        "f14 south 11",
        "ball f14",
        "turn south",
    ] {
        pitch.game.arrange(line).unwrap();
    }
    assert_eq!(pitch.game.phase, super::super::Phase::Back);
    pitch.play("R9-k9").play("roll chess: rook 2").play("f14-f16");
    pitch.holds("kind = kick-off, turn = north, b5 = south 6, ball = f8, counter = 1");
    assert_eq!(pitch.asked(), Seat::First, "who does not kick off sets up first");
}

#[test]
fn a_golden_goal_ends_the_match_at_once() {
    let lines = "clear | f1 south gk | g15 north gk | f14 south 9 | b13 north 5 | ball f14 | turn south | rolled rook 2";
    let mut golden = Pitch::with("finish=golden", lines);
    golden.play("f14-f16");
    assert_eq!(golden.outcome().unwrap().winner, Some(Seat::First));
    assert!(golden.outcome().unwrap().why.contains("golden goal"));
    let mut late = Pitch::with("finish=golden", &lines.replace("rolled", "counter 50 | rolled"));
    late.play("end");
    assert_eq!(late.outcome(), None, "the timer does not end it");
    let mut extra = Pitch::with("finish=extra", &lines.replace("rolled", "counter 49 | rolled"));
    extra.play("end");
    assert_eq!(extra.outcome(), None, "level at full time");
    extra.play("roll chess: rook 3").play("end").play("roll chess: rook 2").play("f14-f16");
    assert!(extra.outcome().unwrap().why.contains("golden goal"));
    let mut decided =
        Pitch::with("finish=extra", &lines.replace("rolled", "counter 49 | score 0 1 | rolled"));
    decided.play("end");
    assert_eq!(decided.outcome().unwrap().winner, Some(Seat::Second));
}

#[test]
fn endless_is_refused_where_the_timer_ends_the_match() {
    let read = |settings: &str| {
        let given = Given::read(Metasoccer::SETTINGS, settings).unwrap();
        Metasoccer::options(&given)
    };
    let refusal = read("endless").unwrap_err();
    assert_eq!(refusal.instead, ["finish=golden endless", "finish=extra endless"]);
    for offered in refusal.instead {
        assert!(read(&offered).is_ok(), "{offered}");
    }
}

#[test]
fn a_goal_in_the_last_play_counts() {
    let mut pitch = Pitch::new(
        "f14 south 9 | g15 north gk | b13 north 5 | ball f14 | counter 49 | turn south | rolled rook 2",
    );
    pitch.play("f14-f16");
    let outcome = pitch.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.why.as_str()),
        (Some(Seat::First), "full time, South 1, North 0")
    );
}

#[test]
fn the_next_turn_is_the_other_sides() {
    let mut pitch = Pitch::new("f8 south 9 | b13 north 5 | ball f8 | turn south | rolled knight 2");
    pitch.play("end").holds("turn = north, counter = 1");
    assert_eq!(pitch.listed(), ["roll chess"]);
    assert!(pitch.says("roll risk").contains("for the side with the ball"));
}

#[test]
fn a_turn_with_nothing_left_ends_by_itself() {
    let mut pitch = Pitch::new("f8 south 9 | b13 north 5 | ball f8 | turn south");
    pitch.play("roll risk: pass 3").play("pass f1").holds("turn = north");
    let mut alone = Pitch::new("f8 south 9 | f1 empty | b13 north 5 | ball f8 | turn south");
    alone.play("roll risk: pass 3").holds("turn = north");
    assert!(alone.events.iter().any(|event| matches!(event, Event::Spent { .. })));
}

#[test]
fn whoever_is_out_of_bounds_comes_back_first() {
    let mut pitch = Pitch::new("f8 south 9 | L5 north 5 | R9 north 6 | ball f8 | turn north");
    assert_eq!(pitch.listed(), ["L5-a5", "L5-a4", "L5-a6", "R9-k9", "R9-k8", "R9-k10", "auto on"]);
    assert!(pitch.says("roll chess").contains("bring checkers back"));
    pitch.play("L5-a6").play("R9-k9").play("roll chess: rook 3");
    assert!(pitch.says("a6-a9").contains("already"));
    assert!(!pitch.offers("k9-k6"));
}

#[test]
fn with_auto_on_trifles_answer_themselves() {
    let mut pitch = Pitch::new("f8 south 9 | L5 north 5 | R9 north 6 | ball f8 | turn north");
    pitch.play("auto on").holds("a5 = north 5, k9 = north 6, phase = roll, auto north = on");
    pitch.play("auto off").holds("auto north = off");
    let mut throw = Pitch::new(
        "auto south on | auto north on | a8 south 9 | d8 north 5 | c5 south 3 | ball a8 | turn north | rolled rook 4",
    );
    throw.play("d8xa8: 5 2").holds("kind = throw-in, phase = roll");
    assert_eq!(throw.asked(), Seat::First, "nobody waits for a reset");
    let mut guard =
        Pitch::new("auto north on | b8 south 9 | b7 north 5 | ball b8 | award south penalty");
    guard.play("auto off | auto on").play("kicker 9 f13");
    guard.holds("f15 = north gk, phase = roll");
    assert_eq!(guard.asked(), Seat::First, "the goalie stands in the middle");
    let mut kicker =
        Pitch::new("auto south on | b8 south 9 | b7 north 5 | ball b8 | award south penalty");
    assert_eq!(kicker.probe("phase"), "kicker", "who kicks is no trifle");
    assert!(kicker.says("default").contains("no default"));
    kicker.play("kicker 9 f13").play("default").holds("f15 = north gk, phase = roll");
}

#[test]
fn auto_may_be_agreed_for_both() {
    let pitch = Pitch::with("auto", "");
    pitch.holds("auto south = on, auto north = on, phase = reset");
    let mut on = Pitch::with("auto", "");
    on.play("ready").holds("phase = roll");
}
