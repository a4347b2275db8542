//! Prepares the bot's thinking for the thread pool, and its results.
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    mind::{Level, Player, Thought},
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::{SeatMenu, Table},
};
use model::{
    ids::{Chat, MatchId},
    pool::{Pool, Priority, Work},
};
use store::{MatchRow, Practice, Tx};
use tokio::sync::Notify;

use super::words;
use crate::{
    RequestError, Service,
    context::insights::{Insight, QuestionKey},
    matches::{
        find::table_after,
        no_advice::{JudgedMatch, RatedPositions, concerned},
    },
};

/// The result of thinking.
pub enum ThinkingResult {
    /// A seat's action in a position; none if it found none.
    Move { of: MatchId, at: StepKey, seat: Seat, choice: ChosenMove },
    /// Whether a seat accepts a draw; if not, whether it declined without looking at the position.
    Draw { of: MatchId, seat: Seat, agrees: bool, blind: bool },
    /// The answer to a question.
    Insight { number: u64, key: QuestionKey, insight: Result<Insight, Refusal> },
}

/// What the bot chose.
#[derive(Clone, Default)]
pub struct ChosenMove {
    /// The action; none if it found none.
    pub words: Option<String>,
    /// Whether it chose at random, because a rated match stands at this position.
    pub blind: bool,
}

/// An action the bot owes in a match.
struct Owed {
    /// Whether it starts a turn, before which people want to see the board.
    begins: bool,
    work: Work<ThinkingResult>,
}

/// Returns the default number of threads: half of the machine's.
pub fn usual_threads() -> usize {
    Pool::<ThinkingResult>::usual_threads()
}

impl Service {
    /// Sets the number of threads, and how long the bot waits before it plays.
    #[must_use]
    pub fn with_minds(mut self, threads: usize, pace: Duration) -> Service {
        self.pool = Pool::new(threads);
        self.pace = pace;
        self
    }

    /// Returns a receiver for when the bot has finished thinking, so that [`Service::tick`] plays
    /// the result.
    pub fn thoughts(&self) -> Arc<Notify> {
        self.pool.ready()
    }

    /// Records the bot's id in a chat, so that people can name it.
    pub fn is_known_as(&mut self, chat: Chat, handle: &str) {
        self.memory.own_handles.insert(chat, handle.to_owned());
    }

    /// Records the address by which people add the bot to a chat, so that they can forward it.
    pub fn is_added_by(&mut self, chat: Chat, address: String) {
        self.memory.added_by.insert(chat, address);
    }

    /// Starts thinking in these matches, if the bot has to act there.
    pub(crate) fn call_minds(&mut self, mut of: Vec<MatchId>) {
        of.sort();
        of.dedup();
        for of in of {
            match self.store.transaction(|tx| owed(tx, of)) {
                Ok(Some(Owed { begins, work })) => {
                    let from = Instant::now();
                    let from = if begins { from + self.pace } else { from };
                    self.pool.put(from, Priority::Soon, work);
                }
                Ok(None) => {}
                Err(fault) => {
                    // It is tried again at the next start.
                    self.refuse(fault);
                }
            }
        }
    }

    /// Starts thinking in every match where the bot has to act, after a start.
    pub(crate) fn wake_minds(&mut self) {
        if std::mem::replace(&mut self.minds_awake, true) {
            return;
        }
        match self.store.transaction(|tx| tx.running_practice()) {
            Ok(all) => self.call_minds(all),
            Err(err) => {
                tracing::error!(%err, "the bot's matches can't be read");
                self.minds_awake = false;
            }
        }
    }
}

