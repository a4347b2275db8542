//! Computer players: what a player of some strength does and expects, and analyses of finished matches.
//!
//! The searches know no game: [`alphabeta`], [`expectimax`], [`mcts`], [`beam`], [`sampled`] and [`matrix`]. A
//! game says through [`SearchGame`] what its positions are worth and which of them fits. Everything is
//! counted in nodes and follows from a seed, so a player moves alike on every machine; nothing here
//! reads a clock. Before it looks at anything, a player gets a match where everything its seat
//! can't know was dealt again, and dice of its own.
//!
//! From outside: [`Thinker::think`](crate::table::Thinker::think) returns a [`Thought`] for a seat, a [`Player`] and a seed; [`analysis`]
//! looks back at a match.
pub(crate) mod alphabeta;
mod analysis;
pub(crate) mod beam;
pub(crate) mod expectimax;
mod judge;
mod luck;
pub(crate) mod matrix;
pub(crate) mod mcts;
mod outlook;
mod pick;
mod player;
mod reason;
pub(crate) mod sampled;
#[cfg(test)]
mod tests;
mod upcoming;

use crate::{
    chance::Dice,
    game::{Game, PromptKind, Status, Step},
    refusal::Refusal,
    seat::{BySeat, Seat},
};

pub use self::{
    analysis::{Analysing, Analysis, ChanceRise, Moment, TurningPoint, analysis},
    judge::Judged,
    luck::luck,
    outlook::{Outlook, WordedAction},
    player::{Level, Player},
    reason::Gain,
    upcoming::{SpanStage, TurnOdds, TurnSpan},
};
pub(crate) use self::{
    judge::{compare, judge},
    luck::{before_throw, glance},
    outlook::outlook,
    upcoming::upcoming,
};

/// What a game tells the searches. Everything has a default: plain Monte Carlo search over the listed
/// choices.
pub trait SearchGame: Game {
    /// What worths of 0.1, 0.3, 0.5, 0.7 and 0.9 come to in matches of strong players, who draw more
    /// or less often than a search sees. `draughtsman arena … --calibrate` measured it.
    const COMES_TO: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

    /// The level that judges what chance gave; none where a position's own worth says more about it.
    const LUCK_SEEN_BY: Option<Level> = Some(Level::One);
    /// How much of what chance seems to give comes true. `draughtsman arena … --luck` measured it.
    const LUCK_COMES_TRUE: f64 = 1.0;

