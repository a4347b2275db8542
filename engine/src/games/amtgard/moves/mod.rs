//! The rules: who has to decide, the possible actions, and their effects.
pub(super) mod settle;

use super::{
    Action, Amtgard, Event, Phase,
    body::Location,
    count::Stop,
    duel::DuelEnding,
    field::{Attack, Battlefield, Fighter, Sight},
    kits::{Kit, Kits, Stance},
    options::{Choosing, DuelRule, Options},
    report::{DuelReport, Harm},
    why,
};
use crate::{
    checkers::{Color, PieceKind, Square},
    game::Step,
    refusal::Refusal,
    seat::BySeat,
};

impl Amtgard {
    /// Sets up a match.
    pub(super) fn start(options: &Options) -> Result<Amtgard, Refusal> {
        options.check()?;
        let phase =
            if options.open.is_some() { Phase::Kits(BySeat::default()) } else { Phase::Order };
        Ok(Amtgard {
            options: options.clone(),
            // E-R2: the dark side begins.
            turn: Color::Black,
            field: Battlefield::start(options),
            phase,
            quiet: [0, 0],
            turns: 0,
            lost: BySeat::default(),
            standing: BySeat::default(),
            before: None,
        })
    }

    /// Tells whether a side owes a decision.
    pub(super) fn waits_for(&self, side: Color) -> bool {
        match &self.phase {
            Phase::Kits(chosen) => chosen.get(side.into()).is_none(),
            Phase::Order | Phase::Chain(_) => side == self.turn,
            Phase::Stances { attack: _, chosen } => chosen.get(side.into()).is_none(),
            Phase::Outside { attack: _, report } => report.is_none_or(|it| it.0 != side),
            Phase::Over(_) => false,
        }
    }

    /// Lists what a side may do, as far as it can be listed.
    pub(super) fn actions(&self, side: Color) -> Vec<Action> {
        match &self.phase {
            Phase::Kits(_) => Kit::ALL.map(|kit| Action::Kits(Kits::all(kit))).into(),
            Phase::Order => {
                let mut actions = self.orders(side);
                if actions.is_empty() {
                    actions.push(Action::Pass);
                }
                actions.extend(self.before.is_some().then_some(Action::Correct));
                actions
            }
            Phase::Chain(_) => {
                let mut actions: Vec<Action> =
                    self.open_attacks(side).into_iter().map(Action::Attack).collect();
                actions.push(Action::Stop);
                actions.extend(self.before.is_some().then_some(Action::Correct));
                actions
            }
            Phase::Stances { .. } => [false, true]
                .into_iter()
                .flat_map(|standing| Stance::ALL.map(|stance| Action::Stance { stance, standing }))
                .collect(),
            Phase::Outside { attack, report: None } => {
                self.usual_reports(*attack).into_iter().map(Action::Report).collect()
            }
            Phase::Outside { attack: _, report: Some(_) } => {
                // A reeve's word isn't disputed, but it may have been entered wrongly.
                let no =
                    if self.options.reeve.is_some() { Action::Correct } else { Action::Dispute };
                vec![Action::Confirm, no]
            }
            Phase::Over(_) => Vec::new(),
        }
    }

    /// Lists the steps and attacks open to a side at the beginning of a turn.
    pub(super) fn orders(&self, side: Color) -> Vec<Action> {
        let sight = self.field.sight(side);
        let attacks = sight.attacks().map(Action::Attack);
        let steps = sight.steps().map(|(from, to)| Action::Move { from, to });
        if self.steps_are_barred(&sight) {
            attacks.collect()
        } else {
            attacks.chain(steps).collect()
        }
    }

    /// Tells whether a side must attack before it may step.
    pub(super) fn steps_are_barred(&self, sight: &Sight) -> bool {
        self.options.compulsory && sight.attack_count() != 0
    }

    /// Tells whether a side may take this step at the beginning of a turn.
    pub(super) fn may_step(&self, side: Color, from: Square, to: Square) -> bool {
        self.field.may_step(side, from, to)
            && !(self.options.compulsory && self.field.has_attack(side))
    }

    /// Lists the attacks a side may order now.
    pub(super) fn open_attacks(&self, side: Color) -> Vec<Attack> {
        match self.phase {
            Phase::Chain(at) => {
                self.field.at(at).map(|fighter| self.field.attacks_of(fighter)).unwrap_or_default()
            }
            _ => self.field.attacks(side),
        }
    }

