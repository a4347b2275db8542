//! Dice that anyone can check afterwards.
use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    fair::Seed,
    refusal::{Code, Refusal},
};

/// The place of a step in a match. An undo increases `take`, so that the dice of a step taken back
/// never fall again (0.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StepKey {
    /// 0 for the opening of the match, then 1, 2, …
    pub step: u32,
    pub take: u32,
}

/// The source of chance during one step.
pub struct Dice {
    source: Source,
    thrown: Vec<Throw>,
}

/// The result of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// The number of equally likely results.
    pub of: u32,
    /// The result, from 1.
    pub fell: u32,
}

enum Source {
    Fair(Box<ChaCha20Rng>),
    /// SplitMix64, for thinking only.
    Quick(u64),
    Scripted(VecDeque<String>),
}

impl Dice {
    /// Returns the dice of one step of a match: ChaCha20 keyed by SHA-256 of `draughtsman/step/1`, the
    /// 32 bytes of the seed, the step and the take, each as four little-endian bytes.
    pub fn fair(seed: &Seed, ply: StepKey) -> Dice {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/step/1");
        hash.update(seed.bytes());
        hash.update(ply.step.to_le_bytes());
        hash.update(ply.take.to_le_bytes());
        Dice::new(Source::Fair(Box::new(ChaCha20Rng::from_seed(hash.finalize().into()))))
    }

    /// Returns dice for something outside the match, such as the order of a private menu: the same
    /// each time, and independent of the match's dice. The key is SHA-256 of `draughtsman/apart/1`,
    /// the 32 bytes of the seed, the step and the take as in [`Dice::fair`], and the purpose.
    pub fn apart(seed: &Seed, ply: StepKey, what: &str) -> Dice {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/apart/1");
        hash.update(seed.bytes());
        hash.update(ply.step.to_le_bytes());
        hash.update(ply.take.to_le_bytes());
        hash.update(what);
        Dice::new(Source::Fair(Box::new(ChaCha20Rng::from_seed(hash.finalize().into()))))
    }

    /// Returns dice for thinking about a match, never for playing it: fast, the same for the same
    /// number, and independent of the match's dice.
    pub fn thinking(number: u64) -> Dice {
        Dice::new(Source::Quick(number))
    }

    /// Returns a number that seeds other dice for thinking.
    pub(crate) fn number(&mut self) -> u64 {
        match &mut self.source {
            Source::Quick(state) => split_mix(state),
            Source::Fair(rng) => u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32()),
            Source::Scripted(_) => 0,
        }
    }

    /// Returns scripted dice: faces as numbers from 1, sectors of a wheel by name.
    pub fn scripted<S: Into<String>>(throws: impl IntoIterator<Item = S>) -> Dice {
        Dice::new(Source::Scripted(throws.into_iter().map(Into::into).collect()))
    }

    fn new(source: Source) -> Dice {
        Dice { source, thrown: Vec::new() }
    }

    /// Returns the throws so far, in order, without scripted throws that named a sector.
    pub fn thrown(&self) -> &[Throw] {
        &self.thrown
    }

    /// Returns the scripted throws not used yet; none for fair dice.
    pub fn left(&self) -> Vec<String> {
        match &self.source {
            Source::Fair(_) | Source::Quick(_) => Vec::new(),
            Source::Scripted(throws) => throws.iter().cloned().collect(),
        }
    }

    /// Draws a whole number in `0..n`, each equally likely; `what` names the throw in errors.
    ///
    /// # Errors
    /// [`Code::Unscripted`] when the script has no throw left, or one that isn't a face of this die.
    pub fn below(&mut self, what: &str, n: u32) -> Result<u32, Refusal> {
        let at = match &mut self.source {
            Source::Fair(rng) => fair_below(rng, n),
            // Off from even by less than one in a million for the dice there are.
            Source::Quick(state) => (((split_mix(state) >> 32) * u64::from(n.max(1))) >> 32) as u32,
            Source::Scripted(_) => {
                let throw = self.scripted_throw(what)?;
                match throw.parse::<u32>() {
                    Ok(face) if (1..=n).contains(&face) => face - 1,
                    _ => {
                        return Err(unscripted(format!(
                            "the script says `{throw}` for {what}, which goes from 1 to {n}"
                        )));
                    }
                }
            }
        };
        self.thrown.push(Throw { of: n.max(1), fell: at + 1 });
        Ok(at)
    }

    /// Shuffles from the last place down to the second. Each throw says by place, from 1, which of the
    /// remaining items goes there; the last remaining item moves into the gap.
    ///
    /// # Errors
    /// [`Code::Unscripted`] when the script has no throw left, or one that isn't a place.
    pub fn shuffle<T>(&mut self, what: &str, items: &mut [T]) -> Result<(), Refusal> {
        for n in (2..=items.len()).rev() {
            let places = u32::try_from(n).unwrap_or(u32::MAX);
            items.swap(n - 1, self.below(what, places)? as usize);
        }
        Ok(())
    }

    /// Spins a wheel: returns the index of a sector, each as likely as its weight.
    ///
    /// # Errors
    /// [`Code::Unscripted`] when the script has no throw left, or one that names no sector.
    pub fn spin(&mut self, what: &str, sectors: &[(&str, u32)]) -> Result<usize, Refusal> {
        if let Source::Scripted(_) = &self.source {
            let throw = self.scripted_throw(what)?;
            return sectors.iter().position(|it| it.0 == throw).ok_or_else(|| {
                let names: Vec<&str> = sectors.iter().map(|it| it.0).collect();
                unscripted(format!(
                    "the script says `{throw}` for {what}, which has {}",
                    names.join(", ")
                ))
            });
        }
        let total = sectors.iter().map(|it| it.1).sum();
        let mut at = self.below(what, total)?;
        for (n, sector) in sectors.iter().enumerate() {
            if at < sector.1 {
                return Ok(n);
            }
            at -= sector.1;
        }
        Err(unscripted(format!("{what} has no sectors")))
    }

    fn scripted_throw(&mut self, what: &str) -> Result<String, Refusal> {
        let Source::Scripted(throws) = &mut self.source else {
            return Err(unscripted(format!("{what} is not scripted")));
        };
        throws.pop_front().ok_or_else(|| unscripted(format!("the script has no throw for {what}")))
    }
}

