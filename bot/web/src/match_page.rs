//! What a feature shows of a match that is over, on the page of its board: a curve over the steps, what is said, and boards.
use std::sync::{Arc, Mutex, PoisonError};

use charts::Chart;
use engine::mind::Analysis;
use maud::{Markup, html};
use model::ids::MatchId;
use service::{Length, MatchPageBoard, MatchPageContent, match_page};
use store::Tx;
use tokio::sync::Semaphore;

use super::{
    html::blocks,
    pages::PageError,
    visitor::{Visitor, chat_of},
};

/// How many analyses are cached. Making one can take several seconds.
const KEPT: usize = 32;

/// Cached analyses, newest first. They name nobody.
pub(super) struct Analyses {
    kept: Mutex<Vec<(MatchId, Arc<Analysis>)>>,
    /// Ensures that only one analysis is made at a time.
    turn: Semaphore,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses { kept: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Analyses {
    fn find(&self, of: MatchId) -> Option<Arc<Analysis>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|it| it.0 == of).map(|(_, found)| found.clone())
    }

    fn keep(&self, of: MatchId, found: &Arc<Analysis>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|it| it.0 != of);
        kept.insert(0, (of, found.clone()));
        kept.truncate(KEPT);
    }
}

/// Returns what is shown of a match under a name in addresses, with what was found of it from the cache if possible; none if nothing is.
/// It is worded each time, as people are named now and as far as it may be told now.
pub(super) async fn content(
    visitor: &Visitor,
    of: MatchId,
    name: &str,
) -> Result<Option<MatchPageContent>, PageError> {
    let (queue, viewer) = (&visitor.queue, visitor.reader.viewer());
    let features = queue.features();
    let Some(page) = features.match_page().filter(|page| page.name == name) else {
        return Ok(None);
    };
    let load =
        move |tx: &Tx<'_>| match_page(features, tx, (chat_of(tx, &viewer)?, &viewer), of, page);
    let Some(job) = queue.look(Length::Long, load).await? else { return Ok(None) };
    let _turn = match queue.analyses.find(of) {
        Some(_) => None,
        None => Some(queue.analyses.turn.acquire().await?),
    };
    // Another request may have made it meanwhile.
    let known = queue.analyses.find(of);
    let work = move || {
        let found = known.map_or_else(|| job.analyse().map(Arc::new), Ok)?;
        job.page(&found).map(|content| (found, content))
    };
    let (found, content) = tokio::task::spawn_blocking(work).await??;
    queue.analyses.keep(of, &found);
    Ok(Some(content))
}

/// Returns the board that stands in for the one after a step.
pub(super) fn board_at(content: &MatchPageContent, step: u32) -> Option<&MatchPageBoard> {
    content.boards.iter().find(|point| point.step == step as usize + 1)
}

/// Writes the curve, with the step that is shown, and what is said; `address` returns where a step is shown.
pub(super) fn beside_board(
    content: MatchPageContent,
    step: u32,
    address: impl Fn(usize) -> String,
) -> Markup {
    let MatchPageContent { chart, lines, heading, no_boards, boards } = content;
    let last = chart.chances.len().saturating_sub(1);
    let points = chart.chances.iter().enumerate();
    let points: Vec<String> =
        points.map(|(step, chance)| format!("{step},{}", 100 - chance.min(&100))).collect();
    let points = points.join(" ");
    html! {
        section.curve {
            svg viewBox={ "0 0 " (last) " 100" } preserveAspectRatio="none" role="img" aria-label=(Chart::Chances(chart).words()) {
                polygon points={ "0,100 " (points) " " (last) ",100" } {}
                line.even x1="0" x2=(last) y1="50" y2="50" {}
                polyline points=(points) {}
                line.now x1=(step) x2=(step) y1="0" y2="100" {}
            }
            @for line in &lines { (blocks(line)) }
            h2 { (heading) }
            @if boards.is_empty() { p { (no_boards) } }
            @for point in &boards {
                h3 { a href=(address(point.step - 1)) { (point.title) } }
                (blocks(&point.says))
            }
        }
    }
}
