//! What the picture shows.
use super::{Action, Event, Knob, Lost, Notch, Phase, Spin, Trapdoor};
use crate::{
    checkers::{self, Color, Piece, Square},
    game::{Game, Status},
    scene::{
        Board, Cell, Count, Grid, Ground, Ink, Item, Loss, Mark, Panel, Pick, Rank, Scene, Sector,
        Side, Tally,
    },
    seat::{BySeat, Onlooker, Seat, Viewer},
};

/// Shows the board after `last`.
pub(super) fn show(game: &Trapdoor, last: &[Event], to: Onlooker<'_>) -> Scene {
    let variation = game.options.variation();
    let title = match variation.is_empty() {
        true => Trapdoor::TITLE.to_owned(),
        false => format!("{} ({variation})", Trapdoor::TITLE),
    };
    let mut items = hatches(game);
    items.extend(last.iter().filter_map(path));
    items.extend(game.position.board.pieces().map(|(square, piece)| standing(square, piece)));
    items.extend(last.iter().flat_map(news));
    let status = game.status();
    Scene {
        title,
        // White's home is rank 1.
        board: Board::Squares(Grid {
            columns: 8,
            rows: 8,
            near: Color::White.into(),
            numbered: true,
            ground: Ground::Parlour,
        }),
        facing: match to.viewer {
            Viewer::Room => game.seat(),
            Viewer::Seat(seat) => seat,
        },
        items,
        sides: BySeat::new(|seat| side(game, &status, seat, to)),
        panels: wheel(game).into_iter().chain([Panel::Knobs(knobs(game, last))]).collect(),
        last: lines(last, to),
        caption: status.in_words(to),
    }
}

/// Says what an action is about on the board. A knob is about the door that opens or closes.
pub(super) fn pick(game: &Trapdoor, action: &Action) -> Option<Pick> {
    match action {
        Action::Spin => None,
        Action::Move(it) => Some(Pick {
            captures: !it.captured.is_empty(),
            ..Pick::from_to(cell(it.from), cell(it.to()))
        }),
        Action::Turn { knob, to } => {
            knob.door(*to).or(knob.door(game.knobs.at(*knob))).map(|it| Pick::target(cell(it)))
        }
    }
}

fn cell(square: Square) -> Cell {
    Cell { column: square.file() - 1, row: square.rank() - 1 }
}

fn rank(rank: checkers::Rank) -> Rank {
    match rank {
        checkers::Rank::Man => Rank::Man,
        checkers::Rank::King => Rank::King,
    }
}

fn standing(square: Square, piece: Piece) -> Item {
    Item::Piece { at: cell(square), seat: piece.color.into(), rank: rank(piece.rank) }
}

fn lost(square: Square, piece: Piece, how: Loss) -> Item {
    Item::Lost { at: cell(square), seat: piece.color.into(), rank: rank(piece.rank), how }
}

fn hatches(game: &Trapdoor) -> Vec<Item> {
    let mut items = Vec::new();
    for knob in Knob::ALL {
        for at in [Notch::Left, Notch::Right] {
            let Some(square) = knob.door(at) else { continue };
            items.push(Item::Hatch {
                at: cell(square),
                open: game.knobs.at(knob) == at,
                tint: knob.spin().tint(),
                knob: knob.name().to_owned(),
            });
        }
    }
    items
}

fn path(event: &Event) -> Option<Item> {
    let Event::Moved { played, .. } = event else { return None };
    let cells = [played.from].into_iter().chain(played.path.iter().copied()).map(cell);
    Some(Item::Path { cells: cells.collect() })
}

/// Lists what an event left to be seen: pieces lost, doors moved, a crown.
fn news(event: &Event) -> Vec<Item> {
    match event {
        Event::Spun { .. } => Vec::new(),
        Event::Moved { piece, played, taken, crowned } => {
            let victim = |rank| Piece { color: !piece.color, rank };
            let mut items: Vec<Item> =
                taken.iter().map(|it| lost(it.0, victim(it.1), Loss::Captured)).collect();
            if played.falls {
                items.push(lost(played.to(), *piece, Loss::Fell));
            }
            if *crowned {
                items.push(Item::Mark { at: cell(played.to()), mark: Mark::Crowned });
            }
            items
        }
        Event::Turned { by: _, knob, from, to, snapped, fallen } => {
            let mut items: Vec<Item> =
                fallen.iter().map(|it| lost(it.0, it.1, Loss::Fell)).collect();
            let mark = match (snapped, to) {
                (true, _) => Mark::Snapped,
                (false, Notch::Centre) => Mark::Shut,
                (false, Notch::Left | Notch::Right) => Mark::Opened,
            };
            let door = knob.door(*to).or(knob.door(*from));
            items.extend(door.map(|square| Item::Mark { at: cell(square), mark }));
            items
        }
    }
}

fn side(game: &Trapdoor, status: &Status, seat: Seat, to: Onlooker<'_>) -> Side {
    let color = Color::from(seat);
    let Lost { captured: _, fallen } = *game.lost.get(seat);
    let standing = |rank| {
        let own = game.position.board.pieces().filter(|it| it.1 == Piece { color, rank });
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    };
    let tally = |what, count: u32| Tally { what, count };
    Side {
        name: to.name(seat).to_owned(),
        role: color.name().to_owned(),
        ink: match color {
            Color::Black => Ink::Dark,
            Color::White => Ink::Light,
        },
        to_move: status.waits_for(seat),
        tallies: vec![
            tally(Count::Men, standing(checkers::Rank::Man)),
            tally(Count::Kings, standing(checkers::Rank::King)),
            tally(Count::Captured, game.lost.get(seat.other()).captured.into()),
            tally(Count::Fallen, fallen.into()),
        ],
        clock: None,
    }
}

/// Shows the wheel as long as it will be spun.
fn wheel(game: &Trapdoor) -> Option<Panel> {
    let sector = |n: usize| Sector { tint: Spin::ALL[n].tint(), weight: game.options.wheel.0[n] };
    let shows = match game.phase {
        Phase::Step => Some(Spin::Black),
        Phase::Knob(spin) => Some(spin),
        Phase::Spin | Phase::Capture => None,
        Phase::Over(_) => return None,
    };
    Some(Panel::Wheel {
        sectors: (0..Spin::ALL.len()).map(sector).collect(),
        at: shows.and_then(|spin| Spin::ALL.into_iter().position(|it| it == spin)),
    })
}

/// Says what happened in as few lines as may be: where something was moved, the spins before it are no news, and the wheel itself
/// shows the latest.
fn lines(last: &[Event], to: Onlooker<'_>) -> Vec<String> {
    let is_spin = |it: &Event| matches!(it, Event::Spun { .. });
    let only_spins = last.iter().all(is_spin);
    let told = last.iter().filter(|it| only_spins || !is_spin(it));
    told.map(|it| super::words::tell(it, to)).collect()
}

fn knobs(game: &Trapdoor, last: &[Event]) -> Vec<crate::scene::Knob> {
    let moved = |wanted: Knob| {
        last.iter().any(|it| matches!(it, Event::Turned { knob, .. } if *knob == wanted))
    };
    Knob::ALL
        .into_iter()
        .filter_map(|knob| {
            Some(crate::scene::Knob {
                name: knob.name().to_owned(),
                tint: knob.spin().tint(),
                at: game.knobs.at(knob).shown(),
                left: cell(knob.door(Notch::Left)?),
                right: cell(knob.door(Notch::Right)?),
                moved: moved(knob),
            })
        })
        .collect()
}
