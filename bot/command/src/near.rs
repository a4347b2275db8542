//! Finds what a misspelled word probably is: a command, or another suggestion.
use strsim::osa_distance;

use super::{
    Arg, ArgKind, CommandSpec, Commands,
    numbers::is_match_number,
    parse::game_said,
    reading::{is_mention, is_setting},
    verbs,
};

/// The most lines offered.
const OFFERED: usize = 3;

impl Commands {
    /// Returns the lines that a misspelled beginning may mean, nearest first: `boadr #2` is near `board
    /// #2`. Only the names of commands are compared, so nothing else is read into what people say. `settings` are the names of
    /// settings, which stand in no table here.
    pub fn near(&self, line: &str, settings: &[&str]) -> Vec<String> {
        let line = line.trim().to_lowercase();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let (first, rest) = (first.trim_matches(|it: char| !it.is_alphanumeric()), rest.trim());
        let mut near: Vec<(usize, &'static CommandSpec)> =
            self.iter().filter_map(|spec| Some((slips(first, spec.name)?, spec))).collect();
        near.sort_by_key(|it| it.0);
        let least = near.first().map(|it| it.0);
        let nearest = near.into_iter().filter(|found| Some(found.0) == least);
        let lines =
            nearest.map(|(_, spec)| (spec, format!("{} {rest}", spec.name).trim_end().to_owned()));
        lines
            .filter(|(spec, says)| self.is_guessed(spec, rest, says, settings))
            .map(|it| it.1)
            .take(OFFERED)
            .collect()
    }

    /// Tells whether a line may be offered on a guess: what follows the command has to be for it, since a sentence that only begins like
    /// a command is no slip.
    fn is_guessed(
        &self,
        spec: &'static CommandSpec,
        rest: &str,
        line: &str,
        settings: &[&str],
    ) -> bool {
        let Ok(Some(said)) = self.parse(line) else { return false };
        let own_words = rest.is_empty()
            || rest.split(' ').any(|word| {
                is_argument(spec, word)
                    || spec.verb() == verbs::Settings::VERB && settings.contains(&word)
            });
        own_words && said.may_be_guessed() && (said.is_bare() || !said.does().needs_its_own_words())
    }
}

/// Tells whether a word is hardly anything but an argument of a command.
fn is_argument(spec: &CommandSpec, word: &str) -> bool {
    let takes = |arg: &Arg| match arg.kind {
        ArgKind::OneOf(words) => words.contains(&word),
        ArgKind::Flag => arg.name == word,
        ArgKind::UnnamedTerms => is_setting(word),
        _ => false,
    };
    is_match_number(word)
        || is_mention(word)
        || word.contains('=')
        || word.starts_with(|sign: char| sign.is_ascii_digit())
        || !game_said(word).is_empty()
        || spec.args.iter().any(takes)
}

/// Returns the suggestions that misspelled words may mean, nearest first.
pub fn nearest<'a>(typed: &str, offered: &'a [String]) -> Vec<&'a str> {
    let typed = typed.trim().to_lowercase();
    let mut near: Vec<(usize, &str)> = offered
        .iter()
        .filter_map(|offer| {
            let words = offer.to_lowercase();
            // `blod` and `stances` are near `stance bold`.
            let ends = [words.rsplit(' ').next(), words.split(' ').next()].into_iter().flatten();
            let slips =
                slips(&typed, &words).or_else(|| ends.filter_map(|it| slips(&typed, it)).min())?;
            // Two other signs make another square.
            let fits = slips == 1 || !words.contains(|sign: char| sign.is_ascii_digit());
            fits.then_some((slips, offer.as_str()))
        })
        .collect();
    near.sort_by_key(|it| it.0);
    near.into_iter().map(|it| it.1).take(OFFERED).collect()
}

/// Counts the slips of the finger between two words; none if it is no slip, but another word. A slip keeps the first letter, or all
/// letters: `design` isn't `resign`, and `text` isn't `next`.
fn slips(typed: &str, meant: &str) -> Option<usize> {
    let lengths = [typed, meant].map(|word| word.chars().count());
    let longest = lengths[0].max(lengths[1]);
    let most = match longest {
        ..5 => 0,
        5..8 => 1,
        _ => 2,
    };
    // Long words needn't be compared.
    if most.max(1) < lengths[0].abs_diff(lengths[1]) {
        return None;
    }
    let slips = osa_distance(typed, meant);
    let swapped = 2 < longest && slips == 1 && letters(typed) == letters(meant);
    let is_slip = slips <= most && typed.chars().next() == meant.chars().next();
    (0 < slips && (swapped || is_slip)).then_some(slips)
}

/// Returns the letters of a word, sorted.
fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_the_name_of_a_command_is_guessed_at() {
        for (typed, meant) in [
            ("chalenge", "challenge"),
            ("challange @bob trapdoor", "challenge @bob trapdoor"),
            ("chalenge bob trapdoor", "challenge bob trapdoor"),
            ("resing", "resign"),
            ("resing #2", "resign #2"),
            ("boadr", "board"),
            ("bord", "board"),
            ("boadr #2", "board #2"),
            ("hlep", "help"),
            ("hepl", "help"),
            ("unod", "undo"),
            ("gmaes", "games"),
            ("gamse", "games"),
            ("setings", "settings"),
            ("setings theme dark", "settings theme dark"),
            ("acept", "accept"),
            ("remtach", "rematch"),
            ("profle @bob", "profile @bob"),
            ("ruels trapdoor", "rules trapdoor"),
        ] {
            assert_eq!(
                Commands::kernel().near(typed, &["theme"]).first().map(String::as_str),
                Some(meant),
                "{typed}"
            );
        }
    }

    #[test]
    fn another_word_is_no_slip() {
        for none in [
            "end this",
            "kill it",
            "remove my account",
            "report bob",
            "lol",
            "lfg",
            "huh",
            "sup",
            "bigger",
            "harder",
            "slow",
            "hard",
            "private",
            "refund",
            "source",
            "reload",
            "text",
            "delete",
            "chances",
            "hack",
            "forget it",
            "about it",
            "design",
            "match",
            "catch",
            "names",
            "loves",
            "cause",
            "hold",
            "bank",
            "play",
            "plan",
            "like",
            "line",
            "cell",
            "can the goalie move",
            "bna bob",
            "bna",
            "resing yes",
            "hwo do i win",
            "hello",
            "move b6 to a5",
            "c3-d4",
            "zz",
            "b6",
            "xyzzy",
            "castle",
            "forfiet",
            "game over",
            "helps a lot",
            "counted on you",
            "draws near",
            "hands off",
            "",
            "#",
            &"x".repeat(1000),
        ] {
            let near = Commands::kernel().near(none, &["theme"]);
            assert!(near.is_empty(), "{none}: {near:?}");
        }
    }

    #[test]
    fn what_is_on_offer_is_guessed_at() {
        let offered = ["spin".to_owned(), "b6-a5".to_owned(), "b6-c5".to_owned()];
        assert_eq!(nearest("spni", &offered), ["spin"]);
        assert_eq!(nearest("b6-a4", &offered), ["b6-a5"]);
        assert!(nearest("pass k15", &["pass f11".to_owned()]).is_empty());
        assert!(nearest("hello", &offered).is_empty());
        assert!(nearest("side", &["wide".to_owned()]).is_empty());
    }
}
