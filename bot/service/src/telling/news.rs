//! The results of several steps, collected so that they are announced once.
use engine::seat::{BySeat, Observer, Seat, Viewer};
use model::{
    reply::{Moving, Stretch},
    text::Text,
};
use store::MatchRow;

use crate::{context::loaded::LoadedMatch, telling};

/// The results of steps, for the room and each player.
#[derive(Default)]
pub struct TurnNews {
    /// The seat that acted, which isn't pinged for its own steps.
    pub by: Option<Seat>,
    /// What happened earlier in the same turn.
    pub earlier: Vec<Text>,
    /// What the room sees.
    pub lines: Vec<Text>,
    /// How many of the lines are about turns that have ended. The board that ends the turn tells the others again.
    pub ended: usize,
    /// What only one player sees.
    pub apart: BySeat<Vec<Text>>,
    /// Whether the first line already names the match.
    pub named: bool,
    /// What can be shown as a film.
    pub moving: Moving,
    /// Whether the standing board is edited in any chat, if the same side goes on.
    pub in_place: bool,
    /// Whether the player who is asked next is there and sees the standing board change, so that
    /// nobody is pinged.
    pub quiet: bool,
    /// Whether the same is asked, and only how far its answer has come has changed.
    pub same_question: bool,
    /// The first of the steps.
    pub first: Option<u32>,
    /// The first step of the turn, if it began with an earlier request.
    pub turn_began: Option<u32>,
}

impl TurnNews {
    /// Makes news that no step caused.
    pub fn of(by: Option<Seat>, lines: Vec<Text>) -> TurnNews {
        TurnNews { by, lines, ..TurnNews::default() }
    }

    /// Makes news of how far an answer has come, for boards that stand.
    pub(crate) fn of_same_question(by: Option<Seat>, lines: Vec<Text>) -> TurnNews {
        TurnNews { in_place: true, same_question: true, ..TurnNews::of(by, lines) }
    }

    /// Adds the results of a match's last step.
    pub(crate) fn take_down(&mut self, loaded: &LoadedMatch) {
        if loaded.step.sealed {
            self.lines.push(telling::words::sealed_as(seal_of(loaded)));
        }
        let told = |viewer| loaded.table.told(Observer { viewer, names: &loaded.names });
        let room = told(Viewer::Room);
        for seat in Seat::BOTH {
            let own = told(Viewer::Seat(seat)).into_iter().filter(|line| !room.contains(line));
            self.apart.get_mut(seat).extend(own.map(Text::sentence));
        }
        self.lines.extend(room.into_iter().map(Text::sentence));
        if loaded.step.ended_turn {
            self.ended = self.lines.len();
        }
        let step = loaded.step.step;
        let first = *self.first.get_or_insert(step);
        if loaded.table.film().is_some() || loaded.table.has_moment() {
            self.moving = if first == step {
                Moving::Step
            } else {
                Moving::Match(Stretch { from: first, every: 1, speed: 100 })
            };
        } else if self.moving == Moving::Step {
            // The motion was before the last of the steps.
            self.moving = Moving::Match(Stretch { from: first, every: 1, speed: 100 });
        }
    }
}

/// How many digits of a seal the room sees; a file has all of them.
pub(crate) const SEAL: usize = 16;

/// Writes the visible part of the last step's seal.
pub(crate) fn seal_of(loaded: &LoadedMatch) -> String {
    let MatchRow { secret, words, .. } = &loaded.row;
    let mut seal = secret.seed(words).seal(loaded.step_key(), &loaded.step.written);
    seal.truncate(SEAL);
    seal
}
