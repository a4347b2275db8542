//! Playing by presses alone: every choice is reachable from the board's menu, and no menu leads back to itself.
use std::collections::BTreeMap;

use engine::{game::Status, games::GameId};
use it::matches::{Match, every, golden_seed};
use model::{
    ids::Chat,
    reply::{Choice, Reply},
};
use service::{LINES, MENUS, MenuLine, MenuTree, PRESSES, RandomSource, Service};
use store::Store;

use crate::{laws::walk_match, room::Room};

/// Opens a match of soccer where North kicks off with a dribble of up to five squares.
fn dribbling() -> (Room, Reply) {
    let store = Store::trial_with(features::FEATURES.tables()).expect("memory for a database");
    let mut room =
        Room::with(Service::new(store, RandomSource::Repeatable(19), &features::FEATURES));
    room.all(&["ann: challenge @bob metasoccer side=south", "bob: accept", "ann: ready"]);
    let board = room.one("bob", "roll chess");
    assert!(board.text.bare().contains("dribble, or end (King 5"), "{}", board.text.bare());
    (room, board)
}

fn choices(reply: &Reply) -> Vec<Choice> {
    reply.menu.as_ref().map_or_else(Vec::new, |it| it.choices.clone())
}

fn offered(room: &mut Room, who: &str) -> Vec<String> {
    let offers = room.service.offers(Chat::Console, "room", who, None).unwrap();
    offers.into_iter().flat_map(|it| it.words).collect()
}

#[test]
fn every_dribble_is_reached_by_pressing() {
    let (mut room, board) = dribbling();
    let mut open = vec![(choices(&board), 1)];
    let mut found = Vec::new();
    while let Some((menu, presses)) = open.pop() {
        assert!(presses <= PRESSES && (1..=LINES * MENUS).contains(&menu.len()), "{menu:?}");
        for choice in menu {
            match choice.says.strip_prefix("play #1 ") {
                Some(words) => found.push(words.to_owned()),
                None => open.push((choices(&room.one("bob", &choice.says)), presses + 1)),
            }
        }
    }
    let mut all = offered(&mut room, "bob");
    assert!(200 < all.len(), "there are many: {}", all.len());
    all.sort();
    found.sort();
    assert_eq!(found, all);
}

#[test]
fn the_numbers_of_a_list_lead_to_a_move_as_well() {
    let (mut room, _) = dribbling();
    let mut reply = room.one("bob", "moves");
    for _ in 0..PRESSES {
        let text = reply.text.bare();
        // The longest way: always the last line that opens another list, or else the last of all.
        let numbered =
            text.lines().filter_map(|line| Some((line.split_once(". ")?.0.parse().ok()?, line)));
        let numbered: Vec<(usize, &str)> = numbered.collect();
        let opens = numbered.iter().rev().find(|it| it.1.contains(" … "));
        let (number, _) = opens.or(numbered.last()).expect("a list");
        let next = room.say("bob", &number.to_string()).remove(0);
        assert_eq!(next.refused, None, "{}", next.text.bare());
        if next.board.is_some() {
            assert!(next.text.bare().contains("Bob"), "{}", next.text.bare());
            return;
        }
        reply = next;
    }
    panic!("the lists run in a circle: {}", reply.text.bare());
}

/// How many presses the choices of a game should take.
fn law(game: GameId) -> u32 {
    match game.name() {
        "alien" | "piecepack" => 3,
        // In MetaCheckers Soccer, one press for the checker and one for its action.
        _ => 2,
    }
}

#[test]
fn every_choice_of_every_game_is_reached_in_few_presses() {
    // The number of positions of each game, and of those with a choice that took more presses.
    let mut counted: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut visit = |running: &Match| {
        let Status::Waiting(prompts) = running.table.status() else { return };
        for prompt in prompts {
            let mut listed = running.table.menu(prompt.seat).listed;
            let tree = MenuTree::new(&listed);
            let mut open = vec![(tree.root().branches(), 1)];
            let mut found = Vec::new();
            let mut most = 0;
            while let Some((menu, presses)) = open.pop() {
                let is_last = menu.iter().all(|branch| matches!(branch, MenuLine::Words(_)));
                let lines = if is_last { LINES * MENUS } else { LINES };
                assert!(menu.len() <= lines && presses <= PRESSES, "{menu:?}: {presses} presses");
                most = most.max(presses);
                for line in menu {
                    match line {
                        MenuLine::Words(words) => found.push(words),
                        MenuLine::More { begins, count, .. } => {
                            let node = tree.open(&begins);
                            assert_eq!(node.words().len(), count, "{begins}");
                            open.push((node.branches(), presses + 1));
                        }
                    }
                }
            }
            found.sort();
            listed.sort();
            assert_eq!(found, listed);
            let (all, more) = counted.entry(running.game.name()).or_default();
            *all += 1;
            *more += usize::from(law(running.game) < most);
        }
    };
    // Of every variation: a share of few drawn ones would be judged by chance.
    for (game, settings) in every() {
        walk_match(game, &settings, golden_seed(&settings), &mut visit);
    }
    for (game, (all, more)) in counted {
        eprintln!("{game} {more} {all}");
        assert!(more * 50 <= all, "{game}: {more} of {all} positions have a choice too far away");
    }
}
