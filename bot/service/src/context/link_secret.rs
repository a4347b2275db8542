//! The secret of the host that the keys of people's own boards follow from.
use rand::Rng as _;

/// 32 random bytes that a host keeps beside its database, so that the address of a player's boards can be told again. They are
/// never shown, also not for debugging.
#[derive(Clone, Copy)]
pub struct LinkSecret(pub [u8; 32]);

impl LinkSecret {
    /// Draws a secret.
    pub fn drawn() -> LinkSecret {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        LinkSecret(bytes)
    }

    /// Writes it as the line of a file.
    pub fn to_line(self) -> String {
        format!("{}\n", hex::encode(self.0))
    }

    /// Reads what [`LinkSecret::to_line`] wrote; nothing if it is something else.
    pub fn from_line(line: &str) -> Option<LinkSecret> {
        Some(LinkSecret(hex::decode(line.trim_end()).ok()?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_written() {
        let secret = LinkSecret::drawn();
        let line = secret.to_line();
        assert_eq!(LinkSecret::from_line(&line).map(|it| it.0), Some(secret.0));
        for other in ["", "\n", &line[..40], &format!("{line}{line}"), &"x".repeat(64)] {
            assert!(LinkSecret::from_line(other).is_none(), "{other}");
        }
    }
}
