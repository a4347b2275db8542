//! An exported match, position by position, drawn without a database.
use engine::{
    game::Status,
    games::GameId,
    scene::{Reel, Scene, Shown},
    seat::{Observer, Seat, Viewer},
    table::Table,
};

use proof::{CheckedExport, exported::ExportedEnd, read_export};
use service::{MOST_PICTURES, telling::drawing::ended};

use super::words;

/// The positions of a match from a checked file.
pub(super) struct ExportPositions {
    record: CheckedExport,
}

/// How to show a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Angle {
    pub(super) viewer: Viewer,
    /// The side at the bottom; by default the side to move.
    pub(super) facing: Option<Seat>,
}

impl ExportPositions {
    /// Reads a file written by the bot.
    ///
    /// # Errors
    /// If the text isn't an exported match that is over, or the check fails.
    pub(super) fn read(text: &str) -> Result<ExportPositions, String> {
        let record = read_export(text, i64::MAX).map_err(|it| it.says)?;
        Ok(ExportPositions { record })
    }

    /// Returns the game.
    pub(super) fn game(&self) -> GameId {
        self.record.game
    }

    /// Returns the number of the last step that wasn't taken back; the opening is 0.
    pub(super) fn last(&self) -> usize {
        self.record.positions.len().saturating_sub(1)
    }

    /// Shows the position after a step.
    ///
    /// # Errors
    /// If there is no such step, or the position can't be loaded.
    pub(super) fn scene(&self, step: usize, angle: Angle) -> Result<Scene, String> {
        let table = self.table(step)?;
        let names = &self.record.names;
        let mut scene = table.show(Observer { viewer: angle.viewer, names });
        scene.facing = match (angle.facing, table.status()) {
            (Some(seat), _) => seat,
            (None, Status::Waiting(prompts)) => prompts.first().map_or(Seat::First, |it| it.seat),
            (None, Status::Over(_)) => Seat::First,
        };
        let end = self.record.end.as_ref().filter(|_| step == self.last());
        if let Some(ExportedEnd { ending: Some(ending), .. }) = end {
            scene.end(ended(*ending, names, self.record.game.sides()));
        }
        Ok(scene)
    }

    /// Shows the match up to a step as a film.
    ///
    /// # Errors
    /// As [`ExportPositions::scene`].
    pub(super) fn reel(&self, step: usize, angle: Angle) -> Result<Reel, String> {
        // The board doesn't turn within a film.
        let facing = Some(angle.facing.unwrap_or(Seat::First));
        let every = step.div_ceil(MOST_PICTURES as usize).max(1);
        let mut shown = Vec::new();
        for n in (0..=step).filter(|nth| nth % every == 0 || *nth == step) {
            let scene = self.scene(n, Angle { facing, ..angle })?;
            let table = self.table(n)?;
            let names = &self.record.names;
            let mut moment = table.moment(Observer { viewer: angle.viewer, names });
            moment.iter_mut().for_each(|moment| moment.facing = scene.facing);
            shown.push(Shown { scene, film: table.film(), moment });
        }
        Ok(Reel::Match { shown, speed: 100 })
    }

    fn table(&self, step: usize) -> Result<Box<dyn Table>, String> {
        let saved = self
            .record
            .positions
            .get(step)
            .ok_or_else(|| words::no_such_step(step, self.last()))?;
        self.record.game.resume(saved)
    }
}
