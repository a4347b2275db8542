//! Reviews of shared matches, for their pages.
use charts::Chart;
use std::sync::Arc;

use engine::{
    mind::Review,
    scene::{self, Scene},
    seat::{Observer, Viewer},
};
use model::text::Text;
use store::{MatchRow, StepRow, Tx};

use super::review::{ReviewReport, decision, looking_back, told_of};
use crate::{
    RequestError,
    context::{insights::Insight, loaded::LoadedMatch},
    matches::{
        find::table_after,
        no_advice::{JudgedMatch, RatedPositions, concerned},
    },
    past::page::open_match,
};

/// The review of a shared match.
pub struct SharedReview {
    pub chart: Chart,
    pub lines: Vec<Text>,
    pub turning: Vec<SharedTurningPoint>,
}

/// A turning point of a shared match.
pub struct SharedTurningPoint {
    pub step: usize,
    /// What was played, what was better, and what follows.
    pub says: Text,
    /// The board before the step, with what was better drawn on it, and in words.
    pub board: Scene,
    pub alt: String,
}

/// A shared match that can be reviewed.
pub struct ReviewJob {
    loaded: LoadedMatch,
    steps: Vec<StepRow>,
    guarded: RatedPositions,
}

/// Loads a finished shared match for its review; nothing if nobody may see it, it still runs,
/// nothing was played, or a running rated match of its players stands at one of its positions.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn shared_review(tx: &Tx<'_>, key: &str) -> Result<Option<ReviewJob>, RequestError> {
    let Some(loaded) = open_match(tx, key)?.filter(|it| it.row.end.is_some()) else {
        return Ok(None);
    };
    let steps = tx.steps(loaded.row.id)?;
    let judged = JudgedMatch::of(&loaded.row);
    let MatchRow { id, room, seats, .. } = &loaded.row;
    let guarded = RatedPositions::heard(tx, &concerned(tx, *id, seats)?, *room, judged)?;
    if guarded.find_among(judged, &steps)?.is_some() {
        return Ok(None);
    }
    Ok((2 <= steps.len()).then_some(ReviewJob { loaded, steps, guarded }))
}

impl ReviewJob {
    /// Reviews the match; this takes up to some seconds.
    ///
    /// # Errors
    /// If a step can't be loaded.
    pub fn run(&self) -> Result<Arc<Review>, RequestError> {
        let mut work = looking_back(self.loaded.game(), self.steps.clone());
        let insight = loop {
            if let Some(done) = work() {
                break done?;
            }
        };
        match insight {
            Insight::Review(review) => Ok(review),
            other => Err(RequestError::Broken(format!("no review, but {other:?}"))),
        }
    }

    /// Words a review of the match and draws its turning points, as far as they may be told now.
    ///
    /// # Errors
    /// As [`ReviewJob::run`].
    pub fn report(&self, review: &Review) -> Result<SharedReview, RequestError> {
        let ReviewJob { loaded, steps, guarded } = self;
        let review = told_of(guarded, loaded, steps, review)?;
        let ReviewReport { points, lines, chart } = ReviewReport::new(loaded, &review);
        let turning = points.iter().map(|it| turning_point(loaded, steps, &review, it.0));
        Ok(SharedReview { chart, lines, turning: turning.collect::<Result<_, _>>()? })
    }
}

/// Shows a turning point as everyone may see it.
fn turning_point(
    loaded: &LoadedMatch,
    steps: &[StepRow],
    review: &Review,
    step: usize,
) -> Result<SharedTurningPoint, RequestError> {
    let gone = || RequestError::Broken("a turning point is no step".to_owned());
    let (moment, before) =
        review.moments.get(step - 1).zip(steps.get(step - 1)).ok_or_else(gone)?;
    let table = table_after(loaded.game(), before)?;
    let room = Observer { viewer: Viewer::Room, names: &loaded.names };
    let better = moment.better.as_deref().unwrap_or_default();
    let board = Scene { facing: moment.seat, ..table.show_choice(room, moment.seat, better) };
    let alt = scene::read_aloud(&board, scene::Verbosity::default());
    Ok(SharedTurningPoint { step, says: decision(loaded, &*table, step, moment), board, alt })
}
