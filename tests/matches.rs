//! Matches with fair dice, for any game and variation.
use std::sync::LazyLock;

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    refusal::Refusal,
    scene::{self, Scene},
    seat::{BySeat, Observer, Seat, Viewer},
    settings::Values,
    table::{Played, Saved, Table},
};

/// Steps by which a random match must have ended.
pub const LONGEST: u32 = 2000;

static NAMES: LazyLock<BySeat<String>> =
    LazyLock::new(|| BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() });

/// Calls the players Ann and Bob, neither of which is the name of a side.
pub fn observer(viewer: Viewer) -> Observer<'static> {
    Observer { viewer, names: &NAMES }
}

/// Of a longer list of values only every so many are tried.
const LONG_LIST: usize = 6;

/// Lists settings as players type them: nothing, every value that can be listed, every fourth of a long list, and the last value of
/// all settings at once where these go together.
pub fn variations(game: GameId) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut all = Vec::new();
    for setting in game.settings() {
        let values: Vec<String> = match setting.values {
            Values::Switch => vec![setting.name.to_owned()],
            Values::Words(words) => words
                .iter()
                .step_by(if LONG_LIST < words.len() { 4 } else { 1 })
                .filter(|&&it| it != setting.usual)
                .map(|value| format!("{}={value}", setting.name))
                .collect(),
            Values::Free(_) | Values::Rest(_) => Vec::new(),
        };
        // Some options only go with another one, which the tests of their game try.
        let alone = values.into_iter().filter(|words| game.options(words).is_ok());
        let kept = out.len();
        out.extend(alone);
        all.extend(out[kept..].last().cloned());
    }
    if 1 < all.len() && game.options(&all.join(" ")).is_ok() {
        out.push(all.join(" "));
    }
    out
}

/// Lists every game in each of its variations.
pub fn every() -> Vec<(GameId, String)> {
    let of = |&game| variations(game).into_iter().map(move |variation| (game, variation));
    GameId::ALL.iter().flat_map(of).collect()
}

/// Returns a seed for golden matches: another one for other settings, so that their matches differ.
pub fn golden_seed(settings: &str) -> u8 {
    settings.bytes().fold(1, u8::wrapping_add)
}

/// A match whose dice all follow from one number.
pub struct Match {
    pub game: GameId,
    pub table: Box<dyn Table>,
    seed: Seed,
    /// Steps played so far.
    pub steps: u32,
}

impl Match {
    /// Opens a match.
    ///
    /// # Errors
    /// If the settings aren't the game's, or don't go together.
    pub fn open(game: GameId, settings: &str, seed: u8) -> Result<Match, Refusal> {
        let seed = Seed::from_bytes([seed; 32]);
        let mut dice = Dice::fair(&seed, StepKey { step: 0, take: 0 });
        let table = game.open(game.options(settings)?, &mut dice)?;
        Ok(Match { game, table, seed, steps: 0 })
    }

    /// Returns the dice of the next step; every call returns the same.
    pub fn dice(&self) -> Dice {
        Dice::fair(&self.seed, StepKey { step: self.steps + 1, take: 0 })
    }

    /// Returns dice apart from those of the match, to pick choices with.
    pub fn picks(&self) -> Dice {
        Dice::fair(&self.seed, StepKey { step: self.steps + 1, take: 1 })
    }

    /// Plays a step.
    ///
    /// # Errors
    /// If the words are refused; then nothing has changed.
    ///
    /// # Panics
    /// If the match is longer than [`LONGEST`].
    pub fn play(&mut self, seat: Seat, words: &str) -> Result<Played, Refusal> {
        let mut dice = self.dice();
        let played = self.table.play(seat, words, &mut dice)?;
        self.steps += 1;
        assert!(self.steps < LONGEST, "{} does not end", self.game.name());
        Ok(played)
    }

    /// Picks a seat that owes a decision and words for it; none when the match is over.
    pub fn sample(&self) -> Option<(Seat, String)> {
        let Status::Waiting(prompts) = self.table.status() else { return None };
        let mut picks = self.picks();
        let count = u32::try_from(prompts.len()).ok()?;
        let pick = picks.below("a prompt", count).ok()?;
        let seat = prompts.get(pick as usize)?.seat;
        Some((seat, self.table.sample(seat, &mut picks)?))
    }

    /// Saves the match and loads it again.
    ///
    /// # Panics
    /// If it can't be loaded again.
    pub fn again(&self) -> Box<dyn Table> {
        self.copies()()
    }

    /// Saves the match once, and loads it again as often as it is called.
    ///
    /// # Panics
    /// If it can't be loaded again.
    pub fn copies(&self) -> impl Fn() -> Box<dyn Table> {
        let text = serde_json::to_string(&self.table.save().unwrap())
            .expect("a saved match is plain data");
        let game = self.game;
        move || {
            let saved: Saved = serde_json::from_str(&text).expect("what was written can be read");
            game.resume(&saved).expect("a saved match can be loaded")
        }
    }

    /// Plays `steps` random steps, or until the match is over.
    ///
    /// # Panics
    /// If a sample is refused.
    pub fn go(&mut self, steps: u8) {
        for _ in 0..steps {
            let Some((seat, words)) = self.sample() else { return };
            self.play(seat, &words).expect("a sample can be played");
        }
    }

    /// Shows the match to a viewer.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        self.table.show(observer(viewer))
    }
}

/// Draws the board for the room, in characters.
pub fn board(table: &dyn Table) -> String {
    scene::ascii(&table.show(observer(Viewer::Room)))
}