    /// Lists the likeliest reports: the results, and single wounds that matter later.
    fn usual_reports(&self, attack: Attack) -> Vec<DuelReport> {
        let mut reports = [DuelEnding::Won, DuelEnding::Repelled, DuelEnding::BothFell]
            .map(DuelReport::plain)
            .to_vec();
        let wounds = |at: Square| {
            let fighter = self.field.at(at);
            Location::ALL.into_iter().filter(move |limb| {
                fighter.is_some_and(|fighter| {
                    Harm::of(*limb).done_to(fighter.body, self.options.frail(fighter.rank)).is_ok()
                })
            })
        };
        let carried = self.options.attrition || self.could_go_on(attack);
        for limb in wounds(attack.from).filter(|_| carried) {
            let harm = Harm::of(limb);
            reports.push(DuelReport { attacker: harm, ..DuelReport::plain(DuelEnding::Won) });
            if self.options.attrition && !self.options.damned {
                reports
                    .push(DuelReport { attacker: harm, ..DuelReport::plain(DuelEnding::Repelled) });
            }
        }
        if self.options.attrition {
            for limb in wounds(attack.over) {
                let defender = Harm::of(limb);
                reports.push(DuelReport { defender, ..DuelReport::plain(DuelEnding::Repelled) });
            }
        }
        reports
    }

    /// Tells whether the attacker, after winning, would have someone else to attack.
    fn could_go_on(&self, attack: Attack) -> bool {
        let mut field = self.field.clone();
        field.take(attack.over);
        let Some(mut attacker) = field.take(attack.from) else { return false };
        attacker.at = attack.to;
        !self.is_crowned_at(&attacker) && !field.attacks_of(&attacker).is_empty()
    }

    /// Tells whether a fighter has just earned a crown on their square.
    pub(super) fn is_crowned_at(&self, fighter: &Fighter) -> bool {
        fighter.rank == PieceKind::Man && fighter.at.rank() == fighter.side.last_rank()
    }

    /// Carries out an action, or says which rule forbids it.
    pub(super) fn carry_out(
        &mut self,
        side: Color,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.allows(side, action)?;
        match action {
            Action::Kits(kits) => self.pack(side, kits, step),
            Action::Name { at, name } => self.give_name(*at, name, step),
            Action::Move { from, to } => self.step_to(*from, *to, step),
            Action::Attack(attack) => return self.attack(*attack, step),
            Action::Stop => {
                self.before = None;
                step.tell(Event::Stopped { by: side });
                // The attacks before it count as progress.
                self.end_turn(true, step);
            }
            Action::Pass => {
                self.before = None;
                step.tell(Event::Passed { by: side });
                self.end_turn(false, step);
            }
            Action::Stance { stance, standing } => {
                return self.take_stance(side, *stance, *standing, step);
            }
            Action::NoStanding => {
                *self.standing.get_mut(side.into()) = None;
                step.tell(Event::Asking { by: side });
            }
            Action::Report(report) => self.report(side, *report, step)?,
            Action::Confirm => {
                if let Phase::Outside { attack, report: Some((_, report)) } = self.phase {
                    step.tell(Event::Confirmed { by: side });
                    self.accept(attack, report, step)?;
                }
            }
            Action::Dispute => {
                if let Phase::Outside { attack, report } = &mut self.phase {
                    *report = None;
                    step.tell(Event::Disputed { by: side, attack: *attack });
                }
            }
            Action::Correct => self.correct(side, step),
        }
        Ok(())
    }

    fn pack(&mut self, side: Color, kits: &Kits, step: &mut Step<'_, Event>) {
        let Phase::Kits(chosen) = &mut self.phase else { return };
        *chosen.get_mut(side.into()) = Some(kits.clone());
        step.tell(Event::Packed { by: side });
        let (Some(black), Some(white)) = (chosen.first.clone(), chosen.second.clone()) else {
            return;
        };
        for fighter in self.field.all_mut() {
            fighter.kit = if fighter.side == Color::Black {
                black.of(fighter.at)
            } else {
                white.of(fighter.at)
            };
        }
        self.phase = Phase::Order;
        step.reveal();
        step.tell(Event::Kits { black, white });
    }

