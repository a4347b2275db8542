//! The exact numbers of the model of duels, compared with the dice.
use super::{fresh, wounded};
use crate::{
    chance::{Dice, StepKey},
    checkers::PieceKind,
    fair::Seed,
    game::Step,
    games::amtgard::{
        body::{Body, Location},
        duel::{DuelEnding, Duelist, fight},
        kits::{Kit, Stance},
        odds::{Odds, solve},
    },
};

const MAN: PieceKind = PieceKind::Man;
const KING: PieceKind = PieceKind::King;

/// Checks a solved number against one given with so many decimals.
#[track_caller]
fn near(found: f64, given: f64, decimals: i32) {
    let half = 0.5 * 0.1f64.powi(decimals);
    assert!((found - given).abs() <= half * 1.001, "{found} is not {given}");
}

#[track_caller]
fn row(
    attacker: &Duelist,
    defender: &Duelist,
    capture: f64,
    both: f64,
    passes: Option<(f64, i32)>,
) {
    let odds = solve(attacker, defender);
    let Odds { won, repelled, both_fell, called, passes: length } = odds;
    near(won, capture, 4);
    near(repelled + both_fell + called, 1.0 - capture, 4);
    near(both_fell, both, 4);
    assert!((won + repelled + both_fell + called - 1.0).abs() < 1e-9);
    if let Some((given, decimals)) = passes {
        near(length, given, decimals);
    }
}

#[test]
fn e4_man_against_man() {
    row(&fresh("", MAN), &fresh("", MAN), 0.4494, 0.1012, Some((2.96, 2)));
}

#[test]
fn e4_king_against_man() {
    row(&fresh("", KING), &fresh("", MAN), 0.8574, 0.0340, Some((4.23, 2)));
}

#[test]
fn e4_man_against_king() {
    row(&fresh("", MAN), &fresh("", KING), 0.1085, 0.0340, Some((4.23, 2)));
}

#[test]
fn e4_wounded_men_against_a_fresh_one() {
    let man = fresh("", MAN);
    let rows = [
        (Location::OffArm, 0.2635, 0.1300),
        (Location::WeaponArm, 0.2056, 0.1023),
        (Location::LeftLeg, 0.2243, 0.1076),
        (Location::RightLeg, 0.2243, 0.1076),
    ];
    for (limb, capture, both) in rows {
        row(&wounded(limb), &man, capture, both, None);
        let passes = solve(&wounded(limb), &man).passes;
        assert!((2.15..2.35).contains(&passes), "{limb:?}: {passes}");
    }
}

#[test]
fn e4_iron() {
    let (man, king) = (fresh("iron", MAN), fresh("iron", KING));
    row(&man, &man, 0.4775, 0.0450, Some((8.50, 2)));
    row(&king, &man, 0.7512, 0.0292, Some((10.5, 1)));
}

#[test]
fn e4_goblins() {
    let (man, king) = (fresh("goblin=a", MAN), fresh("goblin=a", KING));
    row(&man, &man, 0.3939, 0.2121, Some((1.73, 2)));
    row(&king, &man, 0.6065, 0.1300, Some((2.17, 2)));
    row(&man, &king, 0.2635, 0.1300, Some((2.17, 2)));
}

/// The model again, from the rules instead of the engine: floating-point chances, every body
/// separately, solved backwards.
mod again {
    use super::*;
    use crate::games::amtgard::body::Effect;

