//! Who may read the figures: those who have the token or, without one, programs and people of this machine alone.
use std::net::SocketAddr;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use config::Operate;
use serving::is_own_name;
use sha2::{Digest as _, Sha256};

use super::words;

/// Where the pages are and what they ask for.
#[derive(Clone)]
pub(super) struct FiguresAccess {
    listen: SocketAddr,
    token: Option<String>,
}

impl FiguresAccess {
    pub(super) fn new(listen: SocketAddr, token: Option<String>) -> FiguresAccess {
        FiguresAccess { listen, token }
    }

    /// Tells whether a request may read the figures.
    ///
    /// # Errors
    /// If it may not; the status and the words for the client.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), (StatusCode, String)> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        match &self.token {
            Some(token) => {
                let said = text(header::AUTHORIZATION).and_then(said_in);
                if said.is_some_and(|said| same(&said, token)) {
                    Ok(())
                } else {
                    Err((StatusCode::UNAUTHORIZED, words::needs_the_token()))
                }
            }
            None if !self.listen.ip().is_loopback() => {
                Err((StatusCode::FORBIDDEN, words::health_alone()))
            }
            None if text(header::HOST).is_some_and(|host| is_own_name(self.listen, host)) => Ok(()),
            None => Err((StatusCode::FORBIDDEN, words::by_another_name())),
        }
    }
}

/// Refuses requests that may not read the figures.
pub(super) async fn figures_only_for_those_who_may(
    State(access): State<FiguresAccess>,
    request: Request,
    next: Next,
) -> Response {
    match access.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err((StatusCode::UNAUTHORIZED, says)) => {
            // A browser asks for a password; any name will do.
            let asks = [(header::WWW_AUTHENTICATE, "Basic realm=\"Draughtsman\"")];
            (StatusCode::UNAUTHORIZED, asks, says).into_response()
        }
        Err(refused) => refused.into_response(),
    }
}

/// Returns the token of an `Authorization`: after `Bearer`, or as the password after `Basic`.
fn said_in(authorization: &str) -> Option<String> {
    let (kind, said) = authorization.split_once(' ')?;
    match kind.to_lowercase().as_str() {
        "bearer" => Some(said.trim().to_owned()),
        "basic" => {
            let pair = String::from_utf8(BASE64_STANDARD.decode(said.trim()).ok()?).ok()?;
            pair.split_once(':').map(|(_, password)| password.to_owned())
        }
        _ => None,
    }
}

/// Compares in a time that tells nothing about where they differ.
fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one) == Sha256::digest(other)
}

/// Says what others can read, if they can reach the pages.
pub fn warning(config: &Operate) -> Option<String> {
    let listen = config.listen.filter(|address| !address.ip().is_loopback())?;
    config.token.is_none().then(|| words::shows_health_alone(listen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(listen: &str, token: Option<&str>, headers: &[(&'static str, &str)]) -> u16 {
        let access = FiguresAccess::new(listen.parse().unwrap(), token.map(str::to_owned));
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        access.check(&map).map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn figures_are_for_this_machine_or_for_those_with_the_token() {
        let (here, anywhere) = ("127.0.0.1:9100", "0.0.0.0:9100");
        let host = ("host", here);
        assert_eq!(may(here, None, &[host]), 200);
        assert_eq!(may(here, None, &[("host", "evil.example:9100")]), 403);
        assert_eq!(may(here, None, &[]), 403);
        assert_eq!(may(anywhere, None, &[host]), 403, "anybody can say so");
        let token = Some("correct-horse-battery");
        for listen in [here, anywhere] {
            assert_eq!(may(listen, token, &[host]), 401);
            for (authorization, expected) in [
                ("Bearer correct-horse-battery", 200),
                ("bearer correct-horse-batterx", 401),
                ("Basic cHJvbTpjb3JyZWN0LWhvcnNlLWJhdHRlcnk=", 200),
                ("Basic cHJvbTp4", 401),
                ("Basic ???", 401),
                ("correct-horse-battery", 401),
            ] {
                let found = may(listen, token, &[("authorization", authorization)]);
                assert_eq!(found, expected, "{authorization}");
            }
        }
    }

    #[test]
    fn a_host_is_warned_of_pages_that_others_can_reach() {
        let at = |listen: &str, token: Option<&str>| {
            let (listen, token) = (Some(listen.parse().unwrap()), token.map(str::to_owned));
            warning(&Operate { listen, token })
        };
        assert_eq!(at("127.0.0.1:9100", None), None);
        assert_eq!(at("0.0.0.0:9100", Some("correct-horse-battery")), None);
        assert!(at("0.0.0.0:9100", None).unwrap().contains("operate.token"));
        assert_eq!(warning(&Operate::default()), None);
    }
}
