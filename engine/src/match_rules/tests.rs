//! Checks what players may do outside the rules of a game.
use super::*;
use Seat::{First, Second};

/// A step where only chance fell, such as a spin.
fn spin(seat: Seat) -> StepMark {
    StepMark { seat, fixed: true, decided: false, ended_turn: false }
}

fn step(seat: Seat) -> StepMark {
    StepMark { seat, fixed: false, decided: true, ended_turn: true }
}

#[test]
fn a_draw_offer_lapses_when_the_offerers_next_turn_ends() {
    let mut house = MatchRules::default();
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
    let mut house = MatchRules::default();
    house.draw(First, false).unwrap();
    assert_eq!(house.draw(First, false).unwrap_err().code, Code::NotNow);
    assert_eq!(house.decline_draw(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.draw(Second, false), Ok(DrawAnswer::Agreed));
    assert_eq!(house.ending(), Some(Ending::Agreed));
    assert_eq!(house.draw(First, false).unwrap_err().code, Code::Over);
    assert_eq!(Ending::Agreed.outcome().unwrap().winner, None);
}

/// A step after which the turn continues.
fn part(seat: Seat) -> StepMark {
    StepMark { ended_turn: false, ..step(seat) }
}

#[test]
fn the_own_last_decision_is_taken_back_at_once_while_the_turn_goes_on() {
    let mut house = MatchRules::default();
    let log = [step(Second), spin(First), part(First), part(First)];
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Done { keep: 3 }));
    assert_eq!(house.undo(First, &log[..3]), Ok(UndoAnswer::Done { keep: 2 }));
    assert_eq!(house.take(), 2);
}

#[test]
fn a_turn_that_has_ended_is_taken_back_by_consent() {
    let mut house = MatchRules::default();
    assert_eq!(house.undo(First, &[spin(First), step(First)]), Ok(UndoAnswer::Asked { keep: 1 }));
}

#[test]
fn a_spin_is_no_decision_and_is_not_taken_back() {
    let mut house = MatchRules::default();
    assert_eq!(house.undo(First, &[spin(First)]).unwrap_err().code, Code::NotNow);
    assert_eq!(house.undo(First, &[]).unwrap_err().code, Code::NotNow);
    assert_eq!(house.take(), 0);
}

#[test]
fn what_was_answered_or_rolled_over_needs_consent() {
    let mut house = MatchRules::default();
    let log = [spin(First), part(First), spin(Second)];
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked { keep: 1 }));
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::NotNow);
    assert_eq!(house.accept_undo(First, &log).unwrap_err().code, Code::NotNow);
    assert_eq!(
        house.undo(Second, &log),
        Ok(UndoAnswer::Done { keep: 1 }),
        "asking back is agreeing"
    );
    let fixed = [StepMark { fixed: true, ..part(First) }];
    assert_eq!(house.undo(First, &fixed), Ok(UndoAnswer::Asked { keep: 0 }));
}

#[test]
fn a_request_dies_with_the_next_step_and_nagging_has_an_end() {
    let mut house = MatchRules::default();
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
    assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked { keep: 0 }));
}

#[test]
fn only_who_asked_withdraws_and_that_counts_like_a_no() {
    let mut house = MatchRules::default();
    let log = [step(First), step(Second)];
    for _ in 0..UNDO_ASKS {
        house.undo(First, &log).unwrap();
        assert_eq!(house.withdraw_undo(Second).unwrap_err().code, Code::NotNow);
        assert_eq!(house.withdraw_undo(First), Ok(UndoAnswer::Withdrawn));
    }
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::TooMuch);
    for _ in 0..OFFERS {
        house.pause(First).unwrap();
        assert_eq!(house.withdraw_pause(Second).unwrap_err().code, Code::NotNow);
        assert_eq!(house.withdraw_pause(First), Ok(PauseAnswer::Withdrawn));
    }
    assert_eq!(house.pause(First).unwrap_err().code, Code::TooMuch);
}

#[test]
fn a_match_is_called_off_only_in_its_first_turns() {
    let early = [step(First), step(Second), step(First), spin(Second)];
    let late = [step(First), step(Second), step(First), step(Second)];
    for leave in [Early::CallsOff, Early::Resigns] {
        let refused = MatchRules::default().abort(First, &late, leave).unwrap_err();
        assert_eq!(refused.code, Code::NotNow);
    }
    let mut house = MatchRules::default();
    house.abort(Second, &early, Early::CallsOff).unwrap();
    let called_off = |by, rule| Some(Ending::CalledOff { by, rule });
    assert_eq!(house.ending(), called_off(Some(Second), CallOff::Aborted));
    assert_eq!(house.ending().unwrap().outcome(), None);
    assert_eq!(house.resign(First, &early, Early::CallsOff).unwrap_err().code, Code::Over);
    let mut house = MatchRules::default();
    house.annul().unwrap();
    assert_eq!(house.ending(), called_off(None, CallOff::Moderated));
    let mut house = MatchRules::default();
    house.expire().unwrap();
    assert_eq!(house.ending(), called_off(None, CallOff::Expired));
    let mut house = MatchRules::default();
    house.nobody_decided().unwrap();
    assert_eq!(house.ending(), called_off(None, CallOff::NobodyDecided));
    let mut house = MatchRules::default();
    house.make_way().unwrap();
    assert_eq!(house.ending(), called_off(None, CallOff::Idle));
}

