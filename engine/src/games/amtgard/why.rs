//! Why something isn't open now, and what is.
use super::{
    Action, Amtgard, Phase,
    duel::DuelEnding,
    field::{Attack, Fighter},
    kits::{Kit, Kits, Stance},
    options::DuelRule,
    report::DuelReport,
    words::read::Sign,
    words::{writ, write},
};
use crate::{
    checkers::{Color, PieceKind, Square, WhyNot},
    refusal::Refusal,
};

/// One of the two squares is empty.
pub(super) const NO_DUEL: &str = "It takes two to fight.";
/// The defender's wounds are reported although it was beaten.
pub(super) const DEFENDER_FELL: &str = "The defender fell and leaves the field, wounds and all.";
/// Duels on a real field.
pub(super) const REAL_DUELS: &str = "Real duels need people, so a computer player can't take part.";

impl Amtgard {
    /// Lets an action pass, or names the rule that forbids it and what would work.
    pub(super) fn allows(&self, side: Color, action: &Action) -> Result<(), Refusal> {
        let refuse = |says: &str| Err(Refusal::illegal(says).instead(self.words_now(side)));
        match (&self.phase, action) {
            (Phase::Kits(_), Action::Kits(kits)) => {
                if !self.kits_by_piece() && !kits.own.is_empty() {
                    return refuse("In this match, a whole side carries the same kit.");
                }
                let own = |at: Square| self.field.at(at).is_some_and(|it| it.side == side);
                match kits.own.iter().find(|it| !own(it.0)) {
                    Some((at, _)) => refuse(&format!("You have no fighter on {at}.")),
                    None => Ok(()),
                }
            }
            (_, Action::Kits(_)) if self.options.open.is_none() => refuse(
                "Everyone carries a short sword in this match, because `open` wasn't \
                        agreed.",
            ),
            (_, Action::Kits(_)) => refuse("The kits are chosen and stay for the match."),
            (Phase::Kits(_), _) => refuse("Choose what your fighters carry before the first move."),

            (Phase::Order | Phase::Chain(_), Action::Name { at, name }) => {
                self.allows_name(side, *at, name)
            }
            (_, Action::Name { .. }) => refuse(
                "You can give names only when it's your turn to \
                                                order.",
            ),

            (Phase::Order, Action::Move { from, to }) => {
                if self.may_step(side, *from, *to) {
                    Ok(())
                } else {
                    Err(self.why_not(side, *from, *to, Sign::Move))
                }
            }
            (Phase::Chain(at), Action::Move { .. }) => {
                refuse(&format!("After its win, {at} can attack again or stop, but not move."))
            }
            (Phase::Order | Phase::Chain(_), Action::Attack(attack)) => {
                let open = self.open_attacks(side).contains(attack);
                let Attack { from, over, to: _ } = *attack;
                if open { Ok(()) } else { Err(self.why_not(side, from, over, Sign::Attack)) }
            }
            (_, Action::Move { .. } | Action::Attack(_)) => Err(self.no_orders_now(side)),

            (Phase::Chain(_), Action::Stop) => Ok(()),
            (Phase::Order, Action::Stop) => {
                refuse("There's nothing to stop: your turn starts with an order.")
            }
            (_, Action::Stop) => refuse("A duel is under way."),
            (Phase::Order, Action::Pass) if !self.field.has_order(side) => Ok(()),
            (Phase::Chain(_), Action::Pass) => {
                refuse("After a victory you end your turn by stopping.")
            }
            (_, Action::Pass) => refuse("You can pass only if you can neither move nor attack."),

            (_, Action::Stance { .. } | Action::NoStanding)
                if self.options.duel != DuelRule::Stance =>
            {
                refuse("There are no stances in this match.")
            }
            (Phase::Stances { .. }, Action::Stance { .. }) => Ok(()),
            (_, Action::Stance { .. }) => {
                refuse("You're asked for a stance in private when a duel begins.")
            }
            (Phase::Order | Phase::Chain(_), Action::NoStanding) => {
                match self.standing.get(side.into()) {
                    Some(_) => Ok(()),
                    None => refuse("You have no standing stance."),
                }
            }
            (_, Action::NoStanding) => refuse("You can drop a standing stance only between duels."),

            (_, Action::Report(_) | Action::Confirm | Action::Dispute | Action::Correct)
                if self.options.duel != DuelRule::Reeve =>
            {
                refuse("In this match dice decide duels, so there's nothing to report.")
            }
            (Phase::Outside { attack, report: _ }, Action::Report(report)) => {
                self.after(*attack, report).map(|_| ()).map_err(|refusal| {
                    let now = self.words_now(side);
                    if refusal.instead.is_empty() { refusal.instead(now) } else { refusal }
                })
            }
            (Phase::Outside { report: Some(_), .. }, Action::Confirm) => Ok(()),
            (Phase::Outside { report: Some(_), .. }, Action::Dispute) => {
                match &self.options.reeve {
                    None => Ok(()),
                    Some(reeve) => refuse(&format!(
                        "{reeve}'s call stands; `correct` it if it was entered wrongly."
                    )),
                }
            }
            (Phase::Outside { report: Some(_), .. }, Action::Correct)
                if self.options.reeve.is_some() =>
            {
                Ok(())
            }
            (Phase::Outside { report: None, .. }, Action::Confirm | Action::Dispute) => {
                refuse("Nothing has been reported yet.")
            }
            (Phase::Outside { .. }, Action::Correct) => {
                refuse("This duel isn't settled yet. Just report it.")
            }
            (Phase::Order | Phase::Chain(_), Action::Correct) if self.before.is_some() => Ok(()),
            (_, Action::Correct) => {
                refuse("You can correct a report only until the next order is given.")
            }
            (_, Action::Report(_) | Action::Confirm | Action::Dispute) => {
                refuse("No duel is waiting for a report.")
            }
        }
    }

