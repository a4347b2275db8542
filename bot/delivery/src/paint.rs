//! Draws what a reply promised: the board, its film, a chart or an example.
pub mod words;

use std::{
    num::NonZero,
    sync::{Arc, LazyLock},
    thread::available_parallelism,
};

use content::examples;
use engine::scene::{self, Reel, Scene};
use model::reply::{Begins, Menu, Reply, Sheet, SheetContent};
use render::{Painter, Theme};
use service::{Drawing, Queue};
use tokio::{
    sync::Semaphore,
    task::{JoinError, spawn_blocking},
};

/// A picture to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    /// Valid as a file name.
    pub name: String,
    /// The alt text.
    pub alt: String,
    pub form: Form,
    pub bytes: Vec<u8>,
}

/// The film of a board's last step, drawn after its board.
#[derive(Clone)]
pub struct StepFilm {
    reel: Reel,
    /// The name of a theme; empty for the default.
    theme: String,
    /// The name of the board's file.
    board: String,
}

impl StepFilm {
    /// Takes the film out of a drawing, so that the board doesn't wait for it.
    pub fn taken_from(drawing: &mut Drawing) -> Option<StepFilm> {
        let (theme, board) = (drawing.theme.clone(), drawing.name.clone());
        drawing.reel.take().map(|reel| StepFilm { reel, theme, board })
    }

    /// Draws it.
    ///
    /// # Errors
    /// If drawing panicked.
    pub async fn drawn(self, painter: Arc<Painter>) -> Result<Painted, JoinError> {
        let StepFilm { reel, theme, board } = self;
        let theme = Theme::named(&theme).unwrap_or_default();
        /// Films wait for each other, so that no board waits for two of them.
        static ONE: Semaphore = Semaphore::const_new(1);
        // It is never closed.
        let _turn = ONE.acquire().await.ok();
        let bytes = drawn(move || painter.gif(&reel, theme)).await?;
        Ok(Painted { name: film_of(&board), alt: words::FILM.to_owned(), form: Form::Gif, bytes })
    }
}

/// Names the film of a board by the board's file.
fn film_of(board: &str) -> String {
    board.trim_end_matches(".png").to_owned() + ".gif"
}

/// The file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Png,
    Gif,
}

impl Form {
    /// Returns the media type.
    pub fn kind(self) -> &'static str {
        match self {
            Form::Png => "image/png",
            Form::Gif => "image/gif",
        }
    }
}

impl Painted {
    /// Reads the width and height from the file's header, in pixels.
    pub fn size(&self) -> (u32, u32) {
        let bytes = |at: usize| self.bytes.get(at).copied().map_or(0, u32::from);
        match self.form {
            Form::Png => {
                let number = |at: usize| (at..at + 4).fold(0, |sum, nth| sum << 8 | bytes(nth));
                (number(16), number(20))
            }
            Form::Gif => (bytes(6) | bytes(7) << 8, bytes(8) | bytes(9) << 8),
        }
    }
}

/// Draws on a thread of its own once few enough others draw: more of them than cores would only hold
/// more unfinished pictures in memory.
///
/// # Errors
/// If drawing panicked.
pub async fn drawn<T: Send + 'static>(
    draw: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    /// Twice the cores, so that a board seldom waits for what takes long.
    static FREE: LazyLock<Semaphore> =
        LazyLock::new(|| Semaphore::new(2 * available_parallelism().map_or(1, NonZero::get)));
    // It is never closed. The turn ends with the drawing, even if the caller stops waiting.
    let turn = FREE.acquire().await.ok();
    spawn_blocking(move || {
        let _turn = turn;
        draw()
    })
    .await
}

/// Adds the numbers of a menu to a drawing, for chats where they are typed or pressed.
pub fn number(drawing: &mut Drawing, menu: &Menu) {
    // Squares that are typed by their names have no numbers.
    if menu.endings().is_some() {
        return;
    }
    let choices = (1..).map_while(|number| Some((number, menu.numbered(number)?)));
    drawing.numbers = choices
        .filter_map(|(number, choice)| {
            let marked = drawing.marked.iter().find(|(says, _)| *says == choice.says)?;
            Some((number, marked.1.clone()))
        })
        .collect();
}

/// Draws what a reply promised, in order, and returns the scene of its board for chats that show it
/// in characters. Only the caller waits for the pixels.
///
/// # Errors
/// If the service has closed, or a position can't be loaded any more.
pub async fn paint(
    queue: &Queue,
    painter: &Arc<Painter>,
    reply: &Reply,
) -> anyhow::Result<(Vec<Painted>, Option<Scene>)> {
    let drawing = match &reply.picture {
        Some(picture) => Some(queue.drawing(picture).await??),
        None => None,
    };
    paint_drawing(painter, drawing, reply).await
}

