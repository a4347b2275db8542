//! Laws that hold in every position that random play reaches.
use super::{
    super::{Phase, Trapdoor},
    open,
};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Game, PdnStep, Step},
    seat::{BySeat, Observer, Viewer},
};

const SETTINGS: [&str; 7] = [
    "",
    "continental",
    "snap",
    "continental snap",
    "blocked wheel=3:2:2",
    "pieces=8 breakthrough",
    "continental breakthrough",
];

fn walk(settings: &str, n: u32, mut each: impl FnMut(&Trapdoor, &Trapdoor, &[PdnStep<Trapdoor>])) {
    let mut dice = Dice::fair(&Seed::from_bytes([9; 32]), StepKey { step: n, take: 0 });
    let start = open(settings).unwrap();
    let mut game = start.clone();
    let mut steps = Vec::new();
    for _ in 0..5000 {
        each(&start, &game, &steps);
        let seat = game.seat();
        let Some(action) = game.sample(seat, &mut dice) else {
            assert!(matches!(game.phase, Phase::Over(_)));
            return;
        };
        let mut step = Step::new(&mut dice);
        game.act(seat, &action, &mut step).unwrap();
        let (events, _) = step.finish();
        steps.push(PdnStep { seat, action, events });
    }
    panic!("{settings} {n} does not end");
}

#[test]
fn what_is_written_is_read_and_what_is_saved_comes_back() {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    for settings in SETTINGS {
        for n in 0..4 {
            walk(settings, n, |_, game, steps| {
                let seat = game.seat();
                let listed = game.choices(seat).listed;
                assert_eq!(game.choices(seat.other()).listed, []);
                for action in &listed {
                    let text = game.write(action);
                    assert_eq!(game.read(seat, &text).as_ref(), Ok(action), "{text}");
                }
                let saved = serde_json::to_value(game).unwrap();
                assert_eq!(serde_json::from_value::<Trapdoor>(saved).unwrap(), *game);
                let last = steps.last().map_or(&[][..], |it| &it.events);
                for viewer in Viewer::ALL {
                    let scene = game.show(last, Observer { viewer, names: &names });
                    assert!(!scene.caption.is_empty());
                }
                let standing = game.position.board.occupied() & game.knobs.open_doors();
                assert!(standing.is_empty(), "something stands on an open door");
            });
        }
    }
}

#[test]
fn a_record_leads_to_the_position_it_was_written_at() {
    for settings in SETTINGS {
        walk(settings, 77, |start, game, steps| {
            if steps.len() % 9 != 0 || matches!(game.phase, Phase::Over(_)) {
                return;
            }
            let text = start.pdn(&[], steps, None).unwrap();
            let again =
                open(&format!("from={text}")).unwrap_or_else(|err| panic!("{err:?}\n{text}"));
            let now = (game.position, game.knobs, game.phase);
            assert_eq!((again.position, again.knobs, again.phase), now, "{text}");
        });
    }
}

#[test]
fn a_choice_names_each_piece_of_ones_own_that_it_costs_and_no_other() {
    let mut costs = 0;
    for settings in SETTINGS {
        walk(settings, 1, |_, game, _| {
            let seat = game.seat();
            for action in game.choices(seat).listed {
                let Some(pick) = game.pick(seat, &action) else { continue };
                let (mut after, mut dice) = (game.clone(), Dice::scripted::<&str>([]));
                after.act(seat, &action, &mut Step::new(&mut dice)).unwrap();
                let own = |it: &Trapdoor| it.position.board.count(game.position.turn);
                assert_eq!(own(game) - own(&after), pick.loses.len(), "{action:?}");
                costs += pick.loses.len();
            }
        });
    }
    assert!(0 < costs);
}
