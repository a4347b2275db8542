//! The review page of a shared match: the curve, the turning points and both players' luck.
use std::sync::{Arc, Mutex, PoisonError};

use axum::{extract::State, http::HeaderMap, response::Response};
use delivery::paint;
use engine::mind::Review;
use maud::{Markup, html};
use render::{Theme, board_part};
use service::{Length, SharedPage, SharedReview, SharedTurningPoint, shared_page, shared_review};
use tokio::sync::Semaphore;

use super::{
    extract::{WebPath, WebQuery},
    html::{blocks, picture, public_page},
    pages::{PageError, PageWish, Pages, html_page, png},
    words,
};

/// How many reviews are cached. Making one can take several seconds.
const KEPT: usize = 32;

/// Cached reviews, newest first, by the key in the URL. They name nobody.
pub(super) struct Reviews {
    kept: Mutex<Vec<(String, Arc<Review>)>>,
    /// Ensures that only one review is made at a time.
    turn: Semaphore,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { kept: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Reviews {
    fn find(&self, key: &str) -> Option<Arc<Review>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(of, _)| of == key).map(|(_, review)| review.clone())
    }

    fn keep(&self, key: &str, review: &Arc<Review>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|it| it.0 != key);
        kept.insert(0, (key.to_owned(), review.clone()));
        kept.truncate(KEPT);
    }
}

/// Returns the page of the match and its review, from the cache if possible. It is worded each time, as
/// people are named now and as far as it may be told now.
async fn reviewed(pages: &Pages, key: &str) -> Result<(SharedPage, SharedReview), PageError> {
    let asked = key.to_owned();
    // This fails if the match is no longer shared.
    let page = pages.queue.look(Length::Short, move |tx| shared_page(tx, &asked, None)).await?;
    let page = page.filter(|it| it.verdict.is_some()).ok_or(PageError::Missing)?;
    let asked = key.to_owned();
    let job = pages.queue.look(Length::Long, move |tx| shared_review(tx, &asked)).await?;
    let job = job.ok_or(PageError::Missing)?;
    let _turn = match pages.reviews.find(key) {
        Some(_) => None,
        None => Some(pages.reviews.turn.acquire().await?),
    };
    // Another request may have made it meanwhile.
    let known = pages.reviews.find(key);
    let work = move || {
        let review = known.map_or_else(|| job.run(), Ok)?;
        job.report(&review).map(|report| (review, report))
    };
    let (review, report) = tokio::task::spawn_blocking(work).await??;
    pages.reviews.keep(key, &review);
    Ok((page, report))
}

pub(super) async fn review(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (page, review) = reviewed(&pages, &key).await?;
    let SharedReview { chart, lines, turning } = review;
    let painted = pages.draw(chart, Theme::Light).await?;
    let [(first, _), (second, _)] = &page.players;
    let title = words::match_title(&page.board.scene.title, first, second);
    let curve = |theme: Theme| format!("review.png?theme={}", theme.name());
    let content = html! {
        main {
            (picture("curve", curve, &painted.alt, Some(painted.size())))
            @for line in &lines { (blocks(line)) }
            h2 { (words::TURNING_POINTS) }
            @if turning.is_empty() { p { (words::no_turning_points()) } }
            @for point in &turning {
                section.turning {
                    h3 { (words::before_step(point.step)) }
                    (blocks(&point.says))
                    (drawn(point))
                    // The match there.
                    p.menu {
                        a.button href={ "../" (key) "?step=" (point.step - 1) } { (words::IN_THE_MATCH) }
                    }
                }
            }
            p.after { a href={ "../" (key) } { (words::BACK_TO_THE_MATCH) } }
        }
    };
    let html = public_page(&words::review_of(&title), "../../web/", None, &html! {}, &content);
    Ok(html_page(&headers, html))
}

/// Writes the board of a turning point.
fn drawn(point: &SharedTurningPoint) -> Markup {
    let SharedTurningPoint { step, says: _, board, alt } = point;
    let address = |theme: Theme| format!("turning.png?step={step}&theme={}", theme.name());
    let [_, _, wide, high] = board_part(board).map(i32::unsigned_abs);
    picture(&format!("turning-{step}"), address, alt, Some((wide, high)))
}

/// Draws the board of a turning point.
pub(super) async fn turning(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let theme = wish.theme()?;
    let (_, review) = reviewed(&pages, &key).await?;
    let wished = wish.step().and_then(|step| usize::try_from(step).ok());
    let is_wished = |point: &&SharedTurningPoint| Some(point.step) == wished;
    let point = review.turning.iter().find(is_wished).ok_or(PageError::Missing)?;
    let (painter, board) = (pages.painter.clone(), point.board.clone());
    let bytes = paint::drawn(move || painter.board_alone(&board, theme)).await?;
    Ok(png(&headers, bytes))
}

pub(super) async fn curve(
    State(pages): State<Arc<Pages>>,
    WebPath(key): WebPath<String>,
    WebQuery(wish): WebQuery<PageWish>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let theme = wish.theme()?;
    let (_, review) = reviewed(&pages, &key).await?;
    let painted = pages.draw(review.chart, theme).await?;
    Ok(png(&headers, painted.bytes))
}
