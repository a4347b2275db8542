//! A person and a puzzle: how far they are.
use std::borrow::Cow;

use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use service::{RequestError, context::RequestContext};

use super::{
    own::{self, OwnPlace},
    rows::{self, PuzzleTry},
};

/// A person and a puzzle.
pub(super) struct PuzzlePlace {
    pub(super) puzzle: Cow<'static, Puzzle>,
    pub(super) row: PuzzleTry,
    /// Set for a position of the person's own match; how far they are is there, not in `row`.
    pub(super) own: Option<OwnPlace>,
    /// Whether the person just chose it by its number, so that it counts for nothing.
    pub(super) chosen: bool,
}

impl PuzzlePlace {
    /// Finds a puzzle with how far the person is.
    pub(super) fn at(puzzle: &'static Puzzle, rows: &[PuzzleTry], now: i64) -> PuzzlePlace {
        let same = |row: &&PuzzleTry| row.game == puzzle.game && row.puzzle == puzzle.name;
        let row = rows.iter().find(same).cloned().unwrap_or_else(|| fresh(puzzle, now));
        PuzzlePlace { puzzle: Cow::Borrowed(puzzle), row, own: None, chosen: false }
    }

    /// Makes the place of a puzzle of the person's own match.
    pub(super) fn of_own(puzzle: Puzzle, own: OwnPlace) -> PuzzlePlace {
        let at = own.row.at.unwrap_or(own.row.due);
        let row = PuzzleTry { rated: true, ..fresh(&puzzle, at) };
        PuzzlePlace { puzzle: Cow::Owned(puzzle), row, own: Some(own), chosen: false }
    }

    /// Finds a puzzle that is named by its number. Numbers are the same for everybody, so somebody may have
    /// seen the solution with another account: one that I didn't show them counts for nothing.
    pub(super) fn by_number(
        cx: &RequestContext<'_>,
        puzzle: &'static Puzzle,
        rows: &[PuzzleTry],
    ) -> Result<PuzzlePlace, RequestError> {
        let place = PuzzlePlace::at(puzzle, rows, cx.now);
        let is_named = |game: GameId, name: &str| game == puzzle.game && name == puzzle.name;
        let of_room = rows::latest_puzzle(cx.tx, cx.room.id)?;
        let is_shown = rows.iter().any(|row| is_named(row.game, &row.puzzle))
            || of_room.is_some_and(|day| is_named(day.game, &day.puzzle));
        Ok(if is_shown {
            place
        } else {
            let row = PuzzleTry { shown: true, ..place.row };
            PuzzlePlace { row, chosen: true, ..place }
        })
    }

    /// Tells whether an answer counts for the ratings.
    pub(super) fn is_rated_next(&self) -> bool {
        !self.row.rated && !self.row.shown
    }

    /// Returns the open puzzle of the asker.
    pub(super) fn open(
        cx: &RequestContext<'_>,
        rows: &[PuzzleTry],
    ) -> Result<Option<PuzzlePlace>, RequestError> {
        let row = rows.iter().find(|it| it.open);
        match row.and_then(|row| puzzles::named(row.game, &row.puzzle)) {
            Some(puzzle) => Ok(Some(PuzzlePlace::at(puzzle, rows, cx.now))),
            None => own::open(cx),
        }
    }
}

/// Returns how far somebody is who hasn't looked at a puzzle.
fn fresh(puzzle: &Puzzle, now: i64) -> PuzzleTry {
    PuzzleTry {
        game: puzzle.game,
        puzzle: puzzle.name.clone(),
        misses: 0,
        open: false,
        at: now,
        rated: false,
        shown: false,
        solved_at: None,
        room: None,
        begun_at: Some(now),
        days: None,
    }
}
