//! The match number in a line of words for it: `#12 c3-d4`, `c3-d4 #12`, `odds #12 b4xc5`.
use engine::refusal::Refusal;

use crate::command::match_number;
use crate::service::{Fault, RequestContext};
use crate::store::MatchId;

impl RequestContext<'_> {
    /// Splits a line into a match number and the words for it. In the middle, `#2` may also be a
    /// word of the game, such as a kicker: it is a match number only if the whole line fits no
    /// match, and the asker plays in that one.
    pub(in crate::service) fn split_number(
        &self,
        line: &str,
    ) -> Result<(Option<MatchId>, String), Fault> {
        let (of, words) = with_number(line)?;
        let said: Vec<&str> = words.split_whitespace().collect();
        let Some(nth) = said.iter().position(|it| is_number(it)) else {
            return Ok((of, words.to_owned()));
        };
        let mine = self.tx.running_of(self.me.id)?;
        let named = said[nth].trim_start_matches('#');
        if of.is_some() || !mine.iter().any(|it| it.id.to_string() == named) {
            return Ok((of, words.to_owned()));
        }
        for row in mine {
            if self.fits(self.sit_down(row)?, words)? {
                return Ok((of, words.to_owned()));
            }
        }
        Ok((Some(match_number(named)?), [&said[..nth], &said[nth + 1..]].concat().join(" ")))
    }
}

/// Splits `#12 c3-d4` or `c3-d4 #12` into the match number and the words.
fn with_number(line: &str) -> Result<(Option<MatchId>, &str), Refusal> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (before, last) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let (number, words) = match (is_number(first), is_number(last)) {
        (true, _) => (first, rest.trim()),
        (false, true) => (last, before.trim()),
        (false, false) => return Ok((None, line)),
    };
    Ok((Some(match_number(number)?), words))
}

fn is_number(word: &str) -> bool {
    word.strip_prefix('#')
        .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}
