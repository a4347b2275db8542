//! Replays an exported match from its written actions, and compares the result with the file.
use engine::{
    chance::{Dice, StepKey},
    fair::{Secret, Seed},
    game::{Outcome, PromptKind, Status},
    games::GameId,
    refusal::Refusal,
    seat::Seat,
    table::{Past, Saved, Table},
};
use serde_json::Value;
use store::{Undo, WantedCounts};

use crate::{
    commitment,
    exported::{Export, Exported},
    tally::{LOT, most_wanted},
    words,
};

/// The result of replaying a file.
pub(crate) struct Replayed {
    /// What matches, line by line.
    pub agrees: Vec<String>,
    /// The position after each step that wasn't taken back, from the opening.
    pub positions: Vec<Saved>,
}

/// A match being replayed.
struct PlayedAgain<'a> {
    export: &'a Export,
    seed: Seed,
    /// The position after each step that wasn't taken back, from the opening, with the step that
    /// led to it.
    stack: Vec<(Saved, Option<Done>)>,
    take: u32,
    /// How many steps were taken back.
    undone: usize,
    /// How many choices were secret.
    sealed: usize,
    /// How many choices were defaults.
    by_default: usize,
    /// How many choices were made by counting, and how many of these were ties.
    counted: usize,
    ties: usize,
}

/// A replayed step.
struct Done {
    past: Past,
    fixed: bool,
    ended_turn: bool,
    /// It was chosen in secret before the other side had chosen, so it may be changed.
    open: bool,
}

/// Replays a match; fails at the first difference.
pub(crate) fn replay(export: &Export, secret: &Secret) -> Result<Replayed, String> {
    let mut agrees = commitment::check(export, secret)?;
    let (opening, played) = export.steps.split_first().ok_or_else(words::no_opening)?;
    let mut again = PlayedAgain::open(export, secret.seed(&export.words), opening)?;
    for step in played {
        match step.undo {
            Some(undo) if !export.is_of_first_form() => again.go_back(step, undo)?,
            Some(_) | None => again.play(step)?,
        }
    }
    let PlayedAgain { stack, take, undone, sealed, by_default, counted, ties, .. } = again;
    let positions: Vec<Saved> = stack.into_iter().map(|it| it.0).collect();
    let last = positions.last().cloned().ok_or_else(words::no_position)?;
    let end = same_end(export, export.game.resume(&last)?.as_ref())?;
    agrees.extend(export.start.as_ref().map(|_| words::from_set_position()));
    agrees.push(words::steps_fit(played.iter().filter(|it| it.undo.is_none()).count()));
    agrees.extend(words::seals_fit(sealed));
    agrees.extend(words::defaults_fit(by_default));
    agrees.extend(words::counts_fit(counted, ties));
    agrees.extend(words::taken_back(undone, take));
    agrees.push(end);
    Ok(Replayed { agrees, positions })
}

