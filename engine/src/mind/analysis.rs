//! Analyses of matches: the chances after every step, the turning points, and the luck of each side.
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::{Judged, Outlook, luck::luck};
use crate::{
    chance::Dice,
    refusal::Refusal,
    seat::{BySeat, Seat},
    table::Table,
};

/// An analysis of a match. Chances are the first seat's, from 0 to 1; a draw counts half.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The chance before the first step.
    pub start: f64,
    /// One for each step, in order.
    pub moments: Vec<Moment>,
    /// The steps whose decisions gained or lost most, counted from 1, the greatest first.
    pub turning: Vec<usize>,
    /// What chance gave to each seat in the whole match: the sums of [`Moment::luck`] in its favour, less those against it.
    pub luck: BySeat<f64>,
}

/// An analysed step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub seat: Seat,
    /// The step as it was typed.
    pub words: String,
    /// The same as controls say it, with what it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The first seat's chance after the step.
    pub chance: f64,
    /// The better choice; none if the seat chose best, or had no choice.
    pub better: Option<String>,
    /// Whether there was no other choice.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub only: bool,
    /// How much chance the decision gave away; 0 for the best one.
    pub lost: f64,
    /// How much better the decision was than the next best; 0 if it wasn't the best.
    #[serde(default, rename = "ahead")]
    pub margin: f64,
    /// What chance gave the first seat: its chance after the throw, less the mean over all throws; 0 without dice or
    /// reveals.
    pub luck: f64,
    /// What follows the decision and the better one; only of turning points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Box<TurningPoint>>,
}

/// What a turning point teaches: what probably came of the decision, and of the better one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    pub played: Outlook,
    pub better: Outlook,
}

/// A step at which a side's chances rose, in whole percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceRise {
    /// Counted from 1.
    pub step: u32,
    pub before: u32,
    pub after: u32,
}

impl ChanceRise {
    /// Returns by how much.
    pub fn size(&self) -> u32 {
        self.after - self.before
    }
}

impl Analysis {
    /// Returns where a seat's chances rose most; none if they never did. Of equals it is the first.
    pub fn greatest_rise(&self, seat: Seat) -> Option<ChanceRise> {
        let percent = |chance: f64| {
            let own = if seat == Seat::First { chance } else { 1.0 - chance };
            (100.0 * own).round().clamp(0.0, 100.0) as u32
        };
        let mut before = percent(self.start);
        let mut best: Option<ChanceRise> = None;
        for (step, moment) in (1..).zip(&self.moments) {
            let after = percent(moment.chance);
            if best.map_or(0, |rise| rise.size()) < after.saturating_sub(before) {
                best = Some(ChanceRise { step, before, after });
            }
            before = after;
        }
        best
    }
}

/// How many turning points are named.
const TURNING: usize = 3;

/// What a decision must give away to be a turning point.
const WORTH_NAMING: f64 = 0.05;

/// So little doesn't count as given away: it would be written as 0 %.
const NOTHING: f64 = 0.005;

/// Analyses a match. `opening` is the table as opened; each step is a seat and its action, with its
/// dice, which the caller recomputes from the match's seed.
///
/// # Errors
/// When a step can't be played, or computer players can't judge such a match.
pub fn analysis(
    mut table: Box<dyn Table>,
    steps: impl IntoIterator<Item = (Seat, String, Dice)>,
    seed: u64,
) -> Result<Analysis, Refusal> {
    let mut analysing = Analysing::new(&*table, seed)?;
    for (seat, words, mut dice) in steps {
        let decided = Decided::of(&*table, seat, &words, seed)?;
        table.play(seat, &words, &mut dice)?;
        analysing.add(decided, seat, words, &*table)?;
    }
    Ok(analysing.done())
}

/// An analysis in progress, step by step, for callers that can't wait for the whole.
#[derive(Clone, Debug)]
pub struct Analysing {
    seed: u64,
    out: Analysis,
}

/// What is known of a decision before its throw.
struct Decided {
    judged: Judged,
    says: String,
    /// The chance over all throws; none if there is none.
    mean: Option<f64>,
    /// What follows it and the better one, if it gave away much.
    point: Option<Box<TurningPoint>>,
}

