//! Sends texts, pictures and files to a room, each exactly once.
use std::io::Cursor;

use delivery::paint::Painted;
use matrix_sdk::{
    Room,
    ruma::{OwnedEventId, OwnedTransactionId, OwnedUserId},
};
use maud::html;
use model::{ids::Chat, reply::File, text::Text};
use serde_json::{Value, json};
use service::Service;
use store::Warning;

use super::{
    adapter::{AdapterContext, Handles},
    buttons,
    content::{self, EmbeddedMenu, RoomPlace, Stored},
    error::Unsent,
    html::{self, Bodies},
    words,
};

/// An uploaded picture.
pub(super) struct Drawn {
    stored: Stored,
    /// Pixels.
    width: u32,
    height: u32,
    /// The alt text.
    alt: String,
}

/// Sends the events of one reply to a room.
pub(super) struct RoomSender<'a> {
    pub(super) adapter: &'a AdapterContext,
    pub(super) room: Room,
    pub(super) encrypted: bool,
    /// The prefix of all transaction ids for the reply.
    pub(super) mark: String,
    pub(super) handles: &'a Handles,
}

impl RoomSender<'_> {
    /// Sends a text with its pictures and choices. Returns the event that has the menu. With
    /// `instead`, edits that earlier event.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn say(
        &self,
        text: &Text,
        drawn: Vec<Drawn>,
        menu: Option<&EmbeddedMenu>,
        called: &[OwnedUserId],
        place: &RoomPlace,
        instead: Option<&OwnedEventId>,
    ) -> Result<OwnedEventId, Unsent> {
        let mut rows = vec![text.clone()];
        // Don't repeat choices that the text already lists.
        let unsaid = menu.filter(|it| it.menu.listed.is_empty());
        rows.extend(unsaid.map(buttons::choices).into_iter().flatten());
        let text = Text::Lines(rows);
        let mut parts = html::messages(&text, self.handles, html::LARGEST).into_iter();
        let mut first = parts.next().unwrap_or_default();
        let mut drawn = drawn.into_iter();
        let mut content = match drawn.next() {
            Some(Drawn { stored, width, height, alt }) => {
                describe(&mut first, &alt);
                content::image(&stored, width, height, &first)
            }
            None => content::notice(&first),
        };
        content::mention(&mut content, called);
        content::place(&mut content, place);
        if let Some(menu) = menu {
            content::carry(&mut content, menu).map_err(Unsent::never)?;
        }
        if let Some(earlier) = instead {
            // An edit is one event; the text has everything.
            return self.put(content::replace(content, earlier), "0").await;
        }
        let sent = self.put(content, "0").await?;
        for (n, Drawn { stored, width, height, alt }) in drawn.enumerate() {
            let html = html::lines(&alt).into_string();
            let mut content = content::image(&stored, width, height, &Bodies { plain: alt, html });
            content::mention(&mut content, &[]);
            content::place(&mut content, place);
            self.put(content, &format!("picture-{}", n + 1)).await?;
        }
        for (n, part) in parts.enumerate() {
            let mut content = content::notice(&part);
            content::mention(&mut content, &[]);
            content::place(&mut content, place);
            self.put(content, &(n + 1).to_string()).await?;
        }
        Ok(sent)
    }

    /// Uploads pictures. Leaves out rejected ones, because the text says the same.
    ///
    /// # Errors
    /// If the server can't be reached.
    pub(super) async fn put_up(&self, painted: &[Painted]) -> Result<Vec<Drawn>, Unsent> {
        let mut drawn = Vec::with_capacity(painted.len());
        for picture in painted {
            let (width, height) = picture.size();
            let Painted { name, alt, form, bytes } = picture;
            match self.store(name.clone(), form.kind(), bytes.clone()).await {
                Ok(stored) => drawn.push(Drawn { stored, width, height, alt: alt.clone() }),
                Err(Unsent::Refused(why) | Unsent::Never(why)) => {
                    tracing::warn!(why, "the server doesn't take a picture");
                }
                Err(later) => return Err(later),
            }
        }
        Ok(drawn)
    }

    /// Sends a file.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn attach(&self, file: &File, place: &RoomPlace) -> Result<(), Unsent> {
        let File { name, body } = file;
        let kind = if name.ends_with(".json") { "application/json" } else { "text/plain" };
        let stored = self.store(name.clone(), kind, body.clone().into_bytes()).await?;
        let mut content = content::file(&stored);
        content::mention(&mut content, &[]);
        content::place(&mut content, place);
        self.put(content, "file").await?;
        Ok(())
    }

    /// Sends an event. `part` makes its transaction id unique within the reply.
    async fn put(&self, content: Value, part: &str) -> Result<OwnedEventId, Unsent> {
        let id = OwnedTransactionId::from(format!("{}-{part}", self.mark));
        let sent = self.room.send_raw("m.room.message", content).with_transaction_id(&id).await?;
        Ok(sent.response.event_id)
    }

    /// Uploads a file, encrypted for an encrypted room.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn store(
        &self,
        name: String,
        kind: &'static str,
        bytes: Vec<u8>,
    ) -> Result<Stored, Unsent> {
        let size = bytes.len();
        let client = &self.adapter.client;
        let source = if self.encrypted {
            let file = client.upload_encrypted_file(&mut Cursor::new(bytes)).await?;
            ("file", serde_json::to_value(&file).map_err(Unsent::never)?)
        } else {
            let mime = kind.parse().map_err(Unsent::never)?;
            let answer = client.media().upload(&mime, bytes, None).await?;
            ("url", json!(answer.content_uri))
        };
        Ok(Stored { source, name, kind, size })
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
        let today = jiff::Timestamp::now().as_second() / (24 * 60 * 60);
        let keeps = move |service: &mut Service| {
            service.keep(|tx| tx.keep_warning(Chat::Matrix, &place, Warning::Open, today))
        };
        Ok(self.adapter.ask(keeps).await?)
    }
}

/// Adds the alt text of a picture to its caption, collapsed if possible, unless it is already
/// there.
fn describe(caption: &mut Bodies, alt: &str) {
    if alt.is_empty() || caption.plain.contains(alt) {
        return;
    }
    caption.plain.push('\n');
    caption.plain.push_str(alt);
    let folded = html! { details { summary { (words::BOARD_IN_WORDS) } (html::lines(alt)) } };
    caption.html.push_str(&folded.into_string());
}
