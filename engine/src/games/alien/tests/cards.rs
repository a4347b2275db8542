//! Rulings about single cards.
use super::{super::cards::Card, *};
use crate::{scene::Cell, seat::Seat};

fn moved(up: &str, lines: &str) -> Table {
    Table::white(up, &format!("b2 white king | h8 black pawn | {lines} | moved a1 b2"))
}

#[test]
fn br1_one_copy_of_each_card_or_two_or_three() {
    for (settings, decks) in [("", 1), ("decks=2", 2), ("decks=3", 3)] {
        let game = open(settings, 0);
        let mut cards: Vec<Card> =
            game.deck.top_first().chain(game.deck.up.iter().copied()).collect();
        cards.sort_unstable();
        assert_eq!(cards, super::super::cards::Deck::whole(decks));
        assert_eq!(cards.len(), 20 * usize::from(decks));
    }
}

#[test]
fn every_card_and_planet_says_its_name_and_effect() {
    for card in Card::ALL {
        assert!(!card.said().effect.is_empty(), "{card:?}");
        assert!(card.said().effect.chars().count() <= 64, "{card}: fits its place in the picture");
        assert!(card.name().to_lowercase().split([' ', '!']).any(|it| it == card.word()), "{card}");
    }
    for planet in super::super::Planet::ALL {
        assert!(!planet.condition().is_empty(), "{planet:?}");
        assert_eq!(planet.name().to_lowercase(), planet.word());
    }
}

#[test]
fn br2_br55_three_hippos_at_most_and_one_that_left_comes_back() {
    let three = "d4 black pawn hippo | f2 black pawn hippo | h4 black pawn hippo";
    let table = moved("hippo ring", three);
    assert_eq!(table.targets("card hippo "), ["nothing"]);
    assert_eq!(table.says("card hippo h8"), "All three hippos are on the board.");
    let table =
        moved("hippo ring", "d4 black pawn hippo | f4 black pawn hippo | h4 black pawn snookle");
    assert_eq!(table.targets("card hippo "), ["h8"]);
    assert_eq!(table.says("card hippo h4"), "A Snookle on h4 keeps hippos away.");
    assert_eq!(table.says("card hippo d4"), "A hippo already sits on d4.");
    assert_eq!(table.says("card hippo b2"), "The checker on b2 is your own.");
    // One captured victim, and its hippo may sit elsewhere.
    let mut table =
        Table::white("hippo", &format!("c3 white king | h8 black pawn | {three} | pile ring"));
    table.play("c3xe5");
    assert_eq!(table.probe("hippos"), "2");
    table.play("card hippo h8");
    assert_eq!(table.probe("h8"), "black pawn hippo");
}

#[test]
fn rings_and_snookles_have_no_limit() {
    let mut table = moved("ring snookle", "c3 white pawn 9 rings 9 snookles");
    table.play("card ring c3");
    assert_eq!(table.probe("c3"), "white pawn 10 rings 9 snookles");
}

#[test]
fn br13_br26_translation_onto_a_far_row_crowns_whosever_checker_it_is() {
    let mut table = moved("translation ring", "e7 white pawn | d2 black pawn");
    table.play("card translation e7-e8");
    assert_eq!(table.probe("e8"), "white king");
    let mut table = moved("translation ring", "d2 black pawn");
    table.play("card translation d2-d1");
    assert_eq!(table.probe("d1"), "black king");
    assert!(table.told(Viewer::Room).contains("Ann's pawn on d1 is crowned."));
}

#[test]
fn translation_shifts_anybody_but_victims_and_not_through_hostile_walls() {
    let table = moved(
        "translation ring",
        "d4 black pawn | d5 white pawn hippo | wall white d4/e4 | wall black d4/c4",
    );
    let targets = table.targets("card translation ");
    assert!(targets.contains(&"d4-d3".to_owned()));
    assert!(targets.contains(&"d4-c4".to_owned()), "its own wall");
    assert!(
        !targets.contains(&"d4-e4".to_owned()),
        "a wall hostile to it, no matter who shifts it"
    );
    assert!(!targets.iter().any(|it| it.starts_with("d5")), "a victim");
    assert_eq!(table.says("card translation d4-e4"), "White's wall stands between d4 and e4.");
    assert!(table.says("card translation d5-d6").contains("A Galactic Hippo sits on d5"));
    assert!(table.says("card translation d4-e3").contains("not along a diagonal"));
    assert!(table.says("card translation b2-b4").contains("There is nothing to jump on b3."));
}

