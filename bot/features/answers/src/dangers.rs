//! What the other side could capture after the asker's next move, on boards of squares. Everything is tried on copies of the match that
//! look the same to the asker, with dice of their own, so that nothing tells what is secret or what chance will bring.
use engine::{
    chance::Dice,
    scene::{Cell, Item, Scene, Surface},
    seat::{BySeat, Observer, Seat, Viewer},
    table::{BoardChoice, Table},
};

use super::board;

/// The most moves that are tried, and the most ways to go on after each where the turn isn't over.
const TRIED: usize = 60;
const GOES_ON: usize = 3;

/// A capture that a side can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Capture {
    /// What is typed.
    pub(super) words: String,
    /// The squares whose pieces it takes or attacks.
    pub(super) takes: Vec<Cell>,
}

impl Capture {
    /// Tells whether it begins on a square, or takes what stands there.
    pub(super) fn is_about(&self, scene: &Scene, at: Cell) -> bool {
        let from = self.words.split('x').next().and_then(|from| board::cell(scene, from));
        from == Some(at) || self.takes.contains(&at)
    }
}

/// What can happen to a piece before its side's next turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Danger {
    /// Nothing captures it, whatever is played.
    Safe,
    /// Some moves of its own side would let it be captured.
    IfOpened,
    /// A capture, unless the next move prevents it.
    Threatened(String),
    /// A capture, whatever else is played.
    Lost(String),
}

/// A position that can come after the asker's move.
struct PositionAfter {
    scene: Scene,
    captures: Vec<Capture>,
}

/// The positions that can come after the next move of a side, and the one before it.
pub(super) struct NextTurn {
    now: Scene,
    of: Seat,
    next: Vec<PositionAfter>,
}

impl NextTurn {
    /// Tries the moves of a side that has to move, or only the one that is typed.
    pub(super) fn of(
        table: &dyn Table,
        names: &BySeat<String>,
        of: Seat,
        typed: Option<&str>,
    ) -> NextTurn {
        let to = Observer { viewer: Viewer::Room, names };
        let mut next_turn = NextTurn { now: table.show(to), of, next: Vec::new() };
        let moves = match typed {
            Some(typed) => vec![typed.to_owned()],
            None => some(table.board_choices(of).into_iter().map(|it| it.words), TRIED),
        };
        for (nth, words) in moves.iter().enumerate() {
            next_turn.play(table, words, nth as u64, names, true);
        }
        next_turn
    }

    /// Plays a move on a copy; goes on once if the turn isn't over then.
    fn play(
        &mut self,
        table: &dyn Table,
        words: &str,
        seed: u64,
        names: &BySeat<String>,
        goes_on: bool,
    ) {
        let mut dice = Dice::thinking(seed);
        let mut trial = table.determinize(Viewer::Seat(self.of), &mut dice);
        if trial.play(self.of, words, &mut dice).is_err() {
            return;
        }
        let status = trial.status();
        if status.waits_for(self.of.other()) {
            let scene = trial.show(Observer { viewer: Viewer::Room, names });
            let captures = captures(&*trial, &scene, self.of.other());
            self.next.push(PositionAfter { scene, captures });
        } else if goes_on && status.waits_for(self.of) {
            let choices = trial.board_choices(self.of).into_iter().map(|it| it.words);
            for words in some(choices, GOES_ON) {
                self.play(&*trial, &words, seed, names, false);
            }
        }
    }

    /// Tells what can happen to the asker's piece on a square; none if it has to move away, or nobody can say.
    pub(super) fn danger(&self, at: Cell) -> Option<Danger> {
        let stays = |next: &&PositionAfter| owner(&next.scene, at) == Some(self.of);
        let stays: Vec<&PositionAfter> = self.next.iter().filter(stays).collect();
        let taking = |next: &&PositionAfter| {
            next.captures.iter().find(|it| it.takes.contains(&at)).map(|it| it.words.clone())
        };
        let mut taken: Vec<String> = stays.iter().filter_map(taking).collect();
        let (all, count) = (stays.len(), taken.len());
        match taken.pop() {
            _ if all == 0 => None,
            None => Some(Danger::Safe),
            Some(_) if count * 2 < all => Some(Danger::IfOpened),
            Some(words) if count < all => Some(Danger::Threatened(words)),
            Some(words) => Some(Danger::Lost(words)),
        }
    }

