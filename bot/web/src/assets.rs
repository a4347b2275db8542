//! Static files of the pages. They are compiled in, and their ETags are hashes of their content.
use axum::{
    Router,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use sha2::{Digest, Sha256};

/// A static file.
struct Asset {
    name: &'static str,
    kind: &'static str,
    body: &'static str,
}

const ASSETS: &[Asset] = &[
    Asset {
        name: "style.css",
        kind: "text/css; charset=utf-8",
        body: include_str!("../../../data/web/style.css"),
    },
    Asset {
        name: "board.js",
        kind: "text/javascript; charset=utf-8",
        body: include_str!("../../../data/web/board.js"),
    },
    Asset {
        name: "dice.js",
        kind: "text/javascript; charset=utf-8",
        body: include_str!("../../../data/web/dice.js"),
    },
    Asset {
        name: "icon.svg",
        kind: "image/svg+xml",
        body: include_str!("../../../data/web/icon.svg"),
    },
    Asset {
        name: "waiting.svg",
        kind: "image/svg+xml",
        body: include_str!("../../../data/web/waiting.svg"),
    },
];

/// The folder of these files. They hold no secret and are the same for everybody, so no token guards them.
const FOLDER: &str = "/web";

/// Returns what is sent of a file: comments and the beginnings of lines say nothing to a browser.
fn sent(body: &str) -> String {
    let lines = body.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the routes of these files.
pub(super) fn routes() -> Router {
    ASSETS.iter().fold(Router::new(), |router, asset| {
        let body = sent(asset.body);
        let tag = tag(body.as_bytes());
        let answer = move |headers: HeaderMap| {
            let answer = tagged(&headers, &tag, || (asset.kind, body.as_bytes().to_vec()));
            async move { answer }
        };
        router.route(&format!("{FOLDER}/{}", asset.name), get(answer))
    })
}

/// Returns the ETag of some bytes.
pub(super) fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&Sha256::digest(bytes)[..12]))
}

/// Returns whether the browser already has the content with this ETag.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    known.filter_map(|value| value.to_str().ok()).any(|tags| tags.split(", ").any(|it| it == tag))
}

/// Responds with content, or with 304 if the browser already has it.
pub(super) fn tagged(
    headers: &HeaderMap,
    tag: &str,
    body: impl FnOnce() -> (&'static str, Vec<u8>),
) -> Response {
    let mut response = if is_known(headers, tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (kind, bytes) = body();
        ([(header::CONTENT_TYPE, kind)], bytes).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_page_is_small() {
        let scripts = ASSETS.iter().filter(|it| it.name.ends_with(".js"));
        let sizes: Vec<usize> = scripts.map(|script| sent(script.body).len()).collect();
        assert!(!sizes.is_empty() && sizes.iter().all(|size| *size < 40_000), "{sizes:?}");
    }

    #[test]
    fn only_what_says_nothing_is_left_out() {
        assert_eq!(sent("a(\"//\");\n  // Why.\n  b(); // so\n"), "a(\"//\");\nb(); // so\n");
    }
}
