//! What the roll on the table allows a side, or each roll that it could make next from where everyone stands.
use crate::{
    games::metasoccer::{
        Metasoccer, Phase, Play, PlayKind,
        dice::{Chess, DiceTaken, Risk, Roll},
        question::PitchQuestion,
    },
    quote::series,
    seat::Seat,
};

/// All rolls of one special die with a Numbers die.
pub(super) const ROLLS: usize = 36;

/// What rolls allow.
pub(super) enum AllowedByRoll {
    /// The roll on the table: how, or why not.
    Now(Result<String, String>),
    /// None is rolled yet: the rolls that allow it, of all that the side can make.
    With(Vec<Roll>),
}

impl Metasoccer {
    /// Returns the match as a side has it before it rolls next: in its present play, or as its next one began from here.
    fn before_roll(&self, seat: Seat) -> Metasoccer {
        let mut game = self.clone();
        let is_used = matches!(
            self.phase,
            Phase::Act | Phase::Robbed { .. } | Phase::Loot | Phase::Pick { .. } | Phase::Expel
        );
        if game.play.side != seat || is_used {
            game.play = Play::new(seat, PlayKind::Open);
        }
        game.phase = Phase::Roll;
        game
    }

    /// Returns the match before a side's roll as it is after it.
    fn rolled(&self, roll: Roll) -> Metasoccer {
        let mut game = self.clone();
        game.play.roll = Some(roll);
        game.phase = Phase::Act;
        game
    }

    /// Tells whether a side has a roll to use now.
    pub(super) fn has_roll(&self, seat: Seat) -> bool {
        self.phase == Phase::Act && self.play.side == seat
    }

    /// Lists the rolls that may be made now, each as likely as the others of its die.
    fn rolls(&self) -> Vec<Roll> {
        let numbers = || 1..=6u8;
        let chess =
            Chess::ALL.into_iter().flat_map(|face| numbers().map(move |n| Roll::Chess(face, n)));
        let risk =
            Risk::ALL.into_iter().flat_map(|face| numbers().map(move |n| Roll::Risk(face, n)));
        let may_risk = self.dice_open().contains(&DiceTaken::Risk);
        chess.chain(risk.filter(|_| may_risk)).collect()
    }
}

impl PitchQuestion<'_> {
    /// Finds what allows a side to do something: `does` says how with a roll, or why not.
    pub(super) fn allowed(
        &self,
        seat: Seat,
        does: impl Fn(&Metasoccer) -> Result<String, String>,
    ) -> AllowedByRoll {
        if self.game.has_roll(seat) {
            return AllowedByRoll::Now(does(self.game));
        }
        let before = self.game.before_roll(seat);
        let mut fits = before.rolls();
        fits.retain(|roll| does(&before.rolled(*roll)).is_ok());
        AllowedByRoll::With(fits)
    }

    /// Words what is allowed: how, or with which rolls, as an answer to yes or no.
    pub(super) fn judged(&self, seat: Seat, allowed: AllowedByRoll) -> Result<String, String> {
        match allowed {
            AllowedByRoll::Now(came) => came.map(|how| format!(": {how}")),
            AllowedByRoll::With(fits) if fits.is_empty() => Err(format!(
                "no roll of {} allows that from where everyone stands now",
                self.of_side(seat)
            )),
            AllowedByRoll::With(fits) => Ok(format!(", with {}", rolls_in_words(&fits))),
        }
    }

    fn of_side(&self, seat: Seat) -> String {
        if self.is_own(seat) { "yours".to_owned() } else { format!("{}'s", self.to.name(seat)) }
    }
}

/// Counts the rolls of the Chess die among some.
pub(super) fn chess_among(rolls: &[Roll]) -> usize {
    rolls.iter().filter(|roll| matches!(roll, Roll::Chess(..))).count()
}

/// Names rolls and their share, each die apart: `Rook 4 or Queen 4 (2 of 36 Chess rolls, 6%)`.
pub(super) fn rolls_in_words(rolls: &[Roll]) -> String {
    let chess = rolls.iter().filter_map(|roll| match roll {
        Roll::Chess(face, n) => Some((face.name(), *n)),
        _ => None,
    });
    let risk = rolls.iter().filter_map(|roll| match roll {
        Roll::Risk(face, n) => Some((face.name(), *n)),
        _ => None,
    });
    let parts = [("Chess", chess.collect::<Vec<_>>()), ("RISK", risk.collect())];
    let parts = parts.iter().filter(|part| !part.1.is_empty()).map(|(die, all)| {
        let count = all.len();
        let share = format!("{count} of {ROLLS} {die} rolls, {}", percent(count, ROLLS));
        match count {
            ROLLS => format!("any {die} roll"),
            _ => format!("{} ({share})", faces(all)),
        }
    });
    series(&parts.collect::<Vec<_>>())
}

/// Names faces with their numbers: `Knight, Rook 4 and Queen 2 or more`.
fn faces(all: &[(&'static str, u8)]) -> String {
    let mut names: Vec<&'static str> = all.iter().map(|it| it.0).collect();
    names.dedup();
    let each = names.into_iter().map(|name| {
        let numbers: Vec<u8> = all.iter().filter(|face| face.0 == name).map(|it| it.1).collect();
        let is_run = numbers.windows(2).all(|two| two[0] + 1 == two[1]);
        match numbers[..] {
            [1, .., 6] if is_run => name.to_owned(),
            [one] => format!("{name} {one}"),
            [first, .., 6] if is_run => format!("{name} {first} or more"),
            [1, .., last] if is_run => format!("{name} up to {last}"),
            _ => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                format!("{name} {}", series(&numbers))
            }
        }
    });
    series(&each.collect::<Vec<_>>())
}

/// Writes a share in whole percent.
pub(super) fn percent(part: usize, of: usize) -> String {
    format!("{:.0}%", 100.0 * part as f64 / of as f64)
}
