//! Many matches of computer players, with any options.
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::{Level, Player},
    seat::{BySeat, Seat},
    settings::Values,
};

/// Steps after which a match is stopped.
const MOST: u32 = 5_000;

const PLAYERS: [Player; 4] =
    [Player::Random, Player::Random, Player::Greedy, Player::Level(Level::One)];

/// Picks a value for every setting that has a list of them.
fn some_settings(game: GameId, lot: &mut Dice) -> String {
    let mut words = Vec::new();
    for setting in game.settings() {
        match setting.values {
            Values::Words(all) => {
                let n = lot.below("a value", u32::try_from(all.len()).unwrap()).unwrap();
                words.push(format!("{}={}", setting.name, all[n as usize]));
            }
            Values::Switch if lot.below("a switch", 2).unwrap() == 0 => {
                words.push(setting.name.to_owned());
            }
            _ => {}
        }
    }
    words.join(" ")
}

/// Plays a match with random options; returns how many steps it took, or none if such a match
/// can't be played.
fn play(game: GameId, lot: &mut Dice) -> Option<u32> {
    let settings = some_settings(game, lot);
    let mut seed = [0; 32];
    seed.fill_with(|| lot.below("a byte", 256).unwrap() as u8);
    let seed = Seed::from_bytes(seed);
    let dice = |step| Dice::fair(&seed, StepKey { step, take: 0 });
    let mut table = game.open(game.options(&settings).ok()?, &mut dice(0)).ok()?;
    table.think(Seat::First, Player::Random, 0).ok()?;
    let mut who = || PLAYERS[lot.below("a player", 4).unwrap() as usize];
    let players = BySeat { first: who(), second: who() };
    for step in 1..=MOST {
        let seat = match table.status() {
            Status::Over(_) => return Some(step - 1),
            Status::Waiting(prompts) => prompts[0].seat,
        };
        let player = *players.get(seat);
        let thought = table.think(seat, player, u64::from(step)).unwrap();
        let words =
            thought.unwrap_or_else(|| panic!("{game} {settings}: {player} at {step}")).words;
        let played = table.play(seat, &words, &mut dice(step));
        assert!(played.is_ok(), "{game} {settings}: {player}, `{words}` at {step}: {played:?}");
    }
    Some(MOST)
}

/// Plays `count` matches, the games in turn, and prints them.
fn play_many(count: u64) {
    let mut lot = Dice::thinking(2026);
    let mut played = vec![(0, 0, 0); GameId::ALL.len()];
    let mut done = 0;
    for number in 0.. {
        if done == count {
            break;
        }
        let at = number % GameId::ALL.len();
        let Some(steps) = play(GameId::ALL[at], &mut lot) else { continue };
        let (matches, all, unfinished) = &mut played[at];
        *matches += 1;
        *all += u64::from(steps);
        *unfinished += u32::from(steps == MOST);
        done += 1;
    }
    for (game, (matches, steps, unfinished)) in GameId::ALL.iter().zip(played) {
        let steps = steps / matches.max(1);
        println!("{game}: {matches} matches of {steps} steps, {unfinished} left after {MOST}");
    }
}

#[test]
fn matches_with_random_options_end_without_a_refusal() {
    play_many(24);
}

/// `MATCHES=10000 cargo test --release -p tests --test it minds -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn a_long_run_of_matches_with_random_options_ends_without_a_refusal() {
    play_many(std::env::var("MATCHES").map_or(1_000, |count| count.parse().unwrap()));
}
