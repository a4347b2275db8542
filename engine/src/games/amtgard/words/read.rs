//! Reads what players type.
use crate::games::amtgard::{
    Action, Amtgard, Phase,
    field::Attack,
    kits::{Kit, Kits, Stance},
    names::fit_name,
    options::DuelRule,
    report::DuelReport,
    words::write,
};
use crate::{
    checkers::{Color, Square, SquareError, WhyNot, notation},
    quote::short,
    refusal::{Code, Refusal},
};

/// An order as typed: squares, with a sign or none before each but the first.
pub(in crate::games::amtgard) struct Order {
    pub(in crate::games::amtgard) squares: Vec<Square>,
    /// What stands before the second square, or else the verb.
    pub(in crate::games::amtgard) sign: Option<Sign>,
    /// Whether it ends with a sign, so more was to come.
    open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::amtgard) enum Sign {
    Move,
    Attack,
}

impl Amtgard {
    pub(in crate::games::amtgard) fn read_action(
        &self,
        side: Color,
        text: &str,
    ) -> Result<Action, Refusal> {
        let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        if notation::MAX_BYTES * 2 < plain.len() {
            return Err(self.unreadable(side, text, ""));
        }
        let (verb, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
        let verb = verb.trim_end_matches(':');
        if let Some(refusal) = self.not_for_now(side, verb, rest) {
            return Err(refusal);
        }
        let action = match (verb, rest) {
            ("stop" | "end" | "halt" | "done" | "enough", "") => Action::Stop,
            ("end", "turn") => Action::Stop,
            ("pass", "") => Action::Pass,
            ("confirm" | "confirmed" | "agree", "") => Action::Confirm,
            ("dispute" | "disagree", "") => Action::Dispute,
            ("correct" | "correction", "") => Action::Correct,
            ("standing", "off" | "none") => Action::NoStanding,
            ("stance" | "standing", word) if Stance::named(word).is_some() => {
                self.stance(side, text, word, verb == "standing")?
            }
            (word, "") if Stance::named(word).is_some() => self.stance(side, text, word, false)?,
            ("report", "") => {
                let ends = ["win", "repelled", "both"].map(|result| format!("report {result}"));
                return Err(Refusal::unfinished(text, ends.into()));
            }
            ("report", "yes" | "y" | "ok" | "sure") if self.is_reported() => Action::Confirm,
            ("report", "no" | "n" | "nope") if self.is_reported() => Action::Dispute,
            // `report win attacker LL yes` is as sure as without.
            ("report", words) => {
                let words = words.strip_suffix(" yes").unwrap_or(words);
                self.read_report(side, text, &plain, words)?
            }
            (word, _) if DuelReport::begins(word) => {
                self.read_report(side, text, &plain, &plain)?
            }
            ("kits" | "kit", words) if !words.is_empty() => self.read_kits(side, text, words)?,
            ("name", words) => self.name(side, text, words)?,
            _ => match plain.rsplit_once(' ') {
                Some((order, stance)) if Stance::named(stance).is_some() => {
                    return Err(self.stance_too_soon(side, order));
                }
                _ => self.order(side, text, &plain)?,
            },
        };
        self.allows(side, &action)?;
        Ok(action)
    }

    fn is_reported(&self) -> bool {
        matches!(self.phase, Phase::Outside { report: Some(_), .. })
    }

    fn stance(
        &self,
        side: Color,
        text: &str,
        word: &str,
        standing: bool,
    ) -> Result<Action, Refusal> {
        match Stance::named(word) {
            Some(stance) => Ok(Action::Stance { stance, standing }),
            None => Err(self.unreadable(side, text, word)),
        }
    }

    /// Reads what follows `kits`: a kit for everybody, then squares with kits of their own.
    pub(in crate::games::amtgard) fn read_kits(
        &self,
        side: Color,
        text: &str,
        words: &str,
    ) -> Result<Action, Refusal> {
        let words = words.replace([',', ':', '='], " ");
        let mut words = words.split_whitespace().filter(|it| *it != "all");
        let no_kit = |word: &str| {
            let started = self.starting(side, &format!("kits {word}"));
            if !started.is_empty() {
                return Err(Refusal::unfinished(text, started));
            }
            let says = format!("`{}` isn't a kit.", short(word));
            let forms = Kit::ALL.map(|kit| format!("kits {}", kit.word()));
            Err(Refusal::unreadable(says).instead(forms))
        };
        let Some(first) = words.next() else { return Err(self.unreadable(side, text, "kits ")) };
        let Some(all) = Kit::named(first) else { return no_kit(first) };
        let mut own: Vec<(Square, Kit)> = Vec::new();
        while let Some(word) = words.next() {
            let square: Square = word.parse().map_err(|err| Refusal::from(no_square(word, err)))?;
            let kit = words.next().unwrap_or("");
            let Some(kit) = Kit::named(kit) else { return no_kit(kit) };
            if own.iter().any(|it| it.0 == square) {
                return Err(Refusal::unreadable(format!("{square} is named twice.")));
            }
            own.push((square, kit));
        }
        Ok(Action::Kits(Kits::new(all, own)))
    }

    /// Reads a report. If it equals the other side's report, it confirms that.
    fn read_report(
        &self,
        side: Color,
        text: &str,
        plain: &str,
        words: &str,
    ) -> Result<Action, Refusal> {
        let Some(report) = DuelReport::read(words) else {
            return Err(self.odd_report(side, text, plain));
        };
        Ok(match &self.phase {
            Phase::Outside { report: Some((_, said)), .. } if *said == report => Action::Confirm,
            _ => Action::Report(report),
        })
    }

    /// Refuses an order with a stance after it.
    fn stance_too_soon(&self, side: Color, order: &str) -> Refusal {
        let action = match self.read_action(side, order) {
            Ok(action) => action,
            Err(refusal) => return refusal,
        };
        let says = match (self.options.duel, &action) {
            (DuelRule::Dice | DuelRule::Reeve, _) => "There are no stances in this match.",
            (DuelRule::Stance, Action::Attack(_)) => {
                "Don't name your stance with the attack, where the other side can read it. Order \
                 the attack, and you're both asked in private."
            }
            (DuelRule::Stance, _) => "Stances are only for duels.",
        };
        Refusal::illegal(says).instead([write(&action)])
    }

    /// Reads `name c3 Rowan` with its letters as typed.
    fn name(&self, side: Color, text: &str, words: &str) -> Result<Action, Refusal> {
        if !words.contains(' ') {
            let says = "Say the square, then the new name.";
            return Err(Refusal::new(Code::Ambiguous, says).instead(self.some_name(side)));
        }
        let mut words = text.trim().splitn(3, char::is_whitespace).skip(1);
        let (square, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let at = square.parse().map_err(|err| Refusal::from(no_square(square, err)))?;
        Ok(Action::Name { at, name: fit_name(name)? })
    }

    fn odd_report(&self, side: Color, text: &str, plain: &str) -> Refusal {
        let completions = self.starting(side, plain);
        if !completions.is_empty() {
            return Refusal::unfinished(text, completions);
        }
        let says = format!(
            "I don't understand `{}`. Say `report` with win, repelled or both, then wounds such \
             as `attacker LL` (left leg).",
            short(text)
        );
        Refusal::unreadable(says).instead(self.words_now(side))
    }

    /// Offers words that would give someone a name.
    fn some_name(&self, side: Color) -> Option<String> {
        let taken =
            |name: &str| self.field.all().any(|fighter| fighter.name.as_deref() == Some(name));
        let name = ["Rowan", "Sorrel", "Tansy"].into_iter().find(|it| !taken(it))?;
        let fighter = self.field.of(side).next()?;
        Some(format!("name {} {name}", fighter.at))
    }

    /// Reads a step or an attack.
    fn order(&self, side: Color, text: &str, plain: &str) -> Result<Action, Refusal> {
        let order = match Order::read(plain) {
            Ok(Some(order)) => order,
            Ok(None) => return Err(self.half_an_order(side, text, plain)),
            Err(why) => return Err(Refusal::illegal(why.to_string()).instead(self.words_now(side))),
        };
        if !matches!(self.phase, Phase::Order | Phase::Chain(_)) {
            return Err(self.no_orders_now(side));
        }
        let steps: Vec<(Square, Square)> = self
            .actions(side)
            .iter()
            .filter_map(|action| match action {
                Action::Move { from, to } => Some((*from, *to)),
                _ => None,
            })
            .collect();
        let attacks = self.open_attacks(side);
        let attack_at = |from: Square, at: Square| {
            let fits =
                |attack: &Attack| attack.from == from && (attack.over == at || attack.to == at);
            attacks.iter().copied().find(fits)
        };
        match order.squares[..] {
            [from] => {
                let from =
                    format!("{from}{}", if order.sign == Some(Sign::Attack) { "x" } else { "" });
                match self.starting(side, &from) {
                    started if started.is_empty() => Err(self.why_stuck(side, order.squares[0])),
                    started => Err(Refusal::unfinished(text, started)),
                }
            }
            [from, over, to] if !order.open => {
                match attack_at(from, over).filter(|attack| attack.over == over && attack.to == to)
                {
                    Some(attack) => Ok(Action::Attack(attack)),
                    None => Err(self.why_not(side, from, over, Sign::Attack)),
                }
            }
            [from, at] if !order.open => {
                let step = steps.contains(&(from, at));
                match (order.sign, attack_at(from, at)) {
                    (Some(Sign::Attack), Some(attack)) => Ok(Action::Attack(attack)),
                    (Some(Sign::Move) | None, _) if step => Ok(Action::Move { from, to: at }),
                    // Without a sign of attack, it might be a slip.
                    (Some(Sign::Move) | None, Some(attack)) => {
                        Err(Refusal::unfinished(text, vec![write(&Action::Attack(attack))]))
                    }
                    (Some(Sign::Attack), None) => Err(self.why_not(side, from, at, Sign::Attack)),
                    (sign, None) => Err(self.why_not(side, from, at, sign.unwrap_or(Sign::Move))),
                }
            }
            _ => {
                let says = format!(
                    "`{}` is more than one order. Attack one enemy; if you win, attack the next.",
                    short(text)
                );
                Err(Refusal::unreadable(says).instead(self.words_now(side)))
            }
        }
    }

    /// Offers what a verb without squares may mean.
    fn half_an_order(&self, side: Color, text: &str, plain: &str) -> Refusal {
        let is_move = ["move", "step", "go"].contains(&plain);
        let is_attack = ["attack", "fight", "takes", "capture"].contains(&plain);
        let wants = |action: &Action| match action {
            Action::Move { .. } => is_move,
            Action::Attack(_) => is_attack,
            _ => false,
        };
        let meant: Vec<String> =
            self.actions(side).iter().filter(|it| wants(it)).map(write).collect();
        match (meant.is_empty(), is_move) {
            (false, _) => Refusal::unfinished(text, meant),
            (true, true) => self.no_moves_now(side),
            (true, false) => self.unreadable(side, text, plain),
        }
    }

    /// Refuses words that have no known form; completes them if they begin one.
    pub(in crate::games::amtgard) fn unreadable(
        &self,
        side: Color,
        text: &str,
        plain: &str,
    ) -> Refusal {
        let started = self.starting(side, plain);
        if !started.is_empty() && !plain.is_empty() {
            return Refusal::unfinished(text, started);
        }
        let form = match &self.phase {
            Phase::Kits(_) => "choose kits like `kits shield`",
            Phase::Order => "write an order like c3-d4, an attack like c3xd4",
            Phase::Chain(_) => "attack again like c3xd4, or `stop`",
            Phase::Stances { .. } => "a stance is bold, guard or steady",
            Phase::Outside { report: None, .. } => "report a duel like `report win`",
            Phase::Outside { .. } if self.options.reeve.is_some() => "say `confirm` or `correct`",
            Phase::Outside { .. } => "say `confirm` or `dispute`",
            Phase::Over(_) => "the match is over",
        };
        let says = if plain.is_empty() && text.trim().is_empty() {
            format!("That message was empty: {form}.")
        } else {
            format!("I don't understand `{}`: {form}.", short(text))
        };
        Refusal::unreadable(says).instead(self.words_now(side))
    }

    /// Lists what may be typed now with this beginning.
    fn starting(&self, side: Color, plain: &str) -> Vec<String> {
        let now = self.words_now(side).into_iter();
        now.filter(|words| words.to_lowercase().starts_with(plain)).collect()
    }
}

impl Order {
    /// Reads `c3-d4`, `c3xd4`, `attack c3 d4`, `c3 x d4 - e5`, `22-18`; none if the words have no
    /// such form.
    pub(in crate::games::amtgard) fn read(plain: &str) -> Result<Option<Order>, WhyNot> {
        let mut spaced = String::new();
        for letter in plain.chars() {
            match letter {
                '-' | '>' | '–' | '→' => spaced.push_str(" - "),
                'x' | '×' | '*' | ':' => spaced.push_str(" x "),
                other => spaced.push(other),
            }
        }
        let mut order = Order { squares: Vec::new(), sign: None, open: false };
        let mut signed = false;
        for word in spaced.split(' ').filter(|it| !it.is_empty()) {
            let sign = match word {
                "-" | "to" | "move" | "step" | "go" => Some(Sign::Move),
                // `takes` holds no x; `x` was set apart above.
                "x" | "attack" | "attacks" | "fight" | "fights" | "takes" | "capture" => {
                    Some(Sign::Attack)
                }
                "order" | "play" | "and" | "then" => continue,
                _ => None,
            };
            if sign.is_some() {
                // The sign between the first two squares says what is meant; a verb does if there
                // is none.
                if order.squares.len() < 2 && !(signed && order.squares.is_empty()) {
                    order.sign = sign;
                }
                signed = true;
                order.open = !order.squares.is_empty();
                continue;
            }
            let parts = match word.split_at_checked(2) {
                Some((one, other)) if word.len() == 4 && other.starts_with(char::is_alphabetic) => {
                    vec![one, other]
                }
                _ => vec![word],
            };
            for part in parts {
                match part.parse() {
                    Ok(square) => order.squares.push(square),
                    Err(SquareError::Unreadable) => return Ok(None),
                    Err(err) => return Err(no_square(part, err)),
                }
            }
            order.open = false;
        }
        Ok((!order.squares.is_empty()).then_some(order))
    }
}

fn no_square(word: &str, err: SquareError) -> WhyNot {
    match err {
        SquareError::Light => WhyNot::Light(short(word)),
        SquareError::Off => WhyNot::Off(short(word)),
        SquareError::Unreadable => WhyNot::Unreadable,
    }
}

impl From<WhyNot> for Refusal {
    fn from(why: WhyNot) -> Refusal {
        match why {
            WhyNot::Unreadable => Refusal::unreadable("Write a square like c3."),
            why => Refusal::illegal(why.to_string()),
        }
    }
}
