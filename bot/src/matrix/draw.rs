//! Paints what a message promised, and puts it on the server.
use super::{
    content::Stored,
    send::{Hall, Unsent},
};
use crate::{
    paint::{Painted, paint},
    reply::Reply,
};

/// A picture on the server.
pub(super) struct Drawn {
    pub(super) stored: Stored,
    /// Pixels.
    pub(super) width: u32,
    pub(super) height: u32,
    /// What it shows, in words.
    pub(super) alt: String,
}

impl Hall<'_> {
    /// Paints what a reply promised and puts it on the server; what the server does not take is left out, for the words say all of it.
    pub(super) async fn draw(&self, reply: &Reply) -> Result<Vec<Drawn>, Unsent> {
        let way = &self.side.way;
        let (painted, _) = paint(&way.queue, &way.painter, reply).await?;
        let mut drawn = Vec::with_capacity(painted.len());
        for it in painted {
            let (width, height) = it.size();
            let Painted { name, alt, form, bytes } = it;
            match self.store(name, form.kind(), bytes).await {
                Ok(stored) => drawn.push(Drawn { stored, width, height, alt }),
                Err(Unsent::Refused(why) | Unsent::Never(why)) => {
                    tracing::warn!(why, "the server does not take a picture");
                }
                Err(later) => return Err(later),
            }
        }
        Ok(drawn)
    }
}
