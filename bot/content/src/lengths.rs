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
    LazyLock::new(|| include_str!("../../../data/lengths.txt").lines().filter_map(read).collect());

/// The most turns of each side that a match played by post should take. A game that is usually longer is offered in its quick form
/// first.
pub const MOST_TURNS: u64 = 40;

/// A game that usually takes more turns of each side than [`MOST_TURNS`], and how many its quick form takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongGame {
    pub usual: u64,
    pub quick: u64,
}

/// Returns the turns of each side in so many hand-overs.
pub fn turns_each(hand_overs: u64) -> u64 {
    hand_overs.div_ceil(2).max(1)
}

/// Returns how long a game is that is better played quick; none for the others.
pub fn long(game: GameId) -> Option<LongGame> {
    let of = |settings: &str| {
        let found =
            LENGTHS.iter().find(|length| length.game == game && length.settings == settings);
        found.map(|it| turns_each(it.hand_overs))
    };
    let (usual, quick) = (of("")?, of("quick")?);
    (MOST_TURNS < usual).then_some(LongGame { usual, quick })
}

/// Returns the median of hand-overs with these options; none if they weren't measured.
pub fn hand_overs(game: GameId, options: &Value) -> Option<u64> {
    let found = LENGTHS.iter().find(|length| length.game == game && length.options == *options);
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
    fn a_quick_match_takes_twenty_turns_each_and_longer_games_are_known() {
        for &game in GameId::ALL {
            let of = |settings| hand_overs(game, &game.options(settings).unwrap()).unwrap_or(0);
            assert!(turns_each(of("quick")) <= 20, "{game}");
            let is_long = MOST_TURNS < turns_each(of(""));
            assert_eq!(long(game).is_some(), is_long, "{game}");
        }
        let games = GameId::ALL.iter().filter(|game| long(**game).is_some());
        assert_eq!(games.map(|it| it.name()).collect::<Vec<_>>(), ["amtgard", "draughts"]);
    }

    #[test]
    fn every_form_is_listed_once_and_quick_is_shorter() {
        for &game in GameId::ALL {
            let of = |settings| hand_overs(game, &game.options(settings).unwrap()).unwrap_or(0);
            let usual = of("");
            assert!(0 < usual, "{game} wasn't measured");
            assert!(LENGTHS.iter().filter(|it| it.game == game).count() <= 2);
            assert_eq!(game.options("quick").unwrap(), game.options(game.quick()).unwrap());
            assert!((1..usual).contains(&of("quick")), "{game}");
        }
    }
}
