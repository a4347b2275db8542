//! Answers to questions about a position.
use super::Pitch;
use crate::{
    game::Game,
    question::{Question, Relation, Thing},
    seat::{BySeat, Observer, Seat, Viewer},
};

/// Things by what they're called: `e9`, `7`, `n7`, `ball`, `goal`, `his`, or a kind.
fn things(words: &str) -> Vec<Thing> {
    let each = words.split_whitespace().map(|word| match word {
        "ball" => Thing::Ball,
        "goal" => Thing::Goal(None),
        "his" => Thing::Side(Seat::Second),
        "mine" => Thing::Side(Seat::First),
        word if word.starts_with(['n', 's']) => Thing::Name(word.to_owned()),
        word => match (word.parse(), word.ends_with(|it: char| it.is_ascii_digit())) {
            (Ok(number), _) => Thing::Number(number),
            (Err(_), true) => Thing::Square(word.to_owned()),
            (Err(_), false) => Thing::Kind(word.to_owned()),
        },
    });
    each.collect()
}

impl Pitch {
    /// Answers Ann, who plays South; `words` are all words of her question.
    fn asks(&self, relation: Relation, by: &str, to: &str, words: &str) -> String {
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let observer = Observer { viewer: Viewer::Room, names: &names };
        let question = Question {
            relation,
            asker: Some(Seat::First),
            by: things(by),
            to: things(to),
            past: words.split(' ').any(|word| word == "did"),
            words: words.split_whitespace().map(str::to_owned).collect(),
        };
        let now = self.game.answer(&question, observer);
        let says = now.or_else(|| self.game.recall(&question, &self.events, observer));
        says.map_or("-".to_owned(), |says| says.join(" "))
    }
}

const FIELD: &str =
    "d5 south 7 | f8 south 9 | f11 south 10 | c9 north 4 | f10 north 5 | L3 north 6 | ball f8";

#[test]
fn with_a_roll_its_moves_answer_and_before_it_all_rolls_do() {
    use Relation::{Hit, Pass, Reach, Steal};
    let now = Pitch::new(&format!("{FIELD} | turn south | rolled rook 4"));
    for (relation, by, to, says) in [
        (Reach, "7", "d9", "Yes: `d5-d9`."),
        (
            Reach,
            "7",
            "e9",
            "No: a Rook goes along ranks and files, and e9 isn't on that path from d5.",
        ),
        (Pass, "mine", "7", "Yes: `run d5 north pass d8`."),
        (Pass, "7", "10", "No: your 7 doesn't have the ball; your 9 on f8 has it."),
        (
            Pass,
            "mine",
            "10",
            "No: your 10 on f11 is offside, beyond the last defender, Bob's 5 on f10.",
        ),
        (Hit, "mine", "n5", "Yes: `f11xf10`."),
        (Steal, "mine", "ball", "No: your 9 on f8 has the ball."),
    ] {
        assert_eq!(now.asks(relation, by, to, ""), says);
    }
    let before = Pitch::new(&format!("{FIELD} | turn south"));
    for (relation, by, to, says) in [
        (Reach, "7", "d9", "Yes, with Queen 4 and Rook 4 (2 of 36 Chess rolls, 6%)."),
        (Reach, "n4", "d9", "Yes, with King, Queen 1 and Rook 1 (8 of 36 Chess rolls, 22%)."),
        (Reach, "7", "e9", "No: no roll of yours allows that from where everyone stands now."),
        (
            Steal,
            "his",
            "ball",
            "Yes, with Queen 2 or more and Rook 2 or more (10 of 36 Chess rolls, 28%). A steal wins if the \
             defense rolls higher: 15 of 36 times, 42%.",
        ),
    ] {
        assert_eq!(before.asks(relation, by, to, ""), says);
    }
}

#[test]
fn a_push_on_the_way_may_bring_a_teammate_onside() {
    let king = Pitch::new(&format!("{FIELD} | turn south | rolled king 3"));
    let says = king.asks(Relation::Pass, "mine", "10", "");
    assert!(says.starts_with("Yes: `dribble f8 g9 f10 f11`. Where it stands now,"), "{says}");
}

#[test]
fn at_a_penalty_kick_only_the_kicker_does_anything() {
    let kick =
        Pitch::new("d5 south 7 | f12 south 9 | ball f12 | play south penalty | rolled queen 1");
    let says = kick.asks(Relation::Stuck, "7", "", "");
    assert!(says.starts_with("Yes: at a penalty kick only the kicker plays."), "{says}");
}

#[test]
fn what_the_last_roll_did_is_told_from_the_last_turn() {
    let mut pitch = Pitch::new(&format!("{FIELD} | turn south"));
    pitch.play("roll risk: turnover 3");
    let says = pitch.asks(Relation::Meaning, "", "", "what did the risk die do");
    assert!(
        says.starts_with("Ann takes a risk and rolls Turnover 3. The ball goes to Bob's"),
        "{says}"
    );
}
