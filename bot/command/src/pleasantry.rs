//! Thanks, greetings and chatter, which ask for nothing.
use content::asked::word_list;

/// What people say to be polite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pleasantry {
    Thanks,
    Hello,
    GoodGame,
    /// Laughter, sighs and the like, which nobody has to answer.
    Chatter,
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
    if let ["how", "are", "you", rest @ ..] = &words[..]
        && rest.iter().all(|word| polite(word) || ["doing", "today", "bot"].contains(word))
    {
        return Some(Pleasantry::Hello);
    }
    if !words.iter().all(polite) {
        return is_chatter(&words).then_some(Pleasantry::Chatter);
    }
    match (has(&THANKS), has(&GOOD_GAME), has(&HELLO)) {
        (true, _, _) => Some(Pleasantry::Thanks),
        // A game alone may be a question.
        (_, true, _) if words.contains(&"gg") || 1 < words.len() => Some(Pleasantry::GoodGame),
        (_, _, true) => Some(Pleasantry::Hello),
        _ => None,
    }
}

/// Tells whether words are nothing but sounds and small talk: `lol`, `hahaha nice one`.
fn is_chatter(words: &[&str]) -> bool {
    const MOST: usize = 3;
    let Some(first) = words.first() else { return false };
    let laughs = |word: &str| 3 < word.len() && word.bytes().all(|letter| b"ahe".contains(&letter));
    let said = |count: usize| {
        let phrase = words.get(..count).map(|it| it.join(" "));
        phrase.is_some_and(|phrase| word_list("chatter").contains(&phrase.as_str()))
    };
    let length = if laughs(first) { Some(1) } else { (1..=MOST).rev().find(|count| said(*count)) };
    let rest = length.map(|length| &words[length..]);
    let beside = |word: &&str| BESIDE.contains(word);
    rest.is_some_and(|rest| rest.iter().all(beside) || is_chatter(rest))
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
            ("lol", Some(Pleasantry::Chatter)),
            ("Hahaha, nice one!", Some(Pleasantry::Chatter)),
            ("oh no", Some(Pleasantry::Chatter)),
            ("oh no, my king", None),
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
