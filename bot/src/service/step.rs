//! One step of a match: carried out, kept, and what follows from it for the match's row.
use engine::{
    chance::{Dice, Ply, Throw},
    game::Status,
    seat::{BySeat, Onlooker, Seat, Viewer},
    table::Menu,
};

use super::{Asking, Fault, find::Sitting, news::News, ranks::Change, timing::Came};
use crate::{
    store::{End, MatchRow, StepRow},
    text::Text,
};

/// How many digits of a seal are shown in the room; a file has all of them.
const SEAL: usize = 16;

/// How many steps without a choice follow each other before one is left to be pressed.
const MOST_ALONE: usize = 100;

/// How many steps of a turn are told again with those that follow.
const MOST_RETOLD: usize = 15;

/// A choice that a seat let the time go by for.
pub(super) struct ByDefault {
    /// What is said first.
    pub(super) says: Text,
    /// What fell to make it.
    pub(super) lot: Vec<Throw>,
}

impl Asking<'_> {
    /// Carries out one step, and those after it that leave no choice, and tells of them together.
    pub(super) fn step(
        &mut self,
        mut sitting: Sitting,
        seat: Seat,
        words: &str,
        by_default: Option<ByDefault>,
    ) -> Result<(), Fault> {
        // What was not decided by its player is no deed of theirs.
        let mut news = News::of(Some(seat).filter(|_| by_default.is_none()), Vec::new());
        news.earlier = self.turn_so_far(&sitting, seat)?;
        let lot = by_default.as_ref().map(|it| it.lot.clone());
        news.lines.extend(by_default.into_iter().map(|it| it.says));
        let changes = self.one_step(&mut sitting, seat, words, lot, &mut news)?;
        let first = sitting.step.clone();
        let changes = self.go_on_alone(&mut sitting, &mut news)?.unwrap_or(changes);
        self.announce(&sitting, news, &changes)?;
        self.warn_of_ears(&sitting, &first, seat)
    }

    /// Tells what a seat has done so far in the turn it is in.
    pub(super) fn turn_so_far(&self, sitting: &Sitting, seat: Seat) -> Result<Vec<Text>, Fault> {
        let mut steps = Vec::new();
        let mut next = Some(sitting.step.clone());
        while let Some(step) = next.take() {
            let goes_on = step.seat == Some(seat) && !step.ended_turn && step.undo.is_none();
            if !goes_on || steps.len() == MOST_RETOLD {
                break;
            }
            if let Some(before) = step.step.checked_sub(1) {
                next = self.tx.live_step(sitting.row.id, before)?;
            }
            steps.push(step);
        }
        let mut lines = Vec::new();
        for step in steps.into_iter().rev() {
            let there = self.sit_at(sitting.row.clone(), step)?;
            let onlooker = Onlooker { viewer: Viewer::Room, names: &there.names };
            lines.extend(there.table.told(onlooker).into_iter().map(Text::sentence));
        }
        Ok(lines)
    }

    /// Carries out the steps that leave no choice, such as a spin or the only capture. Returns what the last of them did to the
    /// ratings; nothing where there was none.
    pub(super) fn go_on_alone(
        &mut self,
        sitting: &mut Sitting,
        news: &mut News,
    ) -> Result<Option<Vec<Change>>, Fault> {
        let mut changes = None;
        for _ in 0..MOST_ALONE {
            let Some((seat, words)) = forced(sitting) else { break };
            changes = Some(self.one_step(sitting, seat, &words, None, news)?);
        }
        Ok(changes)
    }

    /// Carries out and keeps one step, and takes down what it brought.
    pub(super) fn one_step(
        &mut self,
        sitting: &mut Sitting,
        seat: Seat,
        words: &str,
        lot: Option<Vec<Throw>>,
        news: &mut News,
    ) -> Result<Vec<Change>, Fault> {
        let row = self.played(sitting, seat, words, lot)?;
        let status = sitting.table.status();
        self.tx.add_step(&row)?;
        sitting.row.house.stepped(seat, row.ended_turn);
        sitting.step = row;
        let changes = self.settle(sitting, &status, Came::Stepped(seat))?;
        news.take_down(sitting);
        Ok(changes)
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

/// Returns the one thing that can be done next, where there is no choice and its player lets it happen by itself. What is answered in
/// private waits for its player, so that nobody learns from the pace what they could do.
fn forced(sitting: &Sitting) -> Option<(Seat, String)> {
    let Status::Waiting(prompts) = sitting.table.status() else { return None };
    let [prompt] = &prompts[..] else { return None };
    let by_itself = !sitting.people.get(prompt.seat).settings.by_hand;
    if sitting.row.end.is_some() || prompt.kind.is_private() || !by_itself {
        return None;
    }
    let Menu { listed, grammar } = sitting.table.menu(prompt.seat);
    match (<[String; 1]>::try_from(listed), grammar) {
        (Ok([only]), None) => Some((prompt.seat, only)),
        _ => None,
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
