//! Menus lead to every choice, whatever the choices look like.
use crate::telling::menu::*;

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

fn branches(words: &[String], lines: usize) -> Vec<MenuLine> {
    MenuTree { words, lines }.root().branches()
}

fn more(begins: &str, count: usize) -> MenuLine {
    MenuLine::More { begins: begins.to_owned(), ends: None, count }
}

fn stretch(begins: &str, ends: [&str; 2], count: usize) -> MenuLine {
    MenuLine::More { begins: begins.to_owned(), ends: Some(ends.map(str::to_owned)), count }
}

fn words(line: &str) -> MenuLine {
    MenuLine::Words(line.to_owned())
}

/// Opens every line of every menu; returns the choices found and the most presses needed.
fn pressed(tree: &MenuTree<'_>) -> (Vec<String>, u32) {
    let (mut found, mut most) = (Vec::new(), 0);
    let mut open = vec![(tree.root().branches(), 1)];
    while let Some((menu, presses)) = open.pop() {
        let is_last = menu.iter().all(|branch| matches!(branch, MenuLine::Words(_)));
        let most_lines = if is_last { tree.lines * MENUS } else { tree.lines };
        assert!(menu.len() <= most_lines && presses < 20, "{menu:?} after {presses} presses");
        most = most.max(presses);
        for branch in menu {
            match branch {
                MenuLine::Words(words) => found.push(words),
                MenuLine::More { begins, ends: _, count } => {
                    let node = tree.open(&begins);
                    assert_eq!(node.words().len(), count, "{begins}: {:?}", node.words());
                    open.push((node.branches(), presses + 1));
                }
            }
        }
    }
    found.sort();
    (found, most)
}

#[test]
fn a_short_list_stays_as_it_is() {
    assert_eq!(branches(&owned(&["spin", "c3-d4"]), 2), [words("spin"), words("c3-d4")]);
    assert_eq!(branches(&[], 2), []);
}

#[test]
fn a_long_list_becomes_beginnings_in_its_order() {
    let moves = owned(&["c3-d4", "c3-b4", "a3-b4", "e3xg5", "e3xc5"]);
    assert_eq!(branches(&moves, 4), [more("c3-", 2), words("a3-b4"), more("e3x", 2)]);
    let cards = owned(&[
        "card flood d4",
        "card flood d5",
        "card flood e4",
        "card rotate cw",
        "card rotate ccw",
    ]);
    assert_eq!(branches(&cards, 3), [more("card flood", 3), more("card rotate", 2)]);
}

#[test]
fn too_many_parts_are_put_together_by_letters() {
    let squares: Vec<String> = (0..64)
        .map(|nth| format!("card flood {}{}", char::from(b'a' + nth / 8), nth % 8 + 1))
        .collect();
    let by_file = branches(&squares, 25);
    assert_eq!(by_file.len(), 8);
    assert_eq!(by_file[1], more("card flood b*", 8));
}

#[test]
fn the_last_choice_of_many_stands_in_several_menus_of_one_message() {
    let squares = (0..64).map(|nth| format!("{}{}", char::from(b'a' + nth / 8), nth % 8 + 1));
    let mut all: Vec<String> = squares.map(|square| format!("card flood {square}")).collect();
    all.push("card leap c3".to_owned());
    let tree = MenuTree::new(&all);
    assert_eq!(tree.root().branches(), [more("card flood", 64), words("card leap c3")]);
    assert_eq!(tree.open("card flood").branches().len(), 64);
    assert_eq!(pressed(&tree).1, 2);
}

#[test]
fn what_begins_in_no_common_way_is_cut_into_stretches() {
    let many: Vec<String> = (0..60).map(|nth| char::from(b'A' + nth).to_string()).collect();
    let menu = branches(&many, 25);
    let thirds = [
        stretch("1..20", ["A", "T"], 20),
        stretch("21..40", ["U", "h"], 20),
        stretch("41..60", ["i", "|"], 20),
    ];
    assert_eq!(menu, thirds);
    let tree = MenuTree { words: &many, lines: 25 };
    assert_eq!(tree.open("21..40").words().first(), Some(&"U"));
    assert_eq!(tree.open("58..99").words(), ["z", "{", "|"]);
    assert_eq!(tree.open("61..99").words(), Vec::<&str>::new());
}

#[test]
fn a_choice_that_others_continue_is_a_line_of_its_own() {
    let mut all = owned(&["run f8 g9", "run f8 g9 h10"]);
    all.extend((1..9).map(|rank| format!("run f8 g9 h10 g{rank}")));
    let tree = MenuTree { words: &all, lines: 9 };
    let first = [words("run f8 g9"), more("run f8 g9 h10", 9)];
    assert_eq!(tree.root().branches(), first);
    assert_eq!(pressed(&tree).1, 2);
}

#[test]
fn every_choice_is_reached_in_few_presses() {
    let mut all = owned(&[
        "end",
        "1-5",
        "1-6",
        "11-15",
        "11-16",
        "11-7",
        "1x10",
        "1x9",
        "roll chess",
        "roll risk",
    ]);
    for file in 'a'..='k' {
        for rank in 1..=15 {
            all.push(format!("run f8 {file}{rank}"));
            all.push(format!("flick {rank} at {file}{rank} 60"));
            // Each of these is a beginning of the next one.
            let way: Vec<String> = (1..=rank).map(|row| format!("{file}{row}")).collect();
            all.push(format!("dribble {}", way.join(" ")));
        }
    }
    let mut sorted = all.clone();
    sorted.sort();
    for lines in [2, 5, 25] {
        let (found, presses) = pressed(&MenuTree { words: &all, lines });
        assert_eq!(found, sorted);
        assert!(presses <= PRESSES.max(needed(all.len(), lines)), "{presses} of {lines} lines");
    }
}

#[test]
fn beginnings_are_read_kindly() {
    let all = owned(&["1-5", "11-15", "card flood d4", "card floods d4"]);
    let tree = MenuTree::new(&all);
    assert_eq!(tree.open("1").words(), ["1-5"]);
    assert_eq!(tree.open("1*").words(), ["1-5", "11-15"]);
    assert_eq!(tree.open("CARD  flood").words(), ["card flood d4"]);
    assert_eq!(tree.open("card fl").words(), ["card flood d4", "card floods d4"]);
    assert_eq!(tree.open("card fl 2..9").words(), ["card floods d4"]);
    assert_eq!(tree.open("zzz").words(), Vec::<&str>::new());
    assert_eq!(tree.open("").words().len(), 4);
}
