//! The variation with Continental draughts.
use super::Play;
use crate::{
    game::Game,
    question::{Question, Relation, Thing},
    scene,
    seat::{BySeat, Observer, Seat, Viewer},
};

fn at(lines: &str) -> Play {
    Play::new("continental", lines)
}

#[test]
fn d_r24_jumped_pieces_stay_and_are_not_jumped_twice() {
    // Around the four pieces either way, back to the square where the man started.
    let mut play = at("fen B:W18,19,26,27:B5,22");
    assert_eq!(play.moves(), ["c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3"]);
    play.play("c3xe1xg3xe5xc3");
    assert_eq!(play.probe("captured white"), "4");
    assert_eq!(play.outcome().why, "White has no pieces left");
    // If f4 were removed at once, the queen on d2 could continue over g5; it blocks her.
    let mut barred = at("fen W:WK28:B14,16,19,22");
    assert_eq!(barred.moves(), ["h2xd2", "h2xe1"]);
    barred.play("h2xd2");
    assert_eq!(barred.probe("captured black"), "3");
    assert_eq!(barred.probe("g5"), "black man");
}

#[test]
fn d_r25_only_a_capture_that_ends_on_the_last_rank_crowns() {
    let mut through = at("fen B:W5,26,27:B22");
    through.play("c3xg3");
    assert_eq!(through.probe("g3"), "black man");
    let mut ends = at("fen B:W5,26:B22");
    ends.play("c3xe1");
    assert_eq!(ends.probe("e1"), "black king");
}

#[test]
fn d_r26_captures_are_counted_until_the_fall() {
    assert_eq!(at("fen W:W20,22:B16,7,18").moves(), ["h4xd8"], "two are more than one");
    let open = at("fen W:W20,22:B16,7,18 | G2 right");
    assert_eq!(open.moves(), ["c3xe5", "h4xf6^"], "one each: free choice");
    let most = at("fen W:W20,22:B16,7,18,10 | G2 right");
    assert_eq!(most.moves(), ["c3xc7"]);
    assert_eq!(most.says("h4xf6"), "You must capture as many as you can, here 2: c3xc7.");
}

#[test]
fn d_r27_a_queen_falls_at_an_intermediate_landing_only_if_she_lands_there() {
    // Between b2 and g7 she touches down behind the open door on c3: both are taken.
    let play = at("fen W:WK29,5:B25,8 | G1 left");
    let moves = play.moves();
    assert_eq!(moves, ["a1xh8"], "two are more than the one she would take falling");
    let short = at("fen W:WK29,5:B25 | G1 left");
    assert_eq!(short.moves(), ["a1xc3^", "a1xd4", "a1xe5", "a1xf6", "a1xg7", "a1xh8"]);
}

#[test]
fn d_r28_a_queen_taken_counts_like_a_man() {
    assert_eq!(at("fen W:W22,24:BK18,19").moves(), ["c3xe5", "g3xe5"]);
}

#[test]
fn queens_move_any_distance_over_open_doors() {
    let play = at("fen W:WK29:B12 | G1 left | spun black");
    let moves = ["a1-b2", "a1-c3^", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8"];
    assert_eq!(play.moves(), moves);
}

#[test]
fn a_crowned_piece_is_called_a_queen() {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let mut play = at("fen W:WK29:B25,4 | G1 left");
    let question = Question {
        relation: Relation::Count,
        asker: None,
        by: vec![Thing::Kind("king".to_owned())],
        to: Vec::new(),
        past: false,
        words: Vec::new(),
    };
    let says = play.game.answer(&question, to).unwrap().join(" ");
    assert!(says.contains("1 queen") && !says.contains("king"), "{says}");
    assert_eq!(play.game.group(Seat::Second, "a1x").says, "The queen on a1 captures");
    play.play("a1xd4");
    let words = scene::words(&play.game.show(play.events(), to));
    assert!(words.contains("queen") && !words.contains("king"), "{words}");
    let mut falls = at("fen W:WK29:B25,4 | G1 left");
    falls.play("a1xc3^");
    assert_eq!(falls.told(), "Bob plays a1xc3 and captures b2; the queen falls through c3.");
    let mut crowned = at("fen W:W6:B28");
    crowned.play("black");
    let action = crowned.game.read(Seat::Second, "c7-d8").unwrap();
    assert_eq!(crowned.game.label(Seat::Second, &action).explains, "becomes a queen");
    let before = crowned.game.clone();
    crowned.play("c7-d8");
    let moment = crowned.game.moment(&before, crowned.events(), to).unwrap();
    assert!(format!("{moment:?}").contains("NEW QUEEN: d8"), "{moment:?}");
}
