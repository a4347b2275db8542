//! Files of text, whatever program wrote them.
use encoding_rs::{Encoding, WINDOWS_1252};

/// Reads a file as text: by the mark that it begins with, or else as UTF-8, or else as the 8-bit letters of Western Europe, which older
/// programs write. Returns nothing for what isn't text.
pub fn read(bytes: Vec<u8>) -> Option<String> {
    let text = match Encoding::for_bom(&bytes) {
        Some((marked, _)) => marked.decode(&bytes).0.into_owned(),
        None => String::from_utf8(bytes)
            .unwrap_or_else(|odd| WINDOWS_1252.decode(odd.as_bytes()).0.into_owned()),
    };
    // A file of some old systems ends with this sign.
    let text = text.trim_end_matches('\u{1a}');
    let is_odd = |letter: char| letter.is_control() && !letter.is_whitespace();
    (!text.contains(is_odd)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn text_is_read_in_every_common_encoding_and_nothing_else_is() {
        let wanted = Some("[White \"José\"]\r\n1. 11-15".to_owned());
        let text = wanted.clone().unwrap();
        let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        let marked = |mark: &[u8], rest: Vec<u8>| [mark.to_vec(), rest].concat();
        assert_eq!(read(text.clone().into_bytes()), wanted);
        assert_eq!(read(marked(b"\xef\xbb\xbf", text.clone().into_bytes())), wanted);
        assert_eq!(read(marked(b"\xff\xfe", utf16(u16::to_le_bytes))), wanted);
        assert_eq!(read(marked(b"\xfe\xff", utf16(u16::to_be_bytes))), wanted);
        let narrow: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        assert_eq!(read(narrow.clone()), wanted);
        assert_eq!(read(marked(&narrow, vec![0x1a])), wanted, "as DOS ends a file");
        for other in
            [&b"\x89PNG\r\n\x1a\n\0"[..], b"GIF89a\x01\0", b"PK\x03\x04", b"\x1f\x8b\x08\0"]
        {
            assert_eq!(read(other.to_vec()), None, "{other:?}");
        }
    }
}
