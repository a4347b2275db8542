//! Reads which level or levels a person wants, among the words for the game.
use command::verbs::Strength;
use engine::{games::GameId, refusal::Refusal};

use crate::words;

/// The wishes about the bot, and the words left for the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PracticeWish {
    pub(crate) levels: Vec<Strength>,
    /// Whether to end the matches the asker watches.
    pub(crate) stop: bool,
    pub(crate) rest: String,
}

/// Words without a meaning of their own.
const FILLING: [&str; 13] = [
    "level", "levels", "vs", "vs.", "v", "versus", "against", "and", "me", "you", "bot", "with",
    "at",
];

impl PracticeWish {
    /// Takes `level=3`, `level 3`, `steady`, `auto` and `2 vs 4` out of the words.
    ///
    /// # Errors
    /// If there is no such level, or there are more than two.
    pub(crate) fn read(
        level: Option<Strength>,
        said: &str,
        game: Option<GameId>,
    ) -> Result<PracticeWish, Refusal> {
        let mut wish =
            PracticeWish { levels: level.into_iter().collect(), ..PracticeWish::default() };
        let mut rest: Vec<&str> = Vec::new();
        let mut left = said.trim();
        while !left.is_empty() {
            // A starting position may contain words of its own.
            if left.starts_with("from=") || left.starts_with("from ") {
                rest.push(left);
                break;
            }
            let (word, after) = left.split_once(char::is_whitespace).unwrap_or((left, ""));
            left = after.trim_start();
            let lower = word.to_lowercase();
            let bare = lower.strip_prefix("level").map(|it| it.trim_start_matches(['=', ':']));
            match bare.filter(|value| !value.is_empty() && *value != "s") {
                Some(value) => wish
                    .levels
                    .push(strength(value, game)?.ok_or_else(|| words::no_level(value, game))?),
                None if FILLING.contains(&lower.as_str()) => {}
                None if lower == "stop" => wish.stop = true,
                None => match strength(&lower, game)? {
                    Some(level) => wish.levels.push(level),
                    None => rest.push(word),
                },
            }
        }
        // Beside a level, `auto` is an option of the game.
        if 1 < wish.levels.len() && wish.levels.contains(&Strength::Auto) {
            wish.levels.retain(|it| *it != Strength::Auto);
            rest.insert(0, Strength::Auto.word());
        }
        wish.rest = rest.join(" ");
        if 2 < wish.levels.len() {
            return Err(words::too_many_levels());
        }
        Ok(wish)
    }
}

/// Reads a strength; none for another word.
fn strength(word: &str, game: Option<GameId>) -> Result<Option<Strength>, Refusal> {
    let lower = word.to_lowercase();
    match Strength::named(&lower) {
        None if lower.bytes().all(|it| it.is_ascii_digit()) => Err(words::no_level(word, game)),
        named => Ok(named),
    }
}

#[cfg(test)]
mod tests {
    use engine::mind::Level;

    use super::*;

    #[test]
    fn levels_are_read_in_many_forms_and_the_rest_is_for_the_game() {
        use Strength::{Auto, Level as At};
        for (said, levels, rest) in [
            ("", vec![], ""),
            ("3", vec![At(Level::Three)], ""),
            ("level=3", vec![At(Level::Three)], ""),
            ("level 3 snap", vec![At(Level::Three)], "snap"),
            ("Steady continental", vec![At(Level::Three)], "continental"),
            ("level=auto", vec![Auto], ""),
            ("auto", vec![Auto], ""),
            ("3 plays=20 auto", vec![At(Level::Three)], "auto plays=20"),
            ("2 vs 4", vec![At(Level::Two), At(Level::Four)], ""),
            ("beginner against expert", vec![At(Level::One), At(Level::Five)], ""),
            ("level5 from W:B1 2 3", vec![At(Level::Five)], "from W:B1 2 3"),
            ("wheel=3:1:1", vec![], "wheel=3:1:1"),
        ] {
            let wish = PracticeWish::read(None, said, None).unwrap();
            assert_eq!(
                (wish.levels, wish.rest.as_str(), wish.stop),
                (levels, rest, false),
                "{said}"
            );
        }
        let four = At(Level::Four);
        assert_eq!(PracticeWish::read(Some(four), "snap", None).unwrap().levels, [four]);
        assert!(PracticeWish::read(None, "stop", None).unwrap().stop);
        for wrong in ["0", "6", "level=x", "1 2 3"] {
            assert!(PracticeWish::read(None, wrong, None).is_err(), "{wrong}");
        }
    }
}
