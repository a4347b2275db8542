//! Matches played at random in a game's own types, without a word: for measuring and for statistics.
use crate::{
    chance::Dice,
    game::{Game, Outcome, Status, Step},
    refusal::Refusal,
    table::kept,
};

/// How a match played at random went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many actions were carried out.
    pub steps: u32,
    /// How it ended; nothing if it was broken off.
    pub outcome: Option<Outcome>,
}

/// Plays a match to its end, or until `most` actions. The seat first named by the status acts each time.
pub(crate) fn playout<G: Game>(
    options: &G::Options,
    dice: &mut Dice,
    most: u32,
) -> Result<Playout, Refusal> {
    let mut game = G::open(options, &mut Step::new(dice))?;
    for steps in 0..most {
        let seat = match game.status() {
            Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
            Status::Over(outcome) => {
                return Ok(Playout { steps, outcome: Some(kept::<G>(outcome)) });
            }
        };
        let Some((seat, action)) = seat.and_then(|it| Some((it, game.sample(it, dice)?))) else {
            return Ok(Playout { steps, outcome: None });
        };
        game.act(seat, &action, &mut Step::new(dice))?;
    }
    Ok(Playout { steps: most, outcome: None })
}
