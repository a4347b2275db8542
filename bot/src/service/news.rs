//! What some steps of a match brought, gathered so that it is told once.
use engine::seat::{BySeat, Onlooker, Seat, Viewer};

use super::{find::Sitting, step::seal_of};
use crate::{
    reply::{Moving, Stretch},
    span,
    text::Text,
};

/// What some steps brought, as the room and each player are told.
#[derive(Default)]
pub(super) struct News {
    /// The seat that acted. It is not called for what it did itself.
    pub(super) by: Option<Seat>,
    /// What happened earlier in the same turn.
    pub(super) earlier: Vec<Text>,
    /// What the room is told.
    pub(super) lines: Vec<Text>,
    /// What only one player is told.
    pub(super) apart: BySeat<Vec<Text>>,
    /// Whether the first line of the lines names the match already.
    pub(super) named: bool,
    /// What can be shown in time.
    pub(super) moving: Moving,
    /// The first of the steps.
    first: Option<u32>,
}

impl News {
    /// Says something that no step brought.
    pub(super) fn of(by: Option<Seat>, lines: Vec<Text>) -> News {
        News { by, lines, ..News::default() }
    }

    /// Takes down what the last step of a match brought.
    pub(super) fn take_down(&mut self, sitting: &Sitting) {
        if sitting.step.sealed {
            let seal = seal_of(sitting);
            self.lines.push(span!["This choice is sealed as ", Text::code(seal), "."]);
        }
        let told = |viewer| sitting.table.told(Onlooker { viewer, names: &sitting.names });
        let room = told(Viewer::Room);
        for seat in Seat::BOTH {
            let own = told(Viewer::Seat(seat)).into_iter().filter(|it| !room.contains(it));
            self.apart.get_mut(seat).extend(own.map(Text::sentence));
        }
        self.lines.extend(room.into_iter().map(Text::sentence));
        let step = sitting.step.step;
        let first = *self.first.get_or_insert(step);
        if sitting.table.film().is_some() || sitting.table.has_moment() {
            self.moving = if first == step {
                Moving::Step
            } else {
                Moving::Match(Stretch { from: first, every: 1, speed: 100 })
            };
        } else if self.moving == Moving::Step {
            // What moved came before the last of the steps.
            self.moving = Moving::Match(Stretch { from: first, every: 1, speed: 100 });
        }
    }
}
