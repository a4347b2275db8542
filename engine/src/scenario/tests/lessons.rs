//! What a lesson says to answers, and what is missing in one.
use crate::{
    refusal::Code,
    scenario::{Lesson, run},
};

const DOOR: &str = "\
game trapdoor
title A door opens
comment A knob opens a door.
setup clear
setup c3 white man
setup a1 white man
setup h8 black man
setup turn black
chance green
black: spin
goal Turn a green knob
goal so that the man on c3 falls.
hint It is G1.
hint Type `G1>L`.
try black: G1>R
  comment That opens g3.
  comment Nobody stands there.
refuse illegal black: O1>L
  says green
  comment The wheel shows green.
black: G1>L
comment He is gone.
expect fallen white = 1
expect c3 = empty
chance black black
white: spin
white: a1-b2
black: spin
goal Move your man.
hint There is one man.
hint Type `h8-g7`.
black: h8-g7
comment Well done.
expect g7 = black man
";

#[track_caller]
fn lacks(text: &str, says: &str) {
    let failures: Vec<String> =
        Lesson::read(text).unwrap_err().into_iter().map(|it| it.says).collect();
    assert_eq!(failures, [says]);
    assert!(run(text).failures.iter().any(|it| it.says == says));
}

#[test]
fn a_lesson_has_tasks_with_goals_hints_and_comments() {
    assert_eq!(run(DOOR).failures, []);
    let lesson = Lesson::read(DOOR).unwrap();
    assert_eq!((lesson.title.as_str(), lesson.intro.len()), ("A door opens", 1));
    let [first, second] = &lesson.tasks[..] else { panic!("two tasks") };
    assert_eq!(first.goal, "Turn a green knob so that the man on c3 falls.");
    assert_eq!(first.hints, ["It is G1.", "Type `G1>L`."]);
    assert_eq!((first.solution.as_str(), second.solution.as_str()), ("G1>L", "h8-g7"));
    assert_eq!((first.comment.as_str(), second.comment.as_str()), ("He is gone.", "Well done."));
    assert_eq!(first.tries.len(), 2);
    let ask = |task| lesson.position(task).unwrap().probe("phase").unwrap();
    assert_eq!([ask(0), ask(1)], ["green", "black"]);
    assert!(lesson.position(2).is_none());
}

#[test]
fn an_answer_is_right_if_what_is_expected_holds_after_it() {
    let lesson = Lesson::read(DOOR).unwrap();
    for words in ["G1>L", "g1 left", "open c3"] {
        let tried = lesson.attempt(0, words).unwrap();
        assert!(tried.right && tried.comment.is_none(), "{words}");
        assert_eq!(tried.table.probe("c3").unwrap(), "empty");
    }
    let wrong = lesson.attempt(0, "open g3").unwrap();
    assert_eq!((wrong.right, wrong.written.as_str()), (false, "G1>R"));
    assert_eq!(wrong.comment.as_deref(), Some("That opens g3. Nobody stands there."));
    let other = lesson.attempt(0, "G2>L").unwrap();
    assert_eq!((other.right, other.comment), (false, None));
    let refused = lesson.attempt(0, "O1>L").err().unwrap();
    assert_eq!(refused.code, Code::Illegal);
    assert_eq!(lesson.on_refused(0, " o1>l "), Some("The wheel shows green."));
    assert_eq!(lesson.on_refused(0, "O2>L"), None);
    assert_eq!(lesson.attempt(9, "G1>L").err().unwrap().code, Code::Broken);
}

#[test]
fn a_wrong_answer_without_throws_gets_some_that_are_the_same_each_time() {
    let text = "\
game amtgard
title A duel
setup clear
setup c3 white man
setup d4 black man
setup h8 black man
setup turn white
goal Step aside.
hint Don't fight.
hint Type `c3-b4`.
try white: c3xd4
  comment That is a fight.
white: c3-b4
comment Away.
expect b4 = white man
";
    assert_eq!(run(text).failures, []);
    let lesson = Lesson::read(text).unwrap();
    let fought = || lesson.attempt(0, "c3xd4").unwrap().table.save().unwrap();
    assert_eq!(fought(), fought());
}

#[test]
fn what_a_lesson_lacks_is_said() {
    lacks(&DOOR.replace("title A door opens\n", ""), "the lesson has no title");
    lacks(&DOOR.replace("hint It is G1.\n", ""), "a goal needs 2 hints");
    lacks(&DOOR.replace("comment He is gone.\n", ""), "the solution has no comment");
    lacks(&DOOR.replace("expect g7 = black man\n", ""), "nothing is expected of the solution");
    lacks(
        &DOOR.replace("  comment The wheel shows green.\n", ""),
        "the wrong answer `O1>L` has no comment",
    );
    lacks(&format!("{DOOR}goal Go on.\n"), "this goal has no solution");
    lacks(&format!("{DOOR}hint Late.\n"), "a hint stands below a goal");
    let none = Lesson::read("game trapdoor\ntitle None\nexpect waits black\n").unwrap_err();
    assert_eq!(none[0].says, "the lesson has no goal");
}

#[test]
fn a_wrong_answer_that_is_right_or_impossible_is_a_failure() {
    let text = DOOR.replace("try black: G1>R", "try black: open c3");
    let failures = run(&text).failures;
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].says, "the wrong answer `open c3` reaches the goal");
    let text = DOOR.replace("try black: G1>R", "try black: O2>R");
    assert!(run(&text).failures[0].says.contains("refused as illegal"));
    let text = DOOR.replace("black: G1>L\ncomment He", "black: G2>L\ncomment He");
    assert!(run(&text).failures.iter().any(|it| it.says == "the solution misses the goal"));
}
