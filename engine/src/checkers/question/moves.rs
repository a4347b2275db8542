//! Where pieces can go, why they can't, and how far it is.
use super::{AskedBoard, Checkers, MoveDue, cell, pieces, words};
use crate::{
    chance::Dice,
    game::{Game, Status, Step},
    refusal::Code,
    scene::{At, Cell, Pick, Scene},
    seat::{BySeat, Observer, Seat, Viewer},
};

/// The most reasons and choices that are named.
pub(super) const NAMED: usize = 6;
const REASONS: usize = 3;

/// A move of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceMove {
    /// As it is typed.
    pub(super) words: String,
    pub(super) from: Cell,
    /// Where it lands, in order.
    pub(super) stops: Vec<Cell>,
    /// The squares of the pieces that it captures or attacks.
    pub(super) takes: Vec<Cell>,
}

/// Whether a side can make moves of some sort.
pub(super) enum Can {
    Now(Vec<PieceMove>),
    /// If chance will have it so.
    If(String, Vec<PieceMove>),
    /// In its next turn, as the board stands.
    Later(Vec<PieceMove>),
    /// It could, but something else is due.
    NotNow(String, Vec<PieceMove>),
    Never,
}

impl<G: Checkers> AskedBoard<'_, G> {
    /// Says whether pieces can go to the named squares.
    pub(super) fn reach(&self) -> Option<Vec<String>> {
        let mover = self.mover();
        let crowned = self.at.is_empty() && self.asks_of_crown();
        let targets = if crowned { self.game.crowning(mover) } else { self.at.clone() };
        let (from, to) = (self.by.first().copied(), *targets.first()?);
        if let Some(empty) = self.by.iter().find(|at| self.owner(**at).is_none()) {
            return Some(vec![words::nothing_on(*empty)]);
        }
        let goes = |moved: &PieceMove| {
            self.is_meant(moved) && moved.stops.iter().any(|stop| targets.contains(stop))
        };
        let can = self.can(mover, goes);
        let where_to = where_to((!crowned).then_some(to));
        let mut says = self.told(mover, &can);
        if let (Can::Never, Some(from)) = (&can, from) {
            says.push(if crowned {
                words::no(&words::none_goes(&self.piece(from), &where_to))
            } else {
                words::no(&self.why_no_step(mover, from, to))
            });
            says.extend(self.quickest(from, &targets).map(words::moves_away));
        } else if let Can::Never = &can {
            let stands = self.owner(to).filter(|_| !crowned).map(|_| self.piece(to));
            let whose = words::pieces_of(&self.whose(mover), self.kind_asked());
            says.push(words::no(&words::none_goes(&whose, &where_to)));
            says.extend(stands.map(|piece| words::stands_there(&piece)));
        }
        Some(says)
    }

    /// Tells whether the question is about being crowned.
    fn asks_of_crown(&self) -> bool {
        self.question.has(&[
            "king", "crown", "crowned", "crowning", "kinged", "king's", "kings", "queen",
            "promoted", "promote", "end", "row", "side",
        ])
    }

    /// Says whether the piece on the first square can move, or a side.
    pub(super) fn stuck(&self) -> Option<Vec<String>> {
        let Some(at) = self.by.iter().chain(&self.at).next().copied() else {
            let side = self.mover();
            let can = self.can(side, |moved| self.is_meant(moved));
            return Some(match can {
                Can::Never => vec![words::no(&words::none_moves(&self.whose(side)))],
                can => self.told(side, &can),
            });
        };
        let Some(side) = self.owner(at) else { return Some(vec![words::nothing_on(at)]) };
        let can = self.can(side, |moved| moved.from == at);
        Some(match can {
            Can::Now(moves) => vec![words::can_move(&self.piece(at), &listed(&moves))],
            Can::If(chance, moves) => {
                vec![words::can_move_if(&self.piece(at), &chance, &listed(&moves))]
            }
            Can::Later(moves) => vec![words::can_move_next(&self.piece(at), &listed(&moves))],
            Can::NotNow(why, moves) => {
                let piece = self.piece(at);
                vec![words::cannot_move(&piece, &why), words::could(&listed(&moves))]
            }
            Can::Never => vec![words::cannot_move(&self.piece(at), &self.why_stuck(side, at))],
        })
    }

    /// Says why something can't be done, or that it can.
    pub(super) fn why_not(&self) -> Option<Vec<String>> {
        let named: Vec<Cell> = self.by.iter().chain(&self.at).copied().collect();
        match named[..] {
            [] => Some(self.why_no_turn()),
            [at] if self.question.asker.is_some()
                && self.owner(at) == self.question.asker.map(Seat::other) =>
            {
                self.take()
            }
            [at] if self.owner(at).is_some() => self.stuck(),
            [_] => self.reach(),
            [from, to, ..] => {
                let enemies = self.owner(from).zip(self.owner(to)).is_some_and(|(a, b)| a != b);
                if enemies { self.take() } else { self.reach() }
            }
        }
    }

    /// Says what the asker is asked for, and whether anything keeps them from it.
    fn why_no_turn(&self) -> Vec<String> {
        let Some(seat) = self.question.asker.filter(|seat| self.prompt(*seat).is_some()) else {
            return self.turn();
        };
        let mut says = self.turn();
        let moves = moves(self.game, seat);
        let is_private = self.prompt(seat).is_some_and(|prompt| prompt.kind.is_private());
        let forced = !moves.is_empty() && moves.iter().all(|moved| !moved.takes.is_empty());
        if !is_private {
            let all = self.game.choices(seat).listed;
            let all: Vec<String> =
                all.iter().take(REASONS).map(|action| self.game.write(action)).collect();
            says.push(
                if forced && self.game.moving().is_now() && all.len() == moves.len().min(REASONS) {
                    words::must_capture(&listed(&moves))
                } else {
                    words::nothing_stops_you(&all)
                },
            );
        }
        says
    }

    /// Says who is asked for what.
    pub(super) fn turn(&self) -> Vec<String> {
        let seats = Seat::BOTH.into_iter();
        let asked = seats.filter_map(|seat| Some((seat, self.prompt(seat)?)));
        let said = asked.map(|(seat, prompt)| {
            if Some(seat) == self.question.asker {
                words::your_turn(&prompt.ask)
            } else {
                words::turn_of(self.to.name(seat), &prompt.ask)
            }
        });
        said.collect()
    }

    /// Says how far a square is from another, or a piece from being crowned.
    pub(super) fn distance(&self) -> Option<Vec<String>> {
        let named: Vec<Cell> = self.by.iter().chain(&self.at).copied().collect();
        let asks_of_all = named.is_empty() || !self.asks_of_crown();
        if named.len() < 2
            && asks_of_all
            && self.question.has(&["closest", "nearest", "quickest", "furthest"])
        {
            return self.nearest(named.first().copied());
        }
        let from = *named.first()?;
        let targets = match named.get(1) {
            Some(to) => vec![*to],
            None if self.asks_of_crown() => self.game.crowning(self.owner(from)?),
            None => return None,
        };
        let mut says: Vec<String> =
            named.get(1).map(|to| words::apart(from, *to)).into_iter().collect();
        let (mover, goal) = match (self.owner(from), named.get(1).and_then(|to| self.owner(*to))) {
            (None, Some(_)) => (*named.get(1)?, vec![from]),
            _ => (from, targets),
        };
        let is_free = goal.iter().any(|to| self.owner(*to).is_none());
        if self.owner(mover).is_some() && (is_free || says.is_empty()) {
            says.push(match self.quickest(mover, &goal) {
                Some(moves) => words::needs_moves(&self.piece(mover), moves),
                None => words::no_way(&self.piece(mover)),
            });
        }
        Some(says)
    }

    /// Says which pieces get soonest to a square or, if none is named, to where they are crowned: of the side that is named, or of each.
    fn nearest(&self, to: Option<Cell>) -> Option<Vec<String>> {
        let kind = self.kind_among(&self.question.by).filter(|kind| *kind != self.game.crowned());
        let sides = self.side_named().map_or(Seat::BOTH.to_vec(), |side| vec![side]);
        let each = sides.into_iter().map(|side| {
            let ends = to.map_or_else(|| self.game.crowning(side), |to| vec![to]);
            let own = self.pieces().filter(|piece| piece.1 == side && !ends.contains(&piece.0));
            let own = own.map(|piece| piece.0).filter(|at| match (to, kind) {
                (None, _) => self.kind(*at) != self.game.crowned(),
                (_, kind) => kind.is_none_or(|kind| kind == self.kind(*at)),
            });
            let rows = |at: Cell| ends.iter().map(|end| end.row.abs_diff(at.row)).min();
            let mut far: Vec<(bool, usize, Cell)> = own
                .filter_map(|at| match self.quickest(at, &ends) {
                    Some(moves) => Some((false, moves, at)),
                    None => Some((true, rows(at)?.into(), at)),
                })
                .collect();
            far.sort_by_key(|(blocked, far, _)| (*blocked, *far));
            let far = far.into_iter().take(REASONS);
            let far: Vec<String> = far
                .map(|(blocked, far, at)| words::far_from(&self.piece(at), far, blocked))
                .collect();
            words::nearest(&self.whose(side), &where_to(to), &far)
        });
        Some(each.collect())
    }

    /// Says what more could be played if a square were empty.
    pub(super) fn in_the_way(&self) -> Option<Vec<String>> {
        let named: Vec<Cell> = self.by.iter().chain(&self.at).copied().collect();
        let (at, others) = named.split_first()?;
        if self.owner(*at).is_none() {
            return Some(vec![words::nothing_on(*at)]);
        }
        let side = others.iter().find_map(|at| self.owner(*at)).unwrap_or_else(|| self.side());
        let without = self.game.without(*at).with_move(side);
        let freed: Vec<PieceMove> = moves(&without, side)
            .into_iter()
            .filter(|moved| moved.stops.contains(at))
            .filter(|moved| {
                others.iter().all(|other| moved.from == *other || moved.stops.contains(other))
            })
            .collect();
        Some(vec![if freed.is_empty() {
            words::not_in_the_way(&self.piece(*at), &self.who(side))
        } else {
            words::in_the_way(&self.piece(*at), &listed(&freed))
        }])
    }

    /// Says whether something can be done; nothing where it never can.
    pub(super) fn told(&self, side: Seat, can: &Can) -> Vec<String> {
        match can {
            Can::Now(moves) => vec![words::yes(&listed(moves))],
            Can::If(chance, moves) => vec![words::yes_if(chance, &listed(moves))],
            Can::Later(moves) => vec![words::yes_next(&self.whose(side), &listed(moves))],
            Can::NotNow(why, moves) => vec![words::no(why), words::could(&listed(moves))],
            Can::Never => Vec::new(),
        }
    }

    /// Finds out whether a side can make a move that passes.
    pub(super) fn can(&self, side: Seat, passes: impl Fn(&PieceMove) -> bool) -> Can {
        let of = |game: &G| -> Vec<PieceMove> {
            moves(game, side).into_iter().filter(|moved| passes(moved)).collect()
        };
        let now = of(self.game);
        if !now.is_empty() {
            return Can::Now(now);
        }
        let then = of(&self.game.with_move(side));
        match (self.prompt(side), self.game.moving()) {
            _ if then.is_empty() => Can::Never,
            (None, _) => Can::Later(then),
            (Some(_), MoveDue::If(chance)) => Can::If(chance, then),
            (Some(_), MoveDue::Not(why)) => Can::NotNow(why, then),
            (Some(_), MoveDue::Now) => Can::Never,
        }
    }

    /// Returns in how many steps a piece gets to one of some squares, if nothing else moves.
    fn quickest(&self, of: Cell, targets: &[Cell]) -> Option<usize> {
        let (mut seen, mut edge) = (vec![of], vec![of]);
        for count in 1.. {
            let next: Vec<Cell> = edge.iter().flat_map(|on| self.game.steps(of, *on)).collect();
            edge.clear();
            for at in next {
                if !seen.contains(&at) {
                    seen.push(at);
                    edge.push(at);
                }
            }
            if edge.iter().any(|at| targets.contains(at)) {
                return Some(count);
            }
            if edge.is_empty() {
                break;
            }
        }
        None
    }

    /// Says why a piece can't step to a square.
    fn why_no_step(&self, side: Seat, from: Cell, to: Cell) -> String {
        let stands = self.owner(to).map(|_| words::stands_on(&self.piece(to)));
        let trial = self.game.with_move(side);
        let refused = refused(&trial, side, &format!("{from}-{to}"));
        let why = refused.map(|why| self.as_of(side, &why)).or(stands);
        why.unwrap_or_else(|| words::not_so(&self.piece(from), to))
    }

    /// Says why a piece can't move, from what is said against each of its steps.
    fn why_stuck(&self, side: Seat, from: Cell) -> String {
        let trial = self.game.with_move(side);
        let around = self
            .scene_cells()
            .filter(|to| to.column.abs_diff(from.column) == 1 && to.row.abs_diff(from.row) == 1);
        let (taken, free): (Vec<Cell>, Vec<Cell>) =
            around.partition(|to| self.owner(*to).is_some());
        let mut out: Vec<String> = Vec::new();
        for to in free.into_iter().chain(taken) {
            let why = refused(&trial, side, &format!("{from}-{to}"));
            out.extend(why.map(|why| self.as_of(side, &why)).filter(|why| !out.contains(why)));
        }
        // A square that is taken says more than the way in which the piece never goes.
        let says_more = |why: &String| !why.contains("backward") && !why.contains("only towards");
        if out.iter().any(says_more) {
            out.retain(says_more);
        }
        out.truncate(REASONS);
        out.join(" ")
    }

    /// Writes what a side would be told for who asks.
    pub(super) fn as_of(&self, side: Seat, says: &str) -> String {
        if Some(side) == self.question.asker {
            says.to_owned()
        } else {
            words::told_of(says, self.to.name(side))
        }
    }

    /// Lists all squares, from the left and from rank 1.
    pub(super) fn scene_cells(&self) -> impl Iterator<Item = Cell> + use<G> {
        (0..8).flat_map(|row| (0..8).map(move |column| Cell { column, row }))
    }

    /// Plays words on a copy that looks the same to the room; none if chance or a secret is in it.
    pub(super) fn after(&self, side: Seat, typed: &str) -> Option<(G, Vec<G::Event>)> {
        let mut dice = Dice::thinking(0);
        let mut trial = self.game.determinize(BySeat { first: false, second: false }, &mut dice);
        let action = trial.read(side, typed).ok()?;
        let mut step = Step::new(&mut dice);
        trial.act(side, &action, &mut step).ok()?;
        let (events, fixed) = step.finish();
        (!fixed).then_some((trial, events))
    }
}

