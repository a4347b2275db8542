//! Steps are read back, compressed or not.
use engine::seat::Seat;
use serde_json::{Value, json};

use super::{
    super::{
        Store, Undo,
        tests::example::{fresh, new_match, step, within, world},
    },
    *,
};

/// Puts another state into a step.
fn with_state(step: StepRow, state: Value) -> StepRow {
    StepRow { after: Saved { state, ..step.after }, ..step }
}

/// Runs `f` on a match with an opening and `steps` steps of take 0.
fn played(steps: u32, f: impl FnOnce(&Tx<'_>, MatchId)) {
    fresh(|tx| {
        let of = tx.add_match(&new_match(&world(tx))).unwrap();
        for n in 0..=steps {
            tx.add_step(&step(of, n, 0)).unwrap();
        }
        f(tx, of);
    });
}

#[test]
fn steps_come_back_as_they_were_played() {
    played(4, |tx, of| {
        let all: Vec<StepRow> = (0..=4).map(|n| step(of, n, 0)).collect();
        assert_eq!(tx.steps(of).unwrap(), all);
        assert_eq!(tx.last_step(of).unwrap(), all[4]);
        let some = |from, to, every| {
            let some = tx.some_steps(of, from, to, every).unwrap();
            some.into_iter().map(|it| it.step).collect::<Vec<_>>()
        };
        assert_eq!(tx.some_steps(of, 1, 3, 2).unwrap(), [all[1].clone(), all[3].clone()]);
        assert_eq!(some(0, 4, 3), [0, 3, 4]);
        assert_eq!(some(2, 3, 0), [2, 3]);
        assert_eq!(some(4, 4, 9), [4]);
        for (row, n) in all.into_iter().zip(0..) {
            assert_eq!(tx.step(of, n, 0).unwrap(), Some(row.clone()));
            assert_eq!(tx.live_step(of, n).unwrap(), Some(row));
        }
        assert_eq!(tx.live_step(of, 5).unwrap(), None);
        assert_eq!(tx.step(of, 4, 1).unwrap(), None);
    });
}

/// Stores every step uncompressed, like older versions.
fn unpack(tx: &Tx<'_>, of: MatchId) {
    for row in tx.all_steps(of).unwrap() {
        let sql = "UPDATE steps SET packed = NULL, action = :action, events = :events, throws = :throws, news = :news, state = :state,
                          stand = :stand, packed_stand = NULL, base_step = NULL, base_take = NULL
                   WHERE match_id = :of AND step = :step AND take = :take";
        let stand = tx.stand(of, row.step, row.take).unwrap();
        let params = named_params! {
            ":of": of, ":step": row.step, ":take": row.take, ":action": Json(&row.action), ":events": Json(&row.events),
            ":throws": Json(&row.throws), ":news": Json(&row.after.last), ":state": Json(&row.after.state), ":stand": stand.map(Json),
        };
        assert_eq!(tx.change(sql, params).unwrap(), 1);
    }
    tx.chains.take();
}

#[test]
fn what_was_read_before_does_not_change_what_a_step_is() {
    // More than one chain has.
    const STEPS: u32 = 40;
    played(STEPS, |tx, of| {
        for first in 0..=STEPS {
            for next in [0, 1, 15, 16, 17, first, STEPS] {
                tx.chains.take();
                assert_eq!(tx.step(of, first, 0).unwrap(), Some(step(of, first, 0)));
                let packed = tx.chains.borrow().json_of(of, (first, 0)).is_some();
                assert_eq!(tx.step(of, next, 0).unwrap(), Some(step(of, next, 0)), "after {first}");
                assert!(packed, "what is packed is kept");
            }
        }
        // Two matches have steps of the same numbers.
        let other = tx.add_match(&new_match(&world(tx))).unwrap();
        let told = StepRow { action: json!("other"), ..step(other, 0, 0) };
        tx.add_step(&told).unwrap();
        tx.step(of, STEPS, 0).unwrap();
        assert_eq!(tx.step(other, 0, 0).unwrap(), Some(told));
    });
}

#[test]
fn steps_from_before_they_were_packed_are_read_as_they_were() {
    played(1, |tx, of| {
        let stand = model::time::Timer::new(None, 1000).stand().clone();
        tx.add_timed_step(&step(of, 2, 0), Some(&stand)).unwrap();
        tx.add_step(&step(of, 3, 0)).unwrap();
        let steps = tx.all_steps(of).unwrap();
        unpack(tx, of);
        assert_eq!(tx.all_steps(of).unwrap(), steps);
        assert_eq!(tx.stand(of, 2, 0).unwrap(), Some(stand.clone()));
        // They are compressed when they are written again.
        tx.go_back(&back(of, 2, 1)).unwrap();
        assert_eq!(tx.stand(of, 2, 1).unwrap(), Some(stand));
        let other = StepRow { written: "other".to_owned(), ..steps[1].clone() };
        tx.reword_step(&other).unwrap();
        assert_eq!(tx.step(of, 1, 0).unwrap(), Some(other));
        let sql = "SELECT count(*) FROM steps WHERE packed IS NOT NULL AND state = '0'";
        assert_eq!(tx.one(sql, [], |row| row.get::<_, i64>(0)).unwrap(), Some(2));
    });
}

#[test]
fn marks_leave_out_the_opening() {
    played(3, |tx, of| {
        let mark = |seat, fixed, decided, ended_turn| StepMark { seat, fixed, decided, ended_turn };
        let expected = [
            mark(Seat::First, false, true, true),
            mark(Seat::Second, true, false, true),
            mark(Seat::First, false, true, false),
        ];
        assert_eq!(tx.marks(of).unwrap(), expected);
    });
}

/// The position to go back to.
fn back(of: MatchId, n: u32, take: u32) -> StepRow {
    StepRow { take, undo: Some(Undo::Agreed), ..step(of, n, 0) }
}

#[test]
fn what_is_taken_back_stays_and_counts_no_more() {
    played(4, |tx, of| {
        tx.go_back(&back(of, 2, 1)).unwrap();
        assert_eq!(tx.marks(of).unwrap().len(), 2);
        assert_eq!(tx.last_step(of).unwrap(), back(of, 2, 1));
        assert_eq!(tx.step(of, 2, 0).unwrap(), Some(step(of, 2, 0)));
        assert_eq!(tx.live_step(of, 3).unwrap(), None);
        assert_eq!(tx.step(of, 3, 0).unwrap(), Some(step(of, 3, 0)));

        tx.add_step(&step(of, 3, 1)).unwrap();
        assert_eq!(tx.live_step(of, 3).unwrap(), Some(step(of, 3, 1)));
        assert_eq!(tx.last_step(of).unwrap(), step(of, 3, 1));
        let live = [step(of, 0, 0), step(of, 1, 0), back(of, 2, 1), step(of, 3, 1)];
        assert_eq!(tx.steps(of).unwrap(), live);
        assert_eq!(tx.steps_after(of, 1).unwrap(), live[2..]);

        tx.go_back(&back(of, 0, 2)).unwrap();
        assert_eq!(tx.steps(of).unwrap(), [back(of, 0, 2)]);
        assert_eq!(tx.marks(of).unwrap(), []);
        assert_eq!(tx.step(of, 3, 0).unwrap(), Some(step(of, 3, 0)));
        assert_eq!(tx.step(of, 3, 1).unwrap(), Some(step(of, 3, 1)));
    });
}

#[test]
fn taking_back_leaves_other_matches_alone() {
    played(2, |tx, of| {
        let other = tx.add_match(&new_match(&world(tx))).unwrap();
        for n in 0..=2 {
            tx.add_step(&step(other, n, 0)).unwrap();
        }
        tx.go_back(&back(of, 0, 1)).unwrap();
        assert_eq!(tx.steps(other).unwrap().len(), 3);
    });
}

#[test]
fn how_the_time_stood_before_a_step_is_known_when_a_match_has_gone_back_to_it() {
    played(0, |tx, of| {
        let stand = model::time::Timer::new(None, 1000).stand().clone();
        tx.add_timed_step(&step(of, 1, 0), Some(&stand)).unwrap();
        tx.add_step(&step(of, 2, 0)).unwrap();
        tx.go_back(&back(of, 1, 1)).unwrap();
        assert_eq!(tx.stand(of, 1, 1).unwrap(), Some(stand));
        tx.go_back(&back(of, 0, 2)).unwrap();
        assert_eq!(tx.stand(of, 0, 2).unwrap(), None);
    });
}

#[test]
fn no_step_is_played_twice_and_none_in_no_match() {
    played(1, |tx, of| {
        let seatless = StepRow { seat: None, ..step(of, 2, 0) };
        tx.go_back(&back(of, 0, 1)).unwrap();
        tx.add_step(&step(of, 1, 1)).unwrap();
        for broken in [
            step(of, 1, 2),
            step(of, 1, 1),
            step(of, 1, 0),
            step(of, 0, 1),
            step(MatchId(99), 0, 0),
            seatless,
        ] {
            let err = tx.attempt(|| tx.add_step(&broken)).unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        }
        let err = tx.attempt(|| tx.last_step(MatchId(99))).unwrap_err();
        assert!(matches!(err, StoreError::Missing { id: 99, .. }), "{err}");
        assert_eq!(tx.steps(MatchId(99)).unwrap(), []);
    });
}

/// A disc at rest must be in the same place after a restart, to the last bit.
#[test]
fn numbers_of_a_state_come_back_to_the_last_bit() {
    played(0, |tx, of| {
        let mut numbers = vec![f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, 0.1 + 0.2, -0.0];
        numbers.extend((1..2000).map(|n| f64::from(n).sqrt() / 7.0));
        let whole = [i64::MIN, i64::MAX, 0];
        let state = json!({"discs": numbers, "whole": whole, "seed": u64::MAX});
        tx.add_step(&with_state(step(of, 1, 0), state.clone())).unwrap();
        let kept: Value = tx.last_step(of).unwrap().after.state;
        let kept_numbers = kept["discs"].as_array().unwrap();
        assert_eq!(kept_numbers.len(), numbers.len());
        for (kept, number) in kept_numbers.iter().zip(numbers) {
            assert_eq!(kept.as_f64().map(f64::to_bits), Some(number.to_bits()), "{number}");
        }
        assert_eq!((&kept["whole"], &kept["seed"]), (&state["whole"], &state["seed"]));
    });
}

#[test]
fn what_others_are_packed_by_can_be_reworded() {
    played(40, |tx, of| {
        let by_earlier = "SELECT count(*) FROM steps WHERE base_step IS NOT NULL";
        let count = || tx.one(by_earlier, [], |row| row.get::<_, u32>(0)).unwrap().unwrap();
        tx.go_back(&back(of, 37, 1)).unwrap();
        assert_eq!(count(), 39, "three of 42 stand by themselves");
        for at in [0, 20, 37, 41] {
            let mut all = tx.all_steps(of).unwrap();
            all[at].after.state = json!({"other": "words", "at": at});
            all[at].written = "other".to_owned();
            tx.reword_step(&all[at]).unwrap();
            assert_eq!(tx.all_steps(of).unwrap(), all);
            for row in all {
                assert_eq!(tx.step(of, row.step, row.take).unwrap(), Some(row));
            }
        }
        assert_eq!(count(), 39);
    });
}

#[test]
fn a_step_without_those_it_was_packed_by_is_refused() {
    played(40, |tx, of| {
        tx.change("UPDATE steps SET packed = NULL WHERE step = 24", []).unwrap();
        for unreadable in [25, 26, 31] {
            let err = tx.attempt(|| tx.step(of, unreadable, 0)).unwrap_err();
            assert!(err.to_string().contains("packed by is missing"), "{err}");
        }
        for readable in [23, 32, 40] {
            assert_eq!(tx.step(of, readable, 0).unwrap(), Some(step(of, readable, 0)));
        }
    });
}

/// Steps of an older version: every eighth packed alone, the others with that one.
#[test]
fn steps_packed_by_one_base_are_read_and_followed() {
    played(0, |tx, of| {
        for n in 1..=20 {
            let row = step(of, n, 0);
            tx.add_step(&row).unwrap();
            let json = |row: &StepRow| {
                let StepRow { action, events, throws, after: Saved { state, last, .. }, .. } = row;
                packed::json(&(action, events, throws, last, state)).unwrap()
            };
            let base = n - n % 8;
            let packed = if base < n {
                packed::pack_by_one(&json(&row), &json(&step(of, base, 0)))
            } else {
                packed::pack(&json(&row), None).unwrap()
            };
            let base = (base < n).then_some(base);
            let sql = "UPDATE steps SET packed = ?, base_step = ?, base_take = ? WHERE match_id = ? AND step = ?";
            let take = base.map(|_| 0);
            assert_eq!(tx.change(sql, params![packed, base, take, of, n]).unwrap(), 1);
            // The cached chain has the steps as they were added.
            tx.chains.take();
        }
        for n in 21..=45 {
            tx.add_step(&step(of, n, 0)).unwrap();
        }
        let all: Vec<StepRow> = (0..=45).map(|n| step(of, n, 0)).collect();
        assert_eq!(tx.steps(of).unwrap(), all);
        assert_eq!(tx.some_steps(of, 3, 45, 5).unwrap().len(), 10);
        for row in all {
            assert_eq!(tx.live_step(of, row.step).unwrap(), Some(row));
        }
    });
}

#[test]
fn a_step_after_reworded_ones_is_packed_by_their_new_words() {
    played(5, |tx, of| {
        let reworded = StepRow { written: "other words".to_owned(), ..step(of, 5, 0) };
        let reworded = with_state(reworded, json!({ "other": "state" }));
        assert_eq!(tx.last_step(of).unwrap(), step(of, 5, 0));
        tx.reword_step(&reworded).unwrap();
        tx.add_step(&step(of, 6, 0)).unwrap();
        assert_eq!(tx.live_step(of, 5).unwrap(), Some(reworded));
        assert_eq!(tx.live_step(of, 6).unwrap(), Some(step(of, 6, 0)));
    });
}

#[test]
fn what_is_kept_of_a_match_between_transactions_is_what_was_committed() {
    let mut store = Store::trial().unwrap();
    let add = |tx: &Tx<'_>, n, action| {
        let of = tx.running().unwrap()[0].id;
        tx.add_step(&StepRow { action: json!(action), ..step(of, n, 0) })
    };
    let action = |store: &mut Store, n| {
        within(store, |tx| {
            let of = tx.running().unwrap()[0].id;
            tx.step(of, n, 0).unwrap().map(|step| step.action)
        })
    };
    within(&mut store, |tx| {
        tx.add_match(&new_match(&world(tx))).unwrap();
        add(tx, 0, "opening").unwrap();
    });
    let undone: Result<(), StoreError> = store.transaction_once(|tx| {
        add(tx, 1, "undone")?;
        Err(StoreError::Undone)
    });
    assert!(undone.is_err());
    within(&mut store, |tx| add(tx, 1, "played").unwrap());
    assert_eq!(action(&mut store, 1), Some(json!("played")));
    within(&mut store, |tx| {
        let of = tx.running().unwrap()[0].id;
        let told = tx.step(of, 1, 0).unwrap().unwrap();
        tx.reword_step(&StepRow { action: json!("reworded"), ..told }).unwrap();
    });
    assert_eq!(action(&mut store, 1), Some(json!("reworded")));
    within(&mut store, |tx| add(tx, 2, "after it").unwrap());
    assert_eq!(action(&mut store, 2), Some(json!("after it")));
    assert_eq!(action(&mut store, 0), Some(json!("opening")));
}

#[test]
fn the_chains_of_more_matches_than_are_kept_are_read_again() {
    fresh(|tx| {
        let world = world(tx);
        let all: Vec<MatchId> =
            (0..chain::MANY + 2).map(|_| tx.add_match(&new_match(&world)).unwrap()).collect();
        for n in 0..3 {
            for of in &all {
                let told = StepRow { action: json!(of.0), ..step(*of, n, 0) };
                tx.add_step(&told).unwrap();
                assert_eq!(tx.last_step(*of).unwrap(), told);
            }
        }
        for of in &all {
            assert_eq!(tx.step(*of, 1, 0).unwrap().unwrap().action, json!(of.0));
        }
    });
}
