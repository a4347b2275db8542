//! A match, or part of one, as a film.
use engine::{refusal::Refusal, seat::Seat};
use model::{
    reply::{Moving, Reply, Stretch},
    text::Text,
};

use service::{
    MOST_PICTURES, RequestError,
    context::RequestContext,
    matches::{self, seat::heading},
    telling,
};

use crate::{commands::Replay, words};

/// The normal speed, in percent.
const USUAL: u16 = 100;
/// The slowest and the fastest speed, in percent.
const SPEEDS: std::ops::RangeInclusive<f64> = 20.0..=1000.0;

pub(crate) fn replay(cx: &mut RequestContext<'_>, said: &Replay) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, said.of)?;
    let id = loaded.row.id;
    let last = loaded.step.step;
    let from = said.from.unwrap_or(0);
    let to = said.to.unwrap_or(last);
    if to < from || last < to {
        return Err(words::no_such_steps(id, from, to, last).into());
    }
    let speed = said.speed.as_deref().map_or(Ok(USUAL), read_speed)?;
    let mut lines = vec![Text::plain(heading(&loaded))];
    if to < last {
        let gone = || RequestError::Broken(format!("step {to} of match {id} is missing"));
        let step = cx.tx.live_step(id, to)?.ok_or_else(gone)?;
        // The result belongs only to the end.
        let row = store::MatchRow { end: None, ..loaded.row.clone() };
        loaded = matches::find::load_at(cx, row, step)?;
    } else {
        let end = loaded.row.end.as_ref();
        let said = end.map(|it| telling::end::verdict(&loaded, it)).transpose()?;
        lines.extend(said.map(Text::strong));
    }
    if 0 < from || to < last {
        lines.push(Text::Plain(words::steps_of(from, to, last)));
    }
    let every = (to - from).div_ceil(MOST_PICTURES).max(1);
    if 1 < every {
        lines.push(words::one_step_in(every, id, from, MOST_PICTURES));
    }
    let own = loaded.seat_of(cx.me.id).unwrap_or(Seat::First);
    let mut picture = telling::turn::picture(cx, &loaded, None, &cx.me, own);
    picture.moving = Moving::Match(Stretch { from, every, speed });
    // Clocks belong to the present.
    picture.clocks = [None, None];
    picture.left = [None, None];
    cx.say(Reply::room(Text::Lines(lines)).picture(picture));
    Ok(())
}

/// Reads a speed, such as `2`, `0.5`, `2x` or `150%`, as a percentage.
fn read_speed(said: &str) -> Result<u16, Refusal> {
    let lower = said.to_lowercase().replace(',', ".");
    let (number, unit) = match lower.strip_suffix('%') {
        Some(number) => (number, 1.0),
        None => (lower.trim_matches(['x', '×']), 100.0),
    };
    let percent = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let percent = percent.filter(|percent| SPEEDS.contains(percent));
    percent.map(|it| it.round() as u16).ok_or_else(|| words::no_speed(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read() {
        for (said, percent) in
            [("1", 100), ("2x", 200), ("x2", 200), ("0,5", 50), ("150%", 150), ("10", 1000)]
        {
            assert_eq!(read_speed(said).ok(), Some(percent), "{said}");
        }
        for said in ["0", "-1", "11", "fast", "", "NaN", "inf", "1e9", "%"] {
            assert!(read_speed(said).is_err(), "{said}");
        }
    }
}
