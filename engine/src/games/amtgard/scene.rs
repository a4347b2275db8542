//! What the picture shows.
use super::{Amtgard, Event, tell};
use crate::{
    checkers::{Color, Rank, Square},
    game::{Game, Status},
    scene::{self, Board, Cell, Count, Grid, Ground, Ink, Item, Scene, Side, Tally},
    seat::{BySeat, Onlooker, Seat, Viewer},
};

/// Shows the field after `last`.
pub(super) fn show(game: &Amtgard, last: &[Event], to: Onlooker<'_>) -> Scene {
    let variation = game.options.variation();
    let title = match variation.is_empty() {
        true => Amtgard::TITLE.to_owned(),
        false => format!("{} ({variation})", Amtgard::TITLE),
    };
    let status = game.status();
    Scene {
        title,
        board: Board::Squares(Grid {
            columns: 8,
            rows: 8,
            near: Color::White.into(),
            numbered: false,
            ground: Ground::Parlour,
        }),
        facing: match to.viewer {
            Viewer::Room => game.turn.into(),
            Viewer::Seat(seat) => seat,
        },
        items: game
            .field
            .all()
            .map(|it| Item::Piece { at: cell(it.at), seat: it.side.into(), rank: rank(it.rank) })
            .collect(),
        sides: BySeat::new(|seat| side(game, &status, seat, to)),
        panels: Vec::new(),
        last: last.iter().filter_map(|it| tell::tell(it, game.options.telling, to)).collect(),
        caption: caption(&status, to),
    }
}

fn cell(square: Square) -> Cell {
    Cell { column: square.file() - 1, row: square.rank() - 1 }
}

fn rank(rank: Rank) -> scene::Rank {
    match rank {
        Rank::Man => scene::Rank::Man,
        Rank::King => scene::Rank::King,
    }
}

fn side(game: &Amtgard, status: &Status, seat: Seat, to: Onlooker<'_>) -> Side {
    let color = Color::from(seat);
    let standing = |rank: Rank| game.field.of(color).filter(|it| it.rank == rank).count();
    let tally = |what, count: usize| Tally { what, count: u32::try_from(count).unwrap_or(0) };
    Side {
        name: to.name(seat).to_owned(),
        role: color.name().to_owned(),
        ink: if color == Color::Black { Ink::Dark } else { Ink::Light },
        to_move: status.waits_for(seat),
        tallies: vec![
            tally(Count::Men, standing(Rank::Man)),
            tally(Count::Kings, standing(Rank::King)),
            tally(Count::Captured, usize::from(*game.lost.get(seat.other()))),
        ],
        clock: None,
    }
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