impl MoveDue {
    pub(super) fn is_now(&self) -> bool {
        matches!(self, MoveDue::Now)
    }
}

/// Lists the moves of pieces that a side may make now; what it chooses in private is none.
pub(super) fn moves<G: Checkers>(game: &G, side: Seat) -> Vec<PieceMove> {
    let status = game.status();
    let is_open = match &status {
        Status::Waiting(prompts) => {
            prompts.iter().any(|prompt| prompt.seat == side && !prompt.kind.is_private())
        }
        Status::Over(_) => false,
    };
    let choices = if is_open { game.choices(side).listed } else { Vec::new() };
    if choices.is_empty() {
        return Vec::new();
    }
    let names = BySeat::default();
    let scene = game.show(&[], Observer { viewer: Viewer::Room, names: &names });
    let owner = |at: Cell| pieces(&scene).find(|it| it.0 == at).map(|it| it.1);
    let read = |action: &G::Action| {
        let Pick { from: Some(At::Cell(from)), through, to, takes, .. } =
            game.pick(side, action)?
        else {
            return None;
        };
        let words = game.write(action);
        let takes = if takes.is_empty() {
            on_the_way(&scene, &words, |at| owner(at) == Some(side.other()))
        } else {
            takes
        };
        let ends = to.into_iter().filter_map(|at| match at {
            At::Cell(cell) => Some(cell),
            At::Spot(_) => None,
        });
        // A piece lands where nothing stands, or where it began.
        let lands = |at: &Cell| owner(*at).is_none() || *at == from;
        let stops: Vec<Cell> = through.into_iter().chain(ends).filter(lands).collect();
        let moves = owner(from) == Some(side) && !(stops.is_empty() && takes.is_empty());
        moves.then_some(PieceMove { words, from, stops, takes })
    };
    choices.iter().filter_map(read).collect()
}

