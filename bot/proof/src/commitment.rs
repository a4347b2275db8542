//! What a commitment binds besides its secret: game, terms, players and words, as texts that anyone
//! can hash.
use engine::{
    chance::{Dice, StepKey, Throw},
    fair::{Salt, Secret},
    games::GameId,
    seat::{BySeat, Seat},
    table::Saved,
};
use model::ids::Chat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{MatchRow, SideWish, Terms};

use crate::{
    exported::Export,
    words::{self, CommitmentCover},
};

/// A placeholder text, to find out whether any other text would be valid.
const SOMETHING: &str = "free text";

/// The placeholder that is bound in place of a free text.
fn any_text() -> Value {
    json!({ "any": "text" })
}

/// What a challenge's commitment binds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    game: GameId,
    options: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Value>,
    clock: Option<String>,
    /// How long rooms have, in seconds.
    #[serde(default, rename = "vote", skip_serializing_if = "Option::is_none")]
    room_time: Option<i64>,
    rated: bool,
    side: SideWish,
    /// The challenger's fingerprint.
    pub by: String,
    /// The opponent's fingerprint; none for an open challenge.
    pub to: Option<String>,
}

/// What the commitment binds in addition when a match begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundStart {
    /// The commitment of the challenge.
    pub offer: String,
    pub challenger: Seat,
    /// The players' fingerprints.
    pub players: BySeat<String>,
    pub words: BySeat<String>,
}

impl Offered {
    /// Makes what a challenge on some terms binds, from the fingerprints of the challenger and of who is challenged.
    pub fn of(terms: &Terms, side: SideWish, by: String, to: Option<String>) -> Offered {
        Offered {
            game: terms.game,
            options: without_free_texts(&terms.options, &|value| {
                terms.game.variation(value.clone()).is_ok()
            }),
            start: terms.start.as_ref().map(|it| blank_start(terms.game, it)),
            clock: terms.clock.map(|it| it.to_string()),
            room_time: terms.room_time,
            rated: terms.rated,
            side,
            by,
            to,
        }
    }
}

/// The bound data of an exported match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundData {
    /// The text that `commitment` binds.
    pub offer: String,
    /// The commitment shown when the match began.
    pub pledge: String,
    /// The text that `pledge` binds.
    pub begun: String,
    /// The toss for sides; none if sides were chosen, or while the match runs.
    pub toss: Option<Throw>,
    /// The salts of the fingerprints; none for a player who was forgotten.
    pub salts: BySeat<Option<Salt>>,
}

/// Names an account, for its fingerprint.
pub fn who(chat: Chat, handle: &str) -> String {
    format!("{}:{handle}", chat.name())
}

/// Tosses for sides with the match's own secret and words, at a step that no match reaches, so that
/// nobody can choose the result. `words` are the challenger's and the opponent's.
pub fn toss(secret: &Secret, [challenger, other]: [&str; 2]) -> (Seat, Vec<Throw>) {
    let words = BySeat { first: challenger.to_owned(), second: other.to_owned() };
    let mut dice = Dice::fair(&secret.seed(&words), StepKey { step: u32::MAX, take: 0 });
    let seat = match dice.below("the sides", 2) {
        Ok(0) => Seat::First,
        _ => Seat::Second,
    };
    (seat, dice.thrown().to_vec())
}

/// Repeats the toss of a match from its texts; none if sides were chosen.
fn tossed(secret: &Secret, offered: &Offered, begun: &BoundStart) -> Option<(Seat, Throw)> {
    let BoundStart { challenger, words, .. } = begun;
    let words = [*challenger, challenger.other()].map(|seat| words.get(seat).as_str());
    let (seat, thrown) = toss(secret, words);
    thrown.first().filter(|_| offered.side == SideWish::Random).map(|throw| (seat, *throw))
}

/// Returns the bound data of a match, for its file.
pub(crate) fn bound(row: &MatchRow) -> Result<BoundData, String> {
    let MatchRow { secret, tag, pact, end, .. } = row;
    let toss = tossed(secret, &read(&pact.offer)?, &read(&pact.begun)?);
    Ok(BoundData {
        offer: pact.offer.clone(),
        pledge: secret.commitment_to(tag, &pact.begun),
        begun: pact.begun.clone(),
        toss: toss.map(|it| it.1).filter(|_| end.is_some()),
        salts: pact.salts.clone(),
    })
}

