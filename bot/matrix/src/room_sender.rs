//! Sends texts, pictures and files to a room, each exactly once.
#[cfg(test)]
mod tests;

use std::{io::Cursor, time::Duration};

use delivery::paint::Painted;
use matrix_sdk::{
    Client, Room,
    ruma::{OwnedEventId, OwnedTransactionId, OwnedUserId},
};
use model::{
    ids::{Chat, MatchId},
    reply::File,
    text::Text,
};
use serde_json::{Value, json};
use service::Service;
use store::Warning;
use tokio::task::JoinHandle;

use super::{
    adapter::{AdapterContext, Handles},
    buttons,
    content::{self, EmbeddedMenu, RoomPlace, Stored, Tone},
    error::Unsent,
    html::{self, Bodies},
    words,
};

/// How often a message waits for the server's limit before it is queued again, and how long.
const WAITS: u32 = 12;
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// An uploaded picture.
pub(super) struct Drawn {
    pub(super) stored: Stored,
    /// Pixels.
    pub(super) width: u32,
    pub(super) height: u32,
}

/// An upload that goes on by itself, and what the server has taken by its end.
pub(super) type PictureUpload = JoinHandle<Result<Vec<Drawn>, Unsent>>;

/// Sends the events of one reply to a room.
#[derive(Clone)]
pub(super) struct RoomSender<'a> {
    pub(super) adapter: &'a AdapterContext,
    pub(super) room: Room,
    pub(super) encrypted: bool,
    /// The prefix of all transaction ids for the reply.
    pub(super) mark: String,
    pub(super) handles: &'a Handles,
}

/// A message of words.
pub(super) struct Message<'a> {
    pub(super) text: &'a Text,
    pub(super) menu: Option<&'a EmbeddedMenu>,
    /// The people it asks.
    pub(super) called: &'a [OwnedUserId],
    /// Whether it answers what its reader did elsewhere.
    pub(super) answers: bool,
    /// The picture of the board beside it.
    pub(super) picture: Option<&'a OwnedEventId>,
    /// A line below the choices.
    pub(super) below: Option<Text>,
}

impl Message<'_> {
    /// Writes it as the contents of one event or more; the first has the menu and the mentions.
    ///
    /// # Errors
    /// If the menu can't be serialised.
    pub(super) fn contents(
        &self,
        handles: &Handles,
        place: &RoomPlace,
    ) -> serde_json::Result<Vec<Value>> {
        let Message { text, menu, called, answers, picture, below } = self;
        let mut rows = vec![(*text).clone()];
        // Don't repeat choices that the text already lists.
        let unsaid = menu.filter(|it| it.menu.listed.is_empty());
        rows.extend(unsaid.map(buttons::choices).into_iter().flatten());
        rows.extend(below.clone());
        let parts = html::messages(&Text::Lines(rows), handles, html::LARGEST);
        let mut contents = Vec::with_capacity(parts.len());
        for (n, part) in parts.iter().enumerate() {
            let called = if n == 0 { *called } else { &[] };
            let mut content = content::words(part, Tone::of(called, n == 0 && *answers));
            content::mention(&mut content, called);
            content::place(&mut content, place);
            if let (0, Some(menu)) = (n, menu) {
                content::carry(&mut content, menu)?;
            }
            if let (0, Some(picture)) = (n, picture) {
                content::name_picture(&mut content, picture);
            }
            contents.push(content);
        }
        Ok(contents)
    }
}

impl Drawn {
    /// Writes it as the content of an event.
    pub(super) fn content(&self, of: Option<MatchId>, place: &RoomPlace) -> Value {
        let Drawn { stored, width, height } = self;
        let mut content = content::image(stored, *width, *height);
        content::mention(&mut content, &[]);
        content::place(&mut content, place);
        if let Some(of) = of {
            content::name_match(&mut content, of);
        }
        content
    }
}