    /// Refuses matches that computer players can't play, such as duels that people fight.
    ///
    /// # Errors
    /// If the match is one of them; the refusal says what could be agreed instead.
    fn playable(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Says who must act; faster than [`Game::status`] if the game implements it.
    fn stage(&self) -> ToAct {
        ToAct::of(&self.status())
    }

    /// Estimates the first seat's result of a running match, from -1 for a loss to 1 for a win.
    fn evaluate(&self) -> f64 {
        0.0
    }

    /// Returns the first seat's lead in what a greedy player counts: pieces, goals.
    fn gain(&self) -> f64 {
        self.evaluate()
    }

    /// Counts what a seat gains by, the most important first: goals, pieces taken, kings.
    fn gains(&self, _seat: Seat) -> Vec<Gain> {
        Vec::new()
    }

    /// Says what an action of a seat does or leaves on the board beside what [`SearchGame::gains`] counts, as a sentence that begins
    /// with `It` goes on: `leaves the goalie 3 squares from the ball`. `after` is the match right after it, and once both sides have
    /// answered; none if chance decides the action. It tells only what all can see.
    fn remark(
        &self,
        _seat: Seat,
        _action: &Self::Action,
        _after: Option<[&Self; 2]>,
    ) -> Option<String> {
        None
    }

    /// Lists about `wide` actions worth considering, without those that don't matter for the result.
    fn candidates(&self, seat: Seat, _wide: usize, _dice: &mut Dice) -> Vec<Self::Action> {
        self.choices(seat).listed
    }

    /// Returns the match after an action of [`SearchGame::candidates`]; none if it isn't possible.
    fn tried(&self, seat: Seat, action: &Self::Action, dice: &mut Dice) -> Option<Self> {
        let mut next = self.clone();
        next.act(seat, action, &mut Step::new(dice)).ok()?;
        Some(next)
    }

    /// Tells whether the match is in its opening, where nobody agrees to a draw.
    fn is_opening(&self) -> bool {
        false
    }

    /// Tells whether an action gives up a piece of its own on the spot. A weak player does that only if nothing else is better.
    fn wastes(&self, _seat: Seat, _action: &Self::Action) -> bool {
        false
    }

    /// Returns a number for what is revealed without a throw, such as the top card of a pile.
    fn mark(&self) -> u64 {
        0
    }

    /// Says how a player of some level searches in this game.
    fn skill(&self, level: Level) -> Skill {
        Skill::usual(level)
    }

    /// Rates the actions of a seat that must act, the best first; also returns how many positions that took.
    fn rate(&self, seat: Seat, skill: &Skill, dice: &mut Dice) -> (Vec<Rated<Self::Action>>, u32) {
        mcts::rate(self, seat, skill, dice)
    }

    /// Tells whether two actions of a seat differ by no more than people can measure, such as shots that are aimed a little apart.
    fn near(&self, _seat: Seat, _one: &Self::Action, _other: &Self::Action) -> bool {
        false
    }

    /// Adds a level's tremor to an action that is done by hand.
    fn by_hand(
        &self,
        _seat: Seat,
        action: Self::Action,
        _level: Level,
        _dice: &mut Dice,
    ) -> Self::Action {
        action
    }

    /// Estimates a match whether or not it is over.
    fn expects(&self) -> f64 {
        match self.stage() {
            ToAct::Over(winner) => winner.map_or(0.0, sign),
            ToAct::Turn(_) | ToAct::Both => self.evaluate(),
        }
    }
}

/// Who must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToAct {
    Turn(Seat),
    /// Both choose in secret.
    Both,
    /// Over, with the winner.
    Over(Option<Seat>),
}

impl ToAct {
    fn of<E>(status: &Status<E>) -> ToAct {
        match status {
            Status::Over(outcome) => ToAct::Over(outcome.winner),
            Status::Waiting(prompts) => match &prompts[..] {
                [one, _, ..] if one.kind == PromptKind::Sealed => ToAct::Both,
                prompts => ToAct::Turn(prompts.first().map_or(Seat::First, |it| it.seat)),
            },
        }
    }
}

/// An action and what a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated<A> {
    pub action: A,
    /// What the seat expects, from -1 to 1.
    pub value: f64,
    /// How often it was tried; one for searches that don't count.
    pub visits: u32,
}

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The most positions searched for one action.
    pub nodes: u32,
    /// The most choices searched ahead.
    pub depth: u8,
    /// How many actions of a position are searched.
    pub wide: u16,
    /// How many replies of the other side are tried, in sampled searches.
    pub replies: u8,
    /// How readily a slightly worse action is taken, in units of worth; 0 for never.
    pub temperature: f64,
}

impl Skill {
    /// The default skills.
    pub fn usual(level: Level) -> Skill {
        let (nodes, wide, temperature) = match level {
            Level::One => (40, 24, 0.20),
            Level::Two => (150, 32, 0.08),
            Level::Three => (600, 48, 0.03),
            Level::Four => (2_000, 64, 0.01),
            Level::Five => (6_000, 64, 0.0),
        };
        Skill { nodes, depth: 40, wide, replies: 0, temperature }
    }

    /// How much worse than the best an action may be and still be taken.
    pub(crate) fn margin(&self) -> f64 {
        3.0 * self.temperature
    }

    /// Positions that one try of a sampled search takes.
    pub(crate) fn cost(&self) -> u32 {
        if self.depth < 2 { 1 } else { 1 + u32::from(self.replies) }
    }
}

/// What a player would do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The action, as it is typed.
    pub words: String,
    /// The seat's expected result with it: 0 is a loss, 1 a win, a draw counts half.
    pub chance: f64,
    /// Whether it would agree to a draw now.
    pub draws: bool,
    /// Whether it considers the match lost.
    pub resigns: bool,
    /// How many positions were searched.
    pub nodes: u32,
}

