//! What the picture shows, and that its words and characters say everything.
use super::{Play, names};
use crate::{
    game::Game,
    scene::{self, Item, Loss, Mark, Panel, Scene},
    seat::{Observer, Viewer},
};

fn shown(play: &Play) -> Scene {
    let names = names();
    play.game.show(&play.events, Observer { viewer: Viewer::Room, names: &names })
}

#[test]
fn a_won_duel_is_shown_with_its_passes() {
    let mut play = Play::facing("", "f6 black man");
    play.play("c3xd4", "m m h 16 m m h 13 h 2 m");
    let scene = shown(&play);
    let felled = |item: &Item| matches!(item, Item::Lost { how: Loss::Slain, .. });
    assert_eq!(scene.items.iter().filter(|it| felled(it)).count(), 1);
    assert!(scene.items.iter().any(|item| matches!(item, Item::Path { .. })));
    assert!(matches!(scene.panels[..], [Panel::Duel(_), Panel::Hurt(_)]));
    let words = scene::words(&scene);
    let duel = "Duel of c3 against d4: pass 1, no hit; pass 2, c3 hits left leg, wounded, d4 misses; \
                pass 3, c3 misses, d4 hits weapon arm, wounded; pass 4, c3 hits torso, slain, d4 misses; captured.";
    assert!(words.contains(duel), "{words}");
    assert!(words.contains("Rank 5: white man e5, weapon arm wounded."), "{words}");
    assert!(words.contains("Just slain on d4: a Black man."), "{words}");
    assert!(words.contains("Moved just now: c3 to e5."), "{words}");
    let drawn = scene::ascii(&scene);
    assert!(drawn.contains("w!"), "{drawn}");
    assert!(drawn.contains("with weapon arm wounded: e5"), "{drawn}");
    assert!(drawn.contains("duel: c3 x d4") && drawn.contains("captured"), "{drawn}");
}

#[test]
fn a_repelled_attack_is_crossed_blades() {
    let mut play = Play::facing("damned", "h2 white man");
    play.play("c3xd4", "m h 1");
    let scene = shown(&play);
    assert!(scene.items.iter().any(|item| matches!(item, Item::Clash { .. })));
    let words = scene::words(&scene);
    assert!(words.contains("Blades crossed: c3 against d4."), "{words}");
    assert!(words.contains("Just slain on c3: a White man."), "{words}");
}

#[test]
fn a_crown_and_what_it_brings_are_said() {
    let mut play = Play::new("iron", "clear | g7 white man | a5 black man | turn white");
    play.play("g7-h8", "");
    let scene = shown(&play);
    assert!(
        scene
            .items
            .contains(&Item::Mark { at: scene::Cell { column: 7, row: 7 }, mark: Mark::Crowned })
    );
    let words = scene::words(&scene);
    assert!(words.contains("white king h8, 2 armour everywhere"), "{words}");
    assert!(words.contains("black man a5, 1 armour everywhere"), "{words}");
}

#[test]
fn names_kits_armour_and_protects_are_said() {
    let lines = "c3 kit pair | c3 name Rowan | d4 kit great | d4 wound OA | h8 empty | h8 black king | a1 white man | turn white";
    let play = Play::facing("names open=piece attrition goblin=b", lines);
    let words = scene::words(&shown(&play));
    for part in [
        "man c3 Rowan, two swords",
        "man d4, dagger, off arm wounded",
        "black king h8, a Protect",
        "white man a1",
    ] {
        assert!(words.contains(part), "{part} is not in {words}");
    }
    let play = Play::facing("iron attrition", "d4 armour T0 RL0");
    let words = scene::words(&shown(&play));
    let worn = "d4, 1 armour on off arm, 1 armour on weapon arm, 1 armour on left leg";
    assert!(words.contains(worn), "{words}");
}

#[test]
fn a_duel_that_waits_is_shown_without_what_was_chosen() {
    let mut play = Play::facing("stance", "");
    play.play("c3xd4", "");
    play.play("bold", "");
    let words = scene::words(&shown(&play));
    assert!(words.contains("Duel of c3 against d4: not fought yet."), "{words}");
    assert!(!words.contains("bold"), "{words}");
    play.play("guard", "h 1 m");
    let words = scene::words(&shown(&play));
    assert!(words.contains("Duel of c3 (guard) against d4 (bold): pass 1"), "{words}");
}
