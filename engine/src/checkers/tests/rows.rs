//! The test rows of the shared draughts rules that need a board. TF3 stands with the squares,
//! TF4 with FEN, TF11 and TF12 with the draw counts.
use crate::checkers::{
    BoardRules, Position,
    notation::{Naming, write},
};

fn legal(law: &BoardRules, fen: &str, style: Naming) -> String {
    let mut moves = Vec::new();
    law.moves(&fen.parse().unwrap(), &mut moves);
    let mut words: Vec<String> = moves.iter().map(|it| write(it, &moves, style)).collect();
    words.sort();
    words.join(" ")
}

#[test]
fn tf1_black_has_seven_first_moves() {
    let moves = legal(&BoardRules::ENGLISH, "B:W21-32:B1-12", Naming::Numbers);
    assert_eq!(moves, "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
}

#[test]
fn tf2_white_has_seven_first_moves() {
    let moves = legal(&BoardRules::ENGLISH, "W:W21-32:B1-12", Naming::Numbers);
    assert_eq!(moves, "21-17 22-17 22-18 23-18 23-19 24-19 24-20");
}

#[test]
fn tf5_a_side_can_be_left_without_a_move() {
    assert_eq!(legal(&BoardRules::ENGLISH, "B:W25,30:B21", Naming::Numbers), "");
}

#[test]
fn tf6_crowning_ends_the_capture() {
    let start: Position = "B:W26,27:B22".parse().unwrap();
    let mut moves = Vec::new();
    BoardRules::ENGLISH.moves(&start, &mut moves);
    assert_eq!(moves.len(), 1);
    assert_eq!(write(&moves[0], &moves, Naming::Numbers), "22x31");
    assert!(start.board.crowns(&moves[0]));
    assert_eq!(BoardRules::ENGLISH.play(&start, &moves[0]).to_string(), "W:W27:BK31");
}

#[test]
fn tf8_a_king_must_capture_backward_too() {
    assert_eq!(legal(&BoardRules::ENGLISH, "B:W10,28:BK15", Naming::Numbers), "15x6");
}

#[test]
fn continental_men_capture_backward_and_pass_the_last_rank_uncrowned() {
    assert_eq!(legal(&BoardRules::CONTINENTAL, "B:W10:B15", Naming::Numbers), "15x6");
    let start: Position = "B:W18,19,26,27:B22".parse().unwrap();
    let mut moves = Vec::new();
    BoardRules::CONTINENTAL.moves(&start, &mut moves);
    assert_eq!(moves.len(), 2, "round the four pieces either way");
    let after = BoardRules::CONTINENTAL.play(&start, &moves[0]);
    assert_eq!(after.to_string(), "W:W:B22", "over the last rank and back, still a man");
}
