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

/// The boards that aren't out yet.
#[derive(Clone, Default)]
pub(super) struct BoardsUnderWay(Arc<Boards>);

#[derive(Default)]
struct Boards {
    /// A match is there once for each of its boards.
    of: Mutex<Vec<MatchId>>,
    /// Tells those who wait that one is out, or given up.
    gone: Notify,
}

/// One of them, until it is dropped.
pub(super) struct BoardUnderWay {
    boards: BoardsUnderWay,
    of: MatchId,
}

impl BoardsUnderWay {
    /// Notes that a reply is under way, if it is the board of a match in one of its rooms.
    pub(super) fn begins(&self, reply: &Reply) -> Option<BoardUnderWay> {
        let of = reply.board_of().filter(|_| !reply.is_watched())?;
        self.of().push(of);
        Some(BoardUnderWay { boards: self.clone(), of })
    }

    /// Waits with what a step did until the board of its match is out.
    pub(super) async fn go_first(&self, reply: &Reply) {
        let shown = reply.picture.as_ref().filter(|picture| picture.since.is_some());
        if let Some(picture) = shown.filter(|_| reply.board.is_none()) {
            self.out(picture.of).await;
        }
    }

    pub(super) fn has(&self, of: MatchId) -> bool {
        self.of().contains(&of)
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

    fn of(&self) -> MutexGuard<'_, Vec<MatchId>> {
        self.0.of.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for BoardUnderWay {
    fn drop(&mut self) {
        let mut of = self.boards.of();
        if let Some(nth) = of.iter().position(|it| *it == self.of) {
            of.swap_remove(nth);
        }
        drop(of);
        self.boards.0.gone.notify_waiters();
    }
}
