//! The service while the bot thinks.
use std::{
    sync::{LazyLock, mpsc},
    time::Instant,
};

use command::{
    args::{GAME, SIDE},
    verb,
};
use engine::{chance::StepKey, games::GameId, mind::Level};
use model::{
    ids::{Chat, MatchId},
    pool::Priority,
};
use store::{Store, StoreError, Terms};

use crate::{
    Feature, Features, KERNEL, RandomSource, Request, RequestError, Service,
    context::{RequestContext, insights::QuestionKey},
    lobby::{self, challenge::Proposal},
    row,
    terms::side_wish,
    thinking::{
        insight::insight,
        think::{ChosenMove, ThinkingResult},
    },
};

verb! {
    Ponder {
        name: "ponder",
        does: Looks,
        about: Room, may: who(Anyone), is: [],
        purpose: Look, menu: Me, filler: Nothing,
        says: "Think for a while",
        help: "",
        examples: &["ponder"],
        args: {},
    }
}

verb! {
    Spar {
        name: "spar",
        does: Arranges,
        about: Room, may: offers(Anyone), is: [],
        purpose: Start, menu: Alone, filler: Nothing,
        says: "Play against the easiest level",
        help: "",
        examples: &["spar trapdoor"],
        args: { game: Option<GameId> = GAME, side: Option<String> = SIDE, },
    }
}

/// A feature with a command that needs thinking, and one that begins a match against the bot.
static PONDERING: Feature = Feature {
    commands: &[row!(Ponder, |cx, _| ponder(cx)), row!(Spar, spar)],
    ..Feature::named("pondering")
};

static FEATURES: LazyLock<Features> = LazyLock::new(|| Features::new(ALL));
static ALL: &[&Feature] = &[&KERNEL, &PONDERING];

fn ponder(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let at = StepKey { step: 0, take: 0 };
    let key = QuestionKey::new::<&str>(cx, MatchId(1), at)?;
    let work = || Ok(Box::new(|| Some(Ok("So it is."))) as _);
    let found = insight(cx, key, Priority::Soon, None, work)?;
    cx.say(cx.answer(*found));
    Ok(())
}

fn spar(cx: &mut RequestContext<'_>, said: &Spar) -> Result<(), RequestError> {
    let game = said.game.unwrap_or(GameId::Trapdoor);
    let terms = Terms {
        game,
        options: game.options("")?,
        clock: None,
        rated: false,
        private: false,
        start: None,
        room_time: None,
    };
    let side = side_wish(game, said.side.as_deref().unwrap_or("random"))?;
    let (room, whom) = (cx.room.clone(), Some(cx.tx.level_person(Level::One)?));
    let (word, places, best_of, counter, more) = (String::new(), 1, 1, false, Vec::new());
    let by = cx.me.clone();
    lobby::against_bot::spar(
        cx,
        by,
        Proposal { room, whom, terms, side, word, places, best_of, counter, more },
    )
}

fn request(who: &str, words: &str) -> Request {
    Request::typed(Chat::Console, "r", who, FEATURES.commands().read(words))
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
    let mut service = Service::new(store, RandomSource::Repeatable(1), &FEATURES);
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
    // Eighteen computer players are thinking, and someone asks what needs thinking.
    for person in ["ann", "bob"] {
        for _ in 0..9 {
            let said = say(&mut service, person, "spar trapdoor side=white");
            assert!(said[0].contains("is thinking"), "{said:?}");
        }
    }
    assert!(say(&mut service, "cid", "ponder").is_empty(), "the answer comes later");
    service.tick(1).unwrap();
    let before: Vec<u32> = (1..=18).map(|of| stands(&mut service, of)).collect();
    assert_eq!(before, [0; 18], "nobody has thought of anything yet");
    // Meanwhile others are served.
    assert!(!say(&mut service, "dan", "help").is_empty());
    assert!(!say(&mut service, "dan", "challenge trapdoor").is_empty());
    assert!(say(&mut service, "eve", "accept")[0].contains("#19 · "));
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
    let mut service = Service::new(Store::trial().unwrap(), RandomSource::Repeatable(1), &FEATURES);
    let answered = |service: &mut Service| {
        let told = say(service, "cid", "ponder");
        let thinks = service.is_thinking();
        while service.is_thinking() {
            service.wait_for_thoughts();
            service.tick(1).unwrap();
        }
        (told.is_empty(), thinks)
    };
    assert_eq!(answered(&mut service), (true, true));
    assert_eq!(answered(&mut service), (false, false), "it is known");
    // In this process, and then in another one: there is only what it stores.
    say(&mut service, "dan", "help");
    say(&mut service, "dan", "mydata delete yes");
    assert_eq!(answered(&mut service), (true, true));
    let erased = |service: &mut Service| {
        service.store.transaction::<_, StoreError>(|tx| tx.last_erasure()).unwrap().unwrap()
    };
    let first = erased(&mut service);
    let known = std::mem::take(&mut service.memory.insights);
    say(&mut service, "eve", "help");
    say(&mut service, "eve", "mydata delete yes");
    service.memory.insights = known;
    assert!(first < erased(&mut service), "within the same second, too");
    assert_eq!(answered(&mut service), (true, true));
    assert_eq!(answered(&mut service), (false, false));
}

#[test]
fn a_thought_that_comes_twice_or_too_late_changes_nothing() {
    let store = Store::trial().unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(1), &FEATURES);
    say(&mut service, "ann", "spar draughts side=white");
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
