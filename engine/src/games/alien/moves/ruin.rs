//! Why a checker in the monolith's way is lost.
use serde::{Deserialize, Serialize};

use crate::games::alien::{
    field::{Field, Stack},
    square::{AlienSquare, Ray},
};
use crate::seat::Seat;

/// What stopped a checker from being pushed away (B-R8, B-R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Ruin {
    /// It is under a hippo itself, and can't be pushed.
    Hippo,
    /// Behind it is the rim of the board.
    Rim,
    /// A wall of the other side stands behind it.
    Wall,
    Water,
    Fire,
    /// A checker under a hippo stands behind it.
    Victim(AlienSquare),
}

impl Field {
    /// Returns the square to which a checker can be pushed, or what it meets instead.
    pub(in crate::games::alien) fn pushed(
        &self,
        at: AlienSquare,
        stack: &Stack,
        way: Ray,
    ) -> Result<AlienSquare, Ruin> {
        if stack.hippo {
            return Err(Ruin::Hippo);
        }
        let to = at.step(way).ok_or(Ruin::Rim)?;
        if !self.lets(stack.seat, at, way) {
            Err(Ruin::Wall)
        } else if self.water.contains(to) {
            Err(Ruin::Water)
        } else if self.fire.contains(to) {
            Err(Ruin::Fire)
        } else if self.stack(to).is_some_and(|it| it.hippo) {
            Err(Ruin::Victim(to))
        } else {
            Ok(to)
        }
    }
}

impl Ruin {
    /// Says the result of a checker of `seat`, from the verb on.
    pub(in crate::games::alien) fn says(self, seat: Seat, name: impl Fn(Seat) -> String) -> String {
        match self {
            Ruin::Hippo => "can't be pushed from under its hippo, and is crushed".to_owned(),
            Ruin::Rim => "is pushed off the board".to_owned(),
            Ruin::Wall => format!("is crushed against {}'s wall", name(seat.other())),
            Ruin::Water => "is pushed into water".to_owned(),
            Ruin::Fire => "is pushed into fire".to_owned(),
            Ruin::Victim(to) => format!("is crushed against the checker under a hippo on {to}"),
        }
    }
}
