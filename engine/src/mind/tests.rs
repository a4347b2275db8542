//! Laws of every player in every game.
mod teach;

use std::collections::BTreeSet;

use super::{Level, Moment, Player, analysis, luck::luck};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    seat::{BySeat, Seat, Viewer},
    settings::Values,
    table::Table,
};

const PLAYERS: [Player; 4] =
    [Player::Random, Player::Greedy, Player::Level(Level::One), Player::Level(Level::Two)];

fn dice(seed: u8, step: u32) -> Dice {
    Dice::fair(&Seed::from_bytes([seed; 32]), StepKey { step, take: 0 })
}

fn open(game: GameId, settings: &str, seed: u8) -> Box<dyn Table> {
    game.open(game.options(settings).unwrap(), &mut dice(seed, 0)).unwrap()
}

fn asked(table: &dyn Table) -> Option<Seat> {
    match table.status() {
        Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
        Status::Over(_) => None,
    }
}

/// Plays some random steps, or to the end.
fn shuffled(table: &mut dyn Table, seed: u8, steps: u32) {
    for step in 1..=steps {
        let Some(seat) = asked(table) else { break };
        let words = table.sample(seat, &mut dice(seed, 1000 + step)).unwrap();
        table.play(seat, &words, &mut dice(seed, step)).unwrap();
    }
}

/// Plays a match to its end; returns how many steps it took.
fn play(table: &mut dyn Table, players: BySeat<Player>, seed: u8, most: u32) -> u32 {
    for step in 1..=most {
        let Some(seat) = asked(table) else { return step - 1 };
        let player = *players.get(seat);
        let thought = table.think(seat, player, u64::from(step) << 8 | u64::from(seed)).unwrap();
        let words = thought.unwrap_or_else(|| panic!("{player} knows what to do")).words;
        let game = table.game();
        let played = table.play(seat, &words, &mut dice(seed, step));
        assert!(played.is_ok(), "{game}, {player}: `{words}` at step {step}: {played:?}");
    }
    most
}

