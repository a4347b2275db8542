//! The rules: whose turn it is, what may be done, and the result.
use super::{
    Action, CheckersEnd, Event, Knob, Lost, Notch, Options, Phase, PositionKey, Spin, Trapdoor,
    why::NO_SPIN,
};
use crate::{
    checkers::{BoardRules, Color, Move, Piece, Square, draws::Counts, start},
    game::Step,
    refusal::Refusal,
    seat::Seat,
};

impl Trapdoor {
    /// Sets up a match.
    pub(super) fn start(options: &Options) -> Result<Trapdoor, Refusal> {
        options.check()?;
        let begin = options.start();
        let mut options = options.clone();
        // The match continues the counts of the record, so they needn't be kept twice.
        if let Some(from) = &mut options.from {
            from.counts = None;
        }
        let key = PositionKey { position: begin.position, knobs: begin.knobs };
        let Counts { draws, lost } = begin.counts.unwrap_or_else(|| Counts::new(key));
        let mut game = Trapdoor {
            options,
            position: begin.position,
            knobs: begin.knobs,
            phase: Phase::Spin,
            draws,
            lost,
        };
        game.begin_turn();
        match (begin.spun, game.phase) {
            (Some(spin), Phase::Spin) => game.phase = game.after_spin(spin),
            (Some(_), Phase::Capture) => {
                return Err(Refusal::illegal(NO_SPIN));
            }
            _ => {}
        }
        match game.phase {
            Phase::Over(_) => Err(start::over_there()),
            _ => Ok(game),
        }
    }

    /// Returns the seat to act.
    pub(super) fn seat(&self) -> Seat {
        self.position.turn.into()
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        !matches!(self.phase, Phase::Over(_)) && seat == self.seat()
    }

    /// Returns the rules of draughts with the doors that are open now.
    pub(super) fn law(&self) -> BoardRules {
        BoardRules { rules: self.options.rules, pits: self.knobs.open_doors() }
    }

    /// Lists the moves of the side to act, whatever the wheel says.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        self.law().legal(&self.position)
    }

    /// Lists the knob actions that a colour allows (D-R4); with snap either door of each knob (D-R22).
    pub(super) fn turns(&self, spin: Spin) -> impl Iterator<Item = (Knob, Notch)> + '_ {
        let knobs = Knob::ALL.into_iter().filter(move |knob| knob.spin() == spin);
        knobs.flat_map(|knob| Notch::ALL.map(|to| (knob, to))).filter(|(knob, to)| {
            // One click at a time (D-R3).
            self.knobs.at(*knob).is_next_to(*to)
        })
    }

    /// Lists what the side to act may do.
    pub(super) fn actions(&self) -> Vec<Action> {
        match self.phase {
            Phase::Spin => vec![Action::Spin],
            Phase::Capture | Phase::Step => {
                self.legal_moves().into_iter().map(Action::Move).collect()
            }
            Phase::Knob(spin) => {
                self.turns(spin).map(|(knob, to)| Action::Turn { knob, to }).collect()
            }
            Phase::Over(_) => Vec::new(),
        }
    }

    /// Carries out an action, or says which rule forbids it.
    pub(super) fn carry_out(
        &mut self,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.allows(action)?;
        match action {
            Action::Spin => {
                let weights = self.options.wheel.0;
                let sectors: [(&str, u32); 3] =
                    std::array::from_fn(|n| (Spin::ALL[n].name(), weights[n]));
                let at = Spin::ALL[step.spin("the wheel", &sectors)?];
                step.tell(Event::Spun { by: self.position.turn, at });
                self.phase = self.after_spin(at);
            }
            Action::Move(played) => self.play_move(played, step),
            Action::Turn { knob, to } => self.turn_knob(*knob, *to, step),
        }
        Ok(())
    }

    /// Starts the turn of the side now to act: a capture comes before the spin (D-R6).
    pub(super) fn begin_turn(&mut self) {
        let law = self.law();
        let king = CheckersEnd::of_king(&self.position.board, self.options.goal());
        self.phase = if let Some(end) = king {
            Phase::Over(end)
        } else if law.must_capture(&self.position) {
            Phase::Capture
        } else if self.options.blocked && law.count(&self.position) == 0 {
            // The option of D-R13.
            Phase::Over(CheckersEnd::Blocked(self.position.turn))
        } else {
            Phase::Spin
        };
    }

    /// Says what a spin asks for. Black without a move loses; a colour can always be obeyed (D-R12).
    pub(super) fn after_spin(&self, spin: Spin) -> Phase {
        match spin {
            Spin::Black if self.law().count(&self.position) == 0 => {
                Phase::Over(CheckersEnd::Blocked(self.position.turn))
            }
            Spin::Black => Phase::Step,
            Spin::Green | Spin::Orange => Phase::Knob(spin),
        }
    }

    fn play_move(&mut self, played: &Move, step: &mut Step<'_, Event>) {
        let Some(moved) = self.position.board.carry_out(played) else { return };
        let (mover, progress) = (moved.piece.color, moved.is_progress());
        // A game has twelve pieces a side, so the counts fit.
        self.lost(!mover).captured += moved.taken.len() as u8;
        self.lost(mover).fallen += u8::from(played.falls);
        step.tell(Event::Moved(moved));
        self.end_turn(progress, true);
    }

    fn turn_knob(&mut self, knob: Knob, to: Notch, step: &mut Step<'_, Event>) {
        let from = self.knobs.at(knob);
        let snapped = self.options.snap;
        let door = knob.door(to);
        let fallen: Option<(Square, Piece)> =
            door.and_then(|square| Some((square, self.position.board.take(square)?)));
        if let Some((_, piece)) = fallen {
            self.lost(piece.color).fallen += 1;
        }
        // With snap the door is closed again in the same action.
        self.knobs.set(knob, if snapped { Notch::Centre } else { to });
        step.tell(Event::Turned { by: self.position.turn, knob, from, to, snapped, fallen });
        // D-R19: with snap, a door that opened over nothing leaves the board as it was.
        let changed = fallen.is_some() || !self.options.moves_repeat;
        self.end_turn(fallen.is_some(), changed);
    }

    /// Returns what identifies this position.
    pub(super) fn key(&self) -> PositionKey {
        PositionKey { position: self.position, knobs: self.knobs }
    }

    fn lost(&mut self, color: Color) -> &mut Lost {
        self.lost.get_mut(color.into())
    }

    /// Checks for the end of the match, then passes the turn. `changed` says that the position counts as a new one.
    fn end_turn(&mut self, progress: bool, changed: bool) {
        let mover = self.position.turn;
        self.position.turn = !mover;
        // The other side first: capturing the last enemy piece wins even if the capturing piece falls (D-R16).
        if let Some(end) = CheckersEnd::of_bare(&self.position.board, mover) {
            self.phase = Phase::Over(end);
            return;
        }
        let key = self.key();
        let draw =
            if changed { self.draws.turn(mover, progress, key) } else { self.draws.idle(mover) };
        match draw {
            Some(draw) => self.phase = Phase::Over(CheckersEnd::Drawn(draw)),
            None => self.begin_turn(),
        }
    }
}
