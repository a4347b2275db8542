//! A hash that takes long to make, for secrets short enough to be guessed.
use hmac::Hmac;
use pbkdf2::pbkdf2;
use sha2::Sha256;

/// Hashes a secret by PBKDF2 with HMAC-SHA-256 (RFC 8018), in so many rounds.
pub fn slow_hash(secret: &[u8], salt: &[u8], rounds: u32) -> [u8; 32] {
    let mut hash = [0; 32];
    // It fails for an empty key alone, and HMAC takes a key of any length.
    let _ = pbkdf2::<Hmac<Sha256>>(secret, salt, rounds, &mut hash);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // Made with `hashlib.pbkdf2_hmac("sha256", b"23456789", b"salt", 2)` of Python.
        let known = [
            1, 24, 246, 203, 142, 196, 16, 238, 14, 25, 221, 43, 209, 155, 0, 116, 102, 64, 89, 11,
            158, 158, 135, 30, 224, 130, 109, 121, 179, 101, 201, 110,
        ];
        assert_eq!(slow_hash(b"23456789", b"salt", 2), known);
    }
}
