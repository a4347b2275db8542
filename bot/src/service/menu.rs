//! Long lists of words as short menus: where there are too many, their beginnings stand for them.

/// What stands between the parts of a word list: `card flood d4`, `c3-d4`, `G1>R`, `e4/e5`.
const BORDERS: [char; 5] = [' ', '-', '>', '/', ':'];

/// The sign for "whatever goes on so", where a beginning ends within a part.
const ANY: char = '*';

/// One line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Words that can be played as they are.
    Words(String),
    /// A beginning that several words share, as [`beginning`] reads it.
    More { begins: String, count: usize },
}

/// Picks the words that begin as somebody said: whole parts (`card flood`, `c3-`), or a part of one with a star (`card flood d*`).
/// A beginning of which no whole part fits is taken for part of one.
pub(super) fn beginning<'a>(words: &'a [String], begins: &str) -> Vec<&'a str> {
    let wanted = plain(begins.trim_end_matches(ANY));
    let starts = |it: &&String| plain(it).starts_with(&wanted);
    let at_border = |it: &&String| {
        let whole = plain(it);
        whole.starts_with(&wanted) && is_border(&whole, wanted.len())
    };
    let all: Vec<&String> = words.iter().filter(starts).collect();
    let whole: Vec<&String> = all.iter().copied().filter(at_border).collect();
    let shown = if begins.ends_with(ANY) || whole.is_empty() { all } else { whole };
    shown.into_iter().map(String::as_str).collect()
}

/// Makes at most `most` lines of some words, in their order.
pub(super) fn branches(words: &[&str], most: usize) -> Vec<Branch> {
    let whole = |it: &[&str]| it.iter().map(|it| Branch::Words((*it).to_owned())).collect();
    if words.len() <= most {
        return whole(words);
    }
    let shared = shared(words);
    // First by parts; where there are too many of these, by letters.
    let by_part = |it: &str| part_end(it, shared);
    let by_letter =
        |it: &str| it[shared..].chars().next().map_or(it.len(), |c| shared + c.len_utf8());
    for end in [&by_part as &dyn Fn(&str) -> usize, &by_letter] {
        let groups = groups(words, end);
        if (2..=most).contains(&groups.len()) {
            return groups.into_iter().map(|(begins, members)| branch(begins, &members)).collect();
        }
    }
    // There is no better way left than to show a part.
    whole(&words[..most])
}

fn branch(begins: &str, members: &[&str]) -> Branch {
    if let [one] = members {
        return Branch::Words((*one).to_owned());
    }
    let ends = members.iter().all(|it| is_border(it, begins.len()));
    let star = if ends { String::new() } else { ANY.to_string() };
    Branch::More { begins: format!("{}{star}", begins.trim_end()), count: members.len() }
}

/// Puts words together by how they begin, up to where `end` says, in the order of the first of each.
fn groups<'a>(words: &[&'a str], end: impl Fn(&str) -> usize) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        let begins = &word[..end(word)];
        match groups.iter_mut().find(|(it, _)| *it == begins) {
            Some((_, members)) => members.push(word),
            None => groups.push((begins, vec![word])),
        }
    }
    groups
}

/// Returns how many bytes all words have in common at their beginning.
fn shared(words: &[&str]) -> usize {
    let Some((first, rest)) = words.split_first() else { return 0 };
    let common = |it: &&str| {
        first
            .char_indices()
            .zip(it.chars())
            .find(|((_, a), b)| a != b)
            .map_or(first.len().min(it.len()), |((at, _), _)| at)
    };
    rest.iter().map(common).min().unwrap_or(first.len())
}

/// Returns where the part in which the byte `from` lies ends, with the border after it.
fn part_end(word: &str, from: usize) -> usize {
    // A part begins after a border; the border before `from` counts when `from` is the first of its part.
    let mut ends = word
        .char_indices()
        .filter(|&(at, _)| from <= at)
        .filter(|&(at, c)| BORDERS.contains(&c) || is_capture(word, at, c));
    match ends.next() {
        Some((at, c)) => at + c.len_utf8(),
        None => word.len(),
    }
}

/// Tells whether a letter is the sign of a capture, as in `c3xe5`.
fn is_capture(word: &str, at: usize, c: char) -> bool {
    let digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    let next = word[at + c.len_utf8()..].chars().next();
    c == 'x' && digit(word[..at].chars().next_back()) && next.is_some_and(char::is_alphanumeric)
}

