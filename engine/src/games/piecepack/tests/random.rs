//! Laws that hold in every position that random play reaches.
use super::{
    super::{Event, Piecepack, field::*},
    open,
};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Game, Status, Step},
};

const SETTINGS: [&str; 4] = ["", "tremor=none", "tremor=wild", "tremor=wild limit"];

fn walk(settings: &str, n: u32, mut each: impl FnMut(&Piecepack, &[Event])) {
    let mut dice = Dice::fair(&Seed::from_bytes([9; 32]), StepKey { step: n, take: 0 });
    let mut game = open(settings);
    let mut events = Vec::new();
    for _ in 0..1000 {
        each(&game, &events);
        let seat = game.seat();
        let Some(action) = game.sample(seat, &mut dice) else {
            assert!(matches!(game.status(), Status::Over(_)));
            return;
        };
        let mut step = Step::new(&mut dice);
        game.act(seat, &action, &mut step).unwrap();
        events = step.finish().0;
    }
    panic!("{settings} {n} does not end");
}

#[test]
fn coins_at_rest_never_overlap_and_stay_on_the_field() {
    for settings in SETTINGS {
        for n in 0..12 {
            walk(settings, n, |game, _| {
                let coins = game.coins();
                for (nth, (coin, at)) in coins.iter().enumerate() {
                    let on = at.is_open() || !(0..=LONG).contains(&at.y);
                    assert!(on, "{coin:?} at {at:?}");
                    for (other, there) in &coins[..nth] {
                        let far = at.far2(*there);
                        assert!(i64::from(APART).pow(2) <= far, "{coin:?} {other:?} {far}");
                    }
                }
            });
        }
    }
}

#[test]
fn what_is_written_is_read_and_what_is_saved_comes_back() {
    for settings in SETTINGS {
        walk(settings, 50, |game, events| {
            let seat = game.seat();
            for action in game.choices(seat).listed {
                let text = game.write(&action);
                assert_eq!(game.read(seat, &text).as_ref(), Ok(&action), "{text}");
                assert!(game.choices(seat.other()).listed.is_empty());
            }
            let saved = serde_json::to_string(game).unwrap();
            assert_eq!(serde_json::from_str::<Piecepack>(&saved).unwrap(), *game);
            let told = serde_json::to_string(events).unwrap();
            assert_eq!(serde_json::from_str::<Vec<Event>>(&told).unwrap(), events);
        });
    }
}

#[test]
fn a_film_begins_where_the_coins_lay_and_ends_where_they_lie() {
    let mut films = 0;
    for n in 60..66 {
        let mut before = Vec::new();
        walk("tremor=none", n, |game, events| {
            if let Some(film) = game.film(events) {
                films += 1;
                let places = |time: u32| -> Vec<(i32, i32)> {
                    film.at(time).iter().map(|&(_, spot)| (spot.x, spot.y)).collect()
                };
                assert!(
                    film.lasts() <= 1_500_001,
                    "no flick lasts longer than a second and a half"
                );
                // A throw moves the ball into the box first.
                let start = places(0);
                assert_eq!(start[1..], before[1..]);
                let goal = events.iter().any(|event| matches!(event, Event::Goal { .. }));
                let out = |&(_, y): &(i32, i32)| (0..=LONG).contains(&y);
                if !goal {
                    let end: Vec<(i32, i32)> = places(u32::MAX).into_iter().filter(out).collect();
                    assert!(
                        game.coins().iter().all(|&(_, point)| end.contains(&(point.x, point.y)))
                    );
                }
                let middle = film.at(film.lasts() / 3);
                assert!(middle.iter().all(|&(_, spot)| (-2000..=LONG + 2000).contains(&spot.y)));
            }
            before = game.coins().iter().map(|&(_, point)| (point.x, point.y)).collect();
        });
    }
    assert!(20 < films, "{films}");
}

#[test]
fn goals_are_counted_one_by_one_and_three_end_it() {
    for n in 100..130 {
        let mut goals = 0;
        walk("tremor=none", n, |game, events| {
            goals += events.iter().filter(|event| matches!(event, Event::Goal { .. })).count();
            let [first, second] = [game.score.first, game.score.second];
            assert_eq!(usize::from(first + second), goals);
            assert_eq!(first == 3 || second == 3, matches!(game.status(), Status::Over(_)));
        });
    }
}

#[test]
fn a_match_with_the_limit_ends_within_sixty_turns_of_a_goal() {
    for n in 200..210 {
        walk("tremor=wild limit", n, |game, _| assert!(game.quiet <= 60));
    }
}