impl Decided {
    fn of(before: &dyn Table, seat: Seat, words: &str, seed: u64) -> Result<Decided, Refusal> {
        let judged = before.judge(seat, words, seed)?;
        let better = judged.better.as_ref().filter(|_| WORTH_NAMING <= judged.lost);
        let point = match better {
            Some(better) => {
                let played = before.outlook(seat, words, seed)?;
                let better = before.outlook(seat, better, seed)?;
                Some(Box::new(TurningPoint { played, better }))
            }
            None => None,
        };
        let mean = before.before_throw(seat, words, seed)?;
        let labels = before.labels(seat, &[words]).into_iter();
        let says = labels.map(|label| label.in_words()).next().unwrap_or_default();
        Ok(Decided { judged, says, mean, point })
    }
}

impl Analysing {
    /// Begins with the opened match.
    ///
    /// # Errors
    /// If computer players can't judge such a match.
    pub fn new(opening: &dyn Table, seed: u64) -> Result<Analysing, Refusal> {
        let start = opening.estimate(seed)?;
        let out =
            Analysis { start, moments: Vec::new(), turning: Vec::new(), luck: BySeat::default() };
        Ok(Analysing { seed, out })
    }

    /// Analyses a step: a seat's action, and the match before and after it.
    ///
    /// # Errors
    /// If the words don't fit the match.
    pub fn step(
        &mut self,
        before: &dyn Table,
        seat: Seat,
        words: &str,
        after: &dyn Table,
    ) -> Result<(), Refusal> {
        let decided = Decided::of(before, seat, words, self.seed)?;
        self.add(decided, seat, words.to_owned(), after)
    }

    fn add(
        &mut self,
        decided: Decided,
        seat: Seat,
        words: String,
        after: &dyn Table,
    ) -> Result<(), Refusal> {
        let chance = after.estimate(self.seed)?;
        let Decided { judged, says, mean, point } = decided;
        let Judged { better, only, lost, margin, .. } = judged;
        let luck = luck(mean, after, self.seed);
        self.out.luck.first += luck;
        self.out.luck.second -= luck;
        let moment = Moment { seat, words, says, chance, better, only, lost, margin, luck, point };
        self.out.moments.push(moment);
        Ok(())
    }

    /// Lets earlier estimates know what later ones saw: a position is worth no less to its side than what it chose
    /// there, and exactly that where there was no other choice. No choice gave away more than the chances then fell
    /// without luck: what only one of two searches finds is not told.
    fn look_back(&mut self) {
        let Analysis { start, moments, .. } = &mut self.out;
        for nth in (0..moments.len()).rev() {
            let (earlier, from_here) = moments.split_at_mut(nth);
            let [moment, ..] = from_here else { return };
            let before = earlier.last_mut().map_or(&mut *start, |it| &mut it.chance);
            let chosen = (moment.chance - moment.luck).clamp(0.0, 1.0);
            *before = match moment.seat {
                _ if moment.only => chosen,
                Seat::First => before.max(chosen),
                Seat::Second => before.min(chosen),
            };
            moment.lost = moment.lost.min((*before - chosen).abs());
            if moment.lost <= NOTHING {
                moment.better = None;
            }
            if moment.better.is_none() {
                moment.lost = 0.0;
            }
        }
    }

    /// Finds the turning points and returns the analysis.
    pub fn done(mut self) -> Analysis {
        self.look_back();
        let Analysing { mut out, .. } = self;
        let lost = |nth: &usize| out.moments[nth - 1].lost;
        let mut turning: Vec<usize> = (1..=out.moments.len()).collect();
        turning.retain(|nth| WORTH_NAMING <= lost(nth));
        turning.sort_by(|one, other| lost(other).total_cmp(&lost(one)));
        turning.truncate(TURNING);
        for (nth, moment) in (1..).zip(&mut out.moments) {
            moment.point.take_if(|_| !turning.contains(&nth));
        }
        out.turning = turning;
        out
    }
}
