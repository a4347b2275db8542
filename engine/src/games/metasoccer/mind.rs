//! How computer players see the game: the score, who has the ball and where, what it takes to steal it and to score.
use super::{
    Action, End, Metasoccer, Phase, PlayKind,
    field::{LEAPS, Spot, Way},
    squad::Id,
};
use crate::{
    chance::Dice,
    game::Step,
    mind::{Gain, Level, Rated, SearchGame, Skill, ToAct, beam, sign},
    seat::Seat,
};

/// The variance of the score in one play, in goals squared.
const SWAY: f64 = 0.05;
/// A goal that the roll allows at once.
const SURE: f64 = 0.9;

/// What parts of a position are worth to the side with the ball, in goals. They best predicted the
/// goals after 180,000 positions, with each further play counting 7% less.
struct Weights {
    /// Having the ball.
    ball: f64,
    /// Its nearness to the goal, from 0 to 1, and the square of that.
    near: f64,
    nearer: f64,
    /// How far to the side the ball is, times how near.
    wing: f64,
    /// The chance that a roll scores at once without a pass.
    shot: f64,
    /// The same with a pass, and times how near.
    team: f64,
    team_near: f64,
    /// The chance that opponents can try to steal, times how near, and times the chance to score.
    tackle: f64,
    tackle_near: f64,
    tackle_team: f64,
    /// Each opponent in their own box.
    guard: f64,
    /// Each teammate onside, times the square of how far up.
    forward: f64,
    /// Each teammate within two squares of the ball.
    crowd: f64,
    /// By how the turn began.
    kick_off: f64,
    after_steal: f64,
    throw_in: f64,
    goalie_kick: f64,
}

/// Each checker on the field.
const FIT: f64 = 0.01;

/// What each square between a goalie and its place before the goal costs, in goals.
const ASTRAY: f64 = 0.01;

/// Where the other side rolls next.
const DEFENDS: Weights = Weights {
    ball: -0.088,
    near: 0.337,
    nearer: 0.117,
    wing: -0.270,
    shot: 0.483,
    team: 1.657,
    team_near: -1.773,
    tackle: -0.170,
    tackle_near: 0.194,
    tackle_team: -0.473,
    guard: -0.006,
    forward: 0.026,
    crowd: -0.013,
    kick_off: 0.0,
    after_steal: 0.0,
    throw_in: 0.0,
    goalie_kick: 0.0,
};

/// Where the side with the ball rolls next.
const ROLLS: Weights = Weights {
    ball: -0.096,
    near: 0.296,
    nearer: 0.217,
    wing: -0.291,
    shot: 0.480,
    team: 2.204,
    team_near: -2.309,
    tackle: -0.107,
    tackle_near: 0.235,
    tackle_team: -0.245,
    guard: -0.005,
    forward: 0.032,
    crowd: -0.014,
    kick_off: 0.046,
    after_steal: 0.058,
    throw_in: -0.080,
    goalie_kick: 0.051,
};

/// The number that each face of the Chess die must come with; 7 for none.
struct Needs {
    rook: i8,
    bishop: i8,
    queen: i8,
    king: i8,
    knight: bool,
    pawn: bool,
}

impl Default for Needs {
    fn default() -> Needs {
        Needs { rook: 7, bishop: 7, queen: 7, king: 7, knight: false, pawn: false }
    }
}

impl Needs {
    /// Adds a run on one kind of line.
    fn run(&mut self, diagonal: bool, number: i8) {
        let line = if diagonal { &mut self.bishop } else { &mut self.rook };
        *line = number.min(*line);
        self.queen = number.min(self.queen);
    }

    /// Adds a pass on one kind of line and a run on one.
    fn pass(&mut self, pass: bool, run: bool, number: i8) {
        if pass == run {
            self.run(run, number);
        }
        self.queen = number.min(self.queen);
    }

