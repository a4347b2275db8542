//! From an intended flick to coins at rest: aim, tremor, physics, and the final rounding.
use crate::games::piecepack::{
    Action, Aim, Coin, CoinHit, CoinTrack, Event, Kicker, Met, Piecepack, Shot, ShotKind, Tried,
    field::{
        APART, CENTRE, LONG, Point, RADIUS, TILE, Tile, WIDE, floor, goal_of_other, shift, speed,
    },
    moves::tremor::stray,
    why,
};
use crate::{
    game::Step,
    physics::{self, Disc, DiscPath, Floor, Obstacle, Run, Vector, heading_of, toward, turned},
    refusal::Refusal,
    seat::Seat,
};

/// Contacts gentler than this, in inches per second, aren't worth telling.
const GENTLE: f64 = 0.5;

/// Rounding to thousandths can make coins overlap slightly; they are moved apart in at most this many rounds.
const ROUNDS: usize = 32;

impl CoinTrack {
    pub(in crate::games::piecepack) fn start(&self) -> Point {
        self.way.first().map_or(CENTRE, |it| it.1)
    }

    pub(in crate::games::piecepack) fn end(&self) -> Point {
        self.way.last().map_or(CENTRE, |it| it.1)
    }
}

impl Piecepack {
    /// Returns the direction from a place to the target, as a vector of length 1.
    pub(in crate::games::piecepack) fn arrow(
        &self,
        seat: Seat,
        from: Point,
        aim: Aim,
    ) -> Result<Vector, Refusal> {
        let to = match aim {
            Aim::Heading(heading) => return Ok(toward(i64::from(heading))),
            Aim::Spot(at) => at,
            Aim::Goal => goal_of_other(seat),
            Aim::Coin(coin) => self.lies(coin).ok_or_else(|| self.absent(coin))?,
        };
        (to.centred() - from.centred()).direction().ok_or_else(|| Refusal::illegal(why::LIES_THERE))
    }

    /// Flicks a coin without a tremor and follows everything; `from` is where it starts.
    pub(in crate::games::piecepack) fn tried_out(
        &self,
        coin: Coin,
        from: Point,
        way: Vector,
        power: i32,
    ) -> Run {
        let coins = self.coins();
        let discs: Vec<Disc> = coins
            .iter()
            .map(|&(other, at)| {
                if other == coin {
                    Disc { at: from.centred(), velocity: way * speed(power) }
                } else {
                    Disc { at: at.centred(), velocity: Vector::ZERO }
                }
            })
            .collect();
        physics::run(&floor(), &discs)
    }

    /// Flicks a coin and waits until everything rests.
    pub(in crate::games::piecepack) fn shoot(
        &mut self,
        by: Seat,
        kind: ShotKind,
        coin: Coin,
        aim: Aim,
        power: u8,
        step: &mut Step<'_, Event>,
    ) -> Result<Shot, Refusal> {
        let from = self.lies(coin).ok_or_else(|| self.absent(coin))?;
        let meant = self.arrow(by, from, aim)?;
        // Thousandths of a degree, less than a full turn.
        let heading = heading_of(meant) as i32;
        let hand = stray(self.options.tremor, power, step)?;
        // Where it goes is known only now, even without a tremor.
        step.reveal();
        let (way, force) = match hand {
            None => (meant, i32::from(power) * 1000),
            Some(hand) => (turned(meant, hand.right.into()), i32::from(power) * 1000 + hand.harder),
        };
        let coins = self.coins();
        let run = self.tried_out(coin, from, way, force);
        let floor = floor();
        let starts: Vec<Point> = coins.iter().map(|it| it.1).collect();
        let ends = at_rest(&starts, &run.paths);
        let mut tracks = Vec::new();
        for (n, &(coin, start)) in coins.iter().enumerate() {
            let DiscPath { legs, end, gone } = &run.paths[n];
            let time = |seconds: f64| (seconds * 1e6).round() as u32;
            let mut way = vec![(0, start)];
            if 0.0 < end.time {
                way.extend(legs[1..].iter().map(|leg| (time(leg.time), Point::rounded(leg.at))));
                way.push((time(end.time), ends[n]));
            }
            tracks.push(CoinTrack { coin, way, gone: *gone });
            match coin {
                Coin::Ball => self.ball = ends[n],
                Coin::Kicker(of, number) => {
                    let away = ends[n].in_goal_of().is_some();
                    let now = if away { Kicker::Through } else { Kicker::On(ends[n]) };
                    self.set_kicker(of, number, now);
                }
            }
        }
        *self.tried.get_mut(by) = Some(Tried { coin, heading, power });
        let names: Vec<Coin> = coins.iter().map(|it| it.0).collect();
        let jolt = hardest(&run, &floor, &names);
        let hits = told(&run, &floor, &names);
        Ok(Shot { by, kind, coin, aim, heading, power, hand, tracks, hits, jolt })
    }