    /// Says why a verb can't be used at this moment, regardless of its arguments; none if it can.
    pub(super) fn not_for_now(&self, side: Color, verb: &str, rest: &str) -> Option<Refusal> {
        let orders = matches!(self.phase, Phase::Order | Phase::Chain(_));
        let sample = match (verb, rest) {
            ("standing", "off" | "none") => Action::NoStanding,
            ("stance" | "standing", _) => {
                Action::Stance { stance: Stance::Steady, standing: false }
            }
            ("kits" | "kit", _) => Action::Kits(Kits::all(Kit::Sword)),
            ("name", _) if self.options.names && orders => return None,
            ("name", _) => {
                let at = self.field.of(side).next()?.at;
                Action::Name { at, name: String::new() }
            }
            ("attack" | "fight" | "takes" | "capture", "") if orders => {
                return self.open_attacks(side).is_empty().then(|| {
                    let says = "None of your fighters can attack now.";
                    Refusal::illegal(says).instead(self.words_now(side))
                });
            }
            ("attack" | "fight" | "takes" | "capture" | "move" | "step" | "go", _) if !orders => {
                return Some(self.no_orders_now(side));
            }
            (word, _) if word == "report" || DuelReport::begins(word) => {
                Action::Report(DuelReport::plain(DuelEnding::Repelled))
            }
            _ => return None,
        };
        self.allows(side, &sample).err()
    }

    fn allows_name(&self, side: Color, at: Square, name: &str) -> Result<(), Refusal> {
        let refuse = |says: String| Err(Refusal::illegal(says).instead(self.words_now(side)));
        if !self.options.names {
            return refuse("Fighters have names only with the option `names`.".to_owned());
        }
        match self.field.at(at) {
            None => return refuse(WhyNot::Nobody(at).to_string()),
            Some(fighter) if fighter.side != side => {
                return refuse(WhyNot::NotYours(at).to_string());
            }
            Some(_) => {}
        }
        let same = |other: &&String| other.to_lowercase() == name.to_lowercase();
        match self.field.all().find(|fighter| fighter.name.as_ref().filter(same).is_some()) {
            Some(other) => {
                let taken = other.name.as_deref().unwrap_or(name);
                refuse(format!("{taken} already stands on {}.", other.at))
            }
            None => Ok(()),
        }
    }

    /// Says what to do before a fighter can be given orders.
    pub(super) fn no_orders_now(&self, side: Color) -> Refusal {
        let says = match &self.phase {
            Phase::Kits(_) => "Choose what your fighters carry before the first move.".to_owned(),
            Phase::Stances { attack, chosen: _ } => {
                format!("{} comes first: choose a stance.", writ(*attack))
            }
            Phase::Outside { attack, report: _ } => {
                format!("Settle {} first.", writ(*attack))
            }
            Phase::Order | Phase::Chain(_) | Phase::Over(_) => "You can't do that now.".to_owned(),
        };
        Refusal::illegal(says).instead(self.words_now(side))
    }

