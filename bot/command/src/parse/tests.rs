//! How lines are parsed.
use engine::refusal::Code;

use super::*;
use crate::{ArgKind, value::Value};

/// What was said, by the names of the arguments.
struct Args(Command);

impl Args {
    fn value(&self, name: &str) -> Option<Value> {
        let given = self.0.given();
        given.into_iter().find(|(arg, _)| arg.name == name).map(|it| it.1.clone())
    }

    fn get(&self, name: &str) -> Option<String> {
        let arg = self.0.verb().spec().args.iter().find(|it| it.name == name).unwrap();
        let typed = self.value(name)?.typed(arg);
        Some(match arg.kind {
            ArgKind::Word => typed.split_once('=').unwrap().1.to_owned(),
            _ => typed,
        })
    }

    fn number(&self, name: &str) -> Option<i64> {
        Some(match self.value(name)? {
            Value::Number(number) => i64::from(number),
            Value::Match(id) => id.0,
            Value::Challenge(id) => id.0,
            other => panic!("{other:?} is no number"),
        })
    }

    fn is_on(&self, name: &str) -> bool {
        self.value(name) == Some(Value::Flag(true))
    }
}

fn read(line: &str) -> Args {
    Args(Commands::kernel().parse(line).unwrap().unwrap())
}

#[test]
fn a_challenge_is_read_in_any_order() {
    let args = read("challenge @bob trapdoor continental days=3 side=white unrated snap");
    assert_eq!(args.get("who").as_deref(), Some("@bob"));
    assert_eq!(args.get("game").as_deref(), Some("trapdoor"));
    assert_eq!(args.get("options").as_deref(), Some("continental snap"));
    assert_eq!((args.number("days"), args.get("side").as_deref()), (Some(3), Some("white")));
    assert!(args.is_on("unrated"));
    let args = read("Challenge trapdoor from=B:W1 :B2 days=9");
    assert_eq!(args.get("who").as_deref(), None);
    assert_eq!(args.get("options").as_deref(), Some("from=B:W1 :B2 days=9"));
    assert_eq!(read("challenge bob").get("who").as_deref(), Some("bob"));
    assert_eq!(
        read("challenge bob trapdoor from W:B1").get("options").as_deref(),
        Some("from W:B1")
    );
}

#[test]
fn numbers_and_anyone_are_read_as_people_write_them() {
    for words in ["anyone trapdoor", "anybody trapdoor", "@everyone trapdoor", "trapdoor anyone"] {
        let args = read(&format!("challenge {words}"));
        assert_eq!(args.get("game").as_deref(), Some("trapdoor"), "{words}");
        assert!(args.get("who").is_none() && args.get("options").is_none(), "{words}");
    }
    for line in ["board 1", "hand 1", "resign 1", "undo 1 accept"] {
        assert_eq!(read(line).number("match"), Some(1), "{line}");
    }
    for line in ["accept #7", "decline #7", "cancel #7", "stakes #7", "counter #7 days=2"] {
        assert_eq!(read(line).number("challenge"), Some(7), "{line}");
    }
    assert_eq!(read("moves 1").get("begins").as_deref(), Some("1"));
    assert!(Commands::kernel().parse("accept #x").is_err());
}

#[test]
fn moves_keep_their_words() {
    let args = read("play #12 roll  risk");
    assert_eq!(
        (args.get("match").as_deref(), args.get("words").as_deref()),
        (Some("#12"), Some("roll  risk"))
    );
    assert_eq!(Commands::kernel().parse("c3-d4"), Ok(None));
    assert_eq!(Commands::kernel().parse(""), Ok(None));
}

#[test]
fn what_does_not_fit_is_refused() {
    for line in [
        "challenge bob trapdoor days=0",
        "challenge bob days=99999999999999999999",
        "challenge bob days=3 days=4",
        "resign now",
        "board #x",
        "accept -1",
    ] {
        assert!(Commands::kernel().parse(line).is_err(), "{line}");
    }
    assert_eq!(Commands::kernel().parse("help me").unwrap().unwrap().verb(), verbs::Help::VERB);
}

