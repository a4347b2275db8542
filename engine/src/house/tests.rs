//! Checks what players may do outside the rules of a game.
use super::*;
use Seat::{First, Second};

/// A step in which only chance fell, such as a spin.
fn spin(seat: Seat) -> Mark {
    Mark { seat, fixed: true, decided: false, ended_turn: false }
}

fn step(seat: Seat) -> Mark {
    Mark { seat, fixed: false, decided: true, ended_turn: true }
}

#[test]
fn a_draw_offer_lapses_when_the_offerers_next_turn_ends() {
    let mut house = House::default();
    assert_eq!(house.draw(First, true), Ok(DrawAnswer::Offered));
    house.stepped(First, true);
    assert_eq!(house.draw_offered_by(), Some(First), "the turn it was made in does not count");
    house.stepped(Second, true);
    assert_eq!(house.draw_offered_by(), Some(First));
    house.stepped(First, false);
    assert_eq!(house.draw_offered_by(), Some(First), "the turn goes on");
    house.stepped(First, true);
    assert_eq!(house.draw_offered_by(), None);
    assert_eq!(house.decline_draw(Second).unwrap_err().code, Code::NotNow);
}

#[test]
fn a_draw_needs_both() {
    let mut house = House::default();
    house.draw(First, false).unwrap();
    assert_eq!(house.draw(First, false).unwrap_err().code, Code::NotNow);
    assert_eq!(house.decline_draw(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.draw(Second, false), Ok(DrawAnswer::Agreed));
    assert_eq!(house.ending(), Some(Ending::Agreed));
    assert_eq!(house.draw(First, false).unwrap_err().code, Code::Over);
    assert_eq!(Ending::Agreed.outcome(["A", "B"]).unwrap().winner, None);
}

#[test]
fn the_own_last_decision_is_taken_back_at_once() {
    let mut house = House::default();
    let log = [spin(First), step(First)];
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Done { keep: 1 }));
    assert_eq!(house.take(), 1);
}

#[test]
fn a_spin_is_no_decision_and_is_not_taken_back() {
    let mut house = House::default();
    assert_eq!(house.undo(First, &[spin(First)]).unwrap_err().code, Code::NotNow);
    assert_eq!(house.undo(First, &[]).unwrap_err().code, Code::NotNow);
    assert_eq!(house.take(), 0);
}

#[test]
fn what_was_answered_or_rolled_over_needs_consent() {
    let mut house = House::default();
    let log = [spin(First), step(First), spin(Second)];
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked));
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::NotNow);
    assert_eq!(house.accept_undo(First).unwrap_err().code, Code::NotNow);
    assert_eq!(
        house.undo(Second, &log),
        Ok(UndoAnswer::Done { keep: 1 }),
        "asking back is agreeing"
    );
    let fixed = [Mark { fixed: true, ..step(First) }];
    assert_eq!(house.undo(First, &fixed), Ok(UndoAnswer::Asked));
}

#[test]
fn a_request_dies_with_the_next_step_and_nagging_has_an_end() {
    let mut house = House::default();
    let log = [step(First), step(Second)];
    house.undo(First, &log).unwrap();
    house.stepped(First, true);
    assert_eq!(house.undo_asked_by(), None);
    for _ in 0..UNDO_ASKS {
        house.undo(First, &log).unwrap();
        assert_eq!(house.decline_undo(Second), Ok(UndoAnswer::Declined));
    }
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::TooMuch);
    house.stepped(First, true);
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked));
}

#[test]
fn a_match_is_called_off_only_in_its_first_turns() {
    let early = [step(First), step(Second), step(First), spin(Second)];
    let late = [step(First), step(Second), step(First), step(Second)];
    assert_eq!(House::default().abort(&late).unwrap_err().code, Code::NotNow);
    let mut house = House::default();
    house.abort(&early).unwrap();
    assert_eq!(house.ending().unwrap().outcome(["A", "B"]), None);
    assert_eq!(house.resign(First).unwrap_err().code, Code::Over);
    House::default().annul().unwrap();
}

#[test]
fn who_resigns_or_is_late_loses() {
    for ending in [Ending::Resigned(First), Ending::TimedOut(First)] {
        assert_eq!(ending.outcome(["A", "B"]).unwrap().winner, Some(Second));
    }
    let mut house = House::default();
    house.time_out(Second).unwrap();
    assert_eq!(house.ending(), Some(Ending::TimedOut(Second)));
}

#[test]
fn asking_to_take_back_has_an_end_in_the_whole_match() {
    let mut house = House::default();
    let log = [step(First), step(Second)];
    for n in 0..UNDO_ASKS_IN_ALL {
        assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked), "{n}");
        // Whoever plays on, it was asked.
        house.stepped(if n % 2 == 0 { First } else { Second }, true);
    }
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::TooMuch);
    assert_eq!(house.undo(First, &[step(First)]), Ok(UndoAnswer::Done { keep: 0 }), "unasked");
    assert_eq!(house.undo(Second, &[step(Second), step(First)]), Ok(UndoAnswer::Asked));
}

#[test]
fn offers_that_nobody_wants_wait_for_the_next_turn() {
    let mut house = House::default();
    for _ in 0..OFFERS {
        house.draw(First, true).unwrap();
        house.decline_draw(Second).unwrap();
        assert_eq!(house.pause(First), Ok(PauseAnswer::Asked));
        assert_eq!(house.decline_pause(Second), Ok(PauseAnswer::Declined));
    }
    assert_eq!(house.draw(First, true).unwrap_err().code, Code::TooMuch);
    assert_eq!(house.pause(First).unwrap_err().code, Code::TooMuch);
    house.stepped(Second, true);
    assert_eq!(house.draw(First, true).unwrap_err().code, Code::TooMuch);
    house.stepped(First, true);
    assert_eq!(house.draw(First, true), Ok(DrawAnswer::Offered));
    assert_eq!(house.pause(First), Ok(PauseAnswer::Asked));
}

#[test]
fn a_pause_needs_both() {
    let mut house = House::default();
    house.pause(First).unwrap();
    assert_eq!(house.pause_asked_by(), Some(First));
    assert_eq!(house.pause(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.decline_pause(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.pause(Second), Ok(PauseAnswer::Agreed));
    assert_eq!(house.pause_asked_by(), None);
    house.resign(First).unwrap();
    assert_eq!(house.pause(Second).unwrap_err().code, Code::Over);
}
