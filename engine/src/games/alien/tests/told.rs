//! What is told and asked: names, causes, orders that bind and orders that don't.
use super::*;
use crate::scene::{self, Item, Panel, Scene};

fn scene(table: &Table, viewer: Viewer) -> Scene {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    table.game.show(&table.events, Observer { viewer, names: &names })
}

fn ask(table: &Table) -> String {
    match table.game.status() {
        Status::Waiting(prompts) => prompts[0].ask.clone(),
        Status::Over(_) => panic!("the match is over"),
    }
}

#[test]
fn the_monolith_tells_what_became_of_each_checker() {
    for (things, told) in [
        (
            "f4 white pawn hippo",
            "Bob's pawn on f4 can't be pushed from under its hippo, and is crushed: captured.",
        ),
        ("f4 black king | g4 water", "Ann's king on f4 is pushed into water: captured."),
        ("f4 black pawn | g4 fire", "Ann's pawn on f4 is pushed into fire: captured."),
        (
            "f4 white pawn | wall black f4/g4",
            "Bob's pawn on f4 is crushed against Ann's wall: captured.",
        ),
        (
            "f4 white emperor | g4 black pawn hippo",
            "Bob's emperor on f4 is crushed against the checker under a hippo on g4: captured.",
        ),
        (
            "f4 black pawn | g4 black pawn | h4 white pawn",
            "Bob's pawn on h4 is pushed off the board: captured.",
        ),
    ] {
        let lines = format!("{things} | b2 white king | h8 black king | monolith d4 | moved a1 b2");
        let mut table = Table::white("monolith ring", &lines);
        table.play("card monolith right");
        assert!(table.told(Viewer::Room).contains(told), "{}", table.told(Viewer::Room));
    }
}

#[test]
fn orders_are_given_to_people_and_told_to_be_void() {
    let mut table = Table::white(
        "fate ring",
        "b2 white king | h8 black king | d4 black pawn hippo | moved a1 b2",
    );
    table.play("card fate d4");
    assert_eq!(
        table.told(Viewer::Room),
        "Bob plays Fate: Ann's next move must be made with the checker on d4. The checker on d4 \
         can't move, so Fate is void: Ann may move any checker."
    );
    assert_eq!(ask(&table), "move a checker (Fate is void: d4 can't move)");
    let shown = scene(&table, Viewer::Room);
    assert!(!shown.items.iter().any(|item| matches!(item, Item::Bound { .. })));
    assert!(scene::words(&shown).contains("Fate is void: d4 can't move"));
    assert!(!scene::words(&shown).contains("must move."));

    let mut table = Table::white("wanderlust ring", "c3 white king | g7 black king | moved b2 c3");
    table.play("card wanderlust");
    assert_eq!(
        table.told(Viewer::Room),
        "Bob plays Wanderlust: Ann's next move must leave the back row. \
         No checker can leave it, so Wanderlust is void: Ann may move any checker."
    );
    assert_eq!(ask(&table), "move a checker (Wanderlust is void: nobody can leave rank 8)");
}

#[test]
fn an_order_that_binds_is_marked() {
    let mut table = Table::white("fate ring", "b2 white king | h8 black king | moved a1 b2");
    table.play("card fate h8");
    assert!(!table.told(Viewer::Room).contains("void"));
    let shown = scene(&table, Viewer::Room);
    assert!(shown.items.iter().any(|item| matches!(item, Item::Bound { .. })));
    assert!(shown.panels.contains(&Panel::Notes(vec!["Fate: h8 must move.".to_owned()])));
}

#[test]
fn a_picture_keeps_the_card_and_all_that_followed_on_one_line() {
    let mut table = Table::white(
        "doom ring",
        "b2 white king | h8 black king | f4 white pawn hippo | f5 black pawn | monolith d4 | moved a1 b2",
    );
    table.play("card doom right, doom left");
    let mut events = table.events.clone();
    assert!(matches!(events[0], Event::Shoved { .. }));
    let mut table = Table::white(
        "monolith ring",
        "b2 white king | h8 black king | f4 white pawn hippo | f5 black pawn | monolith d4 | moved a1 b2",
    );
    table.play("card monolith right");
    table.events.append(&mut events);
    assert_eq!(
        scene(&table, Viewer::Room).last,
        ["Bob plays Monolith. The monolith goes right, from d4-e5 to e4-f5. Bob's pawn on f4 \
             can't be pushed from under its hippo, and is crushed: captured. Ann's checker on f5 \
             is pushed to g5. The monolith goes left, from e4-f5 to d4-e5."]
    );
}

