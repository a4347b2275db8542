//! What the service does when time passes: ends matches, plays defaults, sends reminders, deletes
//! old data.
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use engine::{chance::Throw, match_rules::MatchRules, seat::Seat};
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId},
    reply::Reply,
    time::{DAY, HOUR},
};
use store::{ChallengeState, MatchRow, Person, Room, StoreError, TimeMark, Tx};

use crate::{
    Outgoing, RequestError, Service, Trigger,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        outgoing::{Addressed, post},
    },
    lobby::{challenge::OPEN_DAYS, challenge_card::settled_card},
    matches,
    play::{
        self,
        step::{UntypedChoice, lot},
    },
    ratings::standing::seasons_anew,
    substitutes,
    time::{self, words},
    timing::{self, is_hard},
    vote,
    words::{about_challenges, practice_button},
};

/// How often [`Service::tick`] must be called at least; a gap of several times this is an outage.
pub const TICK: Duration = Duration::from_secs(5);

/// How many days the id of a handled message is kept.
const REMEMBERED_DAYS: i64 = 60;

/// How many rounds of due matches a tick handles.
const ROUNDS: usize = 4;

impl Service {
    /// Does what is due: matches end on time, defaults are played, reminders are sent, challenges
    /// expire. It is committed, and sent to the listeners of the chats. Returns when something is
    /// next due.
    ///
    /// Call it every [`TICK`], earlier if it returned so, and whenever time has passed.
    pub fn tick(&mut self, now: i64) -> Result<Option<i64>, StoreError> {
        self.wake(now)?;
        self.take_thoughts(now);
        if !self.leads {
            // Another process does the rest.
            return Ok(None);
        }
        self.begin_vacations(now)?;
        for _ in 0..ROUNDS {
            let due = self.store.transaction(|tx| tx.due(now))?;
            if due.is_empty() {
                break;
            }
            let (mut owing, mut quiet) = (Vec::<PersonId>::new(), Vec::<MatchId>::new());
            for MatchRow { id, .. } in due {
                let attend = |context: &mut RequestContext<'_>| {
                    if vote::count::show_due_votes(context, id)? {
                        return Ok(TickResult::Shown);
                    }
                    let attended = attend(context, id)?;
                    if let TickResult::Waits(_) = attended {
                        time::remind::tell_who_may_claim(context, id)?;
                    }
                    Ok(attended)
                };
                match self.of_its_own(now, |tx| due_in(tx, id, now), attend) {
                    Some(TickResult::Acted | TickResult::Shown) => {}
                    Some(TickResult::Waits(people)) => {
                        owing.extend(people);
                        quiet.push(id);
                    }
                    None => self.leave_alone(now, id)?,
                }
            }
            owing.sort();
            owing.dedup();
            for person in owing {
                self.remind_one(now, person);
            }
            for id in quiet {
                self.look_again(now, id)?;
            }
        }
        self.attend_leagues(now)?;
        self.lapse(now)?;
        self.show_solvers(now)?;
        self.post_puzzles(now)?;
        self.post_gazettes(now)?;
        self.count_luck(now)?;
        self.tell_absent(now)?;
        self.sweep_codes(now)?;
        self.sweep_daily(now)?;
        self.stand_seasons()?;
        self.crown_champions(now)?;
        self.store.transaction(|tx| {
            let moments = [
                tx.next_due()?,
                tx.next_lapse()?,
                tx.next_vacation()?,
                tx.next_league_due()?,
                tx.next_puzzle()?,
                tx.next_puzzle_to_show()?,
                tx.next_gazette()?,
            ];
            Ok(moments.into_iter().flatten().min())
        })
    }
}

impl Service {
    /// Says whether this process does what depends on time, and how many run on the database.
    pub fn share_time(&mut self, leads: bool, peers: usize) {
        // Nobody may be thinking any more where another process ended.
        self.minds_awake &= !(leads && (!self.leads || peers < self.peers));
        (self.leads, self.peers) = (leads, peers);
    }

