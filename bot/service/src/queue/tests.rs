//! A panic in any job costs only that job.
use std::sync::{
    LazyLock,
    atomic::{AtomicU32, Ordering},
};

use command::verb;
use model::{reply::Reply, text::Text};
use store::{Store, StoreError, TimeMark};

use super::*;
use crate::{DueJob, Feature, KERNEL, RandomSource, RequestContext, row};

fn request(who: &str, words: &str) -> Request {
    Request {
        now: 1_767_225_600,
        ..Request::typed(Chat::Console, "r", who, WITH_DOOMED.commands().read(words))
    }
}

fn marked(service: &mut Service, at: i64) -> Result<(), StoreError> {
    service.keep(|tx| tx.set_moment(TimeMark::SWEPT, at))
}

verb! {
    Doom {
        name: "doom",
        does: Looks,
        about: Room, may: who(Anyone), is: [],
        purpose: Look, menu: Me, filler: Usual,
        says: "Panic",
        help: "",
        examples: &["doom"],
        args: {},
    }
}

/// Panics wherever it can.
static DOOMED: Feature = Feature {
    commands: &[row!(Doom, |_, _| panic!("on purpose"))],
    due: &[DueJob {
        name: "doomed",
        due: |_, _| Ok(vec![1]),
        next: None,
        act: |_, _, _| panic!("on purpose"),
    }],
    ends: Some(|cx, loaded| {
        cx.tx.set_moment(TimeMark::SWEPT, 3)?;
        cx.say(Reply::room("half a message"));
        loaded.names.first = "half a name".to_owned();
        panic!("on purpose, in match {}", loaded.row.id)
    }),
    ended: Some(|cx, _| {
        cx.tx.set_moment(TimeMark::SWEPT, 4)?;
        Err(RequestError::Broken("on purpose".to_owned()))
    }),
    ..Feature::named("doomed")
};

static TOLD: Feature =
    Feature { ended: Some(|_, _| Ok(vec![Text::from("Well played.")])), ..Feature::named("told") };

/// Fails once at each moment, and then does it.
static LATE: Feature = Feature {
    opened: Some(|cx, _, _| fails_once(cx, 0)),
    stepped: Some(|cx, _| fails_once(cx, 1)),
    ended: Some(|cx, _| {
        fails_once(cx, 2)?;
        Ok(vec![Text::from("Better late than never.")])
    }),
    told: Some(|cx, loaded| {
        cx.say(Reply::room(format!("half a message about {}", loaded.row.id)));
        fails_once(cx, 3)
    }),
    ..Feature::named("late")
};

/// How often what follows a moment was tried.
static TRIED: [AtomicU32; 4] = [const { AtomicU32::new(0) }; 4];

fn fails_once(cx: &RequestContext<'_>, moment: usize) -> Result<(), RequestError> {
    cx.tx.set_moment(TimeMark::SWEPT_CODES, 9)?;
    match TRIED[moment].fetch_add(1, Ordering::Relaxed) {
        0 => panic!("on purpose"),
        _ => Ok(()),
    }
}

static WITH_DOOMED: LazyLock<Features> = LazyLock::new(|| Features::new(LIST));
static LIST: &[&Feature] = &[&KERNEL, &DOOMED, &TOLD];
static WITH_LATE: LazyLock<Features> = LazyLock::new(|| Features::new(LIST_WITH_LATE));
static LIST_WITH_LATE: &[&Feature] = &[&KERNEL, &LATE];

/// Ann against Bob.
fn doomed() -> Service {
    against(&WITH_DOOMED)
}

fn against(features: &'static Features) -> Service {
    let mut service = Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), features);
    let mut offer = request("ann", "challenge bob trapdoor side=black days=2 hard");
    offer.mentioned = vec![request("bob", "").from];
    service.handle(&offer);
    service.handle(&request("bob", "accept"));
    service
}

#[test]
fn a_feature_that_fails_at_the_end_of_a_match_costs_only_its_own_part() {
    let mut service = doomed();
    let before = service.keep(|tx| tx.moment(TimeMark::SWEPT)).unwrap();
    let told = service.handle(&request("bob", "resign #1 yes"));
    let told: Vec<String> = told.iter().map(|it| it.reply.text.bare()).collect();
    let told = told.join("\n");
    assert!(told.contains("so the match is called off"), "{told}");
    assert!(told.contains("Well played."), "{told}");
    assert!(!told.contains("half a"), "{told}");
    assert_eq!(service.keep(|tx| tx.moment(TimeMark::SWEPT)).unwrap(), before);
    let figures = service.metrics();
    assert_eq!((figures.panics.get(), figures.failed_jobs.each()), (1, vec![("doomed", 2)]));
}

#[test]
fn what_a_feature_failed_to_do_is_tried_again_by_itself_until_it_is_done() {
    let mut service = against(&WITH_LATE);
    let (listener, mut heard) = tokio::sync::mpsc::unbounded_channel();
    service.listeners.push((Chat::Console, listener));
    let mut now = 1_767_225_600;
    let mut left_and_tried = |service: &mut Service, left: &[&str]| {
        let kept = service.keep(|tx| tx.unfinished_of(MatchId(1))).unwrap();
        assert_eq!(kept.iter().map(|it| it.moment.as_str()).collect::<Vec<_>>(), left);
        now += 60;
        service.tick(now).unwrap();
        assert_eq!(service.keep(|tx| tx.unfinished_of(MatchId(1))).unwrap(), []);
        TRIED.each_ref().map(|tried| tried.load(Ordering::Relaxed))
    };
    // The first step is forced.
    assert_eq!(left_and_tried(&mut service, &["opened", "stepped"]), [2, 2, 0, 0]);
    assert!(heard.try_recv().is_err());
    service.handle(&request("bob", "resign #1 yes"));
    assert_eq!(left_and_tried(&mut service, &["ended", "told"]), [2, 2, 2, 2]);
    let said = heard.try_recv().unwrap().reply.text.bare();
    assert!(said.starts_with("#1 · ") && said.ends_with("\nBetter late than never."), "{said}");
}

#[tokio::test]
async fn a_panic_in_a_job_is_an_error_for_its_caller_and_for_nobody_else() {
    let (queue, _closed) = Queue::open(doomed());
    let panics = |service: &mut Service| -> Result<(), StoreError> {
        marked(service, 5)?;
        service.keep(|tx| {
            tx.set_moment(TimeMark::SWEPT, 7)?;
            panic!("on purpose")
        })
    };
    let asked = queue.ask(panics).await;
    assert_eq!(asked.err(), Some(NotDone::Panicked));
    let in_order = queue.ask_in_order(Chat::Console, panics).await;
    assert_eq!(in_order.err(), Some(NotDone::Panicked));
    assert_eq!(queue.metrics().panics.get(), 2);
    let swept = |service: &mut Service| service.keep(|tx| tx.moment(TimeMark::SWEPT));
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
    for (words, refused) in [("doom", true), ("games", false)] {
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
async fn a_tick_that_panics_over_one_thing_goes_on_with_the_rest() {
    let (queue, _closed) = Queue::open(doomed());
    let later = 1_767_225_600 + 20 * 86_400;
    let tick = move |service: &mut Service| {
        service.moved_on(later)?;
        service.tick(later)
    };
    queue.ask(tick).await.unwrap().unwrap();
    // What is due, and both hooks of the match that ended by it, which were tried again at once.
    assert_eq!(queue.metrics().failed_jobs.each(), [("doomed", 3), ("unfinished", 1)]);
    let swept = |service: &mut Service| service.keep(|tx| tx.moment(TimeMark::SWEPT));
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
