//! Answers to questions about a board of squares, for all games of checkers: from the moves that are open there, and from those that
//! would be if the other side had to move.
mod captures;
mod facts;
mod moves;
mod words;

use super::{BoardRules, Color, Goal, PieceKind, Position, Rules, Square, ways};
use crate::{
    game::{Game, Prompt, Status},
    question::{Question, Relation, Thing},
    scene::{Cell, Item, Rank, Scene, Surface},
    seat::{Observer, Seat},
};
use moves::PieceMove;

/// A game of checkers, with what its answers need beside the usual.
pub(crate) trait Checkers: Game {
    /// Says whether the side to act moves a piece now.
    fn moving(&self) -> MoveDue;
    /// Returns the position as if a side had to move a piece, whatever comes before that in its turn.
    fn with_move(&self, seat: Seat) -> Self;
    /// Returns the position without what stands on a square.
    fn without(&self, at: Cell) -> Self;
    /// Lists where the piece on a square could step if it stood on another one.
    fn steps(&self, of: Cell, on: Cell) -> Vec<Cell>;
    /// Lists the squares on which the pieces of a side are crowned.
    fn crowning(&self, seat: Seat) -> Vec<Cell>;
    /// Names a crowned piece.
    fn crowned(&self) -> &'static str {
        Rank::King.name()
    }
    /// Says how far a side is from winning.
    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String>;
    /// Says what could happen to a square that no piece does.
    fn peril(&self, _at: Cell) -> Option<String> {
        None
    }
}

/// Whether the side to act moves a piece.
pub(crate) enum MoveDue {
    Now,
    /// If chance will have it so: `the wheel shows black`.
    If(String),
    /// Something else is due: `the wheel shows green`.
    Not(String),
}

/// A question about a game, with the squares that it names.
pub(super) struct AskedBoard<'a, G: Checkers> {
    game: &'a G,
    question: &'a Question,
    to: Observer<'a>,
    scene: Scene,
    status: Status<G::End>,
    /// The squares of who does it, and those it is done to.
    by: Vec<Cell>,
    at: Vec<Cell>,
}

/// Answers a question about a game of checkers; none if it isn't about what these games share.
pub(crate) fn answer<G: Checkers>(
    game: &G,
    question: &Question,
    to: Observer<'_>,
) -> Option<Vec<String>> {
    let scene = game.show(&[], to);
    if let Some(stray) = question.squares().find(|name| cell(&scene, name).is_none()) {
        return Some(vec![words::no_square(stray)]);
    }
    let cells = |things: &[Thing]| -> Vec<Cell> {
        things.iter().filter_map(|thing| cell(&scene, square(thing)?)).collect()
    };
    let (by, at) = (cells(&question.by), cells(&question.to));
    AskedBoard { status: game.status(), game, question, to, scene, by, at }.answer()
}

/// Returns the name of a square that a thing is.
fn square(thing: &Thing) -> Option<&str> {
    match thing {
        Thing::Square(name) => Some(name),
        _ => None,
    }
}

/// Finds a square of a board by its name.
fn cell(scene: &Scene, name: &str) -> Option<Cell> {
    let Surface::Squares(grid) = scene.board else { return None };
    let mut cells =
        (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| Cell { column, row }));
    cells.find(|cell| cell.to_string().eq_ignore_ascii_case(name))
}

/// Returns the dark square of a cell.
pub(crate) fn square_at(at: Cell) -> Option<Square> {
    Square::at(at.column + 1, at.row + 1)
}

/// Lists where the piece on a square of a draughts board could step if it stood on another one.
pub(crate) fn steps_on(law: &BoardRules, position: &Position, of: Cell, on: Cell) -> Vec<Cell> {
    let (Some(of), Some(on)) = (square_at(of), square_at(on)) else { return Vec::new() };
    let mut board = position.board;
    let Some(piece) = board.take(of) else { return Vec::new() };
    let is_king = piece.rank == PieceKind::King;
    let flies = is_king && law.rules == Rules::Continental;
    let mut out = Vec::new();
    for way in ways(piece.color, is_king) {
        let mut next = on.step(*way);
        while let Some(at) = next.filter(|at| board.piece_at(*at).is_none()) {
            if !law.pits.contains(at) {
                out.push(super::scene::cell(at));
            }
            next = at.step(*way).filter(|_| flies);
        }
    }
    out
}

/// Lists the last row of a side of a draughts board.
pub(crate) fn last_row(seat: Seat) -> Vec<Cell> {
    let row = Color::from(seat).last_rank() - 1;
    (0..8).map(|column| Cell { column, row }).filter(|at| square_at(*at).is_some()).collect()
}

/// Says how far a side is from winning a game of draughts.
pub(crate) fn goal_on(
    position: &Position,
    goal: Goal,
    seat: Seat,
    to: Observer<'_>,
) -> Vec<String> {
    let count = |seat: Seat| position.board.count(seat.into());
    words::goal(goal, [to.name(seat), to.name(seat.other())], [count(seat), count(seat.other())])
}

