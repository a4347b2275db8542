//! What a blow does to a body, and with which chance it lands.
use super::{fresh, options, wounded};
use crate::{
    checkers::PieceKind,
    games::amtgard::{
        body::{Body, Effect, Location},
        duel::{Duelist, chance},
        kits::{Kit, Stance},
    },
};

const BARE: Body = Body { wound: None, armour: [0; 5], protect: false };

fn blows(mut body: Body, at: &[Location]) -> Vec<Effect> {
    at.iter().map(|location| body.strike(*location, false)).collect()
}

#[test]
fn the_die_shares_out_the_locations() {
    let all: Vec<&str> = (1..=20).map(|face| Location::of_face(face).letters()).collect();
    assert_eq!(all.join(" "), "T T T T T T T T OA OA OA OA WA WA LL LL LL RL RL RL");
}

#[test]
fn e4_effects_go_in_their_order() {
    use Effect::*;
    use Location::*;
    assert_eq!(blows(BARE, &[Torso]), [Slain]);
    assert_eq!(blows(BARE, &[OffArm, OffArm]), [Wounded, Slain]);
    assert_eq!(blows(BARE, &[OffArm, WeaponArm]), [Wounded, Slain]);
    assert_eq!(blows(BARE, &[LeftLeg, LeftLeg, RightLeg]), [Wounded, Nothing, Slain]);
    let guarded = Body { protect: true, armour: [1; 5], ..BARE };
    assert_eq!(blows(guarded, &[Torso, Torso, Torso]), [Warded, Dented, Slain]);
    assert_eq!(blows(guarded, &[OffArm, Torso, LeftLeg]), [Warded, Dented, Dented]);
}

/// E-R12: armour is counted by location.
#[test]
fn er12_armour_on_one_location_is_none_on_another() {
    let king = options("").fresh(PieceKind::King);
    use Effect::*;
    use Location::*;
    assert_eq!(blows(king, &[Torso, LeftLeg, OffArm, Torso]), [Dented, Dented, Dented, Slain]);
}

/// E-R13: nothing protects a lost leg, and nothing is used up there.
#[test]
fn er13_a_shot_on_a_lost_leg_costs_neither_armour_nor_protect() {
    let mut body = Body { wound: Some(Location::LeftLeg), armour: [1; 5], protect: true };
    let before = body;
    assert_eq!(body.strike(Location::LeftLeg, false), Effect::Nothing);
    assert_eq!(body, before);
}

/// E-R20: a slain fighter keeps the body from before.
#[test]
fn er20_the_killing_blow_leaves_no_wound() {
    let mut body = Body { wound: Some(Location::OffArm), ..BARE };
    assert_eq!(body.strike(Location::LeftLeg, false), Effect::Slain);
    assert_eq!(body.wound, Some(Location::OffArm));
}

/// E-R21: the first blow that would do something is void, wherever it lands.
#[test]
fn er21_a_protect_takes_one_blow() {
    let king = options("goblin=b").fresh(PieceKind::King);
    assert_eq!(king, Body { protect: true, ..BARE });
    let mut body = king;
    assert_eq!(body.strike(Location::Torso, true), Effect::Warded);
    assert_eq!(body.strike(Location::LeftLeg, true), Effect::Slain);
}

#[test]
fn er22_goblin_kings_have_no_armour_of_their_own() {
    assert_eq!(options("goblin=a").fresh(PieceKind::King), BARE);
    assert!(!options("goblin=a").frail(PieceKind::King));
    assert!(options("goblin=b").frail(PieceKind::King));
    assert!(options("goblin=a").frail(PieceKind::Man));
}

#[test]
fn er23_goblins_of_iron_have_armour_and_no_more() {
    let man = options("goblin=a iron").fresh(PieceKind::Man);
    assert_eq!(man.armour, [1; 5]);
    let mut body = man;
    assert_eq!(body.strike(Location::RightLeg, true), Effect::Dented);
    assert_eq!(body.strike(Location::RightLeg, true), Effect::Slain);
    // Both texts speak of kings: Iron's two points, and the option of Goblin below them.
    assert_eq!(options("goblin=a iron").fresh(PieceKind::King).armour, [2; 5]);
    assert!(options("goblin=b iron").fresh(PieceKind::King).protect);
}

#[test]
fn er24_a_crown_adds_a_point_up_to_two() {
    let old = Body { wound: Some(Location::LeftLeg), armour: [0, 1, 1, 0, 1], protect: false };
    let crowned = options("attrition iron").crowned(old);
    assert_eq!(crowned.armour, [1, 2, 2, 1, 2]);
    assert_eq!(crowned.wound, Some(Location::LeftLeg));
    let plain = Body { armour: [0; 5], ..old };
    assert_eq!(options("attrition").crowned(plain).armour, [1; 5]);
    assert_eq!(options("attrition goblin=a").crowned(plain).armour, [0; 5]);
    assert_eq!(options("").crowned(plain), options("").fresh(PieceKind::King));
}