/// Tells whether a part ends at a byte: there the words end, or a border stands before or after it.
fn is_border(word: &str, at: usize) -> bool {
    let sign = |found: Option<(usize, char)>| {
        found.is_some_and(|(at, c)| BORDERS.contains(&c) || is_capture(word, at, c))
    };
    let after = word[at..].chars().next().map(|c| (at, c));
    after.is_none() || sign(after) || sign(word[..at].char_indices().next_back())
}

fn plain(text: &str) -> String {
    let blanks_at_end = text.ends_with(' ');
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if blanks_at_end && !out.is_empty() {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|it| (*it).to_owned()).collect()
    }

    fn more(begins: &str, count: usize) -> Branch {
        Branch::More { begins: begins.to_owned(), count }
    }

    fn words(it: &str) -> Branch {
        Branch::Words(it.to_owned())
    }

    #[test]
    fn a_short_list_stays_as_it_is() {
        assert_eq!(branches(&["spin", "c3-d4"], 2), [words("spin"), words("c3-d4")]);
        assert_eq!(branches(&[], 2), []);
    }

    #[test]
    fn a_long_list_becomes_beginnings_in_its_order() {
        let moves = ["c3-d4", "c3-b4", "a3-b4", "e3xg5", "e3xc5"];
        assert_eq!(branches(&moves, 4), [more("c3-", 2), words("a3-b4"), more("e3x", 2)]);
        let cards = [
            "card flood d4",
            "card flood d5",
            "card flood e4",
            "card rotate cw",
            "card rotate ccw",
        ];
        assert_eq!(branches(&cards, 3), [more("card flood", 3), more("card rotate", 2)]);
    }

    #[test]
    fn too_many_parts_are_put_together_by_letters() {
        let squares: Vec<String> = (0..64)
            .map(|it| format!("card flood {}{}", char::from(b'a' + it / 8), it % 8 + 1))
            .collect();
        let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
        let by_file = branches(&squares, 25);
        assert_eq!(by_file.len(), 8);
        assert_eq!(by_file[1], more("card flood b*", 8));
        let many: Vec<String> = (0..60).map(|it| char::from(b'A' + it).to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(branches(&many, 25).len(), 25, "no common beginnings: a part is shown");
    }

    #[test]
    fn every_branch_leads_to_its_words_and_to_all_of_them() {
        let mut all = owned(&[
            "end",
            "1-5",
            "1-6",
            "11-15",
            "11-16",
            "11-7",
            "1x10",
            "1x9",
            "roll chess",
            "roll risk",
        ]);
        for file in 'a'..='k' {
            for rank in 1..=15 {
                all.push(format!("run f8 {file}{rank}"));
                all.push(format!("flick {rank} at {file}{rank} 60"));
            }
        }
        for most in [2, 5, 25] {
            let mut found = Vec::new();
            let mut open = vec![all.iter().map(String::as_str).collect::<Vec<_>>()];
            while let Some(some) = open.pop() {
                for branch in branches(&some, most) {
                    match branch {
                        Branch::Words(word) => found.push(word),
                        Branch::More { begins, count } => {
                            let members = beginning(&all, &begins);
                            assert_eq!(members.len(), count, "{begins}: {members:?}");
                            assert!(count < some.len(), "{begins} leads nowhere");
                            open.push(members);
                        }
                    }
                }
            }
            if most == 25 {
                found.sort();
                let mut sorted = all.clone();
                sorted.sort();
                assert_eq!(found, sorted);
            }
        }
    }

    #[test]
    fn beginnings_are_read_kindly() {
        let all = owned(&["1-5", "11-15", "card flood d4", "card floods d4"]);
        assert_eq!(beginning(&all, "1"), ["1-5"]);
        assert_eq!(beginning(&all, "1*"), ["1-5", "11-15"]);
        assert_eq!(beginning(&all, "CARD  flood"), ["card flood d4"]);
        assert_eq!(beginning(&all, "card fl"), ["card flood d4", "card floods d4"]);
        assert_eq!(beginning(&all, "zzz"), Vec::<&str>::new());
        assert_eq!(beginning(&all, "").len(), 4);
    }
}