/// Checks that a file is about what its commitments bind; returns what matches, line by line.
pub(crate) fn check(export: &Export, secret: &Secret) -> Result<Vec<String>, String> {
    let Export {
        tag, commitment, game, options, start, clock, room_time, rated, words: added, ..
    } = export;
    let fits = words::secret_fits(tag);
    if export.is_of_first_form() {
        let fit = secret.commitment(tag) == commitment.to_lowercase();
        return if fit { Ok(vec![fits]) } else { Err(words::secret_differs()) };
    }
    let bound = export.bound.as_ref().ok_or_else(words::no_covered_text)?;
    let commits = |to: &str, shown: &str| secret.commitment_to(tag, to) == shown.to_lowercase();
    if !commits(&bound.offer, commitment) || !commits(&bound.begun, &bound.pledge) {
        return Err(words::secret_differs());
    }
    let offered: Offered = read(&bound.offer)?;
    let begun: BoundStart = read(&bound.begun)?;
    let by = begun.players.get(begun.challenger);
    let to = begun.players.get(begun.challenger.other());
    let start = start.as_ref().map(|saved| json!({ "state": saved.state, "last": saved.last }));
    let same_start = match (&offered.start, &start) {
        (Some(bound), Some(start)) => same(bound, start),
        (None, None) => true,
        _ => false,
    };
    let agreed = [
        (offered.game == *game, CommitmentCover::Game),
        (same(&offered.options, options), CommitmentCover::Variation),
        (same_start, CommitmentCover::Start),
        (offered.clock == *clock && offered.room_time == *room_time, CommitmentCover::Clock),
        // A result annulled by a moderator stays in its file.
        (offered.rated || !rated, CommitmentCover::Rating),
        (begun.offer == commitment.to_lowercase(), CommitmentCover::Challenge),
        (
            offered.by == *by && offered.to.as_ref().is_none_or(|it| it == to),
            CommitmentCover::Players,
        ),
        (begun.words == *added, CommitmentCover::Words),
    ];
    if let Some((_, what)) = agreed.iter().find(|it| !it.0) {
        return Err(words::commitment_differs(*what));
    }
    let side = game.sides()[begun.challenger.index()];
    let sides = match (tossed(secret, &offered, &begun), bound.toss) {
        (Some((seat, throw)), Some(told)) if seat == begun.challenger && throw == told => {
            words::toss_gave(side)
        }
        (None, None) if offered.side == SideWish::from(begun.challenger) => words::asked_for(side),
        _ => return Err(words::toss_differs()),
    };
    Ok(vec![fits, words::terms_fit(), sides])
}

/// Reads a text that a commitment binds.
///
/// # Errors
/// If it is none.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|_| words::covered_text_unreadable())
}

/// Writes what a commitment binds, as the text that is hashed.
///
/// # Errors
/// If it can't be written as JSON.
pub fn written(bound: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(bound).map_err(|err| err.to_string())
}

fn blank_start(game: GameId, start: &Saved) -> Value {
    let Saved { rules, state, last } = start;
    let reads = |value: &Value| {
        let saved =
            Saved { rules: *rules, state: value["state"].clone(), last: value["last"].clone() };
        game.resume(&saved).is_ok()
    };
    without_free_texts(&json!({ "state": state, "last": last }), &reads)
}

/// Removes free texts, such as names that players chose. The rules don't depend on them, and a
/// person in them may have to be forgotten.
fn without_free_texts(value: &Value, reads: &dyn Fn(&Value) -> bool) -> Value {
    let mut places = Vec::new();
    texts(value, String::new(), &mut places);
    let free = |place: &String| {
        let mut other = value.clone();
        other.pointer_mut(place).is_some_and(|text| {
            *text = Value::from(SOMETHING);
            true
        }) && reads(&other)
    };
    let places: Vec<String> = places.into_iter().filter(free).collect();
    let mut out = value.clone();
    for place in places {
        if let Some(text) = out.pointer_mut(&place) {
            *text = any_text();
        }
    }
    out
}

/// Lists where texts are in a value, as JSON pointers.
fn texts(value: &Value, here: String, out: &mut Vec<String>) {
    match value {
        Value::String(_) => out.push(here),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, it)| texts(it, format!("{here}/{n}"), out));
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                texts(item, format!("{here}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        _ => {}
    }
}

/// Tells whether a value equals the bound one; free texts may differ.
fn same(bound: &Value, value: &Value) -> bool {
    match (bound, value) {
        (any, Value::String(_)) if *any == any_text() => true,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_mean_nothing_to_the_rules_are_left_out() {
        let game = GameId::Amtgard;
        let options = game.options("duel=reeve reeve-name=Egil").unwrap();
        let bound = without_free_texts(&options, &|value| game.variation(value.clone()).is_ok());
        assert_eq!((&bound["duel"], &bound["reeve"]), (&json!("reeve"), &any_text()));
        assert!(same(&bound, &options));
        let renamed = game.options("duel=reeve reeve-name=Zed").unwrap();
        assert!(same(&bound, &renamed));
        for other in ["duel=reeve", "duel=dice", "duel=stance open=side"] {
            assert!(!same(&bound, &game.options(other).unwrap()), "{other}");
        }
        let usual = GameId::Trapdoor.options("").unwrap();
        let reads = |value: &Value| GameId::Trapdoor.variation(value.clone()).is_ok();
        assert_eq!(without_free_texts(&usual, &reads), usual);
    }

    #[test]
    fn nothing_but_a_text_stands_for_a_free_text() {
        let bound = json!({ "a": [any_text(), 1, null] });
        assert!(same(&bound, &json!({ "a": ["x", 1, null] })));
        for other in
            [json!([1, 1, null]), json!(["x", 1]), json!([null, 1, null]), json!(["x", 1, "x"])]
        {
            assert!(!same(&bound, &json!({ "a": other.clone() })), "{other}");
        }
    }
}
