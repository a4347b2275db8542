//! Single words as players type them: numbers, points of the compass, kickers.
use crate::games::piecepack::{Coin, field::KICKERS};
use crate::seat::Seat;

/// Normalises input: lower case, single spaces, no degree signs and full stops. A comma between two
/// digits may be a decimal point (`37,5`) or separate two numbers (`5,11`): then there are two
/// readings, the point first.
pub(in crate::games::piecepack) fn readings(text: &str) -> Vec<String> {
    let lower = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let chars: Vec<char> = lower.chars().collect();
    let digit = |nth: Option<usize>| {
        nth.and_then(|nth| chars.get(nth)).is_some_and(|it| it.is_ascii_digit())
    };
    let point = |(nth, letter): (usize, &char)| match letter {
        ',' if digit(nth.checked_sub(1)) && digit(Some(nth + 1)) => '.',
        it => *it,
    };
    let pointed: String = chars.iter().enumerate().map(point).collect();
    let mut all = vec![tidy(&pointed)];
    if pointed != lower {
        all.push(tidy(&lower));
    }
    all
}

fn tidy(lower: &str) -> String {
    let spaced = lower.replace([',', ';', '°', '"', '(', ')'], " ");
    let idle = ["deg", "degrees", "inches", "with", "power", "please"];
    let words = spaced.split_whitespace().filter(|word| !idle.contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Reads a number as thousandths, rounded.
pub(in crate::games::piecepack) fn thousandths(word: &str) -> Option<i32> {
    let (negative, digits) = match word.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let numeric = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if whole.is_empty() && rest.is_empty() || !numeric(whole) || !numeric(rest) || 6 < whole.len() {
        return None;
    }
    let digit = |nth: usize| rest.as_bytes().get(nth).map_or(0, |digit| i32::from(digit - b'0'));
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let rounded = i32::from(5 <= digit(3));
    let number = whole * 1000 + digit(0) * 100 + digit(1) * 10 + digit(2) + rounded;
    Some(if negative { -number } else { number })
}

/// Reads a direction by the points of the compass.
pub(in crate::games::piecepack) fn wind(word: &str) -> Option<i32> {
    let winds =
        ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
    let short = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let plain = word.replace('-', "");
    let nth = winds.iter().position(|it| *it == plain);
    let nth = nth.or_else(|| short.iter().position(|it| *it == plain))?;
    Some(45_000 * nth as i32)
}

/// Reads `s2` or `n3`.
pub(in crate::games::piecepack) fn named_kicker(word: &str) -> Option<Coin> {
    let seat = match word.as_bytes() {
        [b's', _] => Seat::First,
        [b'n', _] => Seat::Second,
        _ => return None,
    };
    let number: u8 = word[1..].parse().ok()?;
    (1..=KICKERS).contains(&number).then_some(Coin::Kicker(seat, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_thousandths() {
        for (word, wanted) in [
            ("5", Some(5000)),
            ("37.5", Some(37_500)),
            (".25", Some(250)),
            ("-3", Some(-3000)),
            ("1.2345", Some(1235)),
            ("5.", Some(5000)),
            ("", None),
            (".", None),
            ("1.2.3", None),
            ("1e5", None),
            ("9999999", None),
            ("five", None),
        ] {
            assert_eq!(thousandths(word), wanted, "{word:?}");
        }
    }

    #[test]
    fn signs_of_the_trade_do_not_matter() {
        assert_eq!(readings(" Flick 2  37.5\u{b0}, 55! "), ["flick 2 37.5 55"]);
        assert_eq!(readings("flick 2 at (5.2, 11) 70."), ["flick 2 at 5.2 11 70"]);
        assert_eq!(readings("flick 2 at ball with power 70, please"), ["flick 2 at ball 70"]);
        assert_eq!(readings("flick 2 37,5\u{b0} 55"), ["flick 2 37.5 55", "flick 2 37 5 55"]);
        assert_eq!(wind("south-west"), Some(225_000));
        assert_eq!(named_kicker("n3"), Some(Coin::Kicker(Seat::Second, 3)));
        assert_eq!(named_kicker("n5"), None);
    }
}
