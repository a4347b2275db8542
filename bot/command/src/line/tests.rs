//! How lines are read once, and what becomes of them on their way.
use super::*;
use crate::LONGEST_LINE;
use crate::verbs;

#[test]
fn in_the_thread_of_a_match_that_match_is_meant() {
    let read = |line: &str| {
        let line = Commands::kernel().read(line).in_match(MatchId(12));
        match &line.means {
            Means::Command(said) => {
                let words = Some(said.words()).filter(|words| !words.is_empty());
                let words = words.map(|words| format!(" {words}")).unwrap_or_default();
                format!("{} in {:?}{words}", said.verb().name(), said.of_match().map(|id| id.0))
            }
            Means::Words(_) | Means::Refused(_) => line.text,
        }
    };
    let of = |command: &str, number: &str| format!("{command} in Some({number})");
    for (line, meant) in [
        ("c3-d4", "#12 c3-d4"),
        ("c3-d4?", "#12 c3-d4"),
        ("give up", "#12 give up"),
        ("c3-d4 #nice", "#12 c3-d4 #nice"),
        ("c3-d4 # 7", "#12 c3-d4 # 7"),
        ("#7 c3-d4", "#7 c3-d4"),
        ("c3-d4 #7", "c3-d4 #7"),
        (" ", ""),
        ("play c3-d4", &(of("play", "12") + " c3-d4")),
        ("play c3-d4?", &(of("play", "12") + " c3-d4")),
        ("play c3-d4 #nice", &(of("play", "12") + " c3-d4 #nice")),
        ("play #7 c3-d4", &(of("play", "7") + " c3-d4")),
        ("play c3-d4 #7", "play in None c3-d4 #7"),
        ("resign yes", &of("resign", "12")),
        ("board #7 text", &of("board", "7")),
        ("match=7 c3-d4", "#12 match=7 c3-d4"),
        ("board match=7", &of("board", "7")),
        ("profile", "profile in None"),
        ("accept 7", "accept in None"),
        ("resign now", "resign now"),
    ] {
        assert_eq!(read(line), meant, "{line}");
    }
    let hand = Commands::kernel().parse("hand").unwrap().unwrap();
    let hand = Line::from(hand).in_match(MatchId(12));
    assert_eq!(hand.command().and_then(Command::of_match), Some(MatchId(12)));
    let long = "x".repeat(LONGEST_LINE + 1);
    let Line { text, means, .. } = Commands::kernel().read(&long).in_match(MatchId(12));
    assert!(text == long && matches!(means, Means::Refused(_)), "the service refuses it");
}

#[test]
fn a_line_is_a_command_or_words_and_a_question_does_nothing() {
    let said = |line: &str| Commands::kernel().read(line).verb();
    assert_eq!(said("resign #12 yes"), Some(verbs::Resign::VERB));
    for other in ["board?", "b6-a5", "give up", "#12 board", "resign now", "admin prefix?"] {
        assert_eq!(said(other), None, "{other}");
    }
    assert_eq!(said("admin prefix ?"), Some(verbs::Admin::VERB), "the mark is the value");
    let other = |line: &str| match Commands::kernel().read(line).means {
        Means::Words(Ok(said)) => said.map(|said| said.line()),
        other => panic!("{other:?}"),
    };
    assert_eq!(other("give up").as_deref(), Some("resign"));
    assert_eq!(other("#12 board").as_deref(), Some("board"));
    assert_eq!(other("#12 give up!").as_deref(), Some("resign"));
    assert_eq!(other("b6-a5"), None);
    assert_eq!(other("#99999999999 b6-a5"), None, "the service refuses the number");
    assert!(matches!(Commands::kernel().read("#12 resign now").means, Means::Words(Err(_))));
    assert!(Commands::kernel().read("undo?").asks && !Commands::kernel().read("undo").asks);
}
