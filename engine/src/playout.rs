//! Random matches in a game's own types, without texts, for measurements and statistics.
use crate::{
    chance::Dice,
    game::{Outcome, Status, Step},
    mind::{SearchGame, ToAct},
    refusal::Refusal,
    seat::Seat,
    table::kept,
};

/// How a match played at random went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The number of actions.
    pub steps: u32,
    /// How it ended; none if it was stopped.
    pub outcome: Option<Outcome>,
}

/// Plays a match to its end, or until `most` actions. The seat first named by the status acts each time.
pub(crate) fn playout<G: SearchGame>(
    options: &G::Options,
    dice: &mut Dice,
    most: u32,
) -> Result<Playout, Refusal> {
    let mut game = G::open(options, &mut Step::new(dice))?;
    let mut steps = 0;
    while steps < most {
        let seat = match game.stage() {
            ToAct::Turn(seat) => seat,
            ToAct::Both => Seat::First,
            ToAct::Over(_) => break,
        };
        let Some(action) = game.sample(seat, dice) else { break };
        game.act(seat, &action, &mut Step::new(dice))?;
        steps += 1;
    }
    let outcome = match game.status() {
        Status::Over(outcome) => Some(kept::<G>(outcome)),
        Status::Waiting(_) => None,
    };
    Ok(Playout { steps, outcome })
}
