//! How players of ours see the game: the score, who has the ball and where, what it takes to steal it and to score.
use super::{
    Action, End, Kind, Metasoccer, Phase,
    field::{LEAPS, Spot, Way},
    squad::Id,
};
use crate::{
    chance::Dice,
    game::Step,
    mind::{Level, Mind, Rated, Skill, Stage, beam, sign},
    seat::Seat,
};

/// How much the score sways in one play still to come: the square of goals.
const SWAY: f64 = 0.05;
/// How likely a steal that is tried comes off.
const STOLEN: f64 = 15.0 / 36.0;

/// What parts of a position are worth, in goals.
struct Weights {
    /// Having the ball at all.
    ball: f64,
    /// Its nearness to the goal, from 0 to 1, and the square of that.
    near: f64,
    nearer: f64,
    /// The chance that a roll scores at once.
    shot: f64,
    /// How far to the side the ball is, times how near.
    wing: f64,
    /// What a ball lost costs besides.
    lost: f64,
    /// Each checker between the ball and the own goal.
    behind: f64,
    /// Each team-mate ahead of the ball who may be passed to.
    mate: f64,
    /// Each square that a goalie is away from its goal.
    astray: f64,
    /// Each checker on the field.
    fit: f64,
    /// A goal that the roll allows at once.
    sure: f64,
    /// Having the next roll, with the ball.
    roll: f64,
}

const WEIGHTS: Weights = Weights {
    ball: 0.05,
    near: 0.1,
    nearer: 0.2,
    shot: 0.3,
    wing: 0.2,
    lost: 0.2,
    behind: 0.04,
    mate: 0.015,
    astray: 0.01,
    fit: 0.01,
    sure: 0.9,
    roll: 0.05,
};

impl Mind for Metasoccer {
    fn stage(&self) -> Stage {
        match (&self.phase, self.asked()) {
            (Phase::Over(End::Few(seat)), _) => Stage::Over(Some(seat.other())),
            (_, Some(seat)) => Stage::Turn(seat),
            _ => Stage::Over(match self.score.first.cmp(&self.score.second) {
                std::cmp::Ordering::Greater => Some(Seat::First),
                std::cmp::Ordering::Less => Some(Seat::Second),
                std::cmp::Ordering::Equal => None,
            }),
        }
    }

    fn worth(&self) -> f64 {
        let goals = f64::from(self.score.first) - f64::from(self.score.second);
        let left = f64::from(self.options.plays.saturating_sub(self.counter));
        let lead = goals + self.outlook();
        lead / (lead * lead + SWAY * left + 0.05).sqrt()
    }

    fn gain(&self) -> f64 {
        let goals = f64::from(self.score.first) - f64::from(self.score.second);
        let ball = self.squad.ball.zip(self.squad.ball_at());
        let ahead = ball.map_or(0.0, |(who, at)| {
            sign(who.seat) * (10.0 + f64::from(self.options.field.rank_of(who.seat, at)))
        });
        1000.0 * goals + ahead
    }

    fn ideas(&self, seat: Seat, _: usize, _: &mut Dice) -> Vec<Action> {
        match self.phase {
            Phase::Reset { .. } => vec![Action::Ready],
            Phase::Roll => self.dice_open().iter().copied().map(Action::Roll).collect(),
            _ => {
                let mut all = self.choices_of(seat).listed;
                all.retain(|it| !matches!(it, Action::Auto(_) | Action::Form(_)));
                all
            }
        }
    }

    fn tried(&self, _: Seat, action: &Action, dice: &mut Dice) -> Option<Metasoccer> {
        let mut next = self.clone();
        let mut step = Step::new(dice);
        next.apply(action, &mut step).ok()?;
        next.settle(&mut step).ok()?;
        Some(next)
    }

    fn skill(&self, level: Level) -> Skill {
        let (nodes, depth, wide, heat) = match level {
            Level::One => (100, 1, 1, 0.15),
            Level::Two => (200, 1, 1, 0.05),
            Level::Three => (500, 1, 1, 0.015),
            Level::Four => (1_500, 2, 4, 0.005),
            Level::Five => (4_000, 4, 8, 0.0),
        };
        Skill { nodes, depth, wide, replies: 0, heat }
    }

    fn rate(&self, seat: Seat, skill: &Skill, dice: &mut Dice) -> (Vec<Rated<Action>>, u32) {
        beam::rate(self, seat, skill, dice)
    }
}