    /// Finds the flick that drives the ball most nearly towards the goal.
    pub(in crate::games::piecepack) fn sound_flick(&self, seat: Seat, power: u8) -> Option<Action> {
        let ball = self.ball.centred();
        let course = (goal_of_other(seat).centred() - ball).direction()?;
        // Where the kicker's centre must be when it meets the ball.
        let behind = ball - course * (f64::from(APART) / 1000.0);
        let cut = |kicker: u8| {
            let at = self.lies(Coin::Kicker(seat, kicker))?.centred();
            Some(((behind - at).direction()?.dot(course), kicker))
        };
        let kickers = self.on_field(seat).into_iter().filter_map(cut);
        let (straight, kicker) = kickers.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let aim =
            if 0.3 < straight { Aim::Spot(Point::rounded(behind)) } else { Aim::Coin(Coin::Ball) };
        let from = self.lies(Coin::Kicker(seat, kicker))?;
        self.arrow(seat, from, aim).ok()?;
        Some(Action::Flick { kicker, aim, power })
    }
}

/// Finds the hardest blow to the border and the tile that took it.
fn hardest(run: &Run, floor: &Floor, names: &[Coin]) -> Option<(Tile, i32)> {
    let blows = run.hits.iter().filter_map(|hit| match met(hit, floor, names) {
        Met::Border(tile) | Met::Side(tile) | Met::Post(tile) => Some((tile, shift(hit.speed))),
        Met::Coin(_) => None,
    });
    // Of equal blows, the first.
    blows.reduce(|most, blow| if most.1 < blow.1 { blow } else { most })
}

/// Lists the contacts to tell, without gentle and repeated ones.
fn told(run: &Run, floor: &Floor, names: &[Coin]) -> Vec<CoinHit> {
    let mut out: Vec<CoinHit> = Vec::new();
    for hit in run.hits.iter().filter(|it| GENTLE <= it.speed) {
        let told = CoinHit { coin: names[hit.disc], what: met(hit, floor, names) };
        if out.last() != Some(&told) {
            out.push(told);
        }
    }
    out
}

/// Says what a coin ran into; `names` are the coins in the order of the discs.
pub(in crate::games::piecepack) fn met(hit: &physics::Hit, floor: &Floor, names: &[Coin]) -> Met {
    let Floor { walls, posts, .. } = floor;
    // A little beyond the face or the post, seen from the coin.
    match hit.what {
        Obstacle::Disc(n) => Met::Coin(names[n]),
        Obstacle::Wall(n) => {
            let tile = Tile::at(Point::rounded(hit.at - walls[n].faces));
            let in_goal = Point::rounded(hit.at).in_goal_of().is_some();
            if in_goal { Met::Side(tile) } else { Met::Border(tile) }
        }
        Obstacle::Post(n) => {
            let on = (posts[n] - hit.at).direction().unwrap_or_default();
            Met::Post(Tile::at(Point::rounded(hit.at + on * 0.6)))
        }
    }
}

/// Rounds the final places to thousandths of an inch, so that the stored value is the one told. An
/// untouched coin stays exactly where it was; coins that then overlap slightly are moved apart.
fn at_rest(starts: &[Point], paths: &[DiscPath]) -> Vec<Point> {
    let touched: Vec<bool> = paths.iter().map(|it| 0.0 < it.end.time).collect();
    let rounded = paths.iter().zip(starts).map(|(path, &start)| match path.end.time {
        0.0 => start,
        _ => Point::rounded(path.end.at),
    });
    let mut ends: Vec<Point> = rounded.collect();
    for _ in 0..ROUNDS {
        let mut apart = true;
        for one in 0..ends.len() {
            for other in one + 1..ends.len() {
                let gone = paths[one].gone || paths[other].gone;
                if gone || i64::from(APART).pow(2) <= ends[one].far2(ends[other]) {
                    continue;
                }
                apart = false;
                let away = (ends[other].centred() - ends[one].centred()).direction();
                let away = away.unwrap_or(Vector::new(0.0, 1.0));
                for (coin, way) in [(one, -away), (other, away)] {
                    if touched[coin] {
                        ends[coin] = nudged(ends[coin], way);
                    }
                }
            }
        }
        if apart {
            break;
        }
    }
    ends
}

/// Moves a coin by about a thousandth of an inch, but not into the border.
fn nudged(at: Point, way: Vector) -> Point {
    let mil = |share: f64| (share * 1.3).round() as i32;
    let (x, y) = (at.x + mil(way.x), at.y + mil(way.y));
    let in_mouth = (WIDE - TILE) / 2 < at.x && at.x < (WIDE + TILE) / 2;
    let y = if in_mouth { y } else { y.clamp(RADIUS, LONG - RADIUS) };
    Point::new(x.clamp(RADIUS, WIDE - RADIUS), y)
}