    /// Recalculates season standings if they were deleted.
    fn stand_seasons(&mut self) -> Result<(), StoreError> {
        let done = self.store.transaction(|tx| match tx.lacks_seasons()? {
            true => seasons_anew(tx),
            false => Ok(()),
        });
        done.or_else(|fault| match fault {
            RequestError::Store(err) => Err(err),
            other => {
                tracing::error!(%other, "the seasons can't be recalculated");
                Ok(())
            }
        })
    }
}

/// Returns how long to wait for the next tick: until something is due, in Unix seconds, and at most
/// [`TICK`].
pub fn until_tick(now_ms: i64, next: Option<i64>) -> Duration {
    let left =
        next.and_then(|next| u64::try_from(next.saturating_mul(1000).saturating_sub(now_ms)).ok());
    // If something due couldn't be done, it is retried with the next tick.
    left.filter(|it| 0 < *it).map_or(TICK, |left| Duration::from_millis(left).min(TICK))
}

/// The result of checking a match.
pub(crate) enum TickResult {
    /// Something was done, and more may be due.
    Acted,
    /// Boards were brought up to date, and more may be due.
    Shown,
    /// It waits for one or both of these.
    Waits([PersonId; 2]),
}

/// What was done without a request, and the replies.
pub(crate) type WithReplies<T> = (T, Vec<(Chat, Outgoing)>);

