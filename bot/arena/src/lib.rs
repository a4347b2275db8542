//! Computer players against each other: pairs of matches with the same dice and the sides swapped.
mod calibration;
mod luck;
mod partner;
mod words;

use std::{
    num::NonZero,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::anyhow;
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::{self, Player},
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::SeatMenu,
};
use serde::Serialize;
use serde_json::Value;

use calibration::StatedChance;

pub use calibration::{Calibration, ChanceBin};
pub use luck::LuckFindings;
pub use partner::Partner;

/// Actions after which a match counts as a draw.
const MOST: u32 = 20_000;

/// Of so many decisions, one counts for the calibration: neighbours say nearly the same.
const APART: u64 = 5;

/// Standard deviations of a 95% interval.
const SURE: f64 = 1.96;

/// What to play.
#[derive(Clone, Debug)]
pub struct ArenaPlan {
    pub game: GameId,
    pub a: Player,
    pub b: Player,
    pub pairs: u64,
    pub seed: u64,
    /// The options, as typed in a challenge.
    pub settings: String,
    /// Whether luck is counted, which takes longer.
    pub luck: bool,
}

/// The result. Scores are `a`'s for one match: 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    pub game: String,
    pub settings: String,
    pub a: String,
    pub b: String,
    pub pairs: u64,
    pub score: f64,
    /// The 95% interval, from the results of the pairs.
    pub low: f64,
    pub high: f64,
    /// Pairs by `a`'s points: 0, ½, 1, 1½, 2.
    pub pentanomial: [u64; 5],
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Matches that were stopped as too long.
    pub unfinished: u64,
    /// Positions that `a` and `b` searched for a turn, on average.
    pub nodes: [f64; 2],
    /// The 95th percentile of `a`'s time for a whole turn, in milliseconds.
    pub p95_ms: f64,
    /// The same for `b`.
    pub p95_ms_b: f64,
    /// Turns in a match, of both sides together, on average.
    pub turns: f64,
    /// How often a match waits for the other player, where forced steps happen by themselves: the
    /// median.
    pub hand_overs: u64,
    /// The same for the longest tenth of the matches: nine in ten have no more.
    pub hand_overs_90: u64,
    /// The share of draws, from 0 to 1.
    pub drawn: f64,
    /// The chances that the players stated at some of their decisions, beside the results.
    pub calibration: Calibration,
    /// Results without luck, if it was counted.
    pub luck: Option<LuckFindings>,
}

/// The result of one match, by player: `a` first.
#[derive(Clone, Debug, Default)]
struct MatchScore {
    /// `a`'s points, in halves.
    halves: usize,
    unfinished: bool,
    nodes: [u64; 2],
    turns: [Vec<Duration>; 2],
    hand_overs: u64,
    stated: Vec<StatedChance>,
    /// What chance gave `a`, in points.
    luck: f64,
}

impl ArenaPlan {
    /// Reads the words after the name of the game: `a=3 b=2 pairs=500 seed=1`, and options.
    ///
    /// # Errors
    /// If there is no such game or player, or a number is invalid.
    pub fn read(game: &str, words: &[String]) -> anyhow::Result<ArenaPlan> {
        let game = GameId::named(game).ok_or_else(|| anyhow!(words::no_game(game)))?;
        let player =
            |value: &str| Player::named(value).ok_or_else(|| anyhow!(words::no_player(value)));
        let number =
            |value: &str| value.parse::<u64>().map_err(|_| anyhow!(words::no_whole_number(value)));
        let (mut a, mut b) = (player("3")?, player("2")?);
        let (mut pairs, mut seed, mut settings) = (100, 1, Vec::new());
        for word in words {
            match word.split_once('=') {
                Some(("a", value)) => a = player(value)?,
                Some(("b", value)) => b = player(value)?,
                Some(("pairs", value)) => pairs = number(value)?,
                Some(("seed", value)) => seed = number(value)?,
                _ => settings.push(word.clone()),
            }
        }
        if pairs == 0 {
            return Err(anyhow!(words::no_pairs()));
        }
        Ok(ArenaPlan { game, a, b, pairs, seed, settings: settings.join(" "), luck: false })
    }
}

