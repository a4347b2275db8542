//! The controls below a tried aim: other targets, turns, more or less power, and the flick itself.
use crate::games::piecepack::{
    Action, Aim, Coin, Due, Phase, Piecepack,
    field::POWERS,
    moves::sound_power,
    words::{aim_word, ask::Trial, coin_word, write},
};
use crate::{
    game::{Emphasis, Label},
    seat::Seat,
};

/// How many targets have a control.
const TARGETS: usize = 5;
/// By how many degrees a control turns the aim.
const TURNS: [&str; 3] = ["5", "1", "0.2"];
/// By how much a control changes the power.
const PUSHES: [i32; 4] = [-20, -5, 5, 20];

impl Piecepack {
    pub(in crate::games::piecepack) fn panel_of(
        &self,
        seat: Seat,
        asked: &str,
    ) -> Vec<Vec<(String, Label)>> {
        let Some(Ok(trial)) = self.trial(seat, asked) else { return Vec::new() };
        if !self.waits_for(seat) || !matches!(self.phase, Phase::Due(_)) {
            return Vec::new();
        }
        let Some(flick) = self.adjusted(seat, asked, "flick") else { return Vec::new() };
        let targets = self.targets(seat, &trial);
        let turn = |way: &str, by: &str, shown: String| {
            Some((self.adjusted(seat, asked, &format!("{way} {by}"))?, Label::new(shown)))
        };
        let left = TURNS.iter().filter_map(|by| turn("left", by, format!("◀ {by}°")));
        let finest_first = TURNS.iter().rev();
        let right = finest_first.filter_map(|by| turn("right", by, format!("{by}° ▶")));
        let pushes = PUSHES.iter().filter_map(|by| {
            let [least, most] = POWERS.map(i32::from);
            let power = (i32::from(trial.power) + by).clamp(least, most);
            let power = u8::try_from(power).ok().filter(|it| *it != trial.power)?;
            let word = if *by < 0 { "softer" } else { "harder" };
            let label =
                Label::new(format!("{} {word}", by.abs())).explained(format!("power {power}"));
            Some((self.aim_in_words(&trial, trial.aim, power), label))
        });
        let flick = (flick, Label::new("Flick!").with(Emphasis::Main));
        let rows = vec![targets, left.collect(), right.collect(), pushes.collect(), vec![flick]];
        rows.into_iter().filter(|it: &Vec<_>| !it.is_empty()).collect()
    }

    /// Lists other targets for the coin, with the current one marked.
    fn targets(&self, seat: Seat, trial: &Trial) -> Vec<(String, Label)> {
        let own = trial.coin == Coin::Ball;
        let mut aims = self.aims(seat, trial.coin, own);
        // The ball and the goal first, then the nearest coins.
        aims.sort_by_key(|aim| match aim {
            Aim::Coin(Coin::Ball) | Aim::Goal | Aim::Spot(_) => 0,
            Aim::Coin(coin) => self.lies(*coin).map_or(i64::MAX, |at| at.far2(trial.from)),
            Aim::Heading(_) => i64::MAX,
        });
        let each = aims.into_iter().take(TARGETS).map(|aim| {
            let says = match aim {
                Aim::Coin(Coin::Ball) => "Ball".to_owned(),
                Aim::Coin(coin) => coin_word(coin),
                Aim::Goal => "Goal".to_owned(),
                Aim::Spot(_) | Aim::Heading(_) => "Middle".to_owned(),
            };
            let chosen = if aim == trial.aim { Emphasis::Good } else { Emphasis::Plain };
            (self.aim_in_words(trial, aim, trial.power), Label::new(says).with(chosen))
        });
        each.collect()
    }

    /// Writes a question with another aim or power.
    fn aim_in_words(&self, trial: &Trial, aim: Aim, power: u8) -> String {
        let whole = match trial.coin {
            Coin::Kicker(_, kicker) => write(&Action::Flick { kicker, aim, power }),
            Coin::Ball => format!("flick {} {power}", aim_word(aim)),
        };
        whole.replacen("flick", "aim", 1)
    }

    /// Writes the first question about a coin's aim: at the ball, or at what is nearest to the wanted target.
    pub(in crate::games::piecepack) fn first_aim(&self, words: &[&str]) -> Option<String> {
        let Phase::Due(due) = self.phase else { return None };
        let power = sound_power(due);
        // A spot has two numbers; one alone is half a spot.
        let half = |rest: &[&str]| matches!(rest, ["at", x] if x.parse::<f64>().is_ok());
        match (due, words) {
            (Due::Turn(_), ["flick", kicker]) => Some(format!("aim {kicker} at ball {power}")),
            (Due::FreeKick(_), ["freekick", rest @ ..])
            | (Due::Throw(..), ["throw", rest @ ..])
                if !rest.is_empty() && *rest != ["at"] && !half(rest) =>
            {
                Some(format!("aim {} {power}", rest.join(" ")))
            }
            _ => None,
        }
    }
}