/// Actions of the service itself, each in a transaction of its own, so that a failure affects
/// nothing else.
impl Service {
    /// Runs an action that nobody asked for, in a room and as if by a person; nothing if `whence`
    /// finds nothing to do. The replies go to the listeners.
    pub(crate) fn of_its_own<T>(
        &mut self,
        now: i64,
        whence: impl FnMut(&Tx<'_>) -> Result<Option<(Room, Person)>, StoreError>,
        act: impl FnMut(&mut RequestContext<'_>) -> Result<T, RequestError>,
    ) -> Option<T> {
        let (value, replies) = self.by_itself(now, whence, act)?;
        for (chat, outgoing) in replies {
            self.pass_on(chat, outgoing);
        }
        Some(value)
    }

    /// Does the same, but the caller passes on the replies.
    pub(crate) fn by_itself<T>(
        &mut self,
        now: i64,
        mut whence: impl FnMut(&Tx<'_>) -> Result<Option<(Room, Person)>, StoreError>,
        mut act: impl FnMut(&mut RequestContext<'_>) -> Result<T, RequestError>,
    ) -> Option<WithReplies<T>> {
        let Service { store, memory, .. } = self;
        let run = catch_unwind(AssertUnwindSafe(|| {
            store.transaction(|tx| {
                let Some((room, me)) = whence(tx)? else { return Ok(None) };
                tx.name_as_in(room.chat);
                let me = tx.person(me.id)?;
                let mut context = RequestContext::new(tx, memory, Trigger::Due, room, me, now);
                let value = act(&mut context)?;
                let RequestContext { replies, calls, .. } = context;
                Ok(Some(((value, post(tx, replies, now)?), calls)))
            })
        }));
        let fault = match run {
            Ok(Ok(None)) => return None,
            Ok(Ok(Some((done, calls)))) => {
                self.call_minds(calls);
                return Some(done);
            }
            Ok(Err(fault)) => fault,
            Err(_) => {
                self.figures.panics.count();
                RequestError::Broken("a panic".to_owned())
            }
        };
        // Nobody asked, so nobody is answered; the log has it with its number.
        self.refuse(fault);
        None
    }

    fn remind_one(&mut self, now: i64, person: PersonId) {
        let whence = |tx: &Tx<'_>| match tx.running_of(person)?.first() {
            // Nobody reminds a room.
            Some(row) => {
                let person = tx.person(person)?;
                let room = tx.room(row.room)?;
                Ok(person.is_person().then_some((room, person)))
            }
            None => Ok(None),
        };
        self.of_its_own(now, whence, |context| {
            let person = context.me.clone();
            time::remind::nudge(context, &person)
        });
    }

    /// Records when a match must be checked again.
    fn look_again(&mut self, now: i64, id: MatchId) -> Result<(), StoreError> {
        let done = self.of_its_own(
            now,
            |tx| due_in(tx, id, now),
            |context| {
                let Some(mut row) = context.tx.match_row(id)? else { return Ok(()) };
                timing::schedule_later(context, &mut row)?;
                Ok(context.tx.update_match(&row)?)
            },
        );
        if done.is_some() { Ok(()) } else { self.leave_alone(now, id) }
    }

    /// Skips a match for an hour that can't be loaded now.
    fn leave_alone(&mut self, now: i64, id: MatchId) -> Result<(), StoreError> {
        self.store.transaction(|tx| match tx.match_row(id)? {
            Some(row) if row.due.is_some_and(|it| it <= now) => {
                tx.update_match(&MatchRow { due: Some(now + HOUR), ..row })
            }
            Some(_) | None => Ok(()),
        })
    }

    /// Expires challenges, and says so in their rooms.
    fn lapse(&mut self, now: i64) -> Result<(), StoreError> {
        let edits_here = self.memory.edits_here;
        let run = self.store.transaction(|tx| {
            let late = tx.late_challenges(now)?;
            let mut replies = Vec::new();
            for some in late.chunk_by(|a, b| (a.by, a.room) == (b.by, b.room)) {
                for challenge in some {
                    tx.set_challenge_state(challenge.id, ChallengeState::Lapsed)?;
                }
                let Some(first) = some.first() else { continue };
                let room = tx.room(first.room)?;
                for challenge in some.iter().filter(|_| edits_here || !room.chat.is_local()) {
                    let became = words::card_expired(OPEN_DAYS);
                    let reply = settled_card(tx, challenge, became)?;
                    replies.push(Addressed { room: room.clone(), reply, about: None });
                }
                let by = tx.person_in(room.chat, first.by)?;
                let game = Some(first.terms.game)
                    .filter(|game| some.iter().all(|one| one.terms.game == *game));
                let numbers: Vec<ChallengeId> = some.iter().map(|it| it.id).collect();
                let text = words::expired(&by, &numbers, OPEN_DAYS);
                let reply = Reply::room(text).about(about_challenges(&numbers)).mention(by.id);
                let reply = reply.choices([practice_button(game)]);
                replies.push(Addressed { room, reply, about: None });
            }
            post(tx, replies, now)
        });
        self.pass_on_all(run)
    }

    /// Sends what was posted by itself; a fault that isn't the store's is only logged.
    pub(crate) fn pass_on_all(
        &mut self,
        run: Result<Vec<(Chat, Outgoing)>, RequestError>,
    ) -> Result<(), StoreError> {
        match run {
            Ok(replies) => {
                for (chat, outgoing) in replies {
                    self.pass_on(chat, outgoing);
                }
                Ok(())
            }
            Err(RequestError::Store(err)) => Err(err),
            Err(fault) => {
                self.refuse(fault);
                Ok(())
            }
        }
    }

    /// Forgets message ids so old that no chat can send them again.
    pub fn sweep(&mut self, now: i64) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_handled(now - REMEMBERED_DAYS * 86_400))
    }

    fn sweep_daily(&mut self, now: i64) -> Result<(), StoreError> {
        let last = self.store.transaction(|tx| tx.moment(TimeMark::Swept))?;
        if last.is_some_and(|last| (last..last + DAY).contains(&now)) {
            return Ok(());
        }
        self.sweep(now)?;
        self.slide_ladders(now)?;
        self.store.transaction(|tx| {
            tx.check_champions()?;
            tx.set_moment(TimeMark::Swept, now)
        })
    }
}

/// Does what is due in one match, except for messages that are only for one person.
pub(crate) fn attend(cx: &mut RequestContext<'_>, id: MatchId) -> Result<TickResult, RequestError> {
    let Some(row) = cx.tx.match_row(id)? else { return Ok(TickResult::Acted) };
    if vote::count::attend_votes(cx, &row)? {
        return Ok(TickResult::Acted);
    }
    let now = cx.now;
    if let Some(at) = row.timer.notice().map(|it| it.at).filter(|&it| it <= now) {
        time::pause::go_on(cx, row, at, words::pause_is_over(id))?;
        return Ok(TickResult::Acted);
    }
    if let Some(handed) =
        row.handed.iter().find(|handed| handed.ended.is_none() && is_due(handed.until, now))
    {
        substitutes::back::is_over(cx, id, handed.seat)?;
        return Ok(TickResult::Acted);
    }
    if is_due(row.settles_at, now) {
        play::ending::settle(cx, row)?;
        return Ok(TickResult::Acted);
    }
    for seat in Seat::BOTH {
        if row.timer.aside_ends(seat).is_some_and(|it| it <= now) {
            let loaded = matches::find::load(cx, row.clone())?;
            let mut lot = lot(&loaded);
            if let Some(words) = loaded.table.default_for(seat, &mut lot) {
                step_by_default(cx, loaded, seat, &words, lot.thrown().to_vec())?;
                return Ok(TickResult::Acted);
            }
        }
    }
    let late = late_in(&row, now);
    if is_hard(&row) && !late.is_empty() {
        let mut loaded = matches::find::load(cx, row)?;
        match play::ending::is_shut_out(cx, &loaded.row, &late)? {
            true => loaded.row.match_rules.shut_out()?,
            false => out_of_time(&mut loaded.row.match_rules, &late)?,
        }
        play::ending::end_outside_rules(cx, loaded)?;
        return Ok(TickResult::Acted);
    }
    Ok(TickResult::Waits(Seat::BOTH.map(|seat| *row.seats.get(seat))))
}

/// Tells whether a moment has come.
pub(super) fn is_due(at: Option<i64>, now: i64) -> bool {
    at.is_some_and(|it| it <= now)
}

fn step_by_default(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    seat: Seat,
    words: &str,
    lot: Vec<Throw>,
) -> Result<(), RequestError> {
    let says = words::default_played(loaded.names.get(seat));
    play::step::step(
        cx,
        loaded,
        seat,
        words,
        Some(UntypedChoice { says, lot: Some(lot), by: None }),
    )
}

/// Returns the seats that have run out of time.
pub(super) fn late_in(row: &MatchRow, now: i64) -> Vec<Seat> {
    Seat::BOTH.into_iter().filter(|&seat| row.timer.is_late(seat, now)).collect()
}

/// Ends a match for the player who ran out of time; if both did, it counts for nobody.
fn out_of_time(match_rules: &mut MatchRules, late: &[Seat]) -> Result<(), RequestError> {
    match late {
        [one] => Ok(match_rules.time_out(*one)?),
        _ => Ok(match_rules.expire()?),
    }
}

/// Returns the room of a match for which something is due, and one of its players.
pub(crate) fn due_in(
    tx: &Tx<'_>,
    id: MatchId,
    now: i64,
) -> Result<Option<(Room, Person)>, StoreError> {
    match tx.match_row(id)? {
        Some(row) if row.end.is_none() && row.due.is_some_and(|it| it <= now) => {
            Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?)))
        }
        Some(_) | None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use engine::match_rules::{CallOff, Ending};

    use super::*;

    #[test]
    fn the_next_tick_comes_when_something_is_due_and_never_late() {
        let ms = |now, next| until_tick(now, next).as_millis();
        assert_eq!(ms(7_250, Some(9)), 1_750, "to the very second");
        for next in [None, Some(99), Some(7), Some(i64::MIN), Some(i64::MAX)] {
            assert_eq!(ms(7_250, next), TICK.as_millis(), "{next:?}");
        }
    }

    #[test]
    fn where_both_let_their_time_go_by_the_match_counts_for_nobody() {
        for (late, ending) in [
            (&[Seat::Second][..], Ending::TimedOut(Seat::Second)),
            (&Seat::BOTH[..], Ending::CalledOff { by: None, rule: CallOff::Expired }),
        ] {
            let mut match_rules = MatchRules::default();
            assert!(out_of_time(&mut match_rules, late).is_ok());
            assert_eq!(match_rules.ending(), Some(ending));
        }
    }
}