impl Metasoccer {
    /// What the position promises the first seat, in goals.
    fn outlook(&self) -> f64 {
        let field = self.options.field;
        let Some((carrier, at)) = self.squad.ball.zip(self.squad.ball_at()) else { return 0.0 };
        let (owner, thief) = (carrier.seat, carrier.seat.other());
        let (target, side) = (field.goal_rank(thief), self.play.side);
        // Who rolls next: in the middle of a turn the other side, before a roll this one.
        let next = match self.phase {
            Phase::Act | Phase::Loot => side.other(),
            _ => side,
        };
        let far = f64::from((target - at.y).abs());
        let near = (1.0 - far / f64::from(field.ranks() + 1)).max(0.0);
        let wing = f64::from((at.x - field.centre().x).abs()) / f64::from(field.files());
        let w = &WEIGHTS;
        let shot = self.scores(owner, at);
        let place = w.ball + w.near * near + w.nearer * near * near - w.wing * wing * near;
        let promise = place + w.shot * shot;
        let held = if next == owner { 1.0 } else { 1.0 - STOLEN * self.tackles(thief, at) };
        let mut worth = match side == owner && self.scores_now(carrier) {
            true => w.sure,
            false => held * promise - (1.0 - held) * w.lost,
        };
        worth += if next == owner { w.roll } else { 0.0 };
        if self.play.kind == Kind::Penalty {
            worth += 0.5;
        }
        for (id, spot) in self.squad.fielded(field, thief) {
            let behind = (target - spot.y).abs() < (target - at.y).abs();
            worth -= if behind && !id.is_goalie() { w.behind } else { 0.0 };
        }
        let line = self.offside_rank(owner);
        for (id, spot) in self.squad.fielded(field, owner) {
            let rank = field.rank_of(owner, spot);
            let ahead = field.rank_of(owner, at) < rank && line.is_none_or(|it| rank <= it);
            worth += if ahead && id != carrier { w.mate } else { 0.0 };
        }
        let mut sum = sign(owner) * worth;
        for seat in Seat::BOTH {
            let goalie = self.squad.side(seat).find(|it| it.0.is_goalie());
            let astray = goalie.map_or(4, |it| it.1.far(field.home(seat)).min(6));
            sum -= sign(seat) * w.astray * f64::from(astray);
            sum += sign(seat) * w.fit * self.squad.fielded(field, seat).count() as f64;
        }
        sum
    }

    /// Tells whether the roll that lies there takes the carrier into the goal.
    fn scores_now(&self, carrier: Id) -> bool {
        if self.phase != Phase::Act {
            return false;
        }
        let dribbles = || self.may_dribble().is_ok() && self.dribbles_in(carrier);
        self.hops(carrier).iter().any(|it| it.course.goal) || dribbles()
    }

    /// Tells whether the goal is within a dribble's number of steps, the one who stands between.
    fn dribbles_in(&self, carrier: Id) -> bool {
        let field = self.options.field;
        let Some(at) = self.squad.at(carrier) else { return false };
        let goal = (-1..=1)
            .map(|it| Spot { x: field.centre().x + it, y: field.goal_rank(carrier.seat.other()) });
        let far = goal.map(|it| it.far(at)).min().unwrap_or(i8::MAX);
        far <= i8::try_from(self.number()).unwrap_or(i8::MAX)
    }

    /// The chance that a roll of the Chess die takes the ball from a square into the goal.
    fn scores(&self, seat: Seat, at: Spot) -> f64 {
        let field = self.options.field;
        let goal = |it: Spot| field.goal(it) == Some(seat.other());
        let mut reach = [7_i8; 2];
        for way in Way::ALL {
            let (mut to, mut far) = (at.step(way), 1);
            while far <= 6 {
                if goal(to) {
                    let line = &mut reach[usize::from(way.is_diagonal())];
                    *line = (*line).min(far);
                    break;
                }
                if !field.holds(to) || !self.squad.is_free(to) {
                    break;
                }
                (to, far) = (to.step(way), far + 1);
            }
        }
        let leap =
            LEAPS.iter().any(|(x, y)| goal(at.plus(*x, *y)) && self.squad.is_free(at.plus(*x, *y)));
        let goal_far = (-1..=1)
            .map(|it| Spot { x: field.centre().x + it, y: field.goal_rank(seat.other()) }.far(at))
            .min()
            .unwrap_or(7);
        faces(reach, leap, goal_far, goal_far == 1)
    }

    /// The chance that a roll lets someone of a side try to steal the ball on a square.
    fn tackles(&self, seat: Seat, at: Spot) -> f64 {
        let field = self.options.field;
        let (mut reach, mut leap, mut near, mut pawn) = ([7_i8; 2], false, 7, false);
        let ahead = Way::ahead(seat);
        for (_, from) in self.squad.fielded(field, seat) {
            leap |= from.leaps_to(at);
            let far = from.far(at);
            if far == 1 {
                near = 1;
                pawn |= from.way_to(at).is_some_and(|it| it.is_diagonal() && ahead.contains(&it));
            }
            if 6 < far {
                continue;
            }
            let Some(way) = from.way_to(at) else { continue };
            let line = &mut reach[usize::from(way.is_diagonal())];
            if far < *line {
                let mut to = from.step(way);
                while to != at && self.squad.is_free(to) {
                    to = to.step(way);
                }
                if to == at {
                    *line = far;
                }
            }
        }
        let king = if near == 1 { 1 } else { 7 };
        let numbers = faces(reach, leap, 7, pawn);
        numbers + if king == 1 { 1.0 / 6.0 } else { 0.0 }
    }
}

/// The chance of the six faces together: lines by how far they are, straight and diagonal, and whether a leap, so many steps of a
/// king or a pawn's step do it.
fn faces(reach: [i8; 2], leap: bool, king: i8, pawn: bool) -> f64 {
    let numbers = |far: i8| f64::from((7 - far).clamp(0, 6)) / 6.0;
    let [straight, diagonal] = reach.map(numbers);
    let sure = |it: bool| if it { 1.0 } else { 0.0 };
    (straight + diagonal + straight.max(diagonal) + sure(leap) + numbers(king) + sure(pawn)) / 6.0
}
