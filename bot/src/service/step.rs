//! One step of a match: carried out, kept, and what follows from it for the match's row.
use engine::{
    chance::{Dice, Ply, Throw},
    game::Status,
    seat::{BySeat, Seat},
};

use super::{Asking, Fault, find::Sitting, ranks::Change, timing::Came};
use crate::{
    reply::Moving,
    span,
    store::{End, MatchRow, StepRow},
    text::Text,
};

/// How many digits of a seal are shown in the room; a file has all of them.
const SEAL: usize = 16;

/// A choice that a seat let the time go by for.
pub(super) struct ByDefault {
    /// What is said first.
    pub(super) says: Text,
    /// What fell to make it.
    pub(super) lot: Vec<Throw>,
}

impl Asking<'_> {
    /// Carries out one step and tells of it.
    pub(super) fn step(
        &mut self,
        mut sitting: Sitting,
        seat: Seat,
        words: &str,
        by_default: Option<ByDefault>,
    ) -> Result<(), Fault> {
        let lot = by_default.as_ref().map(|it| it.lot.clone());
        let row = self.played(&mut sitting, seat, words, lot)?;
        let status = sitting.table.status();
        self.tx.add_step(&row)?;
        sitting.row.house.stepped(seat, row.ended_turn);
        sitting.step = row;
        let changes = self.settle(&mut sitting, &status, Came::Stepped(seat))?;
        let mut lead: Vec<Text> = by_default.into_iter().map(|it| it.says).collect();
        if sitting.step.sealed {
            lead.push(span!["This choice is sealed as ", Text::code(seal_of(&sitting)), "."]);
        }
        self.announce(&sitting, lead, &changes)?;
        if sitting.table.film().is_some() || sitting.table.has_moment() {
            let pictures = self.replies.iter_mut().filter_map(|it| it.reply.picture.as_mut());
            pictures.for_each(|it| it.moving = Moving::Step);
        }
        self.warn_of_ears(&sitting, seat)
    }

    /// Plays words on the table of a match and returns the step to keep. `lot` is what fell to find them where the seat
    /// did not say them itself.
    pub(super) fn played(
        &self,
        sitting: &mut Sitting,
        seat: Seat,
        words: &str,
        lot: Option<Vec<Throw>>,
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
            decided: played.decided && lot.is_none(),
            sealed: played.sealed,
            ended_turn: !sitting.table.status().waits_for(seat),
            at: self.now,
            undo: None,
            lot,
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

/// Writes what is shown of the seal of the last step.
pub(super) fn seal_of(sitting: &Sitting) -> String {
    let MatchRow { secret, words, .. } = &sitting.row;
    let mut seal = secret.seed(words).seal(sitting.ply(), &sitting.step.written);
    seal.truncate(SEAL);
    seal
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
