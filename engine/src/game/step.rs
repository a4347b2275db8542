//! What one action may use and leave behind: the dice, and the events it tells.
#[cfg(doc)]
use crate::refusal::Code;
use crate::{chance::Dice, refusal::Refusal};

/// Everything one action may use and leave behind.
pub struct Step<'a, E> {
    dice: &'a mut Dice,
    events: Vec<E>,
    fixed: bool,
}

impl<'a, E> Step<'a, E> {
    pub fn new(dice: &'a mut Dice) -> Step<'a, E> {
        Step { dice, events: Vec::new(), fixed: false }
    }

    /// Throws a die with faces `1..=faces`; `what` names it in errors. A step with a throw is undone only by consent.
    ///
    /// # Errors
    /// [`Code::Unscripted`] where a script doesn't fit.
    pub fn roll(&mut self, what: &str, faces: u32) -> Result<u32, Refusal> {
        self.fixed = true;
        Ok(1 + self.dice.below(what, faces)?)
    }

    /// Spins a wheel of sectors with a name and a weight; returns the index of one.
    ///
    /// # Errors
    /// [`Code::Unscripted`] where a script doesn't fit.
    pub fn spin(&mut self, what: &str, sectors: &[(&str, u32)]) -> Result<usize, Refusal> {
        self.fixed = true;
        self.dice.spin(what, sectors)
    }

    /// Shuffles as [`Dice::shuffle`] does.
    ///
    /// # Errors
    /// [`Code::Unscripted`] where a script doesn't fit.
    pub fn shuffle<T>(&mut self, what: &str, items: &mut [T]) -> Result<(), Refusal> {
        self.fixed = true;
        self.dice.shuffle(what, items)
    }

    /// Marks that something unknown was revealed, such as a secret or where a shot went. Such a step
    /// is undone only by consent.
    pub fn reveal(&mut self) {
        self.fixed = true;
    }

    pub fn tell(&mut self, event: E) {
        self.events.push(event);
    }

    /// Returns what was told, and whether there was chance or a reveal.
    pub fn finish(self) -> (Vec<E>, bool) {
        (self.events, self.fixed)
    }
}
