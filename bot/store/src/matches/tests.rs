//! Matches are read back complete and in the promised order.
use engine::{
    fair::Secret,
    game::{Outcome, Why},
    match_rules::{CallOff, Ending},
    seat::Seat,
};
use model::ids::Chat;

use super::{
    super::tests::example::{ended, fresh, new_match, terms, touched, world},
    *,
};

fn ids(found: Vec<MatchRow>) -> Vec<i64> {
    found.into_iter().map(|it| it.id.0).collect()
}

#[test]
fn a_new_match_runs_and_waits_for_nobody() {
    fresh(|tx| {
        let new = new_match(&world(tx));
        let id = tx.add_match(&new).unwrap();
        let expected = MatchRow {
            id,
            room: new.room,
            seats: new.seats,
            terms: new.terms.clone(),
            tag: new.tag.clone(),
            secret: new.secret.clone(),
            words: new.words.clone(),
            pact: new.pact.clone(),
            match_rules: MatchRules::default(),
            waiting: BySeat { first: false, second: false },
            opened_at: 1000,
            touched_at: 1000,
            timer: Timer::new(new.terms.clock.as_ref(), 1000),
            nudges: BySeat::default(),
            due: None,
            end: None,
            handed: Vec::new(),
            settles_at: None,
        };
        assert_eq!(tx.match_row(id).unwrap(), Some(expected));

        let terms = Terms { clock: None, rated: false, ..terms() };
        let again = NewMatch { terms: terms.clone(), ..new };
        let again = tx.add_match(&again).unwrap();
        let kept = tx.match_row(again).unwrap().unwrap();
        assert_eq!(kept.terms, terms);
        assert_eq!(tx.match_row(MatchId(99)).unwrap(), None);
    });
}

#[test]
fn what_changes_in_a_match_comes_back_and_the_rest_stays() {
    fresh(|tx| {
        let new = new_match(&world(tx));
        let id = tx.add_match(&new).unwrap();
        let opened = tx.match_row(id).unwrap().unwrap();
        let mut match_rules = MatchRules::default();
        match_rules.draw(Seat::First, true).unwrap();
        let mut nudge = ReminderState::default();
        nudge.begin(7, 7, Some(8), false);
        let running = MatchRow {
            match_rules,
            waiting: BySeat { first: true, second: false },
            touched_at: 2000,
            timer: Timer::new(None, 9),
            nudges: BySeat::new(|_| nudge),
            due: Some(9000),
            ..opened.clone()
        };
        let meddled = MatchRow {
            tag: "other".to_owned(),
            secret: Secret::from_bytes([0; 32]),
            opened_at: 0,
            ..running.clone()
        };
        tx.update_match(&meddled).unwrap();
        assert_eq!(tx.match_row(id).unwrap(), Some(running));
        tx.update_match(&opened).unwrap();
        assert_eq!(tx.match_row(id).unwrap(), Some(opened));
    });
}

#[test]
fn every_end_comes_back() {
    let outcomes = [None, Some(Seat::First), Some(Seat::Second)]
        .map(|winner| Some(Outcome { winner, why: Why::Words("it is told so".to_owned()) }));
    let endings = [
        None,
        Some(Ending::Resigned(Seat::Second)),
        Some(Ending::Agreed),
        Some(Ending::TimedOut(Seat::First)),
        Some(Ending::Ruled(None)),
        Some(Ending::Ruled(Some(Seat::First))),
        Some(Ending::Aborted),
        Some(Ending::CalledOff { by: Some(Seat::Second), rule: CallOff::Aborted }),
        Some(Ending::CalledOff { by: None, rule: CallOff::Moderated }),
    ];
    fresh(|tx| {
        let id = tx.add_match(&new_match(&world(tx))).unwrap();
        let row = tx.match_row(id).unwrap().unwrap();
        for outcome in outcomes.into_iter().chain([None]) {
            for ending in endings {
                let end = Some(MatchEnd::new(3000, outcome.clone(), ending));
                let row = MatchRow { end, ..row.clone() };
                tx.update_match(&row).unwrap();
                assert_eq!(tx.match_row(id).unwrap(), Some(row));
            }
        }
    });
}

#[test]
fn a_match_that_is_over_waits_for_nobody() {
    fresh(|tx| {
        let row = touched(tx, &new_match(&world(tx)), 2000);
        let end = Some(MatchEnd::new(3000, None, Some(Ending::Aborted)));
        let waiting = BySeat { first: false, second: true };
        let err =
            tx.attempt(|| tx.update_match(&MatchRow { end, waiting, ..row.clone() })).unwrap_err();
        assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        let err = tx.attempt(|| tx.update_match(&MatchRow { id: MatchId(99), ..row })).unwrap_err();
        assert!(matches!(err, StoreError::Missing { what: "match", id: 99 }), "{err}");
    });
}

