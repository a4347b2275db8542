//! Clauses about shots: what one is aimed at, such as `hits the ball off-centre towards the open goal`, and how many there were.
use crate::games::piecepack::{
    Action, Coin, Event, Piecepack,
    field::{APART, Point, RADIUS, TILE, goal_of_other},
    words::{ask::beside, coin_name, tenths},
};
use crate::{game::PdnStep, physics::Vector, quote::series, seat::Seat};

impl Piecepack {
    /// Says in a clause what a shot hits first as it is aimed, and where that sends the ball unless the shot scores; none
    /// if nothing is flicked.
    pub(in crate::games::piecepack) fn aim_in_short(
        &self,
        seat: Seat,
        action: &Action,
        scores: bool,
    ) -> Option<String> {
        let line = self.first_line(seat, action)?;
        let flicked = match action {
            Action::Flick { kicker, .. } => Coin::Kicker(seat, *kicker),
            _ => Coin::Ball,
        };
        Some(match line.coin() {
            Some(Coin::Ball) => {
                let centre = match beside(line.from, line.way, self.ball) {
                    -4..=4 => "dead centre",
                    _ => "off-centre",
                };
                let way = (self.ball.centred() - line.to.centred()).direction()?;
                let sends = if scores { String::new() } else { self.sends(seat, flicked, way) };
                format!("hits the ball {centre}{sends}")
            }
            Some(coin) => format!("hits {} first", coin_name(coin)),
            None if line.leaves && flicked == Coin::Ball => "goes for the open goal".to_owned(),
            None if line.meets.is_none() && flicked != Coin::Ball => {
                let far = (f64::from(line.to.far(self.ball)) / 100.0).round() as i32;
                format!("stops {} inches from the ball", tenths(100 * far))
            }
            None => return None,
        })
    }

    /// Says where the ball goes that is sent off in a direction by a coin, as the end of a clause.
    fn sends(&self, seat: Seat, by: Coin, way: Vector) -> String {
        let goal = goal_of_other(seat).centred();
        let from = self.ball.centred();
        if way.y * goal.y <= 0.0 {
            return ", away from the goal".to_owned();
        }
        let along = (goal.y - from.y) / way.y;
        let aside = (from.x + way.x * along - goal.x).abs();
        if f64::from(TILE / 2 - RADIUS) / 1000.0 < aside {
            return ", wide of the goal".to_owned();
        }
        let in_way = |(coin, at): &(Coin, Point)| {
            let off = at.centred() - from;
            let ahead = off.dot(way);
            let beside = off - way * ahead;
            let near = f64::from(APART) / 1000.0;
            *coin != Coin::Ball
                && *coin != by
                && (0.0..along).contains(&ahead)
                && beside.dot(beside) < near * near
        };
        let names = self.coins().into_iter().filter(in_way).map(|it| coin_name(it.0));
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            " towards the open goal".to_owned()
        } else {
            format!(" towards the goal, with {} in the way", series(&names))
        }
    }
}

/// Says how often a coin was flicked in some steps.
pub(in crate::games::piecepack) fn seen(steps: &[PdnStep<Piecepack>]) -> Vec<String> {
    let is_shot = |event: &Event| matches!(event, Event::Shot(_));
    let shot = |step: &PdnStep<Piecepack>| step.events.iter().any(is_shot);
    match steps.iter().filter(|it| shot(it)).count() {
        0 => Vec::new(),
        1 => vec!["a coin was flicked".to_owned()],
        count => vec![format!("coins were flicked {count} times")],
    }
}