    fn own(duelist: &Duelist, first_pass: bool) -> f64 {
        let arm = duelist.body.wound == Some(Location::OffArm)
            || duelist.body.wound == Some(Location::WeaponArm);
        let kit = match duelist.kit {
            Kit::Sword => 1.0,
            Kit::Shield if duelist.body.wound == Some(Location::OffArm) => 1.0,
            Kit::Shield => 0.95,
            Kit::Pair if arm => 1.0,
            Kit::Pair => 1.25,
            Kit::Great if arm => 0.60,
            Kit::Great if first_pass => 1.50,
            Kit::Great => 1.20,
        };
        let other_hand = match duelist.kit {
            Kit::Sword | Kit::Shield if duelist.body.wound == Some(Location::WeaponArm) => 0.75,
            _ => 1.0,
        };
        let knee = if duelist.body.kneels() { 0.80 } else { 1.0 };
        let stance = match duelist.stance {
            Stance::Bold => 1.15,
            Stance::Guard => 0.85,
            Stance::Steady => 1.0,
        };
        0.35 * kit * other_hand * knee * stance
    }

    fn against(duelist: &Duelist, first_pass: bool) -> f64 {
        let arm = duelist.body.wound == Some(Location::OffArm)
            || duelist.body.wound == Some(Location::WeaponArm);
        let kit = match duelist.kit {
            Kit::Shield if duelist.body.wound != Some(Location::OffArm) => 0.65,
            Kit::Pair if !arm => 0.95,
            Kit::Great if !arm && first_pass => 0.80,
            _ => 1.0,
        };
        let knee = if duelist.body.kneels() { 1.15 } else { 1.0 };
        let stance = match duelist.stance {
            Stance::Bold => 1.10,
            Stance::Guard => 0.80,
            Stance::Steady => 1.0,
        };
        kit * knee * stance
    }

    fn bodies(start: &Duelist) -> Vec<Body> {
        let mut all = vec![start.body];
        let mut next = 0;
        while let Some(&body) = all.get(next) {
            next += 1;
            for at in Location::ALL {
                let mut after = body;
                if after.strike(at, start.frail) != Effect::Slain && !all.contains(&after) {
                    all.push(after);
                }
            }
        }
        all
    }

    /// Lists what a blow makes of each body: first the miss, then by location.
    fn blows(bodies: &[Body], frail: bool) -> Vec<Vec<(f64, Option<usize>)>> {
        let each = |body: &Body| {
            let by_place = |at: Location| {
                let mut after = *body;
                let lives = after.strike(at, frail) != Effect::Slain;
                let to = lives.then(|| bodies.iter().position(|it| *it == after).unwrap());
                (f64::from(at.faces()) / 20.0, to)
            };
            Location::ALL.map(by_place).to_vec()
        };
        bodies.iter().map(each).collect()
    }

    /// Returns the chance of capture.
    pub(super) fn capture(one: &Duelist, other: &Duelist) -> f64 {
        let (ones, others) = (bodies(one), bodies(other));
        let (hits_one, hits_other) = (blows(&ones, one.frail), blows(&others, other.frail));
        let mut evaluate = vec![vec![0.0; others.len()]; ones.len()];
        for left in 1..=60 {
            let first = left == 60;
            let old = evaluate.clone();
            for (a, body) in ones.iter().enumerate() {
                let one = Duelist { body: *body, ..*one };
                for (d, body) in others.iter().enumerate() {
                    let other = Duelist { body: *body, ..*other };
                    let p = (own(&one, first) * against(&other, first)).clamp(0.05, 0.85);
                    let q = (own(&other, first) * against(&one, first)).clamp(0.05, 0.85);
                    let mut sum = 0.0;
                    for (part, to) in [(1.0 - p, Some(d))]
                        .into_iter()
                        .chain(hits_other[d].iter().map(|&(chance, wound)| (p * chance, wound)))
                    {
                        for (other_part, a) in [(1.0 - q, Some(a))]
                            .into_iter()
                            .chain(hits_one[a].iter().map(|&(chance, wound)| (q * chance, wound)))
                        {
                            sum += match (a, to) {
                                (Some(_), None) => part * other_part,
                                (Some(a), Some(d)) => part * other_part * old[a][d],
                                (None, _) => 0.0,
                            };
                        }
                    }
                    evaluate[a][d] = sum;
                }
            }
        }
        evaluate[0][0]
    }
}

