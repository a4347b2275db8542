//! Which lines ask.
use super::*;

#[test]
fn a_line_asks_with_or_without_a_mark() {
    for line in [
        "can I accept",
        "can we draw",
        "may I undo",
        "could I resign",
        "can I b6-a5",
        "may I join the league",
        "can I challenge bob",
        "hey, can I accept",
        "please could you show the board",
        "sorry but how do I move",
        "#3 can I resign",
        "play can I b6-a5",
        "resign can I",
        "b6-a5, is that ok",
        "b6-a5, right",
        "sorry I'm new. how does this work",
        "tell me who is winning",
        "show me how kings move",
        "I don't know how to accept",
        "I want to know if I can undo",
        "is there a computer opponent",
        "do kings fly",
        "don't I have to capture",
        "have I won",
        "am I black",
        "will you play",
        "whats the score",
        "i aimed right at the ball tho why the foul",
        "hes dead so how come hes still there",
        "help me i dunno what to play",
        "the computer killed its own piece lol why",
        "y can't i move",
        "ok to resign",
        "mind if I resign",
        "any way to undo",
        "\"b6-a5\"",
        "“resign yes”",
        "resign?",
        "\"resign yes?\"",
        "accept ?!",
        "why b6-a5",
        "wat is snap",
    ] {
        assert!(Commands::kernel().asked(line).is_some(), "{line}");
    }
}

#[test]
fn what_tells_does_not_ask() {
    for line in [
        "b6-a5",
        "`b6-a5`",
        "accept",
        "yes",
        "y",
        "ok",
        "do it",
        "do not disturb",
        "i want to move b6 to a5",
        "i'd like to play trapdoor with @bob",
        "let's play trapdoor",
        "show me the board",
        "tell me the score",
        "please move b6 to a5",
        "decline 7 sorry, can we play tomorrow",
        "admin prefix ?",
        "ok, b6-a5",
        "i accept",
        "flick 2 at S4, power 20",
        "hello",
        "thanks, good game!",
        "challenge @bob trapdoor from=B:W32:B1-12",
        "",
    ] {
        assert_eq!(Commands::kernel().asked(line), None, "{line}");
    }
}

#[test]
fn the_words_of_a_question_lose_its_marks_alone() {
    let words = |line: &str| Commands::kernel().asked(line).unwrap();
    assert_eq!(words("b6-a5?!"), "b6-a5");
    assert_eq!(words("\"b6-a5\""), "b6-a5");
    assert_eq!(words("can I resign #3!"), "can I resign #3");
    assert_eq!(words("?"), "");
}
