//! What this turn and the next may bring: a gain of either side, and how often it comes when quick
//! players play on. Only what the room knows plays a part.
use super::{Gain, Player, SearchGame, pick, player::Level};
use crate::{
    chance::Dice,
    game::{PromptKind, Status},
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// Who plays on.
const QUICK: Player = Player::Level(Level::Three);

/// How often both turns are played out.
const TRIES: u32 = 40;

/// The most actions of one try.
const LONGEST: usize = 60;

/// What is less likely, or likelier, is as good as decided.
const UNDECIDED: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// Something undecided, and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnOdds {
    /// Who gains.
    pub seat: Seat,
    /// Which of its gains, by its number.
    pub nth: usize,
    pub gain: Gain,
    /// From 0 to 1.
    pub chance: f64,
}

/// From a position of a side's turn until that side's next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnSpan {
    turn: Seat,
    /// Whether the other side has had its turn since.
    answers: bool,
}

/// Where a [`TurnSpan`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanStage {
    Open,
    /// Both sides have had their turns, or the match is over.
    Done,
    /// Somebody chooses in private, so that others can't foresee what comes.
    Private,
}

impl TurnSpan {
    /// Begins at a position; none if it isn't a side's turn there, with choices that all can see.
    pub fn begin<W>(status: &Status<W>) -> Option<TurnSpan> {
        let Status::Waiting(prompts) = status else { return None };
        match &prompts[..] {
            [only] if only.kind == PromptKind::Turn => {
                Some(TurnSpan { turn: only.seat, answers: false })
            }
            _ => None,
        }
    }

    /// Goes on to the position after a step.
    pub fn goes_on<W>(&mut self, status: &Status<W>) -> SpanStage {
        let Status::Waiting(prompts) = status else { return SpanStage::Done };
        if prompts.iter().any(|it| it.kind.is_private()) {
            return SpanStage::Private;
        }
        // Who only answers the other side has no turn.
        let turn = prompts.iter().find(|it| it.kind == PromptKind::Turn).map(|it| it.seat);
        match turn {
            Some(seat) if seat != self.turn => self.answers = true,
            Some(_) if self.answers => return SpanStage::Done,
            _ => {}
        }
        SpanStage::Open
    }
}

/// Finds something undecided that this turn or the next may bring; none if there is nothing.
///
/// # Errors
/// If computer players can't play this match.
pub(crate) fn upcoming<G: SearchGame>(game: &G, seed: u64) -> Result<Option<TurnOdds>, Refusal> {
    game.playable()?;
    let Some(span) = TurnSpan::begin(&game.status()) else { return Ok(None) };
    let dice = &mut Dice::thinking(seed);
    let before = all_gains(game);
    let mut count = vec![0_u32; before.len()];
    for _ in 0..TRIES {
        let dealt = game.determinize(BySeat::new(|_| false), dice);
        let Some(risen) = played_out(dealt, span, &before, dice) else { return Ok(None) };
        for (count, has_risen) in count.iter_mut().zip(risen) {
            *count += u32::from(has_risen);
        }
    }
    let odds = before.iter().zip(count).map(|((seat, nth, gain), count)| TurnOdds {
        seat: *seat,
        nth: *nth,
        gain: *gain,
        chance: f64::from(count + 1) / f64::from(TRIES + 2),
    });
    // The most important, and of two sides the one that is harder to foresee.
    let far = |odds: &TurnOdds| (odds.chance - 0.5).abs();
    let undecided = odds.filter(|odds| UNDECIDED.contains(&odds.chance));
    Ok(undecided.min_by(|one, other| one.nth.cmp(&other.nth).then(far(one).total_cmp(&far(other)))))
}

/// Plays both turns out, and tells which gains have risen meanwhile; none if somebody chooses in
/// private.
fn played_out<G: SearchGame>(
    mut now: G,
    mut span: TurnSpan,
    before: &[(Seat, usize, Gain)],
    dice: &mut Dice,
) -> Option<Vec<bool>> {
    let mut risen = vec![false; before.len()];
    for _ in 0..LONGEST {
        let Status::Waiting(prompts) = now.status() else { break };
        let seat = prompts.first()?.seat;
        let (action, _, _) = pick::decide(&now, seat, QUICK, dice)?;
        now = now.tried(seat, &action, &mut Dice::thinking(dice.number()))?;
        for (has_risen, ((_, _, gain), (_, _, then))) in
            risen.iter_mut().zip(all_gains(&now).iter().zip(before))
        {
            *has_risen |= then.count < gain.count;
        }
        match span.goes_on(&now.status()) {
            SpanStage::Open => {}
            SpanStage::Done => break,
            SpanStage::Private => return None,
        }
    }
    Some(risen)
}

/// Lists the gains of both sides, each with its number.
fn all_gains<G: SearchGame>(game: &G) -> Vec<(Seat, usize, Gain)> {
    let of = |seat: Seat| {
        let gains = game.gains(seat).into_iter().enumerate();
        gains.map(move |(nth, gain)| (seat, nth, gain))
    };
    Seat::BOTH.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Prompt};

    fn asks(seat: Seat, kind: PromptKind) -> Status<()> {
        Status::Waiting(vec![Prompt { seat, kind, ask: String::new() }])
    }

    #[test]
    fn both_turns_are_over_when_the_first_side_has_a_turn_again() {
        let own = asks(Seat::First, PromptKind::Turn);
        let others = asks(Seat::Second, PromptKind::Turn);
        let mut span = TurnSpan::begin(&own).unwrap();
        // An answer out of turn is no turn.
        let answer = asks(Seat::Second, PromptKind::Reaction);
        for status in [&own, &answer, &own, &others, &others] {
            assert_eq!(span.goes_on(status), SpanStage::Open);
        }
        assert_eq!(span.goes_on(&asks(Seat::First, PromptKind::Reaction)), SpanStage::Open);
        assert_eq!(span.goes_on(&own), SpanStage::Done);
        let mut span = TurnSpan::begin(&others).unwrap();
        let over = Status::Over(Outcome { winner: None, why: () });
        assert_eq!(span.goes_on(&over), SpanStage::Done);
    }

    #[test]
    fn what_is_chosen_in_private_cannot_be_foreseen() {
        let own = asks(Seat::First, PromptKind::Turn);
        for kind in [PromptKind::Private, PromptKind::Sealed] {
            let private = asks(Seat::Second, kind);
            assert_eq!(TurnSpan::begin(&private), None);
            assert_eq!(TurnSpan::begin(&own).unwrap().goes_on(&private), SpanStage::Private);
        }
        assert_eq!(TurnSpan::begin(&asks(Seat::First, PromptKind::Reaction)), None);
    }
}
