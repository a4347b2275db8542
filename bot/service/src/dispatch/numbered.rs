//! The match number in a line of words for it: `#12 c3-d4`, `c3-d4 #12`, `odds #12 b4xc5`.
use command::{is_match_number, match_number, with_number};
use model::ids::MatchId;

use crate::{RequestError, context::RequestContext, dispatch, matches};

/// Splits a line into a match number and the words for it. In the middle, `#2` may also be a
/// word of the game, such as a kicker: it is a match number only if the whole line fits no
/// match, and the asker plays in that one.
pub fn split_number(
    cx: &RequestContext<'_>,
    line: &str,
) -> Result<(Option<MatchId>, String), RequestError> {
    let (of, words) = with_number(line)?;
    let said: Vec<&str> = words.split_whitespace().collect();
    let Some(nth) = said.iter().position(|it| is_match_number(it)) else {
        return Ok((of, words.to_owned()));
    };
    let mine = cx.tx.running_of(cx.me.id)?;
    let named = said[nth].trim_start_matches('#');
    if of.is_some() || !mine.iter().any(|row| row.id.to_string() == named) {
        return Ok((of, words.to_owned()));
    }
    for row in mine {
        if dispatch::moves::fits(cx, matches::find::load(cx, row)?, words)? {
            return Ok((of, words.to_owned()));
        }
    }
    Ok((Some(match_number(named)?), [&said[..nth], &said[nth + 1..]].concat().join(" ")))
}
