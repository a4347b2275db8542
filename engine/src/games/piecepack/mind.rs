//! How computer players see the game: who scores next. Shots are tried out with a tremor.
use super::{
    Action, Aim, Coin, Due, End, Kicker, KickerFormation, Phase, Piecepack,
    field::{
        APART, CENTRE, LONG, POWERS, Point, RADIUS, SLOWING, TILE, WIDE, goal_of_other, speed,
    },
    options::Tremor,
};
use crate::{
    chance::Dice,
    game::Step,
    mind::{Gain, Level, Rated, SearchGame, Skill, ToAct, sampled, sign},
    physics::{Vector, heading_of},
    seat::Seat,
};

/// How much the ball's place counts for who scores next.
const PLACE: f64 = 0.22;
/// How much a possible shot counts.
const SHOT: f64 = 0.30;
/// How much one more kicker on the field counts.
const KICKER: f64 = 0.03;
/// How much a kicker between the ball and its own goal counts.
const GUARD: f64 = 0.03;
/// The least turn that people can measure, in thousandths of a degree. Of power it is more than a tenth.
const MEASURABLE: i64 = 2_000;
/// The powers tried for a shot at the goal.
const SHOTS: [u8; 4] = [42, 52, 65, 82];

/// Until so many turns without a goal, the match has hardly begun.
const OPENING: u32 = 8;

impl SearchGame for Piecepack {
    const COMES_TO: [f64; 5] = [0.05, 0.3, 0.5, 0.7, 0.9];
    const LUCK_COMES_TRUE: f64 = 0.75;
    // A shot is judged by tries that vary more than chance does.
    const LUCK_SEEN_BY: Option<Level> = None;

    fn stage(&self) -> ToAct {
        match self.phase {
            Phase::Over(End::Scored(seat) | End::Reached(seat, _)) => ToAct::Over(Some(seat)),
            Phase::Over(End::Limit(ahead)) => ToAct::Over(ahead),
            _ => ToAct::Turn(self.seat()),
        }
    }

    fn evaluate(&self) -> f64 {
        let goals = self.options.goals;
        let [first, second] = Seat::BOTH.map(|seat| goals.saturating_sub(*self.score.get(seat)));
        let next = self.next_goal().clamp(0.02, 0.98);
        next * race(first.saturating_sub(1), second)
            + (1.0 - next) * race(first, second.saturating_sub(1))
    }

    fn gain(&self) -> f64 {
        let goals = f64::from(self.score.first) - f64::from(self.score.second);
        let missing = |seat| self.numbers(seat, |it| it == Kicker::Out).len() as f64;
        let ball = f64::from(self.ball.y - CENTRE.y) / f64::from(LONG);
        100.0 * goals + ball - 2.0 * (missing(Seat::First) - missing(Seat::Second))
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        let count = usize::from(*self.score.get(seat));
        vec![Gain { count, does: "scores", one: "a goal", many: "goals", taken: false }]
    }

    fn remark(&self, seat: Seat, action: &Action, after: Option<[&Self; 2]>) -> Option<String> {
        let scored = |[at_once, _]: [&Self; 2]| self.score != at_once.score;
        self.aim_in_short(seat, action, after.is_some_and(scored))
    }

    fn is_opening(&self) -> bool {
        self.quiet < OPENING && self.score.first == 0 && self.score.second == 0
    }

    fn candidates(&self, seat: Seat, wide: usize, dice: &mut Dice) -> Vec<Action> {
        let mut candidates = match self.phase {
            Phase::Placing { .. } => return vec![Action::Form(KickerFormation::Default)],
            Phase::Due(Due::Turn(_)) => self.shots_at_hand(seat),
            Phase::Due(Due::FreeKick(_)) => self.free_kicks(seat),
            _ => Vec::new(),
        };
        let mut others = self.listed();
        let wanted = wide.saturating_sub(candidates.len()).min(others.len());
        for n in 0..wanted {
            let left = u32::try_from(others.len() - n).unwrap_or(u32::MAX);
            let at = n + dice.below("an idea", left).map_or(0, |it| it as usize);
            others.swap(n, at);
        }
        candidates.truncate(wide);
        candidates.extend(others.into_iter().take(wanted));
        candidates
    }

    fn skill(&self, level: Level) -> Skill {
        let (nodes, depth, wide, replies, temperature) = match level {
            Level::One => (200, 1, 33, 0, 0.04),
            Level::Two => (350, 1, 42, 0, 0.03),
            Level::Three => (700, 1, 62, 0, 0.017),
            Level::Four => (1_400, 1, 88, 0, 0.012),
            Level::Five => (4_000, 1, 100, 0, 0.0),
        };
        Skill { nodes, depth, wide, replies, temperature }
    }

