//! The rules: what may be moved, the result, and when it is over.
use super::{Draughts, LAW, Options};
use crate::{
    checkers::{Color, End, Move, Moved, draws::Counts},
    game::{Outcome, Step},
    refusal::Refusal,
    seat::Seat,
};

impl Draughts {
    /// Sets up a match. It counts on by itself, so its options need not keep what a record had counted.
    pub(super) fn start(options: &Options) -> Result<Draughts, Refusal> {
        let mut options = options.clone();
        let position = options.position();
        let counts = options.from.as_mut().and_then(|it| it.counts.take());
        let counts = counts.unwrap_or_else(|| Counts::new(position));
        let mut game = Draughts { options, position, counts, over: None };
        game.begin_turn();
        match game.over {
            Some(_) => Err(Refusal::illegal("The match would be over in that position.")),
            None => Ok(game),
        }
    }

    /// Returns the seat to move.
    pub(super) fn seat(&self) -> Seat {
        self.position.turn.into()
    }

    /// Lists the legal moves: only captures if there are any.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        LAW.moves(&self.position, &mut moves);
        moves
    }

    /// Plays a move, or says that it is none.
    pub(super) fn carry_out(
        &mut self,
        played: &Move,
        step: &mut Step<'_, Moved>,
    ) -> Result<(), Refusal> {
        let legal = self.legal_moves().contains(played);
        let moved = legal.then(|| self.position.board.carry_out(played)).flatten();
        let moved = moved.ok_or_else(|| Refusal::illegal("That isn't a legal move here."))?;
        let mover = moved.piece.color;
        // A side has twelve pieces at most, so the count fits.
        *self.counts.lost.get_mut((!mover).into()) += moved.taken.len() as u8;
        self.position.turn = !mover;
        let drawn = self.counts.draws.turn(mover, moved.is_progress(), self.position);
        step.tell(moved);
        self.begin_turn();
        // A win on the board goes before a draw by counting.
        self.over = self.over.or(drawn.map(End::Drawn));
        Ok(())
    }

    /// Looks whether the side to move still can.
    pub(super) fn begin_turn(&mut self) {
        let turn = self.position.turn;
        let blocked = LAW.count(&self.position) == 0;
        let bare = End::of_bare(&self.position.board, !turn);
        self.over = bare.or(blocked.then_some(End::Blocked(turn)));
    }

    /// Says how it ended; in giveaway the one who should have lost wins.
    pub(super) fn outcome(&self, end: End) -> Outcome<End> {
        let wins = |loser: Color| if self.options.giveaway { loser } else { !loser };
        let winner = end.loser().map(wins).map(Seat::from);
        Outcome { winner, why: end }
    }
}
