//! Draws what a message promised, and puts it on the server.
use render::Theme;

use super::{
    content::Stored,
    send::{Hall, Unsent},
};
use crate::{reply::Picture, service::Drawing};

/// A picture on the server.
pub(super) struct Drawn {
    pub(super) stored: Stored,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The moving picture that goes with it.
    pub(super) film: Option<Box<Drawn>>,
}

/// Reads the size off the head of a PNG, in pixels.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| {
        let bytes = png.get(at..at + 4).and_then(|it| it.try_into().ok()).unwrap_or_default();
        u32::from_be_bytes(bytes)
    };
    (number(16), number(20))
}

/// Reads the size off the head of a GIF, in pixels.
fn film_size(gif: &[u8]) -> (u32, u32) {
    let number = |at: usize| {
        let bytes = gif.get(at..at + 2).and_then(|it| it.try_into().ok()).unwrap_or_default();
        u32::from(u16::from_le_bytes(bytes))
    };
    (number(6), number(8))
}

impl Hall<'_> {
    /// Draws a picture and puts it on the server; nothing where the server takes no such file, for the words say all of it.
    pub(super) async fn draw(&self, picture: &Picture) -> Result<Option<Drawn>, Unsent> {
        let promised = picture.clone();
        let drawing = self.side.ask(move |desk| desk.drawing(&promised)).await?;
        let Drawing { scene, theme, name, reel } = drawing;
        let theme = Theme::named(&theme).unwrap_or_default();
        let painter = self.side.way.painter.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            (painter.png(&scene, theme), reel.map(|reel| painter.gif(&reel, theme)))
        });
        let (png, gif) = drawn.await.map_err(|err| Unsent::Never(err.to_string()))?;
        let (width, height) = size(&png);
        let moving = name.trim_end_matches(".png").to_owned() + ".gif";
        let Some(stored) = self.store_image(name, "image/png", png).await? else { return Ok(None) };
        let film = match gif {
            Some(gif) => {
                let (width, height) = film_size(&gif);
                let stored = self.store_image(moving, "image/gif", gif).await?;
                stored.map(|stored| Box::new(Drawn { stored, width, height, film: None }))
            }
            None => None,
        };
        Ok(Some(Drawn { stored, width, height, film }))
    }

    /// Puts a picture on the server; nothing where it takes no such file.
    async fn store_image(
        &self,
        name: String,
        kind: &'static str,
        bytes: Vec<u8>,
    ) -> Result<Option<Stored>, Unsent> {
        match self.store(name, kind, bytes).await {
            Ok(stored) => Ok(Some(stored)),
            Err(Unsent::Refused(why) | Unsent::Never(why)) => {
                tracing::warn!(why, "the server does not take a picture");
                Ok(None)
            }
            Err(later) => Err(later),
        }
    }
}
