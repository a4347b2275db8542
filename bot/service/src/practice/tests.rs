//! The service while the bot thinks.
use std::{sync::mpsc, time::Instant};

use command::Commands;
use model::{
    ids::{Chat, MatchId},
    pool::Priority,
};
use store::{Store, StoreError};

use crate::{
    RandomSource, Request, Service,
    practice::{
        think::{ChosenMove, ThinkingResult},
        words,
    },
};

fn request(who: &str, words: &str) -> Request {
    Request::typed(Chat::Console, "r", who, Commands::kernel().read(words))
}

fn say(service: &mut Service, who: &str, words: &str) -> Vec<String> {
    let replies = service.handle(&request(who, words));
    replies.into_iter().map(|it| it.reply.text.bare()).collect()
}

/// Returns the current step of a match.
fn stands(service: &mut Service, of: i64) -> u32 {
    let last = service.store.transaction::<_, StoreError>(|tx| tx.last_step(MatchId(of)));
    last.unwrap().step
}

#[test]
fn the_service_answers_while_every_thread_of_the_pool_is_blocked() {
    let store = Store::trial().unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(1), &crate::KERNEL_ALONE);
    service = service.with_minds(2, std::time::Duration::ZERO);
    let mut gates = Vec::new();
    for _ in 0..2 {
        let (open, opened) = mpsc::channel::<()>();
        gates.push(open);
        let blocked = move || {
            opened.recv().ok();
            Some(ThinkingResult::Draw {
                of: MatchId(999),
                seat: engine::seat::Seat::First,
                agrees: false,
                blind: false,
            })
        };
        service.pool.put(Instant::now(), Priority::Soon, Box::new(blocked));
    }
    // Eighteen computer players are thinking, and someone asks for advice.
    for person in ["ann", "bob"] {
        for _ in 0..9 {
            let said = say(&mut service, person, "practice trapdoor 1 side=white");
            assert!(said[0].contains("is thinking"), "{said:?}");
        }
    }
    say(&mut service, "cid", "practice trapdoor 1 side=black");
    assert!(say(&mut service, "cid", "hint").is_empty(), "the answer comes later");
    service.tick(1).unwrap();
    let before: Vec<u32> = (1..=18).map(|of| stands(&mut service, of)).collect();
    assert_eq!(before, [0; 18], "nobody has thought of anything yet");
    // Meanwhile others are served.
    assert!(!say(&mut service, "dan", "help").is_empty());
    assert!(!say(&mut service, "dan", "challenge trapdoor").is_empty());
    assert!(say(&mut service, "eve", "accept")[0].contains("Match #20"));
    drop(gates);
    while service.is_thinking() {
        service.wait_for_thoughts();
        service.tick(2).unwrap();
    }
    for of in 1..=18 {
        assert!(0 < stands(&mut service, of), "match {of}");
    }
}

#[test]
fn an_answer_from_before_someone_had_their_data_deleted_is_not_told_again() {
    let mut service =
        Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), &crate::KERNEL_ALONE);
    say(&mut service, "cid", "practice trapdoor 1 side=black");
    let hinted = |service: &mut Service| {
        let told = say(service, "cid", "hint");
        let thinks = service.is_thinking();
        while service.is_thinking() {
            service.wait_for_thoughts();
            service.tick(1).unwrap();
        }
        (told.is_empty(), thinks)
    };
    assert_eq!(hinted(&mut service), (true, true));
    assert_eq!(hinted(&mut service), (false, false), "it is known");
    // In this process, and then in another one: there is only what it stores.
    say(&mut service, "dan", "help");
    say(&mut service, "dan", "mydata delete yes");
    assert_eq!(hinted(&mut service), (true, true));
    let erased = |service: &mut Service| {
        service.store.transaction::<_, StoreError>(|tx| tx.last_erasure()).unwrap().unwrap()
    };
    let first = erased(&mut service);
    let known = std::mem::take(&mut service.memory.insights);
    say(&mut service, "eve", "help");
    say(&mut service, "eve", "mydata delete yes");
    service.memory.insights = known;
    assert!(first < erased(&mut service), "within the same second, too");
    assert_eq!(hinted(&mut service), (true, true));
    assert_eq!(hinted(&mut service), (false, false));
}

#[test]
fn a_thought_that_comes_twice_or_too_late_changes_nothing() {
    let store = Store::trial().unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(1), &crate::KERNEL_ALONE);
    say(&mut service, "ann", "practice draughts 1 side=white");
    service.wait_for_thoughts();
    let [found] = <[ThinkingResult; 1]>::try_from(service.pool.take()).ok().unwrap();
    let ThinkingResult::Move { of, at, seat, choice } = found else { panic!("it moves") };
    assert!(choice.words.is_some());
    for _ in 0..3 {
        let choice = choice.clone();
        service.pool.put(
            Instant::now(),
            Priority::Soon,
            Box::new(move || Some(ThinkingResult::Move { of, at, seat, choice: choice.clone() })),
        );
    }
    while service.is_thinking() {
        service.wait_for_thoughts();
        service.tick(1).unwrap();
    }
    assert_eq!(stands(&mut service, 1), 1);
    // An unplayable action is replaced by a playable one.
    let offers = service.offers(Chat::Console, "r", "ann", Some(MatchId(1))).unwrap();
    let word = offers[0].words[0].clone();
    say(&mut service, "ann", &word);
    service.wait_for_thoughts();
    for found in service.pool.take() {
        let ThinkingResult::Move { of, at, seat, .. } = found else { panic!("it moves") };
        let choice = ChosenMove { words: Some("fly to the moon".to_owned()), blind: false };
        let odd = move || Some(ThinkingResult::Move { of, at, seat, choice: choice.clone() });
        service.pool.put(Instant::now(), Priority::Soon, Box::new(odd));
    }
    service.wait_for_thoughts();
    service.tick(2).unwrap();
    assert_eq!(stands(&mut service, 1), 3);
}

#[test]
fn luck_that_comes_to_nothing_is_given_to_nobody() {
    assert_eq!(words::luck("Ann", 0.004, &[]).bare(), "Luck gave neither side more.");
    assert_eq!(words::luck("Ann", 0.012, &[]).bare(), "Luck gave 1 point to Ann.");
}
