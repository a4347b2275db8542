//! The result of duels: fought with dice, or reported from a real field.
use crate::games::amtgard::{
    Amtgard, End, Event, Phase, StateBefore,
    body::Body,
    duel::{self, DuelEnding, Duelist, Pass},
    field::{Attack, Fighter, Who},
    kits::Stance,
    report::{DuelReport, Harm},
    why,
};
use crate::{
    chance::Dice,
    checkers::{Color, PieceKind},
    game::Step,
    refusal::Refusal,
    seat::BySeat,
};

/// The state of both fighters after a duel.
struct Upshot {
    ending: DuelEnding,
    attacker: Body,
    defender: Body,
    passes: Option<u8>,
}

impl Amtgard {
    /// Returns a fighter for the model of duels.
    pub(in crate::games::amtgard) fn duelist(&self, fighter: &Fighter, stance: Stance) -> Duelist {
        let Fighter { body, kit, rank, .. } = fighter;
        Duelist { body: *body, kit: *kit, stance, frail: self.options.frail(*rank) }
    }

    /// Fights a duel with dice.
    pub(in crate::games::amtgard) fn fight(
        &mut self,
        attack: Attack,
        stances: BySeat<Stance>,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let (Some(one), Some(other)) = (self.field.at(attack.from), self.field.at(attack.over))
        else {
            return Err(Refusal::illegal(why::NO_DUEL));
        };
        let (attacker, defender) = (one.who(), other.who());
        let mut one = self.duelist(one, *stances.get(one.side.into()));
        let mut other = self.duelist(other, *stances.get(other.side.into()));
        let (passes, ending) = duel::fight(&mut one, &mut other, step)?;
        tell_passes(&attacker, &defender, &passes, step);
        let passes = u8::try_from(passes.len()).ok();
        let upshot = Upshot { ending, attacker: one.body, defender: other.body, passes };
        self.settle(attack, &upshot, step);
        Ok(())
    }

    /// Takes a report of a duel on the field. A named reeve's call stands at once, unless it would end the match: then it could no
    /// longer be corrected, so the other side first reads what was entered. Without a named reeve the other side is always asked.
    pub(in crate::games::amtgard) fn report(
        &mut self,
        by: Color,
        report: DuelReport,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let Phase::Outside { attack, report: _ } = self.phase else { return Ok(()) };
        let reeve = self.options.reeve.clone();
        step.tell(Event::Reported { by, attack, report, reeve: reeve.clone() });
        self.phase = Phase::Outside { attack, report: Some((by, report)) };
        if reeve.is_some() && !self.would_end(attack, report)? {
            self.accept(attack, report, step)
        } else {
            Ok(())
        }
    }

    /// Tells whether the match would be over if a report stood.
    ///
    /// # Errors
    /// If that is impossible.
    pub(in crate::games::amtgard) fn would_end(
        &self,
        attack: Attack,
        report: DuelReport,
    ) -> Result<bool, Refusal> {
        let (mut after, mut dice) = (self.clone(), Dice::scripted::<&str>([]));
        after.accept(attack, report, &mut Step::new(&mut dice))?;
        Ok(matches!(after.phase, Phase::Over(_)))
    }

    /// Lets a report stand.
    pub(in crate::games::amtgard) fn accept(
        &mut self,
        attack: Attack,
        report: DuelReport,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        let [attacker, defender] = self.after(attack, &report)?;
        let before = StateBefore {
            attack,
            turn: self.turn,
            field: self.field.clone(),
            quiet: self.quiet,
            turns: self.turns,
            lost: self.lost,
        };
        let upshot = Upshot { ending: report.ending, attacker, defender, passes: None };
        self.settle(attack, &upshot, step);
        self.before = Some(Box::new(before));
        Ok(())
    }

