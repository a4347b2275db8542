//! What a reply has drawn besides boards of matches: charts, examples, and positions of exercises.
use charts::Chart;
use engine::{
    games::GameId,
    scene::{Reel, Scene, Shown, Verbosity, read_aloud},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Saved,
};
use serde::{Deserialize, Serialize};

/// Something to draw that is no position of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    #[serde(rename = "chart")]
    pub shows: SheetContent,
    /// Valid as a file name.
    pub name: String,
    /// The name of a theme; empty for the default.
    pub theme: String,
    /// The alt text.
    pub alt: String,
}

/// The content of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SheetContent {
    /// A table or a curve.
    Chart(Chart),
    /// An example of the rules by name.
    Example(String),
    /// A position of no match, such as that of an exercise.
    Position(Box<DrawnPosition>),
}

/// A position that is of no match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnPosition {
    pub game: GameId,
    pub position: Saved,
    /// The seat at the bottom, which sees what it may know.
    pub facing: Seat,
    /// The beginning that was chosen so far, as in [`Picture::chosen`].
    pub chosen: Option<String>,
    /// The question to draw; empty for none.
    pub asked: String,
    /// Whether to draw the film of its last step as well.
    pub moving: bool,
}

impl Sheet {
    pub fn new(chart: Chart, name: &str, theme: &str) -> Sheet {
        let alt = chart.words();
        let shows = SheetContent::Chart(chart);
        Sheet { shows, name: format!("{name}.png"), theme: theme.to_owned(), alt }
    }

    /// Returns the picture of a position; none if it can't be loaded.
    pub fn position(
        position: DrawnPosition,
        name: &str,
        theme: &str,
        reading: Verbosity,
    ) -> Option<Sheet> {
        let alt = read_aloud(&position.scene().ok()?, reading);
        let shows = SheetContent::Position(Box::new(position));
        Some(Sheet { shows, name: format!("{name}.png"), theme: theme.to_owned(), alt })
    }

    /// Draws a question about the position; changes nothing for other sheets.
    pub fn ask(&mut self, words: &str, reading: Verbosity) {
        if let SheetContent::Position(position) = &mut self.shows {
            words.clone_into(&mut position.asked);
            if let Ok(scene) = position.scene() {
                self.alt = read_aloud(&scene, reading);
            }
        }
    }

    /// Returns the picture of the example with this name, which shows `scene`.
    pub fn example(name: &str, scene: &Scene, theme: &str, reading: Verbosity) -> Sheet {
        let alt = read_aloud(scene, reading);
        let shows = SheetContent::Example(name.to_owned());
        Sheet { shows, name: format!("{name}.png"), theme: theme.to_owned(), alt }
    }
}

impl DrawnPosition {
    /// Shows the position.
    ///
    /// # Errors
    /// If it can't be loaded.
    pub fn scene(&self) -> Result<Scene, String> {
        let table = self.game.resume(&self.position)?;
        let names = self.names();
        let to = Observer { viewer: Viewer::Seat(self.facing), names: &names };
        let sketch = match self.asked.as_str() {
            "" => None,
            asked => table.sketch(self.facing, asked, to),
        };
        let mut scene = sketch.unwrap_or_else(|| match &self.chosen {
            Some(begins) => table.show_chosen(to, begins),
            None => table.show(to),
        });
        scene.facing = self.facing;
        Ok(scene)
    }

    /// Returns the film of its last step, if it is wanted and shows more than the picture.
    ///
    /// # Errors
    /// If the position can't be loaded.
    pub fn reel(&self) -> Result<Option<Reel>, String> {
        if !self.moving {
            return Ok(None);
        }
        let table = self.game.resume(&self.position)?;
        let names = self.names();
        let to = Observer { viewer: Viewer::Seat(self.facing), names: &names };
        let (film, mut moment) = (table.film(), table.moment(to));
        if let Some(moment) = &mut moment {
            moment.facing = self.facing;
        }
        let moves = film.is_some() || moment.is_some();
        let scene = self.scene()?;
        Ok(moves.then(|| Reel::Step(Box::new(Shown { scene, film, moment }))))
    }

    /// Calls both players by their sides.
    fn names(&self) -> BySeat<String> {
        BySeat::new(|seat| self.game.sides()[seat.index()].to_owned())
    }
}
