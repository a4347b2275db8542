//! Texts about how long a match takes.
use command::say;
use content::lengths::LongGame;
use model::{
    ids::ChallengeId,
    text::Text,
    time::{HOUR, MINUTE, spelled},
};

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayPace {
    /// In one sitting.
    Live,
    /// Over days.
    Post,
    /// By a room.
    Room,
}

/// How long a turn takes where both are there, in seconds.
const LIVE_TURN: i64 = 30;

/// Says how many turns each side usually has in such a match, how long that takes, and how many turns a shorter form has. That can be
/// had by a counter-offer, if there is one.
pub fn length(turns: u64, pace: PlayPace, shorter: Option<(u64, ChallengeId)>) -> Text {
    let live = sitting(turns);
    let takes = match pace {
        PlayPace::Live => format!(", {live}"),
        PlayPace::Post => format!(": {live} live, or {} days at a turn a day", 2 * turns),
        PlayPace::Room => String::new(),
    };
    let shorter = match shorter {
        None => String::new(),
        Some((length, of)) => {
            format!(
                " `{}` makes it about {length}.",
                say!(Counter { challenge: of, options: "quick" })
            )
        }
    };
    Text::sentence(format!("About {turns} turns each{takes}.{shorter}"))
}

/// Suggests the quick form of a long game, by a counter-offer if one can be made.
pub(crate) fn suggests_quick(long: LongGame, counter: Option<ChallengeId>) -> Text {
    let LongGame { usual, quick } = long;
    let how = match counter {
        Some(of) => format!("say `{}`", say!(Counter { challenge: of, options: "quick" })),
        None => "offer it with `quick`".to_owned(),
    };
    Text::sentence(format!(
        "I suggest a quick match: a usual one takes about {usual} turns each, a quick one about \
         {quick} ({how})."
    ))
}

/// Words the time of one sitting with so many turns each, roughly.
fn sitting(turns: u64) -> String {
    let seconds = 2 * LIVE_TURN * i64::try_from(turns).unwrap_or(0);
    let step = if seconds < HOUR { 5 * MINUTE } else { HOUR / 2 };
    spelled(((seconds + step / 2) / step).max(1) * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_said_roughly() {
        for (turns, live) in [
            (2, "5 minutes"),
            (12, "10 minutes"),
            (20, "20 minutes"),
            (32, "30 minutes"),
            (103, "1 hour 30 minutes"),
            (146, "2 hours 30 minutes"),
        ] {
            assert_eq!(sitting(turns), live, "{turns}");
        }
        assert_eq!(
            length(32, PlayPace::Post, None).bare(),
            "About 32 turns each: 30 minutes live, or 64 days at a turn a day."
        );
    }
}
