//! Reads a call: who wins, and how sure the caller is.
use engine::seat::Seat;
use model::ids::MatchId;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches,
};

use super::{commands, words};

/// How sure a caller is who gives no number, in percent.
pub(super) const DEFAULT: u32 = 75;

/// Words that can stand in a call without a meaning of their own.
const BESIDE: [&str; 14] = [
    "wins", "win", "will", "to", "at", "by", "with", "is", "for", "percent", "sure", "i'm", "%",
    "chance",
];

/// Returns the match that is meant and the words of a call, where the number may also stand among the
/// words: `ann 70 #12`.
pub(super) fn with_match(said: &commands::CallWinner) -> (Option<MatchId>, String) {
    let number =
        |word: &str| word.strip_prefix('#').and_then(|digits| digits.parse().ok()).map(MatchId);
    let words = said.words.split_whitespace();
    let found = words.clone().find(|word| number(word).is_some());
    let Some(word) = found.filter(|_| said.of.is_none()) else {
        return (said.of, said.words.trim().to_owned());
    };
    let rest: Vec<&str> = words.filter(|it| *it != word).collect();
    (number(word), rest.join(" "))
}

/// Reads who wins, and in how many cases of a hundred.
pub(super) fn read_call(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    said: &str,
) -> Result<(Seat, u32), RequestError> {
    // A name may have any words.
    if let Some(seat) = seat_called(cx, loaded, said)? {
        return Ok((seat, DEFAULT));
    }
    let words: Vec<&str> = said.split_whitespace().collect();
    let numbers: Vec<usize> = (0..words.len()).filter(|&at| number(words[at]).is_some()).collect();
    // The number is the last, or else the first.
    for at in numbers.iter().rev() {
        let rest = without(&words, *at);
        let Some(percent) = number(words[*at]) else { continue };
        if let Some(seat) = seat_called(cx, loaded, &rest)? {
            return match u32::try_from(percent) {
                Ok(percent) if percent <= 100 => Ok((seat, percent)),
                _ => Err(words::no_percentage(loaded, percent).into()),
            };
        }
    }
    let rest = bare(&words);
    if numbers.is_empty()
        && let Some(seat) = seat_called(cx, loaded, &rest)?
    {
        return Ok((seat, DEFAULT));
    }
    Err(if rest.to_lowercase().starts_with("draw") {
        words::draw_is_half(loaded)
    } else {
        words::who_wins(loaded)
    }
    .into())
}

/// Reads a whole number, with or without a percent sign.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['%', '.', ',', '!']).trim_end_matches(['%', '.']);
    let is_number = digits.bytes().all(|it| it.is_ascii_digit()) && !digits.is_empty();
    // A longer number is too high, whatever it is.
    is_number.then(|| digits.parse().unwrap_or(i64::MAX))
}

fn without(words: &[&str], at: usize) -> String {
    let rest: Vec<&str> =
        words.iter().enumerate().filter(|it| it.0 != at).map(|it| *it.1).collect();
    bare(&rest)
}

fn bare(words: &[&str]) -> String {
    let own = |word: &&&str| !BESIDE.contains(&&*word.to_lowercase());
    let rest: Vec<&str> = words.iter().filter(own).copied().collect();
    rest.join(" ")
}

/// Finds the side with a name: that of its player, or what the game calls it.
fn seat_called(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    said: &str,
) -> Result<Option<Seat>, RequestError> {
    let wanted = said.trim_matches([' ', ',', '.', '!', ':']).to_lowercase();
    if wanted.is_empty() {
        return Ok(None);
    }
    let sides = loaded.game().sides();
    let side = |seat: &Seat| sides[seat.index()].to_lowercase() == wanted || seat.name() == wanted;
    if let Some(seat) = Seat::BOTH.into_iter().find(side) {
        return Ok(Some(seat));
    }
    let plain = wanted.trim_start_matches(['@', '#']);
    let named = |seat: &Seat| {
        let name = loaded.names.get(*seat).to_lowercase();
        name.trim_start_matches(['@', '#']) == plain
    };
    let mut found = Seat::BOTH.into_iter().filter(named);
    match (found.next(), found.next()) {
        (Some(_), Some(_)) => return Err(words::same_name(loaded).into()),
        (Some(seat), None) => return Ok(Some(seat)),
        (None, _) => {}
    }
    if !said.starts_with(['@', '<']) || said.contains(' ') {
        return Ok(None);
    }
    let person = matches::find::find_person(cx, said)?;
    Ok(loaded.seat_of(person.id))
}
