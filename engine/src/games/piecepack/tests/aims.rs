//! Aims that are only tried, and their corrections.
use super::Play;
use crate::{
    game::Game,
    refusal::Code,
    seat::Seat::{First, Second},
};

const KICK_OFF: &str = "default | S2 4.2 0.8 | S3 5.8 0.8 | turn south";

fn asked(play: &Play, words: &str) -> String {
    play.game.ask(First, words).unwrap_or_else(|| panic!("{words} is no question")).unwrap()
}

#[test]
fn an_aim_tells_the_first_straight_line_and_nothing_more() {
    let play = Play::new(KICK_OFF);
    let says = asked(&play, "aim 2 at ball 60");
    assert!(
        says.starts_with(
            "S2 would set off at 8.7° with power 60, enough to slide 40.5 inches. It hits the ball \
         after 4.51 inches, dead centre."
        ),
        "{says}"
    );
    for unsaid in ["goal", "Goal", "rest", "S1", "N"] {
        let told = says.replace("Only you see this. Adjust it with `left 2`, `right 1.5`, `harder` or `softer`; `flick` plays it.", "");
        assert!(!told.contains(unsaid), "{unsaid} in {says}");
    }
    assert!(asked(&play, "aim 2 10 60").contains("0.12 inches right of its centre"));
    assert!(asked(&play, "aim 2 7 60").contains("0.16 inches left of its centre"));
    assert!(asked(&play, "aim 1 at 2 3 10").contains("hits nothing and ends after 1.13"));
    assert!(
        asked(&play, "aim 1 270 40")
            .contains("hits the west border (y 0 to 2) after 2.53 inches, at 0.38 1.3")
    );
}

#[test]
fn whoever_is_not_on_turn_may_try_an_aim_of_their_own_kickers_too() {
    let play = Play::new(KICK_OFF);
    let says = play.game.ask(Second, "aim 1 at ball 40").unwrap().unwrap();
    assert!(says.starts_with("N1 would set off"), "{says}");
    let refusal = play.game.ask(Second, "aim S1 at ball 40").unwrap().unwrap_err();
    assert!(refusal.says.contains("isn't yours; you play"), "{}", refusal.says);
}

#[test]
fn what_is_no_question_is_left_to_be_played() {
    let play = Play::new(KICK_OFF);
    for words in ["flick 2 at ball 60", "callin 2", "flick left 2", "", "resign", "2"] {
        assert_eq!(play.game.ask(First, words), None, "{words}");
    }
}

#[test]
fn an_aim_that_cannot_be_read_is_answered_with_ones_that_can() {
    let play = Play::new(KICK_OFF);
    for words in ["aim", "aim 2", "aim 9 at ball 50", "aim 2 at ball 500", "aim sideways"] {
        let refusal = play.game.ask(First, words).unwrap().unwrap_err();
        assert!(!refusal.instead.is_empty(), "{words}");
        for offer in refusal.instead {
            assert!(play.game.ask(First, &offer).is_some_and(|it| it.is_ok()), "{words}: {offer}");
        }
    }
    let refusal = play.game.ask(First, "left 2").unwrap().unwrap_err();
    assert_eq!(refusal.code, Code::NotNow);
}

#[test]
fn corrections_adjust_the_aim_tried_last_and_flick_plays_it() {
    let game = Play::new(KICK_OFF).game;
    let says = |asked: &str, words: &str| game.complete(First, asked, words);
    let whole = |text: &str| Some(text.to_owned());
    assert_eq!(says("aim 2 at ball 60", "flick"), whole("flick 2 at ball 60"));
    assert_eq!(says("aim 2 at ball 60", "left 2"), whole("aim 2 6.746 60"));
    assert_eq!(says("aim 2 6.746 60", "right 1.5 harder"), whole("aim 2 8.246 65"));
    assert_eq!(says("aim 2 10 60", "softer 70"), whole("aim 2 10 1"));
    assert_eq!(says("aim 2 1 60", "left 2"), whole("aim 2 359 60"));
    assert_eq!(says("aim 2 10 60", "flick left 2"), whole("flick 2 8 60"));
    assert_eq!(says("aim 2 10 60", "flick 3 at ball 20"), None);
    assert_eq!(says("aim 2 10 60", "aim 3 at ball 20"), None);
    assert_eq!(says("nonsense", "flick"), None);
}

#[test]
fn another_target_is_for_the_kicker_that_was_aimed_last() {
    let game = Play::new(KICK_OFF).game;
    let says = |asked: &str, words: &str| game.complete(First, asked, words);
    let whole = |text: &str| Some(text.to_owned());
    assert_eq!(says("aim 2 at ball 60", "at goal"), whole("aim 2 at goal 60"));
    assert_eq!(says("aim 2 10 60", "aim at the goal 30"), whole("aim 2 at goal 30"));
    assert_eq!(says("aim 2 at ball 60", "at N3"), whole("aim 2 at N3 60"));
    assert_eq!(says("aim 2 at ball 60", "at 5 9.5 20"), whole("aim 2 at 5 9.5 20"));
    for words in ["at", "at home", "at goal 0", "at goal 20 30", "flick at goal"] {
        assert_eq!(says("aim 2 at ball 60", words), None, "{words}");
    }
    let game = Play::new("clear | ball 5 9 | S1 2 2 | N1 9 9 | freekick south").game;
    assert_eq!(game.complete(First, "aim at N1 60", "aim at goal 20"), None, "it is whole");
}

#[test]
fn a_correction_without_an_aim_adjusts_the_last_flick() {
    let mut play = Play::new(KICK_OFF);
    play.play("flick 1 30 10").play("flick 1 135 5");
    let says = asked(&play, "left 2");
    assert!(says.starts_with("S1 would set off at 28° with power 10"), "{says}");
    assert_eq!(play.game.complete(First, "left 2", "flick"), Some("flick 1 28 10".to_owned()));
    play.play("flick 1 left 2");
    assert_eq!(play.probe("last south"), "S1 28 10");
}

#[test]
fn free_kicks_and_throws_are_tried_from_the_ball() {
    let play = Play::new("clear | ball 5 9 | S1 2 2 | N1 9 9 | freekick south");
    let says = asked(&play, "aim at goal 60");
    assert!(
        says.contains("The ball would set off at 0°")
            && says.contains("It hits nothing and goes through the goal."),
        "{says}"
    );
    assert_eq!(
        play.game.complete(First, "aim at goal 60", "flick"),
        Some("freekick at goal 60".to_owned())
    );
    let play = Play::new("clear | ball 1 1 | S1 2 5 | N1 9 9 | throw south sw");
    assert!(asked(&play, "aim from 1.625 1 0 30").contains("The ball would set off at 0°"));
    assert_eq!(
        play.game.complete(First, "aim from 1.625 1 0 30", "right 10"),
        Some("aim from 1.625 1 10 30".to_owned())
    );
}
