//! How a player's matches went, as far as the bot has thought about them already.
use std::{collections::BTreeMap, sync::Arc};

use engine::{
    games::GameId,
    mind::{Analysis, ChanceRise, Moment},
    seat::Seat,
};
use model::ids::MatchId;
use store::MatchRow;

use service::{
    RequestError,
    context::RequestContext,
    matches::no_advice::{JudgedMatch, RatedPositions, concerned},
    thinking,
};

/// The least rise worth telling, in percent.
const WORTH_TELLING: u32 = 5;

/// The step at which the chances of somebody who won rose most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BestStep {
    pub(super) of: MatchId,
    pub(super) rise: ChanceRise,
    /// The side that played the step, and what it did.
    pub(super) by: &'static str,
    pub(super) says: String,
}

/// What luck gave to somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LuckInAll {
    /// In matches; negative if luck cost that.
    pub(super) gained: f64,
    /// In how many matches.
    pub(super) matches: u32,
}

/// Returns the analyses of these matches that are known, by match. Those that went through a position
/// of a running rated match of their players are left out.
pub(super) fn analyses(
    cx: &RequestContext<'_>,
    matches: &[&MatchRow],
) -> Result<BTreeMap<MatchId, Arc<Analysis>>, RequestError> {
    let mut found = BTreeMap::new();
    for row in matches {
        let Some(analysis) = thinking::analysis::known(cx, row)? else { continue };
        let people = concerned(cx.tx, row.id, &row.seats)?;
        let guarded = RatedPositions::heard(cx.tx, &people, cx.room.id, JudgedMatch::of(row))?;
        if guarded.find_among(JudgedMatch::of(row), &cx.tx.steps(row.id)?)?.is_none() {
            found.insert(row.id, analysis);
        }
    }
    Ok(found)
}

/// Returns the step at which a seat's chances rose most, if that is worth telling.
pub(super) fn best_step(
    of: MatchId,
    game: GameId,
    seat: Seat,
    analysis: &Analysis,
) -> Option<BestStep> {
    let rise = analysis.greatest_rise(seat).filter(|rise| WORTH_TELLING <= rise.size())?;
    let Moment { seat: by, says, .. } = analysis.moments.get(rise.step as usize - 1)?;
    Some(BestStep { of, rise, by: game.sides()[by.index()], says: says.clone() })
}

/// Adds what luck gave to a seat in a match.
pub(super) fn add_luck(sum: &mut Option<LuckInAll>, seat: Seat, analysis: &Analysis) {
    if analysis.moments.iter().all(|it| it.luck == 0.0) {
        return;
    }
    let LuckInAll { gained, matches } = sum.get_or_insert(LuckInAll { gained: 0.0, matches: 0 });
    *gained += analysis.luck.get(seat);
    *matches += 1;
}

#[cfg(test)]
mod tests {
    use engine::seat::BySeat;

    use super::*;

    fn analysis(start: f64, steps: &[(f64, f64)], luck: [f64; 2]) -> Analysis {
        let moment = |&(chance, luck): &(f64, f64)| Moment {
            seat: Seat::First,
            words: "f8-f9".to_owned(),
            says: "f8 → f9".to_owned(),
            chance,
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
    fn the_greatest_rise_is_that_of_the_own_chances() {
        let analysis =
            analysis(0.5, &[(0.52, 0.0), (0.31, 0.0), (0.78, 0.0), (0.6, 0.0)], [0.0; 2]);
        let found = |seat| best_step(MatchId(3), GameId::Draughts, seat, &analysis);
        let (by, says) = ("Black", "f8 → f9".to_owned());
        let rise = ChanceRise { step: 3, before: 31, after: 78 };
        let best = BestStep { of: MatchId(3), rise, by, says };
        assert_eq!(found(Seat::First), Some(best.clone()));
        let second = BestStep { rise: ChanceRise { step: 2, before: 48, after: 69 }, ..best };
        assert_eq!(found(Seat::Second), Some(second));
    }

    #[test]
    fn a_little_rise_and_a_match_without_luck_tell_nothing() {
        let even = analysis(0.5, &[(0.54, 0.0), (0.5, 0.0), (0.54, 0.0)], [0.0; 2]);
        assert_eq!(best_step(MatchId(1), GameId::Draughts, Seat::First, &even), None);
        assert_eq!(
            best_step(MatchId(1), GameId::Draughts, Seat::First, &analysis(0.5, &[], [0.0; 2])),
            None
        );
        let mut luck = None;
        add_luck(&mut luck, Seat::First, &even);
        assert_eq!(luck, None);
        add_luck(&mut luck, Seat::Second, &analysis(0.5, &[(0.6, 0.1)], [0.1, -0.1]));
        add_luck(&mut luck, Seat::First, &analysis(0.5, &[(0.8, 0.3)], [0.3, -0.3]));
        let LuckInAll { gained, matches } = luck.unwrap();
        assert!((gained - 0.2).abs() < 1e-9 && matches == 2, "{gained} {matches}");
    }
}
