//! Positions of running rated matches, which the bot judges neither for their players nor where they
//! can read it: no advice, no review, no move of its own. All advice goes through here.
use engine::{
    game::Status,
    games::GameId,
    mind::Outlook,
    scene::BoardState,
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::ids::{MatchId, PersonId, RoomId};
use store::{MatchRow, StepRow, Terms, Tx};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches,
    matches::find::table_after,
    terms::probing_dice,
};

/// The positions of running rated matches of a game.
pub(crate) struct RatedPositions(Vec<(MatchRow, BoardState)>);

impl RatedPositions {
    /// Collects the positions of these people's matches, in whatever chat they play them.
    ///
    /// # Errors
    /// If the database fails, or a match can't be loaded.
    pub(crate) fn of(
        tx: &Tx<'_>,
        people: &[PersonId],
        game: GameId,
    ) -> Result<RatedPositions, RequestError> {
        let mut rows = Vec::new();
        for &person in people {
            rows.extend(tx.running_of(person)?);
        }
        RatedPositions::stood_at(tx, rows, game)
    }

    /// Does the same for a match in a room. If it was set up, the other matches in that room are guarded
    /// too: who looks on may have copied one, and its players read what is said. Nobody looks on at a private
    /// one, and a refusal would give it away.
    ///
    /// # Errors
    /// As [`RatedPositions::of`].
    pub(crate) fn heard(
        tx: &Tx<'_>,
        people: &[PersonId],
        room: RoomId,
        terms: &Terms,
    ) -> Result<RatedPositions, RequestError> {
        let mut all = RatedPositions::of(tx, people, terms.game)?;
        if terms.has_start() {
            let mut here = tx.running_in(room)?;
            here.retain(|row| !row.terms.private);
            all.0.extend(RatedPositions::stood_at(tx, here, terms.game)?.0);
        }
        Ok(all)
    }

    fn stood_at(
        tx: &Tx<'_>,
        rows: Vec<MatchRow>,
        game: GameId,
    ) -> Result<RatedPositions, RequestError> {
        let rated = rows.into_iter().filter(|row| row.is_rated() && row.terms.game == game);
        let stands = |row: MatchRow| {
            let table = table_after(game, &tx.last_step(row.id)?)?;
            Ok((row, position(&*table)))
        };
        Ok(RatedPositions(rated.map(stands).collect::<Result<_, RequestError>>()?))
    }

    /// Returns the match that stands at the position of a table.
    pub(crate) fn find(&self, table: &dyn Table) -> Option<&MatchRow> {
        if self.0.is_empty() {
            return None;
        }
        let here = position(table);
        self.0.iter().find(|(_, it)| *it == here).map(|(row, _)| row)
    }

    /// Plays moves up to a position of one of the matches. Returns how many come before it, and the
    /// match.
    fn follow(&self, mut table: Box<dyn Table>, line: &[String]) -> (usize, Option<&MatchRow>) {
        for (nth, words) in line.iter().enumerate() {
            let Status::Waiting(prompts) = table.status() else { return (nth, None) };
            let played = prompts
                .iter()
                .find_map(|prompt| table.play(prompt.seat, words, &mut probing_dice()).ok());
            let found = self.find(&*table);
            if played.is_none() || found.is_some() {
                return (nth, found);
            }
        }
        (line.len(), None)
    }

    /// Leaves of an outlook that begins at a table its moves up to a position of one of the matches, and
    /// what it says only where there is none.
    pub(crate) fn told_of(&self, table: Box<dyn Table>, mut outlook: Outlook) -> Outlook {
        if !self.0.is_empty() {
            let (told, _) = self.follow(table, &outlook.written());
            if told < outlook.line.len() {
                // The action itself was asked about.
                outlook.line.truncate(told.max(1));
                (outlook.says, outlook.net) = (None, 0);
            }
        }
        outlook
    }