/// Our own rejection sampling: library samplers may change between versions, and old matches must stay checkable.
fn fair_below(rng: &mut ChaCha20Rng, n: u32) -> u32 {
    let n = n.max(1);
    // The largest multiple of n that fits: words from there on would favour the low numbers.
    let zone = (1u64 << 32) / u64::from(n) * u64::from(n);
    loop {
        let word = rng.next_u32();
        if u64::from(word) < zone {
            return word % n;
        }
    }
}

/// Steps SplitMix64 (Steele, Lea and Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn unscripted(says: String) -> Refusal {
    Refusal::new(Code::Unscripted, says)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(step: u32, take: u32) -> Dice {
        Dice::fair(&Seed::from_bytes([7; 32]), StepKey { step, take })
    }

    fn throws(mut dice: Dice) -> Vec<u32> {
        (0..20).map(|_| dice.below("die", 6).unwrap()).collect()
    }

    #[test]
    fn the_same_ply_falls_the_same_and_another_take_does_not() {
        assert_eq!(throws(dice(3, 0)), throws(dice(3, 0)));
        assert_ne!(throws(dice(3, 0)), throws(dice(3, 1)));
        assert_ne!(throws(dice(3, 0)), throws(dice(4, 0)));
    }

    #[test]
    fn dice_apart_are_the_same_each_time_and_have_nothing_to_do_with_the_match() {
        let apart = |step, what| {
            let ply = StepKey { step, take: 0 };
            throws(Dice::apart(&Seed::from_bytes([7; 32]), ply, what))
        };
        assert_eq!(apart(1, "menu"), apart(1, "menu"));
        for other in [apart(2, "menu"), apart(1, "list"), throws(dice(1, 0)), throws(dice(2, 0))] {
            assert_ne!(apart(1, "menu"), other);
        }
    }

    /// Pins the algorithm: matches saved years ago must stay checkable.
    #[test]
    fn known_throws_stay() {
        assert_eq!(throws(dice(1, 0)), KNOWN);
    }

    // Computed apart from this code, with a ChaCha20 written for the purpose.
    const KNOWN: [u32; 20] = [2, 5, 4, 5, 0, 1, 3, 0, 3, 5, 1, 2, 0, 1, 0, 2, 2, 5, 5, 5];

    #[test]
    fn what_fell_is_noted() {
        let mut dice = dice(1, 0);
        dice.below("die", 6).unwrap();
        let at = dice.spin("wheel", &[("black", 2), ("green", 1)]).unwrap();
        let [die, wheel] = dice.thrown() else { panic!("two throws fell") };
        assert_eq!(*die, Throw { of: 6, fell: KNOWN[0] + 1 });
        assert_eq!((wheel.of, wheel.fell == 3), (3, at == 1));
    }

    #[test]
    fn a_wheel_stops_by_weight() {
        let mut counts = [0u32; 3];
        for step in 0..4000 {
            let sectors = [("black", 2), ("green", 1), ("orange", 1)];
            counts[dice(step, 0).spin("the wheel", &sectors).unwrap()] += 1;
        }
        // Four standard deviations about 2000, 1000 and 1000 of 4000.
        assert!(counts[0].abs_diff(2000) < 127, "{counts:?}");
        assert!(counts[1].abs_diff(1000) < 110, "{counts:?}");
    }

    #[test]
    fn a_script_falls_as_told_and_says_what_is_missing() {
        let mut dice = Dice::scripted(["6", "green", "7"]);
        assert_eq!(dice.below("die", 6), Ok(5));
        assert_eq!(dice.spin("wheel", &[("black", 2), ("green", 1)]), Ok(1));
        assert_eq!(dice.left(), ["7"]);
        assert_eq!(dice.below("die", 6).unwrap_err().code, Code::Unscripted);
        assert_eq!(dice.below("die", 6).unwrap_err().says, "the script has no throw for die");
    }
}
