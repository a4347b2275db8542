//! Whole games as text, both ways.
use crate::checkers::pdn::{self, MAX_BYTES, MAX_DEPTH, PdnFault, Record, Score, Token};

fn words(record: &Record) -> Vec<&str> {
    let mut words = Vec::new();
    for token in record.main_line() {
        if let Token::Word(word) = token {
            words.push(word.as_str());
        }
    }
    words
}

#[test]
fn a_game_with_everything_is_read() {
    let text = "% exported by hand\n[Event \"A \\\"friendly\\\" game\"]\n[GameType \"21,B,8,8,N1,0\"]\n\
        \n1. 11-15! 23-19 {classic} 2. 8-11 (2. 9-14 22-17 (22-18)) 22-17 $1\n3... 9x13(?) \
        /FEN \"B:W1:B2\"/ c3-d4 1/2-1/2 *\n";
    let games = pdn::read(text).unwrap();
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(game.tag("event"), Some("A \"friendly\" game"));
    assert_eq!(game.game_type(), Some(21));
    assert_eq!(words(game), ["11-15", "23-19", "8-11", "22-17", "9x13", "c3-d4"]);
    assert!(game.tokens.contains(&Token::Comment("classic".into())));
    assert!(game.tokens.contains(&Token::Nag(1)));
    assert!(game.tokens.contains(&Token::Number { number: 3, second: true }));
    assert!(game.tokens.contains(&Token::Setup("FEN \"B:W1:B2\"".into())));
    assert_eq!(game.tokens.last(), Some(&Token::Score(Score::Drawn)));
}

#[test]
fn games_are_parted_by_stars_or_by_the_next_tags() {
    let games = pdn::read("1. 11-15 * 1. 9-14 1-0 [Event \"x\"] 1.10-15 2.22-17*").unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!(words(&games[2]), ["10-15", "22-17"]);
    assert_eq!(pdn::read(" \n ").unwrap(), []);
}

#[test]
fn words_of_a_variant_go_through() {
    let games = pdn::read("1. {B} 11-15 G1>R 2. 10x19^ O2>C ... *").unwrap();
    assert_eq!(words(&games[0]), ["11-15", "G1>R", "10x19^", "O2>C"]);
}

#[test]
fn a_semicolon_begins_a_comment_to_the_end_of_the_line() {
    let text = "; exported ) by } hand\n[Event \"a; b\"] ; a club game\n1. 11-15;the * usual\r\n23-19 {c; d} ; end\n2. 8-11 ; last";
    let games = pdn::read(text).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].tag("Event"), Some("a; b"));
    assert_eq!(words(&games[0]), ["11-15", "23-19", "8-11"]);
    assert!(games[0].tokens.contains(&Token::Comment("c; d".into())));
    let run_together = pdn::read("1. 11-15 ; the usual 23-19").unwrap_err();
    assert_eq!((run_together.column, run_together.fault), (10, PdnFault::OneLine));
}

#[test]
fn what_is_written_is_read_back() {
    let tags = vec![("Event".to_owned(), "back\\slash and \"quotes\"".to_owned())];
    let mut tokens = Vec::new();
    for number in 1..60 {
        tokens.push(Token::Number { number, second: false });
        tokens.push(Token::Word("11-15".into()));
        tokens.push(Token::Comment("G".into()));
        tokens.push(Token::Word("10x19x26^".into()));
    }
    tokens.extend([Token::Open, Token::Word("c3-d4".into()), Token::Close, Token::Nag(7)]);
    tokens.push(Token::Setup("FEN \"W:W1:BK2\"".into()));
    tokens.push(Token::Score(Score::Neither));
    let record = Record { tags, tokens, ..Record::default() };
    let text = record.to_string();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.ends_with(" *\n"));
    let [read] = &pdn::read(&text).unwrap()[..] else { panic!("{text}") };
    assert_eq!((&read.tags, &read.tokens), (&record.tags, &record.tokens));
}