#[test]
fn translation_jumps_straight_as_far_as_one_likes_with_own_checkers_only() {
    let mut table =
        moved("translation ring", "c3 white pawn | c4 black pawn | d5 black king | e4 black pawn");
    let targets = table.targets("card translation ");
    let jumps: Vec<&String> = targets.iter().filter(|it| it.contains('x')).collect();
    assert_eq!(jumps, ["c3xc5xe5xe3", "c3xc5xe5", "c3xc5"]);
    table.play("card translation c3xe5");
    assert_eq!(
        (table.probe("e5"), table.probe("c4"), table.probe("d5")),
        ("white pawn".to_owned(), "empty".to_owned(), "empty".to_owned())
    );
    assert_eq!(table.probe("e4"), "black pawn");
    assert!(
        table
            .told(Viewer::Room)
            .contains("Bob plays c3xc5xe5 and captures a pawn on c4, a king on d5.")
    );
}

#[test]
fn br27_br61_an_emperor_is_jumped_straight_by_emperors_only_and_that_counts_for_mars() {
    let lines = "c3 white KIND | c4 black emperor | planet white mars | felled white 2";
    let table = moved("translation ring", &lines.replace("KIND", "king"));
    assert!(!table.targets("card translation ").iter().any(|it| it.contains('x')));
    let mut table = moved("translation ring", &lines.replace("KIND", "emperor"));
    table.play("card translation c3xc5");
    assert_eq!(
        table.outcome().why,
        "White is from Mars and has three checkers jumped by its emperors"
    );
}

#[test]
fn a_kings_jumps_do_not_count_for_mars_but_an_emperors_ordinary_ones_do() {
    for (kind, felled) in [("king", "0"), ("emperor", "2")] {
        let mut table = Table::white(
            "ring",
            &format!("c3 white {kind} | d4 black pawn | f6 black king | a7 black pawn"),
        );
        table.play("c3xe5xg7");
        assert_eq!(table.probe("felled white"), felled, "{kind}");
    }
}

#[test]
fn br28_wormhole_takes_a_pawn_that_was_just_crowned() {
    let mut table = Table::white("wormhole", "c7 white pawn | h2 black pawn | pile ring");
    table.play("c7-d8, card wormhole a1");
    assert_eq!(table.probe("a1"), "white king");
    assert_eq!(table.told(Viewer::Room), "Bob plays Wormhole: the checker on d8 flies to a1.");
}

#[test]
fn wormhole_may_be_left_and_takes_no_other_checker() {
    let mut table =
        Table::white("wormhole", "c3 white pawn | e3 white pawn | h8 black pawn | pile ring");
    table.play("c3-d4");
    assert!(
        table.says("card wormhole e3 a1").contains("Wormhole moves the checker that just moved.")
    );
    let read = table.game.read(Seat::Second, "card wormhole d4 to b8").unwrap();
    assert_eq!(table.game.write(&read), "card wormhole b8");
    table.play("card wormhole nothing");
    assert_eq!(table.probe("d4"), "white pawn");
}

#[test]
fn br23_second_moves_have_to_jump_where_they_can() {
    let table = moved("reshuffle ring", "c3 white pawn | e3 white pawn | d4 black pawn");
    assert_eq!(table.targets("card reshuffle "), ["c3xe5", "e3xc5"]);
    let table = moved("double ring", "c3 white pawn | e3 white pawn | d4 black pawn");
    let targets = table.targets("card double ");
    assert!(targets.contains(&"h8 c3xe5".to_owned()));
    assert!(!targets.iter().any(|it| it.starts_with("h8 c3-")), "a jump is due");
    assert!(targets.contains(&"d4 c3-b4".to_owned()), "nobody is left to be jumped");
    assert!(!targets.contains(&"d4 c3-d4".to_owned()), "the square has to stay empty");
}

#[test]
fn br50_reshuffle_shuffles_also_without_a_second_move() {
    let mut table = moved("reshuffle ring", "");
    assert_eq!(
        table.targets("card reshuffle "),
        ["nothing"],
        "the only other checker would be the one that moved"
    );
    assert!(
        table
            .says("card reshuffle b2-c3")
            .contains("has already moved; Reshuffle moves another one.")
    );
    table.play("card reshuffle nothing");
    assert_eq!(table.probe("cards"), "19 in the pile, 1 face up, 0 used");
    assert!(table.fixed);
    let mut table = moved("reshuffle ring", "c3 white pawn");
    assert!(table.says("card reshuffle nothing").contains("must"));
    table.play("card reshuffle c3-d4");
    assert_eq!(table.probe("d4"), "white pawn");
    assert_eq!(table.probe("cards"), "19 in the pile, 1 face up, 0 used");
}

#[test]
fn br24_br25_a_double_agent_comes_back_with_all_it_carries() {
    let mut table = moved(
        "double ring",
        "a1 white king | c3 white king | d4 black pawn | f6 black king 2 rings hippo",
    );
    // While f6 is away, the jump over d4 may not end there, but e5 is free.
    table.play("card double f6 c3xe5");
    assert_eq!(table.probe("f6"), "black king 2 rings hippo");
    assert_eq!(table.probe("d4"), "empty");
    // A jump that lands on the lifted square and continues from there.
    let mut table =
        moved("double ring", "c3 white king | d4 black pawn | e5 black king | f6 black pawn");
    table.play("card double e5 c3xe5xg7");
    assert_eq!(
        (table.probe("e5"), table.probe("g7")),
        ("black king".to_owned(), "white king".to_owned())
    );
}

