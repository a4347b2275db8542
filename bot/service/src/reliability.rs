//! How reliable a player is: turns in time, how long their answers take, matches called off.
use engine::{match_rules::Ending, seat::Seat};
use model::text::Text;
use store::{CalledOff, EndedTurn, Person};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    words,
};

/// The fewest turns that say something about a player.
const FEWEST: usize = 3;

/// Records that a seat's turn has ended; practice isn't counted.
pub fn turn_ended(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    turn: EndedTurn,
) -> Result<(), RequestError> {
    if loaded.is_practice() || loaded.is_of_room(seat) {
        return Ok(());
    }
    Ok(cx.tx.add_turn(*loaded.row.seats.get(seat), loaded.row.id, turn, cx.now)?)
}

/// Records the turn that a player lost the match by.
pub(crate) fn turn_ran_out(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    let Some(Ending::TimedOut(seat)) = loaded.row.match_rules.ending() else { return Ok(()) };
    let took = loaded.row.timer.spent(seat, cx.now);
    turn_ended(cx, loaded, seat, EndedTurn { took, in_time: false })
}

/// Says how reliable a person is, as far as anything is known.
pub fn reliability(cx: &RequestContext<'_>, who: &Person) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    let turns = cx.tx.last_turns(who.id)?;
    if let Some(median) = median(turns.iter().map(|it| it.took).collect())
        && FEWEST <= turns.len()
    {
        let in_time = turns.iter().filter(|it| it.in_time).count();
        lines.push(words::turns_in_time(&who.name, in_time, turns.len(), median));
    }
    let CalledOff { times, of } = cx.tx.called_off(who.id)?;
    if 0 < times {
        lines.push(words::calls_off(&who.name, times, of));
    }
    Ok(lines.into_iter().map(Text::Plain).collect())
}

/// Returns the median of some lengths; of an even number, the longer of the middle two.
fn median(mut lengths: Vec<i64>) -> Option<i64> {
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![7]), Some(7));
        assert_eq!(median(vec![9, 1, 5]), Some(5));
        assert_eq!(median(vec![9, 1]), Some(9));
    }
}
