//! A shot from the first push until everything rests.
use super::{
    Disc, DiscPath, Floor, Hit, Leg, Obstacle, Run, Vector, Wall,
    contact::{Slide, of_discs, with_point},
};

/// After this many contacts everything stops. No shot of nine discs comes near it.
const MOST: usize = 4000;

/// Discs that collide more slowly than this, in inches per second, part at the same speed; otherwise they would collide endlessly.
const SOFT: f64 = 0.05;

/// A slower disc is at rest: it would move less than a millionth of an inch.
const STILL: f64 = 1e-3;

/// Moves discs until all rest or are gone.
pub fn run(floor: &Floor, discs: &[Disc]) -> Run {
    let mut shot = RunningShot::new(floor, discs);
    while shot.hits.len() < MOST
        && let Some((time, event)) = shot.next()
    {
        shot.happen(time, event);
    }
    shot.finish()
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Meeting {
    Discs(usize, usize),
    Wall(usize, usize),
    Post(usize, usize),
    Leaves(usize),
}

/// A disc and its path so far.
struct RunningDisc {
    /// How it moves from `since` on.
    slide: Slide,
    since: f64,
    gone: bool,
    legs: Vec<Leg>,
    /// What it hits next, except other discs.
    meets: Option<(f64, Meeting)>,
}

struct RunningShot<'a> {
    floor: &'a Floor,
    discs: Vec<RunningDisc>,
    /// When two discs meet, the lower number first.
    meetings: Vec<Option<f64>>,
    hits: Vec<Hit>,
    now: f64,
}

