//! The pages that features have for shared matches that are over: a chart, what is said, and boards.
use std::sync::{Arc, Mutex, PoisonError};

use axum::{extract::State, http::HeaderMap, response::Response};
use delivery::paint;
use engine::mind::Analysis;
use maud::{Markup, html};
use render::{Theme, board_part};
use service::{
    Length, MatchPage, MatchPageBoard, MatchPageContent, SharedPage, match_page, shared_page,
};
use tokio::sync::Semaphore;

use super::{
    extract::{WebPath, WebQuery},
    html::{blocks, picture, public_page},
    pages::{PageError, PageWish, Pages, html_page, png},
    words,
};

/// How many analyses are cached. Making one can take several seconds.
const KEPT: usize = 32;

/// Cached analyses, newest first, by the key in the URL. They name nobody.
pub(super) struct Analyses {
    kept: Mutex<Vec<(String, Arc<Analysis>)>>,
    /// Ensures that only one analysis is made at a time.
    turn: Semaphore,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses { kept: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Analyses {
    fn find(&self, key: &str) -> Option<Arc<Analysis>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(of, _)| of == key).map(|(_, found)| found.clone())
    }

    fn keep(&self, key: &str, found: &Arc<Analysis>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|it| it.0 != key);
        kept.insert(0, (key.to_owned(), found.clone()));
        kept.truncate(KEPT);
    }
}

/// Returns the page of the match itself, and what is on this one, with what was found of the match from the cache if possible. It is worded
/// each time, as people are named now and as far as it may be told now.
async fn made(
    of: &'static MatchPage,
    pages: &Pages,
    key: &str,
) -> Result<(SharedPage, MatchPageContent), PageError> {
    let asked = key.to_owned();
    // This fails if the match is no longer shared.
    let features = pages.queue.features();
    let page =
        pages.queue.look(Length::Short, move |tx| shared_page(features, tx, &asked, None)).await?;
    let page = page.filter(|it| it.verdict.is_some()).ok_or(PageError::Missing)?;
    let asked = key.to_owned();
    let job =
        pages.queue.look(Length::Long, move |tx| match_page(features, tx, &asked, of)).await?;
    let job = job.ok_or(PageError::Missing)?;
    let _turn = match pages.analyses.find(key) {
        Some(_) => None,
        None => Some(pages.analyses.turn.acquire().await?),
    };
    // Another request may have made it meanwhile.
    let known = pages.analyses.find(key);
    let work = move || {
        let found = known.map_or_else(|| job.analyse().map(Arc::new), Ok)?;
        job.page(&found).map(|content| (found, content))
    };
    let (found, content) = tokio::task::spawn_blocking(work).await??;
    pages.analyses.keep(key, &found);
    Ok((page, content))
}

pub(super) async fn page(
    of: &'static MatchPage,
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (page, content) = made(of, &pages, &key).await?;
    let MatchPageContent { chart, lines, heading, no_boards, boards } = content;
    let painted = pages.draw(chart, Theme::Light).await?;
    let [(first, _), (second, _)] = &page.players;
    let title = words::match_title(&page.board.scene.title, first, second);
    let curve = |theme: Theme| format!("{}.png?theme={}", of.name, theme.name());
    let content = html! {
        main {
            (picture("curve", curve, &painted.alt, Some(painted.size())))
            @for line in &lines { (blocks(line)) }
            h2 { (heading) }
            @if boards.is_empty() { p { (no_boards) } }
            @for point in &boards {
                section.turning {
                    h3 { (point.title) }
                    (blocks(&point.says))
                    (drawn(of, point))
                    // The match there.
                    p.menu {
                        a.button href={ "../" (key) "?step=" (point.step - 1) } { (words::IN_THE_MATCH) }
                    }
                }
            }
            p.after { a href={ "../" (key) } { (words::BACK_TO_THE_MATCH) } }
        }
    };
    let html = public_page(&(of.title)(&title), "../../web/", None, &html! {}, &content);
    Ok(html_page(&headers, html))
}

/// Writes a board.
fn drawn(of: &MatchPage, point: &MatchPageBoard) -> Markup {
    let MatchPageBoard { step, board, alt, .. } = point;
    let address = |theme: Theme| format!("{}?step={step}&theme={}", of.boards, theme.name());
    let [_, _, wide, high] = board_part(board).map(i32::unsigned_abs);
    picture(&format!("turning-{step}"), address, alt, Some((wide, high)))
}

/// Draws a board.
pub(super) async fn board(
    of: &'static MatchPage,
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let theme = wish.theme()?;
    let (_, content) = made(of, &pages, &key).await?;
    let wished = wish.step().and_then(|step| usize::try_from(step).ok());
    let is_wished = |point: &&MatchPageBoard| Some(point.step) == wished;
    let point = content.boards.iter().find(is_wished).ok_or(PageError::Missing)?;
    let (painter, board) = (pages.painter.clone(), point.board.clone());
    let bytes = paint::drawn(move || painter.board_alone(&board, theme)).await?;
    Ok(png(&headers, bytes))
}

pub(super) async fn chart(
    of: &'static MatchPage,
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let theme = wish.theme()?;
    let (_, content) = made(of, &pages, &key).await?;
    let painted = pages.draw(content.chart, theme).await?;
    Ok(png(&headers, painted.bytes))
}
