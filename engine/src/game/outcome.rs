//! How a match ended, as data that is put into words when someone is told.
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Game;
use crate::{match_rules::Ending, seat::Seat};

/// How a match ended. `W` says why: [`Game::End`] in the game's own types, [`Why`] everywhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome<W = Why> {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub why: W,
}

/// Why a match of any game ended. [`GameId::why`](crate::games::GameId::why) and
/// [`Table::why`](crate::table::Table::why) put it into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// A rule of the game ended it: a [`Game::End`] as JSON.
    Rule(Value),
    /// The players or moderators ended it, whatever the rules.
    House(Ending),
    /// The words themselves, in files from before the reason was kept as data.
    #[serde(untagged)]
    Words(String),
}

impl<W> Outcome<W> {
    /// Says why in another form.
    pub(crate) fn map<V>(self, form: impl FnOnce(W) -> V) -> Outcome<V> {
        Outcome { winner: self.winner, why: form(self.why) }
    }
}

/// Says why a match of `G` ended, as the end of a sentence: `White has no pieces left`.
///
/// # Errors
/// When the data is none of this game's.
pub(crate) fn why<G: Game>(why: &Why) -> Result<String, String> {
    match why {
        Why::Rule(end) => {
            let end = G::End::deserialize(end);
            let end = end.map_err(|err| format!("no end of {}: {err}", G::TITLE))?;
            Ok(G::why(&end))
        }
        Why::House(ending) => Ok(ending.why(G::SIDES)),
        Why::Words(words) => Ok(words.clone()),
    }
}
