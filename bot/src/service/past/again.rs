//! Replays an exported match from its written actions, and compares the result with the file.
use engine::{
    chance::{Dice, Ply},
    fair::{Secret, Seed},
    game::{Outcome, PromptKind, Status},
    games::GameId,
    house::{CallOff, Ending},
    quote::short,
    seat::Seat,
    table::{Past, Saved, Table},
};
use serde_json::Value;

use crate::service::{
    past::commitment,
    past::exported::{Export, Exported},
    terms::opened_from,
};
use crate::store::Undo;

/// The result of replaying a file.
pub(in crate::service) struct Replayed {
    /// What matches, line by line.
    pub(in crate::service) agrees: Vec<String>,
    /// The position after each step that wasn't taken back, from the opening.
    pub(in crate::service) positions: Vec<Saved>,
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
pub(in crate::service) fn replay(export: &Export, secret: &Secret) -> Result<Replayed, String> {
    let mut agrees = commitment::check(export, secret)?;
    let (opening, played) = export.steps.split_first().ok_or("The match has no opening.")?;
    let mut again = PlayedAgain::open(export, secret.seed(&export.words), opening)?;
    for it in played {
        match it.undo {
            Some(undo) if !export.is_of_first_form() => again.go_back(it, undo)?,
            Some(_) | None => again.play(it)?,
        }
    }
    let PlayedAgain { stack, take, undone, sealed, by_default, .. } = again;
    let positions: Vec<Saved> = stack.into_iter().map(|it| it.0).collect();
    let last = positions.last().cloned().ok_or("The match has no position.")?;
    let end = same_end(export, export.game.resume(last)?.as_ref())?;
    if export.start.is_some() {
        let says = "It began from a set position; the dice can't show how that arose.";
        agrees.push(says.to_owned());
    }
    agrees.push(match played.iter().filter(|it| it.undo.is_none()).count() {
        0 => "No step was played.".to_owned(),
        1 => "The one step plays out as recorded.".to_owned(),
        steps => format!("All {steps} steps play out as recorded."),
    });
    agrees.extend(match sealed {
        0 => None,
        1 => Some("The one sealed choice matches its seal.".to_owned()),
        several => Some(format!("All {several} sealed choices match their seals.")),
    });
    agrees.extend(match by_default {
        0 => None,
        1 => Some("One choice was made by default, correctly.".to_owned()),
        several => Some(format!("{several} choices were made by default, correctly.")),
    });
    if 0 < undone {
        let were = if undone == 1 { "was" } else { "were" };
        let undos = if take == 1 { "undo" } else { "undos" };
        agrees.push(format!("{undone} of them {were} taken back, in {take} {undos}."));
    }
    agrees.push(end);
    Ok(Replayed { agrees, positions })
}

impl<'a> PlayedAgain<'a> {
    fn open(export: &'a Export, seed: Seed, opening: &Exported) -> Result<PlayedAgain<'a>, String> {
        if (opening.step, opening.take) != (0, 0) || opening.undo.is_some() {
            return Err("The match doesn't start with its opening.".to_owned());
        }
        let mut dice = Dice::fair(&seed, Ply { step: 0, take: 0 });
        let Export { game, options, start, .. } = export;
        let table = opened_from(*game, options, start.as_ref(), &mut dice)
            .map_err(|err| format!("The match cannot be opened: {err}"))?;
        same_events(opening, &table.events()?, &dice)?;
        let stack = vec![(table.save()?, None)];
        Ok(PlayedAgain { export, seed, stack, take: 0, undone: 0, sealed: 0, by_default: 0 })
    }

    fn dice(&self, it: &Exported) -> Dice {
        Dice::fair(&self.seed, Ply { step: it.step, take: it.take })
    }

    /// Replays a step.
    fn play(&mut self, it: &Exported) -> Result<(), String> {
        let name = name(it);
        let len = self.stack.len();
        let undos = it.take.saturating_sub(self.take) as usize;
        let back = match it.step as usize {
            step if step == len && it.take == self.take => 0,
            // An undo discards at least one step, so that nobody can have tried the dice more often
            // than the file says.
            step @ 1..
                if self.export.is_of_first_form()
                    && step < len
                    && (1..=len - step).contains(&undos) =>
            {
                len - step
            }
            _ => return Err(format!("{name} is out of place.")),
        };
        self.stack.truncate(len - back);
        self.undone += back;
        self.take = it.take;
        let (Some(seat), Some(words), Some((saved, _))) = (it.seat, &it.written, self.stack.last())
        else {
            return Err(format!("{name} doesn't say who did what."));
        };
        let mut table = self.export.game.resume(saved.clone())?;
        if let Some(told) = &it.lot {
            let ply = Ply { step: u32::MAX - it.step, take: it.take };
            let mut lot = Dice::fair(&self.seed, ply);
            let chosen = table.default_for(seat, &mut lot);
            if chosen.as_ref() != Some(words) || lot.thrown() != told {
                return Err(format!("{name} isn't the default choice."));
            }
            self.by_default += 1;
        }
        let mut dice = self.dice(it);
        let played = table
            .play(seat, words, &mut dice)
            .map_err(|err| format!("{name}, `{}`, isn't legal: {err}", short(words)))?;
        same_events(it, &played.events, &dice)?;
        if !self.export.is_of_first_form() {
            let seal = self.seed.seal(Ply { step: it.step, take: it.take }, words);
            if it.seal != played.sealed.then_some(seal) {
                return Err(format!("{name} doesn't match its seal."));
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

    /// Replays an undo.
    fn go_back(&mut self, it: &Exported, undo: Undo) -> Result<(), String> {
        let keep = it.step as usize;
        if it.take != self.take + 1 || self.stack.len() <= keep + 1 {
            return Err(format!("The undo to step {} is out of place.", it.step));
        }
        let gone: Vec<Done> = self.stack.drain(keep + 1..).filter_map(|it| it.1).collect();
        self.undone += gone.len();
        self.take = it.take;
        let Some((saved, _)) = self.stack.last_mut() else {
            return Err("The match has no position.".to_owned());
        };
        let mut dice = Dice::fair(&self.seed, Ply { step: it.step, take: it.take });
        match undo {
            Undo::Alone => {
                let own = gone.first().map(|it| it.past.seat);
                let free = |it: &Done| Some(it.past.seat) == own && !it.fixed && !it.ended_turn;
                let again = matches!(&gone[..], [Done { open: true, .. }]);
                if !again && !gone.iter().all(free) {
                    let says = "needed consent, but the file has none";
                    return Err(format!("The undo to step {} {says}.", it.step));
                }
            }
            Undo::Agreed => {
                let gone: Vec<Past> = gone.into_iter().map(|it| it.past).collect();
                let table = self.export.game.resume(saved.clone())?;
                *saved = table.back(&gone, &mut dice).map_err(|err| err.to_string())?.save()?;
            }
        }
        match it.throws.as_deref() == Some(dice.thrown()) {
            true => Ok(()),
            false => {
                let says = "reshuffles differently from the file";
                Err(format!("The undo to step {} {says}.", it.step))
            }
        }
    }
}

/// Tells whether only the other side is asked for a secret choice.
fn asks_the_other(status: &Status, seat: Seat) -> bool {
    match status {
        Status::Waiting(prompts) => {
            prompts.iter().all(|it| it.seat != seat && it.kind == PromptKind::Sealed)
        }
        Status::Over(_) => false,
    }
}

fn name(it: &Exported) -> String {
    format!("Step {} of take {}", it.step, it.take)
}

/// Compares the dice and events of a step as data. The wording isn't compared, because it changes.
fn same_events(it: &Exported, again: &Value, dice: &Dice) -> Result<(), String> {
    if it.throws.as_deref() != Some(dice.thrown()) {
        return Err(format!("{}: the dice differ from the file.", name(it)));
    }
    if it.events.as_ref() == Some(again) {
        return Ok(());
    }
    Err(format!("{} differs from the file.", name(it)))
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
    let Some(end) = &export.end else { return Err("The file has no ending.".to_owned()) };
    match (end.ending, table.status()) {
        (None, Status::Over(outcome))
            if is_same(export.game, &end.outcome, &Some(outcome.clone())) =>
        {
            Ok("The ending follows from the rules.".to_owned())
        }
        (Some(ending), Status::Waiting(_))
            if is_same(export.game, &end.outcome, &ending.outcome()) =>
        {
            let how = match ending {
                Ending::Resigned(_) | Ending::Left(_) => "A player resigned",
                Ending::Agreed => "The players agreed on a draw",
                Ending::CalledOff { by: Some(_), .. } => "A player called the match off",
                Ending::CalledOff { rule: CallOff::Expired, .. } => "Both players ran out of time",
                Ending::CalledOff { rule: CallOff::ShutOut, .. } => {
                    "A banned player ran out of time"
                }
                Ending::CalledOff { rule: CallOff::Moderated, .. } => {
                    "A moderator called the match off"
                }
                Ending::CalledOff { .. } | Ending::Aborted => "The match was called off",
                Ending::TimedOut(_) => "A player ran out of time",
                Ending::Ruled(_) => "A moderator ended the match",
            };
            Ok(format!("{how}. The dice can't prove that, or anything after the last step here."))
        }
        _ => Err("The ending differs from the file.".to_owned()),
    }
}
