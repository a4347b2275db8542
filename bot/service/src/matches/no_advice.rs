//! Positions of running rated matches, which the bot judges neither for their players nor where they
//! can read it: no advice, no look back, no move of its own. All advice goes through here.
//!
//! A position is judged if it is further than two turns from each of these matches. Who sets positions
//! up while they play a rated match of that game has none of them judged: one that differs in what doesn't
//! matter would help as well. Games that begin with pieces on the same squares are kin: advice for one is
//! advice for the other where its pieces stand as there.
use std::{cell::OnceCell, collections::BTreeSet};

use engine::{
    game::Status,
    games::GameId,
    mind::Outlook,
    scene::BoardState,
    seat::{BySeat, Seat},
    table::{Table, position, reached},
};
use model::ids::{MatchId, PersonId, RoomId};
use store::{MatchRow, StepRow, Terms, Tx};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch, seam::OfferPlace},
    matches,
    matches::find::table_after,
    terms::probing_dice,
};

/// A running rated match.
struct RatedMatch {
    row: MatchRow,
    table: Box<dyn Table>,
    /// As the game that is judged shows it: of another game, where pieces stand.
    stands: BoardState,
    /// Where they stand at the start, if it is another game.
    kin: Option<BoardState>,
    /// Whether what is judged didn't begin at the start.
    set_up: bool,
    /// What two turns can make of its position; nothing if that can't be listed.
    reached: OnceCell<Option<Vec<BoardState>>>,
    /// Whether what is judged was over before this match began, so that nobody led it there.
    later: bool,
    /// Whether one of those plays in it for whom something is judged, or who play what is judged.
    of_player: bool,
}

impl RatedMatch {
    /// Tells whether a position stands in this match, or can come there within two turns.
    fn is_near(&self, here: &BoardState) -> bool {
        let footprint;
        let here = match &self.kin {
            None => here,
            Some(start) => {
                footprint = here.footprint();
                // Where both have hardly begun, neither tells anything of the other.
                if !self.set_up && footprint.may_follow(start) {
                    return false;
                }
                &footprint
            }
        };
        if *here == self.stands {
            return true;
        }
        if !here.may_follow(&self.stands) {
            return false;
        }
        let seen = |state: BoardState| match self.kin {
            None => state,
            Some(_) => state.footprint(),
        };
        let list = || Some(reached(&*self.table)?.into_iter().map(seen).collect());
        match self.reached.get_or_init(list) {
            Some(reached) => reached.contains(here),
            None => !self.later,
        }
    }
}

/// Returns where the pieces of two games stand at the start, if they stand on the same squares.
fn kin(game: GameId, other: GameId) -> Option<BoardState> {
    let [one, other] = [game, other].map(|game| {
        let table = game.open(game.options("").ok()?, &mut probing_dice()).ok()?;
        Some(position(&*table).footprint())
    });
    one.filter(|one| Some(one) == other.as_ref())
}

/// The running rated matches of a game and its kin.
pub struct RatedPositions(Vec<RatedMatch>);

impl RatedPositions {
    /// Collects the rated matches of these people and of those who play what is judged, in whatever chat
    /// they play them and also where somebody plays for them. If a match that is judged was set up, the others
    /// in its room are guarded too: who looks on may have copied one, and its players read what is said.
    /// Nobody but the people themselves knows of a private one, and a refusal would give it away.
    ///
    /// # Errors
    /// If a match can't be loaded.
    pub fn heard(
        tx: &Tx<'_>,
        people: &[PersonId],
        room: RoomId,
        of: JudgedMatch<'_>,
    ) -> Result<RatedPositions, RequestError> {
        let mut all = Vec::new();
        for &person in people.iter().chain(&of.players) {
            let own = people.contains(&person);
            if !tx.person(person)?.is_person() {
                continue;
            }
            let mut rows = tx.running_of(person)?;
            for played in tx.played_for(person)? {
                rows.extend(tx.match_row(played)?);
            }
            all.extend(
                rows.into_iter().filter(|row| own || !row.terms.private).map(|row| (row, true)),
            );
        }
        if of.terms.has_start() {
            let here = tx.running_in(room)?.into_iter();
            all.extend(here.filter(|row| !row.terms.private).map(|row| (row, false)));
        }
        let (game, set_up) = (of.terms.game, of.terms.has_start());
        // Whether a match is judged that is rated itself, its own rules say.
        let mut seen: BTreeSet<Option<MatchId>> = BTreeSet::from([of.id]);
        all.retain(|(row, _)| row.is_rated() && seen.insert(Some(row.id)));
        let guarded = all.into_iter().filter_map(|(row, of_player)| {
            let kin = match row.terms.game {
                same if same == game => None,
                other => Some(kin(game, other)?),
            };
            let later = of.over.is_some_and(|over| over <= row.opened_at);
            let table = tx.last_step(row.id).map_err(RequestError::from);
            Some(table.and_then(|step| table_after(row.terms.game, &step)).map(|table| {
                let stands = position(&*table);
                let stands = if kin.is_some() { stands.footprint() } else { stands };
                let reached = OnceCell::new();
                RatedMatch { row, table, stands, kin, set_up, reached, later, of_player }
            }))
        });
        Ok(RatedPositions(guarded.collect::<Result<_, RequestError>>()?))
    }