#[test]
fn the_solver_agrees_with_the_model_solved_anew() {
    let man = fresh("", MAN);
    let pairs = [
        (man, man, 0.4494),
        (fresh("", KING), man, 0.8574),
        (man, fresh("", KING), 0.1085),
        (wounded(Location::OffArm), man, 0.2635),
        (wounded(Location::WeaponArm), man, 0.2056),
        (wounded(Location::RightLeg), man, 0.2243),
        (fresh("goblin=a", MAN), fresh("goblin=a", MAN), 0.3939),
        (fresh("goblin=a", KING), fresh("goblin=a", MAN), 0.6065),
        (fresh("goblin=a", MAN), fresh("goblin=a", KING), 0.2635),
    ];
    for (one, other, given) in pairs {
        near(again::capture(&one, &other), given, 4);
        near(solve(&one, &other).won, again::capture(&one, &other), 9);
    }
    // Chances with more than six places are rounded to millionths, which moves the outcome by less than that much.
    for kit in Kit::ALL {
        for stance in Stance::ALL {
            let one = Duelist { kit, stance, ..fresh("", KING) };
            let other = Duelist { kit: Kit::Great, stance: Stance::Bold, ..man };
            near(solve(&one, &other).won, again::capture(&one, &other), 5);
            near(solve(&other, &one).won, again::capture(&other, &one), 5);
        }
    }
}

fn sample(attacker: &Duelist, defender: &Duelist, duels: u32) -> [u32; 4] {
    let mut counts = [0; 4];
    for n in 0..duels {
        let mut dice = Dice::fair(&Seed::from_bytes([5; 32]), StepKey { step: n, take: 0 });
        let (mut one, mut other) = (*attacker, *defender);
        let (_, ending) = fight(&mut one, &mut other, &mut Step::<()>::new(&mut dice)).unwrap();
        counts[match ending {
            DuelEnding::Won => 0,
            DuelEnding::Repelled => 1,
            DuelEnding::BothFell => 2,
            DuelEnding::Called => 3,
        }] += 1;
    }
    counts
}

/// Compares thrown duels with solved ones: within four standard deviations, and within one in a hundred as ruled.
#[track_caller]
fn agrees(attacker: &Duelist, defender: &Duelist, duels: u32) {
    let odds = solve(attacker, defender);
    let counts = sample(attacker, defender, duels);
    for (count, p) in counts.into_iter().zip([odds.won, odds.repelled, odds.both_fell, odds.called])
    {
        let mean = f64::from(duels) * p;
        let most = 4.0 * (mean * (1.0 - p)).sqrt() + 0.5;
        assert!((f64::from(count) - mean).abs() <= most, "{counts:?} against {odds:?}");
    }
}

#[test]
fn te20_twenty_thousand_duels_of_men() {
    let man = fresh("", MAN);
    let [won, repelled, both, called] = sample(&man, &man, 20_000);
    assert_eq!(won + repelled + both + called, 20_000);
    let share = f64::from(won) / 20_000.0;
    assert!((share - 0.449).abs() <= 0.01, "captures {share}");
    agrees(&man, &man, 20_000);
}

#[test]
fn the_dice_follow_the_model_with_wounds_armour_kits_and_stances() {
    let man = fresh("", MAN);
    let great = Duelist { kit: Kit::Great, ..man };
    let bold = Duelist { stance: Stance::Bold, ..man };
    let guard = Duelist { stance: Stance::Guard, kit: Kit::Shield, ..man };
    agrees(&wounded(Location::WeaponArm), &man, 4000);
    agrees(&wounded(Location::LeftLeg), &fresh("", KING), 4000);
    agrees(&great, &guard, 4000);
    agrees(&bold, &great, 4000);
    agrees(&fresh("iron", KING), &fresh("iron", MAN), 2000);
    agrees(&fresh("goblin=b", KING), &fresh("goblin=b iron", MAN), 2000);
}
