//! Corrections of an earlier aim: `left 2 harder`.
use crate::games::piecepack::{
    Action, Aim, Coin, Due, Piecepack, Tried, field::POWERS, why, words::typed::thousandths,
};
use crate::{
    refusal::{Code, Refusal},
    seat::Seat,
};

/// What one correction without a number changes: degrees in thousandths, points of power.
const NUDGE: i32 = 1000;
const PUSH: i32 = 5;

impl Piecepack {
    /// Makes a flick from an earlier try.
    pub(in crate::games::piecepack) fn again(
        &self,
        due: Due,
        tried: Tried,
    ) -> Result<Action, Refusal> {
        let Tried { coin, heading, power } = tried;
        let aim = Aim::Heading(heading);
        match (due, coin) {
            (Due::Turn(_), Coin::Kicker(_, kicker)) => Ok(Action::Flick { kicker, aim, power }),
            (Due::Turn(_), Coin::Ball) => Err(self.first(why::WHICH_KICKER)),
            (Due::FreeKick(_), _) => Ok(Action::FreeKick { aim, power }),
            (Due::Throw(..), _) => Ok(Action::Throw { from: None, aim, power }),
        }
    }

    /// Reads corrections such as `left 2 harder` of an earlier aim; none if there are none.
    pub(in crate::games::piecepack) fn corrected(
        &self,
        seat: Seat,
        last: Option<&Tried>,
        words: &[&str],
    ) -> Result<Option<Tried>, Refusal> {
        let is_one = |word: &str| ["left", "right", "harder", "softer"].contains(&word);
        let (named, words) = match words {
            [kicker, rest @ ..] if rest.first().is_some_and(|it| is_one(it)) => {
                match self.read_kicker(seat, kicker) {
                    Ok(kicker) => (Some(kicker), rest),
                    Err(refusal) if refusal.code == Code::Unreadable => return Ok(None),
                    Err(refusal) => return Err(refusal),
                }
            }
            _ => (None, words),
        };
        if !words.first().is_some_and(|it| is_one(it)) {
            return Ok(None);
        }
        let adjusted = last.filter(|tried| match (tried.coin, named) {
            (Coin::Kicker(_, kicker), Some(named)) => kicker == named,
            (Coin::Ball, Some(_)) => false,
            (_, None) => true,
        });
        let Some(mut tried) = adjusted.copied() else {
            return Err(Refusal::new(Code::NotNow, why::NO_AIM).instead(self.examples()));
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if !is_one(word) {
                return Err(self.unreadable(&format!("… {word}")));
            }
            let number = words.peek().and_then(|it| thousandths(it));
            if number.is_some() {
                words.next();
            }
            let by = number.unwrap_or(if is_turn(word) { NUDGE } else { PUSH * 1000 });
            let by = if ["left", "softer"].contains(word) { -by } else { by };
            if is_turn(word) {
                tried.heading = (tried.heading + by).rem_euclid(360_000);
            } else {
                let power = i32::from(tried.power) + by / 1000;
                // Clamped to the possible powers.
                tried.power = power.clamp(POWERS[0].into(), POWERS[1].into()) as u8;
            }
        }
        Ok(Some(tried))
    }
}

fn is_turn(word: &str) -> bool {
    ["left", "right"].contains(&word)
}
