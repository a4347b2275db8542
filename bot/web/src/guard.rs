//! Sets security headers, and refuses requests from other sites.
use std::net::SocketAddr;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serving::is_own_name;

use super::words;

/// The content security policy: own resources only, no inline scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Forms need a referrer, so that their origin can be checked.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Tells nginx to pass an answer on as it comes. By default it collects some kilobytes first, and an event has few bytes.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Adds the security headers to a response, and what a stream of events needs behind a proxy.
pub(super) async fn strict(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        response.headers_mut().insert(UNBUFFERED, HeaderValue::from_static("no"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests from pages of other sites: a browser lets them send requests to this machine.
pub(super) async fn own_pages_only(
    State(listen): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if is_own(listen, request.method(), request.uri(), request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, words::from_another_site()).into_response()
    }
}

fn is_own(listen: SocketAddr, method: &Method, uri: &Uri, headers: &HeaderMap) -> bool {
    let (Ok(host), Ok(origin), Ok(site)) =
        (only(headers, "host"), only(headers, "origin"), only(headers, "sec-fetch-site"))
    else {
        return false;
    };
    let Some(host) = host.or(uri.host()) else { return false };
    if listen.ip().is_loopback() && !is_own_name(listen, host) {
        return false;
    }
    let navigates = *method == Method::GET
        && headers
            .get("sec-fetch-mode")
            .is_some_and(|it| it == HeaderValue::from_static("navigate"));
    let from_here = match origin {
        Some(origin) => origin.split_once("://").is_some_and(|(_, it)| it == host),
        None => true,
    };
    from_here && (navigates || matches!(site, None | Some("same-origin" | "none")))
}

/// Returns a header that may stand once.
///
/// # Errors
/// If it stands several times, or isn't plain text; browsers send no such thing.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(drop),
        (Some(_), Some(_)) => Err(()),
    }
}

/// Tells whether a form may have been sent by a page of ours. A page whose address nobody else knows needs no more.
pub(super) fn is_from_here(headers: &HeaderMap) -> bool {
    matches!(only(headers, "sec-fetch-site"), Ok(None | Some("same-origin" | "none")))
}

/// Tells whether a page was opened from a page of ours, as after a form was sent.
pub(super) fn leads_on(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin",
        // An old browser. Our pages let it name them only to themselves.
        None => {
            let from = text("referer").and_then(|it| it.split_once("://"));
            let from = from.map(|(_, host)| host.split('/').next().unwrap_or_default());
            from.is_some() && from == text("host")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(listen: &str, method: Method, headers: &[(&'static str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        is_own(listen.parse().unwrap(), &method, &Uri::from_static("/say"), &map)
    }

    #[test]
    fn another_site_cannot_speak_in_the_room() {
        let here = "127.0.0.1:8017";
        let host = ("host", here);
        let post =
            |also: &[(&'static str, &str)]| own(here, Method::POST, &[&[host], also].concat());
        assert!(post(&[]));
        assert!(post(&[("origin", "http://127.0.0.1:8017"), ("sec-fetch-site", "same-origin")]));
        assert!(!post(&[("origin", "https://example.org")]));
        assert!(!post(&[("origin", "null")]));
        assert!(!post(&[("origin", "http://127.0.0.1:8017"), ("origin", "https://example.org")]));
        assert!(!post(&[("sec-fetch-site", "sam\u{e9}-origin")]));
        assert!(!post(&[("sec-fetch-site", "cross-site")]));
        assert!(!post(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        let get = |also: &[(&'static str, &str)]| own(here, Method::GET, &[&[host], also].concat());
        assert!(get(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(!get(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
    }

    #[test]
    fn only_a_page_of_ours_leads_on_to_another() {
        let leads = |headers: &[(&'static str, &str)]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.insert(*name, value.parse().unwrap());
            }
            leads_on(&map)
        };
        let host = ("host", "127.0.0.1:8017");
        assert!(leads(&[host, ("sec-fetch-site", "same-origin")]));
        assert!(leads(&[host, ("referer", "http://127.0.0.1:8017/?name=ann")]));
        for other in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-site", "none"),
            ("referer", "https://evil.example/127.0.0.1:8017"),
            ("referer", "127.0.0.1:8017"),
        ] {
            assert!(!leads(&[host, other]), "{other:?}");
        }
        assert!(!leads(&[host]) && !leads(&[]));
    }

    #[test]
    fn a_name_that_leads_here_is_not_enough() {
        let get = |host: &str| own("127.0.0.1:8017", Method::GET, &[("host", host)]);
        assert!(get("localhost:8017") && get("127.0.0.1:8017"));
        assert!(!get("evil.example:8017") && !get("127.0.0.1:8018"));
        assert!(own("192.0.2.1:8017", Method::GET, &[("host", "games.example")]));
    }
}
