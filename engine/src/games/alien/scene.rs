//! What the picture shows.
use super::{Alien, Event, Square};
use crate::{
    game::{Game, Status},
    scene::{Board, Cell, Grid, Ground, Ink, Item, Rank, Scene, Side},
    seat::{BySeat, Onlooker, Seat, Viewer},
};

/// Shows the board after `last`.
pub(super) fn show(game: &Alien, last: &[Event], to: Onlooker<'_>) -> Scene {
    let variation = game.options.variation();
    let title = match variation.is_empty() {
        true => Alien::TITLE.to_owned(),
        false => format!("{} ({variation})", Alien::TITLE),
    };
    let status = game.status();
    Scene {
        title,
        board: Board::Squares(Grid {
            columns: 8,
            rows: 8,
            near: Seat::Second,
            numbered: false,
            ground: Ground::Parlour,
        }),
        facing: match to.viewer {
            Viewer::Room => game.seat(),
            Viewer::Seat(seat) => seat,
        },
        items: game
            .field
            .stacks()
            .map(|(at, it)| Item::Piece {
                at: cell(at),
                seat: it.seat,
                rank: if it.height == 1 { Rank::Man } else { Rank::King },
            })
            .collect(),
        sides: BySeat::new(|seat| Side {
            name: to.name(seat).to_owned(),
            role: super::words::side(seat).to_owned(),
            ink: match seat {
                Seat::First => Ink::Dark,
                Seat::Second => Ink::Light,
            },
            to_move: status.waits_for(seat),
            tallies: Vec::new(),
            clock: None,
        }),
        panels: Vec::new(),
        last: last.iter().map(|it| super::tell::tell(game, it, to)).collect(),
        caption: caption(&status, to),
    }
}

fn cell(square: Square) -> Cell {
    Cell { column: square.file(), row: square.rank() }
}

fn caption(status: &Status, to: Onlooker<'_>) -> String {
    match status {
        Status::Waiting(prompts) => {
            let asks = prompts.iter().map(|it| format!("{}: {}.", to.name(it.seat), it.ask));
            asks.collect::<Vec<_>>().join(" ")
        }
        Status::Over(outcome) => match outcome.winner {
            Some(seat) => format!("{} wins: {}.", to.name(seat), outcome.why),
            None => format!("A draw: {}.", outcome.why),
        },
    }
}
