//! What players are asked, how their answers are written, and what only one of them knows.
pub(super) mod ask;
mod labels;
pub(super) mod read;
pub(super) mod tell;

use super::{
    Action, Amtgard, End, Phase,
    count::{Lead, Measure, Stop, lead},
    field::Attack,
    kits::{Kit, Kits, Stance},
    options::Options,
};
use crate::{
    chance::Dice,
    checkers::{Color, draws::QUIET_TURNS},
    game::{Outcome, Prompt, PromptKind, Status},
    quote::counted,
    seat::{BySeat, Seat},
};

impl Amtgard {
    pub(super) fn status_in_words(&self) -> Status<End> {
        if let Phase::Over(end) = self.phase {
            return Status::Over(outcome(end));
        }
        let seats = Seat::BOTH.into_iter().filter(|seat| self.waits_for((*seat).into()));
        Status::Waiting(seats.map(|seat| self.prompt(seat)).collect())
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        let side = Color::from(seat);
        let (kind, ask) = match &self.phase {
            Phase::Kits(_) if self.kits_by_piece() => {
                (PromptKind::Sealed, "choose what each fighter carries".to_owned())
            }
            Phase::Kits(_) => {
                (PromptKind::Sealed, "choose what all your fighters carry".to_owned())
            }
            Phase::Order | Phase::Over(_) => {
                (PromptKind::Turn, self.ask_for_order(side) + &self.turn_in_words())
            }
            Phase::Chain(at) => {
                let turn = self.turn_in_words();
                (PromptKind::Turn, format!("attack again from {at}, or stop{turn}"))
            }
            Phase::Stances { attack, .. } => {
                let role = if self.is_attacker(*attack, side) { "attacker" } else { "defender" };
                (PromptKind::Sealed, format!("choose a stance as {role}, {}", writ(*attack)))
            }
            Phase::Outside { attack, report: None } => {
                let fought = writ(*attack);
                let ask = match &self.options.reeve {
                    None => format!("report how {fought} went on the field"),
                    Some(reeve) => format!("enter how {reeve} called {fought}"),
                };
                (PromptKind::Turn, ask)
            }
            Phase::Outside { attack, report: Some((by, report)) } => {
                let (by, brief) = (by.name(), report.brief(*attack));
                // An action that ends the match can't be taken back, so this is said before.
                let ends = match self.would_end(*attack, *report) {
                    Ok(true) => ", which ends the match",
                    _ => "",
                };
                let ask = match &self.options.reeve {
                    None => format!("confirm or dispute {by}'s report{ends}: {brief}"),
                    Some(reeve) => {
                        format!(
                            "confirm or correct {reeve}'s call as {by} entered it{ends}: {brief}"
                        )
                    }
                };
                (PromptKind::Reaction, ask)
            }
        };
        Prompt { seat, kind, ask }
    }

    fn ask_for_order(&self, side: Color) -> String {
        let orders = self.orders(side);
        let attacks = orders.iter().filter(|action| matches!(action, Action::Attack(_))).count();
        match (attacks, orders.len() - attacks) {
            (0, 0) => "pass: nobody can move or attack",
            (0, _) => "order a fighter to move",
            (_, 0) => "order an attack",
            (_, _) => "order a fighter to move or attack",
        }
        .to_owned()
    }

    /// Says which of a limited number of turns it is.
    fn turn_in_words(&self) -> String {
        match self.options.turns {
            Some(last) => format!(" (turn {} of {last})", self.turns / 2 + 1),
            None => String::new(),
        }
    }

    /// Warns of a count that is near, and says who would win it.
    pub(super) fn warning(&self) -> Option<String> {
        let last = self.options.turns.filter(|_| !matches!(self.phase, Phase::Over(_)))?;
        let near = u16::from(last) <= self.turns / 2 + WARNED;
        let now = match lead(self.field.musters()) {
            Some(lead) => ahead(lead),
            None => "both sides are level".to_owned(),
        };
        near.then(|| format!("After turn {last} the fighters are counted; now {now}."))
    }

    pub(super) fn is_attacker(&self, attack: Attack, side: Color) -> bool {
        self.field.at(attack.from).is_some_and(|it| it.side == side)
    }