/// Finds what the bot owes in a match: an answer to a draw offer, or a choice that no person must
/// make first.
fn owed(tx: &Tx<'_>, of: MatchId) -> Result<Option<Owed>, RequestError> {
    let Some(row) = tx.match_row(of)?.filter(|it| it.end.is_none()) else { return Ok(None) };
    let Some(Practice { seed, told, asked_by: _ }) = tx.practice(of)? else { return Ok(None) };
    let levels = BySeat {
        first: tx.person(row.seats.first)?.level,
        second: tx.person(row.seats.second)?.level,
    };
    let step = tx.last_step(of)?;
    let at = StepKey { step: step.step, take: step.take };
    let table = table_after(row.terms.game, &step)?;
    let people = concerned(tx, of, &row.seats)?;
    let guarded = RatedPositions::heard(tx, &people, row.room, JudgedMatch::of(&row))?;
    let blind = guarded.find(&*table).is_some();
    if let Some(seat) = asked_for_draw(&row, &levels) {
        let seed = seed_at(seed, at, seat);
        let work = move || {
            let agrees = !blind && catch(|| table.agrees(seat, seed).ok()).unwrap_or(false);
            Some(ThinkingResult::Draw { of, seat, agrees, blind })
        };
        return Ok(Some(Owed { begins: true, work: Box::new(work) }));
    }
    let Some((seat, level)) = to_move(&*table, &levels) else { return Ok(None) };
    let begins = told == at.step;
    let seed = seed_at(seed, at, seat);
    let work = move || {
        let choice = match only(&*table, seat) {
            Some(only) => ChosenMove { words: Some(only), blind: false },
            None => {
                let player = if blind { Player::Random } else { Player::Level(level) };
                ChosenMove { words: catch(|| choice(&*table, seat, player, seed)), blind }
            }
        };
        Some(ThinkingResult::Move { of, at, seat, choice })
    };
    Ok(Some(Owed { begins, work: Box::new(work) }))
}

/// Returns what a computer player would do at a seat.
///
/// # Errors
/// If it can't think there, or has no suggestion.
pub fn thought(
    table: &dyn Table,
    seat: Seat,
    player: Player,
    seed: u64,
) -> Result<Thought, Refusal> {
    table.think(seat, player, seed)?.ok_or_else(words::no_suggestion)
}

fn choice(table: &dyn Table, seat: Seat, player: Player, seed: u64) -> Option<String> {
    match table.think(seat, player, seed) {
        Ok(thought) => thought.map(|it| it.words),
        Err(refusal) => {
            tracing::error!(%refusal, "the bot can't think in a match");
            None
        }
    }
}

/// Runs thinking so that a panic becomes no result.
fn catch<T>(run: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        tracing::error!("thinking failed");
        None
    })
}

/// Returns a seat's only possible action.
fn only(table: &dyn Table, seat: Seat) -> Option<String> {
    let SeatMenu { listed, grammar } = table.menu(seat);
    let [only] = <[String; 1]>::try_from(listed).ok()?;
    grammar.is_none().then_some(only)
}

/// Returns the bot's seat that was offered a draw.
fn asked_for_draw(row: &MatchRow, levels: &BySeat<Option<Level>>) -> Option<Seat> {
    let by = row.match_rules.draw_offered_by()?;
    (levels.get(by).is_none() && levels.get(by.other()).is_some()).then_some(by.other())
}

/// Returns the bot's seat that has to choose. If a person chooses at the same time, the bot waits
/// for them; its choice doesn't depend on theirs.
fn to_move(table: &dyn Table, levels: &BySeat<Option<Level>>) -> Option<(Seat, Level)> {
    let Status::Waiting(prompts) = table.status() else { return None };
    let mut seats = prompts.iter().map(|it| it.seat);
    let first = seats.next()?;
    let all = levels.get(first).is_some() && seats.all(|seat| levels.get(seat).is_some());
    levels.get(first).filter(|_| all).map(|level| (first, level))
}

/// Returns the seed of a seat's choice in a position. It is independent of the match's dice.
pub fn seed_at(seed: u64, at: StepKey, seat: Seat) -> u64 {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::apart(&Seed::from_bytes(bytes), at, seat.name());
    // Only scripted dice can fail.
    let mut half = || u64::from(dice.below("a seed", u32::MAX).unwrap_or(0));
    half() << 32 | half()
}