    fn rate(&self, seat: Seat, skill: &Skill, dice: &mut Dice) -> (Vec<Rated<Action>>, u32) {
        sampled::rate(self, seat, skill, dice)
    }

    fn near(&self, seat: Seat, one: &Action, other: &Action) -> bool {
        let shot = |action: &Action| {
            let (coin, from, aim, power) = match *action {
                Action::Flick { kicker, aim, power } => {
                    (Coin::Kicker(seat, kicker), None, aim, power)
                }
                Action::FreeKick { aim, power } => (Coin::Ball, None, aim, power),
                Action::Throw { from, aim, power } => (Coin::Ball, from, aim, power),
                _ => return None,
            };
            let meant = self.arrow(seat, from.or_else(|| self.lies(coin))?, aim).ok()?;
            Some((coin, from, heading_of(meant), i32::from(power)))
        };
        let (Some(one), Some(other)) = (shot(one), shot(other)) else { return false };
        let turn = (one.2 - other.2).rem_euclid(360_000);
        (one.0, one.1) == (other.0, other.1)
            && turn.min(360_000 - turn) <= MEASURABLE
            && 10 * (one.3 - other.3).abs() <= other.3
    }

    /// Adds a tremor that depends on the level: with a perfect hand it would be unbeatable.
    fn by_hand(&self, seat: Seat, action: Action, level: Level, dice: &mut Dice) -> Action {
        let strays = match (level, self.options.tremor) {
            (Level::One, _) => 3_000,
            (Level::Two, _) => 2_400,
            (Level::Three, _) => 2_050,
            (Level::Four, _) => 1_480,
            (Level::Five, Tremor::None) => 700,
            (Level::Five, _) => return action,
        };
        // The sum of four uniform throws is close enough to a normal distribution.
        let throws: u32 = (0..4).map(|_| dice.below("the hand", 1001).unwrap_or(500)).sum();
        let right = (i64::from(throws) - 2000) * strays / 577;
        let strayed = |coin: Coin, from: Option<Point>, aim: Aim| {
            let from = from.or_else(|| self.lies(coin))?;
            let meant = self.arrow(seat, from, aim).ok()?;
            let heading = (heading_of(meant) + right).rem_euclid(360_000);
            Some(tenth(heading))
        };
        match action {
            Action::Flick { kicker, aim, power } => {
                let aim = strayed(Coin::Kicker(seat, kicker), None, aim).unwrap_or(aim);
                Action::Flick { kicker, aim, power }
            }
            Action::FreeKick { aim, power } => {
                Action::FreeKick { aim: strayed(Coin::Ball, None, aim).unwrap_or(aim), power }
            }
            other => other,
        }
    }

    fn tried(&self, seat: Seat, action: &Action, dice: &mut Dice) -> Option<Piecepack> {
        let mut next = self.clone();
        next.act_unasked(seat, action, &mut Step::new(dice)).ok()?;
        Some(next)
    }
}

impl Piecepack {
    /// Lists the flicks that may drive the ball into the goal, and gentle ones that get a kicker behind the ball or in front of the goal.
    fn shots_at_hand(&self, seat: Seat) -> Vec<Action> {
        let ball = self.ball.centred();
        let mouth = f64::from(TILE) / 2000.0 - f64::from(RADIUS) / 1000.0;
        let goal = goal_of_other(seat).centred();
        let mut out = Vec::new();
        for kicker in self.on_field(seat) {
            let Some(from) = self.lies(Coin::Kicker(seat, kicker)) else { continue };
            for aside in [0.0, -0.7, 0.7] {
                let to = goal + Vector::new(aside * mouth, 0.0);
                let Some(course) = (to - ball).direction() else { continue };
                let behind = ball - course * (f64::from(APART) / 1000.0);
                let Some(way) = (behind - from.centred()).direction() else { continue };
                if 0.25 < way.dot(course) {
                    let aim = tenth(heading_of(way));
                    out.extend(SHOTS.map(|power| Action::Flick { kicker, aim, power }));
                }
            }
            // Just behind the ball, to shoot next; and between the ball and one's own goal.
            let own = goal_of_other(seat.other()).centred();
            let spots = [
                (goal - ball).direction().map(|way| ball - way * 1.6),
                (own - ball).direction().map(|way| ball + way * 2.0),
                Some(own + (ball - own) * 0.15),
            ];
            let spots = spots.into_iter().flatten().map(Point::rounded).map(tenth_of_inch);
            for spot in spots.filter(|it| it.is_open()) {
                let Some(power) = power_for(from.far(spot)) else { continue };
                if self.arrow(seat, from, Aim::Spot(spot)).is_ok() {
                    out.push(Action::Flick { kicker, aim: Aim::Spot(spot), power });
                }
            }
        }
        out
    }

