//! Questions about a position: `odds c3xd4`.
use crate::games::amtgard::{
    Amtgard, Phase,
    field::{Attack, Fighter},
    kits::Stance,
    odds::{Odds, known},
    options::DuelRule,
    words::read::{Order, Sign},
    words::writ,
};
use crate::{
    checkers::{Color, WhyNot},
    quote::short,
    refusal::{Code, Refusal},
};

/// The most attacks answered at once.
const MOST: usize = 8;

impl Amtgard {
    /// Answers `odds`, for every attack that may be ordered now, and `odds c3xd4`; none if the
    /// words ask nothing.
    pub(in crate::games::amtgard) fn odds_asked(
        &self,
        side: Color,
        text: &str,
    ) -> Option<Result<String, Refusal>> {
        let plain = text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
        let (verb, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
        ["odds", "odd", "chances"].contains(&verb).then(|| self.odds_in_words(side, rest.trim()))
    }

    /// Says the chance that an attack succeeds in this position, with wounds, armour and kits.
    pub(in crate::games::amtgard) fn odds_in_words(
        &self,
        side: Color,
        words: &str,
    ) -> Result<String, Refusal> {
        if let Phase::Kits(_) = self.phase {
            let now = if self.waits_for(side) { self.words_now(side) } else { Vec::new() };
            let says = "The odds depend on the kits. Choose kits first.";
            return Err(Refusal::illegal(says).instead(now));
        }
        if words.is_empty() {
            return self.all_odds(side);
        }
        // `odds c3xd4 bold guard`: the stances of attacker and defender.
        let (stances, squares): (Vec<&str>, Vec<&str>) =
            words.split_whitespace().partition(|word| Stance::named(word).is_some());
        let stances: Vec<Stance> = stances.iter().filter_map(|it| Stance::named(it)).collect();
        let attack = self.attack_asked_for(side, &squares.join(" "))?;
        match (self.options.duel, &stances[..]) {
            (DuelRule::Stance, []) => self.by_stances(attack),
            (DuelRule::Stance, [one, other]) => {
                let odds = self.odds(attack, *one, *other)?;
                Ok(format!(
                    "{} ({} against {}): {}.",
                    writ(attack),
                    one.name(),
                    other.name(),
                    said(&odds)
                ))
            }
            (DuelRule::Stance, [one, ..]) => {
                let says = "Name both stances, the attacker's first, or none.";
                let lead = format!("odds {} {}", writ(attack), one.name());
                let whole = Stance::ALL.map(|stance| format!("{lead} {}", stance.name()));
                Err(Refusal::new(Code::Ambiguous, says).instead(whole))
            }
            (DuelRule::Dice | DuelRule::Reeve, [_, ..]) => {
                Err(Refusal::illegal("There are no stances in this match.")
                    .instead([format!("odds {}", writ(attack))]))
            }
            (DuelRule::Dice | DuelRule::Reeve, []) => {
                let odds = self.odds(attack, Stance::Steady, Stance::Steady)?;
                let lead = match self.options.duel {
                    DuelRule::Reeve => "People decide on the field, but dice would say: ",
                    DuelRule::Dice | DuelRule::Stance => "",
                };
                Ok(format!("{lead}{}: {}.", writ(attack), said(&odds)))
            }
        }
    }

    fn all_odds(&self, side: Color) -> Result<String, Refusal> {
        let attacks = self.open_attacks(side);
        if attacks.is_empty() {
            return Err(Refusal::illegal("None of your fighters can attack now.")
                .instead(self.odds_to_ask(side)));
        }
        let each = attacks.iter().take(MOST).map(|attack| {
            let odds = self.odds(*attack, Stance::Steady, Stance::Steady)?;
            Ok(format!("{} {}", writ(*attack), percent(odds.won)))
        });
        let each = each.collect::<Result<Vec<String>, Refusal>>()?;
        let left = match attacks.len().saturating_sub(MOST) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let steady = match self.options.duel {
            DuelRule::Stance => ", both steady",
            DuelRule::Dice | DuelRule::Reeve => "",
        };
        Ok(format!("Chances of capture{steady}: {}{left}.", each.join(", ")))
    }

    fn by_stances(&self, attack: Attack) -> Result<String, Refusal> {
        let mut rows = Vec::new();
        for one in Stance::ALL {
            let mut row = Vec::new();
            for other in Stance::ALL {
                let odds = self.odds(attack, one, other)?;
                row.push(format!("{} {}", other.name(), percent(odds.won)));
            }
            rows.push(format!("{} against {}", one.name(), row.join(", ")));
        }
        Ok(format!("{}, chance of capture: {}.", writ(attack), rows.join("; ")))
    }

    /// Solves the duel. Wounds count in the middle of an attacker's turn; those who fight later have rested.
    pub(in crate::games::amtgard) fn odds(
        &self,
        attack: Attack,
        one: Stance,
        other: Stance,
    ) -> Result<Odds, Refusal> {
        let (Some(attacker), Some(defender)) =
            (self.field.at(attack.from), self.field.at(attack.over))
        else {
            return Err(Refusal::illegal("It takes two to fight."));
        };
        let now = match self.phase {
            Phase::Chain(at) => at == attack.from,
            Phase::Stances { attack: under_way, .. } | Phase::Outside { attack: under_way, .. } => {
                under_way == attack
            }
            Phase::Kits(_) | Phase::Order | Phase::Over(_) => false,
        };
        let ready = |fighter: &Fighter, stance: Stance| {
            let mut duelist = self.duelist(fighter, stance);
            if !now {
                duelist.body = self.options.rested(duelist.body, fighter.rank);
            }
            duelist
        };
        Ok(known(&ready(attacker, one), &ready(defender, other)))
    }

    /// Reads which attack is meant, of either side, because players also ask about threats.
    fn attack_asked_for(&self, side: Color, words: &str) -> Result<Attack, Refusal> {
        let refuse = |says: String| Refusal::illegal(says).instead(self.odds_to_ask(side));
        let odd = || Refusal {
            code: Code::Unreadable,
            ..refuse(format!("`{}` isn't an attack. Ask like `odds c3xd4`.", short(words)))
        };
        let order = Order::read(words).map_err(|why| refuse(why.to_string()))?.ok_or_else(odd)?;
        let [from, ref rest @ ..] = order.squares[..] else { return Err(odd()) };
        let Some(fighter) = self.field.at(from) else {
            return Err(refuse(WhyNot::Nobody(from).to_string()));
        };
        let attacks = self.field.attacks_of(fighter);
        let Some(&over) = rest.first() else {
            let each: Vec<String> =
                attacks.iter().map(|attack| format!("odds {}", writ(*attack))).collect();
            if each.is_empty() {
                return Err(refuse(format!("{from} has nobody to attack now.")));
            }
            let says = "Say who it would attack, too.";
            return Err(Refusal::new(Code::Ambiguous, says).instead(each));
        };
        let meant = attacks.into_iter().find(|attack| attack.over == over || attack.to == over);
        meant.ok_or_else(|| refuse(self.reason_on_the_field(fighter, over, Sign::Attack)))
    }

    /// Lists useful questions: about the side's own attacks, or else those against it; with neither, says what can be done.
    fn odds_to_ask(&self, side: Color) -> Vec<String> {
        let own = self.open_attacks(side);
        let attacks = if own.is_empty() { self.field.attacks(!side) } else { own };
        let asks: Vec<String> =
            attacks.iter().map(|attack| format!("odds {}", writ(*attack))).collect();
        if asks.is_empty() && self.waits_for(side) { self.words_now(side) } else { asks }
    }
}

fn said(odds: &Odds) -> String {
    let Odds { won, repelled, both_fell, called, passes } = *odds;
    let mut part = vec![format!("both fall {}", percent(both_fell))];
    if 0.00005 <= called {
        part.push(format!("no end {}", percent(called)));
    }
    format!(
        "captured {}, repelled {} ({}); {passes:.2} passes on average",
        percent(won),
        percent(repelled + both_fell + called),
        part.join(", ")
    )
}

/// Writes a chance to the hundredth of a percent.
fn percent(chance: f64) -> String {
    format!("{:.2}%", 100.0 * chance)
}
