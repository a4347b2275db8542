//! What is due without a request: each thing is done alone, so that one that fails costs nothing else, and is tried
//! again later.
use std::{collections::BTreeMap, time::Duration};

use model::{backoff, ids::Chat, time::HOUR};
use store::{Person, Room, StoreError, TimeMark, Tx};

use crate::{
    Outgoing, RequestError, Service, Trigger,
    context::{RequestContext, outgoing::post, seam::DueJob},
};

/// How soon something that failed is tried again. Each further failure doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(HOUR.unsigned_abs());

/// Stand for all that a job lists, and for its next moment, among the numbers of what it does.
const LIST: i64 = i64::MIN;
const NEXT: i64 = i64::MIN + 1;

/// What was due and failed, by its job and number, until it is done. Another start tries all of it at once.
#[derive(Debug, Default)]
pub struct PutOff(BTreeMap<(&'static str, i64), FailedTry>);

#[derive(Debug)]
struct FailedTry {
    at: i64,
    failures: u32,
}

impl FailedTry {
    fn again_at(&self) -> i64 {
        let pause = backoff::doubled(FIRST_PAUSE, self.failures, LONGEST_PAUSE).as_secs();
        self.at.saturating_add_unsigned(pause)
    }
}

impl PutOff {
    /// Tells whether something has failed so lately that it isn't tried. A clock that was set back ends the wait.
    pub fn holds(&self, job: &'static str, number: i64, now: i64) -> bool {
        let failed = self.0.get(&(job, number));
        failed.is_some_and(|failed| (failed.at..failed.again_at()).contains(&now))
    }

    fn fails(&mut self, job: &'static str, number: i64, now: i64) {
        let before = self.0.get(&(job, number)).map(|it| it.failures.saturating_add(1));
        self.0.insert((job, number), FailedTry { at: now, failures: before.unwrap_or(0) });
    }

    fn works(&mut self, job: &'static str, number: i64) {
        self.0.remove(&(job, number));
    }

    /// Returns what has failed of a job.
    fn of(&self, job: &'static str) -> Vec<i64> {
        self.0.range((job, NEXT + 1)..=(job, i64::MAX)).map(|((_, number), _)| *number).collect()
    }

    /// Returns when something is tried again after a moment.
    fn next(&self, after: i64) -> Option<i64> {
        self.0.values().map(FailedTry::again_at).filter(|at| after < *at).min()
    }
}

/// Tells whether so many seconds have passed since something was done. If the clock was set back, they have.
pub fn is_over(tx: &Tx<'_>, mark: TimeMark, span: i64, now: i64) -> Result<bool, StoreError> {
    let last = tx.moment(mark)?;
    Ok(last.is_none_or(|last| !(last..last.saturating_add(span)).contains(&now)))
}

/// What was done without a request, and the replies.
pub type WithReplies<T> = (T, Vec<(Chat, Outgoing)>);

impl Service {
    /// Does all that is due of these jobs, in their order. Returns when something is next due.
    ///
    /// # Errors
    /// If nothing can be stored now.
    pub fn do_due<'j>(
        &mut self,
        jobs: impl Iterator<Item = &'j DueJob> + Clone,
        now: i64,
    ) -> Result<Option<i64>, StoreError> {
        for job in jobs.clone() {
            let list =
                |service: &mut Service| Ok(service.store.transaction(|tx| (job.due)(tx, now))?);
            let mut due = self.attempt(job.name, LIST, now, list)?.unwrap_or_default();
            let again =
                self.put_off.of(job.name).into_iter().filter(|number| !due.contains(number));
            due.extend(again.collect::<Vec<i64>>());
            for number in due {
                self.attempt(job.name, number, now, |service| (job.act)(service, number, now))?;
            }
        }
        let mut next = Vec::new();
        for job in jobs {
            let Some(when) = job.next else { continue };
            let look = |service: &mut Service| Ok(service.store.transaction(|tx| when(tx, now))?);
            next.extend(self.attempt(job.name, NEXT, now, look)?.flatten());
        }
        next.extend(self.put_off.next(now));
        Ok(next.into_iter().min())
    }

    /// Does one thing that is due, unless it has just failed. A failure is counted by the name of its job, logged, and
    /// puts off only this; nothing is returned then.
    ///
    /// # Errors
    /// If nothing can be stored now.
    pub fn attempt<T>(
        &mut self,
        job: &'static str,
        number: i64,
        now: i64,
        run: impl FnOnce(&mut Service) -> Result<T, RequestError>,
    ) -> Result<Option<T>, StoreError> {
        if self.put_off.holds(job, number, now) {
            return Ok(None);
        }
        let done = self.guarded(job, run);
        match done {
            Ok(done) => {
                self.put_off.works(job, number);
                Ok(Some(done))
            }
            Err(RequestError::Store(err)) if err.is_everywhere() => Err(err),
            Err(fault) => {
                self.memory.figures.failed_jobs.count(job);
                self.put_off.fails(job, number, now);
                let why = fault.in_log();
                tracing::error!(job, number, why, "what is due failed; it is tried again later");
                Ok(None)
            }
        }
    }

    /// Runs something so that a panic becomes an error.
    pub(crate) fn guarded<T>(
        &mut self,
        what: &'static str,
        run: impl FnOnce(&mut Service) -> Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        let metrics = self.metrics();
        let done = metrics.guarded(what, || run(self));
        done.unwrap_or_else(|| Err(RequestError::Broken("a panic".to_owned())))
    }

    /// Does something that nobody asked for, in a room and as if by a person, in a transaction of its own; nothing if
    /// `whence` finds nothing to do. The caller passes on the replies.
    pub fn unasked<T>(
        &mut self,
        now: i64,
        mut whence: impl FnMut(&Tx<'_>) -> Result<Option<(Room, Person)>, StoreError>,
        mut act: impl FnMut(&mut RequestContext<'_>) -> Result<T, RequestError>,
    ) -> Result<Option<WithReplies<T>>, RequestError> {
        let Service { store, memory, .. } = self;
        let done = store.transaction(|tx| {
            let Some((room, me)) = whence(tx)? else { return Ok(None) };
            tx.name_as_in(room.chat);
            let me = tx.person(me.id)?;
            let mut context = RequestContext::new(tx, memory, Trigger::Due, room, me, now);
            let value = act(&mut context)?;
            let RequestContext { replies, calls, .. } = context;
            Ok::<_, RequestError>(Some(((value, post(tx, replies, now)?), calls)))
        })?;
        Ok(done.map(|(done, calls)| {
            self.call_minds(calls);
            done
        }))
    }

    /// Does the same, and sends the replies to the listeners.
    pub fn unasked_and_told<T>(
        &mut self,
        now: i64,
        whence: impl FnMut(&Tx<'_>) -> Result<Option<(Room, Person)>, StoreError>,
        act: impl FnMut(&mut RequestContext<'_>) -> Result<T, RequestError>,
    ) -> Result<Option<T>, RequestError> {
        let Some((value, replies)) = self.unasked(now, whence, act)? else { return Ok(None) };
        for (chat, outgoing) in replies {
            self.pass_on(chat, outgoing);
        }
        Ok(Some(value))
    }

    /// Does the same once: a failure or a panic costs only this, and is logged with its number.
    pub(crate) fn of_its_own<T>(
        &mut self,
        now: i64,
        whence: impl FnMut(&Tx<'_>) -> Result<Option<(Room, Person)>, StoreError>,
        act: impl FnMut(&mut RequestContext<'_>) -> Result<T, RequestError>,
    ) -> Option<T> {
        let run = |service: &mut Service| service.unasked_and_told(now, whence, act);
        let done = self.guarded("something that nobody asked for", run);
        // Nobody asked, so nobody is answered.
        done.map_err(|fault| self.refuse(fault)).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use model::ids::PersonId;
    use store::Store;

    use super::*;
    use crate::RandomSource;

    /// What is done by its number leaves this mark.
    fn mark(number: i64) -> TimeMark {
        TimeMark::NEWS.of(PersonId(number))
    }

    const JOBS: [DueJob; 4] = [
        DueJob {
            name: "lists",
            due: |_, _| panic!("on purpose"),
            next: Some(|_, _| panic!("on purpose")),
            act: |_, _, _| Ok(()),
        },
        DueJob {
            name: "acts",
            due: |_, _| Ok(vec![1, 2, 3]),
            next: Some(|_, now| Ok(Some(now + 50))),
            act: |service, number, now| {
                service.store.transaction(|tx| {
                    tx.set_moment(mark(number), now)?;
                    assert_ne!(number, 2, "on purpose");
                    Ok(())
                })
            },
        },
        DueJob {
            name: "refused",
            due: |_, _| Ok(vec![4]),
            next: None,
            act: |_, _, _| Err(StoreError::Missing { what: "row", id: 4 }.into()),
        },
        DueJob {
            name: "last",
            due: |_, _| Ok(vec![5]),
            next: None,
            act: |service, number, now| {
                Ok(service.store.transaction(|tx| tx.set_moment(mark(number), now))?)
            },
        },
    ];

    fn service() -> Service {
        Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), &crate::KERNEL_ALONE)
    }

    fn done(service: &mut Service) -> [Option<i64>; 5] {
        [1, 2, 3, 4, 5].map(|number| service.keep(|tx| tx.moment(mark(number))).unwrap())
    }

    #[test]
    fn what_panics_or_fails_costs_only_itself_and_is_tried_again_later() {
        let mut service = service();
        let failed = |service: &Service| service.memory.figures.failed_jobs.each();
        assert_eq!(service.do_due(JOBS.iter(), 100).unwrap(), Some(110), "when it is tried again");
        assert_eq!(done(&mut service), [Some(100), None, Some(100), None, Some(100)]);
        assert_eq!(failed(&service), [("acts", 1), ("lists", 2), ("refused", 1)]);
        assert_eq!(service.memory.figures.panics.get(), 3);
        service.do_due(JOBS.iter(), 109).unwrap();
        assert_eq!(done(&mut service), [Some(109), None, Some(109), None, Some(109)]);
        assert_eq!(failed(&service), [("acts", 1), ("lists", 2), ("refused", 1)]);
        service.do_due(JOBS.iter(), 110).unwrap();
        assert_eq!(failed(&service), [("acts", 2), ("lists", 4), ("refused", 2)]);
    }

    #[test]
    fn where_nothing_can_be_stored_the_rest_waits_for_the_next_tick() {
        const BUSY: [DueJob; 2] = [
            DueJob {
                name: "busy",
                due: |_, _| Ok(vec![1]),
                next: None,
                act: |_, _, _| Err(StoreError::Busy(PathBuf::new()).into()),
            },
            DueJob {
                name: "after",
                due: |_, _| panic!("it was asked"),
                next: None,
                act: |_, _, _| Ok(()),
            },
        ];
        let mut service = service();
        for now in [100, 101] {
            let failed = service.do_due(BUSY.iter(), now);
            assert!(matches!(failed, Err(StoreError::Busy(_))), "it is nobody's fault: {failed:?}");
        }
        assert_eq!(service.memory.figures.failed_jobs.each(), []);
    }

    #[test]
    fn what_fails_waits_longer_each_time_and_until_the_clock_is_set_back() {
        let mut put_off = PutOff::default();
        assert!(!put_off.holds("puzzles", 7, 100));
        let mut now = 100;
        for pause in [10, 20, 40, 80] {
            put_off.fails("puzzles", 7, now);
            assert_eq!(put_off.next(now), Some(now + pause));
            assert!(put_off.holds("puzzles", 7, now + pause - 1));
            assert!(!put_off.holds("puzzles", 8, now), "another room");
            assert!(!put_off.holds("others", 7, now), "another job");
            assert!(!put_off.holds("puzzles", 7, now - 1), "the clock was set back");
            now += pause;
            assert!(!put_off.holds("puzzles", 7, now));
        }
        for _ in 0..100 {
            put_off.fails("puzzles", 7, now);
        }
        assert_eq!(put_off.next(now), Some(now + HOUR));
        assert_eq!((put_off.of("puzzles"), put_off.of("others")), (vec![7], vec![]));
        put_off.works("puzzles", 7);
        assert_eq!(put_off.next(0), None);
    }
}