/// Picks a value for every setting that has a list of them.
fn some_settings(game: GameId, seed: u8) -> String {
    let mut lot = Dice::thinking(u64::from(seed) * 97 + 5);
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

#[test]
fn matches_with_random_options_go_through_without_a_refusal() {
    for game in GameId::ALL.iter().copied() {
        for seed in 0..24 {
            let settings = some_settings(game, seed);
            let Ok(options) = game.options(&settings) else { continue };
            let Ok(mut table) = game.open(options, &mut dice(seed, 0)) else { continue };
            let seat = Seat::BOTH[usize::from(seed % 2)];
            if table.think(seat, Player::Random, 0).is_err() {
                assert!(settings.contains("reeve"), "{game} {settings}");
                continue;
            }
            let at = usize::from(seed);
            let players = BySeat { first: PLAYERS[at % 4], second: PLAYERS[at / 4 % 4] };
            play(&mut *table, players, seed, 250);
        }
    }
}

#[test]
fn the_strongest_plays_in_every_game_too() {
    for game in GameId::ALL.iter().copied() {
        let mut table = open(game, "", 3);
        let expert = Player::Level(Level::Five);
        play(&mut *table, BySeat { first: expert, second: Player::Greedy }, 3, 6);
    }
}

#[test]
fn duels_that_people_fight_are_refused_with_a_way_out() {
    let table = open(GameId::Amtgard, "duel=reeve", 1);
    let refusal = table.think(Seat::First, Player::Level(Level::Three), 1).unwrap_err();
    assert_eq!(refusal.instead, ["duel=dice", "duel=stance"]);
    assert!(table.estimate(1).is_err() && table.judge(Seat::First, "c3-d4", 1).is_err());
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    for game in GameId::ALL.iter().copied() {
        let mut table = open(game, "", 5);
        shuffled(&mut *table, 5, 12);
        let Some(seat) = asked(&*table) else { continue };
        let again = game.resume(&table.save().unwrap()).unwrap();
        for player in PLAYERS.into_iter().chain([Player::Level(Level::Three)]) {
            let thought = table.think(seat, player, 7).unwrap();
            assert_eq!(thought, again.think(seat, player, 7).unwrap(), "{game} {player}");
            assert!(thought.is_some_and(|thought| (0.0..=1.0).contains(&thought.chance)));
        }
        // A seat that has nothing to decide has nothing to think about.
        if table.status().waits_for(seat.other()) {
            continue;
        }
        assert_eq!(table.think(seat.other(), Player::Random, 7), Ok(None));
    }
}

/// How often each choice falls over many seeds.
fn counts(table: &dyn Table, seat: Seat, level: Level, seeds: u64) -> Vec<(String, u32)> {
    let mut all: Vec<(String, u32)> = Vec::new();
    for seed in 0..seeds {
        let words = table.think(seat, Player::Level(level), seed).unwrap().unwrap().words;
        match all.iter_mut().find(|it| it.0 == words) {
            Some(known) => known.1 += 1,
            None => all.push((words, 1)),
        }
    }
    all.sort();
    all
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_in_what_it_does() {
    for (game, settings, steps) in [
        (GameId::Alien, "", 9),
        (GameId::Alien, "", 14),
        (GameId::Amtgard, "duel=stance", 30),
        (GameId::Amtgard, "open=side", 1),
    ] {
        let mut table = open(game, settings, 8);
        shuffled(&mut *table, 8, steps);
        let Some(seat) = asked(&*table) else { continue };
        // It looks the same to this seat, but has other planets, another pile and other sealed choices.
        let mut lot = Dice::thinking(11);
        let [one, other] = [(); 2].map(|()| table.determinize(Viewer::Seat(seat), &mut lot));
        let [one, other] = [one, other].map(|it| counts(&*it, seat, Level::One, 300));
        // Two samples of one distribution of 300 throws each: shares differ by less than four and a half deviations.
        let share = |all: &[(String, u32)], words: &str| {
            all.iter().find(|it| it.0 == words).map_or(0.0, |it| f64::from(it.1))
        };
        for (words, count) in one.iter().chain(&other) {
            let apart = (share(&one, words) - share(&other, words)).abs();
            let expected = f64::from(*count).max(4.0);
            assert!(
                apart < 4.5 * (2.0 * expected).sqrt(),
                "{game} {settings}: {words} {one:?} {other:?}"
            );
        }
    }
}

#[test]
fn budgets_are_kept() {
    for game in GameId::ALL.iter().copied() {
        let mut table = open(game, "", 2);
        shuffled(&mut *table, 2, 15);
        let Some(seat) = asked(&*table) else { continue };
        let mut last = 0;
        for level in Level::ALL {
            let nodes = table.think(seat, Player::Level(level), 1).unwrap().unwrap().nodes;
            // A new position is searched with all its actions at once.
            assert!(nodes <= 220_000, "{game}, level {}: {nodes}", level.number());
            last = last.max(nodes);
        }
        assert!(0 < last);
    }
}

#[test]
fn a_win_in_one_is_taken_from_level_two_on() {
    // One knob drops the last piece of the other side; the other three turns don't.
    for (fen, win) in [("fen B:W22:B1,2", "G1>L"), ("fen W:W31,32:B11", "G2>R")] {
        let game = GameId::Trapdoor;
        let mut table = open(game, "", 1);
        table.arrange(fen).unwrap();
        table.arrange("spun green").unwrap();
        let seat = asked(&*table).unwrap();
        assert!(3 < table.menu(seat).listed.len());
        for level in &Level::ALL[1..] {
            for seed in 0..20 {
                let thought = table.think(seat, Player::Level(*level), seed).unwrap().unwrap();
                assert_eq!(thought.words, win);
                let mut after = game.resume(&table.save().unwrap()).unwrap();
                after.play(seat, &thought.words, &mut dice(1, 1)).unwrap();
                assert!(
                    matches!(after.status(), Status::Over(it) if it.winner == Some(seat)),
                    "level {}: {}",
                    level.number(),
                    thought.words
                );
                assert!(0.95 < thought.chance && !thought.draws && !thought.resigns);
            }
        }
    }
}

#[test]
fn a_position_comes_back_the_third_time_only_for_the_side_that_is_behind() {
    for (fen, draws) in [("fen W:WK30,K31,K32:BK1", true), ("fen W:WK32:BK1,K2,K3", false)] {
        let mut table = open(GameId::Trapdoor, "", 1);
        table.arrange(fen).unwrap();
        for words in ["G1>L", "G1>C", "G1>L"] {
            let seat = asked(&*table).unwrap();
            table.arrange("spun green").unwrap();
            table.play(seat, words, &mut dice(1, 1)).unwrap();
        }
        let seat = asked(&*table).unwrap();
        table.arrange("spun green").unwrap();
        for level in [Level::Four, Level::Five] {
            for seed in 0..5 {
                let thought = table.think(seat, Player::Level(level), seed).unwrap().unwrap();
                assert_eq!(thought.words == "G1>C", draws, "{fen} {level:?}: {}", thought.words);
            }
        }
    }
}

#[test]
fn the_strongest_does_not_begin_every_match_alike() {
    let begun = |game: GameId, seed: u64| {
        let mut table = open(game, "", 1);
        let mut all = Vec::new();
        for step in 0..6 {
            let Some(seat) = asked(&*table) else { break };
            let expert = Player::Level(Level::Five);
            let words = table.think(seat, expert, seed << 32 | step).unwrap().unwrap().words;
            table.play(seat, &words, &mut dice(1, 1)).unwrap();
            all.push(words);
        }
        all
    };
    for game in [GameId::Draughts, GameId::Amtgard] {
        let all: BTreeSet<_> = (0..6).map(|seed| begun(game, seed)).collect();
        assert!(4 <= all.len(), "{game}: {all:?}");
    }
}

#[test]
fn nobody_agrees_to_a_draw_before_the_first_move() {
    for game in GameId::ALL.iter().copied() {
        let table = open(game, "", 4);
        for seat in Seat::BOTH {
            assert_eq!(table.agrees(seat, 1), Ok(false), "{game}");
        }
    }
}

#[test]
fn an_analysis_adds_up() {
    let mut table = open(GameId::Trapdoor, "", 9);
    let opening = game_again(&*table);
    let mut steps = Vec::new();
    for step in 1..=60 {
        let Some(seat) = asked(&*table) else { break };
        let words =
            table.think(seat, Player::Level(Level::One), u64::from(step)).unwrap().unwrap().words;
        table.play(seat, &words, &mut dice(9, step)).unwrap();
        steps.push((seat, words, dice(9, step)));
    }
    let count = steps.len();
    let analysis = analysis(opening, steps, 1).unwrap();
    assert_eq!(analysis.moments.len(), count);
    let moments = || analysis.moments.iter();
    assert!(moments().all(|moment| (0.0..=1.0).contains(&moment.chance) && 0.0 <= moment.lost));
    // Luck comes only from the wheel, and one side's luck is the other's bad luck.
    assert!(moments().filter(|it| it.words != "spin").all(|it| it.luck == 0.0));
    assert!(moments().any(|moment| moment.words == "spin" && moment.luck != 0.0));
    let sum: f64 = moments().map(|it| it.luck).sum();
    assert!((analysis.luck.first - sum).abs() < 1e-9);
    assert!((analysis.luck.first + analysis.luck.second).abs() < 1e-9);
    for at in &analysis.turning {
        assert!(analysis.moments[at - 1].better.is_some());
    }
    // What a decision gave away can be seen in the chances.
    let mut before = analysis.start;
    for moment in moments() {
        let chosen = (moment.chance - moment.luck).clamp(0.0, 1.0);
        let fell = if moment.seat == Seat::First { before - chosen } else { chosen - before };
        assert!(moment.lost <= fell + 1e-9, "a choice alone gains nothing: {}", moment.words);
        assert!(!moment.only || fell.abs() < 1e-9 && moment.better.is_none(), "{}", moment.words);
        assert!(moment.better.is_some() == (0.0 < moment.lost), "{}", moment.words);
        before = moment.chance;
    }
}

#[test]
fn an_analysis_ends_with_the_result_and_its_luck_is_that_of_its_throws() {
    for game in GameId::ALL {
        let mut table = open(*game, "", 21);
        let opening = game_again(&*table);
        let mut steps = Vec::new();
        for step in 1..=120 {
            let Some(seat) = asked(&*table) else { break };
            let thought = table.think(seat, Player::Random, u64::from(step)).unwrap().unwrap();
            table.play(seat, &thought.words, &mut dice(21, step)).unwrap();
            steps.push((seat, thought.words, dice(21, step)));
        }
        let analysis = analysis(opening, steps, 1).unwrap();
        let sum: f64 = analysis.moments.iter().map(|it| it.luck).sum();
        let BySeat { first, second } = analysis.luck;
        assert!((first - sum).abs() < 1e-9 && first == -second, "{game}: {first} {second} {sum}");
        let last = analysis.moments.last().unwrap().chance;
        if let Status::Over(outcome) = table.status() {
            let points = outcome.winner.map_or(0.5, |winner| f64::from(winner == Seat::First));
            assert_eq!(last, points, "{game}");
        }
        // Without dice there is no luck.
        let lucky = analysis.moments.iter().any(|it| it.luck != 0.0);
        assert_eq!(lucky, game.has_chance(), "{game}");
    }
}

#[test]
fn luck_is_nothing_on_average() {
    for (game, words) in [(GameId::Trapdoor, "spin"), (GameId::Metasoccer, "")] {
        let mut table = open(game, "", 5);
        let mut step = 0;
        // To where chance has a say.
        let (seat, words) = loop {
            step += 1;
            let seat = asked(&*table).unwrap();
            let thought = table.think(seat, Player::Random, step.into()).unwrap().unwrap();
            let fits = words.is_empty() || words == thought.words;
            if fits && table.before_throw(seat, &thought.words, 1).unwrap().is_some() {
                break (seat, thought.words);
            }
            table.play(seat, &thought.words, &mut dice(5, step)).unwrap();
        };
        let gave: Vec<f64> = (0..400)
            .map(|seed| {
                let mean = table.before_throw(seat, &words, seed).unwrap();
                let mut after = game_again(&*table);
                after.play(seat, &words, &mut Dice::thinking(1_000_000 + seed)).unwrap();
                luck(mean, &*after, seed)
            })
            .collect();
        let mean = gave.iter().sum::<f64>() / 400.0;
        let variance = gave.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 400.0;
        assert!(0.0 < variance, "{game}");
        assert!(mean.abs() < 4.0 * (variance / 400.0).sqrt(), "{game}: {mean} of {variance}");
    }
}

#[test]
fn an_analysis_is_written_as_it_always_was() {
    let written = r#"{"seat":"first","words":"c3-d4","chance":0.5,"better":null,"lost":0.0,"ahead":0.25,"luck":0.0}"#;
    let moment: Moment = serde_json::from_str(written).unwrap();
    assert_eq!(moment.margin, 0.25);
    assert_eq!(serde_json::to_string(&moment).unwrap(), written);
}

fn game_again(table: &dyn Table) -> Box<dyn Table> {
    table.game().resume(&table.save().unwrap()).unwrap()
}

#[test]
fn a_line_begins_with_what_was_said_and_can_be_played() {
    let mut table = open(GameId::Alien, "", 4);
    let line = {
        let seat = asked(&*table).unwrap();
        let words = table.think(seat, Player::Level(Level::Two), 1).unwrap().unwrap().words;
        let line = table.outlook(seat, &words, 1).unwrap().written();
        assert_eq!(line[0], words);
        line
    };
    let seat = asked(&*table).unwrap();
    table.play(seat, &line[0], &mut dice(4, 1)).unwrap();
}

#[test]
fn players_are_named_by_number_and_name() {
    for level in Level::ALL {
        let player = Player::Level(level);
        assert_eq!(Player::named(&level.number().to_string()), Some(player));
        assert_eq!(Player::named(&level.name().to_uppercase()), Some(player));
        assert!(player.says().ends_with('.'));
    }
    assert_eq!(Player::named("greedy"), Some(Player::Greedy));
    assert_eq!([Player::named("0"), Player::named("6"), Player::named("")], [None; 3]);
}

#[test]
fn a_reason_names_what_a_move_gains_at_once() {
    let reason = |game: GameId, seat: Seat, lines: &[&str], words: &str| {
        let mut table = open(game, "", 1);
        lines.iter().for_each(|line| table.arrange(line).unwrap());
        table.outlook(seat, words, 1).unwrap().says
    };
    let free = ["clear", "c3 white man", "d4 black man", "d6 black man", "h8 black man"];
    let last = ["clear", "b8 black man", "c7 white man", "g3 black man"];
    for game in [GameId::Draughts, GameId::Trapdoor] {
        let lines = [&free[..], &["turn white"]].concat();
        let two = reason(game, Seat::Second, &lines, "c3xc7").unwrap();
        assert!(two.contains("takes 2 pieces"), "{two}");
    }
    let lines = [&free[..2], &["g7 black man", "turn white"]].concat();
    assert_eq!(reason(GameId::Draughts, Seat::Second, &lines, "c3-d4"), None);
    let lines = [&last[..], &["turn white"]].concat();
    let crowns = reason(GameId::Draughts, Seat::Second, &lines, "c7-d8").unwrap();
    assert_eq!(crowns, "It crowns a man.");
    let lines = ["clear", "c3 white man", "d4 black man", "turn white"];
    let wins = reason(GameId::Draughts, Seat::Second, &lines, "c3xe5").unwrap();
    assert_eq!(wins, "It wins the match.");
    let lines = ["clear", "b4 white man", "c5 black man", "h8 black man", "turn white"];
    // Without wounds the odds of a duel are exact.
    let duel = reason(GameId::Amtgard, Seat::Second, &lines, "b4xc5").unwrap();
    let wanted = "It takes the fighter 45% of the time and costs the attacker 55%.";
    assert_eq!(duel, wanted);
    let step = reason(GameId::Amtgard, Seat::Second, &lines, "b4-a5");
    assert_eq!(step, None);
}