    /// Says what can be typed besides the listed choices.
    pub(super) fn grammar(&self, side: Color) -> Option<&'static str> {
        match &self.phase {
            Phase::Kits(_) if self.kits_by_piece() => Some(
                "`kits shield a3 great c3 pair`: first the kit for all, then the squares of \
                 fighters with another kit",
            ),
            Phase::Order | Phase::Chain(_) => {
                let standing = self.standing.get(side.into()).is_some();
                match (self.options.names, standing) {
                    (true, true) => Some(
                        "`name c3 Rowan` gives one of yours another name; `standing off` takes back your standing stance",
                    ),
                    (true, false) => Some("`name c3 Rowan` gives one of yours another name"),
                    (false, true) => Some("`standing off` takes back your standing stance"),
                    (false, false) => None,
                }
            }
            Phase::Outside { attack: _, report } => Some(match report {
                None => {
                    "`report win attacker LL dent T1 OA1 protect`: the result, then wounds (LL \
                     left leg), armour points lost (T torso, OA off arm) and a Protect used up"
                }
                Some(_) => "`report …` gives another result; the same report confirms",
            }),
            Phase::Kits(_) | Phase::Stances { .. } | Phase::Over(_) => None,
        }
    }

    pub(super) fn words_now(&self, side: Color) -> Vec<String> {
        self.actions(side).iter().map(write).collect()
    }

    /// Says what only this player knows.
    pub(super) fn secrets_of(&self, seat: Seat) -> Option<String> {
        let mut parts = Vec::new();
        match &self.phase {
            Phase::Kits(chosen) => {
                parts.extend(
                    chosen
                        .get(seat)
                        .as_ref()
                        .map(|kits| format!("You have chosen `kits {}`.", kits.in_words())),
                );
            }
            Phase::Stances { attack, chosen } => {
                parts.extend(chosen.get(seat).map(|stance| {
                    format!("Your stance for {}: {}.", writ(*attack), stance.name())
                }));
            }
            _ => {}
        }
        parts.extend(
            self.standing
                .get(seat)
                .map(|stance| format!("Your standing stance: {}.", stance.name())),
        );
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Says to everybody what a player had chosen in secret when the match ended.
    pub(super) fn had_chosen(&self, seat: Seat, who: &str) -> Option<String> {
        let now = match &self.phase {
            Phase::Kits(chosen) => {
                chosen.get(seat).as_ref().map(|kits| format!("`kits {}`", kits.in_words()))
            }
            Phase::Stances { attack, chosen } => chosen
                .get(seat)
                .map(|stance| format!("the stance {} for {}", stance.name(), writ(*attack))),
            _ => None,
        };
        let standing = self.standing.get(seat);
        let standing = standing.map(|stance| format!("{} as standing stance", stance.name()));
        let chosen: Vec<String> = now.into_iter().chain(standing).collect();
        (!chosen.is_empty()).then(|| format!("{who} had chosen {}.", chosen.join(" and ")))
    }

    /// Deals again what the viewer doesn't know: stances and kits that weren't shown yet.
    pub(super) fn with_other_secrets(&self, known: BySeat<bool>, dice: &mut Dice) -> Amtgard {
        let mut other = self.clone();
        let hidden = Seat::BOTH.into_iter().filter(|seat| !known.get(*seat));
        for seat in hidden {
            let mut any = |choice: &mut Option<Stance>| {
                if choice.is_some() {
                    *choice = pick(&Stance::ALL, dice);
                }
            };
            any(other.standing.get_mut(seat));
            if let Phase::Stances { attack: _, chosen } = &mut other.phase {
                any(chosen.get_mut(seat));
            }
            if let Phase::Kits(chosen) = &mut other.phase
                && chosen.get(seat).is_some()
            {
                *chosen.get_mut(seat) = Some(self.some_kits(seat.into(), dice));
            }
        }
        other
    }

    /// Picks a random action for a seat.
    pub(super) fn sample_action(&self, side: Color, dice: &mut Dice) -> Option<Action> {
        if !self.waits_for(side) {
            return None;
        }
        match self.phase {
            Phase::Kits(_) => Some(Action::Kits(self.some_kits(side, dice))),
            Phase::Order if self.before.is_none() => self.sample_order(side, dice),
            _ => pick(&self.actions(side), dice),
        }
    }

    /// Picks an order as [`Amtgard::actions`] lists them, without making a list of actions.
    fn sample_order(&self, side: Color, dice: &mut Dice) -> Option<Action> {
        let sight = self.field.sight(side);
        let attacks = sight.attack_count();
        let steps = if self.steps_are_barred(&sight) { 0 } else { sight.step_count() };
        let count = u32::try_from((attacks + steps).max(1)).ok()?;
        let nth = dice.below("a choice", count).ok()? as usize;
        Some(match nth.checked_sub(attacks) {
            None => Action::Attack(sight.attacks().nth(nth)?),
            Some(_) if steps == 0 => Action::Pass,
            Some(nth) => {
                let (from, to) = sight.steps().nth(nth)?;
                Action::Move { from, to }
            }
        })
    }

    fn some_kits(&self, side: Color, dice: &mut Dice) -> Kits {
        let all = pick(&Kit::ALL, dice).unwrap_or_default();
        if !self.kits_by_piece() {
            return Kits::all(all);
        }
        let own = self
            .field
            .of(side)
            .map(|fighter| (fighter.at, pick(&Kit::ALL, dice).unwrap_or_default()));
        Kits::new(all, own.collect())
    }
}