/// Paints all pictures of a reply.
///
/// # Errors
/// Why drawing failed.
pub async fn painted(
    painter: &Arc<Painter>,
    drawing: Option<Drawing>,
    reply: &Reply,
) -> Result<Vec<Painted>, String> {
    let painted = paint_drawing(painter, drawing, reply).await;
    painted.map(|(painted, _)| painted).map_err(|err| format!("{err:#}"))
}

/// Does the same for an existing drawing.
///
/// # Errors
/// If drawing failed.
pub(crate) async fn paint_drawing(
    painter: &Arc<Painter>,
    drawing: Option<Drawing>,
    reply: &Reply,
) -> anyhow::Result<(Vec<Painted>, Option<Scene>)> {
    let alt = reply.picture.as_ref().map_or_else(String::new, |it| it.alt.clone());
    let sheet = reply.sheet.clone();
    let begins = reply.begins.clone();
    if drawing.is_none() && sheet.is_none() && begins.is_none() {
        return Ok((Vec::new(), None));
    }
    let painter = painter.clone();
    let painted = drawn(move || {
        let mut all = Vec::new();
        let mut shown = None;
        if let Some(Drawing { small, theme, name, .. }) =
            drawing.as_ref().filter(|it| !it.small.is_empty())
        {
            let theme = Theme::named(theme).unwrap_or_default();
            let boards: Vec<(&Scene, &str)> =
                small.iter().map(|(scene, name)| (scene, &**name)).collect();
            let (name, bytes) = (name.clone(), painter.sheet(&boards, theme));
            all.push(Painted { name, alt, form: Form::Png, bytes });
        } else if let Some(Drawing { scene, theme, name, reel, numbers, .. }) = drawing {
            let theme = Theme::named(&theme).unwrap_or_default();
            let moving = film_of(&name);
            let bytes = painter.numbered(&scene, theme, &numbers);
            all.push(Painted { name, alt, form: Form::Png, bytes });
            if let Some(reel) = reel {
                let bytes = painter.gif(&reel, theme);
                let alt = words::FILM.to_owned();
                all.push(Painted { name: moving, alt, form: Form::Gif, bytes });
            }
            shown = Some(scene);
        }
        if let Some(Sheet { shows, name, theme, alt }) = sheet {
            let theme = Theme::named(&theme).unwrap_or_default();
            let bytes = self::sheet(&painter, &shows, theme);
            let film = moving(&painter, &shows, theme).map(|bytes| Painted {
                name: film_of(&name),
                alt: words::FILM.to_owned(),
                form: Form::Gif,
                bytes,
            });
            all.extend(bytes.map(|bytes| Painted { name, alt, form: Form::Png, bytes }));
            all.extend(film);
        }
        match begins.map(|it| begun(&painter, &it)) {
            Some(Ok(painted)) => all.push(painted),
            // The text is there in any case.
            Some(Err(why)) => tracing::error!(why, "a board can't be drawn"),
            None => {}
        }
        (all, shown)
    });
    Ok(painted.await?)
}

/// Draws a chart or an example; none if the example no longer exists.
pub fn sheet(painter: &Painter, shows: &SheetContent, theme: Theme) -> Option<Vec<u8>> {
    match shows {
        SheetContent::Chart(chart) => Some(painter.chart(chart, theme)),
        SheetContent::Example(name) => {
            examples::scene(name).map(|scene| painter.png(&scene, theme))
        }
        SheetContent::Position(position) => {
            let scene = position.scene().map_err(|why| tracing::error!(why, "a position is lost"));
            scene.ok().map(|scene| painter.png(&scene, theme))
        }
    }
}

/// Draws the film that goes with a sheet, if there is one.
fn moving(painter: &Painter, shows: &SheetContent, theme: Theme) -> Option<Vec<u8>> {
    let SheetContent::Position(position) = shows else { return None };
    let reel = position.reel().ok()??;
    Some(painter.gif(&reel, theme))
}

/// Draws a match's starting position.
fn begun(painter: &Painter, begins: &Begins) -> Result<Painted, String> {
    let board = service::begins_scene(begins).map_err(|err| err.says)?;
    let theme = Theme::named(&begins.theme).unwrap_or_default();
    let card = render::ChallengeCard { title: &begins.title, lines: &begins.lines, board: &board };
    let (name, alt) =
        ("challenge.png".to_owned(), scene::read_aloud(&board, scene::Verbosity::default()));
    Ok(Painted { name, alt, form: Form::Png, bytes: painter.card(&card, theme) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_off_the_head_of_the_file() {
        let painted = |form, bytes: &[u8]| {
            let bytes = bytes.to_vec();
            Painted { name: String::new(), alt: String::new(), form, bytes }.size()
        };
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x04\x38\0\0\x02\xd0";
        assert_eq!(painted(Form::Png, png), (1080, 720));
        assert_eq!(painted(Form::Gif, b"GIF89a\xd0\x02\x38\x04"), (720, 1080));
        assert_eq!(painted(Form::Png, b""), (0, 0));
    }
}
