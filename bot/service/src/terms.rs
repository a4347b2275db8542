//! The terms of a challenge: how they are read and worded.
use engine::{
    chance::{Dice, StepKey},
    games::GameId,
    refusal::Refusal,
    scene::{self, Scene},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{reply::Begins, text::Text};
use proof::opened_from;
use serde_json::Value;
use store::{SideWish, Terms};

use crate::{RequestError, words};

/// The longest word for the dice, in characters.
const LONGEST_WORD: usize = 64;

/// Words the terms: `Trapdoor Checkers (Continental), 3 days per turn, rated`.
pub fn terms_in_words(terms: &Terms) -> Result<String, Refusal> {
    let variation = terms.game.variation(terms.options.clone())?;
    Ok(words::terms(terms, variation))
}

/// Words the terms where the game is named already: `Continental, 3 days per turn, rated`.
pub(crate) fn terms_beside_game(terms: &Terms) -> Result<String, Refusal> {
    let variation = terms.game.variation(terms.options.clone())?;
    Ok(words::terms_beside_game(terms, variation))
}

/// Returns the names and values of what was agreed beyond the usual game.
pub fn agreed(terms: &Terms) -> Vec<String> {
    let usual = terms.game.options("").unwrap_or_default();
    let Value::Object(options) = &terms.options else { return Vec::new() };
    let mut out = Vec::new();
    for (name, value) in options.iter().filter(|(name, value)| usual.get(name) != Some(value)) {
        let (name, word) = (name.replace('_', "-"), value.as_str().map(str::to_lowercase));
        out.push(format!("{name}={}", word.clone().unwrap_or_else(|| value.to_string())));
        out.push(name);
        out.extend(word);
    }
    if terms.game.options("quick").is_ok_and(|quick| quick == terms.options) {
        out.push("quick".to_owned());
    }
    out
}

/// Dice to find out whether a match can be opened; the result is discarded.
pub fn probing_dice() -> Dice {
    Dice::fair(&engine::fair::Seed::from_bytes([0; 32]), StepKey { step: 0, take: 0 })
}

/// Opens a match on its terms.
///
/// # Errors
/// If the options can't be played, or the starting position can't be loaded.
pub fn opened(terms: &Terms, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
    opened_from(terms.game, &terms.options, terms.start.as_ref(), dice)
}

/// Shows a match's starting position in characters, and says what will be different.
///
/// # Errors
/// As [`opened`].
pub(super) fn beginning(terms: &Terms) -> Result<Vec<Text>, Refusal> {
    let table = opened(terms, &mut probing_dice())?;
    let [first, second] = terms.game.sides().map(str::to_owned);
    let names = BySeat { first, second };
    let board = scene::ascii(&table.show(Observer { viewer: Viewer::Room, names: &names }));
    let mut lines = vec![Text::Block(board)];
    if terms.start.is_some() && Seat::BOTH.iter().any(|&seat| table.hand(seat).is_some()) {
        lines.push(words::dealt_again());
    }
    Ok(lines)
}

/// Describes how a match on some terms would start.
///
/// # Errors
/// As [`terms_in_words`].
pub(super) fn board_to_begin(terms: &Terms, theme: &str) -> Result<Begins, RequestError> {
    let Terms { game, options, start, .. } = terms;
    let variation = game.variation(options.clone())?;
    Ok(Begins {
        title: game.title().to_owned(),
        lines: words::terms_in_lines(terms, variation),
        game: *game,
        options: options.clone(),
        start: start.clone(),
        theme: theme.to_owned(),
    })
}

/// Returns the board the match would start from.
///
/// # Errors
/// As [`opened`].
pub fn begins_scene(begins: &Begins) -> Result<Scene, Refusal> {
    let Begins { title: _, lines: _, game, options, start, theme: _ } = begins;
    let table = opened_from(*game, options, start.as_ref(), &mut probing_dice())?;
    let [first, second] = game.sides().map(str::to_owned);
    let names = BySeat { first, second };
    Ok(table.show(Observer { viewer: Viewer::Room, names: &names }))
}

/// Returns the seat a challenger asked for.
pub(super) fn wished_seat(side: SideWish) -> Option<Seat> {
    match side {
        SideWish::Random => None,
        SideWish::First => Some(Seat::First),
        SideWish::Second => Some(Seat::Second),
    }
}

/// Reads the side a challenger wants.
pub fn side_wish(game: GameId, said: &str) -> Result<SideWish, Refusal> {
    let [first, second] = game.sides().map(str::to_lowercase);
    match said.to_lowercase() {
        side if side == "random" => Ok(SideWish::Random),
        side if side == first || side == "first" => Ok(SideWish::First),
        side if side == second || side == "second" => Ok(SideWish::Second),
        _ => Err(words::no_such_side(game, said)),
    }
}

/// Reads a word for the dice.
pub fn word(said: Option<&str>) -> Result<String, Refusal> {
    let word = said.unwrap_or("");
    if LONGEST_WORD < word.chars().count() {
        return Err(words::word_too_long(LONGEST_WORD));
    }
    Ok(word.to_owned())
}
