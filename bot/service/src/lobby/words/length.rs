//! Texts about how long a match takes.
use command::say;
use model::{
    ids::ChallengeId,
    text::Text,
    time::{HOUR, MINUTE, duration},
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

/// Says how many turns each side usually has in such a match, how long that takes, and how many turns the quick form has; that can be
/// had by a counter-offer, if one can be made.
pub fn length(turns: u64, pace: PlayPace, quick: Option<(u64, Option<ChallengeId>)>) -> Text {
    let live = sitting(turns);
    let takes = match pace {
        PlayPace::Live => format!(", {live}"),
        PlayPace::Post => format!(": {live} live, or {} days at a turn a day", 2 * turns),
        PlayPace::Room => String::new(),
    };
    let quick = match quick {
        None => String::new(),
        Some((turns, None)) => format!(" Quick: {turns} turns each; offer it with `quick`."),
        Some((turns, Some(of))) => {
            let line = say!(Counter { challenge: of, options: "quick" });
            format!(" Quick: {turns} turns each, `{line}`.")
        }
    };
    Text::sentence(format!("About {turns} turns each{takes}.{quick}"))
}

/// Words the time of one sitting with so many turns each, roughly.
fn sitting(turns: u64) -> String {
    let seconds = 2 * LIVE_TURN * i64::try_from(turns).unwrap_or(0);
    let step = if seconds < HOUR { 5 * MINUTE } else { HOUR / 2 };
    let steps = ((seconds + step / 2) / step).max(1);
    if steps % 2 == 1 && step == HOUR / 2 {
        format!("{}½ hours", steps / 2)
    } else {
        duration(steps * step)
    }
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
            (103, "1½ hours"),
            (146, "2½ hours"),
        ] {
            assert_eq!(sitting(turns), live, "{turns}");
        }
        assert_eq!(
            length(32, PlayPace::Post, None).bare(),
            "About 32 turns each: 30 minutes live, or 64 days at a turn a day."
        );
    }
}
