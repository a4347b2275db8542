//! The browser that asks: a key in the room's only cookie, which it gets when somebody there first takes a name.
use std::net::SocketAddr;

use axum::http::{HeaderMap, HeaderValue, header};

/// How many seconds a browser keeps its key: the longest that browsers allow.
const KEPT: u32 = 400 * 86_400;

/// The cookie of a room.
pub(super) struct KeyCookie {
    name: String,
    path: String,
}

impl KeyCookie {
    /// Names the cookie of the room below `base`. Rooms at other ports of the same machine have others.
    pub(super) fn of(listen: SocketAddr, base: &str) -> KeyCookie {
        let path = if base.is_empty() { "/" } else { base };
        KeyCookie { name: format!("draughtsman-{}", listen.port()), path: path.to_owned() }
    }

    /// Reads the browser's key from a request.
    pub(super) fn key(&self, headers: &HeaderMap) -> Option<String> {
        let sent = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut each = sent.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
        let is_key = |it: &str| it.len() == 32 && it.bytes().all(|byte| byte.is_ascii_hexdigit());
        each.find(|(name, value)| *name == self.name && is_key(value)).map(|it| it.1.to_owned())
    }

    /// Writes the header that gives a browser its key. No script of a page reads it, and no other site sends it.
    pub(super) fn header(&self, key: &str) -> Option<HeaderValue> {
        let KeyCookie { name, path } = self;
        let text =
            format!("{name}={key}; Path={path}; Max-Age={KEPT}; HttpOnly; SameSite=Lax");
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_given_and_nothing_else_is_a_key() {
        let cookie = KeyCookie::of("127.0.0.1:8017".parse().unwrap(), "/word");
        let key = "0123456789abcdef".repeat(2);
        let given = cookie.header(&key).unwrap();
        let given = given.to_str().unwrap();
        assert!(given.contains("Path=/word;") && given.contains("HttpOnly"), "{given}");
        let read = |sent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, sent.parse().unwrap());
            cookie.key(&headers)
        };
        let own = given.split(';').next().unwrap();
        assert_eq!(read(own), Some(key.clone()));
        assert_eq!(read(&format!("a=b; draughtsman-8017=x; {own}; c=d")), Some(key.clone()));
        for other in ["", "draughtsman-8017=", "draughtsman-8017=short", &format!("draughtsman-9={key}")] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