/// Plays all pairs, on every processor.
///
/// # Errors
/// If the options aren't valid, or no computer player can play such matches.
pub fn play(plan: &ArenaPlan) -> anyhow::Result<Findings> {
    let options = plan.game.options(&plan.settings).map_err(fault)?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<Vec<[MatchScore; 2]>> {
        let mut all = Vec::new();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if plan.pairs <= pair {
                return Ok(all);
            }
            let one = play_match(plan, &options, pair, Seat::First)?;
            all.push([one, play_match(plan, &options, pair, Seat::Second)?]);
        }
    };
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<anyhow::Result<Vec<_>>>()
    })?;
    Ok(sum_up(plan, &parts.concat()))
}

/// Plays a match with `a` in that seat. The dice of a pair are the same; every thought has its own
/// seed.
fn play_match(plan: &ArenaPlan, options: &Value, pair: u64, a: Seat) -> anyhow::Result<MatchScore> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&plan.seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&pair.to_le_bytes());
    let seed = Seed::from_bytes(bytes);
    let dice = |step| Dice::fair(&seed, StepKey { step, take: 0 });
    let mut table = plan.game.open(options.clone(), &mut dice(0)).map_err(fault)?;
    let players = BySeat::new(|seat| if seat == a { (0, plan.a) } else { (1, plan.b) });
    let mut told = MatchScore::default();
    let (mut last, mut decided) = (None, None);
    let mut decisions = pair;
    let mut luck = 0.0;
    for step in 1..=MOST {
        let seat = match table.status() {
            Status::Over(outcome) => {
                told.halves = outcome.winner.map_or(1, |winner| if winner == a { 2 } else { 0 });
                for StatedChance { seat, points, .. } in &mut told.stated {
                    *points = outcome.winner.map_or(0.5, |won| f64::from(won == *seat));
                }
                told.luck = if a == Seat::First { luck } else { -luck };
                return Ok(told);
            }
            Status::Waiting(prompts) => prompts.first().map_or(Seat::First, |it| it.seat),
        };
        let SeatMenu { listed, grammar } = table.menu(seat);
        let decides = 1 != listed.len() || grammar.is_some();
        if decides && decided != Some(seat) {
            told.hand_overs += 1;
            decided = Some(seat);
        }
        let (who, player) = *players.get(seat);
        let mut apart =
            Dice::apart(&seed, StepKey { step, take: 0 }, if who == 0 { "a" } else { "b" });
        let number = [0, 1].map(|_| apart.below("a seed", u32::MAX).unwrap_or(0));
        let number = u64::from(number[0]) << 32 | u64::from(number[1]);
        let start = Instant::now();
        let thought = table.think(seat, player, number).map_err(fault)?;
        let took = start.elapsed();
        let thought = thought.ok_or_else(|| anyhow!(words::no_move(player, step)))?;
        decisions += u64::from(decides);
        if decides && decisions.is_multiple_of(APART) {
            told.stated.push(StatedChance { seat, chance: thought.chance, points: 0.5 });
        }
        if last != Some(seat) {
            told.turns[who].push(Duration::ZERO);
        }
        if let Some(turn) = told.turns[who].last_mut() {
            *turn += took;
        }
        told.nodes[who] += u64::from(thought.nodes);
        last = Some(seat);
        let mean = if plan.luck {
            table.before_throw(seat, &thought.words, number).map_err(fault)?
        } else {
            None
        };
        let played = table.play(seat, &thought.words, &mut dice(step));
        played.map_err(|err| anyhow!(words::refused(player, &thought.words, &err)))?;
        luck += mind::luck(mean, &*table, number);
    }
    Ok(MatchScore { halves: 1, unfinished: true, ..told })
}

fn fault(refusal: Refusal) -> anyhow::Error {
    anyhow!(words::refusal(&refusal))
}

