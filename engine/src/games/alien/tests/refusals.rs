//! Every refusal of a card names the real obstacle.
use super::*;

#[test]
fn translation_says_why_a_shift_or_a_straight_jump_is_not_open() {
    let table = Table::white(
        "translation fire",
        "c3 white pawn | d2 white king hippo | c5 white pawn | c6 black king | e3 white emperor | e4 black pawn | e5 water | \
         g2 white king | g3 black emperor | h8 black pawn | a3 black pawn | a5 white pawn | a6 black pawn | b5 black pawn | \
         c7 fire | wall black g2/h2 | wall black a6/a7 | f7 white pawn | f6 black pawn | g4 white pawn | f4 black pawn | moved c1 e3",
    );
    for (words, why) in [
        ("c3-c5", "There is nothing to jump on c4."),
        ("e3-e3", "A shift must end on another square."),
        ("c3-c6", "c3 to c6 is too far: a shift goes one square, a jump two."),
        ("c3-e4", "Translation goes along rank or file."),
        ("c3-d4", "Translation goes along rank or file, not along a diagonal."),
        ("c3-b3-a3", "You can shift a checker once, by one square."),
        (
            "c6xc4",
            "The checker on c6 is Black's. You can shift it one square, but only your own jump.",
        ),
        ("g2xg4", "Only emperors can jump the emperor on g3."),
        ("e3xe5", "e5 is water, so nothing can enter it."),
        ("c5xc7", "c7 is on fire, so nothing can enter it."),
        ("a5xa7", "Black's wall stands between a6 and a7."),
        ("a5xc5", "c5 is taken by a white pawn."),
        ("g2-h2", "Black's wall stands between g2 and h2."),
        ("d2-d1", "A Galactic Hippo sits on d2, so that checker can't be moved."),
        ("d2xd4", "A Galactic Hippo sits on d2, so that checker can't be moved."),
        ("a8xa6", "No checker stands on a8."),
        ("g4xe4", "e4 is taken by a black pawn."),
        ("nothing", "Translation can do something, so you must use it."),
    ] {
        assert_eq!(table.says(&format!("card translation {words}")), why, "{words}");
    }
    let table = Table::white(
        "translation fire",
        "a7 white pawn | b7 black pawn | c6 white king | h8 black king | d8 black pawn | c7 white pawn | moved c1 a7",
    );
    assert_eq!(
        table.says("card translation c6xc8"),
        "The checker on c7 is your own; only enemies are jumped."
    );
    let table = Table::white(
        "translation fire",
        "a6 white pawn | a7 black pawn | b8 black pawn | h8 black king | h2 white king | moved c1 h2",
    );
    assert_eq!(table.says("card translation a6xa8xc8"), "A pawn that reaches rank 8 stops there.");
    let table = Table::white(
        "translation fire",
        "a1 white king | b1 black pawn | h8 black king | h2 white king | moved c1 h2",
    );
    assert_eq!(
        table.says("card translation a1xc1xa1"),
        "You can jump the checker on b1 only once."
    );
}

#[test]
fn queen_says_what_stops_the_flight() {
    let table = Table::white(
        "queen ring",
        "c3 white king | a1 white pawn | c6 water | f3 black pawn | f6 fire | h8 black king | e1 black emperor | wall white c4/c5 | \
         wall black b3/c3 | wall black c2/c1 | moved b2 c3",
    );
    for (words, why) in [
        ("c3-b3", "Black's wall stands between c3 and b3."),
        ("c3-a3", "Black's wall stands between c3 and b3."),
        ("c3-c1", "Black's wall stands between c2 and c1."),
        ("c3-c6", "c6 is water, so nothing can enter it."),
        ("c3-c8", "c6 is water, so nothing can enter it."),
        ("c3-g3", "f3 is taken by a black pawn."),
        ("c3-e1", "e1 is taken by a black emperor."),
        ("c3-g7", "f6 is on fire, so nothing can enter it."),
        ("c3-a1", "a1 is taken by a white pawn."),
        ("c3-c3", "A flight must end on another square."),
        ("c3-d5", "d5 isn't on a rank, file or diagonal of c3, and the king flies straight."),
        ("a1-a4", "a1 is a pawn; Queen moves kings and emperors."),
        ("h8-h7", "The checker on h8 is Black's."),
    ] {
        assert_eq!(table.says(&format!("card queen {words}")), why, "{words}");
    }
    assert_eq!(table.targets("card queen c3-c"), ["4", "5", "2"], "own walls let it pass");
}

#[test]
fn a_bare_card_names_the_cards_and_no_offer_hides_one() {
    let table = Table::white(
        "fortify reshuffle",
        "b2 white king | g1 white king | h8 black king | wall black e4/e5 | moved a1 b2",
    );
    let refused = |words: &str| table.game.read(Seat::Second, words).unwrap_err();
    assert_eq!(refused("card").instead, ["card fortify", "card reshuffle"]);
    assert_eq!(refused("c3-d4").instead, ["card fortify", "card reshuffle"]);
    let offers = refused("card fortify").instead;
    assert_eq!(offers.len(), 25);
    assert_eq!(offers.last().unwrap(), "card fortify nothing");
    let offers = refused("spoon").instead;
    assert_eq!(offers.len(), 25);
    for offer in ["card fortify nothing", "card reshuffle g1-h2"] {
        assert!(offers.iter().any(|it| it == offer), "{offer}: {offers:?}");
    }
    let plain = Table::white("wanderlust ring", "b2 white king | h8 black king | moved a1 b2");
    let refusal = plain.game.read(Seat::Second, "card").unwrap_err();
    assert_eq!(refusal.instead, ["card wanderlust", "card ring b2"]);
}

#[test]
fn each_phase_says_what_is_to_be_typed() {
    let mut table =
        Table::white("doom ring", "b2 white king | h8 black king | monolith d4 | moved a1 b2");
    table.play("card doom up");
    assert_eq!(table.says("card ring b2"), "Doom isn't over: move the monolith a second time.");
    assert!(table.says("spoon").ends_with("say where the monolith goes, such as `doom left`."));
    let mut table = Table::white("cheater ring", "b2 white king | h8 black king | moved a1 b2");
    table.play("card cheater");
    assert!(table.says("sort").ends_with("say `keep`, or `order` and cards from the top."));
}

#[test]
fn no_sentence_ends_twice() {
    let table = Table::white("queen cheater", "b2 white king | h8 black king | moved a1 b2");
    for (words, end) in [
        ("card ring b2", "these are: Queen and Cheater!"),
        ("spoon", "Face up are Queen and Cheater!"),
        ("b2-c3", "face up are Queen and Cheater!"),
    ] {
        let says = table.says(words);
        assert!(says.ends_with(end), "{says}");
    }
}