impl<'a> RunningShot<'a> {
    fn new(floor: &'a Floor, discs: &[Disc]) -> RunningShot<'a> {
        let moving = discs.iter().map(|&Disc { at, velocity }| RunningDisc {
            slide: slide(at, velocity),
            since: 0.0,
            gone: false,
            legs: vec![Leg { time: 0.0, at, velocity }],
            meets: None,
        });
        let discs: Vec<RunningDisc> = moving.collect();
        let meetings = vec![None; discs.len() * discs.len()];
        let mut shot = RunningShot { floor, discs, meetings, hits: Vec::new(), now: 0.0 };
        for one in 0..shot.discs.len() {
            if 0.0 < shot.discs[one].slide.speed {
                shot.look(one);
            }
        }
        shot
    }

    /// Returns the earliest event; of simultaneous ones the first by number.
    fn next(&self) -> Option<(f64, Meeting)> {
        let mut first: Option<(f64, Meeting)> = None;
        let mut consider = |time: f64, event: Meeting| {
            if first.is_none_or(|it| time < it.0) {
                first = Some((time, event));
            }
        };
        let count = self.discs.len();
        for one in 0..count {
            for other in one + 1..count {
                if let Some(time) = self.meetings[one * count + other] {
                    consider(time, Meeting::Discs(one, other));
                }
            }
        }
        for (time, event) in self.discs.iter().filter_map(|it| it.meets) {
            consider(time, event);
        }
        first
    }

    /// Finds again what a disc hits, after its path has changed.
    fn look(&mut self, one: usize) {
        let count = self.discs.len();
        for other in (0..count).filter(|&it| it != one) {
            let (low, high) = (one.min(other), one.max(other));
            self.meetings[low * count + high] = self.meeting(low, high);
        }
        self.discs[one].meets = self.meeting_of_one(one);
    }

    fn meeting(&self, one: usize, other: usize) -> Option<f64> {
        let (one, other) = (&self.discs[one], &self.discs[other]);
        if one.gone || other.gone {
            return None;
        }
        let slowing = self.floor.slowing;
        let (one, other) = (self.seen(one), self.seen(other));
        if one.speed <= 0.0 && other.speed <= 0.0 {
            return None;
        }
        of_discs(&one, &other, 2.0 * self.floor.radius, slowing).map(|time| self.now + time)
    }

    fn meeting_of_one(&self, nth: usize) -> Option<(f64, Meeting)> {
        let disc = &self.discs[nth];
        if disc.gone || disc.slide.speed <= 0.0 {
            return None;
        }
        let (slide, floor) = (self.seen(disc), self.floor);
        let mut first: Option<(f64, Meeting)> = None;
        let mut consider = |time: Option<f64>, event: Meeting| {
            if let Some(time) = time
                && first.is_none_or(|it| time < it.0)
            {
                first = Some((time, event));
            }
        };
        for (n, wall) in floor.walls.iter().enumerate() {
            consider(with_wall(&slide, wall, floor), Meeting::Wall(nth, n));
        }
        for (n, &post) in floor.posts.iter().enumerate() {
            let time = with_point(&slide, post, floor.radius, floor.slowing);
            consider(time, Meeting::Post(nth, n));
        }
        if slide.way.y != 0.0 {
            let far = (floor.end - slide.at.y * slide.way.y.signum()) / slide.way.y.abs();
            consider(slide.time_to(far, floor.slowing), Meeting::Leaves(nth));
        }
        first.map(|(time, meeting)| (self.now + time, meeting))
    }

    /// Returns how a disc moves from now on.
    fn seen(&self, disc: &RunningDisc) -> Slide {
        disc.slide.later(self.now - disc.since, self.floor.slowing)
    }

    fn happen(&mut self, time: f64, event: Meeting) {
        self.now = time.max(self.now);
        match event {
            Meeting::Discs(one, other) => self.bounce_discs(one, other),
            Meeting::Wall(disc, wall) => {
                let faces = self.floor.walls[wall].faces;
                self.bounce(disc, faces, Obstacle::Wall(wall));
            }
            Meeting::Post(disc, post) => {
                let at = self.seen(&self.discs[disc]).at;
                let away = (at - self.floor.posts[post]).direction().unwrap_or_default();
                self.bounce(disc, away, Obstacle::Post(post));
            }
            Meeting::Leaves(disc) => {
                self.sends(disc, Vector::ZERO);
                self.discs[disc].gone = true;
                self.look(disc);
            }
        }
    }

    /// Bounces a disc off a fixed obstacle; `away` points from there to the disc.
    fn bounce(&mut self, disc: usize, away: Vector, what: Obstacle) {
        let Slide { at, way, speed } = self.seen(&self.discs[disc]);
        let velocity = way * speed;
        let toward = -velocity.dot(away);
        self.hits.push(Hit { time: self.now, disc, what, speed: toward.max(0.0), at });
        let push = toward.max(0.0) * (1.0 + self.floor.wall_bounce);
        self.sends(disc, velocity + away * push);
        self.look(disc);
    }

    /// Bounces two discs of the same weight off each other, without friction.
    fn bounce_discs(&mut self, one: usize, other: usize) {
        let (first, second) = (self.seen(&self.discs[one]), self.seen(&self.discs[other]));
        let away = (second.at - first.at).direction().unwrap_or_default();
        let [mine, theirs] = [first.way * first.speed, second.way * second.speed];
        let toward = (mine - theirs).dot(away).max(0.0);
        // The faster one hit the slower.
        let (disc, what, at) = if first.speed < second.speed {
            (other, one, second.at)
        } else {
            (one, other, first.at)
        };
        let what = Obstacle::Disc(what);
        self.hits.push(Hit { time: self.now, disc, what, speed: toward, at });
        let bounce = if toward < SOFT { 1.0 } else { self.floor.disc_bounce };
        let push = away * (toward * 0.5 * (1.0 + bounce));
        self.sends(one, mine - push);
        self.sends(other, theirs + push);
        self.look(one);
        self.look(other);
    }

    /// Changes the velocity of a disc.
    fn sends(&mut self, disc: usize, velocity: Vector) {
        let at = self.seen(&self.discs[disc]).at;
        let (now, moved) = (self.now, &mut self.discs[disc]);
        moved.slide = slide(at, velocity);
        moved.since = now;
        moved.legs.push(Leg { time: now, at, velocity: moved.slide.way * moved.slide.speed });
    }

    fn finish(self) -> Run {
        let slowing = self.floor.slowing;
        let stopped = MOST <= self.hits.len();
        let path = |disc: &RunningDisc| {
            let lasts = disc.slide.lasts(slowing);
            let time = if stopped { self.now } else { disc.since + lasts };
            let at = disc.slide.later(time - disc.since, slowing).at;
            let end = Leg { time, at, velocity: Vector::ZERO };
            DiscPath { legs: disc.legs.clone(), end, gone: disc.gone }
        };
        Run { paths: self.discs.iter().map(path).collect(), hits: self.hits }
    }
}

/// Splits a velocity into a direction and a speed.
fn slide(at: Vector, velocity: Vector) -> Slide {
    let speed = velocity.length();
    match velocity.direction().filter(|_| STILL <= speed) {
        Some(way) => Slide { at, way, speed },
        None => Slide { at, way: Vector::ZERO, speed: 0.0 },
    }
}

/// Returns when a disc touches a wall it runs towards.
fn with_wall(slide: &Slide, wall: &Wall, floor: &Floor) -> Option<f64> {
    let Wall { faces, at, span: [from, to] } = *wall;
    let toward = -slide.way.dot(faces);
    if toward <= 0.0 {
        return None;
    }
    let across = Vector::new(faces.x.abs(), faces.y.abs());
    let sign = faces.x + faces.y;
    let gap = (slide.at.dot(across) - at) * sign - floor.radius;
    // A disc behind the face is beside the wall, inside a goal.
    if gap < -floor.radius {
        return None;
    }
    let far = (gap / toward).max(0.0);
    let along = Vector::new(across.y, across.x);
    let touches = (slide.at + slide.way * far).dot(along);
    if touches < from || to < touches {
        return None;
    }
    slide.time_to(far, floor.slowing)
}
