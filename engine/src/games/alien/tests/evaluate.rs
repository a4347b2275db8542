//! What computer players think of positions.
use super::Table;
use crate::mind::SearchGame as _;

#[test]
fn a_lead_is_worth_less_if_the_other_side_can_hardly_move() {
    let black = "a7 black pawn | c7 black pawn | e7 black pawn | g7 black pawn | b8 black pawn | d8 black pawn | f8 black pawn | h8 black pawn";
    let kings = "b2 white king | d2 white king";
    let white = |men: [&str; 8]| men.map(|at| format!("{at} white pawn")).join(" | ");
    let lead =
        |men| -Table::white("ring", &format!("{black} | {kings} | {}", white(men))).game.evaluate();
    // No black pawn can move, though there are eight; it would be a draw.
    let blocked = lead(["b6", "d6", "f6", "h6", "a5", "c5", "e5", "g5"]);
    let free = lead(["b4", "d4", "f4", "h4", "a3", "c3", "e3", "g3"]);
    assert!(0.0 < blocked && blocked < 0.5 * free, "{blocked} {free}");
    // With one square less closed, there is a way out.
    let nearly = lead(["b6", "d6", "f6", "h6", "a5", "c5", "e5", "g3"]);
    assert!(blocked < nearly && nearly < free, "{blocked} {nearly} {free}");
}

#[test]
fn a_king_counts_for_more_where_fewer_win() {
    let lines = "clear | planet white earth | planet black mars | a1 white king | c1 white king | e3 white pawn \
                 | b8 black pawn | d8 black pawn | f8 black pawn | h8 black pawn | h6 black pawn | turn white | up ring";
    let lead = |settings| -Table::new(settings, lines).game.evaluate();
    let [five, four, three] = ["pieces=12", "kings=4", "kings=3"].map(lead);
    assert!(five < four && four < three, "{five} {four} {three}");
}