/// Up to this worth, a draw is fair to both.
const FAIR: f64 = 0.06;

/// Below this worth, the match is lost.
const HOPELESS: f64 = -0.97;

/// How often a seat's unknowns are dealt again for a decision about a draw.
const DEALS: u32 = 3;

/// Thinks for a seat that must act; none if it isn't.
///
/// # Errors
/// If computer players can't play this match.
pub(crate) fn think<G: SearchGame>(
    game: &G,
    seat: Seat,
    player: Player,
    seed: u64,
) -> Result<Option<Thought>, Refusal> {
    game.playable()?;
    if !game.status().waits_for(seat) {
        return Ok(None);
    }
    let mut dice = Dice::thinking(seed);
    // From here on, only what the seat may know is known.
    let game = game.determinize(BySeat::new(|it| it == seat), &mut dice);
    let Some((action, value, nodes)) = pick::decide(&game, seat, player, &mut dice) else {
        return Ok(None);
    };
    Ok(Some(Thought {
        words: game.write(&action),
        chance: chance::<G>(value),
        draws: value <= FAIR,
        resigns: value <= HOPELESS,
        nodes,
    }))
}

/// Tells whether two actions differ by no more than people can measure.
pub(crate) fn near<G: SearchGame>(
    game: &G,
    seat: Seat,
    one: &G::Action,
    other: &G::Action,
) -> bool {
    game.near(seat, one, other)
}

/// Estimates the first seat's chance in a match, from 0 to 1, with all secrets known. If someone
/// must act, this is the value of the best action for a strong player.
///
/// # Errors
/// If computer players can't judge this match.
pub(crate) fn estimate<G: SearchGame>(game: &G, seed: u64) -> Result<f64, Refusal> {
    Ok(chance::<G>(worth(game, seed)?))
}

/// Rates a match for the first seat, from -1 if it is lost to 1 if it is won, with all secrets known.
fn worth<G: SearchGame>(game: &G, seed: u64) -> Result<f64, Refusal> {
    game.playable()?;
    Ok(match game.stage() {
        ToAct::Over(_) | ToAct::Both => game.expects(),
        ToAct::Turn(seat) => {
            let skill = Skill { temperature: 0.0, ..game.skill(ANALYST) };
            let (rated, _) = game.rate(seat, &skill, &mut Dice::thinking(seed));
            pick::best(&rated).map_or_else(|| game.expects(), |best| sign(seat) * best.value)
        }
    })
}

/// Tells whether a seat would agree to a draw, by what it knows; even if it isn't asked for anything now.
///
/// # Errors
/// If computer players can't judge this match.
pub(crate) fn agrees<G: SearchGame>(game: &G, seat: Seat, seed: u64) -> Result<bool, Refusal> {
    game.playable()?;
    if game.is_opening() {
        return Ok(false);
    }
    let dice = &mut Dice::thinking(seed);
    let mut sum = 0.0;
    for _ in 0..DEALS {
        let known = game.determinize(BySeat::new(|it| it == seat), dice);
        sum += worth(&known, dice.number())?;
    }
    Ok(sign(seat) * sum / f64::from(DEALS) <= FAIR)
}

/// The level of analyses.
const ANALYST: Level = Level::Four;

/// Turns a worth from -1 to 1 into the points that matches with it bring, from 0 to 1.
fn chance<G: SearchGame>(worth: f64) -> f64 {
    let [one, three, five, seven, nine] = G::COMES_TO;
    let points =
        [(0.0, 0.0), (0.1, one), (0.3, three), (0.5, five), (0.7, seven), (0.9, nine), (1.0, 1.0)];
    let size = worth.abs().min(1.0);
    let step = points.windows(2).find(|step| size <= step[1].0);
    let comes_to = step.map_or(1.0, |step| {
        let [(from, low), (to, high)] = [step[0], step[1]];
        low + (high - low) * (size - from) / (to - from)
    });
    (1.0 + comes_to.copysign(worth)) / 2.0
}

pub(crate) fn sign(seat: Seat) -> f64 {
    match seat {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    }
}