#[test]
fn the_last_enemy_lifted_is_not_lost() {
    let mut table =
        Table::white("double ring", "b2 white king | d4 black pawn | f6 black pawn | moved a1 b2 ");
    table.play("card double f6 b2-c3");
    assert!(!table.is_over());
    assert_eq!(table.probe("f6"), "black pawn");
}

#[test]
fn br30_br60_queen_goes_through_own_walls_with_the_checker_that_just_moved() {
    let table = moved("queen ring", "wall white b4/b5 | wall black d2/e2 | c3 white pawn");
    let targets = table.targets("card queen ");
    assert!(targets.contains(&"b2-b8".to_owned()), "own walls");
    assert!(targets.contains(&"b2-d2".to_owned()) && !targets.contains(&"b2-e2".to_owned()));
    assert!(!targets.contains(&"b2-d4".to_owned()), "c3 is in the way");
    assert_eq!(table.says("card queen c3-c5"), "c3 is a pawn; Queen moves kings and emperors.");
    let table = moved("queen ring", "e5 white king hippo");
    assert!(!table.targets("card queen ").iter().any(|it| it.starts_with("e5")));
}

#[test]
fn br59_a_card_wins_at_once() {
    let mut table =
        moved("queen ring", "planet white pluto | a1 white pawn | h8 empty | g1 black pawn");
    table.play("card queen b2-h8");
    assert_eq!(
        table.outcome().why,
        "White is from Pluto and has its checkers on two opposite corners"
    );
}

#[test]
fn br31_br41_an_order_binds_one_move_and_is_gone() {
    let mut table = moved("fate ring", "f6 black pawn | pile wanderlust doom");
    table.play("card fate f6");
    assert_eq!(table.listed(), ["f6-e5", "f6-g5"]);
    table.play("f6-e5, card wanderlust");
    assert_eq!(table.probe("order"), "wanderlust", "only the newer order is left");
    assert_eq!(table.probe("turn"), "white");
    assert_eq!(table.listed().len(), 4, "nobody stands in the back row, so the order is void");
    table.play("b2-a1");
    assert_eq!(table.probe("order"), "none");
}

#[test]
fn br32_wanderlust_asks_for_a_move_out_of_the_back_row() {
    let lines = "c1 white king | g3 white pawn | d2 black pawn | b4 black king | f4 black pawn | h8 black pawn | wanderlust";
    let table = Table::white("ring", lines);
    // c1 jumps to e3 but can't stay there; the jump of g3 has to wait.
    assert_eq!(table.listed(), ["c1xe3xg5"]);
    assert!(table.says("g3xe5").contains("Wanderlust binds you"));
    // A path that leads back into the row doesn't leave it.
    let round = "c1 white king | d2 black pawn | f2 black pawn | h8 black pawn | a3 white pawn | wanderlust";
    let table = Table::white("ring", round);
    assert_eq!(table.listed(), ["c1-b2"], "c1xe3xg1 ends in the row again");
}

#[test]
fn br58_only_the_ordinary_move_obeys_an_order() {
    let mut table = Table::white(
        "translation",
        "pile ring | c3 white pawn | b4 water | d4 water | e3 white pawn | h8 black pawn | fate c3",
    );
    assert_eq!(table.listed(), ["e3-f4"], "c3 could be shifted, but not moved: the order is void");
    table.play("e3-f4");
    assert_eq!(table.probe("order"), "none");
    assert!(table.targets("card translation ").contains(&"c3-c4".to_owned()));
}

#[test]
fn br56_wanderlust_after_a_turn_of_the_board_means_the_new_home_row() {
    let lines = "h4 white king | c1 white king | b8 black pawn | home white file h | wanderlust";
    let table = Table::white("ring", lines);
    assert_eq!(table.listed(), ["h4-g5", "h4-g3"]);
    let asks = match table.game.status() {
        Status::Waiting(prompts) => prompts[0].ask.clone(),
        Status::Over(_) => panic!(),
    };
    assert_eq!(asks, "move a checker away from file h (Wanderlust)");
}

#[test]
fn br35_antimatter_gives_what_it_takes_to_the_pools() {
    let mut table = moved(
        "antimatter ring",
        "d4 white king ring | e5 black pawn hippo | d5 black emperor | e4 water | wall black d4/e4",
    );
    table.play("card antimatter d4");
    assert_eq!(
        (table.probe("pool white"), table.probe("pool black")),
        ("10".to_owned(), "11".to_owned())
    );
    assert_eq!(
        (table.probe("water"), table.probe("walls black")),
        ("none".to_owned(), "d4/e4".to_owned())
    );
    assert!(
        table
            .told(Viewer::Room)
            .contains("Gone: Bob's king on d4, Ann's emperor on d5, Ann's pawn on e5.")
    );
}