    /// Returns the match that stands at the position of a table, or can come there within two turns.
    pub fn find(&self, table: &dyn Table) -> Option<&MatchRow> {
        if self.0.is_empty() {
            return None;
        }
        let here = position(table);
        self.0.iter().find(|it| it.is_near(&here)).map(|it| &it.row)
    }

    /// Returns the match because of which no position is judged that was set up while it ran.
    fn find_beside(&self, of: JudgedMatch<'_>) -> Option<&MatchRow> {
        let set_up = of.terms.has_start();
        let beside = |rated: &&RatedMatch| rated.of_player && rated.row.opened_at <= of.opened;
        self.0.iter().find(beside).filter(|_| set_up).map(|it| &it.row)
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
    pub fn told_of(&self, table: Box<dyn Table>, mut outlook: Outlook) -> Outlook {
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

    /// Returns a match that stands, or comes within two turns, where another one stood after one of its
    /// steps. The usual start of a match is nobody's position in particular.
    ///
    /// # Errors
    /// If a step can't be loaded.
    pub fn find_among(
        &self,
        of: JudgedMatch<'_>,
        steps: &[StepRow],
    ) -> Result<Option<&MatchRow>, RequestError> {
        if let Some(row) = self.find_beside(of) {
            return Ok(Some(row));
        }
        let Some(opening) = steps.first().filter(|_| !self.0.is_empty()) else { return Ok(None) };
        let game = of.terms.game;
        let start = position(&*table_after(game, opening)?);
        let is_usual = |state: &BoardState| !of.terms.has_start() && *state == start;
        let guarded: Vec<&RatedMatch> = self.0.iter().filter(|it| !is_usual(&it.stands)).collect();
        for step in steps {
            let here = position(&*table_after(game, step)?);
            let found = guarded.iter().find(|rated| !is_usual(&here) && rated.is_near(&here));
            if let Some(found) = found {
                return Ok(Some(&found.row));
            }
        }
        Ok(None)
    }
}

/// Whose positions are judged: those of a match, or of one that would begin now.
#[derive(Clone, Copy)]
pub struct JudgedMatch<'a> {
    /// None for one that would begin.
    id: Option<MatchId>,
    terms: &'a Terms,
    /// Who plays it.
    players: [PersonId; 2],
    /// When the match began, and when it ended, in Unix seconds.
    opened: i64,
    over: Option<i64>,
}

impl<'a> JudgedMatch<'a> {
    /// Takes a match.
    pub fn of(row: &'a MatchRow) -> JudgedMatch<'a> {
        let over = row.end.as_ref().map(|it| it.at);
        let players = [row.seats.first, row.seats.second];
        let (id, opened) = (Some(row.id), row.opened_at);
        JudgedMatch { id, terms: &row.terms, players, opened, over }
    }

    /// Takes a match of which one person alone is told.
    pub fn read_by(row: &'a MatchRow, reader: PersonId) -> JudgedMatch<'a> {
        JudgedMatch { players: [reader; 2], ..JudgedMatch::of(row) }
    }

    /// Takes a match against the bot that somebody would begin now.
    pub fn begins(terms: &'a Terms, by: PersonId, now: i64) -> JudgedMatch<'a> {
        JudgedMatch { id: None, terms, players: [by; 2], opened: now, over: None }
    }
}

/// Refuses to judge a position that a rated match of the asker or of this room stands at, or reaches within
/// two turns, and one that was set up while they play such a match.
pub fn check_judged(
    cx: &RequestContext<'_>,
    of: JudgedMatch<'_>,
    table: &dyn Table,
) -> Result<(), RequestError> {
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, of)?;
    if let Some(row) = guarded.find_beside(of) {
        return Err(not_set_up(cx, row, of.terms.game));
    }
    match guarded.find(table) {
        Some(row) => Err(not_judged(cx, row)),
        None => Ok(()),
    }
}

/// Refuses to judge what comes after some words of a seat, as [`check_judged`].
pub fn check_judged_after(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<(), RequestError> {
    let mut table = loaded.again()?;
    match table.play(seat, words, &mut probing_dice()) {
        Ok(_) => check_judged(cx, JudgedMatch::of(&loaded.row), &*table),
        // The question itself is refused with the reason.
        Err(_) => Ok(()),
    }
}

/// Refuses to look back at a match that went through a position of a rated match of the asker or of this room, as
/// [`check_judged`].
pub fn check_reviewed(
    cx: &RequestContext<'_>,
    of: JudgedMatch<'_>,
    steps: &[StepRow],
) -> Result<(), RequestError> {
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, of)?;
    if let Some(row) = guarded.find_beside(of) {
        return Err(not_set_up(cx, row, of.terms.game));
    }
    match guarded.find_among(of, steps)? {
        Some(row) => Err(not_judged(cx, row)),
        None => Ok(()),
    }
}

fn not_judged(cx: &RequestContext<'_>, row: &MatchRow) -> RequestError {
    cx.keep_private(matches::find::privacy_of(cx, [row]));
    matches::words::near_rated(row.id, is_own(cx, row)).into()
}

fn not_set_up(cx: &RequestContext<'_>, row: &MatchRow, game: GameId) -> RequestError {
    cx.keep_private(matches::find::privacy_of(cx, [row]));
    let alone = cx.memory.features.offers(OfferPlace::Alone(Some(game)));
    matches::words::set_up_beside_rated(row.id, game, is_own(cx, row), alone).into()
}

fn is_own(cx: &RequestContext<'_>, row: &MatchRow) -> bool {
    let me = cx.me.id;
    [row.seats, row.owners()].iter().any(|seats| [seats.first, seats.second].contains(&me))
}

/// Leaves of an outlook what may be told here: its moves up to a position of a rated match of the asker or
/// of this room, and what it says only where there is none. It begins where the match stands.
pub fn told_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    outlook: Outlook,
) -> Result<Outlook, RequestError> {
    let of = JudgedMatch::of(&loaded.row);
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, of)?;
    Ok(guarded.told_of(loaded.again()?, outlook))
}

/// Refuses to judge a position of a finished match for the asker, and what follows it, as
/// [`check_judged`] and [`check_reviewed`]. `lines` are the moves that would be told.
pub fn check_looked_back(
    cx: &RequestContext<'_>,
    of: MatchId,
    table: &dyn Table,
    lines: impl FnOnce() -> Result<Vec<Vec<String>>, RequestError>,
) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let judged = JudgedMatch::of(&row);
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, judged)?;
    if guarded.0.is_empty() {
        return Ok(());
    }
    check_judged(cx, judged, table)?;
    check_reviewed(cx, judged, &cx.tx.steps(of)?)?;
    for line in lines()? {
        let again = table.game().resume(&table.save().map_err(RequestError::Broken)?);
        if let (_, Some(row)) = guarded.follow(again.map_err(RequestError::Broken)?, &line) {
            return Err(not_judged(cx, row));
        }
    }
    Ok(())
}

/// Returns the people for whom a match is played: its players, and who asked for one of the bot.
pub fn concerned(
    tx: &Tx<'_>,
    of: MatchId,
    seats: &BySeat<PersonId>,
) -> Result<Vec<PersonId>, RequestError> {
    let mut people = vec![seats.first, seats.second];
    let asked_by = tx.practice(of)?.and_then(|it| it.asked_by);
    people.extend(asked_by.filter(|person| seats.find(|seat| seat == person).is_none()));
    Ok(people)
}
