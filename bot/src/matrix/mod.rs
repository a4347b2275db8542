//! Matrix: the only folder that names matrix-sdk.
use matrix_sdk::{reqwest::Url, ruma::UserId};

use crate::{config::Matrix, way::Way};

/// Looks at what is configured for Matrix, without reaching for it.
///
/// # Errors
/// When a key is missing or cannot be what it should; the message names the key and never holds the password.
pub fn check(config: &Matrix) -> Result<(), String> {
    let Matrix { homeserver, user, password } = config;
    let Some(homeserver) = homeserver else {
        let lone = user.is_some() || password.is_some();
        return if lone { Err("`matrix.homeserver` is missing".to_owned()) } else { Ok(()) };
    };
    Url::parse(homeserver).map_err(|err| {
        format!("`matrix.homeserver` is no address such as `https://example.org`: {err}")
    })?;
    let user = user
        .as_ref()
        .ok_or("`matrix.user` is missing: the bot's own id, such as `@bot:example.org`")?;
    UserId::parse(user)
        .map_err(|err| format!("`matrix.user` is no id such as `@bot:example.org`: {err}"))?;
    password.as_ref().map(|_| ()).ok_or_else(|| "`matrix.password` is missing".to_owned())
}

/// Runs the bot on Matrix until it is told to stop.
///
/// # Errors
/// Always: this version cannot speak to a chat yet.
pub async fn run(_: Matrix, _: Way) -> anyhow::Result<()> {
    anyhow::bail!("this version cannot speak to a chat yet; `draughtsman` alone opens a local room")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(homeserver: &str, user: &str, password: &str) -> Matrix {
        let some = |it: &str| (!it.is_empty()).then(|| it.to_owned());
        Matrix { homeserver: some(homeserver), user: some(user), password: some(password) }
    }

    #[test]
    fn what_is_missing_or_odd_is_named() {
        for (odd, key) in [
            (config("example", "@b:example.org", "x"), "matrix.homeserver"),
            (config("", "@b:example.org", ""), "matrix.homeserver"),
            (config("https://example.org", "", "x"), "matrix.user"),
            (config("https://example.org", "bot", "x"), "matrix.user"),
            (config("https://example.org", "@b:example.org", ""), "matrix.password"),
        ] {
            assert!(check(&odd).unwrap_err().contains(key));
        }
        assert_eq!(check(&config("https://example.org", "@b:example.org", "x")), Ok(()));
        assert_eq!(check(&Matrix::default()), Ok(()));
    }
}
