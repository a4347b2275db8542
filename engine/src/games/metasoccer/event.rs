//! What happened in a match, as it is stored.
use serde::{Deserialize, Serialize};

use super::{
    PlayKind, dice::Roll, field::Spot, formation::Formation, moves::steal::StealResult, squad::Id,
};
use crate::seat::{BySeat, Seat};

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::games) enum Event {
    /// Both rolled for the kick-off, again after each tie.
    Drawn {
        rolls: Vec<BySeat<u8>>,
        winner: Seat,
    },
    /// A play began.
    Began {
        side: Seat,
        kind: PlayKind,
    },
    /// Both sides took their places for a kick-off of this side.
    LinedUp {
        kicker: Seat,
    },
    Formed {
        seat: Seat,
        formation: Formation,
    },
    Autoed {
        seat: Seat,
        on: bool,
    },
    /// A checker was placed elsewhere, outside of play.
    Placed {
        who: Id,
        from: Option<Spot>,
        to: Spot,
        why: Displacement,
    },
    Rolled {
        side: Seat,
        roll: Roll,
    },
    /// A checker moved from the first of these squares to the last.
    Moved {
        who: Id,
        path: Vec<Spot>,
        ball: bool,
    },
    Pushed {
        who: Id,
        from: Spot,
        to: Spot,
    },
    Passed {
        from: Id,
        to: Id,
        start: Spot,
        end: Spot,
        how: BallTransfer,
    },
    /// The ball flew over everyone, as far as the sum of these dice.
    Flew {
        by: Id,
        start: Spot,
        end: Spot,
        numbers: Vec<u8>,
    },
    /// The ball came down, and this checker has it; it moved there if it was elsewhere.
    Landed {
        who: Id,
        from: Spot,
        at: Spot,
    },
    /// A steal was tried.
    Challenged {
        thief: Id,
        victim: Id,
        at: Spot,
        defense: u8,
        offense: u8,
        came: StealResult,
    },
    /// Both rolled for the ball, again after each tie.
    RolledOff {
        rolls: Vec<BySeat<u8>>,
        winner: Seat,
    },
    /// The ball left the field.
    Out {
        at: Spot,
    },
    /// The goalie waits for a penalty kick where it stood before.
    Stays {
        goalie: Id,
        at: Spot,
    },
    /// The goalie caught a penalty kick.
    Caught {
        goalie: Id,
    },
    /// The RISK die gave the ball to the other side.
    TurnedOver {
        to: Id,
    },
    Awarded {
        to: Seat,
        kind: PlayKind,
        at: Option<Spot>,
    },
    Expelled {
        who: Id,
        at: Spot,
    },
    Goal {
        to: Seat,
        at: Spot,
    },
    /// A play ended by itself: nothing was left to do.
    Spent {
        side: Seat,
    },
    FullTime,
}

/// Why a checker was placed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Displacement {
    /// Its coach re-placed it.
    Reset,
    /// It came back onto the field.
    Back,
    /// It had to make room for a kick or a throw.
    Room,
    /// It takes a kick or a throw.
    Taker,
    /// It was robbed of the ball.
    Robbed,
}

/// How the ball went from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum BallTransfer {
    Pass,
    Fly,
    Hand,
    Throw,
}
