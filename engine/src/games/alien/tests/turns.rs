//! Rulings about the course of a turn, crowning, victory and draws.
use super::*;

#[test]
fn br3_black_begins() {
    let table = Table::new("", "");
    assert_eq!(table.probe("turn"), "black");
    assert_eq!(table.listed().len(), 7);
    assert!(table.listed().contains(&"f6-g5".to_owned()));
}

#[test]
fn br4_fire_and_water_are_entered_by_nobody() {
    let table =
        Table::white("ring", "c3 white king | b4 water | d4 fire | b2 water | h8 black pawn");
    assert_eq!(table.listed(), ["c3-d2"]);
    assert_eq!(table.says("c3-d4"), "d4 is on fire, so nothing can enter it.");
    assert_eq!(table.says("c3-b4"), "b4 is water, so nothing can enter it.");
}

#[test]
fn br12_checkers_on_light_squares_move_and_jump_there() {
    let table = Table::white("ring", "c4 white pawn | d5 black pawn | h7 black pawn");
    assert_eq!(table.listed(), ["c4xe6"]);
    let table = Table::white("ring", "c4 white pawn | h7 black pawn");
    assert_eq!(table.listed(), ["c4-b5", "c4-d5"]);
}

#[test]
fn br14_with_too_few_pieces_the_owner_chooses_whom_to_crown() {
    // White has twelve pieces on the board and two pawns waiting; one of the others is captured.
    let mut table = Table::white(
        "ring",
        "a1 white emperor | c1 white emperor | e1 white emperor | b8 white pawn | f8 white pawn | d4 white pawn \
         | e5 black pawn | f6 black pawn | h8 black pawn | turn black",
    );
    table.play("e5xc3");
    assert_eq!(table.game.seat(), Seat::Second, "the owner is asked, though it is not their turn");
    assert_eq!(table.listed(), ["crown b8", "crown f8"]);
    assert_eq!(table.probe("phase"), "crown");
    assert_eq!(table.says("crown d4"), "You have no pawn on d4 to crown.");
    table.play("f8");
    assert_eq!(table.probe("f8"), "white king");
    assert_eq!(table.probe("b8"), "white pawn");
    assert_eq!(table.probe("pool white"), "0");
    assert_eq!(table.probe("phase"), "card", "the turn goes on where it was");
    assert_eq!(table.game.seat(), Seat::First);
}

#[test]
fn br14_the_longest_waiting_pawn_is_named_first() {
    let mut table = Table::white(
        "ring",
        "pile wanderlust fire doom | a1 white emperor | c1 white emperor | e1 white emperor | f8 white pawn | a7 white pawn \
         | d4 white pawn | g5 black pawn | f6 black pawn | h4 black king",
    );
    table.play("a7-b8, card ring a1");
    assert_eq!(table.probe("ready white"), "f8 b8", "f8 stood there before");
    table.play("f6-e5");
    assert_eq!(table.probe("phase"), "card");
}

#[test]
fn br15_a_pawn_stops_on_its_far_row() {
    let mut table =
        Table::white("ring", "c6 white pawn | d7 black pawn | f7 black pawn | h2 black pawn");
    assert_eq!(table.listed(), ["c6xe8"]);
    table.play("c6xe8");
    assert_eq!(table.probe("e8"), "white king");
    assert_eq!(table.probe("phase"), "card", "no further jump over f7");
}

#[test]
fn br17_a_king_gives_two_pieces_an_emperor_three() {
    let lines = "c3 white emperor | d4 black HEIGHT | h8 black pawn";
    for (height, pool) in [("pawn", "11"), ("king", "11"), ("emperor", "11")] {
        let mut table = Table::white("ring", &lines.replace("HEIGHT", height));
        table.play("c3xe5");
        assert_eq!(table.probe("pool black"), pool, "{height}");
    }
}

#[test]
fn br19_who_has_won_has_won_though_the_other_cannot_move() {
    let mut table = Table::white(
        "flood ring",
        "b2 white king | h8 black pawn | g7 water | a8 water | planet white neptune | moved a1 b2",
    );
    table.play("card flood d4");
    assert_eq!(table.outcome().winner, Some(Seat::Second));
}

#[test]
fn br20_a_card_has_to_be_chosen() {
    let table = Table::white("ring doom", "b2 white king | h8 black pawn | moved a1 b2");
    assert_eq!(table.listed(), ["card ring b2", "card doom nothing"]);
    assert!(table.says("pass").contains("isn't a card"));
    assert!(table.says("end").contains("Face up are Ring and Doom"));
}

#[test]
fn br21_nothing_but_antimatter_face_up_is_passed_over() {
    let lines = "clear | b2 white king | h8 black king | turn white | up antimatter | pile antimatter ring fire";
    let mut table = Table::new("decks=2", lines);
    table.play("b2-a1");
    assert_eq!(table.probe("turn"), "black");
    assert_eq!(table.probe("up"), "antimatter antimatter");
    assert!(table.told(Viewer::Room).contains("Bob can't use any of the cards face up."));
    table.play("h8-g7");
    assert_eq!(table.listed(), ["card ring g7"], "a third card comes beside the two");
}

