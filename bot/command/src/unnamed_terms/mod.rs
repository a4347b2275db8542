//! The words of a challenge that have no name: terms of the match among words for the game. Which
//! words are sides depends on the game, so they are read once it is known.
mod words;

use engine::{games::GameId, refusal::Refusal};
use model::time::{Clock, DAY, MINUTE, PRESETS, length};

use super::{GivenArgs, verbs};

pub use self::words::side_forms;

/// How long a room may have for a turn, in seconds.
const ROOM_TIME: std::ops::RangeInclusive<i64> = MINUTE..=14 * DAY;

/// What was said of the terms of a match, with names or without.
#[derive(Clone, Copy, Debug, Default)]
pub struct SaidTerms<'a> {
    /// What was said without names.
    pub options: &'a str,
    pub side: Option<&'a str>,
    pub days: Option<u32>,
    pub clock: Option<&'a str>,
    pub hard: bool,
    pub unrated: bool,
    pub private: bool,
    pub room_time: Option<&'a str>,
}

impl<'a> From<&'a verbs::Challenge> for SaidTerms<'a> {
    fn from(said: &'a verbs::Challenge) -> SaidTerms<'a> {
        let verbs::Challenge { who: _, game: _, options, days, clock, hard, .. } = said;
        let verbs::Challenge { side, unrated, places: _, private, room_time, word: _, .. } = said;
        SaidTerms {
            options,
            side: side.as_deref(),
            days: *days,
            clock: clock.as_deref(),
            hard: *hard,
            unrated: *unrated,
            private: *private,
            room_time: room_time.as_deref(),
        }
    }
}

impl<'a> From<&'a verbs::Counter> for SaidTerms<'a> {
    fn from(said: &'a verbs::Counter) -> SaidTerms<'a> {
        let verbs::Counter { challenge: _, options, days, clock, hard, side, unrated, word: _ } =
            said;
        SaidTerms {
            options,
            side: side.as_deref(),
            days: *days,
            clock: clock.as_deref(),
            hard: *hard,
            unrated: *unrated,
            ..SaidTerms::default()
        }
    }
}

/// Words of a challenge without `name=`: terms of the match among words for the game.
pub struct UnnamedTerms {
    /// The words left for the game.
    pub options: String,
    pub side: Option<String>,
    /// The clock, if one was given; it may be none.
    pub clock: Option<Option<Clock>>,
    /// Whether running out of time ends the match, if that was given.
    hard: Option<bool>,
    /// Whether the quick form of the game is wished for.
    quick: bool,
    pub rated: Option<bool>,
    /// Whether anyone may look at the match, if that was given.
    pub public: Option<bool>,
    /// How long a room has for a turn, in seconds, if it plays.
    pub room_time: Option<i64>,
}

