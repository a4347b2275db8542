//! A running game of draughts: position, counts and result, for every game with nothing but a board.
use serde::{Deserialize, Serialize};

use super::{
    BoardRules, CheckersEnd, Color, Goal, Move, Moved, Position,
    draws::Counts,
    notation,
    scene::{begun, tally},
    setup, start,
};
use crate::{
    game::{Choices, Game, Group, Label, Status},
    mind::ToAct,
    refusal::Refusal,
    scene::{Ground, Scene},
    seat::{Observer, Seat},
    setup::Forms,
};

/// Where a game stands: whose turn it is, what has been counted, and whether it is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlainMatch {
    pub(crate) position: Position,
    pub(crate) counts: Counts<Position, u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) over: Option<CheckersEnd>,
}

/// The start of a turn, for a game that doesn't begin from the usual position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlainStart {
    pub(crate) position: Position,
    /// The counts of a record up to there; none if they begin with the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counts: Option<Counts<Position, u8>>,
}

impl PlainStart {
    /// Begins in a position.
    ///
    /// # Errors
    /// When a side has no piece there, more than it can have, or a king that wins.
    pub(crate) fn at(position: Position, goal: Goal) -> Result<PlainStart, Refusal> {
        start::check(&position, goal)?;
        Ok(PlainStart { position, counts: None })
    }
}

impl PlainMatch {
    /// Begins a game, from the usual position if nothing else is agreed. Takes a record's counts out
    /// of `from`, because the game continues them itself.
    ///
    /// # Errors
    /// When it would be over at once.
    pub(crate) fn begin(
        law: &BoardRules,
        goal: Goal,
        from: Option<&mut PlainStart>,
    ) -> Result<PlainMatch, Refusal> {
        let position = from.as_ref().map_or(law.rules.start(), |it| it.position);
        let counts = from.and_then(|it| it.counts.take());
        let counts = counts.unwrap_or_else(|| Counts::new(position));
        let mut plain = PlainMatch { position, counts, over: None };
        plain.begin_turn(law, goal);
        match plain.over {
            Some(_) => Err(start::over_there()),
            None => Ok(plain),
        }
    }

    /// Returns the seat to move.
    pub(crate) fn seat(&self) -> Seat {
        self.position.turn.into()
    }

    /// Returns what is asked for now, or the result.
    pub(crate) fn status(&self, law: &BoardRules, goal: Goal) -> Status<CheckersEnd> {
        let must = law.must_capture(&self.position);
        match self.over {
            Some(end) => Status::Over(end.outcome(goal)),
            None => Status::turn(self.seat(), if must { "capture" } else { "move a piece" }),
        }
    }

    /// Warns of a draw by repetition.
    pub(crate) fn notice(&self) -> Option<String> {
        self.counts.draws.warning(&self.position).filter(|_| self.over.is_none())
    }

    /// Returns whose turn it is, or who has won, for computer players.
    pub(crate) fn stage(&self, goal: Goal) -> ToAct {
        match self.over {
            Some(end) => ToAct::Over(end.outcome(goal).winner),
            None => ToAct::Turn(self.seat()),
        }
    }

    /// Lists what a seat may play.
    pub(crate) fn choices(&self, law: &BoardRules, seat: Seat) -> Choices<Move> {
        let owes = self.over.is_none() && seat == self.seat();
        Choices::listed(if owes { law.legal(&self.position) } else { Vec::new() })
    }

