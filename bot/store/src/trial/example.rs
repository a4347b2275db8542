//! Two people, a room and their matches, for tests.
use engine::{
    chance::Throw,
    fair::{Salt, Secret},
    games::GameId,
    seat::{BySeat, Seat},
    table::Saved,
};
use model::{
    glicko::Rating,
    ids::{ChallengeId, MatchId, PersonId, RoomId},
    time::{Clock, DAY},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::*;

/// The terms of a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExampleRules {
    pub best_of: u32,
}

impl CompetitionRules for ExampleRules {
    const KIND: &'static str = "example";
}

/// What tests about matches need.
pub struct World {
    pub room: RoomId,
    pub ann: PersonId,
    pub ben: PersonId,
}

pub fn world(tx: &Tx<'_>) -> World {
    World {
        room: tx.meet_room(Chat::Discord, "r1", "games", "s1").unwrap().id,
        ann: tx.meet_person(Chat::Discord, "a1", "Ann").unwrap().id,
        ben: tx.meet_person(Chat::Discord, "b1", "Ben").unwrap().id,
    }
}

/// Runs `f` in a transaction of a fresh store.
pub fn fresh<T>(f: impl FnOnce(&Tx<'_>) -> T) -> T {
    within(&mut Store::trial().unwrap(), f)
}

/// Does the same with the tables of a list of parts.
pub fn fresh_with<T>(parts: TableParts, f: impl FnOnce(&Tx<'_>) -> T) -> T {
    within(&mut Store::trial_with(parts).unwrap(), f)
}

/// Runs `f` in a transaction that is committed.
pub fn within<T>(store: &mut Store, f: impl FnOnce(&Tx<'_>) -> T) -> T {
    store.transaction_once::<T, StoreError>(|tx| Ok(f(tx))).unwrap()
}

pub fn terms() -> Terms {
    let game = GameId::named("trapdoor").expect("a game to play");
    Terms {
        game,
        options: json!({"rules": "english", "doors": [1, 2]}),
        clock: Some(Clock::a_turn(3 * DAY)),
        rated: true,
        private: false,
        start: None,
        room_time: None,
    }
}

pub fn challenge(world: &World) -> Challenge {
    Challenge {
        id: ChallengeId(0),
        room: world.room,
        by: world.ann,
        whom: Some(world.ben),
        terms: terms(),
        side: SideWish::Second,
        state: ChallengeState::Open,
        secret: Secret::from_bytes([10; 32]),
        tag: "t0".to_owned(),
        word: "swordfish".to_owned(),
        made_at: 100,
        lapses_at: 200,
        places: 1,
        taken: Vec::new(),
        best_of: 1,
        counter: false,
        bond: ChallengeCommitted {
            text: "what is bound".to_owned(),
            salts: Some([3, 4].map(|byte| Salt::from_bytes([byte; 16]))),
        },
    }
}

/// Ann sits first, Ben second.
pub fn new_match(world: &World) -> NewMatch {
    NewMatch {
        room: world.room,
        seats: BySeat { first: world.ann, second: world.ben },
        terms: terms(),
        tag: "t1".to_owned(),
        secret: Secret::from_bytes([11; 32]),
        words: BySeat { first: "one".to_owned(), second: String::new() },
        pact: MatchCommitted {
            offer: "what is bound".to_owned(),
            begun: "and by whom".to_owned(),
            salts: BySeat::new(|seat| Some(Salt::from_bytes([seat.index() as u8; 16]))),
        },
        opened_at: 1000,
    }
}

/// Adds a match and sets when it was last changed.
pub fn touched(tx: &Tx<'_>, new: &NewMatch, at: i64) -> MatchRow {
    let id = tx.add_match(new).unwrap();
    let row = MatchRow { touched_at: at, ..tx.match_row(id).unwrap().unwrap() };
    tx.update_match(&row).unwrap();
    row
}

/// Ends a match; `outcome` says whether it counts.
pub fn ended(tx: &Tx<'_>, row: MatchRow, at: i64, outcome: bool) -> MatchRow {
    let why = engine::game::Why::Words("White has no pieces left".to_owned());
    let outcome = outcome.then_some(engine::game::Outcome { winner: Some(Seat::First), why });
    let row = MatchRow { end: Some(MatchEnd::new(at, outcome, None)), ..row };
    tx.update_match(&row).unwrap();
    row
}

/// A step of a match; the opening where `step` is 0.
pub fn step(of: MatchId, step: u32, take: u32) -> StepRow {
    StepRow {
        of,
        step,
        take,
        seat: match step {
            0 => None,
            odd if odd % 2 == 1 => Some(Seat::First),
            _ => Some(Seat::Second),
        },
        written: format!("c3-d4 {take}"),
        action: json!({"from": "c3", "to": "d4"}),
        events: json!([{"moved": step}]),
        throws: vec![Throw { of: 6, fell: 1 + step % 6 }],
        after: Saved {
            rules: 7,
            state: json!({"step": step, "take": take}),
            last: json!({"turn": [step]}),
        },
        fixed: step == 2,
        decided: step != 2,
        sealed: step == 4,
        ended_turn: step != 3,
        at: 1000 + i64::from(step),
        undo: None,
        lot: (step == 4).then(|| vec![Throw { of: 3, fell: 2 }]),
    }
}

pub fn rating(rating: f64) -> Rating {
    Rating {
        rating,
        deviation: 61.25,
        volatility: 0.059_99,
        won: 3,
        lost: 2,
        drawn: 1,
        streak: -2,
        last_at: 5000,
    }
}