#[test]
fn br22_with_the_pile_used_up_all_cards_are_shuffled() {
    let all = "flood fire emperor revive monolith doom hippo snookle reshuffle translation wormhole wanderlust queen fortify \
               fate double antimatter cheater";
    let mut table =
        Table::white("ring", &format!("b2 white king | h8 black pawn | spent {all} | knows black"));
    assert_eq!(table.probe("cards"), "1 in the pile, 1 face up, 18 used");
    table.play("b2-a1");
    assert_eq!(table.probe("up"), "ring rotate");
    assert_eq!(table.probe("cards"), "0 in the pile, 2 face up, 18 used");
    table.play("card ring a1");
    assert_eq!(table.probe("cards"), "19 in the pile, 1 face up, 0 used");
    assert!(table.told(Viewer::Room).contains("All cards are shuffled."));
    assert!(!table.game.sees_pile(Seat::First), "nobody knows the new order");
}

#[test]
fn br38_planets_stay_hidden_until_the_end_and_are_shown_then() {
    let mut table = Table::white("ring", "c3 white pawn | d4 black pawn");
    assert_eq!(table.game.seat(), Seat::Second);
    table.play("c3xe5");
    assert_eq!(table.outcome().why, "Black has no checkers left");
    let told = table.told(Viewer::Room);
    let name = |seat| table.game.planets.0.get(seat).name();
    let expected =
        format!("Ann is from {}, Bob is from {}.", name(Seat::First), name(Seat::Second));
    assert!(told.contains(&expected), "{told}");
    assert!(table.fixed, "a secret came out");
}

#[test]
fn br39_br40_a_ready_pawn_is_crowned_with_all_that_is_on_it() {
    let mut table = Table::white(
        "ring",
        "c7 white pawn ring 2 snookles | d8 white pawn hippo ring | h2 black pawn | a1 white emperor | c1 white emperor \
         | e1 white emperor | g1 black king",
    );
    assert_eq!(table.probe("pool white"), "1");
    table.play("c7-b8");
    assert_eq!(table.listed(), ["crown d8", "crown b8"], "d8 waited before");
    table.play("crown d8");
    assert_eq!(table.probe("d8"), "white king ring hippo");
    let mut table = Table::white("ring", "c7 white pawn ring 2 snookles | h2 black pawn");
    table.play("c7-b8");
    assert_eq!(table.probe("b8"), "white king ring 2 snookles");
}

#[test]
fn br42_forty_turns_each_without_anything_lasting_draw() {
    let lines = "clear | b2 white king | g7 black king | turn white | up wanderlust doom | quiet 39 39 | moved a1 b2";
    let mut table = Table::new("", lines);
    table.play("card doom nothing");
    assert_eq!(table.probe("quiet"), "39 40");
    table.play("g7-h8, card wanderlust");
    assert_eq!(table.outcome().winner, None);
    assert!(table.outcome().why.contains("forty turns"));

    let mut table = Table::new("", &lines.replace("wanderlust", "ring"));
    table.play("card ring b2");
    assert_eq!(table.probe("quiet"), "0 0", "a ring lasts");

    let mut table = Table::new("endless", lines);
    table.play("card doom nothing, g7-h8, card wanderlust");
    assert!(!table.is_over());
}

#[test]
fn br44_the_monolith_blocks_steps_and_jumps() {
    let table = Table::white("ring", "monolith e5 | c3 white pawn | d4 black pawn | h8 black pawn");
    assert_eq!(table.listed(), ["c3-b4"]);
    assert_eq!(table.says("c3xe5"), "The monolith covers e5, so nothing can enter it.");
}

#[test]
fn br57_fate_follows_the_piece_through_its_crowning() {
    let mut table = Table::white(
        "fate ring",
        "a7 white king | b8 black pawn hippo | d4 black pawn | f2 black pawn | turn white | moved b6 a7",
    );
    table.play("card fate f2");
    assert_eq!(table.probe("order"), "fate f2");
    assert_eq!(table.listed(), ["f2-e1", "f2-g1"]);
    table.play("f2-e1");
    assert_eq!(table.probe("order"), "none");
}

#[test]
fn both_sides_at_once_is_a_win_for_the_side_on_turn() {
    let mut table = Table::white(
        "flood ring",
        "b2 white king | h8 black pawn | a8 water | a7 water | planet white neptune | c1 black king | e1 black king \
         | g1 black king | c3 black king | moved a1 b2",
    );
    table.play("card flood d5");
    assert_eq!(table.outcome().why, "White is from Neptune and has three squares under water");
}

#[test]
fn a_mover_learns_one_card_before_and_one_after_the_move() {
    let mut table = Table::white("ring", "b2 white king | h8 black pawn | pile fire");
    table.play("b2-a1");
    assert!(table.fixed, "a card came up");
    assert_eq!(table.probe("up"), "ring fire");
    assert!(table.told(Viewer::Room).contains("Bob turns up Fire!: set an empty square on fire"));
    table.play("card ring a1");
    assert!(!table.fixed);
    assert_eq!((table.probe("up"), table.probe("spent")), ("fire".to_owned(), "ring".to_owned()));
}
