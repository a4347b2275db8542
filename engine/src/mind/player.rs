//! The computer players: five levels, and two simple ones to compare them with.
use std::fmt;

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    One,
    Two,
    Three,
    Four,
    Five,
}

/// A computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Plays any legal action at random.
    Random,
    /// Takes the biggest gain now, and looks no further.
    Greedy,
    Level(Level),
}

impl Level {
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// Returns the number people type, 1 to 5.
    pub fn number(self) -> u8 {
        1 + self as u8
    }

    /// Returns the level of a number from 1 to 5.
    pub fn numbered(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number() == number)
    }

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Level::One => "Beginner",
            Level::Two => "Casual",
            Level::Three => "Steady",
            Level::Four => "Strong",
            Level::Five => "Expert",
        }
    }

    /// Says in a sentence what to expect.
    pub fn says(self) -> &'static str {
        match self {
            Level::One => "Knows the rules, but often misses your threats.",
            Level::Two => "Sees a win or a capture, but rarely your reply.",
            Level::Three => "Considers your reply and makes few obvious mistakes.",
            Level::Four => "Looks a few moves ahead and weighs the odds.",
            Level::Five => "Plays the best move it can find in a second.",
        }
    }
}

impl Player {
    /// Returns the name of the player.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "Random",
            Player::Greedy => "Greedy",
            Player::Level(level) => level.name(),
        }
    }

    /// Says in a sentence what to expect.
    pub fn says(self) -> &'static str {
        match self {
            Player::Random => "Plays any legal move at random.",
            Player::Greedy => "Takes the biggest gain now and looks no further.",
            Player::Level(level) => level.says(),
        }
    }

    /// Reads a number from 1 to 5 or a name, in any case.
    pub fn named(text: &str) -> Option<Player> {
        let level = |level: &Level| {
            text == level.number().to_string() || text.eq_ignore_ascii_case(level.name())
        };
        let simple = [Player::Random, Player::Greedy];
        Level::ALL
            .into_iter()
            .find(level)
            .map(Player::Level)
            .or_else(|| simple.into_iter().find(|player| text.eq_ignore_ascii_case(player.name())))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => write!(f, "level {} ({})", level.number(), level.name()),
            simple => f.write_str(simple.name()),
        }
    }
}