/// Lists the pieces on a board.
fn pieces(scene: &Scene) -> impl Iterator<Item = (Cell, Seat)> {
    scene.items.iter().filter_map(|item| match item {
        Item::Piece { at, seat, .. } | Item::Stack { at, seat, .. } => Some((*at, *seat)),
        Item::Fighter(fighter) => Some((fighter.at, fighter.seat)),
        _ => None,
    })
}

impl<G: Checkers> AskedBoard<'_, G> {
    fn answer(&self) -> Option<Vec<String>> {
        match self.question.relation {
            Relation::Stands => self.stands(),
            Relation::Count => self.count(),
            Relation::Distance => self.distance(),
            _ if matches!(self.status, Status::Over(_)) => None,
            Relation::Reach if self.question.to.is_empty() => self.stuck(),
            Relation::Reach => self.reach(),
            Relation::Take | Relation::Hit => self.take(),
            Relation::Safe => self.safe(),
            Relation::Stuck => self.stuck(),
            Relation::WhyNot => self.why_not(),
            Relation::InTheWay => self.in_the_way(),
            Relation::Progress => Some(self.progress()),
            Relation::Bring => self.bring(),
            Relation::Pass
            | Relation::Steal
            | Relation::Offside
            | Relation::Wounded
            | Relation::Chance
            | Relation::Happened
            | Relation::Meaning => None,
        }
    }

    /// Returns whose piece stands on a square.
    fn owner(&self, at: Cell) -> Option<Seat> {
        self.pieces().find(|it| it.0 == at).map(|it| it.1)
    }

    /// Lists the pieces on the board.
    fn pieces(&self) -> impl Iterator<Item = (Cell, Seat)> {
        pieces(&self.scene)
    }

    /// Returns the word for the piece on a square: `king`.
    fn kind(&self, at: Cell) -> &'static str {
        let kind = self.scene.items.iter().find_map(|item| match item {
            Item::Piece { at: here, rank, .. } if *here == at => Some(rank.name()),
            Item::Fighter(fighter) if fighter.at == at => Some(fighter.rank.name()),
            Item::Stack { at: here, height, .. } if *here == at => Some(match height {
                1 => "pawn",
                2 => "king",
                _ => "emperor",
            }),
            _ => None,
        });
        kind.unwrap_or(Rank::Man.name())
    }

    /// Returns the kind of piece that the question names, if it does.
    fn kind_asked(&self) -> Option<&str> {
        self.kind_among(&self.question.by).or(self.kind_among(&self.question.to))
    }

    /// Returns the first kind of piece among things, as this game calls it.
    fn kind_among<'q>(&self, things: &'q [Thing]) -> Option<&'q str> {
        things.iter().find_map(|thing| match thing {
            Thing::Kind(kind) if kind == "king" => Some(self.game.crowned()),
            Thing::Kind(kind) if ["man", "pawn", "emperor"].contains(&kind.as_str()) => {
                Some(kind.as_str())
            }
            _ => None,
        })
    }

    /// Returns the side that the question names, or that of who asks.
    fn side(&self) -> Seat {
        self.side_named().or(self.question.asker).unwrap_or_else(|| self.to_act())
    }

    fn side_named(&self) -> Option<Seat> {
        let sides = |things: &[Thing]| {
            things.iter().find_map(|thing| match thing {
                Thing::Side(seat) => Some(*seat),
                _ => None,
            })
        };
        sides(&self.question.by).or(sides(&self.question.to))
    }

    /// Returns the side that does something: that of the first square with a piece, or the one that is named.
    fn mover(&self) -> Seat {
        let named = self.question.by.iter().find_map(|thing| match thing {
            Thing::Side(seat) => Some(*seat),
            _ => None,
        });
        let stands = self.by.iter().find_map(|at| self.owner(*at));
        stands.or(named).or(self.question.asker).unwrap_or_else(|| self.to_act())
    }

    /// Returns the side that has to act.
    fn to_act(&self) -> Seat {
        match &self.status {
            Status::Waiting(prompts) => prompts.first().map_or(Seat::First, |it| it.seat),
            Status::Over(_) => Seat::First,
        }
    }

    /// Returns what a side is asked for, if it has to act.
    fn prompt(&self, seat: Seat) -> Option<&Prompt> {
        match &self.status {
            Status::Waiting(prompts) => prompts.iter().find(|prompt| prompt.seat == seat),
            Status::Over(_) => None,
        }
    }

    /// Tells whether a move is one of those that are asked about: by the named pieces, or by those of the named kind.
    fn is_meant(&self, moved: &PieceMove) -> bool {
        match &self.by[..] {
            [] => {
                self.kind_among(&self.question.by).is_none_or(|kind| kind == self.kind(moved.from))
            }
            from => from.contains(&moved.from),
        }
    }
}