impl UnnamedTerms {
    /// Takes `white`, `side white`, `days 3` and the `days` of `3 days` out of the words.
    pub fn read(game: GameId, wishes: SaidTerms<'_>) -> Result<UnnamedTerms, Refusal> {
        let SaidTerms { options: said, side, mut days, clock, hard, unrated, private, room_time } =
            wishes;
        let (words, rest) = match said.find("from") {
            Some(at) if at == 0 || said[..at].ends_with(' ') => said.split_at(at),
            _ => (said, ""),
        };
        let is_quick = |it: &str| it.eq_ignore_ascii_case("quick");
        let quick = !game.quick().is_empty() && words.split_whitespace().any(is_quick);
        let mut side = side.map(str::to_owned);
        let mut clock = clock.map(read_clock).transpose()?;
        let mut rated = unrated.then_some(false);
        let mut hard = hard.then_some(true);
        let mut public = private.then_some(false);
        let mut room_time = room_time.map(read_room_time).transpose()?;
        let mut left: Vec<&str> = Vec::new();
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let lower = word.to_lowercase();
            let is_side = game.sides().iter().any(|it| it.eq_ignore_ascii_case(word));
            let number = |typed: &str| typed.parse::<u32>().ok();
            let next = words.peek().copied().unwrap_or("");
            match lower.as_str() {
                "side" if side.is_none() && !next.is_empty() => {
                    side = words.next().map(str::to_owned)
                }
                "rated" if rated == Some(false) => {
                    return Err(words::rated_or_unrated());
                }
                "rated" => rated = Some(true),
                "unrated" | "casual" | "friendly" if rated == Some(true) => {
                    return Err(words::rated_or_unrated());
                }
                "unrated" | "casual" | "friendly" => rated = Some(false),
                "hard" if hard == Some(false) => {
                    return Err(words::hard_or_soft());
                }
                "hard" => hard = Some(true),
                "soft" if hard == Some(true) => {
                    return Err(words::hard_or_soft());
                }
                "soft" => hard = Some(false),
                "public" | "private" if public.is_some_and(|it| it != (lower == "public")) => {
                    return Err(words::private_or_public());
                }
                "public" | "private" => public = Some(lower == "public"),
                // `clock 3 days`: the number was already taken by its kind.
                "clock" if days.is_some() => {}
                // Without a value: the default.
                "clock" if clock.is_none() => {
                    clock = Some(match Clock::read(next) {
                        Ok(clock) => {
                            words.next();
                            clock
                        }
                        Err(_) => Some(Clock::usual()),
                    });
                }
                setting if clock.is_none() && setting.starts_with("clock=") => {
                    clock = Some(read_clock(setting.trim_start_matches("clock="))?);
                }
                setting if room_time.is_none() && setting.starts_with("vote=") => {
                    room_time = Some(read_room_time(setting.trim_start_matches("vote="))?);
                }
                "vote" if room_time.is_none() => {
                    room_time = Some(read_room_time(next)?);
                    words.next();
                }
                setting if side.is_none() && setting.starts_with("side=") => {
                    side = Some(setting.trim_start_matches("side=").to_owned());
                }
                "side" => return Err(words::say_which_side(game)),
                _ if is_side && side.is_some() => {
                    return Err(words::two_sides(game));
                }
                "day" | "days" if days.is_none() && number(next).is_none() => {
                    return Err(words::how_many_days());
                }
                _ if days.is_some() && number(word).is_some() && next.starts_with("day") => {
                    return Err(words::days_twice());
                }
                _ if days.is_none() && days_joined(&lower).is_some() => {
                    days = days_within(days_joined(&lower).unwrap_or(""))?;
                }
                // The command has no such argument.
                setting if days.is_none() && setting.starts_with("days=") => {
                    days = days_within(setting.trim_start_matches("days="))?;
                }
                // In a field of its own, nobody has taken the number.
                _ if days.is_none() && number(word).is_some() && is_days(next) => {
                    days = days_within(word)?;
                    words.next();
                }
                // `3 days`: the number was already taken by its kind.
                "days" | "day" if days.is_some() => {}
                "days" | "day" if days.is_none() && number(next).is_some() => {
                    days = days_within(words.next().unwrap_or(""))?;
                }
                _ if is_side && side.is_none() => side = Some(lower),
                _ => left.push(word),
            }
        }
        let options = format!("{} {rest}", left.join(" ")).trim().to_owned();
        let by_days = days.map(|days| Some(Clock::a_turn(i64::from(days) * DAY)));
        if by_days.is_some() && clock.is_some() {
            return Err(words::days_or_clock());
        }
        Ok(UnnamedTerms {
            options,
            side,
            clock: by_days.or(clock),
            hard,
            quick,
            rated,
            public,
            room_time,
        })
    }

    /// Returns the given clock, or else `usual`, with less time where that is the default and a quick match is wished for; hard if
    /// that was given, or if the default is hard.
    ///
    /// # Errors
    /// If there is no clock to be hard.
    pub fn clock_or(&self, usual: Option<Clock>) -> Result<Option<Clock>, Refusal> {
        let hard = self.hard.unwrap_or_else(|| usual.is_some_and(|it| it.hard));
        let is_default = |clock: &Clock| Clock { hard: false, ..*clock } == Clock::usual();
        let quick = usual.filter(|clock| self.quick && is_default(clock)).map(|_| Clock::daily());
        match self.clock.unwrap_or(quick.or(usual)) {
            None if self.hard == Some(true) => Err(words::hard_needs_a_clock()),
            clock => Ok(clock.map(|clock| Clock { hard, ..clock })),
        }
    }
}