impl<'a> PlayedAgain<'a> {
    fn open(export: &'a Export, seed: Seed, opening: &Exported) -> Result<PlayedAgain<'a>, String> {
        if (opening.step, opening.take) != (0, 0) || opening.undo.is_some() {
            return Err(words::opening_not_first());
        }
        let mut dice = Dice::fair(&seed, StepKey { step: 0, take: 0 });
        let Export { game, options, start, .. } = export;
        let table = opened_from(*game, options, start.as_ref(), &mut dice)
            .map_err(|err| words::cannot_open(&err.to_string()))?;
        same_events(opening, &table.events()?, &dice)?;
        let stack = vec![(table.save()?, None)];
        Ok(PlayedAgain {
            export,
            seed,
            stack,
            take: 0,
            undone: 0,
            sealed: 0,
            by_default: 0,
            counted: 0,
            ties: 0,
        })
    }

    fn dice(&self, step: &Exported) -> Dice {
        Dice::fair(&self.seed, StepKey { step: step.step, take: step.take })
    }

    /// Replays a step.
    fn play(&mut self, step: &Exported) -> Result<(), String> {
        let name = name(step);
        let len = self.stack.len();
        let undos = step.take.saturating_sub(self.take) as usize;
        let back = match step.step as usize {
            number if number == len && step.take == self.take => 0,
            // An undo discards at least one step, so that nobody can have tried the dice more often
            // than the file says.
            number @ 1..
                if self.export.is_of_first_form()
                    && number < len
                    && (1..=len - number).contains(&undos) =>
            {
                len - number
            }
            _ => return Err(words::out_of_place(&name)),
        };
        self.stack.truncate(len - back);
        self.undone += back;
        self.take = step.take;
        let (Some(seat), Some(said), Some((saved, _))) =
            (step.seat, &step.written, self.stack.last())
        else {
            return Err(words::nobody_did(&name));
        };
        let mut table = self.export.game.resume(saved)?;
        if let Some(counts) = &step.wanted {
            self.is_most_wanted(step, said, counts)?;
        } else if let Some(told) = &step.lot {
            let step_key = StepKey { step: u32::MAX - step.step, take: step.take };
            let mut lot = Dice::fair(&self.seed, step_key);
            let chosen = table.default_for(seat, &mut lot);
            if chosen.as_ref() != Some(said) || lot.thrown() != told {
                return Err(words::not_the_default(&name));
            }
            self.by_default += 1;
        }
        let mut dice = self.dice(step);
        let played = table
            .play(seat, said, &mut dice)
            .map_err(|err| words::not_legal(&name, said, &err.to_string()))?;
        same_events(step, &played.events, &dice)?;
        if !self.export.is_of_first_form() {
            let seal = self.seed.seal(StepKey { step: step.step, take: step.take }, said);
            if step.seal != played.sealed.then_some(seal) {
                return Err(words::breaks_seal(&name));
            }
            self.sealed += usize::from(played.sealed);
        }
        let done = Done {
            past: Past { seat, action: played.action, events: played.events },
            fixed: played.fixed,
            ended_turn: !table.status().waits_for(seat),
            open: played.sealed && !played.fixed && asks_the_other(&table.status(), seat),
        };
        self.stack.push((table.save()?, Some(done)));
        Ok(())
    }

    /// Checks that most people wanted a step, and that the dice decided a tie.
    fn is_most_wanted(
        &mut self,
        step: &Exported,
        said: &str,
        counts: &WantedCounts,
    ) -> Result<(), String> {
        let best = most_wanted(counts);
        let step_key = StepKey { step: u32::MAX - step.step, take: step.take };
        let mut lot = Dice::fair(&self.seed, step_key);
        let chosen = match &best[..] {
            [_, _, ..] => {
                let sides = u32::try_from(best.len()).unwrap_or(u32::MAX);
                let fell = lot.below(LOT, sides).map_err(|err| err.to_string())?;
                best.get(fell as usize)
            }
            few => few.first(),
        };
        let thrown = (!lot.thrown().is_empty()).then_some(lot.thrown());
        if chosen.is_none_or(|it| it != said) || thrown != step.lot.as_deref() {
            return Err(words::not_most_wanted(&name(step)));
        }
        self.ties += usize::from(thrown.is_some());
        self.counted += 1;
        Ok(())
    }

    /// Replays an undo.
    fn go_back(&mut self, step: &Exported, undo: Undo) -> Result<(), String> {
        let keep = step.step as usize;
        if step.take != self.take + 1 || self.stack.len() <= keep + 1 {
            return Err(words::undo_out_of_place(step.step));
        }
        let gone: Vec<Done> = self.stack.drain(keep + 1..).filter_map(|it| it.1).collect();
        self.undone += gone.len();
        self.take = step.take;
        let Some((saved, _)) = self.stack.last_mut() else {
            return Err(words::no_position());
        };
        let mut dice = Dice::fair(&self.seed, StepKey { step: step.step, take: step.take });
        match undo {
            Undo::Alone => {
                let own = gone.first().map(|it| it.past.seat);
                let free =
                    |done: &Done| Some(done.past.seat) == own && !done.fixed && !done.ended_turn;
                let again = matches!(&gone[..], [Done { open: true, .. }]);
                if !again && !gone.iter().all(free) {
                    return Err(words::undo_without_consent(step.step));
                }
            }
            Undo::Agreed => {
                let gone: Vec<Past> = gone.into_iter().map(|it| it.past).collect();
                let table = self.export.game.resume(saved)?;
                *saved = table.back(&gone, &mut dice).map_err(|err| err.to_string())?.save()?;
            }
        }
        if step.throws.as_deref() == Some(dice.thrown()) {
            Ok(())
        } else {
            Err(words::undo_deals_differently(step.step))
        }
    }
}

/// Opens a match of a game, from a position if there is one.
///
/// # Errors
/// If the options can't be played, or the starting position can't be loaded.
pub fn opened_from(
    game: GameId,
    options: &Value,
    start: Option<&Saved>,
    dice: &mut Dice,
) -> Result<Box<dyn Table>, Refusal> {
    match start {
        None => game.open(options.clone(), dice),
        Some(start) => {
            let table = game.resume(start).map_err(|_| words::position_of_another_game(game))?;
            Ok(table.anew(dice))
        }
    }
}

/// Tells whether only the other side is asked for a secret choice.
fn asks_the_other(status: &Status, seat: Seat) -> bool {
    match status {
        Status::Waiting(prompts) => {
            prompts.iter().all(|prompt| prompt.seat != seat && prompt.kind == PromptKind::Sealed)
        }
        Status::Over(_) => false,
    }
}

fn name(step: &Exported) -> String {
    words::step(step.step, step.take)
}

/// Compares the dice and events of a step as data. The wording isn't compared, because it changes.
fn same_events(step: &Exported, again: &Value, dice: &Dice) -> Result<(), String> {
    if step.throws.as_deref() != Some(dice.thrown()) {
        return Err(words::dice_differ(&name(step)));
    }
    if step.events.as_ref() == Some(again) {
        return Ok(());
    }
    Err(words::step_differs(&name(step)))
}

/// Tells whether a file has the replayed result. Older files have it as text, newer ones as data.
fn is_same(game: GameId, told: &Option<Outcome>, came: &Option<Outcome>) -> bool {
    match (told, came) {
        (Some(told), Some(came)) => {
            told.winner == came.winner
                && (told.why == came.why || game.why(&told.why) == game.why(&came.why))
        }
        (None, None) => true,
        _ => false,
    }
}

fn same_end(export: &Export, table: &dyn Table) -> Result<String, String> {
    let Some(end) = &export.end else { return Err(words::no_ending()) };
    match (end.ending, table.status()) {
        (None, Status::Over(outcome))
            if is_same(export.game, &end.outcome, &Some(outcome.clone())) =>
        {
            Ok(words::end_by_rules())
        }
        (Some(ending), Status::Waiting(_))
            if is_same(export.game, &end.outcome, &ending.outcome()) =>
        {
            Ok(words::end_by_people(ending))
        }
        _ => Err(words::end_differs()),
    }
}