    /// The chance of all faces together.
    fn chance(&self) -> f64 {
        let lines = [self.rook, self.bishop, self.queen, self.king].map(numbers);
        (lines.iter().sum::<f64>() + sure(self.knight) + sure(self.pawn)) / 6.0
    }
}

/// The chance of at least that number.
fn numbers(far: i8) -> f64 {
    f64::from((7 - far).clamp(0, 6)) / 6.0
}

fn sure(is_so: bool) -> f64 {
    if is_so { 1.0 } else { 0.0 }
}

/// Until so many plays are finished, the match has hardly begun.
const OPENING: u16 = 2;

impl SearchGame for Metasoccer {
    const COMES_TO: [f64; 5] = [0.11, 0.26, 0.44, 0.65, 0.94];

    fn stage(&self) -> ToAct {
        match (&self.phase, self.asked()) {
            (Phase::Over(End::Few(seat)), _) => ToAct::Over(Some(seat.other())),
            (_, Some(seat)) => ToAct::Turn(seat),
            _ => ToAct::Over(match self.score.first.cmp(&self.score.second) {
                std::cmp::Ordering::Greater => Some(Seat::First),
                std::cmp::Ordering::Less => Some(Seat::Second),
                std::cmp::Ordering::Equal => None,
            }),
        }
    }

    fn evaluate(&self) -> f64 {
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

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        let count = *self.score.get(seat) as usize;
        // Whom the ball is given to for a kick-off has won nothing.
        let is_placed = matches!(self.phase, Phase::Reset { .. });
        let has_ball = !is_placed && self.squad.ball.is_some_and(|it| it.seat == seat);
        vec![
            Gain { count, does: "scores", one: "a goal", many: "goals", taken: false },
            Gain {
                count: usize::from(has_ball),
                does: "wins",
                one: "the ball",
                many: "balls",
                taken: false,
            },
        ]
    }

    fn remark(&self, seat: Seat, _: &Action, after: Option<[&Self; 2]>) -> Option<String> {
        self.brings(seat, after?[0])
    }

    fn is_opening(&self) -> bool {
        self.counter < OPENING && self.score.first == self.score.second
    }

