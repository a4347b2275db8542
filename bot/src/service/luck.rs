//! Where the secrets of matches come from.
use engine::fair::Secret;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// A source of secrets and tags. Everything else that falls follows from these by the engine's own dice.
pub enum Luck {
    /// The operating system's randomness.
    System,
    /// A row that starts at a number, for games that can be repeated: whoever knows the number knows all dice.
    Repeatable(Box<ChaCha20Rng>),
}

impl Luck {
    /// Starts a repeatable row.
    pub fn repeatable(start: u64) -> Luck {
        Luck::Repeatable(Box::new(ChaCha20Rng::seed_from_u64(start)))
    }

    /// Draws the secret of a match.
    pub(super) fn secret(&mut self) -> Secret {
        Secret::from_bytes(self.bytes())
    }

    /// Draws what binds a commitment to one match: public, and never the same twice.
    pub(super) fn tag(&mut self) -> String {
        hex::encode(self.bytes::<8>())
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Luck::System => rand::rng().fill_bytes(&mut bytes),
            Luck::Repeatable(rng) => rng.fill_bytes(&mut bytes),
        }
        bytes
    }
}
