//! Answers to questions about a position.
use std::sync::LazyLock;

use super::Play;
use crate::{
    chance::Dice,
    game::{Game, Step},
    question::{Question, Relation, Thing},
    seat::{BySeat, Observer, Seat, Viewer},
};

/// Ann plays South, and Bob North.
fn observer() -> Observer<'static> {
    static NAMES: LazyLock<BySeat<String>> =
        LazyLock::new(|| BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() });
    Observer { viewer: Viewer::Room, names: &NAMES }
}

/// Things by what they're called: `2`, `n3`, `ball`, `goal`, `his`, or a kind.
fn things(words: &str) -> Vec<Thing> {
    let each = words.split_whitespace().map(|word| match word {
        "ball" => Thing::Ball,
        "goal" => Thing::Goal(None),
        "his" => Thing::Side(Seat::Second),
        "mine" => Thing::Side(Seat::First),
        word => match word.parse() {
            Ok(number) => Thing::Number(number),
            Err(_) if word.len() == 2 => Thing::Name(word.to_owned()),
            Err(_) => Thing::Kind(word.to_owned()),
        },
    });
    each.collect()
}

impl Play {
    /// Answers Ann, who plays South; `words` are all words of her question.
    fn asks(&self, relation: Relation, by: &str, to: &str, words: &str) -> String {
        let question = Question {
            relation,
            asker: Some(Seat::First),
            by: things(by),
            to: things(to),
            past: words.split(' ').any(|word| word == "did"),
            words: words.split_whitespace().map(str::to_owned).collect(),
        };
        let now = self.game.answer(&question, observer());
        let says = now.or_else(|| self.game.recall(&question, &self.events, observer()));
        says.map_or("-".to_owned(), |says| says.join(" "))
    }
}

const FIELD: &str = "default | S2 4.2 0.8 | S3 5.8 0.8 | N4 out | N1 4.6 3 | turn south";

#[test]
fn a_straight_way_is_free_or_what_blocks_it_is_named() {
    use Relation::{Hit, InTheWay, Pass, Reach, WhyNot};
    let play = Play::new(FIELD);
    for (relation, by, to, says) in [
        (Hit, "2", "ball", "No: N1 is in the way from S2 to the ball."),
        (
            Hit,
            "s1",
            "n2",
            "Yes: S1 runs 9.49 inches straight to N2 (`flick 1 at N2 60`, power 30 is enough). Moving N2 is a \
             foul unless the ball moves, too.",
        ),
        (Hit, "n4", "ball", "No: N4 is fouled out and not on the field."),
        (Reach, "ball", "goal", "No: N2 and N3 are in the way from the ball to the north goal."),
        (InTheWay, "n1", "2", "Yes: N1 is in the way from S2 to the ball."),
        (
            Pass,
            "mine",
            "n2",
            "Yes: S3 and S4, by meeting the ball at 5.06 5.25; its way to N2 is free.",
        ),
        (WhyNot, "2", "ball", "N1 is in the way from S2 to the ball."),
    ] {
        assert_eq!(play.asks(relation, by, to, ""), says);
    }
    assert_eq!(
        play.asks(Relation::Reach, "2", "5 3", "can 2 get to 5 3"),
        "No: N1 is in the way from S2 to 5 3."
    );
}

#[test]
fn the_stated_chance_is_that_of_the_flicks() {
    let mut game = super::open("tremor=wild");
    for line in FIELD.split(" | ") {
        game.arrange(line).unwrap();
    }
    let play = Play { game, events: Vec::new() };
    let says = play.asks(Relation::Chance, "3", "ball", "");
    let stated: f64 =
        says.split(' ').find_map(|word| word.strip_suffix("%,")).unwrap().parse().unwrap();
    let action = play.game.read(Seat::First, "flick 3 at ball 60").unwrap();
    let mut dice = Dice::thinking(1);
    let tries = 400;
    let hits = (0..tries).filter(|_| {
        let mut trial = play.game.clone();
        let mut step = Step::new(&mut dice);
        trial.act(Seat::First, &action, &mut step).unwrap();
        let told = trial.tell(&step.finish().0[0], observer()).unwrap();
        told.contains(". S3 hits the ball")
    });
    let seen = 100.0 * hits.count() as f64 / f64::from(tries);
    assert!((seen - stated).abs() < 8.0, "{seen} of the flicks: {says}");
}

#[test]
fn the_last_shot_is_told_with_its_power_and_what_it_moved() {
    let mut play = Play::new(FIELD);
    play.play("flick 3 at ball 60");
    let says = play.asks(Relation::Meaning, "mine", "", "how hard was my last shot");
    assert!(says.starts_with("Ann flicks S3 at the ball") && says.contains("power 60"), "{says}");
    let moved = play.asks(Relation::Happened, "ball", "", "");
    // What it led to happened to the ball, too.
    let led_to = moved.strip_prefix(&says).unwrap_or_else(|| panic!("{moved}"));
    assert_eq!(led_to, " The ball lies in the nw corner box: a corner throw for Bob.");
    let lay = play.asks(Relation::Happened, "1", "", "");
    assert_eq!(lay, "S1 lies where it lay before the last turn.");
}

#[test]
fn a_flick_is_told_up_to_its_first_contact_and_not_further() {
    let play = Play::new(FIELD);
    let typed = "flick 2 at ball 60";
    let question = Question {
        relation: Relation::Bring,
        asker: Some(Seat::First),
        by: vec![Thing::Move(typed.to_owned())],
        to: Vec::new(),
        past: false,
        words: Vec::new(),
    };
    let says = play.game.answer(&question, observer()).unwrap();
    assert_eq!(says.len(), 2);
    assert!(
        says[0].contains("It hits N1 after 1.49 inches") && !says[0].contains("rest"),
        "{says:?}"
    );
}
