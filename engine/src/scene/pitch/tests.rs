//! A pitch in words and in characters.
use super::{Face, Pitch, PlayerItem, Restart, TimerItem, Track, Trail, Turf};
use crate::{
    scene::{Cell, Ink, Scene, Side, Surface, Verbosity, ascii, ascii_board, read_aloud, words},
    seat::{BySeat, Seat},
};

const TURF: Turf =
    Turf { files: 11, ranks: 15, goal: (5, 7), area: (3, 9), deep: 4, mark: 3, near: Seat::First };

fn at(column: u8, row: u8) -> Cell {
    Cell { column, row }
}

fn player(seat: Seat, shirt: &str, at: Cell, ball: bool) -> PlayerItem {
    PlayerItem { at, seat, shirt: shirt.to_owned(), goalie: shirt == "GK", ball }
}

fn scene() -> Scene {
    let pitch = Pitch {
        players: vec![
            player(Seat::First, "GK", at(6, 1), false),
            player(Seat::First, "10", at(6, 8), true),
            player(Seat::Second, "4", at(0, 9), false),
        ],
        trails: vec![
            Trail { kind: Track::Carry, cells: vec![at(6, 6), at(6, 8)] },
            Trail { kind: Track::Push, cells: vec![at(1, 9), at(0, 9)] },
            Trail { kind: Track::Steal, cells: vec![at(6, 9), at(6, 8)] },
        ],
        offside: Some((Seat::First, 12)),
        timer: TimerItem { done: 3, of: Some(50), at: at(0, 3) },
        goals: BySeat { first: 2, second: 1 },
        sent_off: BySeat { first: 0, second: 1 },
        restart: Some(Restart {
            seat: Seat::First,
            name: "corner kick".to_owned(),
            rule: "nobody is offside".to_owned(),
        }),
        dice: Some((Seat::First, vec![Face::Rook, Face::Number(2)])),
        allows: "runs of 2".to_owned(),
        ..Pitch::bare(TURF)
    };
    let side = |name: &str, role: &str, to_move| Side {
        name: name.to_owned(),
        role: role.to_owned(),
        ink: Ink::Light,
        to_move,
        tallies: Vec::new(),
        clock: None,
        left: None,
    };
    Scene {
        title: "Soccer".to_owned(),
        board: Surface::Pitch(Box::new(pitch)),
        facing: Seat::First,
        items: Vec::new(),
        sides: BySeat { first: side("Ann", "South", true), second: side("Bob", "North", false) },
        panels: Vec::new(),
        last: vec!["Ann runs.".to_owned()],
        caption: "Ann: go on.".to_owned(),
        takes: Vec::new(),
        labelled: true,
    }
}

#[test]
fn words_say_everything_there_is_to_see() {
    let said = words(&scene());
    for part in [
        "Score: South 2, North 1. 3 of 50 plays are over; the timer stands at L3.",
        "Ann (South), to move: goalie on f1, number 10 on f8.",
        "Bob (North): nobody on the field; out of bounds number 4 on L9; sent off 1.",
        "The ball is with South number 10 on f8.",
        "It is South's corner kick: nobody is offside.",
        "South rolled Rook and 2. It allows runs of 2.",
        "Offside for South: above rank 12.",
        "Arrows: with the ball f6 to f8; pushed a9 to L9; for the ball f9 to f8.",
        "Ann runs. Ann: go on. The ball is with",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn read_aloud_the_ball_comes_first_and_the_players_by_ranks() {
    let said = read_aloud(&scene(), Verbosity::Normal);
    let wanted = "Ann runs. Ann: go on. The ball is with South number 10 on f8. It is South's corner kick: nobody is offside. \
                  South rolled Rook and 2. It allows runs of 2. Offside for South: above rank 12. Score: South 2, North 1, after 3 of 50 plays. \
                  Rank 8: South number 10 on f8. Rank 1: South goalie on f1. Out of bounds: North number 4 on L9. North: sent off 1.";
    assert_eq!(said, wanted);
    assert!(!read_aloud(&scene(), Verbosity::Short).contains("Rank 1:"), "nothing moved there");
}

#[test]
fn characters_show_who_stands_where() {
    let scene = scene();
    let board = ascii_board(&scene);
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!(lines.len(), 18);
    assert_eq!(lines[0], "16                 G  G  G", "the far goal");
    assert_eq!(lines[7], " 9 n4  .  .  .  .  .  .  .  .  .  .  .");
    assert_eq!(lines[8], " 8     .  .  .  .  .S10  .  .  .  .  .");
    assert_eq!(lines[13], " 3  T  .  .  #  #  #  #  #  #  #  .  .");
    assert_eq!(lines[15], " 1     .  .  #  #  # sG  #  #  #  .  .");
    assert_eq!(lines[17], "    L  a  b  c  d  e  f  g  h  i  j  k  R");
    assert!(ascii(&scene).contains("> South (Ann): goals 2\n"));
    assert!(ascii(&scene).contains("  corner kick for South: nobody is offside\n"));
}

#[test]
fn the_far_side_sees_it_turned_round() {
    let mut scene = scene();
    scene.facing = Seat::Second;
    let board = ascii_board(&scene);
    assert!(board.starts_with(" 0"), "{board}");
    assert!(board.ends_with("R  k  j  i  h  g  f  e  d  c  b  a  L\n"));
}

#[test]
fn words_tell_a_scorer_and_a_thrower_from_those_out_of_bounds() {
    let mut scene = scene();
    for (place, part) in [
        (at(6, 16), "in the goal number 10 on f16"),
        (at(0, 8), "on the border with the ball number 10 on L8"),
    ] {
        if let Surface::Pitch(pitch) = &mut scene.board {
            pitch.players[1].at = place;
        }
        let said = words(&scene);
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn dice_of_the_play_before_are_told_as_such() {
    let mut scene = scene();
    if let Surface::Pitch(pitch) = &mut scene.board {
        pitch.stale = true;
    }
    let said = words(&scene);
    let part = "No dice are rolled yet in this play; in the one before, South rolled Rook and 2.";
    assert!(said.contains(part), "{said}");
    assert!(ascii(&scene).contains("  not rolled yet; before, South rolled Rook and 2\n"));
}
