//! The browser that asks: a key in the room's only cookie, which it gets when somebody there first takes a name.
use axum::http::{HeaderMap, HeaderValue, header};

/// How many seconds a browser keeps its key: the longest that browsers allow.
const KEPT: u32 = 400 * 86_400;

/// Its name: the same for every room, so that a browser keeps its key when the room moves to another port.
const NAME: &str = "draughtsman";

/// The cookie of a room.
pub(super) struct KeyCookie {
    path: String,
}

impl KeyCookie {
    /// Returns the cookie of the room below `base`, which is empty or a folder.
    pub(super) fn of(base: &str) -> KeyCookie {
        KeyCookie { path: if base.is_empty() { "/" } else { base }.to_owned() }
    }

    /// Reads the browser's key from a request.
    pub(super) fn key(headers: &HeaderMap) -> Option<String> {
        let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut each =
            sent.flat_map(|it| it.split(';')).filter_map(|part| part.trim().split_once('='));
        let is_key =
            |value: &str| value.len() == 32 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        each.find(|(name, value)| *name == NAME && is_key(value)).map(|it| it.1.to_owned())
    }

    /// Writes the header that gives a browser its key. No script of a page reads it, and no other site sends it.
    pub(super) fn header(&self, key: &str) -> Option<HeaderValue> {
        let path = &self.path;
        let text = format!("{NAME}={key}; Path={path}; Max-Age={KEPT}; HttpOnly; SameSite=Lax");
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_given_and_nothing_else_is_a_key() {
        let cookie = KeyCookie::of("/word");
        let key = "0123456789abcdef".repeat(2);
        let given = cookie.header(&key).unwrap();
        let given = given.to_str().unwrap();
        assert!(given.contains("Path=/word;") && given.contains("HttpOnly"), "{given}");
        let read = |sent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, sent.parse().unwrap());
            KeyCookie::key(&headers)
        };
        let own = given.split(';').next().unwrap();
        assert_eq!(read(own), Some(key.clone()));
        assert_eq!(read(&format!("a=b; draughtsman=x; {own}; c=d")), Some(key.clone()));
        for other in ["", "draughtsman=", "draughtsman=short", &format!("other={key}")] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
