//! Words for moves, both ways.
use super::perft::{Numbers, laws, strew};
use crate::checkers::{
    BoardRules, Move, Position, SquareSet,
    notation::{Naming, Unread, read, write, write_whole},
};

struct Table {
    law: BoardRules,
    position: Position,
    legal: Vec<Move>,
}

impl Table {
    fn new(law: BoardRules, fen: &str) -> Table {
        let position = fen.parse().unwrap();
        let mut legal = Vec::new();
        law.moves(&position, &mut legal);
        Table { law, position, legal }
    }

    fn english(fen: &str) -> Table {
        Table::new(BoardRules::ENGLISH, fen)
    }

    fn continental(fen: &str) -> Table {
        Table::new(BoardRules::CONTINENTAL, fen)
    }

    fn read(&self, text: &str) -> Result<String, Unread> {
        let played = read(text, &self.law, &self.position, &self.legal)?;
        Ok(write_whole(&played, Naming::Coordinates))
    }

    fn why(&self, text: &str) -> String {
        match self.read(text) {
            Err(Unread::Wrong(why)) => why.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Returns the moves offered for words that fit or start several.
    fn offered(&self, text: &str) -> (&'static str, String) {
        let (kind, moves) = match self.read(text) {
            Err(Unread::Ambiguous(moves)) => ("ambiguous", moves),
            Err(Unread::Unfinished(moves)) => ("unfinished", moves),
            other => panic!("{text}: {other:?}"),
        };
        let words = moves.iter().map(|it| write(it, &self.legal, Naming::Coordinates));
        (kind, words.collect::<Vec<_>>().join(" "))
    }
}

#[test]
fn every_usual_spelling_is_read() {
    let start = Table::english("B:W21-32:B1-12");
    for text in [
        "f6-e5",
        "F6-E5",
        "f6e5",
        "f6 e5",
        " f6 - e5 ",
        "f6–e5",
        "f6—e5",
        "f6−e5",
        "f6:e5",
        "f6xe5",
        "f6×e5",
        "f6*e5",
        "f6->e5",
        "f6→e5",
        "11-15",
        "11 15",
        "1115",
        "11x15",
        "f6-15",
        "11-15!",
        "f6, e5",
        "f6 to e5",
        "11 TO 15",
    ] {
        assert_eq!(start.read(text), Ok("f6-e5".to_owned()), "{text}");
    }
    let nine = Table::english("B:W21-32:B1-12");
    assert_eq!(nine.read("09-14"), Ok("b6-c5".to_owned()));
}

#[test]
fn a_capture_that_shares_both_ends_is_written_and_read_in_full() {
    let table = Table::english("W:WK22:B17,9,10,18");
    let words: Vec<_> =
        table.legal.iter().map(|it| write(it, &table.legal, Naming::Numbers)).collect();
    assert_eq!(words, ["22x13x6x15x22", "22x15x6x13x22"]);
    assert_eq!(table.offered("c3xc3").0, "ambiguous");
    assert_eq!(table.read("c3xa5xc7xe5xc3"), Ok("c3xa5xc7xe5xc3".to_owned()));
    assert_eq!(
        table.read("c3xa5xc3").map_err(|unread| matches!(unread, Unread::Ambiguous(_))),
        Err(true)
    );
    assert_eq!(
        table.read("c3xb4xc3").map_err(|unread| matches!(unread, Unread::Ambiguous(_))),
        Err(true)
    );
    assert_eq!(table.read("c3xa5xe5xc3"), Ok("c3xa5xc7xe5xc3".to_owned()));
}

#[test]
fn half_typed_words_are_never_played() {
    let start = Table::english("B:W21-32:B1-12");
    for text in ["f6", "f6-", "f6x", "f6 to", "11", "F", "f"] {
        assert_eq!(start.offered(text), ("unfinished", "f6-e5 f6-g5".to_owned()), "{text}");
    }
    assert_eq!(start.offered("b6-"), ("unfinished", "b6-a5 b6-c5".to_owned()));
    assert_eq!(start.offered("9"), ("unfinished", "b6-a5 b6-c5".to_owned()));
    assert_eq!(start.offered("1").1, "d6-c5 d6-e5 f6-e5 f6-g5 h6-g5");
    // A chain that continues isn't played from its first jump.
    let chain = Table::english("W:W22:B18,10");
    assert_eq!(chain.offered("c3xe5"), ("unfinished", "c3xc7".to_owned()));
    assert_eq!(chain.offered("c3xd4"), ("unfinished", "c3xc7".to_owned()));
    assert_eq!(chain.why("c3-d4"), "c3 must capture d4 first: c3xc7.");
    assert_eq!(chain.offered("c3xe5x"), ("unfinished", "c3xc7".to_owned()));
    for whole in ["c3xc7", "c3xe5xc7", "22x6", "22x15x6", "c3 x d4 x e5 x d6 x c7"] {
        assert_eq!(chain.read(whole), Ok("c3xe5xc7".to_owned()), "{whole}");
    }
}

#[test]
fn a_refusal_names_the_rule() {
    let start = Table::english("B:W21-32:B1-12");
    assert_eq!(start.why("d4-e5"), "Nothing stands on d4.");
    assert_eq!(start.why("c3-d4"), "The piece on c3 isn't yours.");
    assert_eq!(start.why("c3"), "The piece on c3 isn't yours.");
    assert_eq!(start.why("a7-b6"), "b6 is occupied.");
    assert_eq!(start.why("a7"), "a7 can't move now.");
    assert_eq!(start.why("b6-b4"), "b6 and b4 aren't on the same diagonal.");
    assert_eq!(start.why("b6-d4"), "d4 is too far from b6 with no piece to jump.");
    assert_eq!(start.why("b6-f2"), "f2 is too far from b6 with no piece to jump.");
    assert_eq!(start.why("b6-b6"), "b6 to b6 isn't a move.");
    assert_eq!(start.why("c7-a5"), "The piece on b6 is in the way.");
    assert_eq!(start.why("b6-c5-d4"), "The move ends on c5.");
    assert_eq!(start.why("b6-c4"), "c4 is a light square; pieces stand on dark ones.");
    assert_eq!(start.why("b6-i5"), "There is no square i5.");
    assert_eq!(start.why("9-33"), "There is no square 33.");
    assert_eq!(start.why("b6-c5^"), "Nothing falls on c5.");
    for text in ["", " ", "-", "to e5", "f6 tó", "hello", "é", "c33-d4", "123", &"b6-".repeat(99)]
    {
        let unreadable = "Write a move like c3-d4 or 22-18, and a capture like c3xe5.";
        assert_eq!(start.why(text), unreadable, "{text}");
    }
    let backward = Table::english("B:W32:B15");
    assert_eq!(
        backward.why("e5-d6"),
        "The man on e5 can't move backward; only crowned pieces can."
    );
    let blocked = Table::english("B:W25,30:B21");
    assert_eq!(blocked.why("a3-b2"), "There is no legal move.");
    let either = Table::english("W:W22,24,32:B18,19,20");
    for text in ["g1-h2", "g1", "g1-f2"] {
        assert_eq!(either.why(text), "You must capture first: c3xe5 or g3xe5.", "{text}");
    }
    assert_eq!(either.why("c3-b4"), "c3 must capture d4 first: c3xe5.");
    let must = Table::english("W:W22,32:B18");
    for text in ["g1-h2", "c3-b4", "g1", "c3-e3", "c3-d4", "c3d4", "c3-c3"] {
        assert_eq!(must.why(text), "c3 must capture d4 first: c3xe5.", "{text}");
    }
    let most = Table::continental("W:W22,24:B18,10,20");
    assert_eq!(most.why("g3xe1"), "c3 must capture d4 first: c3xc7.");
    let more = Table::continental("W:W20,22:B18,10,16");
    assert_eq!(more.why("h4xf6"), "You must capture as many as you can, here 2: c3xc7.");
}

#[test]
fn a_capture_that_is_none_is_refused_by_its_own_rule() {
    let crowning = Table::english("B:W26,27,5:B22");
    assert_eq!(crowning.why("c3xe1xg3"), "The move ends on e1: crowning ends it.");
    let pits: SquareSet = "f4".parse().unwrap();
    let falling = Table::new(BoardRules { pits, ..BoardRules::ENGLISH }, "B:W15,24,29:B10,5");
    let falls = "The move ends on f4: that square is open, and the piece falls.";
    assert_eq!(falling.why("d6xf4xh2"), falls);
    assert_eq!(falling.why("d6xe5xf4xg3xh2"), falls, "jumped pieces named as well");
    let forward = Table::english("B:W10,19,29:B15,5");
    let only = "A man captures only forward, so not backward from e5: e5xg3.";
    assert_eq!(forward.why("e5xc7"), only);
    assert_eq!(forward.why("e5xg3xe1"), "The move ends on g3.");
    assert_eq!(forward.why("e5-d6"), "e5 must capture f4 first: e5xg3.");
    let back = Table::english("W:W22:B18,19,11,10");
    assert_eq!(back.offered("c3xe5").1, "c3xc7 c3xg7");
    assert_eq!(
        back.why("c3xe5xg3"),
        "A man captures only forward, so not backward from e5: c3xc7."
    );
    assert_eq!(back.why("c3xe5xa1"), "From e5 the capture continues differently: c3xc7.");
    let two = Table::english("W:W22:B17,18");
    assert_eq!(two.why("c3-d4"), "c3 must capture d4 first: c3xe5.");
    assert_eq!(two.why("c3-b4"), "c3 must capture b4 first: c3xa5.");
}

#[test]
fn flying_kings_are_read_by_what_they_pass() {
    let table = Table::continental("W:WK29:B18,12");
    assert_eq!(table.offered("a1").1, "a1xe5 a1xf6 a1xg7 a1xh8");
    assert_eq!(table.read("a1xf6"), Ok("a1xf6".to_owned()));
    assert_eq!(table.read("a1xe5xf6"), Ok("a1xf6".to_owned()));
    let free = Table::continental("W:WK29,17:B18,14,4");
    assert_eq!(free.why("a1-b2"), "a1 must capture d4 first: a1xe5.");
}

#[test]
fn one_jump_into_a_pit_is_told_from_three_into_the_same() {
    let pits: SquareSet = "e5".parse().unwrap();
    let table = Table::new(BoardRules { pits, ..BoardRules::ENGLISH }, "W:WK22:B17,9,10,18");
    let words: Vec<_> =
        table.legal.iter().map(|it| write(it, &table.legal, Naming::Coordinates)).collect();
    assert_eq!(words, ["c3xa5xc7xe5^", "c3xd4xe5^"]);
    assert_eq!(table.offered("c3xe5").0, "ambiguous");
    assert_eq!(table.read("c3xd4xe5"), Ok("c3xe5^".to_owned()));
}

#[test]
fn what_is_written_is_read_back_and_nothing_shorter_is_guessed() {
    let mut numbers = Numbers::new(3);
    let mut shared = 0;
    for _ in 0..1500 {
        let mut position = strew(&mut numbers, 18);
        for law in laws(&mut numbers) {
            position.board.clear(law.pits);
            let mut legal = Vec::new();
            law.moves(&position, &mut legal);
            for played in &legal {
                for style in [Naming::Coordinates, Naming::Numbers] {
                    let text = write(played, &legal, style);
                    assert_eq!(read(&text, &law, &position, &legal), Ok(*played), "{position}");
                }
                let ends = format!("{}x{}", played.from, played.to());
                let twins = legal
                    .iter()
                    .filter(|other| (other.from, other.to()) == (played.from, played.to()));
                if 1 < twins.count() {
                    shared += 1;
                    let ambiguous = read(&ends, &law, &position, &legal);
                    assert!(matches!(ambiguous, Err(Unread::Ambiguous(_))), "{position} {ends}");
                }
            }
        }
    }
    assert!(10 < shared, "the positions hardly test this: {shared}");
}
