//! How matches end.
use super::Play;
use crate::{
    chance::Dice,
    checkers::draws::QUIET_TURNS,
    game::Game,
    mind::{Level, SearchGame},
    refusal::Code,
    seat::Seat,
};

#[test]
fn d_r16_who_takes_the_last_enemy_wins_even_while_falling() {
    let mut play = Play::new("", "fen B:W15:B10 | O1 right");
    play.play("d6xf4^");
    assert_eq!(play.outcome().winner, Some(Seat::First));
    assert_eq!(play.outcome().why, "White has no pieces left");
    assert_eq!(play.refused("spin").code, Code::Over);
}

#[test]
fn d_r17_a_side_that_drops_its_own_last_piece_loses() {
    let mut play = Play::new("", "fen B:W28:B9 | spun green");
    play.play("G2>L");
    assert_eq!(play.outcome().winner, Some(Seat::Second));
    assert_eq!(play.outcome().why, "Black has no pieces left");
}

#[test]
fn black_without_a_move_loses() {
    let mut play = Play::new("", "fen B:W25,30:B21");
    play.play("black");
    assert_eq!(play.outcome().winner, Some(Seat::Second));
    assert_eq!(play.outcome().why, "Black can't move");
}

#[test]
fn d_r19_the_knobs_belong_to_the_position() {
    let mut play = Play::new("", "fen B:WK29:BK4");
    play.play("green G1>L green G2>L orange O1>L orange O2>L");
    assert_eq!(play.probe("phase"), "spin", "the pieces stood so three times, the knobs did not");
    let mut play = Play::new("", "fen B:WK29:BK4");
    play.play("green G1>L green G1>C green G1>L green G1>C");
    assert_eq!(play.outcome().winner, None);
}

#[test]
fn d_r20_a_knob_turned_is_a_turn_towards_the_draw() {
    let mut play = Play::new("", "fen B:WK29:BK4");
    // White's knobs go through 40 different settings, one click each; Black's king moves back and forth.
    let mut settings = [0_i8; 4];
    let mut ways = [1_i8; 4];
    let names = [("green", "G1"), ("orange", "O1"), ("orange", "O2"), ("green", "G2")];
    for turn in 0..QUIET_TURNS {
        assert_eq!(play.probe("phase"), "spin", "turn {turn}");
        play.play(if turn % 2 == 0 { "black h8-g7" } else { "black g7-h8" });
        // The lowest knob that can continue does; those below it turn back.
        let free = (0..4).find(|&n| (-1..=1).contains(&(settings[n] + ways[n]))).unwrap();
        settings[free] += ways[free];
        for way in &mut ways[..free] {
            *way = -*way;
        }
        let letter = ["L", "C", "R"][usize::try_from(settings[free] + 1).unwrap()];
        play.play(&format!("{} {}>{letter}", names[free].0, names[free].1));
    }
    let why = "forty turns by each side without capture, fall or advance";
    assert_eq!(play.outcome().why, why);
}

#[test]
fn a_fall_and_a_mans_advance_start_the_count_anew() {
    let round = "black h8-g7 black a1-b2 black g7-h8 black b2-a1";
    for progress in [
        "black a7-b6 black a1-b2 black h8-g7 black b2-a1",
        "orange O1>L black a1-b2 black h8-g7 black b2-a1",
    ] {
        let mut play = Play::new("", "fen B:WK29:BK4,5,17");
        play.play(round).play(progress);
        assert_eq!(play.probe("phase"), "spin");
    }
}

#[test]
fn computer_players_see_that_the_other_side_can_bring_back_a_position() {
    let walk = "black c1-d2 black b8-a7";
    let worth = |before: &str| {
        let mut play = Play::new("", "fen W:WK30,K31,K32:BK1");
        play.play(before).play("black");
        let skill = play.game.skill(Level::Five);
        let back = play.game.read(Seat::Second, "d2-c1").unwrap();
        let (rated, _) = play.game.rate(Seat::Second, &skill, &mut Dice::thinking(0));
        rated.into_iter().find(|it| it.action == back).unwrap().value
    };
    let (once, again) = (worth(walk), worth(&format!("{walk} black d2-c1 black a7-b8 {walk}")));
    // Black, who is behind, goes back with every second spin: then the position stands the third time.
    assert!(0.5 < once && 0.0 < again && again < 0.7 * once, "{again} after {once}");
}
