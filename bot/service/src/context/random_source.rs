//! The source of matches' secrets.
use engine::fair::{Salt, Secret};
use model::ids::{ChallengeId, MatchId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// The random values of a challenge.
#[derive(Clone, Debug)]
pub struct DrawnSecrets {
    pub secret: Secret,
    /// Ties the commitment to one match: public and unique.
    pub tag: String,
    /// The salts of the fingerprints of the challenger and the opponent.
    pub salts: [Salt; 2],
}

/// A source of secrets, tags and salts. Everything else follows from these by the engine's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomSource {
    /// The operating system's randomness.
    System,
    /// A seed, for repeatable games; anyone who knows it knows all dice.
    Repeatable(u64),
}

/// Draws 128 bits for an address that nobody can guess, as 32 hexadecimal digits.
pub fn random_key() -> String {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

impl RandomSource {
    /// Draws the values of a challenge.
    pub fn draw(self, of: ChallengeId) -> DrawnSecrets {
        const SALTS: u64 = 1 << 63;
        let mut secret = [0; 32];
        let mut tag = [0; 8];
        let mut salts = [0; 32];
        for (bytes, stream) in [(&mut secret[..], 0), (&mut tag[..], 1), (&mut salts[..], SALTS)] {
            match self {
                RandomSource::System => rand::rng().fill_bytes(bytes),
                RandomSource::Repeatable(number) => {
                    let mut rng = ChaCha20Rng::seed_from_u64(number);
                    // A stream for every challenge and each of its parts, so that a restart doesn't
                    // repeat one.
                    rng.set_stream(of.0.unsigned_abs() * 2 + stream);
                    rng.fill_bytes(bytes);
                }
            }
        }
        let salt = |from: usize| Salt::from_bytes(std::array::from_fn(|n| salts[from + n]));
        DrawnSecrets {
            secret: Secret::from_bytes(secret),
            tag: hex::encode(tag),
            salts: [salt(0), salt(16)],
        }
    }
    /// Draws the seed of the bot's choices in a challenge's match.
    pub fn mind(self, of: ChallengeId) -> u64 {
        const MINDS: u64 = 1 << 62;
        self.seed(MINDS + of.0.unsigned_abs())
    }

    /// Draws the seed of the bot's choices in a match that it plays on for somebody.
    pub fn stand_in(self, of: MatchId) -> u64 {
        const STAND_INS: u64 = 3 << 61;
        self.seed(STAND_INS + of.0.unsigned_abs())
    }

    fn seed(self, stream: u64) -> u64 {
        match self {
            RandomSource::System => rand::rng().next_u64(),
            RandomSource::Repeatable(number) => {
                let mut rng = ChaCha20Rng::seed_from_u64(number);
                rng.set_stream(stream);
                rng.next_u64()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_repeats_what_it_gave_and_nothing_else() {
        let draw = |luck: RandomSource, of| {
            let DrawnSecrets { secret, tag, salts } = luck.draw(ChallengeId(of));
            assert_ne!(salts[0], salts[1]);
            (secret.reveal(), tag, salts)
        };
        let one = draw(RandomSource::Repeatable(1), 1);
        assert_eq!(one, draw(RandomSource::Repeatable(1), 1));
        for other in [
            draw(RandomSource::Repeatable(1), 2),
            draw(RandomSource::Repeatable(2), 1),
            draw(RandomSource::System, 1),
        ] {
            assert_ne!(one.0, other.0);
            assert_ne!(one.1, other.1);
            assert_ne!(one.2, other.2);
        }
        assert_ne!(draw(RandomSource::System, 1), draw(RandomSource::System, 1));
        assert!(!one.0.starts_with(&one.1), "a tag tells nothing of the secret");
    }
}
