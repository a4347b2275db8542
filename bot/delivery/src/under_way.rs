//! Boards on their way to the rooms of their matches. What a step did is told to a player who is elsewhere after the board, because that
//! calls the one who acts next; and the card of a challenge leads to the first board of its match.
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use model::{ids::MatchId, reply::Reply};
use tokio::{sync::Notify, time::timeout};

/// How long the board of a match is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a board shows: how often steps were taken back, and the step.
type ShownStep = (u32, u32);

/// The boards that aren't out yet.
#[derive(Clone, Default)]
pub(super) struct BoardsUnderWay(Arc<Boards>);

#[derive(Default)]
struct Boards {
    /// A match is there once for each of its boards, with what that shows.
    all: Mutex<Vec<(MatchId, Option<ShownStep>)>>,
    /// Tells those who wait that one is out, or given up.
    gone: Notify,
}

/// One of them, until it is dropped.
pub(super) struct BoardUnderWay {
    boards: BoardsUnderWay,
    board: (MatchId, Option<ShownStep>),
}

impl BoardsUnderWay {
    /// Notes that a reply is under way, if it is the board of a match in one of its rooms.
    pub(super) fn begins(&self, reply: &Reply) -> Option<BoardUnderWay> {
        let board = (reply.board_of().filter(|_| !reply.is_watched())?, shown(reply));
        self.all().push(board);
        Some(BoardUnderWay { boards: self.clone(), board })
    }

    /// Waits with what a step did until the board of its match is out.
    pub(super) async fn go_first(&self, reply: &Reply) {
        let shown = reply.picture.as_ref().filter(|picture| picture.since.is_some());
        if let Some(picture) = shown.filter(|_| reply.board.is_none()) {
            self.out(picture.of).await;
        }
    }

    pub(super) fn has(&self, of: MatchId) -> bool {
        self.all().iter().any(|board| board.0 == of)
    }

    /// Tells whether a board is under way that shows a later step of the match than this reply does.
    pub(super) fn has_newer(&self, of: MatchId, than: &Reply) -> bool {
        self.all().iter().any(|board| board.0 == of && shown(than) < board.1)
    }

    /// Waits until no board of a match is under way, for at most [`PATIENCE`].
    pub(super) async fn out(&self, of: MatchId) {
        let gone = async {
            loop {
                let gone = self.0.gone.notified();
                if !self.has(of) {
                    return;
                }
                gone.await;
            }
        };
        if timeout(PATIENCE, gone).await.is_err() {
            tracing::debug!("a board that others wait for isn't out yet");
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<(MatchId, Option<ShownStep>)>> {
        self.0.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what the board of a reply shows.
fn shown(reply: &Reply) -> Option<ShownStep> {
    reply.picture.as_ref().map(|picture| (picture.take, picture.step))
}

impl Drop for BoardUnderWay {
    fn drop(&mut self) {
        let mut all = self.boards.all();
        if let Some(nth) = all.iter().position(|it| *it == self.board) {
            all.swap_remove(nth);
        }
        drop(all);
        self.boards.0.gone.notify_waiters();
    }
}