/// Writes an action as players type it.
pub(super) fn write(action: &Action) -> String {
    match action {
        Action::Kits(kits) => format!("kits {}", kits.in_words()),
        Action::Name { at, name } => format!("name {at} {name}"),
        Action::Move { from, to } => format!("{from}-{to}"),
        Action::Attack(attack) => writ(*attack),
        Action::Stop => "stop".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Stance { stance, standing: false } => format!("stance {}", stance.name()),
        Action::Stance { stance, standing: true } => format!("standing {}", stance.name()),
        Action::NoStanding => "standing off".to_owned(),
        Action::Report(report) => format!("report {}", report.in_words()),
        Action::Confirm => "confirm".to_owned(),
        Action::Dispute => "dispute".to_owned(),
        Action::Correct => "correct".to_owned(),
    }
}

/// Writes an attack: `c3xd4`.
pub(super) fn writ(attack: Attack) -> String {
    format!("{}x{}", attack.from, attack.over)
}

fn outcome(end: End) -> Outcome<End> {
    Outcome { winner: end.winner().map(Seat::from), why: end }
}

/// In so many of their last turns both sides are told of the count.
const WARNED: u16 = 3;

/// Says what decides a match that is counted.
pub(super) fn agreement(options: &Options) -> Option<String> {
    let when = match options.turns {
        Some(turns) => format!("After {turns} turns each, or once nobody can move or attack,"),
        None if options.count && options.endless => "Once nobody can move or attack,".to_owned(),
        None if options.count => {
            let quiet = counted(QUIET_TURNS.into());
            format!(
                "Once nobody can move or attack, or after {quiet} turns each without an attack or \
                 a crown,"
            )
        }
        None => return None,
    };
    Some(format!(
        "{when} the fighters are counted: the side with more wins. If both have as many, more kings \
         win, then fewer wounded, then the men further forward."
    ))
}

/// Says why a match ended, as the end of a sentence.
pub(super) fn why(end: End) -> String {
    match end {
        End::Bare(loser) => format!("{} has no pieces left", loser.name()),
        End::Blocked => stopped(Stop::Blocked),
        End::Quiet => stopped(Stop::Quiet),
        End::Counted { stop, lead } => {
            let stopped = stopped(stop);
            match lead {
                None => format!("{stopped}, and a count finds both sides level"),
                Some(lead) => format!("{stopped}, and {}", ahead(lead)),
            }
        }
    }
}

fn stopped(stop: Stop) -> String {
    match stop {
        Stop::Blocked => "neither side can move or attack".to_owned(),
        Stop::Quiet => {
            let turns = counted(QUIET_TURNS.into());
            format!("{turns} turns by each side without an attack or a crown")
        }
        Stop::Turns(turns) => format!("each side has had its {} turns", counted(turns.into())),
    }
}

/// Says who is ahead in a count, as a part of a sentence.
fn ahead(lead: Lead) -> String {
    let Lead { side, by, counts: [black, white] } = lead;
    let (more, fewer) = (black.max(white), black.min(white));
    let name = side.name();
    match by {
        Measure::Fighters => format!("{name} has more fighters, {more} to {fewer}"),
        Measure::Kings => format!("{name} has more kings, {more} to {fewer}, and as many fighters"),
        Measure::Wounds => {
            format!("{name} has fewer wounded, {fewer} to {more}, and all else level")
        }
        Measure::Rows => format!(
            "{name}'s men are further forward, {more} rows to {fewer}, with as many fighters and \
             kings"
        ),
    }
}

fn pick<T: Clone>(all: &[T], dice: &mut Dice) -> Option<T> {
    let count = u32::try_from(all.len()).ok().filter(|it| 0 < *it)?;
    let n = dice.below("a choice", count).ok()?;
    all.get(n as usize).cloned()
}
