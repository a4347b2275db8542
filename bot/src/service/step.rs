//! One step of a match: carried out, kept, and what follows from it for the match's row.
use engine::{
    chance::{Dice, Ply},
    game::Status,
    seat::{BySeat, Seat},
};

use super::{Asking, Fault, find::Sitting, ranks::Change, timing::Came};
use crate::{
    reply::Moving,
    store::{End, MatchRow, StepRow},
    text::Text,
};

impl Asking<'_> {
    /// Carries out one step and tells of it. `by_default` is what is said first where the seat did not make it itself.
    pub(super) fn step(
        &mut self,
        mut sitting: Sitting,
        seat: Seat,
        words: &str,
        by_default: Option<Text>,
    ) -> Result<(), Fault> {
        let row = self.played(&mut sitting, seat, words, by_default.is_none())?;
        let status = sitting.table.status();
        self.tx.add_step(&row)?;
        sitting.row.house.stepped(seat, row.ended_turn);
        sitting.step = row;
        let changes = self.settle(&mut sitting, &status, Came::Stepped(seat))?;
        self.announce(&sitting, by_default.into_iter().collect(), &changes)?;
        if sitting.table.film().is_some() {
            let pictures = self.replies.iter_mut().filter_map(|it| it.reply.picture.as_mut());
            pictures.for_each(|it| it.moving = Moving::Step);
        }
        self.warn_of_ears(&sitting, seat)
    }

    /// Plays words on the table of a match and returns the step to keep. `chosen` tells whether the seat said them itself.
    pub(super) fn played(
        &self,
        sitting: &mut Sitting,
        seat: Seat,
        words: &str,
        chosen: bool,
    ) -> Result<StepRow, Fault> {
        let (ply, mut dice) = next_dice(sitting);
        let played = sitting.table.play(seat, words, &mut dice)?;
        let saved = sitting.table.save().map_err(Fault::Broken)?;
        Ok(StepRow {
            of: sitting.row.id,
            step: ply.step,
            take: ply.take,
            seat: Some(seat),
            written: played.written,
            action: played.action,
            events: played.events,
            throws: dice.thrown().to_vec(),
            news: saved.last,
            state: saved.state,
            rules: saved.rules,
            fixed: played.fixed,
            // What was not chosen cannot be chosen again by taking it back.
            decided: played.decided && chosen,
            sealed: played.sealed,
            ended_turn: !sitting.table.status().waits_for(seat),
            at: self.now,
            undo: None,
        })
    }

    /// Brings the match's row up to date with its table, and ends it when the rules did.
    pub(super) fn settle(
        &mut self,
        sitting: &mut Sitting,
        status: &Status,
        came: Came,
    ) -> Result<Vec<Change>, Fault> {
        self.run_time(sitting, status, came)?;
        let row = &mut sitting.row;
        row.waiting = BySeat::new(|seat| status.waits_for(seat));
        row.touched_at = self.now;
        if let Status::Over(outcome) = status {
            row.end = Some(End::new(self.now, Some(outcome.clone()), None));
        }
        self.close(sitting)
    }

    /// Writes the match's row, and rates it when it has ended.
    pub(super) fn close(&mut self, sitting: &mut Sitting) -> Result<Vec<Change>, Fault> {
        if sitting.row.end.is_some() {
            sitting.row.waiting = BySeat::default();
            sitting.row.due = None;
        }
        self.tx.update_match(&sitting.row)?;
        if sitting.row.end.is_some() { self.rate(sitting) } else { Ok(Vec::new()) }
    }
}

/// Takes dice for what falls by lot outside the steps: at the other end of the numbers, which no match reaches.
pub(super) fn lot(sitting: &Sitting) -> Dice {
    let Ply { step, take } = sitting.ply();
    // The last of all is the toss for the sides.
    dice_of(&sitting.row, u32::MAX - 1 - step, take)
}

/// Takes the dice of the step that comes next.
pub(super) fn next_dice(sitting: &Sitting) -> (Ply, Dice) {
    let ply = Ply { step: sitting.step.step + 1, take: sitting.row.house.take() };
    (ply, dice_of(&sitting.row, ply.step, ply.take))
}

/// Takes the dice of a step of a match.
pub(super) fn dice_of(row: &MatchRow, step: u32, take: u32) -> Dice {
    Dice::fair(&row.secret.seed(&row.words), Ply { step, take })
}