#[test]
fn whoever_resigns_before_the_second_turns_have_ended_calls_the_match_off() {
    let turns = [step(First), step(Second), step(First), step(Second)];
    for (steps, early, ending) in [
        (0, Early::CallsOff, Ending::CalledOff { by: Some(First), rule: CallOff::Resigned }),
        (3, Early::CallsOff, Ending::CalledOff { by: Some(First), rule: CallOff::Resigned }),
        (4, Early::CallsOff, Ending::Resigned(First)),
        (0, Early::Resigns, Ending::Resigned(First)),
        (3, Early::Forfeits, Ending::Left(First)),
        (4, Early::Forfeits, Ending::Resigned(First)),
        (4, Early::Resigns, Ending::Resigned(First)),
    ] {
        let mut house = MatchRules::default();
        house.resign(First, &turns[..steps], early).unwrap();
        assert_eq!(house.ending(), Some(ending), "after {steps} turns");
    }
    // One side alone may end any number of turns.
    assert!(!has_begun(&[step(First); 9]) && has_begun(&turns));
    let mut house = MatchRules::default();
    house.abort(First, &[], Early::Forfeits).unwrap();
    assert_eq!(house.ending(), Some(Ending::Left(First)), "too often of late");
}

#[test]
fn endings_of_older_files_are_read() {
    let ending: Ending = serde_json::from_str("\"aborted\"").unwrap();
    assert_eq!((ending, ending.outcome()), (Ending::Aborted, None));
    let ending = Ending::CalledOff { by: Some(First), rule: CallOff::Aborted };
    let json = serde_json::to_string(&ending).unwrap();
    assert_eq!(json, r#"{"called-off":{"by":"first","rule":"aborted"}}"#);
}

#[test]
fn who_resigns_or_is_late_loses() {
    for ending in [Ending::Resigned(First), Ending::Left(First), Ending::TimedOut(First)] {
        assert_eq!(ending.outcome().unwrap().winner, Some(Second));
    }
    let mut house = MatchRules::default();
    house.time_out(Second).unwrap();
    assert_eq!(house.ending(), Some(Ending::TimedOut(Second)));
}

#[test]
fn asking_to_take_back_has_an_end_in_the_whole_match() {
    let mut house = MatchRules::default();
    let log = [step(First), step(Second)];
    for n in 0..UNDO_ASKS_IN_ALL {
        assert_eq!(house.undo(First, &log), Ok(UndoAnswer::Asked { keep: 0 }), "{n}");
        // The side that was asked plays on.
        house.stepped(if n % 2 == 0 { First } else { Second }, true);
    }
    assert_eq!(house.undo(First, &log).unwrap_err().code, Code::TooMuch);
    assert_eq!(house.undo(First, &[part(First)]), Ok(UndoAnswer::Done { keep: 0 }), "unasked");
    assert_eq!(house.undo(Second, &[step(Second), step(First)]), Ok(UndoAnswer::Asked { keep: 0 }));
}

#[test]
fn offers_that_nobody_wants_wait_for_the_next_turn() {
    let mut house = MatchRules::default();
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
    let mut house = MatchRules::default();
    house.pause(First).unwrap();
    assert_eq!(house.pause_asked_by(), Some(First));
    assert_eq!(house.pause(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.decline_pause(First).unwrap_err().code, Code::NotNow);
    assert_eq!(house.pause(Second), Ok(PauseAnswer::Agreed));
    assert_eq!(house.pause_asked_by(), None);
    house.time_out(First).unwrap();
    assert_eq!(house.pause(Second).unwrap_err().code, Code::Over);
}

#[test]
fn a_draw_offer_can_be_withdrawn_and_counts() {
    let mut house = MatchRules::default();
    for _ in 0..OFFERS {
        house.draw(First, true).unwrap();
        assert_eq!(house.withdraw_draw(Second).unwrap_err().code, Code::NotNow);
        assert_eq!(house.withdraw_draw(First), Ok(DrawAnswer::Withdrawn));
        assert_eq!(house.draw_offered_by(), None);
        assert_eq!(house.withdraw_draw(First).unwrap_err().code, Code::NotNow);
    }
    assert_eq!(house.draw(First, true).unwrap_err().code, Code::TooMuch);
}