/// Reads a clock.
///
/// # Errors
/// If it is none; the refusal shows examples.
pub fn read_clock(said: &str) -> Result<Option<Clock>, Refusal> {
    Clock::read(said).map_err(|err| words::no_clock(said, err, PRESETS))
}

/// Reads how long a room has for a turn: the refusal shows examples.
fn read_room_time(said: &str) -> Result<i64, Refusal> {
    let time = length(said).filter(|length| ROOM_TIME.contains(length));
    time.ok_or_else(|| words::no_room_time(said))
}

fn is_days(word: &str) -> bool {
    ["day", "days"].iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Returns the number of `3days` and `3d`.
fn days_joined(word: &str) -> Option<&str> {
    let number = ["days", "day", "d"].into_iter().find_map(|unit| word.strip_suffix(unit))?;
    let digits = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    digits.then_some(number)
}

/// Reads days as the argument `days` does.
fn days_within(word: &str) -> Result<Option<u32>, Refusal> {
    let mut given = GivenArgs::to(verbs::Challenge::VERB.spec());
    given.put("days", word)?;
    Ok(given.said().read::<verbs::Challenge>().and_then(|said| said.days))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &str) -> Result<UnnamedTerms, Refusal> {
        let game = GameId::named("trapdoor").expect("a game");
        UnnamedTerms::read(game, SaidTerms { options, ..SaidTerms::default() })
    }

    #[test]
    fn a_quick_match_has_a_day_a_turn_unless_a_clock_is_named() {
        let clock = |words: &str, usual| {
            read(words).expect(words).clock_or(usual).expect("nothing to refuse")
        };
        let usual = Some(Clock::usual());
        assert_eq!(clock("quick", usual), Some(Clock::daily()));
        assert_eq!(clock("QUICK hard", usual), Some(Clock { hard: true, ..Clock::daily() }));
        assert_eq!(clock("quick clock=slow", usual), Clock::read("slow").expect("a preset"));
        assert_eq!(clock("quick 3 days", usual), Some(Clock::a_turn(3 * DAY)));
        let live = Clock::read("live").expect("a preset");
        assert_eq!(clock("quick", live), live, "what was offered with another clock keeps it");
        assert_eq!(clock("quick", None), None);
        assert_eq!(clock("snap", usual), usual);
        assert_eq!(clock("from=quick", usual), usual);
    }

    #[test]
    fn terms_among_the_options_are_understood_as_in_a_typed_line() {
        let some = |options: &str| read(options).expect(options);
        let all = some("unrated snap private clock=12h hard");
        assert_eq!(
            (all.rated, all.public, all.options.as_str()),
            (Some(false), Some(false), "snap")
        );
        let clock = all.clock_or(None).expect("a hard clock").expect("a clock");
        assert_eq!(
            (clock.hard, Some(Clock { hard: false, ..clock })),
            (true, Clock::read("12h").unwrap())
        );
        assert_eq!(some("Rated quick").rated, Some(true));
        assert_eq!(some("quick").options, "quick");
        assert_eq!(some("casual").rated, Some(false));
        assert_eq!(some("side=white snap").side.as_deref(), Some("white"));
        let days = |options: &str| some(options).clock;
        for same in ["3 days", "3d", "days=3", "days 3"] {
            assert_eq!(days(same), Some(Some(Clock::a_turn(3 * DAY))), "{same}");
        }
        assert_eq!(days("clock=none"), Some(None));
        assert_eq!(days("snap"), None);
        for same in ["vote=12h snap", "snap vote 12h", "vote=12H snap"] {
            let loose = some(same);
            assert_eq!(
                (loose.room_time, loose.options.as_str()),
                (Some(DAY / 2), "snap"),
                "{same}"
            );
        }
    }

    #[test]
    fn contradictions_among_the_options_are_refused() {
        for odd in [
            "rated unrated",
            "unrated rated",
            "hard soft",
            "soft hard",
            "private public",
            "clock=soon",
            "vote=soon",
            "vote=30s",
            "vote",
            "3 days clock=2d",
        ] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }
}
