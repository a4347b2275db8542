//! The chances that computer players see.
use super::Pitch;
use crate::{mind::SearchGame as _, seat::Seat};

#[test]
fn a_goal_by_a_pass_counts_among_the_chances() {
    // Alone: Bishop and Queen from four, King from four steps. With 9 on its straight line, also a Rook from four.
    let alone = Pitch::new("b12 south 10 | ball b12 | turn south").game;
    let together = Pitch::new("b12 south 10 | e12 south 9 | ball b12 | turn south").game;
    let at = together.squad.ball_at().unwrap();
    let chance = |game: &super::Metasoccer| game.team_scores(Seat::First, at);
    assert!((chance(&alone) - 1.5 / 6.0).abs() < 1e-9, "{}", chance(&alone));
    assert!((chance(&together) - 2.0 / 6.0).abs() < 1e-9, "{}", chance(&together));
    assert!(alone.evaluate() < together.evaluate());
    // Somebody between them.
    let apart = Pitch::new("b12 south 10 | e12 south 9 | d12 north 5 | ball b12 | turn south").game;
    assert!((chance(&apart) - 1.5 / 6.0).abs() < 1e-9, "{}", chance(&apart));
}

#[test]
fn a_goalie_is_worth_most_before_its_goal() {
    let evaluate = |goalie: &str| {
        let lines = format!(
            "clear | {goalie} south gk | f15 north gk | b12 south 10 | ball b12 | turn south"
        );
        Pitch::with("", &lines).game.evaluate()
    };
    assert!(evaluate("f3") < evaluate("f1"));
    assert!(evaluate("d5") < evaluate("f3"));
}
