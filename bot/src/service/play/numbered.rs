//! The match number in a line of words for it: `#12 c3-d4`, `c3-d4 #12`, `odds #12 b4xc5`.
use engine::refusal::Refusal;

use crate::command::{self, Args, Verb};
use crate::service::{Fault, RequestContext};

impl RequestContext<'_> {
    /// Splits a line into a match number and the words for it. In the middle, `#2` may also be a
    /// word of the game, such as a kicker: it is a match number only if the whole line fits no
    /// match, and the asker plays in that one.
    pub(in crate::service) fn split_number(&self, line: &str) -> Result<(Args, String), Fault> {
        let (mut args, words) = with_number(line)?;
        let said: Vec<&str> = words.split_whitespace().collect();
        let Some(nth) = said.iter().position(|it| is_number(it)) else {
            return Ok((args, words.to_owned()));
        };
        let mine = self.tx.running_of(self.me.id)?;
        let named = said[nth].trim_start_matches('#');
        if args.get("match").is_some() || !mine.iter().any(|it| it.id.to_string() == named) {
            return Ok((args, words.to_owned()));
        }
        for row in mine {
            if self.fits(self.sit_down(row)?, words)? {
                return Ok((args, words.to_owned()));
            }
        }
        put_number(&mut args, named)?;
        Ok((args, [&said[..nth], &said[nth + 1..]].concat().join(" ")))
    }
}

/// Splits `#12 c3-d4` or `c3-d4 #12` into the match number and the words.
fn with_number(line: &str) -> Result<(Args, &str), Refusal> {
    let mut args = Args::default();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (before, last) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let (number, words) = match (is_number(first), is_number(last)) {
        (true, _) => (first, rest.trim()),
        (false, true) => (last, before.trim()),
        (false, false) => return Ok((args, line)),
    };
    put_number(&mut args, number)?;
    Ok((args, words))
}

fn put_number(args: &mut Args, number: &str) -> Result<(), Refusal> {
    match command::find(command::name(Verb::Play)) {
        Some(spec) => args.put(spec, "match", number),
        None => Ok(()),
    }
}

fn is_number(word: &str) -> bool {
    word.strip_prefix('#')
        .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}
