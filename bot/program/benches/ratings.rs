//! How far ratings are from the truth, for simulated players of known strength. Prints figures; measures no time.
//!
//! Sixty people, with strengths spread by 200 points around 1500, meet at random. The second half of each run counts: the error (root mean
//! square, after removing the common shift) and how often `rating ± give` contains the true strength, which should be near 95 %. It is
//! compared with the method that counts every match as a whole rating period.
use engine::seat::Seat;
use model::{
    glicko::{Rating, aged, rate},
    time::DAY,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

const PEOPLE: usize = 60;
const SEEDS: u64 = 8;

fn main() {
    println!("{:>8} {:>14} {:>22} {:>22}", "matches", "days between", "ours", "a period a match");
    for matches in [30, 150] {
        for days in [0.2, 1.0, 7.0] {
            let ours = mean(|seed| simulate(seed, matches, days, ours));
            let usual = mean(|seed| simulate(seed, matches, days, whole_periods));
            println!("{matches:>8} {days:>14} {} {}", shown(ours), shown(usual));
        }
    }
}

fn shown((error, held): (f64, f64)) -> String {
    format!("error {error:5.1}, {:3.0}% held", 100.0 * held)
}

fn mean(run: impl Fn(u64) -> (f64, f64)) -> (f64, f64) {
    let all: Vec<(f64, f64)> = (0..SEEDS).map(run).collect();
    let of = |part: fn(&(f64, f64)) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
    (of(|it| it.0), of(|it| it.1))
}

/// A rating method: rates a match of two at a time in Unix seconds.
type Method = fn([Rating; 2], Option<Seat>, i64) -> [Rating; 2];

fn ours(before: [Rating; 2], winner: Option<Seat>, now: i64) -> [Rating; 2] {
    rate(before, winner, 1.0, now)
}

fn whole_periods(before: [Rating; 2], winner: Option<Seat>, now: i64) -> [Rating; 2] {
    let of = |rating: &Rating| Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    };
    let result = if winner == Some(Seat::First) { Outcomes::WIN } else { Outcomes::LOSS };
    let (first, second) = glicko2(&of(&before[0]), &of(&before[1]), &result, &Glicko2Config::new());
    let back = |rating: Glicko2Rating| Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
        last_at: now,
        ..Rating::unknown()
    };
    [back(first), back(second)]
}

/// Returns the error, and how often the interval contains the true strength.
fn simulate(seed: u64, matches: usize, days: f64, method: Method) -> (f64, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // The sum of twelve uniform numbers is nearly normal.
    let mut bell = || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
    let truth: Vec<f64> = (0..PEOPLE).map(|_| 1500.0 + 200.0 * bell()).collect();
    let mut ratings = [Rating::unknown(); PEOPLE];
    let total = PEOPLE * matches / 2;
    let (mut square, mut held, mut looks) = (0.0, 0.0, 0.0);
    for n in 0..total {
        let now = (n as f64 * days * 2.0 / PEOPLE as f64 * DAY as f64) as i64;
        let a = random.random_range(0..PEOPLE);
        let b = (a + random.random_range(1..PEOPLE)) % PEOPLE;
        let wins = random.random::<f64>() < 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
        let winner = if wins { Seat::First } else { Seat::Second };
        let after = method([ratings[a], ratings[b]], Some(winner), now);
        (ratings[a], ratings[b]) = (after[0], after[1]);
        if n < total / 2 {
            continue;
        }
        let shift = ratings.iter().map(|it| it.rating).sum::<f64>() / PEOPLE as f64
            - truth.iter().sum::<f64>() / PEOPLE as f64;
        for who in [a, b] {
            let off = ratings[who].rating - truth[who] - shift;
            square += off * off;
            held += f64::from(u8::from(off.abs() < aged(ratings[who], now).give()));
            looks += 1.0;
        }
    }
    ((square / looks).sqrt(), held / looks)
}
