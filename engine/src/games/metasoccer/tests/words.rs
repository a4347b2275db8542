//! What is typed, refused, asked and told.
use super::*;
use crate::{
    refusal::Code,
    scene::words,
    seat::{BySeat, Observer, Viewer},
};

#[test]
fn a_run_is_read_in_many_ways() {
    let lines = "d5 south 7 | b2 south 3 | b14 north 11 | ball b2 | turn south | rolled rook 4";
    for words in [
        "d5-d9",
        "D5-D9",
        "d5 d9",
        "d5 to d9",
        "d5 north",
        "run d5 north",
        "move d5-d9",
        "run d5 n",
        "7-d9",
        "7 north",
        "#7 n",
        "s7-d9",
        "S7 north",
        "d5–d9",
        "play d5→d9",
        "  d5  -  d9. ",
    ] {
        Pitch::new(lines).play(words).holds("d9 = south 7");
    }
    let push = lines.replace("b14 north 11", "d9 north 11");
    for words in ["d5xd9", "d5-d9", "push d5-d9", "push d5 d9", "d5xd9>d10", "d5 north"] {
        Pitch::new(&push).play(words).holds("d9 = south 7, d10 = north 11");
    }
}

#[test]
fn other_words_are_read_in_many_ways() {
    let dribble = "f8 south 9 | b14 north 4 | ball f8 | turn south | rolled king 4";
    for words in ["dribble f8 g9 g10", "dribble g9 g10", "DRIBBLE G9 G10"] {
        Pitch::new(dribble).play(words).holds("ball = g10");
    }
    let boot = "f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 2";
    for words in ["boot northeast 1", "boot north-east 1", "boot ne 1"] {
        Pitch::new(boot).play(words).holds("turn = north");
    }
    let pass = "f8 south 9 | f10 south 8 | b14 north 4 | ball f8 | turn south | rolled rook 2";
    for words in ["pass f10", "pass to f10", "pass 8"] {
        Pitch::new(pass).play(words).holds("ball = f10");
    }
    for words in ["roll chess", "chess", "Roll Chess!"] {
        Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south")
            .play(&format!("{words}: rook 2"));
    }
    let robbed = "f9 south 9 | c9 north 5 | b3 south 3 | ball f9 | turn north | rolled rook 4";
    for (words, at) in [("to f10", "f10"), ("f10", "f10"), ("default", "f8"), ("stand", "f8")] {
        let mut pitch = Pitch::new(robbed);
        pitch.play("steal c9: 4 3").play(words).holds(&format!("south 9 = {at}"));
    }
}

#[test]
fn beginnings_are_never_played() {
    let pitch = Pitch::new(
        "d5 south 7 | e7 north 5 | f6 south 8 | b2 south 3 | b14 north 11 | ball b2 | turn south | rolled knight 4",
    );
    for words in ["d5", "d5x", "d5xe7", "d5xe7>", "e", "en"] {
        let refusal = pitch.refused(words);
        assert_eq!(refusal.code, Code::Ambiguous, "{words}: {refusal:?}");
        assert!(!refusal.instead.is_empty());
    }
    let roll = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south");
    assert_eq!(roll.refused("roll").instead, ["roll chess", "roll risk"]);
}

#[test]
fn what_is_no_word_is_unreadable() {
    let pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled rook 3");
    for words in ["", "hello", "hello world", "what can I do", "boo north", "tackle f8", "-", "?"] {
        assert_eq!(pitch.refused(words).code, Code::Unreadable, "{words}");
    }
    for (words, part) in [
        ("z9-z8", "no square z9 here. The field goes from a1 to k15"),
        ("f8-q1", "no square q1"),
        ("f8-f17", "no square f17"),
        ("7-d5", "Your side has no 7"),
        ("12-d5", "`12` isn't a shirt number"),
        ("pass hat", "`hat` isn't a square such as d5, or a shirt number"),
        ("roll dice", "called chess, risk and numbers"),
        ("auto perhaps", "`auto on` or `auto off`"),
        ("steal c9 d9", "Add one square after `steal`"),
        ("d5-d9 d5-d9", "too much for one move"),
        ("boot up 1", "`up` isn't a direction"),
    ] {
        let refusal = pitch.refused(words);
        assert_eq!(refusal.code, Code::Unknown, "{words}: {refusal:?}");
        assert!(refusal.says.contains(part), "{words}: {refusal:?}");
    }
    let sent_off = Pitch::new(
        "f8 south 9 | b14 north 4 | ball f8 | expelled south 1 | turn south | rolled rook 3",
    );
    assert!(sent_off.says("7-d5").contains("isn't on the pitch any more."));
    assert!(pitch.says("hello").contains("Rook 3"), "the refusal says what is asked");
}

