//! How long matches take: hand-overs from one player to the other, as measured by the arena.
use std::sync::LazyLock;

use engine::games::GameId;
use serde_json::Value;

/// How each figure is measured: the level of the computer players, the number of pairs of matches,
/// and the seed of the dice.
pub const MEASURED: &str = "a=2 b=2 pairs=5 seed=1";

/// A form of a game, and its median of hand-overs.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLength {
    pub game: GameId,
    /// The words after the game's name.
    pub settings: &'static str,
    pub hand_overs: u64,
    options: Value,
}

/// What was measured: the usual form of each game, and its quick one.
pub static LENGTHS: LazyLock<Vec<MatchLength>> =
    LazyLock::new(|| include_str!("../../data/lengths.txt").lines().filter_map(read).collect());

/// Returns the median of hand-overs with these options; none if they weren't measured.
pub fn hand_overs(game: GameId, options: &Value) -> Option<u64> {
    let found = LENGTHS.iter().find(|it| it.game == game && it.options == *options);
    found.map(|it| it.hand_overs)
}

/// Reads a line such as `metasoccer quick 25`; nothing for a comment.
fn read(line: &'static str) -> Option<MatchLength> {
    let (form, hand_overs) = line.trim().rsplit_once(' ')?;
    let (name, settings) = form.split_once(' ').unwrap_or((form, ""));
    let game = GameId::named(name)?;
    let options = game.options(settings).ok()?;
    Some(MatchLength { game, settings, hand_overs: hand_overs.parse().ok()?, options })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_listed_once_and_quick_is_shorter() {
        for &game in GameId::ALL {
            let of = |settings| hand_overs(game, &game.options(settings).unwrap()).unwrap_or(0);
            let usual = of("");
            assert!(0 < usual, "{game} wasn't measured");
            assert!(LENGTHS.iter().filter(|it| it.game == game).count() <= 2);
            match game.quick() {
                "" => assert!(game.options("quick").is_err()),
                quick => {
                    assert_eq!(game.options("quick").unwrap(), game.options(quick).unwrap());
                    assert!((1..usual).contains(&of("quick")), "{game}");
                }
            }
        }
    }
}
