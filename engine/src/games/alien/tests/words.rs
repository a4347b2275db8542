//! What players may type, and what they are answered.
use super::*;

fn written(table: &Table, words: &str) -> String {
    let action = table.game.read(table.game.seat(), words);
    table.game.write(&action.unwrap_or_else(|err| panic!("{words}: {err:?}")))
}

#[test]
fn moves_are_read_in_many_spellings() {
    let table =
        Table::white("ring", "c3 white king | d4 black pawn | f6 black pawn | a7 black king");
    let same = [
        "c3xe5xg7",
        "c3 e5 g7",
        "C3XE5XG7",
        "c3:e5:g7",
        "c3xg7",
        "c3-g7",
        "c3xd4xe5xf6xg7",
        "c3 to g7.",
        " c3 x e5 x g7 ",
        "move c3xg7",
        "22x8",
    ];
    for words in same {
        assert_eq!(written(&table, words), "c3xe5xg7", "{words}");
    }
    assert!(table.says("c3xe5").contains("Did you mean `c3xe5xg7`?"), "the jump goes on");
    assert!(table.says("c3x").contains("Did you mean"));
    assert!(table.says("c3").contains("Did you mean"));
    assert!(table.says("c3-b4").contains("You must jump: c3xe5xg7."));
    assert_eq!(table.says("c3-i9"), "`c3-i9`: the board goes from a1 to h8.");
    assert!(table.says("hop").contains("write a move like c3-d4, a jump like c3xe5"));
    assert!(table.says("card ring c3").contains("Make an ordinary move first"));
    assert!(table.says("").contains("That message was empty."));
}

#[test]
fn moves_are_refused_with_their_rule() {
    let table = Table::white(
        "ring",
        "c3 white pawn | g5 white king hippo | e3 white pawn | f4 white pawn | h8 black pawn | b6 black king",
    );
    for (words, why) in [
        ("c3-b2", "White's pawns move only towards rank 8."),
        ("c3-c4", "An ordinary move goes diagonally."),
        ("e3-f4", "f4 is taken by a white pawn."),
        ("g5-h6", "A Galactic Hippo sits on g5, so that checker can't move."),
        ("h8-g7", "The checker on h8 is Black's."),
        ("a1-b2", "No checker stands on a1."),
        ("c3xe5", "There is nothing to jump on d4."),
        ("e3xg5", "The checker on f4 is your own; only enemies are jumped."),
        ("c3-f6", "A checker steps one square diagonally, or jumps an enemy there."),
    ] {
        assert_eq!(table.says(words), why, "{words}");
    }
    let refusal = table.game.read(Seat::Second, "c3-b2").unwrap_err();
    assert_eq!(refusal.instead, table.listed());
    let back = Table::white("ring", "c3 white pawn | b2 black pawn | h8 black pawn");
    assert_eq!(back.says("c3xa1"), "Pawns jump only forward.");
}

#[test]
fn cards_are_read_in_many_spellings() {
    let table = Table::white(
        "double hippo",
        "b2 white king | c3 white pawn | d6 black pawn | h8 black pawn | moved a1 b2",
    );
    for words in [
        "card hippo d6",
        "hippo d6",
        "card galactic hippo d6",
        "Galactic Hippo! d6",
        "use hippo d6",
        "play card hippo d6".trim_start_matches("play "),
    ] {
        assert_eq!(written(&table, words), "card hippo d6", "{words}");
    }
    for words in ["card double d6 c3-d4", "double agent d6 c3 d4", "card double d6-c3-d4"] {
        assert_eq!(written(&table, words), "card double d6 c3-d4", "{words}");
    }
    assert!(table.says("card hippo").contains("is incomplete"));
    assert!(table.says("card").contains("is incomplete"));
    assert!(table.says("card hip").contains("is incomplete"));
    assert!(
        table
            .says("ring c3")
            .contains("Ring isn't face up; these are: Double Agent and Galactic Hippo!")
    );
    assert!(table.says("card hippo d6 d4").contains("takes one square, like c3"));
    assert!(table.says("card hippo zz").contains("takes one square, like c3"));
    assert!(table.says("c3-d4").contains("You've moved. Now choose a card; face up are"));
    assert!(table.says("card double d6").contains("is incomplete"));
    assert!(table.says("card double d6 h2-g3").contains("No checker stands on h2."));
    assert_eq!(
        table.says("card double d6 c3-d6"),
        "The move can't end on d6, because that checker returns there."
    );
    assert_eq!(table.says("card double b2 c3-d4"), "The checker on b2 is your own.");
    assert_eq!(table.says("card double d6 c3-c4"), "An ordinary move goes diagonally.");
    assert!(table.says("card spoon").contains("isn't a card"));
}

#[test]
fn a_beginning_is_never_played() {
    let table = Table::white("wanderlust cheater", "b2 white king | h8 black pawn | moved a1 b2");
    for words in ["card wanderlus", "card wander", "card cheate", "wanderl", "card cheater no"] {
        let refusal = table.game.read(Seat::Second, words);
        if words != "card cheater no" {
            assert_eq!(refusal.unwrap_err().code, crate::refusal::Code::Ambiguous, "{words}");
        }
    }
    let table = Table::white("rotate ring", "b2 white king | h8 black pawn | moved a1 b2");
    assert_eq!(table.says("card rotate c"), "`card rotate c` is incomplete.");
    assert!(table.says("card rotate twice").contains("takes a turn: cw or ccw"));
}

#[test]
fn prompts_say_what_is_owed() {
    let ask = |table: &Table| match table.game.status() {
        Status::Waiting(prompts) => prompts[0].ask.clone(),
        Status::Over(_) => panic!(),
    };
    let mut table = Table::white("ring", "b2 white king | h8 black pawn | pile doom");
    assert_eq!(ask(&table), "move a checker");
    table.play("b2-a1");
    assert_eq!(ask(&table), "choose a card: Ring or Doom");
    let table = Table::white("ring", "b2 white king | c3 black pawn");
    assert_eq!(ask(&table), "jump (you must)");
    let table = Table::white("ring", "b2 white king | c3 black pawn | h2 white king | fate b2");
    assert_eq!(ask(&table), "jump with the checker on b2 (Fate)");
}