#[test]
fn refusals_name_the_rule() {
    let pitch = Pitch::new(
        "f8 south 9 | d5 south 7 | L5 south 8 | b14 north 4 | ball f8 | play south open",
    );
    assert!(
        pitch
            .says("f8-f9")
            .contains("Bring back checkers that are out of bounds before you move others.")
    );
    assert!(pitch.says("L5-a9").contains("a9 isn't a free square beside L5"));
    let acts =
        Pitch::new("f8 south 9 | d5 south 7 | b14 north 4 | ball f8 | turn south | rolled rook 3");
    for (words, part) in [
        ("c4-c7", "Nobody stands on c4"),
        ("b14-b11", "isn't yours."),
        ("d5-e6", "along ranks and files"),
        ("d5-d6", "ends on d8"),
        ("c4", "Nobody stands on c4"),
        ("b14", "isn't yours."),
        ("push b14", "None of your checkers can push the one on b14"),
        ("push", "Nobody can be pushed by Rook 3"),
        ("pass d5", "is out of reach of the ball with"),
        ("pass f8", "has the ball"),
        ("dribble f8 f9", ", doesn't allow that."),
        ("boot north 1", "after a Boot on the RISK die"),
        ("steal d5", "Only the defense"),
        ("run d5 northeast pass e6", "along ranks and files"),
        ("keep", "no boot to decline"),
        ("roll chess", "dice of this play are already rolled: Rook 3"),
        ("taker 7", "before it rolls"),
    ] {
        assert!(acts.says(words).contains(part), "{words}: {}", acts.says(words));
    }
    let king =
        Pitch::new("f8 south 9 | d5 south 7 | b14 north 4 | ball f8 | turn south | rolled king 3");
    assert!(king.says("d5-d6").contains("dribble"));
    let knight = Pitch::new(
        "f8 south 9 | a15 south 7 | b14 north 4 | ball f8 | turn south | rolled knight 3",
    );
    assert!(knight.says("a15-b17").contains("no square b17"));
    assert!(knight.says("a15-b16").contains("in an L"));
    let off = Pitch::new(
        "f8 south 9 | a14 south 7 | b14 north 4 | ball f8 | turn south | rolled knight 3",
    );
    assert!(off.says("a14-b16").contains("off the field"));
}

#[test]
fn every_event_is_told_in_a_line() {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let mut pitch =
        Pitch::new("f9 south 9 | c9 north 5 | b3 south 3 | ball f9 | turn north | rolled rook 4");
    pitch.play("steal c9: 4 3");
    let told: Vec<String> =
        pitch.events.iter().filter_map(|event| pitch.game.tell(event, to)).collect();
    assert_eq!(
        told,
        ["Bob's 5 tries to steal from Ann's 9 on f9: 4 against 3, the ball is stolen."]
    );
}

#[test]
fn setup_lines_that_make_no_sense_are_refused() {
    let mut game = Pitch::new("").game;
    for line in [
        "",
        "x",
        "d5",
        "d5 east",
        "z5 south",
        "f1 north 4",
        "ball d9",
        "rolled rook 7",
        "rolled tower 3",
        "counter 51",
        "award south corner",
        "auto south maybe",
        "d5 south 12",
    ] {
        assert!(game.arrange(line).is_err(), "{line}");
    }
    for part in ["", "x", "z5", "south", "south 12", "out"] {
        assert!(game.probe(part).is_err(), "{part}");
    }
}

#[test]
fn a_goal_is_shown_with_the_ball_behind_the_line_before_both_sides_line_up() {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let lines = "f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 4";
    let mut pitch = Pitch::new(lines);
    let before = pitch.game.clone();
    pitch.play("boot north 2: 6 6");
    let moment = pitch.game.moment(&before, &pitch.events, to).unwrap();
    let said = words(&moment);
    assert!(said.starts_with("GOAL 1:0. "), "{said}");
    assert!(said.contains("Score: South 1, North 0."), "{said}");
    assert!(
        said.contains("goalie on f1") && said.contains("number 9 on f8"),
        "nobody has lined up: {said}"
    );
    let after = pitch.game.show(&pitch.events, to);
    assert_eq!(after.banner(), Some("GOAL 1:0"));
    assert_eq!(pitch.game.moment(&before, &[], to), None);
}
