//! What the picture shows.
use super::{Action, Event, Knob, Notch, Phase, Spin, Trapdoor, words};
use crate::{
    checkers::{
        Rules, Square,
        scene::{bare, begun, call_queens, cell, lost, pieces, tally},
    },
    scene::{Count, Ground, Item, Loss, Mark, Panel, Pick, Scene, Sector, Surface, Tally},
    seat::{Observer, Seat},
};

/// Shows the board after `last`.
pub(super) fn show(game: &Trapdoor, last: &[Event], to: Observer<'_>) -> Scene {
    let mut scene = begun(game, game.position.turn, (Ground::Parlour, false), last, to);
    scene.items = hatches(game);
    scene.items.extend(last.iter().filter_map(path));
    scene.items.extend(pieces(&game.position.board));
    scene.items.extend(last.iter().flat_map(news));
    tally(&mut scene, &game.position.board, |seat| game.lost.get(seat).captured);
    for seat in Seat::BOTH {
        let count = game.lost.get(seat).fallen.into();
        scene.sides.get_mut(seat).tallies.push(Tally { what: Count::Fallen, count });
    }
    scene.panels = wheel(game).into_iter().chain([Panel::Knobs(knobs(game, last))]).collect();
    scene.last = lines(last, game.options.rules, to);
    if game.options.rules == Rules::Continental {
        call_queens(&mut scene);
    }
    scene
}

/// Shows a new king, or the loss of a side's last piece.
pub(super) fn moment(game: &Trapdoor, last: &[Event], to: Observer<'_>) -> Option<Scene> {
    let board = &game.position.board;
    let end = match game.phase {
        Phase::Over(end) => Some(end),
        _ => None,
    };
    let said = last.iter().find_map(|event| match event {
        Event::Moved(moved) => moved.height(board, game.options.rules, end),
        Event::Turned { fallen: Some(_), .. } => bare(board, true),
        Event::Turned { .. } | Event::Spun { .. } => None,
    })?;
    Some(show(game, last, to).under(said))
}

/// The answer to the player who asks for the numbers of the squares.
pub(super) const NUMBERS: &str = "The dark squares are numbered from b8 (1) along each row to g1 (32). `11-15` moves like `f6-e5`.";

/// Tells whether words ask for the numbers of the squares.
pub(super) fn asks_numbers(text: &str) -> bool {
    let plain = text.trim().trim_end_matches(['?', '.']).to_lowercase();
    ["numbers", "board numbers", "show numbers", "square numbers"].contains(&plain.as_str())
}

/// Shows the board with the number of each square.
pub(super) fn numbered(game: &Trapdoor, to: Observer<'_>) -> Scene {
    let mut scene = show(game, &[], to);
    if let Surface::Squares(grid) = &mut scene.board {
        grid.numbered = true;
    }
    scene
}

/// Says what an action is about on the board. A knob is about the door that opens or closes.
pub(super) fn pick(game: &Trapdoor, action: &Action) -> Option<Pick> {
    match action {
        Action::Spin => None,
        Action::Move(played) => Some(played.pick()),
        Action::Turn { knob, to } => {
            let opens = knob.door(*to);
            let own = |square: &Square| {
                let piece = game.position.board.piece_at(*square);
                piece.is_some_and(|piece| piece.color == game.position.turn)
            };
            let loses = opens.filter(own).map(cell).into_iter().collect();
            let door = opens.or(knob.door(game.knobs.at(*knob)))?;
            Some(Pick { loses, ..Pick::target(cell(door)) })
        }
    }
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
    match event {
        Event::Moved(moved) => Some(moved.path()),
        Event::Spun { .. } | Event::Turned { .. } => None,
    }
}

/// Lists the visible effects of an event: pieces lost, doors moved, a crown.
fn news(event: &Event) -> Vec<Item> {
    match event {
        Event::Spun { .. } => Vec::new(),
        Event::Moved(moved) => moved.news(),
        Event::Turned { by: _, knob, from, to, snapped, fallen } => {
            let mut items: Vec<Item> =
                fallen.iter().map(|&(square, piece)| lost(square, piece, Loss::Fell)).collect();
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

/// Shows the wheel while spins remain.
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

/// Says what happened in few lines: spins before a move aren't told, and the wheel itself shows the
/// latest.
fn lines(last: &[Event], rules: Rules, to: Observer<'_>) -> Vec<String> {
    let is_spin = |event: &Event| matches!(event, Event::Spun { .. });
    let only_spins = last.iter().all(is_spin);
    let told = last.iter().filter(|event| only_spins || !is_spin(event));
    told.map(|it| words::tell(it, rules, to)).collect()
}

fn knobs(game: &Trapdoor, last: &[Event]) -> Vec<crate::scene::Slider> {
    let moved = |wanted: Knob| {
        last.iter().any(|event| matches!(event, Event::Turned { knob, .. } if *knob == wanted))
    };
    Knob::ALL
        .into_iter()
        .filter_map(|knob| {
            Some(crate::scene::Slider {
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
