//! How well formations hold against simple kick-offs: straight at the ball from the centre spot, and past it to either side.
use super::{
    super::{
        Aim, Coin, Due, Kicker, KickerFormation, Phase, Piecepack, ShotKind,
        field::{APART, CENTRE, KICKERS, Point},
    },
    open,
};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Step,
    physics::heading_of,
    seat::Seat,
};

/// One way of kicking off.
#[derive(Clone, Copy)]
struct Try {
    kicker: u8,
    aim: Aim,
    power: u8,
}

/// Sets both sides up; South kicks off.
fn lined_up(settings: &str, attack: KickerFormation, defence: KickerFormation) -> Piecepack {
    let mut game = open(settings);
    for (seat, formation) in [(Seat::First, attack), (Seat::Second, defence)] {
        for (kicker, at) in game.formed(seat, formation) {
            game.set_kicker(seat, kicker, Kicker::On(at));
        }
    }
    game.phase = Phase::Due(Due::Turn(Seat::First));
    game
}

/// Lists every kicker's shots at the ball, `step` thousandths of a degree apart, and the one that sends the ball
/// straight at the middle of the goal.
fn tries(game: &Piecepack, step: i32, powers: &[u8]) -> Vec<Try> {
    let mut out = Vec::new();
    for kicker in 1..=KICKERS {
        let from = game.lies(Coin::Kicker(Seat::First, kicker)).unwrap();
        let middle = heading_of(CENTRE.centred() - from.centred()) as i32;
        // A kicker that passes the ball by a coin's width just touches it.
        let widest = (f64::from(APART) / f64::from(from.far(CENTRE))).asin().to_degrees();
        let most = (widest * 1000.0) as i32 / step;
        let fan = (-most..=most).map(|nth| Aim::Heading((middle + nth * step).rem_euclid(360_000)));
        let behind = Aim::Spot(Point::new(CENTRE.x, CENTRE.y - APART));
        for aim in fan.chain([behind]) {
            out.extend(powers.iter().map(|&power| Try { kicker, aim, power }));
        }
    }
    out
}

/// Counts the goals of one way of kicking off, kicked again and again.
fn goals(game: &Piecepack, tried: Try, seed: u8, times: u32) -> u32 {
    let Try { kicker, aim, power } = tried;
    let seed = Seed::from_bytes([seed; 32]);
    let scores = |step: &u32| {
        let mut dice = Dice::fair(&seed, StepKey { step: *step, take: 0 });
        let coin = Coin::Kicker(Seat::First, kicker);
        let mut game = game.clone();
        let mut step = Step::new(&mut dice);
        game.shoot(Seat::First, ShotKind::Flick, coin, aim, power, &mut step).unwrap();
        game.ball.in_goal_of() == Some(Seat::Second)
    };
    (0..times).filter(scores).count() as u32
}

/// Returns how many of a hundred the best simple kick-off scores: the likeliest of a first round,
/// measured again.
fn best(settings: &str, attack: KickerFormation, defence: KickerFormation) -> u32 {
    const LOOKS: u32 = 12;
    const TIMES: u32 = 400;
    let game = lined_up(settings, attack, defence);
    let mut all: Vec<(u32, Try)> = tries(&game, 1000, &[40, 50, 60, 70, 80, 90, 100])
        .into_iter()
        .map(|tried| (goals(&game, tried, 1, LOOKS), tried))
        .collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.0));
    let most = all.iter().take(6).map(|it| goals(&game, it.1, 2, TIMES)).max().unwrap();
    most * 100 / TIMES
}

#[test]
fn the_usual_line_up_holds_against_every_simple_kick_off() {
    for attack in KickerFormation::ALL {
        for settings in ["", "tremor=wild"] {
            let share = best(settings, attack, KickerFormation::Default);
            assert!(share <= 10, "{attack:?} {settings:?}: {share} in a hundred");
        }
        // A steady finger hits the same spot each time, so no simple kick-off may score.
        let game = lined_up("tremor=none", attack, KickerFormation::Default);
        let powers: Vec<u8> = (10..=100).step_by(5).collect();
        for tried in tries(&game, 500, &powers) {
            let Try { kicker, aim, power } = tried;
            assert_eq!(goals(&game, tried, 1, 1), 0, "{attack:?}: {kicker} {aim:?} {power}");
        }
    }
}

#[test]
fn a_line_up_with_a_gap_before_the_goal_does_not() {
    let mut game = lined_up("tremor=none", KickerFormation::Default, KickerFormation::Default);
    for (kicker, x) in [(2, 4200), (3, 5800)] {
        game.set_kicker(Seat::Second, kicker, Kicker::On(Point::new(x, 11_200)));
    }
    let scoring =
        tries(&game, 1000, &[60]).into_iter().filter(|tried| goals(&game, *tried, 1, 1) == 1);
    assert!(3 < scoring.count());
}

#[test]
fn a_match_begun_under_rules_1_keeps_its_line_up() {
    let mut saved = serde_json::to_value(open("")).unwrap();
    assert_eq!(saved["options"].as_object_mut().unwrap().remove("usual").unwrap(), "closed");
    let game: Piecepack = serde_json::from_value(saved).unwrap();
    let places: Vec<Point> =
        game.formed(Seat::First, KickerFormation::Default).into_iter().map(|it| it.1).collect();
    assert_eq!(
        places,
        [(2900, 1300), (4200, 800), (5800, 800), (7100, 1300)].map(|(x, y)| Point::new(x, y))
    );
    assert_ne!(open("").formed(Seat::First, KickerFormation::Default)[1].1, places[1]);
}
