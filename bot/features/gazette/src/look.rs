//! Looks at a week's matches for what turned them and where luck was, outside the turn of the service.
use engine::{
    mind::{Analysis, ChanceRise},
    seat::Seat,
};
use model::ids::MatchId;
use service::{
    RequestError,
    context::{RequestContext, insights::Wanted},
    matches::{
        self,
        no_advice::{JudgedMatch, RatedPositions, concerned},
    },
    thinking,
};
use store::MatchRow;

use super::{
    rows::{LuckyStep, TurnedMatch, UnluckyPlayer, WeekInMatches},
    week,
};

/// How many matches of a week are looked at: the last ones.
const MOST: usize = 8;

/// How many steps a match has at least and at most that is looked at.
const STEPS: std::ops::RangeInclusive<usize> = 4..=400;

/// The least rise, and the least luck, worth telling, in percent.
const WORTH_TELLING: u32 = 5;

/// Looks at those matches that weren't looked at yet. Returns the thinking that is needed for the next
/// one, if any.
pub(super) fn look(
    cx: &RequestContext<'_>,
    matches: &[MatchRow],
    found: &mut WeekInMatches,
) -> Result<Option<Box<Wanted>>, RequestError> {
    for row in &matches[matches.len().saturating_sub(MOST)..] {
        if found.looked_at.is_some_and(|last| row.id <= last) {
            continue;
        }
        match analysed(cx, row) {
            Err(RequestError::Thinks(wanted)) => return Ok(Some(wanted)),
            Err(RequestError::Store(err)) => return Err(err.into()),
            // It can't be judged; the others can.
            Err(_) | Ok(None) => {}
            Ok(Some(analysis)) => note(row.id, week::winner(row), &analysis, found),
        }
        found.looked_at = Some(row.id);
    }
    Ok(None)
}

/// Analyses a match; nothing if it has too few or too many steps, or a running rated match of its
/// players stands at one of its positions.
fn analysed(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<std::sync::Arc<Analysis>>, RequestError> {
    let steps = cx.tx.steps(row.id)?;
    if !STEPS.contains(&steps.len()) {
        return Ok(None);
    }
    let people = concerned(cx.tx, row.id, &row.seats)?;
    let guarded = RatedPositions::heard(cx.tx, &people, row.room, JudgedMatch::of(row))?;
    if guarded.find_among(JudgedMatch::of(row), &steps)?.is_some() {
        return Ok(None);
    }
    let loaded = matches::find::load(cx, row.clone())?;
    thinking::analysis::analysed(cx, &loaded, &steps, None).map(Some)
}

/// Notes what a match has beyond those before it.
fn note(of: MatchId, winner: Option<Seat>, analysis: &Analysis, found: &mut WeekInMatches) {
    let percent = |share: f64| (100.0 * share).round().clamp(0.0, 100.0) as u32;
    let turned = winner.and_then(|winner| analysis.greatest_rise(winner));
    let most =
        found.turned.as_ref().map_or(WORTH_TELLING - 1, |turned| turned.after - turned.before);
    if let Some(rise) = turned.filter(|rise| most < rise.size()) {
        let ChanceRise { step, before, after } = rise;
        found.turned = Some(TurnedMatch { of, step, before, after });
    }
    for (step, moment) in (1..).zip(&analysis.moments) {
        let luck = &moment.luck;
        let gained = percent(luck.abs());
        if found.lucky.as_ref().map_or(WORTH_TELLING - 1, |it| it.gained) < gained {
            let seat = if 0.0 < *luck { Seat::First } else { Seat::Second };
            found.lucky = Some(LuckyStep { of, step, seat, gained });
        }
    }
    for seat in Seat::BOTH {
        let lost = percent(-analysis.luck.get(seat));
        if found.unlucky.as_ref().map_or(WORTH_TELLING - 1, |it| it.lost) < lost {
            found.unlucky = Some(UnluckyPlayer { of, seat, lost });
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{mind::Moment, seat::BySeat};

    use super::*;

    fn analysis(start: f64, steps: &[(f64, f64)], luck: [f64; 2]) -> Analysis {
        let moment = |&(chance, luck): &(f64, f64)| Moment {
            seat: Seat::First,
            words: "f8-f9".to_owned(),
            chance,
            says: String::new(),
            better: None,
            only: false,
            lost: 0.0,
            margin: 0.0,
            luck,
            point: None,
        };
        Analysis {
            start,
            moments: steps.iter().map(moment).collect(),
            turning: Vec::new(),
            luck: BySeat { first: luck[0], second: luck[1] },
        }
    }

    #[test]
    fn the_greatest_rise_of_the_winner_and_the_greatest_luck_of_all_matches_are_kept() {
        let mut found = WeekInMatches::default();
        let steps = [(0.52, 0.0), (0.31, -0.04), (0.78, 0.2), (0.6, 0.0)];
        note(MatchId(1), Some(Seat::First), &analysis(0.5, &steps, [0.16, -0.16]), &mut found);
        let first = TurnedMatch { of: MatchId(1), step: 3, before: 31, after: 78 };
        assert_eq!(found.turned, Some(first.clone()));
        let lucky = LuckyStep { of: MatchId(1), step: 3, seat: Seat::First, gained: 20 };
        assert_eq!(found.lucky, Some(lucky));
        let unlucky = UnluckyPlayer { of: MatchId(1), seat: Seat::Second, lost: 16 };
        assert_eq!(found.unlucky, Some(unlucky));
        // A smaller rise, also of a draw, changes nothing, and more bad luck of another does.
        note(MatchId(2), Some(Seat::First), &analysis(0.5, &[(0.9, 0.0)], [-0.3, 0.3]), &mut found);
        note(MatchId(3), None, &analysis(0.1, &[(0.9, -0.25)], [0.0, 0.0]), &mut found);
        assert_eq!(found.turned, Some(first));
        let unlucky = UnluckyPlayer { of: MatchId(2), seat: Seat::First, lost: 30 };
        assert_eq!(found.unlucky, Some(unlucky));
        let lucky = LuckyStep { of: MatchId(3), step: 1, seat: Seat::Second, gained: 25 };
        assert_eq!(found.lucky, Some(lucky));
        // The chances of the second seat are the rest.
        note(
            MatchId(4),
            Some(Seat::Second),
            &analysis(0.5, &[(0.9, 0.0), (0.2, 0.0)], [0.0; 2]),
            &mut found,
        );
        let turned = TurnedMatch { of: MatchId(4), step: 2, before: 10, after: 80 };
        assert_eq!(found.turned, Some(turned));
    }

    #[test]
    fn a_little_more_is_not_worth_telling() {
        let mut found = WeekInMatches::default();
        let steps = [(0.54, 0.04), (0.58, -0.04)];
        note(MatchId(1), Some(Seat::First), &analysis(0.5, &steps, [0.04, -0.04]), &mut found);
        assert_eq!(found, WeekInMatches::default());
    }
}
