//! Lines that ask: features answer them, and nothing is done.
use command::Line;
use model::ids::MatchId;

use crate::{
    RequestError, authority,
    context::{
        RequestContext,
        seam::{self, HeardWords},
    },
    play::words,
};

/// Has a line that asks answered; `of` is the match if it was named.
pub(crate) fn answer_question(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    line: &Line,
) -> Result<(), RequestError> {
    authority::decide::admit(cx, cx.verb)?;
    let asked = line.text();
    if seam::heard(cx, HeardWords::Asks { of, line })?
        || of.is_none() && seam::heard(cx, HeardWords::Question(asked))?
    {
        return Ok(());
    }
    Err(words::unknown_words(asked).into())
}
