//! Questions in people's own words: what is asked about a match, and which passage of the rules or answer of the house fits.
pub mod bank;
pub mod facts;
pub mod search;
mod spelling;
mod word_lists;

use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

pub use self::{spelling::Spelling, word_lists::word_list};

static FILLERS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    word_list("fillers").iter().map(|phrase| phrase.split(' ').collect()).collect()
});

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Short forms and other ways to write words, in full.
const IN_FULL: &[(&str, &str)] = &[
    ("what's", "what is"),
    ("whats", "what is"),
    ("what're", "what are"),
    ("wat", "what"),
    ("wats", "what is"),
    ("wot", "what"),
    ("wut", "what"),
    ("who's", "who is"),
    ("whos", "who is"),
    ("where's", "where is"),
    ("wheres", "where is"),
    ("when's", "when is"),
    ("whens", "when is"),
    ("how's", "how is"),
    ("hows", "how is"),
    ("why's", "why is"),
    ("y", "why"),
    ("hwo", "how"),
    ("du", "do"),
    ("dat", "that"),
    ("rn", "now"),
    ("wen", "when"),
    ("wich", "which"),
    ("shud", "should"),
    ("teh", "the"),
    ("it's", "it is"),
    ("that's", "that is"),
    ("thats", "that is"),
    ("there's", "there is"),
    ("theres", "there is"),
    ("he's", "he is"),
    ("she's", "she is"),
    ("i'm", "i am"),
    ("im", "i am"),
    ("i've", "i have"),
    ("ive", "i have"),
    ("i'd", "i would"),
    ("i'll", "i will"),
    ("you're", "you are"),
    ("u", "you"),
    ("r", "are"),
    ("ur", "your"),
    ("can't", "can not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("couldn't", "can not"),
    ("won't", "will not"),
    ("wont", "will not"),
    ("don't", "do not"),
    ("dont", "do not"),
    ("doesn't", "does not"),
    ("doesnt", "does not"),
    ("didn't", "did not"),
    ("didnt", "did not"),
    ("hes", "he is"),
    ("wym", "what mean"),
    ("jus", "just"),
    ("faul", "foul"),
    ("til", "until"),
    ("cuz", "because"),
    ("dude", "guy"),
    ("dudes", "guys"),
    ("rollin", "rolling"),
    ("askin", "asking"),
    ("shes", "she is"),
    ("arent", "are not"),
    ("wasnt", "was not"),
    ("wasn't", "was not"),
    ("werent", "were not"),
    ("weren't", "were not"),
    ("shouldnt", "should not"),
    ("wouldnt", "would not"),
    ("couldnt", "can not"),
    ("hasnt", "has not"),
    ("hasn't", "has not"),
    ("havent", "have not"),
    ("aint", "is not"),
    ("ain't", "is not"),
    ("youre", "you are"),
    ("theyre", "they are"),
    ("they're", "they are"),
    ("dunno", "not know"),
    ("gimme", "give me"),
    ("lemme", "let me"),
    ("thx", "thanks"),
    ("bc", "because"),
    ("tho", "though"),
    ("isn't", "is not"),
    ("isnt", "is not"),
    ("aren't", "are not"),
    ("haven't", "have not"),
    ("wouldn't", "would not"),
    ("shouldn't", "should not"),
    ("gonna", "going to"),
    ("gotta", "must"),
    ("wanna", "want to"),
    ("pls", "please"),
    ("plz", "please"),
    ("vs", "against"),
];

/// Words that mean the same to somebody who asks; each is read as the first.
const SAME: &[&[&str]] = &[
    &["opponent", "enemy", "enemies", "rival", "foe", "opponents", "adversary"],
    &["door", "trapdoor", "pit", "hatch", "hole", "trapdoors"],
    &["capture", "take", "nick", "grab", "eat", "taken", "takes", "taking", "captures", "captured"],
    &["piece", "checker", "counter", "disc", "draughtsman", "guy"],
    &["colour", "color", "colors", "colours"],
    &["goalie", "keeper", "goalkeeper"],
    &["fall", "die", "dies", "dead", "death", "fell", "falls", "fallen", "killed"],
    &["king", "lady", "dame"],
    &["push", "shove"],
    &["flick", "smash", "kick", "shoot"],
    &["must", "mandatory", "compulsory", "obligatory", "forced", "obliged", "required", "supposed"],
    &["duel", "fight", "fights", "battle", "combat", "fighting"],
    &["wound", "hurt", "injured", "injury", "wounded", "wounds", "injuries"],
    &["armour", "armor"],
    &["start", "begin", "began", "starts", "starting", "beginning"],
    &["win", "victory", "won", "wins", "winning", "winner"],
    &["draw", "tie", "drawn", "remis", "tied", "draws"],
    &["end", "over", "finish", "finished", "ends", "ended", "ending"],
    &["backward", "backwards", "back"],
    &["crown", "promote", "promoted", "promotion", "crowned", "crowns"],
    &["variation", "variant", "variants", "variations", "option", "options"],
    &["undo", "takeback"],
    &["computer", "bot", "ai", "cpu", "engine", "machine"],
    &["match", "game", "games", "matches"],
    &["chance", "odds", "probability", "likely", "likelihood", "chances"],
    &["notification", "ping", "pings", "pinging", "alerts", "notifications", "pinged"],
];

/// The word of the rules for the side that moves first, which is never read as `start`.
const BEGINS: &str = "begins";

/// A question, with its words in full and without slips.
#[derive(Clone, Debug)]
pub struct AskedWords {
    /// The words in lower case; squares, moves and numbers as they were typed.
    pub words: Vec<String>,
}

impl AskedWords {
    /// Reads a question. `names` are words that are no slips, such as those of players.
    pub fn read(line: &str, names: &[&str], spelling: &Spelling) -> AskedWords {
        let plain = line.to_lowercase().replace(['’', '‘', '´', '`'], "'");
        let plain = plain.replace('±', " ± ");
        let mut words = Vec::new();
        for word in plain.split(|sign: char| sign.is_whitespace() || ",;()\"“”".contains(sign))
        {
            if is_sign(word) {
                words.push(word.to_owned());
                continue;
            }
            let word = word
                .trim_matches(|sign: char| !sign.is_alphanumeric() && !"~^#*+{}[]".contains(sign));
            if word.is_empty() {
                continue;
            }
            if word.chars().any(|sign| sign.is_ascii_digit())
                || !word.chars().any(char::is_alphabetic)
            {
                words.push(word.to_owned());
                continue;
            }
            let owner = word.strip_suffix("'s").or(word.strip_suffix('s'));
            let word = owner.filter(|name| names.contains(name)).unwrap_or(word);
            let full = IN_FULL.iter().find(|short| short.0 == word).map_or(word, |it| it.1);
            for part in full.split(|sign: char| !sign.is_alphanumeric() && sign != '\'') {
                let part = part.trim_matches('\'');
                let part = part.strip_suffix("'s").unwrap_or(part);
                match names.contains(&part) {
                    _ if part.is_empty() => {}
                    true => words.push(part.to_owned()),
                    false => words.push(spelling.corrected(part)),
                }
            }
        }
        AskedWords { words: phrases(without_fillers(words)) }
    }

    /// Writes a line without slips, so that none are found any more when its parts are read.
    pub fn spelled(line: &str, names: &[&str], spelling: &Spelling) -> String {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '\'';
        let plain = line.to_lowercase().replace(['’', '‘', '´', '`'], "'");
        let mut out = String::new();
        for part in plain.split_inclusive(|sign: char| !is_part(sign)) {
            let word = part.trim_end_matches(|sign: char| !is_part(sign));
            let is_short = IN_FULL.iter().any(|short| short.0 == word);
            let is_plain = !is_short && word.chars().all(char::is_alphabetic);
            match is_plain && !names.contains(&word) {
                true => out.push_str(&spelling.corrected(word)),
                false => out.push_str(word),
            }
            out.push_str(&part[word.len()..]);
        }
        out
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|it| it == word)
    }
}

