//! What can be captured, by whom, and what a move would let happen.
use super::{
    AskedBoard, Checkers,
    moves::{Can, NAMED, PieceMove, listed, moves, refused},
    words,
};
use crate::{game::Status, question::Thing, quote::sentence_case, scene::Cell, seat::Seat};

/// The most reasons that are named, and the most moves to a square.
const REASONS: usize = 2;

/// Words that ask whether a piece can't be captured.
const SAFE: [&str; 6] = ["safe", "protected", "covered", "defended", "secure", "guarded"];

/// What the moves of a piece's side mean for it.
enum Prevention {
    /// Chance or a secret decides, or it isn't that side's turn.
    Unknown,
    /// It can be captured after all of them, after some, or after none.
    Always,
    Sometimes,
    Never,
}

impl<G: Checkers> AskedBoard<'_, G> {
    /// Says what a side, or the named piece, can capture.
    pub(super) fn take(&self) -> Option<Vec<String>> {
        let empty = self.by.iter().chain(&self.at).find(|at| self.owner(**at).is_none());
        if let Some(at) = empty {
            return Some(vec![words::nothing_on(*at)]);
        }
        let victim = self.at.first().copied();
        let of_victim = victim.and_then(|at| self.owner(at)).or_else(|| {
            self.question.to.iter().find_map(|thing| match thing {
                Thing::Side(seat) => Some(*seat),
                _ => None,
            })
        });
        let taker = match (self.by.first(), of_victim) {
            (Some(_), _) | (None, None) => self.mover(),
            (None, Some(owner)) => owner.other(),
        };
        if let Some(victim) = victim.filter(|_| of_victim == Some(taker)) {
            return Some(vec![words::no(&words::same_side(&self.piece(victim)))]);
        }
        let most = self.at_once();
        let takes = |moved: &PieceMove| {
            self.is_meant(moved)
                && most <= moved.takes.len()
                && self.at.iter().all(|at| moved.takes.contains(at))
        };
        let can = self.can(taker, takes);
        if let Can::Now(moves) = &can
            && self.question.has(&["bigger", "biggest", "most", "longest", "many"])
        {
            return Some(vec![words::captures_of(&counted(moves))]);
        }
        let single = self.can(taker, |moved| self.is_meant(moved) && !moved.takes.is_empty());
        Some(match (victim, &can) {
            (_, Can::Never) if 1 < most && !matches!(single, Can::Never) => {
                let mut says = vec![words::no(&words::none_takes(&self.who(taker), most))];
                if let Can::Now(moves) | Can::Later(moves) = single {
                    says.push(words::but_captures(&listed(&moves)));
                }
                says
            }
            (Some(victim), Can::Later(_)) => self.in_danger(victim, "Yes", "No"),
            (Some(victim), Can::Never) if self.prompt(taker).is_none() && self.by.is_empty() => {
                self.in_danger(victim, "Yes", "No")
            }
            (Some(victim), Can::Never) => self.why_no_capture(taker, victim),
            (_, Can::Never) => vec![match self.prompt(taker) {
                Some(_) => words::no_capture(&self.who(taker)),
                None => words::no_threat(&self.who(taker)),
            }],
            (None, Can::Now(moves)) => vec![words::can_capture(&self.who(taker), &listed(moves))],
            (None, Can::Later(moves)) => {
                vec![words::threatens(&self.who(taker), &listed(moves))]
            }
            (_, can) => self.told(taker, can),
        })
    }

    /// Returns how many pieces are asked about at once.
    fn at_once(&self) -> usize {
        match () {
            // `Is it attacked from two sides`.
            () if self.question.has(&["sides"]) => 1,
            () if self.question.has(&["three", "triple"]) => 3,
            () if self.question.has(&["two", "both", "double", "twice", "several"]) => 2,
            () if self.question.has(&["more"]) && self.question.has(&["one"]) => 2,
            () => 1,
        }
    }

    /// Says whether pieces can be captured, and what would come of a step to an empty square.
    pub(super) fn safe(&self) -> Option<Vec<String>> {
        let named: Vec<Cell> = self.by.iter().chain(&self.at).copied().collect();
        let Some(at) = named.first().copied() else {
            let owner = self.side();
            let taker = owner.other();
            let can = self.can(taker, |moved| !moved.takes.is_empty());
            return Some(vec![match can {
                Can::Now(moves) => words::can_capture(&self.who(taker), &listed(&moves)),
                Can::Later(moves) => words::threatens(&self.who(taker), &listed(&moves)),
                Can::If(..) | Can::NotNow(..) | Can::Never => words::no_threat(&self.who(taker)),
            }]);
        };
        let mut says = match self.owner(at) {
            // `Is it safe` and `is it in danger` are answered by other words.
            Some(_) if self.question.has(&SAFE) => self.in_danger(at, "No", "Yes"),
            Some(_) => self.in_danger(at, "Yes", "No"),
            None => self.on_empty(at),
        };
        says.extend(self.game.peril(at));
        Some(says)
    }

    /// Says that a square is empty, and what the asker's moves to it would let happen.
    pub(super) fn on_empty(&self, at: Cell) -> Vec<String> {
        let mut says = vec![words::nothing_on(at)];
        if let Some(seat) = self.question.asker {
            let there =
                moves(self.game, seat).into_iter().filter(|moved| moved.stops.last() == Some(&at));
            for moved in there.take(REASONS) {
                let then = self.then_captures(seat, &moved.words);
                says.push(words::goes_there(&moved.words, then.as_deref()));
            }
        }
        says
    }

    /// Says whether the piece on a square can be captured; a line begins with one word or the other.
    pub(super) fn in_danger(&self, at: Cell, taken: &str, safe: &str) -> Vec<String> {
        let Some(owner) = self.owner(at) else { return vec![words::nothing_on(at)] };
        let taker = owner.other();
        let (piece, who) = (self.piece(at), self.who(taker));
        match self.can(taker, |moved| moved.takes.contains(&at)) {
            Can::Now(moves) => vec![words::captures_now(taken, &who, &piece, &listed(&moves))],
            Can::If(chance, moves) => {
                vec![words::captures_if(taken, &who, &piece, &chance, &listed(&moves))]
            }
            Can::Later(moves) => {
                let after = match self.prevention(owner, at) {
                    Prevention::Always => Some(words::ALWAYS),
                    Prevention::Sometimes | Prevention::Never => Some(words::PREVENTED),
                    Prevention::Unknown => None,
                };
                let says = words::captures_next(taken, &who, &piece, &listed(&moves));
                [Some(says), after.map(str::to_owned)].into_iter().flatten().collect()
            }
            Can::NotNow(why, _) => vec![words::not_captured_as(safe, &who, &piece, &why)],
            Can::Never if self.prompt(taker).is_some() => {
                vec![words::not_captured_now(safe, &who, &piece)]
            }
            Can::Never => vec![match self.prevention(owner, at) {
                Prevention::Never => words::not_captured_ever(safe, &who, &piece),
                Prevention::Sometimes | Prevention::Always => {
                    words::not_captured_unless(safe, &who, &piece)
                }
                Prevention::Unknown => words::not_captured_next(safe, &who, &piece),
            }],
        }
    }

    /// Tries all moves of a side for whether its piece on a square can be captured after them.
    fn prevention(&self, owner: Seat, at: Cell) -> Prevention {
        if self.prompt(owner).is_none() {
            return Prevention::Unknown;
        }
        let (mut taken, mut kept) = (0, 0);
        for action in self.game.choices(owner).listed {
            let Some((next, _)) = self.after(owner, &self.game.write(&action)) else {
                return Prevention::Unknown;
            };
            let status = next.status();
            if status.waits_for(owner) {
                return Prevention::Unknown;
            }
            let scene = next.show(&[], self.to);
            if super::pieces(&scene).any(|(here, seat)| here == at && seat == owner) {
                let takes = matches!(status, Status::Waiting(_))
                    && moves(&next.with_move(owner.other()), owner.other())
                        .iter()
                        .any(|moved| moved.takes.contains(&at));
                if takes { taken += 1 } else { kept += 1 }
            }
        }
        match (taken, kept) {
            (0, 0) => Prevention::Unknown,
            (0, _) => Prevention::Never,
            (_, 0) => Prevention::Always,
            _ => Prevention::Sometimes,
        }
    }

    /// Says what a move that is asked about would let happen.
    pub(super) fn bring(&self) -> Option<Vec<String>> {
        let typed = self.question.moved()?;
        let says = self.then_captures(self.question.asker?, typed)?;
        Some(vec![says])
    }

    /// Says what the other side could capture after words are played; none where chance or another choice comes first.
    fn then_captures(&self, seat: Seat, typed: &str) -> Option<String> {
        let (next, _) = self.after(seat, typed)?;
        let other = seat.other();
        if !next.status().waits_for(other) {
            return None;
        }
        let then = moves(&next.with_move(other), other);
        let then: Vec<PieceMove> = then.into_iter().filter(|it| !it.takes.is_empty()).collect();
        Some(words::then_captures(&self.who(other), &listed(&then)))
    }

    /// Says why a side can't capture what stands on a square: for each of its pieces beside it, or for those that are named.
    fn why_no_capture(&self, side: Seat, target: Cell) -> Vec<String> {
        let beside =
            |at: &Cell| at.column.abs_diff(target.column).max(at.row.abs_diff(target.row)) == 1;
        let own: Vec<Cell> =
            self.pieces().filter(|it| it.1 == side).map(|it| it.0).filter(beside).collect();
        let from = if self.by.is_empty() { own } else { self.by.clone() };
        if from.is_empty() {
            let says = words::nobody_beside(&self.piece(target), &self.whose(side));
            return vec![words::no(&says)];
        }
        let trial = self.game.with_move(side);
        let mut out: Vec<String> = Vec::new();
        for at in from {
            let behind = beyond(at, target).filter(|behind| behind.column < 8 && behind.row < 8);
            let tried = [Some(target), behind].into_iter().flatten();
            let mut why = None;
            for to in tried {
                why = refused(&trial, side, &format!("{at}x{to}")).or(why);
            }
            let why = match (beside(&at), behind) {
                (false, _) => words::not_beside(at, &self.piece(target)),
                (true, None) => words::nothing_behind(at, target),
                (true, Some(behind)) if self.owner(behind).is_some() => {
                    words::taken_behind(at, target, behind)
                }
                _ => match why {
                    Some(why) => self.as_of(side, &sentence_case(&why)),
                    None => continue,
                },
            };
            if !out.contains(&why) {
                out.push(why);
            }
        }
        out.truncate(REASONS);
        let first = out.first_mut();
        match first {
            Some(first) => *first = words::no(first),
            None => out.push(words::no_capture(&self.who(side))),
        }
        let others = moves(self.game, side).into_iter().filter(|moved| !moved.takes.is_empty());
        let others: Vec<PieceMove> = others.take(NAMED).collect();
        if !others.is_empty() {
            out.push(words::can_capture(&self.who(side), &listed(&others)));
        }
        out
    }
}

/// Lists some captures with the number of pieces that each takes.
fn counted(moves: &[PieceMove]) -> Vec<(String, usize)> {
    moves.iter().take(NAMED).map(|moved| (moved.words.clone(), moved.takes.len())).collect()
}

/// Returns the square behind another one, as seen from a third beside it.
fn beyond(from: Cell, over: Cell) -> Option<Cell> {
    let beyond = |from: u8, over: u8| u8::try_from(2 * i16::from(over) - i16::from(from)).ok();
    Some(Cell { column: beyond(from.column, over.column)?, row: beyond(from.row, over.row)? })
}
