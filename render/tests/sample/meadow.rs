//! Fighters with everything they may carry, wear and suffer, and duels in every state.
use engine::{
    scene::{
        Arms, Blow, BlowResult, BodyPart, Cell, Count, Duel, DuelEnd, DuelPass, FighterItem, Grid,
        Ground, Item, Loss, Mark, Panel, Party, Rank, Scene, Surface, highlight,
    },
    seat::Seat,
};

use super::{BLACK, HOME, WHITE, cell, continental};

fn man(at: Cell, seat: Seat) -> FighterItem {
    FighterItem {
        at,
        seat,
        rank: Rank::Man,
        name: None,
        arms: Arms::Sword,
        wound: None,
        armour: [0; 5],
        full: 0,
        protect: false,
    }
}

/// Puts fighters on grass, with the strip of another sample.
fn scene(title: &str, people: Vec<FighterItem>, news: Vec<Item>, panels: Vec<Panel>) -> Scene {
    let ground = Ground::Meadow;
    let mut scene = continental();
    scene.title = title.to_owned();
    scene.board =
        Surface::Squares(Grid { columns: 8, rows: 8, near: WHITE, numbered: false, ground });
    let (ways, rest): (Vec<_>, Vec<_>) =
        news.into_iter().partition(|item| matches!(item, Item::Path { .. }));
    scene.items =
        ways.into_iter().chain(people.into_iter().map(Item::Fighter)).chain(rest).collect();
    for side in [&mut scene.sides.first, &mut scene.sides.second] {
        side.tallies.retain(|it| it.what != Count::Fallen);
    }
    scene.panels = panels;
    scene.last = vec!["Benedikt sends c3 against d4.".to_owned()];
    scene.caption = "Anneliese: order somebody to move or to attack.".to_owned();
    scene
}

fn home() -> Vec<FighterItem> {
    let squares = [(BLACK, HOME[0]), (WHITE, HOME[2])];
    let each =
        |(seat, all): (Seat, &'static str)| all.split(' ').map(move |word| man(cell(word), seat));
    squares.into_iter().flat_map(each).collect()
}

/// The start, everyone in armour, with their own name and weapon: as much as a board can show.
pub(crate) fn muster() -> Scene {
    let arms = [Arms::Sword, Arms::Shield, Arms::Pair, Arms::Great];
    let names = ["Bramble", "Corvin", "Wolfgang Amadeus", "Zoë", "\u{202e}Lark\u{1f6aa}"];
    let mut people = home();
    for (n, person) in people.iter_mut().enumerate() {
        person.name = Some(names[n % names.len()].to_owned());
        person.arms = arms[n % arms.len()];
        (person.armour, person.full) = ([1; 5], 1);
    }
    scene("Amtgard Checkers (Iron, Open by piece, names)", people, Vec::new(), Vec::new())
}

/// A fighter won a duel and was hurt.
pub(crate) fn duel() -> Scene {
    let mut people: Vec<FighterItem> = home()
        .into_iter()
        .filter(|fighter| fighter.at != cell("c3") && fighter.at != cell("f6"))
        .collect();
    let winner = FighterItem { wound: Some(BodyPart::LeftLeg), ..man(cell("e5"), WHITE) };
    people.push(winner.clone());
    let news = vec![
        Item::Path { cells: vec![cell("c3"), cell("e5")] },
        Item::Lost { at: cell("d4"), seat: BLACK, rank: Rank::Man, how: Loss::Slain },
    ];
    let party = |at: &str, seat, stance: &str| Party {
        at: cell(at),
        name: None,
        seat,
        stance: Some(stance.to_owned()),
    };
    let hit = |at, effect| Some(Blow { at, effect });
    let duel = Duel {
        attacker: party("c3", WHITE, "bold"),
        defender: party("d4", BLACK, "guard"),
        passes: vec![
            DuelPass::Lull { first: 1, last: 2 },
            DuelPass::Blows {
                n: 3,
                attack: None,
                defence: hit(BodyPart::LeftLeg, BlowResult::Wounded),
            },
            DuelPass::Blows {
                n: 4,
                attack: hit(BodyPart::WeaponArm, BlowResult::Wounded),
                defence: hit(BodyPart::LeftLeg, BlowResult::Nothing),
            },
            DuelPass::Lull { first: 5, last: 5 },
            DuelPass::Blows {
                n: 6,
                attack: hit(BodyPart::Torso, BlowResult::Slain),
                defence: None,
            },
        ],
        end: Some(DuelEnd::Won),
    };
    scene(
        "Amtgard Checkers (stances)",
        people,
        news,
        vec![Panel::Duel(duel), Panel::Hurt(vec![winner])],
    )
}

/// Kings, wounds and worn armour of every kind, after a long duel that was called off.
pub(crate) fn worn() -> Scene {
    let king = |at: &str, seat| FighterItem {
        rank: Rank::King,
        armour: [2; 5],
        full: 2,
        ..man(cell(at), seat)
    };
    let hurt =
        |fighter: FighterItem, wound, armour| FighterItem { wound: Some(wound), armour, ..fighter };
    let people = vec![
        hurt(king("c3", WHITE), BodyPart::WeaponArm, [1, 2, 0, 0, 2]),
        hurt(king("d4", BLACK), BodyPart::OffArm, [0, 0, 2, 1, 2]),
        FighterItem {
            arms: Arms::Dagger,
            ..hurt(king("f6", BLACK), BodyPart::WeaponArm, [1, 1, 0, 1, 1])
        },
        FighterItem { arms: Arms::Shield, ..hurt(king("g3", WHITE), BodyPart::WeaponArm, [0; 5]) },
        hurt(king("h8", BLACK), BodyPart::RightLeg, [2, 2, 2, 2, 0]),
        FighterItem { protect: true, full: 0, armour: [0; 5], ..king("a1", WHITE) },
        FighterItem { full: 1, armour: [0, 1, 0, 1, 0], ..man(cell("e1"), WHITE) },
        hurt(king("b8", BLACK), BodyPart::LeftLeg, [2, 2, 2, 0, 2]),
    ];
    let hurt: Vec<FighterItem> = people.iter().filter(|it| it.is_hurt()).cloned().collect();
    let party = |at: &str, seat| Party { at: cell(at), name: None, seat, stance: None };
    let dented = |n| DuelPass::Blows {
        n,
        attack: Some(Blow { at: BodyPart::Torso, effect: BlowResult::Dented }),
        defence: Some(Blow { at: BodyPart::OffArm, effect: BlowResult::Warded }),
    };
    let duel = Duel {
        attacker: party("c3", WHITE),
        defender: party("d4", BLACK),
        passes: (1..=60).map(dented).collect(),
        end: Some(DuelEnd::Called),
    };
    let news = vec![
        Item::Clash { from: cell("c3"), over: cell("d4") },
        Item::Mark { at: cell("a1"), mark: Mark::Crowned },
    ];
    scene(
        "Amtgard Checkers (Iron, Attrition)",
        people,
        news,
        vec![Panel::Duel(duel), Panel::Hurt(hurt)],
    )
}

/// A fighter who was chosen, with a free square and someone to attack.
pub(crate) fn chosen() -> Scene {
    let mut scene = worn();
    scene.items.retain(|item| !matches!(item, Item::Clash { .. } | Item::Mark { .. }));
    highlight(&mut scene, &super::picks(&["c3"], "b4 d4 b2 d2", false));
    scene
}

/// An unhurt fighter.
pub(crate) fn somebody(at: Cell, seat: Seat, rank: Rank) -> FighterItem {
    FighterItem { rank, ..man(at, seat) }
}
