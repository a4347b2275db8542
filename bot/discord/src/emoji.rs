//! The application's emoji: drawings beside the words of buttons and menus. They work wherever the
//! bot's messages do. Each is uploaded once; its name ends with a hash of the drawing, so a drawing
//! that has changed is uploaded again. Without them, messages have words alone.
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::id::{ApplicationId, EmojiId},
};
use sha2::{Digest as _, Sha256};
use store::peers::Peers;

use super::{
    error::DiscordError,
    rest_client::{Again, Call, RequestBody, RestClient},
};

/// The length, in bytes, of the hash in a name.
const HASHED: usize = 4;

/// The uploaded emoji, by the name of their drawing.
pub(super) type UploadedEmoji = BTreeMap<&'static str, Emoji>;

/// An emoji of the application.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Emoji {
    pub(super) id: EmojiId,
    pub(super) name: String,
}

/// Discord's list of an application's emoji.
#[derive(Deserialize)]
struct EmojiList {
    items: Vec<Emoji>,
}

/// The emoji that messages use.
#[derive(Default)]
pub(super) struct BotEmoji(Mutex<Arc<UploadedEmoji>>);

impl BotEmoji {
    /// Returns those that are uploaded.
    pub(super) fn uploaded(&self) -> Arc<UploadedEmoji> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses none any more, because Discord refused one: someone may have deleted it.
    pub(super) fn forget(&self) {
        self.learn(UploadedEmoji::new());
    }

    /// Uploads the drawings that Discord doesn't have yet, deletes outdated ones, and uses
    /// them. If one can't be uploaded, it is tried again at the next start. Processes that start together
    /// do it one after the other, so that each finds what the one before has uploaded.
    pub(super) async fn keep_uploaded(
        &self,
        rest: &RestClient,
        peers: &Peers,
        application: ApplicationId,
    ) {
        let kept = peers.upload_turn(self.compare_and_upload(rest, application)).await;
        if let Err(err) = kept {
            tracing::warn!(%err, "buttons have no drawings: emoji can't be listed");
        }
    }

    /// # Errors
    /// If Discord doesn't say which emoji it has.
    async fn compare_and_upload(
        &self,
        rest: &RestClient,
        application: ApplicationId,
    ) -> Result<(), DiscordError> {
        let mut list = listed(rest, application).await?;
        let drawn = tokio::task::spawn_blocking(drawings).await.unwrap_or_default();
        let mut uploaded = UploadedEmoji::new();
        let mut refused = None;
        for EmojiPicture { sign, name, bytes } in drawn {
            let found = |list: &[Emoji]| list.iter().find(|emoji| emoji.name == name).cloned();
            let emoji = match found(&list) {
                Some(emoji) => Ok(emoji),
                None if refused.is_some() => continue,
                None => match upload(rest, application, &name, &bytes).await {
                    Ok(emoji) => Ok(emoji),
                    // Discord may have it by now: from another program with the same token, or because
                    // the answer to an earlier attempt was lost.
                    Err(err) => {
                        list = listed(rest, application).await.unwrap_or(list);
                        found(&list).ok_or(err)
                    }
                },
            };
            match emoji {
                Ok(emoji) => {
                    uploaded.insert(sign, emoji);
                }
                Err(err) => refused = Some(err),
            }
        }
        if let Some(err) = refused {
            tracing::warn!(%err, "some buttons have no drawings: an emoji can't be uploaded");
        }
        self.learn(uploaded.clone());
        for (sign, new) in &uploaded {
            let is_old = |emoji: &&Emoji| emoji.name != new.name && is_of(sign, &emoji.name);
            for old in list.iter().filter(is_old) {
                delete(rest, application, old).await;
            }
        }
        Ok(())
    }

    fn learn(&self, uploaded: UploadedEmoji) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(uploaded);
    }
}

async fn listed(rest: &RestClient, application: ApplicationId) -> Result<Vec<Emoji>, DiscordError> {
    let list: EmojiList = rest.ask(&Call::get(all(application))).await?;
    Ok(list.items)
}

async fn upload(
    rest: &RestClient,
    application: ApplicationId,
    name: &str,
    png: &[u8],
) -> Result<Emoji, DiscordError> {
    let image = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png));
    let body = RequestBody::Json(json!({ "name": name, "image": image }));
    // A second upload of the same name is refused, so nothing is there twice.
    rest.ask(&Call::post(all(application), body, Again::Harmless)).await
}

async fn delete(rest: &RestClient, application_id: ApplicationId, old: &Emoji) {
    let route = Route::Emoji { application_id, emoji_id: old.id };
    if let Err(err) = rest.tell(&Call::delete(route)).await {
        tracing::info!(%err, "an outdated emoji can't be deleted");
    }
}

fn all(application_id: ApplicationId) -> Route<'static> {
    Route::Emojis { application_id }
}

/// A drawing, and what it is called on Discord.
struct EmojiPicture {
    sign: &'static str,
    name: String,
    bytes: Vec<u8>,
}

fn drawings() -> Vec<EmojiPicture> {
    let drawing = |sign: &'static str| {
        let bytes = render::emoji(sign)?;
        let hash = hex::encode(&Sha256::digest(&bytes)[..HASHED]);
        Some(EmojiPicture { sign, name: format!("{}_{hash}", stem(sign)), bytes })
    };
    render::emoji_names().filter_map(drawing).collect()
}

/// Returns a drawing's name as Discord allows it.
fn stem(sign: &str) -> String {
    sign.replace('-', "_")
}

/// Tells whether an emoji shows this drawing, of now or of an earlier version.
fn is_of(sign: &str, name: &str) -> bool {
    let hash = name.strip_prefix(&stem(sign)).and_then(|it| it.strip_prefix('_'));
    hash.is_some_and(|hash| {
        hash.len() == 2 * HASHED && hash.bytes().all(|it| it.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_discord_and_say_what_is_drawn() {
        for EmojiPicture { sign, name, bytes } in drawings() {
            assert!((2..=32).contains(&name.len()), "{name}");
            assert!(
                name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
                "{name}"
            );
            assert!(is_of(sign, &name) && bytes.len() < 256 * 1024);
        }
        assert!(!is_of("die-1", "die_10_00000000") && !is_of("man-dark", "man_dark"));
    }
}