/// Lists the squares that pass on the way of a capture whose squares are all written.
fn on_the_way(scene: &Scene, words: &str, passes: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let last = words.rsplit(' ').next().unwrap_or_default();
    let squares: Vec<Cell> = last.split('x').filter_map(|at| cell(scene, at)).collect();
    squares.windows(2).flat_map(|leg| way(leg[0], leg[1])).filter(|at| passes(*at)).collect()
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

/// Returns what the rules say against words; nothing if they are allowed or aren't understood.
pub(super) fn refused<G: Game>(game: &G, side: Seat, typed: &str) -> Option<String> {
    let mut dice = Dice::thinking(0);
    let read = game.read(side, typed);
    let tried = read.and_then(|action| game.clone().act(side, &action, &mut Step::new(&mut dice)));
    tried.err().filter(|refusal| refusal.code != Code::Unreadable).map(|refusal| refusal.says)
}

/// Names where pieces go: to a square, or to where they are crowned.
fn where_to(to: Option<Cell>) -> String {
    to.map_or_else(|| words::LAST_ROW.to_owned(), |to| to.to_string())
}

/// Lists some moves as they are typed.
pub(super) fn listed(moves: &[PieceMove]) -> Vec<String> {
    moves.iter().take(NAMED).map(|moved| moved.words.clone()).collect()
}