    /// Lists the squares of the asker whose pieces are threatened, each with a capture.
    pub(super) fn threatened(&self) -> Vec<(Cell, String)> {
        let own = pieces(&self.now).filter(|it| it.1 == self.of);
        let threat = |(at, _): (Cell, Seat)| match self.danger(at)? {
            Danger::Threatened(words) | Danger::Lost(words) => Some((at, words)),
            Danger::Safe | Danger::IfOpened => None,
        };
        own.filter_map(threat).collect()
    }

    /// Lists the captures that the other side has in every position that can come; none if nobody can say.
    pub(super) fn replies(&self) -> Option<Vec<String>> {
        let (first, others) = self.next.split_first()?;
        let everywhere =
            |capture: &&Capture| others.iter().all(|next| next.captures.contains(capture));
        Some(first.captures.iter().filter(everywhere).map(|it| it.words.clone()).collect())
    }

    /// Tells whether a move was tried that leads to the other side's turn.
    pub(super) fn is_known(&self) -> bool {
        !self.next.is_empty()
    }
}

/// Returns some of a list, spread evenly.
fn some<T>(all: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let all: Vec<T> = all.collect();
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

/// Lists the captures of a side that has to move.
pub(super) fn captures(table: &dyn Table, scene: &Scene, by: Seat) -> Vec<Capture> {
    let choices = table.board_choices(by).into_iter();
    let capturing = choices.filter(|choice| board::is_capture(&choice.words));
    capturing
        .map(|BoardChoice { words, pick, .. }| {
            let takes = pick.map(|pick| pick.takes).filter(|takes| !takes.is_empty());
            let takes = takes.unwrap_or_else(|| taken(scene, by.other(), &words));
            Capture { words, takes }
        })
        .collect()
}

/// Returns the squares of a side's pieces on the way of a capture whose squares are all written.
fn taken(scene: &Scene, of: Seat, words: &str) -> Vec<Cell> {
    let squares: Vec<Cell> = words.split('x').filter_map(|at| board::cell(scene, at)).collect();
    let legs = squares.windows(2).flat_map(|leg| way(leg[0], leg[1]));
    legs.filter(|at| owner(scene, *at) == Some(of)).collect()
}

/// Lists the squares on the straight way from one square to another, without the first.
fn way(from: Cell, to: Cell) -> Vec<Cell> {
    let towards = |from: u8, to: u8| i16::from(to).cmp(&i16::from(from)) as i16;
    let (across, up) = (towards(from.column, to.column), towards(from.row, to.row));
    let length = from.column.abs_diff(to.column).max(from.row.abs_diff(to.row));
    let on = |at: u8, step: i16, n: u8| u8::try_from(i16::from(at) + step * i16::from(n)).ok();
    (1..=length)
        .filter_map(|n| {
            Some(Cell { column: on(from.column, across, n)?, row: on(from.row, up, n)? })
        })
        .collect()
}

/// Returns the side whose piece stands on a square.
pub(super) fn owner(scene: &Scene, at: Cell) -> Option<Seat> {
    pieces(scene).find(|it| it.0 == at).map(|it| it.1)
}

/// Lists the pieces on a board of squares.
pub(super) fn pieces(scene: &Scene) -> impl Iterator<Item = (Cell, Seat)> {
    scene.items.iter().filter_map(|item| match item {
        Item::Piece { at, seat, .. } | Item::Stack { at, seat, .. } => Some((*at, *seat)),
        Item::Fighter(fighter) => Some((fighter.at, fighter.seat)),
        _ => None,
    })
}

/// Tells whether a game has captures.
pub(super) fn has_captures(scene: &Scene) -> bool {
    matches!(scene.board, Surface::Squares(_))
}
