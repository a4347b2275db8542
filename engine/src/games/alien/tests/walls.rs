//! Rulings about walls, the monolith, water and fire.
use super::*;

fn moved(up: &str, lines: &str) -> Table {
    Table::white(up, &format!("b2 white king | h8 black pawn | {lines} | moved a1 b2"))
}

#[test]
fn br6_br7_br47_the_monolith_on_the_board_goes_one_square_straight() {
    let mut table = moved("monolith ring", "monolith d4");
    assert_eq!(table.targets("card monolith "), ["up", "right", "down", "left"]);
    for words in ["card monolith e5", "card monolith f4", "card monolith a5"] {
        assert!(table.says(words).contains("one square up, down, left or right"), "{words}");
    }
    assert_eq!(
        table.game.read(Seat::Second, "card monolith c4"),
        table.game.read(Seat::Second, "monolith left")
    );
    table.play("card monolith c4");
    assert_eq!(table.probe("monolith"), "c4");
    assert_eq!(table.told(Viewer::Room).lines().count(), 1);
}

#[test]
fn br9_a_checker_under_a_hippo_is_crushed_and_crushes_who_is_pushed_on_it() {
    let mut table = moved(
        "monolith ring",
        "monolith d4 | f4 black pawn hippo | f5 white pawn | g5 black king hippo",
    );
    table.play("card monolith right");
    assert_eq!(
        (table.probe("f4"), table.probe("f5")),
        ("monolith".to_owned(), "monolith".to_owned())
    );
    assert_eq!(table.probe("g5"), "black king hippo", "it stays");
    assert_eq!(table.probe("g4"), "empty", "nobody under a hippo is pushed");
    assert_eq!(table.probe("hippos"), "1");
    assert_eq!(
        (table.probe("pool white"), table.probe("pool black")),
        ("10".to_owned(), "9".to_owned())
    );
}

#[test]
fn br10_br11_walls_inside_do_not_keep_the_monolith_away_and_are_swept_off() {
    let mut table = moved(
        "monolith ring",
        "wall black d4/e4 | wall white d4/d5 | wall white d3/d4 | wall black e4/f4",
    );
    table.play("card monolith d4");
    assert_eq!(table.probe("walls black"), "e4/f4");
    assert_eq!(table.probe("walls white"), "d3/d4");
}

#[test]
fn the_monolith_is_not_put_on_anything_and_not_over_the_rim() {
    let table = moved("monolith ring", "d4 water | f6 fire");
    assert_eq!(table.says("card monolith c3"), "The 2x2 area at c3 isn't empty.");
    assert_eq!(table.says("card monolith e5"), "The 2x2 area at e5 isn't empty.");
    assert!(
        table
            .says("card monolith h3")
            .contains("the monolith would stick out. Choose its lower left square.")
    );
    assert!(table.says("card monolith nothing").contains("can do something"));
    assert!(table.says("card monolith up").contains("The monolith isn't on the board."));
}

#[test]
fn without_an_empty_area_the_monolith_stays_away() {
    let water: Vec<String> = (0..16)
        .map(|n| format!("{}{} water", ["b", "d", "f", "h"][n % 4], 2 + 2 * (n / 4)))
        .filter(|place| !["b2 water", "h8 water"].contains(&place.as_str()))
        .collect();
    let mut table = moved(
        "monolith doom",
        &format!("planet white earth | planet black mars | {}", water.join(" | ")),
    );
    assert_eq!(table.listed(), ["card monolith nothing", "card doom nothing"]);
    table.play("card monolith nothing");
    assert_eq!(table.told(Viewer::Room), "Bob plays Monolith: nothing happens.");
}

#[test]
fn a_push_goes_on_through_a_row_of_checkers() {
    let mut table = moved(
        "monolith ring",
        "monolith c4 | e4 white pawn | f4 black pawn | g4 white king | h4 black pawn",
    );
    table.play("card monolith right");
    let row = ["f4", "g4", "h4"].map(|at| table.probe(at));
    assert_eq!(row, ["white pawn", "black pawn", "white king"], "h4 fell off the board");
    assert_eq!(table.probe("pool black"), "10");
}

#[test]
fn br46_no_wall_is_built_under_the_monolith_but_along_it() {
    let table = moved("fortify ring", "monolith d4");
    let targets = table.targets("card fortify ");
    let inner = ["d4/d5", "e4/e5", "d4/e4", "d5/e5"];
    assert!(!targets.iter().any(|target| inner.iter().any(|edge| target.contains(edge))));
    assert!(targets.contains(&"d5/d6 e5/e6".to_owned()));
    assert!(table.says("card fortify d4/d5 e4/e5").contains("You can't build on d4/d5"));
}