    fn give_name(&mut self, at: Square, name: &str, step: &mut Step<'_, Event>) {
        let Some(fighter) = self.field.at_mut(at) else { return };
        let who = fighter.who();
        fighter.name = Some(name.to_owned());
        step.tell(Event::Named { who, name: name.to_owned() });
    }

    fn step_to(&mut self, from: Square, to: Square, step: &mut Step<'_, Event>) {
        self.before = None;
        let Some(mut fighter) = self.field.take(from) else { return };
        let who = fighter.who();
        fighter.at = to;
        let crowned = self.is_crowned_at(&fighter);
        if crowned {
            fighter.rank = PieceKind::King;
            fighter.body = self.options.crowned(fighter.body);
        }
        self.field.put(fighter);
        step.tell(Event::Moved { who, to, crowned });
        self.end_turn(crowned, step);
    }

    fn attack(&mut self, attack: Attack, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        self.before = None;
        let (Some(attacker), Some(defender)) =
            (self.field.at(attack.from), self.field.at(attack.over))
        else {
            return Err(Refusal::illegal(why::NO_DUEL));
        };
        let (attacker, defender) = (attacker.who(), defender.who());
        step.tell(Event::Attacked { attack, attacker, defender });
        match self.options.duel {
            DuelRule::Dice => self.fight(attack, BySeat::new(|_| Stance::Steady), step),
            DuelRule::Stance => {
                // A player with a standing stance isn't asked.
                self.phase = Phase::Stances { attack, chosen: self.standing };
                self.lay_on(step)
            }
            DuelRule::Reeve => {
                // The result is seen on a real field before it is reported.
                step.reveal();
                self.phase = Phase::Outside { attack, report: None };
                Ok(())
            }
        }
    }

    fn take_stance(
        &mut self,
        side: Color,
        stance: Stance,
        standing: bool,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        if let Phase::Stances { attack: _, chosen } = &mut self.phase {
            *chosen.get_mut(side.into()) = Some(stance);
        }
        if standing {
            *self.standing.get_mut(side.into()) = Some(stance);
        }
        step.tell(Event::Ready { by: side });
        self.lay_on(step)
    }

    /// Shows both stances and fights, as soon as both are chosen.
    fn lay_on(&mut self, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        let Phase::Stances { attack, chosen } = self.phase else { return Ok(()) };
        let (Some(black), Some(white)) = (chosen.first, chosen.second) else { return Ok(()) };
        let stances = BySeat { first: black, second: white };
        step.reveal();
        if let (Some(attacker), Some(defender)) =
            (self.field.at(attack.from), self.field.at(attack.over))
        {
            let with = |fighter: &Fighter| (fighter.who(), *stances.get(fighter.side.into()));
            step.tell(Event::Stances { attacker: with(attacker), defender: with(defender) });
        }
        self.fight(attack, stances, step)
    }

    /// Checks for the end of the match, heals everyone and passes the turn. `progress` says that there was an attack or a crown.
    pub(super) fn end_turn(&mut self, progress: bool, step: &mut Step<'_, Event>) {
        for fighter in self.field.all_mut() {
            fighter.body = self.options.rested(fighter.body, fighter.rank);
        }
        if progress {
            self.quiet = [0, 0];
            self.count_turn();
        } else {
            self.count_quiet();
        }
        // A side that can't give an order passes; two such sides end the match (E-R17).
        for _ in Color::BOTH {
            if let Some(stop) = self.options.stop(self.turns, self.quiet) {
                return self.stop(stop);
            }
            self.turn = !self.turn;
            self.phase = Phase::Order;
            if self.field.has_order(self.turn) {
                return;
            }
            step.tell(Event::Passed { by: self.turn });
            self.count_quiet();
        }
        self.stop(Stop::Blocked);
    }

    fn count_quiet(&mut self) {
        let turns = &mut self.quiet[usize::from(self.turn == Color::White)];
        *turns = turns.saturating_add(1);
        self.count_turn();
    }

    fn count_turn(&mut self) {
        self.turns += u16::from(self.options.turns.is_some());
    }

    fn stop(&mut self, stop: Stop) {
        self.phase = Phase::Over(self.options.end(stop, self.field.musters()));
    }

    /// Tells whether Open play lets every piece have its own kit.
    pub(super) fn kits_by_piece(&self) -> bool {
        self.options.open == Some(Choosing::Piece)
    }
}
