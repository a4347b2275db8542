//! Scenes with stacks, walls, cards and everything else on the moon board.
use engine::{
    scene::{
        CardFace, Count, Emblem, Grid, Ground, Ink, Item, Mark, Panel, Patch, Rim, Scene, Side,
        Surface, Tally, highlight,
    },
    seat::{BySeat, Seat},
};

use super::{BLACK, WHITE, cell};

fn stack(at: &str, seat: Seat, height: u8) -> Item {
    laden(at, seat, height, [0, 0], false)
}

fn laden(at: &str, seat: Seat, height: u8, [rings, snookles]: [u32; 2], hippo: bool) -> Item {
    Item::Stack { at: cell(at), seat, height, rings, snookles, hippo, waits: false }
}

fn wall(between: [&str; 2], seat: Seat, fresh: bool) -> Item {
    Item::Wall { between: between.map(cell), seat, fresh }
}

fn face(emblem: Emblem, name: &str, effect: &str, fresh: bool) -> CardFace {
    CardFace { emblem, name: name.to_owned(), effect: effect.to_owned(), fresh }
}

fn side(name: &str, seat: Seat, turn: bool, counts: [u32; 4]) -> Side {
    let [pawns, kings, emperors, pool] = counts;
    let tally = |what, count| Tally { what, count };
    Side {
        name: name.to_owned(),
        role: if seat == BLACK { "Black" } else { "White" }.to_owned(),
        ink: if seat == BLACK { Ink::Dark } else { Ink::Light },
        to_move: turn,
        tallies: vec![
            tally(Count::Pawns, pawns),
            tally(Count::Kings, kings),
            tally(Count::Emperors, emperors),
            tally(Count::Pool, pool),
        ],
        clock: None,
        left: None,
    }
}

fn scene(facing: Seat, rims: [Rim; 2], items: Vec<Item>, panels: Vec<Panel>) -> Scene {
    let homes = Seat::BOTH.into_iter().zip(rims).map(|(seat, rim)| Item::Home { seat, rim });
    Scene {
        title: "Alien Checkers".to_owned(),
        board: Surface::Squares(Grid {
            columns: 8,
            rows: 8,
            near: WHITE,
            numbered: false,
            ground: Ground::Moon,
        }),
        facing,
        items: homes.chain(items).collect(),
        sides: BySeat {
            first: side("Anneliese", BLACK, facing == BLACK, [4, 2, 1, 1]),
            second: side("Benedikt", WHITE, facing == WHITE, [3, 3, 1, 0]),
        },
        panels,
        last: vec!["Benedikt moves b2-a3.".to_owned(), "Benedikt turns up Doom.".to_owned()],
        caption: "Benedikt: choose a card: Galactic Hippo! or Doom.".to_owned(),
        takes: Vec::new(),
        labelled: true,
    }
}

/// Everything that can lie on the board, seen from White.
pub(crate) fn crowded() -> Scene {
    let items = vec![
        Item::Patch { at: cell("c3"), patch: Patch::Water },
        Item::Patch { at: cell("d2"), patch: Patch::Water },
        Item::Patch { at: cell("a8"), patch: Patch::Fire },
        Item::Patch { at: cell("f7"), patch: Patch::Fire },
        Item::Block { at: cell("f5") },
        wall(["e4", "e5"], BLACK, false),
        wall(["d5", "e5"], BLACK, false),
        wall(["b4", "c4"], WHITE, false),
        wall(["g3", "g4"], WHITE, true),
        Item::Path { cells: ["b2", "a3"].map(cell).to_vec() },
        laden("a1", WHITE, 2, [2, 0], false),
        laden("a3", WHITE, 1, [1, 3], false),
        stack("c1", WHITE, 3),
        laden("e1", WHITE, 1, [0, 1], false),
        laden("f4", WHITE, 1, [0, 0], true),
        laden("h2", WHITE, 2, [12, 0], true),
        Item::Stack {
            at: cell("d8"),
            seat: WHITE,
            height: 1,
            rings: 0,
            snookles: 0,
            hippo: false,
            waits: true,
        },
        stack("b8", BLACK, 1),
        laden("f8", BLACK, 2, [1, 0], false),
        laden("h8", BLACK, 3, [0, 25], false),
        stack("c5", BLACK, 1),
        laden("d6", BLACK, 2, [3, 0], true),
        stack("g3", BLACK, 1),
        Item::Mark { at: cell("f8"), mark: Mark::Crowned },
        Item::Fresh { at: cell("e1"), block: false },
        Item::Fresh { at: cell("f5"), block: true },
    ];
    let faces = vec![
        face(Emblem::Hippo, "Galactic Hippo!", "A hippo sits down on an enemy checker.", false),
        face(Emblem::Doom, "Doom", "Move the monolith twice.", true),
    ];
    scene(WHITE, [Rim::North, Rim::South], items, vec![Panel::Cards { faces, pile: 12, used: 6 }])
}

/// A turned board from Black's side, with checkers lost, a card of one's own and an order.
pub(crate) fn turned() -> Scene {
    let items = vec![
        Item::Path { cells: ["f6", "d4", "b2"].map(cell).to_vec() },
        stack("b2", WHITE, 3),
        stack("h4", WHITE, 2),
        stack("a5", BLACK, 2),
        stack("a1", BLACK, 1),
        Item::Toppled { at: cell("e5"), seat: BLACK, height: 1 },
        Item::Toppled { at: cell("c3"), seat: BLACK, height: 2 },
        Item::Toppled { at: cell("c7"), seat: BLACK, height: 3 },
        Item::Toppled { at: cell("h7"), seat: WHITE, height: 3 },
        Item::Bound { at: cell("a5") },
    ];
    let translation = "Shift any checker straight by one, or jump straight with yours.";
    let panels = vec![
        Panel::Cards {
            faces: vec![face(Emblem::Translation, "Translation", translation, false)],
            pile: 18,
            used: 1,
        },
        Panel::Own {
            face: face(Emblem::Saturn, "Saturn", "Four own checkers with rings.", false),
            now: 1,
            goal: 4,
        },
        Panel::Notes(vec!["Fate: a5 has to move, if it can.".to_owned()]),
    ];
    scene(BLACK, [Rim::West, Rim::East], items, panels)
}

/// More cards face up than there is usually room for.
pub(crate) fn decks() -> Scene {
    let effect = "Empty a 2x2 area that holds checkers of both sides.";
    let faces = vec![face(Emblem::Antimatter, "Antimatter", effect, false); 4];
    let mut scene = turned();
    scene.panels[0] = Panel::Cards { faces, pile: 55, used: 1 };
    scene
}

/// One emblem as the only card.
pub(crate) fn emblem(emblem: Emblem) -> Scene {
    let faces = vec![face(emblem, "Card", "Effect.", false)];
    scene(
        WHITE,
        [Rim::North, Rim::South],
        Vec::new(),
        vec![Panel::Cards { faces, pile: 1, used: 1 }],
    )
}

/// Checkers, one of which must capture.
pub(crate) fn chosen() -> Scene {
    let mut scene = crowded();
    quiet(&mut scene);
    highlight(&mut scene, &super::picks(&["c3", "e3", "g3"], "d4", true));
    scene
}

fn quiet(scene: &mut Scene) {
    scene.items.retain(|item| !matches!(item, Item::Path { .. } | Item::Fresh { .. }));
}