#[test]
fn walls_are_built_in_joined_pairs_inside_the_board() {
    let table = moved("fortify ring", "");
    // Four edges meet at each of 49 corners: six pairs each.
    assert_eq!(table.targets("card fortify ").len(), 49 * 6 + 1);
    assert!(table.says("card fortify a2/a3 d5/e5").contains("don't meet at a corner."));
    assert!(table.says("card fortify a2/a3 a3/a4").contains("don't meet at a corner."), "parallel");
    assert!(table.says("card fortify a2/b3 a3/a4").contains("takes two edges"), "a diagonal");
    assert!(table.says("card fortify a8/a9 b8/b9").contains("takes two edges"), "off the board");
    let same = [
        "card fortify e5/e4 e5/d5",
        "fortify d5/e5, e4/e5",
        "card fortify d5 e5 e4 e5",
        "card fortify build e4-e5 d5-e5",
    ];
    for words in same {
        let action = table.game.read(Seat::Second, words).unwrap();
        assert_eq!(table.game.write(&action), "card fortify e4/e5 d5/e5", "{words}");
    }
}

#[test]
fn br33_with_nine_walls_two_may_be_added() {
    let nine = "wall black a1/a2 | wall black b1/b2 | wall black c1/c2 | wall black d1/d2 | wall white a7/a8 | wall white b7/b8 \
                | wall white c7/c8 | wall white d7/d8 | wall white e7/e8";
    let mut table = moved("fortify ring", nine);
    table.play("card fortify e4/e5 d5/e5");
    assert_eq!(table.probe("walls white").split(' ').count(), 7);
}

#[test]
fn a_single_enemy_wall_can_be_pulled_down_alone_two_only_together() {
    let mut table = moved("fortify ring", "wall black a1/a2");
    table.play("card fortify remove a1/a2");
    assert_eq!(table.probe("walls black"), "none");
    let table = moved("fortify ring", "wall black a1/a2 | wall black c1/c2");
    assert!(
        table
            .says("card fortify remove a1/a2")
            .contains("Name two different walls, or one if there's only one.")
    );
    assert!(
        table
            .says("card fortify remove a1/a2 a1/a2")
            .contains("Name two different walls, or one if there's only one.")
    );
}

#[test]
fn walls_stop_jumps_at_either_half() {
    let lines = "c3 white pawn | d4 black pawn | h8 black pawn";
    let shut = [
        "wall black c3/d3 | wall black c3/c4",
        "wall black c4/d4 | wall black d3/d4",
        "wall black c3/c4 | wall black d3/d4",
        "wall black d4/e4 | wall black d4/d5",
        "wall black d5/e5 | wall black d4/e4",
    ];
    for walls in shut {
        let table = Table::white("ring", &format!("{lines} | {walls}"));
        assert!(!table.listed().contains(&"c3xe5".to_owned()), "{walls}");
        assert!(table.says("c3xe5").contains("wall"), "{walls}");
        let own = walls.replace("black", "white");
        let table = Table::white("ring", &format!("{lines} | {own}"));
        assert_eq!(table.listed(), ["c3xe5"], "{own}");
    }
}

#[test]
fn br53_flood_and_fire_have_to_do_something() {
    let mut table = moved("flood fire", "d4 fire | e5 water");
    assert!(table.says("card flood nothing").contains("can do something"));
    assert!(table.says("card fire e4 e5").contains("takes one square"));
    assert_eq!(
        table.targets("card flood ").len(),
        64 - 3,
        "fire can be put out, water not poured twice"
    );
    assert_eq!(table.says("card flood e5"), "e5 is already water.");
    assert_eq!(table.says("card fire d4"), "d4 is already on fire.");
    assert!(table.says("card fire h8").contains("isn't empty"));
    table.play("card flood d4");
    assert_eq!(table.probe("d4"), "empty");
    assert_eq!(table.told(Viewer::Room), "Bob plays Flood!: the fire on d4 goes out.");
}

#[test]
fn br49_doom_may_win_between_its_two_moves() {
    let mut table =
        Table::white("doom ring", "b2 white king | monolith f4 | h4 black pawn | moved a1 b2");
    table.play("card doom right");
    assert_eq!(table.outcome().why, "Black has no checkers left");
    // The same with the last checker of one's own.
    let mut table =
        Table::white("doom ring", "h5 white king | monolith f4 | a7 black pawn | moved g6 h5");
    table.play("card doom right");
    assert_eq!(table.outcome().winner, Some(Seat::First));
}

#[test]
fn br37_jupiter_wins_by_a_first_placement_unless_agreed_otherwise() {
    let lines = "clear | b2 white king | h8 black pawn | turn white | planet black jupiter | up monolith ring | moved a1 b2";
    let mut table = Table::new("", lines);
    table.play("card monolith d4");
    assert_eq!(table.outcome().winner, Some(Seat::First), "no matter who placed it");
    let mut table = Table::new("jupiter=moved", lines);
    table.play("card monolith d4");
    assert!(!table.is_over());
    let mut table =
        Table::new("jupiter=moved", &lines.replace("up monolith", "monolith c4 | up monolith"));
    table.play("card monolith right");
    assert_eq!(table.outcome().winner, Some(Seat::First));
}