    fn candidates(&self, seat: Seat, _: usize, _: &mut Dice) -> Vec<Action> {
        match self.phase {
            Phase::Reset { .. } => vec![Action::Ready],
            Phase::Roll => self.dice_open().iter().copied().map(Action::Roll).collect(),
            _ => {
                let mut all = self.choices_of(seat).listed;
                all.retain(|action| !matches!(action, Action::Auto(_) | Action::Form(_)));
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
        let (nodes, depth, wide, temperature) = match level {
            Level::One => (100, 1, 1, 0.07),
            Level::Two => (200, 1, 1, 0.047),
            Level::Three => (500, 1, 1, 0.027),
            Level::Four => (500, 2, 2, 0.014),
            Level::Five => (4_000, 4, 8, 0.0),
        };
        Skill { nodes, depth, wide, replies: 0, temperature }
    }

    fn rate(&self, seat: Seat, skill: &Skill, dice: &mut Dice) -> (Vec<Rated<Action>>, u32) {
        beam::rate(self, seat, skill, dice)
    }
}

impl Metasoccer {
    /// The expected goal difference of the first seat.
    fn outlook(&self) -> f64 {
        let field = self.options.field;
        let Some((carrier, at)) = self.squad.ball.zip(self.squad.ball_at()) else { return 0.0 };
        let (owner, thief) = (carrier.seat, carrier.seat.other());
        let side = self.play.side;
        if side == owner && self.scores_now(carrier) {
            return sign(owner) * SURE;
        }
        // Who rolls next: in the middle of a turn the other side, before a roll this one.
        let begins = !matches!(self.phase, Phase::Act | Phase::Loot);
        let next = if begins { side } else { side.other() };
        let w = if next == owner { &ROLLS } else { &DEFENDS };
        let far = f64::from((field.goal_rank(thief) - at.y).abs());
        let near = (1.0 - far / f64::from(field.ranks() + 1)).max(0.0);
        let wing = f64::from((at.x - field.centre().x).abs()) / f64::from(field.files());
        let (shot, team) = (self.scores(owner, at), self.team_scores(owner, at));
        let tackle = self.tackles(thief, at);
        let mut evaluate = w.ball
            + (w.near + w.nearer * near + w.wing * wing) * near
            + w.shot * shot
            + (w.team + w.team_near * near) * team
            + (w.tackle + w.tackle_near * near + w.tackle_team * team) * tackle;
        let others = self.squad.fielded(field, thief);
        let guards =
            others.filter(|&(player, spot)| !player.is_goalie() && field.in_box(thief, spot));
        evaluate += w.guard * guards.count() as f64;
        let line = self.offside_rank(owner);
        for (id, spot) in self.squad.fielded(field, owner) {
            if id == carrier || id.is_goalie() {
                continue;
            }
            let rank = field.rank_of(owner, spot);
            let up = f64::from(rank) / f64::from(field.ranks());
            evaluate += if line.is_none_or(|it| rank <= it) { w.forward * up * up } else { 0.0 };
            evaluate += if spot.far(at) <= 2 { w.crowd } else { 0.0 };
        }
        evaluate += match self.play.kind {
            PlayKind::KickOff if begins => w.kick_off,
            PlayKind::AfterSteal if begins => w.after_steal,
            PlayKind::ThrowIn if begins => w.throw_in,
            PlayKind::GoalieKick if begins => w.goalie_kick,
            _ => 0.0,
        };
        let fit = |seat| self.squad.fielded(field, seat).count() as f64;
        let sides = |seat| FIT * fit(seat) - ASTRAY * self.astray(seat);
        sign(owner) * evaluate + sides(Seat::First) - sides(Seat::Second)
    }

    /// How far a side's goalie is from its place before the goal, in squares; 0 for a goalie off the field.
    fn astray(&self, seat: Seat) -> f64 {
        let field = self.options.field;
        let home = field.home(seat);
        let goalie = self.squad.at(Id::goalie(seat)).filter(|spot| field.holds(*spot));
        goalie.map_or(0.0, |spot| f64::from((spot.x - home.x).abs() + (spot.y - home.y).abs()))
    }

    /// The chance that a roll of the Chess die lets a side score at once from a square, alone or with one pass.
    pub(super) fn team_scores(&self, seat: Seat, ball: Spot) -> f64 {
        let field = self.options.field;
        let target = field.goal_rank(seat.other());
        let line = self.offside_rank(seat);
        let onside = |at: Spot| line.is_none_or(|it| field.rank_of(seat, at) <= it);
        let mut needs = Needs::default();
        for (_, from) in self.squad.fielded(field, seat) {
            if 6 < (target - from.y).abs() {
                continue;
            }
            for way in Way::ALL {
                let Some(far) = self.goal_ahead(seat, from, way) else { continue };
                let pawn = far == 1 && Way::ahead(seat).contains(&way);
                if from == ball {
                    needs.run(way.is_diagonal(), far);
                    needs.pawn |= pawn;
                    continue;
                }
                // The pass may come anywhere on the run.
                let mut at = from;
                for _ in 0..far {
                    if onside(at)
                        && let Some((diagonal, long)) = self.pass_line(ball, at, from)
                    {
                        needs.pass(diagonal, way.is_diagonal(), far.max(long));
                        needs.pawn |= pawn && long == 1;
                    }
                    at = at.step(way);
                }
            }
            let goal = |(x, y): &(i8, i8)| field.goal(from.plus(*x, *y)) == Some(seat.other());
            let leaps = || LEAPS.iter().any(goal);
            needs.knight |= (from == ball || onside(from) && ball.leaps_to(from)) && leaps();
        }
        needs.king = self.goal_steps(seat, ball);
        needs.chance()
    }

    /// Returns how far the goal lies ahead in a direction, if nobody is in the way and a roll may reach it.
    fn goal_ahead(&self, seat: Seat, from: Spot, way: Way) -> Option<i8> {
        let field = self.options.field;
        let mut to = from.step(way);
        for far in 1..=6 {
            if field.goal(to) == Some(seat.other()) {
                return Some(far);
            }
            if !field.holds(to) || !self.squad.is_free(to) {
                return None;
            }
            to = to.step(way);
        }
        None
    }

    /// Tells whether the ball reaches a square on a line, diagonal or not, and how far it is; the runner is in nobody's way.
    fn pass_line(&self, ball: Spot, to: Spot, runner: Spot) -> Option<(bool, i8)> {
        let far = ball.far(to);
        let way = ball.way_to(to).filter(|_| far <= 6)?;
        let mut at = ball.step(way);
        while at != to {
            if at != runner && !self.squad.is_free(at) {
                return None;
            }
            at = at.step(way);
        }
        Some((way.is_diagonal(), far))
    }

    /// Counts the single steps from a square to the goal a side attacks.
    pub(super) fn goal_steps(&self, seat: Seat, from: Spot) -> i8 {
        let field = self.options.field;
        let goal =
            (-1..=1).map(|dx| Spot { x: field.centre().x + dx, y: field.goal_rank(seat.other()) });
        goal.map(|it| it.far(from)).min().unwrap_or(i8::MAX)
    }

    /// Tells whether the current roll takes the carrier into the goal.
    fn scores_now(&self, carrier: Id) -> bool {
        if self.phase != Phase::Act {
            return false;
        }
        let dribbles = || self.may_dribble().is_ok() && self.dribbles_in(carrier);
        self.hops(carrier).iter().any(|it| it.course.goal) || dribbles()
    }

    /// Tells whether the goal is within a dribble's number of steps, around opponents.
    fn dribbles_in(&self, carrier: Id) -> bool {
        let Some(at) = self.squad.at(carrier) else { return false };
        let far = self.goal_steps(carrier.seat, at);
        far <= i8::try_from(self.number()).unwrap_or(i8::MAX)
    }

    /// The chance that a roll of the Chess die takes the ball from a square into the goal.
    fn scores(&self, seat: Seat, at: Spot) -> f64 {
        let field = self.options.field;
        let goal = |spot: Spot| field.goal(spot) == Some(seat.other());
        let mut needs = Needs::default();
        for way in Way::ALL {
            if let Some(far) = self.goal_ahead(seat, at, way) {
                needs.run(way.is_diagonal(), far);
            }
        }
        needs.knight =
            LEAPS.iter().any(|(x, y)| goal(at.plus(*x, *y)) && self.squad.is_free(at.plus(*x, *y)));
        needs.king = self.goal_steps(seat, at);
        needs.pawn = needs.king == 1;
        needs.chance()
    }

    /// The chance that a roll lets someone of a side try to steal the ball on a square.
    fn tackles(&self, seat: Seat, at: Spot) -> f64 {
        let field = self.options.field;
        let mut needs = Needs::default();
        let ahead = Way::ahead(seat);
        for (_, from) in self.squad.fielded(field, seat) {
            needs.knight |= from.leaps_to(at);
            let far = from.far(at);
            if far == 1 {
                needs.king = 1;
                needs.pawn |=
                    from.way_to(at).is_some_and(|way| way.is_diagonal() && ahead.contains(&way));
            }
            if 6 < far {
                continue;
            }
            let Some(way) = from.way_to(at) else { continue };
            let line = if way.is_diagonal() { needs.bishop } else { needs.rook };
            if far < line {
                let mut to = from.step(way);
                while to != at && self.squad.is_free(to) {
                    to = to.step(way);
                }
                if to == at {
                    needs.run(way.is_diagonal(), far);
                }
            }
        }
        needs.chance()
    }
}