#[test]
fn a_block_is_touched_once_and_a_loss_told_once() {
    let mut table = Table::white(
        "antimatter ring",
        "d4 white king | e5 black pawn | b2 white king | h8 black king | moved a1 b2",
    );
    table.play("card antimatter d4");
    let shown = scene(&table, Viewer::Room);
    let fresh: Vec<&Item> =
        shown.items.iter().filter(|item| matches!(item, Item::Fresh { .. })).collect();
    assert!(matches!(fresh[..], [Item::Fresh { block: true, .. }]), "{fresh:?}");
    let words = scene::words(&shown);
    assert_eq!(words.matches("Touched just now").count(), 1);
    assert!(words.contains("Touched just now: d4 to e5."), "{words}");
    assert_eq!(words.matches("pawn of Black").count() + words.matches("Gone").count(), 1);
    assert!(table.told(Viewer::Room).contains("Gone: Bob's king on d4, Ann's pawn on e5."));
    assert!(scene::ascii(&shown).contains("touched just now: d4 to e5"));
}

#[test]
fn a_crown_that_waits_is_asked_for_in_few_words_and_written_below_the_board() {
    let mut table = Table::new(
        "",
        "clear | turn white | up ring flood | b8 white pawn | d8 white pawn | a1 white emperor | c1 white emperor | e1 white emperor | \
         g1 white pawn | g3 black pawn | h8 black king | moved f2 g1",
    );
    assert!(scene::ascii(&scene(&table, Viewer::Room)).contains("waiting for a crown: b8 d8"));
    table.game.field.take("g1".parse().unwrap());
    table.play("card ring a1");
    assert_eq!(ask(&table), "choose a pawn to crown (1 piece for 2 pawns)");
}

#[test]
fn of_two_like_cards_the_one_turned_up_is_new_and_the_prompt_counts_them() {
    let mut table = Table::new(
        "decks=2",
        "clear | turn white | c3 white king | h8 black king | up flood | pile flood ring",
    );
    table.play("c3-d4");
    assert_eq!(ask(&table), "choose a card: Flood! (there are two)");
    let shown = scene(&table, Viewer::Room);
    let Panel::Cards { faces, .. } = &shown.panels[0] else { panic!("cards come first") };
    assert_eq!(faces.iter().map(|it| it.fresh).collect::<Vec<_>>(), [false, true]);
    let table = Table::white("queen cheater", "b2 white king | h8 black king | moved a1 b2");
    assert_eq!(scene(&table, Viewer::Room).caption, "Bob: choose a card: Queen or Cheater!");
}

#[test]
fn a_known_pile_is_shown_whole_to_whoever_knows_it() {
    let mut table = Table::new(
        "decks=3",
        "clear | turn white | b2 white king | h8 black king | up cheater ring | pile doom fire | moved a1 b2",
    );
    table.play("card cheater");
    let pile = |viewer| {
        scene(&table, viewer).panels.into_iter().find_map(|panel| match panel {
            Panel::Pile(cards) => Some(cards),
            _ => None,
        })
    };
    let cards = pile(Viewer::Seat(Seat::Second)).unwrap();
    assert_eq!((cards.len(), cards[0].1.as_str(), cards[1].1.as_str()), (58, "doom", "fire"));
    assert_eq!(pile(Viewer::Seat(Seat::First)), None);
    assert_eq!(pile(Viewer::Room), None);
    // The menu follows the pile, not the list of all cards.
    assert_eq!(table.listed()[..3], ["keep", "order fire", "order flood"]);
    let menu = table.game.choices(Seat::Second);
    assert!(menu.grammar.unwrap().contains("`hand` shows the whole pile"));
}

#[test]
fn a_crown_to_be_chosen_is_shown_with_the_turn_under_way_alone() {
    let mut table = Table::white(
        "rotate ring",
        "a3 white pawn | a5 white pawn | b2 white king | c1 white emperor | e1 white emperor | h2 white pawn | h8 black king | \
         moved g1 h2",
    );
    let travel = super::super::Travel::step("h8".parse().unwrap(), "g7".parse().unwrap());
    let before =
        Event::Moved { seat: Seat::First, height: 2, travel: travel.clone(), taken: vec![] };
    let under_way = [
        Event::Moved { seat: Seat::Second, height: 1, travel, taken: vec![] },
        Event::TurnedUp { by: Seat::Second, card: super::super::Card::Ring },
    ];
    table.play("card rotate cw");
    assert!(ask(&table).starts_with("choose a pawn to crown"), "{}", ask(&table));
    let played = std::mem::replace(&mut table.events, vec![before]);
    table.events.extend(under_way.into_iter().chain(played));
    let ways =
        |shown: &Scene| shown.items.iter().filter(|item| matches!(item, Item::Path { .. })).count();
    assert_eq!(ways(&scene(&table, Viewer::Room)), 1);
}
