//! Codes that people pass on: signs that can't be confused, and the short ones for challenges and
//! rooms, which no word looks like.

/// Letters and digits that can't be confused; digits come first.
pub const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Where letters begin among the signs.
pub const LETTERS: usize = 8;
/// How many signs a short code has: a letter, a digit, and any two.
const LENGTH: usize = 4;
/// How many hexadecimal digits the key of a link has.
const KEY_LENGTH: usize = 32;

/// Reads a short code as people type it, or the key of a link, which nobody could guess. Returns `None` if the word can't be one.
pub fn code_said(word: &str) -> Option<String> {
    if word.len() == KEY_LENGTH && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(word.to_owned());
    }
    let code = word.trim().trim_end_matches(['.', '!', ',']).to_uppercase();
    let signs: Vec<usize> =
        code.bytes().filter_map(|byte| SIGNS.iter().position(|sign| *sign == byte)).collect();
    let fits = matches!(signs[..], [first, second, _, _] if LETTERS <= first && second < LETTERS);
    (fits && code.len() == LENGTH).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed_and_no_word_is_one() {
        for said in ["K7QX", "k7qx", " k7qx. "] {
            assert_eq!(code_said(said), Some("K7QX".to_owned()), "{said}");
        }
        let key = "0123456789abcdef".repeat(2);
        assert_eq!(code_said(&key), Some(key));
        for word in ["pumpkin", "draw", "1234", "K7Q", "K7QXX", "KOQX", "7KQX", "", "k7-qx"] {
            assert_eq!(code_said(word), None, "{word}");
        }
    }
}