/// Tells whether a word is one of the signs on boards in characters, such as `!w` or `-#-`.
fn is_sign(word: &str) -> bool {
    const ALONE: [&str; 5] = ["!", "*", "+", "^", "±"];
    let begins = word.strip_prefix('!').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let short = word.chars().count() < 7 && !word.chars().any(|sign| sign.is_ascii_digit());
    ALONE.contains(&word)
        || short && (begins || word.contains(['*', '#', '{', '}', '[', ']', '|', '~']))
}

/// Leaves out what is only polite, unless nothing else is said.
fn without_fillers(words: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at..];
        let begins = |phrase: &&[&str]| {
            phrase.len() <= rest.len() && phrase.iter().zip(rest).all(|(one, other)| one == other)
        };
        let phrases = FILLERS.iter().map(Vec::as_slice);
        match phrases.filter(begins).map(<[&str]>::len).max() {
            Some(length) => at += length,
            None => {
                out.push(words[at].clone());
                at += 1;
            }
        }
    }
    if out.is_empty() { words } else { out }
}

/// Reads several words as the one that they mean.
fn phrases(words: Vec<String>) -> Vec<String> {
    const MEANT: &[(&[&str], &str)] = &[
        (&["have", "to"], "must"),
        (&["has", "to"], "must"),
        (&["need", "to"], "must"),
        (&["goes", "first"], BEGINS),
        (&["go", "first"], BEGINS),
        (&["moves", "first"], BEGINS),
        (&["move", "first"], BEGINS),
        (&["plays", "first"], BEGINS),
        (&["who", "starts"], BEGINS),
        (&["who", "start"], BEGINS),
        (&["who", "begins"], BEGINS),
        (&["take", "back"], "undo"),
        (&["take", "my", "move", "back"], "undo"),
        (&["take", "a", "move", "back"], "undo"),
        (&["take", "it", "back"], "undo"),
        (&["take", "that", "back"], "undo"),
        (&["took", "back"], "undo"),
        (&["give", "up"], "resign"),
        (&["at", "the", "moment"], "now"),
        (&["at", "this", "moment"], "now"),
        (&["at", "present"], "now"),
        (&["at", "this", "point"], "now"),
        (&["right", "now"], "now"),
        (&["this", "time"], "now"),
        (&["chess", "die"], "dice"),
        (&["risk", "die"], "dice"),
        (&["numbers", "die"], "dice"),
        (&["a", "die"], "dice"),
    ];
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at..];
        let meant = MEANT.iter().find(|(phrase, _)| {
            phrase.len() <= rest.len() && phrase.iter().zip(rest).all(|(one, other)| one == other)
        });
        match meant {
            Some((phrase, word)) => {
                out.push((*word).to_owned());
                at += phrase.len();
            }
            None => {
                out.push(words[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// Returns what a word is compared by: its stem, or that of the word that means the same.
pub fn stem(word: &str) -> String {
    if word == BEGINS {
        return word.to_owned();
    }
    let meant = SAME.iter().find(|same| same.contains(&word)).map_or(word, |same| same[0]);
    let stem = STEMMER.stem(meant).into_owned();
    match SAME.iter().find(|same| same.contains(&stem.as_str())) {
        Some(same) => STEMMER.stem(same[0]).into_owned(),
        None => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    #[test]
    fn questions_are_read_in_full_and_without_slips() {
        let spelling = House::kernel().spelling();
        let read = |line: &str| AskedWords::read(line, &["bob"], spelling).words.join(" ");
        assert_eq!(read("What’s on c5?"), "what is on c5");
        assert_eq!(read("hwo do kings mvoe"), "how do kings move");
        assert_eq!(read("y can't I capturee b6-a5"), "why can not i capture b6-a5");
        assert_eq!(read("do I have to jump"), "do i must jump");
        assert_eq!(read("bob's pieces"), "bob pieces");
        assert_eq!(read("what does 58% ±9 mean"), "what does 58 ± 9 mean");
    }

    #[test]
    fn a_line_without_slips_keeps_its_signs() {
        let line = "Hwo do kings mvoe, y can’t I capturee b6-a5? (bbo)";
        let spelling = House::kernel().spelling();
        let spelled = AskedWords::spelled(line, &["bbo"], spelling);
        assert_eq!(spelled, "hwo do kings move, y can't i capture b6-a5? (bbo)");
        assert_eq!(
            AskedWords::read(&spelled, &["bbo"], spelling).words,
            AskedWords::read(line, &["bbo"], spelling).words
        );
    }

    #[test]
    fn words_with_the_same_meaning_are_compared_alike() {
        assert_eq!(stem("enemies"), stem("opponent"));
        assert_eq!(stem("capturing"), stem("takes"));
        assert_ne!(stem("king"), stem("pawn"));
    }
}