impl RoomSender<'_> {
    /// Sends words. Returns the event that has the menu. With `instead`, edits that earlier event.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn say(
        &self,
        message: Message<'_>,
        place: &RoomPlace,
        instead: Option<&OwnedEventId>,
    ) -> Result<OwnedEventId, Unsent> {
        let contents = message.contents(self.handles, place).map_err(Unsent::never)?;
        let mut contents = contents.into_iter();
        let first = contents.next().unwrap_or_default();
        if let Some(earlier) = instead {
            // An edit is one event; the first part has what matters.
            return self.put(content::replace(first, earlier), "0").await;
        }
        let sent = self.put(first, "0").await?;
        for (n, content) in contents.enumerate() {
            self.put(content, &(n + 1).to_string()).await?;
        }
        Ok(sent)
    }

    /// Sends a picture, the `nth` of its reply.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn show(
        &self,
        (nth, drawn): (usize, &Drawn),
        of: Option<MatchId>,
        place: &RoomPlace,
    ) -> Result<OwnedEventId, Unsent> {
        self.put(drawn.content(of, place), &format!("picture-{nth}")).await
    }

    /// Begins to upload pictures, and goes on although nobody waits any more. Leaves out rejected ones, because the text says the same.
    pub(super) fn put_up(&self, painted: &[Painted]) -> PictureUpload {
        let (client, encrypted) = (self.adapter.client.clone(), self.encrypted);
        let painted = painted.to_vec();
        tokio::spawn(async move {
            let mut drawn = Vec::with_capacity(painted.len());
            for picture in painted {
                let (width, height) = picture.size();
                let Painted { name, alt: _, form, bytes } = picture;
                match store(&client, encrypted, name, form.kind(), bytes).await {
                    Ok(stored) => drawn.push(Drawn { stored, width, height }),
                    Err(Unsent::Refused(why) | Unsent::Never(why)) => {
                        tracing::warn!(why, "the server doesn't take a picture");
                    }
                    Err(later) => return Err(later),
                }
            }
            Ok(drawn)
        })
    }

    /// Sends a file.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn attach(&self, file: &File, place: &RoomPlace) -> Result<(), Unsent> {
        let File { name, body } = file;
        let kind = if name.ends_with(".json") { "application/json" } else { "text/plain" };
        let body = body.clone().into_bytes();
        let stored = store(&self.adapter.client, self.encrypted, name.clone(), kind, body).await?;
        let mut content = content::file(&stored);
        content::mention(&mut content, &[]);
        content::place(&mut content, place);
        self.put(content, "file").await?;
        Ok(())
    }

    /// Sends an event. `part` makes its transaction id unique within the reply.
    async fn put(&self, content: Value, part: &str) -> Result<OwnedEventId, Unsent> {
        let id = OwnedTransactionId::from(format!("{}-{part}", self.mark));
        for _ in 0..WAITS {
            self.adapter.puts_out();
            let sent = self.adapter.send(&self.room, "m.room.message", content.clone(), &id).await;
            match sent {
                // A short wait is kept here, so that what is less urgent doesn't go first.
                Err(Unsent::Later { why, after: Some(after) }) if after <= LONGEST_WAIT => {
                    tracing::info!(why, "the server limits the bot");
                    self.adapter.way.queue.metrics().held_up.of(Chat::Matrix).count();
                    tokio::time::sleep(after).await;
                }
                other => return other,
            }
        }
        self.adapter.send(&self.room, "m.room.message", content, &id).await
    }

    /// Warns once in an unencrypted direct room that it isn't encrypted.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn warn_once(&self) -> Result<(), Unsent> {
        let (place, of) = (self.room.room_id().to_string(), self.room.room_id().to_string());
        let warned = move |service: &mut Service| {
            service.keep(|tx| tx.warned_on(Chat::Matrix, &of, Warning::Open))
        };
        if self.adapter.ask(warned).await?.is_some() {
            return Ok(());
        }
        let mut content = content::notice(&Bodies::of(&words::not_encrypted(), self.handles));
        content::mention(&mut content, &[]);
        self.put(content, "open").await?;
        let today = model::host_clock::now().as_second() / (24 * 60 * 60);
        let keeps = move |service: &mut Service| {
            service.keep(|tx| tx.keep_warning(Chat::Matrix, &place, Warning::Open, today))
        };
        Ok(self.adapter.ask(keeps).await?)
    }
}

/// Uploads a file, encrypted for an encrypted room.
///
/// # Errors
/// If the server rejects it or can't be reached.
async fn store(
    client: &Client,
    encrypted: bool,
    name: String,
    kind: &'static str,
    bytes: Vec<u8>,
) -> Result<Stored, Unsent> {
    let size = bytes.len();
    let source = if encrypted {
        let file = client.upload_encrypted_file(&mut Cursor::new(bytes)).await?;
        ("file", serde_json::to_value(&file).map_err(Unsent::never)?)
    } else {
        let mime = kind.parse().map_err(Unsent::never)?;
        let answer = client.media().upload(&mime, bytes, None).await?;
        ("url", json!(answer.content_uri))
    };
    Ok(Stored { source, name, kind, size })
}
