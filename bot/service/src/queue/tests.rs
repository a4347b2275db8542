//! A panic in any job costs only that job.
use store::{Store, StoreError, TimeMark};

use super::*;
use crate::RandomSource;

fn request(who: &str, words: &str) -> Request {
    Request { now: 1_767_225_600, ..Request::typed(Chat::Console, "r", who, words) }
}

fn marked(service: &mut Service, at: i64) -> Result<(), StoreError> {
    service.keep(|tx| tx.set_moment(TimeMark::Swept, at))
}

/// Ann against Bob, where the end of every match panics.
fn doomed() -> Service {
    let mut service = Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1));
    let mut offer = request("ann", "challenge bob trapdoor side=black days=2 hard");
    offer.mentioned = vec![request("bob", "").from];
    service.handle(&offer);
    service.handle(&request("bob", "accept"));
    service.memory.above.match_ends = |_, _| panic!("on purpose");
    service
}

#[tokio::test]
async fn a_panic_in_a_job_is_an_error_for_its_caller_and_for_nobody_else() {
    let (queue, _closed) = Queue::open(doomed());
    let panics = |service: &mut Service| -> Result<(), StoreError> {
        marked(service, 5)?;
        service.keep(|tx| {
            tx.set_moment(TimeMark::Swept, 7)?;
            panic!("on purpose")
        })
    };
    let asked = queue.ask(panics).await;
    assert_eq!(asked.err(), Some(NotDone::Panicked));
    let in_order = queue.ask_in_order(Chat::Console, panics).await;
    assert_eq!(in_order.err(), Some(NotDone::Panicked));
    assert_eq!(queue.metrics().panics.get(), 2);
    let swept = |service: &mut Service| service.keep(|tx| tx.moment(TimeMark::Swept));
    let swept = queue.ask(swept).await.unwrap().unwrap();
    assert_eq!(swept, Some(5), "what was open is rolled back");
    let read = queue.look(Length::Short, |_| -> Result<(), RequestError> { panic!("on purpose") });
    assert!(matches!(read.await, Ok(Err(RequestError::Broken(_)))));
    assert_eq!(queue.metrics().panics.get(), 3);
    let told = queue.answer(request("ann", "games").into()).await.unwrap();
    let told = told.pass_to(|answered| answered.replies);
    assert!(told[0].outgoing.reply.text.bare().contains("#1"), "{told:?}");
}

#[tokio::test]
async fn a_request_that_panics_is_answered_and_so_is_the_next() {
    let (queue, _closed) = Queue::open(doomed());
    for (words, refused) in [("resign #1 yes", true), ("games", false)] {
        let answered = queue.answer(request("bob", words).into()).await.unwrap();
        let answered = answered.pass_to(std::convert::identity);
        assert_eq!(answered.is_refused(), refused, "{words}");
        assert!(!answered.replies.is_empty(), "{words}");
    }
    assert_eq!(queue.metrics().panics.get(), 1);
}

#[tokio::test]
async fn news_from_before_a_panic_is_told_in_its_turn() {
    let (queue, _closed) = Queue::open(doomed());
    let mut listening = queue.listen(Chat::Console).await.unwrap().unwrap();
    let panics = |service: &mut Service| {
        for outgoing in service.handle(&request("ann", "games")) {
            service.pass_on(Chat::Console, outgoing);
        }
        panic!("on purpose")
    };
    assert_eq!(queue.ask(panics).await, Err::<(), _>(NotDone::Panicked));
    assert!(listening.news.try_recv().is_ok());
}

#[tokio::test]
async fn a_tick_that_panics_over_a_match_goes_on_with_the_rest() {
    let (queue, _closed) = Queue::open(doomed());
    let later = 1_767_225_600 + 20 * 86_400;
    let tick = move |service: &mut Service| {
        service.moved_on(later)?;
        service.tick(later)
    };
    queue.ask(tick).await.unwrap().unwrap();
    assert_eq!(queue.metrics().failed_jobs.each(), [("matches", 1)]);
    let swept = |service: &mut Service| service.keep(|tx| tx.moment(TimeMark::Swept));
    assert_eq!(queue.ask(swept).await.unwrap().unwrap(), Some(later), "what comes after it");
    let answered = queue.answer(Request { now: later, ..request("bob", "games") }.into()).await;
    assert!(!answered.unwrap().pass_to(|it| it.is_refused()));
}

/// Ends a thread even where panics are caught.
struct Twice;

impl Drop for Twice {
    fn drop(&mut self) {
        panic!("on purpose, again");
    }
}

#[tokio::test]
async fn where_the_thread_ends_all_the_same_everybody_learns_it_at_once() {
    let (queue, closed) = Queue::open(doomed());
    let mut listening = queue.listen(Chat::Console).await.unwrap().unwrap();
    let ends = queue.ask(|_| -> () { std::panic::panic_any(Twice) }).await;
    assert_eq!(ends, Err(NotDone::Closed));
    assert_eq!(queue.ask(|_| ()).await, Err(NotDone::Closed));
    assert!(listening.news.recv().await.is_none());
    assert!(closed.await.is_err());
}
