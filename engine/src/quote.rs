//! Quotes what people typed, and other help with sentences.

/// Shortens words for quoting between backticks, on one line, without invisible characters.
pub fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let blank = |letter: char| letter.is_whitespace() || letter == '`';
    let shown = text
        .chars()
        .map(|letter| if blank(letter) { ' ' } else { letter })
        .filter(|&it| !is_unseen(it));
    let mut clean: String = shown.take(2 * LONGEST).collect();
    clean = clean.trim().to_owned();
    match clean.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

/// Ends a sentence with a full stop, unless it already ends with punctuation.
pub fn sentence(text: impl Into<String>) -> String {
    let mut text = text.into();
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// Begins a text with a capital letter, as a sentence does.
pub fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}

/// Puts the beginning of a sentence into another one.
pub(crate) fn lower_case(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}

/// Lists things in a sentence: `Ring, Fate and Flood!`.
pub fn series(items: &[impl AsRef<str>]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// Writes a number up to a hundred in words: `three`, `sixty`.
pub fn counted(number: u32) -> String {
    const ONES: [&str; 20] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] =
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match (number, number % 10) {
        (0..20, _) => ONES[number as usize].to_owned(),
        (20..100, 0) => TENS[number as usize / 10 - 2].to_owned(),
        (20..100, ones) => format!("{}-{}", TENS[number as usize / 10 - 2], ONES[ones as usize]),
        _ => number.to_string(),
    }
}

/// Writes an ordinal number: `third`, `4th`.
pub fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ if (11..=13).contains(&(number % 100)) => format!("{number}th"),
        _ => match number % 10 {
            1 => format!("{number}st"),
            2 => format!("{number}nd"),
            3 => format!("{number}rd"),
            _ => format!("{number}th"),
        },
    }
}

/// Returns the plain form of a letter, digit or sign of full width, and of a digit of any script; anything else as it is.
pub fn narrow(letter: char) -> char {
    /// The zeros of the scripts that have digits.
    const ZEROS: [u32; 19] = [
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
        0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810,
    ];
    let code = u32::from(letter);
    if (0xff01..=0xff5e).contains(&code) {
        return char::from_u32(code - 0xfee0).unwrap_or(letter);
    }
    let value = ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10));
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(letter)
}

/// Tells whether a character is never drawn, or changes how its neighbours are.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_narrowed_from_every_script() {
        let narrowed = |text: &str| text.chars().map(narrow).collect::<String>();
        for (text, plain) in [
            ("ｆ６－ｅ５", "f6-e5"),
            ("１２", "12"),
            ("١٢", "12"),
            ("۳", "3"),
            ("९", "9"),
            ("Ｆ６ｘＤ４", "F6xD4"),
            ("é", "é"),
        ] {
            assert_eq!(narrowed(text), plain);
        }
    }

    #[test]
    fn numbers_are_written_in_words_up_to_a_hundred() {
        for (number, words) in [
            (0, "no"),
            (3, "three"),
            (19, "nineteen"),
            (20, "twenty"),
            (60, "sixty"),
            (42, "forty-two"),
            (100, "100"),
        ] {
            assert_eq!(counted(number), words);
        }
    }

    #[test]
    fn places_in_a_row_are_written_as_people_say_them() {
        let written = [1, 2, 3, 4, 11, 21, 102, 113].map(ordinal);
        let wanted = ["first", "second", "third", "4th", "11th", "21st", "102nd", "113th"];
        assert_eq!(written, wanted);
    }

    #[test]
    fn quotes_are_short_and_show_nothing_odd() {
        assert_eq!(short(" c3-d4 "), "c3-d4");
        assert_eq!(short("a\u{202e}b\u{0}`c\nd"), "ab c d");
        assert_eq!(short(&"é".repeat(50)), format!("{}…", "é".repeat(40)));
        assert_eq!(short(&"\u{200b}".repeat(50)), "");
    }

    #[test]
    fn things_are_listed_with_an_and_before_the_last() {
        let all = ["Ring", "Fate", "Flood!"];
        let listed = [0, 1, 2, 3].map(|n| series(&all[..n]));
        assert_eq!(listed, ["", "Ring", "Ring and Fate", "Ring, Fate and Flood!"]);
    }

    #[test]
    fn a_sentence_ends_once() {
        for text in ["Queen or Cheater!", "c3.", "really?"] {
            assert_eq!(sentence(text), text);
        }
        assert_eq!(sentence("move a checker"), "move a checker.");
    }
}
