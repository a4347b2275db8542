//! What actions bring on the field, in a clause: `leaves the goalie 3 squares from the ball`.
use crate::games::metasoccer::{Metasoccer, squad::Id};
use crate::seat::Seat;

impl Metasoccer {
    /// Says how near a side has brought the ball to the goal, or to the ball its goalie; none if both are where they were, or
    /// after a goal.
    pub(in crate::games::metasoccer) fn brings(
        &self,
        seat: Seat,
        after: &Metasoccer,
    ) -> Option<String> {
        if after.score != self.score {
            return None;
        }
        let carried = |game: &Metasoccer| {
            let carrier = game.squad.ball.filter(|it| it.seat == seat)?;
            Some(game.goal_steps(seat, game.squad.at(carrier)?))
        };
        if let Some(far) = carried(after) {
            let is_nearer = carried(self).is_none_or(|before| far < before);
            return is_nearer.then(|| format!("brings the ball to {} from the goal", squares(far)));
        }
        let goalie = |game: &Metasoccer| game.squad.at(Id::goalie(seat));
        let (at, ball) = (goalie(after)?, after.squad.ball_at()?);
        (goalie(self) != Some(at) && after.options.field.holds(at))
            .then(|| format!("leaves the goalie {} from the ball", squares(at.far(ball))))
    }
}

fn squares(far: i8) -> String {
    match far {
        1 => "1 square".to_owned(),
        _ => format!("{far} squares"),
    }
}