#[test]
fn antimatter_says_what_of_ones_own_it_takes() {
    let table = Table::white("antimatter ring", "d4 white king | e5 black pawn | moved c3 d4");
    let pick = |words: &str| {
        let action = table.game.read(Seat::Second, words).unwrap();
        table.game.pick(Seat::Second, &action).unwrap()
    };
    let own = Cell { column: 3, row: 3 };
    assert_eq!((pick("card antimatter d4").loses, pick("card ring d4").loses), (vec![own], vec![]));
}

#[test]
fn br36_antimatter_for_the_last_checkers_of_both_is_a_draw() {
    let mut table = Table::white("antimatter ring", "d4 white king | e5 black pawn | moved c3 d4");
    table.play("card antimatter d4");
    assert_eq!(
        (table.outcome().winner, table.outcome().why.as_str()),
        (None, "neither side has a checker left")
    );
}

#[test]
fn br45_a_snookle_frees_its_checker() {
    let mut table = moved("snookle ring", "c3 white pawn hippo");
    table.play("card snookle c3");
    assert_eq!(table.probe("c3"), "white pawn snookle");
    assert_eq!(
        table.told(Viewer::Room),
        "Bob plays Snookle: a Snookle chases the hippo from c3 and stays."
    );
}

#[test]
fn br51_a_king_under_a_hippo_may_become_an_emperor() {
    let mut table = moved("emperor ring", "e5 white king hippo ring | c3 white pawn 2 rings");
    table.play("card emperor e5 c3");
    assert_eq!(table.probe("e5"), "white emperor ring hippo");
    assert_eq!(table.probe("c3"), "empty");
}

#[test]
fn br43_br52_revive_wants_an_empty_dark_square_of_the_own_half_and_a_lost_piece() {
    let table = moved("revive ring", "c3 white pawn");
    let targets = table.targets("card revive ");
    assert_eq!(targets.len(), 16 - 2 + 1);
    assert_eq!(table.says("card revive c2"), "c2 is a light square.");
    assert!(table.says("card revive c5").contains("isn't in your half, the four rows from"));
    assert_eq!(table.says("card revive c3"), "c3 is taken by a white pawn.");
    let mut full = moved(
        "revive ring",
        "a3 white emperor | c3 white emperor | e3 white emperor | g3 white pawn",
    );
    assert_eq!(full.targets("card revive "), ["nothing"]);
    full.play("card revive nothing");
    assert_eq!(full.probe("revived white"), "0");
}

#[test]
fn earth_wins_with_the_sixth_pawn_brought_back() {
    let mut table = moved("revive ring", "planet white earth | revived white 5");
    table.play("card revive c1");
    assert_eq!(
        table.outcome().why,
        "White is from Earth and has six of its pieces brought back as pawns"
    );
}

#[test]
fn br54_ring_snookle_and_hippo_fall_to_anybody_anywhere() {
    let table = moved("ring snookle", "e8 white pawn hippo | a4 white king");
    assert_eq!(table.targets("card ring "), ["b2", "a4", "e8"]);
    assert_eq!(table.targets("card snookle "), ["b2", "a4", "e8"]);
    assert_eq!(table.says("card ring h8"), "The checker on h8 is Black's.");
    let table =
        Table::white("hippo ring", "b2 white king | a2 black pawn | d1 black pawn | moved a1 b2");
    assert_eq!(table.targets("card hippo "), ["d1", "a2"]);
}

#[test]
fn uranus_counts_light_squares_and_mercury_the_whole_board() {
    let mut table = moved(
        "translation ring",
        "planet white uranus | a2 white pawn | a4 white pawn | a6 white pawn",
    );
    table.play("card translation b2-b3");
    assert_eq!(table.outcome().winner, Some(Seat::Second));
    let mut table = moved("fire ring", "planet black mercury | a2 fire | a3 fire");
    table.play("card fire a4");
    assert_eq!(table.outcome().winner, Some(Seat::First), "no matter who lit them");
}

#[test]
fn rotate_goes_on_from_where_the_board_stands() {
    let mut table = moved("rotate ring", "");
    assert_eq!(table.targets("card rotate "), ["cw", "ccw"]);
    table.play("card rotate ccw");
    assert_eq!(
        (table.probe("home white"), table.probe("home black")),
        ("file a".to_owned(), "file h".to_owned())
    );
    let mut table = moved("rotate ring", "home white rank 8");
    table.play("card rotate counterclockwise");
    assert_eq!(table.probe("home white"), "file h");
}
