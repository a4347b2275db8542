//! The review of a match on its page: the curve, the turning points and both players' luck.
use engine::{
    mind::Analysis,
    scene::{self, Scene},
    seat::{Observer, Viewer},
};
use service::{
    MatchPage, MatchPageBoard, MatchPageContent, MatchPageWork, RequestError,
    context::loaded::LoadedMatch,
    matches::{
        find::table_after,
        no_advice::{JudgedMatch, RatedPositions, concerned},
    },
    thinking::analysis::looking_back,
};
use store::{MatchRow, StepRow, Tx};

use crate::{
    review::{ReviewReport, decision, told_of},
    words,
};

pub(crate) const PAGE: MatchPage = MatchPage { name: "review", link: "Review", load };

/// A match that can be reviewed.
struct ReviewJob {
    loaded: LoadedMatch,
    steps: Vec<StepRow>,
    guarded: RatedPositions,
}

/// Takes a match that is over for its review; nothing if nothing was played, or a running rated match of its players stands at one of
/// its positions.
fn load(tx: &Tx<'_>, loaded: LoadedMatch) -> Result<Option<Box<dyn MatchPageWork>>, RequestError> {
    let steps = tx.steps(loaded.row.id)?;
    let judged = JudgedMatch::of(&loaded.row);
    let MatchRow { id, room, seats, .. } = &loaded.row;
    let guarded = RatedPositions::heard(tx, &concerned(tx, *id, seats)?, *room, judged)?;
    if guarded.find_among(judged, &steps)?.is_some() {
        return Ok(None);
    }
    Ok((2 <= steps.len()).then(|| Box::new(ReviewJob { loaded, steps, guarded }) as _))
}

impl MatchPageWork for ReviewJob {
    fn analyse(&self) -> Result<Analysis, RequestError> {
        let mut work = looking_back(self.loaded.game(), self.steps.clone());
        loop {
            if let Some(done) = work() {
                return Ok(done?);
            }
        }
    }

    fn page(&self, found: &Analysis) -> Result<MatchPageContent, RequestError> {
        let ReviewJob { loaded, steps, guarded } = self;
        let analysis = told_of(guarded, loaded, steps, found)?;
        let ReviewReport { points, lines, chart } = ReviewReport::new(loaded, &analysis);
        let boards = points.iter().map(|it| turning_point(loaded, steps, &analysis, it.0));
        Ok(MatchPageContent {
            chart,
            lines,
            heading: words::ON_THE_BOARD,
            no_boards: words::NO_TURNING_POINTS,
            boards: boards.collect::<Result<_, _>>()?,
        })
    }
}

/// Shows a turning point as everyone may see it.
fn turning_point(
    loaded: &LoadedMatch,
    steps: &[StepRow],
    analysis: &Analysis,
    step: usize,
) -> Result<MatchPageBoard, RequestError> {
    let gone = || RequestError::Broken("a turning point is no step".to_owned());
    let (moment, before) =
        analysis.moments.get(step - 1).zip(steps.get(step - 1)).ok_or_else(gone)?;
    let table = table_after(loaded.game(), before)?;
    let room = Observer { viewer: Viewer::Room, names: &loaded.names };
    let better = moment.better.as_deref().unwrap_or_default();
    let board = Scene { facing: moment.seat, ..table.show_choice(room, moment.seat, better) };
    let alt = scene::read_aloud(&board, scene::Verbosity::default());
    let says = decision(loaded, &*table, step, moment);
    Ok(MatchPageBoard { step, title: words::before(step), says, board, alt })
}
