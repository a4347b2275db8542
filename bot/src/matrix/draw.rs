//! Paints what a message promised, and puts it on the server.
use super::{content::Stored, hall::Hall, trouble::Unsent};
use crate::{
    paint::{Painted, paint, paint_drawing},
    reply::Reply,
    service::{Closed, Drawing},
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
    /// Paints what a reply promised and puts it on the server. What cannot be drawn, or the server does not take, is left out: the words
    /// say all of it.
    ///
    /// # Errors
    /// When the server cannot be reached, or the service has closed.
    pub(super) async fn draw(&self, reply: &Reply) -> Result<Vec<Drawn>, Unsent> {
        let way = &self.side.way;
        match paint(&way.queue, &way.painter, reply).await {
            Ok((painted, _)) => self.put_up(painted).await,
            Err(err) if err.is::<Closed>() => Err(Unsent::offline(err)),
            Err(err) => {
                tracing::error!(err = format!("{err:#}"), "a picture cannot be drawn");
                Ok(Vec::new())
            }
        }
    }

    /// Does the same for a drawing that is there already.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub(super) async fn draw_from(
        &self,
        reply: &Reply,
        drawing: Option<Result<Drawing, String>>,
    ) -> Result<Vec<Drawn>, Unsent> {
        let painted = match drawing.transpose() {
            Ok(drawing) => paint_drawing(&self.side.way.painter, drawing, reply).await,
            Err(why) => Err(anyhow::anyhow!(why)),
        };
        match painted {
            Ok((painted, _)) => self.put_up(painted).await,
            Err(err) => {
                tracing::error!(err = format!("{err:#}"), "a picture cannot be drawn");
                Ok(Vec::new())
            }
        }
    }

    async fn put_up(&self, painted: Vec<Painted>) -> Result<Vec<Drawn>, Unsent> {
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
