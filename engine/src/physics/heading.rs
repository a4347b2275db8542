//! Directions as on a compass, in thousandths of a degree: 0 is north (`y` grows), 90 degrees are east (`x` grows).
use super::Vector;

/// A full turn.
const ROUND: i64 = 360_000;

/// A quarter turn.
const QUARTER: i64 = 90_000;

/// Returns the vector of length 1 for a heading. Mirrored headings give mirrored vectors, to the last bit.
pub fn toward(heading: i64) -> Vector {
    let heading = heading.rem_euclid(ROUND);
    let (quarter, rest) = (heading / QUARTER, heading % QUARTER);
    // Only angles up to a right angle are measured, from north or south, so mirrored ones use the same number.
    let from_axis = if quarter % 2 == 0 { rest } else { QUARTER - rest };
    let (east, north) = first_quarter(from_axis);
    match quarter {
        0 => Vector::new(east, north),
        1 => Vector::new(east, -north),
        2 => Vector::new(-east, -north),
        _ => Vector::new(-east, north),
    }
}

/// Returns the parts of a vector between north and east; the four main directions are exact.
fn first_quarter(heading: i64) -> (f64, f64) {
    match heading {
        0 => (0.0, 1.0),
        QUARTER => (1.0, 0.0),
        _ => {
            let angle = heading as f64 * (std::f64::consts::PI / 180_000.0);
            (libm::sin(angle), libm::cos(angle))
        }
    }
}

/// Turns a vector clockwise by some thousandths of a degree.
pub fn turned(arrow: Vector, by: i64) -> Vector {
    let Vector { x: sine, y: cosine } = toward(by);
    Vector::new(arrow.x * cosine + arrow.y * sine, arrow.y * cosine - arrow.x * sine)
}

/// Returns the heading of a vector, rounded; 0 for the zero vector.
pub fn heading_of(arrow: Vector) -> i64 {
    let angle = libm::atan2(arrow.x, arrow.y) * (180_000.0 / std::f64::consts::PI);
    // At most half a turn, so it fits.
    (libm::round(angle) as i64).rem_euclid(ROUND)
}
