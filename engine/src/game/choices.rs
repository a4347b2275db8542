//! What may be done, and words read against it.
use super::Game;
use crate::{quote::short, refusal::Refusal};

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices<A> {
    pub listed: Vec<A>,
    /// What else may be typed, where not everything can be listed.
    pub grammar: Option<&'static str>,
}

impl<A> Choices<A> {
    /// Offers exactly these.
    pub fn listed(listed: Vec<A>) -> Choices<A> {
        Choices { listed, grammar: None }
    }

    /// Offers nothing: the seat owes no decision.
    pub fn none() -> Choices<A> {
        Choices::listed(Vec::new())
    }
}

/// Reads words against a list: case, blanks and the trailing full stop don't matter, a beginning is never played.
///
/// # Errors
/// [`Code::Ambiguous`] with the completions for a beginning, [`Code::Illegal`] with what is open for anything else.
pub fn read_listed<G: Game>(
    game: &G,
    choices: Choices<G::Action>,
    text: &str,
) -> Result<G::Action, Refusal> {
    let wanted = plain(text);
    let mut offered = Vec::new();
    for action in choices.listed {
        let written = game.write(&action);
        if plain(&written) == wanted {
            return Ok(action);
        }
        offered.push(written);
    }
    if wanted.is_empty() {
        return Err(Refusal::unreadable("That message was empty.").instead(offered));
    }
    let completions: Vec<String> =
        offered.iter().filter(|choice| plain(choice).starts_with(&wanted)).cloned().collect();
    if completions.is_empty() {
        return Err(
            Refusal::illegal(format!("You can't play `{}` now.", short(text))).instead(offered)
        );
    }
    Err(Refusal::unfinished(text, completions))
}

fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