#[test]
fn a_question_is_answered_with_yes_and_no_in_any_of_their_forms() {
    for sure in ["yes", "y", "Y", "ok", "sure", "Yes!"] {
        for verb in ["resign", "abort"] {
            let args = read(&format!("{verb} #1 {sure}"));
            assert!(args.is_on("yes") && args.number("match") == Some(1), "{verb} {sure}");
        }
        for verb in ["draw", "undo"] {
            let args = read(&format!("{verb} {sure}"));
            assert_eq!(args.get("answer").as_deref(), Some("accept"), "{verb} {sure}");
            assert_eq!(
                read(&format!("{verb} answer={sure} #1")).get("answer").as_deref(),
                Some("accept")
            );
        }
    }
    for not in ["no", "n", "NOPE"] {
        for verb in ["draw", "undo"] {
            assert_eq!(read(&format!("{verb} {not} #2")).get("answer").as_deref(), Some("decline"));
        }
    }
    // Without a question it isn't an answer.
    assert!(
        Commands::kernel().parse("rematch y").is_err()
            && Commands::kernel().parse("resign maybe").is_err()
    );
    assert_eq!(read("challenge bob trapdoor y").get("private").as_deref(), None);
}

#[test]
fn long_and_odd_lines_are_tidied() {
    assert_eq!(tidy(" a\u{0}\tb\u{a0}c ").unwrap(), "a  b c");
    assert_eq!(tidy(&"x".repeat(LONGEST_LINE + 1)).unwrap_err().code, Code::TooMuch);
}

#[test]
fn what_ends_or_deletes_is_meant_by_its_own_words_alone() {
    for (line, meant) in [
        ("please forfeit", "resign"),
        ("i would like to resign", "resign"),
        ("i give up", "resign"),
        ("give up game 2", "resign #2"),
        ("surrender yes", "resign yes"),
        ("ok then delete my data", "mydata delete"),
        ("withdraw #7", "cancel 7"),
    ] {
        let said =
            Commands::kernel().understood(line, false).unwrap().unwrap_or_else(|| panic!("{line}"));
        assert_eq!(said.line(), meant, "{line}");
    }
    for talk in [
        "i quit smoking",
        "you should resign",
        "quit it",
        "leave it",
        "leave me alone",
        "forget me not",
        "call off the dogs",
        "take back what you said",
        "withdraw some cash",
        "refuse to believe it",
        "you could draw",
        "gg",
        "i lose",
    ] {
        assert_eq!(Commands::kernel().understood(talk, false), Ok(None), "{talk}");
    }
}

#[test]
fn slang_politeness_and_the_order_of_words_do_not_matter() {
    for (line, meant) in [
        ("gimme the board", "board"),
        ("lemme see my games", "games"),
        ("pls show me the board plz", "board"),
        ("rules pls", "rules"),
        ("call it off please", "abort"),
        ("trapdoor rules", "rules trapdoor"),
        ("draughts with bob", "challenge bob draughts"),
        ("challenge trapdoor bob", "challenge bob trapdoor"),
        ("challenge trapdoor snap bob days=3", "challenge bob trapdoor snap days=3"),
        ("lets play draughts bob", "challenge bob draughts"),
        ("start a game with bob", "challenge bob"),
        ("delete all my data", "mydata delete"),
        ("please remove my account", "rules house privacy"),
        ("report bob for what he said", "rules house order"),
        ("bob is cheating", "rules house order"),
    ] {
        let said = Commands::kernel().read(line);
        let said = said.meant().unwrap_or_else(|| panic!("{line}: {said:?}"));
        assert_eq!(said.line(), meant, "{line}");
    }
    for talk in
        ["draughts is fun", "alien with a gun", "trapdoor spiders are real", "kick back now"]
    {
        assert_eq!(Commands::kernel().understood(talk, false), Ok(None), "{talk}");
    }
    let named = |line: &str| Commands::kernel().read(line).meant().and_then(Command::who);
    assert_eq!(named("challenge trapdoor snapp"), None, "a slip of a term is no name");
    assert_eq!(named("challenge trapdoor because i am bored"), None);
    for line in ["challenge @bob chess", "play chess"] {
        let said = Commands::kernel().parse(line);
        assert!(
            said.is_err_and(|refusal| refusal.says.contains("There's no chess here")),
            "{line}"
        );
    }
}

#[test]
fn the_table_says_what_each_line_does() {
    use crate::Does;
    for (line, does) in [
        ("board", Does::Looks),
        ("settings", Does::Looks),
        ("settings theme dark", Does::Keeps),
        ("challenge @bob", Does::Arranges),
        ("mydata", Does::Looks),
        ("mydata export", Does::Keeps),
        ("mydata delete", Does::Deletes),
        ("admin ban @bob", Does::Moderates),
        ("resign", Does::Ends),
        ("undo", Does::Plays),
    ] {
        assert_eq!(Commands::kernel().parse(line).unwrap().unwrap().does(), does, "{line}");
    }
}
