//! When a moving disc touches something.
use super::Vector;

/// A moving disc: it runs along `way` from `speed` to zero. Times count from now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    pub(super) at: Vector,
    /// Length 1; zero for a disc at rest.
    pub(super) way: Vector,
    pub(super) speed: f64,
}

impl Slide {
    /// Returns how long it still runs.
    #[inline]
    pub(super) fn lasts(&self, slowing: f64) -> f64 {
        self.speed / slowing
    }

    /// Returns how far it still runs.
    #[inline]
    pub(super) fn reach(&self, slowing: f64) -> f64 {
        self.speed * self.speed / (2.0 * slowing)
    }

    /// Returns the same slide some time later.
    #[inline]
    pub(super) fn later(&self, time: f64, slowing: f64) -> Slide {
        let lasts = self.lasts(slowing);
        if lasts <= time {
            let at = self.at + self.way * self.reach(slowing);
            return Slide { at, way: Vector::ZERO, speed: 0.0 };
        }
        let far = (self.speed - 0.5 * slowing * time) * time;
        Slide { at: self.at + self.way * far, way: self.way, speed: self.speed - slowing * time }
    }

    /// Returns when it has run this far, if it gets there.
    pub(super) fn time_to(&self, far: f64, slowing: f64) -> Option<f64> {
        let far = far.max(0.0);
        let left = self.speed * self.speed - 2.0 * slowing * far;
        // The quadratic formula in the form that is exact for short distances.
        (0.0 <= left && 0.0 < self.speed).then(|| 2.0 * far / (self.speed + left.sqrt()))
    }
}

/// Below this two discs count as touching: by how much the square of their distance is over that of contact, in square inches.
const TOUCHING: f64 = 1e-9;

/// Discs that touch and hardly move against each other may come this much closer before they bounce.
/// Without this slack, two discs pressed together would bounce endlessly in no time.
const SLACK: f64 = 1.5e-7;

/// Slower than this, in inches per second, touching discs don't bounce at once.
const FAINT: f64 = 0.02;

/// A disc whose centre would enter the circle of contact by less than a ten-thousandth of an inch
/// (squared here) only brushes it, overlapping by less than a hundred-millionth of an inch.
const BRUSH: f64 = 1e-8;

/// Two roots closer than this many seconds are one.
const INSTANT: f64 = 1e-13;

/// Returns when a moving disc comes within `distance` of a fixed point.
#[inline]
pub(super) fn with_point(disc: &Slide, point: Vector, distance: f64, slowing: f64) -> Option<f64> {
    let apart = point - disc.at;
    let ahead = apart.dot(disc.way);
    if ahead <= 0.0 {
        return None;
    }
    let aside = apart - disc.way * ahead;
    let chord = distance * distance - aside.dot(aside);
    if chord <= BRUSH {
        return None;
    }
    disc.time_to(ahead - chord.sqrt(), slowing)
}

/// Returns when two discs of one size, of which at least one moves, touch; `distance` is that of their centres then.
pub(super) fn of_discs(one: &Slide, other: &Slide, distance: f64, slowing: f64) -> Option<f64> {
    let apart = other.at - one.at;
    let reach = one.reach(slowing) + other.reach(slowing);
    let near = distance + reach + 0.001;
    if near * near < apart.dot(apart) {
        return None;
    }
    let (short, long) = if one.speed <= other.speed { (one, other) } else { (other, one) };
    let both = short.lasts(slowing);
    if 0.0 < short.speed
        && let Some(time) = while_both_move(one, other, distance, slowing, both)
    {
        return Some(time);
    }
    let (short, long) = (short.later(both, slowing), long.later(both, slowing));
    if long.speed <= 0.0 {
        return None;
    }
    with_point(&long, short.at, distance, slowing).map(|time| both + time)
}

/// Returns the first contact of two moving discs within `until`.
fn while_both_move(
    one: &Slide,
    other: &Slide,
    distance: f64,
    slowing: f64,
    until: f64,
) -> Option<f64> {
    let apart = other.at - one.at;
    let closing = other.way * other.speed - one.way * one.speed;
    let bend = (one.way - other.way) * (0.5 * slowing);
    // The square of the distance over that of contact, as a polynomial of time.
    let mut over = [
        apart.dot(apart) - distance * distance,
        2.0 * apart.dot(closing),
        closing.dot(closing) + 2.0 * apart.dot(bend),
        2.0 * closing.dot(bend),
        bend.dot(bend),
    ];
    if over[0] <= TOUCHING {
        if over[1] < -2.0 * distance * FAINT {
            return Some(0.0);
        }
        // Already touching: the next contact is where they are closer by the slack, so that time
        // advances.
        over[0] = if -0.5 * SLACK < over[0] { over[0] + SLACK } else { SLACK };
    }
    first_root(over, until)
}

/// Returns the first time up to `until` at which a polynomial that is positive at 0 reaches zero.
///
/// Written in Bernstein's form a polynomial lies between its least and its greatest coefficient: a stretch with only
/// positive ones has no root, and any other is halved. So no root is missed, however short the contact.
pub(super) fn first_root(polynomial: [f64; 5], until: f64) -> Option<f64> {
    let [a, b, c, d, e] = polynomial;
    let (b, c) = (b * until, c * until * until);
    let (d, e) = (d * until * until * until, e * until * until * until * until);
    let whole = [
        a,
        a + b / 4.0,
        a + b / 2.0 + c / 6.0,
        a + b * 0.75 + c / 2.0 + d / 4.0,
        a + b + c + d + e,
    ];
    let mut stretches = vec![(0.0, until, whole)];
    while let Some((from, length, form)) = stretches.pop() {
        if form.iter().all(|&it| 0.0 < it) {
            continue;
        }
        if form[0] <= 0.0 || length < INSTANT {
            return Some(from);
        }
        let (left, right) = halves(form);
        let half = length / 2.0;
        // The earlier half is searched first.
        stretches.push((from + half, half, right));
        stretches.push((from, half, left));
    }
    None
}

/// Splits a polynomial in Bernstein's form in the middle (de Casteljau).
fn halves(form: [f64; 5]) -> ([f64; 5], [f64; 5]) {
    let mut rows = form;
    let (mut left, mut right) = ([0.0; 5], [0.0; 5]);
    for row in 0..5 {
        left[row] = rows[0];
        right[4 - row] = rows[4 - row];
        for at in 0..4 - row {
            rows[at] = 0.5 * (rows[at] + rows[at + 1]);
        }
    }
    (left, right)
}
