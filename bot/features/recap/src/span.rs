//! Which time a recap is about: a year in the person's time zone, or a season.
use store::{StoreError, ZONE};

use super::words;
use service::{RequestError, context::RequestContext, ratings::season::Season};

/// The first year that can be asked for.
const FIRST: i16 = 1970;

/// The time of a recap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecapTime {
    pub(super) is_season: bool,
    /// As it is typed and told: `2026` or `2026-Q4`.
    pub(super) said: String,
    /// The start and the end, in Unix seconds.
    pub(super) span: (i64, i64),
}

/// Finds out which time is meant. Where a year or season isn't named and has no match of the asker
/// yet, it is the one before.
pub(super) fn meant(
    cx: &RequestContext<'_>,
    which: Option<&str>,
) -> Result<RecapTime, RequestError> {
    let said = which.unwrap_or("year").trim();
    let lower = said.to_lowercase();
    let unknown = || words::no_such_time(said);
    let this_year = year_of(cx).ok_or_else(unknown)?;
    let present = Season::of(cx.now);
    match lower.as_str() {
        "year" => {
            let [now, before] = [this_year, this_year - 1].map(|it| year(cx, it));
            Ok(played_in(cx, now.ok_or_else(unknown)?, before)?)
        }
        "season" => Ok(played_in(cx, season(present), Some(season(present.before())))?),
        named => {
            if let Some(found) = Season::read(named).filter(|it| *it <= present) {
                return Ok(season(found));
            }
            let digits = named.len() == 4 && named.bytes().all(|it| it.is_ascii_digit());
            let number = named.parse::<i16>().ok().filter(|_| digits);
            let number = number.filter(|year| (FIRST..=this_year).contains(year));
            Ok(number.and_then(|it| year(cx, it)).ok_or_else(unknown)?)
        }
    }
}

/// Returns the running time, or the one before if the asker has no result in the running one.
fn played_in(
    cx: &RequestContext<'_>,
    running: RecapTime,
    before: Option<RecapTime>,
) -> Result<RecapTime, StoreError> {
    let results = |time: &RecapTime| cx.tx.results_between(cx.me.id, time.span);
    Ok(match before {
        Some(before) if results(&running)?.is_empty() && !results(&before)?.is_empty() => before,
        _ => running,
    })
}

/// Returns the year that it is for the asker.
fn year_of(cx: &RequestContext<'_>) -> Option<i16> {
    cx.me.settings.get(&ZONE).say(cx.now).split('-').next()?.parse().ok()
}

fn year(cx: &RequestContext<'_>, year: i16) -> Option<RecapTime> {
    let begins = |year: i16| cx.me.settings.get(&ZONE).day(&format!("{year:04}-01-01"), cx.now);
    let span = (begins(year)?, begins(year + 1)?);
    Some(RecapTime { is_season: false, said: year.to_string(), span })
}

fn season(season: Season) -> RecapTime {
    RecapTime { is_season: true, said: season.to_string(), span: season.span() }
}
