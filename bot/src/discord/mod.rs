//! Discord: the only folder that names serenity.
use serenity::utils::token;

use crate::{config::Discord, way::Way};

/// Looks at what is configured for Discord, without reaching for it.
///
/// # Errors
/// When the token cannot be one; the message never holds it.
pub fn check(config: &Discord) -> Result<(), String> {
    let Discord { token } = config;
    match token {
        Some(token) if token::validate(token).is_err() => Err(
            "`discord.token` (DISCORD_TOKEN) is not shaped like a bot token. Copy it whole from the application's Bot page"
                .to_owned(),
        ),
        Some(_) | None => Ok(()),
    }
}

/// Runs the bot on Discord until it is told to stop.
///
/// # Errors
/// Always: this version cannot speak to a chat yet.
pub async fn run(_: Discord, _: Way) -> anyhow::Result<()> {
    anyhow::bail!("this version cannot speak to a chat yet; `draughtsman` alone opens a local room")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_cannot_be_one_is_refused_and_not_repeated() {
        let config = Discord { token: Some("hush".to_owned()) };
        let err = check(&config).unwrap_err();
        assert!(err.contains("DISCORD_TOKEN") && !err.contains("hush"));
        assert_eq!(check(&Discord::default()), Ok(()));
    }
}
