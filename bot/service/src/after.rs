//! What follows the end of a match, in its one order. The ratings are counted before it is told.
use store::CompetitionRules;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    ladder, league, lobby, telling,
};

/// Goes on with the competition of a match whose end was told by the replies from `told` on.
pub(crate) fn match_ended(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    told: usize,
) -> Result<(), RequestError> {
    if let Some((competition, round)) = cx.tx.competition_of(loaded.row.id)?
        && competition.ended_at.is_none()
    {
        match competition.rules {
            CompetitionRules::Series { .. } => {
                lobby::series::go_on_in_series(cx, loaded, &competition, round)?;
            }
            CompetitionRules::League { league, season, .. } => {
                league::rounds::go_on_in_league(cx, league, season, round)?;
            }
            CompetitionRules::Ladder { .. } => ladder::climb(cx, loaded, competition.id)?,
        }
    }
    // Those whose next match begins at once are pinged by its board alone.
    telling::rooms::ping_once(cx, told);
    Ok(())
}
