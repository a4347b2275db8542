//! Thanks and greetings, which ask for nothing.

/// What people say to be polite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pleasantry {
    Thanks,
    Hello,
    GoodGame,
}

/// The words of each, and words that may stand beside them.
const THANKS: [&str; 6] = ["thanks", "thank", "thx", "ty", "cheers", "thankyou"];
const HELLO: [&str; 5] = ["hi", "hello", "hey", "hiya", "morning"];
const GOOD_GAME: [&str; 5] = ["gg", "game", "played", "match", "wp"];
const BESIDE: [&str; 19] = [
    "you",
    "so",
    "much",
    "very",
    "a",
    "lot",
    "for",
    "the",
    "that",
    "there",
    "good",
    "nice",
    "well",
    "everyone",
    "everybody",
    "all",
    "guys",
    "again",
    "great",
];

/// Reads a line that is nothing but a pleasantry.
pub fn pleasantry(line: &str) -> Option<Pleasantry> {
    let plain = line.to_lowercase();
    let words: Vec<&str> =
        plain.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let has = |some: &[&str]| words.iter().any(|word| some.contains(word));
    let polite = |word: &&str| {
        [&THANKS[..], &HELLO, &GOOD_GAME, &BESIDE].iter().any(|some| some.contains(word))
    };
    if !words.iter().all(polite) {
        return None;
    }
    match (has(&THANKS), has(&GOOD_GAME), has(&HELLO)) {
        (true, _, _) => Some(Pleasantry::Thanks),
        // A game alone may be a question.
        (_, true, _) if words.contains(&"gg") || 1 < words.len() => Some(Pleasantry::GoodGame),
        (_, _, true) => Some(Pleasantry::Hello),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn politeness_is_read_and_nothing_else() {
        for (line, meant) in [
            ("thanks, good game!", Some(Pleasantry::Thanks)),
            ("Thank you so much", Some(Pleasantry::Thanks)),
            ("gg", Some(Pleasantry::GoodGame)),
            ("well played!", Some(Pleasantry::GoodGame)),
            ("Hi there", Some(Pleasantry::Hello)),
            ("games", None),
            ("match", None),
            ("thanks, I resign", None),
            ("hi, challenge bob", None),
            ("", None),
        ] {
            assert_eq!(pleasantry(line), meant, "{line}");
        }
    }
}