#[test]
fn a_fault_is_named_with_its_place() {
    let fault = |text: &str| {
        let error = pdn::read(text).unwrap_err();
        (error.line, error.column, error.fault)
    };
    assert_eq!(fault("1. 11-15\n[ \"x\"]"), (2, 3, PdnFault::Tag));
    assert_eq!(fault("1. 11-15\n  {never"), (2, 3, PdnFault::Unclosed));
    assert_eq!(fault("1. é-e (11-15 *"), (1, 8, PdnFault::Unclosed));
    assert_eq!(fault("(11-15"), (1, 1, PdnFault::Unclosed));
    assert_eq!(fault("11-15)"), (1, 6, PdnFault::Unopened));
    assert_eq!(fault("11-15 ]"), (1, 7, PdnFault::Odd));
    assert_eq!(fault("99999999999."), (1, 1, PdnFault::TooMuch));
    assert_eq!(fault(&"(".repeat(MAX_DEPTH + 1)).2, PdnFault::TooMuch);
    assert_eq!(fault(&"1-0 *".repeat(300)).2, PdnFault::TooMuch);
    assert_eq!(fault(&" ".repeat(MAX_BYTES + 1)).2, PdnFault::TooMuch);
    assert_eq!(fault(&"e3-d4 ".repeat(9000)).2, PdnFault::TooMuch);
}

#[test]
fn what_begins_like_a_fen_is_no_record() {
    for (text, record) in [
        ("B:W1:B2", false),
        (" w : W1:B2", false),
        ("[Event \"B:\"]", true),
        ("1. 11-15", true),
        ("b6-a5", true),
    ] {
        assert_eq!(pdn::is_record(text), record, "{text}");
    }
}

#[test]
fn whatever_is_no_move_is_read_however_it_is_written() {
    let plain = |text: &str| {
        let [record] = &pdn::read(text).unwrap()[..] else { panic!("{text}") };
        assert_eq!(words(record), ["11-15", "24-19"], "{text}");
        record.clone()
    };
    for end in ["1-0", "½-½", "½–½", "1/2-1/2", "0.5-0.5", "0,5-0,5", "1/2", "2-0", "1-1", "0-0"]
    {
        let record = plain(&format!("1. 11-15 24-19 {end}"));
        assert!(matches!(record.tokens.last(), Some(Token::Score(_))), "{end}");
    }
    for judged in ["=", "±", "+-", "-+", "N", "#", "∞", "⩲", "!?", "??", "$", "(?)", "□", "…"]
    {
        plain(&format!("1. 11-15 {judged} 24-19"));
        plain(&format!("1. 11-15 24-19 {judged}"));
    }
    for ends in ["\u{1a}", "\0\0", "*\r\n\u{1a}", "\r"] {
        plain(&format!("1. 11-15 24-19 {ends}"));
    }
    for (tag, name, value) in [
        ("[White-Elo \"1204\"]", "White-Elo", "1204"),
        ("[Event \"The \"big\" one\"]", "Event", "The \"big\" one"),
        ("[Event \"The \\\"big\\\" one\"]", "Event", "The \"big\" one"),
        ("[Site \"C:\\\"]", "Site", "C:\\"),
        ("[Event]", "Event", ""),
        ("[Event club match]", "Event", "club match"),
        ("[Event \"x\"", "Event", "x"),
        ("[Event \"x", "Event", "x"),
        ("[Event \"x]", "Event", "x"),
        ("[Événement \"x\" ]", "Événement", "x"),
    ] {
        let record = plain(&format!("{tag}\n1. 11-15 24-19"));
        assert_eq!(record.tag(name), Some(value), "{tag}");
    }
    // A note above the first game is no game, and a result parts two even without tags.
    plain("{ A note. }\n[Event \"x\"]\n1. 11-15 24-19");
    assert_eq!(pdn::read("1. 11-15 24-19 1-0\n1. 9-14 22-17 0-1").unwrap().len(), 2);
}

#[test]
fn a_record_is_cut_after_any_move_and_keeps_its_lines() {
    let text =
        "[Event \"a\"]\n1. 9-14 *\n[Event \"b\"]\n1. 11-15 (9-13 22-17) 24-19 {G}\n2. 8-11 1-0\n";
    let second = &pdn::read(text).unwrap()[1];
    assert_eq!((second.moves(), second.title().as_str()), (3, "b"));
    for (moves, left) in [(0, ""), (1, "11-15"), (2, "11-15 24-19"), (3, "11-15 24-19 8-11")] {
        let cut = second.cut(text, moves);
        let [record] = &pdn::read(&cut).unwrap()[..] else { panic!("{cut}") };
        assert_eq!(words(record).join(" "), left, "{cut}");
        assert_eq!(record.tag("Event"), Some("b"));
        assert_eq!(record.first.line, 3, "{cut}");
    }
}