    fn free_kicks(&self, seat: Seat) -> Vec<Action> {
        let mouth = TILE / 2 - RADIUS;
        let goal = goal_of_other(seat);
        let spots = [-3, 0, 3].map(|quarters| Point::new(goal.x + quarters * mouth / 4, goal.y));
        let fits = |point: &Point| self.arrow(seat, self.ball, Aim::Spot(*point)).is_ok();
        let aims = spots.into_iter().filter(fits);
        let way = |point: Point| (point.centred() - self.ball.centred()).direction();
        let headings = aims.filter_map(|point| Some(tenth(heading_of(way(point)?))));
        headings.flat_map(|aim| SHOTS.map(|power| Action::FreeKick { aim, power })).collect()
    }

    /// Estimates the chance that the first seat scores next.
    fn next_goal(&self) -> f64 {
        let ball = self.ball.centred();
        let ahead = ball.y / (f64::from(LONG) / 2000.0);
        let mut sum = 0.5 + PLACE * ahead;
        if let Phase::Due(due) | Phase::Returning { then: due, .. } = self.phase {
            let seat = due.seat();
            let shot = match due {
                Due::Turn(_) => 0.1 + 0.9 * self.best_line(seat),
                Due::FreeKick(_) => 0.4 + 0.6 * self.closeness(seat),
                Due::Throw(..) => 0.15,
            };
            sum += sign(seat) * SHOT * shot;
            let reply = seat.other();
            sum += sign(reply) * 0.4 * SHOT * self.best_line(reply);
        }
        for seat in Seat::BOTH {
            sum += sign(seat) * KICKER * self.on_field(seat).len() as f64;
            sum += sign(seat) * GUARD * self.guards(seat).min(2) as f64;
        }
        sum
    }

    /// The nearness of the ball to the goal that a side shoots at, from 0 to 1.
    fn closeness(&self, seat: Seat) -> f64 {
        let far = f64::from(self.ball.far(goal_of_other(seat))) / f64::from(LONG);
        (1.0 - far).clamp(0.0, 1.0)
    }

    /// How well a side's best kicker is placed for a shot, from 0 to 1.
    fn best_line(&self, seat: Seat) -> f64 {
        let ball = self.ball.centred();
        let Some(course) = (goal_of_other(seat).centred() - ball).direction() else { return 0.0 };
        let each = |kicker: u8| {
            let from = self.lies(Coin::Kicker(seat, kicker))?.centred();
            let straight = (ball - from).direction()?.dot(course).max(0.0);
            let far = f64::from(self.ball.far(Point::rounded(from))) / f64::from(WIDE);
            Some(straight * straight * (1.0 - 0.5 * far.min(1.0)))
        };
        let best = self.on_field(seat).into_iter().filter_map(each).fold(0.0, f64::max);
        best * self.closeness(seat)
    }

    /// Counts a side's kickers near the line from the ball to its own goal.
    fn guards(&self, seat: Seat) -> usize {
        let (ball, own) = (self.ball.centred(), goal_of_other(seat.other()).centred());
        let Some(course) = (own - ball).direction() else { return 0 };
        let between = |kicker: &u8| {
            let Some(at) = self.lies(Coin::Kicker(seat, *kicker)) else { return false };
            let off = at.centred() - ball;
            let along = off.dot(course);
            let aside = off - course * along;
            0.0 < along && aside.dot(aside) < 1.0
        };
        self.on_field(seat).iter().filter(|it| between(it)).count()
    }
}

/// Returns a direction in thousandths of a degree as an aim that is short to type: in tenths.
fn tenth(heading: i64) -> Aim {
    let tenths = (heading + 50).div_euclid(100).rem_euclid(3_600);
    Aim::Heading(100 * tenths as i32)
}

/// Rounds a place to tenths of an inch.
fn tenth_of_inch(at: Point) -> Point {
    let rounded = |mils: i32| 100 * (mils + 50).div_euclid(100);
    Point::new(rounded(at.x), rounded(at.y))
}

/// Returns the power with which a coin slides so many thousandths of an inch.
fn power_for(mils: i32) -> Option<u8> {
    let wanted = (2.0 * SLOWING * f64::from(mils) / 1000.0).sqrt() / speed(1000);
    let [least, most] = POWERS;
    let power = wanted as u8;
    (least..=most).contains(&power).then_some(power)
}

/// The value for the first seat, from -1 to 1, by the goals each side needs, if both are equally likely to score next.
fn race(first: u8, second: u8) -> f64 {
    match (first, second) {
        (0, _) => 1.0,
        (_, 0) => -1.0,
        _ => 0.5 * (race(first - 1, second) + race(first, second - 1)),
    }
}