#[test]
fn a_match_needs_a_room_and_players() {
    fresh(|tx| {
        let world = world(tx);
        let base = new_match(&world);
        let stranger = BySeat { first: world.ann, second: PersonId(99) };
        for broken in [
            NewMatch { room: RoomId(99), ..base.clone() },
            NewMatch { seats: stranger, ..base.clone() },
        ] {
            let err = tx.attempt(|| tx.add_match(&broken)).unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        }
    });
}

#[test]
fn running_matches_come_in_the_order_of_touch_and_those_that_wait_first() {
    fresh(|tx| {
        let world = world(tx);
        let new = new_match(&world);
        let swapped = BySeat { first: world.ben, second: world.ann };
        let swapped = NewMatch { seats: swapped, ..new.clone() };
        let old = touched(tx, &new, 10).id.0;
        let over = touched(tx, &new, 50);
        ended(tx, over, 50, true);
        let late = touched(tx, &swapped, 30).id.0;
        let twin = touched(tx, &new, 30).id.0;
        let waits = |new, at, waiting| {
            let row = MatchRow { waiting, ..touched(tx, new, at) };
            tx.update_match(&row).unwrap();
            row.id.0
        };
        let for_first = BySeat { first: true, second: false };
        let for_ann = waits(&new, 5, for_first);
        let for_ben = waits(&swapped, 20, for_first);
        let for_both = waits(&swapped, 6, BySeat { first: true, second: true });

        let by_touch = [twin, late, for_ben, old, for_both, for_ann];
        assert_eq!(ids(tx.running_in(world.room).unwrap()), by_touch);
        let anns = [for_both, for_ann, twin, late, for_ben, old];
        assert_eq!(ids(tx.running_of(world.ann).unwrap()), anns);
        let bens = [for_ben, for_both, twin, late, old, for_ann];
        assert_eq!(ids(tx.running_of(world.ben).unwrap()), bens);
        let cat = tx.meet_person(Chat::Discord, "c1", "Cat").unwrap().id;
        assert!(tx.running_of(cat).unwrap().is_empty());
    });
}

#[test]
fn the_latest_match_may_be_running_or_over() {
    fresh(|tx| {
        let world = world(tx);
        let cat = tx.meet_person(Chat::Discord, "c1", "Cat").unwrap().id;
        let other = tx.meet_room(Chat::Discord, "r2", "", "").unwrap().id;
        let new = new_match(&world);
        let with_cat = NewMatch { seats: BySeat { first: cat, second: world.ben }, ..new.clone() };
        assert_eq!(tx.latest_in(world.room).unwrap(), None);
        assert_eq!(tx.latest_of(world.ann, world.room).unwrap(), None);
        let first = touched(tx, &new, 10);
        let over = touched(tx, &with_cat, 20);
        let over = ended(tx, over, 20, false);
        let elsewhere = touched(tx, &NewMatch { room: other, ..new }, 30);

        assert_eq!(tx.latest_in(world.room).unwrap(), Some(over.clone()));
        assert_eq!(tx.latest_in(other).unwrap(), Some(elsewhere.clone()));
        assert_eq!(tx.latest_of(world.ann, world.room).unwrap(), Some(first));
        assert_eq!(tx.latest_of(world.ben, world.room).unwrap(), Some(over.clone()));
        assert_eq!(tx.latest_of(cat, world.room).unwrap(), Some(over));
        assert_eq!(tx.latest_of(cat, other).unwrap(), None);
        assert_eq!(tx.latest_of(world.ben, other).unwrap(), Some(elsewhere));
    });
}

#[test]
fn finished_matches_come_newest_first() {
    fresh(|tx| {
        let world = world(tx);
        let cat = tx.meet_person(Chat::Discord, "c1", "Cat").unwrap().id;
        let over = |first, second, at, counts| {
            let new = NewMatch { seats: BySeat { first, second }, ..new_match(&world) };
            ended(tx, touched(tx, &new, 10), at, counts).id.0
        };
        let late = over(world.ann, world.ben, 90, true);
        let early = over(world.ben, world.ann, 50, true);
        let off = over(world.ann, world.ben, 70, false);
        let cats = over(cat, world.ann, 60, true);
        touched(tx, &new_match(&world), 99);

        assert_eq!(ids(tx.finished_of(world.ann, None, 10).unwrap()), [late, off, cats, early]);
        assert_eq!(ids(tx.finished_of(world.ann, None, 2).unwrap()), [late, off]);
        assert_eq!(ids(tx.finished_of(cat, None, 10).unwrap()), [cats]);
        assert_eq!(ids(tx.finished_between(world.ann, world.ben).unwrap()), [late, early]);
        assert_eq!(ids(tx.finished_between(world.ben, world.ann).unwrap()), [late, early]);
        assert!(tx.finished_between(world.ben, cat).unwrap().is_empty());
    });
}