    /// Says why nobody can move, though attacks may be open.
    pub(super) fn no_moves_now(&self, side: Color) -> Refusal {
        let says = match self.phase {
            Phase::Chain(at) => format!("After its win, {at} can attack again, but not move."),
            _ if self.must_attack(side) => self.attack_due(side),
            _ => "None of your fighters can move now.".to_owned(),
        };
        Refusal::illegal(says).instead(self.words_now(side))
    }

    /// Says why a fighter has nothing to do.
    pub(super) fn why_stuck(&self, side: Color, from: Square) -> Refusal {
        let why = match self.field.at(from) {
            None => WhyNot::Nobody(from).to_string(),
            Some(fighter) if fighter.side != side => WhyNot::NotYours(from).to_string(),
            Some(_) => match self.phase {
                Phase::Chain(at) => not_the_victor(at),
                _ if self.must_attack(side) => self.attack_due(side),
                _ => format!("{from} can neither move nor attack now."),
            },
        };
        Refusal::illegal(why).instead(self.words_now(side))
    }

    /// Says which rule forbids a step to `at`, or an attack on the fighter there.
    pub(super) fn why_not(&self, side: Color, from: Square, at: Square, sign: Sign) -> Refusal {
        let says = self.reason(side, from, at, sign);
        let own = |action: &Action| match action {
            Action::Move { from: square, to: _ } => *square == from,
            Action::Attack(attack) => attack.from == from,
            _ => false,
        };
        let actions = self.actions(side);
        let mine: Vec<String> = actions.iter().filter(|it| own(it)).map(write).collect();
        let offers = if mine.is_empty() { self.words_now(side) } else { mine };
        Refusal::illegal(says).instead(offers)
    }

    fn reason(&self, side: Color, from: Square, at: Square, sign: Sign) -> String {
        let fighter = match self.field.at(from) {
            None => return WhyNot::Nobody(from).to_string(),
            Some(fighter) if fighter.side != side => return WhyNot::NotYours(from).to_string(),
            Some(it) => it,
        };
        match self.phase {
            Phase::Chain(victor) if victor != from => return not_the_victor(victor),
            Phase::Chain(victor) if sign == Sign::Move => {
                return format!("After its win, {victor} can attack again, but not move.");
            }
            _ => {}
        }
        self.reason_on_the_field(fighter, at, sign)
    }

    /// Says what on the field forbids a step or an attack of the side to move.
    pub(super) fn reason_on_the_field(&self, fighter: &Fighter, at: Square, sign: Sign) -> String {
        let (from, side) = (fighter.at, fighter.side);
        let Some(way) = from.towards(at) else {
            return if from == at {
                WhyNot::Still(from).to_string()
            } else {
                WhyNot::NotDiagonal { from, to: at }.to_string()
            };
        };
        if fighter.rank == PieceKind::Man && !fighter.ways().any(|it| it == way) {
            return match sign {
                Sign::Move => WhyNot::Backward(from).to_string(),
                Sign::Attack => {
                    format!(
                        "The man on {from} attacks only forward; kings attack in all \
                             directions."
                    )
                }
            };
        }
        let stands = self.field.at(at).map(|it| it.side);
        let near = from.step(way) == Some(at);
        match (sign, stands) {
            (Sign::Move, _) if !near => format!("{from} moves one square at a time."),
            (Sign::Move, Some(other)) if other != side => {
                format!("The enemy holds {at}. Attack with {from}x{at}, if there's room beyond.")
            }
            (Sign::Move, Some(_)) => WhyNot::Occupied(at).to_string(),
            (Sign::Move, None) => self.attack_due(side),
            (Sign::Attack, _) if !near => {
                format!("{at} is out of reach; {from} attacks only neighbouring squares.")
            }
            (Sign::Attack, None) => format!("Nobody stands on {at} to fight."),
            (Sign::Attack, Some(other)) if other == side => format!("{at} is one of your own."),
            (Sign::Attack, Some(_)) => match at.step(way) {
                None => {
                    format!("There's no square beyond {at}, so you can't attack it from {from}.")
                }
                Some(beyond) => {
                    format!("{beyond}, the square beyond {at}, must be empty for an attack.")
                }
            },
        }
    }

    fn must_attack(&self, side: Color) -> bool {
        self.options.compulsory && self.phase == Phase::Order && self.field.has_attack(side)
    }

    fn attack_due(&self, side: Color) -> String {
        let example = self.field.attacks(side).first().map(|attack| format!(": {}", writ(*attack)));
        format!("In this match, if you can attack you must{}.", example.unwrap_or_default())
    }
}

fn not_the_victor(at: Square) -> String {
    format!("Only {at} can act now: attack again, or stop.")
}