    /// Returns the bodies of attacker and defender after what is reported.
    ///
    /// # Errors
    /// If that is impossible.
    pub(in crate::games::amtgard) fn after(
        &self,
        attack: Attack,
        report: &DuelReport,
    ) -> Result<[Body; 2], Refusal> {
        let (Some(attacker), Some(defender)) =
            (self.field.at(attack.from), self.field.at(attack.over))
        else {
            return Err(Refusal::illegal(why::NO_DUEL));
        };
        let frail = |fighter: &Fighter| self.options.frail(fighter.rank);
        let hurt = report.defender != Harm::default();
        if report.ending == DuelEnding::Won && hurt {
            return Err(Refusal::illegal(why::DEFENDER_FELL));
        }
        Ok([
            report.attacker.done_to(attacker.body, frail(attacker))?,
            report.defender.done_to(defender.body, frail(defender))?,
        ])
    }

    /// Takes back the last report and what it changed; the duel must be reported again.
    pub(in crate::games::amtgard) fn correct(&mut self, by: Color, step: &mut Step<'_, Event>) {
        let attack = match (&self.phase, self.before.take()) {
            (Phase::Outside { attack, report: _ }, _) => *attack,
            (_, None) => return,
            (_, Some(before)) => {
                let StateBefore { attack, turn, field, quiet, turns, lost } = *before;
                (self.turn, self.field, self.quiet) = (turn, field, quiet);
                (self.turns, self.lost) = (turns, lost);
                attack
            }
        };
        self.phase = Phase::Outside { attack, report: None };
        step.tell(Event::Corrected { by, attack });
    }

    fn lose(&mut self, side: Color) {
        let lost = self.lost.get_mut(side.into());
        *lost = lost.saturating_add(1);
    }

    /// Brings the board up to date after a duel, and finds out how the turn continues.
    fn settle(&mut self, attack: Attack, upshot: &Upshot, step: &mut Step<'_, Event>) {
        let Attack { from, over, to } = attack;
        let (Some(mut attacker), Some(mut defender)) =
            (self.field.take(from), self.field.take(over))
        else {
            return;
        };
        let whos = [attacker.who(), defender.who()];
        let won = upshot.ending == DuelEnding::Won;
        let defeated = matches!(upshot.ending, DuelEnding::Repelled | DuelEnding::BothFell);
        let damned = defeated && self.options.damned;
        let mut crowned = false;
        attacker.body = upshot.attacker;
        if won {
            self.lose(defender.side);
            attacker.at = to;
            crowned = self.is_crowned_at(&attacker);
            if crowned {
                attacker.rank = PieceKind::King;
                attacker.body = self.options.crowned(attacker.body);
            }
        } else {
            defender.body = upshot.defender;
            self.field.put(defender);
        }
        let goes_on = won && !crowned && !self.field.attacks_of(&attacker).is_empty();
        if damned {
            self.lose(attacker.side);
        } else {
            self.field.put(attacker);
        }
        let [attacker, defender] = whos;
        let (ending, passes) = (upshot.ending, upshot.passes);
        step.tell(Event::Fought { attack, attacker, defender, ending, passes, damned, crowned });
        if let Some(loser) = Color::BOTH.into_iter().find(|color| self.field.count(*color) == 0) {
            self.phase = Phase::Over(End::Bare(loser));
        } else if goes_on {
            self.phase = Phase::Chain(to);
        } else {
            // Crowned by a capture: the turn ends (E-R7), as after an attack that was repelled (E-R5).
            self.end_turn(true, step);
        }
    }
}

/// Tells the passes, those in a row without a hit as one.
fn tell_passes(attacker: &Who, defender: &Who, passes: &[Pass], step: &mut Step<'_, Event>) {
    for idle in passes.chunk_by(|one, other| one.is_idle() && other.is_idle()) {
        let [.., last] = idle else { continue };
        if last.is_idle() {
            step.tell(Event::Lull { first: idle[0].n, last: last.n });
        } else {
            let (attacker, defender) = (attacker.clone(), defender.clone());
            step.tell(Event::Pass { attacker, defender, pass: *last });
        }
    }
}
