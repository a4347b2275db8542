//! What the picture shows.
use super::{Event, Metasoccer, field::Spot};
use crate::{
    game::{Game, Status},
    scene::{Board, Grid, Ground, Ink, Scene, Side},
    seat::{BySeat, Onlooker, Seat, Viewer},
};

impl Metasoccer {
    /// Returns where the timer stands on the border.
    pub(super) fn timer(&self) -> Option<Spot> {
        let track = self.options.field.track();
        track.get(usize::from(self.counter) % track.len().max(1)).copied()
    }

    /// Counts the plays left by the timer.
    pub(super) fn plays_left(&self) -> u16 {
        let level = self.score.first == self.score.second;
        self.options.last_play(level).saturating_sub(self.counter)
    }
}

/// Shows the field after `last`.
pub(super) fn show(game: &Metasoccer, _last: &[Event], to: Onlooker<'_>) -> Scene {
    let status = game.status();
    Scene {
        title: Metasoccer::TITLE.to_owned(),
        board: Board::Squares(Grid {
            columns: 11,
            rows: 15,
            near: Seat::First,
            numbered: false,
            ground: Ground::Parlour,
        }),
        facing: match to.viewer {
            Viewer::Room => game.play.side,
            Viewer::Seat(seat) => seat,
        },
        items: Vec::new(),
        sides: BySeat::new(|seat| Side {
            name: to.name(seat).to_owned(),
            role: super::SIDES[seat.index()].to_owned(),
            ink: if seat == Seat::First { Ink::Light } else { Ink::Dark },
            to_move: status.waits_for(seat),
            tallies: Vec::new(),
            clock: None,
        }),
        panels: Vec::new(),
        last: Vec::new(),
        caption: match status {
            Status::Waiting(_) => game.ask(),
            Status::Over(outcome) => outcome.why,
        },
    }
}
