//! Matches as pictures: random ones, each as the player to move sees it, and those of computer players, as a film shows them.
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::{Level, Player},
    scene::{Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
};

/// Steps after which a match is broken off.
const LONGEST: u32 = 300;

/// Plays some matches of every game.
#[allow(dead_code, reason = "a bench plays one match of each")]
pub(crate) fn matches(each: u8) -> impl Iterator<Item = Vec<Scene>> {
    let games = GameId::ALL.iter().flat_map(move |game| (0..each).map(move |seed| (*game, seed)));
    games.map(|(game, seed)| scenes(game, seed))
}

/// Plays a match and returns its pictures.
pub(crate) fn scenes(game: GameId, seed: u8) -> Vec<Scene> {
    let names = BySeat { first: "Anneliese".to_owned(), second: "Benedikt".to_owned() };
    let seed = Seed::from_bytes([seed; 32]);
    let dice = |step| Dice::fair(&seed, StepKey { step, take: 0 });
    let mut table = game.open(game.options("").unwrap(), &mut dice(0)).unwrap();
    let mut scenes = Vec::new();
    for step in 1..=LONGEST {
        let Status::Waiting(prompts) = table.status() else { break };
        let seat = prompts[0].seat;
        let mut scene = table.show(Observer { viewer: Viewer::Room, names: &names });
        scene.facing = seat;
        scenes.push(scene);
        let mut dice = dice(step);
        let Some(words) = table.sample(seat, &mut dice) else { break };
        table.play(seat, &words, &mut dice).unwrap();
    }
    scenes
}

/// Plays a match of computer players, of so many steps at most.
#[allow(dead_code, reason = "for films")]
pub(crate) fn played(game: GameId, seed: u8, most: u32) -> Vec<Shown> {
    let names = BySeat { first: "Anneliese".to_owned(), second: "Benedikt".to_owned() };
    let observer = Observer { viewer: Viewer::Room, names: &names };
    let secret = Seed::from_bytes([seed; 32]);
    let dice = |step| Dice::fair(&secret, StepKey { step, take: 0 });
    let mut table = game.open(game.options("").unwrap(), &mut dice(0)).unwrap();
    let mut shown = Vec::new();
    for step in 1..=most {
        let facing = |scene: Scene| Scene { facing: Seat::First, ..scene };
        shown.push(Shown {
            scene: facing(table.show(observer)),
            film: table.film(),
            moment: table.moment(observer).map(facing),
        });
        let Status::Waiting(prompts) = table.status() else { break };
        let seat = prompts[0].seat;
        let thought = table.think(seat, Player::Level(Level::Two), step.into()).unwrap();
        let Some(thought) = thought else { break };
        table.play(seat, &thought.words, &mut dice(step)).unwrap();
    }
    shown
}
