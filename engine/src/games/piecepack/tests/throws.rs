//! A throw can't score for the thrower, and nothing that is offered suggests it.
use super::Play;
use crate::{
    game::{Game, Status},
    seat::Seat,
};

/// A throw from each corner, with the usual formations.
const THROWS: [&str; 4] = [
    "default | ball 0.6 0.6 | throw south sw",
    "default | ball 9.4 0.6 | throw south se",
    "default | ball 0.6 11.4 | throw north nw",
    "default | ball 9.4 11.4 | throw north ne",
];

#[test]
fn a_throw_at_a_goal_is_never_offered() {
    for lines in THROWS.into_iter().chain(["clear | ball 0.6 0.6 | throw south sw"]) {
        let play = Play::new(lines);
        let seat = play.game.seat();
        let mut offered = play.listed();
        assert!(!offered.is_empty());
        for words in [
            "throw",
            "throw at",
            "throw away",
            "flick",
            "aim",
            "aim at",
            "aim sideways",
            "flick 2 at ball 60",
            "left 2",
        ] {
            let refusal = match play.game.ask(seat, words) {
                Some(told) => told.unwrap_err(),
                None => play.refused(words),
            };
            offered.extend(refusal.instead);
            assert!(!refusal.says.contains("`at goal`"), "{words}: {}", refusal.says);
        }
        offered.extend(play.game.choices(seat).grammar.map(str::to_owned));
        let odd =
            offered.iter().find(|words| words.contains("goal") && !words.contains("can't score"));
        assert_eq!(odd, None, "{lines}");
    }
}

#[test]
fn whoever_throws_reads_that_a_throw_cannot_score_for_them() {
    let play = Play::new(THROWS[0]);
    let says = "a throw can't score for you";
    let Status::Waiting(prompts) = play.game.status() else { panic!("a throw is due") };
    assert!(prompts[0].ask.contains(says), "{}", prompts[0].ask);
    for asked in ["aim at 5 6 20", "aim at goal 60", "aim at N1 20"] {
        let told = play.game.ask(Seat::First, asked).unwrap().unwrap();
        assert!(told.to_lowercase().contains(says) && told.contains("counts for North"), "{told}");
    }
    assert!(play.game.choices(Seat::First).grammar.unwrap().to_lowercase().contains(says));
    // Nobody else is told this.
    let told = play.game.ask(Seat::Second, "aim 1 at ball 60").unwrap().unwrap();
    assert!(!told.contains("throw"), "{told}");
    let free = Play::new("default | freekick south");
    assert!(!free.game.ask(Seat::First, "aim at goal 60").unwrap().unwrap().contains("throw"));
}

#[test]
fn the_throw_that_is_offered_first_and_those_of_the_guide_stay_in_play() {
    for lines in THROWS {
        let first = Play::new(lines).listed().remove(0);
        for words in [first.as_str(), "throw at 5 6 20"] {
            let mut play = Play::new(lines);
            let thrower = play.game.seat();
            play.play(words);
            let phase = play.probe("phase");
            assert!(
                phase.starts_with("turn ") && play.game.seat() == thrower.other(),
                "{lines}: {words}: {phase}"
            );
        }
    }
    let guide = super::super::Piecepack::GUIDE;
    let (_, corner) = guide.split_once("\n## corner").unwrap();
    let (corner, _) = corner.split_once("\n## ").unwrap();
    let examples: Vec<&str> = corner.split('`').filter(|it| it.starts_with("throw ")).collect();
    assert!(2 <= examples.len());
    for words in examples {
        let mut play = Play::new(THROWS[0]);
        assert!(play.play(words).probe("phase").starts_with("turn north"), "{words}");
    }
    let mut harder = Play::new("clear | ball 0.6 0.6 | S1 5 1 | N1 5 11 | throw south sw");
    assert_eq!(
        harder.play("throw at 5 6 40").probe("phase"),
        "throw north ne",
        "as the guide warns"
    );
}