fn sum_up(plan: &ArenaPlan, pairs: &[[MatchScore; 2]]) -> Findings {
    let mut pentanomial = [0; 5];
    for pair in pairs {
        pentanomial[pair[0].halves + pair[1].halves] += 1;
    }
    let (score, low, high) = interval(&pentanomial);
    let all = || pairs.iter().flatten();
    let count = |halves: usize| all().filter(|it| it.halves == halves).count() as u64;
    let turns = |who: usize| all().map(|score| score.turns[who].len()).sum::<usize>().max(1) as f64;
    let nodes =
        [0, 1].map(|who| all().map(|score| score.nodes[who]).sum::<u64>() as f64 / turns(who));
    let mut hand_overs: Vec<u64> = all().map(|it| it.hand_overs).collect();
    hand_overs.sort_unstable();
    let part = |tenths: usize| hand_overs.get(hand_overs.len() * tenths / 10).copied().unwrap_or(0);
    let p95 = |who: usize| {
        let mut times: Vec<Duration> =
            all().flat_map(|score| score.turns[who].iter().copied()).collect();
        times.sort_unstable();
        let at = (times.len() * 95 / 100).min(times.len().saturating_sub(1));
        times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let lucky: Vec<(f64, f64)> =
        all().map(|score| (score.halves as f64 / 2.0, score.luck)).collect();
    Findings {
        game: plan.game.name().to_owned(),
        settings: plan.settings.clone(),
        a: plan.a.to_string(),
        b: plan.b.to_string(),
        pairs: pairs.len() as u64,
        score,
        low,
        high,
        pentanomial,
        wins: count(2),
        draws: count(1),
        losses: count(0),
        unfinished: all().filter(|it| it.unfinished).count() as u64,
        nodes,
        p95_ms: p95(0),
        p95_ms_b: p95(1),
        turns: (turns(0) + turns(1)) / (2 * pairs.len()).max(1) as f64,
        hand_overs: part(5),
        hand_overs_90: part(9),
        drawn: count(1) as f64 / hand_overs.len().max(1) as f64,
        calibration: Calibration::of(
            &all().flat_map(|score| score.stated.iter().copied()).collect::<Vec<_>>(),
        ),
        luck: plan.luck.then(|| LuckFindings::of(&lucky)),
    }
}

/// Returns the mean for one match and its 95% interval. The two matches of a pair share their
/// dice, so pairs are counted. If all had the same result, three pairs with another might have been
/// missed (the rule of three).
fn interval(pentanomial: &[u64; 5]) -> (f64, f64, f64) {
    let n = pentanomial.iter().sum::<u64>().max(1) as f64;
    let parts =
        || pentanomial.iter().enumerate().map(|(k, count)| (k as f64 / 4.0, *count as f64 / n));
    let mean: f64 = parts().map(|(score, part)| score * part).sum();
    let variance: f64 = parts().map(|(score, part)| (score - mean) * (score - mean) * part).sum();
    let to_either_side = if variance == 0.0 { 3.0 / n } else { SURE * (variance / n).sqrt() };
    (mean, (mean - to_either_side).max(0.0), (mean + to_either_side).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(words: &str) -> anyhow::Result<ArenaPlan> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        ArenaPlan::read("trapdoor", &words)
    }

    #[test]
    fn what_is_no_player_of_a_plan_is_a_setting_of_the_game() {
        let plan = plan("a=greedy b=random pairs=7 seed=3 snap wheel=3:1:1").unwrap();
        assert_eq!((plan.a, plan.b), (Player::Greedy, Player::Random));
        assert_eq!((plan.pairs, plan.seed), (7, 3));
        assert_eq!(plan.settings, "snap wheel=3:1:1");
        assert!(super::tests::plan("a=6").unwrap_err().to_string().contains("no player `6`"));
        assert!(super::tests::plan("pairs=0").is_err());
        assert!(ArenaPlan::read("chess", &[]).unwrap_err().to_string().contains("trapdoor"));
    }

    #[test]
    fn the_same_plan_plays_the_same_matches() {
        let plan = plan("a=greedy b=random pairs=3").unwrap();
        let [one, other] = [play(&plan).unwrap(), play(&plan).unwrap()];
        assert_eq!((one.pentanomial, one.nodes), (other.pentanomial, other.nodes));
        assert_eq!(one.wins + one.draws + one.losses, 6);
        assert_eq!(one.drawn, one.draws as f64 / 6.0);
        assert!(one.hand_overs <= one.hand_overs_90);
    }

    #[test]
    fn the_interval_counts_pairs() {
        let (score, low, high) = interval(&[0, 0, 100, 0, 0]);
        assert_eq!((score, low, high), (0.5, 0.47, 0.53));
        // With half of the pairs won and half lost, the mean is off by a tenth at most.
        let (score, low, high) = interval(&[50, 0, 0, 0, 50]);
        assert!(score == 0.5 && (low - 0.402).abs() < 1e-3 && (high - 0.598).abs() < 1e-3);
    }

    #[test]
    fn matches_that_people_decide_elsewhere_are_refused() {
        let plan = ArenaPlan::read("amtgard", &["duel=reeve".to_owned()]).unwrap();
        assert!(play(&plan).unwrap_err().to_string().contains("duel=dice"));
    }
}
