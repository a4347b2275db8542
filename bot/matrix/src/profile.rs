//! The bot's own profile: a name and a picture, unless its host has set others.
use matrix_sdk::Client;

use super::{error::Unsent, words};

/// The project's picture, 256 pixels wide and high.
const PICTURE: &[u8] = include_bytes!("../../../data/icon.png");

/// Sets the name of an account that has none but its id, and the picture of one that has none. The bot works without.
pub(super) async fn complete(client: &Client) {
    if let Err(err) = set(client).await {
        tracing::info!(why = %Unsent::of(&err), "the bot's name and picture aren't set");
    }
}

async fn set(client: &Client) -> matrix_sdk::Result<()> {
    let account = client.account();
    let own = client.user_id().map(|user| user.localpart().to_owned());
    let name = account.get_display_name().await?;
    // A server gives a new account the first part of its id.
    if name.is_none_or(|name| name.is_empty() || Some(name) == own) {
        account.set_display_name(Some(words::NAME)).await?;
    }
    if account.get_avatar_url().await?.is_none() {
        let picture = PICTURE.to_vec();
        if let Ok(kind) = "image/png".parse() {
            account.upload_avatar(&kind, picture).await?;
        }
    }
    Ok(())
}