    /// Reads a move.
    ///
    /// # Errors
    /// When the words are none, or none that is legal; see [`notation::read_refusing`].
    pub(crate) fn read(&self, law: &BoardRules, text: &str) -> Result<Move, Refusal> {
        let text = text.trim().trim_end_matches('.');
        notation::read_refusing(text, law, &self.position, &law.legal(&self.position))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it isn't legal.
    pub(crate) fn carry_out(
        &mut self,
        law: &BoardRules,
        goal: Goal,
        played: &Move,
    ) -> Result<Moved, Refusal> {
        let legal = law.legal(&self.position).contains(played);
        let moved = legal.then(|| self.position.board.carry_out(played)).flatten();
        let moved = moved.ok_or_else(|| Refusal::illegal("That isn't a legal move here."))?;
        let mover = moved.piece.color;
        // A side has twelve pieces at most, so the count fits.
        *self.counts.lost.get_mut((!mover).into()) += moved.taken.len() as u8;
        self.position.turn = !mover;
        let drawn = self.counts.draws.turn(mover, moved.is_progress(), self.position);
        self.begin_turn(law, goal);
        // A win on the board takes precedence over a draw by counting.
        self.over = self.over.or(drawn.map(CheckersEnd::Drawn));
        Ok(moved)
    }

    /// Checks whether a side has won, or the side to move can't.
    fn begin_turn(&mut self, law: &BoardRules, goal: Goal) {
        let turn = self.position.turn;
        let blocked = law.count(&self.position) == 0;
        let bare = CheckersEnd::of_bare(&self.position.board, !turn);
        let king = CheckersEnd::of_king(&self.position.board, goal);
        self.over = bare.or(king).or(blocked.then_some(CheckersEnd::Blocked(turn)));
    }

    /// Returns what a control shows for a move.
    pub(crate) fn label(&self, law: &BoardRules, played: &Move) -> Label {
        self.position.board.label(played, law.rules)
    }

    /// Returns what a menu shows for all moves that begin so.
    pub(crate) fn group(&self, law: &BoardRules, begins: &str) -> Group {
        let known = self.position.group(begins, law);
        known.unwrap_or_else(|| Group::typed(begins))
    }

    /// Shows the board of a game after its last events.
    pub(crate) fn show<G>(&self, game: &G, last: &[Moved], to: Observer<'_>) -> Scene
    where
        G: Game<Event = Moved>,
    {
        let mut scene = begun(game, self.position.turn, (Ground::Parlour, true), last, to);
        scene.items = last.iter().map(Moved::path).collect();
        scene.items.extend(super::scene::pieces(&self.position.board));
        scene.items.extend(last.iter().flat_map(Moved::news));
        tally(&mut scene, &self.position.board, |seat| *self.counts.lost.get(seat));
        scene
    }

    /// Shows a memorable move with a banner.
    pub(crate) fn moment<G>(
        &self,
        game: &G,
        law: &BoardRules,
        last: &[Moved],
        to: Observer<'_>,
    ) -> Option<Scene>
    where
        G: Game<Event = Moved>,
    {
        let (board, end) = (&self.position.board, self.over);
        let said = last.iter().find_map(|it| it.height(board, law.rules, end))?;
        Some(self.show(game, last, to).under(said))
    }

    /// Sets up a part of the position by hand; the turn and the counts then start over. `quiet 39 38` says how many turns without
    /// progress Black and White have taken, and comes last.
    ///
    /// # Errors
    /// As [`setup::arrange`].
    pub(crate) fn arrange(
        &mut self,
        law: &BoardRules,
        goal: Goal,
        line: &str,
        forms: &Forms,
    ) -> Result<(), Refusal> {
        let turns = setup::arrange(&mut self.position, line, forms)?;
        self.counts = Counts::new(self.position);
        self.counts.draws.set_quiet(turns);
        self.begin_turn(law, goal);
        Ok(())
    }

    /// Says how a part of the position stands; `captured white` are pieces that White has lost.
    ///
    /// # Errors
    /// When there is no such part.
    pub(crate) fn probe(&self, part: &str, forms: &Forms) -> Result<String, Refusal> {
        let captured = |side: Color| *self.counts.lost.get(side.into());
        let counted = setup::counted(part, self.counts.draws.quiet(), captured);
        counted.or_else(|| setup::probe(&self.position, part)).ok_or_else(|| forms.no_part(part))
    }
}
