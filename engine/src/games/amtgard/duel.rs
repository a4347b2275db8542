//! The duel: blow by blow with dice, by a model with exact numbers (E.4).
use serde::{Deserialize, Serialize};

use super::{
    body::{Body, Effect, Location},
    kits::{Factors, Kit, Stance},
};
use crate::{game::Step, refusal::Refusal};

/// The passes after which the reeve calls an undecided duel (E-R30).
pub(super) const MOST_PASSES: u8 = 60;

/// Certainty: chances are whole millionths.
pub(super) const CERTAIN: u32 = 1_000_000;

/// The chance of an unhurt fighter against another, in percent.
const CHANCE: u32 = 35;
/// The factor for a striker with a wounded weapon arm, in percent.
const OTHER_HAND: u32 = 75;
/// The factor for a striker on a knee, in percent.
const FROM_A_KNEE: u32 = 80;
/// The factor against a target on a knee, in percent.
const AT_A_KNEE: u32 = 115;
/// The least and the greatest chance, in millionths.
const BOUNDS: [u32; 2] = [50_000, 850_000];

/// One of the two fighters in a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Duelist {
    pub(super) body: Body,
    pub(super) kit: Kit,
    pub(super) stance: Stance,
    /// Any wound kills (Goblin).
    pub(super) frail: bool,
}

/// A blow that landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct LandedBlow {
    pub(super) at: Location,
    pub(super) effect: Effect,
    /// Points of armour that are left where it landed.
    pub(super) left: u8,
}

/// One pass: both strike at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Pass {
    /// Counted from 1.
    pub(super) n: u8,
    /// What the attacker's blow did to the defender; none if it missed.
    pub(super) attack: Option<LandedBlow>,
    pub(super) defence: Option<LandedBlow>,
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::games) enum DuelEnding {
    /// The defender fell.
    Won,
    /// The attacker fell.
    Repelled,
    /// Both fell in one pass: also repelled (E-R10).
    BothFell,
    /// Nobody fell in [`MOST_PASSES`]: also repelled.
    Called,
}

impl Pass {
    /// Tells whether no blow landed.
    pub(super) fn is_idle(&self) -> bool {
        self.attack.is_none() && self.defence.is_none()
    }

    fn ends(&self) -> Option<DuelEnding> {
        let slain = |hit: Option<LandedBlow>| hit.is_some_and(|it| it.effect == Effect::Slain);
        match (slain(self.attack), slain(self.defence)) {
            (true, true) => Some(DuelEnding::BothFell),
            (true, false) => Some(DuelEnding::Won),
            (false, true) => Some(DuelEnding::Repelled),
            (false, false) => None,
        }
    }
}

/// Returns the chance of a blow to land, in millionths: the exact product of all factors, rounded to the nearest millionth.
pub(super) fn chance(striker: &Duelist, target: &Duelist, first_pass: bool) -> u32 {
    let wound = striker.body.wound;
    let when = |holds: bool, percent: u32| if holds { percent } else { 100 };
    let Factors { own, enemy: _ } = striker.kit.factors(wound, first_pass);
    let Factors { own: _, enemy } = target.kit.factors(target.body.wound, first_pass);
    let lame = wound == Some(Location::WeaponArm) && striker.kit.misses_the_arm();
    let factors = [
        CHANCE,
        when(lame, OTHER_HAND),
        when(striker.body.kneels(), FROM_A_KNEE),
        when(target.body.kneels(), AT_A_KNEE),
        own,
        enemy,
        striker.stance.factors().own,
        target.stance.factors().enemy,
    ];
    let product: u128 = factors.iter().map(|&it| u128::from(it)).product();
    let whole = 100u128.pow(factors.len() as u32);
    let rounded = (product * u128::from(CERTAIN) + whole / 2) / whole;
    let [least, most] = BOUNDS;
    u32::try_from(rounded).map_or(most, |it| it.clamp(least, most))
}

/// Fights until someone falls. In every pass the attacker's blow is thrown first, the defender's
/// second: whether it lands, and where. The second isn't affected by the first.
///
/// # Errors
/// Where a script of throws doesn't fit.
pub(super) fn fight<E>(
    attacker: &mut Duelist,
    defender: &mut Duelist,
    step: &mut Step<'_, E>,
) -> Result<(Vec<Pass>, DuelEnding), Refusal> {
    let mut passes = Vec::new();
    let mut chances = [0, 0];
    for n in 1..=MOST_PASSES {
        // The chances depend on wounds and on whether it is the first pass: most passes change neither.
        if n <= 2 || passes.last().is_some_and(|it: &Pass| !it.is_idle()) {
            chances = [chance(attacker, defender, n == 1), chance(defender, attacker, n == 1)];
        }
        let attack = throw(chances[0], "the attacker's blow", step)?;
        let defence = throw(chances[1], "the defender's blow", step)?;
        let land = |at: Option<Location>, target: &mut Duelist| {
            at.map(|at| {
                let effect = target.body.strike(at, target.frail);
                LandedBlow { at, effect, left: target.body.armour[at as usize] }
            })
        };
        let pass = Pass { n, attack: land(attack, defender), defence: land(defence, attacker) };
        passes.push(pass);
        if let Some(ending) = pass.ends() {
            return Ok((passes, ending));
        }
    }
    Ok((passes, DuelEnding::Called))
}

fn throw<E>(lands: u32, what: &str, step: &mut Step<'_, E>) -> Result<Option<Location>, Refusal> {
    // Scripts say `h` for a blow that lands and `m` for a miss.
    if step.spin(what, &[("h", lands), ("m", CERTAIN - lands)])? == 1 {
        return Ok(None);
    }
    Ok(Some(Location::of_face(step.roll("where it lands", Location::FACES)?)))
}