    /// Returns a match that stands where another one stood after one of its steps. The usual start
    /// of a match is nobody's position in particular.
    ///
    /// # Errors
    /// If a step can't be loaded.
    pub(crate) fn find_among(
        &self,
        terms: &Terms,
        steps: &[StepRow],
    ) -> Result<Option<&MatchRow>, RequestError> {
        let Some(opening) = steps.first().filter(|_| !self.0.is_empty()) else { return Ok(None) };
        let start = position(&*table_after(terms.game, opening)?);
        for step in steps {
            let table = table_after(terms.game, step)?;
            if !terms.has_start() && position(&*table) == start {
                continue;
            }
            if let Some(found) = self.find(&*table) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Refuses to judge a position that stands in a rated match of the asker or of this room.
pub(crate) fn check_judged(
    cx: &RequestContext<'_>,
    terms: &Terms,
    table: &dyn Table,
) -> Result<(), RequestError> {
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, terms)?;
    match guarded.find(table) {
        Some(row) => Err(not_judged(cx, row)),
        None => Ok(()),
    }
}

/// Refuses to judge what comes after some words of a seat, as [`check_judged`].
pub(crate) fn check_judged_after(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<(), RequestError> {
    let mut table = loaded.again()?;
    match table.play(seat, words, &mut probing_dice()) {
        Ok(_) => check_judged(cx, &loaded.row.terms, &*table),
        // The question itself is refused with the reason.
        Err(_) => Ok(()),
    }
}

/// Refuses to review a match that went through a position of a rated match of the asker or of this room.
pub(crate) fn check_reviewed(
    cx: &RequestContext<'_>,
    terms: &Terms,
    steps: &[StepRow],
) -> Result<(), RequestError> {
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, terms)?;
    match guarded.find_among(terms, steps)? {
        Some(row) => Err(not_judged(cx, row)),
        None => Ok(()),
    }
}

fn not_judged(cx: &RequestContext<'_>, row: &MatchRow) -> RequestError {
    cx.keep_private(matches::find::privacy_of(cx, [row]));
    let own = row.seats.find(|&seat| seat == cx.me.id).is_some();
    matches::words::stands_in_rated(row.id, own).into()
}

/// Leaves of an outlook what may be told here: its moves up to a position of a rated match of the asker or
/// of this room, and what it says only where there is none. It begins where the match stands.
pub(crate) fn told_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    outlook: Outlook,
) -> Result<Outlook, RequestError> {
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, &loaded.row.terms)?;
    Ok(guarded.told_of(loaded.again()?, outlook))
}

/// Refuses to judge a position of a finished match for the asker, and what follows it, as
/// [`check_judged`] and [`check_reviewed`]. `lines` are the moves that would be told.
pub(crate) fn check_looked_back(
    cx: &RequestContext<'_>,
    of: MatchId,
    table: &dyn Table,
    lines: impl FnOnce() -> Result<Vec<Vec<String>>, RequestError>,
) -> Result<(), RequestError> {
    let guarded = RatedPositions::of(cx.tx, &[cx.me.id], table.game())?;
    if guarded.0.is_empty() {
        return Ok(());
    }
    if let Some(row) = guarded.find(table) {
        return Err(not_judged(cx, row));
    }
    if let Some(row) = cx.tx.match_row(of)? {
        check_reviewed(cx, &row.terms, &cx.tx.steps(of)?)?;
    }
    for line in lines()? {
        let again = table.game().resume(&table.save().map_err(RequestError::Broken)?);
        if let (_, Some(row)) = guarded.follow(again.map_err(RequestError::Broken)?, &line) {
            return Err(not_judged(cx, row));
        }
    }
    Ok(())
}

/// Returns the people for whom a match is played: its players, and who asked for one of the bot.
pub(crate) fn concerned(
    tx: &Tx<'_>,
    of: MatchId,
    seats: &BySeat<PersonId>,
) -> Result<Vec<PersonId>, RequestError> {
    let mut people = vec![seats.first, seats.second];
    let asked_by = tx.practice(of)?.and_then(|it| it.asked_by);
    people.extend(asked_by.filter(|person| seats.find(|seat| seat == person).is_none()));
    Ok(people)
}

fn position(table: &dyn Table) -> BoardState {
    let names = BySeat { first: String::new(), second: String::new() };
    BoardState::of(&table.show(Observer { viewer: Viewer::Room, names: &names }))
}