#[test]
fn iron_gives_men_one_point_and_kings_two() {
    assert_eq!(options("iron").fresh(PieceKind::Man).armour, [1; 5]);
    assert_eq!(options("iron").fresh(PieceKind::King).armour, [2; 5]);
    assert_eq!(options("").fresh(PieceKind::Man).armour, [0; 5]);
}

#[test]
fn chances_are_exact_products_in_millionths() {
    let man = fresh("", PieceKind::Man);
    let of = |one: &Duelist, other: &Duelist| chance(one, other, false);
    assert_eq!(of(&man, &man), 350_000);
    assert_eq!(of(&wounded(Location::OffArm), &man), 350_000);
    // E-R14: the sword goes to the other hand.
    assert_eq!(of(&wounded(Location::WeaponArm), &man), 262_500);
    // E-R15: a fighter who lost a leg kneels, strikes less well and is easier to hit.
    assert_eq!(of(&wounded(Location::LeftLeg), &man), 280_000);
    assert_eq!(of(&man, &wounded(Location::RightLeg)), 402_500);
    assert_eq!(of(&wounded(Location::WeaponArm), &wounded(Location::LeftLeg)), 301_875);
    assert_eq!(of(&wounded(Location::LeftLeg), &wounded(Location::LeftLeg)), 322_000);
    let bold = Duelist { stance: Stance::Bold, ..man };
    let guard = Duelist { stance: Stance::Guard, ..man };
    assert_eq!(of(&bold, &man), 402_500);
    assert_eq!(of(&man, &bold), 385_000);
    assert_eq!(of(&guard, &man), 297_500);
    assert_eq!(of(&man, &guard), 280_000);
    assert_eq!(of(&bold, &bold), 442_750);
    // 0.35 · 0.75 · 1.15 · 1.15 · 1.10 is 0.3818718…: the seventh place is rounded.
    let lame = Duelist { stance: Stance::Bold, ..wounded(Location::WeaponArm) };
    let kneeling = Duelist { stance: Stance::Bold, ..wounded(Location::LeftLeg) };
    assert_eq!(of(&lame, &kneeling), 381_872);
}

#[test]
fn e6_kits_change_the_chances_and_wounds_the_kits() {
    let man = fresh("", PieceKind::Man);
    let with = |kit: Kit, wound: Option<Location>| Duelist {
        kit,
        body: Body { wound, ..man.body },
        ..man
    };
    let own = |kit, wound, first| chance(&with(kit, wound), &man, first);
    let enemy = |kit, wound, first| chance(&man, &with(kit, wound), first);
    let (off, weapon) = (Some(Location::OffArm), Some(Location::WeaponArm));
    let rows = [
        (Kit::Sword, None, 350_000, 350_000),
        (Kit::Shield, None, 332_500, 227_500),
        // The shield is gone.
        (Kit::Shield, off, 350_000, 350_000),
        // It stays on the arm, and the sword goes to that hand.
        (Kit::Shield, weapon, 249_375, 227_500),
        (Kit::Pair, None, 437_500, 332_500),
        // One sword is left, in a good hand.
        (Kit::Pair, off, 350_000, 350_000),
        (Kit::Pair, weapon, 350_000, 350_000),
        (Kit::Great, None, 420_000, 350_000),
        // A dagger is left; its factor says it all.
        (Kit::Great, off, 210_000, 350_000),
        (Kit::Great, weapon, 210_000, 350_000),
    ];
    for (kit, wound, mine, theirs) in rows {
        assert_eq!(own(kit, wound, false), mine, "{kit:?} {wound:?}");
        assert_eq!(enemy(kit, wound, false), theirs, "{kit:?} {wound:?}");
    }
    // The reach of a great weapon counts in the first pass.
    assert_eq!(own(Kit::Great, None, true), 525_000);
    assert_eq!(enemy(Kit::Great, None, true), 280_000);
    assert_eq!(own(Kit::Great, off, true), 210_000);
    assert_eq!(own(Kit::Sword, None, true), 350_000);
}

/// No factors together reach the bounds of 5% and 85%, so no chance is ever cut off at one.
#[test]
fn every_chance_stands_between_the_bounds() {
    let wounds = [None].into_iter().chain(Location::ALL.into_iter().skip(1).map(Some));
    let wounds: Vec<Option<Location>> = wounds.collect();
    let mut all = Vec::new();
    for &wound in &wounds {
        for kit in Kit::ALL {
            for stance in Stance::ALL {
                let body = Body { wound, ..BARE };
                all.push(Duelist { body, kit, stance, frail: false });
            }
        }
    }
    for one in &all {
        for other in &all {
            for first in [true, false] {
                let p = chance(one, other, first);
                assert!(50_000 < p && p < 850_000, "{one:?} {other:?}");
            }
        }
    }
}
